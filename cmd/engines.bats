#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Two speeds, one law: the same games judged by the bitboard engine and, with one
# more kind of piece in the box that never comes on the board, by the general one.
load ../scripts/family.bash

generate() {
    "$extra/cp-generate" "$@"
}

general_chess() {
    sed -e 's/^id: fide/id: general/' -e '/^aliases/,/]$/d' -e '/^assumed:/d' -e 's/^name: Chess$/name: Plain Chess/' \
        -e 's/^  P: {/  G: {name: guard, move: K}\n&/' "$top/schemas/variants/fide.yaml" >general.yaml
}

verdicts() {
    cp-validate "$@" 2>all | jq -c .verdict
    grep -v overridden all >errors || true
}

same_verdicts() { # FILE: and the same messages
    verdicts --variant fide "$1" >quick
    mv errors quick.err
    verdicts --variant-file general.yaml --variant general "$1" >slow
    [ -s slow ]
    cmp quick slow
    cmp quick.err errors
}

# FILE...: every tool says and writes the same on both engines, byte for byte
same_bytes() {
    local words
    while read -r words; do
        # shellcheck disable=SC2086
        $words "$@" >fast 2>fast.err || true
        # shellcheck disable=SC2086
        CP_ENGINE=general $words "$@" >slow 2>slow.err || true
        cmp fast slow && cmp fast.err slow.err || { echo "$words"; return 1; }
    done <<'END'
cp-validate
cp-validate --play-on
cp-validate --legal
cp-validate --perft 2
cp-convert --to pgn
cp-convert --style long --to text
cp-convert --style uci --to text
cp-convert --to fen --ply all
cp-convert --to epd --ply all
cp-annotate --add check,capture,material,repetition,falls,clocks,ko,remote
cp-annotate --add legal-count
cp-render --ascii
END
}

