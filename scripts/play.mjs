// SPDX-License-Identifier: MIT
// play.mjs PAGE FOLDER -- uses the playground in headless Chromium and says what is wrong, for
// playground_all.bats. The commands that the page shows are run in FOLDER, by the tools of PATH.
// Screenshots go there.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { browser, check, end, judge, opened, top, valid } from './browser.mjs';

const file = path.resolve(process.argv[2]), folder = path.resolve(process.argv[3]);
const allows = (url) => url.startsWith('file://' + file) || /^(blob:null\/|data:image\/svg|about:srcdoc)/.test(url);
const open = (how) => opened(file, allows, how).then(async (page) => { await settled(page); return page; });
// from a change on the panel is busy, until what comes of it is shown
const settled = (page) => page.waitForFunction(() => document.querySelector('#panel').ariaBusy === 'false', { timeout: 60000 });
const text = (page, selector) => page.$eval(selector, (e) => e.textContent);
const change = (page, selector, value) => page.$eval(selector, (e, value) => {
  e.value = value;
  e.dispatchEvent(new Event(e.matches('select') ? 'change' : 'input', { bubbles: true }));
}, value).then(() => settled(page));
const press = (page, selector) => page.$eval(selector, (e) => e.click()).then(() => settled(page));
const screen = (page, name, fullPage = false) => page.screenshot({ path: path.join(folder, name + '.png'), fullPage });

// what is shown, and what the command that is shown writes in a shell
const compare = async (page, what) => {
  const shown = await page.evaluate(() => {
    const [frame, picture, table, pre] = ['iframe', 'img', 'table', 'pre'].map((name) => document.querySelector(`#output ${name}`));
    const rows = table && [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join('\t') + '\n').join('');
    window.copied.length = 0;
    if (!document.querySelector('#copy').hidden) document.querySelector('#copy').click();
    const games = document.querySelector('#game-text').value, law = document.querySelector('#own-text').value;
    return {
      files: { 'game.txt': games, 'own.yaml': law, 'variants.ini': law, 'giraffes.yaml': law }, line: document.querySelector('#command').textContent, status: document.querySelector('#status').textContent, whole: window.copied[0] ?? '',
      seen: frame?.srcdoc ?? (picture ? decodeURIComponent(picture.src.slice(picture.src.indexOf(',') + 1)) : rows ?? pre?.textContent),
      isPart: document.querySelector('#output').textContent.includes('A part of it'),
      games: [...document.querySelectorAll('#output ol>li')].map((e) => e.textContent),
      messages: [...document.querySelectorAll('#messages li')].map((e) => e.textContent),
    };
  });
  for (const [name, inner] of Object.entries(shown.files)) fs.writeFileSync(path.join(folder, name), inner);
  const { stdout, stderr, status } = spawnSync('sh', ['-c', shown.line], { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
  what = `${what}: ${shown.line}:`;
  check(shown.whole === stdout, what, 'not what the tool writes', shown.whole.slice(0, 300), stdout.slice(0, 300));
  if (shown.seen !== undefined) check(shown.seen === stdout || (shown.isPart && stdout.startsWith(shown.seen.slice(0, 20000))), what, 'not what is shown', shown.seen.slice(0, 300));
  const told = stderr.split('\n').filter((line) => /(error|warning|note): /.test(line) && !/^  /.test(line));
  check(told.length === shown.messages.length, what, stderr, shown.messages);
  told.forEach((line, i) => {
    const [, name, at, column, level, words] = line.match(/^(?:(.*?):(?:(\d+):(?:(\d+):)?)?)? ?(error|warning|note): (.*) \[[a-z0-9-]+\]$/) ?? [];
    const places = [at ? `line ${at}, column ${column ?? 1}` : '', `${[name, at, column].filter(Boolean).join(':')} `]; // a record has a place elsewhere
    if (!line.includes('\\')) check(places.some((place) => shown.messages[i].startsWith(`${place}${level} ${words}`)), what, line, shown.messages[i]);
  });
  check(/Asked wrongly/.test(shown.status) === (status === 2), what, status, shown.status);
  check(/did not work/.test(shown.status) === (status === 3), what, status, shown.status);
  if (/^cp-validate( --variant-file \S+)? game.txt$/.test(shown.line) && status < 2) {
    const verdicts = stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line).verdict);
    const says = verdicts.length === 1 ? [shown.status] : shown.games;
    check(says.length === verdicts.length && verdicts.every((one, i) => says[i].includes(one.valid ? `good: ${one.plies} half-move` : 'bad')), what, says, verdicts);
  }
  return { ...shown, stdout, code: status };
};

