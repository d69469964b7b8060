#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Parts side by side on this machine. Other machines and Slurm: cp-batch_all.bats.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash
load ../scripts/parts.bash

# What a test that fails leaves behind
teardown() {
    local file
    for file in "${batch:+x.$batch}" started.*; do
        kill -9 "${file##*.}" 2>/dev/null || true
    done
}

# ---- parts, which every tool can read ----

# same_in_parts COUNT FILE... -- TOOL...: parts one after another are what one process writes,
# and their messages, joined, what it says
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
    "$@" --join-messages "${files[@]}" <got.err 2>joined.err
    [ "$wanted" = "$most" ] && cmp wanted.out got.out && cmp wanted.err joined.err ||
        { echo "$*: status $most, wanted $wanted" && return 1; }
}

# bats test_tags=all
@test "parts one after another say what one process says: text that is damaged at every sort of place" {
    mixed_games 300 20 30 >mixed.txt
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

# bats test_tags=all
@test "parts one after another say what one process says: records, and what is no record among them" {
    mixed_games 300 20 30 | cp-parse 2>/dev/null >records.jsonl || true
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

# bats test_tags=all
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
    printf '%5000s' >blanks
    { cat games.txt && printf '\xef\xbb\xbf' && cat games.txt; } >marks.txt
    files="games.txt.gz games.yaml list.json latin.txt mark.txt utf16.txt empty blanks few.jsonl marks.txt"
    cp-validate --parts 200 $files >plan
    [ "$(grep -c '^part [0-9]*:whole:' plan)" = 9 ]
    [ "$(sed -nE 's/^whole ([0-9]*) .* (unpack|write|recode|take) .*/\1 \2/p' plan | tr '\n' ,)" = \
        "1 unpack,2 write,3 write,4 recode,5 take,6 recode,10 take," ]
    run -0 --separate-stderr cp-batch -n 200 -o out -- cp-validate -q games.txt.gz
    [ "$stderr" = 'cp-batch: note: games.txt.gz is one part: it is packed; unpack it to have more' ]
    grep -q '^part 9:lines:0:.*:1:150$' plan
    same_in_parts 200 $files -- cp-table games --columns game,line
    same_in_parts 200 $files -- cp-validate
}

# bats test_tags=all
@test "a plan names files so that any name can be read; it reads none when no parts are wanted" {
    name=$'two words\nand a \\ line'
    some_games 2 >"$name"
    touch -d @1234567890.5 "$name"
    run cp-validate --parts 0 --summary "$name"
    [ "$status" = 0 ]
    [ "${lines[1]}" = "closing text" ]
    size=$(stat -c %s "$name")
    [ "${lines[0]}" = "file 1 $size 1234567890.500000000 two\\0040words\\0012and\\0040a\\0040\\0134\\0040line" ]
    run cp-validate --parts 0 nosuch
    [ "$status" = 0 ]
    run cp-validate --parts 2 nosuch
    [ "$status" = 3 ]
    [[ $output == *"nosuch: error: cannot be read"* ]]
    run cp-validate --parts 2 <(some_games 2)
    [ "$status" = 2 ]
    [[ $output == *"no regular file"*"[parts-refused]"* ]]
    some_games 9000 >many.txt
    run bash -c 'cat many.txt | cp-validate --parts 2'
    [ "$status" = 2 ]
    [[ $output == "stdin: error: "*"no regular file"*"cp-batch(1) keeps standard input [parts-refused]"* ]]
    [ "$(cp-validate --parts 2 <many.txt | grep -c '^part ')" = 2 ]
}

# bats test_tags=all
@test "what is of all games is refused in parts, by name, with what to do instead" {
    some_games 2 >games.txt
    for options in "cp-select --unique" "cp-select --twins" "cp-select --first 1" "cp-select --sample 1" \
        "cp-select --split by-%{White}.jsonl" "cp-select --count" "cp-select --expect --valid" \
        "cp-table games --format sql" "cp-annotate --notes $data/notes/all.yaml" \
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
    [ "$status" = 2 ]
    [[ $output == *"this is not done in parts: --diagnostics sarif: "* ]]
    for name in page.html 'game-%g.txt' a.svg; do
        run -2 --separate-stderr cp-batch -o "$name" -- cp-render games.txt
        [[ $stderr == "cp-batch: error: --output $name: parts are joined as they are: text,"* ]]
        [ ! -e "$name" ]
    done
}

@test "a part is one of those that the plan names; --stamp does not name it" {
    some_games 2 >games.txt
    for wrong in x 1 0:text:0:10:1:0 2:text:0:10:1:0 1:text:10:10:1:0 1:text:0:10:0:0 1:txt:0:10:1:0 \
        1:text:0:10:1: 1:text:0:10:1:0:x 1:text:-1:10:1:0 1:text:0:99999999999999999999:1:0 1:whole:1:5:1:0; do
        run cp-parse --part $wrong games.txt
        [ "$status" = 2 ] && [[ $output == *"option-value-wrong"* ]] || { echo "$wrong" && return 1; }
    done
    run cp-parse --parts 2 --part 1:text:0:10:1:0 games.txt
    [ "$status" = 2 ]
    [[ $output == *"options-disagree"* ]]
    [ "$(cp-parse --stamp --part=1:text:0:10:1:0 games.txt | jq -c .tool)" = \
        "$(cp-parse --stamp games.txt | head -n 1 | jq -c .tool)" ]
}

@test "a file that ends before its part does is a failure, also by a pipe" {
    some_games 9 >games.txt
    part=$(cp-parse --parts 2 games.txt | sed -n 's/^part //p' | tail -n 1)
    head -c -500 games.txt >less.txt
    run cp-parse --part "$part" less.txt
    [ "$status" = 3 ]
    [[ $output == *"it ends before the part"* ]]
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

# ---- the same by cp-batch ----

# bats test_tags=all
@test "cp-batch writes and says what one process does: tools, statuses, summaries" {
    mixed_games 300 20 30 >mixed.txt
    some_games 30 >good.txt
    some_games 30 | cp-parse >good.jsonl
    while read -r tool; do
        same_by_batch $tool -- good.txt mixed.txt
        same_by_batch $tool -- good.jsonl
    done < <(a_few <<'END'
cp-validate --quiet --summary=json
cp-table plies
cp-table games --format csv
cp-validate --summary
cp-convert --to pgn
cp-render
cp-parse --yaml --stamp
cp-validate --diagnostics jsonl --summary
cp-select --ends none
END
    )
    [ "$wanted" = 0 ]
    same_by_batch cp-render --window '(1,1):(900,900)' -- good.txt
    [ "$wanted" = 2 ]
}

# bats test_tags=all
@test "cp-batch takes standard input, empty files, names and options of any sort" {
    some_games 30 >good.txt
    name=$'a b\'"$(touch seen)`\n;*\\ -.txt'
    cp good.txt "$name"
    : >empty
    same_by_batch cp-validate --summary -- "$name" empty good.txt
    same_by_batch cp-select --tag 'Event !~ /it'\''s "x"  y/' -- "./$name"
    same_by_batch cp-validate -- empty
    mkdir $'a folder\nof two' && cd $'a folder\nof two'
    same_by_batch cp-validate -- "../$name"
    cd ..
    [ ! -e seen ]
    cp-validate <good.txt >wanted
    cp-batch -n 4 -o out -- cp-validate <good.txt
    cmp wanted out
    cat good.txt | cp-batch -n 4 -o out -- cp-validate good.txt -
    cp-validate good.txt - <good.txt | cmp out
    cp-batch -n 4 --state kept -o /dev/stdout -- cp-validate good.txt | cat | cmp - <(cp-validate good.txt)
}

# bats test_tags=all
@test "what stands before all games is told and written once: heads, notes about variants" {
    some_games 30 >good.txt
    sed '/^notation/s/$/ # mine/' "$top/schemas/variants/trappist-1.yaml" >mine.yaml
    same_by_batch cp-table tags --variant-file mine.yaml -- good.txt
    grep -q 'variant-replaced' wanted.err
    same_by_batch cp-validate --variant-file mine.yaml --summary=json -- good.txt
}

# bats test_tags=all
@test "a tag in captions that only some parts have is no matter for a note" {
    some_games 5 | sed '1s/^/[Foo "bar"]\n/' >good.txt
    cp-batch -n 3 -o out -- cp-render --caption '{Foo}' good.txt 2>err
    cp-render --caption '{Foo}' good.txt | cmp out
    [ ! -s err ]
    # nor are other notes of all games, where all is one part
    printf '[Date "May"]\n\n1. e4 *\n' >may.pgn
    run -0 --separate-stderr cp-batch -o out -- cp-select --date 1924 --material C:C may.pgn
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-batch -o out -- cp-table games --columns Nobody may.pgn
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "wrong requests are answered as the tools answer: status 2, and nothing is left behind" {
    some_games 5 >good.txt
    for wrong in "-- cp-validate good.txt" "-o out cp-validate good.txt" "-o out" "-o out --" "-o out -- nosuch good.txt" \
        "-o out -- cat good.txt" "-o out -- cp-batch -o x -- cp-parse good.txt" "-o out -n 0 -- cp-parse good.txt" \
        "-o out --jobs x -- cp-parse good.txt" "-o out --slurm --ssh one -- cp-parse good.txt" "-o out --nosuch -- cp-parse good.txt" \
        "-o out --sbatch x -- cp-parse good.txt" "-o out --resume=x -- cp-parse good.txt" "-o out -- cp-parse --nosuch good.txt" \
        "-o out -- cp-select --unique good.txt" "-o good.txt -- cp-parse good.txt" "-o good.txt --state x -- cp-parse good.txt" "-o . -- cp-parse good.txt" \
        "-o - -- cp-parse good.txt" "-o /dev/null -- cp-parse good.txt" "-o out --completion fish"; do
        run cp-batch $wrong
        [ "$status" = 2 ] && [ -n "$output" ] || { echo "$wrong: $status $output" && return 1; }
        [ "$(ls)" = good.txt ]
    done
    run cp-batch -o out -- cp-validate nosuch
    [ "$status" = 3 ]
    [[ $output == *"nosuch: error: cannot be read"* ]]
    [ "$(ls)" = good.txt ]
    ln good.txt other
    run cp-batch -o other -- cp-validate good.txt
    [ "$status" = 2 ]
    rm other
    cp good.txt out.joining
    run cp-batch -o out -- cp-validate out.joining
    [ "$status" = 2 ]
    cmp good.txt out.joining
    rm out.joining
    for words in --help --version; do # of the tool
        cp-batch -o out -- cp-validate $words | cmp - <(cp-validate $words)
        [ "$(ls)" = good.txt ]
    done
    run cp-batch --help
    [ "$status" = 0 ]
    [[ $output == usage:* ]]
    [ "$(cp-batch --version)" = "$(cp-parse --version | sed 's/cp-parse/cp-batch/')" ]
}

# ---- what goes wrong ----

# bats test_tags=all
@test "whenever a run is killed, --resume goes on, and nothing is left behind" {
    some_games 40 | cp-parse >good.jsonl
    cp-parse good.jsonl >wanted
    # before there is anything in its folder; before the lock says whose it is; when that is half removed
    for folders in out.batch out.batch/part out.batch/run.1; do
        mkdir -p $folders
        [ $folders = out.batch ] || : >out.batch/lock
        cp-batch -r -n 3 -o out -- cp-parse good.jsonl
        cmp wanted out
        rm out
        [ "$(ls | tr '\n' ' ')" = 'good.jsonl wanted ' ]
    done
    # when all is joined, but has not its name; one that begins anew does not write over what is there
    mkdir bin
    printf '#!/bin/sh\ncase $* in *.joining*) kill -9 $PPID ;; *) exec %q "$@" ;; esac\n' "$(command -v mv)" >bin/mv
    chmod +x bin/mv
    PATH=$PWD/bin:$PATH run cp-batch -n 3 -o out -- cp-parse good.jsonl
    [ "$status" = 137 ]
    cmp wanted out.joining
    run cp-batch --state other -o out -- cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"this is in the way: out.joining"* ]]
    rm -r other
    cp-batch -r -o out -- cp-parse good.jsonl
    cmp wanted out
    [ "$(ls | tr '\n' ' ')" = 'bin good.jsonl out wanted ' ]
}

# bats test_tags=all
@test "while a host does not answer, a signal is heard; a run killed then keeps nobody from --resume" {
    some_games 40 | cp-parse >good.jsonl
    mkfifo gate
    printf '#!/bin/sh\n: >"started.$$"\nexec 4<>gate\nread -r word <&4\n' >ssh
    chmod +x ssh
    for signal in TERM KILL; do
        rm -f started.*
        CP_SSH=./ssh cp-batch -r --ssh one -n 3 -o out -- cp-parse good.jsonl 3>&- 2>err &
        batch=$!
        await_files 1 started.*
        kill -s $signal $batch
        code=0
        wait $batch || code=$?
        [ $code = $((128 + $(kill -l $signal))) ]
        [ $signal = KILL ] || await_gone started.*
    done
    cp-batch -r -o out -- cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    echo on >gate
    await_gone started.*
}

# stop_at SIGNAL N COMMAND...: has cp-batch itself stopped by the signal before its Nth command
stop_at() {
    # shellcheck disable=SC2016
    echo 'case ${0##*/} in cp-batch)
        unset BASH_ENV
        set -T
        trap "[ \$BASHPID != $$ ] || [ \$((count += 1)) != '"$2"' ] || kill -s '"$1"' $$" DEBUG ;;
    esac' >stop.bash
    BASH_ENV=$PWD/stop.bash "${@:3}"
}

# bats test_tags=all
@test "wherever a run is stopped, --resume makes it whole, and nothing is left behind" {
    some_games 40 | cp-parse >good.jsonl
    cp-validate --summary good.jsonl >wanted 2>wanted.err
    command="cp-batch -n 3 -o out -- cp-validate --summary good.jsonl"
    : >stop.bash
    for signal in KILL TERM; do
        code=1
        for ((n = 4; code != 0; n += $(often 40 4))); do
            [ "$n" -lt 999 ]
            rm -f out
            code=0
            stop_at $signal $n $command 2>err || code=$?
            # what was just started by the killed may still write: not into this one's messages
            [ $code = 0 ] || { rm err && cp-batch --resume ${command#cp-batch} 2>err; }
            cmp wanted out
            diff wanted.err err
            [ "$(ls | tr '\n' ' ')" = 'err good.jsonl out stop.bash wanted wanted.err ' ] ||
                { echo "$signal at $n:" && ls && return 1; }
        done
        [ "$n" -gt 100 ]
    done
}

# bats test_tags=all
@test "a part that is killed is said; --resume does that part alone, and nothing is doubled" {
    some_games 40 | cp-parse >good.jsonl
    cp-validate --summary good.jsonl >wanted.out 2>wanted.err
    make_tool cp-validate '[ ! -e deadly ] || case $1 in *:0) ;; *) kill -9 $$ ;; esac'
    touch deadly
    run ./cp-batch -n 5 -o out -- ./cp-validate --summary good.jsonl
    [ "$status" = 3 ]
    [ ! -e out ]
    [[ $output == *"part 2 of 5 is missing: status 137"*"4 of 5 parts are missing"*"--resume"* ]]
    rm deadly
    run ./cp-batch -n 5 -o out -- ./cp-validate --summary good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"an earlier run was not finished"* ]]
    : >done
    ./cp-batch -n 5 -o out --resume -- ./cp-validate --summary good.jsonl 2>err
    cmp wanted.out out
    cmp wanted.err err
    [ "$(wc -l <done)" = 4 ]
    [ ! -e out.batch ]
}

# bats test_tags=all
@test "an end without a word, a status that is none, half a file: such parts are done again" {
    some_games 40 | cp-parse >good.jsonl
    make_tool cp-parse '[ ! -e deadly ] || exit 77'
    touch deadly
    run ./cp-batch -n 6 -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"part 1 of 6 is missing: status 77"* ]]
    rm deadly
    make_tool cp-parse '[ ! -e deadly ] || case $1 in *:0) ;; *) exit 3 ;; esac'
    rm -r out.batch && touch deadly
    run ./cp-batch -n 3 -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [ -e out.batch/part/1.status ]
    rm deadly
    echo more >>out.batch/part/1.out
    : >done
    ./cp-batch -o out -r -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    [ "$(wc -l <done)" = 3 ]
}

