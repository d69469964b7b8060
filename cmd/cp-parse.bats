#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# Two games of one variant; the words may be varied with sed.
games() {
    cat <<'END'
[Event "one"]
[Variant "Trappist-1"]

1. R(g9)-(g6) {a comment} Hu(d16)-(d11)! $14 (1... N(f16)-(g14) (1... (a1)-(a2))) *

[Event "two"]
[Variant "Trappist-1"]

1. N(f9)-(g11) 1-0
END
}

# ---- what is asked ----

@test "help is an answer on stdout, with every option under its heading" {
    run --separate-stderr cp-parse --help
    [ "$status" = 0 ]
    [ -z "$stderr" ]
    [[ $output == "usage: cp-parse"* && $output == *$'\nReading:\n'*--variant-file* ]]
    [[ $output == *$'\nWriting:\n'*--yaml* && $output == *$'\nAbout:\n'* ]]
}

@test "the version is an answer on stdout" {
    run --separate-stderr cp-parse --version
    [ "$status" = 0 ]
    [[ $output == "cp-parse (chessplane) "[0-9]* ]]
}

@test "bash completes names of files with blanks" {
    touch 'my games.pgn' 'my other.pgn'
    cp-parse --completion bash >complete
    . ./complete
    COMP_WORDS=(cp-parse my) COMP_CWORD=1
    _cp-parse
    [ "${#COMPREPLY[@]}" = 2 ]
    [ "$(printf '%s\n' "${COMPREPLY[@]}" | sort | head -n 1)" = 'my games.pgn' ]
    COMP_WORDS=(cp-parse --enc) COMP_CWORD=1
    _cp-parse
    [ "${COMPREPLY[*]}" = --encoding ]
}

@test "files packed in ways that are not read are named as what they are" {
    printf '\xfd7zXZ\x00\x00\x04\xe6\xd6' >games.xz
    printf 'BZh91AY&SY\x00' >games.bz2
    printf 'PK\x03\x04\x0a\x00\x00\x00\x00\x00' >games.zip
    for each in "xz:xz -dc" "bz2:bzip2 -dc" "zip:unzip -p"; do
        run cp-parse games.${each%%:*}
        [ "$status" = 1 ]
        [[ $output == "games.${each%%:*}: error: "*": ${each#*:} games.${each%%:*} | ... [packing-refused]"* ]]
        run cp-parse <games.${each%%:*}
        [[ $output == "stdin: error: "*": ${each#*:} FILE | ... [packing-refused]"* ]]
    done
    run --separate-stderr cp-parse games.xz <(echo '1. e4 *')
    [ "${#lines[@]}" = 1 ] # the next file is read
}

@test "leaving out --strict is hinted only where it was given" {
    echo '[Variant "coaip"] 1. N (6,3) *' >dialect.txt
    run --separate-stderr cp-parse dialect.txt
    [[ $stderr == *"hint: write it as shown" ]]
    run --separate-stderr cp-parse --strict dialect.txt
    [[ $stderr == *"hint: write it as shown, or leave out --strict"* ]]
    run --separate-stderr cp-validate --quiet --strict <<<'1. e4 d5 2. ed5 *'
    [[ $stderr == *"leave out --strict"* ]]
}

@test "completions know every option" {
    cp-parse --completion bash >bash
    bash -n bash
    grep -q -- '--variant-file' bash
    cp-parse --completion zsh >zsh
    grep -q '^#compdef cp-parse' zsh
}

@test "a wrong option is status 2, says the usage, and guesses what was meant" {
    run --separate-stderr cp-parse --varient=coaip
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *"did you mean --variant? [option-unknown]"*"usage: cp-parse"* ]]
}

@test "options that lack a value, have one too many or a wrong one are status 2" {
    run cp-parse --variant
    [ "$status" = 2 ]
    [[ $output == *"[option-value-missing]"* ]]
    run cp-parse --strict=yes
    [ "$status" = 2 ]
    [[ $output == *"[option-value-unwanted]"* ]]
    run cp-parse --encoding=utf-32
    [ "$status" = 2 ]
    [[ $output == *"[option-value-wrong]"* ]]
}

@test "a variant nobody knows is status 2 and the choices are named" {
    run cp-parse --variant nosuch /dev/null
    [ "$status" = 2 ]
    [[ $output == *"nosuch\"; there are "*trappist-1*"[variant-not-known-here]"*--variant-file* ]]
}

@test "two dashes end the options, one is standard input" {
    games >-- # a file with an awkward name
    games >--strict
    run cp-parse -- -- --strict - < <(games)
    [ "$status" = 0 ]
    [ "${#lines[@]}" = 6 ]
    [[ ${lines[5]} == *'"file":"stdin","line":6'* ]]
}

# ---- what is read ----

@test "words around the moves are passed over, and say variant and result (R-NOT-9, R-NOT-11)" { family cp-parse threads; }

@test "a thread around any game takes nothing of it away, and adds no game" {
    local file
    cp-convert --to text "$data"/samples/games.txt "$data"/samples/variations.pgn \
        "$data"/{convert,notation,falls}/published.txt "$data"/frames/huygens-whole.txt >plain.txt 2>told
    cp-parse plain.txt 2>told | jq -c 'del(.source, .at)' >wanted
    awk '/^\[Event/ { print "Forum > Variants\n\nAlice   Nov 27, 2026, 3:59 AM\n  #12\n5\n2024\nHello (all), here it is: enjoy\n\n| r | n |\n8 . . k . .\n" }
        { print } / (1-0|0-1|1\/2-1\/2|\*)$/ { print "Well played by both!\n\n2 replies, quote, report\n" }' plain.txt >thread.txt
    cp-parse --warnings all thread.txt 2>told | jq -c 'del(.source, .at)' | diff wanted -
    [ "$(grep -c no-moves told)" -gt 8 ]
    for jobs in 1 3; do
        CP_BATCH=300 cp-parse --jobs $jobs thread.txt 2>got.$jobs | jq -c 'del(.source, .at)' | cmp wanted
    done
    cmp got.1 got.3
    # the rules or not, tags alone or all: each way finds the same games
    [ "$(cp-select --count thread.txt 2>told)" = "$(cp-select --count plain.txt 2>told)" ]
    [ "$(cp-table games -c white,result,plies thread.txt 2>told)" = "$(cp-table games -c white,result,plies plain.txt 2>told)" ]
    yes 'Thanks for the game, and the next one, too!' | head -n 200000 | run -0 --separate-stderr cp-parse
    [ -z "$output" ]
}

@test "a half-move alone on a line does not vanish, and remarks and titles are passed over" {
    local line
    for line in Nxe exd ed Qxd d:c 'P x P' 'b - 9' castles pass 'castles queenside' 'I saw Nxe too' '(ed)' 'ed ; so'; do
        run -1 --separate-stderr cp-parse <<<"1. e4 e5"$'\n'"$line"$'\n\n'"2. Nf3 Nc6 *"
        [[ $stderr == *"stdin:2:"*" error: "* ]]
    done
    for line in 'Your move, Bob' 'Maxine, next exam: taxi' '|   |   |' '. . k .' 'r n b q k b n r' '10:30'; do
        run -0 --separate-stderr cp-parse <<<"1. e4 e5"$'\n'"$line"$'\n'"2. Nf3 Nc6 *"
        [[ $stderr == "stdin:2:1: warning: no moves, passed over: line 2 "* ]]
    done
    # behind the last move nothing goes on, nor before another game
    run -0 --separate-stderr cp-parse <<<$'1. e4 e5\nreport\n\nHuygens\n\n1. d4 d5\nquote'
    [ "$(jq -c .moves <<<"$output")" = '["e4","e5"]'$'\n''["d4","d5"]' ]
}

@test "bytes of zero in front of a tag are an error, and the tag is kept" {
    run -1 --separate-stderr cp-parse < <(printf '[Event "a"]\n\0\0\0[White "b"]\n[Black "c"]\n\n1. e4 *\n')
    [ "$(jq -c .tags <<<"$output")" = '{"Event":"a","White":"b","Black":"c"}' ]
    [[ $stderr == 'stdin:2:1: error: bytes that are no text [bad-bytes]'* ]]
}

@test "a record keeps tags, comments, glyphs, variations and places" {
    games >games.txt
    cp-parse games.txt >got
    check_records got
    diff - got <<'END'
{"variant":"trappist-1","tags":{"Event":"one","Variant":"Trappist-1"},"moves":[{"move":"R(g9)-(g6)","after":["a comment"]},{"move":"Hu(d16)-(d11)","nags":[1,14],"variations":[[{"move":"N(f16)-(g14)","variations":[["(a1)-(a2)"]]}]]}],"result":"*","source":{"file":"games.txt","line":1,"result":"4:83"},"at":"4:4 27 52 71"}
{"variant":"trappist-1","tags":{"Event":"two","Variant":"Trappist-1"},"moves":["N(f9)-(g11)"],"result":"1-0","source":{"file":"games.txt","line":6,"result":"9:16"},"at":"9:4"}
END
}