// ---- every example in every tab, as the native tools have it ----
{
  const page = await open(), first = await page.evaluate(() => performance.now());
  console.log(`# the first answer after ${Math.round(first)} ms`);
  check(first < 5000, 'slow', first);
  for (const { messages } of (await valid.validateFile(file)).results)
    for (const { line, ruleId, message } of messages) check(false, 'page', line, ruleId, message);
  const { examples, tabs } = await page.evaluate(() => ({
    examples: JSON.parse(document.querySelector('#data').textContent).examples, tabs: [...document.querySelectorAll('[role=tab]')].map((e) => e.id),
  }));
  check(examples.length > 15 && tabs.length === 9, 'examples and tabs', examples.length, tabs);
  for (const [i, { name }] of examples.entries()) {
    await change(page, '#example', String(i));
    for (const tab of tabs) {
      await press(page, '#' + tab);
      for (const pick of await page.$$eval('#pick option', (all) => all.length ? all.map((e) => e.value) : [''])) {
        if (pick) await change(page, '#pick', pick);
        const is = await compare(page, `${name}, ${tab} ${pick}`);
        check(is.code < 2 ? is.whole || is.messages.length : is.messages.length, name, tab, 'nothing');
      }
    }
    await page.evaluate((tab) => { document.querySelector(`#${tab}`).click(); }, tabs[0]);
    await settled(page);
  }
  await page.close();
}

// ---- the board plays; pictures are taken away; options are typed, or taken from the list ----
{
  const page = await open();
  await press(page, '#tab-board');
  const frame = await (await page.$('iframe')).contentFrame();
  await frame.waitForSelector('.game.js');
  const before = await frame.$eval('.now', (e) => e.textContent);
  await frame.$eval('[value=ArrowRight]', (e) => e.click());
  check(await frame.$eval('.now', (e) => e.textContent) !== before, 'a board is played', before);
  check(await page.evaluate(() => document.querySelector('iframe').contentDocument === null), 'a frame of its own');
  await change(page, '#options', '--ply 1 --flip');
  await compare(page, 'board');
  await screen(page, 'board');
  await press(page, '#tab-picture');
  const [size, kind] = await page.evaluate(async () => {
    let made;
    const before = URL.createObjectURL;
    URL.createObjectURL = (it) => { made = it; return before.call(URL, it); };
    HTMLAnchorElement.prototype.click = () => {};
    document.querySelector('#dots').click();
    while (!made) await new Promise((done) => setTimeout(done, 10));
    return [made.size, made.type];
  });
  check(size > 10000 && kind === 'image/png', 'PNG', size, kind);
  await page.$eval('#known summary', (e) => e.click());
  await page.evaluate(() => [...document.querySelectorAll('#known button')].find((e) => e.textContent.startsWith('--theme ')).click());
  await page.keyboard.type('dark --caption "x \'y\' $HOME `id`" --title \'a "b"\'');
  await settled(page);
  check((await text(page, '#command')).includes('--theme dark'), 'an option of the list', await text(page, '#command'));
  await compare(page, 'picture');
  await screen(page, 'picture');
  await press(page, '#tab-verdict');
  await change(page, '#variant', 'fide');
  await compare(page, 'another variant');
  await change(page, '#options', '--nonsense');
  await compare(page, 'no such option');
  await change(page, '#options', "--warnings 'none");
  await compare(page, 'a quote without an end');
  await page.close();
}

