#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# bats test_tags=all
@test "squares, styles, frames and starts are converted" { family cp-convert convert; }

@test "what is not taken over is told, or kept" { family cp-convert told; }

# bats test_tags=all
@test "agents: every sign, spelling, dialect and removal, and where games begin (R-TR-16, R-TR-17, R-NOT-13)" {
    family cp-validate trapper-notation
}

# bats test_tags=all
@test "a game of agents goes on from the FEN of any ply as it did (R-NOT-13)" {
    # the first game of the family: nine plies, and a tenth that ends it
    awk '/^\[Event/ { n++ } n == 1' "$data/trapper-notation/forms.txt" >game
    for ply in 0 1 2 3 4 5 6 7 8 9; do
        printf '[Variant "Trapper Chess"]\n[FEN "%s"]\n\n*\n' "$(cp-convert --to fen --ply $ply game)" >from
        [ "$(cp-validate from | jq .verdict.valid)" = true ]
        diff <(cp-validate --legal --ply $ply game | tail -n +2 | sort) <(cp-validate --legal from | tail -n +2 | sort)
    done
    # without its memory a position allows more
    [ "$(sed 's/ b e5<e6 12/ b - 12/' "$data/trapper-notation/starts.txt" | cp-validate | jq .verdict.valid | sort -u)" = true ]
    [ "$(cp-validate "$data/trapper-notation/starts.txt" 2>/dev/null | jq .verdict.valid | sort | uniq -c | head -n 1 | tr -d ' ')" = 1false ]
}

# Random games, canonical but for where lines break; $1 a variant, the rest for
# the generator.
generated() {
    "$extra/cp-generate" --variant "$@" | cp-convert
}

# bats test_tags=all
@test "parse, numeric, letters, text gives the canonical text back, byte for byte" {
    for variant in coaip huygens trappist-1 formation; do
        for style in long short; do
            generated $variant --games 40 --plies 60 --seed 5 --style $style --spelling letters >wanted
            cp-parse wanted | cp-convert --to numeric | cp-convert --to letters | cp-convert --to text | cmp wanted -
        done
    done
}

