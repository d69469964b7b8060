#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

queen='7k/5K2/8/6Q1/8/8/8/8 w - - 0 1'
rook='1k6/8/2K5/8/8/8/8/7R w - - 0 1'

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    echo "$queen" >queen.fen
    echo "$rook" >rook.fen
}

@test "problems have the answers that are known of them, on boards with edges and without" {
    family cp-solve solve
}

@test "the answer is the exit status: 0 where every one is yes" {
    run -0 --separate-stderr cp-solve '#1' -q queen.fen
    [ -z "$output$stderr" ]
    run -0 cp-solve -q '#2' queen.fen rook.fen
    run -1 cp-solve -q '#1' queen.fen rook.fen
    run -1 cp-solve -q '#2' --limit 1 rook.fen
    run -3 cp-solve -q '#1' nothing.fen
}

@test "what is no stipulation is refused, and a file of such a name is read by its way" {
    for word in '#' '#0' '#100' 'h#' 'h#0' '#2.5' 's#1.5' 'h#2.50' 'h#2.' '#2x' '=' 's=0'; do
        run -2 --separate-stderr cp-solve "$word" queen.fen
        [[ $stderr == *"\"$word\" [stipulation-wrong]"* ]]
    done
    cp queen.fen '#1'
    run -0 cp-solve '#1' -q './#1'
    for word in h#0.5 h=1.5 s=1 =2 h#1; do
        run cp-solve "$word" --limit 1000 queen.fen
        [[ $output == *"\"stipulation\":\"$word\""* ]]
    done
}

@test "the stipulation of a game is its tag's, if the command line says none" {
    printf '[FEN "%s"]\n[Stipulation "#1"]\n\n*\n\n[FEN "%s"]\n[Stipulation "#2"]\n\n*\n' "$queen" "$rook" >two.pgn
    [ "$(cp-solve -t two.pgn | grep -c ': yes')" = 2 ]
    run -1 cp-solve -t '#1' two.pgn
    [[ $output == *'#1: yes'*'#1: no' ]]
    run -1 --separate-stderr cp-solve queen.fen
    [[ $stderr == *'[stipulation-missing]'* ]]
    printf '[FEN "%s"]\n[Stipulation "+"]\n\n*\n' "$queen" >odd.pgn
    run -1 --separate-stderr cp-solve odd.pgn
    [[ $stderr == 'odd.pgn:2:1: error:'*'"+" [stipulation-bad]'* ]]
}

# bats test_tags=all
@test "records have the solution, a second one in its place, and every tool passes it on" {
    cp-solve '#2' rook.fen >solved.jsonl
    [ "$(jq -c .solution solved.jsonl)" = '{"stipulation":"#2","answer":"yes","keys":["Ra1"],"tree":[{"move":"Ra1","moves":2,"threats":[],"replies":[{"move":"Kc8","answers":[{"move":"Ra8#"}]}]}]}' ]
    run -1 cp-solve '#1' solved.jsonl
    [ "$(jq -c .solution <<<"$output")" = '{"stipulation":"#1","answer":"no"}' ]
    for tool in cp-parse cp-select 'cp-annotate --add check' 'cp-parse --yaml' cp-validate; do
        $tool solved.jsonl | cp-parse | jq -c .solution | cmp - <(jq -c .solution solved.jsonl)
    done
    [ "$(cp-annotate --strip verdict solved.jsonl | jq -c .solution)" = null ]
    cp-solve 'h#1.5' <<<'7k/8/8/6K1/8/8/8/R7 w - - 0 1' >help.jsonl
    [ "$(jq -c .solution.lines help.jsonl)" = '[["Kg6","Kg8","Ra8#"]]' ]
    cp-solve '#1' --to pgn queen.fen | grep -q '^\[FEN'
}

