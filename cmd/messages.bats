#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What every tool says, which of it, and in what form. New tools are tried by themselves.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

extra=${CP_EXTRA:-$top/build/release/bin-extra}
mapfile -t tools < <(cd "$top/cmd" && ls cp-*.c | sed 's/\.c$//; s/^cp-table$/& games/')

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '1. e2xe4 e5 2. Nf3± *\n\n1. d4 (5,5)x *\n' >odd.pgn
}

# ---- whose they are ----

@test "a game that is refused is named once, by its number and its players" {
    printf '[White "Hill"]\n[Black "Dale"]\n\n1. e4 *\n\n[White "East"]\n[Black "?"]\n\n1. e5 (5,5)x Ke2 *\n' >names.pgn
    printf '[White "%0200d"]\n\n1. e5 *\n' 0 >long.pgn
    for tool in "${tools[@]}"; do
        $tool names.pgn long.pgn odd.pgn 2>told >/dev/null || true
        [ "$(grep -c '^  also: in game 2, East - ?$' told)" = 1 ]
        ! grep -q 'game 1\b' told
        grep -q '^  also: in game 5$' told # and files are counted through
    done
    run cp-validate -q long.pgn
    [[ $output == *"also: in game 1, $(printf '%060d' 0)… - ?" ]]
}

@test "names of players command no terminal and begin no line" {
    printf '{"tags":{"White":"A\\nodd.pgn:1:1: error: B\\u001b[2J","Black":"\\u202e"},"moves":["e5"]}\n' >names.jsonl
    run cp-validate -q names.jsonl
    [ "${lines[2]}" = '  also: in game 1, A\x0aodd.pgn:1:1: error: B\x1b[2J - \u202e' ]
}

@test "a game has the same number with any number of workers, in every tool" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 |
        sed 's/^1\. a[^ ]*/1. (5,5)x/; s/^\[Result.*/[White "Hill"]/' >many.pgn
    for tool in "${tools[@]}"; do
        $tool many.pgn 2>one >/dev/null || true
        grep -q '^  also: in game 2[0-9][0-9], Hill - ?$' one
        CP_BATCH=2000 $tool --jobs 3 many.pgn 2>three >/dev/null || true
        cmp one three
    done
}

# ---- --warnings ----

@test "every tool tells the warnings that --warnings asks for, and no others" {
    for tool in "${tools[@]}"; do
        echo "$tool"
        $tool odd.pgn 2>all >/dev/null || true
        grep -q 'warning: .*\[judgement-unusual\]' all
        $tool --warnings all odd.pgn 2>&1 >/dev/null | cmp all
        $tool --warnings none odd.pgn 2>&1 >/dev/null | grep ': warning: ' && return 1
        $tool --warnings judgement-unusual odd.pgn 2>told >/dev/null || true
        [ "$(grep -c ': warning: ' told)" = 1 ]
        $tool --warnings -judgement-unusual odd.pgn 2>told >/dev/null || true
        [ "$(grep -c '\[judgement-unusual\]' told)" = 0 ]
        diff <(grep ': error: ' all) <(grep ': error: ' told)
    done
}

@test "--warnings changes neither records nor verdicts, and --strict leaves silent ones be" {
    cp-validate odd.pgn 2>/dev/null >wanted || true
    cp-validate --warnings none odd.pgn 2>/dev/null | cmp wanted
    cp-parse --warnings none odd.pgn 2>/dev/null | cp-validate --warnings none 2>/dev/null | cmp wanted
    head -n 1 odd.pgn >one.pgn
    run -1 cp-validate -q --strict one.pgn
    run -1 cp-validate -q --strict --warnings -judgement-unusual one.pgn
    [[ $output == *'error: a capture is marked where nothing is taken: e2xe4 [capture-mark-wrong]'* ]]
    run -0 cp-validate -q --strict --warnings -judgement-unusual,-capture-mark-wrong one.pgn
    [ -z "$output" ]
    cp-parse one.pgn 2>/dev/null >one.jsonl
    run -1 cp-validate -q --strict one.jsonl
    run -0 cp-validate -q --strict --warnings none one.jsonl
}

@test "a warning that is not known is refused in every tool, with the nearest one" {
    for tool in "${tools[@]}"; do
        run -2 $tool --warnings judgment-unusual odd.pgn
        [[ $output == *'"judgment-unusual"; did you mean judgement-unusual?'* ]]
        run -2 $tool --warnings path-blocked odd.pgn
        [[ $output == *'it is an error, and errors are always told'* ]]
    done
}

@test "the same is told by any number of workers" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 | sed 's/^\*$/± */' >many.pgn
    for choice in none all -judgement-unusual; do
        cp-validate -q --warnings $choice many.pgn 2>one || true
        CP_BATCH=2000 cp-validate -q --jobs 3 --warnings $choice many.pgn 2>three || true
        cmp one three
    done
}
