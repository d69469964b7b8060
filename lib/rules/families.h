/* SPDX-License-Identifier: MIT */
/* families.h -- whose rules a law's variant is played by. */
#ifndef CP_FAMILIES_H
#define CP_FAMILIES_H

#include "rules/family.h"

const struct cp_family *cp_family_of(const struct cp_law *law);

#endif
