#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

all=check,capture,repetition,material,remote,legal-count,ko,removals

@test "what is added and what is left alone (R-NOT-7)" { family cp-annotate annotate; }

# ---- the laws ----

each_game_file() {
    ls "$data"/annotate/*.txt "$data"/rules/*.txt "$data"/samples/*.txt "$data"/problems/*.txt \
        "$data"/trapper-notation/{forms,removals,starts}.txt
}

# bats test_tags=all
@test "annotating twice is annotating once" {
    for file in $(each_game_file | a_few); do
        for style in plies moves; do
            cp-annotate --add $all --number $style "$file" >once 2>/dev/null || true
            cp-annotate --add $all --number $style once >twice 2>/dev/null || true
            diff once twice || { echo "$file" && return 1; }
        done
        check_records once
    done
}

# bats test_tags=all
@test "what was added can be taken out again, whole and by its kind" {
    for file in $(each_game_file | a_few); do
        cp-annotate "$file" >before 2>/dev/null || true
        cp-annotate --add repetition,material,remote,legal-count,ko --number plies "$file" >added 2>/dev/null || true
        cp-annotate --strip added added >after 2>/dev/null || true
        cp-annotate --strip repetition,material,remote,ko --strip legal-count,numbers added >parts 2>/dev/null || true
        # a frame that had to be guessed is known from then on
        for each in before after parts; do jq -c 'del(.frame)' $each >$each.json; done
        diff before.json after.json || { echo "$file" && return 1; }
        diff before.json parts.json || { echo "$file" && return 1; }
    done
}

# bats test_tags=all
@test "as text and read again, what was added is still known" {
    for case in marks repetition material remote legal numbers; do
        cp-annotate --add $all --number plies "$data/annotate/$case.txt" >once 2>/dev/null
        cp-convert --to text once | cp-annotate --add $all --number plies 2>/dev/null >again
        diff <(jq -c .moves,.end once) <(jq -c .moves,.end again)
    done
}

@test "with nothing asked every game passes as cp-parse writes it, and damaged ones too" {
    for file in "$data"/annotate/*.txt "$data"/samples/games.txt; do
        [ "$(basename "$file")" = illegal.txt ] && continue
        cp-parse "$file" >parsed 2>/dev/null
        cp-annotate "$file" 2>/dev/null | diff parsed -
    done
    run --separate-stderr cp-annotate "$data/annotate/illegal.txt"
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 5 ]
}

@test "corrected marks are those that cp-validate wants (R-NOT-7)" {
    cp-annotate --add check,capture "$data/annotate/marks.txt" >right.jsonl 2>/dev/null
    run --separate-stderr cp-validate "right.jsonl"
    [ "$status" = 0 ]
    [[ $stderr != *mark-wrong* && $stderr != *mark-missing* ]]
}

@test "engines' moves have no place for marks, and get none; wrong ones go (R-NOT-7)" {
    echo '1. e2e4 e7e5 2. d1h5+ b8c6 3. f1c4 g8f6 4. h5f7 1-0' |
        cp-annotate --add check,capture >marked.jsonl
    [ "$(jq -r '.moves | join(" ")' marked.jsonl)" = 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7' ]
    run cp-validate --quiet --strict marked.jsonl
    [[ $status = 0 && -z $output ]]
    echo '1. e2e4 e7e5 2. d1h5 b8c6 3. f1c4 g8f6 4. h5f7# 1-0' | cp-validate --quiet --strict
}

@test "each kind is added alone" {
    for kind in repetition:rep material:mat remote:remote legal-count:legal; do
        cp-annotate --add ${kind%:*} "$data"/annotate/{repetition,material,remote,legal}.txt >marked
        [ "$(grep -o '\[%[a-z]*' marked | sort -u)" = "[%${kind#*:}" ]
    done
    cp-annotate --add check,capture "$data/annotate/marks.txt" >marked 2>/dev/null
    run ! grep -F '[%' marked
}

@test "the place of a fault survives, and so do unknown fields" {
    cp-parse "$data/annotate/illegal.txt" 2>/dev/null | head -n 1 | jq -c '.mine = [1,2]' >one.jsonl
    run --separate-stderr cp-annotate --add check one.jsonl
    [ "$status" = 1 ]
    [[ $stderr == *"illegal.txt:4:41: error:"* ]]
    [[ $output == *'"mine":[1,2]'* ]]
}

# ---- a person's notes ----

@test "notes written in twice are there once" {
    cp "$data/annotate/notes.txt" "$data/annotate/notes.notes" .
    cp-annotate --notes notes.notes notes.txt >once
    cp-annotate --notes notes.notes --notes notes.notes once | diff once -
}

@test "marks of notes that no square of a game's board has are told where the notes say them" {
    printf '%s\n' '- plies:' '    0: {arrows: {green: i1-a1}}' '    1: {marks: {red: e9 e8}}' >m.yaml
    run --separate-stderr -0 cp-annotate --notes m.yaml <<<'1. e4 *'
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 2 ]
    [[ $stderr == *"m.yaml:2:25: warning: "*": i1 ["*"m.yaml:3:22: warning: "*": e9 ["* ]]
    jq -e '.moves[0] | .before == ["[%cal Gi1a1]"] and .after == ["[%csl Re9,Re8]"]' <<<"$output"
    run --separate-stderr -0 cp-annotate --notes m.yaml <<<'[Variant "coaip"] 1. (5,4) *'
    [ -z "$stderr" ]
}

@test "each mark of notes beyond the border that a game has is told at its own line" {
    printf '%s\n' '- plies:' '    1:' '      marks:' '        red: (5,4) (14,15)' \
        '        blue: (15,3)' '      arrows:' '        green: (1,1)-(2,99)' >m.yaml
    plane='[Variant "coaip"] [Rules "border: [-5, 14, -6, 15]"] 1. (5,4) *'
    run --separate-stderr -0 cp-annotate --notes m.yaml <<<"$plane"
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 2 ]
    [[ $stderr == *"in the fields of notes it is their name"* ]]
    [[ $stderr == *"m.yaml:5:15: warning: "*": (15,3) ["*"m.yaml:7:16: warning: "*": (2,99) ["* ]]
    printf '%s' '[Variant "Classical"] w 0/100 1 -5,14,-6,15 ' \
        'P5,2+|K5,1+|k5,8+|p5,7+ 5,2>5,4' >b.icn
    run --separate-stderr -0 cp-annotate --notes m.yaml b.icn
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 2 ]
    # open to the left and below; and in a frame of its own
    run --separate-stderr -0 cp-annotate --notes m.yaml <<<"${plane/-5, 14, -6, 15/_, 15, _, 99}"
    [ -z "$stderr" ]
    plane='[Variant "huygens"] [Frame "classical"] [Rules "border: [1, 20, 1, 22]"] *'
    sed 's/    1:/    0:/' m.yaml >zero.yaml
    run --separate-stderr -0 cp-annotate --notes zero.yaml <<<"$plane"
    [ "$(grep -c 'mark-off-board' <<<"$stderr")" = 2 ]
    [[ $stderr == *": (15,3) ["*": (2,99) ["* ]] # as they are written, not in letters
}

@test "slips in the notes are told at their line and column, and nothing is done" {
    printf '%s\n' '- plies:' '    1: {nag: [1]}' '    x: {comment: y}' >bad.yaml
    run --separate-stderr cp-annotate --notes bad.yaml "$data/annotate/notes.txt"
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *"bad.yaml:2:9: error: this cannot stand in notes: nag [notes-value]"* ]]
    [[ $stderr == *"bad.yaml:3:5: error: this cannot stand in notes: x:"*"[notes-value]"* ]]
    [[ $stderr == *"this file cannot be used: bad.yaml [file-bad]"* ]]
    printf '%s\n' '- plies: {' >bad.yaml
    run --separate-stderr cp-annotate --notes bad.yaml "$data/annotate/notes.txt"
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *"bad.yaml:2:1: error:"*"[bad-yaml]"* ]]
    run --separate-stderr cp-annotate --notes gone.yaml "$data/annotate/notes.txt"
    [ "$status" = 3 ]
    [[ $stderr == *"gone.yaml"* ]]
}

@test "notes that fit no game or no ply are told, and the rest is written" {
    printf '%s\n' '- game: 9' '  plies: {1: {comment: x}}' '- match: {White: Ada}' \
        '  plies: {1: {move: (f12), comment: x}, 2: {comment: here}, 77: {comment: x}}' >notes.yaml
    run --separate-stderr cp-annotate --notes notes.yaml "$data/annotate/notes.txt"
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $output == *'{"move":"(f14)","after":["here"]}'* && $output != *'"x"'* ]]
    [[ $stderr == *"notes.yaml:1:3: error: these notes fit no game"* ]]
    [[ $stderr == *"notes.yaml:4:21: error: another move, or none, stands where the notes expect one: ply 1 is (f11)"* ]]
    [[ $stderr == *"notes.yaml:4:61: error: another move, or none, stands where the notes expect one: ply 77"* ]]
}

@test "notes that fit no game are status 1, alone too" {
    printf '%s\n' '- game: 9' '  plies: {1: {comment: x}}' >notes.yaml
    run --separate-stderr cp-annotate --notes notes.yaml "$data/annotate/notes.txt"
    [ "$status" = 1 ]
    [ "${#lines[@]}" = 2 ]
    [[ $stderr == *"notes.yaml:1:3: error: these notes fit no game [notes-unused]"* ]]
}

# ---- what is asked ----

@test "a word that is none is status 2, with the one that was meant" {
    run --separate-stderr cp-annotate --add check,captrue "$data/samples/games.txt"
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $stderr == *'--add "captrue"; did you mean capture? [option-value-wrong]'*"usage: cp-annotate"* ]]
    run --separate-stderr cp-annotate --strip nag "$data/samples/games.txt"
    [ "$status" = 2 ]
    [[ $stderr == *"did you mean nags?"* ]]
    run --separate-stderr cp-annotate --add anything "$data/samples/games.txt"
    [ "$status" = 2 ]
    [[ $stderr == *"it takes check,capture,repetition,material,remote,legal-count,clocks,falls"* ]]
    run cp-annotate --number roman "$data/samples/games.txt"
    [ "$status" = 2 ]
    [[ $output == *"plies|moves|none"* ]]
}

@test "help names every word there is" {
    run cp-annotate --help
    for words in $(cp-annotate --add '?' 2>&1 | sed -n 's/.*it takes \(.*\) \[.*/\1/p') \
        $(cp-annotate --strip '?' 2>&1 | sed -n 's/.*it takes \(.*\) \[.*/\1/p'); do
        for word in ${words//,/ }; do
            [[ $output == *"$word"* ]] || { echo "$word" && return 1; }
        done
    done
}

@test "falls put right validate strictly; adding twice is adding once; what is added can be taken out (R-TD-7)" {
    game='[Variant "Trapdoor Chess"]\n[Trapdoor "1"]\n\n1. e4 {[%%clk 0:01] mine} e5 2. d3 (a2:a2) d6 *\n'
    printf "$game" | cp-annotate --add clocks,falls >once
    cp-validate --strict --quiet once >/dev/null
    cp-annotate --add clocks,falls once | cmp once -
    grep -q '"move":"d3","falls":\["e4"\],"after":\["\[%trap black pawn e5 1, white pawn d3 1\]"\]' once
    printf "$game" | cp-annotate --add falls >falls
    cp-annotate --strip added once | cmp falls -
    [[ $(cp-annotate --strip clocks once) != *%clk* ]]
    [[ $(cp-annotate --strip clocks once) != *%trap* ]]
    [[ $(cp-annotate --strip all once) == *'"falls":["e4"]'* ]]
    [[ $(cp-annotate --strip falls once) != *'"falls"'* ]]
}

@test "the trapdoor of a piece that was pushed: turns of its own side, in pictures, too (R-TD-3)" {
    printf '%s\n' '[Variant "Trapper Chess"] [Trapdoor "2"]' '[Setup "w: K i2, M d4; b: K i8, S e4, S m1"]' \
        '1. Md4>e4 Ki8-i7 2. Ki2-i3 Sm1-l3 3. Me4-e5 (f4:f4) *' >pushed.txt
    turns=$(cp-annotate --add clocks pushed.txt | jq -r '.moves[].after[0]? // ""' | grep -o 'f4 .' | tr -d '\n')
    [ "$turns" = 'f4 2f4 1f4 1f4 0' ]
    run -0 cp-render --ply 4 pushed.txt
    [[ $output == *' M1 s0 '* && "$(tr -s '\n ' ' ' <<<"$output")" == *', black swapper f4 0, '* ]]
    cp-render --svg --ply 4 pushed.txt | grep -q '>0</text>'
}

@test "agents know no rule of repetition, and nothing is said of it (R-TR-15)" {
    round='Mb4-b5 Mj4-j5 Mb5-b6 Mj5-j6 Mb6-b5 Mj6-j5 Mb5-b4 Mj5-j4'
    echo "[Variant \"Trapper Chess\"] [Setup \"w: K e2, M b4; b: K i8, M j4\"] $round $round Mb4-b5 *" >round.txt
    run --separate-stderr -0 cp-annotate --add repetition round.txt
    [ "$output" = "$(cp-parse round.txt)" ]
    cp-validate round.txt | jq -e '.verdict.valid and .verdict.threefold_since == null'
    [ "$(cp-select --count --has repetition round.txt)" = 0 ]
}

@test "numbers are taken out with none" {
    cp-annotate --number moves "$data/samples/games.txt" >numbered
    cp-annotate --number none numbered | diff <(cp-parse "$data/samples/games.txt") -
}

@test "stripping happens before adding" {
    cp-annotate --strip comments --add material "$data/samples/games.txt" >stripped
    grep -q '%mat' stripped
    run ! grep 'holds the pawn' stripped
}

@test "a full disk is status 3" {
    run bash -c "cp-annotate '$data/samples/games.txt' >/dev/full"
    [ "$status" = 3 ]
}

# ---- openings ----

@test "openings are named by position: tags, and a remark at the move" {
    moves='1. Nf3 d6 2. e4 c5 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Na4 *'
    run --separate-stderr -0 cp-annotate --add opening,opening-remark <<<"$moves"
    jq -e '.tags == {ECO: "B90", Opening: "Sicilian Defense: Najdorf"}' <<<"$output"
    jq -e '.moves[9] == {move: "a6", after: ["[%opening B90 Sicilian Defense: Najdorf]"]}' <<<"$output"
    # again is once; taken out, remark and tags go
    [ "$(cp-annotate --add opening,opening-remark <<<"$output")" = "$output" ]
    jq -e '(.tags | not) and .moves[9] == "a6"' <<<"$(cp-annotate --strip opening <<<"$output")"
    jq -e '.tags.ECO == "B90" and .moves[9] == "a6"' <<<"$(cp-annotate --strip added <<<"$output")"
    # moves of variations name nothing, nor does a game that was not begun
    run -0 cp-annotate --add opening <<<'1. e4 (1. d4 d5 2. c4 c6) *'
    jq -e '.tags.ECO == "B00"' <<<"$output"
    run -0 cp-annotate --add opening <<<'[Event "?"] *'
    [[ $output != *ECO* ]]
}

@test "tags of an opening that say something stay, unless they are taken out first" {
    game='[ECO "Z1"] [Opening "?"] 1. e4 c5 *'
    run -0 cp-annotate --add opening <<<"$game"
    jq -e '.tags == {ECO: "Z1", Opening: "Sicilian Defense"}' <<<"$output"
    jq -e '.tags.ECO == "Z1"' <<<"$(cp-annotate --strip added <<<"$game")" # who knows whose it is?
    run -0 cp-annotate --strip opening --add opening <<<"$game"
    jq -e '.tags == {ECO: "B20", Opening: "Sicilian Defense"}' <<<"$output"
}

@test "our openings are of chess alone; a file of one's own is of any variant" {
    run -0 cp-annotate --add opening <<<'[Variant "King of the Hill"] 1. e4 c5 *'
    [[ $output != *ECO* ]]
    plane='[Variant "coaip"] 1. (5,4) (5,5) 2. (4,4) *'
    printf 'eco\tname\tpgn\n\tThe [old] one\t1. (5,4) (5,5)\r\nX\tOther\t1. (4,4)\n' >own.tsv
    run --separate-stderr -0 cp-annotate --add opening,opening-remark --openings own.tsv <<<"$plane"
    jq -e '.tags.Opening == "The [old] one" and .tags.ECO == null' <<<"$output"
    jq -e '.moves[1].after == ["[%opening The _old_ one]"]' <<<"$output"
}

@test "openings on trapdoors: the game's own delay, whichever way it is said" {
    printf 'A\tLong\t1. e4 e5 2. Nf3 Nf6 3. Nc3\nB\tLong and one gone\t1. e4 e5 2. Nf3\n' >own.tsv
    for tags in '[Variant "Chess"] [Trapdoor "5"]' '[Variant "Trapdoor Chess"]' '[Variant "Chess"]' \
        '[Variant "Trapdoor Chess"] [Trapdoor "2"]' '[Variant "Chess"] [Trapdoor "2"]'; do
        echo "$tags 1. e4 e5 2. Nf3 *"$'\n\n'"$tags 1. Nf3 e5 2. e4 Nf6 3. Nc3 *"
    done >games.txt
    run -0 cp-annotate --openings own.tsv --add opening games.txt
    # where a clock runs, what came first matters
    [ "$(jq -r '.tags.ECO // "-"' <<<"$output" | tr -d '\n')" = 'B-B-BAB-B-' ]
    [ "$(cp-annotate --add opening games.txt | jq -r 'select(.tags.ECO).tags.Variant' | sort -u)" = Chess ]
    [ "$(cp-annotate --add opening games.txt | jq -r 'select(.tags.ECO and .tags.Trapdoor) | 1')" = '' ]
}

@test "what is wrong with openings is told at its place" {
    printf 'eco\tname\tpgn\n' >idle.tsv
    run -2 cp-annotate --openings idle.tsv --add check <<<'1. e4'
    [[ "$output" == *'[option-idle]'* ]]
    printf 'eco\tname\tpgn\nA\tGood\t1. e4 e5\nB\tNo move\t1. e4 x\nC\tNot legal\t1. e4 e5 2. Ke3\n' >bad.tsv
    run --separate-stderr -1 cp-annotate --add opening --openings bad.tsv --jobs 2 \
        <<<'1. e4 e5 * [Trapdoor "2"] 1. e4 e5 * [Trapdoor "3"] 1. e4 *'
    [[ $stderr == *"bad.tsv:3:17: error: "*": x: this is no move [opening-illegal]"* ]]
    [[ $stderr == *"bad.tsv:4:25: error: "*": Ke3: "*" [opening-illegal]"* ]]
    [ "$(grep -c opening-illegal <<<"$stderr")" = 2 ]
    [ "$(jq -r .tags.ECO <<<"$output")" = $'A\nA\nnull' ]
    printf 'A\tGood\t1. e4\nalone\n' >bad.tsv
    run --separate-stderr -2 cp-annotate --add opening --openings bad.tsv <<<'1. e4 *'
    [[ -z $output && $stderr == *"bad.tsv:2:1: error: "*": alone [opening-value]"* ]]
    run --separate-stderr -3 cp-annotate --add opening --openings gone.tsv <<<'1. e4 *'
}

@test "every line of our openings is legal, and ends with a position that no other has" {
    table=$BATS_TEST_DIRNAME/../lib/annotate/openings.tsv
    [ "$(cut -f 1 "$table" | grep -cx '[A-E][0-9][0-9]')" = "$(($(wc -l <"$table") - 1))" ]
    [ "$(cut -f 1 "$table" | grep -x '[A-E][0-9][0-9]' | sort -u | wc -l)" = 500 ]
    tail -n +2 "$table" | awk -F '\t' '{ print "[White \"" $2 "\"]\n" $3 " *\n" }' >lines.pgn
    cp-validate --quiet --strict lines.pgn
    [ -z "$(cp-table games --columns last_key lines.pgn | sort | uniq -d)" ]
    cp-annotate --add opening lines.pgn | jq -r '.tags | [.ECO, .Opening] | @tsv' |
        diff <(tail -n +2 "$table" | cut -f 1,2) -
}
