#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# bats test_tags=all
@test "what holds for every game holds for those of testdata and random ones (R-NOT-8, R-NOT-12)" {
    case ${CP_BIN:-} in
    */release/* | */build/bin | '') games=$(often 15 100) ;;
    *) games=4 ;; # sanitizers and debuggers are slow
    esac
    "$top/scripts/laws" "${CP_GAMES:-$games}"
}

@test "a file or rank alone stays as it is where it would turn into something else (R-NOT-6)" {
    printf '[Variant "coaip"]\n\n1. 8x(9,4) fx(i4) 2. R8-(a4) *\n' >g.txt
    run --separate-stderr cp-convert --to letters g.txt
    [ "$status" = 0 ]
    [[ $output == *'1. 8x(9,4) fx(i4) 2. R8-(a4) *'* ]]
    [[ $stderr == *'g.txt:3:4: note: '*': 8x(9,4) [origin-kept]'* ]]
    run --separate-stderr cp-convert --to numeric g.txt
    [ "$status" = 0 ]
    [[ $output == *'1. 8x(9,4) 6x(9,4) 2. R8-(a4) *'* ]]
    [[ $stderr == *'g.txt:3:22: note: '*': R8-(a4) [origin-kept]'* ]]
}

# bats test_tags=all
@test "memory is flat: ten thousand games cost what three hundred do, and less than 16 MB" {
    case ${CP_BIN:-} in */asan/*) skip "sanitizers keep what is freed" ;; esac
    PATH=$extra:$PATH
    cp-generate --variant trappist-1 --games 300 --plies 20 >few.txt
    copies 33 few.txt >many.txt
    cp-parse few.txt >few.jsonl
    cp-parse many.txt >many.jsonl
    while read -r words; do
        for form in txt jsonl; do
            # shellcheck disable=SC2086
            few=$(cp-peak $words few.$form) many=$(cp-peak $words many.$form)
            echo "$words, .$form: $few kB, $many kB"
            [ "$many" -lt $((few + 1024)) ]
            [ "$many" -lt 16384 ]
        done
    done < <(a_few <<'END'
cp-parse
cp-parse --yaml
cp-validate --summary
cp-convert --to numeric
cp-convert --to text --style short
cp-convert --to yaml
cp-convert --squares --to numeric
cp-annotate --add check,capture,repetition,material
cp-render --ascii --game 1
END
    )
}

# Records of every kind of harm, seeded: awk -v seed=N -v count=N "$hostile".
# shellcheck disable=SC2016
hostile='
function roll(n) { state = (state * 69069 + 12345) % 4294967296; return int(state / 65536) % n }
function pick(list) { return list[1 + roll(list[0])] }
function make(list, text,   n) { n = split(text, list, "|"); list[0] = n }
function words(list, most, between,   out, n) {
    for (n = roll(most + 1); n > 0; n--) out = out pick(list) (roll(2) ? between : "")
    return out
}
function quote(text) { return "\"" text "\"" }
function comment(   kind) {
    kind = roll(4)
    if (kind == 0) return "{\"line\":" quote(words(parts, 5, " ")) "}"
    if (kind == 1) return "{\"escape\":" quote(words(parts, 5, " ")) "}"
    return quote(words(parts, 5, " "))
}
function comments(   out, n) {
    for (n = roll(3); n >= 0; n--) out = out (out ? "," : "") comment()
    return "[" out "]"
}
function move(deep,   text) {
    text = quote(roll(3) ? pick(moves) : words(parts, 3, ""))
    if (roll(3)) return text
    text = "{\"move\":" text
    if (!roll(3)) text = text ",\"before\":" comments()
    if (!roll(2)) text = text ",\"after\":" comments()
    if (!roll(3)) text = text ",\"nags\":[" roll(300) "]"
    if (!roll(4)) text = text ",\"falls\":[\"e4\"]"
    if (deep < 3 && !roll(3)) text = text ",\"variations\":[" line(deep + 1) "]"
    return text "}"
}
function line(deep,   out, n) {
    for (n = roll(5); n > 0; n--) out = out (out ? "," : "") move(deep)
    return "[" out "]"
}
BEGIN {
    state = seed
    make(variants, "nosuch|Odd One|fide|trapdoor|trapper|coaip|huygens|trappist-1|formation|fide|fide")
    make(names, "Event|White|Variant|Variant|a b|a[b|]|{|;|%|é|€uro|“|x.y|1|\\n|\\u0000|\\u0001|Result|Site|\\\"")
    make(values, "fide|coaip|Trapper Chess|trappist-1|nobody knows|]|\\\"]\\n\\n[Event \\\"x\\\"]\\n\\n1. e4 *\\n|\\n|\\r\\r|\\\\||*|1-0")
    make(moves, "e4|Nf3|(5,2)-(5,4)|(f11)|Me2-e3|O-O|--|e2*e4|N (6,3)|exd5 e.p.|e4e5|e7-e8=Q")
    make(parts, "e4|*|1-0|0-1|1/2-1/2|½-½|1–0|[Event \\\"x\\\"]|\\n\\n[Event \\\"x\\\"]\\n\\n|\\n|\\r|\\r\\n\\r\\n|\\t|{|}|(|)|;|%| |...|…|1.|$1|$|!|?|Nf3|(5,4)|(e4:e4)|[%falls (e4:e4)]|\\u0000|\\u001b|\\\\|\\\"|x|-|=|_|[|]|,|é|\\ufeff|\\u2028|0|1|2")
    for (i = 0; i < count; i++) {
        record = "{\"variant\":" quote(pick(variants))
        tags = ""
        for (n = roll(4); n > 0; n--)
            tags = tags (tags ? "," : "") "[" quote(pick(names)) "," quote(pick(values)) "]"
        if (tags) record = record ",\"tags\":[" tags "]"
        record = record ",\"moves\":" line(0)
        if (!roll(4)) record = record ",\"end\":" comments()
        if (roll(2)) record = record ",\"result\":" quote(roll(2) ? "*" : "1/2-1/2")
        print record "}"
    }
}'

# bats test_tags=all
@test "hostile records keep their number and their variants through text, and text its games" {
    for seed in $(seq "${CP_SEEDS:-6}"); do
        awk -v seed="$seed" -v count=400 "$hostile" >records
        jq -r .variant records >wanted
        for form in text "text --to letters" "text --to numeric" "pgn --style keep --force"; do
            # shellcheck disable=SC2086
            cp-convert --to $form records >text 2>errors || [ $? = 1 ]
            cp-convert --to json text 2>>errors | jq -r .variant >got || true
            grep -v 'nosuch\|Odd One' wanted >known # PGN needs the rules
            case $form in pgn*) cp known expected ;; *) cp wanted expected ;; esac
            diff expected got >difference || {
                echo "seed $seed, --to $form"
                head -n 5 difference
                return 1
            }
        done
        cp-convert --to text records >once 2>>errors || [ $? = 1 ]
        cp-convert once >twice 2>>errors || [ $? = 1 ]
        [ "$(grep -c . twice)" -gt 400 ]
    done
}

# Records of legal games with comments of any bytes: awk -v seed=N -v count=N "$commented".
# shellcheck disable=SC2016
commented='
function roll(n) { state = (state * 69069 + 12345) % 4294967296; return int(state / 65536) % n }
function text(   out, n) {
    for (n = roll(5); n > 0; n--) out = out parts[1 + roll(part_count)]
    return "\"" out "\""
}
function comments(   out, n, kind) {
    for (n = roll(3); n >= 0; n--) {
        kind = roll(4)
        out = out (out ? "," : "")
        out = out (kind == 0 ? "{\"line\":" text() "}" : kind == 1 ? "{\"escape\":" text() "}" : text())
    }
    return "[" out "]"
}
function line(list, deep,   out, i, most, own) {
    most = split(list, own, " ")
    for (i = 1; i <= most; i++) {
        out = out (i > 1 ? "," : "") "{\"move\":\"" own[i] "\""
        if (!roll(3)) out = out ",\"before\":" comments()
        if (!roll(5)) out = out ",\"nags\":[" 1 + roll(255) "]"
        if (!roll(3)) out = out ",\"after\":" comments()
        if (deep < 2 && !roll(4)) out = out ",\"variations\":[" variation(own[i], deep) "]"
        out = out "}"
    }
    return "[" out "]"
}
function variation(move, deep,   kind) {
    kind = roll(4)
    if (kind == 0) return "{\"moves\":[],\"end\":" comments() "}"
    if (kind == 1) return "{\"moves\":" line(move, deep + 1) ",\"end\":" comments() "}"
    return line(move, deep + 1) (kind == 2 ? "" : "," line(move, deep + 1))
}
BEGIN {
    state = seed
    part_count = split("e4|*|1-0|[Event \\\"x\\\"]|\\n[Event \\\"x\\\"]\\n|\\n|\\n\\n|\\r|\\r\\n|\\t|{|}|(|)|;|%|%YAML|\\n%|\\n;| |\\\"moves\\\":[]|...|1.|$1|[|]|[%falls (e4:e4)]|[%csl Ge4]|\\u0000|\\u001b|\\u007f|\\\\|\\\"|x|é|\\ufeff|\\u2028|--- |a: b", parts, "|")
    for (i = 0; i < count; i++) {
        print "{\"variant\":\"fide\"" (roll(2) ? "" : ",\"tags\":{\"White\":\"x\"}") ",\"moves\":" \
            (roll(9) ? line("e4 e5 Nf3 Nc6", 0) : "[]") (roll(3) ? "" : ",\"end\":" comments()) "}"
    }
}'

# bats test_tags=all
@test "comments of any bytes come back from text as they were, or are told of once a game" {
    # what a line of moves is, with f of its comments
    tree='def line(f):
            def move: if type == "string" then {move: .} else . end |
                [.move, (.before | f), (.after | f), .nags // [], (.variations // [] | map(line(f)))];
            if type == "array" then {moves: .} else . end | [(.moves | map(move)), (.end | f)];'
    for seed in $(seq "${CP_SEEDS:-4}"); do
        awk -v seed="$seed" -v count=300 "$commented" >records
        run -0 --separate-stderr cp-convert --to text --warnings all records
        cp-convert --to text --warnings none records >text
        cp-parse text >again
        jq -c "$tree line(length)" records >wanted # none is more or less, or elsewhere
        jq -c "$tree line(length)" again | cmp - wanted
        sed -n 's/^records:\([0-9]*\):.* comments*: .*\[altered\]$/\1/p' <<<"$stderr" >told
        [ "$(sort -u told | wc -l)" = "$(wc -l <told)" ]
        jq -c "$tree line(. // [])" records >wanted
        jq -c "$tree line(. // [])" again >got
        paste -d '\n' wanted got | awk 'NR % 2 { one = $0; next } one != $0 { print NR / 2 }' >differ
        diff <(sort differ) <(sort told)
        [ "$(wc -l <told)" -gt 50 ]
        [ "$(wc -l <told)" -lt 250 ]
        cp-convert --to text --strict text | cmp - text # and from there on nothing changes
    done
}

# bats test_tags=all
@test "tags of any bytes come back from text and PGN as they were, or are told of" {
    # shellcheck disable=SC2016
    tagged='
    function roll(n) { state = (state * 69069 + 12345) % 4294967296; return int(state / 65536) % n }
    function text(   out, n) { for (n = roll(5); n > 0; n--) out = out parts[1 + roll(part_count)]; return out }
    BEGIN {
        state = seed
        part_count = split("a|b c| |]|[|”|“|\\\"|\\\\|{|}|;|%|é|\\t|\\n|\\r|\\u0000|\\ufeff|\\u2028|*|1-0|—|\\u001b|x \\\"y\\\"", parts, "|")
        for (i = 0; i < count; i++) {
            tags = ""
            for (n = roll(3); n >= 0; n--)
                tags = tags (tags ? "," : "") "\"N" n (roll(3) ? "" : text()) "\":\"" text() "\""
            print "{\"variant\":\"fide\",\"tags\":{" tags "},\"start\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\",\"moves\":[]}"
        }
    }'
    tags='.tags // {} | with_entries(select(.key | test("^N")))'
    for seed in $(seq "${CP_SEEDS:-3}"); do
        awk -v seed="$seed" -v count=400 "$tagged" >records
        for form in text pgn; do
            cp-convert --to $form --warnings all records >written 2>errors
            sed -n 's/^records:\([0-9]*\):.*\[\(altered\|left-out\)\]$/\1/p' errors | sort -un >told
            cp-parse written >again 2>/dev/null
            [ "$(wc -l <again)" = 400 ]
            paste -d '\n' <(jq -c "$tags" records) <(jq -c "$tags" again) |
                awk 'NR % 2 { one = $0; next } one != $0 { print NR / 2 }' >differ
            comm -23 <(sort differ) <(sort told) >silent
            [ ! -s silent ] || { echo "seed $seed, $form:" && head -n 3 silent; }
            [ ! -s silent ]
            [ "$(wc -l <told)" -lt 330 ]
        done
    done
}
