#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: node=nodejs npm=npm sqlite3=sqlite3
# npm: chessops@0.15
# The tree of games against SQL over positions of chessops, which was written by others.
load ../scripts/family.bash

# openings, which meet again by many ways, and games by chance behind them
two_thousand_games() {
    awk -F '\t' 'NR > 1 && NR < 1700 {
        split("1-0 0-1 1/2-1/2 *", results, " ")
        result = results[NR % 7 % 4 + 1]
        printf "[Date \"%d.??.??\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[Result \"%s\"]\n\n%s %s\n\n",
            1900 + NR % 97, 2000 + NR % 41, 2100 + NR % 53, result, $3, result
    }' "$top/lib/annotate/openings.tsv"
    "$extra/cp-generate" --variant fide --games 400 --plies 30 --seed 5
}

@test "the tree of two thousand games is what SQL counts over the positions of chessops" {
    [ -d "$top/build/npm/node_modules/chessops" ] || skip "chessops is not here: scripts/test --all installs it"
    ln -s "$top/build/npm/node_modules" node_modules
    two_thousand_games >games.pgn
    [ "$(grep -c '^\[Result' games.pgn)" -ge 2000 ]
    cat >walk.mjs <<'END'
import fs from 'node:fs';
import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parsePgn } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
const name = (p) => makeFen(p.toSetup()).split(' ').slice(0, 4).join(' ');
const walk = (sans, each) => {
  const p = Chess.default();
  each(name(p));
  for (const san of sans) {
    p.play(parseSan(p, san));
    each(name(p));
  }
};
if (process.argv[2] === 'games')
  parsePgn(fs.readFileSync('games.pgn', 'utf8')).forEach((game, number) => {
    const tag = (name) => game.headers.get(name) ?? '';
    const elos = ['WhiteElo', 'BlackElo'].map(tag).filter(Boolean), year = parseInt(tag('Date'), 10) || '';
    walk([...game.moves.mainline()].map((node) => node.san).slice(0, 20), (position) =>
      console.log([number, position, tag('Result'), elos.length === 2 ? (+elos[0] + +elos[1]) / 2 : '', year].join('\t')));
  });
else
  for (const row of fs.readFileSync('tree.tsv', 'utf8').split('\n').slice(1).filter(Boolean)) {
    const [line, ...counts] = row.split('\t');
    let last = '';
    walk(line.split(' ').filter(Boolean), (position) => { last = position; });
    console.log([last, ...counts].join('\t'));
  }
END
    cp-table tree -c line,games,white_wins,black_wins,draws,elo,year games.pgn >tree.tsv
    node walk.mjs tree | sort >got
    node walk.mjs games >positions.tsv
    sqlite3 -bail -tabs :memory: >counted <<'END'
create table positions (game, position, result, elo, year);
.import positions.tsv positions
create table once as select distinct * from positions;
select position, count(*), sum(result = '1-0'), sum(result = '0-1'), sum(result = '1/2-1/2'),
    coalesce(cast(round(avg(nullif(elo, ''))) as integer), ''), coalesce(max(nullif(year, '')), '')
    from once group by position;
END
    sort counted | diff got - | head -20
    sort counted | cmp got -
    [ "$(wc -l <got)" -gt 5000 ]
}
