#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Games of infinitechess.org: read as any other text, and written.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# bats test_tags=all
@test "games of infinitechess.org, good and bad, with all their victories (R-ICN-2, R-ICN-3, R-ICN-11, R-ICN-12)" {
    family cp-validate icn
}

@test "an ICN comes back as the same bytes but for blanks, from text, from records and from YAML (R-ICN-1)" {
    cd "$top/testdata/icn"
    cmp <(tr -d ' ' <same.icn) <(cp-convert same.icn | tr -d ' ')
    cmp same.toicn <(cp-convert same.toicn)
    cmp same.toicn <(cp-parse same.icn | cp-convert --to icn)
    cmp same.toicn <(cp-parse --yaml same.icn | cp-convert --to icn)
    cmp same.toicn <(cp-validate same.icn 2>/dev/null | cp-convert --to icn)
}

@test "moves of an ICN have one layout: with | alone, or numbered from their first number (R-ICN-1)" {
    is() { [ "$(cp-parse 2>/dev/null <<<"w K1,1|k5,5|R9,9 $2" | cp-convert --to icn)" = "w K1,1|k5,5|R9,9 $1" ]; }
    is '9,9>9,8|5,5>5,6!{a}|9,8>9,7' '9,9>9,8 | 5,5>5,6 ! {a} |9,8>9,7'
    is '1. 9,9>9,8 | 5,5>5,6 2. 9,8>9,7{a}' '1. 9,9>9,8|5,5>5,6 | 2. 9,8>9,7 {a}'
    is '17. 9,9>9,8 | 5,5>5,6 18. 9,8>9,7' '17. 9,9>9,8 5,5>5,6 18. 9,8>9,7'
    is '17. 9,9>9,8 | 5,5>5,6' '{a} 17. {b} 9,9>9,8 5,5>5,6'
    is '9,9>9,8|5,5>5,6|9,8>9,7' '9,9>9,8|5,5>5,6 2. 9,8>9,7'
}

@test "a record that was changed is written as it is now (R-ICN-1, R-ICN-4)" {
    echo '[Variant "Classical"] w 0/100 1 (8|1) K5,1+|k5,8+|P1,2+ 1,2>1,4' | cp-parse >"$BATS_TEST_TMPDIR/one.jsonl"
    run --separate-stderr cp-convert --to icn <(jq -c '.rules = {"quiet-limit": 50}' "$BATS_TEST_TMPDIR/one.jsonl")
    [ "$output" = '[Variant "Classical"] w 0/50 1 (8;q,r,b,n|1;q,r,b,n) K5,1+|k5,8+|P1,2+ 1,2>1,4' ]
    run --separate-stderr cp-convert --to icn <(jq -c '.moves = ["(1,2)-(1,3)", "5,8>5,7"] | del(.at)' "$BATS_TEST_TMPDIR/one.jsonl")
    [ "$output" = '[Variant "Classical"] w 0/100 1 (8|1) K5,1+|k5,8+|P1,2+ 1,2>1,3|5,8>5,7' ]
    run --separate-stderr cp-convert --to icn --shift 10,0 "$BATS_TEST_TMPDIR/one.jsonl"
    [[ $output == *' K15,1+|k15,8+|P11,2+ 11,2>11,4' ]]
}

@test "what the site does not hold, or not take, is said when a game is written (R-ICN-4, R-ICN-5)" {
    cd "$top/testdata/icn"
    run -1 cp-convert --to icn inventor.txt
    [[ $output == *": the tag "*"the tag Annotator_2"*"[left-out]"* && $output == *"the tag Black"* ]]
    [[ $output == *"; 1 variation; 1 comment; 1 mark [left-out]"* ]]
    [[ $output == *"inventor.txt:18:4: warning: infinitechess.org would not take this game as legal: a piece stops a huygens"* ]]
    [[ $output == *"inventor.txt:23:17: warning: infinitechess.org would not take this game as legal: the third repetition ends the game there [icn-illegal-there]"* ]]
    [[ $output == *"this game cannot be written so: it has trapdoors [unfit]"* ]]
}

