#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What tools are given to read and write: descriptors, files, pipes, devices, and what goes
# wrong with them. Nothing that stood in a file is lost, and nothing fails silently.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

tools=(cp-parse cp-validate cp-convert cp-annotate cp-render cp-select "cp-table games")

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    printf '[Event "one"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "two"]\n\n1. d4 *\n' >games.txt
    printf '1. e4 Ke8 *\n' >bad.txt
}

# many_games COUNT
many_games() {
    "$extra/cp-generate" --variant fide --games "$1" --plies 20 --seed 7
}

# no_stray: what tools write beside a file until it is whole must be gone
no_stray() {
    local left
    shopt -s globstar nullglob dotglob
    left=(**/.chessplane*)
    shopt -u globstar nullglob dotglob
    [ ${#left[@]} = 0 ] || { printf '%s\n' "${left[@]}"; return 1; }
}

# says STATUS TEXT: what run found
says() {
    [ "$status" = "$1" ] && [[ $stderr == *"$2"* ]] && return
    echo "status $status: $stderr"
    return 1
}

# ---- descriptors ----

# bats test_tags=all
@test "closed descriptors are not files that are opened later" {
    for tool in "${tools[@]}"; do
        $tool games.txt >wanted
        $tool -o out games.txt <&- && cmp wanted out
        $tool -o out games.txt >&- && cmp wanted out
        $tool -o out games.txt <&- >&- 2>&- && cmp wanted out
        { $tool -o out games.txt bad.txt missing 2>&- || true; } && cmp wanted out
        { $tool -o new games.txt bad.txt <&- 2>&- || true; }
        not grep -q 'error' new
    done
    no_stray
}

@test "what is closed cannot be read or written, which is said" {
    run --separate-stderr bash -c 'cp-parse <&-'
    says 3 'stdin: error: cannot be read: Bad file descriptor'
    run --separate-stderr bash -c 'cp-parse games.txt >&-'
    says 3 'stdout: error: cannot be written: Bad file descriptor'
    run --separate-stderr bash -c 'cp-parse --help >&-'
    says 3 'stdout: error: cannot be written: Bad file descriptor'
    run --separate-stderr bash -c 'cp-parse -o /dev/stdout games.txt >&-'
    says 3 '/dev/stdout: error: cannot be written: Bad file descriptor'
    run --separate-stderr bash -c 'cp-parse -o /dev/fd/7 games.txt 7>&-'
    says 3 '/dev/fd/7: error: cannot be opened to write: Bad file descriptor'
    run bash -c 'cp-validate bad.txt >/dev/null 2>&-'
    [ "$status" = 1 ]
}

@test "who writes nothing needs no standard output" {
    cp-validate -q games.txt >&-
    cp-validate -q games.txt >/dev/full
    run bash -c 'cp-validate -q bad.txt >&-'
    [ "$status" = 1 ]
    cp-parse -o out games.txt >/dev/full
    [ -s out ]
}

# bats test_tags=all
@test "readers that go away are quiet, a full device is loud" {
    many_games 500 >many.txt
    for tool in "${tools[@]}"; do
        run --separate-stderr bash -c "$tool many.txt | head -n 1 >/dev/null; exit \${PIPESTATUS[0]}"
        [ "$status" = 0 ]
        [ -z "$stderr" ]
        mkfifo pipe && { head -c 1 pipe >/dev/null & } && $tool -o pipe many.txt && rm pipe
        run --separate-stderr bash -c "$tool games.txt >/dev/full"
        says 3 'stdout: error: cannot be written: No space left on device [file-unwritable]'
        run --separate-stderr $tool -o /dev/full games.txt
        says 3 '/dev/full: error: cannot be written: No space left on device [file-unwritable]'
    done
}

# bats test_tags=all
@test "descriptors that others made non-blocking are waited for" {
    many_games 3000 >many.txt
    cp-parse many.txt | sed 's/many.txt/stdin/' >wanted
    cat >slow.py <<'EOF'
import fcntl, os, subprocess, sys, threading, time
ends = [os.pipe(), os.pipe(), os.pipe()]
for pair in ends:
    for end in pair:
        fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_NONBLOCK)
tool = subprocess.Popen(sys.argv[1:], stdin=ends[0][0], stdout=ends[1][1], stderr=ends[2][1])
for end in (ends[0][0], ends[1][1], ends[2][1]):
    os.close(end)

def feed():
    os.set_blocking(ends[0][1], True)
    with open("many.txt", "rb") as file:
        while piece := file.read(30011):
            os.write(ends[0][1], piece)
            time.sleep(0.003)
    os.close(ends[0][1])

def take(end, name):
    os.set_blocking(end, True)
    with open(name, "wb") as file:
        while piece := os.read(end, 5003):
            file.write(piece)
            time.sleep(0.0003)

threads = [threading.Thread(target=feed), threading.Thread(target=take, args=(ends[1][0], "got")),
           threading.Thread(target=take, args=(ends[2][0], "got.err"))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(tool.wait())
EOF
    /usr/bin/python3 slow.py cp-parse
    cmp wanted got
    [ ! -s got.err ]
    /usr/bin/python3 slow.py cp-parse --jobs 2
    cmp wanted got
    [ ! -s got.err ]
    sed 's/^1\. [^ ]*/1. Ke8/' many.txt >worse && mv worse many.txt
    cp-validate -q <many.txt 2>wanted.err || true
    [ "$(stat -c %s wanted.err)" -gt 200000 ]
    /usr/bin/python3 slow.py cp-validate -q || [ $? = 1 ]
    cmp wanted.err got.err
}

@test "games of text come out as they come in, a game as soon as a blank line stands behind its result" {
    mkfifo in out
    for tool in cp-parse 'cp-validate --only valid' cp-convert 'cp-select --plies 1:' 'cp-select -p Hill' 'cp-table games -c result'; do
        for end in '\n\n' '\r\n\r\n'; do
            $tool <in >out &
            exec 8>in 9<out
            for game in 1 2 3; do
                printf "[White \"Hill\"]${end}1. e4 e5 1-0$end" >&8
                line=
                until [[ $line == *1-0* ]]; do read -r -t 60 -u 9 line; done
            done
            exec 8>&-
            wait
            exec 9<&-
        done
    done
}

# ---- what is read ----

# bats test_tags=all
@test "a file that becomes shorter while it is read is not all there, which is said" {
    many_games 20000 >whole.txt
    zstd -q -1 whole.txt -o whole.zst
    for jobs in $(often 2 1 2); do
        for whole in whole.txt whole.zst; do
            cp $whole many.txt
            mkfifo pipe
            cp-parse --jobs $jobs many.txt >pipe 2>said &
            exec 8<pipe
            head -c 1 <&8 >/dev/null # it is at work, and waits for its reader
            truncate -s 1000 many.txt
            cat <&8 >/dev/null
            exec 8<&-
            status=0 && wait $! || status=$?
            stderr=$(cat said)
            says 3 'many.txt: error: cannot be read: it became shorter while it was read'
            rm pipe
        done
    done
}

# bats test_tags=all
@test "pipes, folders, sockets, devices, odd names, one descriptor: read, or told" {
    sed 's/games.txt/stdin/' <(cp-parse games.txt) >wanted
    mkfifo pipe && { cat games.txt >pipe & } && cp-parse pipe | sed 's/"pipe"/"stdin"/' | cmp wanted
    cp-parse - <games.txt | cmp wanted
    cp-parse games.txt games.txt | sed 's/games.txt/stdin/' | cmp - <(cat wanted wanted)
    cp-parse /dev/stdin <games.txt | sed 's,/dev/stdin,stdin,' | cmp wanted
    for name in -x -- '%g' 'a b' "$(printf '\xff')" "$(printf 'a\nb')"; do
        cp games.txt "./$name"
        cp-parse -- "$name" | jq -c '.source.file = "stdin"' | cmp wanted
        out=${name/'%g'/100%}.out # names with fields are of several files
        cp-parse -o "$out" -- "$name"
        [ -s "./$out" ]
        rm -- "$name" "$out"
    done
    /usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
    for what in '' missing . socket games.txt/x; do
        run --separate-stderr cp-parse "$what"
        says 3 ': error: cannot be read: '
    done
    run --separate-stderr bash -c 'exec 3>&-; ulimit -n 4; cp-parse games.txt'
    says 0 ''
    run --separate-stderr bash -c 'exec 3>&-; ulimit -n 4; cp-parse -o out games.txt'
    says 3 'games.txt: error: cannot be read: Too many open files'
    [ ! -e out ]
    for nothing in /dev/null <(:) <(printf ' \n\n'); do
        run --separate-stderr cp-parse "$nothing"
        says 0 '' && [ -z "$output" ]
    done
    run --separate-stderr cp-validate -q <(head -c 1000 /dev/zero)
    says 1 'bytes that are no text'
    cp-parse --progress=always games.txt 2>&- | sed 's/games.txt/stdin/' | cmp wanted
}

# ---- -o: what is read is not written over ----

# bats test_tags=all
@test "-o is no file that is read, under any name" {
    cp-parse games.txt >record
    cp "$data/annotate/notes.notes" notes.yaml
    cp "$top/schemas/variants/fide.yaml" own.yaml
    ln -s games.txt link
    ln games.txt hard
    mkdir folder && ln -s ../link folder/second
    for file in *.txt *.yaml; do cp $file ../kept.$file; done
    for out in games.txt ./games.txt link hard folder/second "$PWD/games.txt"; do
        for tool in "${tools[@]}"; do
            run --separate-stderr $tool -o $out bad.txt games.txt
            [ $out = games.txt ] || says 2 "written over: $out is games.txt [output-is-read]"
            [ $out != games.txt ] || says 2 "written over: games.txt [output-is-read]"
            run --separate-stderr bash -c "$tool -o $out <games.txt"
            says 2 "$out is standard input [output-is-read]"
            run --separate-stderr bash -c "$tool -o $out bad.txt - <games.txt"
            says 2 "$out is standard input [output-is-read]"
        done
    done
    run --separate-stderr cp-annotate -n notes.yaml -o notes.yaml games.txt
    says 2 'over: notes.yaml [output-is-read]'
    run --separate-stderr cp-parse --variant-file own.yaml -o own.yaml games.txt
    says 2 'over: own.yaml [output-is-read]'
    mkfifo pipe
    run --separate-stderr cp-parse -o pipe games.txt pipe
    says 2 'over: pipe [output-is-read]'
    run --separate-stderr cp-convert --squares --to letters -v coaip -o games.txt games.txt
    says 2 'over: games.txt [output-is-read]'
    cp games.txt 1 && run --separate-stderr cp-render -o '%g' 1
    says 2 'over: 1 [output-is-read]'
    cmp games.txt 1
    for file in *.txt *.yaml; do cmp $file ../kept.$file; done
}

@test "standard output is no file that is read either" {
    cp games.txt kept
    run --separate-stderr bash -c 'cp-parse games.txt >>games.txt'
    says 2 'standard output is games.txt [output-is-read]'
    run --separate-stderr bash -c 'cp-render <games.txt >>games.txt'
    says 2 'standard output is standard input [output-is-read]'
    cmp games.txt kept
    cp-parse -o out <games.txt >>games.txt && cmp games.txt kept
    cp-parse --help <games.txt >>games.txt && ! cmp -s games.txt kept
}

@test "standard input is one thing only" {
    cp "$data/annotate/notes.notes" notes.yaml
    run --separate-stderr bash -c 'cp-annotate -n - <notes.yaml'
    says 2 '[options-disagree]'
    run --separate-stderr bash -c 'cp-annotate -n - games.txt - <notes.yaml'
    says 2 '[options-disagree]'
    run --separate-stderr bash -c 'cp-parse - games.txt - <games.txt'
    says 2 '[options-disagree]'
    cp-validate --variant-file - <"$top/schemas/variants/fide.yaml"
    cp-parse --variant-file - games.txt <"$top/schemas/variants/fide.yaml" | cmp - <(cp-parse games.txt)
}

# ---- -o: whole, or as it was ----

# bats test_tags=all
@test "-o takes the place of a file when it is whole, with its permissions, through links" {
    for tool in "${tools[@]}"; do
        $tool games.txt >wanted
        rm -f new && (umask 027 && $tool -o new games.txt) && cmp wanted new
        [ "$(stat -c %a new)" = 640 ]
        chmod 604 new && $tool -o new bad.txt 2>/dev/null || [ $? = 1 ]
        $tool -o new games.txt && cmp wanted new && [ "$(stat -c %a new)" = 604 ]
        mkdir -p away && ln -sf away/target link && ln -sf ../link away/second && rm -f away/target
        $tool -o away/second games.txt && cmp wanted away/target && [ -L away/second ] && [ -L link ]
        echo old >away/target && $tool -o link games.txt && cmp wanted away/target && [ -L link ]
        echo old >one && ln -f one two && $tool -o one games.txt && cmp wanted two
    done
    no_stray
}

@test "-o keeps what was there where file systems are joined, and writes into what is mounted" {
    unshare --mount true 2>/dev/null || skip "only root mounts"
    cp-parse games.txt >wanted
    mkdir room joined low
    echo old >low/both && echo old >one && touch two
    unshare --mount bash -c 'mount -t tmpfs room room && mkdir room/up room/work || exit 77
        mount --bind one two || exit 77
        cp-parse -o two games.txt && cmp wanted two && cmp wanted one || exit 1
        mount -t overlay joined -o lowerdir=low,upperdir=room/up,workdir=room/work joined || exit 77
        cp-parse -o joined/both games.txt missing
        [ "$(cat joined/both)" = old ] && cp-parse -o joined/both games.txt && cmp wanted joined/both' ||
        { [ $? = 77 ] && skip "nothing can be mounted"; }
    no_stray
}

@test "bad games leave a whole file, status 1" {
    for tool in "${tools[@]}"; do
        $tool games.txt bad.txt games.txt >wanted 2>/dev/null || true
        run $tool -o out games.txt bad.txt games.txt
        cmp wanted out
    done
}

# bats test_tags=all
@test "what cannot be read leaves -o as it was" {
    many_games 300 | gzip >whole.gz && head -c 3000 whole.gz >cut.gz
    mkdir folder
    for tool in "${tools[@]}"; do
        for file in missing cut.gz folder; do
            for jobs in 1 2; do
                echo old >out
                run --separate-stderr $tool --jobs $jobs -o out games.txt $file games.txt
                says 3 "out: error: nothing is written, and what was there before stays: not all could be read"
                [ "$(<out)" = old ]
                run --separate-stderr $tool --jobs $jobs -o new games.txt $file
                [ "$status" = 3 ]
                [ ! -e new ]
            done
        done
    done
    echo '<svg/>' >out.svg
    run --separate-stderr cp-render --game 1 -o out.svg games.txt missing
    says 3 'out.svg: error: nothing is written'
    [ "$(<out.svg)" = '<svg/>' ]
    run cp-render -o 'g%g.svg' games.txt missing # each is whole
    [ "$status" = 3 ]
    [ -s g1.svg ]
    [ -s g2.svg ]
    no_stray
}

# ended_by SIGNAL COMMAND...: it has read many.txt, and waits for more from a pipe, its last word
ended_by() {
    local signal=$1 pid
    shift
    mkfifo pipe
    # bash has children in the background ignore SIGINT, and nohup SIGHUP
    /usr/bin/python3 -c 'import os, signal, sys
signal.signal(signal.SIG'$signal', signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' "$@" many.txt pipe &
    pid=$!
    exec 9>pipe && cat many.txt >&9 # it reads
    kill -$signal $pid
    run wait $pid
    exec 9>&-
    wait $pid || [ $? -gt 128 ]
    rm pipe
}

# bats test_tags=all
@test "a signal leaves -o as it was, and nothing beside it" {
    many_games 200 >many.txt
    for tool in "${tools[@]}" "cp-parse --jobs 2" "cp-render --jobs 2" "cp-table plies" "cp-select --unique"; do
        for signal in $(often TERM "INT TERM HUP"); do
            echo old >out
            ended_by $signal $tool -o out
            [ "$(<out)" = old ]
            no_stray
        done
    done
}

# bats test_tags=all
@test "a signal leaves no half picture, no half game in a file of --split" {
    many_games 200 >many.txt
    cp-render -o 'whole-%g.svg' many.txt many.txt
    cp-select --split 'whole-%{Event}' many.txt
    for signal in $(often INT "INT TERM"); do
        (quick; for g in {1..400}; do echo old >p-$g.svg; done)
        ended_by $signal cp-render -o 'p-%g.svg'
        (quick; for g in {1..400}; do cmp -s p-$g.svg whole-$g.svg || [ "$(cat p-$g.svg)" = old ] || exit; done)
        ended_by $signal cp-select --split 'part-%{Event}'
        for part in part-*; do
            cmp -n "$(stat -c %s "$part")" "$part" <(cat "whole-${part#part-}" "whole-${part#part-}")
            [ ! -s "$part" ] || [ "$(tail -c 1 "$part" | wc -l)" = 1 ]
        done
        ended_by $signal cp-select --unique -o out
        [ ! -e out ]
        no_stray
    done
}

@test "a signal just before a file takes its place finds it there, and nothing beside it" {
    preload=${CP_EXTRA:-$top/build/release/bin-extra}/refuse_preload.so
    [ -f "$preload" ] || skip "a sanitizer has its own memory"
    many_games 3 >many.txt
    cp-parse many.txt >wanted
    for jobs in 1 2; do
        echo old >out
        run -143 env LD_PRELOAD="$preload" CP_REFUSE=1 CP_REFUSE_WHAT=ended-name cp-parse --jobs $jobs -o out many.txt
        cmp wanted out
        no_stray
    done
}

@test "a full disk and a file-size limit leave -o as it was, status 3" {
    many_games 300 >many.txt
    for tool in "${tools[@]}"; do
        echo old >out
        run --separate-stderr bash -c "ulimit -f 8 && $tool -o out many.txt"
        says 3 'out: error: nothing is written, and what was there before stays: File too large [file-left]'
        [ "$(<out)" = old ]
        run --separate-stderr bash -c "ulimit -f 8 && $tool many.txt >direct"
        says 3 'stdout: error: cannot be written: File too large [file-unwritable]'
    done
    echo old >g1.svg
    run --separate-stderr bash -c "ulimit -f 2 && cp-render -o g%g.svg games.txt"
    says 3 'g1.svg: error: nothing is written'
    [ "$(<g1.svg)" = old ]
    no_stray
}

# bats test_tags=all
@test "-o goes to devices, pipes and what standard output is, as they are" {
    for tool in "${tools[@]}"; do
        $tool games.txt >wanted
        $tool -o /dev/null games.txt
        mkfifo pipe && { cat pipe >got & } && $tool -o pipe games.txt && wait && rm pipe && cmp wanted got
        $tool -o /dev/stdout games.txt | cmp wanted
        $tool -o /dev/fd/1 games.txt | cmp wanted
        { echo first && $tool -o /dev/stdout games.txt && echo last; } >got
        { echo first && cat wanted && echo last; } | cmp - got
        { echo first >&7 && $tool -o /dev/fd/7 games.txt && echo last >&7; } 7>got
        { echo first && cat wanted && echo last; } | cmp - got
        $tool -o /dev/stderr games.txt 2>got && cmp wanted got
        $tool -o got games.txt >got && cmp wanted got
        $tool -o - games.txt | cmp wanted
    done
}

@test "where -o cannot be, that is said, status 3" {
    mkdir folder
    ln -s loop loop
    for out in folder folder/ missing/out games.txt/out missing/ loop "$(printf 'x%.0s' {1..300})"; do
        run --separate-stderr cp-parse -o "$out" games.txt
        says 3 'error: cannot be opened to write: '
        run --separate-stderr cp-render -o "$out" games.txt
        says 3 'error: cannot be opened to write: '
    done
    ls | grep -v separate-stderr | diff - <(printf '%s\n' bad.txt folder games.txt loop)
}

@test "-o is kept within its permissions: files that may not be written, folders that take no file" {
    [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null || skip "root may write everything, and there is no setpriv"
    other() { "$@"; }
    [ "$(id -u)" != 0 ] || other() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
    chmod 755 . .. ../.. 2>/dev/null || true
    other cat games.txt >/dev/null 2>&1 || skip "the folder cannot be read by others"
    mkdir closed
    for file in closed/fixed closed/free; do echo old >$file; done
    chmod 444 closed/fixed && chmod 666 closed/free && chmod 555 closed
    mkdir open && chmod 777 open && echo old >open/fixed && chmod 444 open/fixed
    cp-parse games.txt >wanted
    run --separate-stderr other "$(command -v cp-parse)" -o closed/fixed games.txt
    says 3 'closed/fixed: error: cannot be opened to write: Permission denied'
    run --separate-stderr other "$(command -v cp-parse)" -o open/fixed games.txt
    says 3 'open/fixed: error: cannot be opened to write: Permission denied'
    run --separate-stderr other "$(command -v cp-parse)" -o closed/new games.txt
    says 3 'closed/new: error: cannot be opened to write: Permission denied'
    other "$(command -v cp-parse)" -o closed/free games.txt
    cmp wanted closed/free
    [ "$(cat closed/fixed open/fixed)" = "$(printf 'old\nold')" ]
    no_stray
    chmod 755 closed
}

# ---- a file that was cut off ----

# told FILE OPTION...: where it is told that a file may have been cut off
told() {
    cp-validate -q "$@" 2>&1 | grep -o '^[^ ]*: warning: the last game has no result: .*\[cut-off\]$' | cut -d: -f1-3
}

# bats test_tags=all
@test "the last game of a file without its result is told where one may be expected" {
    printf '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n' >whole.pgn
    [ -z "$(told whole.pgn)" ]
    for cut in '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. N' '[Event "x"]\n[Result "*"]\n' '1. e4 e5 1-0\n\n1. d4 d5' \
        '1. e4 e5 *\n\n[Event "x"]\n[Site "y"]' '1. e4 e5 *\n\n[Event "x"]\n[Si' '[Result "0-1"]\n\n1. e4 (1. d4 {x' \
        '[Result "1/2-1/2"]\n\n1. e4 e5 1'; do
        printf "$cut" >cut.pgn
        [[ $(told cut.pgn) == cut.pgn:* ]] || { echo "$cut"; return 1; }
        [[ $(told <cut.pgn) == stdin:* ]]
        run -1 cp-validate -q --strict cut.pgn
        [[ $output == *'error: the last game has no result: '*'[cut-off]'* ]]
    done
    for fine in '1. e4 e5' '[White "x"]\n\n1. e4 e5' '1. e4 e5\n\n1. d4 d5' '[White "x"]\n\n1. e4\n\n[White "x"]\n\n1. d4' '' '1. e4 *\n{more}' \
        '[Variant "Infinite"] 1,2>1,4' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'; do
        printf "$fine" >fine.pgn
        [ -z "$(told fine.pgn)" ] || { echo "$fine"; return 1; }
    done
    printf '[Result "1-0"]\n\n1. e4 e5' >one.pgn # in each of several files, and again of the record
    [ "$(told one.pgn whole.pgn one.pgn)" = $'one.pgn:3:9\none.pgn:3:9' ]
    cp-parse one.pgn 2>/dev/null | jq -e '.source.told == ["3:9 cut-off"]'
}

# bats test_tags=all
@test "wherever a file is cut off, the same is told with any number of workers, in parts and of a pipe" {
    { some_games 30 6 && printf '1. e4 e5 *\n\n1. (5,4) (5,5) 1-0\n\n1. d4 d5 ; 1-0\n\n1. e4 e5 *\n\n' && some_games 3 6; } >all.txt
    size=$(wc -c <all.txt) said=0
    for ((cut = size; cut > size - 900; cut -= 1 + RANDOM % 97)); do
        head -c "$cut" all.txt >cut.txt
        cp-parse cut.txt >one 2>one.err || true
        cp-parse <cut.txt 2>&1 >/dev/null | sed 's/^stdin:/cut.txt:/' | cmp - one.err
        for batch in 40 200 900; do
            CP_BATCH=$batch cp-parse -j 3 cut.txt >more 2>more.err || true
            cmp one.err more.err
            cmp one more
        done
        CP_BATCH=64 cp-parse -j 2 --parts 7 cut.txt | sed -n 's/^part //p' >parts
        while read -r part; do cp-parse --part="$part" cut.txt || true; done <parts >more 2>more.err
        cmp one.err more.err
        cmp one more
        ! grep -q '\[cut-off\]' one.err || said=$((said + 1))
    done
    [ $said -gt 3 ]
}

# ---- the name of a file says the form ----

# bats test_tags=all
@test "the name of a file says the form, in every tool, and what it cannot be is refused" {
    printf '[White "Tal"]\n[ECO "B20"]\n\n1. e4 e5 2. Nf3 1-0\n' >a.pgn
    for name in pgn icn fen epd yaml txt; do
        form=${name/txt/text}
        cp-convert --to $form a.pgn >wanted
        for tool in cp-parse cp-validate cp-annotate 'cp-select --player /Tal/' cp-convert; do
            $tool -o "x.${name^^}" a.pgn
            $tool --to $form a.pgn | cmp - "x.${name^^}"
            [ "$form $tool" = 'yaml cp-validate' ] || cmp wanted "x.${name^^}" # that has a verdict
        done
    done
    for tool in cp-parse cp-validate cp-annotate 'cp-select --player /Tal/'; do
        for name in x.jsonl x.json x.out x x.3 d.pgn/x; do
            mkdir -p d.pgn
            $tool -o $name a.pgn
            $tool a.pgn | cmp - $name
        done
        $tool -o x.pgn --to fen a.pgn # an option wins
        grep -q '^rnbqkbnr/pppp1ppp/8/' x.pgn
        $tool -o x.pgn --yaml a.pgn
        grep -qx -- --- x.pgn
        $tool --to letters a.pgn | jq -e .moves >x
        run --separate-stderr -2 $tool --yaml --to pgn a.pgn
        run --separate-stderr -2 $tool --stamp -o s.pgn a.pgn
        [[ $stderr == *'--stamp is for records'* ]]
    done
    for name in tsv csv sql jsonl; do
        cp-table games -o x.$name a.pgn
        cp-table games --format $name a.pgn | cmp - x.$name
    done
    cp-table games --format csv -o x.tsv a.pgn
    cp-table games --format csv a.pgn | cmp - x.tsv
    for tool in cp-parse cp-validate cp-annotate cp-select cp-convert; do
        for name in y.svg y.csv y.SQL y.html y.bz2 y.csv.gz; do
            run --separate-stderr -2 $tool -o $name a.pgn
            [[ $stderr == *"--output \"$name\"; it takes a name that ends in .txt, .pgn, .icn, .yaml, .json, .fen or .epd, as the format is [option-value-wrong]"* ]]
            [ ! -e $name ]
        done
    done
    for name in y.pgn y.yaml y.svg; do
        run --separate-stderr -2 cp-table games -o $name a.pgn
        [[ $stderr == *"it takes a name that ends in .tsv, .csv, .jsonl or .sql, as the format is"* ]]
    done
    for tool in cp-parse cp-convert 'cp-table tags'; do
        for name in 'y-%g.txt' 'y-%03g.txt' 'y-%{White}.txt'; do
            run --separate-stderr -2 $tool -o "$name" a.pgn
            [[ $stderr == *"it takes the name of one file; cp-select --split 'by-%{White}.pgn' writes several"* ]]
        done
        $tool -o '100%.txt' a.pgn
        $tool -o 100% a.pgn
    done
    [ ! -e y* ]
}

@test "where no games are written a name says nothing of them, and is no name of a game's form" {
    printf '1. e4 e5 *\n' >a.txt
    for options in 'cp-select --count' 'cp-select --hits --plies 1:' 'cp-validate --legal' 'cp-validate --ply 1' 'cp-validate --list-variants'; do
        $options a.txt >wanted
        $options -o x.txt a.txt
        cmp wanted x.txt
        run --separate-stderr -2 $options -o x.pgn a.txt
        [[ $stderr == *'--output "x.pgn"; it takes a name that ends in .t'* ]]
    done
    cp-validate --show-variant fide -o x.yaml
    cp-validate --show-variant fide | cmp - x.yaml
    cp-convert --squares --to letters -o x.html <<<'<b>(5,4)</b>'
    [ "$(cat x.html)" = '<b>(e4)</b>' ]
    run --separate-stderr -2 cp-select --count --to pgn a.txt
    run --separate-stderr -2 cp-validate --legal --to pgn a.txt
}

@test "files by tags have the form that their name says, and are packed, by one worker or several" {
    printf '[White "%s"]\n[ECO "%s"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' a B20 b C10 c B20 >a.pgn
    for jobs in 1 3; do
        CP_BATCH=50 cp-select --jobs $jobs --split 'by-%{ECO}.pgn' a.pgn
        cp-select --tag ECO=B20 --to pgn a.pgn | cmp - by-B20.pgn
        CP_BATCH=50 cp-select --jobs $jobs --split 'by-%{ECO}.fen.gz' a.pgn
        [ "$(zcat by-B20.fen.gz | wc -l)" = 2 ]
        cp-select --jobs $jobs --split-every 2 --split 'part-%n.yaml' --unique a.pgn
        [ "$(grep -c '^---$' part-1.yaml)" = 1 ]
        cp-select --jobs $jobs --twins -o x.icn a.pgn
        [ "$(wc -l <x.icn)" = 2 ]
        rm by-* part-* x.icn
    done
    run --separate-stderr -2 cp-select --split 'by-%{ECO}.svg' a.pgn
    [[ $stderr == *'--split "by-%{ECO}.svg"; it takes a name that ends in .txt, .pgn'* ]]
    # what a form cannot hold is in no file
    printf '[White "plane"]\n[Variant "coaip"]\n\n1. (5,2)-(5,4) *\n' >plane.txt
    run --separate-stderr -1 cp-select --split 'at-%{White}.pgn' plane.txt
    [[ $stderr == *'[unfit]'* ]]
    [ ! -e at-plane.pgn ]
    printf '[White "%s"]\n\n*\n\n' 'a?' 'a*' >a.pgn
    cp-select --split '%{White}.pgn.gz' a.pgn 2>/dev/null
    ls a_.pgn.gz a_~2.pgn.gz
}

# bats test_tags=all
@test ".gz and .zst behind a name pack what is written, all of it, and of nothing, too" {
    many_games 3000 >many.txt
    cp-parse many.txt >wanted
    for packed in x.gz x.zst; do
        command=$([ $packed = x.gz ] && echo zcat || echo zstd -dcq)
        for jobs in 1 2; do
            cp-parse --jobs $jobs -o $packed many.txt
            $command $packed | cmp - wanted
            [ "$(stat -c %s $packed)" -lt $(($(stat -c %s wanted) / 4)) ]
        done
        cp-parse $packed | cmp - wanted
        cp-parse -o $packed </dev/null
        [ -s $packed ]
        [ -z "$($command $packed)" ]
    done
    cp-render -o x.svg.gz games.txt --game 1 && zcat x.svg.gz | cmp - <(cp-render --svg --game 1 games.txt)
    ln -s /dev/full full.gz && run -3 cp-parse -o full.gz games.txt
    no_stray
}