# bats test_tags=all
@test "all tools write the same bytes on both engines: chess, Chess960, trapdoors" {
    same_bytes "$data"/{fide,trapdoor,pgn}/*.txt "$data"/samples/*.pgn
}

# bats test_tags=all
@test "and on random games, good and bad, and with moves as engines write them" {
    generate --variant fide --games 20 --plies 200 --seed 21 --style short >good.pgn
    generate --variant trapdoor --games 20 --plies 120 --seed 22 >doors.pgn
    sed -e '0~31s/+//' -e '0~37s/-[a-h][1-8] /-a1 /' -e '0~41s/N\([a-h]\)/Nx\1/' -e '0~43s/[QR]/B/' \
        good.pgn doors.pgn >bad.pgn
    cp-convert --style uci --to text good.pgn >uci.txt
    same_bytes good.pgn
    same_bytes doors.pgn
    same_bytes bad.pgn
    same_bytes uci.txt
}

@test "and of games within games: variations are taken back on both alike" {
    printf '%s\n' '[Variant "fide"]' '' \
        '1. e4 (1. d4 d5 2. c4 (2. Nf3 Nf6 3. e3) 2... e6 (2... dxc4 3. e4)) 1... e5 (1... c5 2. Nf3 d6 3. O-O)' \
        '2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. O-O Nf6) 3... a6 4. Bxc6 dxc6 5. O-O *' '' \
        '[Variant "fide"]' '[FEN "8/4P1k1/8/8/8/8/1p6/K7 b - - 0 1"]' '' '1... b1=Q+ (1... bxa1) (1... Kf7 2. e8=N) 2. Kxb1 *' >tree.txt
    same_bytes tree.txt
}

# bats test_tags=all
@test "many pieces are looked for by lines, few one by one, with the same bytes (R-INF-5)" {
    generate --variant trappist-1 --games 10 --plies 80 --seed 41 --style short >plane.txt
    generate --variant coaip --games 5 --plies 60 --seed 42 >>plane.txt
    generate --variant formation --games 10 --plies 80 --seed 43 >>plane.txt
    generate --variant fide --games 10 --plies 120 --seed 44 --style short >board.pgn
    generate --variant trapdoor --games 10 --plies 120 --seed 45 >doors.txt
    sed -e '0~31s/+//' -e '0~37s/-(\([a-h]\)/-(x\1/' plane.txt >bad.txt
    files=("$data"/{falls,formation,problems,rules,trapdoor,variants}/*.txt plane.txt bad.txt board.pgn doors.txt)
    for words in cp-validate "cp-validate --play-on" "cp-validate --legal" "cp-convert --style short --to text" \
        "cp-annotate --add check,repetition,falls,legal-count"; do
        # shellcheck disable=SC2086
        CP_ENGINE=general $words "${files[@]}" >few 2>few.err || true
        # shellcheck disable=SC2086
        CP_ENGINE=trees $words "${files[@]}" >many 2>many.err || true
        cmp few many && cmp few.err many.err || { echo "$words"; return 1; }
        [ -s many ]
    done
}

# bats test_tags=all
@test "no output depends on the seed of hashes" {
    generate --variant trappist-1 --games 10 --plies 60 --seed 31 >plane.txt
    generate --variant formation --games 5 --plies 60 --seed 32 >>plane.txt
    files=("$data"/{falls,formation,problems,rules,trapdoor,trapper,variants}/*.txt plane.txt)
    for words in cp-validate "cp-validate --legal" "cp-convert --to yaml" \
        "cp-annotate --add check,repetition,falls,legal-count" "cp-convert --to letters --to text"; do
        for seed in 1 2 999999999999999999 ''; do
            # shellcheck disable=SC2086
            env ${seed:+CP_SEED=$seed} $words "${files[@]}" >"out${seed:-0}" 2>"err${seed:-0}" || true
            cmp out1 "out${seed:-0}" && cmp err1 "err${seed:-0}" || { echo "$words, seed $seed"; return 1; }
        done
        [ -s out1 ]
    done
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
    generate --variant fide --games 200 --plies 160 --seed 10 --style short |
        sed -e '0~7s/+//' -e '0~11s/#/+/' -e '0~13s/x//' -e '0~17s/N\([a-h][1-8]\)/Nx\1/' -e '0~19s/+/++/' >games.pgn
    same_verdicts games.pgn
    for kind in check-mark-missing mate-mark-missing capture-mark-wrong capture-mark-missing check-mark-wrong; do
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

# Games of Trapdoor Chess, so that a tag lays the doors under any 8x8 chess.
trapdoor_games() { # DELAY, then as generate
    sed "s/^trapdoor: 5/trapdoor: $1/" "$top/schemas/variants/trapdoor.yaml" >doors.yaml
    generate --variant-file doors.yaml "${@:2}" | sed "s/^\[Variant .*/[Trapdoor \"$1\"]/"
}

# bats test_tags=all
@test "both engines give the same verdicts on boards of trapdoors, kings' falls included (R-TD-1 to R-TD-5)" {
    general_chess
    for delay in 1 2 3 5; do
        trapdoor_games $delay --games 150 --plies 120 --seed 1$delay >games.pgn
        same_verdicts games.pgn
        [ ! -s errors ]
        jq -es 'map(.outcome) | index("king-fallen")' quick
        cat quick >>all.quick
    done
    jq -es 'map(.outcome) | unique | length > 2' all.quick
}

# bats test_tags=all
@test "and where falls are wrong or missing, marks too, and games turn bad (R-TD-7)" {
    general_chess
    trapdoor_games 5 --games 200 --plies 120 --seed 17 --style short |
        sed -e '0~5s/ ([a-h][1-8]:[a-h][1-8])//' -e '0~7s/(\(..\):\1)/(a1:a1)/' -e '0~13s/+//' -e '0~337s/x[a-h][1-8] /xa1 /' >games.pgn
    same_verdicts games.pgn
    for kind in falls-missing fall-wrong check-mark-missing; do
        grep -q "$kind" quick.err || { echo "no $kind"; return 1; }
    done
    jq -es 'map(.valid) | unique | length == 2' quick
    for file in "$data"/trapdoor/{published,order,legality,draws,clocks}.txt; do
        sed 's/^\[Variant "Trapdoor.*/[Trapdoor "5"]/' "$file" >games.pgn
        same_verdicts games.pgn
    done
}

@test "perft counts no turns once a king has fallen, on either engine (R-TD-4)" {
    general_chess
    printf '[Trapdoor "1"]\n\n1. e4 e5 2. Ke2 (e4:e4) Qg5 (e5:e5) *\n' >game.pgn
    cp-validate --variant fide --perft 4 --ply 4 game.pgn >fast
    cp-validate --variant-file general.yaml --variant general --perft 4 --ply 4 game.pgn >slow
    cmp fast slow
    cat fast
    grep -q '^4 ' fast
}

@test "no legal moves are listed or counted once a king has fallen (R-TD-4)" {
    printf '[Trapdoor "1"]\n\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3 (e2:e2) 0-1\n' >k.txt
    [ "$(cp-validate --legal k.txt)" = "# k.txt:1 after ply 5, Black to move, but a king has fallen" ]
    [ "$(cp-annotate --add legal-count k.txt | jq -r '.moves[-1].after[]')" = "[%legal 0]" ]
}

@test "nor named as nearest to a move that comes too late (R-TD-4)" {
    printf '[Trapdoor "1"]\n\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3 (e2:e2) Nf6 *\n' >k.txt
    run cp-validate --quiet k.txt
    [ "$status" -eq 1 ]
    [[ $output == *"[game-over]"*"also: at ply 6
"* ]]
}

@test "and none once one is trapped (R-TR-14)" {
    printf '%s\n' '[Variant "Trapper Chess"]' '[Setup "w: K b2, M g5; b: K g4, S c8"]' '' \
        '1. Mg5>g4 (g3:g3)# 1-0' >k.txt
    [ "$(cp-validate --legal k.txt)" = "# k.txt:1 after ply 1, Black to move, but a king is trapped" ]
    [ "$(cp-validate --perft 1 k.txt | tail -n 1)" = "1 0" ]
    [ "$(cp-annotate --add legal-count k.txt | jq -r '.moves[-1].after[]')" = "[%legal 0]" ]
}

@test "and a game of 80 000 half-moves costs no more than its length" {
    { printf '[Result "*"]\n\n'; yes 'Nf3 Nf6 Ng1 Ng8' | head -n 20000; echo '*'; } >shuffle.pgn
    run timeout 5 cp-validate --quiet shuffle.pgn
    [ "$status" -eq 0 ]
    [[ $output == *"since ply 16 [fivefold-passed]"* ]]
}

@test "on a board with edges a ray of primes is played to primes alone" {
    printf '%s\n' 'id: small-huygens' 'name: Small Huygens' 'about: "a test"' 'named-only: true' \
        'board: {files: 8, ranks: 8}' 'notation: bare' 'pieces:' '  K: {name: king, move: K, royal: true}' \
        '  H: {name: huygens, move: W, primes: 2}' 'setup:' '  white:' '    K: h1' '    H: a1' '  black:' '    K: h8' \
        >small.yaml
    # a1 to a3, a4, a6, a8 and c1, d1, f1; and three of the king's
    run -0 cp-validate --variant-file small.yaml --perft 3 <<<'*'
    [[ $output == *$'\n1 10\n2 30\n3 351' ]]
}
