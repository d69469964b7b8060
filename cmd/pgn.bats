#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# PGN out and in again, and what another program makes of it: every game of
# testdata that pgn-extract could know, and random ones.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# every valid game of chess in testdata, but for what no other program knows; an end on the
# board without a result, and what is told of tags and starts, it would complain about
chess_games() {
    local files
    mapfile -t files < <(printf '%s\n' "$data"/*/*.{txt,jsonl,yaml} | grep -v /told/)
    cp-validate --only valid "${files[@]}" 2>/dev/null |
        jq -c 'select(.variant == "fide" and .rules == null and (.tags.Trapdoor // "") == "")
               | select((.result // "*") != "*" or ([.verdict.outcome] - ["checkmate", "stalemate"] != [])) | del(.verdict)'
}

random_games() {
    "$extra/cp-generate" --variant fide "$@"
}

# PGN of what both knew before: in games.pgn
all_games() {
    chess_games >chess.jsonl
    [ "$(wc -l <chess.jsonl)" -ge 20 ]
    random_games --games 60 --plies 150 --seed 3 >random.txt
    cat >notes.txt <<'END'
1. e4 { [%clk 0:05:00] } 1... e5 { [%eval 0.3] [%csl Ge5][%cal Re7e5,Ge2e4] } (1... c5 $6 (1... e6 {French}) 2. Nf3 $1 $14) 2. Nf3 ; to the end
2... Nc6 {0:01 [%clk 1:00:00]} 1-0
END
    cp-convert --to pgn chess.jsonl random.txt notes.txt >games.pgn 2>/dev/null
}

needs_extract() {
    PATH=$PATH:/usr/games
    command -v pgn-extract || skip "pgn-extract is not installed"
}

# extract OPTION...: what it says but for its counting, on stderr
extract() {
    pgn-extract -s "$@" 2>said
    tr '\r' '\n' <said | not grep -v '^Games: [0-9]*$\|^ *$\|^Games: [0-9]*Games'
}

content() {
    jq -c 'del(.source, .at, .verdict)' "$1"
}

# bats test_tags=all
@test "PGN is read as the game it was written from, and written again as it was" {
    all_games
    for style in keep san long uci; do
        cp-convert --to pgn --style $style games.pgn >once
        cp-parse once >read
        cp-convert --to pgn --style $style read | cmp once -
        cp-convert --to pgn --style $style read | cp-parse >again
        cmp <(content read) <(content again)
        [ "$(wc -l <read)" = "$(grep -c '^\[Event ' games.pgn)" ]
    done
    cp-parse games.pgn | content - >wanted
    cp-convert --to pgn --style keep games.pgn | cp-parse | content - | cmp wanted -
    cp-convert --to text games.pgn | cp-parse | content - | cmp wanted -
}

# bats test_tags=all
@test "another program reads all of it, game for game" {
    needs_extract
    all_games
    for options in "" "--style long" "--style uci"; do
        cp-convert --to pgn $options games.pgn >out.pgn
        extract -r out.pgn
        [ "$(extract out.pgn | grep -c '^\[Event ')" = "$(grep -c '^\[Event ' games.pgn)" ]
    done
}

# bats test_tags=all
@test "another program sees the same positions, and writes the same moves" {
    needs_extract
    all_games
    grep -v '^\[Variant' games.pgn >plain.pgn # names of Chess960 change its FENs
    cp-convert --to epd --ply all plain.pgn | cut -d ' ' -f 1-4 >ours # no operations
    extract --nofauxep -Wepd plain.pgn | sed '/^$/d' | cut -d ' ' -f 1-4 >theirs
    diff ours theirs | head -n 20
    cmp ours theirs
    [ "$(wc -l <ours)" -gt 5000 ]
    random_games --games 60 --plies 150 --seed 4 >moves.pgn
    cp-convert --to pgn moves.pgn | sed '/^\[/d' | tr -s ' ' '\n' | grep . >ours
    extract -Wsan --notags -w 80 moves.pgn | tr -s ' ' '\n' | grep . >theirs
    diff ours theirs
}

@test "a tag may go on in the next lines, and a message finds what stands behind it" {
    printf '[Event\n"x"]\n[White "a"\r\n]\r\n[\tBlack\n\n"b"\n]\n[FEN\n "8/8 w"]\n\n1. e4 Ke4 *\n\n[Event "y"\n[Site "z"]\n\n1. Ke4 *\n' >lines.pgn
    run cp-validate --quiet lines.pgn
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'not-a-tag' <<<"$output")" -eq 1 ]
    [[ $output == *"lines.pgn:10:3: error: this is no FEN"*"lines.pgn:14:1: error: this is no tag: [Event \"y\" [not-a-tag]"* ]]
    sed '/FEN/,+1d' lines.pgn >tags.pgn
    [ "$(cp-parse tags.pgn 2>err | jq -c .tags | head -n 1)" = '{"Event":"x","White":"a","Black":"b"}' ]
    cat err
    grep -q '^tags.pgn:12:1: error: this is no tag' err
    cp-validate tags.pgn 2>said >one || true
    cp-validate --jobs 2 tags.pgn 2>said2 >two || true
    cmp one two
    cmp said said2
}

@test "a slip among the letters of the game itself starts no talk of languages" {
    run bash -c "echo '1. Nf3 Nc6 2. Nc3+x Nf6 *' | cp-validate --quiet"
    [ "$status" -eq 1 ]
    [[ $output == *"[not-a-move]"* && $output != *"letters"* ]]
}

@test "variations without moves are no PGN: they are told of, and their comments stay" {
    cat >empty.pgn <<'END'
1. e4 {x} ({note}) (1. d4 () ({q} {r})) e5 () ({a}) (1... c5) ({b}) 2. Nf3 {y} 2... {z} Nc6 () *
END
    run -0 --separate-stderr cp-convert --to pgn empty.pgn
    [ "${lines[7]}" = '1. e4 {x} {note} (1. d4 {q} {r}) 1... e5 {a} {b} (1... c5) 2. Nf3 {y} {z} 2...' ]
    [ "${lines[8]}" = 'Nc6 *' ]
    [ "$(grep -c 'without moves' <<<"$stderr")" = 1 ]
    [[ $stderr == *'empty.pgn:1: warning: '*': 7 variations without moves, the first at e4 [left-out]'* ]]
    printf '%s\n' "$output" >full.pgn
    cp-validate --quiet --strict full.pgn
    cp-convert --to pgn full.pgn | cmp - <(cat full.pgn && echo)
    run -1 cp-convert --to pgn --strict empty.pgn
    [[ $output == *'error: '*'variations without moves'* ]]
    cp-convert --to text empty.pgn | cp-parse | jq -c .moves | cmp - <(cp-parse empty.pgn | jq -c .moves)
    needs_extract
    pgn-extract --quiet full.pgn >theirs 2>said
    [ ! -s said ]
    [ "$(tail -n 4 theirs | tr -d ' \n')" = '1.e4{x}{note}(1.d4{q}{r})1...e5{a}{b}(1...c5)2.Nf3{y}{z}2...Nc6*' ]
}

@test "comments before any move and longer than a screen do not hide that a game is chess" {
    long=$(printf 'a3 long comment (5,4) %.0s' $(seq 60))
    for text in "1. {$long} e4 e5 *" "1. {a} *" "{$long} 1. {$long} O-O *"; do
        [ "$(printf '[Event "x"]\n\n%s\n' "$text" | cp-parse --strict | jq -r .variant)" = fide ]
    done
    [ "$(printf '1. {$long} (5,4) *\n' | cp-parse 2>/dev/null | jq -r .variant)" != fide ]
}

@test "a number in a FEN is one number, and a rank has as many files as the board" {
    run -1 cp-validate -q <<<'[FEN "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 *'
    [[ $output == *'1:25: error: this is no FEN: rank 6 has 44 files instead of 8: "44" [not-a-fen]'* ]]
    run -1 cp-validate -q <<<'[FEN "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 *'
    [[ $output == *'rank 6 has 9 files instead of 8: "9"'* ]]
}

# both engines, and a record of the game: the same words, told in the end
same_by_all() {
    cp-validate -q game.pgn 2>said || true
    CP_ENGINE=general cp-validate -q game.pgn 2>general || true
    cmp said general
    cp-parse game.pgn 2>/dev/null | cp-validate -q 2>again || true
    sed 's/^stdin/game.pgn/' again | cmp said -
}

# bats test_tags=all
@test "behind a turn passed in a variation judging goes on, as the other side; elsewhere none is passed" {
    echo '1. e4 e5 (1... -- 2. Qh5 (2. Qa8) Nc6 (2... Z0 3. Qxf7 Kxf7) 3. Bc4 null) (1... d5 2. Bb5+ -- 3. a4) 2. Nf3 *' >game.pgn
    same_by_all
    [ "$(grep -c warning said)" = 3 ]
    grep -q '1:30: warning: a variation holds an illegal move: .*: Qa8: ' said
    grep -q '1:51: warning: check is not marked: Qxf7 ' said
    grep -q '1:92: warning: a variation holds an illegal move: a turn cannot be passed: -- ' said
    { printf '1. e4 e5 (1... ' && printf -- '-- %.0s' {1..40} && echo ') 2. Nf3 *'; } >game.pgn
    same_by_all # within one another so many are enough
    [ "$(grep -c 'a turn cannot be passed' said)" = 1 ]
    printf '[FEN "7k/8/6Q1/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2 (1. -- Kg8) *\n' >game.pgn
    same_by_all # who is to move has no move
    grep -q '3:15: warning: .*the game is already over: Kg8: since ply 1 ' said
    (quick; printf '1. e4 e5 ' && for i in {1..50000}; do printf '(1... -- 2. d4) '; done && echo '2. Nf3 *') >game.pgn
    same_by_all
    [ ! -s said ]
    echo '1. e4 -- 2. d4 *' >game.pgn
    run -1 cp-validate -q game.pgn
    [[ $output == *'1:7: error: a turn cannot be passed: -- [null-move]'* ]]
}

@test "a small b is the bishop where no pawn can, which is told; ed and exd are errors that say what they are" {
    for move in bc4 bxc4; do
        echo "1. e4 e5 2. $move Nc6 3. nf3 *" >game.pgn
        same_by_all
        grep -q "1:13: warning: unusual spelling of a move: \"$move\" read as B${move#b} " said
        [ "$(cp-convert --style long --to pgn game.pgn 2>/dev/null | tail -n 2)" = \
            '1. e2-e4 e7-e5 2. Bf1-c4 Nb8-c6 3. Ng1-f3 *' ]
        run -1 cp-validate -q --strict game.pgn
    done
    cp-validate -q --strict <<<'1. b4 e5 2. e3 c5 3. bxc5 *' # where a pawn can it is the pawn's
    for position in '2r4k/1P6/8/8/8/7B/8/K7|bxc8|promotion-missing' '1r5k/8/8/8/2p5/1P6/4B3/1K6|bxc4|king-exposed'; do
        IFS='|' read -r board move why <<<"$position" # nor is a pawn's wrong move another's
        run -1 cp-validate -q <<<"[FEN \"$board w - - 0 1\"]"$'\n\n'"1. $move *"
        [[ $output == *"$why"* ]]
    done
    run -1 cp-validate -q --piece-letters de <<<'1. e4 e5 2. bc4 *' # and elsewhere no bishop's
    for move in ed exd; do
        run -1 cp-validate -q <<<"1. e4 d5 2. $move *"
        [[ $output == *"1:13: error: this is no move: $move [not-a-move]"*'what a pawn takes is written with its rank: exd5'*'nearest legal moves: e5, exd5'* ]]
    done
}