# bats test_tags=all
@test "--resume takes no other command, input, tool or setting" {
    some_games 40 | cp-parse >good.jsonl
    cp "$top/schemas/variants/trappist-1.yaml" mine.yaml
    make_tool cp-validate '[ ! -e deadly ] || exit 3'
    touch deadly
    command="./cp-batch -o out -r -- ./cp-validate --variant-file mine.yaml good.jsonl"
    run $command
    [ "$status" = 3 ]
    run ./cp-batch -o out -r -- ./cp-validate --variant-file mine.yaml -q good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"the command, or the folder it is given in, is another"* ]]
    run env CP_ENGINE=general $command
    [ "$status" = 3 ]
    [[ $output == *"CP_ENGINE is another"* ]]
    echo '# more' >>mine.yaml
    run $command
    [ "$status" = 3 ]
    [[ $output == *"a file that an option names has changed"* ]]
    cp "$top/schemas/variants/trappist-1.yaml" mine.yaml
    cp -p good.jsonl kept && cat kept kept >good.jsonl
    run $command
    [ "$status" = 3 ]
    [[ $output == *"a file of games has changed"* ]]
    cp -p kept good.jsonl
    cp -p cp-validate tool && echo '# another' >>cp-validate
    run $command
    [ "$status" = 3 ]
    [[ $output == *"the tool is another"* ]]
    mv tool cp-validate
    rm deadly
    $command 2>/dev/null
    cp-validate --variant-file mine.yaml good.jsonl 2>/dev/null | cmp out
}

