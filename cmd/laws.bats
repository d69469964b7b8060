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

@test "memory is flat: ten thousand games cost what three hundred do, and less than 16 MB" {
    case ${CP_BIN:-} in */asan/*) skip "sanitizers keep what is freed" ;; esac
    PATH=${CP_EXTRA:-$top/build/release/bin-extra}:$PATH
    cp-generate --variant trappist-1 --games 300 --plies 20 >few.txt
    for i in $(seq 33); do cat few.txt; done >many.txt
    cp-parse few.txt >few.jsonl
    cp-parse many.txt >many.jsonl
    while read -r words; do
        for form in txt jsonl; do
            # shellcheck disable=SC2086
            few=$(cp-peak $words few.$form) many=$(cp-peak $words many.$form)
            echo "$words, .$form: $few kB, $many kB"
            [ "$many" -lt $((few + 1024)) ] && [ "$many" -lt 16384 ]
        done
    done <<'END'
cp-parse
cp-parse --yaml
cp-validate --summary
cp-convert --to numeric
cp-convert --to text --style short
cp-convert --to yaml
cp-convert --squares --to numeric
cp-annotate --add check,capture,repetition,material
cp-render --ascii --game 1
END
}