// ---- places: in bytes, past letters of all widths; a click selects what a message is about ----
{
  const page = await open(), games = '[Variant "fide"] [White "\u00e9\u2654\u{1f600}"]\n{\u00e9\u2654\u{1f600}} 1. e4 e5 2. Ke3 *\n';
  await change(page, '#game-text', games);
  await compare(page, 'places');
  await page.click('#messages button');
  const selected = () => page.evaluate(() => { const e = document.activeElement; return [e.id, e.value?.slice(e.selectionStart, e.selectionEnd)].join(); });
  check(await selected() === 'game-text,Ke3', 'a place', await selected());
  check(await text(page, '#game mark') === 'Ke3', 'a mark', await text(page, '#game .marks'));
  await change(page, '#own-text', 'id: own\nname: "\u00e9" [x\n');
  await page.click('#messages button');
  check((await selected()).startsWith('own-text,'), 'a place in a variant file', await selected());
  await change(page, '#own-text', '');
  // far below: it is seen
  await change(page, '#game-text', '\n'.repeat(300) + games);
  await page.click('#messages button');
  const [above, height] = await page.evaluate(() => {
    const area = document.querySelector('#game-text'), mark = document.querySelector('#game mark');
    return [mark.getBoundingClientRect().top - area.getBoundingClientRect().top, area.clientHeight];
  });
  check(above > 0 && above < height - 20, 'a place is scrolled to', above, height);
  // letter for letter
  await change(page, '#game-text', fs.readFileSync(path.join(top, 'testdata/samples/archive.pgn'), 'utf8').replaceAll('e4', 'e9'));
  const same = await page.evaluate(() => ['scrollHeight', 'clientWidth'].map((key) => document.querySelector('#game-text')[key] - document.querySelector('#game .marks')[key]));
  check(Math.abs(same[0]) < 40 && same[1] === 0 && (await page.$$('#game mark')).length === 3, 'marks and text are as wide', same);
  await screen(page, 'marks');
  await page.close();
}