# bats test_tags=all
@test "an input that changes in the middle is found out" {
    some_games 40 | cp-parse >good.jsonl
    make_tool cp-parse 'case $1 in --part=*) echo >>good.jsonl ;; esac'
    run ./cp-batch -n 3 -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"a file of games has changed"* ]]
    [ ! -e out ]
}

# bats test_tags=all
@test "a second run is refused while the first is there, and not when that was killed" {
    some_games 40 | cp-parse >good.jsonl
    mkfifo gate
    make_tool cp-parse '[ ! -e closed ] || { : >"started.$$"; read -r word <gate; }'
    touch closed
    ./cp-batch -n 2 -j 2 -o out -- ./cp-parse good.jsonl 3>&- &
    batch=$!
    await_files 2 started.*
    for again in "" --resume; do
        run ./cp-batch $again -n 2 -o out -- ./cp-parse good.jsonl
        [ "$status" = 3 ]
        [[ $output == *"another cp-batch works on this: $batch "* ]]
    done
    kill -9 $batch
    wait $batch || true
    rm closed
    ./cp-batch -r -o out -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    # those that the first one left behind end in vain
    printf 'on\non\n' >gate
    await_gone started.*
    cp-parse good.jsonl | cmp out
    [ ! -e out.batch ]
}

# bats test_tags=all
@test "a signal stops the parts, and what is done is kept" {
    some_games 40 | cp-parse >good.jsonl
    mkfifo gate
    make_tool cp-parse 'case $1 in *:0) ;; --part=*) [ ! -e closed ] || { : >"started.$$"; exec 4<>gate; read -r word <&4; } ;; esac'
    touch closed
    for signal in $(often TERM TERM INT); do
        rm -rf started.* out.batch
        env --default-signal=INT ./cp-batch -n 3 -j 3 -o out -- ./cp-parse good.jsonl 3>&- 2>err &
        batch=$!
        await_files 2 started.*
        await_files 1 out.batch/part/1.status
        kill -s $signal $batch
        code=0
        wait $batch || code=$?
        [ $code = $((128 + $(kill -l $signal))) ]
        grep -q 'stopped; what is done is kept' err
        await_gone started.*
        [ ! -e out ]
        flock -n out.batch/lock true
    done
    rm closed && : >done
    ./cp-batch -r -o out -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    [ "$(wc -l <done)" = 2 ]
}