@test "heads of mails and rules of dashes in front harm no game, and are no YAML" {
    printf 'From: bob@x.org\nSubject: Re: game 3\n\n[White "A"]\n\n1. e4 e5 2. Nf3 *\n' >mail.txt
    run --separate-stderr cp-parse mail.txt
    [ "$status" = 0 ]
    [[ ${lines[0]} == '{"variant":"fide","tags":{"White":"A"},"moves":["e4","e5","Nf3"]'* ]]
    [[ $stderr != *YAML* ]]
    printf -- '---\n[White "A"]\n1. e4 e5 *\n---\n[White "B"]\n1. d4 *\n' >ruled.txt
    [ "$(cp-parse ruled.txt 2>/dev/null | jq -c 'select(.tags) | .moves')" = $'["e4","e5"]\n["d4"]' ]
    [ "$(printf -- '---\n# c\nvariant: fide\nmoves: [e4]\n' | cp-parse | jq -c .moves)" = '["e4"]' ]
    for head in '> ' 'Hi Bob,\nhere is my move:\n\n' '# x\n\n' '---\n'; do
        printf -- "$head%s" '1. e4 e5 2. Nf3 Nc6' >quoted.txt
        run --separate-stderr cp-parse quoted.txt
        [[ $output == '{"variant":"fide",'*'"e4","e5","Nf3","Nc6"]'* ]]
        [[ $stderr != *variant-unsaid* && $stderr != *N\(f3\)* ]]
    done
}

@test "records in JSON and YAML are read as well as text, and come out the same" {
    games >games.txt
    cp-parse games.txt >first
    cp-parse first | cmp first -
    cp-parse --yaml first >first.yaml
    grep -q '^variant: trappist-1$' first.yaml
    cp-parse first.yaml | cmp first -
    cp-parse --yaml <first.yaml | cmp first.yaml -
}

@test "the user's file is named even at the third tool of a pipe" {
    sed 's/N(f9)-(g11)/N(f9)-(g11 /' >games.txt < <(games)
    run --separate-stderr cp-parse games.txt
    [[ $stderr == games.txt:9:* ]]
}

@test "nothing at all is no game and no fault" {
    run cp-parse </dev/null
    [ "$status" = 0 ]
    [ -z "$output" ]
    run cp-parse < <(printf ' \n\n\t\n')
    [ "$status" = 0 ]
    [ -z "$output" ]
}

@test "CRLF, a byte order mark and no end of the last line change nothing" {
    games >games.txt
    cp-parse <games.txt >wanted
    sed 's/$/\r/' games.txt | cp-parse | cmp wanted -
    { printf '\357\273\277' && cat games.txt; } | cp-parse | cmp wanted -
    printf %s "$(games)" | cp-parse | cmp wanted -
}

@test "Latin-1 is noticed, said, and recoded" {
    games | sed 's/a comment/caf\xe9 \x80/' >latin.txt
    run --separate-stderr cp-parse latin.txt
    [ "$status" = 0 ]
    [[ $stderr == "latin.txt:4: warning: this is not UTF-8: read as Windows-1252 [encoding-guessed]"* ]]
    [[ ${lines[0]} == *'"café €"'* ]]
    run --separate-stderr cp-parse --encoding=latin-1 latin.txt
    [ "$status" = 0 ]
    [ -z "$stderr" ]
    [[ ${lines[0]} == *'"café €"'* ]]
}

@test "--strict refuses a guessed encoding, and none that was named, with any workers" {
    games | sed 's/a comment/caf\xe9/' >latin.txt
    for jobs in 1 2; do
        run --separate-stderr cp-parse --strict --jobs $jobs latin.txt
        [ "$status" = 1 ]
        [[ $stderr == *"latin.txt:4: error: this is not UTF-8: read as Windows-1252 [encoding-guessed]"* ]]
        [[ $stderr == *"or leave out --strict"* ]]
        cp-parse --strict --encoding latin-1 --jobs $jobs latin.txt
    done
    sed 's/^id:.*/id: mine/; s/^aliases:.*/# \xe9/' "$top/schemas/variants/coaip.yaml" >own.yaml
    run --separate-stderr cp-parse --strict --variant-file own.yaml --encoding latin-1 <<<'[Variant "mine"] 1. (5,4) *'
    [ "$status" = 1 ] # --encoding is not for it
    [[ $stderr == *"own.yaml:4: error: this is not UTF-8: read as Windows-1252; --encoding is for games ["* ]]
}

@test "latin-1 is another word for windows-1252, as in browsers, and the manuals say so" {
    games | sed 's/a comment/\x80 \x93\x94 \x81 \xe9/' >latin.txt
    cp-parse --encoding latin-1 latin.txt >one
    cp-parse --encoding windows-1252 latin.txt >other
    cmp one other
    grep -qF '€ “” \u0081 é' one
    for tool in "$top"/cmd/cp-*.c; do # cp-batch, which is none of C, reads nothing itself
        tool=${tool%.c}.1
        grep -q 'is Windows\\-1252 here, as in browsers' "$tool"
    done
}

@test "names of tags in other capitals are read as those that are meant, and told" {
    printf '%s\n' '[event "x"]' '[variant "coaip"]' '[WHITE "Ada"]' '' '1. (5,4) (5,5) 1-0' >case.txt
    run --separate-stderr cp-parse case.txt
    [ "$status" = 0 ]
    [[ $output == *'"variant":"coaip","tags":{"Event":"x","Variant":"coaip","White":"Ada"}'* ]]
    [[ $stderr == *'case.txt:2:1: warning: unusual spelling of a tag: variant, read as Variant [tag-unusual]'* ]]
    run --separate-stderr cp-parse --strict case.txt
    [ "$status" = 1 ]
    [ -z "$output" ]
    run --separate-stderr cp-validate <<<'{"tags":{"variant":"coaip"},"moves":["(5,4)"]}'
    [ "$status" = 0 ]
    [[ $output == *'"variant":"coaip"'* ]]
    [[ $stderr == *'stdin:1:'*': warning: unusual spelling of a tag: variant, read as Variant'* ]]
    cat case.txt <(echo) case.txt >twice.txt # a name that comes again begins a game
    [ "$(cp-parse twice.txt 2>told | wc -l)" = 2 ]
    run -0 --separate-stderr cp-validate -q <<<'[fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] 1. e4 *'
    [[ $stderr == 'stdin:1:1: warning: unusual spelling of a tag: fen, read as FEN [tag-unusual]'* ]]
}

@test "a sign behind a tag's name, a slip in a name that counts, and a mark of a list are told" {
    told() { # WANTED TAGS: what is said of them, and nothing else
        printf '%s\n\n1. e4 *\n' "$2" >t.pgn
        [ "$(cp-validate t.pgn 2>&1 >t.jsonl | grep -v hint:)" = "${1:+t.pgn:$1}" ]
        cp-validate --quiet t.pgn 2>&1 | grep -v hint: | cmp - <(printf "${1:+%s\n}" ${1:+"t.pgn:$1"}) # in the fast lane, too
    }
    told '1:1: warning: unusual spelling of a tag: White:, read as White [tag-unusual]' '[White: "A"]'
    told '1:1: warning: unusual spelling of a tag: Variant=, read as Variant [tag-unusual]' '[Variant="fide"]'
    jq -e '.tags == {Variant: "fide"}' t.jsonl
    told '1:1: warning: unusual spelling of a tag: FEN:, read as FEN [tag-unusual]' '[FEN: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]'
    jq -e '.start == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"' t.jsonl
    told '1:1: warning: unusual spelling of a tag: [White "A" "B"], its value read as A" "B [tag-unusual]' '[White "A" "B"]'
    told '' $'[Variant "fide"]\n[Variants "8"]\n[Clock "W/1:23"]\n[A.B. "c"]\n[Variation "Exchange"]'
    told '' $'*\n\n1. d4 * [White "A"]'
}

@test "a stray byte in UTF-8 is damage with a place" {
    games | sed 's/a comment/φ \xe9/' >damaged.txt
    run --separate-stderr cp-parse damaged.txt
    [ "$status" = 1 ]
    [[ $stderr == *"damaged.txt:4: error: damaged UTF-8: byte 0xe9 [encoding-broken]"* ]]
    [ "${#lines[@]}" -ge 1 ]
}

@test "UTF-32 is refused by name, and the next file is read" {
    games >games.txt
    games | iconv -t UTF-32 >wide.txt
    run --separate-stderr cp-parse wide.txt games.txt
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == *"wide.txt: error: this encoding is not read: UTF-32 [encoding-refused]"* ]]
}

@test "a NUL byte is a diagnostic and the next game is intact" {
    games | sed 's/R(g9)/R(g\x009)/' >nul.txt
    run --separate-stderr cp-parse nul.txt
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == nul.txt:4:* && ${lines[1]} == *'"Event":"two"'* ]]
}

@test "a game that cannot be read takes nobody with it (R-NOT-10)" {
    games >games.txt
    { echo '[Variant "Trappist-1"]' && echo '1. R(g9)-!!-(a9) Zz(3)) {' && echo && cat games.txt; } >bad.txt
    run --separate-stderr cp-parse bad.txt
    [ "$status" = 1 ]
    [[ $stderr == bad.txt:2:* && $output == *'"Event":"two"'* ]]
}

@test "a bad record is reported at its place and the next one is read" {
    games | cp-parse >good
    { echo '{"variant": "trappist-1", "moves": ["(a1)-(a2)"' && echo '{"variant": 5, "moves": 3}' && cat good; } >bad.jsonl
    run --separate-stderr cp-parse bad.jsonl
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == *bad.jsonl:1:*"[bad-json]"*bad.jsonl:2:* ]]
    [ "$output" = "$(cat good)" ]
}

