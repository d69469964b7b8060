/* SPDX-License-Identifier: MIT */
#include "rules/rules.h"

const struct cp_rules *cp_rules_of_law(const struct cp_law *law)
{
    static const struct cp_rules *const rules[CP_FAMILY_COUNT] = {
        [CP_FAMILY_CHESS] = &cp_rules_chess,
        [CP_FAMILY_AGENTS] = &cp_rules_agents,
    };
    return rules[law->variant->family];
}
