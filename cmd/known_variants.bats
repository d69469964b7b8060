#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# known_variants.bats -- the variants that are bundled because many know them, against counts of
# lines that other programs published (testdata/perft/variants.tsv: as Fairy-Stockfish counts), and
# in games as sites write them.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# depths_of MOST: of the table's counts up to MOST, a file N.pgn for each depth N to which a
# position is counted, and the counts that are wanted in `wanted`
depths_of() {
    awk -F '\t' -v most="$1" '
        NR == 1 || $5 > most { next }
        !(($1, $3) in deepest) { order[++count] = $1 SUBSEP $3 }
        { deepest[$1, $3] = $4; counts[$1, $3, $4] = $5 }
        END {
            for (i = 1; i <= count; i++) {
                split(order[i], part, SUBSEP)
                depth = deepest[order[i]]
                name = part[1] " " ++games[depth]
                printf "[Variant \"%s\"]\n[FEN \"%s\"]\n\n*\n\n", part[1], part[2] >(depth ".pgn")
                printf "%s\n", part[1] >(depth ".names")
                for (n = 1; n <= depth; n++)
                    if ((order[i], n) in counts) print name, n, counts[order[i], n] >"wanted"
            }
        }' "$data/perft/variants.tsv"
}

# the counts that are made, of all of these files, to `got`
count_lines() {
    local file depth
    for file in [0-9]*.pgn; do
        depth=${file%.pgn}
        cp-validate --perft "$depth" "$file" |
            awk -v names="$depth.names" '/^#/ { getline name <names; game++; next } { print name, game, $1, $2 }'
    done >got
}

agrees_up_to() {
    depths_of "$1"
    count_lines
    [ "$(wc -l <wanted)" -ge "$2" ]
    sort got >sorted
    sort wanted | comm -23 - sorted >missed
    [ ! -s missed ] || { cat missed; false; }
}

@test "lines are as many as other programs count, in each of the known variants" {
    agrees_up_to 20000 165
}

# bats test_tags=all
@test "lines are as many as other programs count, to a million in each of the known variants" {
    agrees_up_to 1000000 220
}

@test "each of the known variants begins where its FEN says, and is found by the names of programs" {
    awk -F '\t' '$2 == "start" && $1 !~ /random$/ { print $1 "\t" $3 }' "$data/perft/variants.tsv" | uniq >starts
    [ "$(wc -l <starts)" -ge 45 ]
    (quick; cut -f 1 starts | while read -r name; do printf '[Variant "%s"]\n\n*\n\n' "$name"; done) >games.txt
    cp-convert --to fen --ply 0 games.txt 2>/dev/null | cut -d ' ' -f 1-4 >got
    cut -f 2 starts | cut -d ' ' -f 1-4 | diff - got
}

@test "a FEN goes there and back: voids, pawns on their first move's own rank, kings that castle on the second, pawns passing slantwise" {
    printf '[Variant "Omicron"]\n\n1. f5 f6 2. Ne4 Ne7 3. Bf3 *\n' >o.txt
    printf '[Variant "Berolina"]\n\n1. e2g4 a7b6 2. g4f5 e7g5 *\n' >b.txt
    printf '[Variant "Tencubed"]\n\n1. e5 f6 2. Ce3 *\n' >t.txt
    for game in o t b; do
        cp-convert --to fen --ply last $game.txt 2>/dev/null >$game.fen
        { sed -n 's/^\[Variant.*/&/p' $game.txt; printf '[FEN "%s"]\n\n*\n' "$(<$game.fen)"; } >$game.pgn
        cp-convert --to fen --ply 0 $game.pgn 2>/dev/null | cmp - $game.fen
        diff <(cp-validate --legal $game.txt | tail -n +2 | sort) <(cp-validate --legal $game.pgn | tail -n +2 | sort)
    done
    [[ $(<b.fen) == *' KQkq f6g5 '* ]]
    [[ $(<o.fen) == *'/*PPPPBPPPPP*/'*' KQkq - '* ]]
}

@test "games of the known variants as sites and programs write them are judged, turned into PGN, drawn" {
    family cp-validate known
    cp-validate --strict "$data/known/games.txt" | jq -c .verdict >there
    cp-convert --to pgn "$data/known/games.txt" | cp-validate --strict | jq -c .verdict | diff there -
    cp-convert --to json "$data/known/games.txt" | cp-convert --to pgn | cmp - "$data/known/games.pgn"
    cp-render --svg --ply last "$data/known/games.txt" -o '%g.svg'
    [ "$(grep -l '</svg>' ./*.svg | wc -l)" = 12 ]
}

known() {
    cat "$data"/known/{amazon,antichess,atomic,berolina,capablanca,chigorin}.pgn \
        "$data"/known/{gothic,grand,kingofthehill,knightmate,losalamos,makruk}.pgn
}

@test "ten games each of twelve variants are judged by how they ended, without a warning" {
    known | cp-validate --strict --warnings all 2>told >judged
    [ ! -s told ]
    jq -r 'select(.verdict.valid) | "\(.variant) \(.verdict.outcome) \(.result)"' judged >ends
    [ "$(cut -d ' ' -f 1 ends | uniq -c | grep -c '^ *10 ')" = 12 ]
    grep -v ' none ' ends | sort | uniq -c | sed 's/^ *//' >got
    diff got - <<'ENDS'
1 amazon checkmate 0-1
3 amazon checkmate 1-0
1 amazon stalemate 1/2-1/2
2 antichess stalemate 0-1
5 antichess stalemate 1-0
1 atomic checkmate 1-0
1 atomic royal-taken 0-1
4 atomic royal-taken 1-0
2 berolina checkmate 1-0
1 berolina stalemate 1/2-1/2
2 capablanca checkmate 1-0
1 chigorin checkmate 1-0
1 chigorin stalemate 1/2-1/2
2 gothic checkmate 1-0
1 grand checkmate 1-0
1 grand stalemate 1/2-1/2
1 kingofthehill checkmate 0-1
1 kingofthehill checkmate 1-0
2 kingofthehill hill 0-1
3 kingofthehill hill 1-0
1 kingofthehill stalemate 1/2-1/2
1 knightmate checkmate 0-1
2 knightmate checkmate 1-0
1 knightmate stalemate 1/2-1/2
3 losalamos checkmate 1-0
1 losalamos stalemate 1/2-1/2
1 makruk checkmate 0-1
2 makruk checkmate 1-0
2 makruk stalemate 1/2-1/2
ENDS
}

@test "those games say the same as PGN and back, and are drawn at their ends" {
    said() { cp-validate --strict --warnings all "$1" | jq -c '[.variant, .result, .verdict]'; }
    moves() { cp-convert --style uci "$1" | grep -v '^\['; }
    known >here.pgn
    {
        cp-parse here.pgn | cp-convert --to pgn >there.pgn
        cp-convert --to pgn there.pgn | cmp - there.pgn
        diff <(said here.pgn) <(said there.pgn)
        diff <(moves here.pgn) <(moves there.pgn)
        cp-render --ply last here.pgn >drawn.txt
        cp-render --svg --ply last here.pgn -o '%g.svg'
    } 2>told
    [ ! -s told ]
    [ "$(grep -c '^Last move' drawn.txt)" = 120 ]
    [ "$(grep -l '</svg>' ./*.svg | wc -l)" = 120 ]
}

