#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

tables="games plies positions tags"
formats="tsv csv jsonl sql"

archive=$data/samples/archive.pgn

# ---- rows ----

@test "games have their tags, what the board says of them, and keys" {
    cp-table games -c number,line,White,plies,outcome,winner,valid,reason "$archive" >rows
    diff rows - <<'END'
number	line	White	plies	outcome	winner	valid	reason
1	1	Berg, Anna	7	checkmate	white	1	
2	15	Tal, Bo	19	stalemate		1	
3	26	Berg, Anna	6	none		1	
4	36	Dale, Cy	6	none		1	
5	46	Dale, Cy	16	none		1	
6	57	Berg, Anna	7	checkmate	white	1	
7	67	Guest	6	none		1	
END
    # the same moves, and another way to the same position
    cp-table games -c moves_key,last_key "$archive" >keys
    [ "$(sed -n 2p keys)" = "$(sed -n 7p keys)" ]
    [ "$(sed -n 4p keys | cut -f 2)" = "$(sed -n 5p keys | cut -f 2)" ]
    [ "$(sed -n 4p keys | cut -f 1)" != "$(sed -n 5p keys | cut -f 1)" ]
    cp-table games "$archive" | grep -v ^number | awk -F '\t' 'NF != 19' | not grep .
}

@test "columns of tags that are fields of a record have what the text has" {
    printf '[Variant "Trappist-1"]\n[Frame "classical"]\n[Setup "w: K (b2), R (g2); b: K (c9)"]\n[Rules "fifty-moves: false"]\n\n1. R(g2)-(g9)+ *\n' >s.txt
    run -0 --separate-stderr cp-table games -c Setup,Start,Frame,Rules,Trapdoor --trapdoor 7 s.txt
    [ -z "$stderr" ]
    [ "${lines[1]}" = $'w: K (b2), R (g2); b: K (c9)\tw: K (b2), R (g2); b: K (c9)\tclassical\tfifty-moves: false\t7' ]
    run -0 cp-table tags -c name,value --trapdoor 7 s.txt
    [ "$output" = $'name\tvalue\nVariant\tTrappist-1\nSetup\tw: K (b2), R (g2); b: K (c9)\nFrame\tclassical\nTrapdoor\t7\nRules\tfifty-moves: false' ]
}

