#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Where no records are wanted, games with nothing to say about are not even read.
# Nobody may notice: messages, summary and status are those of a run with records.
load ../scripts/family.bash

generate() { # OPTION... of games of chess, unless they say something else
    "$extra/cp-generate" --variant fide --style short "$@"
}

same_said() { # OPTION... FILE
    local loud=0 quiet=0
    cp-validate --summary "$@" >/dev/null 2>loud || loud=$?
    cp-validate --summary --quiet "$@" >nothing 2>quiet || quiet=$?
    cmp loud quiet
    [ "$loud" = "$quiet" ]
    [ ! -s nothing ]
}

# bats test_tags=all
@test "every text of testdata is judged the same with and without records" {
    same_said "$data"/*/*.txt "$data"/*/*.pgn # messages name their file
    same_said --strict "$data"/*/*.txt "$data"/*/*.pgn
    cat "$data"/pgn/*.txt "$data"/fide/*.txt "$data"/pgn/*.pgn >all.pgn
    same_said all.pgn
    same_said --jobs 3 all.pgn
    same_said --variant fide all.pgn
    same_said --trapdoor 5 all.pgn
    same_said --piece-letters de all.pgn
}

@test "and so are random games, whole and damaged, in lines of any end" {
    generate --games 150 --plies 600 --seed 11 >games.pgn
    same_said games.pgn
    same_said --jobs 2 games.pgn
    grep -q '^valid *150$' quiet
    sed 's/$/\r/' games.pgn >crlf.pgn
    same_said crlf.pgn
    sed -e '0~97s/+//' -e '0~131s/x//' -e '0~151s/N/B/' -e '0~173s/\([a-h]\)[45]/\11/' games.pgn >bad.pgn
    same_said bad.pgn
    [ "$(grep -c '^bad *0$' quiet)" = 0 ]
    sed 's/\([a-h][1-8][+#]*\)$/\1 {[%clk 0:05:00]} $1/' games.pgn >comments.pgn
    same_said comments.pgn
}

# bats test_tags=all
@test "and on trapdoors, wherever falls are right, wrong or missing" {
    generate --variant trapdoor --games 600 --plies 200 --seed 13 >doors.pgn
    same_said doors.pgn
    same_said --jobs 2 doors.pgn
    grep -q '^valid *600$' quiet
    sed -e '0~31s/ *([a-h][1-8]:[a-h][1-8])//' -e '0~37s/(e4:e4)/(e5:e5)/' -e '0~41s/+ / /' -e '0~43s/(a4:a4)/(a4:a4)(a4:a4)/' \
        -e '0~29s/^1-0$/0-1/' doors.pgn >bad.pgn
    same_said bad.pgn
    [ "$(grep -c '^bad *0$' quiet)" = 0 ]
    { cat doors.pgn && generate --games 100 --plies 80 --seed 14; } >mixed.pgn
    same_said mixed.pgn
    sed 's/Trapdoor Chess/Chess/' doors.pgn >plain.pgn
    same_said plain.pgn
}

# bats test_tags=all
@test "and with delays that a tag or an option says (R-TD-8)" {
    local delay
    for delay in 1 2 3; do
        sed "s/^trapdoor: 5/trapdoor: $delay/" "$top/schemas/variants/trapdoor.yaml" >doors.yaml
        generate --variant-file doors.yaml --games 300 --plies 150 --seed 2$delay >doors.pgn
        sed "s/^\[Variant.*/[Trapdoor \"$delay\"]/" doors.pgn >tagged.pgn
        same_said tagged.pgn
        grep -q '^valid *300$' quiet
        sed -e '0~37s/ *([a-h][1-8]:[a-h][1-8])//' -e '0~41s/+ / /' tagged.pgn >bad.pgn
        same_said bad.pgn
        grep -v '^\[Variant' doors.pgn >bare.pgn
        same_said --trapdoor $delay bare.pgn
        grep -q '^valid *300$' quiet
    done
}

@test "and records, from games in one variant and many" {
    generate --games 100 --plies 200 --seed 12 >games.pgn
    cp-parse games.pgn >games.jsonl
    same_said games.jsonl
    same_said --jobs 2 games.jsonl
    grep -q '^valid *100$' quiet
    sed -e '0~3s/"N/"B/3' -e '0~7s/"variant":"fide"/"variant":"coaip"/' -e '0~5s/"1-0"/"0-1"/2' games.jsonl >bad.jsonl
    same_said bad.jsonl
    same_said "$data"/*/*.jsonl
}

@test "where moves are of no interest, no byte among them hides the next game" {
    /usr/bin/python3 - >odd.pgn <<'EOF'
import sys
line = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O b5"
for byte in range(256):
    for at in range(6, 26):
        moves = line[:at] + bytes([byte]) + line[at:]
        sys.stdout.buffer.write(b'[Round "1"]\n\n' + moves + b'\n' + [b'1-0', b'1/2-1/2', b'*'][at % 3] + b'\n\n[Round "2"]\n\n1. d4 *\n\n')
EOF
    cp-parse odd.pgn 2>/dev/null | jq -c 'select(.tags.Round == "2")' >wanted || true
    cp-select --tag 'Round = 2' odd.pgn >found 2>/dev/null || true
    [ "$(wc -l <wanted)" -gt 4500 ]
    jq -c . found | cmp - wanted
}