# bats test_tags=all
@test "a record that is damaged anywhere is told by every tool, also where nothing is asked of its moves" {
    printf '[White "Hill"]\n\n1. e4 e5 *\n' | cp-parse >good
    for edit in 's/"e4","e5"/"e4" "e5"/' 's/"e4","e5"/"e4""e5"/' 's/"e5"]/"e5",]/' 's/,"result"/"result"/' 's/$/]/' \
        's/"e5"]/"e5"]]/' 's/"e4",/"e4",,/' 's/^{/{,/' 's/}$/,}/' 's/}$//' 's/"at":.*/"at":"1:1/' 's/\(.*\)/\1\1/' \
        's/"line":1/"line":01/' 's/"line":1/"line":[1}/' 's/"e4"/"\\x"/' 's/"e4"/e4/'; do
        sed "$edit" good >bad.jsonl
        for tool in cp-parse 'cp-validate -q' 'cp-select --count' 'cp-select --count --tag White=Hill' 'cp-table games'; do
            run -1 --separate-stderr $tool bad.jsonl
            [[ $stderr == 'bad.jsonl:1:'*': error: '* ]]
        done
    done
    [ "$(cat good good | cp-select --count --tag White=Hill 2>&1)" = 2 ]
}

# bats test_tags=all
@test "a record with a value of the wrong type is kept without it, as damaged, by every tool" {
    for record in '{"tags":{"White":5},"moves":["e4"]}' '{"moves":["e4",{"move":"e5","nags":["!"]}]}' \
        '{"moves":["e4"],"result":1}' '{"moves":["e4",{"move":"e5","after":"fine"}]}'; do
        for tool in cp-parse cp-validate 'cp-annotate --add check' 'cp-convert --to json'; do
            run -1 --separate-stderr $tool <<<"$record"
            [[ $stderr == *'[record-type]'* && $(jq -r '.source.told[]' <<<"$output") == *record-type ]]
        done
        run -1 --separate-stderr cp-select --invert --tag Black <<<"$record" # as it came
        [ "$output" = "$record" ]
        run -1 --separate-stderr cp-parse --strict <<<"$record"
        [ -z "$output" ]
    done
    printf 'tags:\n  White: x\n  Round: 3.10\nmoves: [e4]\n' >game.yaml
    run -1 --separate-stderr cp-parse game.yaml
    [ "$(jq -c .tags <<<"$output")" = '{"White":"x"}' ]
}

@test "a file that cannot be read is status 3, and the next one is read" {
    games >games.txt
    run --separate-stderr cp-parse nosuch.txt . games.txt
    [ "$status" = 3 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == *"nosuch.txt: error: cannot be read: No such file or directory [file-unreadable]"* ]]
    [[ $stderr == *".: error: cannot be read: Is a directory [file-unreadable]"* ]]
}

@test "only twenty messages of one game are shown, and the rest counted" {
    { echo '[Variant "Trappist-1"]' && echo && for i in $(seq 30); do echo "$i. Zz(3) (e2)"; done; } >many.txt
    run cp-parse many.txt
    [ "$status" = 1 ]
    [ "$(grep -c ': error: ' <<<"$output")" = 20 ]
    [[ $output == *" more of this game are not shown"* ]]
}

@test "a line far too long to be a record is said, and the next one is read" {
    { printf '{"moves":["' && head -c 70000000 /dev/zero | tr '\0' a && echo && games | cp-parse; } >long.jsonl
    run --separate-stderr cp-parse long.jsonl
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == "long.jsonl:1:1: error: the line is too long"*"[line-too-long]"* ]]
}

@test "when memory is refused that is said, with status 3" {
    [[ ${CP_BIN:-} == *asan* ]] && skip "it wants all the address space there is"
    { printf '{"moves":["' && head -c 50000000 /dev/zero | tr '\0' a; } >long.jsonl
    run --separate-stderr bash -c 'ulimit -v 60000; cp-parse long.jsonl'
    [ "$status" = 3 ]
    [[ $stderr == "cp-parse: error: out of memory [memory-refused]" ]]
    run --separate-stderr bash -c 'ulimit -v 60000; cp-parse --diagnostics jsonl long.jsonl'
    [ "$status" = 3 ]
    [ "$stderr" = '{"slug":"memory-refused","level":"error","text":"out of memory"}' ]
}

# ---- which variant ----

@test "a game that does not say its variant is read when one answer is left" {
    echo '1. (a15)-(a16)=Hu *' >one.txt
    run --separate-stderr cp-parse one.txt
    [ "$status" = 0 ]
    [[ $output == '{"variant":"trappist-1"'* ]]
    echo '1. Hu(a15)-(a20) *' >two.txt
    run --separate-stderr cp-parse two.txt
    [ "$status" = 1 ]
    [[ $output == '{"moves":["Hu(a15)-(a20)"]'* ]] # unjudged, and without a variant
    [[ $stderr == "two.txt:1: error: the game does not say which variant it is: it could be huygens, trappist-1 [variant-unsaid]"* ]]
    echo '{"moves": ["(a15)-(a16)=Hu"]}' | cp-parse | grep -q '"variant":"trappist-1"'
}

@test "bare squares without a variant are chess, and no others are taken for it" {
    cp-parse < <(echo '1. e4 e5 2. Nf3 *') | jq -e '.variant == "fide"'
    cp-parse < <(echo '1. O-O *') | jq -e '.variant == "fide"'
    cp-parse < <(echo '[Event "lost"]') | jq -e '.variant == "fide"'
    cp-parse < <(echo '{"moves": ["e4"]}') | jq -e '.variant == "fide"'
    run cp-parse < <(echo '1. (5,4) (5,5) *')
    [ "$status" = 1 ]
    [[ $output == *"[variant-unsaid]"* ]]
}

@test "a variant that is not known is an error that names the choices" {
    run --separate-stderr cp-parse < <(games | sed 's/Trappist-1/Trappist-9/')
    [ "$status" = 1 ]
    [[ ${lines[0]} == '{"variant":"Trappist-9"'*'"tags":{"Variant":"2:1"}'* ]]
    [[ $stderr == *':2:1: error: no such variant: "Trappist-9"; did you mean trappist-1? there are '*"[variant-unknown]"* ]]
    printf '%s\n' "${lines[@]}" >records
    check_records records
    run cp-parse < <(games | sed 's/Trappist-1/Core/')
    [[ $output == *': no such variant: "Core"; did you mean site-core? there are '*'--list-variants shows all'* ]]
    run cp-parse --variant hugens </dev/null
    [ "$status" = 2 ]
    [[ $output == *'"hugens"; did you mean huygens? there are '*"[variant-not-known-here]"* ]]
}

@test "a variant is suggested whose name is spelt nearly so, and else none" {
    while IFS=: read -r typed meant; do
        run -2 cp-parse --variant "$typed" </dev/null
        [[ $output == *"\"$typed\"; ${meant:+did you mean $meant? }there are coaip, "* ]]
    done <<'END'
Chess on the infinite plane:Chess on an Infinite Plane
coiap:coaip
classic:Classical
Trapist-1:trappist-1
Nope:
Sittuyin:
-:
END
}

@test "a record of an unknown variant keeps that its text was damaged, and how often it was warned" {
    cp-validate --show-variant fide | sed 's/^id:.*/id: towers/; s/^name:.*/name: Towers/; /^aliases/,/]$/d' >towers.yaml
    printf '[Variant "Towers"]\n[Event;x "odd"]\n\n1. e4 e5 *\n\n[Variant "Towers"]\n[Result "1:0"]\n\n1. e4 1-0\n' >a.pgn
    cp-parse a.pgn >a.jsonl 2>/dev/null || true
    [ "$(jq -c .source.told a.jsonl | tr '\n' ';')" = '["2:1 not-a-tag"];["7:1 result-unusual"];' ]
    cp-parse a.jsonl 2>/dev/null | cmp a.jsonl -
    for strict in '' --strict; do # as from the text
        for file in a.pgn a.jsonl; do
            cp-validate $strict --variant-file towers.yaml $file 2>/dev/null | jq -c '[.verdict.valid, .verdict.warnings]' >$file.got || true
        done
        cmp a.pgn.got a.jsonl.got
    done
}

@test "every game has a record: words of an unknown variant, and what was damaged" {
    printf '[Variant "Hopscotch"]\n\n1. Xa3 (5,4) {why} 2. hop! (2. hip $2) 1-0\n' >hop.txt
    printf '\n[Event "x"]\n\n1. e4...e5 2. Nf3 $x Nc6 {open\n' >>hop.txt
    run --separate-stderr cp-parse hop.txt
    [ "$status" = 1 ]
    [ "$(jq -c '[.variant, .moves, .result]' <<<"${lines[0]}")" = '["Hopscotch",["Xa3",{"move":"(5,4)","after":["why"]},{"move":"hop","nags":[1],"variations":[[{"move":"hip","nags":[2]}]]}],"1-0"]' ]
    [ "$(grep -c ': error: ' <<<"$stderr")" = 4 ]
    printf '%s\n' "${lines[@]}" >records
    check_records records
    # from the record as from the text
    cp-validate hop.txt 2>/dev/null | jq -c .verdict >direct
    cp-validate records 2>piped | jq -c .verdict | diff direct -
    [ "$(head -n 1 direct)" = null ]
    [[ $(cat piped) == *'hop.txt:1:1: error: no such variant'*'hop.txt:7:19: error: this is no annotation glyph'* ]]
    for tool in "cp-annotate --number plies" "cp-validate --only invalid"; do
        [ "$($tool hop.txt 2>/dev/null | wc -l)" = 2 ]
    done
    [ "$(cp-validate --only valid hop.txt 2>/dev/null | wc -l)" = 0 ]
    run cp-parse <<<'{"moves":["e4"],"source":{"told":["1:1 no-such-thing"]}}'
    [[ $output == *"source.told: of each line:column and the name of a message [record-value]"* ]]
    run cp-parse <<<'{"moves":["e4"],"source":{"told":-1}}'
    [[ $output == *"source.told: expected a list"*"[record-type]"* ]]
}