@test "a column of a tag that no game has is told, with any number of workers" {
    for jobs in 1 2; do
        run -0 --separate-stderr cp-table games -c Whte,White,tag:own --jobs $jobs "$archive"
        [ "$stderr" = 'cp-table: note: no game has the tag that is asked for: --columns "Whte"; did you mean White? [tag-in-no-game]
cp-table: note: no game has the tag that is asked for: --columns "own" [tag-in-no-game]' ]
    done
    run -0 --separate-stderr cp-table plies -c Ply "$archive"
    [[ $stderr == *'--columns "Ply"; did you mean ply? [tag-in-no-game]' ]]
    run -0 --separate-stderr cp-table plies -c +White "$archive"
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-table games <<<'1. e4 *' # nobody asked for its White
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-table games -c Result <<<'1. e4 1-0' # what need be no tag
    [ -z "$stderr" ]
    [ "${lines[1]}" = 1-0 ]
    run -0 --separate-stderr cp-table games -c Whte <<<'' # of no games nothing is known
    [ -z "$stderr" ]
}

@test "plies have their move in every notation, and what stands around it" {
    cp-table plies -c game,ply,side,move,long,short,uci,piece,from,to,taken,promotion,check "$archive" |
        sed -n '/^5	1[23]/p; /^1	7/p; /^5	14/p' >rows
    diff rows - <<'END'
1	7	white	Qxf7#	Qh5xf7#	Qxf7#	h5f7	Q	h5	f7	P		#
5	12	black	exf2+	e3xf2+	exf2+	e3f2	P	e3	f2	P		+
5	13	white	Ke2	Ke1-e2	Ke2	e1e2	K	e1	e2			
5	14	black	fxg1=N+	f2xg1=N+	fxg1=N+	f2g1n	P	f2	g1	N	N	+
END
    cp-table plies -c ply,clock,spent,eval,nags,comment "$archive" | sed -n 2,8p >rows
    diff rows - <<'END'
1	180		0.3		
2	180				
3	178	4			
4	171.5	10.5			
5	175	5	-0.4		a trap,
6	80	93.5		4	and it works
7	176	1			
END
}

@test "time spent is what is said, and is not guessed without an increment" {
    printf '1. e4 {[%%clk 1:00:00]} e5 {[%%clk 1:00:00][%%emt 0:00:03.25]} 2. d4 {[%%clk 0:59:00]} exd4 {[%%clk 99]} *' |
        cp-table plies -c clock,spent | tail -n +2 >rows
    diff rows - <<'END'
3600	
3600	3.25
3540	
99	
END
    # what is no time is none
    for clock in 1:2:3:4 0:0:60 0:60:00 1::2 :5 -0:00:01 1e2 9999999999 1:29:59,5 5,9 '1:00:00 left'; do
        [ -z "$(printf '1. e4 {[%%clk %s]} *' "$clock" | cp-table plies -c clock | tail -n +2)" ]
    done
    printf '[TimeControl "3600"]\n1. e4 {[%%clk 1:00:00]} e5 {[%%clk 1:x]} 2. d4 {[%%clk 0:59:00.5]} *' |
        cp-table plies -c clock,spent | tail -n +2 | diff - <(printf '3600\t\n\t\n3540.5\t59.5\n')
}

@test "positions begin with the start and say who is there" {
    cp-table positions "$archive" | sed -n '2p; /^5	14/p; /^7	[01]	/p' >rows
    diff rows - <<'END'
1	0	95d9bfc14163c4b5	white	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1	32	QRRBBNNPPPPPPPP:QRRBBNNPPPPPPPP
5	14	fb8cdc7551b7afc9	white	rnbqk1nr/ppp2ppp/8/4P3/1BP5/8/PP2K1PP/RN1Q1BnR w kq - 0 8	27	QRRBBNPPPPPP:QRRBNNNPPPPPP
7	0	7d7c1eaeffb59797	white	8/8/8/4k3/8/4K3/4P3/8 w - - 0 1	3	P:
7	1	6a555bbfc9f9ad2e	black	8/8/8/4k3/8/3K4/4P3/8 b - - 1 1	3	P:
END
}

@test "tags are all there, in order, and repeated ones too" {
    printf '[White "A"]\n[Annotator "x"]\n[Annotator "y"]\n[FEN "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"]\n\n1. Kd3 *\n' >g.pgn
    cp-table tags g.pgn >rows
    diff rows - <<'END'
game	name	value
1	White	A
1	Annotator	x
1	Annotator	y
1	FEN	8/8/8/4k3/8/4K3/4P3/8 w - - 0 1
END
    cp-parse g.pgn | cp-table tags | diff rows -
    [ "$(cp-table games -c Annotator,FEN,ECO g.pgn | tail -n 1)" = 'x	8/8/8/4k3/8/4K3/4P3/8 w - - 0 1	' ]
}

@test "squares are text of any size, in the game's own frame" {
    far=1000000000000000000000000000000
    printf '[Variant "CoaIP"]\n[Setup "w: K (1,1), R (4,5); b: K (3,9)"]\n\n1. R(4,5)-(%s,5) K(3,9)-(3,8) *\n' $far >far.txt
    cp-table plies -c from,to,uci,short far.txt | sed -n 2p >row
    [ "$(cat row)" = "(4,5)	($far,5)		R($far,5)" ]
    cp-table positions -c fen far.txt | sed -n 3p | grep -F "R ($far,5)"
    cp-table plies -c from,to "$data/samples/games.txt" | tail -n 1
}

@test "what falls is told, and clocks of trapdoors are part of a position's key (R-TD-9)" {
    printf '[Variant "Trapdoor Chess"]\n[Trapdoor "1"]\n\n1. e4 e5 2. Nf3 (e4:e4) *\n' >doors.txt
    cp-table plies -c ply,falls doors.txt | tail -n 1 | diff - <(printf '3\te4\n')
    cp-table positions --variant trapdoor -c key doors.txt >with
    printf '1. e4 e5 2. Nf3 *\n' | cp-table positions --variant fide -c key >without
    [ "$(sed -n 2p with)" = "$(sed -n 2p without)" ]
    [ "$(sed -n 3p with)" != "$(sed -n 3p without)" ]
    cp-table plies -c move,piece,from,to,falls "$data/trapper/removals.txt" 2>/dev/null | awk -F '\t' '$5' | grep .
}

# bats test_tags=all
@test "positions and moves are those that cp-convert writes" {
    for file in $(ls "$data"/{fide,trapdoor,trapper,formation,rules}/*.txt | a_few); do
        cp-table positions -c fen -f jsonl "$file" 2>/dev/null | jq -r .fen >fens || true
        cp-convert --to fen --ply all "$file" 2>/dev/null | diff - fens
        cp-validate --only valid "$file" >valid.jsonl 2>/dev/null || true
        for style in long short; do
            cp-table plies -c $style -f jsonl valid.jsonl 2>/dev/null | jq -r .$style >moves || true
            cp-convert --style $style --to json valid.jsonl 2>/dev/null | jq -r '.moves[] | .move? // .' | diff - moves
        done
    done
}

# ---- keys ----

# what chessplane-record(5) says, by another program: columns fen and key; status 1: they differ
check_keys() {
    cat >keys.py <<'END'
import csv, re, sys
csv.field_size_limit(1 << 30)
M = (1 << 64) - 1
def on(h, n):
    x = (h + n + 0x9e3779b97f4a7c15) & M
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M
    x = (x ^ x >> 27) * 0x94d049bb133111eb & M
    return x ^ x >> 31
def number(n):
    if abs(n) < 1 << 62:
        return n & M
    h, a = 0, abs(n)
    while a:
        h, a = on(h, a & M), a >> 64
    return on(h, int(n < 0))
half = 0
def word(text, *numbers):
    h = half
    for b in text.encode():
        h = on(h, b)
    for n in numbers:
        h = on(h, number(n))
    return h
def square(text):
    return ord(text[0]) - 96, int(text[1:])
def of_fen(fen):
    board, turn, castling, *rest = fen.split()
    is_agents = len(rest) == 1  # 13/8k4/... b e3<e4 12
    key = word("black") if turn == "b" else 0
    rows = board.split("/")
    for rank, row in zip(range(len(rows), 0, -1), rows):
        file = 1
        for run in re.findall(r"\d+|.", row):
            if run.isdigit():
                file += int(run)
                continue
            side, letter = int(run.islower()), run.upper()
            first = not is_agents and letter == "P" and rank == (7 if side else 2)
            key += word(letter, side, int(first), file, rank)
            file += 1
    for pair in castling.replace("-", "").split(",") if is_agents else []:
        key += word("before", *(n for at in pair.split("<") for n in square(at))) if pair else 0
    for c in castling.replace("-", "") if not is_agents else "":
        key += word("castling", {"K": 8, "Q": 1}[c.upper()], 8 if c.islower() else 1)
    if not is_agents and rest[0] != "-":
        key += word("en passant", *square(rest[0]))
    return key & M
SQUARE = r"\((-?\d+),(-?\d+)\)"
def of_list(text):
    parts = dict(part.strip().replace(":", " ", 1).split(" ", 1) for part in text.split("; "))
    moved = re.findall(SQUARE, parts.get("moved", ""))
    key = word("black") if parts.get("turn") == "b" else 0
    for side, name in enumerate("wb"):
        for letter, file, rank in re.findall(r"([A-Z][a-z]?)? ?" + SQUARE, parts[name]):
            first = int(not letter and (file, rank) not in moved)
            key += word(letter or "P", side, first, int(file), int(rank))
    for file, rank in re.findall(SQUARE, parts.get("ep", "")):
        key += word("en passant", int(file), int(rank))
    return key & M
def check_lines(plies):
    global half
    lines = {}
    for row in plies:
        line = lines.setdefault(row["game"], [])
        moves = [square(row["from"]), square(row["to"])]
        line.append((moves, row["promotion"], row["long"].startswith("O-O")))
    for game, key in (line.split() for line in open("keys.tsv").read().splitlines()[1:]):
        got = ""
        for half in (0, 1):
            k = of_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            for moves, promotion, castles in lines[game]:
                for at in moves:
                    k = on(k, word("square", *at))
                low = half
                half = 0
                k = on(k, word(promotion)) if promotion else k
                k = on(k, word("castling")) if castles else k
                half = low
            got += "%016x" % k
        if got != key:
            sys.exit("game %s: %s is computed, not %s" % (game, got, key))
    print(len(lines))
count = 0
if sys.argv[1:]:
    check_lines(csv.DictReader(sys.stdin, delimiter="\t"))
    sys.exit()
for row in csv.DictReader(sys.stdin, delimiter="\t"):
    key = (of_list if row["fen"].startswith("w:") else of_fen)(row["fen"])
    if "%016x" % key != row["key"]:
        sys.exit("%016x is computed, not %s, of %s" % (key, row["key"], row["fen"]))
    count += 1
print(count)
END
    /usr/bin/python3 keys.py "$@"
}

generate() {
    "$extra/cp-generate" "$@"
}

# bats test_tags=all
@test "keys are those that the manual has anyone compute (R-FIDE-2, R-INF-2)" {
    # FEN does not tell a pawn that stands elsewhere and has its first move, as a list of pieces may
    cp-table positions -c key,fen,start "$archive" "$data"/fide/{castling,en-passant}*.txt 2>/dev/null |
        awk -F '\t' '$3 !~ /^w:/' | check_keys
    generate --variant fide --games 20 --plies 200 --seed 5 | cp-table positions -c key,fen | check_keys
    generate --variant trapper --games 10 --plies 80 --seed 5 | cp-table positions -c key,fen | check_keys
    generate --variant coaip --games 5 --plies 60 --seed 5 --far 40 | cp-table positions -c key,fen | check_keys
}

# bats test_tags=all
@test "keys are the same by every engine, of every seed, from text and from records" {
    { cat "$archive" "$data"/trapdoor/*.txt; generate --variant trapper --games 5 --plies 60 --seed 6
      generate --variant formation --games 5 --plies 60 --seed 6
      generate --variant trapdoor --games 5 --plies 200 --seed 6; } >all.txt
    columns=number,moves_key,start_key,last_key
    cp-table games -c $columns all.txt >games 2>/dev/null || true
    cp-table positions -c game,ply,key all.txt >positions 2>/dev/null || true
    [ "$(wc -l <positions)" -gt 1000 ]
    for try in CP_ENGINE=general CP_ENGINE=trees CP_SEED=1 CP_SEED=77; do
        env $try cp-table games -c $columns all.txt 2>/dev/null | cmp - games
        env $try cp-table positions -c game,ply,key all.txt 2>/dev/null | cmp - positions
    done
    cp-parse all.txt 2>/dev/null | cp-table games -c $columns 2>/dev/null | diff - games
    # the last position of a game that is played to its end is its last row
    cp-validate --only valid all.txt 2>/dev/null >valid.jsonl || true
    cp-table positions -c game,key valid.jsonl | awk '{ last[$1] = $2 } END { for (g in last) print g "\t" last[g] }' | sort >a
    cp-table games -c game,last_key valid.jsonl | sed '1s/last_//' | sort | diff - a
}

@test "a game's key is of its moves, however they are written, and not of what it says" {
    { generate --variant fide --games 20 --plies 300 --seed 9
      printf '\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O *\n'; } >games.pgn
    cp-table games -c number,moves_key games.pgn >keys.tsv
    cp-table plies -c game,from,to,promotion,long games.pgn >plies.tsv
    grep -q '	O-O' plies.tsv
    cut -f 4 plies.tsv | grep -q '[QRBN]$'
    check_keys lines <plies.tsv
    cp-convert --style long --to text "$archive" >long.pgn
    cp-convert --style uci --to text "$archive" >uci.pgn
    cp-table games -c moves_key "$archive" >keys
    cp-table games -c moves_key long.pgn 2>/dev/null | diff keys -
    cp-table games -c moves_key uci.pgn 2>/dev/null | diff keys -
    for pair in 'e8=Q+ e8=R+' 'Kd1 Kd2'; do
        for move in $pair; do
            printf '[FEN "7k/4P3/8/8/8/8/8/4K3 w - - 0 1"]\n1. %s *\n' "$move" | cp-table games -c moves_key | tail -n 1
        done | uniq -d | { ! grep .; }
    done
}

# ---- formats ----

@test "whatever a tag holds, Python and sqlite3 read it back from every format" {
    cat >make.py <<'END'
import json
values = ["a\tb", 'say "x"', "two\nlines", "cr\rlf\r\n", "it's; DROP TABLE games;--", "a,b", "",
          " blank ", "back\\slash \\t", "żółw 象 𝔸", "\x01\x1f\x7f", '"', "'", ",", "\\N", "NULL", "=1+1", "\u2028"]
games = [{"variant": "fide", "tags": {"White": v}, "moves": [{"move": "e4", "after": [v]}], "result": "*"} for v in values]
with open("games.jsonl", "w", encoding="utf-8") as out:
    for g in games:
        out.write(json.dumps(g) + "\n")
with open("values.json", "w", encoding="utf-8") as out:
    json.dump(values, out)
END
    cat >read.py <<'END'
import csv, json, sqlite3, sys
values = json.load(open("values.json", encoding="utf-8"))
def same(name, got):
    if got != values:
        sys.exit("%s: %s" % (name, [(a, b) for a, b in zip(got, values) if a != b] or len(got)))
for name, how in (("tsv", csv.excel_tab), ("csv", csv.excel)):
    with open("rows." + name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, how, strict=True))
    assert rows[0] == ["number", "White", "end"] and all(r[2] == "*" for r in rows[1:]), rows
    same(name, [row[1] for row in rows[1:]])
    assert [int(row[0]) for row in rows[1:]] == list(range(1, len(values) + 1))
same("jsonl", [json.loads(line)["White"] for line in open("rows.jsonl", encoding="utf-8", newline="\n")])
base = sqlite3.connect(":memory:")
base.executescript(open("rows.sql", encoding="utf-8", newline="").read())
same("sql", [row[0] for row in base.execute('SELECT "White" FROM games ORDER BY number')])
END
    /usr/bin/python3 make.py
    for format in $formats; do
        cp-table games -c 'number,White,result' -f $format games.jsonl | sed '1s/result/end/' >rows.$format
    done
    /usr/bin/python3 read.py
    # every line of CSV ends in CR LF
    cp-table positions -f csv "$archive" | awk '!/\r$/' | { ! grep .; }
    # comments as plain text, so that what is empty is not there
    cp-table plies -c comment -f jsonl games.jsonl | jq -r .comment | head -n 1 | diff - <(printf 'a\tb\n')
}

# bats test_tags=all
@test "sqlite3 reads the same values from its own statements and from TSV and CSV" {
    command -v sqlite3 || skip "sqlite3 is not installed"
    printf '[White "a\\"b, c"]\n[Black "it'\''s	x"]\n\n1. e4 {two\nlines} *\n' >g.pgn
    for table in $tables; do cp-table $table -f sql g.pgn "$archive"; done | sqlite3 -bail a.db
    for table in $tables; do
        cp-table $table -c game g.pgn >/dev/null
        cp-table $table -f csv g.pgn "$archive" >$table.csv
        cp-table $table g.pgn "$archive" >$table.tsv
        printf '.mode csv\n.import %s.csv %s\n.mode tabs\n.import %s.tsv %s_t\n' $table $table $table $table
    done | sqlite3 -bail b.db
    [ "$(sqlite3 a.db 'SELECT "White", "Black" FROM games WHERE number = 1')" = "a\"b, c|it's	x" ]
    for column in games.White games.moves_key tags.value plies.move plies.comment positions.fen; do
        ask="SELECT quote(coalesce(\"${column#*.}\", '')) FROM ${column%.*} ORDER BY rowid"
        sqlite3 a.db "$ask" >a
        sqlite3 b.db "$ask" | diff a -
        sqlite3 b.db "${ask/FROM ${column%.*}/FROM ${column%.*}_t}" | diff a -
    done
    [ "$(sqlite3 a.db 'SELECT count(*) FROM sqlite_master WHERE type = "index"')" -ge 7 ]
    [ "$(sqlite3 a.db 'SELECT typeof(number), typeof(valid), typeof(winner), typeof("White") FROM games WHERE number = 1')" = 'integer|integer|null|text' ]
}

# bats test_tags=all
@test "a NUL is kept by SQL and JSON, and shown by the others" {
    printf '{"variant":"fide","tags":{"White":"a\\u0000b'"'"'"},"moves":["e4"],"result":"*"}\n' >g.jsonl
    [ "$(cp-table tags -c value g.jsonl | tail -n 1)" = "a␀b'" ]
    [ "$(cp-table tags -c value -f csv g.jsonl | tail -n 1)" = "a␀b'"$'\r' ]
    [ "$(cp-table tags -c value -f jsonl g.jsonl)" = "{\"value\":\"a\\u0000b'\"}" ]
    [ "$(cp-table tags -c value -f sql g.jsonl | grep -a "^(")" = "('a'||char(0)||'b''');" ]
    # a CR before a line end within a value, which sqlite3 drops as it reads lines
    [ "$(echo '{"variant":"fide","tags":{"x":"a\r\nb\rc"},"moves":[]}' | cp-table tags -c value -f sql | grep -a -A 1 "^(")" = \
        $'(\'a\'||char(13)||\'\nb\'||char(13)||\'c\');' ]
    for format in $formats; do
        [ "$(cp-table tags -f $format g.jsonl | tr -d '\0' | wc -c)" = "$(cp-table tags -f $format g.jsonl | wc -c)" ]
        [ "$(CP_BATCH=16 cp-table tags -f $format --jobs 2 g.jsonl)" = "$(cp-table tags -f $format g.jsonl)" ]
    done
}

@test "SQL is one transaction, in batches, whatever the number of games" {
    copies 90 "$archive" >many.pgn
    cp-table games -f sql many.pgn >many.sql
    [ "$(grep -c '^INSERT' many.sql)" = 3 ]
    [ "$(head -n 1 many.sql)" = 'BEGIN;' ]
    [ "$(tail -n 1 many.sql)" = 'COMMIT;' ]
    # indexes are made of all rows at once
    [ "$(sed -nE 's/^(CREATE|INSERT|COMMIT).*/\1/p' many.sql | uniq | xargs)" = 'CREATE INSERT CREATE COMMIT' ]
    [ "$(cp-table games -f sql </dev/null | grep -c '^INSERT')" = 0 ]
    cp-table games -f sql </dev/null | tail -n 1 | grep -x 'COMMIT;'
    command -v sqlite3 || skip "sqlite3 is not installed"
    sqlite3 many.db <many.sql
    [ "$(sqlite3 many.db 'SELECT count(*), max(number) FROM games')" = '630|630' ]
    # what could not be read to its end leaves nothing behind
    run -3 cp-table games -f sql many.pgn "$BATS_TEST_TMPDIR"
    [[ "$output" != *COMMIT* ]]
}

# bats test_tags=all
@test "rows are the same with any number of workers, in every format" {
    { cat "$archive"; generate --variant fide --games 30 --plies 40 --seed 3; cat "$archive" "$data"/rules/*.txt
      generate --variant trappist-1 --games 10 --plies 20 --seed 3; } >many.txt
    for table in $tables; do
        for format in $formats; do
            cp-table $table -f $format many.txt >one 2>one.err || true
            for jobs in 2 5; do
                CP_BATCH=700 cp-table $table -f $format --jobs $jobs many.txt >some 2>some.err || true
                cmp one some
                cmp one.err some.err
            done
        done
    done
    [ -s one.err ]
}

# ---- the manual's questions ----

answers() { # answers COMMAND...: asked what the manual asks, one after another
    /usr/bin/python3 - "$top/cmd/cp-table.1" >questions.sql <<'END'
import re, sys
for block in re.findall(r"^\.EX\n(SELECT.*?)^\.EE", open(sys.argv[1]).read(), re.M | re.S):
    for mark, text in (("\\-", "-"), ("\\(aq", "'"), ("\\(dq", '"')):
        block = block.replace(mark, text)
    print(block)
END
    [ "$(grep -c ';$' questions.sql)" = 10 ]
    "$@" <questions.sql >answers
    diff answers - <<'END'
3
5
0-1|2
d4|2|0.0
e4|2|1.0
Nf3|1|0.5
e3|1|0.5
1|6
3|4
black|0-1|1
black|1/2-1/2|1
white|0-1|1
white|1-0|2
2|Tal, Bo|Dale, Cy
5|14|fxg1=N+
7|0
1|6|Nf6|93.5
1|4|Nc6|10.5
END
}

@test "ten questions to an archive are answered by sqlite3" {
    command -v sqlite3 || skip "sqlite3 is not installed"
    for table in $tables; do cp-table $table --format sql "$archive"; done | sqlite3 archive.db
    answers sqlite3 archive.db
}

@test "and by DuckDB, from the TSV as it is" {
    command -v duckdb || skip "duckdb is not installed"
    for table in $tables; do
        cp-table $table "$archive" >$table.tsv
        echo "CREATE VIEW $table AS FROM read_csv('$table.tsv', delim = '\t', header = true, quote = '\"', escape = '\"', sample_size = -1);"
    done >views.sql
    ask_duckdb() { cat views.sql - | duckdb -noheader -list :memory:; }
    answers ask_duckdb
}

# bats test_tags=all
@test "rows are of the games that --where chooses as cp-select does, with their numbers" {
    for where in 'won(/a/i)' 'checkmate or promotion' 'at(:9, capture and check)' 'not player(Berg)' 'valid'; do
        cp-select --where "$where" "$archive" | cp-table games -c White,moves_key >want
        [ "$(wc -l <want)" -gt 1 ]
        for jobs in 1 3; do
            CP_BATCH=100 cp-table games -c White,moves_key --where "$where" --jobs $jobs "$archive" >got
            cmp want got
        done
        cp-table plies -c game,ply --where "$where" "$archive" | sed 1d | cut -f 1 | sort -nu >plies
        cp-table games -c number --where "$where" "$archive" | sed 1d | cmp - plies
    done
    # what is told of a game is told once, and of others nothing
    printf '[White "A"]\n\n1. f3 e5 2. g4 Qh4 0-1\n\n[White "B"]\n\n1. f3 e5 2. g4 Qh4 1-0\n' >marks.pgn
    cp-table games -c warnings --where 'warned and white(A)' marks.pgn >got 2>err
    [ "$(paste -sd ' ' got)" = 'warnings 1' ]
    [ "$(grep -c mate-mark-missing err)" = 1 ]
}

# ---- a tree ----

@test "a tree has a row for each position that games reach, with what became of them" {
    cp-table tree --depth 1 -c ply,move,games,white_wins,black_wins,draws,elo,year,variant "$archive" >rows
    diff rows - <<'END'
ply	move	games	white_wins	black_wins	draws	elo	year	variant
0		6	2	2	2		2024	fide
0		1	0	0	1		2024	fide
1	e4	2	2	0	0		2024	fide
1	e3	1	0	0	1		2024	fide
1	d4	2	0	2	0		2024	fide
1	Nf3	1	0	0	1		2024	fide
1	Kd3	1	0	0	1		2024	fide
END
    # lines that meet are one position: its line is that of the first game there
    cp-table tree --depth 6 -c key,ply,line,games "$archive" | grep -F "$(printf 'd4 d5 c4 e6 Nf3 Nf6\t2')"
    cp-table tree --depth 6 -c line "$archive" | not grep -F 'Nf3 Nf6 c4 e6 d4 d5'
    [ "$(cp-table tree --depth 0 "$archive" | wc -l)" = 3 ]
    [ "$(cp-table tree </dev/null)" = "$(cp-table tree --depth 0 "$archive" | head -n 1)" ]
}

@test "of a tree's games each is counted once, with the ratings and the year that are known" {
    printf '[WhiteElo "2000"]\n[BlackElo "2101"]\n[Date "1999.??.??"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 1-0\n
[WhiteElo "?"]\n[BlackElo "0"]\n[Date "????.01.01"]\n\n1. Nf3! $5 Nf6 0-1\n
[WhiteElo " 1000 "]\n[Date "2001"]\n[Result "1/2-1/2"]\n\n1. Ng1f3\n
[Date "20011.01.01"]\n[BlackElo "-3"]\n\n1. h4 *\n' >games.pgn
    cp-table tree -c ply,line,move,games,white_wins,black_wins,draws,elo,year games.pgn 2>/dev/null >rows
    diff rows - <<'END'
ply	line	move	games	white_wins	black_wins	draws	elo	year
0			4	1	1	1	1700	2001
1	Nf3	Nf3	3	1	1	1	1700	2001
1	h4	h4	1	0	0	0		
2	Nf3 Nf6	Nf6	2	1	1	0	2051	1999
3	Nf3 Nf6 Ng1	Ng1	1	1	0	0	2051	1999
END
    # games of two variants never meet
    printf '1. e4 *\n\n[Variant "Trapdoor Chess"]\n\n1. e4 *\n' >two.pgn
    [ "$(cp-table tree -c ply,variant,games two.pgn | sed 1d | xargs)" = '0 fide 1 0 trapdoor 1 1 fide 1 1 trapdoor 1' ]
    printf '1. e4 *\n\n1. e4+ *\n\n1. e2-e4! *\n' >spelt.pgn
    [ "$(cp-table tree -c line,games spelt.pgn 2>/dev/null | tail -n 1)" = $'e4\t3' ]
}

@test "a tree's counts are those that positions have, grouped by their keys" {
    { copies 2 "$archive"; generate --variant fide --games 60 --plies 30 --seed 5
      generate --variant trappist-1 --games 20 --plies 20 --seed 5; cat "$data"/rules/*.txt; } >many.txt
    for depth in 3 20; do
        cp-table tree --depth $depth -c key,variant,games many.txt 2>/dev/null | sed 1d | sort >tree || true
        cp-table positions -c key,variant,game,ply many.txt 2>/dev/null |
            awk -F '\t' -v depth=$depth 'NR > 1 && $4 <= depth { at = $1 "\t" $2; n[at] += !seen[at, $3]++ }
                END { for (at in n) print at "\t" n[at] }' | sort >want || true
        [ "$(wc -l <want)" -gt $((depth * 20)) ]
        cmp want tree
    done
    # and the results, by another program
    command -v sqlite3 || skip "sqlite3 is not installed"
    { cp-table positions -c +result -f sql many.txt; cp-table tree -f sql many.txt; } 2>/dev/null | sqlite3 many.db
    [ -z "$(sqlite3 many.db "SELECT key, games, white_wins, black_wins, draws FROM tree WHERE ply < 20 EXCEPT
        SELECT key, count(*), total(result = '1-0'), total(result = '0-1'), total(result = '1/2-1/2')
        FROM (SELECT DISTINCT key, game, result FROM positions WHERE ply <= 20) GROUP BY key")" ]
}

# bats test_tags=all
@test "a tree is the same with any number of workers, and of the games that --where chooses" {
    { copies 20 "$archive"; generate --variant fide --games 60 --plies 40 --seed 4; cat "$data"/rules/*.txt; } >many.txt
    for format in $formats; do
        cp-table tree -f $format many.txt >one 2>one.err || true
        for jobs in 2 5; do
            CP_BATCH=700 cp-table tree -f $format --jobs $jobs many.txt >some 2>some.err || true
            cmp one some
            cmp one.err some.err
        done
    done
    for jobs in 1 3; do
        CP_BATCH=700 cp-table tree --jobs $jobs --where 'player(Tal)' many.txt | cut -f 5 | sed -n 2p | grep -x 40
    done
}

@test "a tree joins positions of a plane that are others shifted, where that is asked for" {
    local far=7777777777777777777777
    printf '[Variant "CoaIP"]\n[Setup "w: K (1,1), R (4,5); b: K (3,9)"]\n\n1. R(4,5)-(%s,5) K(3,9)-(3,8) *\n
[Variant "CoaIP"]\n[Setup "w: K (11,-2), R (14,2); b: K (13,6)"]\n\n1. R(14,2)-(%s,2) K(13,6)-(14,7) *\n' $far "${far%77}87" >far.txt
    [ "$(cp-table tree -c ply,games far.txt | sed 1d | xargs)" = '0 1 0 1 1 1 1 1 2 1 2 1' ]
    [ "$(cp-table tree --shifted -c ply,games far.txt | sed 1d | xargs)" = '0 2 1 2 2 1 2 1' ]
    # its key is that of the position whose lowest file and rank are 1
    cp-table tree --shifted -c key far.txt | sed -n 2,4p >keys
    cp-table positions -c key far.txt | sed -n 2,4p | cmp keys -
    # boards with edges have no shifts
    cp-table tree --shifted "$archive" >shifted
    cp-table tree "$archive" | cmp shifted -
}

@test "a tree is of all games, has columns of its own, and --depth is its own" {
    run -2 cp-table tree --columns game
    [[ "$output" == *'--columns "game"; did you mean games?'* ]]
    run -2 cp-table tree --columns White
    [[ "$output" == *'it takes key,ply,line,move,games,white_wins,black_wins,draws,elo,year,variant [option-value-wrong]'* ]]
    run -2 cp-table games --columns draws
    [[ "$output" == *'"draws" is of tree; here are '* ]]
    for option in --depth=3 --shifted; do
        run -2 cp-table positions $option "$archive"
        [[ "$output" == *'--depth and --shifted are for tree [options-disagree]'* ]]
    done
    run -2 cp-table tree --depth -1 "$archive"
    run -2 cp-table tree --parts 2 "$archive"
    [[ "$output" == *'tree: it is of all games'*'[parts-refused]'* ]]
    run -3 bash -c 'cp-table tree "$1" >/dev/full' - "$archive"
    run -3 cp-table tree no-such-file
    copies 200 "$archive" >many.pgn
    run -0 bash -c 'set -o pipefail; cp-table tree many.pgn | head -n 2; [ "${PIPESTATUS[0]}" = 0 ]'
}

@test "a game that cannot be played counts in a tree as far as it goes" {
    printf '1. e4 e5 2. Ke5 Nc6 1-0\n\n[Variant "nothing"]\n\n1. d4 *\n\n1. e4 1-0\n' >bad.pgn
    run -1 --separate-stderr cp-table tree -c ply,move,games bad.pgn
    [ "$(sed 1d <<<"$output" | xargs)" = '0 2 1 e4 2 2 e5 1' ]
    [[ "$stderr" == *"bad.pgn:1:13: error:"* ]]
    run -1 --separate-stderr cp-table plies -c ply bad.pgn
    [[ "$stderr" == *"bad.pgn:1:13: error:"* ]]
    # what stands behind the depth is not played
    printf '1. e4 e5 2. Ke5 *\n' | cp-table tree --depth 2 -c games | sed 1d | xargs | grep -x '1 1 1'
}

@test "a game of a hundred thousand plies is a tree, and memory follows positions, not games" {
    { printf '1. '; yes 'Nf3 Nf6 Ng1 Ng8' | head -n 25000 | tr '\n' ' '; echo '*'; } >long.pgn
    [ "$(timeout 20 cp-table tree --depth 100000 -c ply,games long.pgn 2>/dev/null | sed 1d | xargs)" = '0 1 1 1 2 1 3 1' ]
    [[ ${CP_BIN:-} != */asan/* && ${CP_BIN:-} != */tsan/* ]] || skip "sanitizers take memory of their own"
    copies 600 "$archive" >many.pgn
    few=$("$peak" cp-table tree "$archive")
    many=$("$peak" cp-table tree many.pgn)
    [ $((many - few)) -lt 3000 ] || { echo "$few kB, $many kB" && return 1; }
}

# ---- bad games, bad columns, bad places ----

@test "a game that cannot be played has rows as far as it goes, is told of, and ends in status 1" {
    printf '[White "A"]\n\n1. e4 e5 2. Ke5 Nc6 *\n\n[White "B"]\n\n1. d4 *\n\n[Variant "nothing"]\n[White "C"]\n\n1. d4 *\n' >bad.pgn
    for table in plies positions; do
        run -1 --separate-stderr cp-table $table -c game,ply bad.pgn
        [[ "$stderr" == *"bad.pgn:3:13: error:"* ]]
        [ "$(grep -c '^1' <<<"$output")" = $([ $table = plies ] && echo 2 || echo 3) ]
        [ "$(grep -c '^2' <<<"$output")" = $([ $table = plies ] && echo 1 || echo 2) ]
        [ "$(grep -c '^3' <<<"$output")" = 0 ]
    done
    run -1 --separate-stderr cp-table games -c number,White,plies,outcome,valid,reason bad.pgn
    diff <(echo "$output") - <<'END'
number	White	plies	outcome	valid	reason
1	A	2	none	0	cannot-reach
2	B	1	none	1	
3	C			0	variant-unknown
END
    run -1 --separate-stderr cp-table tags bad.pgn
    [ "$(grep -c White <<<"$output")" = 3 ]
}

# bats test_tags=all
@test "games are judged as cp-validate judges them" {
    for file in $(ls "$data"/{fide,endings,rules,trapdoor,trapper,falls}/*.txt | a_few); do
        cp-validate --warnings all "$file" >verdicts 2>errors || true
        cp-table games --warnings all -f jsonl "$file" >rows 2>said || true
        diff errors said
        jq -c '.verdict | if . then [.valid, .plies, .outcome, .winner, .warnings, .first_bad.reason] else empty end' verdicts >a
        jq -c 'if .outcome then [.valid, .plies, .outcome, .winner, .warnings, .reason] else empty end' rows >b
        [ "$(wc -l <a)" -ge "$(wc -l <b)" ]
        [ "$(wc -l <a)" != "$(wc -l <b)" ] || diff <(jq -c '.[0:5]' a) <(jq -c '.[0:5]' b)
    done
}

@test "columns that no table has are refused, with the nearest" {
    run -2 cp-table games --columns numbr
    [[ "$output" == *'--columns "numbr"; did you mean number? [option-value-wrong]'* ]]
    run -2 cp-table games --columns white
    [[ "$output" == *'did you mean White?'* ]]
    run -2 cp-table plies --columns fen
    [[ "$output" == *'"fen" is of positions; here are game,'* ]]
    run -2 cp-table tags --columns ''
    run -2 cp-table tags --columns 'game,,name'
    run -2 cp-table tags --columns 'tag:'
    run -2 cp-table games --columns White,White
    [[ "$output" == *'are one column'* ]]
    run -2 cp-table games --columns result,Result --format sql
    [[ "$output" == *'are one column in SQL'* ]]
    cp-table games --columns result,Result "$archive" >/dev/null
    cp-table games --columns tag:game,tag:x,game "$archive" 2>&1 | grep 'one column'
    [ "$(cp-table tags --columns +file,White "$archive" | head -n 1)" = 'game	name	value	file	White' ]
    [ "$(cp-table tags -c +file -c White "$archive" | head -n 1)" = 'game	name	value	file	White' ]
    [ "$(cp-table tags -c value,tag:a\"b -f sql "$archive" | sed -n 4p)" = '  "a""b" TEXT' ]
    run -2 cp-table
    [[ "$output" == *'[word-missing]'* ]]
    run -2 cp-table gmes "$archive"
    [[ "$output" == *'"gmes"; did you mean games? [word-missing]'* ]]
    cp-table --help | head -n 1 | grep -x 'usage: cp-table games|plies|positions|tags|tree \[OPTION\]... \[FILE\]...'
    cp-table --completion bash | bash -n
    cp-table --completion bash | grep -F "'games plies positions tags tree'"
    cp-table --completion zsh | grep -F '(games plies positions tags tree)'
}

@test "no more is found out than the columns ask for" {
    printf '1. e4 e5 2. Ke5 *\n' >bad.pgn
    cp-table games -c number,White,result bad.pgn
    cp-table tags bad.pgn
    run -1 cp-table games -c number,plies bad.pgn
}

@test "full disks, readers that go away and files that are no games end as everywhere" {
    for format in $formats; do
        run -3 bash -c 'cp-table positions -f "$1" "$2" >/dev/full' - $format "$archive"
    done
    copies 200 "$archive" >many.pgn
    run -0 bash -c 'set -o pipefail; cp-table positions many.pgn | head -n 2; [ "${PIPESTATUS[0]}" = 0 ]'
    run -3 cp-table games no-such-file
    printf 'before' >out.tsv
    run -3 cp-table games -o out.tsv "$archive" no-such-file
    [ "$(cat out.tsv)" = before ]
    cp-table games -o out.tsv "$archive"
    [ "$(wc -l <out.tsv)" = 8 ]
    [ "$(cp-table games </dev/null | wc -l)" = 1 ]
}

# bats test_tags=all
@test "a line of 100 MB, a comment of megabytes and a game that takes too much are told, and others have their rows" {
    { printf '{"variant":"fide","moves":["e4"],"x":"'; head -c "$(often 40000000 100000000)" /dev/zero | tr '\0' x; printf '"}\n'
      printf '{"variant":"fide","moves":["d4"]}\n'; } >long.jsonl
    run -1 --separate-stderr cp-table plies -c game,move long.jsonl
    [[ "$stderr" == *line-too-long* ]]
    [ "${lines[1]}" = '2	d4' ]
    { printf '1. e4 {'; head -c 3000000 /dev/zero | tr '\0' '"'; printf '} *\n'; } >comment.pgn
    [ "$(cp-table plies -c comment -f csv comment.pgn | tail -n 1 | wc -c)" = 6000004 ]
    [ "$(cp-table plies -c comment -f jsonl comment.pgn | jq -r '.comment | length')" = 3000000 ]
    # a piece 600 000 digits away, in each of many positions
    { printf '[Variant "CoaIP"]\n[Setup "w: K (1,1), R (4,5); b: K (3,9)"]\n\n1. R(4,5)-('
      head -c 600000 /dev/zero | tr '\0' 7; printf ',5) '
      for i in {1..30}; do printf 'K(3,9)-(3,8) K(1,1)-(1,2) K(3,8)-(3,9) K(1,2)-(1,1) '; done
      printf '*\n\n[Variant "fide"]\n\n1. e4 *\n'; } >far.txt
    run -1 --separate-stderr cp-table positions -c game,ply,fen -f sql far.txt
    [[ "$stderr" == *game-too-large* ]]
    echo "$output" | grep '^(2,1,.*);$'
    if command -v sqlite3; then
        echo "$output" | sqlite3 far.db
        [ "$(sqlite3 far.db 'SELECT count(*) FROM positions')" = 2 ]
    fi
}

# bats test_tags=all
@test "games of a hundred thousand tags, or of as many commands that never end, take no time" {
    { seq -f '[T%.0f "x"]' 0 99999; echo
      printf '1. '; yes 'Nf3 Nf6 Ng1 Ng8' | head -n 30000 | tr '\n' ' '; echo '*'; } >tags.pgn
    for table in $tables; do
        timeout 20 cp-table $table -c game,ZZZ,T99999 tags.pgn >rows 2>/dev/null
        [ "$(tail -n 1 rows)" = '1		x' ]
    done
    [ "$(wc -l <rows)" = 100001 ]
    { printf '1. e4 {'; head -c 3900000 /dev/zero | sed 's/\x00/[%a/g' | head -c 3900000; printf '} *\n\n1. e4 { '
      head -c 1000000 /dev/zero | tr '\0' ' '; printf 'x [%%a]'
      head -c 400000 /dev/zero | sed 's/\x00/[%a] /g'; printf 'y [%%b c] z ] } *\n'; } >comments.pgn
    timeout 20 cp-table plies -c clock,comment comments.pgn >rows
    [ "$(wc -c <rows)" -gt 3900000 ]
    [ "$(tail -n 1 rows)" = '	x y z ]' ]
}

@test "a position of trapdoors is told to be without its clocks, as everywhere" {
    printf '[Variant "Trapdoor Chess"]\n\n1. e4 *\n' >doors.txt
    run --separate-stderr -0 cp-table positions doors.txt
    [[ $stderr == *"which trapdoors are running [left-out]"* ]]
    run --separate-stderr -0 cp-table positions -c key doors.txt
    [ -z "$stderr" ]
}

@test "memory stays flat, however many games and rows" {
    [[ ${CP_BIN:-} != */asan/* && ${CP_BIN:-} != */tsan/* ]] || skip "sanitizers take memory of their own"
    copies 600 "$archive" >many.pgn
    for table in $tables; do
        few=$("$peak" cp-table $table -f csv "$archive")
        many=$("$peak" cp-table $table -f csv many.pgn)
        [ $((many - few)) -lt 3000 ] || { echo "$table: $few kB, $many kB" && return 1; }
    done
}

@test "an evaluation is pawns or moves to mate, with a depth or without" {
    local said
    for said in 0.35 -12 +0.35,20 '0.35, 20' '#-3' '#3,12'; do
        [ "$(printf '1. e4 {[%%eval %s]} *' "$said" | cp-table plies -c eval | tail -n +2)" = "${said%%,*}" ]
    done
    for said in 'mate 3' inf ½ +- 1.2.3 '#' '' 1,x '0.35 good'; do
        [ -z "$(printf '1. e4 {[%%eval %s]} *' "$said" | cp-table plies -c eval | tail -n +2)" ]
    done
}

@test "evaluations, depths and times are read as programs write them that let engines play" {
    printf '%s\n' '1. e4 {book} e5 {+0.38/19 1.2s} 2. Qh5 {-0.40/20 12s} Nc6 {[%eval 0.5,3]}' \
        '3. Bc4 {+M3/5 0.05s} Nf6 {-M2/7 0s} 4. Qxf7# {[%clk 0:10] +M1/9 0.5s, White mates} 1-0' |
        cp-table plies -c clock,spent,eval,depth | tail -n +2 >rows
    diff rows - <<'END'
			
	1.2	-0.38	19
	12	-0.40	20
		0.5	3
	0.05	#2	5
	0	#1	7
10	0.5	#1	9
END
    # the prose of a comment is what was written; Black may begin
    [ "$(printf '[FEN "4k3/8/8/8/8/8/8/4K2R b - - 0 1"]\n\n1... Kd7 {+0.10/4 1s} *' |
        cp-table plies -c eval,comment | tail -n +2)" = $'-0.10\t+0.10/4 1s' ]
    run -2 cp-table games -c depth /dev/null
    [[ $output == *'"depth" is of plies'* ]]
}

@test "the column move is what the record has: as written, but with the variant's letters" {
    printf '1. e2e4 e7-e5 2. Sg1f3 Sc6 *\n' >a.pgn
    for how in '--piece-letters de' '--piece-letters de --jobs 2'; do
        cp-table plies $how --columns move a.pgn | sed 1d | tr '\n' ' ' >got
        [ "$(cat got)" = 'e2e4 e7-e5 Ng1-f3 Nc6 ' ]
        [ "$(cp-parse $how a.pgn | jq -r '.moves | join(" ")') " = "$(cat got)" ]
    done
}

@test "pieces that are nobody's are not counted, and fields of a record are there without a tag" {
    cat >own.yaml <<'END'
id: own
name: Own
board: plane
window: "(1,1) (9,9)"
notation: numeric
pieces:
  K: {name: king, move: K, royal: true}
  Ob: {name: obstacle, neutral: obstacle}
setup: {white: {K: "(1,1)"}, black: {K: "(9,9)"}, neutral: {Ob: "(3,3) (4,4)"}}
END
    [ "$(cp-table positions --variant-file own.yaml -c ply,men <<<'1. K(2,1) *')" = $'ply\tmen\n0\t2\n1\t2' ]
    [ "$(cp-table games -c Variant,Result <<<'1. e4 1-0')" = $'Variant\tResult\nfide\t1-0' ]
}

@test "the column Frame has the frame that is guessed, as the record has" {
    local game=$'[Variant "trappist-1"]\n\n1. (5,2)-(5,4) (5,7)-(5,5) 2. (4,2)-(4,4) *' table
    for table in games plies positions tags; do
        run -0 --separate-stderr cp-table $table -c game,Frame <<<"$game"
        [ "$(sed -n 2p <<<"$output")" = $'1\tclassical' ]
        [[ $stderr == *'[frame-guessed]'* && $stderr != *'[tag-in-no-game]'* ]]
        [ "$(uniq <<<"$output")" = "$(cp-validate <<<"$game" 2>/dev/null | cp-table $table -c game,Frame | uniq)" ]
    done
    # a guess is no tag: rows are the same, whatever columns are asked for
    for column in '' ,Frame; do
        [ "$(cp-table tags -c name$column <<<"$game" 2>/dev/null | cut -f 1)" = $'name\nVariant' ]
    done
    [ "$(cp-validate <<<"$game" 2>/dev/null | cp-table tags -c name)" = $'name\nVariant\nFrame' ]
    [ "$(cp-table tags -c name,Frame <<<"[Frame \"diagram\"]$game" 2>/dev/null)" = $'name\tFrame\nVariant\tdiagram\nFrame\tdiagram' ]
    run -0 --separate-stderr cp-table games -c White,Frame <<<$'[Variant "trappist-1"]\n\n1. (13,10)-(13,12) *'
    [[ $output == $'White\tFrame\n\t' && $stderr != *frame-guessed* ]]
}

@test "games have the outcome, plies and winner of their verdict, whatever is wrong with them" {
    cat "$data"/rules/*.txt "$data"/endings/*.txt "$data"/frames/*.txt "$data"/notation/*.txt >all.txt
    printf '\n\n[Variant "fide"]\n[FEN "x"]\n\n1. e4 *\n\n[Variant "nosuch"]\n\n1. e4 *\n' >>all.txt
    cp-validate all.txt 2>/dev/null >all.jsonl || [ $? = 1 ]
    jq -c '.verdict | [.plies, .outcome, .winner, (.valid // false)]' all.jsonl >wanted
    cp-table games -c plies,outcome,winner,valid -f jsonl all.jsonl 2>/dev/null |
        jq -c '[.plies, .outcome, .winner, .valid]' >got || true
    diff wanted got
    [ "$(tail -n 2 got | xargs -0)" = '[0,"none",null,false]
[null,null,null,false]' ]
}
