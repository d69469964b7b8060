#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: python3=python3 node=nodejs npm=npm mypy=mypy
# npm: chessops@0.15
# The module for Python against chessops, which was written by others, and its types.
load family.bash

module=$top/lib/api/python
setup() {
    cd "$BATS_TEST_TMPDIR"
    export CHESSPLANE_LIBRARY=$top/build/release/libchessplane.so.0 PYTHONPATH=$module PYTHONDONTWRITEBYTECODE=1
}

@test "a thousand games: each position and the number of its moves are what chessops says" {
    [ -d "$top/build/npm/node_modules/chessops" ] || skip "chessops is not here: scripts/test --all installs it"
    "$extra/cp-generate" --variant fide --games 1000 --plies 60 --seed 7 >random.pgn
    # a line of JSON for each game: where it starts, and of each position its FEN, its moves, and what is played there
    cat >walk.py <<'END'
import json
import sys
import chessplane

for path in sys.argv[1:]:
    for game in chessplane.read(path, variant='fide', told=lambda messages: None):
        if not game.check():
            continue
        walk, plies = game.copy(0), []
        for row in game.rows('plies', columns=['uci']) + [{'uci': None}]:
            board = walk.board
            plies.append([board.text, len(walk.legal()), board.is_check, board.outcome, row['uci']])
            if row['uci']:
                walk.make(row['uci'])
        assert walk.board.key == game.board.key, path
        print(json.dumps([path, game.number, plies]))
END
    cat >compare.mjs <<'END'
import fs from 'node:fs';
import { Chess } from 'chessops/chess';
import { parseFen, makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
const position = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
const moves = (p) => [...p.allDests()].reduce((sum, [from, to]) =>
  sum + [...to].reduce((n, square) => n + (p.board.getRole(from) === 'pawn' && (square < 8 || square >= 56) ? 4 : 1), 0), 0);
let games = 0, plies = 0;
for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [path, number, walk] = JSON.parse(line), p = position(walk[0][0]);
  walk.forEach(([fen, count, check, outcome, uci], ply) => {
    const mine = [makeFen(p.toSetup()), moves(p), p.isCheck(), p.isCheckmate(), p.isStalemate()];
    const theirs = [makeFen(position(fen).toSetup()), count, check, outcome === 'checkmate', outcome === 'stalemate'];
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
      console.log(path, number, ply, fen, mine, theirs);
      process.exit(1);
    }
    plies++;
    if (uci) p.play(parseUci(uci));
  });
  games++;
}
console.log(games, plies);
END
    /usr/bin/python3 -W error walk.py random.pgn "$data"/fide/*.pgn "$data"/fide/*.txt "$data"/pgn/*.pgn "$data"/samples/archive.pgn >walks.jsonl
    ln -s "$top/build/npm/node_modules" node_modules
    run -0 node compare.mjs <walks.jsonl
    echo "$output"
    read -r games plies <<<"$output"
    [ "$games" -ge 1000 ]
    [ "$plies" -ge 50000 ]
}

@test "types are right, and what is used wrongly is told" {
    printf '%s\n' 'import chessplane' 'for game in chessplane.read("x.pgn", variant="fide"):' \
        '    ply: int = game.check().plies' '    square: str = game.board.men[0].square' >right.py
    mypy --strict --no-error-summary "$module/chessplane.py" right.py
    printf '%s\n' 'import chessplane' 'x: int = chessplane.new("fide").board.men[0].square' >wrong.py
    run -1 mypy --strict "$module/chessplane.py" wrong.py
    [[ $output == *'wrong.py:2: error: Incompatible types'* ]]
}

@test "a hundred thousand games run in flat memory, and three thousand handles leave nothing" {
    CP_STREAMS=100 CP_HANDLES=1000 /usr/bin/python3 -W error "$module/chessplane_test.py" -k memory
}

# bats test_tags=night
@test "without libyaml the library judges every bundled variant and each game of testdata as it does with it" {
    lean=$top/build/release-lean/libchessplane.so.0
    env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$top" YAML=0 library
    not grep -q libyaml <(readelf -d "$lean")
    grep -q libyaml <(readelf -d "$top/build/release/libchessplane.so.0")
    for variant in "$top"/schemas/variants/*.yaml; do
        printf '[Variant "%s"]\n\n*\n\n' "$(sed -n 's/^id: *//p' "$variant")"
    done >starts.txt
    cat >judge.py <<'END'
import sys
import chessplane

for path in sys.argv[1:]:
    try:
        for game in chessplane.read(path, told=lambda messages: None):
            game.check()
            print(game.record)
    except chessplane.Refused as refused:
        print(refused)
END
    # (the tag Rules is for JSON alone then)
    mapfile -t games < <(grep -L '"rules"\|\[Rules' "$top"/testdata/*/*.txt "$top"/testdata/*/*.pgn "$top"/testdata/*/*.jsonl)
    [ "${#games[@]}" -gt 200 ]
    python3 judge.py starts.txt "${games[@]}" >wanted
    CHESSPLANE_LIBRARY=$lean python3 judge.py starts.txt "${games[@]}" >got
    cmp got wanted
    [ "$(wc -l <got)" -gt 1000 ]
    printf -- '---\nmoves: []\n' >game.yaml
    export CHESSPLANE_LIBRARY=$lean
    run -0 python3 -c 'import chessplane; print([*chessplane.read("game.yaml", told=lambda told: print(*told))])'
    [[ $output == 'game.yaml:1:1: error: '*'built without YAML'*'[]' ]]
}