// ---- hostile words everywhere are words ----
{
  const words = ['<img src=x onerror=alert(1)></script><script>alert(1)</script>', '"\'`$(touch hacked) ; touch hacked #', '</textarea></iframe><svg onload=alert(1)> javascript:alert(1) \u202e&lt;b&gt; \\ %s'];
  const page = await open();
  for (const word of words) {
    const tag = word.replace(/[\\"]/g, '\\$&'), games = `[Event "${tag}"]\n[White "${tag}"]\n[Variant "fide"]\n\n1. e4 {${word.replaceAll('}', '')}} e5 2. ${word} *\n`;
    await change(page, '#game-text', games);
    for (const tab of await page.$$eval('[role=tab]', (all) => all.map((e) => e.id))) {
      await press(page, '#' + tab);
      await change(page, '#options', tab === 'tab-picture' || tab === 'tab-board' ? `--title '${word.replaceAll("'", '')}'` : '');
      await compare(page, `hostile ${tab}`);
      await change(page, '#options', word);
      await compare(page, `hostile options ${tab}`);
      await change(page, '#options', '');
    }
    await press(page, '#tab-verdict');
    await change(page, '#own-text', `id: own\nname: '${word}\n${word}`);
    await compare(page, 'hostile own');
    await change(page, '#own-text', '');
    const hash = new URLSearchParams({ text: games, own: word, tab: word, variant: word, pick: word, options: word });
    await page.evaluate((hash) => { location.hash = hash; }, '#' + hash);
    await new Promise((done) => setTimeout(done, 100));
    await settled(page);
    check(await page.$eval('#own-text', (e) => e.value) === word, 'a hostile address');
    await page.evaluate((word) => { location.hash = word; }, word);
    await new Promise((done) => setTimeout(done, 100));
    await settled(page);
    for (const wrong of ['#constructor=1&__proto__=2&tab=__proto__', '#%ff%00&text=%00'])
      await page.evaluate((hash) => { location.hash = hash; }, wrong);
    await settled(page);
    await change(page, '#own-text', '');
    const name = path.join(folder, word.replaceAll('/', '|') + '.txt');
    fs.writeFileSync(name, games);
    fs.writeFileSync(name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' '), games); // as the command names it
    await (await page.$('#files')).uploadFile(name);
    await page.waitForFunction((games) => document.querySelector('#game-text').value === games, {}, games);
    await settled(page);
    await compare(page, 'a hostile name');
  }
  check(!fs.existsSync(path.join(folder, 'hacked')), 'a command has done what a game says');
  await page.close();
}

// ---- 5 MB: the page answers all the while, stops, and comes to an end ----
{
  const page = await open(), one = fs.readFileSync(path.join(top, 'testdata/samples/archive.pgn'), 'utf8') + '\n', many = Math.ceil(5e6 / one.length);
  fs.writeFileSync(path.join(folder, 'five.pgn'), one.repeat(many - 1) + '[White "the last"]\n1. e4 e5 2. Ke3 *\n');
  await page.evaluate(() => {
    let last = performance.now();
    window.longest = 0;
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 10);
  });
  const files = await page.$('#files'), games = (one.match(/^\[Event /gm).length) * (many - 1) + 1;
  await files.uploadFile(path.join(folder, 'five.pgn'));
  await page.waitForFunction(() => document.querySelector('#command').textContent.includes('five.pgn'));
  await settled(page);
  check((await text(page, '#status')).startsWith(`${games.toLocaleString('en')} games`), '5 MB', games, await text(page, '#status'));
  const moments = [await page.evaluate(() => window.longest)]; // (what is compared takes its own time)
  await compare(page, '5 MB');
  await page.evaluate(() => { window.longest = 0; });
  await page.click('#messages li:last-child button');
  check(await page.evaluate(() => { const e = document.activeElement; return e.value.slice(e.selectionStart, e.selectionEnd); }) === 'Ke3', 'a place in 5 MB');
  await screen(page, 'five');
  // much to do
  await page.$eval('#options', (e) => { e.value = '--perft 7'; e.dispatchEvent(new Event('input')); });
  await page.waitForSelector('.busy', { visible: true });
  await page.waitForFunction(() => document.querySelector('#status').textContent.startsWith('At work'));
  await page.waitForFunction(() => document.querySelector('progress').value > 0 && document.querySelector('progress').position < 1);
  await screen(page, 'busy');
  await page.click('#stop');
  check(await text(page, '#status') === 'Stopped.' && await page.$eval('.busy', (e) => e.hidden), 'stopped');
  await change(page, '#options', '');
  check((await text(page, '#status')).startsWith(games.toLocaleString('en')), 'after a stop', await text(page, '#status'));
  for (const tab of ['board', 'picture', 'squares', 'json', 'table']) {
    await press(page, `#tab-${tab}`);
    check(await page.$eval('#output', (e) => e.firstChild), '5 MB in', tab);
  }
  // overtaken: what is shown is of what was asked last
  await press(page, '#tab-legal');
  await page.evaluate(() => {
    for (const id of ['verdict', 'table', 'icn', 'pgn', 'table', 'board', 'verdict']) document.querySelector(`#tab-${id}`).click();
  });
  await settled(page);
  check((await text(page, '#status')).startsWith(games.toLocaleString('en')) && !await page.$('#output table,#output iframe,#output pre'), 'overtaken', await text(page, '#status'));
  const longest = Math.max(...moments, await page.evaluate(() => window.longest));
  console.log(`# with 5 MB the page answered after ${Math.round(longest)} ms at most`);
  check(longest < 1500, 'the page froze', longest); // (a run itself takes longer, and on a busy machine all does)
  // a paste of as much, and a packed file
  await page.click('.held button');
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.querySelector('#game-text').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, one.repeat(1000));
  await settled(page);
  check(await page.$eval('#game .held', (e) => !e.hidden) && (await text(page, '#status')).includes('good'), 'a large paste', await text(page, '#status'));
  spawnSync('gzip', ['-kf', 'game.txt'], { cwd: folder });
  await files.uploadFile(path.join(folder, 'game.txt.gz'));
  await page.waitForFunction(() => document.querySelector('#command').textContent.includes('game.txt.gz'));
  await settled(page);
  await compare(page, 'a packed file');
  await page.close();
}

