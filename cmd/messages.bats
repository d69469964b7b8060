#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What every tool says, which of it, and in what form. New tools are tried by themselves.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

mapfile -t tools < <(cd "$top/cmd" && ls cp-*.c | sed 's/\.c$//; s/^cp-table$/& games/; s/^cp-solve$/& =1/')

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '1. e2xe4 e5 2. Nf3± *\n\n1. d4 (5,5)x *\n' >odd.pgn
}

# ---- whose they are ----

@test "a game that is refused is named once, by its number and its players" {
    printf '[White "Hill"]\n[Black "Dale"]\n\n1. e4 *\n\n[White "East"]\n[Black "?"]\n\n1. e5 (5,5)x Ke2 *\n' >names.pgn
    printf '[White "%0200d"]\n\n1. e5 *\n' 0 >long.pgn
    for tool in "${tools[@]}"; do
        $tool names.pgn long.pgn odd.pgn 2>told >/dev/null || true
        [ "$(grep -c '^  also: in game 2, East - ?$' told)" = 1 ]
        not grep -q 'game 1\b' told
        grep -q '^  also: in game 5$' told # and files are counted through
    done
    run cp-validate -q long.pgn
    [[ $output == *"also: in game 1, $(printf '%060d' 0)… - ?" ]]
}

@test "names of players command no terminal and begin no line" {
    printf '{"tags":{"White":"A\\nodd.pgn:1:1: error: B\\u001b[2J","Black":"\\u202e"},"moves":["e5"]}\n' >names.jsonl
    run cp-validate -q names.jsonl
    [ "${lines[2]}" = '  also: in game 1, A\x0aodd.pgn:1:1: error: B\x1b[2J - \u202e' ]
}

# bats test_tags=all
@test "a game has the same number with any number of workers, in every tool" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 |
        sed 's/^1\. a[^ ]*/1. (5,5)x/; s/^\[Result.*/[White "Hill"]/' >many.pgn
    for tool in "${tools[@]}"; do
        $tool many.pgn 2>one >/dev/null || true
        grep -q '^  also: in game 2[0-9][0-9], Hill - ?$' one
        CP_BATCH=2000 $tool --jobs 3 many.pgn 2>three >/dev/null || true
        cmp one three
    done
}

# ---- --warnings ----

# bats test_tags=all
@test "every tool tells the warnings that --warnings asks for, and no others" {
    for tool in "${tools[@]}"; do
        echo "$tool"
        $tool odd.pgn 2>all >/dev/null || true
        grep -q 'warning: .*\[judgement-unusual\]' all
        $tool --warnings all odd.pgn 2>&1 >/dev/null | cmp all
        $tool --warnings none odd.pgn 2>&1 >/dev/null | grep ': warning: ' && return 1
        $tool --warnings judgement-unusual odd.pgn 2>told >/dev/null || true
        [ "$(grep -c ': warning: ' told)" = 1 ]
        $tool --warnings -judgement-unusual odd.pgn 2>told >/dev/null || true
        [ "$(grep -c '\[judgement-unusual\]' told)" = 0 ]
        diff <(grep ': error: ' all) <(grep ': error: ' told)
    done
}

@test "--warnings changes neither records nor verdicts, and --strict leaves silent ones be" {
    cp-validate odd.pgn 2>/dev/null >wanted || true
    cp-validate --warnings none odd.pgn 2>/dev/null | cmp wanted
    cp-parse --warnings none odd.pgn 2>/dev/null | cp-validate --warnings none 2>/dev/null | cmp wanted
    head -n 1 odd.pgn >one.pgn
    run -1 cp-validate -q --strict one.pgn
    run -1 cp-validate -q --strict --warnings -judgement-unusual one.pgn
    [[ $output == *'error: a capture, or one in passing, is marked where nothing is taken so: e2xe4 [capture-mark-wrong]'* ]]
    run -0 cp-validate -q --strict --warnings -judgement-unusual,-capture-mark-wrong one.pgn
    [ -z "$output" ]
    cp-parse one.pgn 2>/dev/null >one.jsonl
    run -1 cp-validate -q --strict one.jsonl
    run -0 cp-validate -q --strict --warnings none one.jsonl
}

