#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# known_variants.bats -- the variants that are bundled because many know them, against counts of
# lines that other programs published (testdata/perft/variants.tsv: as Fairy-Stockfish counts, but
# for the letter of the colonel, which is C here), and in games as sites write them.
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
    agrees_up_to 20000 155
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
    printf '[gardner]\nking = k\nmustCapture = true\n' >x.ini
    printf '[Variant "gardner"]\n\n1. a3 *\n' >g.pgn
    cp-validate --quiet g.pgn
    run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
    [[ "$stderr" == *x.ini:3:1:*mustCapture* ]]
    # by another name of the bundled one, on either side
    printf '[minichess]\nking = k\nmustCapture = true\n' >x.ini
    for name in minichess gardner; do
        printf '[Variant "%s"]\n\n1. a3 *\n' $name >g.pgn
        cp-validate --quiet g.pgn
        run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
        [[ "$stderr" == *x.ini:3:1:*mustCapture* ]]
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

@test "of two sections, one refused, the other is not what games without a name are played by" {
    printf '[mine:chess]\nking = k:KN\n[drops:chess]\npieceDrops = true\n' >x.ini
    printf '1. Nf3 Nf6 2. Kd3 *\n' >g.pgn
    run -1 --separate-stderr cp-validate --quiet --variant-file x.ini g.pgn
    [[ "$stderr" == *g.pgn:1:* ]]
}

@test "a table of counts is judged: agrees, differs, refused, unknown" {
    printf '[mine:chess]\nking = k:KN\n[drops:chess]\npieceDrops = true\n' >x.ini
    fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    { printf 'variant\tfen\tdepth\tnodes\n'
      printf '%s\t%s\t%s\t%s\n' chess "$fen" 1 20 chess "$fen" 2 400 chess "$fen" 9 9999999 kingofthehill "$fen" 1 21 \
          mine "$fen" 1 22 drops "$fen" 1 20 nobody "$fen" 1 20; } >counts.tsv
    "$top/scripts/judge-variants" counts.tsv x.ini >got
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
    "$top/scripts/judge-variants" counts.tsv | grep -qx '# no variants.ini was given: what needs one was skipped'
}
