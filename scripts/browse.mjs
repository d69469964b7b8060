// SPDX-License-Identifier: MIT
// browse.mjs FOLDER -- plays the pages of a folder in headless Chromium and says what is wrong,
// for cmd/pages_all.bats. Beside NAME.html stand the pictures
// that the page must agree with, one for each ply: NAME-%03p.svg, and in NAME.var those of a
// variation, NAME-12.1.3.svg. Screenshots go to the folder.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { browser, check, end, judge, opened, valid } from './browser.mjs';

const folder = path.resolve(process.argv[2]);
const LAST = 'stroke="#6a5c00"', CHECK = 'fill="#d6302a"'; // of these marks in pictures, on traps too
const plain = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
const listOf = (text) => text.slice(text.search(/On the board: |The board is empty/));

const open = (name, how) => opened(path.join(folder, name + '.html'), (url) => url.startsWith('file:') && /\.html(#.*)?$/.test(url), how);

// what a page's board shows; squares that are marked, as the page names those under a pointer there
const seen = (page) => page.evaluate(() => {
  const board = document.querySelector('.board'), under = document.querySelector('.under').textContent;
  const squares = (selector) => [...board.querySelectorAll(selector)].map((mark) => {
    const { left, top, width, height } = mark.getBoundingClientRect();
    board.dispatchEvent(new PointerEvent('pointermove', { clientX: left + width / 2, clientY: top + height / 2 }));
    return document.querySelector('.under').textContent.match(/\((-?\d+),(-?\d+)\)/)?.slice(1).join('.'); // none is beyond what is seen
  }).filter(Boolean).sort();
  const all = [...board.querySelectorAll('.men>g')], men = all.map((g) => [g.dataset.man, g.firstChild.getAttribute('href'), g.lastChild.textContent]);
  return {
    list: board.querySelector('desc').textContent, title: board.querySelector('title').textContent,
    now: document.querySelector('[aria-current]')?.textContent ?? '', live: document.querySelector('[aria-live]').textContent,
    men, checks: squares('.check'), last: squares('.last'), count: [...all, ...board.querySelectorAll('.chip')].reduce((sum, e) => sum + Number(e.dataset.count), 0),
    plane: board.querySelector('svg>g').getAttribute('transform') + board.querySelector('pattern').getAttribute('patternTransform'), chips: board.querySelectorAll('.chip').length, under,
  };
});

// the squares of a picture that are painted so
const marked = (svg, how) => [...svg.matchAll(/<g id="[^"]*square(-?\d+\.-?\d+)">(.*)<\/g>/g)].filter((m) => m[2].includes(how)).map((m) => m[1]).sort();

const compare = async (page, name, picture) => {
  const beyond = name === 'far' || (name === 'formation' && /[02468].svg$/.test(picture)); // its king is outside the picture
  const svg = fs.readFileSync(path.join(folder, picture), 'utf8'), text = plain(svg.match(/<desc[^>]*>([^<]*)</)[1]);
  const is = await seen(page), wanted = listOf(text);
  check(is.list === wanted, name, picture, '\n ', wanted, '\n ', is.list);
  const count = wanted.split(/[,;] /).length;
  check(is.count === count, name, picture, is.count, 'men on the board and on chips');
  for (const [man, href] of is.men) check(href.endsWith(man.replace(' ', '-')), name, picture, man, href);
  for (const [what, how] of [['last', LAST], ['checks', CHECK]]) {
    const wish = marked(svg, how), shown = beyond ? is[what].filter((at) => wish.includes(at)) : is[what];
    check(String(shown) === String(wish), name, picture, what, is[what], 'and not', wish);
  }
  check((is.checks.length > 0) === /Check: /.test(text), name, picture, 'check', is.checks);
  check((is.last.length > 0) === /Last move: /.test(text), name, picture, 'last move');
  const due = (text.match(/Trapdoors: ([^.]*)/)?.[1].match(/\d+(?=,|$)/g) ?? []).sort();
  check(String(is.men.map((man) => man[2]).filter(Boolean).sort()) === String(due), name, picture, 'trapdoors', due);
};

// geometry: a chip beside the squares stands on the line to its piece, nothing is cut off, no two overlap
const layout = (page) => page.evaluate(() => {
  const rect = (e) => { const { left, top, right, bottom } = e.getBoundingClientRect(); return { left, top, right, bottom, text: e.textContent, title: e.title ?? '' }; };
  const all = (selector) => [...document.querySelectorAll('.board ' + selector)].map(rect);
  const [board] = all('>svg'), [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(document.querySelector('.board svg svg').getAttribute(name)));
  const inner = { left: board.left + x, top: board.top + y, right: board.left + x + width, bottom: board.top + y + height };
  return { board, inner, chips: all('.chip'), men: all('.men>g'), axes: all('.axes text'), heads: all('.lead').length,
    sides: all('.e0,.e1') };
});
const overlap = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
const pairs = (list) => list.flatMap((a, i) => list.slice(i + 1).filter((b) => overlap(a, b) > 1.5).map((b) => [a.title || a.text, b.title || b.text]));
const judgeLayout = async (page, what) => {
  const is = await layout(page), { board, inner } = is;
  for (const e of [...is.chips, ...is.axes])
    check(e.left >= board.left - 1 && e.right <= board.right + 1 && e.top >= board.top - 1 && e.bottom <= board.bottom + 1, what, 'cut off:', e, board);
  for (const e of is.chips) check(overlap(e, inner) <= 1, what, 'a chip over squares:', e.title);
  check(!pairs(is.chips).length, what, 'chips overlap', pairs(is.chips));
  check(!pairs(is.men).length, what, 'men overlap', pairs(is.men));
  return is;
};

const middle = async (page) => {
  const { inner } = await layout(page);
  return [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
};

// the main thread's own work until the first picture is there: at most so many times that of a page
// that only writes a table, for a slow machine is slow at both; the least of some openings of each
// in turns, for what else the machine does is none of the page's
const FIRST = 2;
fs.writeFileSync(path.join(folder, 'table.htm'), `<!DOCTYPE html><title>A table</title><table class="men"></table><script>
for (let y = 0; y < 60; y++) for (let x = 0, row = document.querySelector('table').insertRow(); x < 40; x++) row.insertCell().append(x + ':' + y);
</script><svg class="men"><g id="man"/><use href="#man"/></svg>`);
const work = async (file) => {
  const page = await browser.newPage(), client = await page.createCDPSession();
  const spent = async () => (await client.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  await page.setViewport({ width: 1200, height: 1000 });
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await spent();
  await page.goto('file://' + path.join(folder, file));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  check(await page.$('.men use') !== null, file, 'the first picture');
  const all = await spent() - before;
  await page.close();
  return all;
};
{
  const least = { 'table.htm': Infinity, 'sixty.html': Infinity, 'plane.html': Infinity };
  for (let i = 0; i < 5; i++) for (const file in least) least[file] = Math.min(least[file], await work(file));
  for (const file of ['sixty.html', 'plane.html'])
    check(least[file] > 0 && least[file] < FIRST * least['table.htm'], file, 'the first picture takes', least[file], 'ms of work, a table', least['table.htm']);
}

// every ply of the main line, by keys; and of a variation, by a click
for (const file of fs.readdirSync(folder).filter((f) => f.endsWith('.html'))) {
  for (const { messages } of (await valid.validateFile(path.join(folder, file))).results)
    for (const { ruleId, message, line, column } of messages) check(false, `${file}:${line}:${column}:`, ruleId, message);
  const name = file.slice(0, -5), pictures = fs.readdirSync(folder).filter((f) => f.startsWith(name + '-') && /^\d+\.svg$/.test(f.slice(name.length + 1))).sort();
  const page = await open(name);
  await page.keyboard.press('Home');
  for (const picture of pictures) {
    await compare(page, name, picture);
    await page.keyboard.press('ArrowRight');
  }
  for (const picture of fs.readdirSync(folder).filter((f) => f.startsWith(name + '-') && /\.\d+\.\d+\.svg$/.test(f))) {
    const title = plain(fs.readFileSync(path.join(folder, picture), 'utf8').match(/font-size="15">([^<]*)</)[1]);
    const all = await page.$$('.v1 .m');
    for (const e of all) {
      await e.click();
      if ((await seen(page)).title === title) await compare(page, name, picture);
    }
  }
  await page.close();
  if (!pictures.length) continue;
  for (const scheme of ['light', 'dark']) {
    const look = await open(name, { scheme });
    await judge(look, `${name} ${scheme}`);
    await look.screenshot({ path: path.join(folder, `${name}-${scheme}.png`) });
    await look.close();
  }
  const quiet = await open(name, { scripts: false });
  check(await quiet.$('.live') === null && await quiet.$('.moves p') !== null, name, 'without scripts');
  check(await (await quiet.$('.stage figure')).isVisible(), name, 'without scripts: the last position');
  await quiet.close();
}

// what is pressed seldom
const more = (page) => page.click('.more>summary');

// moves, keys, copies
{
  const page = await open('chess'), at = async () => (await seen(page)).now;
  await page.keyboard.press('Home');
  check((await seen(page)).title === 'White to move', 'Home');
  await page.keyboard.press('ArrowRight');
  const first = await at();
  await page.keyboard.press('ArrowLeft');
  check(await at() === '' && first !== '', 'arrow keys');
  await page.click('.v1 .m');
  const variation = await at();
  await page.keyboard.press('ArrowUp');
  check(await at() !== variation, 'up, to the main line');
  await page.keyboard.press('ArrowDown');
  check(await at() === variation, 'down, back to the variation');
  await page.keyboard.press('End');
  const end = await at();
  await page.keyboard.press('ArrowRight');
  check(await at() === end && end !== variation, 'the end of a variation');
  check((await seen(page)).live.includes(' to '), 'it is told');
  const upright = (await seen(page)).plane;
  await page.keyboard.press('f');
  check((await seen(page)).plane !== upright, 'flip');
  await page.keyboard.press('f');
  await more(page);
  for (const words of ['Copy FEN', 'Copy PGN', 'Numbers', 'Copy PGN'])
    await page.click(`::-p-aria([name="${words === 'Numbers' ? 'Letters or numbers' : words}"])`);
  (await page.evaluate(() => window.copied)).forEach((text, i) => fs.writeFileSync(path.join(folder, `copied-${i}.txt`), text));
  await page.focus('.m[tabindex="0"]');
  await page.keyboard.press('ArrowLeft');
  check(await page.evaluate(() => document.activeElement.matches('[aria-current]')), 'focus goes along');
  await page.close();
}

// a board that is seen as a whole stays so on a narrower screen
{
  const page = await open('chess');
  for (const width of [1200, 380, 700]) {
    await page.setViewport({ width, height: 1000 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const [box, squares] = await page.evaluate(() => ['.board', '.board .light'].map((what) => document.querySelector(what).getBoundingClientRect().toJSON()));
    check(squares.left > box.left + 15 && squares.right < box.right + 1 && squares.bottom < box.bottom - 15, 'the whole board at', width, box, squares);
    check(squares.width > box.width - 50, 'a large board at', width, box, squares);
  }
  await page.close();
}

// what is copied of games that need more than their moves
for (const [name, form] of [['royals', 'ICN'], ['border', 'game'], ['mate', 'PGN'], ['trapper', 'game']]) {
  const page = await open(name);
  await more(page);
  await page.click(`::-p-aria([name="Copy ${form}"])`);
  const [copy, saved, as] = await page.evaluate(async () => {
    let file, blob;
    URL.createObjectURL = (it) => { blob = it; return '#'; };
    HTMLAnchorElement.prototype.click = function () { file = this.download; };
    document.querySelector('[value=download]').click();
    return [window.copied[0], await blob.text(), file];
  });
  check(copy === saved && as.endsWith({ ICN: '.icn', PGN: '.pgn', game: '.txt' }[form]), name, 'the download', as, saved);
  fs.writeFileSync(path.join(folder, `copied-${name}.txt`), copy);
  await page.close();
}

// a plane's border: beyond it there are no squares; keys that do nothing are the page's
{
  const page = await open('border'), corners = () => page.evaluate(() => {
    const box = document.querySelector('.board'), { left, right, top, bottom } = document.querySelector('.board .light').getBoundingClientRect();
    return [[left, bottom], [right, top]].map(([clientX, clientY]) => [1, -1].map((way) => {
      box.dispatchEvent(new PointerEvent('pointermove', { clientX: clientX + (clientX === left ? 3 : -3) * way, clientY: clientY + (clientY === bottom ? -3 : 3) * way }));
      return document.querySelector('.under').textContent.match(/\((.*?)\)/)?.[1] ?? '';
    }));
  });
  for (const key of ['', 'f', 'Home']) {
    if (key) await page.keyboard.press(key);
    else for (let i = 0; i < 4; i++) await page.keyboard.press('-');
    const wish = key ? [['15,12', ''], ['-6,-3', '']] : [['-6,-3', ''], ['15,12', '']];
    check(String(await corners()) === String(wish), 'border', key, await corners());
  }
  await page.keyboard.press('Home');
  const prevented = (key) => page.evaluate((key) => !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })), key);
  check(!await prevented('Home') && !await prevented('ArrowUp') && await prevented('ArrowRight'), 'keys that do nothing scroll');
  await page.close();
}

// the plane: wheel, drag, names of squares, chips, far away
{
  const page = await open('far'), [x, y] = await middle(page), before = await seen(page);
  check(before.chips > 0, 'chips');
  await page.mouse.move(x, y);
  await page.mouse.wheel({ deltaY: -200 });
  const larger = await seen(page);
  check(larger.plane !== before.plane, 'the wheel');
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 40, { steps: 4 });
  await page.mouse.up();
  check((await seen(page)).plane !== larger.plane, 'drag');
  const square = async () => {
    await page.mouse.move(x - 1, y + 1);
    await page.mouse.move(x, y);
    return (await seen(page)).under;
  };
  const names = [];
  await page.keyboard.press('0');
  for (const label of await page.$$eval('.chip', (all) => all.map((e) => e.title))) {
    await page.keyboard.press('0');
    await page.evaluate((title) => [...document.querySelectorAll('.chip')].find((e) => e.title === title).click(), label);
    const under = await square(), [, man, where] = label.match(/(\w+ \w+) (\([^)]*\))/);
    check(under.includes(where) && under.endsWith(man), 'fly to', label, under);
    names.push(under);
  }
  check(names.some((text) => text.includes('100000000000000000000000000000000000000001')), 'far away', names);
  for (let i = 0; i < 40; i++) await page.keyboard.down('Shift').then(() => page.keyboard.press('ArrowRight'));
  await page.keyboard.up('Shift');
  check((await square()).includes('('), 'the keys of the view');
  await page.keyboard.press('End');
  await more(page);
  await page.click('::-p-aria([name="Copy position"])');
  fs.writeFileSync(path.join(folder, 'copied-far.txt'), await page.evaluate(() => window.copied[0]));
  await page.close();
  const moving = await open('far', { calm: false });
  await moving.click('.chip');
  await moving.waitForFunction(() => !document.querySelector('.men').getAnimations?.().length);
  await moving.close();
}

{
  const page = await open('rook'), is = await judgeLayout(page, 'rook'), [chip] = is.sides;
  const under = await page.evaluate((x, y) => {
    document.querySelector('.board').dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y }));
    return document.querySelector('.under').textContent;
  }, (is.inner.left + is.inner.right) / 2, (chip.top + chip.bottom) / 2);
  check(/\(\d+,3\)/.test(under) && is.heads === 1 && chip.text === '(4000, 3)', 'rook: its chip is on its rank', under, chip);
  await page.close();
}