@test "a warning that is not known is refused in every tool, with the nearest one" {
    for tool in "${tools[@]}"; do
        run -2 $tool --warnings judgment-unusual odd.pgn
        [[ $output == *'"judgment-unusual"; did you mean judgement-unusual?'* ]]
        run -2 $tool --warnings path-blocked odd.pgn
        [[ $output == *'it is an error, and errors are always told'* ]]
    done
}

@test "the same is told by any number of workers" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 | sed 's/^\*$/± */' >many.pgn
    for choice in none all -judgement-unusual; do
        cp-validate -q --warnings $choice many.pgn 2>one || true
        CP_BATCH=2000 cp-validate -q --jobs 3 --warnings $choice many.pgn 2>three || true
        cmp one three
    done
}

# repeating: a file with eight warnings of one kind, three of another, two errors of one kind in each game
repeating() {
    for i in 1 2 3 4; do
        printf '1. e4± e5± 2. Nf3x Ke9 (5,5)x *\n\n'
    done | sed '8,$s/Nf3x/Nf3/' >many.pgn
}

# bats test_tags=all
@test "after the fifth warning of a kind the rest are counted, and told once at the end, by every tool" {
    repeating
    for tool in "${tools[@]}"; do
        echo "$tool"
        $tool --warnings all many.pgn 2>all >/dev/null || true
        [ "$(grep -c 'warning: .*\[judgement-unusual\]$' all)" = 8 ]
        not grep more all
        $tool many.pgn 2>told >/dev/null || true
        [ "$(grep -c 'warning: .*\[judgement-unusual\]$' told)" = 5 ]
        # the messages of the first games are all there, errors and hints of all
        diff <(grep -v '^  hint: write ! ' all | grep -v 'judgement-unusual') <(grep -v '^  hint: write ! ' told | grep -v 'judgement-unusual')
        [ "$(grep -c '^  hint: write ! ' told)" = 5 ]
        [ "$(grep more told)" = "${tool%% *}: note: judgement-unusual: 3 more; --warnings all shows each" ]
        $tool --warnings judgement-unusual many.pgn 2>&1 >/dev/null | grep -q 'note: judgement-unusual: 3 more; '
        $tool --warnings all,-capture-mark-wrong many.pgn 2>&1 >/dev/null | not grep more
        for n in 40 2000; do
            CP_BATCH=$n $tool -j 3 many.pgn 2>&1 >/dev/null | diff - told
        done
        [ "$($tool --diagnostics jsonl many.pgn 2>&1 >/dev/null | grep -c '"judgement-unusual"')" = 8 ]
        [ "$($tool --diagnostics sarif many.pgn 2>&1 >/dev/null | grep -c '^{"ruleId":"judgement-unusual"')" = 8 ]
        [ "$($tool --strict many.pgn 2>&1 >/dev/null | grep -c 'error: .*\[judgement-unusual\]$')" = 8 ]
    done
    cp-parse many.pgn 2>/dev/null | jq -r '.source.told[]' >kept
    [ "$(grep -c judgement-unusual kept)" = 8 ]
    cp-validate -q --summary=json many.pgn 2>&1 | tail -n 1 | jq -e '.messages["judgement-unusual"] == 8'
}

