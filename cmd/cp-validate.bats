#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

@test "moves are judged by the rules, and refused in a player's words (R-INF-1 to R-INF-11, R-NOT-4 to R-NOT-8, R-NOT-12)" {
    family cp-validate rules
}

@test "chess by the laws of FIDE (R-FIDE-1 to R-FIDE-5)" {
    family cp-validate fide
}

# bats test_tags=all
@test "PGN in all its spellings, and positions in FEN (R-NOT-6 to R-NOT-8, R-NOT-13, R-FIDE-6)" {
    family cp-validate pgn
}

@test "boards of trapdoors: clocks, the order of a turn, legality, draws, planes (R-TD-1 to R-TD-9)" {
    family cp-validate trapdoor
}

@test "agents push, pull, swap and lead, and vanish on traps (R-TR-1 to R-TR-17)" {
    family cp-validate trapper
}

@test "blocks of knights move as one, and are told so (R-FORM-1 to R-FORM-6)" {
    family cp-validate formation
}

# bats test_tags=all
@test "rules of a platform, as a variant's or a game's own (R-INF-7, R-ICN-7 to R-ICN-14)" {
    family cp-validate platform
}

@test "how games end, and what each ending makes of a recorded result (R-END-1, R-END-3)" {
    family cp-validate endings
    CP_ENGINE=general family cp-validate endings
}

# bats test_tags=all
@test "a variant's own start may be an ending, also where nothing is looked at but moves (R-END-1)" {
    # $1: what White has, $2: what Black has
    variant() {
        sed -n '1,/^setup:/p' "$top/schemas/variants/fide.yaml" |
            sed 's/^id: .*/id: few/; s/^name: .*/name: Few/; /^aliases/,/]$/d; /^assumed/d'
        printf '  white: {%s}\n  black: {%s}\n' "$1" "$2"
        sed -n '/^# Proven/,$p' "$top/schemas/variants/fide.yaml"
    }
    # the messages with and without records, by both engines, are these
    says() {
        cat >want
        for engine in bitboards general; do
            CP_ENGINE=$engine cp-validate -q --variant-file few.yaml g.pgn 2>quiet || true
            CP_ENGINE=$engine cp-validate --variant-file few.yaml g.pgn 2>told >/dev/null || true
            diff want quiet
            diff want told
        done
    }
    game() { printf '[Variant "Few"]\n[Result "%s"]\n\n%s %s\n' "$2" "$1" "$2" >g.pgn; }
    variant 'K: e1' 'K: e8' >few.yaml
    game '' 1-0
    says <<'END'
g.pgn:4:2: warning: the game was drawn on the board, and the result is another: 1-0, but dead-position stands on the board: 1/2-1/2 [result-not-drawn]
END
    game '1. Kd2' 1/2-1/2
    says <<'END'
g.pgn:1: warning: the game goes on though neither side can mate any more: since ply 0 [dead-position-passed]
END
    variant 'K: e1, P: a2' 'K: e8, R: a3' >few.yaml # dead after two plies
    game '1. Kd2 Rxa2+ 2. Kc3 Rd2 3. Kxd2' 1/2-1/2
    says </dev/null
    game '1. Kd2 Rxa2+ 2. Kc3 Rd2 3. Kxd2' 0-1
    says <<'END'
g.pgn:4:33: warning: the game was drawn on the board, and the result is another: 0-1, but dead-position stands on the board: 1/2-1/2 [result-not-drawn]
END
    game '1. Kd2 Rxa2+ 2. Kc3 Rd2 3. Kxd2 Kd7' 1/2-1/2
    says <<'END'
g.pgn:4:28: warning: the game goes on though neither side can mate any more: since ply 5 [dead-position-passed]
END
    variant 'K: g6, Q: f1' 'K: h8' >few.yaml # stalemate in one
    game '1. Qf7' 1-0
    says <<'END'
g.pgn:4:8: error: the result contradicts the board: 1-0, but stalemate stands on the board: 1/2-1/2 [result-contradicted]
  also: in game 1
END
}

@test "a Termination tag that says mate or stalemate is compared with the board (R-END-3)" {
    game='1. f3 e5 2. g4 Qh4# 0-1'
    for word in Normal 'Dale won by checkmate' 'CHECKMATE' 'insufficient material' 'Teammate forfeits'; do
        printf '[Termination "%s"]\n\n%s\n' "$word" "$game" >g.pgn
        for pass in '' --strict; do
            run cp-validate -q $pass g.pgn
            [ "$status" -eq 0 ]
            [ -z "$output" ]
        done
        run bash -c "cp-parse g.pgn | cp-validate -q"
        [ "$status" -eq 0 ]
        [ -z "$output" ]
    done
    run cp-validate -q <<<'[Termination "White mates"] 1. e4 e5 *'
    [[ $output == *': "White mates", but neither mate nor stalemate stands on the board [termination-other]' ]]
    for word in 'Game drawn by stalemate' 'Stalemate'; do
        printf '[Termination "%s"]\n\n%s\n' "$word" "$game" >g.pgn
        for command in 'cp-validate -q g.pgn' 'cp-parse g.pgn | cp-validate -q' 'cp-validate g.pgn >r'; do
            run bash -c "$command"
            [ "$status" -eq 0 ]
            [ "$output" = "g.pgn:3:21: warning: the Termination tag names another end than the board shows: \"$word\", but checkmate stands on the board [termination-other]" ]
        done
        run cp-validate -q --strict g.pgn
        [ "$status" -eq 1 ]
    done
}

@test "numbers in a frame that nobody names (R-NOT-12)" {
    family cp-validate frames
}

