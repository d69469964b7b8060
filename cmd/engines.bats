#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Two speeds, one law: the same games judged by the bitboard engine and, with one
# more kind of piece in the box that never comes on the board, by the general one.
load ../scripts/family.bash

generate() {
    "${CP_EXTRA:-$top/build/release/bin-extra}/cp-generate" "$@"
}

general_chess() {
    sed -e 's/^id: fide/id: general/' -e '/^aliases:/,/]$/d' -e '/^assumed:/d' -e 's/^name: Chess$/name: Plain Chess/' \
        -e 's/^  P: {/  G: {name: guard, move: K}\n&/' "$top/schemas/variants/fide.yaml" >general.yaml
}

verdicts() {
    cp-validate "$@" 2>errors | jq -c .verdict
}

same_verdicts() { # FILE
    verdicts --variant fide "$1" >quick
    verdicts --variant-file general.yaml --variant general "$1" >slow
    [ -s slow ]
    cmp quick slow
}

@test "both engines give the same verdicts on random games, legal to their ends (R-FIDE-1)" {
    general_chess
    generate --variant fide --games 120 --plies 300 --seed 7 >games.pgn
    same_verdicts games.pgn
    jq -es 'map(.outcome) | unique | length > 1' quick
}

@test "and on games that turn bad, repeat themselves or mark what is not so" {
    general_chess
    generate --variant fide --games 60 --plies 60 --seed 8 |
        sed -e '0~337s/-[a-h][1-8] /-a1 /' -e '0~53s/+//' >games.pgn
    same_verdicts games.pgn
    jq -es 'map(.valid) | unique | length == 2' quick
    same_verdicts "$data/fide/draws.txt"
    same_verdicts "$data/fide/castling.txt"
}
