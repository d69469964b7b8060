#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# cp-render --fill: pictures where articles say them.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

game='[Variant "coaip"] 1. (5,4) (5,5) N(3,3) *'

# article: one with each kind of figure, and what is none
article() {
    printf '%s\n' 'An *article*.' '``` {.chess #a .wide ply=2 .flip no-last=""}' "$game" '```' 'Right below.' '' \
        '  ~~~ {.fen #id caption="After 1. e4 --> e5"}' 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1' '  ~~~' '' \
        '<!-- chess: ply=1 1. d4 d5 -->' '' '<!-- chess: start variant=trappist-1 -->' '' '````' '```chess' 'code' '```' '````'
}

@test "figures become pictures, again only what was made, and back and forth between the two kinds" {
    article >a.md
    cp-render --fill a.md >inline.md
    [ "$(grep -c '<svg' inline.md)" = 4 ]
    cp-render --fill <inline.md | cmp - inline.md
    cp-render --fill -o 'figure-%g.svg' inline.md >files.md
    cp-render --fill -o 'figure-%g.svg' files.md | cmp - files.md
    cp-render --fill files.md | cmp - inline.md
    [ "$(ls figure-*.svg)" = "$(printf 'figure-%d.svg\n' 1 2 3 4)" ]
    cmp figure-1.svg <(cp-render --svg --ply 2 --flip --no-last <<<"$game")
    cmp figure-3.svg <(cp-render --svg --ply 1 <<<'1. d4 d5')
    cmp figure-4.svg <(cp-render --svg --start --variant trappist-1)
    grep -qF 'After 1. e4 --&gt; e5' figure-2.svg
    # what is no figure is the same, line by line
    diff <(article | grep -v -e '^ *``` {' -e '^ *~~~' -e '^```$') \
        <(grep -v -e '^ *<!-- /\?chess: [pfc]' -e '^<!-- /chess' -e '^-->' -e '^ *!' files.md | grep -v '^```$' | cat -s) |
        grep '^<' | grep -v '^< <!-- chess: ply=1' >gone || true
    [ ! -s gone ] || { cat gone; false; }
    grep -qxF '<!-- chess: ply=2 flip no-last' inline.md
    grep -qxF '  <!-- chess: caption="After 1. e4 --\> e5"' inline.md
}

@test "an article without figures passes, whatever its bytes are" {
    printf '\xef\xbb\xbf---\nx: \xff\0\r\n~~~chessboard\n~~~\r\r\n    ```chess\n<pre>\n```chess\n```\n</pre> `x` no end' >odd.md
    cp-render --fill odd.md | cmp - odd.md
    for file in "$top"/README.md "$top"/CHANGELOG.md "$top"/*.md; do
        cp-render --fill "$file" | cmp - "$file"
    done
    cp-render --fill </dev/null | cmp - /dev/null
    seq 3000000 >long.md # flat, and not by the square
    cp-render --fill long.md | cmp - long.md
}

@test "alternative text says all that stands there, and no sign of it is Markdown" {
    printf '~~~chess title="*_[x](y)_* <b> & `c`"\n1. e4\n~~~\n' >a.md
    cp-render --fill -o 'a b(%g).svg' a.md >b.md
    [ -s 'a b(1).svg' ]
    grep -q '^!\[[^]]*white king e1[^]]*\](a%20b%281%29.svg)$' b.md
    not grep -q '^!.*[^\\][*_`<]' b.md
}

@test "what cannot be drawn stays as it stands, and is told at its place" {
    printf '%s\n' text '```chess ply=3' '1. e4 e4' '```' '```chess plyy=3' '```' '<!-- chess: 1. e4' 'e5 Ke4' '-->' \
        '```fen' '```' '<!-- chess: svg 1. e4 -->' '<!-- chess: ply= 1. e4 -->' '<!-- chess: trap=1 1. e4 -->' >a.md
    run -1 --separate-stderr cp-render --fill a.md
    [ "$output" = "$(cat a.md)" ]
    grep -q '^a.md:3:7: error: .*cannot-reach' <<<"$stderr"
    grep -q '^a.md:5:10: error: .*plyy; did you mean --ply?' <<<"$stderr"
    grep -q '^a.md:8:4: error:' <<<"$stderr"
    grep -q '^a.md:10:7: error: .*figure-empty' <<<"$stderr"
    grep -q '^a.md:12:12: error: .*: svg \[figure-option\]' <<<"$stderr"
    grep -q '^a.md:13:12: error: .*ply' <<<"$stderr"
    grep -q '^a.md:14:12: error: .*--trap' <<<"$stderr"
    printf '%s\n' '<!-- chess: 1. e4 -->' '<div class="chess">' >torn.md
    run -1 --separate-stderr cp-render --fill torn.md
    [ "$output" = "$(cat torn.md)" ]
    grep -q '^torn.md:1:1: error: .*figure-torn' <<<"$stderr"
    run -1 --separate-stderr cp-render --fill --diagnostics jsonl a.md
    jq -es 'length == 7 and all(.file == "a.md" and .line > 0)' <<<"$stderr"
}

@test "what the author writes into a picture is not lost, nor what stands between two" {
    printf '%s\n' '<!-- chess: 1. e4 -->' '' 'Words.' '' '<!-- chess: 1. d4 -->' | cp-render --fill >a.md
    sed '0,/^<!-- .chess -->$/{//d}' a.md >torn.md
    sed '0,/^<.div>$/{s/^<.div>$/&\nmine/}' a.md >mine.md
    cp-render --fill -o 'f-%g.svg' a.md >files.md
    sed '0,/^!/{s/^!.*/&\n\nmine/}' files.md >between.md
    for file in torn mine between; do
        run -1 --separate-stderr cp-render --fill $file.md
        [ "$output" = "$(cp-render --fill $file.md 2>/dev/null)" ]
        grep -q "^$file.md:1:1: error: .*figure-torn" <<<"$stderr"
        # words of both, and the second picture made anew
        [ "$(grep -c 'Words\|mine\|chess: 1' <<<"$output")" = "$(grep -c 'Words\|mine\|chess: 1' $file.md)" ]
    done
}