@test "what a record does not show of its text is counted on: warnings, and --strict (R-NOT-3)" {
    printf '1. e4...e5 2. Nf3 Nc6\n3. Bb5Nf6 *\n' >dots.txt
    cp-validate dots.txt 2>/dev/null | jq -c .verdict >direct
    [ "$(jq .warnings direct)" = 2 ]
    cp-parse dots.txt 2>/dev/null >record
    cp-validate record | jq -c .verdict | diff direct -
    cp-validate dots.txt 2>/dev/null | cp-annotate --number plies | cp-parse --yaml | cp-validate | jq -c .verdict | diff direct -
    run cp-validate --quiet --strict record
    [ "$status" = 1 ]
    [[ $output == "dots.txt:1:6: error: "*": told when the game was first read [parting-unusual]"*"dots.txt:2:4: error: "*"[parting-unusual]"* ]]
}

@test "--variant outweighs the game, which is noted" {
    run --separate-stderr cp-parse --variant huygens < <(games)
    [ "$status" = 0 ]
    [[ ${lines[0]} == '{"variant":"huygens"'*'"Variant":"Chess on an Infinite Plane with Huygens Option"'* ]]
    [[ $stderr == *"trappist-1, read as huygens [overridden]"* ]]
}

@test "a variant file is checked, and its variant known beside the others" {
    sed 's/^id: .*/id: mine/; s/^name: .*/name: My Own/; /^aliases:/d' "$top/schemas/variants/coaip.yaml" >mine.yaml
    run --separate-stderr cp-parse --variant-file mine.yaml </dev/null
    [ "$status" = 0 ]
    [ -z "$output" ]
    [ "$stderr" = "mine.yaml: ok" ]
    run --separate-stderr cp-parse --variant-file mine.yaml < <(echo '1. (5,2)-(5,4) *')
    [ "$status" = 0 ]
    [[ $output == '{"variant":"mine"'* ]]
    run --separate-stderr cp-parse --variant-file mine.yaml < <(games)
    [ "$status" = 0 ]
    [[ ${lines[0]} == '{"variant":"trappist-1"'* ]]
}

@test "a variant file that takes the place of a bundled one says so, two of one id are refused" {
    sed 's/^name:.*/name: Mine/' "$top/schemas/variants/coaip.yaml" >mine.yaml
    run --separate-stderr cp-parse --variant-file mine.yaml <<<'[Variant "coaip"] 1. (5,4) *'
    [ "$status" = 0 ]
    [[ $stderr == *"note: a variant file takes the place of a bundled variant: coaip, by the file's Mine [variant-replaced]"* ]]
    run cp-parse --variant-file mine.yaml --variant-file mine.yaml </dev/null
    [ "$status" = 2 ]
    [[ $output == "mine.yaml: error: two variant files have the same id: coaip [variant-file-twice]"* ]]
    sed 's/^id:.*/id: mine/; s/^aliases:.*//' mine.yaml >own.yaml
    run --separate-stderr cp-parse --variant-file own.yaml <<<'[Variant "mine"] 1. (5,4) *'
    [ -z "$stderr" ]
}

@test "a wrong variant file is status 2, with line and column" {
    { cat "$top/schemas/variants/coaip.yaml" && echo 'colour: red'; } >wrong.yaml
    run --separate-stderr cp-parse --variant-file wrong.yaml
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == wrong.yaml:*:1:*"[file-bad]"* ]]
}

@test "a file far too large to be a variant is refused" {
    head -c 20000000 /dev/zero | tr '\0' '#' >huge.yaml
    run cp-parse --variant-file huge.yaml
    [ "$status" = 2 ]
    [[ $output == *"[file-too-large]"* ]]
}

@test "a frame is taken from the option where the game names none (R-NOT-12)" {
    games | sed '/"two"/a [Frame "classical"]' >framed.txt
    run --separate-stderr cp-parse --frame classical framed.txt
    [ "$status" = 0 ]
    [[ ${lines[0]} == *'"frame":"classical"'* && ${lines[1]} == *'"frame":"classical"'* ]]
    run --separate-stderr cp-parse framed.txt
    [[ ${lines[0]} != *'"frame"'* && ${lines[1]} == *'"frame":"classical"'* ]]
    run -2 cp-parse --frame classic framed.txt # which no variant has
    [[ $output == 'cp-parse: error: the option'?'s value is wrong: --frame "classic"; did you mean classical? there are diagram, classical [option-value-wrong]' ]]
    run -2 cp-parse -v fide --frame classical framed.txt
    [[ $output == *'--frame "classical"; fide has diagram [option-value-wrong]' ]]
    run -1 cp-parse --frame classical <<<'[Variant "fide"] 1. e4 *' # another variant has
    [[ $output == *'classical; fide has diagram [frame-unknown]'* ]]
    run -1 cp-parse <<<'[Variant "trappist-1"] [Frame "clasical"] 1. (a1)-(a2) *'
    [[ $output == *'clasical; did you mean classical? trappist-1 has diagram, classical [frame-unknown]'* ]]
}

# ---- what is written ----

@test "a reader that goes away ends it quietly" {
    yes "$(games && echo)" | head -n 20000 >many.txt
    run --separate-stderr bash -c 'cp-parse many.txt | head -n 1; echo "${PIPESTATUS[0]}"'
    [ -z "$stderr" ]
    [ "${lines[1]}" = 0 ]
}

@test "a full disk is status 3 and is said" {
    games >games.txt
    run --separate-stderr bash -c 'cp-parse games.txt >/dev/full'
    [ "$status" = 3 ]
    [[ $stderr == "stdout: error: cannot be written: "*"[file-unwritable]"* ]]
    run --separate-stderr cp-parse -o /dev/full games.txt
    [ "$status" = 3 ]
    [[ $stderr == "/dev/full: error: cannot be written"* ]]
    run --separate-stderr cp-parse -o /nosuch/file games.txt
    [ "$status" = 3 ]
    [ -z "$output" ]
}

@test "-o writes a file, but never the one that is read" {
    games >games.txt
    cp-parse games.txt >wanted
    cp-parse -o got games.txt
    cmp wanted got
    run cp-parse --output=games.txt games.txt
    [ "$status" = 2 ]
    [[ $output == *"[output-is-read]"* ]]
    diff games.txt <(games)
}

@test "records come through as they come in" {
    games | cp-parse >records
    mkfifo in out
    cp-parse <in >out 3>&- &
    exec 7>in 8<out
    head -n 1 records >&7
    read -r -t 10 -u 8 line
    [ "$line" = "$(head -n 1 records)" ]
    exec 7>&- 8<&-
}

@test "--stamp notes each tool once more, and nothing else does" {
    cp-parse --stamp < <(games) | cp-parse --stamp --strict >got
    check_records got
    grep -q '"tool":\["cp-parse [0-9.]* --stamp", \?"cp-parse [0-9.]* --stamp --strict"\]' got
    cp-parse < <(games) >plain
    run grep -q '"tool"' plain
    [ "$status" = 1 ]
}

@test "unknown fields pass untouched" {
    echo '{"variant":"trappist-1","moves":[{"move":"(a1)-(a2)","clock":1.50}],"my":{"big":12345678901234567890,"n":[1.0,null]}}' >own.jsonl
    cp-parse own.jsonl >got
    grep -qF '"clock":1.50' got
    grep -qF '"my":{"big":12345678901234567890,"n":[1.0,null]}' got
}

@test "memory stays flat over twenty thousand games" {
    games >few.txt
    copies 100 few.txt >some.txt
    copies 100 some.txt >many.txt
    few=$("$peak" cp-parse some.txt) many=$("$peak" cp-parse many.txt)
    [ "$many" -lt $((few + 1024)) ]
}

@test "moves as published, in dialect, damaged, and what stands around them: families" {
    family cp-parse notation
}

@test "men who fall through trapdoors, as text and as records: families (R-TD-7)" {
    family cp-parse falls
}

@test "records by hand, damaged, hostile: families" {
    family cp-parse records
}

@test "pieces have the letters of another language: asked for, in text and in records (R-NOT-10)" {
    printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 Db6 *\n' >g.txt
    run --separate-stderr cp-parse --piece-letters de g.txt
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    jq -e '.moves == ["e4","e5","Nf3","Nc6","Bb5","Qb6"]' <<<"$output"
    echo '{"moves": ["e4", "e5", "Sf3"]}' | cp-parse --piece-letters de | jq -e '.moves[2] == "Nf3"'
    run cp-validate -q --piece-letters fr <<<'1. e4 e5 2. Bf4 *'
    [[ $output == *"nearest legal moves in the variant's own letters: f4, Bc4"* ]]
    run cp-parse --piece-letters tlh g.txt
    [ "$status" -eq 2 ]
}

