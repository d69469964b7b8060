/* SPDX-License-Identifier: MIT */
#include "rules/families.h"

#include "rules/agents/agents.h"
#include "rules/chess/chess.h"

const struct cp_family *cp_family_of(const struct cp_law *law)
{
    static const struct cp_family *const families[CP_FAMILY_COUNT] = {
        [CP_FAMILY_CHESS] = &cp_family_chess,
        [CP_FAMILY_AGENTS] = &cp_family_agents,
    };
    return families[law->variant->family];
}
