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
    cp-validate "$@" 2>all | jq -c .verdict
    grep -v variant-overridden all >errors || true
}

same_verdicts() { # FILE: and the same messages
    verdicts --variant fide "$1" >quick
    mv errors quick.err
    verdicts --variant-file general.yaml --variant general "$1" >slow
    [ -s slow ]
    cmp quick slow
    cmp quick.err errors
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

@test "and on games whose marks are wrong or missing, or that go on past a draw" {
    general_chess
    generate --variant fide --games 200 --plies 160 --seed 9 --style short |
        sed -e '0~7s/+//' -e '0~11s/#/+/' -e '0~13s/x//' -e '0~17s/N\([a-h][1-8]\)/Nx\1/' -e '0~19s/+/++/' >games.pgn
    same_verdicts games.pgn
    for kind in check-mark-missing mate-mark-missing capture-mark-wrong capture-mark-missing double-mark-wrong; do
        grep -q "$kind" quick.err || { echo "no $kind"; return 1; }
    done
    {
        printf '[Result "*"]\n\n'
        for _ in {1..80}; do printf 'Nf3 Nf6 Ng1 Ng8\n'; done
        printf '*\n'
    } >shuffle.pgn
    same_verdicts shuffle.pgn
    grep -q seventyfive-passed quick.err
    grep -q fivefold-passed quick.err
}