@test "the language of a game is found out by that game alone, told, and may be denied" {
    printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n\n1. e4 e5 2. Sf3 *\n' >two.txt
    run --separate-stderr cp-parse two.txt
    [ "$status" -eq 1 ] # the second game alone leaves it open
    [[ "$stderr" == *"two.txt:1:13: warning: "*"German (de)"*"S is N, L is B"*"[piece-letters]"* ]]
    [[ "$stderr" == *"two.txt:3:13: note: "*"[piece-letters-unclear]"* ]]
    jq -e '.moves[4] == "Bb5"' <<<"${lines[0]}"
    run -1 cp-parse --strict two.txt
    run --separate-stderr -1 cp-parse --piece-letters en two.txt
    [[ "$stderr" != *"letters of another language"* ]]
    [[ ${lines[0]} == *'"Sf3"'* ]]
}

@test "letters of moves in numbers count too where a language is looked for" {
    printf '[Variant "fide"]\n\n1. (5,4) (5,5) (1... Zf6) 2. N(6,3) N(3,6) *\n' >n.txt
    run --separate-stderr -1 cp-parse n.txt # it is no Latvian knight
    [[ "$stderr" == *"n.txt:3:22: error: this is no move: Zf6 "* && "$stderr" != *"letters"* ]]
    jq -e '.moves[2] == "N(6,3)"' <<<"$output"
    printf '[Variant "fide"]\n\n1. (5,4) (5,5) 2. S(6,3) S(3,6) 3. L(2,5) (4,6) 4. D(5,2) *\n' >de.txt
    run --separate-stderr -0 cp-parse de.txt
    [[ "$stderr" == *"German (de)"* ]]
    jq -e '.moves[2] == "N(6,3)" and .moves[6] == "Q(5,2)"' <<<"$output"
}

@test "several workers find the same languages as one" {
    (quick; for i in $(seq 4000); do
        printf '[Event "%d"]\n\n' "$i"
        case $((i % 3)) in
        0) echo '1. e4 e5 2. Sf3 Sc6 3. Lb5 *' ;;
        1) echo '1. e4 e5 2. Cf3 Cc6 3. Fb5 *' ;;
        2) echo '1. e4 e5 2. Sf3 Sc6 *' ;;
        esac
        echo
    done) >many.txt
    cp-parse --warnings all --jobs 1 many.txt >one.jsonl 2>one.err || [ $? -eq 1 ]
    cp-parse --warnings all --jobs 3 many.txt >three.jsonl 2>three.err || [ $? -eq 1 ]
    cmp one.jsonl three.jsonl
    cmp one.err three.err
    [ "$(grep -c 'F is B' one.err)" -eq 1333 ] || [ "$(grep -c 'F is B' one.err)" -eq 1334 ]
    [ "$(wc -l <one.jsonl)" -eq 4000 ]
}

@test "a language that has one letter for two pieces of a variant is refused" {
    cat >lions.yaml <<END
id: lions
name: Lions
board: {files: 8, ranks: 8}
notation: bare
pieces:
  K: {name: king, move: K, royal: true}
  L: {name: lion, move: KAD}
  P: {name: pawn, move: mfWcfF, unwritten: true, promotes: true}
promotion: {white: 8, black: 1, to: [L]}
setup:
  white: {K: e1, L: d1, P: [a2]}
  mirror: 9
END
    printf '1. Le3 *\n' >g.txt
    cp-parse --variant-file lions.yaml --piece-letters fr g.txt | jq -e '.moves == ["Le3"]'
    run --separate-stderr -1 cp-parse --variant-file lions.yaml --piece-letters de g.txt
    [[ "$stderr" == *"German, lion of Lions: L [piece-letters-clash]"* ]]
    echo '{"moves": ["Le3"]}' >g.jsonl
    run --separate-stderr -1 cp-parse --variant-file lions.yaml --piece-letters de g.jsonl
    [[ "$stderr" == *"[piece-letters-clash]"* ]]
}

@test "a comment amid a game that has names and colons is no record" {
    run -0 cp-parse < <(printf '[Variant "fide"]\n1. e4 e5\n{at: move 3, start: of the plan}\n2. Nf3 *\n')
    [ "$(jq -c .moves <<<"$output")" = '["e4",{"move":"e5","after":["at: move 3, start: of the plan"]},"Nf3"]' ]
}

# bats test_tags=all
@test "a record whose quotes are not those of JSON is told as others are, and is a bad game" {
    local records=("{'variant': 'fide', 'moves': ['e4']}" "{u'id': 7, u'moves': []}" "[{'moves': []}]"
        '{“variant”: “fide”}' '{\"variant\":\"fide\"}' '{&quot;moves&quot;: []}' "{ 'variant': 'fide', 'moves': [ 'e4' ] }"
        "{ 'variant': 'fide',"$'\n'"  'moves': [ 'e4' ]"$'\n'"}")
    for record in "${records[@]}"; do
        printf '%s\n' "$record" '1. d4 *' "$record" >two.pgn
        run -1 cp-validate --quiet two.pgn # in the fast lane, too
        [ "$(grep -c 'two.pgn:[0-9]*:1: error: a record among games.*\[record-in-text\]$' <<<"$output")" = 2 ]
        run -1 --separate-stderr cp-parse two.pgn
        [ "$(jq -c .moves <<<"$output" | tr '\n' ' ')" = '[] ["d4"] [] ' ]
    done
    printf "1. e4 {x}\n{'the moves': e5} e5\n{moves: 'e4' was better} {'moves': none} 2. Nf3 *\n" >said.pgn
    run -0 --separate-stderr cp-parse said.pgn
    [ -z "$stderr" ]
    for record in "${records[@]:0:2}" "${records[6]}"; do # as comments they are written so that they stay such
        jq -nc --arg c "${record:1:-1}" '{variant: "fide", moves: [range(60) | {move: "Nf3", after: [$c]}]}' |
            cp-convert --to text | cp-parse | jq -e --arg c "${record:1:-1}" '.moves | length == 60 and all(.after == [$c])'
    done
}

# the moves of FILE with the letters KQRBN made those of another language
translate() { # LETTERS FILE
    sed "/^\[/!y/KQRBN/$1/" "$2"
}

# bats test_tags=all
@test "games written with the letters of other languages are the same games" {
    "$extra/cp-generate" --variant fide --games 25 --plies 80 --seed 5 --style short >english.pgn
    moves() { cp-parse "$@" 2>err | jq -c '[.tags.Event, .moves[] | sub("=(?<x>.)"; "=\(.x)")]'; }
    moves english.pgn >wanted
    [ "$(wc -l <wanted)" -eq 25 ]
    for language in de=KDTLS fr=RDTFC hu=KVBFH pl=KHWGS cs=KDVSJ nl=KDTLP et=KLVOR is=KDHBR pt=RDTBC ru=ЙФЛСК el=ΡΒΠΑΙ; do
        translate "${language#*=}" english.pgn | sed 's/Й/Кр/g' >other.pgn
        moves --piece-letters "${language%=*}" other.pgn | cmp - wanted
        [ ! -s err ]
        # found out alone, each is the same or told to be open, and none is another
        moves other.pgn >found || true
        not grep -vxFf wanted found
        [ "$(grep -c '\[piece-letters-unclear\]$' err)" -eq $((25 - $(wc -l <found))) ]
        [ "$(wc -l <found)" -ge 20 ]
    done
}

# Control characters that no message may bring to a terminal: C0 but for line ends, DEL, C1,
# marks of direction, separators of lines.
has_controls() {
    LC_ALL=C.UTF-8 grep -qP '[\x{00}-\x{09}\x{0b}-\x{1f}\x{7f}-\x{9f}\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}]' "$@" ||
        not iconv -f UTF-8 -t UTF-8 "$@" >/dev/null 2>&1
}

# bats test_tags=all
@test "no foreign text commands a terminal: names, tags, moves, records, options" {
    bad=$'\e]0;x\a\x7f\u009b31m\u202egp.\u2066\u2028\u061c'
    name="n$bad"$'\n'"n.txt: error: forged [x].pgn"
    printf '[White "x"]\n\n1. e4%s e9%s *\n' "$bad" "$bad" >"$name"
    printf '1. e4 \xff\x9b31m e9 *\n' >raw.pgn
    jq -nc --arg b "$bad" '{variant: ("no" + $b), moves: []}, {variant: "fide", tags: {Variant: $b, ($b): $b}, frame: $b, moves: [$b, {move: ("e9" + $b), ($b): 1}],
        source: {file: ("forged.pgn:1:2: error: it is all wrong [x]\n" + $b), line: 1}, ($b): 1}, {variant: "fide", start: $b, rules: {($b): 1}, moves: ["e4"]}' >bad.jsonl
    jq -nc '{variant: "fide", source: {file: "a\nforged.pgn:1:2: error: it is all wrong [x]", line: 7}, moves: ["e9"]}' >forged.jsonl
    for tool in cp-parse cp-validate "cp-validate --legal" "cp-convert --to text" "cp-convert --style short" "cp-annotate --add check" "cp-render --ascii"; do
        for file in "$name" raw.pgn bad.jsonl forged.jsonl missing"$bad"; do
            $tool "$file" >/dev/null 2>said || true
            cat said >>all
        done
    done
    [ "$(grep -c error: all)" -gt 20 ]
    not has_controls all
    not grep '^forged\|^n.txt' all
    grep -F "'a\x0aforged.pgn:1:2: error: it is all wrong [x]':7: error:" all
    grep -F "'forged.pgn:1:2: error: it is all wrong [x]" all
    for options in "--variant $bad" "--variant-file $bad" "--frame $bad" "--nothing$bad" "--encoding $bad" "-o /nowhere/$bad"; do
        run -2 cp-parse $options <<<'' || true
        cp-parse $options <<<'1. e4 *' >/dev/null 2>said || true
        not has_controls said
    done
    cp-validate --legal --ply 0 forged.jsonl >legal 2>/dev/null || true
    not grep -q '^forged' legal
}

