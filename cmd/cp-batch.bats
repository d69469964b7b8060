#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Parts side by side on this machine. Other machines and Slurm: cp-batch_all.bats.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash
load ../scripts/parts.bash

# ---- parts, which every tool can read ----

# same_in_parts COUNT FILE... -- TOOL...: parts one after another are what one process writes
same_in_parts() {
    local count=$1 files=() status=0 wanted=0 most=0 part
    shift
    while [ "$1" != -- ]; do files+=("$1") && shift; done
    shift
    "$@" "${files[@]}" >wanted.out 2>wanted.err || wanted=$?
    "$@" --parts "$count" "${files[@]}" | sed -n 's/^part //p' >parts
    : >got.out >got.err
    while read -r part; do
        status=0
        "$@" --part "$part" "${files[@]}" >>got.out 2>>got.err || status=$?
        [ $status -le $most ] || most=$status
    done <parts
    [ "$wanted" = "$most" ] && cmp wanted.out got.out && cmp wanted.err got.err ||
        { echo "$*: status $most, wanted $wanted" && return 1; }
}

@test "parts one after another say what one process says: text that is damaged at every sort of place" {
    mixed_games >mixed.txt
    cp "$data/samples/broken.txt" .
    for tool in cp-validate "cp-validate -q --diagnostics jsonl" "cp-parse --strict --stamp" \
        "cp-convert --to numeric" "cp-convert --to epd --ply last --with game,ply,move" \
        "cp-annotate --add check,capture" "cp-select --has check --hits" "cp-table games"; do
        same_in_parts 9 mixed.txt broken.txt -- $tool
        [ "$(wc -l <parts)" -ge 7 ]
    done
    for count in 2 3 30 1000; do
        same_in_parts $count mixed.txt -- cp-validate -q
    done
}

@test "parts one after another say what one process says: records, and what is no record among them" {
    mixed_games | cp-parse 2>/dev/null >records.jsonl || true
    awk 'NR % 50 == 3 { print "{\"broken" } NR % 50 == 9 { print "" } NR % 50 == 20 { print "[1]" }
        NR % 50 == 12 { print "  \"cont\": 3,"; print "}" } { print }' records.jsonl >odd.jsonl
    printf '%s' "$(cat odd.jsonl)" >no-end.jsonl
    for file in records.jsonl odd.jsonl no-end.jsonl; do
        for tool in "cp-validate --yaml" "cp-validate --legal" "cp-convert --to pgn" \
            "cp-select --has check" "cp-table plies --format csv"; do
            same_in_parts 6 $file -- $tool
            [ "$(wc -l <parts)" = 6 ]
        done
    done
}

@test "a file is one part where it cannot be cut, and why is said; its games are counted on" {
    some_games 30 >games.txt
    gzip -k games.txt
    cp-parse games.txt | head -n 8 >few.jsonl
    cp-parse --yaml games.txt >games.yaml
    jq -s . few.jsonl >list.json
    { printf '{ \xfcber }\n' && cat games.txt; } >latin.txt
    { printf '\xef\xbb\xbf' && cat games.txt; } >mark.txt
    iconv -f utf-8 -t utf-16 games.txt >utf16.txt
    : >empty
    files="games.txt.gz games.yaml list.json latin.txt mark.txt utf16.txt empty few.jsonl"
    cp-validate --parts 200 $files >plan
    [ "$(grep -c '^part [0-9]*:whole:' plan)" = 7 ]
    [ "$(sed -n 's/^whole //p' plan | tr '\n' ,)" = "1 packed,2 yaml,3 spread,4 encoding,5 encoding,6 encoding," ]
    grep -q '^part 8:lines:0:.*:1:158$' plan
    same_in_parts 200 $files -- cp-table games --columns game,line
    same_in_parts 200 $files -- cp-validate
}

@test "a plan names files so that any name can be read; it reads none when no parts are wanted" {
    name=$'two words\nand a \\ line'
    some_games 2 >"$name"
    touch -d @1234567890.5 "$name"
    run cp-validate --parts 0 --summary "$name"
    [ "$status" = 0 ] && [ "${lines[1]}" = "closing text" ]
    size=$(stat -c %s "$name")
    [ "${lines[0]}" = "file 1 $size 1234567890.500000000 two\\0040words\\0012and\\0040a\\0040\\0134\\0040line" ]
    run cp-validate --parts 0 nosuch
    [ "$status" = 0 ]
    run cp-validate --parts 2 nosuch
    [ "$status" = 3 ] && [[ $output == *"nosuch: error: cannot be read"* ]]
    run cp-validate --parts 2 <(some_games 2)
    [ "$status" = 2 ] && [[ $output == *"no regular file"*"[parts-refused]"* ]]
}

