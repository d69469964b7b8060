#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Big files: packed ones, several workers, progress.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# ---- packed files ----

@test "packed files are read like plain ones, whatever their names, from stdin too" {
    some_games 40 >plain.txt
    cp-parse <plain.txt >wanted
    gzip <plain.txt >one.txt && zstd -q <plain.txt >two.txt
    cp-parse <one.txt | cmp wanted
    cp-parse <two.txt | cmp wanted
    for file in one.txt two.txt; do
        cp-parse $file | sed "s/$file/stdin/" | cmp wanted
    done
    gzip <wanted | cp-validate --quiet
}

@test "packed files joined by cat are one file; zeros may follow" {
    some_games 9 >plain.txt
    cp-parse <plain.txt >wanted
    split -n 3 plain.txt part.
    for part in part.??; do gzip <$part; done >all.gz
    head -c 5000 /dev/zero >>all.gz
    for part in part.??; do zstd -q <$part; done >all.zst
    cp-parse <all.gz | cmp wanted
    cp-parse <all.zst | cmp wanted
    { printf '\x50\x2a\x4d\x18\x02\0\0\0xy' && cat all.zst; } | cp-parse | cmp wanted
}

# bats test_tags=all
@test "workers or not, a packed file is unpacked ahead, with the same bytes, messages and damage" {
    some_games 3000 >games
    gzip <games >games.gz && zstd -q <games >games.zst
    head -c $(($(wc -c <games.gz) / 2)) games.gz >cut.gz
    for jobs in 1 3; do
        cp-validate --jobs $jobs games >wanted 2>wanted.err || [ $? = 1 ]
        for file in games.gz games.zst; do
            cp-validate --jobs $jobs $file 2>got.err | sed "s/$file/games/g" | cmp wanted
            sed "s/$file/games/g" got.err | cmp wanted.err
        done
        run -3 --separate-stderr cp-validate --quiet --jobs $jobs cut.gz
        [[ $stderr == *'cut.gz: error: the packed file cannot be read to its end: it ends too early [archive-broken]'* ]]
    done
    # who reads goes away while more is waited for
    mkfifo pipe
    { cat games.gz && sleep 60; } >pipe &
    timeout 20 cp-parse pipe | head -n 1 >/dev/null
    [ "${PIPESTATUS[0]}" = 0 ]
    kill $! 2>/dev/null || true
}

@test "what begins like no game's archive is no archive" {
    printf '(\x1f\x8b' >not.gz
    run cp-parse not.gz
    [[ $output != *"[archive-broken]"* ]]
    : | gzip | cp-parse
    : | zstd -q | cp-parse
}

# damaged FILE: its whole games come through, then its damage is said, status 3
damaged() {
    status=0
    cp-parse "$1" >came 2>said || status=$?
    [ "$status" = 3 ]
    grep -q "$1: error: the packed file cannot be read to its end: .*\[archive-broken\]" said
    [ "$(grep -c '^{' came)" -ge "$2" ]
    head -n "$2" came | sed "s/$1/stdin/" | cmp - <(head -n "$2" wanted)
}

# bats test_tags=all
@test "a game that is cut off where a file cannot be read on is none" {
    some_games 40 >plain.txt
    cp-parse <plain.txt | jq -c 'del(.source)' >wanted
    cp-parse <plain.txt >records
    cp-parse --yaml <plain.txt >documents
    for file in plain.txt records documents; do
        head -c $((3000 + $(stat -c %s $file) / 2)) $file | gzip -1 >part
        head -c -5 part >cut.gz # the end of the text is not there: some is cut off
        for jobs in 1 2; do
            run -3 bash -c "cp-parse --jobs $jobs cut.gz 2>said | jq -c 'del(.source)' >got; exit \${PIPESTATUS[0]}"
            [ "$(grep -c error: said)" = 1 ]
            [ -s got ]
            cmp -n "$(stat -c %s got)" got wanted
        done
    done
}

# bats test_tags=all
@test "of a truncated or corrupt archive the games before the damage come through" {
    some_games 4000 >plain.txt
    cp-parse <plain.txt >wanted
    gzip <plain.txt >whole.gz && zstd -q <plain.txt >whole.zst
    for kind in gz zst; do
        size=$(stat -c %s whole.$kind)
        head -c $((size / 2)) whole.$kind >cut.$kind
        damaged cut.$kind 1500
        head -c $((size - 2)) whole.$kind >cut.$kind
        damaged cut.$kind 3900
        cp whole.$kind hit.$kind
        printf 'xxxxxxxxxxxxxxxx' | dd of=hit.$kind bs=1 seek=$((size / 2)) conv=notrunc status=none
        damaged hit.$kind 1000
        { cat whole.$kind && echo rubbish; } >more.$kind
        damaged more.$kind 4000
    done
    head -c 2 whole.gz >tiny.gz
    run cp-parse tiny.gz
    [ "$status" != 0 ]
}