# bats test_tags=all
@test "records, YAML, tables in JSON and messages of every form hold what is not shown as escapes" {
    local odd=$'\x01\x1b\x7f\u0080\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069'
    local kept="é象…😀 "$'\u200d\ufffd'
    jq -nc --arg b "$kept$odd" '{variant: "fide", tags: {Event: $b, ($b): $b}, moves: ["e4", {move: "e5", comments: [$b], ($b): [$b]}, $b],
        result: "*", ($b): {a: $b}}' >plain.jsonl
    has_controls plain.jsonl
    cp-parse plain.jsonl >parsed.jsonl 2>text.err || true
    cp-parse --yaml plain.jsonl >parsed.yaml 2>/dev/null || true
    cp-parse parsed.yaml >again.jsonl 2>/dev/null || true
    cp-convert --to json plain.jsonl >converted.jsonl 2>/dev/null || true
    cp-select --invert --result 1-0 plain.jsonl >selected.jsonl 2>select.err || true
    cp-select --sample 1 --seed 1 plain.jsonl >sampled.jsonl 2>/dev/null || true
    cp-annotate --add check plain.jsonl >annotated.jsonl 2>/dev/null || true
    cp-validate plain.jsonl >verdict.jsonl 2>/dev/null || true
    cp-table games --columns tag:Event --format jsonl plain.jsonl >table.jsonl 2>/dev/null || true
    cp-validate -q --diagnostics jsonl "$odd.pgn" plain.jsonl 2>jsonl.err || true
    cp-validate -q --diagnostics sarif "$odd.pgn" plain.jsonl 2>sarif.err || true
    for file in *.jsonl *.yaml *.err; do
        [ "$file" = plain.jsonl ] || { [ -s "$file" ] && not has_controls "$file"; } || { echo "$file"; return 1; }
    done
    content() { jq -cS 'del(.source, .keys)' "$1"; }
    for file in parsed again converted selected sampled annotated; do
        jq -e --arg b "$kept$odd" '.tags.Event == $b and .tags[$b] == $b and .[$b].a == $b and
            .moves[1].comments == [$b] and .moves[1][$b] == [$b]' $file.jsonl
    done
    grep -qF "$kept" parsed.jsonl # and what is shown stands as it is
    jq -e --arg b "$kept$odd" 'to_entries[0].value == $b' table.jsonl
    jq -s -e --arg b "$odd" 'map(.text) | any(contains($b))' jsonl.err
}

@test "words of diagrams in characters show escapes, and pictures a sign for what cannot be shown" {
    printf '[White "a\e[31m\u202eb"]\n[Black "c\u009b"]\n\n1. e4 {\e]0;x\a} *\n' >g.pgn
    cp-render --ascii g.pgn >ascii
    not has_controls ascii
    grep -F 'a\x1b[31m\u202eb' ascii
    cp-render --ascii --caption $'x\e[2J' g.pgn | grep -F 'x\x1b[2J'
    cp-render --svg g.pgn | not has_controls
}

@test "files with byte order marks may stand behind one another" {
    printf '\xef\xbb\xbf1. e4 e5 *\n\xef\xbb\xbf[Event "x"]\n\n1. d4 d5 *\xef\xbb\xbf[Event "y"]\n\n1. c4 *\n' >three.pgn
    run --separate-stderr cp-parse three.pgn
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 3 ]
    [[ "${lines[1]}" == *'"Event":"x"'*'"line":2'*'"at":"4:4 7"'* ]]
    [[ $(cp-validate --quiet --summary three.pgn 2>&1) == 'games             3'* ]]
}

@test "the fast reader sees numbers that do not fit, too" {
    printf '1. e4 e5 *\n\n1. e4 2. e5 *\n\n1. e4 e5 *\n' >games.pgn
    [[ $(cp-validate --quiet games.pgn 2>&1) == *"games.pgn:3:7: warning: the move numbers do not fit the moves: \"2\" stands where Black's move 1 comes [move-number-wrong]"* ]]
    [ "$(cp-validate --quiet games.pgn 2>&1 | grep -c number-wrong)" = 1 ]
}

# bats test_tags=all
@test "UTF-16 is read by every tool as UTF-8 is, in any shape, packed too" {
    printf '[Event "φ 🙂"]\n[Variant "coaip"]\n\n1. (5,4) (5,5) 2. N(6,3) {so} *\n\n1. e4 e5 *\n' >games.txt
    cp-parse games.txt >games.jsonl
    cp-parse --yaml games.txt >games.yaml
    mkdir UTF-16 UTF-16LE UTF-16BE packed
    for file in games.txt games.jsonl games.yaml; do
        for how in UTF-16 UTF-16LE UTF-16BE; do
            iconv -f UTF-8 -t $how $file >$how/$file
        done
        gzip <UTF-16/$file >packed/$file
    done
    for tool in cp-parse 'cp-validate --summary' 'cp-convert --to text' 'cp-annotate --add check' 'cp-render --ascii --game 1' 'cp-parse --jobs 2'; do
        for file in games.txt games.jsonl games.yaml; do
            $tool $file >wanted 2>wanted.err || :
            for how in UTF-16 UTF-16LE UTF-16BE packed; do
                (cd $how && $tool $file >got 2>err || : && exec cmp ../wanted got)
            done
        done
    done
    run --separate-stderr cp-parse packed/games.txt # it has a mark
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    iconv -f UTF-8 -t UTF-16LE games.txt >le.txt
    [[ $(cp-parse le.txt 2>&1 >/dev/null) == "le.txt:1: warning: this is not UTF-8: read as UTF-16 [encoding-guessed]"* ]]
    cp-parse --encoding utf-16 <(iconv -f UTF-8 -t UTF-16BE games.txt) 2>err >/dev/null
    [ ! -s err ]
    run cp-convert --squares --to letters le.txt
    [ "$status" -eq 1 ]
    [[ "$output" == *"[encoding-refused]"*"--encoding utf-16"* ]]
}

# ---- JSON that is no JSON Lines ----

# bats test_tags=all
@test "JSON that cannot be read so is refused in one message, which says what makes lines of it" {
    printf '{ "variant": "fide",\n  "moves": [\n    "e4"\n  ]\n}\n{"variant":"fide","moves":["d4"]}\n' >hand.json
    run --separate-stderr cp-parse hand.json
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 1 ]
    [[ $output == *'"d4"'* ]]
    [ "$(grep -c 'error:' <<<"$stderr")" = 1 ]
    [[ $stderr == 'hand.json:1:'*'jq -c .'* ]]
    jq -c . hand.json | cp-parse | wc -l | grep -qx 2
    for jobs in 2 3; do
        CP_BATCH=16 cp-parse --jobs $jobs hand.json 2>got >out || true
        [ "$(grep -c 'error:' got)" = 1 ]
    done
    cp-parse "$data/samples/games.txt" "$data/samples/broken.txt" >lines 2>/dev/null || true
    jq . lines >spread
    jq -s . lines >list
    jq -c -s . lines >one-line
    for form in list one-line; do
        for tool in 'cp-parse' 'cp-validate -q' 'cp-select --count' 'cp-table games' 'cp-annotate --jobs 2'; do
            run -1 --separate-stderr $tool $form
            [[ $stderr == "$form:1:1: error: a value of the wrong type: a list of records is not read: jq -c '.[]' writes"*'[record-type]'* ]]
            [ "$(grep -c 'error:' <<<"$stderr")" = 1 ]
        done
        jq -c '.[]' $form | cp-parse | cmp - lines
    done
    run -1 --separate-stderr cp-parse spread
    [ "$(grep -c 'error: this is no JSON: it ends too early' <<<"$stderr")" = "$(wc -l <lines)" ]
    [ -z "$output" ]
    jq -c . spread | cp-parse | cmp - lines
    # a list amid lines harms none of them
    printf '{"moves":["e4"]}\n[\n{"moves":["d4"]}\n]\n' >amid.jsonl
    run -1 --separate-stderr cp-parse amid.jsonl
    [ "$(jq -c .moves <<<"$output" | tr -d '\n')" = '["e4"]["d4"]' ]
    # tags are no lists
    printf '[Event "x"]\n{"no": 1} 1. e4 *\n' | cp-parse | jq -e '.tags.Event == "x"'
}