@test "a game of chess goes out as the Chess of infinitechess.org (R-ICN-3, R-ICN-4)" {
    local men='1,8,1,8 K5,1+|' opening='1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *' back
    run -0 cp-convert --to icn <<<"$opening"
    [[ $output == '[Variant "Chess"] w 0/100 1 (8;q,r,b,n|1;q,r,b,n) '"$men"*'|R1,1+|R8,1+|'*'|k5,8+|'* ]]
    [[ $output == *' 5,2>5,4|5,7>5,5|7,1>6,3|2,8>3,6|6,1>3,4|6,8>3,5|5,1>7,1|7,8>6,6' ]]
    [ "$(cp-validate <<<"$output" | jq -c '[.variant, .verdict.plies, .verdict.warnings]')" = '["site-chess",8,0]' ]
    back=$(cp-convert --variant fide --to pgn <<<"$output")
    [[ $back == *'[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]'*"4. O-O Nf6 *" ]]
    run -0 cp-convert --to icn <<<'[FEN "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34"]

34... O-O-O *'
    [ "$output" = 'b 12/100 34 (8;q,r,b,n|1;q,r,b,n) 1,8,1,8 r1,8+|k5,8+|r8,8|R1,1|K5,1+|R8,1+ 5,8>3,8' ]
    back=$(cp-convert --variant fide --to pgn <<<"$output")
    [[ $back == *'[FEN "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34"]'*'34... O-O-O *' ]]
    [[ $(cp-convert --variant fide --to text <<<"$output") == *'; castle Kq'* ]]
    run -1 cp-convert --to icn <<<'[Variant "Chess960"]
[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]

1. e4 *'
    [[ $output == *"this game cannot be written so: it castles otherwise"*"[unfit]"* ]]
    # one side is enough
    cp-validate --show-variant fide |
        sed 's/^id: .*/id: own/; s/^name: .*/name: Own/; /^aliases/,/]$/d; s/\[3, 4\]/{white: [3, 4], black: [2, 3]}/' >own.yaml
    for rights in KQk:0 KQkq:1; do
        run -"${rights#*:}" cp-convert --variant-file own.yaml --to icn <<<"[Variant \"Own\"]
[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w ${rights%:*} - 0 1\"]

1. O-O *"
    done
    [[ $output == *"it castles otherwise"*"[unfit]"* ]]
}

@test "castling of an ICN's position on a board of many files is with the nearest rook that may (R-ICN-7)" {
    cat >wide.yaml <<'END'
id: wide
name: Wide
board: {files: 60, ranks: 8}
notation: bare
pieces:
  K: {name: king, move: K, royal: true}
  R: {name: rook, move: R}
castling: {kingside: [7, 6], queenside: [3, 4]}
setup:
  white: {K: e1, R: [a1, h1]}
  castling: KQkq
  mirror: 9
END
    castles() { # ROOKS of White
        printf '{"variant":"wide","start":"K5,1+|k5,8+|%s","moves":["O-O"]}\n' "$1" |
            cp-validate --variant-file wide.yaml -q
    }
    run -0 castles 'R40,1+'
    run -0 castles 'R9,1+|R40,1'
    run -0 castles 'R9,1+|R40,1+'
    run -1 castles 'R9,1|R40,1'
    run -1 castles 'R30,1+|R40,1'
    [[ $output == *'a rook beyond file z, and not the outermost: White, file 30 [start-castling-far]'* ]]
    run -1 castles 'R1000000000000000000000000000000,1+|R40,1'
    [[ $output == *'[off-board]'* ]]
}

@test "moves behind a draw are told by the site's count, whatever the game's own rules are (R-ICN-5, R-ICN-8)" {
    local knights='1. e4 Nf6 2. Nf3 Ng8 3. Ng1 Nf6 4. Nf3 Ng8 5. Ng1 Nf6'
    run -0 cp-convert --to icn <<<"$knights *"
    [[ $output != *icn-illegal-there* ]]
    run -0 cp-convert --to icn <<<"$knights 6. d4 *"
    [[ $output == *"stdin:1:51: warning: "*": the third repetition ends the game there [icn-illegal-there]"* ]]
    run -0 cp-convert --to icn <<<'[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 98 90"]

90. Ra2 Kd8 91. Ra3 *'
    [[ $output == *"stdin:3:9: warning: "*": 100 half-moves without a capture or a pawn's move end the game there [icn-illegal-there]"* ]]
}

# bats test_tags=all
@test "each rule of a game's own is said in ICN, or told by its name (R-ICN-4, R-ICN-8, R-ICN-9)" {
    cd "$BATS_TEST_TMPDIR"
    local rule
    put() { printf '[Variant "%s"]\n[Rules "%s"]\n[Setup "w: K (1,1), Q (25,30), R (24,35), (2,2); b: K (9,9)%s"]\n\n1. (2,2)-(2,3) *\n' "$@"; }
    for rule in 'border: [-20, 30, _, 40]' 'castling: none' 'castling: nearest' 'fifty-moves: false' 'promotion: none' \
        'promotion: {to: []}' 'promotion: {white: 9, to: [Q]}' 'quiet-limit: 50' 'quiet-limit: 0' \
        'royals: one' 'threefold-ends: true' 'wins: {white: [all-taken, hill]}'; do
        put coaip "$rule" "" | cp-convert --to icn --strict >icn
        put coaip "$rule" "" | cp-convert --to letters | cp-convert --to icn --strict | cmp - icn
        cp-convert --to text icn | cp-convert --to icn --strict >again # its list in the site's order
        cmp <(sed 's/ (8;q,[^)]*)//' icn) <(sed 's/ (8;q,[^)]*)//' again)
    done
    [[ $(put coaip 'promotion: {to: []}' "" | cp-convert --to icn) == *' (8;|1;) '* ]]
    run -0 --separate-stderr cp-convert --to icn <(put coaip 'fifty-moves: true' '; quiet 7')
    [[ $output == *" 7/100 1 "* && $stderr == *": the rule fifty-moves: "*"[left-out]"* ]]
    run -1 cp-convert --to icn --strict <(put coaip 'royals: one' '; quiet 7')
    [[ $output == *": quiet 7, without a limit of half-moves [left-out]"* ]]
    run -0 --separate-stderr cp-convert --to icn --strict <(put coaip 'fifty-moves: true, quiet-limit: 90' '; quiet 7')
    [[ $output == *"w 7/90 1 "* ]]
    run -1 cp-convert --to icn --strict <(put huygens 'primes: 7' '')
    [[ $output == *": the rule primes: "*"[left-out]"* ]]
    run -1 cp-convert --to icn --strict <(put site-coaip 'threefold-ends: false' '')
    [[ $output == *": the rule threefold-ends: "*"[left-out]"* ]]
    run -1 cp-convert --to icn <(put coaip 'trapdoor: 3' '')
    [[ $output == *"this game cannot be written so: it has trapdoors [unfit]"* ]]
}

@test "what text has no words for of an ICN is said (R-ICN-1)" {
    run -0 cp-convert --to text <<<'w 37/100 12 (8|1) Squares:1,2 K1,1|k5,5 1,1>1,2'
    [[ $output == *"stdin:1: warning: "*": 12 of its ICN; Squares:1,2 of its ICN"*"[left-out]"* ]]
    [[ $output == *'; quiet 37"]'* ]]
}

@test "ICN is in the classical frame, whatever frame a game is in (R-ICN-6)" {
    local classical diagram
    classical=$(cp-convert --to icn <<<'[Variant "Trappist-1"]
[Frame "classical"]

1. (5,2)-(5,4)')
    diagram=$(cp-convert --to icn <<<'[Variant "Trappist-1"]

1. (13,10)-(13,12)')
    [[ $classical == *'K5,1|'*' 5,2>5,4' ]]
    [ "$classical" = "$diagram" ]
    run -0 --separate-stderr cp-convert --variant trappist-1 --to text <<<"$classical"
    [[ $output == *'[Frame "classical"]'*'1. (5,2)-(5,4) *'* ]]
}

@test "--from icn insists: tags alone are a preset's game then (R-ICN-2)" {
    run -0 --separate-stderr cp-parse --from icn <<<'[Variant "Classical"]'
    [[ $output == '{"variant":"site-classical",'*'"icn":{},"moves":[]'* ]]
    run -0 --separate-stderr cp-parse <<<'[Variant "Classical"]'
    [[ $output == '{"variant":"fide",'* ]]
}

@test "ICN is known behind tags in whatever lines they stand, and however far its first number goes (R-ICN-2)" {
    local men='w K1,1|k5,8' far one two tags='[White "a \\ b"]\n[Black "x"]'
    far=$(printf '9%.0s' {1..3000})
    for text in "$tags\n$men 1,1>1,2" "$tags\r\n\r\n$men 1,1>1,2" "${tags/\\n/ } \n \n$men 1,1>1,2" \
        "$tags $men 1,1>1,2" "$tags\n[Event \"]\"] $men 1,1>1,2" "$tags\n$far,5>1,2|1,1>1,2" "$tags\n\n$men 1,1>1,2\n[Event \"2\"]"; do
        one=$(printf "$text" | cp-parse 2>/dev/null | head -n 1)
        [[ $one == *'"White":"a \\ b"'*'"icn":'* ]] || { echo "$text"; false; }
    done
    two=$(printf '%b\n[Black "]"]\n\n1. e4 *\n\n[Event "]"]\n%s 1,1>1,2\n' "$tags" "$men" | cp-parse 2>/dev/null | jq -c 'has("icn")')
    [ "$two" = $'false\ntrue' ]
}

# bats test_tags=all
@test "no other text is taken for ICN (R-ICN-2, R-NOT-11)" {
    local file text
    for file in $(ls "$top"/testdata/*/*.txt | a_few); do
        cp-parse "$file" 2>/dev/null | jq -c 'select(.icn)' >>"$BATS_TEST_TMPDIR/taken"
    done
    [ ! -s "$BATS_TEST_TMPDIR/taken" ]
    for text in 'c-1,3 *' '5,4 3,5 *' 'w 1-0' 'R7,9x1,9 *' 'checkmate in two' '1/2 *' 'w: K (1,1); b: K (9,9)' \
        '1. R7,9x1,9 r7,7x1,7 *' '4/4 w - - 0 1' '1 2 3'; do
        printf '[Variant "Trappist-1"]\n\n%s\n' "$text" | cp-parse 2>/dev/null >"$BATS_TEST_TMPDIR/one" || true
        ! grep -q '"icn":' "$BATS_TEST_TMPDIR/one" || { echo "$text"; false; }
    done
}

@test "numbers of a million digits, many pieces and endless lists cost what they are (R-ICN-2)" {
    local far
    far=$(printf '9%.0s' {1..9999})
    echo "w K1,1|k$far,5|R5,5 5,5>$far,9|$far,5>$far,6" >"$BATS_TEST_TMPDIR/far.icn"
    cp-convert "$BATS_TEST_TMPDIR/far.icn" | cmp - "$BATS_TEST_TMPDIR/far.icn"
    { printf 'w K1,1|k5,5'; seq -f '|p%.0f,7' 20000; printf ' 1,1>1,2\n'; } | tr -d '\n' >"$BATS_TEST_TMPDIR/many.icn"
    cp-convert "$BATS_TEST_TMPDIR/many.icn" | cmp - <(cat "$BATS_TEST_TMPDIR/many.icn"; echo)
    run -1 cp-validate -q <(printf '["[Variant \\"Classical\\"] 1,2>1,4",'; yes '"[Variant \"Classical\"] 1,2>1,4",' | head -2000)
    [[ $output == *"it has no end: ] [icn-list-wrong]"* ]]
}

@test "workers say what one would of a list that has no end, and read all of its last string (R-ICN-2)" {
    { printf '['; yes '"[Variant \"Classical\"] 5,2>5,4",' | head -300; printf %s '"[Variant \"Classical\"] 5,2>5,4\n[Variant \"Classical\"] 5,2>5,5"'; } >"$BATS_TEST_TMPDIR/list.icn"
    run -1 cp-validate "$BATS_TEST_TMPDIR/list.icn"
    run -1 --separate-stderr cp-validate "$BATS_TEST_TMPDIR/list.icn"
    one=$output$stderr
    CP_BATCH=1000 run -1 --separate-stderr cp-validate --jobs 2 "$BATS_TEST_TMPDIR/list.icn"
    [ "$one" = "$output$stderr" ]
    [ "$(wc -l <<<"$output")" = 302 ]
}

@test "squares in the commands of comments go along into the frame of ICN, in its numbers, and those in words are told" {
    game=$'[Variant "huygens"]\n\n1. (k9) {[%csl G(k9)] [%cal R(k9)(k12)] from (k8)} *'
    run -0 --separate-stderr cp-convert --to icn <<<"$game"
    [[ $output == *' 5,2>5,3{[%csl G(5,3)] [%cal R(5,3)(5,6)] from (k8)}' ]]
    [[ $stderr == *'[prose-kept]'* ]]
    cp-convert --to icn --to-frame classical <<<"$game" 2>told | cmp - <(printf '%s\n' "$output")
    # what stands in that frame stays, and the words of a message are those of the source
    run -1 --separate-stderr cp-convert --to icn <<<"${game/1. (k9)/1. (k9) K(k12)}"
    [[ $stderr == *'K(k12)'* ]]
    cp-convert --to-frame classical <<<"$game" 2>told | cp-convert --to icn | grep -F '[%csl G(5,3)] [%cal R(5,3)(5,6)] from (k8)'
    # remarks, too, with and without a shift
    far='[Variant "huygens"] [Frame "classical"] [Setup "w: K (e1), R (zz3); b: K (e8)"] 1. R(zz3)-(zz4) *'
    run -0 --separate-stderr cp-annotate --add remote --to icn <<<"$far"
    [[ $output == *'702,3>702,4{[%remote white rook (702,4)]}' ]]
    run -0 --separate-stderr cp-annotate --add remote --to icn <<<"${far/ \[Frame \"classical\"\]/}"
    [[ $output == *'696,-3>696,-2{[%remote white rook (696,-2)]}' ]]
    # and words that are in numbers
    run -0 --separate-stderr cp-convert --to icn <<<"${game/(k8)/(11,8)}"
    [[ $output == *'from (11,8)}' && $stderr == *'[prose-kept]'* ]]
}

@test "clocks go out as H:MM:SS.D, however they were written, and what that cannot hold is told (R-ICN-4)" {
    clocks() { sed 's/.*{\(.*\)}$/\1/' <<<"$output"; }
    while read -r written site; do
        run -0 --separate-stderr cp-convert --to icn <<<"[Variant \"CoaIP\"] 1. (5,4) {[%clk $written] ok} *"
        [ "$(clocks)" = "[%clk $site] ok" ]
        [ -z "$stderr" ]
    done <<'END'
5:00 0:05:00.0
300 0:05:00.0
0:4:5 0:04:05.0
0:09:56.7 0:09:56.7
0:00:00.20 0:00:00.2
7200.5 2:00:00.5
100:00:00 100:00:00.0
END
    run -0 --separate-stderr cp-convert --to icn <<<$'[Variant "CoaIP"] 1. (5,4) {[%clk 0:00:00.25]} (5,5) {[%clk\n 0:00:05.999 ]} 2. (4,4) {[%clk .5.3] [%clk 0:65:00]} *'
    [[ $output == *'5,2>5,4{[%clk 0:00:00.2]}|5,7>5,5{[%clk 0:00:05.9]}|4,2>4,4{[%clk .5.3] [%clk 0:65:00]}' ]]
    [[ $stderr == *'left out: what is finer than a tenth of a second of 2 clocks; the time of 2 unreadable clocks [left-out]'* ]]
}

@test "comments and white space of an ICN are read however long they are, up to what a game may have (R-ICN-1, R-NOT-10)" {
    cd "$BATS_TEST_TMPDIR"
    local preset='[Variant "Classical"]' blanks
    blanks=$(printf '%9000s' '')
    run -0 --separate-stderr cp-parse <<<"$preset 5,2>5,4{a
[%clk 0:01:00] text}|5,7>5,5"
    [[ $output == *'"after":["a\n[%clk 0:01:00] text"]},"5,7>5,5"]'* ]]
    run -1 --separate-stderr cp-parse <<<"$preset 5,2>5,4{a
[Variant \"Core\"] 5,7>5,5" # tags end it
    [ "$(jq -c '[.variant, .moves[-1]]' <<<"$output")" = $'["site-classical",{"move":"5,2>5,4","after":["a"]}]\n["site-core","5,7>5,5"]' ]
    for game in "$preset$blanks(8;q|1;q)${blanks}5,2>5,4${blanks}|${blanks}5,7>5,5"; do
        [ "$(cp-parse --strict <<<"$game" | jq -c .moves)" = '["5,2>5,4","5,7>5,5"]' ]
        [ "$(cp-convert <<<"$game" | tr -d ' ')" = "$(tr -d ' ' <<<"$game")" ]
    done
    { printf '%s 5,2>5,4{' "$preset"; head -c 4200000 /dev/zero | tr '\0' a; printf '}|5,7>5,5\n%s 5,2>5,4\n' "$preset"; } >long
    run -1 --separate-stderr cp-parse long
    [[ $stderr == "long:1:30: error: "*"[game-too-large]"* && $stderr != *not-a-move* ]]
    [ "$(jq -c .moves <<<"$output")" = $'["5,2>5,4","5,7>5,5"]\n["5,2>5,4"]' ]
    { printf '%s 5,2>5,4|' "$preset"; head -c 16800000 /dev/zero | tr '\0' ' '; printf '5,7>5,5\n%s 5,2>5,4\n' "$preset"; } >long
    run -1 --separate-stderr cp-parse long
    [[ $stderr == *"[game-too-large]"* && $stderr != *not-a-move* && $output == *'"moves":["5,2>5,4"]'* ]]
}

# bats test_tags=all
@test "commas between the strings of a list are told as between records, and no game is lost (R-ICN-2)" {
    local a='"[Variant \"Core\"] 5,2>5,4"' b='"[Variant \"Core\"] 5,2>5,3"' col says text options
    while IFS='~' read -r col says text; do
        for options in '' --strict '--jobs 2'; do
            run -1 --separate-stderr cp-parse $options <<<"$text"
            [ "${#lines[@]}" = 2 ]
            [[ $stderr == "stdin:1:$col: error: this is no list of games as strings: $says [icn-list-wrong]"* ]]
            [ "$(grep -c ': error: ' <<<"$stderr")" = 1 ]
        done
        run -1 cp-validate -q <<<"$text"
        [[ $output == "stdin:1:$col: error: "* && $output != *'in game'* ]]
    done <<END
31~a comma must stand between two values of a list~[$a $b]
31~a value must stand in front of the comma~[$a,,$b]
60~a value must stand behind the comma~[$a,$b,]
2~a value must stand in front of the comma~[,$a,$b]
END
    run -0 --separate-stderr cp-parse <<<"[ $a , $b ]"
    [ -z "$stderr" ]
}

@test "nothing may follow a list of strings, and what does is no game (R-ICN-2)" {
    printf '["[Variant \\"Core\\"] 5,2>5,4"]]\n' >list.json
    for options in '' '--jobs 2'; do
        run -1 cp-validate -q --summary $options list.json
        [ "${lines[0]}" = 'list.json:1:31: error: this is no list of games as strings: nothing may follow it [icn-list-wrong]' ]
        [[ $output == *$'games             1\n'* && $output != *'in game'* ]]
    done
}

@test "a string of a list has its places behind any number of escapes (R-ICN-2)" {
    cd "$BATS_TEST_TMPDIR"
    { printf '["[Variant \\"Classical\\"] 5,2>5,4{'; yes '\n\u0041\\' | head -100000 | tr -d '\n'; printf '}|5,7>5,5|x"]'; } >list.json
    run -1 --separate-stderr cp-parse list.json
    [[ $stderr == "list.json:1:1000045: error: this is no move: x [not-a-move]"* ]]
}

# bats test_tags=all
@test "a record that ICN could not be is written as what is read again, and what is left out is told (R-ICN-1, R-ICN-4)" {
    cd "$BATS_TEST_TMPDIR"
    local classical='"variant":"site-classical","tags":{"Variant":"Classical"},"frame":"classical"' two='"moves":["1,2>1,4","1,7>1,5"]' n=0
    # whatever the record, and whether it is told: what is written is read, without a word, as the same moves
    while IFS=$'\t' read -r told record; do
        n=$((n + 1))
        echo "$record" >one.jsonl
        cp-convert --to icn one.jsonl >one.icn 2>one.err || true
        { [ "$told" = - ] && [ ! -s one.err ]; } || grep -q -- "$told" one.err || { echo "$record"; cat one.err; false; }
        [ "$(wc -l <one.icn)" = 1 ] || { echo "$record"; cat one.icn; false; }
        cp-parse --strict one.icn >again.jsonl
        [ "$(jq -c '[.moves[] | .move? // .]' again.jsonl)" = '["1,2>1,4","1,7>1,5"]' ] || { echo "$record"; cat one.icn; false; }
    done <<END
-	{$classical,"icn":{"fields":"  w 0/100 \t1 "},$two}
icn.fields	{$classical,"icn":{"fields":"w 1,2>1,4"},$two}
icn.fields	{$classical,"icn":{"fields":"K1,1|k5,5"},$two}
icn.fields	{$classical,"icn":{"fields":"[Event"},$two}
icn.fields	{$classical,"icn":{"fields":"w\u0000"},$two}
icn.fields	{$classical,"icn":{"fields":"w =1"},$two}
icn.fields	{$classical,"icn":{"fields":5},$two}
icn.gaps	{$classical,"icn":{"gaps":{"between":"|8,2>8,4|"}},$two}
icn.first_number	{$classical,"icn":{"first_number":"1. 8,2>8,4|"},$two}
icn.first_number	{$classical,"icn":{"first_number":1e9},$two}
icn.first_number	{$classical,"icn":{"first_number":4294967295},$two}
-	{$classical,"icn":{"first_number":1},$two}
icn.z 	{$classical,"icn":{"z":1},$two}
tag A	{"variant":"site-classical","tags":{"Variant":"Classical","A":"x\"] [B \"y"},"icn":{},$two}
tag A	{"variant":"site-classical","tags":{"Variant":"Classical","A":"x\ny"},"icn":{},$two}
tag A	{"variant":"site-classical","tags":{"Variant":"Classical","A":"x\u0000"},"icn":{},$two}
tag A_	{"variant":"site-classical","tags":{"Variant":"Classical","A_":"x"},"icn":{},$two}
1 of 1 comment	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","after":["evil } | 8,2>8,4 {x"]}]}
1 of 1 comment	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","after":["a\n[Event \"x\"]\u0000"]}]}
1 comment	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","before":["x"]}]}
1 variation	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","variations":[["1,7>1,6"]]}]}
1 mark	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","nags":[14]}]}
x (of 1 move)	{$classical,"icn":{},"moves":["1,2>1,4",{"move":"1,7>1,5","x":7}]}
1 half-move	{$classical,"icn":{},"moves":["1,2>1,4","1,7>1,5","2,7>2,5|3,2>3,3"]}
1 half-move	{$classical,"icn":{},"moves":["1,2>1,4","1,7>1,5","[Event"]}
1 half-move	{$classical,"icn":{},"moves":["1,2>1,4","1,7>1,5","x {"]}
1 half-move	{$classical,"icn":{},"moves":["1,2>1,4","1,7>1,5","2,2>2,4 zz"]}
the result	{"variant":"site-classical","tags":{"Variant":"Classical","Result":"0-1"},"icn":{},$two,"result":"1-0"}
END
    [ $n = 28 ]
}

@test "a record whose tags or frame are another game's than its variant is written as its variant's (R-ICN-1, R-ICN-6)" {
    local moves='"icn":{},"moves":["5,2>5,4"]' line
    icn() { run -0 --separate-stderr cp-convert --to icn <<<"$1"; line=$(sed 's/|.*|/ .. /' <<<"$output"); }
    icn '{"variant":"site-chess","tags":{"Variant":"Classical"},'"$moves}"
    [[ $line == '[Variant "Chess"] 5,2>5,4' && $stderr == *": site-chess, not Classical [variant-differs]"* ]]
    icn '{"variant":"site-classical",'"$moves,\"result\":\"1-0\"}"
    [[ $line == '[Variant "Classical"] [Result "1-0"] w 0/100 1 (8;q,r,b,n .. p8,7+ 5,2>5,4' ]]
    icn '{"variant":"coaip",'"$moves}"
    [[ $line == '[Variant "Chess on an Infinite Plane"] w 1 '*' 5,2>5,4' ]]
    icn '{"variant":"trappist-1","frame":"diagram","icn":{},"moves":["13,10>13,12"]}'
    [[ $line == '[Variant "Trappist-1"] w 1 '*' 5,2>5,4' ]]
    icn '{"variant":"site-classical","tags":{"Variant":"Classical"},"icn":{},"moves":["5,2>5,4"],"result":"1-0"}'
    [ "$line" = '[Variant "Classical"] [Result "1-0"] 5,2>5,4' ]
    line=$(cp-convert --to icn --variant site-core <<<'[Variant "Classical"] K1,1|k5,5 1,1>1,2')
    [[ $line == '[Variant "Core"] w 1 '*'K1,1|k5,5 1,1>1,2' ]]
    run -1 cp-convert --to icn <<<'{"variant":"site-classical","start":"w K1,1|k5,5 1,1>1,2","icn":{},"moves":["1,1>1,2"]}'
    [[ $output == *'moves are no field: "1,1>1,2" [icn-value]'* ]]
}

@test "a position that is broken over lines is told of" {
    for game in 'w 0/100 1 (8|1) K5,1|k5,8|\nR1,1 1,1>1,8\n' 'K5,1|k5,8|R\n1,1 1,1>1,8\n'; do
        run --separate-stderr cp-parse < <(printf "$game")
        [[ $stderr == *'a position that ends with '*'[icn-unusual]'* ]]
    done
}

@test "a shift moves the whole board of what goes out as ICN, and comments are told of once (R-ICN-6)" {
    printf '[Variant "huygens"]\n\n1. (k9) {[%%csl G(k9)] from (k8)} (k12) *\n' >g.txt
    run -0 --separate-stderr cp-convert --to icn --shift 10,-20 g.txt
    [[ $output == *' (-12;'*'|-19;'*') K15,-19|'*' 15,-18>15,-17{[%csl G(15,-17)] from (k8)}|15,-13>15,-14' ]]
    [ "$(grep -c '\[prose-kept\]' <<<"$stderr")" = 1 ]
    [ "$(grep -c 'warning:\|error:' <<<"$stderr")" = 1 ]
    [ "$(cp-validate <<<"$output" | jq .verdict.valid)" = true ]
    cp-convert --to icn g.txt >plain.icn 2>told
    cp-convert --to icn --to-frame diagram g.txt 2>again | cmp plain.icn -
    [ "$(grep -c '\[prose-kept\]' told)" = 1 ]
    cmp told again
    run -2 cp-convert --to icn --to-frame nowhere g.txt
    [[ $output == *'--to-frame "nowhere"; there are diagram, classical [option-value-wrong]' ]]
    # ICN stays ICN, and its frame is not guessed
    run -0 --separate-stderr cp-convert --shift 3,3 <<<'w 0/100 1 K5,1+|P5,2+|k5,8|p5,7+|R9,30|Q9,40 5,2>5,4|5,7>5,5'
    [[ -z $stderr && $output == 'w 0/100 1 K8,4+|P8,5+|k8,11|p8,10+|R12,33|Q12,43 8,5>8,7|8,10>8,8' ]]
}

@test "--rules site leaves the fields of an ICN as they stand, for it says what is so there (R-ICN-1, R-ICN-8)" {
    cd "$top/testdata/icn"
    cmp same.toicn <(cp-convert --rules site same.icn)
    cmp same.toicn <(cp-parse --rules site same.icn | cp-convert --to icn)
}

@test "numbers of an ICN's fields that the site would not take are told where they are read, and where they are written (R-ICN-2, R-ICN-5)" {
    local men='K5,1+|k5,8+|P1,2+'
    told() { run "-$1" cp-validate <<<"$2"; grep -qF -- "$3" <<<"$output" || { echo "$2: $output"; false; }; }
    told 1 "w 101/100 1 $men 1,2>1,4" 'stdin:1:3: warning: infinitechess.org would not take this game as legal: 101/100: more half-moves are counted than are a draw'
    told 0 "w 100/101 1 $men 1,2>1,4" '"warnings":0'
    told 0 "w 007/100 1 $men 1,2>1,4" 'stdin:1:3: warning: unusual spelling of a number: 007/100'
    told 0 "w 0/100 01 $men 1,2>1,4" 'stdin:1:9: warning: unusual spelling of a number: 01'
    told 0 "w 0/100 1 (08|1) $men 1,2>1,4" ': (08|1) [number-unusual]'
    told 0 "w 0/100 1 (8|1) -0,8,1,8 $men 1,2>1,4" ': -0,8,1,8 [number-unusual]'
    told 0 "w 0/100 1 (8|1) 0,10,0,100 $men 1,2>1,4" '"warnings":0'
    run -1 --separate-stderr cp-convert --to icn <<<'[Variant "site-coaip"]
[Setup "w: K (1,1), R (2,2); b: K (9,9); quiet 101"]

1. (2,2)-(2,3) *'
    [[ $stderr == *"100 half-moves without a capture or a pawn's move end the game there [icn-illegal-there]"* ]]
}

@test "a record with a start in ICN and moves of ours keeps its start in text" {
    run -0 --separate-stderr cp-convert --to text \
        <<<'{"variant":"coaip","start":"w 0/100 1 (8|1) K5,1+|k5,8+|R8,1+","moves":["K(6,1)"]}'
    [ "$output" = '[Variant "coaip"]
[Setup "w: K (5,1), R (8,1); b: K (5,8)"]

1. K(6,1) *' ]
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-convert --to text \
        <<<'{"variant":"coaip","start":"b 40/100 7 K5,1|k5,8|R8,1","moves":["K(5,7)"]}'
    [[ $output == *'[Setup "w: K (5,1), R (8,1); b: K (5,8); turn b; quiet 40'* ]]
    [[ $stderr == *'left out: 7 of its ICN [left-out]'* ]]
}

@test "what an ICN highlights is told of where its fields are written anew, and where they are left (R-ICN-1)" {
    local game='[Variant "Position"] w 0/100 1 (8|1) Squares:3,3|4,4 Rays:1,1>2,2 K5,1|k5,8 5,1>5,2' how
    run -0 --separate-stderr cp-convert --from icn --to icn <<<"$game"
    [ "$output" = "$game" ]
    for how in '--shift 1,1 --to icn' '--to text'; do
        # shellcheck disable=SC2086
        run -0 --separate-stderr cp-convert $how <<<"$game"
        [[ $stderr == *'Squares:3,3|4,4'*'Rays:1,1>2,2'*'left-out]'* ]]
    done
    run -0 --separate-stderr cp-convert --to icn \
        < <(cp-parse --frame classical <<<"$game" | jq -c '.rules={"quiet-limit":50}')
    [ "$output" = 'w 0/50 1 (8;q,r,b,n|1;q,r,b,n) K5,1|k5,8 5,1>5,2' ]
    [[ $stderr == *'Squares:3,3|4,4'*'left-out]'* ]]
}

@test "a piece of ICN that slides primes is called by its name (R-ICN-9)" {
    run -1 cp-validate -q <<<'w K1,1|HU5,5|k20,9 5,5>9,5'
    [[ $output == *'a huygens slides a prime number of squares, 2 or more: 4 = 2 x 2 is not prime'* ]]
}

@test "numbered moves are ICN by their looks, whether bars stand between them or not (R-ICN-2)" {
    local moves tag='[Variant "Classical"]'
    for moves in '1. 5,2>5,4 5,7>5,5\n2. 7,1>6,3 2,8>3,6' '1. P5,2>5,4 p5,7>5,5 2. N7,1 > 6,3 n2,8>3,6' \
        '1. 5,2>5,4 5,7>5,5 | 2. 7,1>6,3 2,8>3,6' '{by hand} 1. 5,2>5,4 5,7>5,5 2. 7,1>6,3 2,8>3,6'; do
        run -0 --separate-stderr cp-validate < <(printf "%s\n$moves\n" "$tag")
        [ "$(jq -c '[.variant, .verdict.plies]' <<<"$output")" = '["site-classical",4]' ] || { echo "$moves"; false; }
        [[ $stderr == *'[icn-unusual]'* ]]
    done
    for moves in '1.\n5,2>5,4\n5,7>5,5\n2.\n7,1>6,3\n2,8>3,6' '1. 5,2>5,4\n   5,7>5,5\n2. 7,1>6,3\n   2,8>3,6'; do
        [ "$(printf "$tag\n$moves\n" | cp-validate 2>told | jq -c '[.variant, .verdict.plies]')" = '["site-classical",4]' ] || { echo "$moves"; false; }
        [ "$(printf "$tag $moves\n" | cp-parse 2>told | cp-convert --to icn)" = "$tag 1. 5,2>5,4 | 5,7>5,5 2. 7,1>6,3 | 2,8>3,6" ]
    done
    run -0 --separate-stderr cp-parse <<<'[Variant "CoaIP"] 1. 5,2>5,4 5,7>5,5 2. 7,1>6,3 2,8>3,6'
    [ "$(jq -r .variant <<<"$output")" = site-coaip ]
}

# bats test_tags=all
@test "numbers of moves in ICN are held to the moves, and those that are not of ICN are told (R-ICN-2)" {
    local tag='[Variant "Classical"]' men='K1,1|k5,5|R9,9' text
    told() { run "-$1" --separate-stderr cp-validate -q --strict < <(printf "$2\n"); [[ $stderr == *"$3"* ]] || { echo "$2: $stderr"; false; }; }
    told 1 "$tag\n1. 5,2>5,4 | 5,7>5,5\n7. 7,1>6,3" 'stdin:3:1: error: the move numbers do not fit the moves: "7" stands where move 2 comes'
    told 1 "$tag 2. 5,2>5,4 | 5,7>5,5 3. 7,1>6,3" '"2" stands where move 1 comes'
    for text in "w 17 $men 17. 9,9>9,8 | 5,5>5,6 18. 9,8>9,7" "b 3 $men 3. 5,5>5,6 4. 9,9>9,8 | 5,6>5,7" \
        "b $men 1. 5,5>5,6 | 9,9>9,8 2. 5,6>5,7" "w $men 9,9>9,8|5,5>5,6 2. 9,8>9,7"; do
        told 0 "$text" ''
    done
    for text in '1) 5,2>5,4 | 5,7>5,5\n2) 7,1>6,3' '1: 5,2>5,4 | 5,7>5,5 | 2: 7,1>6,3' '1.5,2>5,4 1...5,7>5,5 2.7,1>6,3' \
        '1. 5,2>5,4\n1. ... 5,7>5,5\n2. 7,1>6,3' '1. 5,2>5,4 1… 5,7>5,5 2. 7,1>6,3'; do
        run -0 --separate-stderr cp-validate < <(printf "$tag $text\n")
        [ "$(jq -c '[.variant, .verdict.plies]' <<<"$output")" = '["site-classical",3]' ] || { echo "$text"; false; }
        [[ $stderr == *'[icn-unusual]'* ]]
        [ "$(printf "$tag $text\n" | cp-parse | cp-convert --to icn)" = "$tag 1. 5,2>5,4 | 5,7>5,5 2. 7,1>6,3" ]
    done
}

@test "a result of the moves that is not its tag's, and marks that are not so, are told where ICN is written anew (R-ICN-4)" {
    run -1 --separate-stderr cp-convert --to icn < <(printf '[Result "0-1"]\n\n1. e4 e5 1-0\n')
    [[ $output == *'[Result "1-0"]'* ]]
    [[ $stderr == *'stdin:3:10: error: two different results are given: the tag says 0-1, the end of the moves 1-0 [result-split]'* ]]
    run -0 --separate-stderr cp-convert --to icn --style long <<<'1. e2xe4 e5+ 2. Qh5 Nc6 3. Qxf7# *'
    [[ $output == *' P5,2>5,4|p5,7>5,5|Q4,1>8,5|n2,8>3,6|Q8,5x6,7+' ]]
    [[ $stderr == *'stdin:1:4: '*'[capture-mark-wrong]'*'stdin:1:10: '*'[check-mark-wrong]'*'stdin:1:28: '*'[mate-mark-wrong]'* ]]
    run -0 --separate-stderr cp-convert --to icn --style long <<<'[Variant "Classical"] 5,2x5,4 | 5,7>5,5 | 4,1>8,5#'
    [[ $output == *' P5,2>5,4|p5,7>5,5|Q4,1>8,5' ]]
    [[ $stderr == *'stdin:1:23: '*'[capture-mark-wrong]'*'stdin:1:43: '*': 4,1>8,5#, and no draw either [mate-mark-wrong]'* ]]
    run -0 --separate-stderr cp-convert --to icn <<<'[Variant "Classical"] 5,2x5,4 | 5,7>5,5 | 4,1>8,5#'
    [ "$output$stderr" = '[Variant "Classical"] 5,2x5,4|5,7>5,5|4,1>8,5#' ]
}

@test "the number of the first move stays where an ICN is shifted (R-ICN-1)" {
    run -0 --separate-stderr cp-convert --shift 1,1 --to icn <<<'w 0/100 17 (8;q|1;q) K5,1|k5,8|R1,1 1,1>1,2'
    [ "$output" = 'w 0/100 17 (9;q|2;q) K6,2|k6,9|R2,2 2,2>2,3' ]
}

@test "rules of dead positions and of fifty moves are told by their names, also where fields stay (R-ICN-4, R-ICN-8)" {
    left_out() { run "-$1" --separate-stderr cp-convert --strict --to icn "${@:3}"; [[ $stderr == *"$2"* ]] || { echo "$stderr"; false; }; }
    left_out 1 'the rule insufficient-material: true, which --rules site reads again [left-out]' --rules site <<<'[Variant "Classical"] 5,2>5,4'
    local game='{"variant":"site-classical","moves":["(5,2)-(5,4)"],"rules":'
    left_out 1 'the rule dead-positions: true [left-out]' <<<"$game{\"dead-positions\":true}}"
    left_out 1 'the rule passes-promotion: ' <<<"$game{\"passes-promotion\":false}}"
    left_out 1 'the rule en-passant-promoted: ' <<<"$game{\"en-passant-promoted\":false}}"
    left_out 1 'the rule fifty-moves: ' <<<"$game{\"fifty-moves\":true}}"
    left_out 1 'the rule dead-positions: false [left-out]' <<<'{"variant":"fide","moves":["e4"],"rules":{"dead-positions":false}}'
    # what is so there, or by the variant
    for rules in '{"dead-positions":false}' '{"fifty-moves":false}' '{"threefold-ends":true}' '{"fifty-moves":true,"quiet-limit":50}'; do
        left_out 0 '' <<<"$game$rules}"
    done
}

@test "a blank behind Squares: or Rays: is named, and what stands behind it is highlighted (R-ICN-2)" {
    local game
    for game in 'w Squares: 1,1|2,2 K5,1|k5,8 5,1>5,2' 'w Rays: 1,1>1,2|2,2>0,-1 K5,1|k5,8 5,1>5,2' \
        'Squares: 1,1 Rays: 2,2>0,1 K5,1|k5,8 5,1>5,2'; do
        run -0 --separate-stderr cp-convert <<<"$game"
        [ "$output" = "$game" ]
        [[ $stderr == *'infinitechess.org would not take this as it stands: '*' [icn-unusual]'* ]]
        [ "$(cp-parse 2>told <<<"$game" | cp-convert --to icn)" = "$game" ]
    done
    run -0 --separate-stderr cp-convert --to text <<<'w Squares: 1,1|2,2 K5,1|k5,8 5,1>5,2'
    [[ $output == *'[Setup "w: K (5,1); b: K (5,8)'* && $stderr == *'Squares: 1,1|2,2 of its ICN [left-out]'* ]]
    # without a list behind it the name stands alone
    run -0 cp-parse <<<'w K5,1|k5,8 Squares: 5,1>5,2'
    [[ $output == *'"moves":["5,1>5,2"]'* ]]
}

@test "what is unusual in the position of an ICN is told once, however it is converted" {
    for how in '--to text' '--to letters' '--shift 1,1' '--style long'; do
        # shellcheck disable=SC2086
        run -0 --separate-stderr cp-convert $how <<<'w K5,1+|k5,9|OB4,4|VO2,2|AM1,1 1,1>1,5'
        [ "$(grep -c '\[piece-other\]' <<<"$stderr")" = 2 ] || { echo "$how: $stderr"; false; }
    done
}

@test "an ICN of no variant that is known is told where it becomes text, and where it is written (R-ICN-2, R-ICN-3)" {
    local tag
    for tag in '' '[Variant "Foo"] '; do
        run -1 --separate-stderr cp-convert --to text <<<"${tag}5,2>5,4|5,7>5,5"
        [[ $output == *'1. 5,2>5,4 5,7>5,5 *' && $stderr == *', and moves of ICN stay as they are [variant-un'* ]]
        [ "$(cp-parse 2>told <<<"$output" | jq -c .moves)" = '["5,2>5,4","5,7>5,5"]' ]
        run -0 --separate-stderr cp-convert --to icn <<<"${tag}5,2>5,4|5,7>5,5"
        [[ $output == "${tag}5,2>5,4|5,7>5,5" && $stderr == *'it has no position, and no variant that is known here [icn-illegal-there]'* ]]
    done
}

@test "what is left of an ICN in text, whose moves are not legal, is read as text (R-ICN-2)" {
    cp-convert --to text <<<'w 0/100 7 (8|1) K1,1|k5,8|R3,3 3,3>4,4|5,8>5,7' >left 2>told || true
    [ "$(tail -n 2 left | head -n 1)" = '1. 3,3>4,4 5,8>5,7 *' ]
    [ "$(cp-parse left | jq -c 'has("icn"), .start')" = $'false\n"w: K (1,1), R (3,3); b: K (5,8); moved (1,1) (5,8) (3,3)"' ]
}

@test "a word of an ICN that is no move is told once of its record, too, and as of ICN (R-ICN-1)" {
    local game='[Variant "Classical"] 5,2>5,4|XX|5,7>5,5' from_text
    run -1 --separate-stderr cp-validate -q <<<"$game"
    from_text=$stderr
    run -1 --separate-stderr cp-validate -q < <(cp-parse 2>told <<<"$game")
    [ "$stderr" = "$from_text" ]
    [ "$(grep -c 'error:' <<<"$stderr")" = 1 ]
    cmp <(cp-validate 2>told <<<"$game" | jq -c .verdict) <(cp-parse 2>told <<<"$game" | cp-validate 2>again | jq -c .verdict)
}

@test "an ICN goes out as text where another frame is asked for, which ICN does not have (R-ICN-6)" {
    run -0 --separate-stderr cp-convert --to-frame diagram <<<'[Variant "Trappist-1"] 5,2>5,4'
    [[ $output == *'1. (13,10)-(13,12) *' ]]
    run -0 --separate-stderr cp-convert --to-frame classical <<<'[Variant "Trappist-1"] 5,2>5,4'
    [[ -z $stderr && $output == '[Variant "Trappist-1"] w 1 (8;'*' K5,1|'*' 5,2>5,4' ]]
}

@test "marks of an ICN that are none leave no NAG" {
    run -1 --separate-stderr cp-parse <<<'[Variant "Classical"] 5,2>5,4!!!|5,7>5,5!!'
    [ "$(jq -c .moves <<<"$output")" = '["5,2>5,4",{"move":"5,7>5,5","nags":[3]}]' ]
}

# bats test_tags=all
@test "moves spelt as ICN in a record of no ICN go out as long moves, and come back as the same game (R-ICN-1, R-ICN-6)" {
    local record text
    for record in '{"variant":"coaip","moves":["5,2>5,4","5,7>5,5","4,1>8,5","7,7>7,6","8,5>8,7"]}' \
        '{"variant":"coaip","moves":["(5,2)-(5,4)",{"move":"(5,7)-(5,5)","variations":[["5,7>5,6","5,4>5,5"]]}]}' \
        '{"variant":"site-classical","moves":["5,2>5,4","5,7>5,5"]}' \
        '{"variant":"trappist-1","frame":"classical","moves":["5,2>5,4","5,7>5,5"]}' \
        '{"variant":"trappist-1","moves":["13,10>13,12","13,15>13,14"]}' \
        '{"variant":"fide","moves":["5,2>5,4","5,7>5,5"]}'; do
        run -0 --separate-stderr cp-convert --to text <<<"$record"
        text=$output
        [[ $text == *'('*')-('*')'* && $text != *'>'* && -z $stderr ]]
        run -0 --separate-stderr cp-parse <<<"$text"
        [ "$(jq -r '[.moves[] | .move? // ., .variations?[]?[]?] | length' <<<"$output")" = \
            "$(jq -r '[.moves[] | .move? // ., .variations?[]?[]?] | length' <<<"$record")" ]
        [ "$(cp-convert --to icn <<<"$output" 2>/dev/null | grep -o '[^ ]*$')" = \
            "$(cp-convert --to icn <<<"$record" 2>/dev/null | grep -o '[^ ]*$')" ]
    done
    run -0 cp-convert --to letters <<<'{"variant":"coaip","moves":["5,2>5,4"]}'
    [[ $output == *'"moves":["(e2)-(e4)"]'* ]]
    run -1 cp-convert --to text <<<'{"variant":"foo","moves":["5,2>5,4"]}'
    [[ $output == *'"foo", and moves of ICN stay as they are [variant-unknown]'* ]]
}

@test "behind a tag that only text has a numbered move without a bar is a text's (R-ICN-2)" {
    local tag
    for tag in 'Rules "fifty-moves: false"' 'Trapdoor "5"' 'Frame "classical"' 'Setup "w: P (5,2); b: P (5,7)"'; do
        [ "$(printf '[Variant "CoaIP"]\n[%s]\n\n1. 5,2>5,4 5,7>5,5 *\n' "$tag" | cp-parse 2>/dev/null | jq 'has("icn")')" = false ]
    done
    [ "$(printf '[Variant "CoaIP"]\n[Result "*"]\n\n1. 5,2>5,4 5,7>5,5 *\n' | cp-parse 2>/dev/null | jq 'has("icn")')" = true ]
}

@test "what a record loses of an ICN that is changed is told of the ICN, not of text (R-ICN-1)" {
    local game='[Variant "Classical"] w 0/100 12 (8|1) Squares:1,2 K5,1+|k5,8+|P1,2+ 1,2>1,4'
    run -0 --separate-stderr cp-convert --to json --shift 1,0 <<<"$game"
    [[ $stderr == *': 12 of its ICN; Squares:1,2 of its ICN [left-out]'* ]]
    run -0 --separate-stderr cp-convert --to text --shift 1,0 <<<"$game"
    [[ $stderr == *': 12 of its ICN; Squares:1,2 of its ICN [left-out]'* ]]
    run -0 --separate-stderr cp-convert --to json <<<"$game"
    [ -z "$stderr" ]
}

@test "a game that is shifted has its set-up as its start, and is named by another frame of its variant where it stands in that (R-ICN-6, R-NOT-12)" {
    local game='[Variant "Classical"] 5,2>5,4|5,7>5,5|4,1>8,5' away
    run -0 --separate-stderr cp-convert --shift 100,-7 <<<"$game"
    away=$output
    [[ -z $stderr && $away == *' K105,-6+|'* ]]
    run -0 --separate-stderr cp-convert --shift=-100,8 <<<"$away"
    [[ -z $stderr && $output == *' K5,2+|'* ]]
    for game in $'[Variant "CoaIP"]\n\n1. (e2)-(e4) (e7)-(e5) *' $'[Variant "Trappist-1"]\n\n1. (13,10)-(13,12) *' \
        $'[Variant "Trappist-1"]\n[Frame "classical"]\n\n1. (5,2)-(5,4) (5,7)-(5,5) *'; do
        away=$(cp-convert --strict --shift 100,0 <<<"$game")
        cp-validate -q --strict <<<"$away"
        run -0 --separate-stderr cp-convert --shift=-100,0 <<<"$away"
        [[ -z $stderr && ${lines[-1]} == "$(tail -n 1 <<<"$game")" ]]
        cp-validate -q --strict <<<"$output"
    done
    run -0 --separate-stderr cp-convert --shift 8,8 <<<$'[Variant "Trappist-1"]\n[Frame "classical"]\n\n1. (5,2)-(5,4) *'
    [ "$output$stderr" = $'[Variant "Trappist-1"]\n\n1. (13,10)-(13,12) *' ]
}

@test "ICN stays in its frame where it is shifted, and its ranks of promotion go along (R-ICN-6)" {
    local by game='[Variant "Trappist-1"] w 1 (8;q,r,b,n|1;q,r,b,n) K5,1|P1,7|R40,50|Q41,60|k5,8 1,7>1,8=Q'
    for by in '1,0 -1,0' '8,8 -8,-8' '-8,-8 8,8' '0,3 0,-3'; do
        cp-convert --strict --shift="${by% *}" <<<"$game" >away
        cp-validate -q --strict away
        run -0 --separate-stderr cp-convert --strict --shift="${by#* }" away
        [ "$output$stderr" = "$game" ]
    done
    cp-parse <<<'[Variant "Trappist-1"] 5,2>5,4|5,7>5,5' | cp-convert --to icn --shift 8,8 | cp-validate -q --strict
}

@test "rules of a game's own go along where it is shifted, and come back as they were (R-INF-7)" {
    local rules
    for rules in 'promotion: {to: [Q, R]}' 'promotion: {white: 10}' 'fifty-moves: true' 'border: [-9, 19, _, 40]' 'promotion: none'; do
        printf '[Variant "CoaIP"]\n[Rules "%s"]\n\n1. (5,2)-(5,4) (5,7)-(5,5) *\n\n' "$rules" >game
        cp-convert --strict --shift 4,9 game >away
        cp-validate -q --strict away
        cp-convert --strict --shift=-4,-9 away | sed '/^.Setup/d' | cmp game -
    done
}

@test "what fields of an ICN without a position say is not lost silently where it gets one, or becomes text (R-ICN-1)" {
    local game='[Variant "Classical"] w 0/100 12 Squares:1,1|2,2 Rays:1,1>2,2 5,2>5,4'
    run -0 --separate-stderr cp-convert --to text <<<"$game"
    [[ $stderr == *': 12 of its ICN; Squares:1,1|2,2 of its ICN; Rays:1,1>2,2 of its ICN [left-out]'* ]]
    run -0 --separate-stderr cp-convert --shift 1,0 <<<"$game"
    [[ $output == '[Variant "Classical"] w 0/100 12 ('* ]]
    [[ $stderr == *'Squares:1,1|2,2 of its ICN; Rays:1,1>2,2 of its ICN [left-out]'* ]]
    run -0 --separate-stderr cp-convert --style long <<<"$game"
    [[ -z $stderr && $output == *' w 0/100 12 Squares:1,1|2,2 Rays:1,1>2,2 P5,2>5,4' ]]
}

# bats test_tags=all
@test "a game without a start takes its set-up along where it is shifted, through any form (R-ICN-6)" {
    local game='[Variant "Classical"] 5,2>5,4|5,7>5,5' form by
    for form in json text yaml icn; do
        run -0 --separate-stderr cp-convert --strict --to "$form" --shift 1,2 <<<"$game"
        [ -z "$stderr" ]
        cp-validate -q --strict <<<"$output"
        cp-convert --strict --shift=-1,-2 --to icn <<<"$output" | cp-validate -q --strict
        cp-convert --strict --shift=-1,-2 --to text <<<"$output" >back
        [[ $(tail -n 2 back) == '1. (5,2)-(5,4) (5,7)-(5,5) *'* ]]
        cp-validate -q --strict back
    done
    grep -l '^board: plane' "$top"/schemas/variants/*.yaml | sed 's,.*/\(.*\)\.yaml,[Variant "\1"]\n\n*\n,' >bare
    for by in 30,7 6,6 8,8; do # as far apart as frames of some are
        cp-convert --strict --shift "$by" bare >away
        cp-validate -q --strict away
        cp-convert --strict --shift="-${by/,/,-}" away | cp-validate -q --strict
        [ "$(grep -c '^\[Variant ' away)" = "$(grep -c '^\[Variant ' bare)" ]
    done
}

@test "--variant takes a preset's name or code of infinitechess.org that no variant here has (R-ICN-3)" {
    local name games='[Variant "Core"] 5,2>5,4
[Variant "Space_Classic"] 5,2>5,4
[Variant "Omega"] 5,2>5,4'
    for name in Core core site-core Space_Classic 'Space Classic' Omega 'Showcase: Omega'; do
        run -0 --separate-stderr cp-select -c --variant "$name" <<<"$games"
        [ "$output$stderr" = 1 ]
    done
    run -0 --separate-stderr cp-select -c --variant Core <<<$'[Variant "Core"]\n\n1. (5,2)-(5,4) *'
    [ "$output" = 1 ]
    run -0 --separate-stderr cp-select -c --variant Corr <<<"$games"
    [ "$output" = 0 ]
    [[ $stderr == *'"Corr"; did you mean site-core?'*'[variant-by-name]'* ]]
    [ "$(cp-validate --variant Core <<<'5,2>5,4' 2>/dev/null | jq -r .variant)" = site-core ]
    [ "$(cp-validate --variant CoaIP <<<'5,2>5,4' 2>/dev/null | jq -r .variant)" = coaip ]
}

# bats test_tags=all
@test "a bar in front of the first move is told, and the game is ICN (R-ICN-2)" {
    local game
    for game in '[Variant "Core"] | 5,2>5,4|5,7>5,5' '[Variant "Core"] |5,2>5,4|5,7>5,5' \
        '[Variant "Core"] | 1. 5,2>5,4 | 5,7>5,5' '[Variant "Core"] w 0/100 | 5,2>5,4|5,7>5,5'; do
        run -0 --separate-stderr cp-validate <<<"$game"
        [ "$(jq -c '[.variant, .verdict.plies]' <<<"$output")" = '["site-core",2]' ]
        [[ $stderr == *': a bar and no move in front of it [icn-unusual]'* ]]
        [ "$(grep -c 'warning' <<<"$stderr")" = 1 ]
        run -1 cp-validate -q --strict <<<"$game"
        # it is not written again
        run -0 --separate-stderr cp-convert --to icn < <(cp-parse <<<"$game" 2>/dev/null)
        [ "${output// | /|}" = "$(sed 's/| *\(1. \)*5,2/\15,2/; s/ | /|/' <<<"$game")" ]
        run -0 cp-validate -q --strict <<<"$output"
    done
    # the columns of a table are none
    run -1 cp-parse <<<'| R7,9x1,9 | k5,5x5,4 |'
    [[ $output != *icn* ]]
}

@test "a long comment behind the first number is of ICN behind fields, too (R-ICN-2)" {
    local long fields
    long=$(printf '%3000s' x)
    for fields in '' 'w 0/100 1 ' 'w ' '(8|1) '; do
        run -0 --separate-stderr cp-validate <<<"[Variant \"Core\"] ${fields}1. {$long} 5,2>5,4 | 5,7>5,5"
        [ "$(jq -c '[.variant, .verdict.plies]' <<<"$output")" = '["site-core",2]' ]
        [[ $stderr == *'[icn-unusual]'* ]]
    done
}

@test "a game in which another sign stands for > is told as ICN (R-ICN-1)" {
    local game
    for game in '5,2&gt;5,4|5,7&gt;5,5' '5,2&gt;5,4' '1. P5,2&gt;5,4 | 5,7&gt;5,5' '5,2→5,4|5,7->5,5' \
        '| 5,2&gt;5,4|5,7&gt;5,5' 'w 0/100 5,2 -> 5,4 {a} | 5,7->5,5' $'w\n5,2->5,4|5,7->5,5'; do
        run -1 --separate-stderr cp-validate -q <<<"[Variant \"Core\"] $game"
        [[ $stderr == *': error: this is no move: '*'in ICN 5,2>5,4'* ]]
        [[ $stderr != *'no such variant'* ]]
        run -1 --separate-stderr cp-convert --to icn <<<"[Variant \"Core\"] $game"
        [[ $stderr != *left-out* ]]
    done
    # without a bar arrows are of our text
    run -0 cp-validate -q <<<'[Variant "coaip"] 5,2->5,4 5,7→5,5'
    [[ $output == *'read as (5,7)-(5,5) [move-in-dialect]'* ]]
}

@test "a text that names a preset as its site does is pointed to that preset (R-ICN-3)" {
    local name preset
    while IFS=: read -r name preset; do
        run -1 cp-validate -q <<<"[Variant \"$name\"]"
        [[ $output == *"no such variant: \"$name\"; did you mean $preset? there are "* ]]
    done <<'END'
CoaIP_HO:site-coaip-ho
CoaIP_NO:site-coaip-no
coaip_ro:site-coaip-ro
Classical_Plus:site-classical-plus
Omega^2:site-omega-squared
Omega_Squared:site-omega-squared
Chess on an Infinite Plane - Knightriders Option:site-coaip-no
END
}

@test "why a preset within a border is no PGN is said as it is, and what is (R-ICN-3)" {
    run -1 cp-convert --to pgn <<<'[Variant "Chess"] 5,2>5,4'
    [[ $output == *'has a plane for its board, within a border: --variant fide plays it on one with edges [unfit]'* ]]
    run -0 --separate-stderr cp-convert --to pgn --variant fide <<<'[Variant "Chess"] 5,2>5,4'
    [[ $output == *'1. e4 *' ]]
    run -1 cp-convert --to pgn <<<'[Variant "Obstocean"] 5,2>5,4'
    [[ $output == *'has a plane for its board, within a border [unfit]'* ]]
    run -1 cp-convert --to pgn <<<'[Variant "Classical"] 5,2>5,4'
    [[ $output == *'has a board without edges [unfit]'* ]]
}

@test "damage and warnings of an ICN whose variant is not known go along with its record (R-ICN-1)" {
    local game
    for game in '[Variant "Foo"] 5,2>5,4|5,7>5,5 {open' '[Variant "Space_Classic"] [UTCDate "2023.01.01"] 5,2>5,4|5,7>5,5 {open'; do
        run -1 --separate-stderr cp-validate -q <<<"$game"
        [[ $stderr == *'[comment-open]'* ]]
        cmp <(grep -o '\[[a-z-]*\]' <<<"$stderr") <(cp-parse <<<"$game" 2>/dev/null | cp-validate -q 2>&1 | grep -o '\[[a-z-]*\]')
        [[ $(cp-parse <<<"$game" 2>/dev/null | jq -r '.source.told[]') == *' comment-open' ]]
    done
    [ "$(cp-parse <<<'[Variant "Foo"] 1. 5,2>5,4 3. 5,7>5,5 1-0' 2>/dev/null | jq '.source.told | length')" = 2 ]
    # of one whose preset began otherwise there is nothing else to keep, and --variant settles it
    game='[Variant "Space_Classic"] [UTCDate "2023.01.01"] 5,2>5,4'
    [ "$(cp-parse <<<"$game" 2>/dev/null | jq .source.told)" = null ]
    run -1 --separate-stderr cp-validate -q < <(cp-parse <<<"$game" 2>/dev/null)
    [[ $stderr == 'stdin:1:1: error: '*': Space_Classic before 2024-03-12 [preset-older]'* ]]
    run -0 cp-validate -q --variant site-space-classic < <(cp-parse <<<"$game" 2>/dev/null)
}

@test "a comment of two lines is altered for ICN in ICN's own words (R-ICN-4)" {
    run -0 --separate-stderr cp-convert --to icn <<<$'[Variant "CoaIP"] 5,2>5,4 {two\nlines}|5,7>5,5'
    [ "$output" = '[Variant "CoaIP"] 5,2>5,4{two lines}|5,7>5,5' ]
    [[ $stderr == *': warning: what is written cannot hold this as it is: 1 of 1 comment: two\x0alines [altered]'* && $stderr != *';'*'%'* ]]
}

# bats test_tags=all
@test "moves with blanks around the commas of their squares are read, and told (R-ICN-2)" {
    local game
    for game in '[Variant "CoaIP"] 5, 2 > 5, 4|5,7>5,5' '[Variant "CoaIP"] 1. 5, 2 > 5, 4 | 5 , 7>5 ,5' \
        '[Variant "CoaIP"] P5,2>5, 4|5, 7 >5,5' '[Variant "CoaIP"] 5,  2 > 5, 4|5,7   >  5 ,  5' \
        $'[Variant "CoaIP"] 5,2  >5,4|5,7\t> \t5,5'; do
        run -0 --separate-stderr cp-validate <<<"$game"
        [ "$(jq -c '[.variant, .verdict.plies]' <<<"$output")" = '["site-coaip",2]' ]
        [ "$(grep -c 'warning' <<<"$stderr")" = "$(grep -c 'icn-unusual' <<<"$stderr")" ]
        [[ $stderr == *'[icn-unusual]'* ]]
        [ "$(cp-parse <<<"$game" 2>/dev/null | cp-convert --to icn 2>/dev/null)" = "$game" ]
    done
    run -1 cp-parse <<<'[Variant "CoaIP"] 5,2>5,4|5,7  x 5,5'
    [[ $output == *'[not-a-move]'* ]]
    run -1 cp-parse <<<'[Variant "CoaIP"] 5,2>5,4|5, 7 x 5, 5'
    [[ $output == *'[not-a-move]'* ]]
    [ "$(cp-parse --variant fide <<<'1. e4 e5 *' | jq 'has("icn")')" = false ]
}

@test "a comment behind the number of the first move leaves an ICN one (R-ICN-2)" {
    local game comment
    comment=$(printf '%0500d' 0)
    for game in '1. {d} 5,2>5,4' '1. {d}5,2>5,4|5,7>5,5' '1.{d} P5,2 x 5,4|5,7>5,5' "1. {$comment} 5,2>5,4" 'w 0/100 1 1. {d} 5,2>5,4'; do
        run --separate-stderr cp-parse <<<"[Variant \"CoaIP\"] $game"
        [ "$(jq -r '.variant + (.icn | type)' <<<"$output")" = site-coaipobject ]
        [[ $stderr == *'[icn-unusual]'* && $stderr != *'[not-icn]'* ]]
    done
    for game in '1. {d} e4 e5 *' '1. {d} (5,2)-(5,4) *' '1. {5,2>5,4} (5,4) *'; do
        [ "$(cp-parse --variant coaip <<<"$game" 2>/dev/null | jq 'has("icn")')" = false ]
    done
}

@test "a number of ICN behind which no move stands is told (R-ICN-2)" {
    local game
    for game in '1. 5,2>5,4 | 5,7>5,5 2. {d}' '1. 5,2>5,4 | 5,7>5,5 2.' '1. 5,2>5,4 | 5,7>5,5 | 2. {d}' '1. 5,2>5,4 | 5,7>5,5 | 2.'; do
        run -0 --separate-stderr cp-parse <<<"[Variant \"CoaIP\"] $game"
        [ "$(grep -c 'a number and no move behind it \[icn-unusual\]' <<<"$stderr")" = 1 ]
        [ "$(jq -c '.moves | length' <<<"$output")" = 2 ]
    done
    run --separate-stderr cp-parse <<<$'[Variant "CoaIP"] 1. 5,2>5,4 | 5,7>5,5\n1. 4,2>4,4 | 4,7>4,5'
    [[ $stderr != *'no move stands'* ]]
}

@test "a line behind an ICN that begins with 1. and no move of ICN is a game of its own (R-ICN-2)" {
    local between icn='[Variant "CoaIP"] 5,2>5,4|5,7>5,5'
    for between in $'\n' $'\n\n'; do
        run -0 --separate-stderr cp-parse <<<"$icn${between}1. e4 e5 2. Nf3 *"
        [ "$(jq -c '[.variant, .moves]' <<<"$output")" = $'["site-coaip",["5,2>5,4","5,7>5,5"]]\n["fide",["e4","e5","Nf3"]]' ]
        [ -z "$stderr" ]
    done
    [ "$(cp-parse <<<"$icn"$'\n1. 4,2>4,4 | 4,7>4,5' 2>/dev/null | jq '.moves | length')" = 4 ]
    run -1 --separate-stderr cp-parse <<<$'[Variant "CoaIP"] 1. 5,2>5,4|5,7>5,5\n2. XX|5,5>5,4'
    [ "$(jq '.moves | length' <<<"$output")" = 4 ]
    [[ $stderr == *'[not-a-move]'* ]]
}

@test "a result in a line behind an ICN is that game's (R-ICN-2)" {
    run -0 --separate-stderr cp-parse <<<$'[Variant "CoaIP"]\n5,2>5,4|5,7>5,5\n1-0\n\n1. e4 e5 *'
    [ "$(jq -c '[.variant, .result, .source.result]' <<<"$output")" = $'["site-coaip","1-0","3:1"]\n["fide","*","5:10"]' ]
    [[ $stderr == 'stdin:3:1: warning: '*': 1-0 behind the moves'*'[icn-unusual]'* ]]
}

# bats test_tags=all
@test "a piece goes out as the site's only where it moves as the site's of that name does (R-ICN-4)" {
    own() { # PIECE, of the letter Y
        printf '%s\n' 'id: own' 'name: Own' 'board: plane' 'notation: numeric' 'window: (1,1) (8,8)' \
            'royals: any' 'pieces:' '  K: {name: king, move: K, royal: true}' '  G: {name: guard, move: K}' "  Y: {$1}" \
            'promotion: {white: 8, black: 1, to: [G]}' 'setup:' \
            '  white: {K: "(5,1)", Y: "(2,1)", G: "(20,20) (21,20)"}' '  black: {K: "(5,8)"}' >own.yaml
        grep -q promotes own.yaml || sed -i /^promotion/d own.yaml
        if grep -q neutral own.yaml; then
            sed -i 's/, Y: "(2,1)"//; $a\  neutral: {Y: "(2,1)"}' own.yaml
        fi
        cp-convert --variant-file own.yaml --to icn <<<'1. K(5,2) *'
    }
    no() { # WHY, PIECE
        run -1 --separate-stderr own "$2"
        [[ $output == "" && $stderr == *": this game cannot be written so: its $1 [unfit]"* ]]
    }
    yes() { # CODE, PIECE
        run -0 --separate-stderr own "$2"
        [[ $stderr == "" && $output == *"|$1"2,1*" 5,1>5,2" ]]
    }
    local there="on infinitechess.org it" otherwise='moves otherwise than on infinitechess.org'
    no "knight $otherwise" 'name: knight, move: NA'
    no "queen $otherwise" 'name: queen, move: K'
    no "archbishop $otherwise" 'name: archbishop, move: N'
    no "hawk $otherwise" 'name: hawk, move: D'
    no "rose $otherwise" 'name: rose, move: N, bent: 3'
    no "rose $otherwise" 'name: rose, move: N'
    no "rook $otherwise" 'name: rook, move: RimF'
    no "rook $otherwise" 'name: rook, move: mRcR4'
    no "huygens $otherwise" 'name: huygens, move: F, primes: 3'
    no "huygens $otherwise" 'name: huygens, move: R'
    no "obstacle $otherwise" 'name: obstacle, move: K'
    no "void $otherwise" 'name: void, neutral: obstacle'
    no "pawn $otherwise" 'name: pawn, move: mfFcfWimfF2, unwritten: true'
    no "pawn $otherwise" 'name: pawn, move: mfWcfFimfW3, unwritten: true'
    no "pawn $otherwise" 'name: pawn, move: mfW2cfF, unwritten: true'
    no "pawn cannot be taken in passing, and $there can" 'name: pawn, move: mfWcfFimfW2, unwritten: true'
    no "queen is royal, and $there is not" 'name: queen, move: Q, royal: true'
    no "royal queen is not royal, and $there is" 'name: royal queen, move: Q'
    no "knight promotes, and $there does not" 'name: knight, move: N, promotes: true'
    no "zoo is none of infinitechess.org's pieces" 'name: zoo, move: R'
    yes N 'name: knight, move: "(2,1)"'
    yes Q 'name: queen, move: BWW'
    yes CH 'name: chancellor, move: NRW'
    yes HA 'name: hawk, move: GHAD'
    yes NR 'name: knightrider, move: N0'
    yes HU 'name: huygens, move: W, primes: 5'
    yes RO 'name: rose, move: N, bent: 7'
    yes RC 'name: royal centaur, move: NK, royal: true'
    yes P 'name: pawn, move: mfWcfF, unwritten: true'
    yes P 'name: pawn, move: mfWcfFimfW2, unwritten: true, en-passant: true'
    yes P 'name: pawn, move: cfFmfW, promotes: true'
    [[ $output == *" (8;gu|1;gu) "* ]]
}

# bats test_tags=all
@test "a bar and a number in front of a comment part the moves, and a comment there keeps them (R-ICN-1, R-ICN-2)" {
    local tag='[Variant "CoaIP"] '
    is() { # OUTPUT, ICN; and no other warnings than of the comment
        run -0 --separate-stderr cp-convert --to icn <<<"$tag$2"
        [[ $output == "$tag$1" && $stderr == *"a comment before a move [icn-unusual]"* ]]
        [ -z "$(grep -e icn-unusual -e move-number-wrong <<<"$stderr" | grep -v comment)" ]
        run -0 --separate-stderr pipe_to_icn <<<"$tag$2"
        [[ $output == "$tag$1" ]]
    }
    pipe_to_icn() { cp-parse 2>/dev/null | cp-convert --to icn; }
    is '5,2>5,4{a}|5,7>5,5' '5,2>5,4 {a} | {c} 5,7>5,5'
    is '5,2>5,4{c}|5,7>5,5' '5,2>5,4 | {c} 5,7>5,5'
    is '5,2>5,4{c}|5,7>5,5' '5,2>5,4|{c}5,7>5,5'
    is '5,2>5,4{c}|5,7>5,5' '5,2>5,4 | {c} {d} 5,7>5,5'
    is '5,2>5,4{c}|5,7>5,5' '5,2>5,4 | {c} 1. 5,7>5,5'
    is '5,2>5,4{c}|5,7>5,5' $'5,2>5,4 | {c}\n5,7>5,5'
    is '1. 5,2>5,4 | 5,7>5,5{d} 2. 2,1>3,3' '1. 5,2>5,4 | 5,7>5,5 2. {d} 2,1>3,3'
    is '5,2>5,4|5,7>5,5!{b}|2,1>3,3|2,8>3,6' '5,2>5,4|5,7>5,5! | {b} 2,1>3,3|2,8>3,6'
    run -0 cp-validate -q <<<"${tag}5,2>5,4|5,7>5,5 {a} {b} 2,1>3,3"
    [[ $output == *"stdin:1:43: warning: infinitechess.org would not take this as it stands: a bar is missing here [icn-unusual]"* ]]
    run -0 cp-validate -q <<<"${tag}1. 5,2>5,4 | 5,7>5,5 7. {d} 2,1>3,3"
    [[ $output == *'stdin:1:40: warning: '*'[move-number-wrong]'* ]]
    run -0 cp-validate -q <<<"${tag}5,2>5,4 | {c}"
    [[ $output == *"stdin:1:27: warning: infinitechess.org would not take this as it stands: a bar and no move behind it [icn-unusual]"* ]]
    run -0 cp-validate -q <<<"${tag}5,2>5,4 | {c} | 5,7>5,5"
    [[ $output == *"stdin:1:33: warning: infinitechess.org would not take this as it stands: a second bar [icn-unusual]"* ]]
    # what is odd in another line has its place there; two bars and nothing between them are no move's
    run -0 --separate-stderr cp-parse <<<"${tag}5,2>5,4 |

{c} 5,7>5,5"
    [[ $stderr == "stdin:3:1: warning: "*"a comment before a move [icn-unusual]"* ]]
    run -1 --separate-stderr cp-parse <<<"${tag}5,2>5,4 || 5,7>5,5"
    [[ $stderr == "stdin:1:28: error: this is no move: | [not-a-move]"* ]]
    # tags end a game behind a number, too
    run -0 --separate-stderr cp-parse <<<"${tag}1. 5,2>5,4 | 5,7>5,5 2. ${tag}5,2>5,3"
    [[ $(jq -c .moves <<<"$output") == $'["5,2>5,4","5,7>5,5"]\n["5,2>5,3"]' ]]
    [[ $stderr == "stdin:1:40: warning: "*"a number and no move behind it [icn-unusual]"* ]]
}

@test "a record of ICN whose tag names another variant is told of, and a preset by any of its names is no other (R-ICN-1, R-ICN-3)" {
    record() { printf '{"variant":"%s","tags":{"Variant":"%s"},"icn":{},"frame":"classical"%s,"moves":["5,2>5,4"]}\n' "$@"; }
    local form told=': site-coaip, not Core [variant-differs]' name
    for form in text json yaml icn; do
        run -0 --separate-stderr cp-convert --to "$form" <<<"$(record site-coaip Core '')"
        [[ $stderr == *"$told"* && $output == *"Chess on an Infinite Plane"* && $output != *Core* ]]
    done
    run -0 cp-validate -q < <(record site-coaip Core '' | cp-parse 2>/dev/null) # it was put right
    [ -z "$output" ]
    for name in CoaIP coaip 'Chess on an Infinite Plane' 'Chess on an Infinite Plane (infinitechess.org)' site-coaip; do
        run -0 cp-validate -q <<<"$(record site-coaip "$name" '')"
        [ -z "$output" ]
    done
    run -0 cp-validate -q <<<"$(record coaip CoaIP '')"
    [ -z "$output" ]
    run -0 cp-validate -q <<<"$(record fide Chess '' | sed s/classical/diagram/)"
    [ -z "$output" ]
    # with a position it is that which is played
    run -0 cp-validate -q <<<"$(record site-position Core ',"start":"w 0/100 1 (8|1) K5,1|k5,8|P5,2+"')"
    [[ $output != *variant-differs* ]]
    # --variant is a wish, and told as one
    run -0 --separate-stderr cp-parse --variant site-core <<<'[Variant "CoaIP"] 5,2>5,4'
    [[ $output == *'"tags":{"Variant":"Core"}'* && $stderr == *overridden* && $stderr != *variant-differs* ]]
}

@test "an ICN with rules of its own takes its set-up along where it is shifted, and back (R-ICN-6)" {
    local game
    for game in '[Variant "Core"] -10,20,-10,20 5,2>5,4|5,7>5,5' '[Variant "Core"] (8;q|1;q) 5,2>5,4 {x}|5,7>5,5'; do
        for by in '1,0 -1,0' '3,-5 -3,5'; do
            cp-convert --strict --shift="${by% *}" <<<"$game" >away.icn
            cp-validate -q --strict away.icn
            [ "$(cp-table positions -c key away.icn)" != "$(cp-table positions -c key <<<"$game")" ]
            cp-convert --strict --shift="${by#* }" away.icn | cp-table positions -c key >back
            cp-table positions -c key <<<"$game" | cmp - back
        done
    done
}

@test "the title of a puzzle that stands in its tag Variant is told where it is lost (R-ICN-4)" {
    local game='[Variant "My Puzzle"] w 1 (8|1) K1,1|k9,9|Q3,4 1,1>1,2'
    run -0 --separate-stderr cp-convert --to text <<<"$game"
    [[ $stderr == *': [Variant "My Puzzle"] [left-out]'* ]]
    run -0 --separate-stderr cp-convert --shift 1,0 <<<"$game"
    [[ $stderr == *': [Variant "My Puzzle"] [left-out]'* ]]
    run -0 --separate-stderr cp-convert --to json --shift 1,0 <<<"$game"
    [[ $stderr == *': [Variant "My Puzzle"] [left-out]'* ]]
    [ -z "$(cp-convert --to json <<<"$game" 2>&1 >/dev/null)" ]
    [ -z "$(cp-convert --to text <<<'[Variant "Core"] 5,2>5,4' 2>&1 >/dev/null)" ]
}

@test "one list for promotion is in doubt only where no date tells whose it is (R-ICN-4)" {
    local date whose
    while read -r date whose; do
        run -0 --separate-stderr cp-parse <<<"[Event \"x\"] [UTCDate \"$date\"] w 1 (8|1;q,r) K1,1|k9,9|P20,7 20,7>20,8=Q"
        [ "$(jq -c '.rules.promotion.to' <<<"$output")" = "$whose" ]
        case $date in 2026.'?'* | 20-*) [[ $stderr == *'[icn-promotion-unclear]'* ]] ;; *) [ -z "$stderr" ] ;; esac
    done <<'END'
2026.08.03 ["Q","R"]
2026.07.01 ["Q","R"]
2027.??.?? ["Q","R"]
2026.??.?? ["Q","R"]
20-6.0.1 ["Q","R"]
2026.06.30 {"white":["Q","R","B","N"],"black":["Q","R"]}
2025-12-31 {"white":["Q","R","B","N"],"black":["Q","R"]}
END
}

@test "a page of an ICN tells of nothing that text has no place for: its title and its first number stand there" {
    cd "$BATS_TEST_TMPDIR"
    run -0 --separate-stderr cp-render -o page.html \
        <<<'[Variant "My Puzzle"] w 0/100 12 (8|1) Squares:3,3|4,4 Rays:1,1>2,2 K5,1|k5,8|R1,1 5,1>5,2'
    [ -z "$stderr" ]
    grep -q '<dd><bdi>My Puzzle</bdi></dd>' page.html
    grep -q '"first":12,' page.html
    grep -q '^"tags":"\[Variant \\"Position (infinitechess.org)\\"\]' page.html # text that is read again
}

@test "a position under a name that nobody knows is played as site-position, by the site's or the inventor's rules (R-ICN-15)" {
    local game='[Variant "My own"] w 0/100 1 (8;q|1;q) K5,1+|R1,1+|R8,1+|HU0,0|k50,80|q60,90 '
    verdict() { cp-validate "${@:2}" 2>told <<<"$game$1" | jq -c '[.variant, .verdict.plies, .verdict.outcome]'; }
    cd "$BATS_TEST_TMPDIR"
    [ "$(verdict '0,0>0,3|50,80>50,81|5,1>7,1')" = '["site-position",3,"none"]' ]
    [ "$(verdict '0,0>0,3' --rules inventor)" = '["site-position",0,"none"]' ]
    [ "$(verdict '0,0>0,5' --rules inventor)" = '["site-position",1,"none"]' ]
    [ "$(verdict '5,1>7,1' --rules inventor)" = '["site-position",0,"none"]' ]
    local back='0,0>0,5|50,80>50,81|0,5>0,0|50,81>50,80|0,0>0,5|50,80>50,81|0,5>0,0|50,81>50,80' site
    [ "$(verdict "$back|0,0>0,5" --rules inventor)" = '["site-position",9,"none"]' ]
    [ "$(verdict "${back//0,5/0,3}")" = '["site-position",8,"threefold"]' ]
    game='[Variant "My own"] w 0/100 1 (8;q|1;q) K5,1|Q20,21|k50,80|n20,90|r21,90 '
    [ "$(verdict '20,21>20,90')" = '["site-position",1,"none"]' ]
    site=$(verdict '20,21>20,90' --rules site)
    [[ $site == '["site-position",1,"insufficient-material"]' && ! -s told ]]
}

@test "mate comes before insufficient material, and voids count to the eleven that are too many (R-ICN-14)" {
    local men='w 0/100 1 (8|1) K7,5|N7,9|k5,5|b6,7' voids='|vo4,4|vo4,5|vo4,6|vo5,4|vo5,6|vo6,4|vo6,6'
    ends() { [ "$(cp-validate --rules site 2>/dev/null <<<"$2 7,9>6,7" | jq -r '.verdict.outcome, .verdict.plies' | paste -sd ' ')" = "$1" ]; }
    ends 'checkmate 1' "$men$voids"
    ends 'insufficient-material 0' "$men" # before the move, too
    ends 'insufficient-material 0' "$men|ob90,90|ob90,91|ob90,92|ob90,93|ob90,94|ob90,95|ob90,96|ob90,97"
    ends 'none 1' "$men|vo90,90|vo90,91|vo90,92|vo90,93|vo90,94|vo90,95|vo90,96|vo90,97"
}

@test "what ICN does not name as the site does goes out with its position (R-ICN-16)" {
    local name
    for name in Trappist-1 coaip fide huygens site-core Position 'Core (infinitechess.org)'; do
        run -0 --separate-stderr cp-convert --to icn <<<"[Variant \"$name\"] 5,2>5,3"
        [[ -z $stderr && $output == *' K5,1'*'|'*' 5,2>5,3' ]] || { echo "$name: $output $stderr"; false; }
    done
    for name in CoaIP CoaIP_HO Classical Space_Classic 'Space Classic' Omega 'Showcase: Omega' Chess; do
        run -0 --separate-stderr cp-convert --from icn --to icn <<<"[Variant \"$name\"]"
        [ "$output" = "[Variant \"$name\"]" ] || { echo "$name: $output $stderr"; false; }
    done
}

@test "a move that the site would refuse, and one behind its own end, is told of each ICN that is written (R-ICN-16)" {
    local men='w 0/100 1 (8|1) K4,0+|R1,0+|Q20,31|k50,80|q60,90' text
    told() { run -0 --separate-stderr cp-convert --to icn <<<"$1"; [[ $stderr == *"$2"* ]] || { echo "$1: $stderr"; false; }; }
    told "$men 4,0>1,0" "stdin:1:50: warning: infinitechess.org would not take this as it stands: 4,0>1,0: a king castles by going to (2,0) [icn-unusual]"
    [ "$output" = "$men 4,0>2,0" ]
    run -0 --separate-stderr cp-validate <<<"$men 4,0>1,0"
    [[ $stderr == *'[icn-unusual]'* && $(jq -c '[.moves[0], .verdict.plies]' <<<"$output") == '["4,0>1,0",1]' ]]
    told "$men 4,0>2,0" ''
    [ "$output$stderr" = "$men 4,0>2,0" ]
    text=$'[Variant "site-core"]\n[Setup "w: K (5,1), Q (20,21); b: K (50,80), N (20,90); turn w"]\n\n1. Qx(20,90) K(50,81)'
    told "$text" 'stdin:4:4: warning: infinitechess.org would not take this game as legal: insufficient material ends the game there'
    told 'w 0/100 1 (8|1) K5,1|Q20,21|k50,80|n20,90|r21,90 20,21>20,90|50,80>50,81' 'stdin:1:50: warning: infinitechess.org would not take this game as legal: insufficient material ends the game there'
    told 'w 0/100 1 (8|1) K5,1|Q20,21|k50,80|n20,90|r21,90 20,21>20,90' ''
    [ -z "$stderr" ]
    told 'w 99/100 1 (8|1) K5,1|Q20,21|R9,9|k50,80|r21,95 5,1>5,2|50,80>50,81' ': 100 half-moves without'
    told 'w 0/100 1 (8|1) K5,1|Q20,21|R9,9|k50,80|r21,95 5,1>5,2|50,80>50,81|5,2>5,1|50,81>50,80|5,1>5,2|50,80>50,81|5,2>5,1|50,81>50,80|5,1>5,2' ': the third repetition ends'
}

@test "pawns of presets are played as the site plays them, and mates judged so (R-ICN-13)" {
    local game='[Variant "Palace"] w 0/100 1 (4;am,q,r,b,n|2;am,q,r,b,n) K50,50|R4,20|R6,20|P5,2+|k5,6|p4,4'
    [ "$(cp-validate <<<"$game 5,2>5,4=Q|4,4>5,3" | jq -c '[.verdict.plies, .verdict.outcome]')" = '[2,"none"]' ]
    run -1 --separate-stderr cp-validate <<<"${game/P5,2+/P5,2} 5,2>5,4=Q"
    game='w 0/100 1 (4;q|2;q) K50,50|P5,3+|k90,6|p4,5 5,3>5,5'
    cp-validate -q --strict <<<"$game|4,5>5,4"
    run -1 --separate-stderr cp-validate --rules inventor <<<"$game"
    [[ $stderr == *'[passes-promotion]'* ]]
    # its en passant is where a record begins again
    [[ $(cp-convert --to icn --shift 1,0 <<<"$game|4,5>5,4") == *' 6,3>6,5|5,5>6,4' ]]
}

# bats test_tags=all
@test "what no start of an ICN may have is an error of its record at its place, as of its text (R-ICN-2)" {
    local wrong good='w 12/100 7 (4;am,q,r,b,n|2;am,q,r,b,n) checkmate K4,1|k4,5'
    cd "$BATS_TEST_TMPDIR"
    echo "[Variant \"Palace\"] $good" | cp-parse >record
    cp-validate -q --strict record
    for wrong in 's/checkmate K/chickmate K/' 's/12.100/12\/1e9/' 's/(4;am/(4;zz/' 's/12.100/12\/9999999/' 's/w 12/w:b:r 12/' \
        's/(4;am/(4;k,am/' 's/checkmate/5,1,2,8/'; do
        run -1 --separate-stderr cp-validate -q <<<"$(sed "$wrong" <<<"[Variant \"Palace\"] $good")"
        [[ $stderr == *'stdin:1:'*': error: '* ]]
        sed 's/^stdin/stdin/' <<<"$stderr" >from_text
        run -1 --separate-stderr cp-validate -q < <(sed "$wrong" record)
        cmp from_text - <<<"$stderr"
    done
}
