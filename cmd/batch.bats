#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Big files: packed ones, several workers, progress.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

extra=${CP_EXTRA:-$top/build/release/bin-extra}

# COUNT games of some plies each, always the same
some_games() {
    "$extra/cp-generate" --variant trappist-1 --games "$1" --plies "${2:-20}" --seed 7
}

# ---- packed files ----

@test "packed files are read like plain ones, whatever their names, from stdin too" {
    some_games 40 >plain.txt
    cp-parse <plain.txt >wanted
    gzip <plain.txt >one.txt && zstd -q <plain.txt >two.txt
    cp-parse <one.txt | cmp wanted
    cp-parse <two.txt | cmp wanted
    for file in one.txt two.txt; do
        cp-parse $file | sed "s/$file/stdin/" | cmp wanted
    done
    gzip <wanted | cp-validate --quiet
}

@test "packed files joined by cat are one file; zeros may follow" {
    some_games 9 >plain.txt
    cp-parse <plain.txt >wanted
    split -n 3 plain.txt part.
    for part in part.??; do gzip <$part; done >all.gz
    head -c 5000 /dev/zero >>all.gz
    for part in part.??; do zstd -q <$part; done >all.zst
    cp-parse <all.gz | cmp wanted
    cp-parse <all.zst | cmp wanted
    { printf '\x50\x2a\x4d\x18\x02\0\0\0xy' && cat all.zst; } | cp-parse | cmp wanted
}

@test "what begins like no game's archive is no archive" {
    printf '(\x1f\x8b' >not.gz
    run cp-parse not.gz
    [[ $output != *"[archive-broken]"* ]]
    : | gzip | cp-parse
    : | zstd -q | cp-parse
}

# damaged FILE: its whole games come through, then its damage is said, status 3
damaged() {
    run --separate-stderr cp-parse "$1"
    [ "$status" = 3 ]
    [[ $stderr == *"$1: error: the packed file cannot be read to its end: "*"[archive-broken]"* ]]
    [ "$(grep -c '^{' <<<"$output")" -ge "$2" ]
    head -n "$2" <<<"$output" | sed "s/$1/stdin/" | cmp - <(head -n "$2" wanted)
}

@test "of a truncated or corrupt archive the games before the damage come through" {
    some_games 4000 >plain.txt
    cp-parse <plain.txt >wanted
    gzip <plain.txt >whole.gz && zstd -q <plain.txt >whole.zst
    for kind in gz zst; do
        size=$(stat -c %s whole.$kind)
        head -c $((size / 2)) whole.$kind >cut.$kind
        damaged cut.$kind 1500
        head -c $((size - 2)) whole.$kind >cut.$kind
        damaged cut.$kind 3900
        cp whole.$kind hit.$kind
        printf 'xxxxxxxxxxxxxxxx' | dd of=hit.$kind bs=1 seek=$((size / 2)) conv=notrunc status=none
        damaged hit.$kind 1000
        { cat whole.$kind && echo rubbish; } >more.$kind
        damaged more.$kind 4000
    done
    head -c 2 whole.gz >tiny.gz
    run cp-parse tiny.gz
    [ "$status" != 0 ]
}

@test "an archive that unpacks to very much takes time, not memory" {
    few=$("$extra/cp-peak" cp-parse <(some_games 40))
    head -c 300000000 /dev/zero | tr '\0' ' ' | gzip -1 >bomb.gz
    head -c 300000000 /dev/zero | tr '\0' '\n' | zstd -q >bomb.zst
    [ "$("$extra/cp-peak" cp-parse bomb.gz)" -lt $((few + 1024)) ]
    [ "$("$extra/cp-peak" cp-parse bomb.zst)" -lt $((few + 12000)) ]
    head -c 300000000 /dev/zero | zstd -q --long=31 >wide.zst
    [ "$("$extra/cp-peak" cp-parse wide.zst)" -lt $((few + 1024)) ]
    run cp-parse wide.zst
    [ "$status" = 3 ] && [[ $output == *"window"*"[archive-broken]"* ]]
}
