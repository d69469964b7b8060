#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# look FILE WHAT: what is in a page, told by Python's own reader of HTML, once all that is opened
# is closed again, ids are unique and nothing is from elsewhere
look() {
    /usr/bin/python3 - "$@" <<'END'
import html.parser, re, sys

class Page(html.parser.HTMLParser):
    void = {'meta', 'link', 'br', 'input'}
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.tags, self.text, self.style = [], set(), [], [], 0
        self.places = []
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for key, value in attributes:
            assert not key.startswith('on'), (tag, key)
            if key in ('src', 'href', 'xlink:href', 'action', 'data'):
                assert value.startswith('#'), (tag, key, value)
            if key == 'id':
                assert value not in self.ids, value
                self.ids.add(value)
            if key == 'class':
                self.places.append(value)
        if tag not in self.void:
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()
    def handle_data(self, data):
        if 'script' in self.open or 'style' in self.open or 'svg' in self.open:
            return
        self.text.append(data)

page = Page()
page.feed(open(sys.argv[1], encoding='utf-8').read())
page.close()
assert not page.open, page.open
what = sys.argv[2]
if what == 'tags':
    print(' '.join(page.tags))
elif what == 'text':
    print(re.sub(r'\s+', ' ', ''.join(page.text)).strip())
elif what == 'classes':
    print(' '.join(page.places))
END
}

# the links of an index, and their words
look_links() {
    /usr/bin/python3 -c '
import html, re, sys
for address, words in re.findall("<a href=\"([^\"]*)\">(.*?)</a>", open(sys.argv[1]).read()):
    print(address, html.unescape(re.sub("</?bdi>", "", words)), end="|")' "$1"
}

game='[White "Hill"] [Black "Dale"] [Result "1-0"] {before all} 1. e4 {[%clk 0:05:00] Best.} e5
2. Nf3 d6?! (2... Nc6 3. Bb5 a6 (3... Nf6 $14) 4. Ba4 {the end}) 3. d4 Bg4 $220 4. dxe5 Bxf3 1-0'

