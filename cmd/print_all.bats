#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: pdflatex=texlive-latex-base pdftotext=poppler-utils cmark=cmark
# What others make of our LaTeX and Markdown.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# compile NAME...: NAME.pdf and its text, without a fault and with every sign in its font
compile() {
    local name
    for name; do
        TEXMFVAR=$PWD/texmf openout_any=p openin_any=p \
            pdflatex -halt-on-error -interaction=nonstopmode "$name.tex" >"$name.out" </dev/null || {
            cat "$name.out"
            return 1
        }
        run grep -a -e '^Missing character' -e '^LaTeX Warning' "$name.log"
        [ "$status" = 1 ]
        pdftotext -layout "$name.pdf"
    done
}

@test "LaTeX compiles: variations, trappers, the plane, many games; as text, and with pictures" {
    cp-render --ply marked,last -o chess.tex "$data/samples/variations.pgn"
    cp-render --tex --ply 2,5 "$data/trapper-pictures/every-ply.txt" >trapper.tex
    cp-convert --to letters --frame classical --to-frame classical "$data/frames/huygens-whole.txt" |
        cp-render -o plane.tex --frame classical --ply 10,last
    printf '%s\n\n' '1. e4 *' '[Variant "coaip"] [Setup "w: K (1000000000000000000,1); b: K (1,1000000000000000000)"] *' \
        '1. e4 e5 2. Ke3 Nc6 *' | cp-render -o several.tex 2>/dev/null || [ $? = 1 ]
    mkdir beside
    ! ls ./*.pdf 2>/dev/null || mv ./*.pdf beside
    compile chess trapper plane several
    grep -q '16. .*b8.*!! .*b8 17. .*d8#' chess.txt
    grep -qF '8  . n .[R!k!b . r' chess.txt # where the picture is not there
    grep -q 'Hu([φϕ]5)' plane.txt
    grep -q 'Moved too: black swapper i9 to g7' trapper.txt
    for picture in chess-tex-g1-p33 plane-tex-g1-p79; do # where librsvg was built in they are PDF
        [ ! -e beside/$picture.pdf ] || mv beside/$picture.pdf .
        [ -e $picture.pdf ] || rsvg-convert -f pdf -o $picture.pdf $picture.svg || skip "no librsvg here"
    done
    compile chess plane
    run grep -F '[R!k!b' chess.txt
    [ "$status" = 1 ]
    grep -qF '7  p . .[n]. p p p' chess.txt # of the other there is none
}

@test "LaTeX compiles: a hundred hostile strings, and every sign that it writes itself" {
    hostile_words
    game_with "${words[@]}" | cp-render --tex >hostile.tex
    # letters of Europe, and the signs of the list in the source, but soft hyphens
    /usr/bin/python3 - "$top" >signs.pgn <<'END'
import re, sys
source = open(sys.argv[1] + '/lib/pages/page_print.c', encoding='utf-8').read()
codes = [int(c, 16) for c in re.findall(r'^    \{(0x[0-9a-f]+), "(?!\\\\sign)', source, re.M)]
assert len(codes) > 40
for code in list(range(0xa1, 0x17f)) + codes:
    if code not in (0xad, 0x138):
        print('{a%sz}' % chr(code))
print('1. e4 *')
END
    cp-render --tex signs.pgn >signs.tex
    compile hostile signs
    run grep -F '[U+' signs.txt
    [ "$status" = 1 ]
    grep -qF '</script><script>alert(1)//' hostile.txt
    grep -qF '\\input{x \\end{document' hostile.txt
}

# tags FILE: those of a page, in order
tags() {
    grep -o '<[a-z/!][^>]*>' "$1" | sed 's/<\(img\|code\) .*/<\1>/'
}

@test "Markdown in CommonMark's own program: hostile strings stay text, pictures have their names" {
    hostile_words
    game_with "${words[@]}" | cp-render --md | cmark --unsafe >hostile.html
    game_with "${plain[@]}" | cp-render --md | cmark --unsafe >plain.html
    cmp <(tags hostile.html) <(tags plain.html)
    [ "$(tags plain.html | sort -u | paste -sd ' ')" = '</code> </em> </h1> </p> </pre> </strong> <code> <em> <h1> <p> <pre> <strong>' ]
    # each word is there as it was written
    /usr/bin/python3 - "${words[@]}" <<'END'
import html, re, sys
text = html.unescape(re.sub('<[^>]*>', '', open('hostile.html', encoding='utf-8').read()))
for word in sys.argv[1:]:
    assert ' '.join(word.split()) in ' '.join(text.split()), word
END
    printf '[White "a]b"] [Black "![c](d)"]\n1. e4 *' | cp-render -o 'x (1).md'
    cmark --unsafe 'x (1).md' | grep -q '^<p><img src="x%20%281%29-md-g1-p1.svg" alt="1. e4. Chess. Black to move. Last move: e2 to e4. On the board: .*" /></p>$'
    cmark --unsafe 'x (1).md' | grep -qxF '<h1>a]b – ![c](d)</h1>'
}
