#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: source_needs wasm_needs node=nodejs npm=npm brotli=brotli chromium=chromium
# npm: typescript@5 puppeteer-core
# The tools as WebAssembly, and the package for npm.
bats_require_minimum_version 1.5.0
load family.bash

setup_file() {
    export package=$top/build/npm/chessplane
    made npm wasm
}
setup() { is_made && cd "$BATS_TEST_TMPDIR"; }

# native and wasm: what both say of the same
both() {
    local status=0 got=0
    "$@" >native.out 2>native.err || status=$?
    "$package/../bin/$1" "${@:2}" >wasm.out 2>wasm.err || got=$?
    [ $got = $status ]
    cmp native.out wasm.out
    cmp native.err wasm.err
}

@test "a family of each tool and form is the same through WebAssembly, byte for byte" {
    export CP_BIN=$package/../bin
    family_of_each_tool
}

@test "tools by Node answer, tell and end as the native ones do, with files and folders too" {
    cp "$data"/samples/{games.txt,broken.txt,variations.pgn} .
    gzip -k games.txt
    echo '[Variant "capablanca"] *' >capablanca.txt
    printf '[Variant "coaip"] [Setup "w: K (5,1), R (1%040d,3); b: K (5,9)"] 1. R(1%040d,9) *\n' 0 0 >far.txt
    both cp-validate --summary games.txt broken.txt
    both cp-validate games.txt.gz
    both cp-validate nowhere.txt
    both cp-validate --nonsense
    both cp-table games variations.pgn
    both cp-select --has check --count games.txt
    both cp-render --svg --ply last -o 'picture-%g.svg' games.txt
    cmp picture-1.svg <(cp-render --svg --ply last --game 1 games.txt)
    both cp-validate --perft 3 capablanca.txt
    both cp-convert --to numeric far.txt
}

@test "the package is small, is installed by npm alone, and its README is right" {
    [ "$(brotli -c -q 11 "$package/chessplane.wasm" | wc -c)" -le 700000 ]
    (cd "$package" && npm pack --silent --pack-destination "$PWD" >packed 2>&1)
    mkdir user && cd user
    echo '{"type": "module"}' >package.json
    npm install --silent --no-audit --no-fund --offline "$package"/chessplane-*.tgz
    # each example of the README, with what it says below it
    awk '/^```js/ { n++; on = 1; next } /^```/ { on = 0 } on { print >("example-" n ".mjs") }' "$package/README.md"
    [ "$(ls example-*.mjs | wc -l)" = 4 ]
    for file in example-*.mjs; do
        node $file >out
        sed -n 's|^// ||p' $file | cmp - <(head -n "$(grep -c '^// ' $file)" out)
    done
    [ "$(npx chessplane validate --quiet <<<'[Variant "fide"] 1. e4 *' && echo good)" = good ]
    # types: what is right passes, and what is wrong does not
    ln -s "$top/build/npm/node_modules/typescript" tsc
    printf '%s\n' "import { validate, render, legal } from 'chessplane';" \
        "const done = validate('1. e4 *', { variant: 'fide', strict: true, ply: 3, files: { a: 'b' } });" \
        "const line: number | undefined = done.messages[0]?.line; const moves: string[] = legal('1. e4 *'); const svg: string = render('1. e4 *', { flip: true });" \
        'console.log(line, moves, svg);' >right.ts
    check() { node tsc/bin/tsc --strict --noEmit --skipLibCheck false --module nodenext --target es2022 "$1"; }
    check right.ts
    for wrong in "validate('', { only: 'some' })" "render('', { flip: 'yes' })" "validate('', { nonsense: 1 })" "legal('')[0].x"; do
        printf '%s\n' "import { validate, render, legal } from 'chessplane';" "console.log($wrong, validate, render, legal);" >wrong.ts
        run ! check wrong.ts
    done
}

@test "ten thousand games go through one instance in flat memory, and messages have their places" {
    cat >many.mjs <<END
import { validate, convert, legal, ChessplaneError } from '$package/index.js';
const game = '[Variant "coaip"] 1. (5,4) (5,5) N(3,3) N(3,6) *';
const held = () => process.memoryUsage().external + process.memoryUsage().arrayBuffers;
const say = (is, ...what) => { if (!is) throw new Error(JSON.stringify(what)); };
let first;
for (let i = 0; i < 500; i++) {
  say(validate(game).isGood, i);
  if (i === 100) first = held();
}
const { records, messages } = validate(Array(10000).fill(game).join('\n') + '\n[Variant "fide"] 1. e5 *');
say(records.length === 10001 && messages.length === 1, records.length, messages);
say(messages[0].line === 10001 && messages[0].column === 21 && messages[0].slug === 'cannot-reach', messages);
say(legal('[Variant "fide"] 1. e4 *').some((line) => line.startsWith('Nb8: a6')), 'legal');
say(held() < first + 100e6, first, held());
let caught = 0;
for (const [wrong, word] of [
  [() => validate('', { nonsense: 1 }), 'nonsense'], [() => convert('[Variant "fide"] 1. e5 *', { to: 'pgn' }), 'e5'],
  [() => validate('*', { variantFile: 'own.yaml', files: { 'own.yaml': 'id: own' } }), 'missing'],
])
  try { wrong(); } catch (e) { caught += e instanceof ChessplaneError && e.message.includes(word); }
say(caught === 3, caught);
END
    node many.mjs
}

@test "a page imports the package, judges and draws, and asks for nothing but its files" {
    cat >browse.mjs <<'END'
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
const puppeteer = createRequire(process.argv[2] + '/package.json')('puppeteer-core'), folder = process.argv[3];
const asked = [], kinds = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const server = http.createServer(({ url }, answer) => {
  asked.push(url);
  const body = url === '/' ? '<!DOCTYPE html><link rel="icon" href="data:,"><title>A page</title>' : fs.readFileSync(folder + url);
  answer.writeHead(200, { 'content-type': kinds[url.split('.')[1] ?? 'html'], 'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'" }).end(body);
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const browser = await (puppeteer.default ?? puppeteer).launch({ executablePath: process.env.CHROMIUM, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.addScriptTag({ type: 'module', url: '/index.js' });
console.log(await page.evaluate(`import('/index.js').then(({ validate, render }) => {
  const { isGood, messages } = validate('1. e4 e5 2. Ke3 *', { variant: 'fide' });
  return [isGood, messages[0].column, render('1. e4 *', { variant: 'fide', ply: 'last' }).slice(0, 4)].join(' ');
})`));
console.log([...new Set(asked)].sort().join(' '));
await browser.close();
server.close();
END
    CHROMIUM=$(command -v chromium) node browse.mjs "$top/build/npm" "$package" >got
    printf '%s\n' 'false 13 <svg' '/ /chessplane.wasm /host.js /index.js' | diff got -
}
