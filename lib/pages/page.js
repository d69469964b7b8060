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
// Files and ranks are BigInt. The board is drawn around an anchor, a square near what is
// seen; what is farther than NEAR from it is only named, by a chip at the edge. What asks for
// no document is handed out where there is none, so that node can try it alone.
//
// The build makes it small (scripts/embed): comments, which have lines of their own, are left
// out, and these names, which neither browsers nor the data above know, become letters:
// short: view data man scale words nodes kind text game board node spelling root high spans
// short: under wide attributes list touches before paint place label draw over long corner
// short: middle across last from box respell path rest shown all clocks within name part gone
// short: ends square active quietly stage frame
(() => {
  const U = 45, NEAR = 2000n, SIDES = ['white ', 'black ', ''], NUMBERS = 0, BARE = 3;
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
    return { square, name, place, describe, heading, say, clocks, position, notation };
  };

  if (!globalThis.document) {
    module.exports = { letters, squareName, direction, gameOf, wordsOf };
    return;
  }

  // ---- elements ----
  // what a game has beside its moves; a button does what the key of its value does
  const FRAME = '<div class=live><p class=clocks></p><div class=board tabindex=0 role=group aria-label=Board><svg role=img><title></title><desc></desc>' +
    '<pattern width=90 height=90 patternUnits=userSpaceOnUse><path class=dark d="M0 0h45v45h-45zM45 45h45v45h-45z"/></pattern>' +
    '<g><rect class=light /><rect /><g></g><g class=men></g><g></g></g><g class=axes></g></svg><div></div></div>' +
    '<p class=under></p><p class=now aria-live=polite></p>' +
    '<div class=bar><button value=Home title=Start>\u00ab</button><button value=ArrowLeft title=Back>\u2039</button>' +
    '<button value=ArrowRight title=Forward>\u203a</button><button value=End title=End>\u00bb</button><button value=f>Flip</button></div>' +
    '<div class=bar><button value=- title=Smaller>\u2212</button><button value=+ title=Larger>+</button><button value=0>Home</button>' +
    '<label><input type=checkbox checked> follow the move</label></div>' +
    '<div class=bar><button value=position>Copy position</button><button value=moves>Copy moves</button>' +
    '<button value=names title="Letters or numbers"></button></div><textarea class=copied readonly aria-label=Copied rows=4 hidden></textarea></div>';
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
    const spans = nodes.map((_, i) => document.getElementById(`${root.id}-m${i}`));
    spans.forEach((span, i) => i && set(span, { role: 'button', tabindex: -1 }));
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
      const had = document.activeElement === spans[was] && was;
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
    return { text, move, remarks, nags, choose, respell, parts, pick };
  };

  // ---- what is seen: (ox,oy) the anchor, (fx,fy) the middle from there, scale: px of a square ----
  const viewOf = (box, data, paint) => {
    const v = { flip: data.flip ? -1 : 1, wide: 400, high: 400 }, board = data.size;
    // the outermost files and ranks: left, right, bottom, top; null: it goes on there
    const edges = (board ? [1, board[0], 1, board[1]] : data.edges || [null, null, null, null]).map((n) => n === null ? n : BigInt(n));
    let flight;
    const within = (n, i) => (edges[i] === null || n >= edges[i]) && (edges[i + 1] === null || n <= edges[i + 1]);
    const least = () => (board ? min((v.wide - 40) / board[0], (v.high - 40) / board[1]) : 8);
    const place = (ox, oy, fx, fy) => Object.assign(v, { ox, oy, fx, fy });
    const stop = () => cancelAnimationFrame(flight);
    // a board that is seen as a whole stays so
    const resize = () => {
      const isWhole = !v.scale || (board && v.scale <= least());
      [v.wide, v.high] = [box.clientWidth || 400, box.clientHeight || 400];
      if (isWhole) home();
      else zoom(1);
    };
    const home = () => {
      const [x1, y1, x2, y2] = data.window.map(BigInt), w = Number(x2 - x1) + 1, h = Number(y2 - y1) + 1;
      place(x1, y1, w / 2, h / 2);
      v.scale = max(least(), min((v.wide - 40) / w, (v.high - 40) / h, board ? 160 : 60));
      paint();
    };
    const pan = (px, py) => {
      v.fx += v.flip * px / v.scale;
      v.fy -= v.flip * py / v.scale;
      paint();
    };
    // what is under `at` stays there
    const zoom = (by, at) => {
      const to = clamp(v.scale * by, least(), 160), part = v.flip * (1 / v.scale - 1 / to);
      if (at) [v.fx, v.fy] = [v.fx + (at.x - v.wide / 2) * part, v.fy - (at.y - v.high / 2) * part];
      v.scale = to;
      paint();
    };
    const turnAround = () => { v.flip = -v.flip; paint(); };
    const sees = (x, y) => {
      const dx = BigInt(x) - v.ox, dy = BigInt(y) - v.oy;
      return near(dx) && near(dy) && size(Number(dx) + 0.5 - v.fx) * v.scale < v.wide / 2 - 10 &&
        size(Number(dy) + 0.5 - v.fy) * v.scale < v.high / 2 - 10;
    };
    // the middle flies to a square; to a far one in two parts: away from here, and on to there
    const fly = (x, y) => {
      const dx = x - v.ox, dy = y - v.oy;
      stop();
      let from = [v.fx, v.fy], to = [Number(dx) + 0.5, Number(dy) + 0.5];
      if (calm.matches || !near(dx) || !near(dy)) {
        const [ux, uy] = direction(dx, dy), long = hypot(ux, uy) || 1;
        place(x, y, 0.5, 0.5);
        from = [0.5 - 20 * ux / long, 0.5 - 20 * uy / long];
        to = [0.5, 0.5];
      }
      if (calm.matches) return paint();
      const begun = performance.now(), frame = (t) => {
        const part = clamp((t - begun) / 350, 0, 1), ease = 1 - (1 - part) ** 3;
        [v.fx, v.fy] = [from[0] + (to[0] - from[0]) * ease, from[1] + (to[1] - from[1]) * ease];
        if (part < 1) flight = requestAnimationFrame(frame);
        else place(x, y, 0.5, 0.5);
        paint();
      };
      frame(begun);
    };
    // the square there; none beyond an edge
    const squareAt = (at) => {
      const x = v.ox + BigInt(floor(v.fx + v.flip * (at.x - v.wide / 2) / v.scale));
      const y = v.oy + BigInt(floor(v.fy - v.flip * (at.y - v.high / 2) / v.scale));
      return within(x, 0) && within(y, 2) ? [x, y] : [];
    };
    // where the plane begins, with an anchor near what is seen
    const settle = () => {
      const dx = floor(v.fx), dy = floor(v.fy);
      if (max(size(dx), size(dy)) > 500) place(v.ox + BigInt(dx), v.oy + BigInt(dy), v.fx - dx, v.fy - dy);
      v.left = v.wide / 2 - v.flip * v.fx * v.scale;
      v.top = v.high / 2 + v.flip * v.fy * v.scale;
    };
    // the squares that are seen, from the anchor, and one more on each side where there are any
    const ends = () => {
      const { ox, oy, fx, fy } = v, w = v.wide / 2 / v.scale + 1, h = v.high / 2 / v.scale + 1;
      const end = (i, from, shown, pick, more) => (edges[i] === null ? shown : pick(shown, clamp(Number(edges[i] - from), -1e9, 1e9) + more));
      return [end(0, ox, fx - w, max, 0), end(1, ox, fx + w, min, 1), end(2, oy, fy - h, max, 0), end(3, oy, fy + h, min, 1)];
    };
    // the upper left corner of a square as it is seen, in units; null: it is far
    const corner = (x, y) => {
      const dx = BigInt(x) - v.ox, dy = BigInt(y) - v.oy, { flip } = v;
      return near(dx) && near(dy) ? [flip * Number(dx) * U - (flip < 0 ? U : 0), -flip * Number(dy) * U - (flip < 0 ? 0 : U)] : null;
    };
    // the middle of a square; of a far one, a point in its direction
    const middle = (x, y) => {
      const at = corner(x, y);
      if (at) return [at[0] + U / 2, at[1] + U / 2];
      const [dx, dy] = direction(BigInt(x) - v.ox, BigInt(y) - v.oy), long = hypot(dx, dy);
      return [v.flip * dx / long * 1e5, -v.flip * dy / long * 1e5];
    };
    return Object.assign(v, { within, least, stop, resize, home, pan, zoom, turnAround, sees, fly, squareAt, settle, ends, corner, middle });
  };

  const drawing = (data, kind, side) => ({ href: '#' + data.kinds[kind][2 + side] });

  // ---- the ground ----
  const groundOf = (view, dark, grounds) => () => {
    const [x1, x2, y1, y2] = view.ends();
    for (const ground of grounds) set(ground, { x: (view.flip < 0 ? -x2 : x1) * U, y: (view.flip < 0 ? y1 : -y2) * U,
      width: max(x2 - x1, 0) * U, height: max(y2 - y1, 0) * U });
    // (1,1) is dark; the anchor's corner is at (0,-U), or flipped at (-U,0)
    set(dark, { patternTransform: `translate(${(view.ox + view.oy) & 1n ? 0 : U} 0)` });
  };

  // ---- marks, below and above the men ----
  const marksOf = (data, view, under, over) => {
    const { corner, middle, sees } = view, cross = 'M8 8l29 29m0-29l-29 29', frame = { x: 1, y: 1, width: 43, height: 43 };
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
    const paintCheck = ([king, ...from]) => {
      if (king) put(under, king.x, king.y, 'circle', { class: 'check', cx: 22.5, cy: 22.5, r: 20.5 });
      for (const one of from) if (!sees(one.x, one.y))
        over.append(draw('path', { class: 'line', d: `M${middle(one.x, one.y)}L${middle(king.x, king.y)}` }));
    };
    const paintBody = ({ x, y, side }) => {
      const [w, h] = data.body, a = corner(x, y), b = corner(x + BigInt(w - 1), y + BigInt(h - 1));
      if (a && b) under.append(draw('rect', { class: 'body ' + SIDES[side],
        x: min(a[0], b[0]) + 3, y: min(a[1], b[1]) + 3, width: w * U - 6, height: h * U - 6, rx: 8 }));
    };
    return (node, men) => {
      under.replaceChildren();
      over.replaceChildren();
      paintSquares(node);
      paintCheck((node.k || []).map((n) => men[n]));
      for (const man of men) if (man.leads) paintBody(man);
      for (const [kind, ...ends] of node.w || []) if (kind < 4) arrow(...ends, kind ? 'moved' : 'own');
      for (const mark of [...(node.m || []), ...(data.marks || [])]) paintMark(mark);
    };
  };

  // ---- men: each has an element of its own while it is near ----
  const menOf = (data, words, view, layer) => {
    const held = new Map();
    let drawnFrom;
    return (node, men) => {
      const from = [view.ox, view.oy, view.flip].join();
      layer.classList.toggle('still', from !== drawnFrom);
      drawnFrom = from;
      men.forEach((man, n) => {
        const at = !man.gone && view.corner(man.x, man.y), left = man.due - node.ply;
        let e = held.get(n);
        if (!at) {
          e?.remove();
          held.delete(n);
          return;
        }
        if (!e) held.set(n, e = layer.appendChild(draw('g', {}, draw('use'), draw('text', { class: 'due', x: 42, y: 12 }))));
        set(e.firstChild, drawing(data, man.kind, man.side));
        set(e, { 'data-man': words.name(man) });
        e.style.transform = `translate(${at[0]}px,${at[1]}px)`;
        e.lastChild.textContent = left > 0 ? (left + 1) >> 1 : '';
      });
    };
  };

  // ---- names of files and ranks ----
  const axesOf = (game, view, axes) => {
    const board = game.data.size, file = (n) => brief(fileName(nearer(n, game.spelling ? 26n : 10n), game.spelling), 6);
    return () => {
      const { ox, oy, fx, fy, wide, high, scale, flip, left, top, within } = view, out = [];
      const write = (words, x, y, shown) => board || shown ? out.push(draw('text', { x, y }, words)) : 0;
      const stepFor = (room) => BigInt([1, 2, 5, 10, 20, 50].find((n) => n * scale >= room) || 100);
      const across = BigInt(floor(fx - wide / 2 / scale)), up = BigInt(floor(fy - high / 2 / scale));
      const longest = max(...[0, ceil(wide / scale)].map((n) => file(ox + across + BigInt(n)).length));
      const sx = stepFor(longest * 9), sy = stepFor(18);
      for (let i = across; i <= across + BigInt(ceil(wide / scale)); i++)
        if (within(ox + i, 0) && (ox + i) % sx === 0n) {
          const x = left + flip * (Number(i) + 0.5) * scale;
          write(file(ox + i), x, high - 6, x > 34 && x < wide - 8);
        }
      for (let i = up; i <= up + BigInt(ceil(high / scale)); i++)
        if (within(oy + i, 2) && (oy + i) % sy === 0n) {
          const y = top - flip * (Number(i) + 0.5) * scale + 4;
          write(brief(`${nearer(oy + i, 10n)}`, 5), board ? 9 : 12, y, y > 12 && y < high - 24);
        }
      axes.replaceChildren(draw('path', { class: 'band', d: `M0 0h26v${high - 21}h${wide}v21H0z` }), ...out);
    };
  };

  // ---- far pieces: where the line from the middle to each leaves what is seen ----
  const chipsOf = (data, words, view, chips) => {
    const edge = (list, side) => {
      const [room, long] = side < 2 ? [32, view.high] : [92, view.wide], most = max(floor((long - 60) / room), 1);
      list.sort((a, b) => b.first - a.first || order(a.far, b.far));
      const rest = list.splice(list.length > most ? most - 1 : most);
      if (rest.length) list.push({ ...rest[0], more: rest.length });
      list.sort((a, b) => a.where - b.where);
      let at = 30 + room / 2;
      for (const chip of list) at = (chip.at = max(at, chip.where)) + room;
      at = long - 30 - room / 2;
      for (const chip of list.slice().reverse()) at = (chip.at = min(chip.at, at)) - room;
      return list.map((chip) => paintChip(chip, side));
    };
    const paintChip = ({ man, more, at, first }, side) => {
      const text = more ? '+' + more : brief(words.square(man.x, man.y), 11), said = words.place(man);
      const title = said + (said.includes(text) ? '' : ' ' + text), click = () => view.fly(man.x, man.y);
      const e = make('button', { title, 'aria-label': title, class: `chip e${side} ${['', 'moved', 'checks'][first]}`, click },
        draw('svg', { viewBox: '0 0 45 45' }, draw('use', drawing(data, man.kind, man.side))), text);
      e.style[side < 2 ? 'top' : 'left'] = at + 'px';
      return e;
    };
    return ({ k = [], l = [] }, men) => {
      const edges = [[], [], [], []], [, , toX, toY] = l.map(BigInt), W = view.wide / 2, H = view.high / 2;
      if (!data.size) men.forEach((man, n) => {
        if (man.gone || view.sees(man.x, man.y)) return;
        const [dx, dy] = view.middle(man.x, man.y).map((p, i) => (i ? view.top - H : view.left - W) + p * view.scale / U);
        const across = W / max(size(dx), 1e-9), along = H / max(size(dy), 1e-9), part = min(across, along);
        const [far] = [abs(man.x - view.ox), abs(man.y - view.oy)].sort((a, b) => order(b, a));
        const first = k.includes(n) ? 2 : man.x === toX && man.y === toY ? 1 : 0;
        edges[across <= along ? (dx > 0 ? 1 : 0) : dy > 0 ? 3 : 2].push(
          { man, far, first, where: across <= along ? H + dy * part : W + dx * part });
      });
      chips.replaceChildren(...edges.flatMap(edge));
    };
  };

  // ---- the board, with all that is on it ----
  const boardOf = (box, game, words, id) => {
    const { data } = game, [svg, chips] = box.children, [label, desc, dark, plane] = svg.children;
    const [, under, men, over, axes] = svg.querySelectorAll('g'), [light, darks] = svg.querySelectorAll('rect');
    const view = viewOf(box, data, () => paint());
    label.id = id + '-label';
    desc.id = id + '-words';
    dark.id = id + '-dark';
    set(svg, { 'aria-labelledby': `${label.id} ${desc.id}` });
    set(darks, { fill: `url(#${dark.id})` });
    if (data.size) box.style.aspectRatio = `${data.size[0] + 1} / ${data.size[1] + 1}`;
    else box.classList.add('endless');
    const painters = [groundOf(view, dark, [light, darks]), marksOf(data, view, under, over), menOf(data, words, view, men), axesOf(game, view, axes), chipsOf(data, words, view, chips)];
    let shown;
    const paint = () => {
      if (!shown) return;
      view.settle();
      set(svg, { viewBox: `0 0 ${view.wide} ${view.high}` });
      set(plane, { transform: `translate(${view.left} ${view.top}) scale(${view.scale / U})` });
      for (const painter of painters) painter(...shown);
    };
    const show = (node, all, heading) => {
      shown = [node, all];
      label.textContent = heading;
      desc.textContent = words.describe(all);
      paint();
    };
    return { view, show };
  };

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
      view.zoom(Math.exp(-clamp(e.deltaY, -100, 100) / 400), at(e));
    }, { passive: false });
  };

  // ---- a game that is open; hands out what a key does ----
  const play = (root) => {
    const stage = root.querySelector('.stage'), $ = (selector) => stage.querySelector(selector);
    const data = JSON.parse(root.querySelector('script').textContent), { native, other } = data;
    const game = gameOf(data), { nodes, kids } = game, words = wordsOf(game), moves = textOf(root, game);
    stage.insertAdjacentHTML('afterbegin', FRAME);
    const box = $('.board'), pointed = $('.under'), live = $('.now'), clocks = $('.clocks'), area = $('textarea'), names = $('[value=names]'), check = $('input');
    const { view, show } = boardOf(box, game, words, root.id);
    let now = game.lastOf(0), men;

    const point = (x, y) => {
      const man = men.find((one) => !one.gone && one.x === x && one.y === y);
      const all = new Set([game.spelling, native + other - game.spelling].map((how) => y === undefined ? '' : called(x, y, how)));
      pointed.textContent = [...all, ...(man ? [words.name(man)] : [])].join(' \u00b7 ');
    };

    // ---- going ----
    const go = (i, quietly) => {
      moves.choose(i, now, quietly);
      now = i;
      men = game.positionAt(i);
      const heading = words.heading(i, moves.move(i));
      live.textContent = [i ? `${heading}: ${[...words.say(i), ...moves.nags(i)].join('; ')}` : heading, ...moves.remarks(i)].join('. ');
      clocks.textContent = words.clocks(i);
      show(nodes[i], men, heading);
      if (!quietly) seek();
    };
    const goTo = (i) => { if (i >= 0) go(i); };
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

    // ---- what keys and buttons do, by their names ----
    const vary = (by) => () => goTo(game.sibling(now, by)), pan = (x, y) => () => view.pan(x * view.scale, y * view.scale);
    const larger = () => view.zoom(1.3);
    const acts = {
      ArrowLeft: () => goTo(nodes[now].up), ArrowRight: () => goTo(kids[now][0]), ArrowUp: vary(-1), ArrowDown: vary(1),
      Home: () => go(0), End: () => go(game.lastOf(now)), f: view.turnAround, 0: view.home, '+': larger, '=': larger, '-': () => view.zoom(0.77),
      ShiftArrowLeft: pan(-1, 0), ShiftArrowRight: pan(1, 0), ShiftArrowUp: pan(0, -1), ShiftArrowDown: pan(0, 1),
      position: () => copy(words.position(now, data.shift)), moves: () => copy(words.notation(moves.parts())),
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
    for (const e of stage.querySelectorAll('[title]')) set(e, { 'aria-label': e.title });
    set(moves.text, { click: (e) => goTo(moves.pick(e)) });
    set(stage, { click: (e) => acts[e.target.value]?.() });
    set(check, { change: seek });
    follow(box, view, data.size, point);
    root.classList.add('js');
    view.resize();
    respell(native);
    new ResizeObserver(view.resize).observe(box);
    return act;
  };

  // ---- the games of a page: each when it is opened ----
  let active = null;
  const open = (root) => { active = root.act ??= play(root); };
  for (const root of document.querySelectorAll('.game')) {
    set(root, { toggle: () => root.open && open(root) });
    for (const name of ['pointerdown', 'focusin']) root.addEventListener(name, () => { active = root.act || active; });
    if (root.open !== false) open(root);
  }
  document.addEventListener('keydown', (e) => {
    const typed = e.target.matches('textarea') || (e.key === ' ' && !e.target.matches('.m'));
    if (active && !typed && !e.ctrlKey && !e.altKey && !e.metaKey) active(e);
  });
})();