# bats test_tags=all
@test "problems for Popeye are read, in short words too, and each that is another one is refused" {
    cat >problems.txt <<'END'
BeginProblem
Author Sam Loyd
Origin Era, 1861
Title The end, 1. e4
Option Try SetPlay MaxSolutions 10 Variation
Pieces
  White Kc6
        Rh1
  Black kb8
Stipulation #2
NextProblem
PIECES black Kh8 white Ra1, Kg5 Sg1a8 P b3
stip H#1.5
EndProblem

begin pie whi Kf7 Qg5 bla Kh8 sti #1 end
Beginproblem Remark begin anew
Forsyth r3k2r/8/8/8/8/8/8/S3K2R
sti h#2 EndProblem
7k/5K2/8/6Q1/8/8/8/8 w - - 0 1
END
    cp-parse problems.txt >read.jsonl
    [ "$(jq -r '[.source.line, .tags.Stipulation, .start] | join(" ")' read.jsonl)" = '1 #2 1k6/8/2K5/8/8/8/8/7R w - - 0 1
11 h#1.5 N6k/8/8/6K1/8/1P6/8/R5N1 w - - 0 1
16 #1 7k/5K2/8/6Q1/8/8/8/8 w - - 0 1
17 h#2 r3k2r/8/8/8/8/8/8/N3K2R b Kkq - 0 1
20  7k/5K2/8/6Q1/8/8/8/8 w - - 0 1' ]
    [ "$(jq -c .tags read.jsonl | head -n 1)" = '{"Author":"Sam Loyd","Source":"Era, 1861","Event":"The end, 1. e4","Stipulation":"#2"}' ]
    run cp-solve -t <<<"$(head -n 16 problems.txt)"
    [[ $output == *'#2: yes'$'\n1.Ra1!'*'h#1.5: '*'#1: yes'* ]]
    cp-render <problems.txt | grep -q '^1  N . . . K . . R$'
    text=$(<problems.txt)
    for ((i = 0; i < 4000; i++)); do echo "$text"; done >many.txt
    cmp <(cp-parse many.txt) <(cp-parse --jobs 3 many.txt)

    refused() { # PLACE SLUG TEXT: one error, and no answer; what stands behind is read
        printf '%b\nbegin pie whi Kf7 Qg5 bla Kh8 sti #1 end\n' "$3" >odd.txt
        run -1 --separate-stderr cp-solve --to fen odd.txt
        [ "$output" = '7k/5K2/8/6Q1/8/8/8/8 w - - 0 1' ]
        [[ $stderr == "odd.txt:$1: error: "*"[$2]"* && $(grep -c error: <<<"$stderr") = 1 ]]
    }
    refused 2:1 problem-refused 'BeginProblem\nCondition Circe\nPieces White Kc1 Black Ka8\nSti #2 end'
    refused 2:12 problem-refused 'BeginProblem\nOption Try HalfDuplex\nPieces White Kc1 Black Ka8 sti #2 end'
    refused 1:26 problem-refused 'BeginProblem Opt SetPlay WhiteToPlay\nPieces White Kc1 Black Ka8 sti #2 end'
    refused 2:18 problem-refused 'BeginProblem\nPieces White Kc1 Gb2 Black Ka8 sti #2 end'
    refused 2:18 problem-refused 'BeginProblem\nPieces White Kc1 Neutral Qb2 Black Ka8 sti #2 end'
    refused 3:1 problem-refused 'BeginProblem\nPieces White Kc1 Black Ka8 sti #2\nTwin move c1 d1 end'
    refused 1:27 problem-refused 'BeginProblem Pieces White Ki1 Black Ka8 sti #2 end'
    refused 1:27 problem-refused 'BeginProblem Pieces White a1 Black Ka8 sti #2 end'
    refused 1:42 start-square-twice 'BeginProblem Pieces White Kc1 Black Ka8 Pc1 sti #2 end'
    refused 1:22 problem-refused 'BeginProblem Forsyth k7/9/8/8/8/8/8/K7 sti #2 end'
    refused 2:1 problem-refused 'BeginProblem sti #2\nEndProblem'
    refused 2:1 problem-refused 'BeginProblem Pieces White Kc1 Black Ka8 sti #2' # the end is missing
    printf 'BeginProblem\nRemark see the manual\n\n[Event "x"]\n\n1. e4 e5 *\n' >torn.txt
    run -1 --separate-stderr cp-parse torn.txt
    [[ $stderr == 'torn.txt:4:1: error: '*'EndProblem is missing [problem-refused]'* && $output == *'"moves":["e4","e5"]'* ]]
    refused 1:20 bad-bytes 'BeginProblem Title \x00\nPieces White Kc1 Black Ka8 sti #2 end'
}

@test "text that has words of Popeye in it is what it was" {
    for text in '1. e4 {\nBeginProblem Pieces White Ke1} e5 *' 'Begin with\n1. e4 e5 *' 'Begin\nTitle match\n1. e4 e5 *' \
        'BeginProblem is said in it\n1. e4 e5 *' 'Begin pieces white to move\n1. e4 e5 *' '; BeginProblem Pieces\n1. e4 e5 *' 'Next piece of it\n1. e4 e5 *'; do
        run cp-parse <<<"$(printf '%b' "$text")"
        [[ $output == *'"moves":['*'"e4"'*'"e5"'* && $output != *problem-refused* ]]
    done
}

# bats test_tags=all
@test "a limit leaves a problem undecided, says how far it came, and is the same each time" {
    file=$data/solve/published.pgn
    run -1 cp-solve --limit 1000 "$file"
    [ "$(jq -r .solution.answer <<<"$output" | sort | uniq -c | xargs)" = "2 undecided 6 yes" ]
    [ "$(jq -c 'select(.solution.stipulation == "#5").solution' <<<"$output")" = '{"stipulation":"#5","answer":"undecided","reason":"limit","refuted":2,"positions":1001}' ]
    # a key was found, and others may be there
    [ "$(jq -r 'select(.solution.stipulation == "#3").solution | .answer, .reason, .keys[0]' <<<"$output" | xargs)" = "yes limit Nxg7+ yes limit Qd8+" ]
    cp-solve --limit 1000 --jobs 2 "$file" | cmp - <(echo "$output")
    run -1 cp-solve 'h#4' --limit 50ms "$file"
    [[ $output == *'"reason":"limit"'* ]]
    for limit in 0 0s x 10h -1 s; do
        run -2 --separate-stderr cp-solve '#1' "--limit=$limit" queen.fen
        [[ $stderr == *'option-value-wrong'* ]]
    done
    run -2 cp-solve '#1' -q -t queen.fen
}

@test "tries have the reply that refutes them; duals are all answers" {
    run -0 cp-solve '#2' -t --tries <<<'8/8/p7/8/2k5/4Q3/2K5/6R1 w - - 0 1'
    [[ $output == *$'\n1.'*'? 1...'*'!' ]]
    answers() { cp-solve '#2' "$@" queen.fen | jq '[.solution.tree[].replies[]?.answers | length] | add'; }
    [ "$(answers)" = "$(cp-solve '#2' queen.fen | jq '[.solution.tree[].replies | length] | add')" ]
    [ "$(answers)" -lt "$(answers --duals)" ]
}

@test "with --moves the solution is the game's next moves, for every tool, and legal" {
    moves() { cp-solve --moves "$@" | cp-convert --to pgn | sed '/^\[/d' | xargs; }
    [ "$(moves '#2' --tries rook.fen)" = '1. Ra1 $1 {zugzwang} (1. Rh8+ $2 Ka7 $1) (1. Kb6 $2 Kc8 $1) (1. Rh7 $2 Ka8 $1) 1... Kc8 2. Ra8# *' ]
    [ "$(moves 'h#2' <<<'7k/8/8/6K1/8/8/8/R7 b - - 0 1')" = \
        '1... Kh7 (1... Kg8 2. Kg6 (2. Kh6 Kh8 3. Ra8#) (2. Kf6 Kf8 3. Ra8#) 2... Kh8 3. Ra8#) 2. Kf6 Kh6 3. Rh1# *' ]
    # of lengths that are alike the first is played, and all are named
    cp-solve --moves '#1' >far.jsonl <<'END'
[Variant "coaip"]
[Setup "w: K (30,40), B (-6,6), R (-3,3), R (-40,1), R (-40,-1), R (1,50), R (-1,-50); b: K (0,0), R (5,90)"]

*
END
    jq -e '.moves == [{move: "R(-3,3)-(-3,4)", after: ["R(-3,3)-(-3,4)…∞#"], variations: ["(-2,3)", "(-3,2)", "(-4,3)"
        | [{move: "R(-3,3)-\(.)", after: ["R(-3,3)-\(.)…∞#"]}]]}]' far.jsonl
    # what was judged is another game now; and where there is no solution, no moves are
    cp-validate queen.fen | cp-solve --moves '#2' | jq -e 'has("verdict") | not'
    run -1 cp-solve --moves '#1' rook.fen
    jq -e '.moves == []' <<<"$output"
    # published problems: each line is legal, each main line ends in mate or a threat; and a picture and a page
    awk -F '\t' 'NR % 25 == 2 && $1 ~ /^h?#2/ { print "[FEN \"" $2 "\"]\n[Stipulation \"" $1 "\"]\n\n*\n" }' \
        "$data/problems/published.tsv" | cp-solve --moves | tee solved.jsonl | cp-validate 2>/dev/null >judged.jsonl
    [ "$(jq -s 'map(select(.solution.answer == "yes" and .verdict.outcome == "checkmate")) | length' judged.jsonl)" -gt 4 ]
    jq -se 'all(.verdict.valid and ((.solution.answer == "no") == (.moves == [])) and (.verdict.outcome == "checkmate"
        or .moves == [] or (.moves[-1].after // [""] | .[0] | startswith("threat "))))' judged.jsonl
    cp-render --svg --ply 1 -o '%g.svg' --where-there solved.jsonl
    [ "$(printf '%s\n' *.svg | wc -l)" -gt 4 ]
    cp-render -o page.html solved.jsonl
    grep -q zugzwang page.html
}

@test "far away a problem on the plane has the same answer" {
    # shellcheck disable=SC2046,SC2183
    problem() { # X Y: how far it is moved
        printf '[Variant "coaip"]\n[Setup "w: K (%s), B (%s), R (%s), R (%s), R (%s), R (%s), R (%s); b: K (%s), R (%s)"]\n\n*\n' \
            $(for at in 30,40 -6,6 -3,3 -40,1 -40,-1 1,50 -1,-50 0,0 -2,30; do
                python3 -c "import sys; x, y = map(int, sys.argv[1].split(',')); print(f'{x + int(sys.argv[2])},{y + int(sys.argv[3])}')" "$at" "$1" "$2"
            done)
    }
    run -0 cp-solve '#1' -t <<<"$(problem 1000000000000000000000000000000 -7)"
    [ "$output" = '#1: yes
1.R(999999999999999999999999999998,-4)#
1.R(1000000000000000000000000000000,-4)#
1.R(999999999999999999999999999997,-7)#' ]
}

@test "where moves are endless and nothing is proved, it is undecided, never no" {
    run -1 cp-solve '#3' <<<'[Variant "coaip"]
[Setup "w: K (2,2), R (-30,3); b: K (0,0)"]

*'
    [ "$(jq -r '.solution | .answer, .reason' <<<"$output" | xargs)" = "undecided endless-choice" ]
    run -1 cp-solve '#1' <<<'[Variant "Trappist-1"]
[Setup "w: K (30,40), R (5,9), Hu (50,50); b: K (0,0)"]

*'
    [ "$(jq -r '.solution | .answer, .reason' <<<"$output" | xargs)" = "undecided endless-choice" ]
}

@test "a border ends rays at no key of a line: what lies behind it is not said to be alike" {
    run -0 cp-solve '#2' <<<'[Variant "coaip"]
[Rules "border: [_, 1500, _, _]"]
[Setup "w: K (-6,-4), R (-1,5), R (1,-5), R (-5,1), R (5,-1), B (3,5); b: K (0,0), P (8,7)"]

*'
    [ "$(jq -r .solution.reason <<<"$output")" = endless-choice ]
    [[ $output != *'(1500,1502)'* ]]
}

# bats test_tags=all
@test "fifty positions have the same trees far away and mirrored" {
    cat >mirror.py <<'END'
import json
import random
import re
import sys

def mirrored(text):
    return re.sub(r"\((-?\d+),(-?\d+)\)", lambda m: f"({10**30 - int(m[1])},{-10**30 - int(m[2])})", text)

def in_order(what):
    if isinstance(what, list):
        return sorted(map(in_order, what), key=json.dumps)
    return {k: in_order(v) for k, v in what.items() if k != "positions"} if isinstance(what, dict) else what

if sys.argv[1] == "make":
    chance = random.Random(5)
    for number in range(int(sys.argv[2])):
        task = ["#1", "#2", "#1", "#1", "s#1"][number % 5]
        quiet = [(x, y) for x in range(-5, 6) for y in range(-5, 6) if x * y and abs(x) != abs(y) and abs(x * y) != 2]
        squares = iter(chance.sample(quiet, 9))
        men = ["K", *(chance.choices("QRR", k=3) if task == "#2" else chance.choices("QQRRBN", k=6))]
        setup = "w: " + ", ".join(f"{man} ({x},{y})" for man, (x, y) in zip(men, squares)) + "; b: K (0,0)"
        setup += "".join(f", {man} ({x},{y})" for man, (x, y) in zip(chance.choices("BNR", k=number % 2), squares))
        print(f'[Variant "coaip"]\n[Setup "{setup}"]\n[Stipulation "{task}"]\n\n*\n')
elif sys.argv[1] == "mirror":
    print(mirrored(sys.stdin.read()), end="")
else:
    answers = []
    for near, far in zip(*map(open, sys.argv[2:4]), strict=True):
        one, other = (json.loads(mirrored(line))["solution"] for line in (near, mirrored(far)))
        assert in_order(one) == in_order(other), (near, far)
        answers.append(one["answer"])
    print(len(answers), *(answers.count(answer) for answer in ("yes", "no", "undecided")))
END
    /usr/bin/python3 mirror.py make "$(often 50 500)" >near.txt
    /usr/bin/python3 mirror.py mirror <near.txt >far.txt
    for side in near far; do
        cp-solve --duals $side.txt >$side.jsonl 2>$side.err || [ $? = 1 ]
    done
    run -0 /usr/bin/python3 mirror.py compare near.jsonl far.jsonl
    echo "$output"
    read -r all yes no undecided <<<"$output"
    [ "$all" = "$(often 50 500)" ]
    [ "$yes" -ge 10 ]
    [ "$no" -ge 10 ]
    [ "$undecided" = 0 ]
}

# bats test_tags=all
@test "mate in two on the plane: first moves and replies of any length are judged" {
    cat >two.txt <<'END'
[Variant "coaip"]
[Setup "w: K (40,9), R (4,2), R (-5,-3), R (7,1); b: K (0,0)"]

*
END
    run -0 cp-solve '#2' -t two.txt
    [ "$output" = '#2: yes
1.R(4,-1) threat 2.R(-5,0)#
1.R(-5,-1) threat 2.R(4,0)#' ]
    # far away, and mirrored, the moves are the same
    far() { python3 -c 'import re, sys
print(re.sub(r"\((-?\d+),(-?\d+)\)", lambda m: f"({10**30 - int(m[1])},{int(m[2]) - 7})", sys.stdin.read()), end="")'; }
    far <two.txt >far.txt
    diff <(cp-solve '#2' -t far.txt | sort) <(far <<<"$output" | sort)
    sed -i 's/K (40,9), R (4,2)/K (40,9)/' two.txt
    run -1 cp-solve '#2' -t two.txt
    [ "$output" = '#2: no' ]
}

@test "by checks alone a mate is found, or proved not to be there, at any depth" {
    cat >checks.txt <<'END'
[Variant "coaip"]
[Setup "w: K (20,5), R (5,4), Q (2,3); b: K (6,5)"]

*
END
    run -1 cp-solve '#4' --only-checks checks.txt
    [ "$(jq -c .solution <<<"$output")" = '{"stipulation":"#4","only_checks":true,"answer":"no"}' ]
}

# Each line of testdata/problems/published.tsv is a problem, its published solution, and what else
# solves it, with the reason why.
published() { # CONDITION (of awk): those problems have these solutions
    local table=$data/problems/published.tsv
    awk -F '\t' "NR > 1 && ($1)"' { print "[FEN \"" $2 "\"]\n[Stipulation \"" $1 "\"]\n\n*\n" }' "$table" >problems.pgn
    awk -F '\t' "NR > 1 && ($1)"' { print $2 "\t" $3 "\t" $4 }' "$table" >known.tsv
    cp-solve problems.pgn >solved.jsonl || [ $? = 1 ]
    jq -r '.start as $start | .solution
        | (if has("lines") then [.lines[] | join(" ")] else (.keys // []) end) as $found
        | [$start, ($found | sort | join("; ")), .answer, .reason] | join("\t")' solved.jsonl |
        python3 -c '
import sys
for known, found in zip(open("known.tsv", encoding="utf-8"), sys.stdin, strict=True):
    start, one, other = known.rstrip("\n").split("\t")
    wanted = sorted(word for word in f"{one}; {other}".split("; ") if word not in ("", "-"))
    line = "\t".join([start, "; ".join(wanted), "yes" if wanted else "no", ""])
    if found.rstrip("\n") != line:
        sys.exit(f"found:  {found}wanted: {line}")'
}

# bats test_tags=all
@test "certificates hold as they are written, and no longer once a move is dropped, doubled or changed" {
    published '$1 == "#2" || $1 == "s#2" || $1 == "h#2" || $1 == "#3"'
    cp-solve --certificate problems.pgn | jq -c 'select(.solution.proof)' >proved.jsonl
    [ "$(wc -l <proved.jsonl)" -gt 250 ]
    sed 's/"#3"/"#2"/' problems.pgn | grep -B 1 -A 2 -F '"#2"' | cp-solve --certificate >asked.jsonl || [ $? = 1 ]
    [ "$(jq -c 'select(.solution.answer == "no")' asked.jsonl | wc -l)" -gt 20 ]
    cat asked.jsonl >>proved.jsonl
    cp-solve --verify proved.jsonl >held.jsonl
    cmp proved.jsonl held.jsonl
    jq -c '(.solution.proof | length) as $n
        | range(0; $n; [($n / 3 | ceil), 1] | max) as $k
        | (del(.solution.proof[$k])),
          (.solution.proof = .solution.proof[:$k] + [.solution.proof[$k]] + .solution.proof[$k:]),
          (.solution.proof[$k] |= sub(" .*"; " Ka1-a1")),
          (if $k > 0 then .solution.proof[$k] |= sub("^[0-9]+"; "99") else empty end),
          (.solution.answer |= (if . == "yes" then "no" else "yes" end))' proved.jsonl >damaged.jsonl
    [ "$(wc -l <damaged.jsonl)" -gt 1000 ]
    run -1 --separate-stderr cp-solve --verify damaged.jsonl
    [ -z "$output" ]
    [ "$(grep -c '\[proof-refused\]$' <<<"$stderr")" = "$(wc -l <damaged.jsonl)" ]
}

@test "certificates on the plane, and where there is none" {
    cat >plane.txt <<'END'
[Variant "coaip"]
[Setup "w: K (317,-1999), R (1000000000000000000000000000000,5), R (-50,2), R (-50,-1); b: K (0,0)"]

*
END
    cp-solve '#2' --only-checks --certificate plane.txt >proved.jsonl
    cp-solve --verify proved.jsonl | cmp - proved.jsonl
    sed 's/"only_checks":true,//' proved.jsonl | cp-solve --verify -q
    # the rook a file beside is another position: what was proved is not so there
    sed 's/R (-50,2)/R (-50,3)/' proved.jsonl >other.jsonl
    run -1 --separate-stderr cp-solve --verify other.jsonl
    [[ $stderr == *'[proof-refused]'* ]]
    # no reply is left out, and all first moves are endlessly many
    jq -c '.solution.proof |= .[:-2]' proved.jsonl >short.jsonl
    run -1 --separate-stderr cp-solve --verify short.jsonl
    [[ $stderr == *': K('*' has no answer [proof-refused]'* || $stderr == *', K'*' has no answer [proof-refused]'* ]]
    run -1 --separate-stderr cp-solve '#1' --certificate plane.txt
    [[ $output == *'"answer":"no"}'* && $stderr == *'[proof-none]'* ]]
    run -1 --separate-stderr cp-solve --verify plane.txt
    [[ $stderr == *'[proof-missing]'* && -z $output ]]
    run -2 cp-solve --verify --certificate plane.txt
    # who must give check with every move, and a drawn game
    run -0 --separate-stderr cp-solve '#2' --certificate rook.fen
    sed 's/"answer"/"only_checks":true,"answer"/' <<<"$output" >quiet.jsonl
    run -1 --separate-stderr cp-solve --verify quiet.jsonl
    [[ $stderr == *'which gives no check [proof-refused]'* ]]
}

# bats test_tags=all
@test "games that are over, drawn or begin with a mate are proved and solved alike" {
    reading=()
    holds() { # STIPULATION [OPTION]
        cp-solve "$@" --certificate "${reading[@]}" >proved.jsonl || [ $? = 1 ]
        cp-solve --verify "${reading[@]}" proved.jsonl | cmp - proved.jsonl
    }
    # once the king is on the hill nothing is played, though a proof goes on
    run -1 --separate-stderr cp-solve --verify <<<'{"variant":"kingofthehill","start":"8/8/8/7K/5k1Q/3Q4/8/8 b - - 0 1","moves":[],"solution":{"stipulation":"h#2","answer":"yes","proof":["1 Kf4-e5","2 Kh5-g6","3 Ke5-e6","4 Qh4-e4"]}}'
    [[ $stderr == *'behind 1 moves of the proof, it is not done [proof-refused]'* && -z $output ]]
    # the fiftieth move without progress draws in between
    counted() { printf '[Rules "quiet-limit: 100"]\n[FEN "%s"]\n\n*\n' "$1"; }
    run -1 cp-solve -t 'h#2' <<<"$(counted '7k/8/5K2/8/8/8/8/7R b - - 97 80')"
    [ "$output" = 'h#2: no' ]
    holds '#2' <<<"$(counted '7k/8/5K2/8/8/8/8/R7 w - - 99 80')"
    # who is mated already mates nobody into mating him
    holds 's#1' <<<'8/8/8/8/8/8/5kq1/7K w - - 0 1'
    sed 's/"no"/"yes"/' proved.jsonl >other.jsonl
    run -1 cp-solve --verify -q other.jsonl
    # checks are asked of mates alone
    holds 's#2' --only-checks <<<'7k/8/8/5Q2/8/2p5/p1p1p3/2KbN3 w - - 0 1'
    [ "$(jq .solution.only_checks proved.jsonl)" = null ]
    holds '=1' --only-checks <<<'7k/5K2/8/8/8/8/8/5Q2 w - - 0 1'
    # a body's step and that of its corner are two moves
    cat >guards.yaml <<'END'
id: guards
name: Guards
board: plane
notation: numeric
window: (-2,-2) (12,12)
pieces:
  K: {name: king, move: K, royal: true}
  G: {name: guard, move: K}
  F: {name: formation, move: K, body: {of: G, files: 2, ranks: 2}}
setup:
  white:
    K: (9,1)
    G: (1,1)
  black:
    K: (9,9)
END
    reading=(--variant-file guards.yaml)
    holds '#2' <<<'[Variant "guards"]
[Setup "w: K (30,0), G (0,0), G (1,0), G (0,1), G (1,1); b: K (60,90)"]
*'
    jq -c '.solution.proof |= (. as $all | [range(0; length) | select(all($all[., . - 1]; startswith("1 F(0,0)-(1") | not)) | $all[.]])' proved.jsonl >short.jsonl
    run -1 --separate-stderr cp-solve --verify --variant-file guards.yaml short.jsonl
    [[ $stderr == *'F(0,0)-(1,'*' has no answer [proof-refused]'* ]]
    # a certificate has the limit that the answer had
    timeout 60 cp-solve '#9' --limit 2000 -q --certificate <<<'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'
    for options in "'#1' --verify" '--verify --duals' '--verify --text' '--text --certificate'; do
        eval "run -2 cp-solve $options queen.fen"
    done
}

@test "published problems of two and three moves have the keys that were published, and no others" {
    [ "$(wc -l <"$data/problems/published.tsv")" -gt 200 ]
    published '$1 == "#2" || $1 == "#3" || $1 == "s#2" || $1 == "h#2"'
}

# bats test_tags=all
@test "bitboards find what the general engine finds, and tell it in the same order" {
    /usr/bin/python3 - "$(often 400 1500)" >random.pgn <<'END'
import random
import re
import sys
chance = random.Random(32)
stipulations = ["#1", "#2", "#2", "#3", "=1", "=2", "s#1", "s#2", "s=1", "h#1", "h#1.5", "h#2", "h=1.5"]
for _ in range(int(sys.argv[1])):
    board = ["1"] * 64
    men = chance.choices("QRBNPPqrbnpp", k=chance.randrange(2, 7))
    for man, square in zip(["K", "k", *men], chance.sample(range(64), len(men) + 2)):
        if man not in "Pp" or 8 <= square < 56:
            board[square] = man
    rows = "/".join("".join(board[i:i + 8]) for i in range(0, 64, 8))
    rows = re.sub("1+", lambda empty: str(len(empty[0])), rows)
    print(f'[FEN "{rows} {chance.choice("wb")} - - 0 1"]\n[Stipulation "{chance.choice(stipulations)}"]\n\n*\n')
END
    echo '[FEN "r3k2r/1P4p1/8/3pP3/8/8/1p4P1/R3K2R w KQkq d6 0 1"]
[Stipulation "#2"]

*' >>random.pgn
    for options in "" "--only-checks --tries" "--duals --certificate"; do
        cp-solve $options random.pgn >bits.jsonl 2>bits.err || [ $? = 1 ]
        CP_ENGINE=general cp-solve $options random.pgn >general.jsonl 2>general.err || [ $? = 1 ]
        cmp bits.jsonl general.jsonl
        cmp bits.err general.err
    done
    [ "$(jq -c 'select(.solution.answer == "yes")' bits.jsonl | wc -l)" -gt 10 ]
}

# bats test_tags=all
@test "longer published problems, and helpmates of three moves, have the solutions that were published" {
    published '$1 == "#4" || $1 == "h#3"'
}
