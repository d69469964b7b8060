#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

@test "what holds for every game holds for those of testdata and random ones (R-NOT-8, R-NOT-12)" {
    case ${CP_BIN:-} in
    */release/* | */build/bin | '') games=150 ;;
    *) games=4 ;; # sanitizers and debuggers are slow
    esac
    "$top/scripts/laws" "${CP_GAMES:-$games}"
}

@test "a file or rank alone stays as it is where it would turn into something else (R-NOT-6)" {
    printf '[Variant "coaip"]\n\n1. 8x(9,4) fx(i4) 2. R8-(a4) *\n' >g.txt
    run --separate-stderr cp-convert --to letters g.txt
    [ "$status" = 0 ]
    [[ $output == *'1. 8x(9,4) fx(i4) 2. R8-(a4) *'* ]]
    [[ $stderr == *'g.txt:3:4: note: '*': 8x(9,4) [origin-kept]'* ]]
    run --separate-stderr cp-convert --to numeric g.txt
    [ "$status" = 0 ]
    [[ $output == *'1. 8x(9,4) 6x(9,4) 2. R8-(a4) *'* ]]
    [[ $stderr == *'g.txt:3:22: note: '*': R8-(a4) [origin-kept]'* ]]
}