@test "the same for every family that is valid, once its squares are letters" {
    local file files=() bad
    cp-convert --to letters "$data"/*/*.txt 2>&1 >/dev/null | sed -n 's/^\([^:]*\):.*error: .*/\1/p' >bad
    cp-parse "$data"/*/*.txt 2>&1 >/dev/null | sed -n 's/^\([^:]*\):.*error: .*/\1/p' >>bad
    bad=$'\n'$(<bad)$'\n'
    for file in "$data"/*/*.txt; do
        [[ $bad == *$'\n'"$file"$'\n'* ]] || files+=("$file")
    done
    [ ${#files[@]} -gt 60 ]
    cp-convert --to letters "${files[@]}" >wanted 2>/dev/null
    cp-parse "${files[@]}" 2>/dev/null | cp-convert --to numeric | cp-convert --to letters |
        cp-convert --to text >got 2>/dev/null
    diff -u wanted got
}

# bats test_tags=all
@test "long to short to long is lossless, and short to long to short (R-NOT-8)" {
    for variant in coaip huygens trappist-1 formation; do
        generated $variant --games 40 --plies 60 --seed 6 --style long --spelling letters >long
        cp-convert --style short long >short
        run cmp -s long short
        [ "$status" = 1 ]
        cp-convert --style long short | cmp long -
        cp-convert --style long short | cp-convert --style short | cmp short -
    done
}

@test "containers are lossless" {
    generated trappist-1 --games 20 --plies 40 --seed 7 --style long --spelling letters >text
    cp-convert --to yaml text | cp-convert --to json | cp-convert --to text | cmp text -
    cp-convert --to json text >records
    check_records records
    cp-convert records | cmp records -
}

@test "frames there and back, and shifts by more than any word holds (R-NOT-12, R-NOT-4)" {
    generated trappist-1 --games 20 --plies 40 --seed 8 --style long --spelling letters >text
    cp-convert --to-frame classical --to numeric text >classical
    grep -q '^\[Frame "classical"\]$' classical
    cp-validate --quiet classical >/dev/null
    cp-convert --to-frame diagram --to letters classical | cmp text -
    cp-convert --shift -8,-8 text | grep -q '^\[Frame "classical"\]$'
    far=1000000000000000000000000000000
    cp-convert --shift $far,-$far text 2>/dev/null | cp-convert --shift=-$far,$far 2>/dev/null | sed '/^.Setup/d; /^.Rules/d' | cmp text -
}

# bats test_tags=all
@test "a game is shifted first and then put into another frame, in one step as in two (R-NOT-12)" {
    local by to
    printf '%s\n\n' '[Variant "Trappist-1"] 1. (f11) *' '[Variant "huygens"] 1. (f9) *' \
        '[Variant "Trappist-1"] [Frame "classical"] 1. (-2,3) *' \
        '[Variant "Trappist-1"] [Setup "w: K (1,1), P (3,7); b: K (20,20)"] 1. (3,8) *' >games
    for by in 1,0 -8,-8 8,8 0,5 -6,-6; do
        for to in classical diagram; do
            cp-convert --shift "$by" games 2>/dev/null | cp-convert --to-frame "$to" --to numeric >two
            cp-convert --shift "$by" --to-frame "$to" --to numeric games >one 2>/dev/null
            diff two one || { echo "by $by to $to"; return 1; }
            [ "$(grep -c '"moves"\|^1\.' one)" = 4 ]
            cp-validate -q one
        done
    done
    cp-convert --shift 1,0 --to-frame classical --to icn <<<'[Variant "Trappist-1"] 1. (f11) *' | cp-convert --shift=-1,0 --to icn >back
    cp-convert --to icn <<<'[Variant "Trappist-1"] 1. (f11) *' | cmp back -
}

@test "a frame nobody names is found by playing when frames change (R-NOT-12)" {
    echo '[Variant "Chess on an Infinite Plane with Huygens Option"] 1. N(6,3) (3,5) 2. (5,4) *' >game.txt
    run --separate-stderr cp-convert --to-frame diagram --to letters game.txt
    [ "$status" = 0 ]
    [[ ${lines[1]} == "1. N(l9) (i11) 2. (k10) *" ]]
    [[ $stderr == *"classical [frame-guessed]"* ]]
}

@test "letters are the default frame's, and stay so when numbers of them would not (R-NOT-12)" {
    echo '[Variant "huygens"] 1. (e4) (c5) *' >letters.txt
    run cp-validate --quiet letters.txt
    [ "$status" = 1 ]
    cp-convert --to numeric letters.txt >numbers.txt
    grep -q '^\[Frame "diagram"\]$' numbers.txt
    run cp-validate --quiet numbers.txt
    [ "$status" = 1 ]
    [[ $output != *frame-guessed* ]]
    echo '[Variant "huygens"] 1. (k10) (i11) *' | cp-convert --to numeric >numbers.txt
    not grep -q Frame numbers.txt
}

@test "--frame says how games are read, --to-frame how they are written (R-NOT-12)" {
    echo '[Variant "huygens"] 1. (5,4) *' >game.txt
    run cp-convert --frame classical --to letters game.txt
    [ "$status" = 2 ]
    [[ $output == *"--frame"*"--to-frame"*"[options-disagree]"* ]]
    run cp-convert --frame classical --shift 1,1 game.txt
    [ "$status" = 2 ]
    run cp-convert --squares --to letters --variant huygens --frame classical <<<'(5,4)'
    [ "$status" = 2 ]
    run cp-convert --frame classical --to-frame classical --to letters game.txt
    [ "$status" = 0 ]
    [ "${lines[1]} ${lines[2]}" = '[Frame "classical"] 1. (e4) *' ]
    run cp-convert --frame classical --to-frame diagram --to letters game.txt
    [ "${lines[1]}" = '1. (k10) *' ]
    run cp-convert --to-frame classical --to numeric game.txt
    [ "${lines[1]} ${lines[2]}" = '[Frame "classical"] 1. (-1,-2) *' ]
    run cp-convert --frame classical --to fen game.txt
    [[ $output == *"(k10)"* ]]
    run cp-convert --squares --to letters --variant huygens --frame classical --to-frame diagram <<<'(5,4)'
    [ "$output" = '(k10)' ]
}

@test "a frame that is not there is an error, and so is a shift that is none" {
    echo '[Variant "coaip"] 1. (5,2)-(5,4) *' >game.txt
    run -2 cp-convert --to-frame nosuch game.txt
    [[ $output == *'--to-frame "nosuch"; there are diagram, classical [option-value-wrong]'* ]]
    run -2 cp-convert --frame classic game.txt # first the name, then what it would mean
    [[ $output == *'--frame "classic"; did you mean classical? there are diagram, classical [option-value-wrong]' ]]
    run -1 cp-convert --to-frame classical <<<'[Variant "fide"] 1. e4 *'
    [[ $output == *"[frame-unknown]"* ]]
    run cp-convert --shift 3 game.txt
    [ "$status" = 2 ]
    [[ $output == *"[option-value-wrong]"* ]]
    run --separate-stderr cp-convert --shift 1,1 game.txt
    [ "$status$stderr" = 0 ]
    grep -q '^\[Setup "w: K (6,2), ' <<<"$output"
    printf '%s\n' "$output" | cp-validate --quiet --strict
    # the middle of the board stays, where a side wins by it: this rule takes it from White only
    printf '%s\n' 'id: hill' 'name: Hill' 'board: plane' 'notation: numeric' 'window: (0,0) (9,9)' \
        'wins: {black: [checkmate, hill]}' 'pieces: {K: {name: king, move: K, royal: true}}' \
        'setup: {white: {K: "(1,1)"}, black: {K: "(9,9)"}}' >hill.yaml
    printf '[Variant "hill"]\n[Rules "wins: {white: checkmate}"]\n[Setup "w: K (1,1); b: K (9,9)"]\n\n*\n' >hill.txt
    run --separate-stderr cp-convert --variant-file hill.yaml --shift 3,3 hill.txt
    [[ $stderr == *"its start moves along, but not all that its rules name [altered]"* ]]
    # a start of its own moves along, and so does promotion
    printf '[Variant "coaip"]\n[Setup "w: K (1,1), (5,7); b: K (9,9)"]\n\n1. (5,8)=Q *\n' >start.txt
    run --separate-stderr cp-convert --shift 3,0 start.txt
    [ -z "$stderr" ]
    printf '%s\n' "$output" | cp-validate --quiet --strict
    run --separate-stderr cp-convert --shift 0,5 start.txt
    [ -z "$stderr" ]
    printf '%s\n' "$output" >shifted.txt
    cp-validate --quiet --strict shifted.txt
    cp-convert --shift 0,-5 shifted.txt | cp-validate --quiet --strict
}

@test "a damaged game is converted as far as it can be read" {
    printf '[Variant "Trappist-1"]\n\n1. R(g9)-(a9) zz(f14)? 2. (a1)-(a2) *\n' >bad.txt
    run --separate-stderr cp-convert --to numeric bad.txt
    [ "$status" = 1 ]
    [[ $stderr == bad.txt:3:15:* ]]
    [ "${lines[1]}" = '1. R(7,9)-(1,9) zz(6,14)? 2. (1,1)-(1,2) *' ]
}

@test "an illegal game changes its squares, and its style up to the fault" {
    printf '[Variant "Trappist-1"]\n\n1. (f11) (f14) 2. Hu(s12) (a1) *\n' >bad.txt
    run --separate-stderr cp-convert --to numeric bad.txt
    [ "$status" = 0 ]
    [ "${lines[1]}" = '1. (6,11) (6,14) 2. Hu(19,12) (1,1) *' ]
    run --separate-stderr cp-convert --style long bad.txt
    [ "$status" = 1 ]
    [[ $stderr == bad.txt:3:19:*"[not-prime]"* ]]
    [ "${lines[1]}" = '1. (f9)-(f11) (f16)-(f14) 2. Hu(s12) (a1) *' ]
    # behind it what can be read is spelt as all is, and no longer or shorter than it was
    echo '1. e4 e5 2. Ng1f5 Nb8-c6 (2... Nf6 3. Pd3 Ng4) 3. Nf3 Pd7-d6 4. Bb5: xyz *' >bad.pgn
    for style in long short; do
        run -1 cp-convert --style $style bad.pgn
        [[ $output == *' 2. Ng1-f5 Nb8-c6 (2... Nf6 3. d3 Ng4) 3. Nf3 d7-d6 4. Bb5: xyz *'* ]]
    done
}

@test "fused digits need the rules (R-NOT-11)" {
    echo '[Variant "coaip"] 1. n13 *' >fused.txt
    run --separate-stderr cp-convert --to letters fused.txt
    [ "$status" = 1 ]
    [[ $stderr == *"[move-kept]"* && $output == *"1. n13 *"* ]]
    run --separate-stderr cp-convert --style long --to letters fused.txt
    [[ $output == *"1. N(b1)-(a3) *"* ]]
}

@test "the zero file is φ, or 0 when asked (R-NOT-1)" {
    echo '[Variant "Trappist-1"] 1. (010) (φ9) *' >zero.txt
    run cp-convert --to letters zero.txt
    [ "${lines[1]}" = '1. (φ10) (φ9) *' ]
    run cp-convert --ascii zero.txt
    [ "${lines[1]}" = '1. (010) (09) *' ]
}

@test "starts and marks are converted along" {
    echo '{"variant":"coaip","start":"w: K (1,1), (2,2); b: K (9,9); turn b; moved (2,2)","moves":[{"move":"K(9,9)-(9,8)","after":["look [%csl R(9,8)] (9,8)"]}]}' >start.jsonl
    run cp-convert --to letters start.jsonl
    [[ $output == *'"start":"w: K (a1), (b2); b: K (i9); turn b; moved (b2)"'* ]]
    [[ $output == *'"look [%csl R(i8)] (9,8)"'* ]]
}

@test "marks with bare squares move with the game's frame" {
    echo '[Variant "Trappist-1"] 1. (m12) {a9 [%csl Ra9,Gb9=x] [%cal Bm12m13=n]} {[%csl Yk4,(e5)=A]} *' >marks.txt
    run cp-convert --to-frame classical marks.txt
    [ "${lines[2]}" = '1. (e4) {a9 [%csl R(-g1),G(-f1)=x] [%cal B(e4)(e5)=n]} {[%csl Y(c-4),G(-c-3)=A]}' ]
    cp-convert --to-frame classical --to numeric marks.txt | cp-convert --to-frame diagram --to letters --to text | grep -qF '[%csl R(a9),G(b9)=x] [%cal B(m12)(m13)=n]'
    run cp-convert --to numeric <<<'1. e4 {[%csl Ge4] [%csl Rzz]} *'
    [ "${lines[1]}" = '1. (5,4) {[%csl Ge4] [%csl Rzz]} *' ]
}

@test "bare squares in remarks on trapdoors and agents become numbers, and letters again" {
    echo '[Variant "Trapper Chess"] [Trapdoor "2"] 1. Md2-d3 {e2 [%csl Gd3]} Md8-d7 *' | cp-annotate --add ko,clocks >bare.jsonl
    cp-convert --to numeric bare.jsonl >numbers.jsonl
    remarks='.moves[1].after | join("")'
    [ "$(jq -r "$remarks" numbers.jsonl)" = '[%trap white mover (4,3) 2, black mover (4,7) 2][%ko black mover (4,7) not to (4,8)]' ]
    jq -e '.moves[0].after[0] == "e2 [%csl Gd3]"' numbers.jsonl
    cp-convert --to letters numbers.jsonl | cmp - bare.jsonl
}

@test "letters and numbers need no variant: only squares change" {
    echo '1. N(6,3) Ha(-1,30)! {(5,4)} 2. (5,4)-(5,5)=Q ( 2. x(0,2) ) *' >any.txt
    echo '1. N(f3) Ha(-a30)! {(5,4)} 2. (e4)-(e5)=Q (2. x(φ2)) *' >wanted
    for game in any.txt <(echo '[Variant "Nobody'"'"'s"]'; cat any.txt) <(cp-parse any.txt 2>/dev/null); do
        cp-convert --to letters "$game" >got 2>err
        [ ! -s err ]
        cp-convert --to text got | grep -v '^\[\|^$' | diff wanted -
    done
    cp-convert --to letters any.txt | cp-convert --to numeric --to json | jq -c .moves >got
    [ "$(cat got)" = '["N(6,3)",{"move":"Ha(-1,30)","nags":[1],"after":["(5,4)"]},{"move":"(5,4)-(5,5)=Q","variations":[["x(0,2)"]]}]' ]
    run --separate-stderr cp-convert --to letters <<<'[Variant "Hopscotch"] 1. (5,4) ((2,2):(2,2)) *'
    [ "${lines[1]}" = '1. (e4) ((b2):(b2)) *' ]
    # what is more than spelling asks for the variant
    for more in "--shift 1,1" "--style long" "--to-frame classical" "--to fen" "--to pgn"; do
        run cp-convert --to letters $more any.txt
        [ "$status" != 0 ]
    done
    run --separate-stderr cp-convert --to numeric <<<'[Variant "Hopscotch"] 1. e4 *'
    [ "$status" = 1 ]
    [[ $output == *"1. e4 *"* ]]
    [[ $stderr == *'"Hopscotch", and squares without parentheses need one [variant-unknown]'* ]]
}

@test "what does not begin like a game points to --squares" {
    run --separate-stderr cp-convert --to letters <<<'The rook goes to (7,9).'
    [ "$status" = 1 ]
    [[ $stderr == *"note: this does not begin like a game: The [prose-perhaps]"*"--squares"* ]]
}

@test "squares in prose: every other byte stays" {
    printf 'caf\xe9 (7,9)\r\n\x00(Table2) (g9) (see 3,4)(\xcf\x869)' >prose
    cp-convert --squares --to numeric prose >got
    printf 'caf\xe9 (7,9)\r\n\x00(Table2) (7,9) (see 3,4)(0,9)' | cmp - got
    run cp-convert --squares --to letters --ascii <<<'(0,9)'
    [ "$output" = '(09)' ]
    run cp-convert --squares --to numeric --variant trappist-1 --to-frame classical <<<'the rook (g9)'
    [ "$output" = 'the rook (-1,1)' ]
    run cp-convert --squares prose
    [ "$status" = 2 ]
    [[ $output == *"[options-disagree]"* ]]
    run cp-convert --squares --to letters --to-frame classical prose
    [ "$status" = 2 ]
    [[ $output == *"need --variant"* ]]
}

@test "prose that is not UTF-8 keeps its bytes, and is told of the file φ among them" {
    printf 'caf\xe9 (0,9)' >prose
    run -0 --separate-stderr cp-convert --squares --to letters prose
    [ "$output" = $'caf\xe9 (\xcf\x869)' ]
    [[ $stderr == 'prose: warning: the prose is not UTF-8, and the file φ is written in it as UTF-8 [phi-among-bytes]'* ]]
    run -0 --separate-stderr cp-convert --squares --to letters --ascii prose
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-convert --squares --to letters --encoding latin-1 prose
    [ "$output" = $'caf\xc3\xa9 (\xcf\x869)' ]
    [ -z "$stderr" ]
    # characters that the end of a block cuts in two are whole
    for pad in 65530 65531 65532 65533 65534 65535; do
        { head -c "$pad" /dev/zero | tr '\0' a && printf '♘♘é(0,9)é'; } >prose
        run -0 --separate-stderr cp-convert --squares --to letters prose
        [ -z "$stderr" ]
    done
    iconv -f UTF-8 -t UTF-16 <<<'(0,9)' >prose
    run -1 cp-convert --squares --to letters prose
    [[ $output == *'UTF-16 [encoding-refused]'*'--encoding utf-16 reads UTF-16, and UTF-8 is written'* ]]
    [ "$(cp-convert --squares --to letters --encoding utf-16 prose)" = '(φ9)' ]
}

@test "prose of any length is a stream" {
    (quick; for i in $(seq 20000); do echo "$i (7,9) and ("; done) >long.txt
    cp-convert --squares --to letters long.txt >got
    sed 's/(7,9)/(g9)/' long.txt | cmp - got
}

@test "a full disk is status 3, a reader that goes away is quiet" {
    generated coaip --games 50 --plies 50 --seed 9 >games.txt
    run bash -c 'cp-convert --to letters games.txt >/dev/full'
    [ "$status" = 3 ]
    [[ $output == *"[file-unwritable]"* ]]
    run --separate-stderr bash -c 'cp-convert --to letters games.txt games.txt games.txt | head -n 1; echo "${PIPESTATUS[0]}"'
    [ -z "$stderr" ]
    [ "${lines[1]}" = 0 ]
}

@test "a record's rules come through text and back (R-INF-7)" {
    rules='{"promotion":{"white":9,"to":["Q","N"]},"fifty-moves":true}'
    echo "{\"variant\":\"coaip\",\"rules\":$rules,\"moves\":[\"(5,4)\"],\"result\":\"*\"}" >g.jsonl
    cp-convert --to text g.jsonl >g.txt
    grep -x '\[Rules "promotion: {white: 9, to: \[Q, N\]}, fifty-moves: true"\]' g.txt
    [ "$(cp-parse g.txt | jq -c .rules)" = "$rules" ]
    cp-parse g.txt | cp-convert --to text | diff g.txt -
    cp-convert --to pgn --force g.jsonl | cp-validate | jq -e '.verdict.valid and .rules."fifty-moves"'
    [ "$(cp-validate g.txt | jq .verdict.fifty_since)" = null ]
    odd='{"own":{"deep":[[1.5,"no way","\"\\"],null]},"x y":""}'
    echo "{\"variant\":\"coaip\",\"rules\":$odd,\"moves\":[]}" | cp-convert --to text >odd.txt
    [ "$(cp-parse odd.txt | jq -c .rules)" = "$(jq -nc "$odd")" ]
    run cp-validate --quiet odd.txt
    [ "$status" = 1 ]
    [[ $output == *"[rule-unknown]"* ]]
}

@test "a record's trapdoors become their tag in text, once, and what cannot be played is said (R-TD-8)" {
    echo '{"variant":"fide","tags":{"Trapdoor":"1"},"rules":{"trapdoor":1,"fifty-moves":false},"moves":["e4","e5",{"move":"a3","falls":["e4"]}]}' >g.jsonl
    for to in text pgn; do
        run cp-convert --to $to g.jsonl
        [ "$status" -eq 0 ]
        [ "$(grep -c '^.Trapdoor' <<<"$output")" -eq 1 ]
        [[ $output == *'[Trapdoor "1"]'* && $output == *'[Rules "fifty-moves: false"]'* ]]
        [[ $output != *left-out* ]]
        cp-convert --to $to g.jsonl | cp-validate --strict --quiet
    done
    printf '[Trapdoor "2"]\n[Rules "trapdoor: 3"]\n\n1. e4 *\n' >g.txt
    run --separate-stderr cp-parse g.txt
    [[ $stderr == *'g.txt:1:1: warning: '*'[Trapdoor "2"] beside 3 [tag-idle]'* ]]
    # another delay in the tag is told, and both are kept where that may be
    sed -i 's/"Trapdoor":"1"/"Trapdoor":"5"/' g.jsonl
    run --separate-stderr cp-convert --to text g.jsonl
    [[ $stderr == *tag-idle* && $output == *'[Trapdoor "5"]'*'[Rules "trapdoor: 1, fifty-moves: false"]'* ]]
    [ "$(cp-convert --to text g.jsonl 2>/dev/null | cp-parse 2>/dev/null | jq -c '[.rules, .tags.Trapdoor]')" = \
        '[{"trapdoor":1,"fifty-moves":false},"5"]' ]
    [ "$(cp-convert --to text g.jsonl 2>/dev/null | cp-validate 2>/dev/null | jq .verdict.valid)" = true ]
    run --separate-stderr cp-convert --to pgn g.jsonl
    [[ $stderr == *tag-idle* && $stderr == *left-out* && $output != *'[Trapdoor "5"]'* ]]
    echo '{"variant":"fide","tags":{"Trapdoor":"5"},"rules":{"trapdoor":"1"},"moves":[]}' >g.jsonl
    run cp-convert --to text g.jsonl
    [[ $output == *"it is left out: trapdoor [left-out]"* && $output == *'[Trapdoor "5"]'* ]]
}

@test "what no YAML reader takes back is not written as YAML" {
    for n in 990 1100; do
        awk -v n=$n 'BEGIN { printf "[Variant \"coaip\"]\n\n1. (5,4)"
            for (i = 0; i < n; i++) printf " (1. (4,4)"
            for (i = 0; i < n; i++) printf ")"
            print " *\n\n[Variant \"coaip\"]\n\n1. (5,4) *" }' >deep$n.txt
    done
    cp-convert --to yaml deep990.txt >deep.yaml
    cp-convert --to text deep.yaml | diff - <(cp-convert --to text deep990.txt)
    run --separate-stderr cp-convert --to yaml deep1100.txt
    [ "$status" = 1 ]
    [[ $stderr == *"deep1100.txt:1: error: nested too deeply: no YAML of 3001 levels is read back; JSON goes deeper [too-deep]"* ]]
    [ "$(grep -c '^variant' <<<"$output")" = 1 ]
    run cp-parse --yaml deep1100.txt
    [ "$status" = 1 ]
    cp-parse deep1100.txt | cp-convert --to text | diff - <(cp-convert --to text deep1100.txt)
}

@test "--stamp notes the conversion in records, and nowhere else" {
    echo '[Variant "coaip"] 1. (5,4) *' >g.txt
    cp-parse --stamp g.txt | cp-convert --to letters --stamp >g.jsonl
    check_records g.jsonl
    grep '"tool":\["cp-parse [0-9.]* --stamp g.txt","cp-convert [0-9.]* --to letters --stamp"\]' g.jsonl
    cp-convert --stamp --to yaml g.txt | grep -F -- 'cp-convert 0.1.0 --stamp --to yaml g.txt'
    for form in text pgn fen epd; do
        run cp-convert --stamp --to $form g.txt
        [ "$status" = 2 ]
        [[ $output == *"--stamp is for records: --to json or --to yaml [options-disagree]"* ]]
    done
    run cp-convert --stamp --squares --to letters g.txt
    [ "$status" = 2 ]
    run cp-convert --stamp g.txt
    [ "$status" = 0 ]
    [[ $output == *"left out: tool (--stamp) [left-out]"* ]]
    cp-convert --stamp --jobs 2 --to json g.txt g.txt >g.jsonl
    [ "$(jq -r '.tool | length' g.jsonl)" = $'1\n1' ]
}

@test "rules that text cannot hold and unknown fields are not lost without a word" {
    deep=$(printf '%0.s[' {1..101})$(printf '%0.s]' {1..101})
    echo '{"variant":"coaip","rules":{"promotion":'"$deep"'},"moves":["(5,4)"],"own":1}' >g.jsonl
    run cp-convert --to text g.jsonl
    [ "$status" -eq 0 ]
    [[ $output == *"g.jsonl:1: warning: what is written has no place for this: it is left out: promotion; own [left-out]"* ]]
    echo '{"moves":[{"move":"e4","clock":1,"by":"me"},{"move":"e5","clock":2,"variations":[{"moves":["c5"],"deep":0},[{"move":"d5","clock":3}]]}],"source":{"file":"f","line":7,"scanned":1}}' >g.jsonl
    run --separate-stderr cp-convert --to text g.jsonl
    [ "${lines[0]}" = "1. e4 e5 (1... c5) (1... d5) *" ]
    grep -v hint <<<"$stderr" >left.err
    diff left.err - <<'END'
f:7: warning: what is written has no place for this: it is left out: source.scanned; clock, by (of 3 moves); deep (of 1 variation) [left-out]
END
    jq -nc '{moves: [range(1000) | {move: "e4", ("a\(. % 9)"): 0}]}' >g.jsonl
    run --separate-stderr cp-convert --to text g.jsonl
    [[ $stderr == *"a0, a1, a2, a3, a4, a5, a6, a7, ... (of 1000 moves)"* ]]
    run cp-convert --strict --to text g.jsonl
    [ "$status" = 1 ]
    run cp-convert --to yaml g.jsonl
    [[ $output != *warning* ]]
}

@test "PGN is the same game through every style, and other programs read it (R-NOT-8)" {
    cp-convert --to pgn "$data/pgn/tree.txt" >tree.pgn
    for form in "--style uci" "--style long" "--style long --to numeric" "--to json"; do
        cp-convert $form "$data/pgn/tree.txt" | cp-convert --to pgn >again.pgn
        diff tree.pgn again.pgn
    done
    cp-parse tree.pgn | cp-convert --to pgn | diff tree.pgn -
    PATH=$PATH:/usr/games
    command -v pgn-extract || skip "pgn-extract is not installed"
    pgn-extract -s -r tree.pgn >said 2>&1
    tr '\r' '\n' <said | not grep -v '^Games:\|^ *$'
}

# legal FILE PLY: the legal moves there, without where that is
legal() {
    cp-validate --legal --ply "$2" "$1" 2>/dev/null | tail -n +2 | sort
}

# bats test_tags=all
@test "a position written alone has the moves it had in its game (R-NOT-13, R-FIDE-2)" {
    for variant in fide trappist-1 coaip; do
        generated $variant --games 1 --plies 90 --seed 11 --style long >game
        [ "$(cp-convert --to fen --ply all game | wc -l)" = 91 ]
        for ply in 0 1 2 17 40 63 90; do
            cp-convert --to fen --ply $ply game
        done >starts
        name=Setup
        [ $variant != fide ] || name=FEN
        sed "s/.*/[Variant \"$variant\"]\n[$name \"&\"]\n\n*\n/" starts >alone
        for ply in 0 1 2 17 40 63 90; do legal game $ply; done >wanted
        cp-validate --legal --ply 0 alone 2>/dev/null | awk '/^#/ { n++; next } { print n "\t" $0 }' | sort -n | cut -f 2- >got
        cmp wanted got
        [ "$(wc -l <got)" -gt 60 ]
        cp-convert --to fen alone | cmp - starts
    done
    [ "$(cp-convert --to epd game)" = "$(cp-convert --to fen game)" ]
}

@test "FEN tells a capture in passing only where it is legal (R-FIDE-2), and castling as X-FEN" {
    cat >games.pgn <<'END'
[FEN "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]

1. g4 *

[FEN "4k3/8/8/8/r4p2/8/4P1P1/7K w - - 0 1"]

1. e4 *

[FEN "1rr1k3/8/8/8/8/8/8/1RR1K3 w Bc - 7 30"]

1. Kd1 *
END
    run cp-convert --to fen --ply 0,last games.pgn
    [ "${lines[1]}" = '8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - - 0 1' ]
    [ "${lines[3]}" = '4k3/8/8/8/r3Pp2/8/6P1/7K b - e3 0 1' ]
    [ "${lines[4]}" = '1rr1k3/8/8/8/8/8/8/1RR1K3 w Qc - 7 30' ]
    [ "${lines[5]}" = '1rr1k3/8/8/8/8/8/8/1RRK4 b c - 8 30' ]
    [ "$(cp-convert --to epd games.pgn | tail -n 1)" = '1rr1k3/8/8/8/8/8/8/1RRK4 b c -' ]
}

@test "lines of FEN and EPD are games without moves, their operations are tags (R-NOT-13)" {
    cat >p.epd <<'END'
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01; first";
3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - acd 12; c0 "a" "b"; hmvc 3; fmvn 30;

rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
END
    cp-parse p.epd >p.jsonl
    check_records p.jsonl
    [ "$(jq -c '[.variant, .tags, .start[-10:], .source.line, .moves]' p.jsonl)" = \
'["fide",{"bm":"Qd1+","id":"BK.01; first"},"/2K5 b - -",1,[]]
["fide",{"acd":"12","c0":"\"a\" \"b\""},"w - - 3 30",2,[]]
["fide",null,"KQkq - 0 1",4,[]]' ]
    [ "$(cp-convert --to epd p.epd)" = "$(sed '/^$/d; s/ bm Qd1+;//; s/ acd.*fmvn 30;/ fmvn 30; hmvc 3;/
        s/ 0 1$//' p.epd)" ]
    [ "$(cp-convert --to fen p.epd | sed -n 2p)" = "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 3 30" ]
    cp-convert --to epd p.epd >again # and from there the same
    cp-convert --to epd again | cmp - again
    cp-convert --to epd p.jsonl | cmp - again
    run -0 --separate-stderr cp-convert --to epd p.epd
    [[ $stderr == *'p.epd:1: warning: '*': the tag bm [left-out]'* ]]
    [[ $stderr == *'p.epd:2: warning: '*': the tag acd; the tag c0 [left-out]'* ]]
    cp-convert --to text p.epd | cp-parse | jq -c '[.tags, .start]' >wanted
    jq -c '[.tags, .start]' p.jsonl | cmp - wanted
    [ "$(cp-validate --quiet --summary p.epd 2>&1 | sed -n 's/^valid *//p')" = 3 ]
    [ "$(cp-render p.epd | grep -c '^   a b c d e f g h')" = 3 ]
    printf '%s\n' '8/8/8/8/8/8/4P3/4K2k w - - 0 1' '8/8/8/8/8/8/4P3/4K1xk w - -' '4k3/8/8/8/8/8/8/8 w - -' '1. e4 *' >bad.epd
    run --separate-stderr cp-convert --to epd bad.epd
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ] # one line, one game: the others are there
    [[ $stderr == *"bad.epd:2:20: error: this is no FEN: no piece has this letter"* ]]
    [[ $stderr == *"bad.epd:3:1: error: White has no king"* ]]
}

@test "of a game without moves EPD has what is counted and its id, and what is left out is told" {
    k='4k3/8/8/8/8/8/4P3/4K3 w - -'
    # the counts of a FEN and of agents
    echo '4k3/8/8/8/8/8/4P3/4K3 w - - 5 40' | cp-convert --to epd >p.epd
    [ "$(cat p.epd)" = "$k fmvn 40; hmvc 5;" ]
    [ "$(cp-convert --to fen p.epd)" = '4k3/8/8/8/8/8/4P3/4K3 w - - 5 40' ]
    echo '13/8k4/13/13/4m8/13/4M8/4K8/13 b - 12' | cp-convert -v trapper --to epd >p.epd
    [ "$(cat p.epd)" = '13/8k4/13/13/4m8/13/4M8/4K8/13 b - fmvn 12;' ]
    cp-convert -v trapper --to epd p.epd | cmp p.epd
    # options of the rules
    run -0 --separate-stderr cp-convert --to epd <<<'[FEN "4k3/8/8/8/8/8/4P3/4K3 w - -"] [Rules "trapdoor: 7"] [White "x"] *'
    [ "$output" = "$k" ]
    [[ $stderr == *": the tag White; the game's own rules (trapdoor) [left-out]"* ]]
    # what no line can hold
    echo '{"variant":"fide","start":"'"$k"'","tags":{"id":"a\nb\u0000\"c","a b":"x"},"moves":[]}' >r.jsonl
    run -0 --separate-stderr cp-convert --to epd r.jsonl
    [ "$output" = "$k id \"a b 'c\";" ]
    [[ $stderr == *': the tag a b [left-out]'* ]]
    [[ $stderr == *': [id "a\x0ab"] [altered]'* ]]
    # what is no tag
    printf '%% one\n{two}\n%s id "x";\n' "$k" | cp-parse | jq -c '.result = "1-0" | .own = 1' >r.jsonl
    run -0 --separate-stderr cp-convert --to epd r.jsonl
    [ "$output" = "$k id \"x\";" ]
    [[ $stderr == *': the result 1-0; own; 2 comments [left-out]'* ]]
    # nothing stands behind a list of pieces
    printf '[Variant "coaip"] [White "x"] [Setup "w: K (1,1); b: K (9,9)"]\n[Rules "trapdoor: 5"]\n{said} 1-0\n' >list.txt
    run -0 --separate-stderr cp-convert --to epd list.txt
    [ "$output" = 'w: K (1,1); b: K (9,9)' ]
    [[ $stderr == *"list.txt:1: warning: "*": the tag White; the result 1-0; 1 comment; the game's own rules (trapdoor) [left-out]"* ]]
    run -0 --separate-stderr cp-convert --to fen list.txt
    [ "${stderr_lines[0]}" = "list.txt:1: warning: what is written has no place for this: it is left out: the game's own rules (trapdoor) [left-out]" ]
}

@test "operations whose strings have no end, or that have no name, are told" {
    k='4k3/8/8/8/8/8/4P3/4K3 w - -'
    cat >odd.epd <<END
$k c1 "unclosed; id "t"; bm Kd2;
$k id "abc
$k bm Kd2; "lost"; hmvc 3; hmvc 4;
$k 5 40 hmvc 7; white "x";
END
    run -0 --separate-stderr cp-parse odd.epd
    [ "$(jq -c .tags <<<"$output")" = '{"c1":"\"unclosed; id \"t\"; bm Kd2;"}
{"id":"abc"}
{"bm":"Kd2","hmvc":"4"}
{"hmvc":"7","White":"x"}' ]
    [[ $stderr == *'odd.epd:1:29: warning: unusual spelling of a FEN or an EPD: c1 "unclosed; id "t"; bm Kd2; [fen-unusual]'* ]]
    [[ $stderr == *'odd.epd:2:29: warning: '*': id "abc [fen-unusual]'* ]]
    [[ $stderr == *'odd.epd:3:37: warning: '*': "lost" has no name, and is left out [fen-unusual]'* ]]
    [[ $stderr == *'odd.epd:4:42: warning: unusual spelling of a tag: white, read as White ['* ]]
    run ! cp-validate --quiet --strict odd.epd
    [ "$(grep -c '^odd.epd:.* error: unusual' <<<"$output")" = 4 ]
}

@test "a position of a variant on the board of chess is told to be read as chess" {
    game='[Variant "Trapdoor Chess"] 1. e4 e5 2. Nf3 *'
    for how in 'fen --ply 0' 'fen --ply all' 'epd --ply 0' epd; do
        run -0 --separate-stderr cp-convert --to $how <<<"$game"
        [[ $stderr == *'the variant Trapdoor Chess: '*' a position is read as Chess [left-out]'* ]]
        [ "$(grep -c 'the variant.*left-out' <<<"$stderr")" = 1 ]
    done
    run -0 --separate-stderr cp-convert --to epd <<<'[Variant "Trapdoor Chess"] *'
    [[ $stderr == *'the variant Trapdoor Chess: '*' a position is read as Chess [left-out]'* ]]
    for game in '1. e4 *' '[Variant "coaip"] *' '[Variant "trapper"] *'; do
        run -0 --separate-stderr cp-convert --to fen <<<"$game"
        [ -z "$stderr" ]
    done
}

@test "a game's own rules count in the positions that are written of it, and are told (R-NOT-13, R-ICN-8)" {
    cd "$BATS_TEST_TMPDIR"
    put() { printf '[Variant "%s"]\n[Rules "%s"]\n[Setup "w: K (1,1), (2,2); b: K (9,9)"]\n\n1. K(1,2) %s *\n' "$@"; }
    for rule in 'quiet-limit: 100' 'fifty-moves: true'; do
        run -0 --separate-stderr cp-convert --to fen <(put coaip "$rule" "")
        [ "$output" = 'w: K (1,2), (2,2); b: K (9,9); turn b; quiet 1' ]
        [[ $stderr == *"the game's own rules (${rule%%:*}) [left-out]"* ]]
    done
    # those that are the variant's change nothing
    run -0 --separate-stderr cp-convert --to fen <(put coaip "quiet-limit: 0" "")
    [[ $output == *'turn b' && -z $stderr ]]
    # a pawn is one where none may promote, too
    run -0 --separate-stderr cp-convert --to fen <(put coaip "quiet-limit: 100, promotion: none" "K(9,8) 2. (2,3)")
    [[ $output == *'turn b; moved (2,3)' ]]
    run -0 --separate-stderr cp-convert --to fen <<<'[Rules "promotion: none"] 1. e4 e5 2. Nf3'
    [[ $output == *' b KQkq - 1 2' ]]
    run -0 --separate-stderr cp-convert --to epd <<<'[Rules "fifty-moves: false"] [FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"] *'
    [[ $stderr == *"the game's own rules (fifty-moves) [left-out]"* ]]
}

@test "a NUL from a record is never written, and told wherever it stood" {
    cat >nul.jsonl <<'END'
{"variant":"fide","tags":{"White":"a\u0000b"},"moves":[{"move":"e4","after":["x\u0000y"]},{"move":"e5","after":[{"line":"a\u0000b"},{"escape":"c\u0000d"}]}]}
{"variant":"nobody\u0000","moves":["e4\u0000"]}
{"variant":"fide","start":"4k3/8/8/8/8/8/8/4K3 w\u0000 - -","moves":[]}
END
    run --separate-stderr cp-convert --to text nul.jsonl
    printf '%s\n' "$output" >text
    [ "$(tr -dc '\0' <text | wc -c)" = 0 ]
    [ "$(grep -c '�' text)" -ge 5 ]
    [ "$(grep -c '^nul.jsonl:1:.*\[White "a.*\[altered' <<<"$stderr")" = 1 ]
    [ "$(grep -c '^nul.jsonl:1:.*: 1 of 3 comments: x \[altered' <<<"$stderr")" = 1 ]
    [ "$(grep -c '^nul.jsonl:2:.*\[Variant "nobody.*\[altered' <<<"$stderr")" = 1 ]
    [ "$(grep -c '^nul.jsonl:2:.*: e4.*\[altered' <<<"$stderr")" = 1 ]
    [ "$(grep -c '^nul.jsonl:3:.*\[altered' <<<"$stderr")" = 1 ]
    head -n 1 nul.jsonl | cp-convert --to pgn 2>/dev/null | cp-validate --quiet --strict
    head -n 1 nul.jsonl | cp-convert --to text 2>/dev/null | cp-validate --quiet --strict
    [ "$(head -n 1 text)" = '[White "a�b"]' ]
}

@test "a move without text keeps its place in text, and any NAG of a record is read again" {
    echo '{"variant":"fide","moves":["e4","",{"move":"Nf3","nags":[0,300,4294967295]}]}' >odd.jsonl
    run --separate-stderr cp-convert --to text odd.jsonl
    [ "${lines[1]}" = '1. e4 _ 2. Nf3 $0 $300 $4294967295 *' ]
    [[ $stderr == *'what is written cannot hold this as it is [altered]'* ]]
    [ "$(printf '%s\n' "$output" | cp-parse 2>/dev/null | jq -c .moves[2].nags)" = '[0,300,4294967295]' ]
    run cp-parse <<<'1. e4 $4294967296 *'
    [ "$status" = 1 ]
    [[ $output == *'[bad-nag]'* ]]
}

@test "lists of pieces are read again, where the variant is said" {
    for variant in coaip trappist-1 formation; do
        generated $variant --games 1 --plies 90 --seed 11 --style long >game
        cp-convert --to epd --ply all game >list
        cp-convert --to epd --variant $variant list | cmp - list
    done
    run cp-validate list
    [ "$status" = 1 ]
    [[ $output == *"list:1: error: the game does not say which variant it is"* ]]
}

@test "positions are written with their game, ply and move, in columns or as operations" {
    printf '1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 Ke6 *\n\n1. c4 (1. b3 b6 2. Bb7) *\n' >games.pgn
    cp-convert --to fen --ply all,1.1.all --with move,game,ply games.pgn 2>/dev/null >got || true
    diff <(cut -f 1-3 got | tr '\t\n' ' ;' && echo) - \
        <<<'1 0 ;1 1 e4;1 2 e5;1 3 Nf3;1 4 Nc6;2 0 ;2 1 d4;3 0 ;3 1 c4;3 1.1.1 b3;3 1.1.2 b6;'
    cut -f 4- got | diff <(cp-convert --to fen --ply all,1.1.all games.pgn 2>/dev/null) -
    # refused moves: the position before them comes from the move before them
    cp-convert --to fen --ply 1.1.last,last --with ply,move games.pgn 2>/dev/null >got || true
    [ "$(cut -f 1-2 got | tr '\t\n' ' ;')" = '4 Nc6;1 d4;1 c4;1.1.2 b6;' ]
    # and are read again as tags
    cp-convert --to epd --with game,ply,move games.pgn 2>/dev/null >got || true
    [ "$(sed -n 2p got)" = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - game 2; ply 1; move "d4";' ]
    [ "$(cp-parse got | jq -r '[.tags.game, .tags.ply, .tags.move] | @csv' | sed -n 2p)" = '"2","1","d4"' ]
    # boards without edges have columns in EPD too
    echo '[Variant "coaip"] 1. (5,4) *' | cp-convert --to epd --with ply,move | grep -q $'^1\t(5,4)\tw: '
    run cp-convert --with game,plie --to fen games.pgn
    [ "$status" = 2 ]
    [[ $output == *'--with "plie"; did you mean ply?'* ]]
}

@test "a game has its number in --with whatever the number of workers" {
    "$extra/cp-generate" --variant fide --games 300 --plies 20 --seed 7 >many.pgn
    for form in fen epd; do
        cp-convert --to $form --ply all --with game,ply,move many.pgn >one
        CP_BATCH=2000 cp-convert --to $form --ply all --with game,ply,move --jobs 3 many.pgn | cmp one
    done
    [ "$(tail -n 1 one | grep -o 'game .*ply [0-9]*')" = 'game 300; ply 20' ]
    [ "$(grep -o 'game [0-9]*;' one | uniq | tr -dc '0-9\n' | diff - <(seq 300) | wc -l)" = 0 ]
}

@test "first moves that a FEN cannot tell are told of (R-INF-2)" {
    printf '[Variant "Chess"]\n[Setup "w: K e1, e3; b: K e8"]\n\n1. Kd1 Kd7 2. e5 *\n' >far.pgn
    for options in '--to fen --ply 0' '--to epd --ply 0,last' '--to pgn'; do
        run --separate-stderr cp-convert $options far.pgn
        [ "$status" = 0 ]
        [[ $output == *4k3/8/8/8/8/4P3/8/4K3* ]]
        [ "$(grep -c 'which pawns have moved.*left-out' <<<"$stderr")" = 1 ]
    done
    run --separate-stderr cp-convert --to fen far.pgn # the pawn has moved
    [ -z "$stderr" ]
    run cp-table positions -c fen far.pgn
    [[ $output == *"which pawns have moved"* ]]
    run cp-convert --to fen --ply 0 <<<'[Variant "Chess"] [Setup "w: K e1, e2; b: K e8; moved e2"] *'
    [[ $output == *"which pawns have moved"* ]]
    run --separate-stderr cp-convert --to pgn <<<'[Variant "Chess"] [Setup "w: K e1, e2; b: K e8; moved e2"] 1. e3 *'
    [[ $stderr == *'the tag Setup stays, which other programs do not read [left-out]'* ]]
    [[ $output == *'[Setup "'* ]]
    for start in 'w: K e1, e4; b: K e8; moved e4' 'w: K e1, e4; b: K e8, d7; turn b; ep e3'; do
        for options in '--to fen' '--to pgn'; do
            run --separate-stderr cp-convert $options <<<"[Variant \"Chess\"] [Setup \"$start\"] *"
            [ -z "$stderr" ]
        done
    done
}

@test "positions that are not there, or say too little, are told" {
    printf '[Trapdoor "5"]\n\n1. e4 Nf6 *\n\n1. e4 e5 2. Qh6 *\n' >games.pgn
    run cp-convert --to fen games.pgn
    [ "$status" = 1 ]
    [[ $output == *"games.pgn:1: warning: "*"which trapdoors are running; the game's own rules (trapdoor)"*"[left-out]"* ]]
    [ "$(grep -c left-out <<<"$output")" = 1 ]
    [[ $output == *"games.pgn:5:13: error: "*"[cannot-reach]"* ]]
    [[ $output == *"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"* ]]
    run --separate-stderr cp-convert --to fen --ply 1,3 games.pgn
    [ "$status" = 1 ]
    [[ $stderr == *"ply 3 of 2, in game 1 [ply-missing]"* && ${#lines[@]} = 2 ]]
    # once a game, in one line; or not at all
    printf '[White "Hill"]\n\n1. e4 *\n\n[White "Hill"]\n\n1. d4 d5 *\n' >short.pgn
    run --separate-stderr cp-convert --to fen --ply 1,2,30,31w,7-9 short.pgn
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 3 ]
    [ "${#stderr_lines[@]}" = 2 ]
    [ "${stderr_lines[1]}" = 'short.pgn:5: error: the game has no such ply: ply 30 of 2, in game 2, Hill - ? [ply-missing]' ]
    for tool in 'cp-convert --to fen' cp-render; do
        run -0 --separate-stderr $tool --ply 2,30 --where-there short.pgn
        [ -z "$stderr" ]
    done
    for wrong in "--ply 3" "--with ply" "--where-there" "--to pgn --with ply" "--to fen --style san" "--to epd --to numeric" "--to pgn --ply 1" "--to fen --ply x"; do
        run cp-convert $wrong games.pgn
        [ "$status" = 2 ]
    done
}

# bats test_tags=all
@test "a position within a variation is that of its line played alone, on every engine" {
    check() { # check TAGS, A MOVE, its REPLY, another REPLY, a MOVE after that one
        printf '%s\n\n1. %s %s (1... %s 2. %s) *\n' "$@" >tree
        printf '%s\n\n1. %s %s 2. %s *\n' "$1" "$2" "$4" "$5" >alone
        for engine in bitboards general trees; do
            CP_ENGINE=$engine cp-convert --to fen --ply 1,3 alone >wanted
            CP_ENGINE=$engine cp-convert --to fen --ply 1,2.1.last tree >got
            diff wanted got
            CP_ENGINE=$engine cp-convert --to fen --ply 2 tree >wanted
            CP_ENGINE=$engine cp-convert --to fen --ply 2.1.1,2,2.1.2 tree | head -n 1 | diff wanted -
        done
    }
    check '' e4 e5 d5 exd5
    check '[Trapdoor "2"]' e4 e5 d5 exd5
    check '[Variant "coaip"]' '(5,2)-(5,4)' '(5,7)-(5,5)' '(4,7)-(4,5)' '(5,4)x(4,5)'
    check '[Variant "Trapper Chess"]' Ke2-e3 Mf8-f7 'Me8-d7<d6' Mf2-f3
}

@test "PGN has its starts as whole FENs, and names the variant where squares do not say it" {
    cat >short.pgn <<'END'
[FEN "4k3/8/8/8/8/8/8/4K2R w"]

1. Kd2 *

[FEN "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"castle\";"]

1. O-O *

[Variant "Chess"]
[Setup "w: Ke1, Rh1, e4; b: Ke8, (d4); turn b; ep e3; castle K"]

1... dxe3 *

[Variant "Chess"]
[Setup "w: Ke1, (e2); b: Ke8; moved (e2)"]

1. e3 *
END
    cp-convert --to pgn short.pgn 2>/dev/null | grep -E '^.(FEN|Setup) ' >fens
    [ "$(sed -n 1p fens)" = '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]' ]
    [ "$(sed -n 2p fens)" = '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]' ]
    [ "$(sed -n 3p fens)" = '[FEN "4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 1"]' ]
    [ "$(sed -n 4p fens)" = '[Setup "w: K e1, e2; b: K e8; moved e2"]' ] # FEN cannot say it
    echo '1. e4 e5 *' >bare.pgn
    for form in pgn text; do
        cp-convert --to $form bare.pgn | grep -c Variant | grep -qx 0
        cp-convert --to numeric --to ${form/pgn/pgn --force} bare.pgn >numbers
        grep -qx '\[Variant "fide"\]' numbers
        cp-convert --to pgn numbers | cmp - <(cp-convert --to pgn bare.pgn)
    done
}

@test "in numbers an origin is whole: nobody knows whether one alone is a file or a rank (R-NOT-6)" {
    echo '1. e4 d5 2. exd5 Nf6 3. Nf3 Nbd7 4. Nc3 Nxd5 5. Nxd5 c5 6. Ne3 Nf6 *' >g.txt
    run --separate-stderr cp-convert --to numeric --style short g.txt
    [ -z "$stderr" ]
    [[ $output == *'2. (5,4)x(4,5) N(6,6) 3. N(6,3) N(2,8)-(4,7) 4.'* ]]
    run --separate-stderr bash -c 'cp-convert --to numeric --style short g.txt | cp-convert --to pgn'
    [ -z "$stderr" ]
    [ "$output" = "$(cp-convert --to pgn g.txt)" ]
}

@test "a board with edges is not shifted: its squares would be other moves" {
    echo '1. e4 e5 *' >g.pgn
    run --separate-stderr cp-convert --shift 1,0 g.pgn
    [ "$status" = 1 ]
    [ -z "$output" ]
    [[ $stderr == g.pgn:1:*"[shift-bounded]"* ]]
    cp-convert --shift 0,0 g.pgn | cmp - <(cp-convert --to letters g.pgn)
}

@test "short moves of pawns that go slantwise are read back as the moves they were (R-NOT-5, R-NOT-8)" {
    cat >berolina.yaml <<'END'
id: berolina
name: Berolina
board: {files: 8, ranks: 8}
notation: bare
pieces:
  K: {name: king, move: K, royal: true}
  B: {name: bishop, move: B}
  P: {name: pawn, move: mfFcfWimfF2, unwritten: true, promotes: true, en-passant: true}
promotion: {white: 8, black: 1, to: [B]}
setup:
  white: {K: e1, B: c1 f1, P: a2 b2 c2 d2 e2 f2 g2 h2}
  mirror: 9
END
    printf '[Variant "Berolina"]\n\n1. e2-d3 e7-d6 2. b2-d4 d6-c5 3. d4-e5 c5-b4 4. d3-e4 c7-a5 *\n' >long
    convert() { cp-convert --variant-file berolina.yaml "$@"; }
    for style in short san; do
        convert --style $style long >short
        grep -q '^1\. ed3 ed6 2\. b2-d4 dc5 3\. e5 b4 4\. de4 a5 ' short
        convert --style long short | diff <(convert --style long long) -
    done
    convert --to pgn long | convert --style long --to json | jq -c .moves | diff - <(convert --to json --style long long | jq -c .moves)
    convert --style uci long | convert --style long | diff <(convert --style long long) -
}

@test "games name their variant where a file of one's own is assumed, or chess beside it" {
    cp-validate --show-variant fide |
        sed 's/^id: .*/id: swapped/; s/^name: .*/name: Swapped Chess/; /^aliases/,/]$/d' >sw.yaml
    grep -q '^assumed: true' sw.yaml
    echo '1. e4 e5 *' >g.pgn
    cp-convert --variant-file sw.yaml --variant swapped --to text g.pgn | grep -qx '\[Variant "swapped"\]'
    cp-convert --variant-file sw.yaml --variant fide --to text g.pgn | grep -qx '\[Variant "fide"\]'
    [ "$(cp-convert --to text g.pgn | grep -c Variant)" = 0 ]
}

@test "a colon parts two squares of a capture, with blanks too, and ends none" {
    [ "$(cp-convert --style short <<<'1. e4 d5 2. e4: d5 Qd8: d5 *' 2>/dev/null | grep ^1)" = '1. e4 d5 2. exd5 Qxd5 *' ]
    for word in 'exd5:' 'Nf3:' 'Ng1-f3:' 'O-O:' 'e8=Q:' 'Nf3+:' 'e4d5:' ':' 'N:' 'Nf3:x' 'Nf3::'; do
        run -1 cp-validate --quiet <<<"1. $word *"
        [[ $output == *'[not-a-move]'* ]]
    done
}

@test "P is a knight in Dutch where other letters of the game are Dutch, too" {
    run --separate-stderr -0 cp-convert --style short <<<'1. e4 e5 2. Pf3 Pc6 3. Lb5 Dh4 *'
    [[ $output == '1. e4 e5 2. Nf3 Nc6 3. Bb5 Qh4 *'* ]]
    [[ $stderr == 'stdin:1:24: warning: '*': Dutch (nl): P is N, L is B, D is Q [piece-letters]'* ]]
    for game in '1. Pe4 Pe5 2. Pd4 Pxd4 *' '1. e4 e5 2. Nf3 Pd6 *' '1. e4 Pe5 *' '1. e4 e5 2. Pd3 Pd6 3. Pg3 *'; do
        [ -z "$(cp-validate --quiet <<<"$game" 2>&1)" ] # pawns
    done
}

@test "tags whose names PGN does not have are told where they go out as PGN" {
    printf '[Böse "x"]\n[X-Y "z"]\n[White_2 "a"]\n\n1. e4 *\n' >odd.pgn
    run --separate-stderr -0 cp-convert --to pgn odd.pgn
    [[ $output == *'[Böse "x"]'*'[X-Y "z"]'* ]]
    [ "$(grep -c 'which others may not read \[altered' <<<"$stderr")" = 2 ]
    run --separate-stderr -0 cp-convert --to text odd.pgn
    [ -z "$stderr" ]
}

@test "no line of a comment in PGN begins with the sign that hides a line from other programs" {
    printf '1. e4 {x\n%% y} e5 {%% z} *\n' >percent.pgn
    run --separate-stderr -0 cp-convert --to pgn percent.pgn
    [[ $output == *$'\n1. e4 {x\n % y} 1... e5 {% z} *' ]]
    [[ $stderr == "percent.pgn:1:4: warning: "*'[altered]'* ]]
    [[ $(cp-convert --to pgn <<<"$output") == "$output" ]]
    [[ $(cp-convert --to text percent.pgn) == *$'{x\n% y}'* ]]
}

@test "PGN of trapdoor games has falls as comments, which are falls when read again (R-TD-7)" {
    cat >games.txt <<'END'
[Variant "Trapdoor Chess"]

1. d4 d5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Nf3 (d4:d4) Nf6 (d5:d5)
{gone} 7. e4! e5 (7... g6 8. a3) *
END
    cp-convert --to pgn games.txt >games.pgn
    tr '\n' ' ' <games.pgn | grep -F '6. Nf3 {[%falls (d4:d4)]} 6... Nf6 {[%falls (d5:d5)]} {gone} 7.'
    cp-parse games.txt | jq -c '.moves' >wanted
    cp-parse games.pgn | jq -c '.moves' | diff wanted -
    cp-convert --to pgn games.pgn | diff games.pgn -
    cp-validate --strict games.pgn | jq -e '.verdict.valid and .verdict.warnings == 0'
    [ -z "$(cp-validate --quiet --strict games.pgn games.txt 2>&1)" ]
    # falls in one comment with what another program put there
    sed 's/\[%falls (d5:d5)\]} {gone/[%falls (d5:d5)] gone/' games.pgn | cp-parse | jq -c '.moves' | diff wanted -
    sed 's/{\(\[%falls\) \([^}]*\)}/{ \1\n\2 }/' games.pgn | cp-parse | jq -c '.moves' | diff wanted -
    sed 's/{\(\[%falls\) \([^}]*\)}/{ \1\n\2 }/' games.pgn | cp-validate --quiet --strict
    # those that are wrong are wrong in a comment too
    sed 's/(d5:d5)/(c5:c5)/' games.pgn >wrong.pgn
    run -1 cp-validate --quiet wrong.pgn
    [[ $output == wrong.pgn:*"[fall-wrong]"* ]]
    run -0 cp-parse <<<'1. e4 {[%falls} e5 {[%falls (e4)]} d4 {[%falls (e4:e4)} *'
    PATH=$PATH:/usr/games
    command -v pgn-extract || skip "pgn-extract is not installed"
    pgn-extract -s -r games.pgn >said 2>&1
    tr '\r' '\n' <said | not grep -v '^Games:\|^ *$'
}

@test "falls amid a comment are words of it (R-TD-7)" {
    for comment in '{so [%falls (e4:e4)]}' '{[%clk 0:10:00] [%falls (e4:e4)] so}' '{[%falls e4:e4]}' \
        '{so} {[%falls (e4:e4)} ' $'{so\n [%falls (e4:e4)]}' $'; [%falls (e4:e4)]\n'; do
        echo "[Variant \"trapdoor\"] 1. e4 $comment e5 *" >words.pgn
        [ "$(cp-parse words.pgn | jq -c '[.. | .falls? // empty]')" = '[]' ]
    done
    run -0 cp-validate --quiet <<<'[Variant "trapdoor"] 1. e4 {falls [% falls] (e4:e4) [%fall]} e5 *'
    [ -z "$output" ]
}

# bats test_tags=all
@test "PGN and engines' moves are refused where they cannot be read back, and the message says what can" {
    for variant in coaip huygens trappist-1 formation trapper; do
        generated $variant --games 2 --plies 6 --seed 5 --style long >games.txt
        run --separate-stderr -1 cp-convert --to pgn games.txt
        [ -z "$output" ]
        [[ $stderr == "games.txt:1: error: "*"[unfit]"*"--to text"*"--force"* ]]
        run --separate-stderr -0 cp-convert --to pgn --force games.txt
        [ "$(grep -c '^\[Site "?"\]$' <<<"$output")" = 2 ]
        [ "$(cp-validate <<<"$output" | jq -c '[.variant, .verdict.valid]' | sort -u)" = "[\"$variant\",true]" ]
        run --separate-stderr -1 cp-convert --style uci games.txt
        [ -z "$output" ]
        [[ $stderr == *"[unfit]"*"--style long"* ]]
    done
    echo '[Variant "coaip"] 1. (5,4) (5,5) 2. Ha(9,-4) *' >letters.txt
    [[ $(cp-convert --to pgn --force letters.txt) == *'1. (5,4) (5,5) 2. H(9,-4) *'* ]]
    [[ $(cp-convert --to pgn --to letters --force letters.txt) == *'1. (e4) (e5) 2. H(i-4) *'* ]]
    # boards with edges whose squares need parentheses
    printf '%s\n' 'id: wide' 'name: Wide' 'board: {files: 30, ranks: 4}' 'notation: bare' \
        'pieces: {K: {name: king, move: K, royal: true}, R: {name: rook, move: R}}' \
        'setup: {white: {K: a1, R: "(28,2)"}, mirror: 5}' >wide.yaml
    echo '[Variant "Wide"] 1. R(29,2) *' >wide.txt
    run -1 cp-convert --variant-file wide.yaml --style uci wide.txt
    [[ $output == *"[unfit]"* ]]
    cp-convert --variant-file wide.yaml --style long wide.txt | grep -F '1. R(28,2)-(29,2) *'
    # numbers, which other programs take for variations
    echo '1. e4 e5 *' >chess.pgn
    run --separate-stderr -2 cp-convert --to numeric --to pgn --style san chess.pgn
    [[ -z $output && $stderr == *"leave out --to numeric"*"--force"* ]]
    [[ $(cp-convert --to numeric --to pgn --force chess.pgn) == *'1. (5,4) (5,5) *' ]]
    run -2 cp-convert --force games.txt
    [[ $output == *"--force is for --to pgn [options-disagree]"* ]]
}

@test "a record keeps its variant in text, whatever its tag says, and is told" {
    echo '{"variant":"fide","tags":{"White":"x","Variant":"Trapper Chess"},"moves":["e4"]}' >g.jsonl
    run --separate-stderr -0 cp-convert --to text g.jsonl
    [ "${lines[0]}$'\n'${lines[1]}" = "[White \"x\"]$'\n'[Variant \"Chess\"]" ]
    [[ $stderr == *"fide, not Trapper Chess [variant-differs]"* ]]
    [ "$(cp-convert g.jsonl 2>/dev/null | jq -c .tags.Variant)" = '"Chess"' ]
    run -1 cp-validate --quiet --strict g.jsonl
    run --separate-stderr -0 cp-convert --to pgn g.jsonl
    [[ $output == *'[Variant "Chess"]'* ]]
    # nor does a variant that nobody knows become one that is known, or another
    echo '{"variant":"nosuch","tags":{"Variant":"Chess"},"moves":["e4"]}' >g.jsonl
    run --separate-stderr cp-convert --to text g.jsonl
    [ "${lines[0]}" = '[Variant "nosuch"]' ]
    [[ $stderr == *"nosuch, not Chess [variant-differs]"* ]]
    # of two names that nobody knows one may be an alias of the other: both stay
    echo '{"variant":"knightmare","tags":{"Variant":"Night Mare"},"moves":["(a2)"]}' >g.jsonl
    run --separate-stderr cp-convert --to json g.jsonl
    [[ $output == '{"variant":"knightmare","tags":{"Variant":"Night Mare"}'* && $stderr != *variant-differs* ]]
    run --separate-stderr cp-convert --to text g.jsonl
    [[ $output == '[Variant "knightmare"]'* ]]
    [[ $stderr == *": the tag Variant Night Mare, for the record's variant is knightmare, and neither is known [left-out]"* ]]
    # an alias is no other variant
    echo '{"variant":"fide","tags":{"Variant":"Standard"},"moves":["e4"]}' >g.jsonl
    [ -z "$(cp-convert --to text g.jsonl 2>&1 >/dev/null)" ]
}

@test "empty tags stay empty in PGN, but for a result" {
    [ "$(printf '[Event ""]\n[White ""]\n[Result ""]\n[Black "x"]\n\n1. e4 0-1\n' | cp-convert --to pgn 2>/dev/null | head -n 7 | tr '\n' ' ')" = \
        '[Event ""] [Site "?"] [Date "????.??.??"] [Round "?"] [White ""] [Black "x"] [Result "0-1"] ' ]
}

@test "no two records become one game in text, and no text of a move becomes a game" {
    printf '%s\n' '{"variant":"fide","tags":{"White":"a"},"moves":[]}' '{"variant":"fide","tags":{"Black":"b"},"moves":[]}' \
        '{"variant":"fide","tags":{"Black":"b"},"moves":["e4"]}' '{"variant":"fide","moves":["d4"]}' '{"variant":"fide","moves":[]}' >g.jsonl
    [ "$(cp-convert --to text g.jsonl | cp-parse | jq -c .moves | tr '\n' ' ')" = '[] [] ["e4"] ["d4"] [] ' ]
    echo '{"variant":"fide","moves":["e4 *\n\n[Event \"x\"]\n\n1. d4","1-0","Nf3"]}' >g.jsonl
    run --separate-stderr -1 cp-convert --to text g.jsonl
    [ "${lines[1]}" = '1. _e4____[Event_"x"]__1._d4 _ 2. Nf3 *' ]
    [ "$(grep -c '\[altered' <<<"$stderr")" = 2 ]
    [ "$(cp-convert --to json <<<"$output" 2>/dev/null | wc -l)" = 1 ]
}

@test "odd names of tags are kept, or told of" {
    echo '{"variant":"fide","tags":{"Élo":"1","€":"2","a-b.c":"3","x y":"4","“q":"5","":"6","n":"7\n8"},"moves":["e4"]}' >g.jsonl
    run --separate-stderr -0 cp-convert --to text g.jsonl
    [ "${output%%$'\n\n'*}" = '[Élo "1"]
[€ "2"]
[a-b.c "3"]
[x_y "4"]
[_q "5"]
[_ "6"]
[n "7 8"]' ]
    [ "$(grep -c '\[altered' <<<"$stderr")" = 4 ]
    cp-parse <<<"$output" | jq -c '.tags | keys' | grep -F '"a-b.c"' | grep -F '"€"'
    run -1 cp-convert --strict --to text g.jsonl
}

# bats test_tags=all
@test "tags that text would read as a start, a frame or rules stay out of it, and are told" {
    for tag in '"FEN":"8/8/8/8/8/8/8/K1k5 w - - 0 1"' '"Frame":"classical"' '"Rules":"fifty-moves: false"' '"Setup":"w: Ke1; b: Ke8"'; do
        echo "{\"variant\":\"fide\",\"tags\":{$tag},\"moves\":[\"e4\"]}" >g.jsonl
        for form in text pgn; do
            run --separate-stderr -0 cp-convert --to $form g.jsonl
            [[ $stderr == *"which would be read as a field that is not there [left-out]"* ]]
            [ "$(cp-validate <<<"$output" | jq -c '[.verdict.valid, .start, .frame, .rules]')" = '[true,null,null,null]' ]
        done
    done
    echo '{"variant":"fide","start":"x: y","moves":["e4"]}' >g.jsonl
    run --separate-stderr cp-convert --to text g.jsonl
    [[ $stderr == *"it is left out: start"*"[left-out]"* ]]
    # a comment of a record that begins like falls in PGN is one all the same
    echo '{"variant":"fide","moves":[{"move":"e4","after":["[%falls (e4:e4)] x"]}]}' >g.jsonl
    [ "$(cp-convert --to text g.jsonl | cp-parse | jq -c .moves)" = '[{"move":"e4","after":["[ %falls (e4:e4)] x"]}]' ]
}

@test "--trapdoor is part of what is written, in records, text and PGN (R-TD-8)" {
    echo '1. e4 e5 2. a3 a6 *' >g.pgn
    for form in json yaml text pgn; do
        cp-convert --trapdoor 1 --style short --to $form g.pgn >out
        cp-validate --strict out | jq -e '.verdict.valid and .rules.trapdoor == 1 or .tags.Trapdoor == "1"'
    done
    [ "$(cp-parse --trapdoor 2 g.pgn | jq -c .rules)" = '{"trapdoor":2}' ]
    echo '[Trapdoor "3"] 1. e4 *' >t.pgn
    [ "$(cp-parse --trapdoor 3 t.pgn | jq -c .rules)" = null ]
    [ "$(cp-convert --trapdoor 2 t.pgn | grep Trapdoor)" = '[Trapdoor "2"]' ]
    [ "$(cp-parse --variant trapdoor --trapdoor 5 g.pgn | jq -c .rules)" = null ]
}

@test "prose keeps its words and its squares are turned back, however far (R-NOT-12)" {
    cat >prose.txt <<'END'
As (fig3) shows (see4, table (table10) and (no5)), the rook left for (1000000000000000000,-10):
R(7,9)-(1000000000000000000,9), then Hu(1000,4)x(703,-1) and (-1000,9)→(0,9). Prices rose (1,000) to
(2) in (a) few (years2go); f(x2) is no piece's, nor In(all9), Rook(all9), (covid-19) or (and3)-(or4).
END
    cp-convert --squares --to letters prose.txt >letters.txt 2>err
    grep -F 'prose.txt: warning: far squares that nothing would tell from words stay in numbers: 1 of them [squares-kept]' err
    grep -F 'R(g9)-(jlktwhmjdbnin9), then Hu(all4)x(aaa-1) and (-all9)→(φ9). Prices rose (1,000)' letters.txt
    grep -F 'As (fig3) shows (see4, table (table10) and (no5)), the rook left for (1000000000000000000,-10):' letters.txt
    grep -F "(2) in (a) few (years2go); f(x2) is no piece's, nor In(all9), Rook(all9), (covid-19) or (and3)-(or4)." letters.txt
    sed 's/(no5)/(379,5)/; s/f(x2)/f(24,2)/; s/(or4)/(408,4)/; s/(and3)/(1044,3)/' prose.txt >wanted
    cp-convert --squares --to numeric letters.txt | diff wanted -
    [ "$(echo 'to (1000000000000000000,-10)' | cp-convert --squares --far --to letters)" = 'to (jlktwhmjdbnin-10)' ]
    [ "$(echo 'to (jlktwhmjdbnin-10)' | cp-convert --squares --far --to numeric)" = 'to (1000000000000000000,-10)' ]
    [ "$(echo 'see (page12), (fig3)' | cp-convert --squares --to numeric)" = 'see (page12), (fig3)' ]
    run -2 cp-convert --far --to letters prose.txt
    [[ $output == *"--far is for --squares"* ]]
}

@test "what cannot be read does not become a move by being rewritten, and --strict reads what was written" {
    for to in letters numeric; do
        for move in '(M2)-m3' '(p4)@k7' '(s8)=>h7'; do
            run cp-convert --to $to <<<"[Variant \"Trapper Chess\"] 1. $move *"
            [ "$status" -eq 1 ]
            [[ "$output" == *"1. $move *"* ]]
        done
    done
    [[ $(cp-convert --to numeric <<<'1. e4 d5 2. exd5 *' | cp-parse --strict | jq -c .moves) == *'5x(4,5)'* ]]
    run cp-parse --strict <<<'[Variant "coaip"] 1. 8x(9,4) *' # R-NOT-11
    [ "$status" -eq 1 ]
}

@test "positions end with the game, where a king has fallen (R-TD-4)" {
    cat >fallen.txt <<'END'
[Variant "trapdoor"]
[Trapdoor "2"]

1. e4 e5 2. Ke2 Ke7 3. Kd3 (e4:e4) Kd6 (e5:e5) 4. a3 a6 5. a4 (d3:d3) a5 6. b3 b6 *
END
    for engine in general bitboards; do
        CP_ENGINE=$engine run --separate-stderr cp-convert --to fen --ply all fallen.txt
        [ "$status" = 1 ]
        [ "${#lines[@]}" = 10 ]
        [[ $stderr == *"fallen.txt:4:71: error: the game is already over: a5: since ply 9 [game-over]"* ]]
    done
}

@test "half-moves counted before a start come along, whatever the rules ask for (R-ICN-8)" {
    printf '[Variant "fide"]\n[Setup "w: K e1, R h1; b: K e8, R a8; quiet 149"]\n\n1. Rh2 1/2-1/2\n' >chess.txt
    for how in "--style san" "--to letters" "--to numeric" "--to yaml --style long"; do
        cp-convert $how chess.txt >got
        grep -q 'quiet 149' got
        [ "$(cp-validate got | jq -r .verdict.outcome)" = seventyfive ]
    done
    printf '[Variant "coaip"]\n[Rules "quiet-limit: 8"]\n[Setup "w: K (1,1), R (4,5), (2,2); b: K (9,9), H (3,13); quiet 7"]\n\n1. K(1,2) *\n' >plane.txt
    for how in "--to letters" "--shift 3,0" "--to-frame classical"; do
        cp-convert $how plane.txt | grep -q '; quiet 7"'
    done
}

# bats test_tags=all
@test "capitals of a file are its small letters, phi among them, in every tool (R-NOT-1, R-NOT-2)" {
    for square in phi16 Phi16 PHI16 pHi16 φ16; do
        game='[Variant "trappist-1"] [Setup "w: K (1,1), R ('$square'); b: K (19,29)"] 1. R('$square')-(Aa16) {[%csl R('$square')]} *'
        run -0 --separate-stderr cp-convert --to numeric <<<"$game"
        [[ $output == *'w: K (1,1), R (0,16)'*'1. R(0,16)-(27,16) {[%csl R(0,16)]}'* ]]
        [ "$(cp-select --count --some --position "w: R ($square)" <<<"$game")" = 1 ]
        cp-render --ply 1 --window "($square):(AA29)" <<<"$game" 2>told
        [ ! -s told ]
    done
    [ "$(cp-convert --squares --to numeric <<<'R(PHI16) (AB3)')" = 'R(0,16) (28,3)' ]
    # the file that those letters would be
    game='[Variant "trappist-1"] [Setup "w: K (1,1), R (11033,16); b: K (19,29)"] 1. R(11033,16)-(27,16) *'
    cp-convert --to letters <<<"$game" | tee letters | grep -F '1. R(11033,16)-(aa16)'
    cp-validate --quiet --strict letters
    cp-convert --to numeric letters | grep -F '1. R(11033,16)-(27,16)'
    [ "$(cp-convert --squares --far --to letters <<<'R(11033,16)')" = 'R(11033,16)' ]
}

@test "--to-piece-letters writes for people, and --piece-letters reads it again" {
    echo '1. e4 a5 2. Qh5 Ra6 3. Bc4 Rg6 4. Qxh7 Rxh7 5. e5 Nf6 6. exf6 b6 7. fxe7 b5 8. exd8=Q+ *' >own.txt
    cp-convert --to text --to-piece-letters de own.txt >german.txt
    grep -qF '2. Dh5 Ta6 3. Lc4 Tg6 4. Dxh7 Txh7 5. e5 Sf6 6. exf6 b6 7. fxe7 b5 8. exd8=D+' <(tr '\n' ' ' <german.txt)
    cp-convert --to text --piece-letters de german.txt 2>/dev/null >again.txt
    cp-convert --to text own.txt | cmp - again.txt
    cp-convert --to text --to-piece-letters figurines own.txt | grep -qF '2. ♕h5 ♖a6'
    run -0 --separate-stderr cp-convert --to pgn --to-piece-letters de own.txt
    [ "$(grep -c 'letters-foreign' <<<"$stderr")" = 1 ]
    [[ $output == *'2. Dh5 Ta6'* ]]
    for form in json icn fen; do
        run -2 cp-convert --to $form --to-piece-letters de own.txt
        [[ $output == *'is for people: --to text, or --to pgn'* ]]
    done
}