// views at random, from 64 px a square out to 10^40 squares across: more in the nightly run
const VIEWS = process.env.CP_TAGS ? 500 : 80;
for (const name of ['far', 'flight', 'omega']) {
  const page = await open(name);
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < (name === 'omega' ? VIEWS / 4 : VIEWS); i++) {
    await page.evaluate((part, x, y, dx, dy) => {
      const board = document.querySelector('.board'), { left, top, width, height } = board.getBoundingClientRect();
      const at = { clientX: left + x * width, clientY: top + y * height, bubbles: true, cancelable: true };
      if (part < 0.1) document.querySelector(part < 0.07 ? '[value="0"]' : '[value=a]').click();
      else for (let n = 0; n < 12; n++) board.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: (part < 0.5 ? -1 : 1) * 100 }));
      board.setPointerCapture = () => {};
      board.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerId: 1 }));
      board.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: at.clientX + dx, clientY: at.clientY + dy, pointerId: 1 }));
      board.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerId: 1 }));
    }, random(), random(), random(), 400 * (random() - 0.5), 400 * (random() - 0.5));
    await judgeLayout(page, `${name}, view ${i}`);
  }
  await page.keyboard.press('a');
  const all = await judgeLayout(page, name + ', all men');
  check(all.chips.length === 0 && all.men.length > 0, name, 'all men are seen', all.chips.length);
  if (name === 'far') check(all.axes.some((e) => /10[\u2070-\u2079\u00b9\u00b2\u00b3]/.test(e.text)), 'labels of powers of ten', all.axes.map((e) => e.text));
  check(all.men.every((e) => e.bottom - e.top > 9), name, 'men stay visible');
  for (let i = 0; i < 500; i++) await page.keyboard.press('-');
  check((await judgeLayout(page, name + ', farthest')).men.length > 0, name, 'men from 10^40 squares');
  await page.close();
}