# refused SLUG...: that each game of stdin is invalid, for these reasons in their order
refused() {
    run -1 --separate-stderr cp-validate
    [[ "$output" != *'"valid":true'* ]]
    [ "$(grep -o '\[[a-z-]*\]$' <<<"$stderr" | tr -d '\n')" = "$(printf '[%s]' "$@")" ]
    [ "$(grep -c '^{' <<<"$output")" = $# ]
}

@test "a king on the hill has won: no other result, and no move after it" {
    refused result-contradicted result-contradicted game-over <<'GAMES'
[Variant "King of the Hill"]

1. e3 a6 2. Ke2 a5 3. Kf3 a4 4. Kf4 Ra5 5. Ke4 0-1

[Variant "King of the Hill"]

1. a3 e5 2. h3 Ke7 3. b3 Ke6 4. c3 Kd5 1/2-1/2

[Variant "King of the Hill"]

1. d4 e5 2. dxe5 Ke7 3. Nc3 Ke6 4. Nf3 Nc6 5. Bg5 Nxe5 6. Nxe5 Kxe5 7. Qd4+ 1-0
GAMES
}

@test "a king that exploded has lost: no other result, and no move after it" {
    refused result-contradicted result-contradicted game-over king-explodes <<'GAMES'
[Variant "Atomic"]

1. Nf3 f6 2. e3 e6 3. Nd4 Bb4 4. c3 Bc5 5. Nc6 d6 6. Nxd8 1/2-1/2

[Variant "Atomic"]

1. e3 Nf6 2. a3 Ng4 3. h3 c5 4. Be2 Nxf2 1-0

[Variant "Atomic"]

1. d4 d5 2. Nc3 Nf6 3. Bg5 c6 4. h3 Nh5 5. Bxe7 Kd7 1-0

[Variant "Atomic"]
[FEN "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"]

1. Kxe2 *
GAMES
}

@test "who has nothing left, or no move, has won Antichess: no other result, and no move after it" {
    refused result-contradicted result-contradicted result-contradicted game-over must-take <<'GAMES'
[Variant "Antichess"]

1. e3 d5 2. Bc4 dxc4 3. Qh5 Qxd2 4. Qxh7 Qxf2 5. Qxg7 Qxg2 6. Qxf7 Qxc2 7. Qxg8
Qxc1 8. Qxc4 Rxh2 9. Qxc7 Rxb2 10. Qxb8 Rxa2 11. Qxb7 Rxa1 12. Qxe7 Bxe7 13. Rh5
Qxe1 14. e4 Qxb1 15. e5 Qxg1 16. Rh4 Bxh4 17. e6 Bxe6 0-1

[Variant "Antichess"]
[FEN "8/2p4k/8/8/8/8/1P6/8 w - - 0 1"]

1. b3 Kg6 2. b4 Kf5 3. b5 Ke4 4. b6 cxb6 1/2-1/2

[Variant "Antichess"]
[FEN "8/p6p/8/8/8/8/7P/8 w - - 0 1"]

1. h3 a6 2. h4 a5 3. h5 a4 4. h6 a3 0-1

[Variant "Antichess"]
[FEN "8/2p4k/8/8/8/8/1P6/8 w - - 0 1"]

1. b3 Kg6 2. b4 Kf5 3. b5 Ke4 4. b6 cxb6 5. b7 1-0

[Variant "Antichess"]

1. h4 a5 2. h5 g5 3. h6 *
GAMES
}

@test "mate is the end in each variant that has it" {
    refused result-contradicted result-contradicted game-over result-contradicted game-over <<'GAMES'
[Variant "knightmate"]

1. e4 e5 2. Bc4 Bc5 3. Kd3 Kd6 4. Qh5 Kxe4 5. Qxe5# 0-1

[Variant "Amazon"]

1. e4 e5 2. Ac3 Ac6 3. Bc4 Bc5 4. Ad5 b6 5. Axf7# 1/2-1/2

[Variant "losalamos"]

1. Nf3 Nc4 2. b3 Nb6 3. Nc3 d4 4. Nxd4 Qd5 5. Ncxb5# Kc6 1-0

[Variant "Makruk"]
[FEN "8/8/8/2k5/8/6R1/7R/K7 w - - 0 1"]

1. Rh4 Kd5 2. Rg5+ Ke6 3. Rh6+ Kf7 4. Rb5 Kg7 5. Ra6 Kf7 6. Rb7+ Ke8 7. Ra8# 0-1

[Variant "Atomic"]
[FEN "k7/8/8/8/8/8/8/K2Q4 w - - 0 1"]

1. Qd7 Kb8 2. Kb2 Ka8 3. Kb3 Kb8 4. Ka3 Ka8 5. Qb7# Kxb7 1/2-1/2
GAMES
}

@test "stalemate is a draw where nothing else is said" {
    refused result-contradicted result-contradicted result-contradicted game-over <<'GAMES'
[Variant "King of the Hill"]

1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3
8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 1-0

[Variant "Makruk"]
[FEN "k7/8/8/1K6/8/2N5/8/8 w - - 0 1"]

1. Ne4 Kb7 2. Nc5+ Ka8 3. Nd7 Ka7 4. Kc6 Ka8 5. Kb6 1-0

[Variant "knightmate"]
[FEN "8/8/1k6/8/8/8/8/3QK3 w - - 0 1"]

1. Kf3 Kc4 2. Kh4 Kb6 3. Kg6 Ka8 4. Kf4 Kc7 5. Kh5 Ka8 6. Qd6 0-1

[Variant "Grand"]
[FEN "10/k9/10/10/10/10/10/10/4K5/3Q6 w - - 0 1"]

1. Kd3 Kb8 2. Kc4 Ka9 3. Kb5 Ka10 4. Qd8 Ka9 5. Kb4 Ka10 6. Qc9 Kb8 1/2-1/2
GAMES
}

@test "a pawn may stay one where it may, and becomes only what was lost where that is the rule" {
    grand() { printf '[Variant "Grand"]\n[FEN "9k/P9/1P8/10/10/10/10/10/%s w - - 0 1"]\n\n%s\n' "$1" "$2"; }
    lost=QNB1KCABN1/R9 whole=RNBQKCABN1/R9
    [[ $(grand $lost '*' | cp-validate --legal) == *'Pa9: a10='*'Pb8: b9(=)'* ]]
    [[ $(grand $whole '*' | cp-validate --legal) == *'Pa9: no legal move'* ]]
    grand $lost '1. b9 Ki9 2. b10=R *' | cp-validate --quiet --strict
    grand $lost '1. a10=R+ Ki9 2. b9 *' | cp-convert --to fen --ply last >last
    [[ $(<last) == 'R9/1P6k1/'* ]]
    run -1 --separate-stderr cp-validate --quiet <<<"$(grand $lost '1. a10 *')"
    [[ "$stderr" == *promotion-missing* ]]
    run -1 --separate-stderr cp-validate --quiet <<<"$(grand $whole '1. a10=R *')"
    [[ "$stderr" == *promotion-limit* ]]
    run -1 --separate-stderr cp-validate --quiet <<<"$(grand $lost '1. a10=Q *')"
    [[ "$stderr" == *promotion-limit* ]]
    run -1 --separate-stderr cp-validate --quiet <<<'[Variant "Makruk"]

1. a4 b5 2. axb5 axb5 3. Nd2 Nd7 4. c4 bxc4 5. dxc4 Nb6 6. c5 h5 7. cxb6 *'
    [[ "$stderr" == *promotion-missing* ]]
    cp-validate --quiet --strict <<<'[Variant "Makruk"]

1. a4 b5 2. axb5 axb5 3. Nd2 Nd7 4. c4 bxc4 5. dxc4 Nb6 6. c5 h5 7. cxb6=M *'
}

@test "who has no move and is not in check has lost, or won, where the variant says so" {
    stuck='[FEN "7k/R7/8/8/8/8/8/K4R2 w - - 0 1"] 1. Rg1'
    sed '/^id:/s/.*/id: own/; /^name:/s/.*/name: Own/; /^aliases/d; /^board/s/$/\nresults: {stalemate: win}/' \
        "$top/schemas/variants/fide.yaml" >own.yaml
    for right in '1-0 chaturanga' '0-1 own' '1/2-1/2 fide'; do
        for result in 1-0 0-1 1/2-1/2; do
            run --separate-stderr cp-validate --variant-file own.yaml <<<"[Variant \"${right#* }\"] $stuck $result"
            [[ $output == *'"outcome":"stalemate","check":false'* ]]
            if [ "$result" = "${right% *}" ]; then
                [ "$status" = 0 ]
                continue
            fi
            [ "$status" = 1 ]
            [[ $stderr == *"$result, but stalemate stands on the board: ${right% *} [result-contradicted]"* ]]
        done
    done
    run --separate-stderr cp-convert --variant-file own.yaml --to icn <<<"[Variant \"own\"] $stuck *"
    [[ $stderr == *'the key results: there stalemate is a draw'*'[left-out]'* ]]
    [ "$(cp-select --ends stalemate --count <<<"[Variant \"chaturanga\"] $stuck 1-0")" = 1 ]
    sed -i 's/stalemate: win/stalemate: lost/' own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'1. e4 *'
    [[ $output == *"'lost' is none of win, loss and draw"* ]]
}

@test "who can take must, where the variant says so, in passing too" {
    judge() { cp-validate <<<"[Variant \"Antichess\"] $1" 2>told >verdict || return 1; }
    judge '1. e3 b5 2. Bxb5 Nf6 3. Bxd7 Bxd7 *'
    for free in '1. e3 b5 2. a3 *=a2-a3' '1. e3 b5 2. Ke2 *=Ke1-e2' \
        '[FEN "8/8/8/8/3p4/8/4P3/7N w - - 0 1"] 1. e4 d3 *=d4-d3' \
        '[FEN "8/P6p/8/8/8/8/6n1/7R w - - 0 1"] 1. a8=K *=a7-a8'; do
        run ! judge "${free%=*}"
        grep -q "who can take must, and this move takes nothing: .*${free##*=} \[must-take\]" told
    done
    judge '[FEN "8/8/8/8/3p4/8/4P3/7N w - - 0 1"] 1. e4 dxe3 *'
    # but not on a square that there is not, whatever a start says
    cat >edge.yaml <<'END'
id: edge
name: Edge
board: plane
border: [-9, 9, -5, 9]
window: (-5,-5) (5,5)
notation: numeric
must: [capture]
pieces:
  K: {name: king, move: K, royal: true}
  N: {name: knight, move: N}
  P: {name: pawn, move: mfWcfFimfW2, en-passant: true, unwritten: true}
setup: {white: {K: "(0,3)"}, black: {K: "(-2,-3)"}}
END
    cp-validate --variant-file edge.yaml --quiet <<<'[Setup "w: P (-2,-5), K (0,3); b: K (-2,-3), P (-1,-5), N (1,-3); turn b; ep (-2,-6)"] 1... N(3,-2) *'
    # who has nothing left, or no move, has won
    judge '[FEN "8/2p5/8/8/8/1P6/8/8 w - - 0 1"] 1. b4 c5 2. bxc5 0-1'
    run ! judge '[FEN "8/8/8/8/8/7p/7P/8 w - - 0 1"] 1/2-1/2'
    grep -q '1/2-1/2, but stalemate stands on the board: 1-0' told
    [ "$(cp-validate --legal <<<'[Variant "Antichess"] 1. e3 b5 *' 2>/dev/null | grep -v '^#\|no legal')" = 'Bf1: xPb5' ]
    [ "$(cp-convert --to pgn <<<'[Variant "Antichess"] [FEN "8/P7/8/8/8/8/7k/8 w - - 0 1"] 1. a8=K *' | grep '^1')" = '1. a8=K *' ]
    sed 's/\[capture\]/[capture, check]/' "$top/schemas/variants/antichess.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *"'check' is nothing that must be done: capture"* ]]
    sed 's/K\]}/K], limited: true}/' "$top/schemas/variants/antichess.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *'promotes without limit'* ]]
    cp-validate --variant-file "$top/schemas/variants/grand.yaml" </dev/null 2>/dev/null |
        grep -q '^White promotes on rank 8 9 10 to .*, and must only on the farthest, of each no more than at the start$'
}

@test "captures explode, where the variant says so, and a king that explodes has lost" {
    judge() { cp-validate <<<"[Variant \"Atomic\"] $1" 2>told >verdict || return 1; }
    judge '[Result "1-0"] 1. Nf3 f6 2. Nd4 e5 3. Ne6 d5 4. Nxd8 1-0'
    grep -q '"outcome":"royal-taken".*"winner":"white"' verdict
    run ! judge '1. Nf3 f6 2. Nd4 e5 3. Ne6 d5 4. Nxd8 0-1'
    run ! judge '1. Nf3 f6 2. Nd4 e5 3. Ne6 d5 4. Nxd8 Kf7 1-0' # it is over
    # the taker goes, too, and pawns around stay
    [ "$(cp-convert --to fen <<<'[Variant "Atomic"] 1. e4 d5 2. exd5 Bf5 3. Nc3 Bxc2 *' 2>/dev/null)" = \
        'rn1qkbnr/ppp1pppp/8/8/8/8/PP1P1PPP/R3KBNR w KQkq - 0 4' ]
    # nobody takes beside the own king, nor with it
    for bad in '4k3/8/8/8/8/8/4p3/4K3 w - - 0 1"] 1. Kxe2' '4k3/8/8/8/8/4K3/4p3/4R3 w - - 0 1"] 1. Rxe2'; do
        run ! judge "[FEN \"$bad *"
        grep -q 'the capture would explode its own king: .*\[king-explodes\]' told
    done
    # beside the other king there is no check; away from it there is
    judge '[FEN "8/8/8/8/8/3rk3/3K4/7R w - - 0 1"] 1. Rh8 *'
    run ! judge '[FEN "8/8/8/8/4k3/3r4/3K4/7R w - - 0 1"] 1. Rh8 *'
    # the same where a variant says of no king that it may be taken
    sed '/^wins:/,/^  black: \[/d; s/^id: .*/id: own/; s/^name: .*/name: Own/; /^aliases/d' \
        "$top/schemas/variants/atomic.yaml" >own.yaml
    for own in "Own --variant-file own.yaml" "Atomic --jobs 1"; do
        # an explosion opens a line, and gives check that way
        cp-validate --strict ${own#* } <<<"[Variant \"${own%% *}\"] [FEN \"4k3/8/8/3pn3/8/5B2/8/4R2K w - - 0 1\"] 1. Bxd5+ *" >verdict
        grep -q '"check":true' verdict
    done
    # out of check by taking beside the other king
    judge '[FEN "k7/p7/8/R7/8/8/3r4/3K4 w - - 0 1"] 1. Rxa7 1-0'
    [ "$(cp-validate --legal <<<'[Variant "Atomic"] [FEN "k7/p7/8/R7/8/8/3r4/3K4 w - - 0 1"] *' | grep -v '^#')" = \
        $'Ra5: xPa7\nKd1: e1, c1' ]
    sed 's/spares: \[P\]/spares: [X]/' "$top/schemas/variants/atomic.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *"own.yaml:"*"'X'"* ]]
    sed 's/^board:.*/board: plane/; s/^notation:.*/notation: letters/' "$top/schemas/variants/atomic.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *'captures explode on a board with edges'* ]]
}

@test "nobody may give check where the variant says so; a king on the last rank wins, unless answered" {
    judge() { cp-validate <<<"[Variant \"${2-Racing Kings}\"] $1" 2>told >verdict || return 1; }
    for bad in '8/8/8/4k3/8/8/8/R6K w - - 0 1"] 1. Ra5' '8/8/4k3/8/4N3/8/8/4R2K w - - 0 1"] 1. Nc3' \
        '8/8/8/8/4k3/8/8/R6K w - - 0 1"] 1. Ra4'; do
        run ! judge "[FEN \"$bad *"
        grep -q 'the move would give check, which nobody may: .*\[check-forbidden\]' told
    done
    run ! judge '[FEN "8/4r3/8/8/4K3/8/k7/8 w - - 0 1"] 1. Ke5 *'
    grep -q '\[king-' told
    # White is there first: Black wins nothing by coming too late, but draws at once
    won='[FEN "8/7K/8/8/8/k7/8/8 w - - 0 1"] 1. Kh8'
    drawn='[FEN "8/k6K/8/8/8/8/8/8 w - - 0 1"] 1. Kh8 Ka8'
    judge "[Result \"1-0\"] $won 1-0"
    grep -q '"outcome":"goal".*"winner":"white"' verdict
    run ! judge "[Result \"1/2-1/2\"] $won 1/2-1/2"
    run ! judge "$won Kb4 1-0" # it is over
    judge "[Result \"1/2-1/2\"] $drawn 1/2-1/2"
    run ! judge "[Result \"1-0\"] $drawn 1-0"
    # Black's own arrival is not answered
    judge '[FEN "8/k6K/8/8/8/8/8/8 b - - 0 1"] 1... Ka8 0-1'
    # of what a pawn may become, only what gives no check
    sed 's/^checks:.*//; s/^id: .*/&\nchecks: forbidden/; s/^id: fide/id: own/; s/^name: .*/name: Own/
        s/^aliases.*//; s/^assumed.*//' "$top/schemas/variants/nocastle.yaml" | sed 's/^id: nocastle/id: own/' >own.yaml
    [ "$(cp-validate --variant-file own.yaml --perft 1 <<<'[Variant "Own"] [FEN "k7/8/8/8/8/8/7P/7K w - - 0 1"] *' |
        grep -v '^#')" = '1 4' ]
    [ "$(cp-validate --variant-file own.yaml --perft 1 <<<'[Variant "Own"] [FEN "7k/1P6/8/8/8/8/7p/7K w - - 0 1"] *' |
        grep -v '^#')" = '1 4' ]
    sed 's/^board:.*/board: plane/; s/^notation:.*/notation: letters/' "$top/schemas/variants/racingkings.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *'checks are forbidden on a board with edges'* ]]
    sed 's/^checks:.*/checks: never/' "$top/schemas/variants/racingkings.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *"'never'"*'neither allowed nor forbidden'* ]]
    printf '[mine:chess]\nchecking = false\n\n[late:racingkings]\nflagMove = false\n' >two.ini
    cp-validate --variant-file two.ini --show-variant mine | grep -qx 'checks: forbidden'
    [ "$(cp-validate --variant-file two.ini --show-variant late | grep -c "^checks: forbidden$")" = 1 ]
}

@test "of several royal pieces only the last must not be left attacked, or all at once, where the variant says so" {
    judge() { cp-validate --variant-file "$top/testdata/variants/fine/royals-last.yaml" \
        <<<"[Variant \"${2-Spartan Chess}\"] $1" 2>told >verdict || return 1; }
    # two kings: one may be taken, and both may not stand attacked
    judge '[FEN "k6k/8/8/8/8/8/8/4K2R w - - 0 1"] 1. Rxh8+ *'
    judge '[FEN "k6k/8/8/8/8/8/R7/4K2R b - - 0 1"] 1... Kb8 *'
    run ! judge '[FEN "k6k/8/8/8/8/8/R7/4K2R b - - 0 1"] 1... Ka7 *'
    grep -q '\[king-left-in-check\]' told
    run ! judge '[FEN "k7/8/8/8/8/8/8/R5K1 w - - 0 1"] 1. Rxa8 *'
    grep -q '\[start-king-capturable\]' told
    # mate of both, and of the one that is left
    for mates in '[FEN "k6k/hh4hh/8/Q7/8/8/8/4K3 w - - 0 1"] 1. Qd8#' \
        '[FEN "k6k/hh4h1/8/8/8/8/8/4K2R w - - 0 1"] 1. Rxh8#'; do
        judge "[Result \"1-0\"] $mates 1-0"
        grep -q '"outcome":"checkmate"' verdict
        run ! judge "[Result \"0-1\"] $mates 0-1"
    done
    # a king again, while there are not two of them
    judge '[FEN "k7/8/8/8/8/8/2h5/6K1 b - - 0 1"] 1... Hb1=K *'
    run ! judge '[FEN "k6k/8/8/8/8/8/2h5/6K1 b - - 0 1"] 1... Hb1=K *'
    grep -q '\[promotion-limit\]' told
    run ! judge '[FEN "k7/8/8/8/8/8/2h5/R5K1 b - - 0 1"] 1... Hb1=K *'
    # of which none is in check while there are two
    two='[FEN "4k3/8/8/8/8/8/p6r/K3K3 w - - 0 1"]'
    judge "$two 1. Kf1 Rh1 2. Kf2 Rxa1 *" 'Royals Last'
    run ! judge "$two 1. Kf1 Rh1 2. Kf2 Rxa1 3. Kg1 *" 'Royals Last'
    judge '[FEN "4k3/8/8/8/8/8/p7/3K4 b - - 0 1"] 1... a1=Q+ *' 'Royals Last'
    judge '[FEN "4k3/7P/8/8/8/8/8/r3K3 w - - 0 1"] 1. h8=K *' 'Royals Last'
    run ! judge '[FEN "4k3/7P/8/8/8/8/8/r3K3 w - - 0 1"] 1. h8=Q *' 'Royals Last'
    # no game brings this with it
    run ! judge '[Rules "royals: last"] *' FIDE
    run ! judge '[Rules "wins: {white: royal-taken}"] *'
}

@test "kings castle with each of several kinds, where the variant says so" {
    way='[FEN "c3k2r/8/8/8/8/8/8/C3K2R w KQkq - 0 1"]'
    cp-validate --quiet --strict <<<"[Variant \"Perfect Chess\"] $way 1. O-O-O O-O *"
    [ "$(cp-convert --to fen --ply last <<<"[Variant \"Perfect Chess\"] $way 1. O-O-O O-O *" 2>/dev/null)" = \
        'c4rk1/8/8/8/8/8/8/2KC3R w - - 2 2' ]
    cp-validate --variant-file "$top/schemas/variants/perfect.yaml" </dev/null 2>/dev/null |
        grep -qx 'castling right: king to file 7, C or R to file 6'
    sed 's/\[R, C\]/[R, P, 7]/' "$top/schemas/variants/perfect.yaml" >own.yaml
    run -2 cp-validate --variant-file own.yaml <<<'*'
    [[ $output == *'no king castles with this: the pawn'*'a list of letters holds a number'* ]]
    printf '[two:chess]\nchancellor = c\ncastlingRookPieces = rc\n' >two.ini
    cp-validate --variant-file two.ini --show-variant two | grep -q 'castling: {partner: \[R, C\], '
}

@test "an army bound to a colour castles farther to the left, and only that one" {
    judge() { cp-validate <<<"[Variant \"${2-cwda}\"] [FEN \"$1 *" 2>told >verdict || return 1; }
    last() { cp-convert --to fen <<<"[Variant \"$1\"] [FEN \"$2\"] $3 *" 2>told; }
    way='d3k2d/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    [ "$(last cwda "$way" '1. O-O O-O-O')" = '1kd4d/8/8/8/8/8/8/R4RK1 w - - 2 2' ]
    [ "$(last cwda "$way" '1. O-O-O O-O')" = 'd4dk1/8/8/8/8/8/8/2KR3R w - - 2 2' ]
    [ "$(last cwda-clobberers-knights 'g3k2g/8/8/8/8/8/8/D3K2D w KQkq - 0 1' '1. O-O-O O-O-O')" = \
        '2kg3g/8/8/8/8/8/8/1KD4D w - - 2 2' ]
    [ "$(last cwda-clobberers-rookies 's3k2s/8/8/8/8/8/8/D3K2D b KQkq - 0 1' '1... O-O-O 2. O-O-O')" = \
        '2ks3s/8/8/8/8/8/8/1KD4D b - - 2 2' ]
    # on its way nothing may stand, and it may not be attacked: to the b-file here, and not there
    judge 'd3k2d/8/8/8/8/8/8/K7 b kq - 0 1"] 1... O-O-O' && judge '1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1"] 1. O-O-O'
    run ! judge 'd3k3/8/8/8/8/8/8/KR6 b q - 0 1"] 1... O-O-O'
    grep -q castling-through-check told
    run ! judge 'dw2k3/8/8/8/8/8/8/K7 b q - 0 1"] 1... O-O-O'
    grep -q castling-blocked told
    # as the king's move, which says where it ends; the same in every style, and back
    for castled in O-O-O e8b8 Ke8-b8 e8a8 Ke8b8; do
        [ "$(last cwda "$way" "1. e1g1 $castled")" = '1kd4d/8/8/8/8/8/8/R4RK1 w - - 2 2' ]
    done
    for bad in '1. Ke1-b1' '1. O-O Ke8-c8'; do run ! judge "$way\"] $bad"; done
    printf '[Variant "cwda"]\n[FEN "%s"]\n\n1. O-O O-O-O *\n' "$way" | cp-convert --to pgn >game.pgn
    grep -q '^1. O-O O-O-O \*' game.pgn
    cp-parse game.pgn | cp-convert --to pgn | cmp - game.pgn
    cp-convert --style uci game.pgn | tee game.uci | grep -q '^1. e1g1 e8b8 \*'
    cp-convert --to pgn game.uci | cmp - game.pgn
    cp-convert --to json game.pgn | cp-convert --to yaml | cp-convert --to pgn | cmp - game.pgn
}

@test "a variants.ini castles as its parent does, on each side, but where it says itself" {
    cat >own.ini <<'END'
[none:cwda]
promotionPieceTypes = q

[start:cwda]
startFen = d3k2d/4p3/8/8/8/8/8/R3K2R w KQkq - 0 1

[long:cwda]
castlingQueensideFile = d

[both:long]
castlingKingsideFile = f
END
    shows() { # SECTION CASTLING LINES: so many when it is explained
        cp-validate --variant-file own.ini --show-variant "$1" >shown
        tr -d ' "' <shown | grep -Fx "castling:$2"
        # what is shown loads to the same
        cp-validate --variant-file shown </dev/null 2>told >loaded
        grep '^castling left' loaded
        [ "$(grep -c '^castling' loaded)" = "$3" ]
    }
    shows none '{partner:[R,D],kingside:[7,6],queenside:{white:[3,4],black:[2,3]}}' 3
    shows start '{partner:[R,D],kingside:[7,6],queenside:{white:[3,4],black:[2,3]}}' 3
    shows long '{partner:[R,D],kingside:[7,6],queenside:[4,5]}' 2
    shows both '{partner:[R,D],kingside:[6,5],queenside:[4,5]}' 2
    game='[FEN "d3k2d/4p3/8/8/8/8/8/R3K2R w KQkq - 0 1"] 1. O-O O-O-O *'
    last() { cp-convert --variant-file own.ini --to fen <<<"[Variant \"$1\"] $game" 2>told; }
    [ "$(last start)" = "1kd4d/4p3/8/8/8/8/8/R4RK1 w - - 2 2" ]
    [ "$(last both)" = "3kd2d/4p3/8/8/8/8/8/R3RK2 w - - 2 2" ]
}

@test "they are played only where a game names them" {
    run --separate-stderr cp-validate --quiet <<<'1. Ag3 Cg6 *'
    [[ "$stderr" != *capablanca* ]]
    run -0 --separate-stderr cp-validate --quiet <<<'1. e4 e5 2. Nf3 *'
    [ -z "$stderr" ]
}

@test "a variants.ini brings several variants: a tag or --variant chooses, and each can be had as YAML" {
    cat >x.ini <<'INI'
# two that can be played, one that cannot
[kings:chess]
king = k:KN
[tiny]
king = k
rook = r
pawn = p
maxFile = 4
maxRank = 5
startFen = kr2/pp2/4/2PP/2RK w - - 0 1
promotionPieceTypes = r
promotionRegionWhite = *5
doubleStep = false
[drops:kings]
pieceDrops = true
INI
    printf '[Variant "kings"]\n\n1. Kd3 *\n\n[Variant "tiny"]\n\n1. c3 *\n' >good.pgn
    cp-validate --strict --quiet --variant-file x.ini good.pgn
    printf '1. Kd3 *\n' >bare.pgn
    cp-validate --strict --quiet --variant-file x.ini --variant kings bare.pgn
    for id in kings tiny; do
        cp-validate --variant-file x.ini --show-variant $id >$id.yaml
        cp-validate --strict --quiet --variant-file $id.yaml good.pgn || [ $? = 1 ] # without the other
        diff <(printf '[Variant "%s"]\n\n*\n' $id | cp-validate --perft 3 --variant-file x.ini) \
            <(printf '[Variant "%s"]\n\n*\n' $id | cp-validate --perft 3 --variant-file $id.yaml)
    done
    printf '[Variant "drops"]\n\n1. Kd3 *\n' >bad.pgn
    run -1 --separate-stderr cp-validate --quiet --variant-file x.ini bad.pgn
    [[ "$stderr" == *'[variant-unknown]'*'x.ini:15:1: it is refused there for this: pieceDrops: pieces in hand'* ]]
    run -2 --separate-stderr cp-validate --quiet --variant-file x.ini --variant drops bare.pgn
    [[ "$stderr" == *x.ini:15:1:*pieceDrops* ]]
    run -2 --separate-stderr cp-validate --variant-file x.ini --show-variant drops
    [[ "$stderr" == *x.ini:15:1:*pieceDrops* ]]
    run -0 --separate-stderr cp-validate --variant-file x.ini </dev/null
    [[ "$stderr" == *'x.ini:15:1: note: a variant of this file cannot be played here: drops: pieceDrops: '*'[variant-section]'*'x.ini: 2 of 3 variants' ]]
}

@test "a variant of an ini that is refused is not played by the bundled one's rules, and may be the bundled one's" {
    printf '[gardner]\nking = k\ntwoBoards = true\n' >x.ini
    run -2 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn # none is left
    [[ "$stderr" == *'no variant in it can be played here [file-bad]'*x.ini:3:1:*'gardner: twoBoards'* ]]
    printf '[gardner]\nking = k\ntwoBoards = true\n[fine:chess]\n' >x.ini
    printf '[Variant "gardner"]\n\n1. a3 *\n' >g.pgn
    cp-validate --quiet g.pgn
    run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
    [[ "$stderr" == *x.ini:3:1:*twoBoards* ]]
    # by another name of the bundled one, on either side
    printf '[minichess]\nking = k\ntwoBoards = true\n[fine:chess]\n' >x.ini
    for name in minichess gardner; do
        printf '[Variant "%s"]\n\n1. a3 *\n' $name >g.pgn
        cp-validate --quiet g.pgn
        run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
        [[ "$stderr" == *x.ini:3:1:*twoBoards* ]]
    done
}

@test "a variants.ini that begins without a section, or has too many, is refused whole" {
    printf 'king = k\n[a:chess]\n' >x.ini
    run -2 --separate-stderr cp-validate --variant-file x.ini </dev/null
    [[ "$stderr" == *'x.ini:1:1: '*'this stands before the first section [file-bad]'* ]]
    for ((i = 0; i < 2049; i++)); do printf '[v%d:chess]\n' $i; done >x.ini
    run -2 --separate-stderr cp-validate --variant-file x.ini </dev/null
    [[ "$stderr" == *'it has 2049 variants, and 2048 may be read [file-bad]'* ]]
}

@test "a section whose start no game could have is refused, at its start" {
    printf '[fine:chess]\n[bad:chess]\nstartFen = 8/8/8/8/8/8/8/K7 w - - 0 1\n' >x.ini
    run -0 --separate-stderr cp-validate --variant-file x.ini </dev/null
    [[ "$stderr" == *'x.ini:3:1: note: '*'bad: '*'x.ini: 1 of 2 variants' ]]
}

@test "of two sections, one refused, the other is not what games without a name are played by" {
    printf '[mine:chess]\nking = k:KN\n[drops:chess]\npieceDrops = true\n' >x.ini
    printf '1. Nf3 Nf6 2. Kd3 *\n' >g.pgn
    run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
    [[ "$stderr" == *g.pgn:1:* ]]
}

# bats test_tags=all
@test "a table of counts is judged: agrees, differs, refused, unknown" {
    printf '[mine:chess]\nking = k:KN\n[drops:chess]\npieceDrops = true\n' >x.ini
    fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    { printf 'variant\tfen\tdepth\tnodes\n'
      printf '%s\t%s\t%s\t%s\n' chess "$fen" 1 20 chess "$fen" 2 400 chess "$fen" 9 9999999 kingofthehill "$fen" 1 21 \
          mine "$fen" 1 22 drops "$fen" 1 20 nobody "$fen" 1 20; } >counts.tsv
    run -1 "$top/scripts/judge-variants" counts.tsv x.ini
    printf '%s\n' "$output" >got
    diff got - <<'SAID'
chess	agrees
kingofthehill	differs	depth 1 wanted 21 got 20
mine	agrees
drops	refused	pieceDrops: pieces in hand are dropped on the board
nobody	unknown
# agrees: 2
# differs: 1
# refused: 1
# unknown: 1
SAID
    grep -v kingofthehill counts.tsv | "$top/scripts/judge-variants" /dev/stdin |
        grep -qx '# no variants.ini was given: what needs one was skipped'
}

@test "who comes to its goal has won, at once or unless it is answered" {
    judge() { cp-validate <<<"[Variant \"$1\"] $2" 2>told >verdict || return 1; }
    near='[FEN "8/P6p/8/8/8/8/p6P/8 w - - 0 1"]'
    judge Breakthrough "$near 1. a8 1-0"
    grep -q '"outcome":"goal","check":false,"winner":"white"' verdict
    run ! judge Breakthrough "$near 1. a8 0-1"
    grep -q '0-1, but goal stands on the board: 1-0 \[result-contradicted\]' told
    run ! judge Breakthrough "$near 1. a8 a1 *"
    judge Breakthrough "$near 1. h3 a1 0-1"
    [[ $(cp-validate --legal <<<"[Variant \"Breakthrough\"] $near 1. a8 *" 2>/dev/null) == *', but White has won' ]]
    [ "$(cp-select --ends goal --count <<<"[Variant \"Breakthrough\"] $near 1. a8 1-0")" = 1 ]
    # it may be taken where the other side has one more move; else the game is over
    middle='[FEN "9/9/3n5/9/9/9/3N5/9/8N w - - 0 1"]'
    judge 'Jeson Mor' "$middle 1. Ne5 Nb6 1-0"
    run ! judge 'Jeson Mor' "$middle 1. Ne5 Nb6 2. Ng3 *"
    judge 'Jeson Mor' "$middle 1. Ne5 Nxe5 2. Ng2 0-1"
}

@test "who has too few pieces of a kind, one alone, or is mated has lost or won, as its variant says" {
    judge() { cp-validate "${own[@]}" <<<"[Variant \"$1\"] $2" 2>told >verdict || return 1; }
    own=()
    bare='[FEN "7k/6r1/8/8/8/8/8/K5R1 w - - 0 1"] 1. Rxg7'
    judge Shatranj "$bare Kxg7 *"
    judge Shatranj '[FEN "7k/6r1/8/8/8/8/1P6/K5R1 w - - 0 1"] 1. Rxg7 1-0'
    grep -q '"outcome":"goal","check":false,"winner":"white"' verdict
    run ! judge Shatranj '[FEN "7k/6r1/8/8/8/8/1P6/K5R1 w - - 0 1"] 1. Rxg7 Kxg7 1/2-1/2'
    judge Shatranj '[FEN "5k2/6r1/8/8/8/8/8/K5R1 b - - 0 1"] 1... Rxg1+ 0-1'
    mate='1. f3 e5 2. g4 Qh4#'
    judge Misere "$mate 1-0"
    run ! judge Misere "$mate 0-1"
    grep -q '0-1, but checkmate stands on the board: 1-0' told
    own=(--variant-file "$top/testdata/variants/fine/extinct.yaml")
    judge Extinct '1. Rxa8 0-1'
    grep -q '"outcome":"goal"' verdict
    run ! judge Extinct '1. Rxa8 1-0'
    grep -q '1-0, but goal stands on the board: 0-1' told
}

@test "goals and results of a variants.ini are ours" {
    printf '[far:chess]\nflagPiece = p\nflagRegionWhite = *6 a5\nflagRegionBlack = *3\nflagPieceSafe = true\nstalemateValue = loss\n' >far.ini
    cp-validate --variant-file far.ini --show-variant far >far.yaml
    grep -q 'wins: {goal: {white: \[6, a5\], black: \[3\], pieces: P, count: 1, safe: true}}' far.yaml
    grep -q 'results: {stalemate: loss, checkmate: loss}' far.yaml
    run -0 cp-validate --variant-file far.ini <<<'[Variant "far"] 1. b4 h6 2. b5 h5 3. b6 *'
    run -1 cp-validate --quiet --variant-file far.ini <<<'[Variant "far"] 1. a4 h6 2. a5 g6 *'
}

@test "a pawn goes two steps and three from the squares that the variant says, and is taken on each that it passed" {
    judge() { cp-validate --quiet --strict <<<"[Variant \"$1\"] $2 *"; }
    judge torpedo '1. a4 b6 2. a6 b4'
    judge semitorpedo '1. a3 b6 2. a5 bxa5'
    run -1 judge semitorpedo '1. a4 b6 2. a6'
    printf '[Variant "wildebeest"]\n[FEN "5k5/11/11/11/11/11/2p8/11/3P7/5K5 w - - 0 1"]\n\n1. d5 cxd3 *\n' >w.pgn
    cp-validate --quiet w.pgn
    printf '[Variant "wildebeest"]\n[FEN "5k5/11/11/11/11/2p8/11/11/3P7/5K5 w - - 0 1"]\n\n1. d5 *\n' >w.pgn
    [[ $(cp-convert --to fen --ply last w.pgn) == *' b - d4d3 0 1' ]]
}

@test "no piece leaves its zone, and a soldier of Xiangqi goes sideways beyond the river only" {
    cp-validate --quiet --strict <<<'[Variant "Xiangqi"]

1. a5 a6 2. axa6 Ade9 3. ab6 *'
    for moves in '1. a5 a6 2. ab5' '1. Ade2 a6 2. Kd1 a5 3. Bca3 i6 4. Kc1' '1. Ade2 a6 2. Ad3 a5 3. Cc3 i6 4. Ac2' \
        '1. Bce3 a6 2. Bc5 a5 3. Ra2 i6 4. Be7'; do
        run -1 --separate-stderr cp-validate --quiet <<<"[Variant \"Xiangqi\"]

$moves *"
        [[ "$stderr" == *"[cannot-reach]"* ]]
    done
}

@test "an ini says from which squares pawns go two steps, on several ranks, on some files, and below a parent that says it" {
    printf '%s\n' '[semi:chess]' 'doubleStepRegionWhite = *2 *3' 'doubleStepRegionBlack = *7 *6' \
        '[few:chess]' 'doubleStepRegionWhite = a2 e2' '[late:chess]' 'doubleStepRegionWhite = -' \
        'doubleStepRegionBlack = *6 *7' '[far:torpedo]' 'doubleStepRegionWhite = *2 *3' >x.ini
    count() { printf '[Variant "%s"]\n\n*\n' "$1" | cp-validate --perft "$2" --variant-file x.ini | grep "^$2 "; }
    [ "$(count semi 4)" = '4 203775' ] # as published for Semi-torpedo
    [ "$(count few 1)" = '1 14' ]
    [ "$(count late 2)" = '2 240' ]
    cp-validate --show-variant few --variant-file x.ini | grep -F 'first-step: {white: a2 e2, black: a7-h7}'
    cp-validate --show-variant late --variant-file x.ini | grep -F 'first-step: {black: a6-h6 a7-h7}'
    cp-validate --show-variant far --variant-file x.ini | grep -F 'first-step: {white: a2-h2 a3-h3, black: a1-h8}'
    judge() { cp-validate --variant-file x.ini <<<"[Variant \"semi\"] $1" 2>told >verdict || return 1; }
    judge '1. a3 h6 2. a5 *'
    not judge '1. a3 h6 2. a5 h5 3. a7 *'
    not judge '1. a3 h6 2. a4 h5 3. a6 *'
}

@test "a hop over nothing is told as one" {
    refused no-hurdle <<'GAMES'
[Variant "Xiangqi"]

1. Cxb8 *
GAMES
}

@test "kinds whose last pieces are royal, all of them, for the whole game: what a variants.ini says so is ours" {
    cat >x.ini <<'INI'
[one:chess]
king = -
commoner = k
castling = false
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
[two:one]
startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1
extinctionPieceCount = 1
[last:two]
extinctionPieceCount = 0
[duple:last]
dupleCheck = true
[unequal:chess]
amazon = m
startFen = 3mm3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
extinctionValue = loss
extinctionPieceTypes = m
extinctionPseudoRoyal = true
[other:two]
startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1
extinctionPieceTypes = kq
extinctionPieceCount = 0
[becomes:one]
promotionPieceTypes = kq
[bursts:nocheckatomic]
extinctionPseudoRoyal = true
INI
    said() { cp-validate --variant-file x.ini --show-variant "$1" | grep -qE "$2"; }
    said one 'K: .*royal: true' && ! said one 'royals: any'
    said two 'K: .*royal: true' && said two 'royals: any'
    said bursts 'wins: .*white: .?checkmate, royal-taken'
    said last '^royals: last' && said duple '^royals: all' && said unequal '^royals: last' && ! said unequal extinct
    # a leap to where a path comes, too, or is stopped before, is told once
    sed 's/amazon = m/customPiece1 = m:QNAD/' x.ini >leaps.ini
    [ "$(cp-validate --variant-file leaps.ini --perft 2 <<<'[Variant "unequal"] *' | grep -v '^#')" = $'1 20\n2 834' ]
    for v in other becomes; do
        run -2 --separate-stderr cp-validate --variant-file x.ini --show-variant $v
        [[ $stderr == *'extinctionPseudoRoyal = true: the last of a kind would be royal, and not all'* ]]
    done
    game() { printf '[Variant "%s"]\n[Result "%s"]\n\n%s %s\n' "$1" "$2" "$3" "$2" | cp-validate --variant-file x.ini --quiet; }
    game one 0-1 '1. f3 e5 2. g4 Qh4#'
    run -1 --separate-stderr game one 1-0 '1. f3 e5 2. g4 Qh4#'
    [[ $stderr == *'[result-contradicted]'* ]]
    run -1 --separate-stderr game one '*' '1. e4 e5 2. f4 Qh4+ 3. a3'
    [[ $stderr == *'[king-left-in-check]'* ]]
}

@test "what a variants.ini says of extinction, of captures that must be, of goals that may be answered is ours" {
    cat >x.ini <<'INI'
[rooks:chess]
extinctionValue = win
extinctionPieceTypes = rq
extinctionPieceCount = 1
extinctionOpponentPieceCount = 2
[bare:chess]
extinctionValue = loss
extinctionPieceTypes = *
extinctionPieceCount = 1
extinctionOpponentPieceCount = 2
extinctionClaim = true
[takers:chess]
king = -
commoner = k
castling = false
mustCapture = true
mandatoryPawnPromotion = false
immobilityIllegal = true
[race:chess]
flagPieceWhite = k
flagPieceBlack = k
flagRegion = *8
flagMove = true
[crossing:kingofthehill]
flagRegionWhite = *5
flagRegionBlack = *4
[small:breakthrough]
maxRank = 6
startFen = pppppppp/8/8/8/8/PPPPPPPP w 0 1
[anti:antichess]
stalemateValue = loss
[mor:jesonmor]
stalemateValue = loss
[two:shatranj]
extinctionPieceCount = 2
[stays:chess]
mandatoryPawnPromotion = false
[kinds:chess]
extinctionValue = loss
extinctionPieceTypes = q*
[sides:chess]
flagPieceWhite = k
flagPieceBlack = p
flagRegion = *5
INI
    said() { cp-validate --variant-file x.ini --show-variant "$1" | grep -qFx "$2"; }
    said rooks 'wins: {extinct: {pieces: [R, Q], count: 1, others: 2, result: win}}'
    said bare 'results: {stalemate: draw, checkmate: loss, bare-king: loss}'
    said takers 'must: [capture]'
    said takers 'royals: any'
    said takers 'promotion: {white: [8], black: [1], to: [Q, R, B, N], optional: true}'
    said race 'wins: {goal: {white: [8], black: [8], pieces: K, count: 1, safe: false, answered: white}}'
    said crossing 'wins: {goal: {white: [5], black: [4], pieces: K, count: 1, safe: false}}'
    said mor 'wins: {goal: {white: [e5], black: [e5], pieces: N, count: 1, safe: false, answered: [white, black]}}'
    said anti 'must: [capture]'
    said anti 'results: {stalemate: loss, checkmate: loss}'
    refused() { run -2 --separate-stderr cp-validate --variant-file x.ini --show-variant "$1"; [[ "$stderr" == *"$2"* ]]; }
    refused two 'extinctionClaim = true: it is for who has one piece left against two'
    refused stays 'mandatoryPawnPromotion = false: a pawn could stay where it never moves again'
    refused kinds 'extinctionPieceTypes = q*: single kinds, and all together'
    refused sides "flagPieceBlack = p: the sides' goals are for different pieces"
    said small 'wins: {goal: {white: [8], black: [1], pieces: P, count: 1, safe: false}}'
    cp-validate --quiet --variant-file x.ini <<<'[Variant "rooks"] [FEN "r3k3/8/8/8/8/8/8/R2QK3 w - - 0 1"] 1. Rxa8# 0-1'
    run ! cp-validate --quiet --variant-file x.ini <<<'[Variant "takers"] 1. e4 d5 2. a3 *'
}

@test "a position that comes back ends the game as its variant says, or never" {
    judge() { cp-validate "${own[@]}" <<<"[Variant \"$1\"] $2" 2>told >verdict || return 1; }
    own=(--variant-file "$top/testdata/variants/fine/repetition.yaml")
    back='1. Rb1 Rb8 2. Ra1 Ra8'
    judge Repetition "$back 0-1"
    grep -q '"outcome":"threefold","check":false,"winner":"black"' verdict
    run ! judge Repetition "$back 1-0"
    grep -q '1-0, but threefold stands on the board: 0-1' told
    run ! judge Repetition "$back 3. Rb1 *"
    grep -q 'game-over' told
    judge Repetition '1. Rb1 Rb8 2. Ra1 *'
    sed 's/times: 2, result: loss/times: 3/' "$top/testdata/variants/fine/repetition.yaml" >three.yaml
    own=(--variant-file three.yaml)
    judge Repetition "$back 3. Rb1 Rb8 4. Ra1 Ra8 1/2-1/2"
    run ! judge Repetition "$back 3. Rb1 Rb8 4. Ra1 Ra8 1-0"
    sed 's/{times: 3}/none/' three.yaml >none.yaml
    own=(--variant-file none.yaml)
    judge Repetition "$back 3. Rb1 Rb8 4. Ra1 Ra8 5. Rb1 Rb8 6. Ra1 Ra8 7. Rb1 Rb8 8. Ra1 Ra8 9. Rb1 1-0"
    grep -q '"outcome":"none".*"threefold_since":null,"fivefold_since":null' verdict
    [ ! -s told ]
}

@test "a piece may have the letter O beside castling" {
    printf '[Variant "cwda-fide-knights"]\n\n1. Nf3 e6 2. g3 Oe7 3. Bg2 If6 4. O-O Hg6 5. a3 O-O 6. a4 Od8 *\n' >o.pgn
    cp-validate --strict --warnings all o.pgn | jq -e .verdict.valid
    cp-convert --to json o.pgn | cp-convert --to pgn | grep '^1' | cmp - <(grep '^1' o.pgn)
    sed 's/O-O/0-0/g; s/Oe7/Od8-e7/' o.pgn | cp-convert --to pgn | grep '^1' | cmp - <(grep '^1' o.pgn)
    printf '[Variant "cwda-fide-knights"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8=O+ Kd7 2. O-O *\n' >p.pgn
    cp-convert --to fen --ply 1 p.pgn | grep '^O3k3/'
    run -1 --separate-stderr cp-validate --quiet p.pgn
    [[ "$stderr" == *"[castling-forfeited]"* ]]
}

@test "a goal whose squares are full may be reached by one piece of several" {
    judge() { cp-validate --variant-file full.yaml <<<"[Variant \"Full\"] $1" 2>told >verdict || return 1; }
    cp "$top/testdata/variants/fine/full.yaml" .
    judge '1. b2 Kb3 2. a3 1-0'
    grep -q '"outcome":"goal","check":false,"winner":"white"' verdict
    run ! judge '1. b2 Kb3 2. a3 0-1'
    grep -q '0-1, but goal stands on the board: 1-0' told
    run ! judge '1. b2 Kb3 2. a3 b2 *'
    sed -i 's/, full: true//' full.yaml
    judge '1. b2 Kb3 2. a3 b2 *'
}

# bats test_tags=all
@test "what a variants.ini says of repetition, zones, soldiers, kings face to face and full goals is ours" {
    cat >x.ini <<'INI'
[never:chess]
nFoldRule = 0
[once:never]
nFoldRule = 2
nFoldValue = loss
[usual:once]
nFoldRule = 3
nFoldValue = draw
[odd:chess]
nFoldRule = 1
[face:chess]
flyingGeneral = true
mobilityRegionBlackKing = *7 *8
mobilityRegionWhiteQueen = -
enPassantRegionWhite = *6
enPassantRegionBlack = -
[nowhere:chess]
enPassantRegion = -
[low:xiangqi]
flyingGeneral = false
soldierPromotionRank = 5
mobilityRegionWhiteFers = *1
[army:chess]
customPiece1 = s:mfWcfF
startFen = ssssksss/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
promotionPawnTypesBlack = s
nMoveRuleTypesBlack = s
[mixed:army]
startFen = ssssksss/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
[counts:chess]
nMoveRuleTypes = pn
[full:breakthrough]
flagPieceCount = 2
flagPieceBlockedWin = true
[region:chess]
mobilityRegionWhiteDragonKing = *1
INI
    said() { cp-validate --variant-file x.ini --show-variant "$1" | grep -F -- "$2"; }
    refused() { run -2 --separate-stderr cp-validate --variant-file x.ini --show-variant "$1"; [[ "$stderr" == *"$2"* ]]; }
    said never 'repetition: none'
    said once 'repetition: {times: 2, result: loss}'
    run ! said usual repetition
    refused odd '1 is not within 2 and 4096'
    said face 'move: "KkR", royal: true, zone: {white: a1-h8, black: a7-h7 a8-h8}'
    said face 'Q: {name: "queen", move: "Q"}'
    said face 'en-passant: {white: a6-h6}'
    said nowhere 'en-passant: {}'
    said low 'move: "W", royal: true, zone: {white: d1-f3, black: d8-f10}'
    said low 'move: "fWisW", unwritten: true, first-step: {white: a5-i10, black: a1-i6}'
    said low 'move: "F", zone: {white: a1-i1, black: d8-f10}'
    said army 'promotes: true' | grep -c . | grep -x 2
    refused mixed 'promotionPawnTypesBlack = s: a piece promotes on one side only, and both have it'
    refused counts 'nMoveRuleTypes = pn: what promotes begins the count anew, and nothing else'
    said full 'count: 2, safe: false, full: true}'
    refused region 'mobilityRegionWhiteDragonKing: the format has no such key'
    judge() { cp-validate --quiet --variant-file x.ini <<<"[Variant \"$1\"] $2"; }
    judge once '1. Nf3 Nf6 2. Ng1 Ng8 0-1'
    run ! judge once '1. Nf3 Nf6 2. Ng1 Ng8 1-0'
    run ! judge face '1. e4 d6 2. e5 Kd7 3. a3 Kc6 *'
    judge face '1. e4 a6 2. e5 d5 3. exd6 Kd7 4. a3 Ke8 *'
    run ! judge nowhere '1. e4 a6 2. e5 d5 3. exd6 *'
}

@test "a pawn of Pawnback goes back, not to its first rank, and two steps again; a dragon bishop's step can be blocked" {
    judge() { cp-validate --quiet --strict <<<"[Variant \"$1\"] $2 *"; }
    judge Pawnback '1. e4 d5 2. e3 d6 3. e2 d5 4. e4 dxe4'
    judge Pawnback '1. a3 d5 2. a2 d4 3. e4 dxe3'
    run ! judge Pawnback '1. e3 d5 2. e2 d4 3. e1'
    judge Paradigm '1. f3 e5 2. Be3'
    run ! judge Paradigm '1. e4 e5 2. Be3'
}

@test "who must take in Losers still saves the king first; who is mated, bared or without a move has won" {
    judge() { cp-validate <<<"[Variant \"Losers\"] $1" 2>told >verdict || return 1; }
    judge '1. e4 d5 2. exd5 Qxd5 3. Nc3 *'
    run ! judge '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *'
    grep -q 'who can take must, and this move takes nothing: Qa5: Qd5-a5 \[must-take\]' told
    # the bishop is pinned and cannot take; castling takes nothing
    judge '[FEN "4r1k1/8/8/8/1p6/8/3pB3/4K3 w - - 0 1"] 1. Kxd2 *'
    judge '[FEN "4r1k1/8/8/8/8/3p4/4B3/4K3 w - - 0 1"] 1. Kd1 *'
    run ! judge '[FEN "6k1/8/8/8/8/p7/1P6/R3K3 w Q - 0 1"] 1. O-O-O *'
    grep -q '\[must-take\]' told
    judge '[FEN "6k1/8/8/8/8/p7/1P6/R3K3 w Q - 0 1"] 1. bxa3 *'
    # whose king is mated, who has nothing else left, who has no move
    judge '1. f3 e5 2. g4 Qh4# 1-0'
    run ! judge '1. f3 e5 2. g4 Qh4# 0-1'
    judge '[FEN "6k1/q7/8/8/8/8/8/R5K1 w - - 0 1"] 1. Rxa7 0-1'
    run ! judge '[FEN "6k1/q7/8/8/8/8/8/R5K1 w - - 0 1"] 1. Rxa7 1-0'
    grep -q '1-0, but .* stands on the board: 0-1' told
    judge '[FEN "7k/8/8/8/8/p5q1/P7/7K w - - 0 1"] 1-0'
    run ! judge '[FEN "7k/8/8/8/8/p5q1/P7/7K w - - 0 1"] 1/2-1/2'
}

@test "in Fog of War no king need be guarded, it castles through attacks, and who takes it has won" {
    judge() { cp-validate --quiet --strict <<<"[Variant \"Dark Chess\"] $1"; }
    judge '1. e4 d6 2. Bb5 a6 3. Bxe8 1-0'
    run ! judge '1. e4 d6 2. Bb5 a6 3. Bxe8 0-1'
    run ! judge '1. e4 d6 2. Bb5 a6 3. Bxe8 Qxe8 *'
    judge '[FEN "4rrk1/8/8/8/8/8/8/R3K2R w KQ - 0 1"] 1. O-O Rxf1 *'
}

@test "where only some squares of a rank promote: there a pawn must, beside them it may not; the rights go through FEN, PGN and JSON" {
    legan() { printf '[Variant "Legan"]\n[FEN "7k/2P5/8/1P4p1/8/8/8/7K w - - 0 1"]\n\n%s\n' "$1" >g.pgn; cp-validate --strict g.pgn 2>told >verdict; }
    legan '1. b8=Q+ *'
    run ! legan '1. b8 *'
    grep -q '\[promotion-missing\]' told
    legan '1. a6=N Kg7 2. Nb8 *'
    printf '[Variant "Legan"]\n[FEN "7k/8/8/8/5P2/6P1/8/7K w - - 0 1"]\n\n1. e5 Kg8 2. d6 Kf8 3. c7 *\n' | cp-validate --strict
    run ! cp-validate --quiet <<<'[Variant "Legan"] [FEN "7k/8/8/8/5P2/6P1/8/7K w - - 0 1"] 1. e5=Q *'
    printf '[Variant "Troitzky"]\n[FEN "****1k****/**6**/*1P6*/*8*/10/P9/*8*/*8*/**6**/****K1**** w - - 0 1"]\n\n' >t.pgn
    { cat t.pgn; printf '1. a6=Q Kg10 2. c9=R+ *\n'; } >u.pgn
    run ! cp-validate --quiet u.pgn # g10 is no square
    { cat t.pgn; printf '1. a6=Q Kf9 2. c9=R+ *\n'; } >u.pgn
    cp-validate --strict u.pgn
    cp-convert --to json u.pgn | cp-convert --to pgn | grep '^1' | cmp - <(tail -n 1 u.pgn)
    [[ $(cp-validate --legal t.pgn) == *'c8: c9='* ]]
}

@test "an Omega pawn begins with up to three steps, and is taken on each square that it passed" {
    for game in '1. d6 h8 2. d7 c7 3. dxc8' '1. d6 h8 2. d7 h7 3. d8 c7 4. dxc9'; do
        cp-validate --strict <<<"[Variant \"Omega Chess\"] $game *"
        cp-convert --to pgn <<<"[Variant \"Omega Chess\"] $game *" | cp-convert --to fen --ply last |
            grep -q '^w\*\{10\}w/\*crnbqkbnrc\*/\*p[p2P1]*\*/'
    done
    run ! cp-validate --quiet <<<'[Variant "Omega Chess"] 1. d7 *'
    run ! cp-validate --quiet <<<'[Variant "Omega Chess"] 1. d6 h8 2. d7 c8 3. dxc9 *'
}

@test "a king that is a piece like others castles out of, over and into attack, and with its rights" {
    judge() { cp-validate <<<"[Variant \"$1\"] $2" 2>told >verdict || return 1; }
    # in attack, over attack, into attack: nobody minds but where the king is royal
    attacked='[FEN "4k3/8/8/8/8/4rrr1/8/R3K2R w KQ - 0 1"]'
    judge Kinglet '[FEN "4k3/p7/8/8/8/4rrr1/P7/R3K2R w KQ - 0 1"] 1. O-O *'
    judge 'Fog of War' "$attacked 1. O-O *"
    run ! judge Chess "$attacked 1. O-O *"
    grep -q castling-through-check told
    start='[FEN "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1"]'
    for lost in '1. Kd1 a6 2. Ke1 a5 3. O-O' '1. Rg1 a6 2. Rh1 a5 3. O-O'; do
        run ! judge Kinglet "$start $lost *"
        grep -q castling-forfeited told
    done
    [ "$(cp-convert --to fen <<<"[Variant \"Kinglet\"] $start 1. O-O-O *" 2>/dev/null)" = '4k3/p7/8/8/8/8/P7/2KR3R b - - 1 1' ]
    [ "$(cp-convert --to fen <<<"[Variant \"Kinglet\"] $start *" 2>/dev/null)" = '4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1' ]
    # a taken king takes its rights along, and others have none: not even on its square
    many='[FEN "4k3/p7/8/8/8/5n2/P7/R3K1KR b KQ - 0 1"]'
    judge Kinglet "$many 1... a6 2. Kgf1 a5 3. O-O-O *"
    run ! judge Kinglet "$many 1... Nxe1 2. Kgf1 a5 3. Kxe1 a4 4. O-O-O *"
    grep -q castling-forfeited told
    # who can take must, and does not castle
    run ! judge Giveaway '[FEN "1k6/8/8/8/8/1p6/P7/4K2R w K - 0 1"] 1. O-O *'
    grep -q must-take told
    judge Giveaway '[FEN "1k6/8/8/8/8/p7/P7/4K2R w K - 0 1"] 1. O-O *'
    # wherever it stands at home, and as engines write it
    judge Extinction '[FEN "rnbqb1kr/pppppppp/8/8/8/2NBQ3/PPPPPPPP/R5KR w AHah - 0 1"] 1. O-O-O *'
    judge Kinglet "$start 1. Ke1-g1 *"
    # what royal pieces forbid stays: the other king is left in check
    sed "s/id: kinglet/id: own/; s/name: Kinglet/name: Own/; /aliases/d; /^royals/d; /^wins/d; s/Q: {.*/Q: {name: queen, move: Q, royal: true}/" \
        "$top/schemas/variants/kinglet.yaml" >own.yaml
    own() { cp-validate --variant-file own.yaml <<<"[Variant \"Own\"] $1" 2>told >verdict || return 1; }
    own '[FEN "q3k3/8/8/8/4r3/8/7Q/4K2R w K - 0 1"] 1. O-O *'
    run ! own '[FEN "q3k3/8/8/8/8/8/8/r2QK2R w K - 0 1"] 1. O-O *'
    grep -q castling-through-check told
    # what says it badly
    for bad in P:pawn R:rook; do
        sed "s/{king: K, /{king: ${bad%:*}, /" "$top/schemas/variants/kinglet.yaml" >own.yaml
        run -2 cp-validate --variant-file own.yaml <<<'*'
        [[ $output == *"no king castles with this: the ${bad#*:}"* ]]
    done
}

@test "who loses the last of a kind, or the king, has lost, or has won" {
    judge() { cp-validate <<<"[Variant \"$1\"] $2" 2>told >verdict || return 1; }
    judge Extinction '1. d3 e5 2. Bg5 a6 3. Bxd8 1-0'
    run ! judge Extinction '1. d3 e5 2. Bg5 a6 3. Bxd8 0-1'
    run ! judge Extinction '1. d3 e5 2. Bg5 a6 3. Bxd8 Kxd8 *'
    judge Kinglet '[FEN "4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1"] 1. axb7 1-0'
    run ! judge Kinglet '[FEN "4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1"] 1. axb7 1/2-1/2'
    judge Codrus '[FEN "8/1k6/P7/8/8/8/8/4K3 w - - 0 1"] 1. axb7 0-1'
    run ! judge Codrus '[FEN "8/1k6/P7/8/8/8/8/4K3 w - - 0 1"] 1. axb7 1-0'
    judge Giveaway '[FEN "8/1k6/P7/8/8/8/8/4K3 w - - 0 1"] 1. axb7 0-1'
    run ! judge Giveaway '[FEN "8/1k6/P7/8/8/8/8/4K3 w - - 0 1"] 1. Kd1 *'
    judge 'Dark Chess' '1. e4 f6 2. a3 a6 3. Qh5 b6 4. Qxe8 1-0'
    run ! judge 'Dark Chess' '1. e4 f6 2. a3 a6 3. Qh5 b6 4. Qxe8 1/2-1/2'
}

# bats test_tags=all
@test "so many checks win at once where the variant says so; FEN has those that are left" {
    counted="$data/variants/fine/counted.yaml"
    judge() { cp-validate --variant-file "$counted" <<<"[Variant \"Counted\"] $1" 2>told >verdict || return 1; }
    fens() { cp-convert --variant-file "$counted" --to "${2-fen}" --ply all <<<"[Variant \"Counted\"] $1" 2>told; }
    last='[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 5 40"]'
    judge "[Result \"1-0\"] $last 40. Ra8+ 1-0"
    grep -q '"outcome":"goal".*"winner":"white"' verdict
    run ! judge "[Result \"0-1\"] $last 40. Ra8+ 0-1"
    grep -q '\[result-contradicted\]' told
    run ! judge "$last 40. Ra8+ Kd7 *"
    grep -q '\[game-over\]' told
    # not the second; two at once are one; Black's are counted for itself; a way out is none of its own
    judge '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 2+1 5 40"] 40. Ra8+ Kd7 *'
    [ "$(fens '[FEN "4k3/8/8/8/4N3/8/8/r3R2K w - - 3+2 0 1"] 1. Nd6+ Kd7 2. Rxa1 *')" = \
        '4k3/8/8/8/4N3/8/8/r3R2K w - - 3+2 0 1
4k3/8/3N4/8/8/8/8/r3R2K b - - 2+2 1 1
8/3k4/3N4/8/8/8/8/r3R2K w - - 2+2 2 2
8/3k4/3N4/8/8/8/8/R6K b - - 2+2 0 2' ]
    judge '[FEN "4k3/8/8/8/8/8/8/r4K1R b - - 1+1 0 1"] *' && run ! judge '[FEN "4k3/8/8/8/8/8/r7/5K1R b - - 1+1 0 1"] 1... Ra1+ 1-0'
    # as older programs have them, those that were given; a list; EPD
    [ "$(fens '[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 4 7 +2+1"] *')" = '4k3/8/8/8/8/8/8/R3K3 b - - 1+2 4 7' ]
    [ "$(fens '[Setup "w: Ke1, Ra1; b: Ke8; checks 1+2"] *')" = '4k3/8/8/8/8/8/8/R3K3 w - - 1+2 0 1' ]
    [ "$(fens "$last *" epd)" = '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 fmvn 40; hmvc 5;' ]
    [ "$(cp-convert --variant-file "$counted" --variant counted --to fen 2>told \
        <<<'4k3/8/8/8/8/8/8/R3K3 w - - 1+3 fmvn 40; hmvc 5;')" = '4k3/8/8/8/8/8/8/R3K3 w - - 1+3 5 40' ]
    for form in json pgn text; do # what begins in the middle is kept
        cp-convert --variant-file "$counted" --to $form <<<"[Variant \"Counted\"] $last 40. Ra8+ 1-0" |
            cp-validate --variant-file "$counted" | grep -q '1+3 5 40.*"outcome":"goal"'
    done
    # they tell positions apart, in repetitions and in what is the same
    judge '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"] 1. Ra8+ Kd7 2. Ra1 Ke8 3. Ra2 Ke7 4. Ra1 Ke8 *'
    grep -q '"threefold_since":null' verdict
    judge '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"] 1. Rb1 Kd7 2. Ra1 Ke8 3. Ra2 Ke7 4. Ra1 Ke8 *'
    grep -q '"threefold_since":8' verdict
    for bad in '4+3 0 1' '3+x 0 1' '3+3 0 1 +0+0'; do
        run ! judge "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - $bad\"] *"
        grep -q '\[not-a-fen\]' told
    done
    run ! judge '[Setup "w: Ke1; b: Ke8; checks 9+1"] *'
    grep -q 'checks left are written 3+1' told
    game='1. e4 e5 2. Bc4 d6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+'
    for name in Three-check 3check 3-check 'Three Check'; do
        cp-validate <<<"[Variant \"$name\"] $game 1-0" 2>told | grep -q '"outcome":"goal","check":true,"winner":"white"'
    done
    run ! cp-validate <<<"[Variant \"Three-check\"] $game 1/2-1/2"
    cp-validate <<<"[Variant \"Five-check\"] $game Kxg6 *" 2>told | grep -q '"outcome":"none"'
    printf '[mine:chess]\ncheckCounting = true\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w - - 2+2 0 1\n\n[late:5check]\nflagPiece = k\n' >own.ini
    printf '\n[none:3check]\ncheckCounting = false\n\n[odd:3check]\nstartFen = 4k3/8/8/8/8/8/8/R3K3 w 2+1 0 1\n' >>own.ini
    cp-validate --variant-file own.ini --show-variant mine 2>told | grep -qx 'wins: {checks: 2}'
    run ! cp-validate --variant-file own.ini <<<'[Variant "odd"] *'
    [[ $output == *'startFen says how many win, both sides as many'* ]]
    cp-validate --variant-file own.ini --show-variant late 2>told | grep -qx 'wins: {checks: 5}'
    ! cp-validate --variant-file own.ini --show-variant none 2>told | grep -q '^wins.*checks' || false
    run ! cp-validate <<<'[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"] *' # chess counts none
}

# bats test_tags=all
@test "pieces promote each to one other where the variant says so, or may, or as they take" {
    becomes="$data/variants/fine/becomes.yaml"
    judge() { cp-validate --variant-file "$becomes" <<<"[Variant \"Becomes\"] $1" 2>told >verdict || return 1; }
    say() { sed "s/becomes: {.*/becomes: {S: G, L: G, K: E}, $1}/" "$data/variants/fine/becomes.yaml" >own.yaml; becomes=own.yaml; }
    # into the ranks, within them and out of them; a pawn chooses still, and does so only as it comes
    at='[FEN "4k3/8/S7/8/8/8/4K3/8 w - - 0 1"]'
    within='[FEN "4k3/S7/8/8/8/8/4K3/8 w - - 0 1"]'
    judge "$at 1. Sa7=G Kd8 2. Ga8 *" && judge "$at 1. Sb5 *" && judge "$within 1. Sb6=G *"
    for no in "$at 1. Sa7 *" "$within 1. Sb6 *"; do
        run ! judge "$no"
        grep -q 'write what it becomes: =Q' told
        grep -q '\[promotion-missing\]' told
    done
    run ! judge "$at 1. Sa7=Q *" && grep -q '\[promotion-kind\]' told
    run ! judge "$at 1. Sb5=G *" && grep -q '\[promotion-elsewhere\]' told
    judge '[FEN "4k3/8/P7/8/8/8/4K3/8 w - - 0 1"] 1. a7=Q *' && run ! judge '[FEN "4k3/8/P7/8/8/8/4K3/8 w - - 0 1"] 1. a7=G *'
    judge '[FEN "8/8/4K3/k7/8/8/8/8 w - - 0 1"] 1. Kd7=E Kb4 2. Ef6 *' # it is royal still
    run ! judge '[FEN "1r6/8/2K5/k7/8/8/8/8 w - - 0 1"] 1. Kb7=E *' && grep -q king-steps-into-check told
    [ "$(cp-validate --variant-file "$becomes" --legal <<<"[Variant \"Becomes\"] $at *" 2>told | grep ^Sa6)" = 'Sa6: b7=, b5, a7=' ]
    for form in json pgn text; do
        cp-convert --variant-file "$becomes" --to $form <<<"[Variant \"Becomes\"] $at 1. Sa7=G Kd8 2. Ga8 *" |
            cp-convert --variant-file "$becomes" --to text | grep -qx '1. Sa7=G Kd8 2. Ga8 \*'
    done
    cp-validate --variant-file "$becomes" </dev/null 2>told | grep -q '^White promotes on rank 7 8 to Q R$'
    cp-validate --variant-file "$becomes" </dev/null 2>told | grep -q 'silver, then G$'
    # whoever need not writes nothing; pawns must
    say 'pieces-optional: true'
    judge "$at 1. Sa7 Kd8 2. Sa8=G *" && judge "$within 1. Sb6 *" && judge "$at 1. Sa7=G *"
    run ! judge '[FEN "4k3/8/P7/8/8/8/4K3/8 w - - 0 1"] 1. a7 *'
    [ "$(cp-validate --variant-file own.yaml --perft 1 <<<"[Variant \"Becomes\"] $at *" 2>told | tail -1)" = '1 13' ]
    say 'optional: true' # but on the farthest rank
    judge "$at 1. Sa7 *" && run ! judge "$within 1. Sb8 *"
    judge "$within 1. Sb8=G *"
    say 'on-capture: true'
    judge '[FEN "4k3/1p6/S7/8/8/8/4K3/8 w - - 0 1"] 1. Sxb7=G *' && judge "$at 1. Sa7 *"
    run ! judge '[FEN "4k3/1p6/S7/8/8/8/4K3/8 w - - 0 1"] 1. Sxb7 *'
    run ! judge "$at 1. Sa7=G *" && grep -q promotion-elsewhere told
    # a game of its own rules
    run ! judge "[Rules \"promotion: none\"] $at 1. Sa7=G *" && judge "[Rules \"promotion: none\"] $at 1. Sa7 *"
}

@test "in Suicide who has fewer pieces wins by stalemate, and as many are a draw (results: {stalemate: fewer})" {
    ends() { cp-validate "$@" 2>told | jq -r '"\(.verdict.outcome) \(.verdict.winner) \(.verdict.result_consistent)"'; }
    game() { printf '[Variant "Suicide"] [FEN "8/8/%s/%s/8/P7/8/%s w - - 0 1"] 1. a4 %s\n' "$@"; }
    [ "$(game 8 p7 N7 0-1 | ends)" = 'stalemate black true' ]
    [ "$(game p7 p7 8 1-0 | ends)" = 'stalemate white true' ]
    [ "$(game p7 p7 N7 1/2-1/2 | ends)" = 'stalemate null true' ]
    [ "$(game p7 p7 N7 1-0 | ends)" = 'stalemate null false' ]
    [ "$(game p7 pp6 N7 '*' | ends)" = 'none null true' ] # the b-pawn may take
    # as a variants.ini says it, and back
    printf '%s\n' '[less:giveaway]' 'stalematePieceCount = true' '[heirs:suicide]' '[more:suicide]' 'stalemateValue = loss' >own.ini
    for name in less heirs; do
        cp-validate --variant-file own.ini --show-variant $name 2>told | grep -q '^results: {stalemate: fewer, '
    done
    run ! cp-validate --variant-file own.ini --show-variant more
    [[ $output == *"own.ini:4:1: "*"stalemate is won by who has more pieces"* ]]
    cp-validate --variant-file "$top/schemas/variants/suicide.yaml" </dev/null 2>told |
        grep -qx 'who has no move and is not in check wins or loses: who has fewer pieces wins'
}

@test "who castles as a partner keeps its first moves where the move is taken back, or where squares give them" {
    tower() { # KEY MOVE
        printf '%s\n' 'id: own' 'name: Own' 'board: {files: 8, ranks: 8}' 'notation: bare' "$1" 'pieces:' \
            '  K: {name: king, move: K, royal: true}' "  A: {name: tower, move: WimR$2}" '  P: {name: pawn, move: mfWcfF, unwritten: true}' \
            'castling: {partner: A, kingside: [7, 6], queenside: [3, 4]}' \
            'setup: {white: {K: e1, A: a1 h1, P: d2 e2 f2}, castling: KQkq, mirror: 9}' >own.yaml
    }
    judge() { cp-validate --quiet --variant-file own.yaml <<<"[Variant \"Own\"] $*"; }
    tower 'fifty-moves: true' ''
    judge '1. O-O (1. Ah4) *'
    run ! judge '1. O-O d6 2. Af1-a1 *'
    run ! judge '1. Ah1-h2 d6 2. Ah2-h5 *'
    [ "$(cp-validate --variant-file own.yaml --perft 2 <<<'[Variant "Own"] *' | grep -v '^#')" = "$(printf '1 24\n2 543')" ]
    tower 'royals: any' '' # castling is tried in the search for moves
    judge '1. d3 d6 2. d4 Ah5 *'
    tower 'fifty-moves: true' ', first-step: {white: a1-h8, black: a1-h8}'
    judge '1. O-O d6 2. f3 d5 3. f4 d4 4. Af1-f3 *'
}

@test "a turn is passed where the variant says so, in several spellings, and two on end are a draw" {
    judge() { cp-validate --strict "${@:2}" <<<"$1" 2>told >verdict || return 1; }
    janggi='[Variant "Janggi"] 1.'
    judge "$janggi -- -- 1/2-1/2"
    grep -q '"outcome":"passed","check":false,"winner":null' verdict
    judge "$janggi Z0 a7a6 2. -- *"
    grep -q '"outcome":"none"' verdict
    judge "$janggi e2e2 e9e9 1/2-1/2"
    grep -q '"outcome":"passed"' verdict
    run ! judge "$janggi -- -- 1-0"
    grep -q '\[result-contradicted\]' told
    run ! judge "$janggi -- -- 2. axa5 *"
    grep -q '\[game-over\]' told
    # not in check, nor in chess
    run ! judge '[Variant "Janggi"] [FEN "3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 1"] 1. -- *'
    grep -q '\[null-move\]' told
    run ! judge '1. -- *'
    grep -q '\[null-move\]' told
    # as it is written, everywhere
    game="$janggi -- a6 2. Nc3 -- 3. -- 1/2-1/2"
    [ "$(cp-convert --style uci <<<"$game" 2>told | grep -o '1\. .*')" = '1. e2e2 a7a6 2. b1c3 e9e9 3. e2e2 1/2-1/2' ]
    for form in pgn json text; do
        cp-convert --to $form <<<"$game" | cp-validate --strict | grep -q '"plies":5.*"outcome":"passed"'
    done
    cp-convert --to fen --ply last <<<"$game" >fen
    grep -qx 'rnba1abnr/4k4/1c5c1/2p1p1p1p/p8/9/P1P1P1P1P/1CN4C1/4K4/R1BA1ABNR b - - 5 3' fen
    cp-validate --legal <<<"$janggi *" | grep -q '^K(\?e2)\?: --, '
    cp-render --svg --ply last <<<"$game" | grep -q '</svg>'
}

@test "who has no move passes where the variant says so, and only then; each side by itself" {
    cat >own.yaml <<'END'
id: own
name: Own
board: {files: 4, ranks: 4}
notation: bare
pieces:
  K: {name: king, move: K, royal: true}
  W: {name: wall, move: none}
  R: {name: rook, move: R}
pass: {white: stalemate}
setup: {white: {K: a1, W: a2 b2 b1}, black: {K: d4}}
END
    own() { cp-validate --variant-file own.yaml <<<"[Variant \"Own\"] $1" 2>told >verdict; }
    own '1. -- Kc4 2. -- *'
    grep -q '"outcome":"none"' verdict
    own '1. Ka1-a1 Kc4 2. a1a1 *'
    for other in Wa1-a1 Kb2-b2 Ka1xa1 a1a1=R; do # which are no king's, or more than a pass
        run ! own "1. $other *"
    done
    run ! own '1. -- -- *'
    grep -q '\[null-move\]' told
    run ! own '1. Wb2-b3 *'
    grep -q '\[cannot-reach\]' told
    run ! own '[FEN "3k/4/WW2/K3 w - - 0 1"] 1. -- *'
    grep -q '\[null-move\]' told
    own '[FEN "3k/4/WW2/K3 b - - 0 1"] 1... Kc4 2. Kb1 *'
    own '[FEN "kw2/ww2/4/3K b - - 0 1"] 1/2-1/2'
    grep -q '"outcome":"stalemate"' verdict
    run ! cp-validate --variant-file <(sed 's/^pass.*/pass: often/' own.yaml) </dev/null
    run ! cp-validate --variant-file <(sed 's/^pass.*/facing: answered/' own.yaml) </dev/null
    run ! cp-validate --variant-file <(sed 's/^pass.*/pass: always\ntrapdoor: 2/' own.yaml) </dev/null
    printf '[a:chess]\npass = true\nimmobile = i\n\n[b:a]\npassBlack = false\npassOnStalemateWhite = true\n\n[c:janggi]\nbikjangRule = false\npass = false\n' >own.ini
    shown() { cp-validate --variant-file own.ini --show-variant "$1" 2>told; }
    shown a | grep -qx 'pass: {white: always, black: always}'
    shown a | grep -q 'name: immobile, move: "none"'
    shown b | grep -qx 'pass: {white: stalemate, black: never}'
    run ! grep -E '^pass|^facing|kR' <(shown c)
    printf '[a:janggi]\nnFoldRule = 3\n' >own.ini
    [ "$(cp-validate --variant-file own.ini --variant a --perft 3 <<<'[Variant "a"] *' | tail -n 3 | xargs)" = '1 32 2 1024 3 33000' ]
}

@test "facing generals of Janggi part at once, or the turn is passed and the game drawn; cannons spare cannons" {
    janggi() { cp-validate --strict <<<"[Variant \"$1\"] $2" 2>told >verdict; }
    faced='[FEN "3k5/9/9/9/9/9/9/9/4P4/4K4 w - - 0 1"] 1. Kd1'
    janggi Janggi "$faced Ke10 *"
    grep -q '"outcome":"none"' verdict
    janggi Janggi "$faced -- 1/2-1/2"
    grep -q '"outcome":"passed"' verdict
    run ! janggi Janggi "$faced Kd9 *"
    grep -q '\[king-steps-into-check\]' told
    janggi janggicasual "$faced Kd9 2. Kd2 *"
    # over one piece that is no cannon, straight or along the palace's lines; none is taken
    run ! janggi Janggi '[FEN "3k5/9/9/1c7/1n7/9/1C7/9/3P1K3/9 w - - 0 1"] 1. Cxb7 *'
    grep -q '\[cannot-reach\]' told
    run ! janggi Janggi '[FEN "3k5/9/9/1n7/1c7/9/1C7/9/3P1K3/9 w - - 0 1"] 1. Cxb7 *'
    grep -q '\[path-blocked\]' told
    janggi Janggi '[FEN "4k4/9/9/9/9/5r3/9/5r3/4P4/3C1K3 w - - 0 1"] 1. Cxf3 *'
    # chariots slant within a palace only, soldiers forward
    janggi Janggi '[FEN "4k4/9/9/9/9/9/9/9/9/3R1K3 w - - 0 1"] 1. Rf3 *'
    run ! janggi Janggi '[FEN "4k4/9/9/9/9/9/9/5R3/9/4K4 w - - 0 1"] 1. Rg4 *'
    run ! janggi Janggi '[FEN "4k4/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1"] 1. d8c9 *'
    janggi Janggi '[FEN "5k3/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1"] 1. d8e9+ *'
}

@test "who gives check with each move of a repetition loses where the variant says so" {
    cp-validate --show-variant fide | sed -e 's/^id:.*/id: own/' -e 's/^name:.*/name: Own/' -e '/^aliases/d; /^assumed/d' >own.yaml
    printf 'repetition: {times: 3, perpetual-check: loss}\n' >>own.yaml
    own() { cp-validate --variant-file own.yaml <<<"[Variant \"Own\"] $1" 2>told >verdict; }
    start='[FEN "7k/8/8/8/8/8/Q4PPP/6K1 w - - 0 1"]'
    checks='1. Qa8+ Kh7 2. Qe4+ Kh8 3. Qa8+ Kh7 4. Qe4+ Kh8 5. Qa8+'
    own "$start $checks 0-1"
    grep -q '"outcome":"threefold".*"winner":"black"' verdict
    run ! own "$start $checks 1/2-1/2"
    grep -q '\[result-contradicted\]' told
    run ! own "$start $checks Kh7 *"
    grep -q '\[game-over\]' told
    own "$start 1. Qa8+ Kh7 2. Qe4+ Kh8 3. Qa8+ Kh7 4. Qe4+ Kh8 5. Qb1 *"
    grep -q '"outcome":"none"' verdict
    # one move without check since, or both sides all the time
    own "$start 1. Qa8+ Kh7 2. Qe4+ Kh8 3. Qa4 Kh7 4. Qe4+ Kh8 5. Qa8+ Kh7 6. Qe4+ 1/2-1/2"
    grep -q '"winner":null' verdict
    own '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2'
    grep -q '"outcome":"threefold".*"winner":null' verdict
    run ! cp-validate --variant-file <(sed 's/check: loss/check: win/' own.yaml) </dev/null
    printf '[a:chess]\nperpetualCheckIllegal = true\n\n[b:a]\nnFoldRule = 0\n' >own.ini
    cp-validate --variant-file own.ini --show-variant a | grep -qx 'repetition: {times: 3, result: draw, perpetual-check: loss}'
    cp-validate --variant-file own.ini --show-variant b | grep -qx 'repetition: none'
}

# counting VARIANT: it, but that moves are counted as soon as they may be, which over the board is
# for the players to ask for
counting() {
    local rule='{without: P, board: 64, bare: {RR: 8, R: 16, SS: 22, NN: 32, S: 44, any: 64}, from-pieces: true}'
    [ "$1" != asean ] || rule='{without: P, bare: {R: 16, B: 44, N: 64}}'
    { cat "$top/schemas/variants/$1.yaml" && echo "counting: $rule"; } >"$1.yaml"
}

# plies_drawn VARIANT FILE: of each game the first ply behind which it is drawn, recounted from its
# positions as engines count: from ply to ply, by what was taken and what promoted
plies_drawn() {
    cp-convert --to fen --ply all --with game --variant-file "$1.yaml" "$2" 2>told | awk -v rule="$1" '
        function has(letter) { return gsub(letter, "&", board) }
        function limit(side, of, other, low) { # the moves that this side may count
            of = all[side]; other = all[1 - side]; low = side
            if (other < 2 || (rule == "cambodian" && of > 3)) return 0
            if (rule == "cambodian" && of > 1) return 63
            if (pawns[0] + pawns[1] || (rule == "asean" && of > 1)) return 0
            if (of > 1) return 64
            r = has(low ? "R" : "r"); n = has(low ? "N" : "n")
            s = has(rule == "asean" ? (low ? "B" : "b") : (low ? "S" : "s"))
            if (rule == "asean") return r ? 16 : s ? 44 : n ? 64 : 0
            return (r > 1 ? 8 : r ? 16 : s > 1 ? 22 : n > 1 ? 32 : s ? 44 : 64) - (rule == "cambodian")
        }
        function tell() { if (game) print drawn ? drawn : "-" }
        {
            if ($1 != game) { tell(); game = $1; ply = count = most = drawn = 0; is_start = 1 }
            else { ply++; count++; is_start = 0 }
            board = $2; turn = $3 == "b"
            for (side = 0; side < 2; side++) { was[side] = all[side]; had[side] = pawns[side] }
            all[0] = gsub(/[A-Z]/, "&", board); all[1] = gsub(/[a-z]/, "&", board)
            pawns[0] = has("P"); pawns[1] = has("p")
            if (is_start) next
            if (!most) count = 0
            took = was[turn] > all[turn]
            if (rule != "asean" && had[turn] > pawns[turn] && all[1 - turn] == 1 && limit(1 - turn)) {
                most = 2 * limit(1 - turn); count = 2 * (all[0] + all[1]) - 1
            }
            if ((!most || ((took || had[1 - turn] > pawns[1 - turn]) && all[turn] == 1)) && limit(turn)) {
                most = 2 * limit(turn)
                count = rule == "asean" || all[turn] > 1 ? 0 : 2 * (all[0] + all[1])
            }
            if (most && count > most && !drawn) drawn = ply
        }
        END { tell() }'
}

@test "moves against a weaker side are counted as other programs do, and end the game" {
    printf '[cambodian:makruk]\ncountingRule = cambodian\n\n[none:asean]\ncountingRule = none\n\n[odd:none]\ncountingRule = odd\n' >own.ini
    run ! grep counting: < <(cp-validate --variant-file own.ini --show-variant none)
    run -2 --separate-stderr cp-validate --variant-file own.ini --show-variant odd
    [[ $stderr == *'countingRule = odd: no such rule'* ]]
    cp-validate --variant-file own.ini --show-variant cambodian >cambodian.yaml
    counting makruk && counting ai-wok && counting asean
    for variant in makruk asean ai-wok cambodian; do
        file=$variant.yaml
        "$extra/cp-generate" --variant-file "$file" --games 20 --plies 1200 --seed 3 >games
        cp-validate --variant-file "$file" games 2>told |
            sed 's/.*"plies":\([0-9]*\).*"outcome":"\([a-z-]*\)".*/\1 \2/; /quiet-limit/!s/.*/-/; s/ .*//' >ends
        grep -q '[0-9]' ends
        plies_drawn "$variant" games >wanted
        diff wanted ends
    done
}

# counted VARIANT PLIES FEN WHITE BLACK: a game of so many plies, two moves of each side in turn
counted() {
    local -a white black
    read -ra white <<<"$4" && read -ra black <<<"$5"
    printf '[Variant "%s"]\n[FEN "%s"]\n\n' "$1" "$3"
    for ((i = 0; i < $2; i++)); do
        if ((i % 2)); then echo "${black[i / 2 % ${#black[@]}]}"; else echo "$((i / 2 + 1)). ${white[i / 2 % ${#white[@]}]}"; fi
    done
}

# bats test_tags=all
@test "the count of moves ends a game where it is out, but by a mate, and comes back with a move taken back" {
    counting makruk
    judge() { cp-validate --variant-file makruk.yaml >verdict 2>told; }
    rook='k7/8/1K6/8/8/8/8/2R5 w - - 0 1'
    shuffle() { counted Makruk "$1" "$rook" 'Rc2 Rc1' 'Kb8 Ka8'; }
    # sixteen moves of each side with a rook: the seventeenth of the king ends the game
    (shuffle 33 && echo '*') | judge
    grep -q '"outcome":"fivefold"' verdict
    (shuffle 34 && echo '1/2-1/2') | judge
    grep -q '"plies":34.*"outcome":"quiet-limit".*"winner":null' verdict
    run ! judge < <(shuffle 34 && echo '0-1')
    grep -q '\[result-contradicted\]' told
    run ! judge < <(shuffle 34 && echo 'Rc2 *')
    grep -q '\[game-over\]' told
    (shuffle 32 && echo 'Rc8# 1-0') | judge
    grep -q '"outcome":"checkmate"' verdict
    # a variation has its own end, and the main line is as long as before
    (shuffle 33 && echo 'Kb8 (17... Kb8) 1/2-1/2') | judge
    grep -q '"outcome":"quiet-limit"' verdict
    (shuffle 33 && echo 'Kb8 (17... Kb8 18. Rc1) 1/2-1/2') | judge
    grep -q 'the game is already over: Rc1: since ply 34 \[variation-illegal\]' told
    # what takes the last piece but the king begins with all that is left: 4, and so 5 to 9
    two() { printf '[Variant "Makruk"]\n[FEN "k6s/8/8/8/8/8/6R1/1R2K3 w - - 0 1"]\n\n%s\n' "$1" | judge; }
    moves='1. Rh2 Ka7 2. Rxh8 (2. Kd2 Ka6) Ka6 3. Rh7 Ka5 4. Rh6 Ka4 5. Rh5 Ka3 6. Rh8'
    two "$moves *"
    grep -q '"outcome":"none"' verdict
    two "$moves Ka2 1/2-1/2"
    grep -q '"outcome":"quiet-limit"' verdict
    run ! two "$moves Ka2 7. Kd2 *"
    grep -q '\[game-over\]' told
    # the count of the board: sixty-four moves of each, then one more; not beside pawns
    for rank in 8=quiet-limit 7P=fivefold; do
        (counted Makruk 129 "k6s/8/8/8/${rank%=*}/8/1R6/K7 w - - 0 1" 'Rc2 Rb2' 'Sg7 Sh8' && echo '*') | judge
        grep -q "\"outcome\":\"${rank#*=}\"" verdict
    done
    [ "$(cp-select --variant-file makruk.yaml --ends quiet-limit --count < <(shuffle 34 && echo '1/2-1/2'))" = 1 ]
    run -2 --separate-stderr cp-validate --variant-file <(sed 's/RR: 8/RN: 8/' makruk.yaml) </dev/null
    [[ $stderr == *'any, or one letter as often as it is to be there'* ]]
    run -2 --separate-stderr cp-validate --variant-file <(sed 's/^counting:.*/counting: {board-most: 3}/' makruk.yaml) </dev/null
    [[ $stderr == *"'board' or 'bare'"*"'board-most' is for 'board'"* ]]
    # nothing says how it goes together with trapdoors
    run -1 --separate-stderr cp-validate --variant-file makruk.yaml --trapdoor 9 < <(shuffle 3 && echo '*')
    [[ $stderr == *trapdoor* ]]
    # over the board nobody need count
    (shuffle 36 && echo '*') | cp-validate --quiet
}

@test "pieces that go round the board do, and nothing comes home to its own square" {
    round() { cp-validate --quiet <<<"[Variant \"Cylinder Chess\"] $1" 2>told; }
    legal() { cp-validate --legal <<<"[Variant \"Cylinder Chess\"] [FEN \"$1 w - - 0 1\"] *"; }
    # each square once, whatever ways lead there; over the edge to what stands behind it
    legal '4k3/8/8/8/R7/8/8/4K3' | grep -qx 'Ra4: a5, a6, a7, a8, b4, c4, d4, e4, f4, g4, h4, a3, a2, a1'
    legal '4k3/8/8/8/R2p3p/8/8/4K3' | grep -qx 'Ra4: xPh4, a5, a6, a7, a8, b4, c4, xPd4, a3, a2, a1'
    legal 'k7/8/8/8/B7/7p/8/4K3' | grep '^Ba4:.*xPh3.*' | grep 'h5, .*g6, .*f7' | grep -v 'g2'
    round '[FEN "7k/6pp/8/8/8/8/8/R3K3 w - - 0 1"] 1. Ra8+ *'
    # a pawn of the h-file takes on the a-file, in passing too
    round '1. a3 h5 2. e4 h4 3. e5 hxa3 *'
    round '[FEN "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1"] 1... h5 2. axh6 *'
    run ! round '1. e4 e5 2. axh3 *'
    grep -q '\[only-takes-there\]' told
    run ! round '[FEN "R6k/8/8/8/8/8/8/4K3 w - - 0 1"] *'
    grep -q '\[start-king-capturable\]' told
    for odd in 'oR, board: {files: 2, ranks: 8}' 'oRN'; do
        sed -e '/^id/s/$/-own/; /^name/s/$/ Own/; /^aliases/d' -e "s/move: oR}/move: ${odd%%,*}}/" "$top/schemas/variants/cylinder.yaml" >own.yaml
        [[ $odd != *board* ]] || sed -i 's/^board.*/board: {files: 2, ranks: 8}/' own.yaml
        run -2 --separate-stderr cp-validate --variant-file own.yaml </dev/null
        [[ $stderr == *'o (goes round the board)'*betza-unsupported* ]]
    done
    run -1 --separate-stderr cp-convert --to icn <<<'[Variant "Cylinder Chess"] 1. e4 *'
    [[ $stderr == *'its king moves otherwise than on infinitechess.org'* ]]
    [[ $(cp-validate --variant-file "$top/schemas/variants/cylinder.yaml" </dev/null) == *'goes round the board'* ]]
}