@test "tags keep one type: repeated ones stand beside them, with their places, in every tool" {
    printf '[Event "x"]\n[Site "one"]\n[White "A"]\n[Site "two"]\n[Black "B"]\n[Site ""]\n\n1. e4 *\n' >twice.pgn
    cp-parse twice.pgn | tee twice.jsonl |
        jq -e '.tags == {"Event": "x", "Site": "one", "White": "A", "Black": "B"} and
            .repeated_tags == [{"after": 3, "name": "Site", "value": "two"}, {"after": 5, "name": "Site", "value": ""}]'
    sed 's/"tags":{.*}\],"moves"/"tags":[["Event","x"],["Site","one"],["White","A"],["Site","two"],["Black","B"],["Site",""]],"moves"/' twice.jsonl >old.jsonl
    grep -q '"tags":\[\[' old.jsonl
    for form in twice.pgn twice.jsonl old.jsonl; do
        cp-parse $form | jq -c '[.tags, .repeated_tags]' | cmp - <(jq -c '[.tags, .repeated_tags]' twice.jsonl)
        cp-convert --to text $form | head -n 6 | cmp - <(head -n 6 twice.pgn)
        cp-parse --yaml $form | cp-convert --to text | head -n 6 | cmp - <(head -n 6 twice.pgn)
    done
}

@test "what is written as JSON has no blanks between names and values" {
    printf '1. e4 Ke9 *\n\n[A "1"]\n[A "2"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' >some.pgn
    { cp-validate --stamp some.pgn 2>/dev/null || true; } >got
    jq -c . got | cmp - got
    { cp-validate --stamp got 2>/dev/null || true; } >again
    jq -c . again | cmp - again
}

@test "a Result tag that is none is told once, where it is read, by every tool, and kept" {
    printf '[White "A"]\n[Result "White wins"]\n\n1. e4 *\n' >words.pgn
    for tool in cp-parse cp-convert cp-annotate cp-render 'cp-select --white A' cp-validate 'cp-table games' 'cp-convert --to pgn'; do
        run --separate-stderr $tool words.pgn
        [ "$(grep -c '^words.pgn:2:1: .*White wins' <<<"$stderr")" = 1 ] || { echo "$tool: $stderr"; false; }
    done
    for value in won draw remis '0-1 (time)'; do
        run -0 --separate-stderr cp-parse <<<"[Result \"$value\"] 1. e4 *"
        [[ $stderr == *"stdin:1:1: warning: "*"[Result \"$value\"] [result-words]"* ]]
        [ "$(jq -r .tags.Result <<<"$output")" = "$value" ]
    done
    for value in 1-0 0-1 1/2-1/2 '*'; do # and no result is told of
        run -0 --separate-stderr cp-parse <<<"[Result \"$value\"] 1. e4 *"
        [ -z "$stderr" ]
    done
}

@test "a semicolon right behind a FEN begins a comment, and behind operations the next one" {
    local fen='4k3/8/8/8/8/8/8/4K2R w K -' line
    for line in "$fen ; White wins" "$fen 0 1; White wins" "$fen 0 1 ; White wins"; do
        run -0 --separate-stderr cp-parse <<<"$line"
        [ -z "$stderr" ]
        [ "$(jq -c '[.tags, .end]' <<<"$output")" = '[null,[{"line":" White wins"}]]' ]
        [ "$(jq -r .start <<<"$output")" = "$(sed 's/ *;.*//' <<<"$line")" ]
    done
    [ "$(cp-parse <<<"$fen ; bm Rh8;" | jq -c '[.tags, .end]')" = '[{"bm":"Rh8"},null]' ]
    [ "$(cp-parse <<<"$fen bm Rh8; id \"x\";" | jq -c '[.tags, .end]')" = '[{"bm":"Rh8","id":"x"},null]' ]
}

# bats test_tags=all
@test "a date and other words with slashes are no position but passed over, and what looks like one is" {
    local line fen=8/8/8/4k3/8/8/8/4K3
    for line in 12/03/2024 '12/3/24 London' '5/4/2024 - round 2' '24/7/365 chess club' \
        'and/or/else words' x//y '// second game' 'w: my notes; b: yours' 'W: Carlsen (2850)'; do
        run -0 --separate-stderr cp-parse <<<"1. e4 e5 *"$'\n\n'"$line"$'\n\n'"1. d4 d5 *"
        [ "$(jq -c '[.start, [.moves[] | .move? // .]]' <<<"$output")" = '[null,["e4","e5"]]'$'\n''[null,["d4","d5"]]' ]
        grep -q "^stdin:3:1: warning: no moves, passed over: line 3 " <<<"$stderr"
    done
    for line in "$fen" "$fen w" "$fen b - - 0 1" 5/5/5/5/5\ w rnbqkbnr/ppppppp/8/8/8/8/8/8 \
        'w: K (1,1), Q (4,5); b: K (9,9)' 'w: Ke1; b: Ke8' 'w: e2, Ke1; b: Ke8'; do
        run -0 cp-parse --variant coaip <<<"$line"
        [ "$(jq -r .start <<<"$output")" = "$line" ]
    done
    # words end where a position begins, as behind a position
    run -0 --separate-stderr cp-parse <<<"$fen w - -"$'\n'"12/3/24"$'\n'"$fen b - -"
    [ "$(jq -r '.start // empty' <<<"$output")" = "$fen w - -"$'\n'"$fen b - -" ]
    run -1 --separate-stderr cp-parse <<<"1. e4 Hastings"$'\n'"$fen b - -"
    [ "$(jq -r '.start // empty' <<<"$output")" = "" ]
}