# bats test_tags=all
@test "parts tell each warning, and joined they are told as by one process" {
    repeating
    cp-validate many.pgn >one 2>one.err || true
    export CP_BATCH=40
    cp-parse --parts 4 many.pgn | sed -n 's/^part //p' >parts
    [ "$(wc -l <parts)" -gt 1 ]
    while read -r part; do cp-validate --part="$part" many.pgn; done <parts >out 2>err || true
    [ "$(grep -c 'judgement-unusual' err)" = 8 ]
    cp-validate --join-messages many.pgn <err 2>&1 | cmp - one.err
    cp-validate --join-messages --warnings all many.pgn <err 2>&1 | cmp - err
    run -3 cp-validate --join-messages many.pgn <.
    [[ $output == 'stdin: error: cannot be read'* ]]
    for options in '' --summary=json '--warnings all' '--diagnostics jsonl'; do
        cp-validate $options many.pgn >one 2>one.err || true
        run -1 --separate-stderr cp-batch -o joined -n 4 -- cp-validate $options many.pgn
        cmp one joined
        diff - one.err <<<"$stderr"
    done
}

# bats test_tags=all
@test "every tool lists all messages: name, level, text" {
    for tool in "${tools[@]}"; do
        run -0 --separate-stderr $tool --list-messages
        [ "${lines[0]%%$'\t'*}" = encoding-guessed ]
        [ -z "$stderr" ]
        echo "$output" >list
        [ "$(wc -l <list)" = "$(grep -c '^CP_DIAG(' "$top/lib/base/diag.def")" ]
        not grep -vP '^[a-z0-9-]+\t(note|warning|error)\t[^\t]+$' list
        grep -qxF $'path-blocked\terror\tpath is blocked' list
        grep -qxF $'option-unknown\terror\tno such option' list
        run -2 $tool --warnings zzzzzzzzzz odd.pgn
        [[ $output == *'--list-messages'* ]]
    done
}

# ---- --diagnostics ----

hostile() {
    printf '[White "Zo\xc3\xab \xff \\"x"]\n\n{d\xc3\xa9j\xc3\xa0 \xe2\x80\xa6 \xf0\x9f\x98\x80} 1. e4 (5,5)x {\xc3\xa9} 2. Ng1xf3 Ke9 *\n\n1. e4 {open' >"$1"
}

# bats test_tags=all
@test "every tool tells each message as one object, whatever bytes names and files have" {
    hostile 'a b:ü.pgn'
    cp 'a b:ü.pgn' $'bad\xff\x01\n.pgn'
    for tool in "${tools[@]}"; do
        echo "$tool"
        $tool 'a b:ü.pgn' $'bad\xff\x01\n.pgn' missing 2>text >/dev/null || true
        $tool --diagnostics text 'a b:ü.pgn' $'bad\xff\x01\n.pgn' missing 2>&1 >/dev/null | cmp text
        $tool --diagnostics jsonl 'a b:ü.pgn' $'bad\xff\x01\n.pgn' missing 2>told >/dev/null || true
        [ "$(wc -l <told)" = "$(grep -c '\]$' text)" ]
        [ "$(jq -s length told)" = "$(wc -l <told)" ]
        jq -s -e 'map(select(.slug == "not-a-move"))[0] | .file == "a b:ü.pgn" and
            .level == "error" and .line == 3 and .column == 25 and .code_point_column == 18 and
            .game == 1 and .white == "Zoë � \"x" and .ply == 2 and .move == "(5,5)x" and
            (.text | startswith("this is no move: (5,5)x")) and (.hint | startswith("a move is"))' told
        jq -s -e 'map(select(.slug == "not-a-move"))[1] | .file == "bad�\u0001\n.pgn" and .game == 3' told
        tail -n 1 told | jq -e '.slug == "file-unreadable" and .file == "missing" and .game == null'
        run -2 --separate-stderr $tool --diagnostics jsonl --bogus
        [ "$stderr" = '{"slug":"option-unknown","level":"error","text":"no such option: --bogus"}' ]
    done
}

# what the standard of SARIF 2.1.0 requires of what we write, and what of it hangs together
teardown() {
    [ ! -e documents ] || "$top/scripts/check-records" --schema "$top/scripts/sarif.schema.json" documents
}

