#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

@test "names in captions are names of the picture, or tags that games may have" {
    printf '%s\n' '[White "Hill"]' '[Mine "a tag of my own"]' '' '1. e4 *' '' '[White "West"]' '' '1. d4 *' >a.pgn
    run -2 cp-render --caption '{moves}' a.pgn
    [[ $output == *'--caption "{moves}"; did you mean {move}? there are {move}, {turn}, {comment}, and names of tags'* ]]
    run -2 cp-render --title 'x {Mine} {nothing}' a.pgn
    [[ $output == *'--title "{nothing}"; there are {move}'* ]]
    run --separate-stderr -0 cp-render --caption '{move} {Mine} {turn} {comment} {Result}' a.pgn
    [ -z "$stderr" ]
    [[ $output == *'1. e4 a tag of my own Black to move'* ]]
    for jobs in 1 3; do
        run --separate-stderr -0 cp-render --jobs $jobs --caption '{Mine} {Whte} {Own}' a.pgn
        [ "$stderr" = 'cp-render: note: no game has the tag that is asked for: --caption "{Whte}"; did you mean {White}? [tag-in-no-game]
cp-render: note: no game has the tag that is asked for: --caption "{Own}" [tag-in-no-game]' ]
    done
    run --separate-stderr -0 cp-render --game 2 --title '{Mine}' a.pgn
    [[ $stderr == *'--title "{Mine}"'*'[tag-in-no-game]'* ]]
}

# bats test_tags=all
@test "pictures: start positions, marks, checks, far men, hostile words, refusals (R-NOT-4)" {
    family cp-render pictures
}

@test "how each piece of the bundled variants moves: the pictures of the manual" {
    family cp-render moves-pictures
    for id in $(ids); do # all pieces that the variant has
        sed -n 's/^  [A-Z][a-z]*: {name: \([a-z]*\),.*/[Piece "\1"]/p' "$top/schemas/variants/$id.yaml" >"$id"
        grep -h '^\[Piece ' "$data"/moves-pictures/"$id"*.txt >drawn
        not grep -v -x -i -F -f drawn "$id"
    done
}

game='[Variant "Trappist-1"] 1. (k10)-(k12) (n15)-(n13) *'

@test "agents: traps, pushes, pulls, swaps, leads, and who vanished (R-TR-16)" {
    family cp-render trapper-pictures
}

@test "contact sheets: every piece in several sizes and themes, and forty hard positions" {
    family cp-render contact-pictures
}

@test "blocks of men who move as one are outlined (R-FORM-1)" {
    family cp-render formation-pictures
}

@test "every picture is well-formed XML with unique ids and nothing from elsewhere" {
    cp-render --ply all -o 'g%g-p%p.svg' <<<"$game"
    [ "$(ls g1-p*.svg | wc -l)" = 3 ]
    pictures=(g1-p*.svg "$data"/{pictures,trapper-pictures,formation-pictures,contact-pictures}/*.svg)
    xmllint --noout --nonet "${pictures[@]}"
    run -1 grep -E '<script|<image|<foreignObject|(href|src)="[^#]|url\([^#]|<!| (style|class)="' "${pictures[@]}"
    /usr/bin/python3 - "${pictures[@]}" <<'END'
import re, sys
important = "!important;direction:ltr!important}"
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as stream:
        text = stream.read()
    ids = re.findall(' id="([^"]*)"', text)
    assert len(ids) == len(set(ids)), name
    root = re.search('^<svg id="([^"]*)', text, re.M)[1]
    drawing = re.search('<g id="([^"]*cp-[^"]*-)(?:white|black)-', text)
    drawing = drawing[1] if drawing else ""
    style = f'<style>#{root}>g{{all:initial{important}:is(#{root}>g *,[id^="{drawing}"],[id^="{drawing}"] *)' \
        f'{{all:revert-layer{important}</style>'
    assert style in text.split("\n"), name
END
}

# fifty: pictures of every variant in every theme, and those of the families
fifty() {
    local theme folder picture
    ids | sed 's/.*/[Variant "&"]\n\n*\n/' >starts.txt
    for theme in $(often "light auto" light dark print auto); do
        cp-render --theme $theme -o "alone-%g-$theme.svg" starts.txt
        cp-render --theme $theme --flip -o "alone-%g-$theme-flipped.svg" starts.txt
    done
    for folder in pictures trapper-pictures formation-pictures contact-pictures; do
        for picture in "$data"/$folder/*.svg; do
            echo "$(<"$picture")" >"alone-$folder-${picture##*/}"
        done
    done
    md5sum alone-*.svg | sort | awk 'seen[$1]++ { print $2 }' | xargs -r rm # the same twice
    [ "$(ls alone-*.svg | wc -l)" -ge 50 ]
}

# ids: of all bundled variants but a platform's presets, of which one is too large to be drawn
ids() {
    grep -L '^named-only: true' "$top"/schemas/variants/*.yaml | sed 's,.*/,,; s,\.yaml$,,'
}

@test "many pictures in one page: what has the same id is the same" {
    fifty
    grep -h -o '<g id="cp-[^"]*".*' alone-*.svg | sort -u >drawings
    [ "$(wc -l <drawings)" -gt 60 ]
    [ -z "$(grep -o '^<g id="[^"]*"' drawings | sort | uniq -d)" ]
    /usr/bin/python3 - alone-*.svg <<'END'
import re, sys
owners = {}
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as stream:
        text = stream.read()
    ids = set(re.findall(' id="([^"]*)"', text))
    for own in ids:
        assert own.startswith("cp-") or own not in owners, (own, name, owners[own])
        owners[own] = name
    leans = set(re.findall(' href="#([^"]*)"', text)) - ids
    assert not leans, (name, leans) # nothing leans on another picture
END
}

# bats test_tags=all
@test "fifty pictures in one page have the pixels they have alone" {
    command -v rsvg-convert >/dev/null || skip "no rsvg-convert here"
    fifty
    local n=0 all
    all=$(often 12 50)
    for picture in alone-*.svg; do
        n=$((n + 1))
        { echo "<g id=\"place$n\">"; cat "$picture"; echo '</g>'; } >"place-$n"
        ((n < all)) || break
    done
    { echo '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">'; cat $(ls place-* | sort -t- -k2n); echo '</svg>'; } >page.svg
    for ((i = 1; i <= n; i++)); do
        { echo '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">'; cat "place-$i"; echo '</svg>'; } >one.svg
        rsvg-convert -z .4 -i "#place$i" one.svg >one.png
        rsvg-convert -z .4 -i "#place$i" page.svg >shared.png
        cmp one.png shared.png
    done
}

# bats test_tags=all
@test "where there are no colours, words drawn name none" {
    for theme in light print; do
        cp-render --svg --theme $theme --arrow 'R(1,1)(99,99)' <<<'*' >$theme.svg
    done
    grep -q '>Arrows: red a1 to (99,99)<' light.svg
    grep -q '>Arrows: a1 to (99,99)<' print.svg
    grep -q '<desc.*Arrows: red a1 to (99,99)' print.svg
}

# bats test_tags=all
@test "marks can be told apart in print, in black and white" {
    command -v rsvg-convert >/dev/null || skip "no rsvg-convert here"
    test=${CP_EXTRA:-$top/build/release/bin-extra}/../test/draw/brushes/svg_panel_test
    [ -x "$test" ] || skip "the unit tests are not built"
    mkdir marks
    CP_MARKS=marks "$test"
    "$top/scripts/check-marks" marks
}

# own.yaml: a theme of our own
own_theme() {
    printf '%s\n' 'name: own' 'base: auto' 'colours: {light-squares: "#fff8e0"}' 'when-dark: {ground: "#000"}' >own.yaml
}

@test "a theme is one by name, or a file of one's own" {
    own_theme
    cp-render --svg --theme own.yaml <<<"$game" >own.svg
    grep -q '<g id="cp-own-[0-9a-f]\{8\}-white-king"' own.svg
    grep -q 'fill="#fff8e0"' own.svg
    xmllint --noout --nonet own.svg
    sed -i s/fff8e0/fff8e1/ own.yaml
    cp-render --svg --theme own.yaml <<<"$game" >other.svg # of that name, too
    [ "$(grep -o '<g id="cp-own[^"]*king"' own.svg other.svg | sort -u | wc -l)" = 4 ]
    run cp-render --svg --theme drak <<<"$game"
    [ "$status" = 2 ]
    [[ $output == *"--theme takes light|dark|print|auto|css or a file (a name with a dot or a slash), not \"drak\""* ]]
    run cp-render --svg --theme ./none.yaml <<<"$game"
    [ "$status" = 3 ]
    echo 'colours: {grund: "#fff"}' >wrong.yaml
    run --separate-stderr cp-render --svg --theme wrong.yaml <<<"$game"
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *"wrong.yaml:1:11: error: this cannot stand in a theme: there is no key 'grund': is 'ground' meant? [theme-wrong]"* ]]
    [[ $stderr == *"this file cannot be used"*"[file-bad]"* ]]
    run cp-render --svg --theme own.yaml -o own.yaml <<<"$game"
    [ "$status" = 2 ]
    grep -q when-dark own.yaml # it is still there
}

@test "the schema of themes judges as cp-render does" {
    /usr/bin/python3 -c 'import jsonschema' || { echo "python3-jsonschema is missing (scripts/test installs it)"; return 1; }
    for theme in '{}' '{"name": "x-1", "base": "auto", "colours": {"ground": "#fff"}, "when-dark": {}}' \
        '{"colors": {}}' '{"colours": {"ground": "red"}}' '{"base": "night"}' '{"name": "A"}' '[]' \
        '{"colours": {"grund": "#fff"}}' '{"colours": {"ground": "#12345"}}' '{"when-dark": 3}'; do
        echo "$theme" >>themes
        echo "$theme" >theme.json
        cp-render --svg --theme theme.json <<<"$game" >/dev/null 2>&1 && echo True || echo False
    done >got
    /usr/bin/python3 -c '
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
judge = jsonschema.validators.validator_for(schema)(schema)
for theme in open("themes"): print(judge.is_valid(json.loads(theme)))' "$top/schemas/theme.schema.json" >wanted
    diff wanted got
}

# tents: a variant whose king has a drawing of its own
tents() {
    cat >tents.yaml <<'END'
id: tents
name: Tents
board: {files: 4, ranks: 4}
notation: bare
pieces:
  K: {name: king, move: K, royal: true, drawing: art/tower.svg}
  T: {name: tower, move: R, drawing: art/tower.svg}
  R: {name: rook, move: R}
setup: {white: {K: a1, T: b1, R: c1}, mirror: 5}
END
    mkdir -p art
    cp "$data/drawings/tower.svg" art
}

@test "a variant may bring drawings of its own, which are drawn anew" {
    tents
    cp-render --svg --variant-file tents.yaml <<<'[Variant "Tents"] *' >picture.svg
    xmllint --noout --nonet picture.svg
    [ "$(grep -c '<g id="cp-light-white-own-[0-9a-f]\{8\}"' picture.svg)" = 1 ] # of two pieces
    [ "$(grep -c '<use .*-own-' picture.svg)" = 4 ]
    grep -q '<g id="cp-light-white-rook"' picture.svg
    run grep -E 'defs1|A tower|style="|svg:' picture.svg
    [ "$status" = 1 ]
    for theme in dark print auto; do
        cp-render --svg --theme $theme --variant-file tents.yaml <<<'[Variant "Tents"] *' | xmllint --noout -
    done
    mkdir elsewhere
    (cd elsewhere && cp-render --svg --variant-file ../tents.yaml <<<'[Variant "Tents"] *') | cmp - picture.svg
    cp-render --unicode --variant-file tents.yaml <<<'[Variant "Tents"] *' | grep -q '♔'
    run cp-render --variant-file tents.yaml -o art/tower.svg <<<'[Variant "Tents"] *'
    [ "$status" = 2 ]
    cmp art/tower.svg "$data/drawings/tower.svg" # it is not lost to a picture
    rm art/tower.svg && mkfifo art/tower.svg # nobody writes there
    run -3 timeout 20 cp-render --variant-file tents.yaml <<<'[Variant "Tents"] *'
    [[ $output == *'art/tower.svg: error: cannot be read: it is no regular file [file-unreadable]'* ]]
}

@test "what a drawing has outside its box is cut off, so that it covers no other square" {
    tents
    printf '<svg viewBox="0 0 45 45"><path d="M-900 -900h2000v2000h-2000z"/></svg>\n' >art/tower.svg
    cp-render --svg --variant-file tents.yaml <<<'[Variant "Tents"] *' >picture.svg
    xmllint --noout --nonet picture.svg
    [ "$(grep -c '<g id="cp-light-[a-z]*-own-[0-9a-f]*".*><svg width="45" height="45" viewBox="0 0 45 45"><path.*></svg></g>$' picture.svg)" = 2 ]
    command -v rsvg-convert >/dev/null || skip "no rsvg-convert here"
    rsvg-convert picture.svg >large.png
    sed -i 's/M.*z/M0 0h45v45h-45z/' art/tower.svg
    cp-render --svg --variant-file tents.yaml <<<'[Variant "Tents"] *' | rsvg-convert >square.png
    cmp large.png square.png
}

@test "a drawing that cannot be used is told with its place, by every tool, and nothing is drawn" {
    tents
    printf '<svg viewBox="0 0 9 9">\n <path d="M0 0" onclick="x()"/>\n</svg>\n' >art/tower.svg
    for tool in cp-render cp-validate; do
        run --separate-stderr $tool --variant-file tents.yaml <<<'[Variant "Tents"] *'
        [ "$status" = 2 ]
        [ -z "$output" ]
        [[ $stderr == *"art/tower.svg:2:17: error: the drawing cannot be used: onclick: a path has d, fill, stroke and stroke-width, no more [drawing-wrong]"* ]]
        [[ $stderr == *"Path > Object to Path"* ]]
        [[ $stderr == *"tents.yaml:6:"*"it is the drawing of king"* ]]
    done
    rm art/tower.svg
    run cp-validate --variant-file tents.yaml
    [ "$status" -ge 2 ]
    [[ $output == *"art/tower.svg"*"[file-unreadable]"* ]]
    for path in /etc/passwd ../tower.svg art/../../x.svg ..; do
        sed "s,art/tower.svg,$path," tents.yaml >out.yaml
        run cp-validate --variant-file out.yaml
        [ "$status" = 2 ]
        [[ $output == *"a drawing lies beside the variant's file or below"* ]]
    done
}

# page STYLE BODY: what a browser makes of it
page() {
    printf '<!DOCTYPE html><html><head><meta charset="utf-8"><style>%s</style></head><body>%s</body></html>' "$1" "$2" >page.html
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --user-data-dir="$PWD/profile" --window-size=800,800 --screenshot="$PWD/$3" "file://$PWD/page.html" >log 2>&1
    [ -s "$3" ]
}

# bats test_tags=all
@test "style sheets of a page do not leak into a picture, nor a picture's into the page" {
    command -v chromium >/dev/null || skip "no chromium here"
    cp-render --svg --theme auto --to-move --map --highlight 'Rd4,Ge5=o,Ya3=x,Bb3=7' --arrow 'a1h8,Pb1c3=n' <<<'1. e4 *' >picture.svg
    plain='svg{position:absolute;left:0;top:0} p{position:absolute;top:720px}'
    hostile='*{fill:red;stroke:lime;opacity:.5;font:italic 40px serif;letter-spacing:9px;transform:skewX(9deg);visibility:hidden;x:3px;r:2px}
        svg *{fill:blue!important;stroke-width:9!important;display:none!important} path{d:path("M0 0h9");stroke-dasharray:3!important}
        text,tspan{text-anchor:middle;text-transform:uppercase} use{width:3px} g{filter:blur(3px)!important;clip-path:circle(9px)}
        body{direction:rtl;word-spacing:9px;font-weight:bold;fill:lime;text-rendering:geometricPrecision} .chip{display:none} p,body,html,svg{all:unset} body{background:white;direction:rtl;letter-spacing:4px}'
    page "$plain" "$(cat picture.svg)" alone.png
    page "$hostile svg{position:absolute!important;left:0;top:0}" "$(cat picture.svg)" hostile.png
    cmp alone.png hostile.png
    sed -n 's/.*<style>\(.*\)<.style>.*/\1/p' picture.svg | tr '{}' '\n\n' | grep '[#\[]' | grep -v '^#c[0-9a-f]*-sheet>g$' |
        grep -v ':is(#c[0-9a-f]*-sheet>g \*,\[id^="cp-auto-"\],\[id^="cp-auto-"\] \*)\|^\(fill\|stroke\):#[0-9a-f]*!important$' >elsewhere || true
    [ ! -s elsewhere ] # nothing of it is for the page
}

# bats test_tags=all
@test "auto is light or dark as its reader has it" {
    command -v chromium >/dev/null || skip "no chromium here"
    for theme in auto light dark; do
        cp-render --svg --theme $theme --highlight 'Rd4' --arrow 'a1h8' <<<'1. e4 *' >$theme.svg
    done
    night=':root{color-scheme:dark} body{background:white} img{position:absolute;left:0;top:0}'
    page "$night" '<img src="auto.svg">' night.png
    page "$night" '<img src="dark.svg">' dark.png
    cmp night.png dark.png
    command -v rsvg-convert >/dev/null || return 0 # which knows no night
    rsvg-convert auto.svg >auto.png
    rsvg-convert light.svg >light.png
    cmp auto.png light.png
}

@test "--id-prefix is what every id begins with" {
    cp-render --svg --id-prefix 'fig 3-' <<<"$game" >picture.svg
    [ -z "$(grep -o ' id="[^"]*"' picture.svg | grep -v ' id="fig_3-')" ]
    [ -z "$(grep -o 'href="#[^"]*"' picture.svg | grep -v '"#fig_3-')" ]
}

@test "drawings are referred to as SVG 1.1 does, too" {
    cp-render --svg <<<"$game" >picture.svg
    [ "$(grep -c '<use ' picture.svg)" -gt 50 ]
    [ -z "$(grep '<use ' picture.svg | grep -v ' xlink:href="#\([^"]*\)" href="#\1"')" ]
}

@test "a picture can be rasterised" {
    command -v rsvg-convert >/dev/null || skip "no rsvg-convert here"
    cp-render --svg <<<"$game" | rsvg-convert -o picture.png
    [ "$(head -c 4 picture.png | tail -c 3)" = PNG ]
}

# bats test_tags=all
@test "pieces can be told apart at 20 pixels, by their side and by their shape" {
    command -v rsvg-convert >/dev/null || skip "no rsvg-convert here"
    "$top/scripts/check-drawings"
    run "$top/scripts/check-drawings" --alike 0.7 # it can say no
    [ "$status" = 1 ]
    [[ $output == *"are alike by 0.7"*", more than 0.7"* ]]
}

@test "equal games give equal bytes" {
    for brush in --ascii --unicode --svg; do
        cp-render $brush <<<"$game" >once
        cp-render $brush <<<"$game" >twice
        cmp once twice
    done
}

@test "records are drawn like the text they come from" {
    cp-render --svg --ply 1 <<<"$game" >text.svg
    cp-parse <<<"$game" | cp-render --svg --ply 1 >record.svg
    cmp text.svg record.svg
}

@test "text pictures share standard output or a file, parted by an empty line" {
    cp-render --ply 0-2 <<<"$game" >shared
    [ "$(grep -c '^$' shared)" = 2 ]
    cp-render --ply 0-2 -o file.txt <<<"$game"
    cmp shared file.txt
}

# refusals <err: messages with their further lines, but for those that only one of the
# two tools looks for
refusals() {
    awk '
        /^  also: in game / { next } # with the first error, whatever it is
        / more of this game are not shown$/ { next } # of all that either looks for
        /^ / { if (is_kept) print; next }
        { match($0, /\[[a-z-]*\]$/); slug = substr($0, RSTART + 1, RLENGTH - 2) }
        { is_kept = slug !~ /-mark-|^falls?-|^result-|^termination-|-passed$|^(capture-other|digits-split|parting-unusual|variation-illegal)$/ }
        { is_kept = is_kept && slug !~ /^(mark-unreadable|picture-too-large|second-picture)$/ }
        is_kept { print }'
}

# bats test_tags=all
@test "what cannot be played is refused in the words of cp-validate, at the same places" {
    for game in $(ls "$data"/*/*.{txt,pgn,jsonl,yaml} | a_few); do
        cp-validate --warnings all --quiet "$game" 2>validate.err || true
        cp-render --warnings all "$game" >/dev/null 2>render.err || true
        refusals <validate.err >wanted
        refusals <render.err | diff wanted - || { echo "$game" && return 1; }
    done
}

@test "the suffix of a name means a format, and one that is not written here is refused" {
    for name in x.svg X.SVG; do
        cp-render -o $name <<<"$game"
        grep -q '^<svg ' $name
    done
    for name in x.txt x 3.5 a.b/x x.%g; do
        mkdir -p a.b
        cp-render -o $name <<<"$game"
        [ "$(grep -c "<svg" "${name//%g/1}")" = 0 ]
    done
    for name in y.gif y.EPS y.jsonl y.svgz y.pgn; do
        run cp-render -o $name <<<"$game"
        [ "$status" = 2 ]
        [[ $output == *"--output \"$name\"; it takes a name that ends in .svg, .png, .pdf, .html, .json, .md, .tex or .txt"* ]]
        [ ! -e $name ]
    done
    cp-render --unicode -o y.diagram <<<"$game"
    [ -s y.diagram ]
    for name in --svg=y.txt --ascii=y.svg --unicode=y.eps --svg=y.gif --svg=y.html --html=y.svg; do
        run cp-render ${name%=*} -o ${name#*=} <<<"$game"
        [ "$status" = 2 ]
        [ ! -e ${name#*=} ]
    done
}

@test "a caption has the move's marks, and squares as the game spells them, whatever stands at the edges" {
    numbers='[Variant "Trappist-1"] 1. (11,12)!? (14,13)?? $14 *'
    [ "$(cp-render --ply 1,2 <<<"$numbers" | grep '^1\.')" = "1. (11,12)!?
1... (14,13)??" ]
    cp-render --axes letters <<<"$numbers" >edge
    grep -qx '1... (14,13)??' edge
    grep -qx 'Last move: (14,15) to (14,13)' edge
    grep -q ' a  b  c ' edge
    cp-render <<<"$numbers" | grep -q ' 1 *2 *3 '
    letters='[Variant "coaip"] 1. (e4) (f5) *'
    cp-render --axes numbers <<<"$letters" >edge
    grep -qx '1... (f5)' edge
    grep -q ' 1  2  3 ' edge
    cp-render <<<"$letters" | grep -q ' a  b  c '
    [ "$(cp-render --axes numbers <<<'1. Nf3! *' | grep '^1\.')" = "1. Nf3!" ]
    [ "$(cp-render <<<'[Variant "fide"] 1. N(6,3)! *' | grep '^1\.')" = "1. N(6,3)!" ]
    # where nothing is played, as the start is written
    cp-render --men 'w: K (1,1); b: K (5,9)' -v trappist-1 | grep -q ' 1 *2 *3 '
    cp-render --men 'w: K (a1); b: K (e9)' -v coaip | grep -q ' a *b *c '
}

@test "a mate and a stalemate on the board are said, in captions, titles and descriptions" {
    for end in 'R6k/8/6K1/8/8/8/8/8 b - - 0 1|Black is checkmated' \
        '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|Stalemate: Black has no move' '7k/8/6K1/8/8/8/8/8 w - - 0 1|White to move'; do
        cp-render -v fide --men "${end%|*}" | grep -qx "${end#*|}"
        cp-render -v fide --svg --men "${end%|*}" >end.svg
        grep -q "<title id=\"[^\"]*\">Chess. ${end#*|}</title>" end.svg
        grep -q "<desc id=\"[^\"]*\">Chess. ${end#*|}\. " end.svg
        cp-render -v fide --caption '{turn}' --men "${end%|*}" | grep -qx "${end#*|}"
    done
    mate='[White "A"] [Black "B"] 1. f3 e5 2. g4 Qh4# 0-1'
    cp-render --svg <<<"$mate" | grep -q '<title id="[^"]*">A – B. Chess. White is checkmated. Result: 0-1</title>'
    cp-render --svg --ply 2 <<<"$mate" | grep -q '<title id="[^"]*">A – B. Chess. White to move</title>'
    # mates of the manual's problems, on the plane; what rests on an unknown prime has not ended
    [ "$(cp-render "$data/problems/mates.txt" | grep -c '^Black is checkmated$')" -gt 5 ]
}

@test "pictures end where the border of the game's own rules does" {
    bordered='[Variant "coaip"]
[Setup "w: K (5,1); b: k (5,8)"]
[Rules "border: [-2, 12, 0, 9]"]

*'
    cp-render --ascii --window '(10,5):(20,8)' <<<"$bordered" | grep -q '^ *10 11 12$'
    cp-render --ascii --window '(10,5):(20,8)' <<<"${bordered/\[Rules*\]\"\]/}" | grep -q '^ *10 11 12 13 .* 20$'
    cp-render --svg --window '(10,5):(20,8)' <<<"$bordered" >bordered.svg
    grep -q '>12<' bordered.svg
    not grep -q '>13<' bordered.svg
}

# bats test_tags=all
@test "what an author may leave out or add: last move, insets, list, origin, turn, labels, border, ground" {
    far='[Variant "coaip"] [Setup "w: K (5,1), N (500,1), N (502,1); b: K (5,9); turn w"] 1. (5,1)-(5,2) *'
    far=${far/1. (5/1. K(5}
    [ "$(cp-render <<<"$far" | grep -c 'Inset 1')" = 1 ]
    cp-render --no-insets <<<"$far" >plain
    [ "$(grep -c Inset plain)" = 0 ]
    grep -q '> N(500,1)' plain
    [ "$(cp-render --no-last <<<"$far" | grep -c '\[\|Last move')" = 0 ]
    [ "$(cp-render --window '(1,1):(2,2)' -v trappist-1 <<<'*' | grep -c '^Outside')" = 1 ]
    [ "$(cp-render --no-list --window '(1,1):(2,2)' -v trappist-1 <<<'*' | grep -c '^Outside')" = 0 ]
    [ "$(cp-render --no-origin -v coaip <<<'*' | grep -c '|')" = 0 ]
    [ "$(cp-render --to-move <<<'1. e4 *' | tail -n 2 | head -n 1)" = "Black to move" ]
    [ "$(cp-render --to-move -v fide <<<'*' | grep -c 'White to move')" = 1 ] # the caption says it
    cp-render --svg --to-move <<<'1. e4 *' | grep -q '<title>Black to move</title>'
    [ "$(cp-render --labels every:3 <<<'1. e4 *' | sed -n 11p)" = "       c     f" ]
    [ "$(cp-render --labels edge <<<'1. e4 *' | sed -n 11p)" = "   a             h" ]
    [ "$(cp-render --labels none <<<'1. e4 *' | sed -n 2p)" = " r n b q k b n r" ]
    [ "$(cp-render --svg <<<'1. e4 *' | grep -c '^<rect width=.* fill="#fdfbf7"/>')" = 1 ]
    [ "$(cp-render --svg --transparent <<<'1. e4 *' | grep -c 'fill="#fdfbf7"/>')" = 0 ]
    cp-render --svg --border <<<'1. e4 *' | grep -q '^<rect x="1" y="1" .* stroke-width="2"/>'
}

@test "--any draws what no rule allows, says so, and judges nothing" {
    cp-render --any --men 'w: K (5,1), Hu (3,3), K (6,1)' -v huygens >any
    grep -q '^ *3  .* Hu ' any
    grep -q '^Any position: nobody has judged whether it is possible$' any
    cp-render --any --svg --men '8/8/3N4/8/8/8/8/PPPPPPPP w - -' | grep -q '<desc.*Any position: nobody has judged'
    cp-render --any <<<'[Setup "w: R (a1); b: R (b1)"] [Variant "Trappist-1"] {[%csl G(a1)=o]} *' >setup
    grep -q '^ *1 .*(R )r' setup
    not grep -q 'to move' setup
    for id in $(ids); do # one piece of each kind there is
        cp-render --any -v "$id" <<<'*' >drawn
        [ "$(wc -l <drawn)" -gt 8 ]
    done
    run --separate-stderr cp-render --any <<<'1. e4 {x} e5 *'
    [ "$status" = 0 ]
    [[ $stderr == 'stdin:1:4: warning: moves are not played '*'e4 [moves-not-played]'* ]]
    for wrong in 'w: K (5,1), R (5,1)=two pieces stand on one square: K(5,1)' 'w: X (1,1)=no piece of this variant'; do
        run cp-render --any -v coaip --men "${wrong%=*}"
        [ "$status" = 1 ]
        [[ $output == *"--men:1:4: error: "*"${wrong#*=}"* ]]
    done
    run cp-render --any -v fide --men 'w: K e9'
    [[ $output == *"--men:1:4: error: that square is not on the board: Ke9"* ]]
    run cp-render --any --ply 3 --men '8/8/3N4/8/8/8/8/8 w - -'
    [ "$status" = 1 ]
}

@test "--men is a position of its own, or takes the place of a game's, and is judged without --any" {
    run cp-render --men 'w: K (5,1)'
    [ "$status" = 2 ]
    [[ $output == *"--men needs --variant where no game is read"* ]]
    run cp-render --men 'w: K (5,1)' -v coaip
    [ "$status" = 1 ]
    [[ $output == *"--men:1:1: error: Black has no king"* ]]
    run cp-render --men 'some pieces' -v coaip
    [ "$status" = 2 ]
    cp-render --men 'w: K (5,1); b: K (5,9); turn b' -v coaip | grep -q '^Black to move'
    cp-render --men '4k3/8/8/8/8/8/8/4K3 w - -' | grep -q '^8  \. \. \. \. k'
    echo "$game" >game.txt
    cp-render --men 'w: K (a1); b: K (a9)' game.txt >drawn
    grep -q '^ 9 .* k ' drawn
    grep -q '^White to move' drawn
    cp-render --men 'w: K (a1); b: K (a9)' -o '%g.svg' game.txt
    [ -s 1.svg ]
}

@test "a file is not left as it was without a word where nothing is drawn" {
    echo old >k.svg
    echo '1. e4 *' >one.txt
    echo '[Variant "coaip"] [Setup "w: K (1,1); b: K (9,9)"] *' >none.txt
    for asks in '--ply black one.txt' '--ply marked one.txt' '--ply black --jobs 2 one.txt' '--ply marked --sheet 2x2 one.txt' '--ply black none.txt' /dev/null; do
        # shellcheck disable=SC2086
        run -0 --separate-stderr cp-render -o k.svg $asks
        [ "$stderr" = 'cp-render: note: nothing was drawn, so no file is written: k.svg [nothing-drawn]' ]
        [ "$(cat k.svg)" = old ]
    done
    for name in k.html k.md k.txt 'k-%g.svg'; do
        run -0 --separate-stderr cp-render -o "$name" /dev/null
        [ "$stderr" = "cp-render: note: nothing was drawn, so no file is written: $name [nothing-drawn]" ]
    done
    run -0 --separate-stderr cp-render --ply black one.txt # a picture less in a stream
    [ -z "$output$stderr" ]
    run -0 --separate-stderr cp-render -o k.svg one.txt
    [ -z "$stderr" ]
}

@test "--attacks shows what a piece or a side attacks, whoever moves: rays to no end, ticks of primes, what is guarded" {
    place='w: Hu (3,3), R (8,4), P (2,5); b: P (3,8), Q (8,9)'
    cp-render --any -v huygens --men "$place" --attacks white --window '(1,1):(10,10)' >got
    grep -q '^ 9  .* xq  \.  \.$' got
    grep -q '^ 4  \*  \*  \*  \*  \*  \*  \*  R  \*  \*$' got
    [[ $(tr '\n' ' ' <got | tr -s ' ') == *"Attacks: Hu(3,3): up primes (3,8) and on,"*"; R(8,4): up (8,5)-(8,9), right (9,4) and on,"*"; P(2,5): (3,6), (1,6)"* ]]
    cp-render --svg --any -v huygens --men "$place" --attacks white --window '(1,1):(10,10)' >side.svg
    [ "$(grep -c 'R(8,4): up' side.svg)" = 1 ] # in the description: it is not drawn
    cp-render --any -v huygens --men "$place" --attacks white --no-list >unlisted
    grep -q '\*' unlisted
    run ! grep -q Attacks unlisted
    cp-render --svg --any -v huygens --men "$place" --attacks '(8,4)' --window '(1,1):(10,10)' >rook.svg
    [ "$(grep -c 'fill-opacity=".5" d="M' rook.svg)" = 4 ]  # rays
    [ "$(grep -c 'r="19"' rook.svg)" = 1 ]                  # the queen
    [ "$(grep -c 'r="6"' rook.svg)" = 0 ]
    cp-render --svg --any -v huygens --men "$place" --attacks '(3,3)' --window '(1,1):(10,10)' >huygens.svg
    [ "$(grep -c 'stroke-width="3.5"' huygens.svg)" = 4 ] # by the primes 5 and 7, up and to the right
    # pinned pieces, of both sides, and what is guarded
    pin='[FEN "4k3/4r3/8/8/8/8/4B3/4K1N1 w - - 0 1"] *'
    [[ $(cp-render --attacks e2 <<<"$pin" | tr '\n' ' ') == *'Attacks: Be2: f3, g4, h5, f1, d1, d3, c4, b5, a6 '* ]]
    [ "$(cp-render --svg --attacks w <<<"$pin" | grep -c 'stroke-dasharray="2 4"')" = 1 ] # Be2, by its king and knight
    [[ $(cp-render --attacks b --dots e2 <<<"$pin" | tr '\n' ' ' | tr -s ' ') == *'Moves: Be2: no legal move; Attacks: Ke8: '*'; Re7: e6, e5, e4, e3, e2, d7, '* ]]
    afar='[FEN "4k3/8/8/Q7/8/8/8/R3K3 w - - 0 1"] *' # Qa5 and Ke1, by the rook
    [ "$(cp-render --svg --attacks a1 <<<"$afar" | grep -c 'stroke-dasharray="2 4"')" = 2 ]
    cp-render --any -v trapper --men 'w: S e5' --attacks e5 >trapper # where nothing is taken
    [ -s trapper ]
    run ! grep -q Attacks trapper
    run --separate-stderr cp-render --attacks e5 <<<'1. e4 *'
    [[ $stderr == *'no such piece stands there to show its moves: e5 [dots-on-nothing]'* ]]
    run cp-render --attacks red <<<'1. e4 *'
    [ "$status" = 2 ]
    [[ $output == *'--attacks "red"; it takes white, black, or a square: c3, (3,3), F(3,4)'* ]]
}

# bats test_tags=all
@test "--heat shows how often squares were entered in all games, whoever works on them" {
    games='1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *'
    cp-render --heat <<<"$games"$'\n\n'"1. e4 (1. d4) c5 2. Nc3 Nc6 *" >got
    [[ $(tr '\n' ' ' <got | tr -s ' ') == *'Squares entered in 2 games Entered: 2 times c5, 2 times c6, 2 times e4, once c3, once c4, once e5, once f1, once f3, once f6, once g1 ' ]]
    grep '^[1-8] ' got >rows # no piece is drawn
    diff rows - <<'EOF'
8  . . . . . . . .
7  . . . . . . . .
6  . . 2 . . 1 . .
5  . . 2 . 1 . . .
4  . . 1 . 2 . . .
3  . . 1 . . 1 . .
2  . . . . . . . .
1  . . . . . 1 1 .
EOF
    cp-render --heat --svg <<<"$games" >once.svg
    grep -q '<title[^>]*>Chess</title>' once.svg
    [ "$(grep -c 'fill-opacity=".85"/>' once.svg)" = 9 ] # as often as any: e4 e5 f3 c6 c4 c5 g1 f1 f6
    # a square beyond all numbers; agents
    far='[Variant "coaip"] [Setup "w: K (5,1), R (1,4); b: K (5,9)"] 1. R(1,4)-(1,1000000000000000000000000) *'
    [[ $(cp-render --heat <<<"$far") == *'Entered: once (1,1000000000000000000000000)' ]]
    [[ $(cp-render --heat "$data/trapper-pictures/every-ply.txt" | tr '\n' ' ') == *'Entered: once c2, once d4, '* ]]
    some_games 60 >many.txt
    cp-render --heat --svg --jobs 1 -o one.svg many.txt
    CP_BATCH=2000 cp-render --heat --svg --jobs 3 -o three.svg many.txt
    cmp one.svg three.svg
    [[ $(cp-render --heat --game 2 <<<"$games"$'\n\n'"1. d4 *" | tr '\n' ' ') == *'Squares entered in 1 game Entered: once d4 ' ]]
    cp-render -v fide --heat </dev/null >none
    [ ! -s none ]
    # a crowd: the first are named, those near them drawn
    for ((i = 1; i <= 40; i++)); do
        printf '[Variant "coaip"] [Setup "w: K (5,1), R (1,4); b: K (5,9)"] 1. R(1,4)-(1,%d000) *\n\n' $((i + 1))
        ((i % 2)) || printf '[Variant "coaip"] [Setup "w: K (5,1), R (1,4); b: K (5,9)"] 1. K(5,1)-(5,2) *\n\n'
    done >crowd.txt
    [[ $(cp-render --heat crowd.txt | tr '\n' ' ' | tr -s ' ') == *'Entered: 20 times (5,2), once (1,2000), once '*', and 17 more squares ' ]]
    cp-render --heat --no-list crowd.txt >unlisted
    grep -q '^Squares entered in 60 games' unlisted
    run ! grep -q Entered unlisted
    cp-render --heat --window '(1,1):(8,8)' crowd.txt | grep -q '^2  \. \. \. \. 9 \. '
    cp-render --heat --svg --highlight 'R(5,3)=A' crowd.txt | grep -q 'Labels: red A at (5,3)'
    # squares of other boards are not those
    run -0 --separate-stderr cp-render --heat crowd.txt - <<<'1. e4 *'
    [[ $stderr == 'cp-render: note: games of other variants than the first are left out: 1 [heat-of-others]'* ]]
    [[ $output == *'Squares entered in 60 games'* && $output != *e4* ]]
    run -2 cp-render --heat -o 'heat-%g.txt' crowd.txt
    [[ $output == *'a name without numbers: it is one picture of all games'* ]]
    for with in '--stipulation #3' '--caption {move}' '--title {White}' '--scale log' --html '--ply 3' '--sheet 2x2' --animate '--dots e2' '--attacks w' '-v fide --men K(1,1)'; do
        # shellcheck disable=SC2086
        run -2 cp-render --heat $with <<<'1. e4 *'
        [[ $output == *'--heat is one picture of all games'* ]]
    done
}

@test "pieces of two legs turn where their first one ends, and who must jump goes over a piece" {
    dots() { # dots MEN SQUARE MOVES
        cp-render --variant-file "$top/testdata/variants/fine/griffins.yaml" --any --men "$1" \
            --dots "$2" >dots 2>messages || { cat messages; false; }
        told=$(tr '\n' ' ' <dots | tr -s ' ')
        [ "${told##*Moves: }" = "$3 " ] || { printf '%s\n' "$told"; false; }
    }
    # a griffin, stopped where it turns, and on its second leg; its step may take
    dots 'w: G d4, A e3; b: K h8, M f5, M d7, M c5' d4 \
        'Gd4: e5, xMf5, e6, e7, e8, c3, b3, a3, c2, c1, xMc5'
    head -n 9 dots | diff - <(cat <<'END'
  -----------------
8  . . . . * . . k
7  . . . m * . . .
6  . . . . * . . .
5  . .xm . *xm . .
4  . . . G . . . .
3  * * * . A . . .
2  . . * . . . . .
1  . . * . . . . .
END
)
    dots 'w: M d4; b: K h8, G f7, G d6' d4 \
        'Md4: d5, e6, xGf7, c6, b7, a8, e4, f3, g2, h1, f5, g6, h7, d3, c2, b1, e2, f1, c4, b5, a6, b3, a2'
    dots 'w: S c3; b: K h8, A b5' c3 'Sc3: d4, d5, d6, d7, d8, b4, xAb5, d2, d1, b2, b1'
    # those that do not stay where they turn, and leap over what stands before it
    dots 'w: O d4; b: K h8, A d5, A d6' d4 'Od4: g3, h2, g5, h6, c1, e1, a5, a3'
    dots 'w: P d4; b: K h1, A e5, A b6' d4 'Pd4: f2, g1, b2, a1, xAb6'
    dots 'w: Y d4; b: K h8, A c5, A g5' d4 \
        'Yd4: f5, xAg5, e6, e7, e8, e2, e1, f3, g3, h3, b3, a3, c2, c1'
    dots 'w: I d4; b: K h8, A d5, A f4' d4 'Id4: d6, d7, d8, xAf4, d2, d1, b4, a4'
    # the horse of Xiangqi; and over a piece only, whoever's it is, to take or, slantwise, not
    dots 'w: A d4; b: K h8, A d5, G c6, G f5' d4 'Ad4: f3, xGf5, c2, e2, b5, b3'
    dots 'w: D d4, A d5, A e4, A c4; b: K h8, M d6, M f6, A e5, A c3' d4 'Dd4: xMd6, f4, b4, b2'
    # why not
    run ! cp-validate --quiet --variant-file "$top/testdata/variants/fine/griffins.yaml" \
        <<<'[FEN "7k/4a3/8/8/8/3G4/8/K7 w - - 0 1"] 1. Ge8 *'
    [[ $output == *'path is blocked: Ge8: Gd3-e8 meets Ae7 [path-blocked]'* ]]
}

# bats test_tags=all
@test "--dots shows where a piece may go: exactly, by the rules, out of the window, and what it may take" {
    cp-render --any -v huygens --men 'w: Hu (3,3); b: P (3,8), P (10,3)' --dots '(3,3)' --window '(-5,-5):(12,12)' >dots
    [ "$(grep -o '\*' dots | wc -l)" = 6 ]
    [ "$(grep -o 'xp' dots | wc -l)" = 2 ]
    [[ $(tr '\n' ' ' <dots | tr -s ' ') == *"Moves: Hu(3,3): xP(3,8), up primes (3,10) and on, right primes (8,3)-(9,3), xP(10,3), right primes (14,3) and on, down primes (3,-2) and on, left primes (-2,3) and on"* ]]
    cp-render --unicode -v huygens --any --men 'w: R (3,3)' --dots '(3,3)' | grep -q '^Moves: R(3,3): up (3,4)…∞'
    # a pinned piece stays on its line; what the rules list is what is shown (cp-validate --legal)
    pin='[FEN "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1"] *'
    [ "$(cp-render --dots e2 <<<"$pin" | grep -o '\*' | wc -l)" = 4 ]
    [ "$(cp-render --dots e7 <<<"$pin" | grep -o '\*' | wc -l)" = 4 ] # Black's too, as if it were its turn
    for square in e1 e2; do
        cp-validate --legal <<<"$pin" | sed -n "s/^\([KR]\)$square: /Moves: \1$square: /p" >wanted
        cp-render --dots $square <<<"$pin" | grep '^Moves' | diff wanted -
    done
    cp-render --dots e1 <<<'[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] *' | grep -q '^Moves:.*O-O'
    # what is taken in passing stands elsewhere
    [ "$(cp-render --ply last --dots e5 <<<'1. e4 a6 2. e5 d5 *' | tail -n 1)" = 'Moves: Pe5: e6, d6xPd5' ]
    cp-validate --legal <<<'1. e4 a6 2. e5 d5 *' | grep -qx 'Pe5: e6, d6xPd5'
    cp-validate --legal "$data/rules/promotion.txt" 2>/dev/null | grep -qxF 'P(f10): (f9)=, (e9)=xP(e10)'
    far='[Variant "coaip"] [Setup "w: K (5,1), R (1000000000000000000000,4); b: K (5,9), P (2,4)"] *'
    cp-render --dots '(1000000000000000000000,4)' --window '(0,3):(6,5)' <<<"$far" >dots
    grep -q '^4  \. \.xp \* \* \* \* ' dots
    [ "$(cp-render --svg --dots '(1000000000000000000000,4)' --window '(1,3):(4,5)' <<<"$far" | grep -c 'r="6"')" = 2 ]
    run --separate-stderr cp-render --dots Ne5 <<<'1. e4 *'
    [ "$status" = 0 ]
    [[ $stderr == *'no such piece stands there to show its moves: Ne5 [dots-on-nothing]'* ]]
    run -0 --separate-stderr cp-render --dots Ne5 --dots a5 <<<'1. e4 *'
    [[ $stderr == *'stands there to show its moves: Ne5, a5 [dots-on-nothing]'* ]]
    printf '1. e4 *\n\n1. d4 *\n' >two.txt
    for jobs in 1 2; do # of several, that which no picture has
        CP_BATCH=16 run -0 --separate-stderr cp-render --dots d4 --dots e5 --dots e4 --jobs $jobs two.txt
        [[ $stderr == 'cp-render: warning: no such piece stands there to show its moves: --dots "e5" [dots-on-nothing]'* ]]
        [ "$(grep -c warning <<<"$stderr")" = 1 ]
    done
    run cp-render --dots 'e' <<<'1. e4 *'
    [ "$status" = 2 ]
    blocks='[Variant "formation"] [Setup "w: K (1,1), N (3,4), N (4,4), N (3,5), N (4,5); b: K (9,60)"] *'
    [[ $(cp-render --unicode --dots 'F(3,4)' <<<"$blocks" | tr '\n' ' ') == *"Moves: F(3,4): "*"…∞"* ]]
    [[ $(cp-render --unicode --dots '(3,4)' <<<"$blocks" | tr '\n' ' ') == *"Moves: N(3,4): "* ]]
}

@test "a window around the game has eight files and ranks at least, and no side is much longer; nothing is torn that was published" {
    rows() { grep -c '^ *-\?[0-9]\+  *[ .a-zA-Z]' <<<"$1"; }
    narrow=$(cp-render --men 'w: K (1,1); b: K (9,1), R (17,1)' -v coaip)
    [ "$(rows "$narrow")" -ge 12 ] # of 19 files
    [ "$(rows "$(cp-render --men 'w: K (1,1); b: K (3,2)' -v coaip)")" = 8 ]
    torn=$(cp-render --men 'w: K (1,1); b: K (1,14)' -v coaip)
    [[ $torn == *' ~ '* ]]
    [[ $(cp-render --men 'w: K (1,1); b: K (1,11)' -v coaip) != *' ~ '* ]] # nine ranks are empty
    [[ $(cp-render --no-tears --men 'w: K (1,1); b: K (1,14)' -v coaip) != *' ~ '* ]]
    [[ $(cp-render --start -v coaip) != *' ~ '* ]]
}

@test "of a crowd outside there is a map and a count, never a list of names" {
    crowd=$(for i in $(seq 600); do echo -n ", P ($((i * 7919 % 211)),$((i * 104729 % 199 + 40)))"; done)
    crowd="[Variant \"coaip\"] [Setup \"w: K (1,-50)${crowd}; b: K (600,600)\"] *"
    cp-render --svg -w '(1,1):(30,30)' <<<"$crowd" >crowd.svg 2>/dev/null
    grep -q '>602 men, each line is 100 squares<' crowd.svg
    run ! grep -q '<text[^>]*>Outside[^<]*), (' crowd.svg
    cp-render -w '(1,1):(30,30)' <<<"$crowd" 2>/dev/null | grep -q '^Outside the picture: [0-9]* men: [0-9]* white pawn'
    cp-render --svg --scale log <<<"$crowd" 2>/dev/null >log.svg
    [ "$(grep -c '<rect [^>]*fill-opacity=".35"' log.svg)" -ge 3 ]
    grep -q '<text[^>]*>In the rings: [0-9]* men: [0-9]* white pawns' log.svg
    # a few that a ring shows as one with a number are all named
    cp-render --svg --scale log --any -v coaip --men 'w: K (1,1); b: K (4000,4001), Q (4002,4000)' >few.svg
    grep -q '<text[^>]*>In the rings: black king (4000,4001); black queen (4002,4000)<' few.svg
    run -2 cp-render --scale log <<<"$crowd"
    [[ $output == *'--scale is for SVG'* ]]
}

@test "a problem has its stipulation, the number of its pieces and its source" {
    problem='[White "Loyd"] [Event "Era"] [Stipulation "#2"] [FEN "8/8/8/8/8/k7/7R/K7 w - - 0 1"] *'
    cp-render --stipulation '{Stipulation}' --source '{Event}, 1861' <<<"$problem" >text
    [ "$(sed -n 2p text)" = 'Era, 1861' ]
    grep -qx '#2  (2+1)' text
    cp-render --svg --stipulation '#2' --source 'Era' <<<"$problem" >picture.svg
    grep -q 'text-anchor="end">(2+1)</text>' picture.svg
    grep -q '>#2</text>' picture.svg
    grep -q 'font-size="15">Era</text>' picture.svg
    run -2 cp-render --stipulation '#2' --caption x <<<"$problem"
    [[ $output == *'--stipulation, --caption or --no-caption'* ]]
}

@test "moves have another language's letters, or figurines, in captions, Markdown, LaTeX and on pages" {
    moves='1. Nf3 Nc6 2. e4 e5 3. Bb5 $220 Nb4 4. Qe2 *'
    [ "$(cp-render --to-piece-letters de --ply 5 <<<"$moves" | grep '^3\.')" = '3. Lb5' ]
    [ "$(cp-render --to-piece-letters figurines --ply 5 <<<"$moves" | grep '^3\.')" = '3. ♗b5' ]
    cp-render --md <<<"$moves" >md # the caption is as the text is
    grep -qF '3. **♗b5**' md
    grep -qx '\*3. ♗b5\*' md
    cp-render --md --to-piece-letters de <<<"$moves" >md
    grep -qF '3. **Lb5**' md
    grep -qx '\*3. Lb5\*' md
    cp-render --tex --to-piece-letters de <<<"$moves" | grep -qF 'Lb5'
    cp-render --html --to-piece-letters de <<<"$moves" >page.html
    grep -q '>Lb5<' page.html
    grep -q '"y":"Bb5"' page.html # which is copied
    run -1 --separate-stderr cp-render --to-piece-letters fr -v coaip <<<'1. N(3,3) *'
    [[ $stderr == *'chancellor of Chess on an Infinite Plane: C [piece-letters-clash]'* ]]
}

@test "no title and no caption where none is wanted, by option or by an empty text" {
    named='[White "A"] [Black "B"] 1. e4 *'
    cp-render --no-title <<<"$named" | run ! grep '^A - B$'
    cp-render --title '' <<<"$named" | run ! grep '^A - B$'
    cp-render --no-caption <<<"$named" | run ! grep '^1\. e4$'
    cp-render --caption '' <<<"$named" | run ! grep '^1\. e4$'
    run -2 cp-render --no-title --title x <<<"$named"
    [[ $output == *'--title, --no-title'* ]]
    # a small board stands in the middle of a sheet no wider than its words need
    cp-render --svg -w a1:c3 --no-caption -v fide --men '8/8/8/8/8/8/k7/2K5 w - - 0 1' | grep -q ' viewBox="0 0 240 '
}

@test "an SVG is as large as was asked for" {
    cp-render --svg --size 24px --axes none <<<'1. e4 *' | grep -q ' width="214.4px" '
    cp-render --svg --width 85mm <<<'1. e4 *' | grep -q ' width="85mm" '
    for wrong in "--size 0" "--size 3km" "--width -1mm" "--label-size 6" "--labels every" "--labels every:0" \
        "--labels every:1001" "--labels some"; do
        [ "$wrong" != "--label-size 6" ] || continue # six px
        run cp-render --svg $wrong <<<'1. e4 *'
        [ "$status" = 2 ]
        [[ $output == *"option's value is wrong: ${wrong% *} "* ]]
    done
    run cp-render --svg --size 24px --width 85mm <<<'1. e4 *'
    [ "$status" = 2 ]
}

@test "a mark beyond the edges of a board is told" {
    run --separate-stderr cp-render --highlight 'gc3,Gc3' --arrow 'e2e9' <<<'1. e4 {[%csl Rk4]} *'
    [ "$status" = 0 ]
    [ "$(grep -c 'stands on no square of the board' <<<"$stderr")" = 3 ]
    [[ $stderr == *"(gc3) [mark-off-board]"*"e9 [mark-off-board]"*"k4 [mark-off-board]"* ]]
    run --separate-stderr cp-render --ply all --highlight 'gc3' <<<'1. e4 e5 2. d4 *'
    [ "$(grep -c 'stands on no square' <<<"$stderr")" = 1 ] # not for each picture
    run --separate-stderr cp-render --highlight 'gc3' -v coaip <<<'*'
    [ -z "$stderr" ]
}

@test "a page tells of bad marks at every ply, once, whichever have diagrams; pictures of their own alone" {
    game='{[%csl Gi9]} 1. e4 {[%csl Q]} e5 (1... c5 {[%csl Gk9]}) 2. d4 {[%csl Gl9]} *'
    for plies in '' '--ply 0' '--ply 2' '--ply all'; do
        run --separate-stderr -0 cp-render --html $plies <<<"$game"
        [ "$(sed -n 's/.*: \(.*\) \[mark-.*/\1/p' <<<"$stderr" | sort | tr '\n' ' ')" = 'Q i9 k9 l9 ' ]
    done
    for brush in --svg --unicode --md; do
        run --separate-stderr -0 cp-render $brush --ply 3 <<<"$game"
        [ "$(grep -c 'warning:' <<<"$stderr")" = 1 ]
        [[ $stderr == *': l9 [mark-off-board]'* ]]
    done
}

@test "a mark beyond the border of a plane is told, in the frame of its game" {
    plane='[Variant "coaip"] [Rules "border: [-5, 14, _, 15]"] 1. (5,4) {[%csl R(-6,1),R(1,-99)]} *'
    run --separate-stderr cp-render --highlight '(15,1),(14,15)' --arrow '(1,1)(1,16)' <<<"$plane"
    [ "$status" = 0 ]
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 3 ]
    [[ $stderr == *"(15,1) [mark-off-board]"*"(1,16) [mark-off-board]"*"(-6,1) [mark-off-board]"* ]]
    plane='[Variant "huygens"] [Frame "classical"] [Rules "border: [1, 20, 1, 22]"] *'
    run --separate-stderr cp-render --axes numbers --highlight '(-5,-5),(14,16),(15,1)' <<<"$plane"
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 1 ]
    [[ $stderr == *": (15,1) [mark-off-board]"* ]]
    # named as it is written: in another frame letters would be of another square
    plane='[Variant "huygens"] [Frame "classical"] [Rules "border: [1, 20, 1, 22]"] 1. (5,2)-(5,4) {[%csl R(15,-11)]} *'
    run --separate-stderr cp-render --highlight '(15,-13),(o-14)' --arrow '(1,1)(15,-12)' <<<"$plane"
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 4 ]
    for square in '(15,-13)' '(o-14)' '(15,-12)' '(15,-11)'; do
        [[ $stderr == *": $square [mark-off-board]"* ]]
    done
}

@test "names count games and plies, and %% is a percent sign" {
    printf '%s\n\n%s\n' "$game" "$game" | cp-render --ply last,0 -o '100%%-%g.%p.txt'
    [ "$(ls)" = "100%-1.0.txt
100%-1.2.txt
100%-2.0.txt
100%-2.2.txt" ]
}

@test "numbers in names may have zeros in front" {
    cp-render --ply 0,2,1.1.2 -o '%003g-%03p.%p%%.txt' <<<'1. e4 (1. d4 d5) e5 *'
    [ "$(ls)" = "001-000.0%.txt
001-001.1.2.1.1.2%.txt
001-002.2%.txt" ]
    for wrong in %3p %0 %0% %03 %03x %-3p %0003p %s; do
        run cp-render -o "$wrong.txt" <<<"$game"
        [ "$status" = 2 ]
        [[ $output == *"--output $wrong.txt: % is followed by g or p, with zeros in front as in %03p, or by %"* ]]
    done
}

# bats test_tags=all
@test "plies are named by sides, by marks, and by places within variations" {
    local tree='1. e4 e5 2. Nf3 (2. f4 exf4 $220 (2... d5 3. exd5) 3. Nf3) (2. Nc3) Nc6 {[%dia]} 3. Bb5 *'
    for list in white:1,3,5 black:2,4 marked:3.1.2,4 all:0,1,2,3,4,5 2w-last:3,4,5 1b-2w:2,3 \
        2w.1.all:3.1.1,3.1.2,3.1.3 3.1.2.1.last:3.1.2.1.2 3.1.1-2:3.1.1,3.1.2; do
        mkdir "${list%:*}"
        cp-render --ply "${list%:*}" -o "${list%:*}/%p" <<<"$tree"
        [ "$(ls "${list%:*}" | LC_ALL=C sort | paste -s -d,)" = "$(tr , '\n' <<<"${list#*:}" | LC_ALL=C sort | paste -s -d,)" ]
    done
    cp-render --ply 3.1.2.1.2 --axes none <<<"$tree" >variation
    cp-render --axes none <<<'1. e4 e5 2. f4 d5 3. exd5 *' >alone
    cmp variation alone
    run cp-render --ply 3.1.9 <<<"$tree"
    [ "$status" = 1 ]
    [[ $output == *"no such ply: 3.1.9, in game 1 [ply-missing]"* ]]
}

@test "after its variations a game goes on with its own last move" {
    cp-render --ply marked,last <<<'1. e4 (1. d4 {[%dia]}) e5 (1... d5) 2. Ke4 *' 2>/dev/null >both || true
    [ "$(grep Last both)" = "Last move: d2 to d4
Last move: e7 to e5" ]
}

@test "a caption has the number that the game counts from" {
    cp-render --ply 1,2 <<<'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"] 7... Kd7 8. e4 *' >late
    [ "$(grep '^[0-9]*\.' late)" = "7... Kd7
8. e4" ]
}

puzzles='[Event "A"] [Stipulation "Mate in 2"] [FEN "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"] *

[Event "B"] [FEN "4k3/8/8/8/8/8/4P3/4K2R b - - 0 1"] *

[Event "C"] 1. e4 {[%csl Ge4] Best by test.} *'

@test "--sheet: diagrams of games stand on numbered sheets, with their captions" {
    cp-render --sheet 2x1 --caption '{Stipulation}' -o 'sheet-%02s.svg' <<<"$puzzles"
    [ "$(ls)" = "sheet-01.svg
sheet-02.svg" ]
    [ "$(grep -h -o -c '>On the board: \|On the board: ' sheet-0*.svg | paste -s -d' ')" = "2 1" ]
    [ "$(grep -h -o 'font-weight="bold">[^<]*<' sheet-0*.svg)" = 'font-weight="bold">1<
font-weight="bold">2<
font-weight="bold">3<' ]
    grep -q '>Mate in 2</text>' sheet-01.svg
    grep -q '>Black to move</text>' sheet-01.svg
    grep -q '>1. e4</text>' sheet-02.svg
    for sheet in sheet-0*.svg; do
        xmllint --noout --nonet $sheet
        [ -z "$(grep -o ' id="[^"]*"' $sheet | sort | uniq -d)" ]
    done
}

@test "--sheet: plies of one game, equal ones too, in text and as SVG" {
    cp-render --sheet 3x2 --ply 0,all -o one.svg <<<'1. Nf3 Nf6 2. Ng1 Ng8 *'
    [ "$(grep -c '<desc id=' one.svg)" = 6 ]
    [ -z "$(grep -o ' id="[^"]*"' one.svg | sort | uniq -d)" ]
    [ "$(grep -o ' xlink:href="#[^"]*"' one.svg | sort -u | wc -l)" = 12 ]
    [ "$(grep -c '<g id="cp-' one.svg)" = 12 ]
    cp-render --sheet 3x2 --ply all --axes none <<<'1. Nf3 Nf6 2. Ng1 Ng8 *' >text
    [ "$(grep -c '^1  *2  *3$' text)$(grep -c '^4  *5$' text)" = 11 ]
    [ "$(wc -l <text)" = 27 ]
}

@test "--sheet: a sheet is of one game where its name counts games" {
    cp-render --sheet 2x2 --ply 0,last -o 'g%g.svg' <<<"$puzzles"
    [ "$(ls)" = "g1.svg
g2.svg
g3.svg" ]
    [ "$(grep -o -h 'font-weight="bold">[^<]*<' g*.svg | paste -s -d' ')" = 'font-weight="bold">1< font-weight="bold">1< font-weight="bold">1< font-weight="bold">2<' ]
    cp-render --sheet 1x1 --ply all -o 'h%g-%s.svg' <<<"$puzzles"
    [ "$(ls h*)" = "h1-1.svg
h2-1.svg
h3-1.svg
h3-2.svg" ]
}

@test "--sheet: as large as was asked for, and no more than one SVG to standard output" {
    cp-render --svg --sheet 2x2 --width 120mm <<<"$puzzles" | grep -q ' width="120mm" '
    cp-render --svg --sheet 2x2 --size 45px <<<"$puzzles" >sized
    cp-render --svg --sheet 2x2 <<<"$puzzles" | head -n 1 | tr -d px | sed 's/c[0-9a-f]*-//g' >plain
    head -n 1 sized | tr -d px | sed 's/c[0-9a-f]*-//g' | cmp plain -
    run --separate-stderr cp-render --svg --sheet 2x1 <<<"$puzzles"
    [ "$status" = 2 ]
    [ "$(grep -c '^<svg' <<<"$output")" = 1 ]
    [[ $stderr == *"a second picture has no file of its own: sheet 2 [second-picture]"* ]]
    [ "$(cp-render --sheet 2x1 <<<"$puzzles" | grep -c '^1  *2\|^3$')" = 2 ] # text has room for all
    for wrong in 2 x 2x 2x0 0x2 11x1 2x3x4 2X3 -1x2 ' 2x2' 99999999999x1; do
        run cp-render "--sheet=$wrong" <<<"$puzzles"
        [ "$status" = 2 ]
        [[ $output == *"--sheet \"$wrong\"; it takes columns and rows, from 1x1 to 10x10"* ]]
    done
    run cp-render --sheet 2x1 -o '%p.svg' <<<"$puzzles"
    [ "$status" = 2 ]
    [[ $output == *"% is followed by g or s, with zeros in front as in %03s"* ]]
    cp-render --sheet 2x2 </dev/null >nothing
    [ ! -s nothing ]
}

# bounded KB COMMAND...: in so much address space; sanitizers take a great deal of their own
bounded() {
    case ${CP_BIN:-} in
    */[at]san/*) "${@:2}" ;;
    *) (ulimit -v "$1" && "${@:2}") ;;
    esac
}

@test "--sheet: the same sheets by any number of workers, and no more memory for more of them" {
    (quick; for i in $(seq 400); do printf '%s\n\n' "$puzzles"; done) >many
    for jobs in 1 4; do
        mkdir jobs$jobs
        CP_BATCH=900 cp-render --jobs $jobs --ply all --sheet 4x3 -o jobs$jobs/%03s.svg many
        cp-render --jobs $jobs --ply all --sheet 4x3 many >jobs$jobs/text
    done
    [ "$(ls jobs1 | wc -l)" = 135 ]
    diff -r jobs1 jobs4
    bounded 60000 cp-render --ply all --sheet 4x3 -o '%s.svg' many
    [ "$(ls *.svg | wc -l)" = 134 ]
}

# bats test_tags=all
@test "--sheet: pictures that are too large together are refused, and take bounded memory" {
    awk 'BEGIN {
        for (n = 2; n < 4800; n++) white = white ", N (" int((n - 1) / 100) + 1 "," (n - 1) % 100 + 1 ")"
        for (n = 5000; n < 9990; n++) black = black ", N (" int((n - 1) / 100) + 1 "," (n - 1) % 100 + 1 ")"
        for (i = 0; i < 30; i++) print "[Variant \"coaip\"]\n[Setup \"w: K (1,1)" white "; b: K (100,100)" black "\"]\n\n*\n"
    }' >full
    bounded 220000 cp-render --sheet 4x4 --window '(1,1):(100,100)' -o '%s.svg' full # 16, and 14
    [ "$(ls *.svg)" = "1.svg
2.svg" ]
    run --separate-stderr cp-render --svg --sheet 10x10 --window '(1,1):(100,100)' full
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *"the picture is too large to draw: sheet 1 has room for "*" [picture-too-large]"* ]]
}

@test "moves that are shown stand below in words, those of pieces of several steps, too" {
    [[ $(cp-render --any -v trapper --men 'w: S e5' --dots e5) == *'Moves: Se5: Se5-c3, Se5-c4'* ]]
    [[ $(cp-render --any -v trapper --men 'w: M d4; b: S e5' --dots d4) == *'Md4>e5'*'Md4-e4<e3'* || \
        $(cp-render --any -v trapper --men 'w: M d4; b: S e5' --dots d4) == *'Md4-e4<e3'*'Md4>e5'* ]]
    [[ $(cp-render --svg --any -v trapper --men 'w: S e5' --dots e5) == *'<desc '*'Moves: Se5: '* ]]
    [[ $(cp-render --any -v fide --men 'w: N e5' --dots e5) == *'Moves: Ne5: f7'* ]]
}

@test "how far an inset lies is told to the nearest power of ten" {
    for far in '3 18' '4 19' '9 19'; do
        run -0 cp-render --window "(${far% *}000000000000000000,3):(${far% *}000000000000000000,7)" --variant coaip \
            --any --men "w: K (1,1), R (0,1); b: K (${far% *}000000000000000000,5)"
        [[ $output == *"about 10^${far#* } files left"* ]] || { echo "$far: $output"; return 1; }
    done
}

@test "a check of a body is not said to be that of the piece that leads it (R-FORM-3)" {
    local body='w: K (0,-9), N (3,4), N (4,4), N (3,5), N (4,5)'
    run -0 cp-render <<<"[Variant \"Formation\"] [Setup \"$body; b: K (20,12)\"] 1. F(3,4)-(11,12)+ *"
    [[ $output == *'Check: black king (20,12) by white formation (11,12)'* ]]
    run -0 cp-render <<<"[Variant \"Formation\"] [Setup \"$body; b: K (3,12), P (4,12); turn b\"] 1... K(4,13) 2. Fx(3,11)+ *"
    [[ $output == *'Check: black king (4,13) by white knight (3,11), white formation (3,11)'* ]]
}

@test "captions and titles have names filled in" {
    caption() { cp-render --caption "$1" <<<'[Event "E{move}"] [Result "1-0"] 1. e4 {[%dia] Best [by test]. [%csl Ra1]} 1-0' | sed -n 12p; }
    [ "$(caption '{turn}: {move}, {Event}! {Result}')" = 'Black to move: 1. e4, E{move}! 1-0' ]
    [ "$(caption '{comment}')" = 'Best [by test].' ]
    [ "$(cp-render --caption '<{comment}>' <<<'1. e4 {[%clk 1:00] The best [%dia] move} {by test} *' | grep '<')" = '<The best move by test>' ]
    [ "$(caption '{Nothing} ')" = '1. e4' ]
    [ "$(caption '{ } {} {move {{move}} }')" = '{ } {} {move {1. e4} }' ]
    [ "$(cp-render --title '{Event}' <<<'[Event "E"] *' | head -n 1)" = E ]
}

@test "a second game never writes over the files of the first" {
    run cp-render --ply all -o '%p.txt' <<<"$game

$game"
    [ "$status" = 2 ]
    [[ $output == *second-picture* ]]
}

@test "a game is never lost to its own picture" {
    echo "$game" >game.txt
    run cp-render -o game.txt game.txt
    [ "$status" = 2 ]
    [ "$(cat game.txt)" = "$game" ]
}

@test "the frame of the game is the frame of the picture" {
    cp-render --window '(-9,-9):(16,16)' <<<'[Variant "Trappist-1"] [Frame "classical"] *' >classical
    grep -q '^ *1 .*R  C  G  N  B  Q  K  B  N  G  C  R' classical
}

@test "flipping shows the same men upside down" {
    cp-render --axes none <<<"$game" | sed 's/[][]/ /g' | head -24 | tr -s ' ' | tac | rev >turned
    cp-render --axes none --flip <<<"$game" | sed 's/[][]/ /g' | head -24 | tr -s ' ' >flipped
    diff <(tr -d ' ' <turned | sed 's/aH/Ha/g;s/uH/Hu/g;s/ah/ha/g;s/uh/hu/g') <(tr -d ' ' <flipped)
}

@test "a full disk is not success" {
    run cp-render -o /dev/full <<<"$game"
    [ "$status" = 3 ]
    [[ $output == *file-unwritable* ]]
    run bash -c 'cp-render <<<"$1" >/dev/full' - "$game"
    [ "$status" = 3 ]
}

@test "a reader that goes away ends it quietly" {
    (quick; for i in $(seq 200); do printf '%s\n\n' "$game"; done) >many
    cp-render many 2>err | head -n 1 >/dev/null
    [ ! -s err ]
}

@test "--help and --version answer and stop" {
    cp-render --help | grep -q -- '--window'
    cp-render --version | grep -q '^cp-render (chessplane) '
    run cp-render --no-such-option
    [ "$status" = 2 ]
}

@test "a drawing in which nothing is white is told of: both sides would look alike" {
    echo '<svg viewBox="0 0 45 45"><path d="M8 39L22 6L37 39z"/></svg>' >dark.svg
    printf '%s\n' 'id: dark' 'name: Dark' 'board: plane' 'notation: letters' 'window: (a1) (h8)' \
        'pieces: {K: {name: king, move: K, royal: true, drawing: dark.svg}}' \
        'setup: {white: {K: e1}, mirror: 9}' >dark.yaml
    run --separate-stderr cp-render --svg --variant-file dark.yaml <<<'1. K(e2) *'
    [ "$status" = 0 ]
    [[ $stderr == 'dark.svg:1:1: warning: nothing in the drawing is white'*'[drawing-dark]'* ]]
    sed -i 's/z"/z" fill="white" stroke="black"/' dark.svg
    run --separate-stderr cp-render --svg --variant-file dark.yaml <<<'1. K(e2) *'
    [[ $status = 0 && -z $stderr ]]
}

# bats test_tags=all
@test "the picture of a preset's start has all of its pieces, however many ranks they stand on" {
    local variant
    for variant in $(cp-validate --list-variants | cut -f 1 | grep ^site-); do
        run -0 cp-render -v "$variant" --from icn --svg --ply 0 <<<'[Variant "x"]'
        [[ $output == *'<desc '* && $output != *'Outside the picture'* ]] || { echo "$variant"; false; }
    done
}

# bats test_tags=all
@test "a variant without a game draws its start, in every form, and --start reads no input" {
    echo '*' >game.txt
    for variant in "-v coaip" "-v trapper" "--variant-file $top/schemas/variants/huygens.yaml"; do
        for form in txt svg html md tex; do
            # shellcheck disable=SC2086
            cp-render $variant -o wanted.$form game.txt 2>/dev/null
            # shellcheck disable=SC2086
            cp-render $variant -o empty.$form </dev/null 2>/dev/null
            # shellcheck disable=SC2086
            yes '1. e4 e5 *' | cp-render $variant --start -o start.$form 2>/dev/null
            sed 's/wanted/start/g' wanted.$form | cmp - start.$form
            sed 's/wanted/empty/g' wanted.$form | cmp - empty.$form
        done
    done
    cp-render -v coaip --jobs 2 </dev/null | cmp - <(cp-render -v coaip --start)
    [ "$(cp-render </dev/null)" = "" ]
    [ "$(cp-render -v coaip "$BATS_TEST_TMPDIR"/nothing 2>/dev/null)" = "" ]
    for options in "" "-v fide game.txt" "-v fide --game 1" "-v fide --men 8/8/8/8/8/8/8/8"; do
        # shellcheck disable=SC2086
        run cp-render --start $options
        [ "$status" = 2 ]
        [[ $output == *"--start "*"[options-disagree]"* ]]
    done
}

@test "a page follows turns of which nothing else asks what they undo" {
    run --separate-stderr -0 cp-render --html <<<'1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *'
    [[ $output == *'"c":[[5],[27,3,6]]'*'"c":[[0,7,1],[3,6,1]]'* ]] # taken; castled
}

# bats test_tags=all
@test "--pieces draws how each piece of a variant moves: a sheet, a page, text" {
    cp-render -v coaip --pieces -o sheet.svg
    xmllint --noout sheet.svg
    for piece in king queen rook bishop knight chancellor guard hawk pawn; do
        grep -q ">$piece<" sheet.svg
    done
    [ "$(rsvg-convert sheet.svg | wc -c)" -gt 10000 ]
    # alone in the middle of a board, or of some squares of a plane; x: it takes there, and does not go
    cp-render -v gardner --pieces | grep -A 4 '^5 ' | head -5 | diff - <(cat <<END
5  . . . . .
4  . * * * .
3  . * K * .
2  . * * * .
1  . . . . .
END
)
    cp-render -v coaip --pieces >pieces
    grep -qx ' 1  \.  \.  \. x\.  \* x\.  \.  \.  \.' pieces
    tr '\n' ' ' <pieces | tr -s ' ' | grep -q 'Takes alone: P(0,0): (1,1), (-1,1)'
    # without end, and no farther than the board; what it does not go before
    printf '%s\n' 'id: own' 'name: Own' 'board: {files: 15, ranks: 15}' 'notation: bare' \
        'pieces: {K: {name: king, move: K, royal: true}, T: {name: taker, move: mfWcfR}}' \
        'setup: {white: {K: a1}, black: {K: o15}}' >own.yaml
    cp-render --variant-file own.yaml --pieces >pieces
    [ "$(grep -c 'x\. ' pieces)" = 6 ] # from h10 to h15
    tr '\n' ' ' <pieces | tr -s ' ' | grep -q 'Moves: Th8: h9; Takes alone: Th8: h10'
    cp-render --variant-file "$top/testdata/variants/fine/giraffes.yaml" --pieces --html -o page.html
    grep -q '<figcaption>giraffe</figcaption>' page.html
    [ "$(cp-render -v fide --pieces --sheet 2x1 | grep -c rook)" = 1 ]
    for options in "" "-v fide game.txt" "-v fide --start" "-v fide --dots e4" "-v trapper"; do
        # shellcheck disable=SC2086
        run cp-render --pieces $options
        [ "$status" = 2 ]
        [[ $output == *"--pieces"*"[options-disagree]"* ]]
    done
}
