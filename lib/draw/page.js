// SPDX-License-Identifier: MIT
// page.js -- plays games through in a page of cp-render --html. It knows no rules: every
// ply is stored as what it changed, and a position is all changes from the start on.
//
//   data.men   [kind, side, file, rank, has moved]       data.moves  one for each ply, from 1:
//   c changes  [man] gone, [man, file, rank], [man, file, rank, kind]
//   l last move, k king in check and who gives it, w ways of pieces that were moved, f fallen,
//   b bodies, u first moves used up, h when men fall, s passed square, m marks, q clock,
//   e position and t move in the other spelling; o how it ended; p the ply before, where it is not the one
//   above in the list
//
// Files and ranks are BigInt. The board is drawn around an anchor, a square near what is
// seen; what is farther than NEAR from it is only named, by a chip at the edge. Comments
// have lines of their own: the build leaves them out.
(() => {
  const U = 45, NEAR = 2000n, SIDES = ['white ', 'black ', ''], NUMBERS = 0, BARE = 3;
  const COLOURS = ['green', 'red', 'yellow', 'blue', 'orange', 'purple'];
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const { abs: size, floor, ceil, max, min, hypot } = Math;
  let active = null;

  // ---- small tools ----
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
  const abs = (n) => (n < 0n ? -n : n);
  const clamp = (n, low, high) => min(max(n, low), high);
  const near = (n) => abs(n) < NEAR;
  // two BigInts of any size as two Numbers of the same direction
  const direction = (dx, dy) => {
    const long = max(abs(dx).toString(16).length, abs(dy).toString(16).length);
    const over = BigInt(max(long - 10, 0)) * 4n;
    return [Number(dx >> over), Number(dy >> over)];
  };

  // ---- names of squares ----
  const letters = (n) => {
    let text = '';
    for (let rest = abs(n); rest > 0n; rest = (rest - 1n) / 26n)
      text = String.fromCharCode(97 + Number((rest - 1n) % 26n)) + text;
    return n === 0n ? '\u03c6' : (n < 0n ? '-' : '') + text;
  };
  // file 11033, whose letters would be read as file zero
  const hasLetters = (x) => letters(x) !== 'phi';
  const fileName = (x, how) => (how !== NUMBERS && hasLetters(x) ? letters(x) : `${x}`);
  const squareName = (x, y, how) => {
    if (how === BARE && x > 0n && x <= 26n && y > 0n) return letters(x) + y;
    return how % BARE && hasLetters(x) ? `(${letters(x)}${y})` : `(${x},${y})`;
  };
  const brief = (text, most) => (text.length > most ? '\u2026' + text.slice(2 - most) : text);

  const play = (root) => {
    const $ = (selector) => root.querySelector(selector);
    const data = JSON.parse($('script').textContent), text = $('.moves'), stage = $('.stage');
    const nodes = [{ ...data.start, up: -1, ply: 0 }], kids = [[]], id = (name) => `${root.id}-${name}`;
    for (const move of data.moves) {
      const up = move.p ?? nodes.length - 1;
      kids[up].push(nodes.length);
      kids.push([]);
      nodes.push({ ...move, up, ply: nodes[up].ply + 1 });
    }
    const { size: board, native, other, neutral = [] } = data;
    // the outermost files and ranks: left, right, bottom, top; null: it goes on there
    const edges = (board ? [1, board[0], 1, board[1]] : data.edges || [null, null, null, null]).map((n) => n === null ? n : BigInt(n));
    const within = (n, i) => (edges[i] === null || n >= edges[i]) && (edges[i + 1] === null || n <= edges[i + 1]);
    let spelling = native, flip = data.flip ? -1 : 1, follows = true;
    let now = 0, men, heading;

    // ---- positions ----
    const positionAt = (i) => {
      const path = [], all = data.men.map(([kind, side, x, y, used]) => (
        { kind, side, x: BigInt(x), y: BigInt(y), used, due: 0 }));
      for (let n = i; n >= 0; n = nodes[n].up) path.push(nodes[n]);
      for (const node of path.reverse()) {
        for (const [man, x, y, kind = all[man].kind] of node.c)
          Object.assign(all[man], x === undefined ? { gone: 1 } : { x: BigInt(x), y: BigInt(y), kind, gone: 0 });
        for (const man of node.u || []) all[man].used = 1;
        for (const [man, due] of node.h || []) all[man].due = due;
      }
      return all;
    };
    const turn = (i) => (data.side + nodes[i].ply) % 2;
    const lastOf = (i) => {
      while (kids[i].length) [i] = kids[i];
      return i;
    };

    // ---- words ----
    const square = (x, y) => squareName(BigInt(x), BigInt(y), spelling);
    const sideOf = (man) => (neutral.includes(man.kind) ? 2 : man.side);
    const name = (man) => SIDES[sideOf(man)] + data.kinds[man.kind][1];
    const place = (man) => `${name(man)} ${square(man.x, man.y)}`;
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const standing = (all = men) => all.filter((man) => !man.gone).sort((a, b) =>
      a.side - b.side || a.kind - b.kind || order(a.y, b.y) || order(a.x, b.x));
    const describe = () => {
      const words = standing().map((man, i, all) =>
        (i && name(man) === name(all[i - 1]) ? ', ' + square(man.x, man.y) : (i ? '; ' : '') + place(man))).join('');
      return words ? 'On the board: ' + words : 'The board is empty';
    };
    const number = (i) => {
      const n = nodes[i].ply - 1 + data.side;
      return `${data.first + floor(n / 2)}${n % 2 ? '...' : '.'} `;
    };
    const spans = nodes.map((node, i) => document.getElementById(id('m' + i)));
    // the comments between a move and the next
    const remarks = (i) => {
      const found = [];
      let e = i ? spans[i].nextElementSibling : text.querySelector('p>:first-child');
      for (; e?.matches('.c,.k,.x,.err'); e = e.nextElementSibling)
        if (!e.matches('.k,.x')) found.push(e.textContent);
      return found;
    };
    const say = (before, i) => {
      const words = [], gone = [];
      for (const [n, x, y, kind] of nodes[i].c)
        if (x === undefined) gone.push(place(before[n]));
        else words.push(`${place(before[n])} to ${square(x, y)}` + (kind === undefined ? '' : `, now ${data.kinds[kind][1]}`));
      if (gone.length) words.push('gone: ' + gone.join(', '));
      if (nodes[i].o || nodes[i].k) words.push(nodes[i].o || 'check');
      return [...words, ...[...spans[i].querySelectorAll('abbr')].map((e) => e.title)].join('; ');
    };

    // ---- the board and its buttons ----
    const button = (words, click, title = words, name = '') => make('button', { title, 'aria-label': title, class: name, click }, words);
    const dark = draw('pattern', { id: id('dark'), width: 2 * U, height: 2 * U, patternUnits: 'userSpaceOnUse' },
      draw('path', { class: 'dark', d: 'M0 0h45v45h-45zM45 45h45v45h-45z' }));
    const grounds = [draw('rect', { class: 'light' }), draw('rect', { fill: `url(#${id('dark')})` })];
    const under = draw('g'), layer = draw('g', { class: 'men' }), over = draw('g');
    const plane = draw('g', {}, ...grounds, under, layer, over), axes = draw('g', { class: 'axes' });
    const label = draw('title', { id: id('label') }), words = draw('desc', { id: id('words') });
    const svg = draw('svg', { role: 'img', 'aria-labelledby': `${label.id} ${words.id}` }, label, words, draw('defs', {}, dark), plane, axes);
    const chips = make('div');
    const box = make('div', { class: board ? 'board' : 'board endless', tabindex: 0, role: 'group', 'aria-label': 'Board' }, svg, chips);
    if (board) box.style.aspectRatio = `${board[0] + 1} / ${board[1] + 1}`;
    const pointed = make('p', { class: 'under' }), live = make('p', { class: 'now', 'aria-live': 'polite' });
    const clocks = make('p', { class: 'clocks' });
    const area = make('textarea', { class: 'copied', readonly: '', 'aria-label': 'Copied', rows: 4, hidden: '' });
    const names = button('', () => respell(spelling === other ? native : other), 'Letters or numbers');
    const check = make('input', { type: 'checkbox', checked: '', change: () => { follows = check.checked; seek(); } });
    const turnAround = () => { flip = -flip; paint(); };
    const bars = [
      [button('\u00ab', () => go(0), 'Start'), button('\u2039', () => step(-1), 'Back'), button('\u203a', () => step(1), 'Forward'),
        button('\u00bb', () => go(lastOf(now)), 'End'), button('Flip', turnAround)],
      [button('\u2212', () => zoom(0.77), 'Smaller'), button('+', () => zoom(1.3), 'Larger'), button('Home', () => home()), make('label', {}, check, ' follow the move')],
      [button('Copy position', () => copy(position(now, data.shift))), button('Copy moves', () => copy(notation())), names],
    ].map((list) => make('div', { class: 'bar' }, ...list));
    names.hidden = other === native;

    // ---- going ----
    const go = (i, quietly) => {
      const before = i && positionAt(nodes[i].up), had = document.activeElement === spans[now] && now;
      if (now) set(spans[now], { tabindex: -1 }).removeAttribute('aria-current');
      now = i;
      men = positionAt(i);
      heading = i ? number(i) + spans[i].textContent : turn(0) ? 'Black to move' : 'White to move';
      if (i) {
        set(spans[i], { tabindex: 0, 'aria-current': 'true' });
        if (had) spans[i].focus();
        if (!quietly) spans[i].scrollIntoView({ block: 'nearest' });
      }
      live.textContent = [i ? `${heading}: ${say(before, i)}` : heading, ...remarks(i)].join('. ');
      const last = [];
      for (let n = i; n > 0; n = nodes[n].up) last[1 - turn(n)] ??= nodes[n].q;
      clocks.textContent = last[0] || last[1] ? `White ${last[0] || '\u2013'} \u00b7 Black ${last[1] || '\u2013'}` : '';
      paint();
      if (!quietly) seek();
    };
    const step = (by) => {
      const to = by < 0 ? nodes[now].up : kids[now][0];
      if (to >= 0) go(to);
    };
    // to another move at this place
    const vary = (by) => {
      const list = now ? kids[nodes[now].up] : [], to = list[list.indexOf(now) + by];
      if (to) go(to);
    };
    const respell = (to) => {
      if (to !== spelling) nodes.forEach((node, i) => {
        if (node.t) [spans[i].firstChild.data, node.t] = [node.t, spans[i].firstChild.data];
      });
      spelling = to;
      names.textContent = to === NUMBERS ? 'Letters' : 'Numbers';
      go(now, true);
    };

    // ---- copying ----
    // of the position after a ply, seen from an origin
    const position = (i, origin) => {
      const [sx, sy] = (origin || [0, 0]).map(BigInt), at = (man) => squareName(man.x + sx, man.y + sy, spelling);
      const all = standing(positionAt(i)), list = (side) => all.filter((man) => sideOf(man) === side)
        .map((man) => `${data.kinds[man.kind][0]} ${at(man)}`).join(', ');
      const { e, s } = nodes[i], used = all.filter((man) => man.used).map(at).join(' '), none = list(2);
      return e || `w: ${list(0)}; b: ${list(1)}` + (none && '; n: ' + none) + (turn(i) ? '; turn b' : '') +
        (used && '; moved ' + used) + (s ? '; ep ' + at({ x: BigInt(s[0]), y: BigInt(s[1]) }) : '');
    };
    // as text that is read again: tags, the start where no tag has it, and what stands in the page
    const said = (e) => {
      if (e.matches('.m')) return [nodes[e.id.split('-m')[1]].y || e.firstChild.data, ...[...e.children].map((n) => '$' + n.dataset.nag)].join(' ');
      return e.matches('.c,.x') ? `{${(e.value || e.textContent).replace(/}/g, ')')}}` : e.textContent;
    };
    const notation = () => (data.setup ? data.tags.trim() + `\n[Setup "${position(0)}"]\n\n` : data.tags) +
      [...text.querySelectorAll('.n,.m,.u,.c,.x,.p,.r'), ...(text.querySelector('.r') ? [] : [make('b', {}, '*')])].map(said)
        .join(' ').replace(/\( /g, '(').replace(/ \)/g, ')') + '\n';
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

    // ---- the view: (ox,oy) the anchor, (fx,fy) the middle from there, scale: px of a square ----
    let ox, oy, fx, fy, scale, left, top, flight, wide = 400, high = 400;
    const measure = () => { [wide, high] = [box.clientWidth || 400, box.clientHeight || 400]; };
    const least = () => (board ? min((wide - 40) / board[0], (high - 40) / board[1]) : 8);
    const home = () => {
      const [x1, y1, x2, y2] = data.window.map(BigInt), w = Number(x2 - x1) + 1, h = Number(y2 - y1) + 1;
      [ox, oy, fx, fy] = [x1, y1, w / 2, h / 2];
      scale = max(least(), min((wide - 40) / w, (high - 40) / h));
      paint();
    };
    const pan = (px, py) => {
      fx += flip * px / scale;
      fy -= flip * py / scale;
      paint();
    };
    // what is under `at` stays there
    const zoom = (by, at) => {
      const to = clamp(scale * by, least(), 160), part = flip * (1 / scale - 1 / to);
      if (at) [fx, fy] = [fx + (at.x - wide / 2) * part, fy - (at.y - high / 2) * part];
      scale = to;
      paint();
    };
    const sees = (x, y) => {
      const dx = BigInt(x) - ox, dy = BigInt(y) - oy;
      return near(dx) && near(dy) && size(Number(dx) + 0.5 - fx) * scale < wide / 2 - 10 &&
        size(Number(dy) + 0.5 - fy) * scale < high / 2 - 10;
    };
    // the middle flies to a square; to a far one in two parts: away from here, and on to there
    const fly = (x, y) => {
      const dx = x - ox, dy = y - oy;
      cancelAnimationFrame(flight);
      let from = [fx, fy], to = [Number(dx) + 0.5, Number(dy) + 0.5];
      if (calm.matches || !near(dx) || !near(dy)) {
        const [ux, uy] = direction(dx, dy), long = hypot(ux, uy) || 1;
        [ox, oy, fx, fy] = [x, y, 0.5, 0.5];
        from = [0.5 - 20 * ux / long, 0.5 - 20 * uy / long];
        to = [0.5, 0.5];
      }
      if (calm.matches) return paint();
      const begun = performance.now(), frame = (t) => {
        const part = clamp((t - begun) / 350, 0, 1), ease = 1 - (1 - part) ** 3;
        [fx, fy] = [from[0] + (to[0] - from[0]) * ease, from[1] + (to[1] - from[1]) * ease];
        if (part < 1) flight = requestAnimationFrame(frame);
        else [ox, oy, fx, fy] = [x, y, 0.5, 0.5];
        paint();
      };
      frame(begun);
    };
    const seek = () => {
      const last = nodes[now].l;
      if (follows && last && !sees(last[2], last[3])) fly(BigInt(last[2]), BigInt(last[3]));
    };
    const point = (at) => {
      const x = ox + BigInt(floor(fx + flip * (at.x - wide / 2) / scale));
      const y = oy + BigInt(floor(fy - flip * (at.y - high / 2) / scale));
      const is = within(x, 0) && within(y, 2);
      const man = men.find((one) => !one.gone && one.x === x && one.y === y);
      const all = new Set([spelling, native + other - spelling].map((how) => squareName(x, y, how)));
      pointed.textContent = is ? [...all, ...(man ? [name(man)] : [])].join(' \u00b7 ') : '';
    };

    // ---- painting ----
    // the upper left corner of a square as it is seen, in units; null: it is far
    const corner = (x, y) => {
      const dx = BigInt(x) - ox, dy = BigInt(y) - oy;
      return near(dx) && near(dy) ? [flip * Number(dx) * U - (flip < 0 ? U : 0), -flip * Number(dy) * U - (flip < 0 ? 0 : U)] : null;
    };
    // the middle of a square; of a far one, a point in its direction
    const middle = (x, y) => {
      const at = corner(x, y);
      if (at) return [at[0] + U / 2, at[1] + U / 2];
      const [dx, dy] = direction(BigInt(x) - ox, BigInt(y) - oy), long = hypot(dx, dy);
      return [flip * dx / long * 1e5, -flip * dy / long * 1e5];
    };
    const put = (to, x, y, what, attributes, ...children) => {
      const at = corner(x, y);
      if (at) to.append(draw(what, { transform: `translate(${at})`, ...attributes }, ...children));
    };
    const arrow = (x1, y1, x2, y2, kind, bent) => {
      const [ax, ay] = middle(x1, y1), [bx, by] = middle(x2, y2);
      const [cx, cy] = !bent ? [ax, ay] : size(bx - ax) > size(by - ay) ? [bx, ay] : [ax, by];
      const long = hypot(bx - cx, by - cy) || 1, ux = (bx - cx) / long, uy = (by - cy) / long;
      const ex = bx - ux * 16, ey = by - uy * 16, sx = uy * 11, sy = ux * 11;
      over.append(draw('g', { class: 'arrow ' + kind },
        draw('path', { class: 'shaft', d: `M${ax} ${ay}L${cx} ${cy}L${ex} ${ey}` }),
        draw('path', { class: 'head', d: `M${bx} ${by}L${ex - sx} ${ey + sy}L${ex + sx} ${ey - sy}Z` })));
    };
    const drawing = (kind, side) => ({ href: '#' + data.kinds[kind][2 + side] });
    const cross = 'M8 8l29 29m0-29l-29 29', frame = { x: 1, y: 1, width: 43, height: 43 };
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
    const paintTurn = (node) => {
      under.replaceChildren();
      over.replaceChildren();
      for (const trap of data.traps || []) {
        put(under, ...trap, 'rect', { class: 'trap', ...frame });
        put(under, ...trap, 'rect', { class: 'pit', x: 8, y: 8, width: 29, height: 29 });
      }
      if (data.origin) put(under, ...data.origin, 'path', { class: 'origin', d: 'M5 28v12h12' });
      for (const [x, y] of lastSquares(node)) put(under, x, y, 'rect', { class: 'last' + hollow(x, y), ...frame });
      for (const [x, y, kind, side] of node.f || []) {
        put(under, x, y, 'path', { class: 'fell', d: 'M7 7h31v31h-31zm0 0l8 8h15l8-8m0 31l-8-8h-15l-8 8m8-8v-15m15 0v15' });
        if (!data.traps) continue;
        put(over, x, y, 'use', { ...drawing(kind, side), opacity: '.4' });
        put(over, x, y, 'path', { class: 'fell', d: cross });
      }
      const [king, ...from] = (node.k || []).map((n) => men[n]);
      if (king) put(under, king.x, king.y, 'circle', { class: 'check', cx: 22.5, cy: 22.5, r: 20.5 });
      for (const one of from) if (!sees(one.x, one.y))
        over.append(draw('path', { class: 'line', d: `M${middle(one.x, one.y)}L${middle(king.x, king.y)}` }));
      for (const { x, y, side } of (node.b || []).map((n) => men[n])) {
        const [w, h] = data.body, a = corner(x, y), b = corner(x + BigInt(w - 1), y + BigInt(h - 1));
        if (a && b) under.append(draw('rect', { class: 'body ' + SIDES[side],
          x: min(a[0], b[0]) + 3, y: min(a[1], b[1]) + 3, width: w * U - 6, height: h * U - 6, rx: 8 }));
      }
      for (const [kind, ...ends] of node.w || []) if (kind < 4) arrow(...ends, kind ? 'moved' : 'own');
      for (const mark of [...(node.m || []), ...(data.marks || [])]) paintMark(mark);
    };
    const held = new Map();
    let drawnFrom = '';
    const paintMen = () => {
      const from = [ox, oy, flip].join();
      layer.classList.toggle('still', from !== drawnFrom);
      drawnFrom = from;
      men.forEach((man, n) => {
        const at = !man.gone && corner(man.x, man.y), left = man.due - nodes[now].ply;
        let e = held.get(n);
        if (!at) {
          e?.remove();
          held.delete(n);
          return;
        }
        if (!e) held.set(n, e = layer.appendChild(draw('g', {}, draw('use'), draw('text', { class: 'due', x: 42, y: 12 }))));
        set(e.firstChild, drawing(man.kind, man.side));
        e.dataset.man = name(man);
        e.style.transform = `translate(${at[0]}px,${at[1]}px)`;
        e.lastChild.textContent = left > 0 ? (left + 1) >> 1 : '';
      });
    };
    const stepFor = (room) => BigInt([1, 2, 5, 10, 20, 50].find((n) => n * scale >= room) || 100);
    const paintAxes = () => {
      const out = [], write = (words, x, y, shown) => board || shown ? out.push(draw('text', { x, y }, words)) : 0;
      const across = BigInt(floor(fx - wide / 2 / scale)), up = BigInt(floor(fy - high / 2 / scale));
      const longest = max(...[0, ceil(wide / scale)].map((n) => brief(fileName(ox + across + BigInt(n), spelling), 6).length));
      const sx = stepFor(longest * 9), sy = stepFor(18);
      for (let i = across; i <= across + BigInt(ceil(wide / scale)); i++)
        if (within(ox + i, 0) && (ox + i) % sx === 0n) {
          const x = left + flip * (Number(i) + 0.5) * scale;
          write(brief(fileName(ox + i, spelling), 6), x, high - 6, x > 34 && x < wide - 8);
        }
      for (let i = up; i <= up + BigInt(ceil(high / scale)); i++)
        if (within(oy + i, 2) && (oy + i) % sy === 0n) {
          const y = top - flip * (Number(i) + 0.5) * scale + 4;
          write(brief(`${oy + i}`, 5), board ? 9 : 12, y, y > 12 && y < high - 24);
        }
      axes.replaceChildren(draw('path', { class: 'band', d: `M0 0h26v${high - 21}h${wide}v21H0z` }), ...out);
    };
    const paint = () => {
      if (!men) return;
      const dx = floor(fx), dy = floor(fy);
      if (max(size(dx), size(dy)) > 500) [ox, oy, fx, fy] = [ox + BigInt(dx), oy + BigInt(dy), fx - dx, fy - dy];
      left = wide / 2 - flip * fx * scale;
      top = high / 2 + flip * fy * scale;
      const s = scale / U;
      set(svg, { viewBox: `0 0 ${wide} ${high}` });
      set(plane, { transform: `translate(${left} ${top}) scale(${s})` });
      // squares that are seen, and one more on each side, where there are any
      const [w, h] = [wide / 2 / scale + 1, high / 2 / scale + 1];
      const end = (i, from, shown, pick, more) => (edges[i] === null ? shown : pick(shown, clamp(Number(edges[i] - from), -1e9, 1e9) + more));
      const [x1, x2, y1, y2] = [end(0, ox, fx - w, max, 0), end(1, ox, fx + w, min, 1), end(2, oy, fy - h, max, 0), end(3, oy, fy + h, min, 1)];
      for (const ground of grounds) set(ground, { x: (flip < 0 ? -x2 : x1) * U, y: (flip < 0 ? y1 : -y2) * U,
        width: max(x2 - x1, 0) * U, height: max(y2 - y1, 0) * U });
      // (1,1) is dark; the anchor's corner is at (0,-U), or flipped at (-U,0)
      set(dark, { patternTransform: `translate(${(ox + oy) & 1n ? 0 : U} 0)` });
      paintTurn(nodes[now]);
      paintMen();
      paintAxes();
      paintChips();
      label.textContent = heading;
      words.textContent = describe();
    };

    // ---- far pieces: where the line from the middle to each leaves what is seen ----
    const paintChips = () => {
      const edges = [[], [], [], []], W = wide / 2, H = high / 2, { k = [], l = [] } = nodes[now];
      if (!board) men.forEach((man, n) => {
        if (man.gone || sees(man.x, man.y)) return;
        const [px, py] = middle(man.x, man.y), dx = left + px * scale / U - W, dy = top + py * scale / U - H;
        const across = W / max(size(dx), 1e-9), along = H / max(size(dy), 1e-9), part = min(across, along);
        const [far] = [abs(man.x - ox), abs(man.y - oy)].sort((a, b) => order(b, a));
        const first = k.includes(n) ? 2 : man.x == l[2] && man.y == l[3] ? 1 : 0;
        edges[across <= along ? (dx > 0 ? 1 : 0) : dy > 0 ? 3 : 2].push(
          { man, far, first, where: across <= along ? H + dy * part : W + dx * part });
      });
      chips.replaceChildren(...edges.flatMap(edge));
    };
    const edge = (list, side) => {
      const [room, long] = side < 2 ? [32, high] : [92, wide], most = max(floor((long - 60) / room), 1);
      list.sort((a, b) => b.first - a.first || order(a.far, b.far));
      const rest = list.splice(list.length > most ? most - 1 : most);
      if (rest.length) list.push({ ...rest[0], more: rest.length });
      list.sort((a, b) => a.where - b.where);
      let at = 30 + room / 2;
      for (const chip of list) at = (chip.at = max(at, chip.where)) + room;
      at = long - 30 - room / 2;
      for (const chip of list.slice().reverse()) at = (chip.at = min(chip.at, at)) - room;
      return list.map(({ man, more, at: where, first }) => {
        const words = more ? '+' + more : brief(square(man.x, man.y), 11), said = place(man);
        const e = button(words, () => fly(man.x, man.y), said + (said.includes(words) ? '' : ' ' + words), `chip e${side} ${['', 'moved', 'checks'][first]}`);
        e.prepend(draw('svg', { viewBox: '0 0 45 45' }, draw('use', drawing(man.kind, man.side))));
        e.style[side < 2 ? 'top' : 'left'] = where + 'px';
        return e;
      });
    };

    // ---- hands ----
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
    const pick = (e) => {
      const span = e.target.closest('.m');
      if (span) go(spans.indexOf(span));
      return span;
    };
    const lift = (e) => touches.delete(e.pointerId);
    set(text, { click: pick });
    for (const name of ['pointerdown', 'focusin']) root.addEventListener(name, () => { active = act; });
    set(box, {
      pointerdown: (e) => {
        if (e.target.closest('.chip') || (board && scale <= least())) return;
        cancelAnimationFrame(flight);
        touches.set(e.pointerId, at(e));
        box.setPointerCapture(e.pointerId);
      },
      pointermove: (e) => {
        const to = at(e), was = touches.get(e.pointerId), before = span();
        point(to);
        if (!was) return;
        touches.set(e.pointerId, to);
        if (before) zoom(span()[0] / before[0], before[1]);
        pan((was.x - to.x) / touches.size, (was.y - to.y) / touches.size);
      },
      pointerup: lift, pointercancel: lift, pointerleave: () => { pointed.textContent = ''; },
    });
    box.addEventListener('wheel', (e) => {
      if (board && !e.ctrlKey) return;
      e.preventDefault();
      cancelAnimationFrame(flight);
      zoom(Math.exp(-clamp(e.deltaY, -100, 100) / 400), at(e));
    }, { passive: false });
    const keys = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => vary(-1), ArrowDown: () => vary(1),
      Home: () => go(0), End: () => go(lastOf(now)), f: turnAround, 0: () => home(),
      '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(0.77),
      ShiftArrowLeft: () => pan(-scale, 0), ShiftArrowRight: () => pan(scale, 0), ShiftArrowUp: () => pan(0, -scale), ShiftArrowDown: () => pan(0, scale),
    };
    const act = (e) => {
      const act = keys[(e.shiftKey && e.key.length > 1 ? 'Shift' : '') + e.key];
      const state = () => [now, fx, fy, scale, flip].join(), before = state();
      if (e.target.matches('.m') && /^(Enter| )$/.test(e.key)) pick(e);
      else if (act) act();
      else return;
      // a key that does nothing here scrolls the page
      if (state() !== before || stage.contains(e.target) || text.contains(e.target)) e.preventDefault();
    };

    stage.prepend(make('div', { class: 'live' }, clocks, box, pointed, live, ...bars, area));
    root.classList.add('js');
    spans.forEach((span, i) => i && set(span, { role: 'button', tabindex: -1 }));
    measure();
    home();
    now = lastOf(0);
    respell(spelling);
    new ResizeObserver(() => { measure(); scale = max(scale, least()); paint(); }).observe(box);
    return act;
  };

  // ---- the games of a page: each when it is opened ----
  const open = (root) => { active = root.act ??= play(root); };
  for (const root of document.querySelectorAll('.game')) {
    set(root, { toggle: () => root.open && open(root) });
    if (root.open !== false) open(root);
  }
  document.addEventListener('keydown', (e) => {
    const typed = e.target.matches('textarea') || (e.key === ' ' && !e.target.matches('.m'));
    if (active && !typed && !e.ctrlKey && !e.altKey && !e.metaKey) active(e);
  });
})();