is_sarif() {
    jq -c . "$1" >>documents # the schema judges all of them in the end
    jq -e '.version == "2.1.0" and (.runs | length) == 1 and (.runs[0] |
        (.tool.driver.name | startswith("cp-")) and .columnKind == "unicodeCodePoints" and
        (.invocations[0] | (.executionSuccessful | type) == "boolean" and (.exitCode | type) == "number") and
        (.tool.driver.rules as $rules |
            ($rules | map(.id) | unique | length) == ($rules | length) and
            all($rules[]; (.shortDescription.text | length) > 0 and
                (.defaultConfiguration.level | IN("note", "warning", "error"))) and
            all(.results[]; $rules[.ruleIndex].id == .ruleId and (.message.text | length) > 0 and
                (.level | IN("note", "warning", "error")) and
                all((.locations // [])[], (.relatedLocations // [])[];
                    (.physicalLocation.artifactLocation.uri | test("^[A-Za-z0-9/._~%-]+$")) and
                    (.physicalLocation.region | . == null or
                        (.startLine >= 1 and (.startColumn == null or .startColumn >= 1)))))))' "$1"
}

# bats test_tags=all
@test "every tool writes its run as one document of SARIF, also of nothing and of wrong options" {
    hostile 'a b:ü.pgn'
    cp 'a b:ü.pgn' $'bad\xff\x01\n.pgn'
    for tool in "${tools[@]}"; do
        echo "$tool"
        $tool --diagnostics sarif 'a b:ü.pgn' $'bad\xff\x01\n.pgn' missing 2>told >/dev/null || true
        is_sarif told
        jq -e '.runs[0] | .invocations[0].exitCode == 3 and
            (.results[] | select(.ruleId == "not-a-move" and .properties.game == 1) |
                .locations[0].physicalLocation == {"artifactLocation": {"uri": "./a%20b%3A%C3%BC.pgn"},
                    "region": {"startLine": 3, "startColumn": 18}} and
                .properties.byteColumn == 25 and .properties.move == "(5,5)x")' told
        $tool --diagnostics sarif </dev/null 2>told >/dev/null
        is_sarif told
        jq -e '.runs[0] | .results == [] and .invocations == [{"executionSuccessful": true, "exitCode": 0}]' told
        run -2 bash -c "$tool --diagnostics sarif --bogus 2>told"
        is_sarif told
    done
    [ "$(cp-parse --diagnostics sarif --help 2>&1 | grep -c '"results"')" = 0 ]
}

# bats test_tags=all
@test "messages for programs are the same with any number of workers" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 |
        sed 's/^1\. a[^ ]*/{é} 1. (5,5)x {ü…}/; s/^4\. [a-h][^ ]*/4. {😀} Ke7/; s/^\[Result.*/[White "Hill…"]/' >many.pgn
    for form in jsonl sarif; do
        cp-validate -q --diagnostics $form many.pgn 2>one || true
        CP_BATCH=2000 cp-validate -q --jobs 3 --diagnostics $form many.pgn 2>three || true
        cmp one three
    done
    is_sarif one
    cp-parse many.pgn 2>/dev/null | cp-validate -q --diagnostics jsonl 2>piped || true
    jq -e -s 'length > 20 and all(.[]; .file == "many.pgn" and .code_point_column == null)' piped
}

@test "of a thousand messages of one game all are told to programs, and how many are not" {
    { echo '1. e4 *' && yes '(Zz9' | head -n 1500 | tr '\n' ' '; } >many.pgn
    cp-parse --diagnostics jsonl many.pgn 2>told >/dev/null || true
    [ "$(wc -l <told)" = 1001 ]
    tail -n 1 told | jq -e '.slug == "not-shown" and .level == "note" and (.text | test("more$"))'
    cp-parse --diagnostics jsonl --warnings none many.pgn 2>&1 >/dev/null | jq -s -e 'all(.level == "error")'
}
