#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Every example line of the published rules, as "long = short". On a position that
# fits, each spelling is read without a word, is legal, becomes each of the four
# forms, and from each of them comes back to the same record (R-NOT-8, R-NOT-12).
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# game VARIANT START MOVE: the text of a game of one move
game() {
    local number=1.
    [[ $2 != *"turn b" ]] || number=1...
    printf '[Variant "%s"]\n[Setup "%s"]\n\n%s %s *\n' "$1" "$2" "$number" "$3"
}

# content: the records of the games on stdin, but for where they were read from
content() {
    cp-parse | jq -c 'del(.source, .at)'
}

# alike VARIANT START WANTED...: WANTED is letters long, letters short, numbers long,
# numbers short; what follows are further spellings of the same move
alike() {
    local variant=$1 start=$2 move form wanted=("${@:3:4}")
    for move in "${@:3}"; do game "$variant" "$start" "$move"; done >read.txt
    run cp-validate --quiet --strict read.txt
    [ "$status" = 0 ]
    [ -z "$output" ]
    for form in "letters --style long" "letters --style short" \
        "numeric --style long" "numeric --style short"; do
        cp-convert --to $form read.txt >form.txt
        # every spelling became the one that is wanted
        [ "$(content <form.txt | jq -r '.moves[]' | sort -u)" = "${wanted[0]}" ]
        # and goes back to one record, the same from every form
        cp-convert --to letters --style long form.txt | content | sort -u >back.jsonl
        [ "$(wc -l <back.jsonl)" = 1 ]
        [ -e first.jsonl ] || cp back.jsonl first.jsonl
        cmp first.jsonl back.jsonl
        wanted=("${wanted[@]:1}")
    done
}

# bats test_tags=all
@test "R(8,4)-(1,4) = R(1,4)" {
    alike coaip "w: K (20,1), R (8,4); b: K (20,30)" \
        "R(h4)-(a4)" "R(a4)" "R(8,4)-(1,4)" "R(1,4)"
}

# bats test_tags=all
@test "R(1,4)x(0,4) = Rx(0,4)" {
    alike coaip "w: K (20,1), R (1,4); b: K (20,30), N (0,4)" \
        "R(a4)x(φ4)" "Rx(φ4)" "R(1,4)x(0,4)" "Rx(0,4)"
}

# bats test_tags=all
@test "(-1,7)-(-1,6) = (-1,6)" {
    alike coaip "w: K (20,1); b: K (20,30), (-1,7); turn b" \
        "(-a7)-(-a6)" "(-a6)" "(-1,7)-(-1,6)" "(-1,6)"
}

# bats test_tags=all
@test "R(g9)-(a9) = R(a9)" {
    alike trappist-1 "w: K (m1), R (g9); b: K (m30)" \
        "R(g9)-(a9)" "R(a9)" "R(7,9)-(1,9)" "R(1,9)"
}

# bats test_tags=all
@test "R(a9)-(φ9) = R(φ9) = R(09)" {
    alike trappist-1 "w: K (m1), R (a9); b: K (m30)" \
        "R(a9)-(φ9)" "R(φ9)" "R(1,9)-(0,9)" "R(0,9)" "R(09)" "R(a9)-(09)"
    run cp-convert --ascii --style short --to text read.txt
    [[ $output == *"1. R(09) *"* ]]
}

# bats test_tags=all
@test "R(a9)-(-b9) = R(-b9)" {
    alike trappist-1 "w: K (m1), R (a9); b: K (m30)" \
        "R(a9)-(-b9)" "R(-b9)" "R(1,9)-(-2,9)" "R(-2,9)"
}

# bats test_tags=all
@test "R(g9)-(g6) = R(g6)" {
    alike trappist-1 "w: K (m1), R (g9); b: K (m30)" \
        "R(g9)-(g6)" "R(g6)" "R(7,9)-(7,6)" "R(7,6)"
}

@test "the published lines of the rook on g9 are legal from the start, as one game" {
    printf '[Variant "Trappist-1"]\n\n1. (f11) (f14) 2. R(g9)-(a9) R(a16) 3. R(a9)-(φ9) R(φ16) 4. R(φ9)-(-b9) *\n' >g.txt
    cp-validate --quiet --strict g.txt
}

# bats test_tags=all
@test "what people write is read as schemas/notation.md says (R-NOT-11)" {
    # rows | `written` `written` | `reading` `reading` |; whole games, remarks and n63 apart
    sed -n '/^## 6/,/^## 7/p' "$top/schemas/notation.md" |
        grep '^| `[^1[0#].*| `' | grep -v -e '^| `n63' -e '^| `(1)' >rows
    local tried=0 row i written readings
    while read -r row; do
        mapfile -t written < <(cut -d'|' -f2 <<<"$row" | grep -o '`[^`]*`' | tr -d '`')
        mapfile -t readings < <(cut -d'|' -f3 <<<"$row" | grep -o '`[^`]*`' | tr -d '`')
        for i in "${!written[@]}"; do
            printf '[Variant "Trappist-1"]\n\n%s *\n' "${written[i]}" >one.txt
            run cp-parse one.txt
            [[ $output == *"\"${written[i]}\" read as ${readings[i]:-${readings[0]}} ["* ]]
            tried=$((tried + 1))
        done
    done <rows
    [ "$tried" -ge 16 ]
}