@test "what is of all games is refused in parts, by name, with what to do instead" {
    some_games 2 >games.txt
    for options in "cp-select --unique" "cp-select --twins" "cp-select --first 1" "cp-select --sample 1" \
        "cp-select --split by-%{White}.jsonl" "cp-select --count" "cp-select --expect --valid" \
        "cp-select --seen file" "cp-table games --format sql" "cp-annotate --notes $data/notes/all.yaml" \
        "cp-render --sheet 2x2" "cp-render --svg" "cp-render --game 1" "cp-convert --squares --to numeric" \
        "cp-validate --join-summaries" "cp-parse --progress=always" \
        "cp-parse -o out" "cp-render -o %g.svg"; do
        run --separate-stderr $options --parts 2 games.txt
        [ "$status" = 2 ] && [ -z "$output" ] || { echo "$options: $status $stderr" && return 1; }
        [[ $stderr == *"this is not done in parts: --"*": "*"[parts-refused]"* ]] ||
            { echo "$options: $stderr" && return 1; }
        [ "$(grep -c 'parts-refused' <<<"$stderr")" = 1 ]
        run $options --part 1:text:0:10:1:0 games.txt
        [ "$status" = 2 ]
    done
    run cp-validate --diagnostics sarif --parts 2 games.txt
    [ "$status" = 2 ] && [[ $output == *"this is not done in parts: --diagnostics sarif: "* ]]
}

@test "a part is one of those that the plan names; --stamp does not name it" {
    some_games 2 >games.txt
    for wrong in x 1 0:text:0:10:1:0 2:text:0:10:1:0 1:text:10:10:1:0 1:text:0:10:0:0 1:txt:0:10:1:0 \
        1:text:0:10:1: 1:text:0:10:1:0:x 1:text:-1:10:1:0 1:text:0:99999999999999999999:1:0 1:whole:1:5:1:0; do
        run cp-parse --part $wrong games.txt
        [ "$status" = 2 ] && [[ $output == *"option-value-wrong"* ]] || { echo "$wrong" && return 1; }
    done
    run cp-parse --parts 2 --part 1:text:0:10:1:0 games.txt
    [ "$status" = 2 ] && [[ $output == *"options-disagree"* ]]
    [ "$(cp-parse --stamp --part=1:text:0:10:1:0 games.txt | jq -c .tool)" = \
        "$(cp-parse --stamp games.txt | head -n 1 | jq -c .tool)" ]
}

@test "a file that ends before its part does is a failure, also by a pipe" {
    some_games 9 >games.txt
    part=$(cp-parse --parts 2 games.txt | sed -n 's/^part //p' | tail -n 1)
    head -c -500 games.txt >less.txt
    run cp-parse --part "$part" less.txt
    [ "$status" = 3 ] && [[ $output == *"it ends before the part"* ]]
    from=$(cut -d: -f3 <<<"$part")
    tail -c "+$((from + 1))" games.txt | cp-parse --part "$part:piped" games.txt >piped
    cp-parse --part "$part" games.txt | cmp piped
    tail -c "+$((from + 1))" less.txt | { ! cp-parse --part "$part:piped" games.txt 2>err >out; }
    grep -q 'games.txt: error: cannot be read: it ends before the part' err
    gzip -k games.txt
    part=$(cp-parse --parts 2 games.txt.gz | sed -n 's/^part //p')
    cp-parse --part "$part:piped" games.txt.gz <games.txt.gz | sed 's/games.txt.gz/games.txt/' |
        cmp - <(cp-parse games.txt)
    head -c 100 games.txt.gz | { ! cp-parse --part "$part:piped" games.txt.gz >out 2>&1; }
}

@test "messages that cannot be kept are a failure" {
    for tool in cp-parse cp-validate; do
        run bash -c "echo 'e4 Ke9 (' | $tool 2>/dev/full"
        [ "$status" = 3 ]
    done
    run bash -c "echo 'e4 *' | cp-validate -q --summary 2>/dev/full"
    [ "$status" = 3 ]
}
