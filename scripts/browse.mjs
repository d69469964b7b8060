// SPDX-License-Identifier: MIT
// browse.mjs FOLDER -- plays the pages of a folder in headless Chromium, by puppeteer-core from
// build/npm, and says what is wrong; for cmd/pages_all.bats. Beside NAME.html stand the pictures
// that the page must agree with, one for each ply: NAME-%03p.svg, and in NAME.var those of a
// variation, NAME-12.1.3.svg. Screenshots go to the folder.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const folder = path.resolve(process.argv[2]), npm = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../build/npm');
const load = createRequire(path.join(npm, 'package.json'));
const puppeteer = load('puppeteer-core');
const axe = fs.readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
let faults = 0;

const check = (is, ...what) => {
  if (is) return;
  faults++;
  console.log('not ok:', ...what);
};
const browser = await (puppeteer.default ?? puppeteer).launch({
  executablePath: execFileSync('sh', ['-c', 'command -v chromium']).toString().trim(), headless: true, args: ['--no-sandbox', '--disable-gpu'],
});
const plain = (text) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
const listOf = (text) => text.slice(text.search(/On the board: |The board is empty/));

const open = async (name, { scheme = 'light', scripts = true, calm = true } = {}) => {
  const page = await browser.newPage();
  page.on('pageerror', (e) => check(false, name, e.message));
  page.on('console', (m) => check(false, name, m.text()));
  page.on('dialog', (d) => { check(false, name, 'a dialog'); d.dismiss(); });
  page.on('request', (r) => check(r.url().startsWith('file:') && r.url().endsWith('.html'), name, 'asks for', r.url()));
  await page.setJavaScriptEnabled(scripts);
  await page.setViewport({ width: 1200, height: 1000 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' }]);
  await page.evaluateOnNewDocument(() => {
    window.copied = [];
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied.push(text); } } });
  });
  await page.goto('file://' + path.join(folder, name + '.html'));
  return page;
};

// what a page's board shows
const seen = (page) => page.evaluate(() => {
  const board = document.querySelector('.board');
  const men = [...board.querySelectorAll('.men>g')].map((g) => [g.dataset.man, g.firstChild.getAttribute('href'), g.lastChild.textContent]);
  return {
    list: board.querySelector('desc').textContent, title: board.querySelector('title').textContent,
    now: document.querySelector('[aria-current]')?.textContent ?? '', live: document.querySelector('[aria-live]').textContent,
    men, checks: board.querySelectorAll('.check').length, last: board.querySelectorAll('.last').length,
    plane: board.querySelector('svg>g').getAttribute('transform'), chips: board.querySelectorAll('.chip').length,
    under: document.querySelector('.under').textContent,
  };
});

const compare = async (page, name, picture) => {
  const svg = fs.readFileSync(path.join(folder, picture), 'utf8'), text = plain(svg.match(/<desc[^>]*>([^<]*)</)[1]);
  const is = await seen(page), wanted = listOf(text);
  check(is.list === wanted, name, picture, '\n ', wanted, '\n ', is.list);
  const count = wanted.split(/[,;] /).length;
  check(name === 'far' ? is.men.length <= count : is.men.length === count, name, picture, is.men.length, 'men');
  for (const [man, href] of is.men) check(href.endsWith(man.replace(' ', '-')), name, picture, man, href);
  check(is.checks === (/Check: /.test(text) ? 1 : 0), name, picture, 'check', is.checks);
  check((is.last > 0) === /Last move: /.test(text), name, picture, 'last move');
  const due = (text.match(/Trapdoors: ([^.]*)/)?.[1].match(/\d+(?=,|$)/g) ?? []).sort();
  check(String(is.men.map((man) => man[2]).filter(Boolean).sort()) === String(due), name, picture, 'trapdoors', due);
};

const judge = async (page, what) => {
  await page.evaluate(axe);
  for (const fault of (await page.evaluate(() => axe.run())).violations)
    check(false, what, 'axe:', fault.id, fault.nodes.map((node) => node.html).join(' '));
};

const middle = async (page) => {
  const box = await (await page.$('.board')).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// every ply of the main line, by keys; and of a variation, by a click
for (const file of fs.readdirSync(folder).filter((f) => f.endsWith('.html'))) {
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
  for (const words of ['Copy position', 'Copy moves', 'Numbers', 'Copy moves'])
    await page.click(`::-p-aria([name="${words === 'Numbers' ? 'Letters or numbers' : words}"])`);
  (await page.evaluate(() => window.copied)).forEach((text, i) => fs.writeFileSync(path.join(folder, `copied-${i}.txt`), text));
  await page.focus('.m[tabindex="0"]');
  await page.keyboard.press('ArrowLeft');
  check(await page.evaluate(() => document.activeElement.matches('[aria-current]')), 'focus goes along');
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
  await page.click('::-p-aria([name="Copy position"])');
  fs.writeFileSync(path.join(folder, 'copied-far.txt'), await page.evaluate(() => window.copied[0]));
  await page.close();
  const moving = await open('far', { calm: false });
  await moving.click('.chip');
  await moving.waitForFunction(() => !document.querySelector('.men').getAnimations?.().length);
  await moving.close();
}

// pages of strangers, and of many games
for (const name of ['hostile', 'many']) {
  const page = await open(name);
  if (name === 'many') {
    check(await page.$('.live') === null, 'closed games wait');
    await page.click('summary');
    check((await page.$$('.live')).length === 1, 'an opened game plays');
    await page.keyboard.press('ArrowLeft');
  }
  await judge(page, name);
  await page.close();
}

await browser.close();
console.log(faults ? `${faults} faults` : 'all pages are right');
process.exit(faults ? 1 : 0);