# bats test_tags=all
@test "a page without scripts: moves, variations, comments, NAGs, clocks, marked and asked diagrams" {
    cp-render --html <<<"$game" >page.html
    [ "$(grep -o '<data class="x" value="[^"]*"></data>' page.html)" = '<data class="x" value="[%clk 0:05:00]"></data>' ]
    text=$(look page.html text)
    [[ $text == 'Hill – Dale Hill – Dale Chess · 1-0 White to move before all 1. e4 0:05:00 Best. 1... e5 2. Nf3 d6?! (2... Nc6 3. Bb5 a6 (3... Nf6 ⩲) 4. Ba4 the end) 3. d4 Bg4 3... Bg4 4. dxe5 Bxf3 1-0 Tags WhiteHill BlackDale Result1-0' ]]
    [ "$(grep -c '<figure' page.html)" = 2 ] # the start, where it opens, and the marked one
    grep -q '<abbr title="dubious move" data-nag="6">?!</abbr>' page.html
    cp-render --md <<<'1. e4 e5 2. Nf3 $146 Nc6 $15 *' | grep -qF $'2. **♘f3\u00a0N** **♘c6\u00a0⩱**'
    # signs that either side may have
    for pair in '14 15' '16 17' '22 23' '36 37' '40 41' '44 45' '132 133' '138 139'; do
        cp-render --html <<<"1. e4 \$${pair% *} e5 \$${pair#* } *" >pair.html
        [ "$(grep -o '<abbr title="[^"]*\(White\|Black\)[^"]*"' pair.html | wc -l)" = 2 ]
    done
    [ "$(cp-render --md <<<'1. e4 $44 e5 $45 *' | grep -oF $'\u00a0=/∞' | wc -l)" = 2 ]
    grep -q '<p class="v2"><span class="p">(</span><span class="n">3...</span>' page.html
    cp-render --html --ply 0,2-3,2b.1.2 <<<"$game" >page.html
    [ "$(grep -c '<figure' page.html)" = 5 ]
    look page.html tags >/dev/null
    # as many games as there are diagrams: drawings are there once
    [ "$(grep -c '^<g id="cp-auto-white-king"' page.html)" = 1 ]
}

@test "a move's number stands again behind what can be seen, not behind commands that are hidden" {
    moves='1. e4 e5 {[%clk 0:01:00]} 2. Nf3 Nf6 {words} 3. Nc3 {seen} Nc6 *'
    cp-annotate --add legal-count <<<"$moves" >counted.jsonl
    cp-render -o page.html counted.jsonl
    [[ $(look page.html text) == *' 1. e4 e5 0:01:00 2. Nf3 Nf6 words 3. Nc3 seen 3... Nc6 '* ]]
    cp-render --md counted.jsonl | grep -qF '**e4** **e5** *0\:01\:00* 2. **♘f3** **♘f6** words'
    cp-render --tex counted.jsonl | grep -qF '1.~\mbox{\bfseries e4} \mbox{\bfseries e5}'
}

@test "a page runs no script but its own, and asks for nothing" {
    cp-render --html <<<"$game" >page.html
    sed -n '/^<script>/,/<\/script>$/p' page.html | sed '1s/^<script>//; $s/<\/script>$//' | head -c -1 >script
    [ "$(wc -c <script)" -le 31500 ]
    ! command -v node >/dev/null || node --check - <script
    hash=$(/usr/bin/python3 <script -c '
import base64, hashlib, sys
print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())')
    grep -Fq "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-$hash'" page.html
}

# bats test_tags=all
@test "the script alone, by node: each ply's position, its words, and what is copied" {
    command -v node >/dev/null || skip "node is not here"
    big=1$(printf '0%.0s' {1..40})1
    printf '%s\n' '[Variant "coaip"]' "[Setup \"w: K (1,1), R ($big,3); b: K (9,9), H (5,-400)\"]" "1. R($big,-7) K(9,10) *" >far.in
    echo '1. e4 d5 2. exd5 c5 3. dxc6 Nf6 4. cxb7 Nd5 5. bxa8=Q *' >chess.in
    ln -s "$data/samples/variations.pgn" variations.in
    ln -s "$data/frames/huygens-whole.txt" huygens.in
    ln -s "$data/trapper-pictures/every-ply.txt" trapper.in
    printf '%s\n' '[Variant "formation"]' '[Setup "w: K (1,-9), N (1,0), N (1,1), N (2,0), N (2,1), N (3,0); b: K (9,99)"]' \
        '1. N(1,1)-(3,2) (1. N(3,0)-(5,1) K(9,98) 2. N(5,1)-(3,0)) K(9,98) 2. N(3,2)-(1,1) *' >bodies.in
    for name in far chess variations huygens trapper bodies; do
        cp-render --html -o $name.html $name.in
        cp-render --svg --ply all -o "$name-%03p.svg" $name.in
    done
    cat >try.js <<'END'
const fs = require('fs'), { equal, deepEqual } = require('assert').strict;
const parts = (name) => [...fs.readFileSync(name + '.html', 'utf8').matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((m) => m[1]);
const load = (name) => {
  const [data, script] = parts(name), module = { exports: {} };
  new Function('module', 'globalThis', script)(module, {});
  const game = module.exports.gameOf(JSON.parse(data));
  return { ...module.exports, game, words: module.exports.wordsOf(game) };
};
const together = (svg) => (svg.match(/Together: [^.<]*/)?.[0] ?? '').split(', white').filter((text) => text).length;
for (const name of ['far', 'chess', 'variations', 'huygens', 'trapper', 'bodies']) {
  const { game, words } = load(name);
  for (let i = 0, ply = 0; i !== undefined; i = game.kids[i][0], ply++) {
    const file = `${name}-${String(ply).padStart(3, '0')}.svg`, svg = fs.readFileSync(file, 'utf8');
    equal(words.describe(game.positionAt(i)), svg.match(/<desc[^>]*>[^<]*(On the board: [^<]*)</)[1], file);
    equal(game.positionAt(i).filter((man) => man.leads).length, together(svg), file);
  }
}
const { letters, squareName, direction, game, words } = load('chess');
deepEqual([0n, 1n, 26n, 27n, -3n, 11033n].map(letters), ['\u03c6', 'a', 'z', 'aa', '-c', 'phi']);
deepEqual([0, 1, 3].map((how) => squareName(5n, 4n, how)), ['(5,4)', '(e4)', 'e4']);
equal(squareName(11033n, 4n, 1), '(11033,4)');
deepEqual(direction(10n ** 30n, -(10n ** 30n)).map(Math.sign), [1, -1]);
equal(words.heading(0, ''), 'White to move');
equal(words.heading(6, 'Nf6'), '3... Nf6');
deepEqual(words.say(5), ['white pawn d5 to c6', 'gone: black pawn c5']);
deepEqual(words.say(9), ['white pawn b7 to a8, now queen', 'gone: black rook a8']);
equal(game.lastOf(0), 9);
fs.writeFileSync('position', words.position(9));
const text = [[0, '1.'], [1, 'e4', '1', '14'], [0, '('], [0, '1.'], [0, 'd4'], [0, ')'], [0, '*']];
equal(words.notation(text).split('\n').at(-2), '1. e4 $1 $14 (1. d4) *');
equal(letters(26n ** 40n), 'y'.repeat(39) + 'z');
equal(letters((26n ** 41n - 1n) / 25n - 1n), 'z'.repeat(40));
equal(letters((26n ** 41n - 1n) / 25n), 'a'.repeat(41));
equal(load('far').words.position(2), 'w: K (1,1), R (1' + '0'.repeat(40) + '1,-7); b: K (9,10), H (5,-400)');
END
    node try.js

    # names of many letters are shown by their ends, in no time, and copied whole
    many=$(head -c 50000 /dev/zero | tr '\0' c)
    printf '%s\n' '[Variant "coaip"]' "[Setup \"w: K (a1), R (${many}3); b: K (i9)\"]" "1. R(${many}4) K(i10) *" >many.in
    cp-render --html --axes letters -o many.html many.in
    cp-render --svg --axes letters --ply last many.in | grep -o 'On the board: [^<]*' >wanted
    cat >many.js <<'END'
const { equal } = require('assert').strict, fs = require('fs');
const [, data, script] = fs.readFileSync('many.html', 'utf8').match(/<script type[^>]*>([^]*?)<\/script>[^]*<script>([^]*)<\/script>/);
const module_ = { exports: {} };
new Function('module', 'globalThis', script)(module_, {});
const { gameOf, wordsOf } = module_.exports, game = gameOf(JSON.parse(data)), words = wordsOf(game);
const began = process.cpuUsage().user;
for (let i = 0; i < 50; i++) equal(words.describe(game.positionAt(2)) + '\n', fs.readFileSync('wanted', 'utf8'));
console.assert(process.cpuUsage().user - began < 2e6, 'slow');
const [move] = words.notation([[1, 'short']]).match(/R\(.*/);
equal(move, `R(${'c'.repeat(50000)}4)`);
END
    node many.js >out 2>&1 || cut -c1-400 out
    cat out
    [ ! -s out ]
    grep -q '<span class="m"[^>]*>R(c*\.\.\.\[50001 characters\]\.\.\.c*4)<' many.html
    cp-render --svg --variant fide --men "$(cat position)" | grep -o 'On the board: [^<]*' | sort -u >copied
    cp-render --svg --ply last chess.in | grep -o 'On the board: [^<]*' | sort -u | cmp - copied
}

@test "sixty moves on 8x8 are at most 90 kB, on the plane 160 kB, with all they need" {
    for id in fide huygens; do
        if [ $id = fide ]; then
            moves=$(for i in $(seq 1 2 60); do echo "$i. Nf3 Nf6 $((i + 1)). Ng1 Ng8"; done)
        else
            moves=$(for i in $(seq 1 2 60); do echo "$i. N(3,3) N(3,6) $((i + 1)). N(2,1) N(2,8)"; done)
        fi
        cp-render --html --variant $id <<<"$moves" >$id.html
        [ "$(grep -o '<span class="m"' $id.html | wc -l)" = 120 ]
    done
    [ "$(wc -c <fide.html)" -le 90000 ]
    [ "$(wc -c <huygens.html)" -le 160000 ]
}

@test "an illegal game is shown as far as it goes, with the message where the move stands" {
    run --separate-stderr -1 cp-render --html <<<'1. e4 e5 2. Ke3 (2. Nf3 Nc6 3. Nb9) Nf6 (2... d6) 3. Nf3 *'
    echo "$output" >page.html
    [[ $stderr == *'error: '*'[cannot-reach]'* ]]
    text=$(look page.html text)
    [[ $text == *'1. e4 e5 2. Ke3 no such piece can reach that square: Ke3: Ke1-e3 (2. Nf3 Nc6 3. Nb9 '*'that square is not on the board: '*') 2... Nf6 (2... d6) 3. Nf3 *' ]]
    [ "$(grep -o '<span class="m"' page.html | wc -l)" = 4 ]
    [ "$(grep -o '<span class="u"' page.html | wc -l)" = 5 ]
    grep -q '^{.*,"l":\[7,1,6,3\].*' page.html # the variation goes on from the second ply
    [ "$(grep -c '"p":' page.html)" = 0 ]
    cp-render --html <<<'1. e4 e5 2. Nf3 (2. Ke3 d6) Nc6 *' >page.html 2>/dev/null
    look page.html tags >/dev/null
    # the last position stands at its own move, behind whose variations the illegal one comes
    branching='1. e4 {[%dia]} (1. d4 {[%dia]} d5) e5 (1... c5 {[%dia]}) 2. Kh8 *'
    cp-render --html <<<"$branching" >page.html 2>/dev/null || [ $? = 1 ]
    look page.html tags >/dev/null
    cp-render --md <<<"$branching" 2>/dev/null | grep '^\*[0-9]' | paste -sd ' ' |
        grep -qxF '*1. e4* *1. d4* *1... e5* *1... c5*'
}

# bats test_tags=all
@test "a hundred hostile strings stay text in a page" {
    hostile_words
    game_with "${words[@]}" | cp-render --html >hostile.html
    game_with "${plain[@]}" | cp-render --html >plain.html
    [ "$(look hostile.html tags)" = "$(look plain.html tags)" ]
    [ "$(look hostile.html classes)" = "$(look plain.html classes)" ]
    [[ $(look hostile.html text) == *"</script><script>alert(1)//"*'<img src=x onerror=alert(1)>'* ]]
    # bytes of any sort, also those that stand for something while a page is made
    printf '[White "\001g\001"] [Black "\377\376"] 1. e4 {\001 \x7f \xc3} *' | cp-render --html >page.html
    iconv -f UTF-8 -t UTF-8 page.html >/dev/null
    [[ $(look page.html text) != *g1* ]]
}

@test "several games in one file are a list; with %g each has a page of its own; workers change nothing" {
    printf '%s\n\n' "$game" '[Variant "Trapper Chess"] *' "$game" '1. e4 *' >games.txt
    cp-render -o all.html games.txt
    [ "$(grep -c '<details class="game"' all.html)" = 4 ]
    [ "$(grep -c '<main' all.html)" = 1 ]
    [ "$(grep -c '^<g id="cp-auto-white-pawn"' all.html)" = 1 ]
    look all.html tags >/dev/null
    [[ $(look all.html text) == 'Games Games 1. Hill – Dale '*' 2. Game 2 '*' 3. Hill – Dale '*' 4. Game 4 '* ]]
    CP_BATCH=100 cp-render --jobs 3 -o jobs.html games.txt
    cmp all.html jobs.html
    cp-render -o 'game-%02g.html' games.txt
    [ "$(ls game-0?.html | wc -l)" = 4 ]
    cp-render --html --game 3 games.txt | cmp - game-03.html
    look game-02.html tags >/dev/null
}

@test "pages of one game each have an index of links, where it is asked for" {
    printf '%s\n\n' "$game" '[White "<a>"] [Black "&"] 1. e4 *' '1. d4 *' >games.txt
    mkdir -p site/'my games'
    cp-render --index site/index.html -o 'site/my games/%02g.html' games.txt
    [ "$(look_links site/index.html)" = 'my%20games/01.html 1. Hill – Dale|my%20games/02.html 2. <a> – &|my%20games/03.html 3. Game 3|' ]
    cp-render --jobs 3 --index site/jobs.html -o 'site/my games/%02g.html' games.txt
    cmp site/index.html site/jobs.html
    cp-render --jobs 3 --index site/jobs.html -o 'site/my games/%02g.html' --game 1 games.txt # in its place
    [ "$(look_links site/jobs.html)" = 'my%20games/01.html 1. Hill – Dale|' ]
    cp-render --md --index list.md -o '%g.md' games.txt
    grep -qxF '2. [&#60;a&#62; – &#38;](2.md)' list.md
    for wrong in '-o all.html' '-o x-%g.svg' '-o x-%g.tex' '--html' '-o %g/x.html --index %g/i.html' '-o a/%g.html --index b/i.html'; do
        run -2 cp-render --index i.html $wrong games.txt
    done
    run ! cp-render --index 2.html -o '%g.html' games.txt
    [[ $output == *'a name that no page has'* ]]
    run ! cp-render --index 2.html -o './%g.html' games.txt
    [[ $output == *'a name that no page has'* ]]
    cp games.txt read.html
    run -2 cp-render --index read.html -o '%g.html' read.html
    [ "$(grep -c . read.html)" = 4 ]
}

# bats test_tags=all
@test "an index finds its pages however both are called, and ends as they do" {
    echo '1. e4 *' >g.txt
    mkdir -p site/pages other
    ln -s "$PWD/site" link
    leads() { # ADDRESS INDEX PAGES
        cp-render --index "$2" -o "$3" g.txt
        [ "$(look_links "$2")" = "$1 1. Game 1|" ] || { look_links "$2"; return 1; }
    }
    leads g-1.html ./i.html 'g-%g.html'
    leads g-1.html i.html './g-%g.html'
    leads g-1.html i.html "$PWD/g-%g.html"
    leads g-1.html i.html 'site/../g-%g.html'
    leads g-1.html site/i.html 'site//g-%g.html'
    mkdir site/pages/1
    leads pages/1/g.html site/i.html "$PWD/link/pages/%g/g.html"
    (cd site && cp ../g.txt . && leads site/g-1.html ../i.html 'g-%g.html')
    for wrong in 'other/i.html site/%g.html' 'site/i.html /nowhere-%g.html' 'site/i.html site-%g.html'; do
        # shellcheck disable=SC2086
        set -- $wrong
        run -2 cp-render --index "$1" -o "$2" g.txt
        [[ $output == *'it takes a file in the folder of the pages, or in one that it is in'* ]]
    done
    for wrong in i.svg i.md i.txt; do
        run -2 cp-render --index "$wrong" -o 'g-%g.html' g.txt
        [[ $output == *"--index \"$wrong\"; it takes a name that ends in "* ]]
        [ ! -e "$wrong" ]
    done
    cp-render --index list -o 'g-%g.html' g.txt
}

@test "every NAG but the one for diagrams stands in all three kinds of pages" {
    game='1. e4 $1 $21 e5 $255 $220 2. Nf3 $16 *'
    [[ $(cp-render --html <<<"$game") == *$'>\u00a0$21<'*$'>\u00a0$255<'* ]]
    cp-render --md <<<"$game" | grep -qF '**e4! \$21** **e5 \$255**'
    [[ $(cp-render --tex <<<"$game" | tr '~' ' ') == *'e4!{} \$21}'*'e5 \$255}'* ]]
    shown() { cp-render --$1 | sed '/^<script type="application.json">/,/^<.script>/d'; } # copied it is
    for kind in html md tex; do
        [ "$(shown $kind <<<"$game" | grep -c '220')" = "$(shown $kind <<<"${game/ \$220/}" | grep -c '220')" ]
    done
}

@test "beside a move that is refused stands why, not how it was read" {
    run -1 --separate-stderr cp-render --html <<<'1. d4 0-0 *'
    [[ $stderr == *'move-in-dialect'*'castling-blocked'* ]]
    [[ $output == *'<span class="err">a piece stands in the way of castling: 0-0: Bf8</span>'* ]]
}

@test "the result of an ICN, which only its tag has, stands in the heading and behind the moves" {
    for result in 1-0 1/2-1/2; do
        echo "[Result \"$result\"] [Variant \"Position\"] w 0/100 1 K1,1|k5,8 1,1>2,2" | cp-render --html >page.html
        [[ $(look page.html text) == *" · $result "*"1,1>2,2 $result "* ]]
        grep -q "<span class=\"r\">$result</span>" page.html # which the script copies
    done
    echo '[Result "?"] [Variant "Position"] w 0/100 1 K1,1|k5,8 1,1>2,2' | cp-render --html 2>/dev/null >page.html
    [ "$(grep -c 'class="r"' page.html)" = 0 ]
}

@test "words of people stand apart, whichever way their script runs" {
    arabic='مرحبا'
    echo "[White \"$arabic\"] [Event \"$arabic\"] 1. e4 {$arabic} e5 *" | cp-render --html >page.html
    for place in '<h1>' '<p class="about">' '<dd>'; do
        grep -qF "$place<bdi>$arabic" page.html
    done
    grep -qF "</span> <bdi class=\"c\">$arabic</bdi> <span class=\"n\">1...</span>" page.html
}

@test "moves have addresses, a page opens where --ply says, and a parenthesis stands at words" {
    addresses() { grep -o '<span class="m" id="[^"]*"' | sed 's/.*id="//; s/"//' | paste -sd ' '; }
    [ "$(cp-render --html <<<"$game" | addresses)" = 'g1-1w g1-1b g1-2w g1-2b g1-m5 g1-m6 g1-m7 g1-m8 g1-m9 g1-3w g1-3b g1-4w g1-4b' ]
    echo '[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 7"] 7... Kd7 8. Kd2 *' | cp-render --html | addresses | grep -qx 'g1-7b g1-8w'
    cp-render --html <<<"$game" | run ! grep '"at":' # the start
    for at in '0|' '2b|"at":4' 'last|"at":13' '2b.1.2|"at":6' '3,5|"at":3'; do
        cp-render --html --ply "${at%|*}" <<<"$game" >page.html
        [ "$(grep -o '"at":[0-9]*' page.html)" = "${at#*|}" ]
    done
    # a diagram at a variation's last move stands behind its parenthesis
    cp-render --md <<<'1. e4 e5 (1... c5 $220) 2. Nf3 *' | grep -qx '> (1... c5)'
    cp-render --html <<<'1. e4 e5 (1... c5 {x} $220) 2. Nf3 *' | run ! grep '<p[^>]*><span class="p">)'
    echo '[Date "1999.??.??"] *' | cp-render --md | grep -qx '1999 · Chess · \\\*'
    echo '[Date "????.??.??"] *' | cp-render --md | grep -qx 'Chess · \\\*'
}

# bats test_tags=all
@test "a page for a frame has no heading to be seen, an SVG has the colours of its page, and a very long page is told" {
    cp-render --embed -o frame.html <<<"$game"
    grep -qx '<body class="embed">' frame.html
    look frame.html tags >/dev/null
    cp-render --html <<<"$game" | grep -qx '<body>'
    run -2 cp-render --embed --svg <<<"$game"
    [[ $output == *'--embed is for pages'* ]]
    cp-render --svg --theme css <<<"$game" >css.svg
    xmllint --noout css.svg
    grep -q 'fill="var(--chess-light-squares,#f1e4cb)"' css.svg
    [ "$(grep -c 'fill="#f1e4cb"' css.svg)" = 0 ]
    run -2 cp-render --tex --theme css <<<"$game" # TeX knows no such colours
    cp-render --side-by-side --ply 1,2 <<<"$game" >pair
    cp-render --sheet 2x1 --ply 1,2 <<<"$game" | cmp - pair
    run -2 cp-render --side-by-side --sheet 1x1 <<<"$game"
    [[ $output == *'--sheet, --side-by-side'* ]]
    (quick; for i in $(seq 72); do echo '[Variant "site-omega-squared"] *'; echo; done) >large.txt
    run --separate-stderr cp-render -o large.html large.txt
    [ "$(wc -c <large.html)" -gt 20971520 ]
    [ "$(grep -c 'page-large' <<<"$stderr")" = 1 ]
    head -n 8 large.txt >few.txt
    run --separate-stderr cp-render -o 'one-%g.html' few.txt
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "a game for the element of another page is JSON, in which the page's markup is; its script is a file of its own" {
    cp-render -o game.json <<<"$game"
    cp-render --json <<<"$game" | cmp - game.json
    [ "$(jq -r 'keys_unsorted | join(" ")' game.json)" = 'title style html' ]
    [ "$(jq -r .title game.json)" = 'Hill – Dale' ]
    jq -j .html game.json >markup.html
    [[ $(look markup.html tags) == 'svg defs '*' section h2 bdi '*' script' ]]
    # but for its heading, the markup and the data are the page's
    cp-render --html <<<"$game" | sed -n '/^<svg class="drawings"/,/^<\/main>$/p' | sed 's/^<main /<section /; s/^<h1>\(.*\)h1>$/<h2 class="about">\1h2>/; s/main>$/section>/' | diff - markup.html
    run ! grep '<' <(jq -r .style game.json)
    [[ $(jq -r .style game.json) == ':root,:host{--ground:light-dark(#fdfbf7,#1f2226);'*'[fill="#f1e4cb"]{fill:var(--light-squares)}'* ]]
    [[ $(cp-render --json --theme dark <<<"$game" | jq -r .style) == ':root,:host{--ground:#1f2226;'* ]]
    # it may stand within a page
    hostile_words
    game_with "${words[@]}" | cp-render --json >hostile.json
    run ! grep '<' hostile.json
    [[ $(jq -r .title hostile.json) == *'<script>alert(1)</script>'* ]]
    [ "$(cp-render --json --ply 2w <<<"$game" | jq -r .html | grep -o '"at":[0-9]*')" = '"at":3' ]
    printf '%s\n\n' "$game" '1. e4 *' | cp-render -o 'g-%02g.json'
    [ "$(jq -r .title g-02.json)" = 'Game 2' ]
    cmp game.json g-01.json
    run ! cp-render -o both.json <<<"$game 1. e4 *"
    [[ $output == *': game 2 [second-picture]'* ]]
    for wrong in '--json --embed' '--json --html' '--json --sheet 2x2' "--index i.json -o %g.json" '--json -o x.html'; do
        # shellcheck disable=SC2086
        run -2 cp-render $wrong <<<"$game"
        [ "$(grep -c 'error: ' <<<"$output")" = 1 ]
    done
}

@test "the element's script is one file, made without a game" {
    cp-render --component >chess-plane.js
    cp-render --component -o other.js </dev/null
    cmp chess-plane.js other.js
    ! command -v node >/dev/null || node --check chess-plane.js
    head -n 1 chess-plane.js | grep -qx '/\* chessplane .*: <chess-plane src="game.json">. MIT License \*/'
    [ "$(grep -c "customElements.define('chess-plane'" chess-plane.js)" = 1 ]
    # it begins no page, and asks for nothing but a game
    [ "$(grep -o "https\?:[^']*\|import[ (]\|begin(document)\|fetch([a-z]*)" chess-plane.js | paste -sd ' ')" = 'http://www.w3.org/ fetch(src)' ]
    [ "$(wc -c <chess-plane.js)" -le 42000 ]
    for wrong in '--html' '--theme dark' 'game.txt' '-o x.html'; do
        # shellcheck disable=SC2086
        run -2 cp-render --component $wrong
        [ "$(grep -c 'error: ' <<<"$output")" = 1 ]
    done
    run -3 cp-render --component -o /dev/full
}

# bats test_tags=all
@test "what a page copies is named by its form: PGN, ICN as it was, else the game in our notation; positions as FEN" {
    kept() { # the form, and the text of its copy
        cp-render --html "$@" 2>/dev/null | sed -n '/^<script type="application.json">/,/^<.script>/{/^<.*script/d;p}' >data.json
        jq -r '"\(.form) \(.fen)"' data.json
        jq -j '.copy // ""' data.json >copy
    }
    [ "$(kept <<<"$game")" = 'PGN 1' ]
    cp-convert --to pgn <<<"$game" | diff - copy
    [ "$(kept <<<'1. e2-e4 {[%clk 0:01:00] x} (1. d2-d4) 1... e7-e5 $4 2. Ng1-f3 *')" = 'PGN 1' ]
    [ "$(tail -n 2 copy | head -n 1)" = '1. e4 {[%clk 0:01:00] x} (1. d4) 1... e5 $4 2. Nf3 *' ]
    icn='[Result "1-0"] [Event "x"] [Variant "Position"] w 0/100 1 K1,1|k5,8 1,1>2,2{[%clk 0:00:01.5]}|5,8>5,9'
    [ "$(kept <<<"$icn")" = 'ICN null' ]
    diff - copy <<<"$icn"
    # a move that is refused, and what stands behind it, is copied too
    [ "$(kept <<<"$icn|2,2>9,9|5,9>5,8")" = 'ICN null' ]
    diff - copy <<<"$icn|2,2>9,9|5,9>5,8"
    [ "$(kept <<<'1. e4 e5 2. Ke4 d6 *')" = 'PGN 1' ]
    [ "$(tail -n 2 copy | head -n 1)" = '1. e4 e5 2. Ke4 d6 *' ]
    # of ICN with variations, which it has no place for, all is copied in our notation
    cp-parse <<<"$icn" | jq -c '.moves[1] = {move: .moves[1], variations: [["5,8>5,7"]]}' >icn.jsonl
    [ "$(kept icn.jsonl)" = 'null null' ]
    [ "$(kept "$data/trapper-pictures/every-ply.txt")" = 'null 1' ]
    [ "$(kept -v huygens <<<'1. N(3,3) *')" = 'null null' ]
    # nothing is told of what is only written to be copied
    run -0 --separate-stderr cp-render --html <<<"$icn"
    [ -z "$stderr" ]
    printf '%s\n\n' "$game" "$icn" "$game" | cp-render --html --jobs 3 | grep -o '"form":"..."' | paste -sd ' ' | grep -qx '"form":"PGN" "form":"ICN" "form":"PGN"'
}

@test "one player alone stands in the title, with ? for the other" {
    for tag in '[White "Tal"]' '[White "Tal"] [Black "?"]' '[White "Tal"] [Black ""]'; do
        [ "$(cp-render <<<"$tag 1. e4 *" | head -n 1)" = 'Tal - ?' ]
        [ "$(cp-render --md <<<"$tag 1. e4 *" | head -n 1)" = '# Tal – ?' ]
    done
    [ "$(cp-render --md <<<'[Black "Tal"] 1. e4 *' | head -n 1)" = '# ? – Tal' ]
    [ "$(cp-render --md <<<'[White "?"] 1. e4 *' | head -n 1)" = '# Game 1' ]
}

# bats test_tags=all
@test "options for pictures are for the diagrams of a page, and some for its board, as the manual says" {
    data() { # of the board, without what describes the diagrams
        cp-render --html "$@" <<<'1. e4 e5 *' | sed -n '/<script type="application.json">/,/<.script>/p' | sed 's/"e":"[^"]*"//'
    }
    data >plain
    grep -q '"window":\[1,1,8,8\]' plain
    for option in --dots=g1 --axes=both --labels=edge --caption=x --to-move --map --no-last --no-insets --no-list; do
        data "$option" | cmp - plain
    done
    for option in --flip --highlight=e4 --arrow=e2e4; do
        data "$option" >with
        run ! cmp -s with plain
    done
    cp-render --html --ply last --dots g1 <<<'1. e4 e5 *' | grep -q 'Moves: Ng1: h3, e2, f3'
}

@test "pages refuse what is for pictures, and other names" {
    run -2 cp-render --html --sheet 2x2 <<<'*'
    [[ $output == *'--sheet, --html, --json, --md, --tex or --animate'* ]]
    run -2 cp-render --html --size 3mm <<<'*'
    [[ $output == *'--size is for SVG'* ]]
    run -2 cp-render -o 'x-%p.html' <<<'*'
    [[ $output == *'% is followed by g'*'each game has one page'* ]]
    run -2 cp-render --svg -o x.html <<<'*'
    [[ $output == *'a name that ends in .svg, .png, .pdf, .html, .json, .md, .tex or .txt, as the format is'* ]]
    run -2 cp-render --svg --html <<<'*'
    [ ! -e x.html ]
}

# bats test_tags=all
@test "pages of ten thousand plies and of many games are made in flat memory" {
    (quick; for i in $(seq 1 2 5000); do echo "$i. Nf3 Nf6 $((i + 1)). Ng1 Ng8"; done) >long.pgn
    run --separate-stderr cp-render --html long.pgn
    [ "$(grep -o '<span class="m"' <<<"$output" | wc -l)" = 10000 ]
    extra=${CP_EXTRA:-$top/build/release/bin-extra}
    printf '%s\n\n' "$game" >one.txt
    copies 20 one.txt >few.txt
    copies 50 few.txt >many.txt
    few=$("$extra/cp-peak" cp-render --html few.txt)
    many=$("$extra/cp-peak" cp-render --html many.txt)
    [[ ${CP_BIN:-} == */[at]san/* ]] || [ "$many" -lt $((few + 1024)) ]
}

# marks FILE: what a reader of Markdown would take for markup, once escaped signs are gone
marks() {
    sed 's/\\[][!-/:-@\\^_`{|}~]//g; s/&#[0-9]*;//g' "$1" | grep -o '[][*_`<>#|~$]\|^[-+=0-9].\{0,3\}\|[a-z]*:/\|www\.\|@' | sort | uniq -c
}

@test "Markdown: text with figurines, pictures beside it with alternative texts, hostile words as they are" {
    cp-render --ply 4 -o book.md <<<"$game"
    ls book* | paste -sd ' ' | grep -qx 'book-md-g1-p4.svg book-md-g1-p6.svg book-md-g1-p8.svg book.md'
    xmllint --noout book-md-g1-p4.svg
    grep -qx '# Hill – Dale' book.md
    grep -q '^before all 1. \*\*e4\*\* \*0\\:05\\:00\* Best. 1... \*\*e5\*\* 2. \*\*♘f3\*\* \*\*d6?!\*\*$' book.md
    grep -qxF $'> > (3... ♘f6\u00a0⩲)' book.md
    grep -q '^!\[2... d6?!. Chess. White to move. Last move\\: d7 to d6. On the board\\: white king e1; .*\](book-md-g1-p4.svg)$' book.md
    mkdir -p there
    cp-render -o 'there/g-%02g.md' <<<"$game"
    [ -s there/g-01-md-g1-p8.svg ]
    grep -q '(g-01-md-g1-p8.svg)' there/g-01.md
    cp-render --md <<<"$game" | grep -q '^8  r n . q k b n r$' # as text where no files are
    hostile_words
    game_with "${words[@]}" | cp-render --md >hostile.md
    game_with "${plain[@]}" | cp-render --md >plain.md
    [ "$(marks hostile.md)" = "$(marks plain.md)" ]
    printf '%s\n\n' "$game" "$game" | cp-render --md >two.md
    [ "$(grep -c '^# \|^## [12]. ' two.md)" = 3 ]
}

@test "Markdown: names of files are links, tags begin no block, and beside a device stands nothing" {
    cp-render -o 'my (book) <b>.md' <<<'1. e4 *'
    [ -s 'my (book) <b>-md-g1-p1.svg' ]
    grep -q '](my%20%28book%29%20%3Cb%3E-md-g1-p1.svg)$' 'my (book) <b>.md'
    cp-render --md <<<$'[White "x"]\n[Black "y"]\n[Event "    # x"]\n[Site " - y"]\n\n1. e4 *' |
        grep -qx '\\# x · - y · Chess · \\\*'
    mkfifo pipe
    for device in /dev/null /dev/stdout /dev/fd/5 pipe; do
        cat pipe >/dev/null &
        cp-render --md --ply 1 -o $device <<<"$game" 5>pipe | cat >got
        wait
    done
    [ "$(find . /dev -maxdepth 1 -name '*-g1-*')" = './my (book) <b>-md-g1-p1.svg' ]
}

# a LaTeX file's commands and signs that mean something, but for those of single signs
commands() {
    sed 's/\\\(text\|quote\|guil\)[a-z]*{}//g; s/\\\(sign\|ensuremath\){[^{}]*}//g; s/\\figurine{[a-z]*}{.}//g; s/\\[{}$&#%_]//g' "$1" |
        grep -o '\\[a-z]*\|[$&#%_^~]' | sort | uniq -c
}

# bats test_tags=all
@test "LaTeX: text with figurines, pictures beside it or diagrams as text, hostile words as they are" {
    cp-render --tex <<<"$game" >book.tex
    grep -q '^before all 1.~.mbox{.bfseries e4} .emph{0:05:00} Best. 1...~' book.tex
    grep -qF '\section*{Hill \textendash{} Dale}' book.tex
    grep -qF 'figurine{knight}{N}f3' book.tex
    grep -qF '\quad \quad \small (3...~\mbox{\figurine{knight}{N}f6~\ensuremath{\stackrel{+}{=}}})' book.tex
    [ "$(grep -c '^.textdiagram{' book.tex)" = 2 ]
    grep -q '^8~~r~n~\.~q~k~b~n~r.*$' book.tex
    # a picture beside it, and the same as text where it is missing; names that TeX would read
    cp-render --ply 2b.1.1 -o 'my_book 2.tex' <<<"$game"
    [ -s "my_book 2-tex-g1-p4.1.1.svg" ] || [ -s "my_book 2-tex-g1-p4.1.1.pdf" ]
    [ "$(grep -c '^.diagram{.detokenize{my_book 2}-tex-g1-p\(4.1.1\|6\|8\)}{' 'my_book 2.tex')" = 3 ]
    cp-render -o 'a#b.tex' <<<"$game"
    grep -q '^.diagram{.jobname-tex-g1-p6}{' 'a#b.tex'
    cp-render --theme dark -o dark.tex <<<"$game"
    # another text of one name has pictures of its own, in another theme
    cp-render -o both.tex <<<"$game"
    cp-render -o both.md <<<"$game"
    ls both* | paste -sd ' ' | grep -qx 'both-md-g1-p6.svg both-md-g1-p8.svg both-tex-g1-p6.... both-tex-g1-p8.... both.md both.tex'
    run -2 cp-render --tex --theme dark <<<"$game"
    hostile_words
    game_with "${words[@]}" 'Ünïcödé ř 漢 ♞ – … „x“' | cp-render --tex >hostile.tex
    game_with "${plain[@]}" x | cp-render --tex >plain.tex
    diff <(commands plain.tex) <(commands hostile.tex)
}

@test "an animation: one SVG that shows a range of plies without scripts, the last where nothing moves" {
    cp-render --animate --ply 0-3,last -o film.svg <<<"$game"
    xmllint --noout film.svg
    [ -z "$(grep -o ' id="[^"]*"' film.svg | sort | uniq -d)" ]
    run grep -E '<script|<image|(href|src)="[^#]|url\([^#]' film.svg
    [ "$status" = 1 ]
    prefix=$(sed -n 's/^<svg id="\([^"]*\)sheet".*/\1/p' film.svg)
    grep -Fq "<use id=\"${prefix}film\" xlink:href=\"#${prefix}p4\" href=\"#${prefix}p4\"><animate attributeName=\"href\" calcMode=\"discrete\" repeatCount=\"indefinite\" values=\"#${prefix}p0;#${prefix}p1;#${prefix}p2;#${prefix}p3;#${prefix}p4\" keyTimes=\"0.000000;0.142857;0.285714;0.428571;0.571428\" dur=\"8400ms\"/></use>" film.svg
    # each picture is the picture of that ply
    for ply in 0 3; do
        cp-render --svg --ply $ply --id-prefix x- <<<"$game" | grep -o ' id="x-man[^"]*"' | sed 's/.*man//' | sort >one
        sed -n "/^<g id=\"${prefix}p$ply\">/,/^<g id=\"${prefix}p$((ply + 1))\">/p" film.svg | grep -o ' id="[^"]*man[^"]*"' | sed 's/.*man//' | sort >other
        cmp one other
    done
    printf '%s\n\n' "$game" "$game" | cp-render --animate -o 'film-%g.svg'
    [ -s film-1.svg ]
    [ -s film-2.svg ]
    run -2 cp-render --animate -o film.txt <<<"$game"
}

# bats test_tags=all
@test "PNG and PDF are made by librsvg where it was built in, and named as missing where not" {
    if ! cp-render -o a.png <<<"$game" 2>err; then
        grep -q 'need librsvg, which is not here \[raster-missing\]' err
        grep -q 'librsvg2-dev' err
        [ ! -e a.png ]
        run -2 cp-render --pdf <<<"$game"
        skip "librsvg was not built in"
    fi
    head -c 4 a.png | grep -q PNG
    density() { # dots an inch, and pixels across
        /usr/bin/python3 -c 'import struct, sys; png = open(sys.argv[1], "rb").read(); i = png.index(b"pHYs"); print(round(struct.unpack(">I", png[i + 4:i + 8])[0] * .0254), struct.unpack(">I", png[16:20])[0])' "$1"
    }
    [ "$(density a.png | cut -d ' ' -f 1)" = 192 ]
    cp-render --width 85mm --dpi 600 -o fine.png <<<"$game"
    [ "$(density fine.png)" = '600 2008' ] # 85 / 25.4 * 600
    if command -v pngcheck >/dev/null; then pngcheck -q fine.png; fi
    run -2 cp-render --dpi 300 --svg <<<"$game"
    cp-render --width 85mm -o true.pdf <<<"$game"
    grep -aq '/MediaBox \[ 0 0 240\.9' true.pdf # points, 85 mm
    cp-render --pdf <<<"$game" | head -c 5 | grep -qx '%PDF-'
    cp-render --pdf <<<"$game" >one.pdf
    cp-render --pdf <<<"$game" | cmp - one.pdf
    cp-render --sheet 2x1 --ply 0,1 -o sheet.png <<<"$game"
    run -3 cp-render --png --size 9000mm -o large.png <<<"$game"
    [[ $output == *'[raster-failed]'* ]]
    [ ! -e large.png ]
}