// a move of the view touches what is seen, not all 1477 men
{
  const page = await open('omega');
  await page.keyboard.press('0');
  for (let i = 0; i < 12; i++) await page.keyboard.press('+');
  const [touched, men] = await page.evaluate(async () => {
    const board = document.querySelector('.board'), nodes = new Set();
    const observer = new MutationObserver((all) => { for (const one of all) for (const e of [one.target, ...one.addedNodes, ...one.removedNodes]) nodes.add(e); });
    observer.observe(board, { subtree: true, childList: true, attributes: true, characterData: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', shiftKey: true, bubbles: true }));
    await new Promise((done) => setTimeout(done, 50));
    return [nodes.size, board.querySelectorAll('.men>g').length];
  });
  check(men < 700 && touched < 300 + 2 * men, 'nodes touched', touched, 'with so many men', men);
  await page.close();
}

// flights neither overshoot nor lose the line of check
{
  const page = await open('flight', { calm: false }), [x, y] = await middle(page);
  await page.keyboard.press('Home');
  await page.click('#g1-1b');
  await new Promise((done) => setTimeout(done, 2500));
  const far = await page.evaluate(async (clientX, clientY) => {
    const board = document.querySelector('.board'), found = [];
    document.querySelector('#g1-2w').click();
    for (const begun = performance.now(); performance.now() < begun + 2500;) {
      await new Promise(requestAnimationFrame);
      board.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
      const [, file, rank] = document.querySelector('.under').textContent.match(/\((-?\d+),(-?\d+)\)/);
      found.push(Math.hypot(file - 1012, Number(rank) + 999));
    }
    return found;
  }, x, y);
  check(far[0] > 900 && far.at(-1) < 3 && far.every((n, i) => !i || n <= far[i - 1] + 20), 'a flight', far);
  check(await page.$('.board .line') !== null, 'the line of check is there');
  await page.close();
}

// the board and its buttons fit the screen
for (const name of ['chess', 'flight'])
  for (const [width, height] of [[1366, 650], [390, 844], [844, 390], [480, 360], [683, 325]]) {
    const page = await open(name);
    await page.setViewport({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const [board, bar, doc] = await page.evaluate(() => {
      const { top } = document.querySelector('.stage').getBoundingClientRect();
      scrollTo(0, top);
      return [...['.board', '.bar'].map((what) => document.querySelector(what).getBoundingClientRect().toJSON()), document.documentElement.scrollWidth];
    });
    check(board.top >= -1 && board.bottom <= height + 1 && bar.bottom <= height + 1 && bar.right <= width + 1 && doc <= width, name, 'fits', width, height, board, bar);
    check(board.width >= 150 && board.height >= 150, name, 'is large enough at', width, height, board);
    await page.screenshot({ path: path.join(folder, `${name}-${width}.png`) });
    await page.close();
  }

// addresses: a page opens there, and Back goes back
{
  const page = await open('chess'), first = await page.evaluate(() => location.hash);
  check(first === '' && (await seen(page)).title === 'White to move', 'a game opens at its start');
  await page.goto('file://' + path.join(folder, 'chess.html') + '#g1-2w');
  await page.reload();
  check((await seen(page)).title.startsWith('2. '), 'an address', (await seen(page)).title);
  await page.keyboard.press('ArrowRight');
  check(await page.evaluate(() => location.hash) === '#g1-2b', 'the address follows');
  await page.keyboard.press('End');
  await page.goBack();
  check((await seen(page)).title.startsWith('2... '), 'Back', (await seen(page)).title);
  await page.keyboard.press('Home');
  await page.click('::-p-aria([name="Play"])');
  await page.waitForFunction(() => /^2\. /.test(document.querySelector('.board title').textContent), { timeout: 9000 });
  await page.click('::-p-aria([name="Pause"])');
  await page.mouse.move(...await middle(page));
  await page.mouse.wheel({ deltaY: 100 });
  await page.waitForFunction(() => /^2\.\.\. /.test(document.querySelector('.board title').textContent), { timeout: 2000 }).catch(() => check(false, 'the wheel goes through moves'));
  await page.close();
  const many = await browser.newPage();
  await many.goto('file://' + path.join(folder, 'many.html') + '#g2-1w');
  check(await many.evaluate(() => document.querySelector('#g2').open && document.querySelector('#g2 .board title').textContent.startsWith('1. ')), 'a game among many');
  await many.close();
}

// two fingers: what was under each stays there
{
  const page = await open('far'), client = await page.createCDPSession(), [x, y] = await middle(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const touch = async (type, ...points) => {
    await client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // they come with frames
  };
  const under = (dx, dy) => page.evaluate((clientX, clientY) => {
    document.querySelector('.board').dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
    return document.querySelector('.under').textContent;
  }, x + dx, y + dy);
  const width = async () => Number((await seen(page)).plane.match(/scale\((\S+)\)/)[1]);
  const before = [await under(-60, 20), await under(40, -40)], was = await width();
  await touch('touchStart', [-60, 20], [40, -40]);
  for (let i = 1; i <= 4; i++) await touch('touchMove', [-60 - 12.5 * i, 20 + 7.5 * i], [40 + 12.5 * i, -40 - 7.5 * i]);
  check(String([await under(-110, 50), await under(90, -70)]) === String(before), 'pinch: what is under the fingers');
  check(Math.abs(await width() / was - 2) < 0.05, 'pinch: twice as large', was, await width());
  await touch('touchEnd');
  await touch('touchStart', [0, 0]);
  await touch('touchMove', [40, 0]);
  check(await width() / was > 1.9, 'one finger moves the view');
  await touch('touchEnd');
  await page.close();
}

// pages of strangers, and of many games
for (const name of ['hostile', 'many', 'list']) {
  const page = await open(name);
  if (name === 'many') {
    check(await page.$('.live') === null, 'closed games wait');
    await page.click('summary');
    await page.waitForSelector('.live').catch(() => null); // toggle comes in a task of its own
    check((await page.$$('.live')).length === 1, 'an opened game plays');
    await page.keyboard.press('ArrowLeft');
  }
  await judge(page, name);
  await page.close();
}

// elements in a page of somebody else's: element/host.html
{
  const types = { html: 'text/html', js: 'text/javascript', json: 'application/json' };
  const server = http.createServer((ask, answer) => {
    const file = path.join(folder, 'element', path.basename(ask.url)), is = fs.existsSync(file);
    answer.writeHead(is ? 200 : 404, { 'content-type': types[file.split('.').pop()] ?? 'text/plain' });
    answer.end(is ? fs.readFileSync(file) : 'nothing');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const page = await browser.newPage(), address = `http://127.0.0.1:${server.address().port}/host.html`;
  const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  page.on('pageerror', (e) => check(false, 'element', e.message));
  await page.setViewport({ width: 1200, height: 1000 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.goto(address + '#words');
  await page.waitForFunction(() => ['away', 'inside'].every((id) => document.getElementById(id).shadowRoot?.querySelector('.men use')));
  // what an expression gives within an element: $ finds there
  const within = (id, what, ...rest) => page.evaluate((id, what, rest) => new Function('$', 'rest', `return ${what}`)(
    (selector) => document.getElementById(id).shadowRoot.querySelector(selector), rest), id, what, rest);
  const title = (id) => within(id, `$('.board title').textContent`);
  const colour = (id, selector = '.light', key = 'fill') => within(id, 'getComputedStyle($(rest[0]))[rest[1]]', selector, key);

  // a button of one, keys within the other; the page keeps its keys and its address
  await within('away', `$('[value=ArrowRight]').click()`);
  check(await title('away') === '1. e4' && await title('inside') === 'White to move', 'element: one of two moves', await title('away'), await title('inside'));
  await page.focus('body');
  await page.keyboard.press('ArrowRight');
  check(await title('away') === '1. e4' && await title('inside') === 'White to move', 'element: keys of the page');
  await within('inside', `$('.board').focus()`);
  for (const key of ['End', 'ArrowLeft']) await page.keyboard.press(key);
  check(await title('away') === '1. e4' && await title('inside') === '1. K(2,2)', 'element: keys within', await title('inside'));
  await within('inside', `$('.m[tabindex="0"]').focus()`);
  await page.keyboard.press('ArrowRight');
  check(await within('inside', `$('.board').getRootNode().activeElement.matches('[aria-current]')`), 'element: focus goes along');
  check(await page.evaluate(() => location.hash) === '#words', 'element: the address');
  check(await within('away', `$('.men use').getBoundingClientRect().width`) > 10, 'element: its drawings are found');

  // colours: variables of the page, its dark switch, its own styles
  const light = await colour('away'), ground = await colour('away', '.board', 'backgroundColor');
  check(light === 'rgb(241, 228, 203)' && await colour('inside') === 'rgb(1, 2, 3)', 'element: a variable of the page', light, await colour('inside'));
  await page.evaluate(() => { document.documentElement.style.colorScheme = 'dark'; });
  check(await colour('away') !== light && await colour('away', '.board', 'backgroundColor') !== ground && await colour('inside') === 'rgb(1, 2, 3)', 'element: a dark page');
  await judge(page, 'element dark');
  await page.evaluate(() => { document.getElementById('away').style.colorScheme = 'light'; });
  check(await colour('away') === light, 'element: light in a dark page');
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
    document.getElementById('away').style.colorScheme = '';
  });
  for (const value of ['dark', 'light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    check((await colour('away') === light) === (value === 'light'), 'element: as the reader has it', value);
  }
  await judge(page, 'element light');
  check(await within('away', `getComputedStyle($('.moves p')).textTransform`) === 'none', 'element: rules of the page stay outside');
  check(await page.$eval('.moves', (e) => getComputedStyle(e).display) === 'block', 'element: its rules stay inside');

  // two columns where the element is wide, one where it is narrow, whatever the page is
  const columns = () => within('away', `getComputedStyle($('.table')).gridTemplateColumns.split(' ').length`);
  check(await columns() === 2, 'element: wide');
  await page.$eval('#away', (e) => { e.style.width = '400px'; });
  await frames();
  const [wide, high] = await within('away', `[$('.board').clientWidth, $('.board').clientHeight]`);
  check(await columns() === 1 && wide <= 400 && high <= 420, 'element: narrow', wide, high);
  await page.screenshot({ path: path.join(folder, 'element.png'), fullPage: true });

  // another game; none; the first again while others are under way
  const turnTo = async (src) => {
    await page.$eval('#away', (e, src) => e.setAttribute('src', src), src);
    await page.waitForFunction(() => document.getElementById('away').shadowRoot.querySelector('.board, [role=alert]'));
  };
  await turnTo('other.json');
  check(await title('away') === '1. d4', 'element: another game opens where it says', await title('away'));
  await within('away', `$('.board').focus()`);
  await page.keyboard.press('ArrowRight');
  check(await title('away') === '1... d5', 'element: a key counts once', await title('away'));
  for (const wrong of ['nowhere.json', 'host.html', 'wrong.json']) {
    await turnTo(wrong);
    const said = await within('away', `$('[role=alert]').textContent`);
    check(said === `The game cannot be shown: ${wrong} cannot be read, or is not what cp-render --json writes.`, 'element:', said);
    check(await page.$eval('#away p', (e) => e.checkVisibility()), 'element: what stands inside is shown then');
  }
  await page.$eval('#away', (e) => { for (const src of ['nowhere.json', 'other.json', 'one.json']) e.setAttribute('src', src); });
  await page.waitForFunction(() => document.getElementById('away').shadowRoot.querySelector('.board'));
  await frames();
  check(await title('away') === 'White to move', 'element: the last src counts', await title('away'));
  check(await page.$eval('#inside', (e) => {
    const title = () => e.shadowRoot.querySelector('.board title').textContent, was = title();
    document.body.prepend(e);
    return title() === was;
  }), 'element: moved in the page');
  // src set while it is nowhere is read when it comes back, and only then; the same one once
  const reads = [];
  page.on('request', (r) => reads.push(r.url().replace(/.*\//, '')));
  await page.$eval('#away', async (e) => {
    const { parentNode } = e;
    e.remove();
    e.setAttribute('src', 'other.json');
    parentNode.append(e);
    await new Promise((done) => setTimeout(done, 200));
    e.remove();
    parentNode.append(e);
    const another = document.createElement('div');
    another.innerHTML = '<chess-plane src="one.json"></chess-plane>';
    parentNode.append(another);
    await new Promise((done) => setTimeout(done, 200));
    another.remove();
  });
  check(await title('away') === '1. d4', 'element: src set out of the page', await title('away'));
  check(reads.join(' ') === 'other.json one.json', 'element: what is read', reads.join(' '));
  const made = await page.$eval('main', async (main) => {
    const e = document.createElement('chess-plane');
    main.append(e);
    await new Promise((done) => setTimeout(done, 50));
    return e.shadowRoot.textContent;
  });
  check(made === 'The game cannot be shown: what is inside is not what cp-render --json writes.', 'element: no game', made);
  await page.close();
  const quiet = await browser.newPage();
  await quiet.setJavaScriptEnabled(false);
  await quiet.goto(address);
  check(await (await quiet.$('#away p')).isVisible() && !await quiet.$eval('#inside', (e) => e.innerText.trim()), 'element: without scripts');
  await quiet.close();
  server.close();
}

await end('all pages are right');
