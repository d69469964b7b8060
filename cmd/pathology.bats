#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# What every tool owes whoever asks wrongly, or whose machine fails.
tools=(cp-parse cp-validate cp-convert cp-annotate cp-render cp-select "cp-table games")

game() {
    printf '[Event "one"]\n[Variant "Trappist-1"]\n\n1. (f11) *\n\n'
}

# What stands behind games that are refused
next_game() {
    printf ' *\n\n[Event "intact"]\n\n1. e4 e5 1-0\n'
}

@test "hostile input costs a diagnostic and the next game is intact (R-NOT-4, R-NOT-10)" {
    case ${CP_BIN:-} in
    */asan/* | */debug/*) patience=60 ;; # sanitizers are slow, and machines busy
    *) patience=20 ;;
    esac
    CP_PATIENCE=$patience timeout 3600 "$top/scripts/pathology" # which looks at their own time only
}

# bats test_tags=all
@test "time grows as the bytes do, whatever their shape" {
    case ${CP_BIN:-} in
    */asan/* | */debug/*) skip "sanitizers have times of their own" ;;
    esac
    run "$top/scripts/pathology" growth
    echo "$output"
    [ "$status" = 0 ]
}

# bats test_tags=all
@test "wrong options are status 2, with a message and the usage on stderr, nothing on stdout" {
    game >g.txt
    for tool in "${tools[@]}"; do
        for options in --nosuch -Q '--variant' '--variant nosuch' '--variant=' '--encoding utf-7' \
            '--variant-file nosuch.yaml --strict=1' '--completion fish' '-o'; do
            # asked for by name alone, games of any variant may be selected
            [ "$tool $options" != 'cp-select --variant nosuch' ] || continue
            # shellcheck disable=SC2086
            run --separate-stderr $tool g.txt $options </dev/null
            echo "$tool $options: $status $output $stderr"
            [ "$status" = 2 ]
            [ -z "$output" ]
            [[ $stderr == *" error: "*"]"* ]]
        done
        run --separate-stderr $tool --nosuch
        [[ $stderr == *"[option-unknown]"*"usage: $tool"* ]]
    done
}

@test "values that no option has are status 2" {
    game >g.txt
    while read -r words; do
        # shellcheck disable=SC2086
        run --separate-stderr $words g.txt
        echo "$words: $status $output $stderr"
        [ "$status" = 2 ]
        [ -z "$output" ]
        [[ $stderr == *"]"* ]]
    done <<'END'
cp-validate --only some
cp-validate --legal --ply x
cp-validate --legal --ply -1
cp-convert --to roman
cp-convert --style medium
cp-convert --shift 1
cp-convert --shift 1,x
cp-convert --squares
cp-annotate --add everything
cp-annotate --strip nothing
cp-annotate --number letters
cp-render --ply x
cp-render --window 1:2:3
cp-render --theme pink
cp-render --game 0
END
}

# bats test_tags=all
@test "a full disk is status 3 and is said by every tool" {
    game >g.txt
    for tool in "${tools[@]}" "cp-parse --yaml" "cp-convert --to yaml" "cp-convert --squares --to numeric" "cp-validate --legal" "cp-render --svg"; do
        run --separate-stderr bash -c "$tool g.txt >/dev/full"
        [ "$status" = 3 ]
        [[ $stderr == *"stdout: error: cannot be written: "*"[file-unwritable]"* ]]
        run --separate-stderr $tool -o /dev/full g.txt
        [ "$status" = 3 ]
        [ -z "$output" ]
        [[ $stderr == *"[file-unwritable]"* ]]
        run --separate-stderr $tool -o nosuch/file g.txt
        [ "$status" = 3 ]
        [ -z "$output" ]
        [[ $stderr == *"[file-unopened]"* ]]
    done
    for tool in "${tools[@]}"; do
        run --separate-stderr bash -c "$tool --help >/dev/full"
        [ "$status" = 3 ]
    done
}

@test "a reader that goes away ends every tool quietly" {
    (quick; for i in $(seq 3000); do game; done) >many.txt
    for tool in "${tools[@]}" "cp-convert --to yaml" "cp-convert --squares --to numeric" "cp-validate --legal"; do
        case $tool in cp-render) continue ;; esac # one picture is all it writes
        run --separate-stderr bash -c "$tool many.txt | head -n 1 >/dev/null; echo \${PIPESTATUS[0]}"
        echo "$tool: $output $stderr"
        [ "$output" = 0 ]
        [ -z "$stderr" ]
    done
}

@test "files that are none, folders and files behind a file are status 3, and the others are read" {
    game >g.txt
    for tool in "${tools[@]}"; do
        case $tool in cp-render) words="cp-render -o /dev/stdout" ;; *) words=$tool ;; esac
        run --separate-stderr $words nosuch.txt . g.txt/x g.txt
        echo "$tool: $status $stderr"
        [ "$status" = 3 ]
        [ -n "$output" ]
        [[ $stderr == *"nosuch.txt: error: "*".: error: "*"g.txt/x: error: "* ]]
        run --separate-stderr $tool --variant-file . g.txt
        [ "$status" = 3 ]
        [ -z "$output" ]
        [[ $stderr == *"[file-unreadable]"* ]]
    done
    run --separate-stderr cp-annotate --notes nosuch.yaml g.txt
    [ "$status" = 3 ]
    [ -z "$output" ]
    [[ $stderr == *"nosuch.yaml"*"[file-unreadable]"* ]]
}

@test "a file that may not be read is status 3" {
    game >g.txt
    chmod 000 g.txt
    [ ! -r g.txt ] || skip "root reads everything"
    for tool in "${tools[@]}"; do
        run --separate-stderr $tool g.txt
        [ "$status" = 3 ]
        [[ $stderr == *"g.txt: error: cannot be read: Permission denied"* ]]
    done
}

# bats test_tags=all
@test "wrong variant files are status 2 in every tool" {
    sed 's/move: RN/move: RxN{/' "$top/schemas/variants/coaip.yaml" >betza.yaml
    { cat "$top/schemas/variants/coaip.yaml" && echo 'colour: red'; } >key.yaml
    printf 'a: &a [*a]\n' >alias.yaml
    printf '\000\001' >bytes.yaml
    : >empty.yaml
    for tool in "${tools[@]}"; do
        for file in betza key alias bytes empty; do
            run --separate-stderr $tool --variant-file $file.yaml </dev/null
            echo "$tool $file: $status $stderr"
            [ "$status" = 2 ]
            [ -z "$output" ]
            [[ $stderr == $file.yaml:*"]"* ]]
        done
    done
}

@test "what stands in tags and comments never breaks a picture" {
    command -v xmllint >/dev/null || skip "no xmllint"
    printf '[Event "</svg><script>alert(1)</script>\001\033[31m\177 & <!-- ]]> \\" %% φ"]\n[White "</title>"]\n[Black "&#0;"]\n[Variant "Trappist-1"]\n\n1. (f11) {</desc> [%%csl R(a9)]} *\n' >g.txt
    for ply in 0 1; do
        cp-render --svg --ply $ply --title '</title>'$'\002'' %e' --caption '<&"]]>' g.txt >g.svg || [ $? = 1 ]
        xmllint --noout --nonet g.svg
        run grep -c '<script' g.svg
        [ "$output" = 0 ]
    done
    cp-render --ascii g.txt >g.ascii || [ $? = 1 ]
    run grep -c $'[\001-\010\013-\037\177]' g.ascii
    [ "$output" = 0 ]
}

zeros() {
    printf '0%.0s' $(seq "$1")
}

# a game of chess with that start, and its first move if there is one
chess() {
    printf '[Variant "fide"]\n[Setup "%s"]\n\n%s *\n' "$1" "${2:+1. $2}" >chess.txt
}

# bats test_tags=all
@test "who stands far beyond the edges of a board is refused there, in numbers that were written" {
    for x in 257 4611686018427387904 9223372036854775808 -1$(zeros 30); do
        for setup in "w: K e1, R ($x,1); b: K e8" "w: K e1, R (1,$x); b: K e8; castle Q" \
            "w: K ($x,1), R a1; b: K e8" "w: K e1, ($x,2); b: K e8" "w: K e1, B ($x,$x); b: K e8"; do
            chess "$setup"
            for tool in "cp-validate --quiet" cp-render "cp-convert --style uci"; do
                run $tool chess.txt
                [ "$status" = 1 ]
                [[ $output == *"that square is not on the board: "*"$x"*" [off-board]"* ]]
            done
        done
    done
}

# bats test_tags=all
@test "moves to and from squares far beyond the edges of a board are refused as such" {
    for x in 257 4611686018427387904 9223372036854775808 -1$(zeros 30); do
        for move in "K(5,1)-($x,1)" "K(5,1)-(5,$x)" "R(8,1)x($x,1)" "R($x,1)" "($x,3)" "(5,7)-(5,$x)=Q" "K($x,1)-(7,1)"; do
            chess "w: K e1, R a1, R h1, P e7; b: K g8; castle KQ" "$move"
            run cp-validate --quiet chess.txt
            [ "$status" = 1 ]
            [[ $output == *"chess.txt:4:4: error: "*"$x"* ]]
            run cp-validate --quiet --play-on chess.txt
            [ "$status" = 1 ]
        done
    done
    chess "w: K e1, R a1, R h1; b: K e8; castle KQ" "K(5,1)-(7,1)"
    cp-validate chess.txt | jq -e '.verdict.valid'
}

@test "a square far beyond the edges of a board is never taken for one on it" {
    for square in "(257,3)" "(4294967297,3)" a4294967299 "(1$(zeros 30),3)"; do
        chess "w: K e1, e2; b: K e8, d4; ep $square"
        run cp-convert --to pgn chess.txt
        [[ $output == *"[Setup \"w: K e1, e2; b: K e8, d4; ep $square\"]"* ]]
        [[ $output != *FEN* ]]
    done
}

# bats test_tags=all
@test "a comment of brackets that open and never close costs no long wait" {
    for text in '[%x' '[%csl ' '['; do
        for end in ']' ''; do
            [ -n "$end$(often '' all)" ] || continue
            { printf '[Variant "coaip"]\n\n1. (5,4) {' && yes "$text" | head -c 3900000 | tr -d '\n' && printf '%s} *\n' "$end"; } >brackets.txt
            for tool in "cp-annotate --strip marks" "cp-annotate --number plies" "cp-render --ply 1" "cp-convert --to letters"; do
                run timeout 20 $tool brackets.txt
                [ "$status" -le 1 ]
            done
        done
    done
}

# bats test_tags=all
@test "many games on one line, with words behind their results, do not look at all of it again and again" {
    cd "$BATS_TEST_TMPDIR"
    printf '1-0 x %.0s' {1..400000} >line.txt
    [[ ${CP_BIN:-} != */asan/* && ${CP_BIN:-} != */debug/* && ${CP_BIN:-} != */tsan/* ]] || skip "sanitizers have times of their own"
    status=0
    timeout 30 cp-parse line.txt >records 2>/dev/null || status=$?
    [ $status = 1 ]
    [ "$(wc -l <records)" -gt 399000 ] # the last few are words behind a result
}

# bats test_tags=all
@test "options that would be passed over without a word are refused" {
    game >g.txt
    while IFS='|' read -r command wanted; do
        run $command g.txt
        echo "$command: $status $output"
        [ "$status" = 2 ]
        [[ $output == *"$wanted"* ]]
    done <<'END'
cp-convert --to letters --to numeric|--to letters, --to numeric [options-disagree]
cp-convert --to json --to text|--to writes one form, but for letters or numeric beside it [options-disagree]
cp-convert --squares --to letters --to json|--squares is for prose
cp-convert --squares --to letters --style long|--squares is for prose
cp-validate --legal --only valid|write no records
cp-validate --perft 2 --yaml|write no records
cp-validate --ply 1 --stamp|write no records
cp-validate --perft 2 --legal|--legal lists moves, --perft counts lines [options-disagree]
cp-validate --quiet --legal|--quiet writes nothing
cp-validate --quiet --only valid|--quiet writes no records
cp-validate --quiet --yaml|--quiet writes no records
cp-validate --quiet --stamp|--quiet writes no records
cp-validate --only valid --only invalid|given twice, with different values: --only valid, --only invalid [option-twice]
cp-parse -j 1 -j 2|--jobs 1, --jobs 2 [option-twice]
cp-convert --squares --to letters --strict|--squares is for prose, and --strict for games [option-idle]
cp-convert --squares --to letters --trapdoor 2|--squares is for prose, and --trapdoor for games
cp-convert --squares --to letters --jobs 2|--squares is for prose, and --jobs for games
cp-convert --squares --to letters --piece-letters de|and --piece-letters for games
cp-validate --quiet --output out|--quiet writes nothing that --output could hold
cp-select --count --yaml|--yaml is for records, and --count and --hits write none [option-idle]
cp-select --hits --stamp|--stamp is for records
cp-select --empty (1,1) --some|--some: it goes with --position, --fen or --start-like [options-disagree]
cp-select --empty (1,1) --anywhere|--anywhere: it goes with --position, --fen or --start-like [options-disagree]
cp-select --mirrored|--mirrored: it goes with --position, --fen, --start-like or --empty [options-disagree]
cp-convert --to numeric --ascii|--ascii is for letters
cp-convert --to numeric --style uci|--style uci is of letters
cp-convert --to icn --ascii|ICN has its own squares
cp-convert --to icn --to letters|ICN has its own squares
cp-convert --to icn --style short|ICN is dressed by --style long
cp-convert --to icn --stamp|--stamp is for records
cp-convert --to fen --where-there|--where-there goes with --ply
cp-render --theme dark|--theme is for SVG
cp-render --ascii --width 8cm|--width is for SVG
cp-render --labels none --axes both|--labels none, --axes both [options-disagree]
cp-render --md --theme dark|--theme is for SVG
cp-render --md --map|--map is for SVG
cp-render --where-there|--where-there goes with --ply
cp-render --svg --label-size 9pt --axes none|--label-size, where there are no labels
cp-render --svg --label-size 9pt --labels none|--label-size, where there are no labels
cp-validate --perft 0|--perft 0: a number from 1 to 16 [option-value-wrong]
cp-parse --trapdoor 99999999|--trapdoor 99999999: a number from 1 to 1000000 [option-value-wrong]
END
    [ "$(cp-convert --to json --to json g.txt | jq -r .moves[0])" = "(f11)" ]
    # what says the same twice, or adds up, is no contradiction
    cp-parse -j 1 --jobs=1 --strict --strict g.txt
    cp-render --highlight "(f11)" --highlight "(f14)" g.txt
}

@test "variables of the environment with other values than they can have are refused" {
    game >g.txt
    while IFS='|' read -r setting wanted; do
        run env "$setting" cp-validate g.txt
        echo "$setting: $status $output"
        [ "$status" = 2 ]
        [[ $output == *"$wanted"* ]]
    done <<'END'
CP_ENGINE=foo|CP_ENGINE takes bitboards|general|trees, not "foo"
CP_BATCH=1|CP_BATCH 1: a number from 16 to 1048576
CP_BATCH=many|CP_BATCH many: a number
CP_SEED=-1|CP_SEED -1: a number, 0 or more
END
    [ "$(cp-render --title '' g.txt | head -n 1)" = "$(cp-render --title= g.txt | head -n 1)" ]
    CP_ENGINE='' CP_SEED=7 CP_BATCH=100 cp-validate -q g.txt
}

# bats test_tags=all
@test "a name that is empty, and a file that cannot be opened to write, are told as such" {
    game >g.txt
    mkdir folder
    for tool in "${tools[@]}"; do
        run $tool ""
        [ "$status" = 3 ]
        [[ $output == *"'': error: cannot be read: No such file or directory [file-unreadable]"* ]]
        for file in folder nosuch/file; do
            run $tool -o $file g.txt
            [ "$status" = 3 ]
            [[ $output == "$file: error: cannot be opened to write: "*" [file-unopened]" ]]
        done
        for option in --variant --variant-file --frame --output; do
            run $tool $option "" g.txt
            [ "$status" = 2 ]
            [[ $output == *"the option needs a value: $option "*"[option-value-missing]"* ]]
        done
    done
}

# bats test_tags=all
@test "whichever request for memory is refused, the status is 3, with one message and nothing half done" {
    [ -f "$extra/refuse_preload.so" ] || skip "a sanitizer has its own memory"
    run "$BATS_TEST_DIRNAME/../scripts/faults" "$(often 1009 127)" memory
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *' times something was refused, 0 wrongly answered' ]]
}

# bats test_tags=all
@test "reads and writes that are cut or stopped change nothing, and those that fail leave nothing half done" {
    [ -f "$extra/refuse_preload.so" ] || skip "a sanitizer has its own memory"
    run "$BATS_TEST_DIRNAME/../scripts/faults" 23 calls
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *' times something was refused, 0 wrongly answered' ]]
}

# bats test_tags=all
@test "a game whose numbers, remarks or positions would fill the memory is given up, and the next one is whole" {
    digits=$(head -c 200000 /dev/zero | tr '\0' 7)
    far() { printf '[Variant "Trappist-1"]\n[Setup "w: K (1,1), R (%s,50), R (5,5); b: K (3,8), Q (30,8)"]\n\n1. ' "$digits"; }
    { far && (quick; for i in $(seq 6 2000); do printf 'R(%d,5) K(3,%d) ' "$i" $((9 - i % 2)); done) && next_game; } >walk.txt
    { far && (quick; for i in $(seq 130); do printf 'R(5,%d) K(3,%d) ' $((5 + i % 2)) $((8 + i % 2)); done) && next_game; } >positions.txt
    for words in 'cp-validate --summary' 'cp-annotate --add remote,check' 'cp-convert --style long --to yaml'; do
        # shellcheck disable=SC2086
        run --separate-stderr $words walk.txt
        echo "$words: $status $stderr"
        [ "$status" = 1 ]
        [[ $stderr == 'walk.txt:1: error: this game is too large: '*'[game-too-large]'* ]]
        [[ $output == *intact* && $output != *Trappist* ]]
        # shellcheck disable=SC2086
        [[ ${CP_BIN:-} == */[at]san/* ]] || [ "$("$peak" $words walk.txt)" -lt 131072 ]
    done
    [[ $(cp-validate --quiet --summary walk.txt 2>&1 | tr -s ' ') == *$'games 2\n'*$'valid 1\n'*'1 game-too-large'* ]]
    run --separate-stderr cp-convert --to fen --ply all positions.txt
    [ "$status" = 1 ]
    [[ $stderr == 'positions.txt:1: error: this game is too large: '* ]]
    [ "$(wc -l <<<"$output")" = 3 ] # those of the next game
}

# bats test_tags=all
@test "a position too large to be drawn is given up in bounded memory, and the next game is drawn" {
    record() { # MEN
        printf '{"variant":"coaip","start":"w: K (1,1)'
        awk -v men="$1" 'BEGIN { for (i = 0; i < men; i++) printf ", R (%d,%d)", 3 + i % 700 * 2, 3 + int(i / 700) * 2 }'
        printf '; b: K (2,4000)","moves":[],"result":"*"}\n'
    }
    { record 400000 && printf '{"tags":{"Event":"intact"},"moves":["e4"],"result":"*"}\n'; } >crowd.jsonl
    for format in --ascii --svg; do
        run --separate-stderr cp-render "$format" --ply last crowd.jsonl
        echo "$format: $status ${stderr:0:200}"
        [ "$status" = 1 ]
        [[ $stderr == 'crowd.jsonl:1: error: this game is too large: '*'[game-too-large]'* ]]
        [[ $output == *e4* ]]
        [[ ${CP_BIN:-} == */[at]san/* ]] || [ "$("$peak" cp-render "$format" --ply last crowd.jsonl)" -lt 262144 ]
    done
}

# bats test_tags=all
@test "a packed bomb of a few kilobytes is refused once, in bounded memory, and the next game is whole" {
    many() { yes "$1" | head -c "$2" | tr -d '\n'; } # WORDS BYTES
    text() { printf '[Variant "Trappist-1"]\n\n1. (g11) %s' "$1"; }
    record() { printf '\n{"variant":"trappist-1","tags":{"Event":"intact"},"moves":["(f11)"],"result":"1-0"}\n'; }
    document() { printf '\n---\nvariant: trappist-1\ntags: {Event: intact}\nmoves: ["(f11)"]\nresult: "1-0"\n'; }
    mb=1000000
    declare -A slugs=([word.txt]=token-too-long [position.txt]=token-too-long [marks.txt]=game-too-large [comments.txt]=game-too-large
        [comment.txt]=game-too-large [variations.txt]=game-too-large [moves.txt]=game-too-large
        [falls.txt]=game-too-large [numbers.txt]=game-too-large [string.jsonl]=line-too-long
        [list.jsonl]=document-too-large [moves.jsonl]=document-too-large [nags.jsonl]=game-too-large
        [scalar.yaml]=document-too-large [list.yaml]=document-too-large [open.yaml]=too-deep)
    { text && many x $((60 * mb)) && next_game; } >word.txt
    { printf '4k3/8/8/8/8/8/8/4K3 w - - c0 "' && many x $((60 * mb)) && printf '";\n' && next_game; } >position.txt
    { text && many '$1 ' $((8 * mb)) && next_game; } >marks.txt
    { text && many '{} ' $((8 * mb)) && next_game; } >comments.txt
    { text '{' && many 'long ' $((40 * mb)) && printf '}' && next_game; } >comment.txt
    { text && many '((f11)) ' $((8 * mb)) && next_game; } >variations.txt
    { text && many '(f14) (g12) ' $((8 * mb)) && next_game; } >moves.txt
    { printf '[Variant "Trapdoor Chess"]\n\n1. e4 ' && many '(e4:e4) ' $((8 * mb)) && next_game; } >falls.txt
    { text && (quick; for i in $(seq 200); do printf ' R(%d' "$i" && many 7 200000 && printf ',1)'; done) && next_game; } >numbers.txt
    { printf '{"x":"' && many x $((80 * mb)) && printf '","moves":[]}' && record; } >string.jsonl
    { printf '{"x":[0' && many ',0' $((8 * mb)) && printf '],"moves":[]}' && record; } >list.jsonl
    { printf '{"variant":"fide","moves":["e4"' && many ',"e5"' $((8 * mb)) && printf ']}' && record; } >moves.jsonl
    { printf '{"variant":"fide","moves":[{"move":"e4","nags":[1' && many ',1' 1500000 && printf ']}]}' && record; } >nags.jsonl
    { printf -- '---\nvariant: fide\nmoves: []\nx: ' && many y $((80 * mb)) && document; } >scalar.yaml
    { printf -- '---\nvariant: fide\nmoves: []\nx: [a' && many ', a' $((8 * mb)) && printf ']' && document; } >list.yaml
    { printf -- '---\nvariant: fide\nx: ' && many '[' $((8 * mb)) && document; } >open.yaml
    for file in "${!slugs[@]}"; do
        gzip -1 -n "$file"
        run --separate-stderr cp-parse "$file.gz"
        echo "$file: $status $stderr"
        [ "$status" = 1 ]
        [ "$(grep -c "error: .*\[${slugs[$file]}\]" <<<"$stderr")" = 1 ] || [ "$file" = word.txt ]
        [[ $output == *'"Event":"intact"'*'"result":"1-0"'* ]]
        [[ ${CP_BIN:-} != */[at]san/* ]] || continue # they need memory of their own
        case $file in
        *.txt) kilobytes=$("$peak" cp-annotate --add check,material "$file.gz") ;;
        *) kilobytes=$("$peak" cp-convert --to yaml "$file.gz") ;;
        esac
        echo "$kilobytes kB"
        [ "$kilobytes" -lt 262144 ]
    done
}