# bats test_tags=all
@test "a signal is heard while files are cut and standard input is kept" {
    some_games 40 | cp-parse >good.jsonl
    mkfifo gate
    make_tool cp-parse ';; --parts=[1-9]*) [ ! -e closed ] || { : >"started.$$"; exec 4<>gate; read -r word <&4; }'
    touch closed
    ./cp-batch -n 3 -o out -- ./cp-parse good.jsonl 3>&- 2>err &
    batch=$!
    await_files 1 started.*
    kill $batch
    code=0
    wait $batch || code=$?
    [ $code = 143 ]
    grep -q 'stopped' err
    await_gone started.*
    rm closed && mv cp-parse kept
    cp-batch -r -n 3 -o out -- cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    exec 4<>gate
    cp-batch -o other -- cp-parse <gate 3>&- 4>&- 2>err &
    batch=$!
    await_files 1 other.batch/stdin.new
    kill $batch
    code=0
    wait $batch || code=$?
    [ $code = 143 ]
    flock -n other.batch/lock true
    run cp-batch -r -o other -- cp-parse <good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"standard input was not kept whole"* ]]
}

# bats test_tags=all
@test "a full disk is said, for parts and for what is joined; --resume goes on" {
    some_games 40 | cp-parse >good.jsonl
    make_tool cp-parse 'case $1 in *:0) ;; --part=*) [ ! -e full ] || { shift_out=1; exec >/dev/full; } ;; esac'
    touch full
    run ./cp-batch -n 4 -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"part 2 of 4 is missing: status 3"*"cannot be written"* ]]
    rm full
    run ./cp-batch -r --state out.batch -o /dev/full -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"cannot be written: /dev/full; all parts are kept"* ]]
    : >done && echo before >out && chmod 640 out
    ./cp-batch -r -o out -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    [ ! -s done ]
    [ "$(stat -c %a out)" = 640 ]
}