@test "a figure reads no stream: not the article's own, nor one that never ends" {
    mkfifo pipe
    for option in variant-file=- theme=/dev/stdin variant-file=pipe theme=./pipe notes=-; do
        { printf '~~~ chess %s\n1. e4\n~~~\n' "$option"; seq 100000; } >a.md
        run -1 timeout 20 bash -c 'cp-render --fill <a.md 2>messages | cmp - a.md && exit ${PIPESTATUS[0]}'
        grep -q '^stdin:1:' messages
    done
}

@test "a fault without a place in the text is told for its figure; the rest of the article goes on" {
    printf '%s\n' text '~~~ chess start variant=coaip ply=7' '~~~' '~~~ chess men="w: Zz (3,3)" variant=coaip' '~~~' end >a.md
    run -1 cp-render --fill a.md
    grep -q '^a.md:2:11: error: .*figure-empty' <<<"$output"
    grep -q '^a.md:4:11: error: .*figure-empty' <<<"$output"
    grep -qx end <<<"$output"
    cp a.md e # a name that stands in every message, as a letter
    run -1 cp-render --fill e
    grep -q '^e:2:11: error: .*figure-empty' <<<"$output"
    printf '%s\n' '~~~ chess' '1. e4' '~~~' '~~~ chess' '1. d4' '~~~' 'last words' >b.md
    run -2 --separate-stderr cp-render --fill -o one.svg b.md
    [ "${lines[-1]}" = 'last words' ]
    run -3 --separate-stderr cp-render --fill -o nowhere/one.svg b.md
    [ "$output" = "$(cat b.md)" ]
}

@test "columns of moves are the article's, behind options and in comments" {
    printf '<!-- chess: ply=1 1. e4 e4 -->\n' >a.md
    run -1 cp-render --fill a.md
    grep -q '^a.md:1:25: error: ' <<<"$output" # 1. e4 e4: the second
}

@test "options of the command line are of all figures, unless one says otherwise" {
    printf '%s\n' '```chess' '1. e4' '```' '```chess width=50mm' '1. e4' '```' >a.md
    cp-render --fill --width 85mm --theme print a.md >b.md
    [ "$(grep -c 'width="85mm"' b.md)" = 1 ]
    [ "$(grep -c 'width="50mm"' b.md)" = 1 ]
    for wrong in '--html' '--png' '--sheet 2x2' '-o x-%p.svg' '--heat' '--md'; do
        # shellcheck disable=SC2086
        run -2 cp-render --fill $wrong a.md
    done
    printf '%s\n' '~~~chess size=8mm no-caption' '1. e4' '~~~' | cp-render --fill --width 85mm --caption x >d.md
    grep -q '<svg.*mm"' d.md
    printf '%s\n' '```chess ply=1,2 sheet=2x1' '1. e4 e5' '```' '```chess animate ply=all' '1. e4 e5' '```' |
        cp-render --fill >c.md
    grep -q '<animate' c.md
    run -1 cp-render --fill <<<$'```chess ply=1,2\n1. e4 e5\n```'
    grep -q second-picture <<<"$output"
    run -3 bash -c 'cp-render --fill a.md >/dev/full'
}
