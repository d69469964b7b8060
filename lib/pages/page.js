// SPDX-License-Identifier: MIT
// page.js -- plays games through in a page of cp-render --html. It knows no rules: every
// ply is stored as what it changed, and a position is all changes from the start on.
//
//   data.men   [kind, side, file, rank, has moved]       data.moves  one for each ply, from 1:
//   c changes  [man] gone, [man, file, rank], [man, file, rank, kind]
//   l last move, k king in check and who gives it, w ways of pieces that were moved, f fallen,
//   b and d men that lead a body now, and no longer do, u first moves used up, h when men fall,
//   s passed square, m marks, q clock, e position and t move in the other spelling; y the move
//   where what is copied has another; o how it ended; p the ply before, where it is not the one
//   above in the list
//
// Files and ranks are BigInt. The board is drawn around an anchor, a square near what is seen, from
// which other places are so many px; what is not seen is named by a chip at the edge. What asks
// for no document is handed out where there is none, so that node can try it alone.
//
// Instead of its last line, which begins a page, component.js has it as an element of others' pages.
//
// The build makes it small (scripts/embed): comments, which have lines of their own, are left
// out, and these names, which neither browsers nor the data above know, become letters:
// short: view data man scale words nodes kind text game board node spelling root high spans
// short: under wide attributes list touches before paint place label draw over long corner
// short: middle across last from box respell path rest shown all clocks within name part gone
// short: ends square active quietly stage frame
(() => {
  // SMALLEST: px that men are drawn at least; CLOSE: px of a square from which on there are squares,
  // below them FAR_STEP between lines at least; FARTHEST: squares across at most
  const U = 45, NEAR = 2000n, SMALLEST = 16, CLOSE = 9, FAR_STEP = 48, FARTHEST = 1e290, SIDES = ['white ', 'black ', ''], NUMBERS = 0, BARE = 3;
  const COLOURS = ['green', 'red', 'yellow', 'blue', 'orange', 'purple'];
  const { abs: size, floor, ceil, max, min, hypot } = Math;

  // ---- numbers ----
  const abs = (n) => (n < 0n ? -n : n);
  const clamp = (n, low, high) => min(max(n, low), high);
  const near = (n) => abs(n) < NEAR;
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  // two BigInts of any size as two Numbers of the same direction
  const direction = (dx, dy) => {
    const long = max(abs(dx).toString(16).length, abs(dy).toString(16).length);
    const over = BigInt(max(long - 10, 0)) * 4n;
    return [Number(dx >> over), Number(dy >> over)];
  };
  const unit = (dx, dy) => { const long = hypot(dx, dy) || 1; return [dx / long, dy / long]; };

  // ---- names of squares ----
  // n letters are digits 1 to 26: the ordinary number, and 1 + 26 + ... before it
  const letters = (n) => {
    const z = abs(n), ones = (k) => (26n ** BigInt(k) - 1n) / 25n;
    let k = z.toString(26).length;
    if (ones(k) > z) k--;
    const digits = (z - ones(k)).toString(26).padStart(k, '0').replace(/./g, (d) => String.fromCharCode(97 + parseInt(d, 26)));
    return n === 0n ? '\u03c6' : (n < 0n ? '-' : '') + digits;
  };
  // file 11033, whose letters would be read as file zero, is a number
  const fileName = (x, how) => {
    const text = how === NUMBERS ? 'phi' : letters(x);
    return text === 'phi' ? `${x}` : text;
  };
  const squareName = (x, y, how) => {
    if (how === BARE && x > 0n && x <= 26n && y > 0n) return letters(x) + y;
    const file = fileName(x, how % BARE);
    return `(${file}${/\d/.test(file) ? ',' : ''}${y})`;
  };
  // squares as they are shown: of a very long number the ends and its length, as in pictures; far
  // ones, which take long, are remembered
  const named = [];
  const called = (x, y, how) => {
    if (near(x >> 40n) && near(y >> 40n)) return squareName(x, y, how);
    const ranks = (named[how] ??= new Map()), files = ranks.get(y) ?? new Map();
    ranks.set(y, files);
    if (!files.has(x)) files.set(x, squareName(x, y, how).replace(/[a-z0-9]{101,}/g, (run) =>
      `${run.slice(0, 20)}...[${run.length} ${/^\d/.test(run) ? 'digits' : 'characters'}]...${run.slice(-20)}`));
    return files.get(x);
  };
  // the last characters of a name are those of a nearer number
  const brief = (text, most) => (text.length > most ? '\u2026' + text.slice(2 - most) : text);
  const nearer = (n, base) => (abs(n) < base ** 12n ? n : base ** 8n + abs(n) % base ** 8n);
  // numbers where there is little room: digits in groups, or so many powers of ten
  const power = (k) => '10' + `${k}`.replace(/./g, (d) => '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[d]);
  const shorts = new Map();
  const short = (n) => {
    if (shorts.size > 2000) shorts.clear();
    if (!shorts.has(n)) {
      const digits = `${abs(n)}`, k = digits.length - 1, sign = n < 0n ? '\u2212' : '';
      const most = (digits[0] + '.' + digits.slice(1, 3)).replace(/\.?0+$/, ''), isAll = /^0*$/.test(digits.slice(3));
      shorts.set(n, k < 7 ? sign + (k < 4 ? digits : digits.replace(/\B(?=(...)+$)/g, '\u202f')) : `${isAll ? '' : '\u2248'}${sign}${most === '1' ? '' : most + '\u00b7'}${power(k)}`);
    }
    return shorts.get(n);
  };
  // at an axis the last digits tell neighbours apart, but for so many zeros that all of them have
  const axisName = (n, zeros) => {
    const text = short(n), digits = `${abs(n)}`;
    return text[0] === '\u2248' ? '\u2026' + digits.slice(0, digits.length - zeros).slice(-3) + (zeros ? '\u00b7' + power(zeros) : '') : text;
  };
  const chipName = (x, y, how) => {
    const file = how === NUMBERS ? '' : fileName(x, how);
    return file && file.length < 7 && !/\d/.test(file) ? `(${file}${short(y)})`.replace('-', '\u2212') : `(${short(x)}, ${short(y)})`;
  };

  // ---- a game: its plies, each with the one before, and the position after each ----
  const gameOf = (data) => {
    const nodes = [{ ...data.start, up: -1, ply: 0 }], kids = [[]];
    const parse = (all, i) => all.forEach((man) => man.length > i && man.splice(i, 2, BigInt(man[i]), BigInt(man[i + 1])));
    parse(data.men, 2);
    for (const move of data.moves) parse(move.c, 1);
    for (const move of data.moves) {
      const up = move.p ?? nodes.length - 1;
      kids[up].push(nodes.length);
      kids.push([]);
      nodes.push({ ...move, up, ply: nodes[up].ply + 1 });
    }
    const turn = (i) => (data.side + nodes[i].ply) % 2;
    const positionAt = (i) => {
      const path = [], all = data.men.map(([kind, side, x, y, used]) => (
        { kind, side, x, y, used, due: 0 }));
      for (let n = i; n >= 0; n = nodes[n].up) path.push(nodes[n]);
      for (const node of path.reverse()) {
        for (const [man, x, y, kind = all[man].kind] of node.c)
          Object.assign(all[man], x === undefined ? { gone: 1 } : { x, y, kind, gone: 0 });
        for (const man of node.u || []) all[man].used = 1;
        for (const [man, due] of node.h || []) all[man].due = due;
        for (const man of node.b || []) all[man].leads = 1;
        for (const man of node.d || []) all[man].leads = 0;
      }
      return all;
    };
    // the end of the line that goes on from there
    const lastOf = (i) => {
      while (kids[i].length) [i] = kids[i];
      return i;
    };
    // another move at the same place
    const sibling = (i, by) => {
      const list = i ? kids[nodes[i].up] : [];
      return list[list.indexOf(i) + by];
    };
    return { data, nodes, kids, turn, positionAt, lastOf, sibling, spelling: data.native };
  };

  // ---- the words of a game, in its spelling of now ----
  const wordsOf = (game) => {
    const { data, nodes, turn, positionAt } = game, { neutral = [], kinds } = data;
    const square = (x, y) => called(BigInt(x), BigInt(y), game.spelling);
    const sideOf = (man) => (neutral.includes(man.kind) ? 2 : man.side);
    const name = (man) => SIDES[sideOf(man)] + kinds[man.kind][1];
    const place = (man) => `${name(man)} ${square(man.x, man.y)}`;
    const standing = (men) => men.filter((man) => !man.gone).sort((a, b) =>
      a.side - b.side || a.kind - b.kind || order(a.y, b.y) || order(a.x, b.x));
    const describe = (men) => {
      const words = standing(men).map((man, i, all) =>
        (i && name(man) === name(all[i - 1]) ? ', ' + square(man.x, man.y) : (i ? '; ' : '') + place(man))).join('');
      return words ? 'On the board: ' + words : 'The board is empty';
    };
    const heading = (i, move) => {
      const n = nodes[i].ply - 1 + data.side;
      return i ? `${data.first + floor(n / 2)}${n % 2 ? '...' : '.'} ${move}` : nodes[0].o || (turn(0) ? 'Black to move' : 'White to move');
    };
    // what a ply did, one by one
    const say = (i) => {
      const before = positionAt(nodes[i].up), gone = [], { c, o, k } = nodes[i];
      const words = c.flatMap(([n, x, y, kind]) => (x === undefined ? (gone.push(place(before[n])), [])
        : `${place(before[n])} to ${square(x, y)}` + (kind === undefined ? '' : `, now ${kinds[kind][1]}`)));
      return [...words, gone.length && 'gone: ' + gone.join(', '), o || (k && 'check')].filter((text) => text);
    };
    const clocks = (i) => {
      const last = [];
      for (let n = i; n > 0; n = nodes[n].up) last[1 - turn(n)] ??= nodes[n].q;
      return last[0] || last[1] ? `White ${last[0] || '\u2013'} \u00b7 Black ${last[1] || '\u2013'}` : '';
    };
    // the position after a ply as it is read again, seen from an origin
    const position = (i, origin) => {
      const [sx, sy] = (origin || [0, 0]).map(BigInt), at = (man) => squareName(man.x + sx, man.y + sy, game.spelling);
      const all = standing(positionAt(i)), list = (side) => all.filter((man) => sideOf(man) === side)
        .map((man) => `${kinds[man.kind][0]} ${at(man)}`).join(', ');
      const { e, s } = nodes[i], used = all.filter((man) => man.used).map(at).join(' '), none = list(2);
      return e || `w: ${list(0)}; b: ${list(1)}` + (none && '; n: ' + none) + (turn(i) ? '; turn b' : '') +
        (used && '; moved ' + used) + (s ? '; ep ' + at({ x: BigInt(s[0]), y: BigInt(s[1]) }) : '');
    };
    // the game as it is read again: its tags, the start where no tag has it, and parts of its
    // text: [ply, move, NAGs] or [0, words]
    const notation = (parts) => (data.setup ? data.tags.trim() + `\n[Setup "${position(0)}"]\n\n` : data.tags) +
      parts.map(([i, text, ...nags]) => [i && nodes[i].y || text, ...nags.map((nag) => '$' + nag)].join(' '))
        .join(' ').replace(/\(\s/g, '(').replace(/\s\)/g, ')') + '\n';
    return { square, name, place, describe, heading, say, clocks, position, notation, spelling: () => game.spelling };
  };

  if (!globalThis.document) {
    module.exports = { letters, squareName, direction, short, axisName, chipName, gameOf, wordsOf };
    return;
  }

  // ---- elements ----
  // what a game has beside its moves; a button does what the key of its value does
  const button = (value, title, text) => `<button value="${value}" title="${title}">${text}</button>`;
  const FRAME = '<div class=live><div class=board tabindex=0 role=group aria-label=Board><svg role=img><title></title><desc></desc>' +
    '<pattern width=90 height=90 patternUnits=userSpaceOnUse><path class=dark d="M0 0h45v45h-45zM45 45h45v45h-45z"/></pattern>' +
    '<svg><g><rect class=light /><rect /><path class=grid /><path class="grid faint" /><g></g><g class=men></g><g></g></g></svg><g class=axes></g><g class=heads></g></svg><div></div></div>' +
    '<div class=side><p class=clocks></p><p class=now aria-live=polite></p><div class=bar>' + button('Home', 'Start', '\u00ab') + button('ArrowLeft', 'Back', '\u2039') +
    button('p', 'Play', '\u25b6') + button('ArrowRight', 'Forward', '\u203a') + button('End', 'End', '\u00bb') + button('f', 'Flip', '\u21c5') +
    button('-', 'Smaller', '\u2212') + button('+', 'Larger', '+') + button('0', 'Fit: the first view', 'Fit') + button('a', 'All men', 'All') + '</div><p class=under></p>' +
    '<details class=more><summary>More</summary><div class=bar><label><input type=checkbox checked> follow the move</label> <label>speed ' +
    '<select><option value=3000>slow<option value=1500 selected>middle<option value=600>fast</select></label></div>' +
    '<div class=bar><button value=position></button><button value=moves></button><button value=download>Download</button>' +
    button('names', 'Letters or numbers', '') + '</div><textarea class=copied readonly aria-label=Copied rows=4 hidden></textarea></details></div></div>';
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const set = (e, attributes) => {
    for (const [key, value] of Object.entries(attributes || {}))
      if (typeof value === 'function') e.addEventListener(key, value);
      else e.setAttribute(key, value);
    return e;
  };
  const maker = (space) => (name, attributes, ...children) => {
    const e = set(document.createElementNS('http://www.w3.org/' + space, name), attributes);
    e.append(...children);
    return e;
  };
  const make = maker('1999/xhtml'), draw = maker('2000/svg');

  // ---- the moves as text ----
  const textOf = (root, { nodes }) => {
    const text = root.querySelector('.moves');
    const spans = [, ...text.querySelectorAll('.m')];
    spans.forEach((span) => set(span, { role: 'button', tabindex: -1 }));
    const name = (i) => (i ? spans[i].id : root.id), find = (id) => (id === root.id ? 0 : spans.findIndex((span) => span?.id === id));
    const move = (i) => (i ? spans[i].textContent : '');
    // meanings of NAGs, and the comments between a move and the next
    const remarks = (i) => {
      const found = [];
      let e = i ? spans[i].nextElementSibling : text.querySelector('p>:first-child');
      for (; e?.matches('.c,.k,.x,.err'); e = e.nextElementSibling)
        if (!e.matches('.k,.x')) found.push(e.textContent);
      return found;
    };
    const nags = (i) => [...spans[i].children].map((e) => e.title);
    const choose = (i, was, quietly) => {
      const had = text.getRootNode().activeElement === spans[was] && was;
      if (was) set(spans[was], { tabindex: -1 }).removeAttribute('aria-current');
      if (!i) return;
      set(spans[i], { tabindex: 0, 'aria-current': 'true' });
      if (had) spans[i].focus();
      if (!quietly) spans[i].scrollIntoView({ block: 'nearest' });
    };
    const respell = () => nodes.forEach((node, i) => {
      if (node.t) [spans[i].firstChild.nodeValue, node.t] = [node.t, spans[i].firstChild.nodeValue];
    });
    const part = (e) => {
      if (e.matches('.m')) return [spans.indexOf(e), e.firstChild.nodeValue, ...[...e.children].map((n) => n.dataset.nag)];
      return [0, e.matches('.c,.x') ? '{' + (e.value || e.textContent).replaceAll('}', ')') + '}' : e.textContent];
    };
    const parts = () => [...[...text.querySelectorAll('.n,.m,.u,.c,.x,.p,.r')].map(part), ...(text.querySelector('.r') ? [] : [[0, '*']])];
    // the ply whose move an event is on
    const pick = (e) => spans.indexOf(e.target.closest('.m'));
    return { text, name, find, move, remarks, nags, choose, respell, parts, pick };
  };

  // ---- what is seen: (ox,oy) the anchor, (fx,fy) the middle of the squares from there, scale: px
  // of a square; all that is drawn is placed so many px from the anchor's corner, at (left,top) ----
  const viewOf = (box, data, paint, crowded) => {
    const board = data.size, v = { flip: data.flip ? -1 : 1, wide: 400, high: 400, isWhole: true };
    // the outermost files and ranks: left, right, bottom, top; null: it goes on there
    const edges = (board ? [1, board[0], 1, board[1]] : data.edges || [null, null, null, null]).map((n) => n === null ? n : BigInt(n));
    let flight;
    const within = (n, i) => (edges[i] === null || n >= edges[i]) && (edges[i + 1] === null || n <= edges[i + 1]);
    const least = () => (board ? min(v.w / board[0], v.h / board[1]) : v.w / FARTHEST);
    const place = (ox, oy, fx, fy) => Object.assign(v, { ox, oy, fx, fy });
    const stop = () => cancelAnimationFrame(flight);
    // around the squares: left, right, top, bottom; the names of files and ranks, and beyond them room
    // for chips where there are any
    const enclose = (axis, gutters) => {
      const [beside, across] = v.wide < 480 ? [68, 36] : [110, 36], pads = board ? [21, 7, 7, 21] : [axis, 7, 7, 21];
      v.axis = axis;
      box.classList.toggle('narrow', v.wide < 480);
      v.gutters = gutters;
      v.pads = pads.map((pad, i) => pad + gutters[i] * (i < 2 ? beside : across));
      [v.w, v.h] = [v.wide - v.pads[0] - v.pads[1], v.high - v.pads[2] - v.pads[3]].map((n) => max(n, 40));
      [v.cx, v.cy] = [v.pads[0] + v.w / 2, v.pads[2] + v.h / 2];
    };
    // more room around them where there is less: whether there was; what is seen stays where it is
    const widen = (axis, gutters) => {
      const { cx, cy } = v;
      if (axis <= v.axis && gutters.every((gutter, i) => gutter <= v.gutters[i])) return false;
      enclose(max(axis, v.axis), gutters.map((gutter, i) => gutter || v.gutters[i]));
      v.fx += v.flip * (v.cx - cx) / v.scale;
      v.fy -= v.flip * (v.cy - cy) / v.scale;
      settle();
      return true;
    };
    const resize = () => {
      const { isWhole } = v, [wide, high] = [box.clientWidth || 400, box.clientHeight || 400];
      if (v.scale && v.wide === wide && v.high === high) return;
      [v.wide, v.high] = [wide, high];
      if (isWhole) return home();
      enclose(v.axis, v.gutters);
      zoom(1);
    };
    // a box of squares, as large as it may be seen whole; the chips that this needs need room
    const fit = ([x1, y1, x2, y2], part = 1) => {
      const w = Number(x2 - x1) + 1, h = Number(y2 - y1) + 1;
      stop();
      if (!(max(w, h) < FARTHEST)) return;
      let axis = 26, gutters = [0, 0, 0, 0], before;
      for (let i = 0; i < 4 && `${axis},${gutters}` !== before; i++) {
        enclose(max(axis, v.axis || 0), gutters.map((gutter, n) => gutter || (i ? v.gutters[n] : 0)));
        before = `${axis},${gutters}`;
        place(x1, y1, w / 2, h / 2);
        v.scale = max(least(), min(v.w / w, v.h / h, board ? 160 : 64) * part);
        settle();
        [axis, gutters] = crowded();
      }
      paint();
    };
    const home = () => {
      v.axis = 0;
      fit(data.window.map(BigInt));
      v.isWhole = true;
    };
    const pan = (px, py) => {
      stop();
      v.isWhole = false;
      v.fx += v.flip * px / v.scale;
      v.fy -= v.flip * py / v.scale;
      paint();
    };
    // what is under `at` stays there
    const zoom = (by, at) => {
      stop();
      const to = clamp(v.scale * by, least(), 160), part = v.flip * (1 / v.scale - 1 / to);
      v.isWhole = board ? to <= least() : v.isWhole && by === 1;
      if (at) [v.fx, v.fy] = [v.fx + (at.x - v.cx) * part, v.fy - (at.y - v.cy) * part];
      v.scale = to;
      paint();
    };
    const turnAround = () => { v.flip = -v.flip; paint(); };
    // how many px from the anchor's corner the middle of a square is
    const spot = (x, y) => [v.flip * (Number(BigInt(x) - v.ox) + 0.5) * v.scale, -v.flip * (Number(BigInt(y) - v.oy) + 0.5) * v.scale];
    const isSeen = ([x, y], rim = 0) => size(x + v.left - v.cx) <= v.w / 2 - rim && size(y + v.top - v.cy) <= v.h / 2 - rim;
    const sees = (x, y) => isSeen(spot(x, y), min(10, v.scale / 2));
    // the middle flies to a square: the farther, the higher (van Wijk and Nuij, Smooth and efficient
    // zooming and panning, 2003); the first half is reckoned from here, the second from there, so
    // that no distance makes it miss
    const fly = (x, y) => {
      const { ox, oy, fx, fy, scale, w } = v, RHO = 1.4, over = RHO * RHO;
      const to = scale < CLOSE ? 24 : scale, [dx, dy] = [Number(x - ox) + 0.5 - fx, Number(y - oy) + 0.5 - fy], far = hypot(dx, dy);
      const arrive = () => { place(x, y, 0.5, 0.5); v.scale = to; paint(); };
      stop();
      v.isWhole = false;
      if (calm.matches || !(far * scale > 1 && far < 1e300)) return arrive();
      const w0 = w / scale, w1 = w / to, gain = (w1 / far) * w1 - (w0 / far) * w0;
      const r0 = Math.asinh(-(gain + over * over * far) / (2 * w0 * over)), r1 = Math.asinh(-(gain - over * over * far) / (2 * w1 * over));
      const all = (r1 - r0) / RHO, lasts = clamp(300 + 120 * all, 350, 1800), begun = performance.now();
      const gone = (from, s, r) => from / over * Math.sinh(RHO * s) / Math.cosh(RHO * s + r) / far;
      const frame = (t) => {
        const part = clamp((t - begun) / lasts, 0, 1), ease = part < 0.5 ? 4 * part ** 3 : 1 - 4 * (1 - part) ** 3, s = all * ease;
        if (part >= 1) return arrive();
        const back = gone(w1, all - s, -r1), on = gone(w0, s, r0);
        if (ease < 0.5) place(ox, oy, fx + dx * on, fy + dy * on);
        else place(x, y, 0.5 - dx * back, 0.5 - dy * back);
        v.scale = scale * Math.cosh(RHO * s + r0) / Math.cosh(r0);
        flight = requestAnimationFrame(frame);
        paint();
      };
      frame(begun);
    };
    // the square there; none beyond an edge
    const squareAt = (at) => {
      const x = v.ox + BigInt(floor(v.fx + v.flip * (at.x - v.cx) / v.scale));
      const y = v.oy + BigInt(floor(v.fy - v.flip * (at.y - v.cy) / v.scale));
      return within(x, 0) && within(y, 2) && size(at.x - v.cx) <= v.w / 2 && size(at.y - v.cy) <= v.h / 2 ? [x, y] : [];
    };
    // where the anchor's corner is, with an anchor near what is seen
    const settle = () => {
      const dx = floor(v.fx), dy = floor(v.fy);
      if (max(size(dx), size(dy)) * v.scale > 3000) place(v.ox + BigInt(dx), v.oy + BigInt(dy), v.fx - dx, v.fy - dy);
      v.left = v.cx - v.flip * v.fx * v.scale;
      v.top = v.cy + v.flip * v.fy * v.scale;
      v.base = [v.ox, v.oy, v.scale, v.flip].join();
    };
    // the squares that are seen, from the anchor, and some more on each side where there are any
    const ends = () => {
      const { ox, oy, fx, fy } = v, more = 2000 / v.scale, w = v.w / 2 / v.scale + more, h = v.h / 2 / v.scale + more;
      const end = (i, from, shown, pick, last) => (edges[i] === null ? shown : pick(shown, Number(edges[i] - from) + last));
      return [end(0, ox, fx - w, max, 0), end(1, ox, fx + w, min, 1), end(2, oy, fy - h, max, 0), end(3, oy, fy + h, min, 1)];
    };
    // of the line from one square to another what is near the anchor, in px from there, and which of
    // its ends are: exact however far they are; null: none of it is there
    const line = (x1, y1, x2, y2) => {
      const [ax, ay, dx, dy] = [x1 - v.ox, y1 - v.oy, x2 - x1, y2 - y1], square = dx * dx + dy * dy, REACH = 8000 / v.scale;
      if (!square) return null;
      const cross = ax * dy - ay * dx, part = (n) => Number((n << 20n) / square) / 2 ** 20;
      const [ux, uy] = unit(...direction(dx, dy)), [px, py] = [part(cross * dy), part(-cross * dx)];
      const [from, to] = [[ax, ay], [x2 - v.ox, y2 - v.oy]].map(([x, y]) => (ux && Number(x) * ux) + (uy && Number(y) * uy));
      const [begins, ends] = [from, to].map((n) => clamp(n, -REACH, REACH));
      if (hypot(px, py) > REACH || begins === ends) return null;
      const at = (n) => [v.flip * (px + ux * n + 0.5) * v.scale, -v.flip * (py + uy * n + 0.5) * v.scale];
      return [at(begins), at(ends), begins === from, ends === to];
    };
    return Object.assign(v, { within, least, stop, resize, home, fit, pan, zoom, turnAround, spot, isSeen, sees, fly, squareAt, settle, widen, ends, line });
  };

  const drawing = (data, kind, side) => ({ href: '#' + data.kinds[kind][2 + side] });
  // how large what stands on a square is drawn, of its 45 units: it stays visible from afar
  const unitOf = (view) => (view.scale < CLOSE ? SMALLEST : view.scale) / U;

  // ---- the ground: squares, or from afar a grid of powers of ten ----
  const stepOf = (view, room) => {
    if (view.scale >= CLOSE) return BigInt([1, 2, 5, 10, 20, 50].find((n) => n * view.scale >= room) || 100);
    return 10n ** BigInt(max(ceil(Math.log10(room / view.scale)), 0));
  };
  // calls what with each multiple of the step that is seen, and where it is from the anchor in squares
  const eachStep = (from, low, high, step, what) => {
    let n = (from + BigInt(floor(low))) / step * step;
    for (const end = from + BigInt(ceil(high)); n <= end; n += step) what(n, Number(n - from));
  };
  const groundOf = (view, dark, grounds, grids) => () => {
    const [x1, x2, y1, y2] = view.ends(), { scale, flip, ox, oy, fx, fy, w, h } = view, isFar = scale < CLOSE;
    const left = min(flip * x1, flip * x2) * scale, top = min(-flip * y1, -flip * y2) * scale, wide = max(x2 - x1, 0) * scale, high = max(y2 - y1, 0) * scale;
    for (const ground of grounds) set(ground, { x: left, y: top, width: wide, height: high });
    grounds[1].style.display = isFar ? 'none' : '';
    // (1,1) is dark; the anchor's corner is at (0,-1), or flipped at (-1,0)
    set(dark, { patternTransform: `scale(${scale / U}) translate(${(ox + oy) & 1n ? 0 : U} 0)` });
    // between lines fainter ones for the power below, where they are clear of one another
    grids.forEach((grid, i) => {
      const step = stepOf(view, FAR_STEP) / 10n ** BigInt(i), [a, b] = [w / 2 / scale, h / 2 / scale], lines = [];
      if (isFar && Number(step) * scale > 8) {
        eachStep(ox, fx - a, fx + a, step, (_, at) => lines.push(`M${flip * at * scale} ${top}v${high}`));
        eachStep(oy, fy - b, fy + b, step, (_, at) => lines.push(`M${left} ${-flip * at * scale}h${wide}`));
      }
      set(grid, { d: lines.join('') });
    });
  };

  // ---- marks, below and above the men ----
  const marksOf = (data, view, under, over) => {
    const { spot, line, sees } = view, cross = 'M8 8l29 29m0-29l-29 29', frame = { x: 1, y: 1, width: 43, height: 43 };
    const put = (to, x, y, what, attributes, ...children) => {
      const [px, py] = spot(x, y), k = unitOf(view);
      if (max(size(px), size(py)) < 8000) to.append(draw(what, { transform: `translate(${px - U / 2 * k} ${py - U / 2 * k}) scale(${k})`, ...attributes }, ...children));
    };
    const arrow = (x1, y1, x2, y2, kind, bent) => {
      [x1, y1, x2, y2] = [x1, y1, x2, y2].map(BigInt);
      const [cx, cy] = !bent ? [x1, y1] : abs(x2 - x1) > abs(y2 - y1) ? [x2, y1] : [x1, y2], k = unitOf(view);
      const before = bent && line(x1, y1, cx, cy), shaft = line(cx, cy, x2, y2);
      if (!shaft) return;
      const [from, [bx, by], , ends] = shaft, [ux, uy] = unit(bx - from[0], by - from[1]), [ex, ey] = [bx - ux * 16 * k, by - uy * 16 * k];
      over.append(draw('g', { class: 'arrow ' + kind },
        draw('path', { class: 'shaft', 'stroke-width': 6 * k, d: `M${before ? before[0] + 'L' : ''}${from}L${ends ? [ex, ey] : [bx, by]}` }),
        draw('path', { class: 'head', d: ends ? `M${bx} ${by}L${ex - uy * 11 * k} ${ey + ux * 11 * k}L${ex + uy * 11 * k} ${ey - ux * 11 * k}Z` : '' })));
    };
    const lastSquares = ({ l = [], w = [] }) => {
      const all = [l, ...w.filter(([kind]) => kind > 3).map(([, ...ends]) => ends)];
      return new Map(all.flatMap((ends) => [ends.slice(0, 2), ends.slice(2)]).filter((at) => at.length).map((at) => [at.join(), at])).values();
    };
    // a trap stays what it is
    const hollow = (x, y) => ((data.traps || []).some((at) => at.join() === `${x},${y}`) ? ' hollow' : '');
    const paintMark = ([colour, kind, x, y, ...rest]) => {
      const look = 'mark ' + COLOURS[colour];
      if (kind === 0) put(under, x, y, 'rect', { class: look + hollow(x, y), ...frame });
      if (kind === 1) put(over, x, y, 'circle', { class: look + ' ring', cx: 22.5, cy: 22.5, r: 19 });
      if (kind === 2) put(over, x, y, 'path', { class: look + ' ring', d: cross });
      if (kind === 3) put(over, x, y, 'text', { class: look, x: 22.5, y: 30 }, rest[0]);
      if (kind > 3) arrow(x, y, ...rest, look, kind > 4);
    };
    const paintSquares = (node) => {
      for (const trap of data.traps || []) {
        put(under, ...trap, 'rect', { class: 'trap', ...frame });
        put(under, ...trap, 'rect', { class: 'pit', x: 8, y: 8, width: 29, height: 29 });
      }
      if (data.origin) put(under, ...data.origin, 'path', { class: 'origin', d: 'M5 28v12h12' });
      for (const [x, y] of lastSquares(node)) put(under, x, y, 'rect', { class: 'last' + hollow(x, y), ...frame });
      for (const [x, y, kind, side] of node.f || []) {
        put(under, x, y, 'path', { class: 'fell', d: 'M7 7h31v31h-31zm0 0l8 8h15l8-8m0 31l-8-8h-15l-8 8m8-8v-15m15 0v15' });
        if (!data.traps) continue;
        put(over, x, y, 'use', { ...drawing(data, kind, side), opacity: '.4' });
        put(over, x, y, 'path', { class: 'fell', d: cross });
      }
    };
    // a line to what gives check where it is not clear: from afar, or where one of both is not seen
    const paintCheck = ([king, ...from]) => {
      if (king) put(under, king.x, king.y, 'circle', { class: 'check', cx: 22.5, cy: 22.5, r: 20.5 });
      for (const one of from) {
        const shown = line(king.x, king.y, one.x, one.y);
        if (shown && (view.scale < CLOSE || !sees(one.x, one.y) || !sees(king.x, king.y))) over.append(draw('path', { class: 'line', d: `M${shown[0]}L${shown[1]}` }));
      }
    };
    const paintBody = ({ x, y, side }) => {
      const [w, h] = data.body, [[ax, ay], [bx, by]] = [spot(x, y), spot(x + BigInt(w - 1), y + BigInt(h - 1))], half = view.scale / 2 - 3 * unitOf(view);
      if (max(size(ax), size(ay)) < 8000) under.append(draw('rect', { class: 'body ' + SIDES[side],
        x: min(ax, bx) - half, y: min(ay, by) - half, width: size(bx - ax) + 2 * half, height: size(by - ay) + 2 * half, rx: view.scale / 6 }));
    };
    let drawnFrom, drawn;
    return (node, men) => {
      const seen = (node.k || []).map((n) => sees(men[n].x, men[n].y)), from = [view.base, ...seen].join();
      if (from === drawnFrom && node === drawn) return;
      [drawnFrom, drawn] = [from, node];
      under.replaceChildren();
      over.replaceChildren();
      paintSquares(node);
      paintCheck((node.k || []).map((n) => men[n]));
      for (const man of men) if (man.leads && view.scale >= CLOSE) paintBody(man);
      for (const [kind, ...ends] of node.w || []) if (kind < 4) arrow(...ends, kind ? 'moved' : 'own');
      for (const mark of [...(node.m || []), ...(data.marks || [])]) paintMark(mark);
    };
  };

  // those that are nearer than that to one another, as one with others
  const gather = (list, wide, high) => {
    const cells = new Map(), near = [0, -1, 1];
    for (const one of list) {
      const cx = floor(one.px / wide), cy = floor(one.py / high), own = `${cx},${cy}`;
      let host = cells.get(own);
      for (let i = 1; i < 9 && !host; i++) {
        const other = cells.get(`${cx + near[i % 3]},${cy + near[floor(i / 3)]}`);
        if (other && size(other.px - one.px) < wide && size(other.py - one.py) < high) host = other;
      }
      if (host) host.others.push(one);
      else cells.set(own, { ...one, others: [] });
    }
    return [...cells.values()];
  };

  // ---- men: each that is seen has an element of its own ----
  // where all of them are from the anchor; those that would overlap stand as one, with how many they are
  const standOf = (view, { neutral: nobodys = [] }) => {
    let drawnFrom, drawn, all = [], shown = [];
    return (node, men) => {
      if (drawnFrom !== view.base || drawn !== men) {
        const { k = [], l = [] } = node, [, , toX, toY] = l.map(BigInt);
        [drawnFrom, drawn] = [view.base, men];
        all = men.flatMap((man, n) => {
          if (man.gone || (view.scale < CLOSE && nobodys.includes(man.kind))) return [];
          const [px, py] = view.spot(man.x, man.y), first = k.includes(n) ? 2 : man.x === toX && man.y === toY ? 1 : 0;
          return [{ man, n, px, py, first, isNobodys: nobodys.includes(man.kind), others: [] }];
        }).sort((a, b) => b.first - a.first || a.man.kind - b.man.kind);
        shown = view.scale < CLOSE ? gather(all, 2 * SMALLEST, SMALLEST + 1) : all;
      }
      return [all, shown];
    };
  };
  const menOf = (data, words, view, stand, layer) => {
    const held = new Map();
    let drawnFrom, drawn;
    return (node, men) => {
      const k = unitOf(view), seen = stand(node, men)[1].filter(({ px, py }) => view.isSeen([px, py])), fresh = new Set(seen.map(({ n }) => n));
      const isSame = drawnFrom === view.base && drawn === men;
      layer.classList.toggle('still', drawnFrom !== view.base);
      [drawnFrom, drawn] = [view.base, men];
      for (const [n, e] of held)
        if (!fresh.has(n)) {
          e.remove();
          held.delete(n);
        }
      for (const { man, n, px, py, others } of seen) {
        let e = held.get(n);
        if (e && isSame) continue;
        if (!e) held.set(n, e = layer.appendChild(draw('g', {}, draw('use'), draw('text', {}))));
        const left = max(man.due - node.ply, 0), more = others.length;
        set(e.firstChild, drawing(data, man.kind, man.side));
        set(e, { 'data-man': words.name(man), 'data-count': more + 1 });
        set(e.lastChild, more ? { class: 'count', x: 42, y: 44 } : { class: 'due', x: 44, y: 44 });
        e.style.transform = `translate(${px - U / 2 * k}px,${py - U / 2 * k}px) scale(${k})`;
        e.lastChild.textContent = more ? more + 1 : left ? (left + (man.side === (data.side + node.ply) % 2)) >> 1 : '';
      }
    };
  };

  // ---- names of files and ranks ----
  const axesOf = (game, view, axes) => {
    const board = game.data.size, isNumber = () => !game.spelling || view.scale < CLOSE;
    const file = (n, zeros) => (isNumber() ? axisName(n, zeros) : brief(fileName(nearer(n, 26n), game.spelling), 6));
    const list = () => {
      const { ox, oy, fx, fy, w, h, scale, within } = view, out = [[], []], [a, b] = [w / 2 / scale, h / 2 / scale];
      const isFar = scale < CLOSE, names = [fx - a, fx + a].map((n) => file(ox + BigInt(floor(n)), 0).length);
      const across = stepOf(view, isFar ? FAR_STEP : max(...names) * 9 + 6), up = stepOf(view, isFar ? FAR_STEP : 18), zeros = isFar ? `${up}`.length - 1 : 0;
      eachStep(ox, fx - a, fx + a, across, (n, at) => within(n, 0) && out[0].push([file(n, zeros), at]));
      eachStep(oy, fy - b, fy + b, up, (n, at) => within(n, 2) && out[1].push([axisName(n, zeros), at]));
      return out;
    };
    // how wide names of ranks are
    const width = ([, ranks]) => (board ? 0 : max(...ranks.map(([text]) => text.length * 8.2 + 9), 26));
    return [list, width, ([files, ranks]) => {
      const { cx, cy, w, h, pads, high, scale, flip, left, top } = view, out = [], half = scale < CLOSE ? 0 : scale / 2;
      const write = (text, x, y, anchor) => out.push(draw('text', { x, y, 'text-anchor': anchor }, text));
      for (const [text, at] of files) {
        const x = left + flip * (at * scale + half);
        if (size(x - cx) <= w / 2 - (board ? 0 : text.length * 3)) write(text, x, high - pads[3] + 15, 'middle');
      }
      for (const [text, at] of ranks) {
        const y = top - flip * (at * scale + half);
        if (size(y - cy) <= h / 2 - (board ? 0 : 6)) write(text, pads[0] - 5, y + 4, 'end');
      }
      axes.replaceChildren(...out);
    }];
  };

  // ---- far pieces: chips beside the squares, each on the line to its piece ----
  const chipsOf = (data, words, view, stand, chips, heads) => {
    // where that line leaves what is seen: at which edge (left, right, top, bottom), how far along, and
    // how it goes on. A piece on no file, rank or diagonal of it is told of at a corner.
    const leave = ({ man, px, py }, king) => {
      const { left, top, pads, w, h, flip, scale } = view, x = px + left - pads[0], y = py + top - pads[2], [ux, uy] = [Math.sign(x - w / 2), Math.sign(y - h / 2)];
      const isOn = (n, most) => n >= 0 && n <= most;
      // along a line through (ax,ay) that goes so
      const along = (ax, ay, dx, dy) => {
        const right = dx > 0 ? w : 0, low = dy > 0 ? h : 0, across = ay + (right - ax) * dy / dx, down = ax + (low - ay) * dx / dy;
        return isOn(across, h) ? [dx > 0 ? 1 : 0, across, dx, dy] : isOn(down, w) ? [dy > 0 ? 3 : 2, down, dx, dy] : null;
      };
      if (king) {
        const [dx, dy] = unit(...direction(man.x - king.x, man.y - king.y));
        return along(king.px + left - pads[0], king.py + top - pads[2], flip * dx || 1e-12, -flip * dy || 1e-12);
      }
      if (isOn(x, w)) return [uy > 0 ? 3 : 2, x, 0, uy];
      if (isOn(y, h)) return [ux > 0 ? 1 : 0, y, ux, 0];
      // the square on file c and rank 0 is on its diagonal, too
      const dx = man.x - view.ox, dy = man.y - view.oy, c = Number(ux * uy < 0 ? dx - dy : dx + dy);
      return along(left - pads[0] + flip * (c + 0.5) * scale, top - pads[2] - flip * 0.5 * scale, ux, uy) ||
        [ux > 0 ? 1 : 0, uy > 0 ? h + 20 : -20, ...(max(size(x), size(y)) < 1e12 ? unit(x - w / 2, y - h / 2) : unit(...direction(dx * BigInt(flip), dy * BigInt(-flip)))), 1];
    };
    const find = (node, men) => {
      const edges = [[], [], [], []];
      if (data.size) return edges;
      const [all] = stand(node, men), king = node.k && all.find(({ n }) => n === node.k[0]);
      // what stands together two screens away is one chip
      const isFar = ({ px, py }) => size(px + view.left - view.cx) > 2 * view.w || size(py + view.top - view.cy) > 2 * view.h;
      const named = all.filter(({ isNobodys }) => !isNobodys), near = named.filter((one) => !isFar(one) && !view.isSeen([one.px, one.py]));
      for (const one of [...near, ...gather(named.filter(isFar), view.w, view.h)]) {
        const checks = node.k && node.k.indexOf(one.n) > 0, isKing = king && view.isSeen([king.px, king.py]);
        const [edge, where, dx, dy, isCorner] = leave(one, checks && isKing && { ...king.man, px: king.px, py: king.py }) || leave(one);
        edges[edge].push({ ...one, where, dx, dy, isCorner, far: max(size(one.px), size(one.py)) });
      }
      return edges;
    };
    const spread = (list, i) => {
      const { pads, w, h } = view, isBeside = i < 2, room = !isBeside ? 116 : view.wide < 480 ? 54 : list.some(({ others }) => others.length) ? 47 : 34;
      const [low, high] = isBeside ? [2 - pads[2], h + pads[3] - 2] : [0, w], most = max(floor((high - low) / room), 1);
      list.sort((a, b) => b.first - a.first || !!a.isCorner - !!b.isCorner || a.far - b.far);
      const [first, ...others] = list.splice(list.length > most ? most - 1 : most);
      // on one line they are one chip, of the nearest; else one that is of nobody
      if (first) list.push(others.every(({ where, isCorner }) => where === first.where && !isCorner)
        ? { ...first, others: [...first.others, ...others.flatMap((one) => [one, ...one.others])] } : { ...first, rest: [first, ...others] });
      list.sort((a, b) => a.where - b.where || a.far - b.far);
      let at = low + room / 2;
      for (const chip of list) at = (chip.at = max(at, chip.where)) + room;
      at = high - room / 2;
      for (const chip of list.slice().reverse()) at = (chip.at = min(chip.at, at)) - room;
    };
    const paintChip = ({ man, rest, others, at, first }, side) => {
      const more = (rest || [{ man, others }]).flatMap((one) => [one, ...one.others]), count = more.length, click = () => view.fly(man.x, man.y);
      const text = rest ? `${count} more` : chipName(man.x, man.y, words.spelling()) + (count > 1 ? ` +${count - 1}` : '');
      const title = more.slice(0, 12).map((one) => words.place(one.man)).join(', ') + (count > 12 ? ', \u2026' : '');
      const e = make('button', { title, 'aria-label': `${text}: ${title}`, 'data-count': count, class: `chip e${side} ${['', 'moved', 'checks'][first]} ${/\S{10}/.test(text) ? 'long' : ''}`, click },
        rest ? '' : draw('svg', { viewBox: '0 0 45 45' }, draw('use', drawing(data, man.kind, man.side))), make('span', {}, text));
      const { pads, wide, high } = view;
      e.style[side < 2 ? 'top' : 'left'] = at + pads[side < 2 ? 2 : 0] + 'px';
      if (side < 2) e.style.width = (wide < 480 ? 64 : 106) + 'px';
      return e;
    };
    // an arrowhead where the line leaves, and what leads from there to a chip that has no room
    const paintHead = ({ where, at = where, dx, dy, isCorner, rest, first }, side) => {
      if (rest) {
        // of those without a chip of their own, one on each line; of a crowd none
        const lines = new Map(rest.map((one) => [floor(one.where), one]));
        return lines.size > 12 ? [] : [...lines.values()].flatMap((one) => paintHead(one, side));
      }
      const { pads, w, h } = view, isBeside = side < 2, [x, y] = isBeside ? [side ? w : 0, clamp(where, 0, h)] : [clamp(where, 0, w), side > 2 ? h : 0];
      // beyond the names of files or ranks, on its line, unless that runs along them
      const steep = size(isBeside ? dx : dy), label = isCorner || steep < 0.3 ? 0 : side === 0 ? view.axis - 6 : side === 3 ? 21 : 0;
      const [tx, ty] = [x + pads[0] + dx * (6 + label / (steep || 1)), y + pads[2] + dy * (6 + label / (steep || 1))], out = [0, 0];
      out[isBeside ? 0 : 1] = side % 2 ? 7 : -7;
      const lead = !isCorner && size(at - where) > 6 ? `M${tx} ${ty}L${(isBeside ? tx : at + pads[0]) + out[0]} ${(isBeside ? at + pads[2] : ty) + out[1]}` : '';
      return [draw('path', { class: `lead ${['', 'moved', 'checks'][first]}`, d: `M${tx} ${ty}L${tx - dx * 10 - dy * 4} ${ty - dy * 10 + dx * 4}L${tx - dx * 10 + dy * 4} ${ty - dy * 10 - dx * 4}Z${lead}` })];
    };
    return [find, (edges) => {
      edges.forEach(spread);
      chips.replaceChildren(...edges.flatMap((list, side) => list.map((chip) => paintChip(chip, side))));
      heads.replaceChildren(...edges.flatMap((list, side) => list.flatMap((chip) => paintHead(chip, side))));
    }];
  };

  // ---- the board, with all that is on it ----
  const boardOf = (box, game, words, id) => {
    const { data } = game, [svg, chips] = box.children, [label, desc, dark, inner, axes, heads] = svg.children, [plane] = inner.children;
    const [light, darks, grid, faint, under, men, over] = plane.children;
    let shown;
    // what stands beside the squares, and how much room that needs
    const beside = () => ({ names: listNames(), edges: findChips(...shown) });
    const roomOf = ({ names, edges }) => [widthOf(names), edges.map((list) => +!!list.length)];
    const view = viewOf(box, data, () => paint(), () => roomOf(beside()));
    label.id = id + '-label';
    desc.id = id + '-words';
    dark.id = id + '-dark';
    set(svg, { 'aria-labelledby': `${label.id} ${desc.id}` });
    set(darks, { fill: `url(#${dark.id})` });
    if (data.size) box.style.setProperty('--ratio', (data.size[0] + 0.6) / (data.size[1] + 0.6));
    else box.classList.add('endless');
    const stand = standOf(view, data), [listNames, widthOf, paintNames] = axesOf(game, view, axes), [findChips, paintChips] = chipsOf(data, words, view, stand, chips, heads);
    const painters = [groundOf(view, dark, [light, darks], [grid, faint]), marksOf(data, view, under, over), menOf(data, words, view, stand, men)];
    const paint = () => {
      if (!shown || !view.scale) return;
      view.settle();
      let found = beside();
      for (let i = 0; i < 3 && view.widen(...roomOf(found)); i++) found = beside();
      const { pads, w, h, left, top, wide, high } = view;
      set(svg, { viewBox: `0 0 ${wide} ${high}` });
      set(inner, { x: pads[0], y: pads[2], width: w, height: h });
      set(plane, { transform: `translate(${left - pads[0]} ${top - pads[2]})` });
      for (const painter of painters) painter(...shown);
      paintNames(found.names);
      paintChips(found.edges);
    };
    const show = (node, all, heading) => {
      shown = [node, all];
      label.textContent = heading;
      desc.textContent = words.describe(all);
      if (view.scale) paint();
    };
    return { view, show, whole: () => {
      const men = shown[1].filter((man) => !man.gone), span = (key) => men.map((man) => man[key]).sort(order);
      const [xs, ys] = [span('x'), span('y')];
      if (men.length) view.fit([xs[0], ys[0], xs.at(-1), ys.at(-1)], 0.9);
      view.isWhole = false;
    } };
  };

  // from afar there is more to go
  const pace = (view) => (view.scale < CLOSE ? 4 : 1);

  // ---- pointers: one drags, two pinch; the wheel ----
  const follow = (box, view, board, point) => {
    const touches = new Map();
    const at = (e) => {
      const { left: x, top: y } = box.getBoundingClientRect();
      return { x: e.clientX - x - box.clientLeft, y: e.clientY - y - box.clientTop };
    };
    // of two fingers: how far apart, and the middle
    const span = () => {
      const [a, b] = touches.values();
      return b && [hypot(a.x - b.x, a.y - b.y), { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }];
    };
    const lift = (e) => touches.delete(e.pointerId);
    set(box, {
      pointerdown: (e) => {
        if (e.target.closest('.chip') || (board && view.scale <= view.least())) return;
        view.stop();
        touches.set(e.pointerId, at(e));
        box.setPointerCapture(e.pointerId);
      },
      pointermove: (e) => {
        const to = at(e), was = touches.get(e.pointerId), before = span();
        point(...view.squareAt(to));
        if (!was) return;
        touches.set(e.pointerId, to);
        if (before) view.zoom(span()[0] / before[0], before[1]);
        view.pan((was.x - to.x) / touches.size, (was.y - to.y) / touches.size);
      },
      pointerup: lift, pointercancel: lift, pointerleave: () => point(),
    });
    box.addEventListener('wheel', (e) => {
      if (board && !e.ctrlKey) return;
      e.preventDefault();
      view.stop();
      view.zoom(Math.exp(-clamp(e.deltaY, -100, 100) * pace(view) / 400), at(e));
    }, { passive: false });
  };

  // ---- a game that is open; hands out what a key does. Addresses are those of whole pages ----
  const play = (root, isPage) => {
    const stage = root.querySelector('.stage'), $ = (selector) => stage.querySelector(selector);
    const data = JSON.parse(root.querySelector('script').textContent), { native, other, form } = data;
    const game = gameOf(data), { nodes, kids } = game, words = wordsOf(game), moves = textOf(root, game);
    stage.insertAdjacentHTML('afterbegin', FRAME);
    const speed = $('select'), box = $('.board'), pointed = $('.under'), live = $('.now'), clocks = $('.clocks'), area = $('textarea'), names = $('[value=names]'), check = $('input');
    const { view, show, whole } = boardOf(box, game, words, root.id), player = $('[value=p]');
    let now = 0, men, playing;

    const point = (x, y) => {
      const man = men.find((one) => !one.gone && one.x === x && one.y === y);
      const all = new Set([game.spelling, native + other - game.spelling].map((how) => y === undefined ? '' : called(x, y, how)));
      pointed.textContent = [...all, ...(man ? [words.name(man)] : [])].join(' \u00b7 ');
    };

    // ---- going ----
    const go = (i, quietly) => {
      const was = now;
      moves.choose(i, was, quietly);
      now = i;
      men = game.positionAt(i);
      const heading = words.heading(i, moves.move(i));
      live.textContent = [i ? `${heading}: ${[...words.say(i), ...moves.nags(i)].join('; ')}` : heading, ...moves.remarks(i)].join('. ');
      clocks.textContent = words.clocks(i);
      show(nodes[i], men, heading);
      if (quietly) return;
      seek();
      address(i, was);
    };
    // a step stays at its place among the pages that one has seen; a leap is a place of its own
    const address = (i, was) => {
      if (!isPage) return;
      const name = '#' + moves.name(i), isStep = i === nodes[was].up || was === nodes[i].up;
      try {
        if (name !== location.hash) history[isStep ? 'replaceState' : 'pushState'](null, '', name);
      // where addresses are not ours to change
      } catch { return; }
    };
    const visit = (id) => {
      const i = moves.find(id);
      if (i !== now) goTo(i);
    };
    const goTo = (i) => {
      pause();
      if (i >= 0) go(i);
    };
    const pause = (timer) => {
      clearTimeout(playing);
      playing = timer;
      player.textContent = timer ? '\u2016' : '\u25b6';
      set(player, { title: timer ? 'Pause' : 'Play', 'aria-label': timer ? 'Pause' : 'Play' });
    };
    const toggle = () => (playing ? pause() : step());
    const step = () => {
      const [next] = kids[now];
      if (next) go(next);
      pause(next && kids[next].length ? setTimeout(step, speed.value) : undefined);
    };
    const seek = () => {
      const last = nodes[now].l;
      if (check.checked && last && !view.sees(last[2], last[3])) view.fly(BigInt(last[2]), BigInt(last[3]));
    };
    const respell = (to) => {
      if (to !== game.spelling) moves.respell();
      game.spelling = to;
      names.textContent = to === NUMBERS ? 'Letters' : 'Numbers';
      go(now, true);
    };
    const copy = async (what) => {
      area.value = what;
      area.hidden = true;
      try {
        await navigator.clipboard.writeText(what);
        live.textContent = 'Copied.';
      } catch {
        area.hidden = false;
        area.select();
        live.textContent = 'Copy this.';
      }
    };

    const save = (what) => {
      const href = URL.createObjectURL(new Blob([what], { type: form === 'PGN' ? 'application/x-chess-pgn' : 'text/plain' }));
      make('a', { href, download: root.querySelector('bdi').textContent.replace(/[^\p{L}\p{N}]+/gu, '-') + (form ? '.' + form.toLowerCase() : '.txt') }).click();
      setTimeout(() => URL.revokeObjectURL(href), 1000);
    };

    // ---- what keys and buttons do, by their names ----
    const vary = (by) => () => goTo(game.sibling(now, by)), pan = (x, y) => () => view.pan(x * view.scale, y * view.scale);
    const larger = () => view.zoom(1.3 ** pace(view)), smaller = () => view.zoom(0.77 ** pace(view));
    const written = () => data.copy || words.notation(moves.parts());
    const acts = {
      ArrowLeft: () => goTo(nodes[now].up), ArrowRight: () => goTo(kids[now][0]), ArrowUp: vary(-1), ArrowDown: vary(1),
      Home: () => goTo(0), End: () => goTo(game.lastOf(now)), p: toggle, f: view.turnAround, 0: view.home, a: whole, '+': larger, '=': larger, '-': smaller,
      ShiftArrowLeft: pan(-1, 0), ShiftArrowRight: pan(1, 0), ShiftArrowUp: pan(0, -1), ShiftArrowDown: pan(0, 1),
      position: () => copy(words.position(now, data.shift)), moves: () => copy(written()), download: () => save(written()),
      names: () => respell(native + other - game.spelling),
    };
    const act = (e) => {
      const act = acts[(e.shiftKey && e.key.length > 1 ? 'Shift' : '') + e.key];
      const state = () => [now, view.fx, view.fy, view.scale, view.flip].join(), before = state();
      if (e.target.matches('.m') && /^(Enter|\s)$/.test(e.key)) goTo(moves.pick(e));
      else if (act) act();
      else return;
      // a key that does nothing here scrolls the page
      if (state() !== before || stage.contains(e.target) || moves.text.contains(e.target)) e.preventDefault();
    };

    names.hidden = other === native;
    $('[value=position]').textContent = data.fen ? 'Copy FEN' : 'Copy position';
    $('[value=moves]').textContent = `Copy ${form || 'game'}`;
    for (const e of stage.querySelectorAll('[title]')) set(e, { 'aria-label': e.title });
    set(moves.text, { click: (e) => goTo(moves.pick(e)) });
    set(stage, { click: (e) => e.target.matches('button') && acts[e.target.value]?.() });
    // the wheel over the buttons, or over a board that it does not zoom, goes through the moves
    stage.addEventListener('wheel', (e) => {
      if (e.ctrlKey || !e.target.closest(data.size ? '.bar,.board' : '.bar')) return;
      e.preventDefault();
      acts[e.deltaY > 0 ? 'ArrowRight' : 'ArrowLeft']();
    }, { passive: false });
    set(check, { change: seek });
    follow(box, view, data.size, point);
    root.classList.add('js');
    now = data.at || 0;
    respell(native);
    view.resize();
    seek();
    if (isPage) visit(location.hash.slice(1));
    new ResizeObserver(view.resize).observe(box);
    return { act, visit, pause };
  };

  // ---- the games of a page or of an element: each when it is opened. All keys of a page are
  // theirs, of others those within; hands out what stops them ----
  const begin = (tree) => {
    const isPage = tree === document;
    let active = null;
    const open = (root) => {
      const before = active;
      active = root.play ??= play(root, isPage);
      if (before !== active) before?.pause();
    };
    for (const root of tree.querySelectorAll('.game')) {
      set(root, { toggle: () => (root.open ? open(root) : root.play?.pause()) });
      for (const name of ['pointerdown', 'focusin']) root.addEventListener(name, () => { active = root.play || active; });
      if (root.open !== false) open(root);
    }
    // an address is a game's, or that of one of its moves
    const arrive = () => {
      const id = location.hash.slice(1), root = document.getElementById(id.split('-')[0]);
      if (!root?.matches('.game')) return;
      if (root.open === false) root.open = true;
      open(root);
      active.visit(id);
    };
    if (isPage) {
      addEventListener('popstate', arrive);
      arrive();
    }
    tree.addEventListener('keydown', (e) => {
      const typed = e.target.matches('textarea,select') || (e.key === ' ' && !e.target.matches('.m'));
      if (active && !typed && !e.ctrlKey && !e.altKey && !e.metaKey) active.act(e);
    });
    return () => active?.pause();
  };
  begin(document);
})();