# bats test_tags=all
@test "progress is shown on a terminal, or when it is forced, and taken away" {
    some_games 40 | cp-parse >good.jsonl
    run --separate-stderr cp-batch -n 3 -o out -- cp-parse good.jsonl
    [ -z "$stderr" ]
    cp-batch -n 3 --progress=always -o out -- cp-parse good.jsonl 2>err
    tr '\r' '\n' <err | grep -q 'cp-batch: [0-3] of 3 parts'
    [[ $(tail -c 4 err) == $'\r\x1b[K' ]]
}

# bats test_tags=all
@test "the name of what comes out says the form to the tool, and nothing is packed" {
    cd "$BATS_TEST_TMPDIR"
    printf '[White "Hill"]\n\n1. e4 e5 *\n' >a.txt
    cp-batch -o x.pgn -- cp-parse a.txt
    cp-convert --to pgn a.txt | cmp - x.pgn
    cp-batch -o x.csv -- cp-table games a.txt
    cp-table games -f csv a.txt | cmp - x.csv
    run -2 cp-batch -o x.svg -- cp-parse a.txt
    [[ $output == *'".svg"; it takes a name that ends in .txt, .pgn'* ]]
    run -2 cp-batch -o y.pgn.gz -- cp-parse a.txt
    [[ $output == *'parts are joined as they are: text, not packed'* ]]
    [ ! -e x.svg ]
    [ ! -e y.pgn.gz ]
}