@test "a pawn's push with its own file in front is told, for bb4 may be a bishop's" {
    local move
    for move in bb4 aa4 gg3; do
        run -0 --separate-stderr cp-parse <<<"1. d4 d5 2. Bd2 e6 3. $move *"
        [[ "$stderr" = *"warning: unusual spelling of a move: \"$move\" read as ${move:1} "* ]]
        run -1 cp-validate --quiet --strict <<<"1. d4 d5 2. Bd2 e6 3. $move *"
    done
    run -0 --separate-stderr cp-parse --strict <<<"1. e4 d5 2. exd5 b5 3. b4 *"
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "a record among games is told however it is spaced, and a comment that is other JSON stays one" {
    local gap record
    for gap in '\n' '\n\n'; do
        for record in '{"variant":"fide","moves":["e9"]}' '{  "variant":"fide","moves":["e9"]}' \
            '{\t"moves":["e9"]}' '{\r\n "moves":["e9"]}' '{"id":7,"moves":["e9"]}' \
            "{\"id\":\"$(printf 'x%.0s' {1..300})\",\"moves\":[\"e9\"]}" \
            "{\"id\":\"$(printf 'x%.0s' {1..5000})\",\"moves\":[\"e9\"]}"; do
            # shellcheck disable=SC2059
            printf "1. e4 *$gap$record\n1. d4 *\n" >two.pgn
            run -1 cp-validate --quiet two.pgn # in the fast lane, too
            [[ $output == *record-in-text* ]]
            run -1 cp-parse two.pgn
            [[ $output == *record-in-text* ]]
            printf "1. e4 *$gap[$record]\n1. d4 *\n" >list.pgn # it is no tag
            run -1 cp-validate --quiet list.pgn
        done
    done
    printf '1. e4 {x} e5\n{"eval": 0.3, "of": "moves"} 2. Nf3\n{"eval": 0.3,\n"depth": 20}\n*\n' >said.pgn
    run -0 --separate-stderr cp-parse said.pgn
    [ "${#lines[@]}" = 1 ]
    [ -z "$stderr" ]
    cp-convert said.pgn | cp-parse | jq -c .moves | cmp - <(jq -c .moves <<<"$output")
    run -0 --separate-stderr cp-validate --quiet said.pgn
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "dates and scores in front of the moves are passed over, and take no game away from chess" {
    local line
    for line in 12/03/2024 3/5 1924/25 12:30/45 '(2024)' 'Hastings 1895/96' 2024-05-03 'A (2700) - B (2650)'; do
        run -0 --separate-stderr cp-parse <<<"$line"$'\n1. e4 e5 *'
        [ "$(jq -c '[.variant, .moves]' <<<"$output")" = '["fide",["e4","e5"]]' ]
        [ "$(grep -v hint: <<<"$stderr")" = "stdin:1:1: warning: no moves, passed over: line 1 [no-moves]" ]
        [ "$(cp-parse <<<"$output" | jq -r .variant)" = fide ]
    done
    [ "$(cp-parse <<<'1. (5.4) (3.5) *' 2>told | jq .variant)" = null ]
    [ "$(cp-parse <<<'1. R(09) *' 2>told | jq .variant)" = null ]
    # nor is a long letter a game
    [ "$({ printf 'Thanks for your letter. %.0s' {1..100} && echo && echo '1. e4 e5 *'; } | cp-parse 2>told | jq -r .variant)" = fide ]
    run cp-parse <<<'1. N6,3 N3,6 *'
    [[ $output != *fide* ]]
}

@test "a square in parentheses on a board with edges is a move, and another move a variation (R-NOT-9)" {
    for game in '1. e4 c5 (e5) *' '1. e4 (c5) 2. Nf3 *' '(e4) (e5) *' '1. (e4) (e5) *' '1. e4 e5 (1... c5) 2. Nf3 (2. f4) *' '1. (5,4) (5,5) *' \
        '1. (5,4) -- 2. (4,4) O-O 3. (4,5) *' '1. Nf3 e7e5 2. e2e4 (4,7)-(4,6) *'; do
        run -0 cp-parse --variant fide <<<"$game"
        [[ $output != *variations* || $game == *'(1...'* ]]
    done
    # a piece and its square are none: Nc6 is not on a file nc
    run -0 cp-validate -q <<<'1. e4 e5 2. Nf3 Nc6 (Nf6 3. Nc3) (Qh4) (Ke7) 3. d4 *'
    [ -z "$output" ]
    run -0 cp-convert <<<'1. e4 e5 2. Nf3 Nc6 (Nf6) 3. d4 *'
    [[ $output == *'1. e4 e5 2. Nf3 Nc6 (2... Nf6) 3. d4 *'* ]]
    run -1 cp-validate -q <<<'1. e4 e5 2. Nf3 (Nc6) 3. Bb5 *'
    [[ $output == *'1:18: warning: a variation holds an illegal move'* ]]
}

@test "tags that count in text are told of in a record" {
    tell() {
        run cp-validate -q <<<"{\"variant\":\"$1\",\"tags\":{$2},\"moves\":[]}"
        [[ $output == *"this tag changes nothing: "*"[tag-idle]"* ]]
    }
    tell fide '"FEN":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"'
    tell coaip '"Setup":"w: K (1,1); b: K (9,9)"'
    tell huygens '"Frame":"classical"'
    tell fide '"Rules":"fifty-moves: false"'
    # what text could not read either is not understood
    run cp-validate -q <<<'{"variant":"fide","tags":{"Rules":"as usual"},"moves":[]}'
    [[ $output == *"[tag-idle]"* ]]
    # and what came from text has its fields
    printf '[Variant "huygens"]\n[Frame "classical"]\n\n*\n' | cp-parse | cp-validate -q --strict
}

# bats test_tags=all
@test "a remark behind a position is told, and a comment" {
    local fen='4k3/8/8/8/8/8/8/4K2R w K -' behind
    for behind in '# to win; x y;' '#to win; x y;' '0 1 # to win; x y;' '0 1 // to win; x y;' '0 1 -- to win; x y;' 'bm Rh8; # to win; x y;'; do
        run -0 --separate-stderr cp-parse <<<"$fen $behind"
        [ "$(grep -c 'to win; x y;: read as a comment \[fen-unusual\]' <<<"$stderr")" = 1 ]
        [ "$(jq -c '[.tags.x, .end]' <<<"$output")" = '[null,[{"line":"to win; x y;"}]]' ]
        [[ $(jq -r .start <<<"$output") = "$fen" || $(jq -r .start <<<"$output") = "$fen 0 1" ]]
    done
}

# bats test_tags=all
@test "the same words are the same game as text and as a record" {
    castles() { cp-validate "$@" 2>err | jq -c '[.variant, .moves, .verdict.valid]'; }
    local start='r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    for zeros in 0-0 0-0-0 o-o; do
        printf '[FEN "%s"]\n\n1. %s Ra7 *\n' "$start" "$zeros" >c.pgn
        [ "$(castles c.pgn)" = "[\"fide\",[\"$zeros\",\"Ra7\"],true]" ]
        grep -q 'read as O-O.*move-in-dialect' err
        jq -nc --arg s "$start" --arg z "$zeros" '{start: $s, moves: [$z, "Ra7"]}' >c.jsonl
        [ "$(castles c.jsonl)" = "$(castles c.pgn)" ]
    done
    for words in foo 'foo O-O' 'foo e4' 'foo (5,4)' '(f11)' '4,0' 'R'; do
        cp-validate <<<"1. $words *" 2>err | jq -c '[.variant, .verdict.valid]' >text || true
        jq -nc '{moves: $ARGS.positional}' --args $words | cp-validate 2>err.json | jq -c '[.variant, .verdict.valid]' | cmp - text
        [ "$(grep -c variant-unsaid err)" = "$(grep -c variant-unsaid err.json)" ]
    done
}

# bats test_tags=all
@test "the byte with which DOS ended files is passed over at the end of text" {
    for game in '1. e4 e5 *\r\n\032' '1. e4 e5 *\032' '1. e4 e5 1-0\032\032\032' '1. e4 e5\r\n\032'; do
        printf '[White "x"]\r\n\r\n'"$game" >dos.pgn
        [ "$(cp-validate dos.pgn 2>&1 | jq -c '[.moves, .verdict.valid, .verdict.warnings]')" = '[["e4","e5"],true,0]' ]
        [ -z "$(cp-validate --quiet --strict dos.pgn 2>&1)" ] # in the fast lane, too
    done
    for end in '\032' '\n\032\032' ' \032'; do # behind whatever it stands
        for game in '1. e4 e5' '1. e4 e5 {a' '1. e4 e5 ; a' '[White "x"]' '[White "x"]\n\n1. e4 e5' '{"moves": ["e4"]}' '["e4"'; do
            printf "$game${end//"\\032"/}" >plain
            printf "$game$end" >dos
            cp-validate plain >a 2>&1 || true
            cp-validate dos >b 2>&1 || true
            diff <(sed s/plain/x/g a) <(sed s/dos/x/g b)
        done
    done
    # where a window of 64 KiB ends
    { yes $'1. e4 e5 *\n' | head -c 65520 && printf '1. e4 e5 '"$(printf '\\032%.0s' {1..14})"; } >far
    [ "$(cp-validate far 2>&1 | tail -1 | jq -c .moves)" = '["e4","e5"]' ]
    run -1 cp-validate --quiet <<<$'1. e4\032 e5 *' # elsewhere it is damage
    run -1 cp-validate --quiet <<<$'1. e4 e5\n\032\n1. d4 *'
    { head -c 65535 /dev/zero | tr '\0' ' ' && printf '\032\032' && head -c 70000 /dev/zero | tr '\0' ' ' && printf '1. e4'; } >far
    run -1 cp-validate --quiet far
}

@test "the byte with which DOS ended files is passed over at the end of YAML and of files that are named, too" {
    printf '%s\r\n' 'moves: [e4]' --- 'moves: [d4, d5]' >plain.yaml
    for end in '\032' '\r\n\032\032\032'; do
        { cat plain.yaml && printf "$end"; } >dos.yaml
        [ "$(cp-parse dos.yaml | jq -c .moves | tr -d '\n')" = '["e4"]["d4","d5"]' ]
        [ -z "$(cp-validate -q dos.yaml 2>&1)" ]
    done
    printf 'moves: [e4]\032\nresult: 1-0\n' >within.yaml
    run -1 cp-validate -q within.yaml
    printf -- '- plies: {1: {comment: well}}\r\n\032' >notes.yaml
    cp-annotate --notes notes.yaml <<<'1. e4 *' | jq -e '.moves[0].after == ["well"]'
    { cp-validate --show-variant fide | sed 's/^name:.*/name: Own/' && printf '\032'; } >own.yaml
    cp-validate -q --variant-file own.yaml <<<'1. e4 *'
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\032' >start.fen
    [ "$(cp-select -c --start-like start.fen <<<'1. e4 *')" = 1 ]
}

@test "a game whose variant's name is one of games that begin elsewhere says where" {
    for name in Chess960 'from position' fischerrandom 'Freestyle Chess'; do
        printf '[Variant "%s"]\n\n1. e4 *\n' "$name" >v.pgn
        run -0 --separate-stderr cp-validate -q v.pgn
        [[ $stderr == "v.pgn:1:1: warning: games of this name begin elsewhere"*": $name [start-unsaid]"* ]]
        sed '1a [FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]' v.pgn | cp-validate -q --strict
    done
    run -1 --separate-stderr cp-validate -q --strict <<<'{"variant": "Chess960", "moves": ["e4"]}'
    [[ $stderr == 'stdin:1: error: games of this name'* ]] # in records, too
    run -0 --separate-stderr cp-validate -q -v chess960 <<<'1. e4 *'
    [[ $stderr == *': chess960 [start-unsaid]'* ]] # by --variant, too
    [ -z "$(cp-validate -q -v chess960 <<<$'[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"]\n\n1. e4 *' 2>&1)" ]
    [ -z "$(cp-validate -q <<<$'[Variant "Standard"]\n\n1. e4 *' 2>&1)" ]
}

@test "a letter that only looks like one of a move is read, or named" {
    for word in 'с5' 'Nс6' 'Nа6' 'е5' 'с7-с5'; do
        run -0 cp-validate -q <<<"1. e4 $word *"
        [[ $output == *"stdin:1:7: warning: unusual spelling of a move: \"$word\" read as "* ]]
        [ "$(cp-parse <<<"1. e4 $word *" 2>told | cp-validate -q 2>&1 | grep -c move-in-dialect)" = 1 ]
        run -1 cp-validate -q --strict <<<"1. e4 $word *"
    done
    [ "$(cp-convert --style long <<<'1. е4 е5 2. Кf3 Кс6 3. Сb5 Кf6 4. О-О Кхе4 *' 2>told | tail -n 2)" = '1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 Ng8-f6 4. O-O Nf6xe4 *' ]
    run -1 cp-validate -q <<<'1. e4 д5 *'
    [[ $output == *'1:7: error'*'also: the letter U+0434 in it is Cyrillic, whatever it looks like'* ]]
    run -1 cp-validate -q <<<'1. e4 сила *'
    [[ $output != *Cyrillic* ]]
}
