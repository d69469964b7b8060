#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: chromium=chromium node=nodejs npm=npm
# npm: puppeteer-core axe-core html-validate@8
# Pages in headless Chromium: scripts/browse.mjs says what is tried.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# pages NAME OPTION... <GAMES: a page, and the picture of each ply; in `window` if there is one
pages() {
    local name=$1
    shift
    cat >$name.in
    cp-render --html ${window:+--window "$window"} "$@" -o $name.html $name.in 2>/dev/null || [ $? = 1 ]
    cp-render --svg --ply all ${window:+--window "$window"} "$@" -o "$name-%03p.svg" $name.in 2>/dev/null || [ $? = 1 ]
}

# same_game FILE COPY: whether the copy is the same game, but for how its comments are cut
same_game() {
    local file
    for file; do
        cp-convert --to text "$file" | cp-parse |
            jq -c 'walk(if type == "object" and .after then .after |= join(" ") else . end) |
                walk(if type == "string" then rtrimstr("+") else . end) | [.tags, .rules, .result, .moves]'
    done | uniq >both
    [ "$(wc -l <both)" = 1 ] || { cat both; return 1; }
    [ "$(cp-render --ply 0 "$1")" = "$(cp-render --ply 0 "$2")" ]
}

# elements in a page of somebody else's, whose styles and ids are those of ours
elements() {
    mkdir -p element
    cp-render --component -o element/chess-plane.js
    cp-render -o element/one.json <<<'[White "Hill"] 1. e4 e5 (1... c5 {[%dia]}) 2. Nf3 *'
    cp-render --ply 1 -o element/other.json <<<'1. d4 d5 *'
    echo '{"html": ""}' >element/wrong.json
    cat >element/host.html <<END
<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Somebody's</title><style>
p{text-transform:uppercase}.moves{display:block}#inside{--light-squares:rgb(1,2,3)}
html{color-scheme:light;background:light-dark(#fff,#111);color:light-dark(#000,#eee)}
</style><script src="chess-plane.js"></script></head><body><main id="g1"><h1>Games</h1><p class="moves" id="words">Words.</p>
<chess-plane id="away" src="one.json"><p>A game.</p></chess-plane>
<chess-plane id="inside"><script type="application/json">$(printf '%s\n' '[Variant "coaip"]' \
        '[Setup "w: K (1,1), R (5,3); b: K (9,9)"]' '1. K(2,2) K(9,10) *' | cp-render --json)</script></chess-plane>
</main></body></html>
END
}

@test "in headless Chromium every ply's board is the picture of that ply; keys, clicks, wheel, scripts off" {
    for package in puppeteer-core axe-core html-validate; do
        [ -d "$top/build/npm/node_modules/$package" ] || skip "$package is not here: scripts/test --all installs it"
    done
    pages chess <"$data/samples/variations.pgn"
    cp-render --svg --ply 2b.1.all -o 'chess-%p.svg' chess.in
    pages promotion --flip <<<'1. e4 d5 2. e5 f5 3. exf6 d4 4. fxg7 d3 5. gxh8=Q dxc2 6. Nf3 cxb1=R *'
    pages huygens --axes numbers <"$data/frames/huygens-whole.txt"
    pages trapper <"$data/trapper-pictures/every-ply.txt"
    pages trapdoor --game 1 <"$data/falls/long-style.txt"
    printf '%s\n' '[Variant "trapper"] [Trapdoor "2"] [Setup "w: K i2, M d4; b: K i8, S e4, S m1"]' \
        '1. Md4>e4 Ki8-i7 2. Ki2-i3 Sm1-l3 3. Me4-e5 (f4:f4) *' | pages pushed
    window='(-20,-20):(30,30)' pages formation --game 1 <"$data/formation/moves.txt"
    printf '%s\n' '[Variant "coaip"]' "[Setup \"w: K (1,1), R (1$(printf '0%.0s' {1..40})1,3), C (-70,-9000), G (30,3); b: K (9,9), H (5,400)\"]" \
        '1. C(-70,-8990) K(9,10) 2. C(-70,-8980) *' | pages far
    pages royals <<<'[Variant "Position"] b 0/100 1 K1,1|k5,8|k9,20|R9,2|R4,4 9,20>8,20|4,4>5,4'
    pages border --game 4 <"$data/platform/neutral.txt"
    printf '[Variant "fide"]\n1. f3 {[%%clk 0:05:00] [%%csl Ge4] slow} e5 2. g4 (2. e4 {[%%eval 0.3]}) Qh4' | pages mate
    printf '%s\n\n' '1. e4 *' '1. d4 d5 *' '[Variant "trapper"] *' | cp-render --html >many.html
    cp-render --index list.html -o 'one-%g.html' <<<'[White "<b>"] 1. e4 *'
    printf '%s\n' '[White "<script>alert(1)</script>"] [Black "\" onclick=alert(1)"]' \
        '1. e4 {</script><script>alert(1)</script><img src=x onerror=alert(1)>} e5 {]]><!-- &lt;} *' | cp-render --html >hostile.html
    for i in $(seq 1 2 60); do echo "$i. Nf3 Nf6 $((i + 1)). Ng1 Ng8"; done | cp-render -v fide -o sixty.html
    for i in $(seq 1 2 60); do echo "$i. N(3,3) N(3,6) $((i + 1)). N(2,1) N(2,8)"; done | cp-render -v huygens -o plane.html
    printf '%s\n' '[Variant "coaip"] [Setup "w: K (5,1), R (4000,3), P (1,1), P (9,1), P (2,12), P (9,12); b: K (5,12), P (3,11)"] *' |
        cp-render -w '(1,1):(9,12)' -o rook.html
    cp-render -o flight.html "$data/pictures/far-check.txt"
    echo '[Variant "site-omega-squared"] *' | cp-render -o omega.html
    elements
    node "$top/scripts/browse.mjs" .
    # what was copied is read again: the position as it is, the moves in letters and in numbers
    cp-validate --only valid copied-1.txt | jq -e '.verdict.plies == 33' # at the end of a variation
    cp-convert --to pgn chess.in | cmp - copied-1.txt
    cp-convert --to text copied-2.txt >numbers.txt
    cp-validate --quiet numbers.txt
    cp-render --svg --men "$(cat copied-0.txt)" >position.svg
    cp-render --svg --ply 2b.1.last -o - chess.in >variation.svg
    for picture in position variation; do
        grep -o 'On the board: [^<]*' $picture.svg
    done | uniq -c | grep -q '^ *2 '
    cmp royals.in copied-royals.txt
    cp-convert --to pgn mate.in | cmp - copied-mate.txt
    same_game trapper.in copied-trapper.txt
    cp-validate --quiet copied-border.txt
    cp-render --svg --variant coaip --men "$(cat copied-far.txt)" >position.svg
    for picture in position far-003; do
        grep -o 'On the board: [^<]*' $picture.svg
    done | uniq -c | grep -q '^ *2 '
}
