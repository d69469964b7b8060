// SPDX-License-Identifier: MIT
// page.js -- the playground: what is written at the left is handed to one of the tools, in a worker,
// and what it says is shown at the right. A tab is a row of TABS; the command that is shown is the
// one that runs. Whatever comes from a game, a file or the address is only ever text here: in a
// picture, or in a frame that runs nothing but the script of cp-render's pages.

const LARGE = 100_000; // characters of a text that can be edited; of a larger one a part is shown
const SHOWN = 40_000; // characters of a text or a result that are shown; all of it can be taken away
const PAGE = 8_000_000; // characters of a page with boards that is opened
const SMALL = 8000; // characters of an address
const MARKS = 200, ROWS = 400; // places marked in a text, rows of a table
const PAUSE = 250, SOON = 200; // ms: of typing before a run, and that a run may take without being told

const $ = (selector, root = document) => root.querySelector(selector);
const data = JSON.parse($('#data').textContent);
const make = (name, attributes = {}, ...inner) => {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'function') e.addEventListener(key, value);
    else e.setAttribute(key, value);
  e.append(...inner);
  return e;
};
const numbered = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;

// ---- words of a command, as a shell has them ----
const plain = (words) => words.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' '); // which a terminal may take for keys
const wordsOf = (line) => (plain(line).match(/(?:[^\s'"\\]|\\.|'[^']*'?|"(?:\\.|[^"\\])*"?)+/gs) ?? []).map((word) =>
  word.replace(/\\(.)|'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs, (_, one, single, double) =>
    one ?? single ?? double.replace(/\\(["\\$`])/g, '$1')));
const quoted = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

// ---- the texts: of games, and of a variant file ----
const looksIni = (text) => /^[ \t]*\[[^\]"]+\][ \t]*$/m.test(text) && /^[ \t]*\w+[ \t]*=/m.test(text);
const looksVariant = (text) => looksIni(text) || (/^id:\s/m.test(text) && /^(name|board|pieces|setup|family):/m.test(text));
// the tools count columns in bytes of UTF-8
const indexOf = (text, line, column) => {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  for (let bytes = column - 1; bytes > 0 && at < text.length && text[at] !== '\n';) {
    const point = text.codePointAt(at);
    bytes -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point < 0x10000 ? 1 : 2;
  }
  return at;
};

// a text that one edits; of a file that is too large for that, or is no text, its bytes are held
const fieldOf = (root, usual, changed) => {
  const area = $('textarea', root), marks = $('.marks', root), held = $('.held', root);
  let name = '', bytes = null, whole = '', from = 0, places = [];
  const text = () => bytes ? whole : area.value;
  const paint = () => {
    const parts = [], shown = area.value;
    let at = 0;
    for (const { start, end, level } of places) {
      if (start < from + at || end > from + shown.length || parts.length > 2 * MARKS) continue;
      parts.push(shown.slice(at, start - from), make('mark', { class: level }, shown.slice(start - from, end - from)));
      at = end - from;
    }
    marks.replaceChildren(...(parts.length ? [...parts, shown.slice(at), '\n'] : []));
    marks.scrollTop = area.scrollTop;
  };
  const show = (start) => {
    from = start && whole.lastIndexOf('\n', start) + 1;
    area.value = whole.slice(from, from + SHOWN).replaceAll('\r', ' '); // else it would be shorter
    paint();
  };
  const set = (next, called = '') => {
    name = called;
    bytes = null;
    from = 0;
    places = [];
    held.hidden = true;
    area.readOnly = false;
    area.value = next;
    paint();
  };
  const hold = (all, called, decoded) => {
    set('', called);
    bytes = all;
    whole = decoded;
    held.hidden = false;
    area.readOnly = true;
    held.firstElementChild.textContent = `${called || usual('')}, ${numbered(all.length, 'byte')}: ${decoded ? 'a part of it is shown' : 'no text, handed over as it is'}.`;
    show(0);
  };
  area.addEventListener('input', () => {
    name = '';
    places = [];
    paint();
    changed(PAUSE);
  });
  area.addEventListener('scroll', () => { marks.scrollTop = area.scrollTop; });
  $('button', held).addEventListener('click', () => {
    set('');
    area.focus();
    changed(0);
  });
  return {
    set, hold, text, area,
    name: () => name || usual(text()),
    content: () => bytes ?? area.value,
    isEmpty: () => !bytes && !area.value.trim(),
    isHeld: () => bytes !== null,
    // messages with a place in this text; each gets where it stands
    mark: (messages) => {
      const all = text();
      for (const message of messages) {
        const start = indexOf(all, message.line, message.column ?? 1);
        const length = message.move && all.startsWith(message.move, start) ? message.move.length : /^\S*/.exec(all.slice(start, start + 80))[0].length;
        Object.assign(message, { start, end: start + (length || 1) });
      }
      places = messages.slice().sort((a, b) => a.start - b.start || a.end - b.end);
      paint();
    },
    select: ({ start, end }) => {
      if (bytes && (start < from || end > from + area.value.length)) show(Math.max(start - 2000, 0));
      area.closest('details')?.setAttribute('open', '');
      area.focus();
      area.setSelectionRange(start - from, end - from);
      // where it stands is seen where the same text stands behind it
      const were = [...marks.childNodes], probe = make('span');
      marks.replaceChildren(area.value.slice(0, start - from), probe, area.value.slice(start - from));
      area.scrollTop = probe.offsetTop - marks.offsetTop - area.clientHeight / 3;
      marks.replaceChildren(...were);
      marks.scrollTop = area.scrollTop;
    },
  };
};

// ---- what a tool wrote ----
const cut = (text) => text.length > SHOWN ? text.slice(0, SHOWN) + '\n\u2026' : text;
const showText = ({ output }, tab) => output ? [make('pre', { tabindex: 0, 'aria-label': tab.name, class: tab.id === 'picture' ? 'drawn' : '', role: 'group' }, cut(output))] : [];
const ended = ({ outcome, winner }) =>
  (outcome === 'none' ? 'not over' : outcome.replaceAll('-', ' ')) + (winner ? `, ${winner === 'white' ? 'White' : 'Black'} wins` : '');
const called = ({ White, Black, Event }) => White || Black ? `${White || '?'} \u2013 ${Black || '?'}` : Event ?? '';
const judged = ({ verdict }) => !verdict ? 'not judged' : verdict.valid ? `good: ${numbered(verdict.plies, 'half-move')}, ${ended(verdict)}` :
  verdict.first_bad?.ply ? `bad at half-move ${verdict.first_bad.ply}, ${verdict.first_bad.move ?? ''}` : 'bad';
const showVerdict = (done, tab) => {
  const { rows, games } = done.found;
  if (!games) return showText(done, tab);
  if (games === 1) return [];
  return [make('ol', { tabindex: 0, 'aria-label': 'Games' }, ...rows.map((row) => make('li', {}, [called(row.tags), judged(row)].filter(Boolean).join(': '))),
    ...(games > rows.length ? [`and ${numbered(games - rows.length, 'more game')}`] : []))];
};
const showBoard = (done, tab) => {
  if (!done.output.startsWith('<!DOCTYPE')) return showText(done, tab);
  if (done.output.length > PAGE) return [make('p', {}, 'This page is too large to be opened here. Download it, or ask for one game: --game 1.')];
  const frame = make('iframe', { title: 'Board', sandbox: 'allow-scripts allow-downloads', allow: 'clipboard-write' });
  frame.srcdoc = done.output;
  return [frame];
};
const showPicture = (done, tab) => {
  if (!done.output.startsWith('<svg')) return showText(done, tab);
  const described = new DOMParser().parseFromString(done.output, 'image/svg+xml').querySelector('desc')?.textContent;
  return [make('img', { alt: described ?? 'A position', src: `data:image/svg+xml,${encodeURIComponent(done.output)}` })];
};
const showTable = (done, tab) => {
  const rows = cut(done.output).split('\n').filter(Boolean).map((line) => line.split('\t'));
  if (!rows.length || rows[0].length < 2) return showText(done, tab);
  const row = (cells, name) => make('tr', {}, ...cells.map((cell) => make(name, name === 'th' ? { scope: 'col' } : {}, cell)));
  const [head, ...rest] = rows;
  return [make('div', { class: 'rows', tabindex: 0, role: 'group', 'aria-label': 'Table' }, make('table', {}, make('thead', {}, row(head, 'th')),
    make('tbody', {}, ...rest.slice(0, ROWS).map((cells) => row(cells, 'td')))))];
};

// ---- tabs: words of the command; words to pick from; words for many games, unless options say which ----
const tab = (id, name, show, words, ending, pick, one) => ({ id, name, show, words, ending, pick, one });
const TABS = [
  tab('verdict', 'Verdict', showVerdict, 'cp-validate', 'jsonl'),
  tab('board', 'Board', showBoard, 'cp-render --html', 'html', null, LARGE),
  tab('picture', 'Picture', showPicture, 'cp-render', 'svg', { SVG: '--svg', letters: '--ascii', symbols: '--unicode', 'all moves, played': '--animate', 'how pieces move': '--svg --pieces' }, 0),
  tab('squares', 'Letters \u2194 numbers', showText, 'cp-convert --to text', 'txt', { letters: '--to letters', numbers: '--to numeric' }),
  tab('icn', 'ICN', showText, 'cp-convert --to icn', 'icn'),
  tab('pgn', 'PGN', showText, 'cp-convert --to pgn', 'pgn'),
  tab('json', 'JSON', showText, 'cp-convert --to json', 'jsonl'),
  tab('legal', 'Legal moves', showText, 'cp-validate --legal', 'txt'),
  tab('table', 'Table', showTable, 'cp-table', 'tsv', { games: 'games', plies: 'plies', positions: 'positions', tags: 'tags' }),
];
const CHOOSES = /^(-g|--game|--sheet|--side|--start|--men|--heat|--pieces)/;
let now = TABS[0], done = null;
const typed = {}, picked = {}; // of each tab

const game = fieldOf($('#game'), () => 'game.txt', (ms) => soon(ms));
const own = fieldOf($('#own'), (text) => looksIni(text) ? 'variants.ini' : 'own.yaml', (ms) => soon(ms));
const options = $('#options'), pick = $('#pick'), variant = $('#variant'), example = $('#example');

const ownName = () => own.name() === game.name() ? `own-${own.name()}` : own.name();
// what runs, and what would do the same in a shell
const command = () => {
  const said = wordsOf(options.value).filter((word) => !word.startsWith('--diagnostics')); // those are the page's own
  const choice = now.pick ? now.pick[pick.value].split(' ') : [], files = Object.create(null);
  const words = [...now.words.split(' '), ...choice, ...(variant.value ? ['--variant', variant.value] : [])];
  if (!own.isEmpty()) {
    files[ownName()] = own.content();
    words.push('--variant-file', ownName());
  }
  if (now.one !== undefined && game.content().length > now.one && ![...said, ...choice].some((word) => CHOOSES.test(word))) words.push('--game', '1');
  if (!game.isEmpty()) {
    files[game.name()] = game.content();
    words.push(game.name());
  }
  return { words: [...words, ...said], files, line: [...words, ...said].map(quoted).join(' ') + (game.isEmpty() ? ' </dev/null' : '') };
};

// ---- running: one command at a time; one that is overtaken is stopped, and what it said dropped ----
// (the first one starts while the tools are still being unpacked)
let module, worker, run = 0, isBusy = false, waiting, telling;
const source = URL.createObjectURL(new Blob([data.worker], { type: 'text/javascript' }));
const begin = () => {
  worker?.terminate();
  worker = new Worker(source);
  worker.onmessage = ({ data: said }) => {
    if (said.id !== run || !isBusy) return;
    if (said.part === undefined) finish(said);
    else $('progress').value = said.part;
  };
  worker.onerror = (e) => finish({ status: 3, output: '', messages: [{ level: 'error', text: e.message }], count: { error: 1 }, more: 0 });
  if (module) worker.postMessage(module);
};
const rest = () => {
  isBusy = false;
  clearTimeout(telling);
  $('.busy').hidden = true;
  $('#panel').ariaBusy = 'false';
};
const stop = () => {
  if (isBusy) begin();
  rest();
};
const start = () => {
  clearTimeout(waiting);
  stop();
  const { words, files, line } = command();
  $('#command').textContent = line;
  remember();
  $('#panel').ariaBusy = 'true';
  tell('');
  if (!module) return;
  if (!Object.keys(files).length && !words.some((word) => /^--(start|men|help|list|version|show)/.test(word))) {
    finish({ status: 0, output: '', messages: [], count: {}, more: 0, isEmpty: true });
    return;
  }
  isBusy = true;
  $('progress').removeAttribute('value');
  telling = setTimeout(() => {
    $('.busy').hidden = false;
    say('At work\u2026');
  }, SOON);
  const [tool, ...others] = words;
  worker.postMessage({ id: ++run, words: [tool, '--diagnostics=jsonl', ...others], files, judges: now.show === showVerdict });
};
const soon = (ms) => {
  $('#panel').ariaBusy = 'true';
  clearTimeout(waiting);
  waiting = setTimeout(start, ms);
};

const say = (text) => { $('#status').textContent = text; };
const tell = (text) => { $('#told').textContent = text; }; // of what was taken away
const sum = ({ status, found, count, isEmpty, output }) => {
  if (isEmpty) return 'Write or paste a game, open a file, or take an example.';
  const told = Object.entries(count).map(([level, n]) => numbered(n, level)).join(', ');
  const first = status === 2 ? 'Asked wrongly' : status === 3 ? 'This did not work' : !found?.games ? (output ? 'Done' : told ? '' : 'There is no game in this') :
    found.games === 1 ? `The game is ${judged(found.rows[0])}` :
      `${numbered(found.games, 'game')}: ${found.bad ? `${(found.games - found.bad).toLocaleString('en')} good, ${found.bad.toLocaleString('en')} bad` : 'all good'}`;
  return [first, told].filter(Boolean).join('; ') + '.';
};
const showMessage = (message) => {
  const { level, text, hint, also = [], file, line, column, field } = message;
  return make('li', { class: level },
    ...(field ? [make('button', { type: 'button', click: () => field.select(message) }, `line ${line}, column ${column ?? 1}`)] :
      line ? [`${[file, line, column].filter(Boolean).join(':')} `] : []), // a record says where it was read
    make('strong', {}, level), ` ${text}`, ...[hint, ...also.map((one) => one.text)].filter(Boolean).map((more) => make('p', {}, more)));
};
const finish = (said) => {
  rest();
  done = said;
  for (const [field, name] of [[game, game.name()], [own, ownName()]]) {
    const here = said.messages.filter((message) => message.line && message.file === name);
    for (const message of here) message.field = field;
    field.mark(here);
  }
  $('#messages').replaceChildren(...said.messages.map(showMessage), ...(said.more ? [make('li', {}, `and ${said.more.toLocaleString('en')} more`)] : []));
  const shown = said.output || said.found ? now.show(said, now) : [], isPart = said.output.length > SHOWN && shown[0]?.matches('pre,.rows');
  $('#output').replaceChildren(...shown, ...(isPart ? [make('p', {}, 'A part of it is shown; all of it is copied and downloaded.')] : []));
  $('#copy').hidden = $('#save').hidden = !said.output;
  $('#dots').hidden = !$('#output img');
  say(sum(said));
};

// ---- taking it away ----
const copy = async (text, e) => {
  try {
    await navigator.clipboard.writeText(text);
    tell('Copied.');
  } catch {
    if (e) getSelection().selectAllChildren(e);
    tell('This browser lets no page copy here: copy what is selected, or the address.');
  }
};
const save = (what, ending) => {
  const href = URL.createObjectURL(what);
  make('a', { href, download: `${game.name().replace(/\.\w+$/, '')}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
};
const saveDots = () => {
  const picture = $('#output img'), canvas = make('canvas'), times = 2;
  Object.assign(canvas, { width: picture.naturalWidth * times, height: picture.naturalHeight * times });
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((dots) => dots ? save(dots, 'png') : tell('This picture is too large for that.'));
};

// ---- the address holds what is small ----
const remember = () => {
  const is = { text: game.text(), own: own.text(), variant: variant.value, tab: now.id, pick: now.pick ? pick.value : '', options: options.value };
  const isSmall = !game.isHeld() && !own.isHeld() && is.text.length + is.own.length + is.options.length < SMALL;
  const hash = isSmall ? '#' + new URLSearchParams(Object.entries(is).filter(([, value]) => value)) : '', fits = isSmall && hash.length <= SMALL;
  $('#link').disabled = !fits;
  try {
    history.replaceState(null, '', fits ? hash : '#');
  // where addresses are not ours to change
  } catch { $('#link').disabled = true; }
};
const recall = () => {
  if (location.hash.length < 2 || location.hash.length > SMALL) return false;
  const is = Object.fromEntries(new URLSearchParams(location.hash.slice(1))), { id } = TABS.find((one) => one.id === is.tab) ?? TABS[0];
  game.set(is.text ?? '');
  own.set(is.own ?? '');
  $('#own').open = !own.isEmpty();
  example.value = variant.value = '';
  if (data.variants.some(([name]) => name === is.variant)) variant.value = is.variant;
  typed[id] = is.options ?? '';
  picked[id] = is.pick;
  choose(id);
  return true;
};

// ---- what there is to choose ----
const choose = (id) => {
  now = TABS.find((one) => one.id === id);
  for (const e of $('#tabs').children) {
    const isIt = e.id === `tab-${id}`;
    e.setAttribute('aria-selected', isIt);
    e.tabIndex = isIt ? 0 : -1;
  }
  $('#panel').setAttribute('aria-labelledby', `tab-${id}`);
  options.value = typed[id] ?? '';
  const names = Object.keys(now.pick ?? {}), [tool] = now.words.split(' ');
  $('#picked').hidden = !names.length;
  pick.replaceChildren(...names.map((name) => make('option', {}, name)));
  if (names.includes(picked[id])) pick.value = picked[id];
  $('#known summary').textContent = `Options of ${tool}`;
  $('#known ul').replaceChildren(...data.options[tool].map(([name, value, meaning]) => make('li', {},
    make('button', { type: 'button', click: () => addOption(name, value) }, name + (value && !value.startsWith('[') ? ` ${value}` : value)), meaning)));
  $('#messages').replaceChildren();
  $('#output').replaceChildren();
  for (const e of $('#takes').querySelectorAll('button')) e.hidden = e.id !== 'link';
  say('');
  start();
};
const addOption = (name, value) => {
  options.value = `${options.value.trimEnd()} ${name}${value && !value.startsWith('[') ? ' ' : ''}`.trimStart();
  typed[now.id] = options.value;
  options.focus();
  soon(PAUSE);
};
const take = (file, bytes) => {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch { /* not UTF-8: the tools find out what it is */ }
  const name = plain(file).replace(/^-+/, ''), isOwn = /\.ini$/.test(name) || looksVariant(text.slice(0, LARGE)), field = isOwn ? own : game;
  if (text.length > LARGE || (!text && bytes.length)) field.hold(bytes, name, text);
  else field.set(text, name);
  if (isOwn) $('#own').open = true;
  example.value = '';
};
const takeFiles = async (files) => {
  for (const file of files) take(file.name, new Uint8Array(await file.arrayBuffer()));
  soon(0);
};

$('#tabs').append(...TABS.map(({ id, name }) => make('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'panel', click: () => choose(id) }, name)));
$('#tabs').addEventListener('keydown', (e) => {
  const i = TABS.indexOf(now), { length } = TABS;
  const to = { ArrowRight: (i + 1) % length, ArrowLeft: (i + length - 1) % length, Home: 0, End: length - 1 }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  choose(TABS[to].id);
  $(`#tab-${TABS[to].id}`).focus();
});
variant.append(...data.variants.map(([id, name]) => make('option', { value: id }, `${name} (${id})`)));
example.append(...data.examples.map(({ name }, i) => make('option', { value: i }, name)));
const showExample = () => {
  const { text, own: law } = data.examples[example.value] ?? { text: '', own: '' };
  game.set(text);
  own.set(law);
  variant.value = '';
  $('#own').open = law !== '';
  soon(0);
};
const on = (selector, name, act) => $(selector).addEventListener(name, act);
on('#example', 'change', showExample);
on('#variant', 'change', () => soon(0));
on('#pick', 'change', () => { picked[now.id] = pick.value; soon(0); });
on('#options', 'input', () => { typed[now.id] = options.value; soon(PAUSE); });
on('#open', 'click', () => $('#files').click());
on('#files', 'change', ({ target }) => takeFiles([...target.files]).then(() => { target.value = ''; }));
on('#stop', 'click', () => { stop(); say('Stopped.'); options.focus(); });
on('#copy-command', 'click', () => copy($('#command').textContent, $('#command')));
on('#copy', 'click', () => copy(done.output, $('#output')));
on('#save', 'click', () => save(new Blob([done.output]), now.ending));
on('#dots', 'click', saveDots);
on('#link', 'click', () => copy(location.href));
addEventListener('hashchange', recall);
for (const name of ['dragover', 'dragleave', 'drop'])
  addEventListener(name, (e) => {
    if (!e.dataTransfer?.types.includes('Files')) return;
    e.preventDefault();
    document.body.classList.toggle('over', name === 'dragover');
    if (name === 'drop') takeFiles([...e.dataTransfer.files]);
  });
// a text that is too large to edit, or is a variant file, is as if it were opened
on('#game-text', 'paste', (e) => {
  const text = e.clipboardData.getData('text/plain');
  if (text.length <= LARGE && !looksVariant(text)) return;
  e.preventDefault();
  take('', new TextEncoder().encode(text));
  soon(0);
});

const unpack = async () => {
  const packed = atob($('#wasm').textContent), bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  $('#wasm').remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': 'application/wasm' } }));
};
const unpacked = unpack();
begin();
if (!recall()) {
  example.value = '0';
  showExample();
  choose(TABS[0].id);
}
unpacked.then((compiled) => {
  module = compiled;
  worker.postMessage(module);
  start();
}, (e) => say(`This browser cannot run the tools: ${e.message}`));
