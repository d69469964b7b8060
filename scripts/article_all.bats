#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: pandoc=pandoc pdflatex=texlive-latex-base /usr/share/texlive/texmf-dist/tex/latex/xcolor/xcolor.sty=texlive-latex-recommended /usr/share/texmf/tex/latex/lm/lmodern.sty=lmodern pdfinfo=poppler-utils unzip=unzip cmark=cmark
# npm: commonmark-spec@0.31
# Pictures in articles: the filter for pandoc, its reader, a whole article, and what --fill takes
# for a figure.
bats_require_minimum_version 1.5.0
load family.bash

filter=$top/lib/api/pandoc/chess.lua
article=$data/examples/article.md
fences=7
setup() { cd "$BATS_TEST_TMPDIR" && export TEXMFVAR=$PWD/texmf; }

# through FILE OPTION...: pandoc with the reader and the filter
through() { pandoc -f "$filter" --lua-filter "$filter" "$@"; }
can_raster() { cp-render -v fide --start --png >/dev/null 2>&1; }

@test "an article as HTML: a picture in the place of each fence, with its words, and no fence is left" {
    through -s --shift-heading-level-by=-1 "$article" -o article.html 2>messages
    [ ! -s messages ]
    [ "$(grep -c '^<figure class="chess">$' article.html)" = $fences ]
    [ "$(grep -c '<svg .*role="img" aria-labelledby=' article.html)" = $fences ]
    [ "$(grep -c '^<desc id=".*On the board: ' article.html)" = $((fences + 1)) ] # one has two boards
    grep -q '^<desc id=.*black king (5,8)' article.html
    grep -q '4. Qx(6,7)+, and it is only a check' article.html
    grep -q 'Black is checkmated' article.html
    grep -q 'A king has fallen' article.html
    not grep -q '<pre\|<code' article.html
}

@test "an article as PDF: its pictures are drawn in it, and its words are text" {
    can_raster || skip "no librsvg here"
    through --shift-heading-level-by=-1 "$article" -o article.pdf
    [ "$(pdfinfo article.pdf | sed -n 's/^Pages: *//p')" -ge 4 ]
    pdftotext -layout article.pdf
    grep -q 'How to catch a king where there is no corner' article.txt
    [ "$(grep -c 'The board does half of the work\|it is only a check\|open at both ends\|not even capture\|A king has fallen' article.txt)" = 5 ]
    not grep -q 'Setup\|cp-render' article.txt
}

@test "an article as DOCX and EPUB: pictures are files in it, and what they show is their alternative" {
    can_raster || skip "no librsvg here"
    through "$article" -o article.docx
    unzip -l article.docx | grep -c 'word/media/.*\.png' | grep -qx $fences
    unzip -p article.docx word/document.xml >document.xml
    [ "$(grep -o 'descr="[^"]*On the board: [^"]*"' document.xml | wc -l)" = $fences ]
    grep -q 'descr="2 diagrams. Chess on an Infinite Plane[^"]*white rook [^"]*(1000000,3)' document.xml
    through "$article" -o article.epub -M title=Kings
    unzip -l article.epub | grep -c 'EPUB/media/.*\.svg' | grep -qx $fences
}

@test "nothing but the fences changes" {
    pandoc -f "$filter" -t json "$article" >without.json
    through -t json "$article" >with.json
    fences_as() { jq -c "[.blocks[] | if $1 then \"a fence\" else . end]"; }
    fences_as '.t == "CodeBlock"' <without.json >without
    fences_as '.t == "Para" and .c[0].t == "Image" and .c[0].c[0][1] == ["chess"]' <with.json >with
    cmp without with
    [ "$(grep -o '"a fence"' with | wc -l)" = $fences ]
    cp "$top/README.md" other.md
    pandoc -t json other.md >without.json
    pandoc --lua-filter "$filter" -t json other.md | cmp - without.json
}

@test "filled in place nothing but the fences changes, for pandoc too" {
    cp-render --fill "$article" >filled.md
    [ "$(grep -c '^<svg ' filled.md)" = $fences ]
    cp-render --fill filled.md | cmp - filled.md
    cp-render --fill -o 'figure-%g.svg' "$article" >files.md
    words() { jq -c '[.blocks[] | select(.t == "Header" or (.t == "Para" and .c[0].t != "Image"))]'; }
    pandoc -f "$filter" -t json "$article" | words >wanted
    for file in filled files; do
        pandoc -t json $file.md | words | cmp - wanted
    done
    [ "$(pandoc -t html --wrap=none files.md | grep -c '<img src="figure-.\.svg".* alt=".*: ')" = $fences ]
}

@test "CommonMark's own text passes, and a fence among its examples is a figure where it is code for cmark" {
    spec=$top/build/npm/node_modules/commonmark-spec/spec.txt
    cp-render --fill "$spec" | cmp - "$spec"
    /usr/bin/python3 - "$spec" <<'END' >differences
import re, subprocess, sys
import xml.etree.ElementTree as trees

def run(text, *command):
    return subprocess.run(command, input=text, capture_output=True, text=True).stdout

def figures(node):
    name = node.tag.split('}')[1]
    mine = name == 'code_block' and node.get('info') == 'chess'
    return 0 if name == 'block_quote' else mine + sum(map(figures, node))

section = tried = 0
for m in re.finditer(r'^#+ ([^\n]*)$|^`{32} example\n(.*?)^\.\n.*?^`{32}$', open(sys.argv[1], encoding='utf-8').read(), re.M | re.S):
    section = m[1] or section
    lines = (m[2] or '').replace('\u2192', '\t').splitlines(True)
    often = re.search('HTML blocks|Fenced|Indented|List', section)
    for at in range(len(lines) + 1) if often else [tried % (len(lines) + 1)]:
        for indent in ('', '  ', '    ')[: 3 if often else 1]:
            fence = [indent + line for line in ('```chess\n', '1. e4\n', '```\n')]
            text = ''.join(lines[:at] + fence + lines[at:])
            tried += 1
            if run(text, 'cp-render', '--fill').count('<svg id=') != figures(trees.fromstring(run(text, 'cmark', '-t', 'xml'))):
                print(f'{section}: {text!r}')
assert tried > 2000, tried
END
    # a tag that is none, and stands alone on its line, is all there may be
    not grep -v '^Raw HTML: .<' differences
    [ "$(wc -l <differences)" -le 4 ]
}

@test "all spellings of options are the same fence, and so are pandoc's own without the reader" {
    local game='1. e4 e5 2. Nf3' info said
    cp-render --ply 1 --flip --width 85mm --caption 'after "the" {move}' --svg <<<"$game" >wanted.svg
    for info in '```chess ply=1 flip width=85mm caption='"'after \"the\" {move}'" \
        '```chess {ply=1 flip width=85mm caption='"'after \"the\" {move}'}" \
        '``` {.chess ply=1 flip width=85mm caption='"'after \"the\" {move}'}" \
        '~~~ chess ply=1 width="85mm" caption='"'after \"the\" {move}' flip" \
        '```` {.chess .flip ply=1 width=85mm caption="after \"the\" {move}"}' \
        '``` {.chess flip="" ply=1 width=85mm caption='"'after \"the\" {move}'}"; do
        printf '%s\n%s\n%s\n' "$info" "$game" "$(grep -o '^[`~]*' <<<"$info")" >fence.md
        for said in through "pandoc --lua-filter $filter"; do
            [[ $said == through || $info == *'.flip'* || $info == *'flip=""'* ]] || continue
            [[ $said != through || $info != *'\"'* ]] || continue # a quote within quotes is pandoc's own
            $said -t html fence.md | sed -n 's/ style="[^"]*"//; /^<svg/,/^<\/svg/p' >got.svg
            sed '$s/<\/figure>//' got.svg | cmp - wanted.svg
        done
    done
    printf '%s\n' '<!--' '```chess ply=1 flip' '-->' '' '<pre>' '```chess ply=1' '</pre>' '' '```chess {#a}' '1. e4' '```' \
        '' '```chess {#a size=8mm}' '1. d4' '```' >same.md
    through -M chess-width=85mm -t markdown --extract-media=m same.md >same.out
    grep -qx '```chess ply=1 flip' same.out
    not grep -q 'data-at' same.out
    not cmp -s m/a.svg m/a-2.svg
    printf '%s\n' '---' 'cp-render: ./evil' '---' '' '```chess' '1. e4' '```' >evil.md
    through -t html evil.md | grep -q '^<svg' # what an article names is not run
    printf '%s\n' '```markdown' '~~~ chess ply=9' '1. e4' '~~~' '```' '    ```chess ply=9' >other.md
    through -t json other.md | cmp - <(pandoc -t json other.md)
}

@test "the words, options from metadata, a name, and a fence's bytes" {
    printf '%s\n' '```icn' 'w 1 (8|1) K5,1|Q3,7|k5,8' '```' '```fen {#first}' '4k3/8/8/8/8/8/8/4K2R w - - 0 1' '```' \
        '```chessplane variant=coaip' 'w: K (5,1); b: K (5,8)' '```' '```python' 'x' '```' >words.md
    through -t html -M chess-flip -M chess-theme=print words.md >words.html
    [ "$(grep -c '^<figure class="chess"' words.html)" = 3 ]
    [ "$(grep -c 'cp-print-white-king' words.html)" -ge 3 ]
    grep -q '^<figure class="chess" id="first">$' words.html
    through -t gfm --extract-media=. words.md >words.out
    grep -q '<img src="\./first.svg"' words.out || grep -q '(\./first.svg)' words.out
    printf '%s\n' '```chess {#../../far}' '1. e4' '```' >far.md
    mkdir -p a/b
    (cd a/b && through -t gfm --extract-media=. ../../far.md >/dev/null && [ -f chess-1.svg ])
    not [ -e far.svg ]
    cp-render --svg <<<'4k3/8/8/8/8/8/8/4K2R w - - 0 1' | cmp - first.svg
    printf '%s\n' '- [ ] a task' '' '```chess ply=1 flip' '1. e4 e5' '```' >task.md
    CP_MARKDOWN=gfm+attributes through -t html - <task.md >task.html
    grep -q '<input type="checkbox"' task.html
    grep -q 'Black to move</title>' task.html
    printf '#!/bin/sh\ntee text | cp-render "$@"\n' >own
    chmod +x own
    printf '%s\n' '```chess' '1. e4 {<&"é\n%}' '  ' 'e5 $x$' '```' >bytes.md
    CP_RENDER=./own through -t html bytes.md >bytes.html 2>/dev/null || true
    cmp text <(sed '1d;$d' bytes.md)
}

@test "faults are told with their lines, all of them, and nothing is written" {
    printf '%s\n' 'Words.' '' '```chess' '1. e4 e5 2. Ke3' '```' '~~~ chess ply=9' '1. e4' '~~~' '```chess wide' '1. e4' '```' \
        '```fen output=stolen.svg' '4k3/8/8/8/8/8/8/4K2R w - - 0 1' '```' '```chess' '```' \
        '```chess help' '1. e4' '```' >bad.md
    run -83 through bad.md -o bad.html
    [ ! -e bad.html ]
    [ ! -e stolen.svg ]
    grep -q '^bad.md:4:13: error: no such piece can reach that square: Ke3' <<<"$output"
    grep -qF 'chess.lua: no picture of fence 1 (bad.md:3), "1. e4 e5 2. Ke3": cp-render --svg ended with status 1' <<<"$output"
    grep -q '^bad.md:7: error: the game has no such ply: ply 9' <<<"$output"
    grep -q 'no such option: --wide; did you mean --width?' <<<"$output"
    grep -qF 'fence 4 (bad.md:12), "4k3/8/8/8/8/8/8/4K2R w - - 0 1": a fence names no files to write' <<<"$output"
    grep -qF 'fence 5 (bad.md:15), "": there is no game in it' <<<"$output"
    grep -qF 'fence 6 (bad.md:17), "1. e4": it asks for no picture' <<<"$output"
    printf '%s\n' '```chess' '1. e4 e4' '```' >bad.md
    run -83 pandoc --lua-filter "$filter" bad.md
    grep -q '^fence 1:1:7: error: ' <<<"$output"
    CP_RENDER=no-such run -83 pandoc --lua-filter "$filter" bad.md
    [ "$output" = 'chess.lua: no-such is not there: install chessplane, or name it in CP_RENDER' ]
}

@test "each game of the article is good" {
    local number=0 word line inside='' variant
    while IFS= read -r line; do
        case $line in
        '```' | '~~~') inside='' ;;
        '```'* | '~~~'*)
            inside=$((++number))
            variant=$(sed -n 's/.*variant=\([a-z]*\).*/\1/p' <<<"$line")
            word=$(sed 's/^[`~ {.]*\([a-z]*\).*/\1/' <<<"$line")
            set -- ${variant:+--variant "$variant"}
            [ "$word" != icn ] || set -- --from icn
            printf '%s\n' "$@" >game-$number.options
            ;;
        *) [ -z "$inside" ] || printf '%s\n' "$line" >>game-$inside.txt ;;
        esac
    done <"$article"
    [ $number = $fences ]
    for ((number = 1; number <= fences; number++)); do
        mapfile -t options < <(grep . game-$number.options)
        cp-validate --quiet --strict "${options[@]}" game-$number.txt
    done
}

@test "an article in letters is the same article: cp-convert --squares, and back" {
    cp-convert --squares --to letters "$article" >letters.md 2>/dev/null
    not cmp -s "$article" letters.md
    grep -q 'the king on (e8) has a door behind him' letters.md
    cp-convert --squares --to numeric letters.md | cmp - "$article"
    through -t html letters.md >letters.html
    [ "$(grep -c '^<figure class="chess">$' letters.html)" = $fences ]
    grep -q '4. Qx(f7)+, and it is only a check' letters.html
}