# bats test_tags=all
@test "the frame that is found is the same in every tool, from text and from records, with any workers" {
    game=$data/frames/huygens-whole.txt
    game=$(<"$game")
    (quick; for _ in {1..40}; do printf '%s\n\n[Variant "huygens"]\n\n1. (5,4) *\n\n' "$game"; done) >many.txt
    cp-parse many.txt >many.jsonl
    for input in many.txt many.jsonl; do
        for tool in "cp-validate" "cp-annotate --add check" "cp-convert --style long" \
            "cp-convert --to letters" "cp-render --ply 1,last" "cp-convert --to fen"; do
            $tool --warnings all $input >one 2>one.err
            [ "$(grep -c 'classical \[frame-guessed\]' one.err)" = 40 ]
            $tool --warnings all --jobs 3 $input >several 2>several.err
            cmp one several
            cmp one.err several.err
        done
    done
    cp-validate many.txt 2>/dev/null | jq -c '[.frame, .verdict.valid]' | sort | uniq -c >got
    [ "$(cat got)" = '     40 ["classical",true]
     40 [null,true]' ]
    cp-convert --style short many.txt 2>/dev/null | cp-validate --quiet >out 2>&1
    cp-convert --to letters many.txt 2>/dev/null | cp-validate --quiet >>out 2>&1
    [ ! -s out ]
}

@test "the position of a fault survives the pipe" {
    cp "$data/rules/blocked.txt" .
    run bash -c 'cp-parse blocked.txt | cp-validate --quiet'
    [ "$status" -eq 1 ]
    [[ $output == "blocked.txt:4:4: error: path is blocked: R(g9)-(g12) meets P(g10) [path-blocked]"* ]]
}

@test "prose is one damage, told once, and counted as a game not judged" {
    printf '%s\n' 'Dear aunt, how are you? I like e9,' 'e4 best, and you?' '' '[Event "x"]' '' '1. e4 e5 *' >aunt.txt
    for jobs in 1 2; do
        run cp-validate --quiet --summary --jobs $jobs aunt.txt
        [ "$status" -eq 1 ]
        [ "$(grep -c ': error: ' <<<"$output")" -eq 2 ] # no variant, and no moves
        [[ $output == *'aunt.txt:1:1: error: this is no move: Dear [not-a-move]'* ]]
        [[ $output == *$'games             2\nplies             2\nvalid             1\nbad               1\n           1  not-a-move'* ]]
    done
    echo '1. e4 hello hello 2. Nf3 world *' | cp-validate --quiet >direct 2>&1 || true
    [ "$(grep -c 'this is no move' direct)" -eq 2 ] # a move between makes two of it
}

@test "no mark is missed in engines' moves, which have none (R-NOT-7)" {
    echo '1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5e5 *' >uci.pgn
    run cp-validate --quiet --strict uci.pgn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    echo '1. e2-e4 d7-d5 2. e4-d5 d8-d5 *' >long.pgn
    run cp-validate --quiet --strict long.pgn
    [ "$status" -eq 1 ]
    [[ $output == *"[capture-mark-missing]"* ]]
}

@test "what is told of tags is told at the same place behind a pipe, and counted" {
    printf '%s\n' '[Event "x"]' '[Variant "fide"]' '[White "z"]' '[White "y"]' '[SetUp "1"]' '' '1. e4 *' '' \
        '[Event "x"]' '[White "a"]' '[White "a"]' '[White "b"]' '[Result "1-0 ff"]' '[Varaint "fide"]' '' '1. e4 e5 += *' >tags.pgn
    run -1 --separate-stderr cp-validate tags.pgn
    printf '%s\n' "$stderr" >told
    jq .verdict.warnings <<<"$output" >counts
    [[ $stderr == *"tags.pgn:4:1: "*"tags.pgn:12:1: "*"tags.pgn:13:1: "* ]]
    cp-parse tags.pgn 2>/dev/null | cp-parse 2>/dev/null >tags.jsonl
    jq -se '.[1].source.repeated_tags == [null, "12:1"]' tags.jsonl
    run -1 --separate-stderr cp-validate tags.jsonl
    diff <(sed '/judgement-unusual/,+1d' told) <(printf '%s\n' "$stderr")
    jq .verdict.warnings <<<"$output" | diff counts -
}

@test "a tag's place survives the pipe, and a record's result has its own" {
    cat >tags.txt <<'END'
[Variant "coaip"]
[Rules "fifty: 1"]

1. (5,4)

[Variant "coaip"]
[Result "2-0"]

1. (5,4)

[Variant "trapdoor"]
[Trapdoor "soon"]

1. e4

[Variant "trapdoor"]
[Trapdoor "2"]
[Clocks "e5:1"]

1. e4
END
    run cp-validate --quiet tags.txt
    text=$output
    for place in 2:9 7:1 12:1 18:10; do
        [[ $text == *"tags.txt:$place: error"* ]]
    done
    run bash -c '{ cp-parse tags.txt | cp-annotate --strip all | cp-convert --to yaml; } 2>/dev/null | cp-validate --quiet'
    [ "$output" = "$text" ]
    printf -- '---\nvariant: coaip\ntags: {Result: "0-1"}\nmoves: ["(5,4)"]\nresult: 1-0\n' >hand.yaml
    run cp-validate --quiet hand.yaml
    [[ $output == *"hand.yaml:5:9: error: two different results"* ]]
    run bash -c "cp-convert --to json hand.yaml | cp-validate --quiet"
    [[ $output == *"hand.yaml:5:9: error: two different results"* ]]
}

@test "marks that do not fit are warnings, and errors under --strict (R-NOT-7)" {
    run cp-validate -q "$data/rules/marks.txt"
    [ "$status" -eq 1 ] # one game has an illegal move
    [[ $output == *"warning: a capture is not marked"* ]]
    run cp-validate -q --strict "$data/rules/marks.txt"
    [ "$status" -eq 1 ]
    [[ $output == *"error: a capture is not marked"* ]]
}

@test "who is named as taken is taken (R-TD-7)" {
    run cp-validate --quiet "$data/falls/long-style.txt"
    [ "$status" = 0 ]
    [[ $output == *":10:68: warning: another piece is taken than the one named: e7xBd8=Q+ [capture-other]"* ]]
    run cp-validate --strict --quiet "$data/falls/long-style.txt"
    [ "$status" = 1 ]
}

@test "a verdict names its first fault, strictness included, and a bad start as ply 0" {
    first_bad() { cp-validate "$@" 2>/dev/null | jq -c '.verdict.first_bad | [.ply, .reason, .at]'; }
    printf '[Variant "coaip"]\n\n1. N(6,3) x(5,5) 2. (9,99) *\n' >g.txt
    [ "$(first_bad g.txt)" = '[3,"cannot-reach","g.txt:3:21"]' ]
    [ "$(first_bad --strict g.txt)" = '[2,"capture-mark-wrong","g.txt:3:11"]' ]
    printf '[Variant "coaip"]\n\n1. (5,4) N (6,6) *\n' >g.txt
    [ "$(first_bad g.txt)" = '[null,null,null]' ]
    [ "$(first_bad --strict g.txt)" = '[2,"move-in-dialect","g.txt:3:10"]' ]
    printf '[Variant "coaip"]\n[Setup "w: K (1,1), Zz (2,2); b: K (9,9)"]\n\n1. e4 *\n' >g.txt
    [ "$(first_bad g.txt)" = '[0,"not-a-setup","g.txt:2:21"]' ]
}

@test "a bad start is named and told, however many warnings stand in the game" {
    local moves
    moves=$(printf 'e4ep %.0s' {1..1100})
    run --separate-stderr cp-validate <<<'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]'$'\n\n'"$moves*"
    [ "$status" -eq 1 ]
    [[ $output == *'"first_bad":{"ply":0,"move":"","reason":"start-no-white-king"'*'"at":"stdin:1:7"}'* ]]
    [[ $stderr == "stdin:1:7: error: White has no king"* ]]
}

@test "--only writes the good games, or the others" {
    cp-validate --only valid "$data/rules/blocked.txt" >good.jsonl 2>/dev/null || true
    cp-validate --only invalid "$data/rules/blocked.txt" >bad.jsonl 2>/dev/null || true
    [ "$(wc -l <good.jsonl)" -eq 1 ]
    [ "$(wc -l <bad.jsonl)" -eq 2 ]
    check_records good.jsonl bad.jsonl
    jq -e '.verdict.valid' good.jsonl
    jq -e '.verdict.valid | not' bad.jsonl
}

@test "--quiet says it by the exit status alone, and by messages" {
    run cp-validate --quiet "$data/samples/games.txt"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a verdict is renewed, not repeated" {
    cp-validate "$data/samples/games.txt" >once.jsonl
    cp-validate once.jsonl >twice.jsonl
    diff once.jsonl twice.jsonl
}

@test "--summary=json is one object, and the parts of an archive add up to the whole" {
    cp "$data"/rules/*.txt .
    cp-validate -q --summary=json ./*.txt 2>&1 | tail -n 1 >whole || true
    jq -e '.summary == "cp-validate" and .bad == .games - .valid and
        ([.reasons[]] | add) == .bad - .unjudged and .messages["path-blocked"] >= .reasons["path-blocked"]' whole
    for file in *.txt; do # messages go the same way, and are passed over
        cp-validate -q --summary=json "./$file" 2>"$file.sum" || true
    done
    cp-validate --join-summaries ./*.sum | cmp - whole
    cp-validate --join-summaries ./[a-m]*.sum >first
    cp-validate --join-summaries ./[n-z]*.sum | cp-validate --join-summaries first - | cmp - whole
    cp-validate -q --summary ./*.txt 2>&1 | sed -n '/^games  /,$p' >table || true
    cp-validate --join-summaries --summary whole | cmp - table
    CP_BATCH=300 cp-validate -q --jobs 3 --summary=json ./*.txt 2>&1 | tail -n 1 | cmp - whole
    cp-validate -q --summary --diagnostics jsonl ./*.txt 2>&1 | tail -n 1 | cmp - whole
}

@test "summaries have integers of any size, and fields that are not known are refused" {
    rest='"plies":0,"valid":0,"bad":0,"unjudged":0,"reasons":{"of-tomorrow":7},"warnings":0,"messages":{}}'
    echo "{\"summary\":\"cp-validate\",\"games\":9999999999999999999999999999,$rest" >big
    cp-validate --join-summaries big big | grep -q '"games":19999999999999999999999999998,.*"of-tomorrow":14'
    for wrong in "\"games\":-1,$rest" "\"games\":1e3,$rest" "\"games\":1,\"draws\":1,$rest" '"games":1}' "$rest"; do
        echo "{\"summary\":\"cp-validate\",$wrong" >wrong
        run --separate-stderr cp-validate --join-summaries big wrong
        [ "$status" = 1 ]
        [ -z "$output" ]
        [[ $stderr == *"[summary-bad]"* || $stderr == *"[bad-json]"* ]]
    done
    run --separate-stderr cp-validate --join-summaries /dev/null big
    [ "$status" = 1 ]
    [[ $stderr == "/dev/null: error: "*"no line of it begins as one [summary-bad]"* ]]
    for wrong in '--summary --diagnostics sarif' '--summary=text --diagnostics jsonl' '--summary=yaml'; do
        run -2 cp-validate -q $wrong big
    done
}

@test "problems: what does not solve them, what else does, and what is not decided, in its place" {
    mate='[FEN "1k6/8/2K5/8/8/8/8/7R w - - 0 1"]'
    problem() { printf '%s\n[Stipulation "%s"]\n\n%s *\n' "$@"; }
    run -0 --separate-stderr cp-validate --problems <<<"$(problem "$mate" '#2' '')"
    [[ $output == *'"valid":true'* ]]
    run -0 cp-validate -q --problems <<<"$(problem "$mate" '#2' 1.Ra1)"
    [ -z "$output" ]
    run -1 cp-validate -q --problems <<<"$(problem "$mate" '#2' 1.Rh7)"
    [[ $output == 'stdin:2:1: error: the problem has other solutions: Ra1 [problem-cooked]'*'stdin:4:3: error: the problem is not solved: "Rh7" is no #2 [problem-unsolved]'* ]]
    run -1 cp-validate -q --problems <<<"$(problem "$mate" '#1' '')"
    [[ $output == 'stdin:2:1: error: the problem is not solved: #1 [problem-unsolved]'* ]]
    # variations give other first moves that are meant, and without any one alone is
    queen='[FEN "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"]'
    run -1 cp-validate -q --problems <<<"$(problem "$queen" '#1' '')"
    [[ $output == 'stdin:2:1: error: the problem has other solutions: '*' [problem-cooked]'* ]]
    run -0 cp-validate -q --problems <<<"$(problem "$queen" '#1' '1.Qg7# (1.Qg8#) (1.Qh5#) (1.Qh6#) (1.Qh4#)')"
    # on the plane the given move is one of a run of lengths, of which the others are cooks
    for to in '(-3,4)' '(-3,99999999999999999999)' '(-3,-7)' '(-30,3)'; do
        run -1 cp-validate -q --problems <<<"$(problem '[Variant "coaip"]
[Setup "w: K (30,40), B (-6,6), R (-3,3), R (-40,1), R (-40,-1), R (1,50), R (-1,-50); b: K (0,0), R (5,90); turn w"]' '#1' "1.R$to#")"
        [[ $output == *': R(-3,3)-(-3,4)…∞#, R(-3,3)-(-2,3)…∞#, R(-3,3)-(-3,2)…∞#, '*' [problem-cooked]'* ]]
        [[ $output != *problem-unsolved* ]]
    done
    run -1 cp-validate -q --problems=1 <<<"$(problem "$mate" '#2' '')"
    [[ $output == *': #2: limit [problem-undecided]'* ]]
    run -1 cp-validate -q --problems <<<"$(problem "$mate" 'series' '')"
    [[ $output == *'"series" [stipulation-bad]'* ]]
    run -2 cp-validate -q --problems=soon queen.fen
    # of a problem that could not be read nothing is said
    run -1 cp-validate -q --problems <<<'BeginProblem Condition Circe Pieces White Kc6 Rh1 Black Kb8 Sti #1 end'
    [[ $output == *problem-refused* && $output != *problem-unsolved* ]]
    # games without a stipulation are judged as they are without the option
    diff <(cp-validate testdata/known/*.pgn 2>&1) <(cp-validate --problems testdata/known/*.pgn 2>&1)
}

@test "messages are counted by kind, told or not, kept or not, from text and from records" {
    { echo '1. e4 *' && yes '(Zz9' | head -n 1500 | tr '\n' ' '; } >many.pgn
    cp-validate -q --warnings none --summary=json many.pgn 2>&1 | tail -n 1 >got || true
    jq -e '.messages["not-a-move"] == 1500' got
    printf '1. e2xe4 e5 2. Nf3± *\n' >odd.pgn
    [ "$(cp-validate -qs odd.pgn 2>&1 | tail -n 4 | tr -s ' ')" = $'warnings 2\nmessages\n 1 capture-mark-wrong\n 1 judgement-unusual' ]
    [ "$(cp-parse odd.pgn 2>/dev/null | cp-validate -qs 2>&1 | tail -n 4 | tr -s ' ')" = $'warnings 2\nmessages\n 1 capture-mark-wrong\n 1 judgement-unusual' ]
}

@test "--summary counts games, plies and reasons" {
    run cp-validate -q --summary "$data/rules/blocked.txt"
    [ "$status" -eq 1 ]
    [[ $output =~ games\ +3 ]]
    [[ $output =~ valid\ +1 ]]
    [[ $output =~ 2\ +path-blocked ]]
}

# bats test_tags=all
@test "a position is named by its move too: 3w, 3b, 3..." {
    echo '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *' >g.pgn
    for each in 3w:5 3.:5 3b:6 3...:6 last:6; do
        [[ $(cp-validate --legal --ply ${each%:*} g.pgn | head -n 1) == *"after ply ${each#*:},"* ]]
        [ "$(cp-convert --to fen --ply ${each%:*} g.pgn)" = "$(cp-convert --to fen --ply ${each#*:} g.pgn)" ]
    done
    [ "$(cp-convert --to fen --ply 1w-2b g.pgn | wc -l)" = 4 ]
    printf '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 *\n' >late.pgn
    [[ $(cp-validate --legal --ply 7b late.pgn | head -n 1) == *"after ply 1,"* ]]
    run -1 cp-validate --legal --ply 6b late.pgn
    [[ $output == *"its first move has a higher number [no-such-ply]"* ]]
    run -1 cp-render --ply 6b late.pgn
    [[ $output == *"its first move has a higher number, in game 1 [ply-missing]"* ]]
    for wrong in x 0w 3-4 all -1 white marked 2.1.1 ''; do
        run -2 cp-validate --legal --ply "$wrong" g.pgn
    done
}

@test "--legal lists rays without end, and --ply another position" {
    printf '[Variant "coaip"]\n[Setup "w: K (1,1), R (2,2), N (9,9); b: K (30,30), P (2,9)"]\n\n1. N(8,7) *\n' >g.txt
    run cp-validate --legal --ply 0 g.txt
    [ "$status" -eq 0 ]
    [[ $output == *'R(2,2): up (2,3)…(2,8), xP(2,9), right (3,2)…∞, down (2,1)…∞, left (1,2)…∞'* ]]
    run cp-validate --legal g.txt
    [[ $output == *'Black to move'*'P(2,9): (2,8), (2,7)'* ]]
    run cp-validate --legal --ply 7 g.txt
    [ "$status" -eq 1 ]
    [[ $output == *'[no-such-ply]'* ]]
}

@test "no move is legal, or counted, once counting has ended a game (R-ICN-8)" {
    tags='[Variant "Chess"]\n[Rules "quiet-limit: 4"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - %s 1"]\n\n'
    printf "$tags*\n" 2 >open.txt
    printf "$tags*\n" 4 >ended.txt
    printf "$tags"'1. Kd1 Kd8 (1... Kf8 2. Kc1) *\n' 2 >played.txt
    [[ $(cp-validate --perft 4 open.txt | tail -n +2) == $'1 5\n2 25\n3 0\n4 0' ]]
    [[ $(cp-validate --perft 2 ended.txt | tail -n +2) == $'1 0\n2 0' ]]
    [[ $(cp-validate --legal ended.txt) == *'White to move, but too many plies without progress have ended the game' ]]
    run --separate-stderr cp-annotate --add legal-count played.txt
    [ "$(jq -c '[.. | .after? // empty] | flatten' <<<"$output")" = '["[%legal 5]","[%legal 0]","[%legal 0]"]' ]
    printf '[Variant "Chess"]\n[Rules "threefold-ends: true"]\n\n1. Nc3 Nc6 2. Nb1 Nb8 3. Nc3 Nc6 4. Nb1 Nb8 (4... e5 5. e4) *\n' >again.txt
    run --separate-stderr cp-annotate --add legal-count again.txt
    [ "$(jq -r '.moves[-1].after[0], .moves[-1].variations[0][].after[0]' <<<"$output")" = $'[%legal 0]\n[%legal 20]\n[%legal 31]' ]
    run cp-validate --perft 1 again.txt
    [[ $output == *', but a repetition has ended the game'$'\n1 0' ]]
}

@test "what is odd in a start is said once, by --legal too" {
    men=$(printf ', M %s4' a b c d e f g h i j k l m; printf ', M %s5' a b c d e f g h i j k l m)
    printf '[Variant "Trapper Chess"]\n[Setup "w: K (+5,2)%s; b: K i8"]\n\n*\n' "$men" >odd.txt
    cp-validate --quiet odd.txt 2>plain
    grep -q start-too-many plain
    grep -q number-unusual plain
    cp-validate --legal odd.txt 2>legal >list
    cmp plain legal
    cp-validate --perft 1 odd.txt 2>counted >list
    cmp plain counted
}

@test "--legal says once that the next man can be taken, and which cannot be passed" {
    printf '[Variant "coaip"]\n[Setup "w: K (1,1), R (5,5); b: K (30,30), N (5,6), N (8,5)"]\n\n*\n' >g.txt
    run cp-validate --legal g.txt
    [[ $output == *'R(5,5): xN(5,6), right (6,5)…(7,5), xN(8,5), down (5,4)…∞, left (4,5)…∞'* ]]
}

@test "--legal keeps a pinned man on its line, and a huygens to primes" {
    printf '[Variant "coaip"]\n[Setup "w: K (1,1), R (1,5); b: K (30,30), R (1,1000000000000000000)"]\n\n*\n' >g.txt
    run cp-validate --legal g.txt
    [[ $output == *'R(1,5): up (1,6)…(1,999999999999999999), down (1,4)…(1,2), xR(1,1000000000000000000)'* ]]
    printf '[Variant "trappist-1"]\n[Setup "w: K (1,1), Hu (5,5); b: K (30,30)"]\n\n*\n' >h.txt
    run cp-validate --legal h.txt
    [[ $output == *'Hu(e5): up primes (e10)…∞'* ]]
}

@test "coordinates of a thousand digits are ordinary (R-NOT-4)" {
    run cp-validate -q "$data/rules/distance.txt"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "lines of a board without edges cannot be counted" {
    printf '[Variant "coaip"]\n\n*\n' >plane.txt
    run cp-validate --perft 1 plane.txt
    [ "$status" -eq 1 ]
    [[ $output == *'[lines-endless]'* ]]
}

@test "wrong options end with 2, unreadable files and a full disk with 3" {
    run cp-validate --only some "$data/samples/games.txt"
    [ "$status" -eq 2 ]
    run cp-validate --ply x "$data/samples/games.txt"
    [ "$status" -eq 2 ]
    run cp-validate no-such-file
    [ "$status" -eq 3 ]
    run bash -c 'cp-validate "$1" >/dev/full' - "$data/samples/games.txt"
    [ "$status" -eq 3 ]
}

@test "a reader that goes away ends it quietly" {
    games=$(<"$data/samples/games.txt")
    (quick; for _ in {1..200}; do printf '%s\n\n' "$games"; done) >many.txt
    run bash -c 'cp-validate many.txt | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"'
    [ "$output" = 0 ]
}

@test "--perft counts lines as published, on boards with edges only" {
    cat >g.txt <<'END'
[Event "the usual start"]

1. e4 *

[FEN "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]

*
END
    run cp-validate --perft 3 --ply 0 g.txt
    [ "$status" -eq 0 ]
    [ "$output" = "# g.txt:1 after ply 0, White to move
1 20
2 400
3 8902
# g.txt:5 after ply 0, White to move
1 48
2 2039
3 97862" ]
    echo '{"variant":"coaip","moves":[]}' >plane.jsonl
    run cp-validate --perft 1 plane.jsonl
    [ "$status" -eq 1 ]
    [[ $output == *"lines cannot be counted on a board without edges"* ]]
    run cp-validate --perft 17 g.txt
    [ "$status" -eq 2 ]
}

# a distance of 1301 digits without small factors, and those of others
doubtful=1$(printf '%01299d' 3)3 beyond=1$(printf '%01299d' 4)2

hop() { # START MOVES
    printf '[Variant "Trappist-1"]\n[Setup "%s; b: K (9,9), (70,70)"]\n\n%s *\n' "$1" "$2"
}

@test "a huygens' jump whose length nobody can prove prime soon is undecided, and says why (R-INF-1)" {
    hop "w: K (1,1), Hu (0,3), (50,2)" "1. Hu(0,3)-($doubtful,3)" >far.txt
    run --separate-stderr cp-validate far.txt
    [ "$status" = 1 ]
    [[ $stderr == far.txt:4:4:*"a number of 1301 digits [prime-undecided]"* ]]
    [[ $output == *'"reason":"prime-undecided"'* ]]
    # 10^1300 + 35 is divided by 3: that is an answer
    hop "w: K (1,1), Hu (0,3), (50,2)" "1. Hu(0,3)-(${doubtful%33}35,3)" >far.txt
    run cp-validate --quiet far.txt
    [[ $output == *"= 3 x 33333"*"[not-prime]"* ]]
}

@test "where a check hangs on such a length the outcome is undecided, and so is the next move (R-INF-5)" {
    hop "w: K (1,1), Hu ($beyond,16), (50,2)" "1. Hu($beyond,16)-($beyond,9)" >check.txt
    run --separate-stderr cp-validate check.txt
    [ "$status" = 0 ]
    [[ $output == *'"outcome":"undecided"'* ]]
    [[ $stderr == check.txt:1:*"left open: 1301 digits [primes-doubted]"* ]]
    run --separate-stderr cp-validate --strict check.txt
    [ "$status" = 1 ]
    hop "w: K (1,1), Hu ($beyond,16), (50,2)" "1. Hu($beyond,16)-($beyond,9) (70,69)" >on.txt
    run cp-validate --quiet on.txt
    [ "$status" = 1 ]
    [[ $output == on.txt:4:*"[prime-undecided]"* ]]
    # in a variation it is that line's trouble, and the main line goes on
    hop "w: K (1,1), Hu ($beyond,16), (50,2)" "1. (50,3) (1. Hu($beyond,16)-($beyond,9) K(9,8)) 1... (70,69)" >tree.txt
    run cp-validate --quiet tree.txt
    [ "$status" = 0 ]
    [[ $output == *"[variation-illegal]"* ]]
    # from the start nobody knows whether the king could be taken
    hop "w: K (1,1), Hu ($beyond,9), (50,2)" "1. (50,3)" >start.txt
    run cp-validate --quiet start.txt
    [ "$status" = 1 ]
    [[ $output == start.txt:2:9:*"[prime-undecided]"* ]]
    # asking what is legal changes nothing, and tells the line without its first square
    run cp-annotate --add legal-count tree.txt
    [ "$status" = 0 ]
    run --separate-stderr cp-validate --legal --ply 0 tree.txt
    [[ $output == *"up primes ("* ]]
    hop "w: K (1,1), Hu (0,3), (1$(printf '%0997d' 0)453,3)" "" >gap.txt
    run --separate-stderr cp-validate --legal gap.txt
    [[ $output == *"right primes (e3)…("*"right primes beyond ("*")…∞"* ]]
    [[ $stderr == *"[primes-doubted]"* ]]
}

# ---- one diagnostic per damage ----

next_game() { printf '\n\n[Event "next"]\n\n1. e4 e5 2. Nf3 Nc6 *\n'; }

# once FILE SLUG: one error in all, of that kind, and the next game is whole
once() {
    run --separate-stderr -1 cp-validate "$1"
    [ "$(grep -c ': error: ' <<<"$stderr")" -eq 1 ]
    grep -q "error: .*\[$2\]\$" <<<"$stderr"
    jq -e 'select(.tags.Event == "next") | .verdict.valid and .verdict.plies == 4' <<<"$(tail -n 1 <<<"$output")"
}

@test "a royal piece that slides may slide out of what would be mate for a king" {
    cat >sliding.yaml <<'END'
id: sliding-king
name: Sliding King
board: {files: 8, ranks: 8}
notation: bare
pieces:
  K: {name: king, move: Q, royal: true}
  R: {name: rook, move: R}
setup:
  white: {K: a1}
  black: {K: h7, R: b8 c5}
END
    printf '%s\n' '[Setup "w: K a1; b: K h7, R b8, R c5; turn b"]' '' '1... Ra5+ *' >check.txt
    printf '%s\n' '[Setup "w: K a1; b: K h7, R b8, R c5; turn b"]' '' '1... Ra5+ 2. Kd1 *' >away.txt
    cp-validate --variant sliding-king --variant-file sliding.yaml check.txt away.txt >out
    [ "$(jq -r '[.verdict.outcome, .verdict.plies] | @tsv' out)" = $'none\t1\nnone\t2' ]
}

# bats test_tags=all
@test "a start of too many pieces is refused with that reason, and the next game is whole" {
    { printf 'w checkmate K0,-9|k0,9'; seq 400000 | awk '{ printf "|N%d,0", $1 }'; next_game; } >many.icn
    once many.icn game-too-large
    grep -q 'as one of more than some 300000 pieces' <<<"$stderr"
}

@test "mate of hundreds of kings at once is told, and the one square that saves two is found (R-ICN-12)" {
    outcome() { # WHITE BLACK
        printf '[Variant "site-coaip"]\n[Rules "royals: any"]\n[Setup "w: %s; b: K (0,900)%s"]\n\n*\n' "$@" |
            cp-validate | jq -r .verdict.outcome
    }
    kings=$(seq 3 3 1200 | sed 's/.*/, K (&,0)/' | tr -d '\n')
    [ "$(outcome "Q (-5,7)$kings" "${kings//,0)/,50)}")" = none ]
    [ "$(outcome "Q (-5,7)$kings" "$(sed 's/K/R/g; s/,0)/,50)/g' <<<"$kings")")" = checkmate ]
    [ "$(outcome 'Q (-5,12), K (3,0), K (-9,20)' ', R (3,50), R (60,20)')" = none ]
    [ "$(outcome 'Q (-5,11), K (3,0), K (-9,20)' ', R (3,50), R (60,20)')" = checkmate ]
}

# bats test_tags=all
@test "a picture is no text: one message, and the next game is whole (R-NOT-10)" {
    { printf '\377\330\377\340\0\020JFIF\0\001\001' && seq 20000 | gzip -n && next_game; } >picture.jpeg
    once picture.jpeg bad-bytes
    { printf '\211PNG\r\n\032\n\0\0\0\rIHDR' && seq 20000 | gzip -n && next_game; } >picture.png
    once picture.png bad-bytes
    { printf '[Event "hurt"]\n\n1. e4 e5 2. Nf3 ' && seq 2000 | gzip -n && next_game; } >hurt.pgn
    once hurt.pgn bad-bytes
    { cat "$(command -v cat)" && next_game; } >program
    once program bad-bytes
    cp-validate --jobs 2 picture.jpeg 2>two.err | cmp - <(cp-validate picture.jpeg 2>one.err)
    cmp one.err two.err
}

# bats test_tags=all
@test "a comment of 50 megabytes costs one message and no memory to speak of" {
    { printf '[Event "long"]\n\n1. e4 {' && head -c 50000000 /dev/zero | tr '\0' x && printf '} e5 *' && next_game; } >long.pgn
    once long.pgn game-too-large
    { printf '[Event "open"]\n\n1. e4 {and on' && next_game; } >open.pgn
    once open.pgn comment-open
}

@test "a game of two million half-moves costs one message and little memory" {
    { printf '[Event "long"]\n\n' && yes 'Nf3 Nf6 Ng1 Ng8' | head -n 500000 && printf '*' && next_game; } >long.pgn
    once long.pgn game-too-large
}

@test "variations of chess 10 000 deep are read, judged and written" {
    many() { yes "$1" | head -n 10000 | tr -d '\n'; }
    { printf '[Event "deep"]\n\n1. e4 ' && many '(1. d4 ' && many ') ' && printf 'e5 *' && next_game; } >deep.pgn
    cp-validate --quiet deep.pgn
    cp-convert --to pgn deep.pgn | cp-validate --quiet
    [ "$(cp-convert --to pgn deep.pgn | tr '\n' ' ' | grep -o '( *1\. d4' | wc -l)" -eq 10000 ]
}

@test "a delay of trapdoors that is asked for outweighs the game's own, which is told (R-TD-8)" {
    printf '[Variant "Trapdoor Chess"]\n[Trapdoor "2"]\n\n1. e4 e5 2. Nf3 Nc6 *\n' >two.txt
    run --separate-stderr cp-validate --quiet --trapdoor 3 two.txt
    [ "$status" = 0 ]
    [[ $stderr == 'two.txt:1: note: '*': 2, read as 3 [overridden]'* ]]
    run --separate-stderr cp-validate --quiet --trapdoor 2 two.txt
    [[ $status = 0 && $stderr != *overridden* ]]
}

@test "a half-move of digits alone never vanishes as a move's number (R-NOT-9)" {
    printf '[Variant "fide"]\n\n1. 5254 5755 2. 7163 *\n' >iccf.txt
    run --separate-stderr cp-validate iccf.txt
    [ "$status" = 1 ]
    [[ $stderr == 'iccf.txt:3:4: error: this is no move: 5254 [not-a-move]'* ]]
    jq -e '.moves == ["5254", "5755", "7163"]' <<<"$output"
    printf '[Variant "coaip"]\n\n1. (5,4) 12 (5,5) 33 *\n' >lone.txt
    run --separate-stderr cp-validate lone.txt
    [[ $status = 1 && $stderr == *'lone.txt:3:10: error: '*': 12 [not-a-move]'*'lone.txt:3:19: error: '*': 33 [not-a-move]'* ]]
    # numbers of moves, with dots or without
    for moves in '1 e4 e5 2 Nf3' '1 e4 1 e5 2 Nf3' '1.e4 e5 2.Nf3' '1) e4 e5 2) Nf3' '1. e4 (1 d4 d5 2 c4) 1... e5 2 Nf3'; do
        run --separate-stderr cp-validate --quiet <<<"$moves *"
        [ "$status" = 0 ]
        [ -z "$stderr" ]
    done
    run --separate-stderr cp-validate --quiet <<<'1. e4 e5 3. Nf3 Nc6 4 Bb5 *'
    [[ $status = 0 && $stderr == *':1:10: warning: '*'move-number-wrong'* && $stderr != *error* ]]
    printf '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"]\n\n17 e4 Kd7 18 e5 *\n' | cp-validate --quiet
}

@test "castling is near to its king's move" {
    run --separate-stderr cp-validate -q <<<'1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1'
    [[ $stderr == *'nearest legal moves: O-O, '* ]]
    run --separate-stderr cp-validate -q <<<'1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. Kc1'
    [[ $stderr == *'nearest legal moves: O-O-O, '* ]]
    run --separate-stderr cp-validate -q <<<'1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Nh4 Nf6 5. Kf1 Ng8 6. Kg2'
    [[ $stderr == *'nearest legal moves: '* && $stderr != *O-O* ]]
}

@test "a first number behind an empty line is another game's, at the beginning of a line it may be" {
    local hint='if another game begins here, end the one before with its result, or *' lane
    run --separate-stderr cp-validate <<<$'1. e4 e5\n\n1. d4 d5'
    [ "$(jq -c .moves <<<"$output")" = $'["e4","e5"]\n["d4","d5"]' ]
    [[ $status = 0 && $stderr == *':3:1: warning: '*'another game begins here, and the one before has no result [move-number-wrong]'* ]]
    run --separate-stderr cp-validate <<<$'1. e4 e5 2. d4\n\n1. d4 d5 2. c4 c6'
    [ "$(jq -c .plies <<<"$(jq .verdict <<<"$output")")" = $'3\n4' ]
    for lane in bitboards general; do # whether they are read fast or not
        CP_ENGINE=$lane cp-select --count <<<$'1. e4 e5\n\n1. d4 d5 *\n\n[White "x"]\n\n1. e4 *\n' >count 2>told
        [ "$(cat count)" = 3 ]
    done
    run --separate-stderr cp-validate -q <<<$'1. e4 e5\n1. d4 d5'
    [[ $stderr == *"$hint"* ]]
    run --separate-stderr cp-validate -q <<<$'1. e4 e5 1. d4 d5'
    [[ $stderr == *move-number-wrong* && $stderr != *'another game'* ]]
}

@test "a start in words with bare squares is one of chess, where no variant is named (R-NOT-13)" {
    run -1 --separate-stderr cp-validate <<<'[Setup "w: K e1, Q d4; b: K e8"] 1. Qa3 *'
    [[ $stderr != *variant-unsaid* ]]
    run -0 --separate-stderr cp-validate <<<'[Setup "w: K e1, Q d4, a2; b: K e8; turn w"] *'
    [ "$(jq -c '[.variant, .verdict.valid]' <<<"$output")" = '["fide",true]' ]
    [ "$(cp-validate <<<"$output" | jq -c '[.variant, .verdict.valid]')" = '["fide",true]' ]
    [ -z "$(jq -c 'del(.variant)' <<<"$output" | cp-validate -q 2>&1)" ] # as a record, too
    run -1 --separate-stderr cp-validate -q <<<'[Setup "w: K e1, M e3; b: K i8"] *'
    [[ $stderr == *M* && $stderr != *variant-unsaid* ]]
    run -1 --separate-stderr cp-validate -q <<<'[Setup "w: K (5,1), R (4,4); b: K (5,8)"] 1. R(4,5) *'
    [[ $stderr == *variant-unsaid* ]]
}

@test "a game illegal by its variant's name is told of another that is called so and has it legal (R-NOT-12)" {
    local ho='[Variant "Chess on an Infinite Plane with Huygens Option"]'
    run -1 --separate-stderr cp-validate -q <<<"$ho 1. (f11) (f14) 2. R(g9)-(a9) R(a16) *"
    [[ $stderr == *'as a game of trappist-1, which some call so too, it is legal to its end'* ]]
    run -1 --separate-stderr cp-validate -q <<<"$ho 1. (f11) (f14) 2. R(g9)-(a9) R(a17) *"
    [[ $stderr != *'which some call so'* ]]
    run -0 --separate-stderr cp-validate -q <<<"$ho 1. (5,4) (3,5) 2. N(6,3) *"
    [[ $stderr == *frame-guessed* && $stderr != *trappist* ]]
    run -1 --separate-stderr cp-validate -q <<<'[Variant "coaip"] 1. (f11) (f14) 2. R(g9)-(a9) R(a16) *'
    [[ $stderr != *'which some call so'* ]]
}

@test "words alone are told as no moves, and no variant is asked for them" {
    local text
    run -0 --separate-stderr cp-validate --quiet <<<'Hello World'
    [[ $stderr == 'stdin:1:1: warning: no moves, passed over: line 1 [no-moves]'* ]]
    for text in '1. Hello World' '１．ｅ４' '{"moves":["Hello","World"]}' '{"moves":"e4 e5"}'; do
        run -1 --separate-stderr cp-validate --quiet <<<"$text"
        [[ $stderr == *error* && $stderr != *variant-unsaid* ]]
    done
    for text in '1. Hello (5,4) *' '1. Z(5,4) *' '{"moves":["Hello","(5,4)"]}'; do
        run -1 --separate-stderr cp-validate --quiet <<<"$text"
        [[ $stderr == *variant-unsaid* ]]
    done
}

@test "where a piece of one's own stands, an origin is shown if it could be meant" {
    shows() { run -1 cp-validate --quiet <<<"$1"; [[ $output == *"stands there: $2 ["* ]]; }
    shows '1. a2 *' 'a2, where Pa2 stands'
    shows '[Variant "coaip"] 1. (d1) *' '(d1), where Q(d1) stands'
    shows '1. Bb1 *' 'Bb1, where Nb1 stands'
    shows '1. Nd2 *' 'Nd2: Nb1-d2, where Pd2 stands'
    shows '1. g2xf2 *' 'g2xf2: g2-f2, where Pf2 stands'
}

@test "a result right behind a result is told, and makes no game" {
    for engine in general bitboards; do
        export CP_ENGINE=$engine
        run --separate-stderr cp-validate --summary <<<'1. e4 e5 1-0 0-1'
        [[ $status = 1 && $stderr == *':1:14: error: two different results are given: 1-0 and 0-1 [result-split]'*'1:10: the first'* ]]
        [ "$(jq -r .result <<<"$output")" = 1-0 ]
        run --separate-stderr cp-validate <<<'1. e4 e5 1-0 1-0'
        [[ $status = 0 && ${#lines[@]} = 1 && $stderr == *':1:14: warning: '*': 1-0 is given twice [result-unusual]'* ]]
    done
    # games on one line, and a comment in front of the next
    [ "$(printf '1. e4 1-0 1. d4 0-1 {x}\n{y}\n\n{z}\n1. c4 *\n' | cp-validate | jq -r .result | xargs)" = '1-0 0-1 *' ]
}

@test "moves on the line of a result are a game of their own (R-NOT-10)" {
    for engine in general bitboards; do
        export CP_ENGINE=$engine
        for moves in 'Nf3 Nc6' '2. Nf3 Nc6' '{so} Nf3 Nc6' '♘f3 ♞c6' '2... Nf3'; do
            [ "$(cp-parse 2>/dev/null <<<"1. e4 e5 1-0 $moves *" | wc -l)" = 2 ]
        done
        # archives as people write them
        for games in '1. e4 e5 1-0 1. d4 d5 0-1 1 c4 *' $'1. e4 e5 1-0\n1. d4 d5 0-1' $'e4 e5 1-0\nd4 d5 *' \
            $'1. e4 1-0\n\n1-0\n\n*' '1. e4 1-0 {won}' $'1. e4 1-0 ; won\nd4 *' $'1. e4 1-0 {so\n} d4 *'; do
            [ -z "$(cp-validate --quiet <<<"$games" 2>&1)" ]
        done
    done
}

@test "an x within the parentheses of a square is its file, and the capture that may be meant is told" {
    local start='[Variant "coaip"] [Setup "w: K (1,1), R (8,5), (4,4), N (7,4); b: K (30,30), N (5,5)"]'
    local hint='all letters in parentheses are the file: the capture is written'
    for move in 'N(xe5)=Nx(e5)' '(xe5)=x(e5)' '(dxe5)=x(e5)' 'N(gxe5)=Nx(e5)'; do
        run -1 cp-validate --quiet <<<"$start 1. ${move%%=*} *"
        [[ $output == *": ${move%%=*}: "*'[cannot-reach]'*"also: $hint ${move#*=}"$'\n'* ]]
    done
    for move in 'N(xe6)' 'K(xe5)' '(fxe5)'; do
        run -1 cp-validate --quiet <<<"$start 1. $move *"
        [[ $output != *"$hint"* ]]
    done
    # a rook may go there, and does
    run -0 cp-validate --quiet --strict <<<"$start 1. R(xe5) *"
    [[ $output == *': note: '*': R(xe5); the capture is written Rx(e5) [capture-perhaps]'* ]]
    [ "$(cp-convert --style long --to numeric <<<"$start 1. R(xe5) *" 2>/dev/null | grep '^1')" = '1. R(8,5)-(629,5) *' ]
    for move in 'R(629,5)' 'R(x5)' 'Rx(e5)' 'R(h5)-(xe5)' 'N(i5)'; do
        [ -z "$(cp-validate --quiet <<<"$start 1. $move *" 2>&1)" ]
    done
}

@test "a tag given twice with other words is told, and the first counts in every tool" {
    printf '[White "a"]\n[White "b"]\n[Black "c"]\n[Black "c"]\n[Stage "1"]\n[Stage "2"]\n\n1. e4 *\n' >two.pgn
    for engine in general bitboards; do
        export CP_ENGINE=$engine
        run --separate-stderr cp-validate --quiet two.pgn
        [ "$status" = 0 ]
        [[ $stderr == 'two.pgn:2:1: warning: '*': [White "b"] beside a [tag-idle]'* ]]
        [ "$(grep -c tag-idle <<<"$stderr")" = 2 ]
        [[ $stderr == *'two.pgn:6:1: '*'[Stage "2"]'* ]]
        [ "$(cp-select --tag White=a two.pgn 2>/dev/null | wc -l)" = 1 ]
        [ -z "$(cp-select --tag White=b two.pgn 2>/dev/null)" ]
        [[ $(cp-table games --columns White two.pgn 2>/dev/null) == *a ]]
        cp-parse two.pgn 2>/dev/null >two.jsonl
        run --separate-stderr cp-validate --quiet two.jsonl
        [[ $status = 0 && $(grep -c tag-idle <<<"$stderr") = 2 ]]
    done
}

# bats test_tags=all
@test "variants are listed, and the file of each is a template to start from" {
    cp-validate --list-variants >list
    grep -qx "coaip	Chess on an Infinite Plane	plane	chess" list
    grep -qx "trapper	Trapper Chess	13x9	agents" list
    # those of the plane, of a site, with edges: each of these groups once
    [ "$(awk -F '\t' '{ print $1 ~ /^site-/ ? "site" : $3 == "plane" ? $3 : "edges" }' list | uniq | paste -sd ' ')" = 'plane site edges' ]
    [ "$(awk -F '\t' '$3 ~ /^[0-9]+x[0-9]+$/' list | wc -l)" -ge 50 ]
    [ "$(grep -c '^site-' list)" = 22 ]
    grep -q '^All 21 set..ups of the site' "$top/cmd/chessplane.7" # and site-position
    mkdir shown
    while IFS=$'\t' read -r id _; do
        cp-validate --show-variant "$id" >"shown/$id.yaml"
    done <list
    diff -r shown "$top/schemas/variants"
    sed 's/^id: .*/id: mine/; s/^name: .*/name: Mine/' shown/site-core.yaml >mine.yaml
    printf '[Variant "Mine"]\n\n1. (1,2)-(1,3) *\n' >game.txt
    cp-validate --variant-file mine.yaml --quiet game.txt
    run --separate-stderr cp-validate --show-variant chess960x
    [ "$status" = 2 ]
    [[ "$stderr" == *"--list-variants names them"* ]]
}

@test "a platform's own variants are played where a game names them, never guessed (R-ICN-7 to R-ICN-9)" {
    printf '[Variant "site-coaip"]\n\n1. N(7,1)-(8,3) N(7,8)-(8,6) 2. (7,2)-(7,3) (7,7)-(7,6) 3. B(6,1)-(7,2) B(6,8)-(7,7) 4. O-O O-O *\n' >site.txt
    cp-validate --quiet site.txt
    cp-validate --quiet --jobs 2 site.txt site.txt
    printf '1. N(7,1)-(8,3) N(7,8)-(8,6) *\n' >unnamed.txt
    run --separate-stderr cp-validate --quiet unnamed.txt
    [[ "$stderr" != *site-* ]]
    [ "$(cp-select --variant site-coaip --count site.txt unnamed.txt 2>/dev/null)" = 1 ]
    [ "$(cp-select --position 'w: K (7,1)' --count site.txt 2>/dev/null)" = 0 ]
}

@test "a preset is played by its inventor's rules where they are asked for (R-ICN-3)" {
    printf '[Variant "site-coaip-ho"]\n\n1. Hu(0,0)-(0,3) *\n' >slides.txt
    printf '[Variant "site-coaip-ho"]\n\n1. Hu(0,0)-(0,5) *\n' >jumps.txt
    cp-validate --quiet slides.txt
    run ! cp-validate --quiet --rules inventor slides.txt
    cp-validate --quiet --rules inventor jumps.txt
    # what it was played by goes with it
    cp-validate --rules inventor jumps.txt 2>/dev/null >inventor.jsonl
    grep -q '"rules":{"castling":"none","quiet-limit":0,"threefold-ends":false,"primes":5,"passes-promotion":false,"en-passant-promoted":false}' inventor.jsonl
    cp-validate --quiet inventor.jsonl
    # the game's own outweigh them, and other variants know none
    printf '[Variant "site-coaip-ho"]\n[Rules "primes: {least: 2, blocked: true}"]\n\n1. Hu(0,0)-(0,3) *\n' >own.txt
    cp-validate --quiet --rules inventor own.txt
    printf '1. e4 e5 *\n' | cp-validate --quiet --rules inventor
    run --separate-stderr cp-validate --rules nobody own.txt
    [ "$status" = 2 ]
}

@test "what is proven unable to mate is told, and the site's table ends games where its rules are asked for (R-ICN-8, R-ICN-14)" {
    local setup='[Setup "w: K (1,1), Q (5,2); b: K (9,9), R (8,2), N (20,30); moved (1,1) (9,9) (8,2)"]'
    printf '[Variant "site-core"]\n%s\n\n1. Q(5,2)x(8,2) K(9,9)-(9,10) *\n' "$setup" >queen.txt
    cp-validate queen.txt >usual.jsonl
    grep -q '"outcome":"none"' usual.jsonl
    run -1 --separate-stderr cp-validate --rules site queen.txt
    [[ "$output" == *'"rules":{"insufficient-material":true}'*'"outcome":"insufficient-material"'* ]]
    [[ "$stderr" == *'queen.txt:4:17: error: the game is already over: K(9,9)-(9,10): since ply 1 [game-over]'* ]]
    # the game's own say otherwise
    sed 's/^\[Setup/[Rules "insufficient-material: false"]\n&/' queen.txt | cp-validate --strict --quiet --rules site
    sed 's/, N (20,30)//; s/^\[Setup/[Rules "dead-positions: true"]\n&/' queen.txt >dead.txt
    run -0 --separate-stderr cp-validate dead.txt
    [[ "$output" == *'"outcome":"dead-position"'*'"insufficient_material":true'* ]]
    [[ "$stderr" == *'dead.txt:5:4: warning: '*'since ply 1 [dead-position-passed]'* ]]
}

@test "--rules that a variant does not say change nothing, and that is told (R-ICN-15)" {
    local jobs
    for jobs in 1 2; do
        run -0 --separate-stderr cp-validate --jobs "$jobs" --rules site --quiet --strict <<<'1. e4 e5 *'
        [[ "$stderr" == 'stdin:1: note: --rules changes nothing in this variant, which says no such rules: fide [rules-idle]'* ]]
    done
    run -0 --separate-stderr cp-validate --rules inventor --quiet <<<'[Variant "Palace"] 1,2>1,3'
    [[ "$stderr" == *'site-palace [rules-idle]'* ]]
    run -0 --separate-stderr cp-validate --rules site --quiet <<<'[Variant "Palace"] 1,2>1,3'
    [ -z "$stderr" ]
}

# In each game the move before stands in the place of another: its piece is not there any more.
# To ./plies: which half-move that is, a line a game.
spoil() {
    awk 'BEGIN { RS = ""; ORS = "\n\n" }
        NR % 2 { print; next }
        {
            count = split($0, word, /[ \n]+/)
            moves = 0
            for (i = 1; i < count; i++)
                if (word[i] !~ /^[0-9]+\.+$/) at[++moves] = i
            k = moves < 2 ? 1 : 2 + NR * 7 % (moves - 1)
            before = k > 1 ? word[at[k - 1]] : "O"
            word[at[k]] = before ~ /^O/ ? "N(999,999)-(998,997)" : before
            game = word[1]
            for (i = 2; i <= count; i++) game = game " " word[i]
            print game
            printf "%d\n", k >"plies"
        }'
}

# CP_PRESET_GAMES=1000 plays more than the usual number of games.
# bats test_tags=all
@test "games of every preset of a platform are played, and a bad move in each is named at its ply" {
    variants=$(cp-validate --list-variants | grep '^site-' | cut -f 1)
    for variant in $variants; do
        "$CP_EXTRA/cp-generate" --variant "$variant" --games "${CP_PRESET_GAMES:-2}" --plies 40 --seed 7 >games.txt
        cp-validate --strict --quiet games.txt || { echo "$variant"; return 1; }
        rm -f plies
        spoil <games.txt >spoilt.txt
        run ! cp-validate spoilt.txt
        cp-validate spoilt.txt 2>/dev/null | sed 's/.*"first_bad":{"ply":\([0-9]*\).*/\1/' >named || true
        cmp named plies || { echo "$variant"; return 1; }
    done
}

@test "what a pawn takes is near to what it was written to take, however the position was reached" {
    near() {
        run -1 cp-validate -q <<<"$1"
        [[ $output == *"nearest legal moves: $2"* ]]
    }
    near '1. e4 d5 2. exd4 *' 'd4, exd5, '
    near $'[FEN "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]\n\n2. exd4 *' 'd4, exd5, '
    near '1. e4 a6 2. e5 d5 3. exd5 *' 'exd6, '
    # and what was read by another spelling, as if it were written as we do
    near '1. knight f4 *' 'f4, Nf3, Na3, Nc3'
    near '1. i4 *' 'a4, b4, c4, d4'
    near $'[Variant "fide"]\n1. (5.2)-(5.5) *' '(5,3), (5,4)'
    near $'[Variant "trapper"]\n1. (5,2)-(5,5) *' 'K(5,3), K(4,3), '
    near '1. e4 d5 2. exd5 c6 3. dxc6 Qd6 4. cxb7 Qd5 5. bxa8 *' 'bxa8=Q, bxa8=R, bxa8=B, bxa8=N'
}

# bats test_tags=all
@test "the damage that earlier builds kept in a record is told, and the game bad" {
    run -1 --separate-stderr cp-validate <<<'{"variant":"coaip","moves":["(5,4)"],"source":{"file":"a.txt","line":3,"damage":"5:9 comment-open"}}'
    [[ $stderr == *'a.txt:5:9: error: '*'[comment-open]'* ]]
    [ "$(jq -c '[.verdict.valid, .source.told]' <<<"$output")" = '[false,["5:9 comment-open"]]' ]
    # by a name of then, too
    local old now
    while read -r old now; do
        run -1 --separate-stderr cp-validate <<<'{"variant":"coaip","moves":["(5,4)"],"source":{"file":"a.txt","line":3,"damage":"5:9 '$old'"}}'
        [[ $stderr == *'a.txt:5:9: error: '*"[$now]"* ]] || { echo "$old: $stderr" && return 1; }
        [ "$(jq -c '[.verdict.valid, .source.told]' <<<"$output")" = "[false,[\"5:9 $now\"]]" ]
    done <<'END'
descriptive not-a-move
fall-uneven not-a-move
lines-quoted not-a-move
not-icn-move not-a-move
result-said not-a-move
fall-on-nothing before-any-move
mark-on-nothing before-any-move
variation-of-nothing before-any-move
variation-open parenthesis-alone
variation-not-open parenthesis-alone
variations-too-deep game-too-large
comments-too-long game-too-large
not-icn-position icn-value
not-a-fen-of-agents not-a-fen
record-misquoted record-in-text
END
}

# variant CASTLING RIGHTS ROOKS [LINE]: one with these, in v.yaml
variant() {
    cat >v.yaml <<END
id: small
name: Small
board: {files: 8, ranks: 8}
notation: bare
pieces:
  K: {name: king, move: K, royal: true}
  R: {name: rook, move: R}
castling: $1
setup:
  white:
    K: e1
    R: $3
  castling: $2
  mirror: 9
  ${4:-}
END
}

# says STATUS MESSAGE: what is said of v.yaml
says() {
    run cp-validate -q --variant-file v.yaml </dev/null
    echo "$output"
    [ "$status" = "$1" ]
    [[ $output == *"$2"* ]]
}

@test "checking a variant file plays its start: what games would be refused for stands at its line" {
    usual='{kingside: [7, 6], queenside: [3, 4]}'
    variant "$usual" KQkq 'a1 h1'
    says 0 'v.yaml: ok'
    variant "$usual" KQkq 'b2 h2'
    says 2 'v.yaml:13:13: error: a right to castle without king and rook in place: KQkq [start-castling]'
    variant '{kingside: [9, 6], queenside: [3, 3]}' KQkq 'a1 h1'
    says 2 'v.yaml:8:23: error: a value that does not fit here: 9 is not within 1 and 8'
    says 2 'v.yaml:8:41: error: keys that do not go together: both would stand on one square'
    variant "$usual" '"-"' 'a1 e4'
    sed -i 's/^  mirror: 9/  black: {K: e8}/' v.yaml
    says 2 'v.yaml:12:8: error: the side to move could capture the king: Re4 [start-king-capturable]'
    sed -i 's/^  black: .*/  black: {K: e8, R: [h8, e3]}/; s/R: a1 e4/R: a1/' v.yaml
    says 0 'v.yaml:14:26: warning: who begins is in check from the start: Re3 [variant-in-check]'
}

@test "castling ends on files of each side's own where the file says so" {
    own='{kingside: [7, 6], queenside: {white: [3, 4], black: [2, 3]}}'
    variant "$own" KQkq 'a1 h1'
    says 0 'v.yaml: ok'
    cp-validate --variant-file v.yaml </dev/null 2>messages | grep '^castling' | diff - <(cat <<END
castling right: king to file 7, R to file 6
castling left of White: king to file 3, R to file 4
castling left of Black: king to file 2, R to file 3
END
)
    # files that the board has, two for two, and of both sides
    variant "${own/\[2, 3\]/[0, 9]}" KQkq 'a1 h1'
    says 2 'v.yaml:8:65: error: a value that does not fit here: 0 is not within 1 and 8'
    variant "${own/\[2, 3\]/[2, 9]}" KQkq 'a1 h1'
    says 2 'v.yaml:8:68: error: a value that does not fit here: 9 is not within 1 and 8'
    variant "${own/\[2, 3\]/[2, 2]}" KQkq 'a1 h1'
    says 2 'v.yaml:8:64: error: keys that do not go together: both would stand on one square'
    variant "${own/\[2, 3\]/[2]}" KQkq 'a1 h1'
    says 2 'v.yaml:8:64: error: a value of the wrong sort: the files of king and rook: [7, 6]'
    variant "${own/, black: \[2, 3\]/}" KQkq 'a1 h1'
    says 2 "v.yaml:8:41: error: a key is missing: 'black'"
    variant "${own/black/both}" KQkq 'a1 h1'
    says 2 "'both'"
    variant "${own/\{white*\}\}/left\}}" KQkq 'a1 h1'
    says 2 'a value of the wrong sort'
}

@test "squares in numbers between { } are told to need quotes" {
    variant '{kingside: [7, 6], queenside: [3, 4]}' '"-"' a1
    sed -i 's/^  mirror: 9/  black: {K: (5,8), R: (1,8) (8,8)}/' v.yaml
    says 2 'v.yaml:14:17: error: this is no YAML: in { } a comma ends an entry: squares in numbers need quotes, "(5,1) (8,1)" [bad-yaml]'
    sed -i 's/^  black: .*/  black: {K: "(5,8)", R: "(1,8) (8,8)"}/' v.yaml
    says 0 'v.yaml: ok'
}

# bats test_tags=all
@test "a variant file without games is shown as it was understood" {
    cp-validate --variant-file "$top/testdata/variants/fine/towers.yaml" </dev/null 2>messages >out
    grep -qx 'Towers (towers)' out
    grep -A 6 '  T  tower' out | cut -c 1-42 | diff - <(cat <<END
  . . . + . . .   T  tower
  . . . * . . .      kings castle with it
  . . . * . . .
  + * * @ * * +
  . . . * . . .
  . . . * . . .
  . . . + . . .
END
)
    grep -A 3 '  P  pawn' out | diff - <(cat <<END
  . . . . . . .   P  pawn
  . . . i . . .      moves are written without its letter
  . . x o x . .      promotes
  . . . @ . . .      its double step can be taken in passing
END
)
    tail -n 7 out | diff - <(cat <<END
White promotes on rank 8 to Q T B N
Black promotes on rank 1 to Q T B N
castling right: king to file 7, T to file 6
castling left: king to file 3, T to file 4
rights to castle at the start: KQkq
White wins by checkmate
Black wins by checkmate
END
)
    cp-validate --variant-file "$top/testdata/variants/fine/griffins.yaml" </dev/null 2>messages >out
    grep -A 1 '  P  picket' out | cut -c 19- | diff - <(cat <<'END'
P  picket
   farther: (4,4) (4,-4) (-4,-4) (-4,4) and on
END
)
    grep -q 'farther: (0,1) .* (-1,1) twice, over a piece$' out
    # what is far is said in words; with games, or nothing to be written, nothing is shown
    sed 's/^id: .*/id: own/; s/^aliases.*//; s/^name: .*/name: Own/' "$top/schemas/variants/huygens.yaml" >own.yaml
    cp-validate --variant-file own.yaml </dev/null 2>messages >out
    grep -q '      farther: (0,1) (1,0) (0,-1) (-1,0) a prime number of times, from 5 on$' out
    [ -z "$(cp-validate -q --variant-file own.yaml </dev/null 2>messages)" ]
    [[ "$(cp-validate --variant-file own.yaml <<<'[Variant "own"] *')" == '{'*'}' ]]
    for file in "$top"/schemas/variants/*.yaml; do
        cp-validate --variant-file "$file" </dev/null 2>messages >out || { echo "$file"; cat messages; false; }
        [[ $'\n'$(<out) == *$'\nWhite'* || $'\n'$(<out) == *$'\nTrapper'* ]] || { echo "$file"; false; }
    done
    # without end only where no edge is farther than the longest leg
    sed 's/^board:.*/board: {files: 33, ranks: 8}/' "$top/testdata/variants/fine/griffins.yaml" >wide.yaml
    run ! cp-validate --variant-file wide.yaml </dev/null
    [[ $output == *"second leg of 31 steps or no end"* ]]
}