// ---- an address is opened again; variant files are known by their looks ----
{
  const page = await open({ hash: '' }), games = '[Variant "giraffes"]\n\n1... Gi(2,8)-(3,4) *\n';
  const law = path.join(top, 'testdata/variants/fine/giraffes.yaml');
  await (await page.$('#files')).uploadFile(law);
  await page.waitForFunction(() => document.querySelector('#own-text').value);
  await change(page, '#game-text', games);
  await press(page, '#tab-squares');
  await change(page, '#pick', 'numbers');
  await change(page, '#options', "--style long --warnings 'none'");
  const is = await compare(page, 'an address');
  check(is.code === 0, 'a variant file of one\'s own', is);
  await page.click('#link');
  const [link] = (await page.evaluate(() => window.copied)).slice(-1), again = await open({ hash: link.slice(link.indexOf('#')) });
  const got = await compare(again, 'an address again');
  check(got.whole === is.whole && got.line === is.line.replace('giraffes.yaml', 'own.yaml'), 'an address', got.line, is.line);
  await change(again, '#game-text', games + '\n{' + 'x'.repeat(9000) + '}');
  check(await again.evaluate(() => location.hash.length < 2 && document.querySelector('#link').disabled), 'no long address');
  await again.close();
  // dropped, a games' file of the same name too; a fault is told of the one that has it
  await page.evaluate((law, games) => {
    const drop = (type, name, ...parts) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(parts, name));
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    };
    drop('dragover', 'x', '');
    if (!document.querySelector('.over')) throw new Error('no place to drop');
    drop('drop', 'same.txt', law.replace('(1,4)', 'frlF'));
    drop('drop', 'same.txt', games);
  }, fs.readFileSync(law, 'utf8'), games);
  await page.waitForFunction(() => document.querySelector('#command').textContent.includes('--variant-file own-same.txt same.txt'));
  await settled(page);
  check(await page.$('#own mark'), 'a mark in what was dropped', await text(page, '#messages'));
  check(!await page.$('#game mark'), 'no mark in the other');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['[mine:chess]\nchecking = false\n'], 'x.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelector('#own-text').value.startsWith('[mine'));
  await change(page, '#game-text', '');
  await press(page, '#tab-verdict');
  await change(page, '#options', '');
  check((await text(page, '#command')).endsWith('--variant-file x.txt </dev/null') && (await text(page, '#output')).includes('8 files'), 'a variant file alone', await text(page, '#output'));
  await page.close();
}

// ---- by keys alone ----
{
  const page = await open(), at = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.slice(0, 30));
  const seen = [];
  for (let i = 0; i < 20 && seen.at(-1) !== 'link'; i++) {
    await page.keyboard.press('Tab');
    seen.push(await at());
  }
  for (const wish of ['example', 'variant', 'open', 'game-text', 'tab-verdict', 'options', 'command', 'copy-command', 'copy', 'save', 'link'])
    check(seen.includes(wish), 'no way by Tab to', wish, seen);
  await page.focus('#game-text');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('1. e4 e5 2. Ke3 *');
  await settled(page);
  while (await at() !== 'tab-verdict') await page.keyboard.press('Tab');
  for (const [key, wish] of [['ArrowRight', 'tab-board'], ['End', 'tab-table'], ['ArrowRight', 'tab-verdict'], ['ArrowLeft', 'tab-table'], ['Home', 'tab-verdict']]) {
    await page.keyboard.press(key);
    check(await at() === wish && await page.$eval('#' + wish, (e) => e.ariaSelected === 'true'), 'keys of tabs', key, await at());
  }
  await settled(page);
  while (!(await at()).startsWith('line 1')) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  check(await at() === 'game-text', 'a message by keys', await at());
  await page.close();
}

// ---- looks ----
for (const [name, how] of [['light', {}], ['dark', { scheme: 'dark' }], ['phone', { width: 360, height: 760 }], ['phone-dark', { width: 360, height: 760, scheme: 'dark' }]]) {
  const page = await open({ width: 1300, height: 900, ...how });
  const names = await page.$$eval('#example option', (all) => all.map((e) => e.textContent));
  for (const [example, tab] of [['Two games with errors', 'verdict'], ['Huygens Option, a whole game', 'board'], ['Check from a thousand squares away', 'picture'], ['Chess, some games', 'table'], ['A variant file with an error', 'json'], ['Trapper Chess', 'legal']]) {
    await change(page, '#example', String(names.indexOf(example) - 1));
    await press(page, `#tab-${tab}`);
    if (tab === 'legal') await page.$eval('#known', (e) => { e.open = true; });
    await new Promise((done) => setTimeout(done, tab === 'board' ? 400 : 50));
    await judge(page, `${name} ${tab}`);
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name, tab, 'is wider than the screen', await page.evaluate(() => document.documentElement.scrollWidth));
    await screen(page, `${name}-${tab}`, name.startsWith('phone'));
  }
  await page.close();
}
await end('the playground is right');