# bats test_tags=all
@test "an archive that unpacks to very much takes time, not memory" {
    few=$("$extra/cp-peak" cp-parse <(some_games 40))
    bytes=$(often 60000000 300000000)
    head -c "$bytes" /dev/zero | tr '\0' ' ' | gzip -1 >bomb.gz
    head -c "$bytes" /dev/zero | tr '\0' '\n' | zstd -q >bomb.zst
    [ "$("$extra/cp-peak" cp-parse bomb.gz)" -lt $((few + 1024)) ]
    [ "$("$extra/cp-peak" cp-parse bomb.zst)" -lt $((few + 12000)) ]
    head -c "$bytes" /dev/zero | zstd -q --long=31 >wide.zst
    [ "$("$extra/cp-peak" cp-parse wide.zst)" -lt $((few + 1024)) ]
    run cp-parse wide.zst
    [ "$status" = 3 ]
    [[ $output == *"window"*"[archive-broken]"* ]]
}

# bats test_tags=all
@test "a comment of any length takes no more than 32 MB: beyond 4 MiB it is refused" {
    for megabytes in $(often 100 4 100); do
        { printf '1. e4 {' && head -c $((megabytes * 1000000)) /dev/zero | tr '\0' 'x' &&
            printf '} 1... e5 *\n\n[Event "next"]\n\n1. d4 *\n'; } >long.pgn
        cp-convert --to pgn long.pgn >out.pgn 2>err || [ $? = 1 ]
        [ "$(grep -c '^\[Event ' out.pgn)" = 2 ] || [ $megabytes = 100 ]
        grep -q '1\. d4' out.pgn
        for tool in cp-parse cp-validate "cp-convert --to pgn" "cp-annotate --add check"; do
            [[ ${CP_BIN:-} == */[at]san/* ]] || [ "$("$extra/cp-peak" $tool long.pgn)" -lt 32768 ]
        done
    done
    grep -q '^long.pgn:1:7: error: .*\[game-too-large\]$' err
}

# ---- several workers ----

# Of several batches (128 kB each), some games in no encoding
mixed_text() {
    mixed_games 3000 30 90 | awk '
        /^\[Event/ { n++ }
        { print }
        n % 90 == 60 && /^1\./ { print "\xff\xfe 1-0 { } [Event \"}\"]"; n++ }'
}

# same_by_workers FILE TOOL OPTION...: same output, messages and status whatever the workers
same_by_workers() {
    local file=$1 jobs status=0 wanted=0
    shift
    "$@" "$file" >wanted.out 2>wanted.err || wanted=$?
    for jobs in $(often 3 1 2 3 7); do
        status=0
        "$@" --jobs $jobs "$file" >got.out 2>got.err || status=$?
        [ $status = $wanted ] && cmp wanted.out got.out && cmp wanted.err got.err ||
            { echo "$* --jobs $jobs: $status, wanted $wanted" && return 1; }
    done
}

# bats test_tags=all
@test "any number of workers write and say the same: text" {
    mixed_text >mixed.txt
    [ "$(stat -c %s mixed.txt)" -gt 1200000 ]
    same_by_workers mixed.txt cp-parse
    [ -s wanted.err ]
    [ "$(wc -l <wanted.out)" -gt 2800 ]
    same_by_workers mixed.txt cp-parse --strict --yaml
    same_by_workers mixed.txt cp-validate --summary
    grep -q '^bad ' wanted.err
    same_by_workers mixed.txt cp-validate --legal
    same_by_workers mixed.txt cp-convert --to numeric
    same_by_workers mixed.txt cp-convert --style short
    same_by_workers mixed.txt cp-annotate --add check,material --strip comments
    same_by_workers mixed.txt cp-select --has check --invert
    same_by_workers mixed.txt cp-select --twins
}

# bats test_tags=all
@test "a stray bracket begins no list of games where a batch or a part begins" {
    for stray in '[' '["x"' '[5,'; do
        {
            printf '1. e4 {' && head -c 1980 /dev/zero | tr '\0' y && printf '} *\n\n%s\n\n' "$stray"
            for i in {1..100}; do printf '[Event "after"]\n\n1. d4 *\n\n'; done
        } >stray.txt
        CP_BATCH=2000 same_by_workers stray.txt cp-parse
        [ "$(wc -l <wanted.out)" = 102 ]
        while read -r _ part; do
            cp-parse --part "$part" stray.txt || [ $? = 1 ]
        done < <(CP_BATCH=2000 cp-parse --parts 2 stray.txt | grep '^part') >got.out 2>got.err
        cmp wanted.out got.out
        cmp wanted.err got.err
    done
}

# bats test_tags=all
@test "any number of workers draw the same pictures into the same files" {
    mixed_text | head -n 5000 >few.txt
    same_by_workers few.txt cp-render
    grep -q 'also: at ply' wanted.err
    same_by_workers few.txt cp-render --unicode --ply 0-2,last
    same_by_workers few.txt cp-render --game 271
    same_by_workers few.txt cp-render --svg
    same_by_workers few.txt cp-render --output '%p.txt'
    grep -q second-picture wanted.err
    same_by_workers few.txt cp-render --output /dev/full
    head -n 900 few.txt >fewer.txt
    for jobs in 1 2 7; do
        mkdir $jobs
        (cd $jobs && cp-render --jobs $jobs --ply last,3 -o 'g%g-p%p.svg' ../fewer.txt) 2>/dev/null || [ $? = 1 ]
        (cd $jobs && cp-render --jobs $jobs -o 'g%g.txt' ../few.txt) 2>/dev/null || [ $? = 1 ]
        diff -r 1 $jobs
    done
    [ "$(ls 1/*.txt | wc -l)" -gt 200 ]
}

# bats test_tags=all
@test "any number of workers write and say the same: records" {
    mixed_text >mixed.txt
    cp-parse mixed.txt 2>/dev/null >records || true
    awk 'NR % 500 == 3 { print "{\"broken" } NR % 500 == 9 { print "" } { print }' records >more
    same_by_workers more cp-validate --summary
    same_by_workers more cp-convert --to text
    printf '%s' "$(head -n 2000 records)" >no-end
    same_by_workers no-end cp-parse
}

# bats test_tags=all
@test "any number of workers write and say the same: line ends, encodings, games without tags" {
    mixed_text | sed 's/$/\r/' >crlf.txt
    same_by_workers crlf.txt cp-parse
    mixed_text | tr '\n' '\r' >cr.txt
    same_by_workers cr.txt cp-parse
    { printf '{\xfcber}\n' && mixed_text; } >latin.txt
    same_by_workers latin.txt cp-validate --quiet
    mixed_text | sed '/^\[/d' >bare.txt
    same_by_workers bare.txt cp-parse --variant trappist-1
    { mixed_text | head -c 400000 && echo '{never closed' && some_games 2000 | sed '/^\[/d'; } >open.txt
    same_by_workers open.txt cp-validate --quiet
    /usr/bin/python3 -c "import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(2000000))" >noise.txt
    same_by_workers noise.txt cp-parse --variant trappist-1
}

# bats test_tags=all
@test "any number of workers take several files, missing, packed and YAML ones among them" {
    mixed_text >mixed.txt
    gzip -k mixed.txt
    head -c 90000 mixed.txt.gz >cut.gz
    some_games 20 | cp-parse --yaml >some.yaml
    : >empty
    for jobs in 1 2 7; do
        status=0
        cp-validate --jobs $jobs mixed.txt nosuch empty cut.gz some.yaml mixed.txt.gz - \
            <some.yaml >out.$jobs 2>err.$jobs || status=$?
        [ $status = 3 ]
        cmp out.1 out.$jobs
        cmp err.1 err.$jobs
    done
    grep -q 'nosuch: error' err.1
    grep -q 'cut.gz: error' err.1
}

# bats test_tags=all
@test "any number of workers write and say the same: hostile streams, small batches" {
    "$top/scripts/same-jobs" "${CP_STREAMS:-100}"
}

@test "dots before the first move join nothing, whatever stands before the game" {
    for before in '' '*\n\n' 'e4 e5 *\n\n' '[Event "x"]\n\n'; do
        for dots in '. e4' '.e4'; do
            printf "$before$dots *\n" | cp-validate --quiet --strict
        done
        for dots in '... e4' '…e4'; do # which is said of Black's moves
            run --separate-stderr cp-validate --quiet < <(printf "$before$dots *\n")
            [ "$status" = 0 ]
            [[ $stderr == *move-number-wrong* && $stderr != *error:* ]]
        done
    done
}

# bats test_tags=all
@test "a file that cannot be read is told in its turn, before the summary, each of them" {
    echo 'e4 e5 *' >good
    echo 'e4 Ke8 *' >bad
    mkdir folder
    for jobs in 1 2; do
        for files in "bad missing" "missing bad" "missing" "folder bad good missing"; do
            run --separate-stderr cp-validate --quiet --summary --jobs $jobs $files
            [ "$status" = 3 ]
            names=$(grep -oE '^(bad|missing|folder|games)\b' <<<"$stderr" | tr '\n' ' ')
            [ "$names" = "${files/good /} games bad " ] # two of the table
        done
        run --separate-stderr cp-parse --jobs $jobs $(seq -f nosuch%g 1100)
        [ "$(grep -c '^nosuch.*file-unreadable' <<<"$stderr")" = 1100 ]
        [ "$(wc -l <<<"$stderr")" = 1100 ]
    done
}

# bats test_tags=all
@test "workers do not take more memory for more games, or wait for one huge game" {
    mixed_text >mixed.txt
    copies 12 mixed.txt >many.txt
    few=$("$extra/cp-peak" cp-parse --jobs 2 mixed.txt)
    many=$("$extra/cp-peak" cp-parse --jobs 2 many.txt)
    # sanitizers keep books of their own
    [[ ${CP_BIN:-} == */[at]san/* ]] || { [ "$many" -lt $((few + 4096)) ] && [ "$many" -lt 32768 ]; }
    { echo '1. (a1)-(a2) {' && head -c 20000000 /dev/zero | tr '\0' 'x' && echo '} 1-0'; } >huge.txt
    same_by_workers huge.txt cp-parse --variant trappist-1
}

# bats test_tags=all
@test "workers stop quietly when nobody reads on, and loudly when nothing can be written" {
    mixed_text >mixed.txt
    run --separate-stderr bash -c 'cp-parse --jobs 3 mixed.txt 2>/dev/null | head -n 1'
    [ "$status" = 0 ]
    [[ $output == "{"* ]]
    run --separate-stderr bash -c 'cp-parse --jobs 3 mixed.txt 2>err >/dev/full'
    [ "$status" = 3 ]
    grep -q '^stdout: error: cannot be written' err
}

@test "a number of workers is a number: 0 is one per processor" {
    some_games 3 >games.txt
    cp-parse -j0 games.txt | cmp - <(cp-parse games.txt)
    for wrong in -1 x 2x 5000; do
        run cp-parse --jobs="$wrong" games.txt
        [ "$status" = 2 ]
        [[ $output == *"[option-value-wrong]"* ]]
    done
}

# ---- progress ----

# bats test_tags=all
@test "progress is shown on stderr only, when it is a terminal or forced, and taken away at the end" {
    mixed_text >mixed.txt
    cp-parse mixed.txt >wanted 2>wanted.err || true
    for jobs in 1 3; do
        cp-parse --jobs $jobs --progress=always mixed.txt >got 2>got.err || true
        cmp wanted got
        tr '\r' '\n' <got.err | grep -qE '^\[#*\.*\] +[0-9]+%  [0-9.]+ [kMG]B of 1\.[0-9] MB  [0-9]+ games/s  [0-9]+:[0-9]{2} left'
        sed 's/\r[^\r]*\x1b\[K//g' got.err | cmp wanted.err
        [[ $(tail -c 4 got.err) == $'\r\x1b[K' || $(tail -c 1 got.err) == "" ]]
        cp-parse --jobs $jobs --progress=always <mixed.txt 2>&1 >/dev/null | grep -q ' of 1\.[0-9] MB'
        cat mixed.txt | cp-parse --jobs $jobs --progress=always 2>&1 >/dev/null | tr '\r' '\n' >piped
        grep -qE '^[0-9.]+ [kM]B  [0-9]+ games( |.\[K)' piped
        run grep -q % piped
        [ "$status" = 1 ]
        for quiet in --progress --progress=auto --progress=never; do
            cp-parse --jobs $jobs $quiet mixed.txt 2>&1 >/dev/null | cmp wanted.err
        done
    done
    gzip -k mixed.txt
    cp-parse --progress=always mixed.txt.gz 2>&1 >/dev/null | tr '\r' '\n' | grep -q ' of [0-9.]* kB'
}

# bats test_tags=all
@test "progress is shown on a terminal, which script makes" {
    command -v script >/dev/null || skip "no script, which makes a terminal"
    mixed_text >mixed.txt
    script -qec "cp-parse --progress mixed.txt >/dev/null" /dev/null | grep -q 'games/s'
}

@test "when progress is shown is one of three words" {
    run cp-parse --progress=often /dev/null
    [ "$status" = 2 ]
    [[ $output == *"[option-value-wrong]"* ]]
    some_games 2 >games.txt
    cp-parse --progress games.txt | cmp - <(cp-parse games.txt)
}

@test "where no worker can be started that is said, status 3" {
    [[ ${CP_BIN:-} != */asan/* && ${CP_BIN:-} != */tsan/* ]] || skip "sanitizers need the memory that is refused here"
    some_games 3 >games.txt
    run --separate-stderr bash -c 'ulimit -s 1000000 && ulimit -v 500000 && cp-parse --jobs 2 games.txt'
    [ "$status" = 3 ]
    [ -z "$output" ]
    [[ $stderr == "cp-parse: error: no worker can be started: "*"[worker-refused]"* ]]
}
