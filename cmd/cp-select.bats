#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
bats_require_minimum_version 1.5.0
load ../scripts/family.bash

# five games: players, dates and numbers known, half known, or not at all
archive() {
    cat <<'END'
[White "Alekhine, Alexander"]
[Black "Bogoljubov, Efim"]
[Date "1929.09.06"]
[WhiteElo "2690"]
[Round "2"]
[Result "1-0"]

1. d4 d5 2. c4 c6 1-0

[White "Bogoljubov, Efim"]
[Black "alekhine, A."]
[Date "1929.??.??"]
[WhiteElo "2600"]
[Round "10"]
[Result "0-1"]

1. e4 e5 0-1

[White "Hill"]
[Black "Dale"]
[Date "????.??.??"]
[WhiteElo ""]
[Result "1/2-1/2"]

1. e4 {a comment
1-0 inside} c5 (1... e5 2. Nf3) 2. Nf3 1/2-1/2

[Variant "Trappist-1"]
[White "East"]
[Result "*"]

1. (f11) (f14) *

1. e4 e6 1-0
END
}

# selects GAMES WHAT...: the players of White in those games
selects() {
    archive >a.pgn
    cp-select "${@:2}" a.pgn >out
    run -0 jq -rs '[.[] | (.tags.White // "-") | split(",")[0]] | join(" ")' out
    [ "$output" = "$1" ] || { echo "$* gave: $output"; return 1; }
}

# bats test_tags=all
@test "tags are asked by patterns, values, numbers and dates" {
    selects 'Alekhine' --tag 'White ~ ^Alekh'
    selects 'Bogoljubov' --tag 'Black ~ /^alekh/'
    selects 'Alekhine Bogoljubov' --tag 'Black ~ /o|KH/i'
    selects 'Alekhine' --tag 'White=Alekhine, Alexander'
    selects 'Alekhine' --tag 'White == Alekhine, Alexander'
    selects 'Alekhine' --tag 'White =~ /^alekh/i'
    selects '' --tag 'White = =Alekhine, Alexander'
    selects 'Alekhine -' --tag 'Result = 1-0' # where there is no tag, what stands behind the moves
    selects 'Hill East -' --tag 'Round != 2' --tag 'Round != 10'
    selects 'Bogoljubov' --tag 'Round > 2'
    selects 'Alekhine' --tag 'WhiteElo >= 2690.0'
    selects 'Alekhine Bogoljubov' --tag 'WhiteElo>2599.5'
    selects 'Bogoljubov' --tag 'WhiteElo < 2690' # nothing is no number
    selects 'Alekhine Bogoljubov' --tag 'Date < 1930'
    selects '' --tag 'Date < 1929.06'
    selects 'Alekhine' --tag 'Date > 1929.05' # of the other the month is not known
    selects 'Alekhine Bogoljubov' --tag 'Date >= 1929'
    selects 'Alekhine Hill East' --tag 'White !~ o' --tag White
    selects 'East' --tag 'Variant = Trappist-1'
    selects 'Alekhine Hill -' --not --tag 'White ~ o|t'
}

# bats test_tags=all
@test "players, variants, dates and lengths given twice are one or the other, results both" {
    selects 'Alekhine Bogoljubov' --player '/ALEKHINE/i'
    selects 'Alekhine' --white Alekhine
    selects 'Alekhine Bogoljubov East' --player East --player '/alekh/i'
    selects 'Alekhine Bogoljubov -' --result 1-0,0-1
    selects 'Alekhine -' --result 1-0,0-1 --result '1-0,*' # lists of words: both
    selects '' --result 1-0 --result 0-1
    selects 'Alekhine' --player 'Alekhine, A' # in a name a comma is text
    selects 'Hill East' --result '1/2-1/2,*'
    selects 'East' --variant trappist-1
    selects 'Alekhine Bogoljubov Hill -' --not --variant 'Trappist-1'
    selects 'Alekhine Bogoljubov' --date 1929
    selects 'Alekhine' --date 1929.09.06:1929.09
    selects 'Alekhine Bogoljubov' --date :1940
    selects '' --date 1930:
    selects 'Alekhine' --plies 4
    selects 'Alekhine Hill' --plies 3:
    selects 'Bogoljubov East -' --plies :2
    selects 'Bogoljubov Hill East -' --not --plies 4
    selects 'Alekhine Hill' --not --not --plies 3:4
    selects 'Bogoljubov Hill' --not --result 1-0 --not --result '*'
}

@test "a record goes out byte for byte as it came, text as cp-parse writes it" {
    archive >a.pgn
    cp-parse a.pgn >a.jsonl
    cp-select a.pgn | cmp - a.jsonl
    sed 's/":/": /g; s/^{/{ "own" :  [1,  2], /' a.jsonl >odd.jsonl
    cp-select odd.jsonl | cmp - odd.jsonl
    cp-select --plies 4 odd.jsonl | cmp - <(head -n 1 odd.jsonl)
    cp-select --player Hill odd.jsonl | cmp - <(sed -n 3p odd.jsonl)
    printf '%s\r\n\n' "$(sed -n 3p odd.jsonl)" | cp-select --player Hill | cmp - <(sed -n 3p odd.jsonl)
    cp-select --player Hill --yaml odd.jsonl | head -n 1 | grep -qx -- ---
    [ "$(cp-select --plies 4 --stamp a.jsonl | jq -r '.tool | length')" = 1 ]
}

# bats test_tags=all
@test "a question and its --invert together are the input, whatever the input is" {
    archive >a.pgn
    printf '%s\n' '[White "X"]' '' '1. e4 rubbish 2. Ke5 (1. d4 1-0) 1-0' '' '[Black "Y"]' '1. e4 ( 1-0' \
        '' '[White "Z"]' '[Nobody "knows"]' '' '1. e4 *e5 *' '' ') 1-0 ; to the end 0-1' '1/2-1/2' \
        '[White "Hill"]' '[Result "1-0"]' '' '1. e4 0-1' '' '[Variant "Unheard"]' '1. x9 *' >>a.pgn
    cp-parse a.pgn >a.jsonl 2>/dev/null || true
    for file in a.pgn a.jsonl; do
        for question in '--player Hill' '--tag White~[A-H]' '--plies 2' '--result 1-0' '--not --tag Nobody' \
            '--variant fide' '--variant unheard' '--date 1929' '--tag Result=*'; do
            # shellcheck disable=SC2086
            { cp-select $question $file || true; cp-select --invert $question $file; } 2>/dev/null | sort | \
                diff - <(sort a.jsonl) || { echo "$question $file"; return 1; }
            # shellcheck disable=SC2086
            diff <(cp-select $question a.pgn 2>/dev/null) <(cp-select $question a.jsonl 2>/dev/null)
        done
    done
}

@test "what is told is of the games that come out, and a line that is no record is in neither" {
    printf '%s\n' '[White "A"]' '' '1. e4 rubbish *' '' '[White "B"]' '' '1. e4 e5 *' >g.pgn
    run -0 --separate-stderr cp-select --white B g.pgn
    [ -z "$stderr" ]
    run -1 --separate-stderr cp-select --white A g.pgn
    [[ $stderr == *'g.pgn:3:7: error: this is no move: rubbish'* ]]
    cp-parse g.pgn 2>/dev/null >g.jsonl || true
    printf '%s\n' '{"moves":' '[1]' >>g.jsonl
    run -1 --separate-stderr cp-select --count --tag White --invert g.jsonl
    [ "$output" = 0 ]
    [[ $stderr == *'[json-bad]'* || $stderr == *'g.jsonl:3:'* ]]
}

@test "the variant is asked by its id, whatever name of it a game gives" {
    printf '[Variant "Trappist-1"]\n1. (f11) *\n' >g.txt
    [ "$(cp-select --count --tag 'Variant = trappist-1' g.txt)" = 1 ]
    [ "$(cp-select --count --tag 'Variant = Trappist-1' g.txt)" = 1 ]
    [ "$(cp-select --count --tag 'Variant != trappist-1' g.txt)" = 0 ]
    [ "$(cp-select --count --tag 'Variant = site-core' <<<'[Variant "Core"] 5,2>5,4')" = 1 ]
}

@test "how many, where, the first ones, and none where some were expected" {
    archive >a.pgn
    [ "$(cp-select -c -p Hill a.pgn)" = 1 ]
    [ "$(cp-select -c a.pgn)" = 5 ]
    [ "$(cp-select -ci -p Hill a.pgn)" = 4 ]
    [ "$(cp-select --hits --result '1/2-1/2' a.pgn)" = "a.pgn:19:1: ply 0: Hill - Dale" ]
    [ "$(cp-select --first 2 a.pgn | wc -l)" = 2 ]
    [ "$(cp-select --first 2 -c a.pgn)" = 2 ]
    yes "$(cp-select --first 1 a.pgn)" | cp-select --first 3 | wc -l | grep -qx 3
    run -0 cp-select -p Nobody a.pgn
    run -1 cp-select --expect -p Nobody a.pgn
    [ -z "$output" ]
    run -0 cp-select --expect -p Hill a.pgn
}

# bats test_tags=all
@test "whatever the number of workers, the same games come out" {
    (quick; for i in {1..40}; do archive; echo; done) >many.pgn
    cp-parse many.pgn >many.jsonl
    for file in many.pgn many.jsonl; do
        for words in '--player Hill' '--plies 4 --invert' '--count --result 1-0' '--hits --date 1929' '--first 7 --white East'; do
            # shellcheck disable=SC2086
            cp-select $words $file >want
            # shellcheck disable=SC2086
            CP_BATCH=300 cp-select --jobs 3 $words $file | cmp - want
        done
    done
}

# bats test_tags=all
@test "a tag that no game has is told of, with the one that is probably meant" {
    archive >a.pgn
    told() { # NOTE WHAT...
        run -0 --separate-stderr cp-select --count "${@:2}"
        [[ $stderr == "$1" ]] || { echo "$*: $stderr"; return 1; }
    }
    for jobs in 1 3; do
        export CP_BATCH=300
        told 'cp-select: note: no game has the tag that is asked for: --tag "white"; did you mean White? [tag-in-no-game]' \
            --tag 'white = Hill' --jobs $jobs a.pgn
        told 'cp-select: note: no game has the tag that is asked for: --tag "Nobody" [tag-in-no-game]' --tag 'Nobody != x' --jobs $jobs a.pgn
        told 'cp-select: note: no game has the tag that is asked for: --tag "Clocks" [tag-in-no-game]' --tag Clocks --jobs $jobs a.pgn
        told '' --tag 'Round > 9' --jobs $jobs a.pgn
    done
    told '' --not --tag Nobody a.pgn
    told '' --tag 'FEN ~ x' a.pgn
    told '' --tag 'white = Hill' /dev/null
    told '' --tag 'Nobody != x' --first 1 a.pgn # the others are not read
    splits() { # NOTE NAME WHAT...
        run -0 --separate-stderr cp-select --split "out/$2" "${@:3}"
        [[ $stderr == "$1" ]] || { echo "$*: $stderr"; return 1; }
    }
    mkdir out
    for jobs in 1 3; do
        splits 'cp-select: note: no game has the tag that is asked for: --split "{Whit}"; did you mean {White}? [tag-in-no-game]' \
            '%{Black}-%{Whit}-%{Date}' --jobs $jobs a.pgn
        splits '' '%{White}-%{Variant}-%{Result}' --jobs $jobs a.pgn
    done
    printf '[FEN "8/8/8/4k3/8/8/5K2/R7 w - - 0 1"]\n\n1. Ra2 1-0\n' >f.pgn
    splits '' '%{FEN}-%{Result}' f.pgn # what stood in a tag
    [ -s 'out/8_8_8_4k3_8_8_5K2_R7 w - - 0 1-1-0' ]
    splits '' '%{Whit}' /dev/null
    splits '' '%{Whit}' --first 1 a.pgn
    splits '' '%n' --split-every 2 a.pgn
}

# bats test_tags=all
@test "a player whom no game has as written, but some in other capitals, is told of" {
    archive >a.pgn
    cp-parse a.pgn >a.jsonl
    for file in a.pgn a.jsonl; do
        for jobs in 1 3; do
            export CP_BATCH=300
            told() { # NOTE WHAT...
                run -0 --separate-stderr cp-select --count --jobs $jobs "${@:2}" $file
                [[ $stderr == "${1:+cp-select: note: no game has this player as written here, but some have one whose name differs in capitals alone: $1 [capitals-differ]}"* ]] &&
                    [[ $1 || ! $stderr ]] || { echo "$*: $stderr"; return 1; }
            }
            found() { # PATTERN WHAT...: the games of any capitals, and told
                local games count
                games=$(cp-select "${@:2}" "/$1/i" $file | md5sum)
                count=$(cp-select --count "${@:2}" "/$1/i" $file)
                told "${*: -1} $1: \"$name\", whose games are taken" "${@:2}" "$1"
                [[ $output == "$count" && $count -gt 0 ]] || { echo "$*: $output"; return 1; }
                [[ $(cp-select --jobs $jobs "${@:2}" "$1" $file 2>/dev/null | md5sum) == "$games" ]]
                run -0 --separate-stderr cp-select --count "${@:2}" "$1" <$file
                [[ $output == 0 && $stderr == *capitals-differ* && $stderr != *taken* ]]
                run -0 --separate-stderr cp-select --count "${@:2}" "$1" <(cat $file)
                [[ $output == 0 && $stderr == *capitals-differ* && $stderr != *taken* ]]
            }
            name='Alekhine, Alexander' found ALEKHINE --player
            name='Alekhine, Alexander' found alekhine --white # Black has it as it is
            name='Alekhine, Alexander' found ALEKHINE --first 1 --player
            told '--player /^bogo/: "Bogoljubov, Efim", whose games are taken' --player /^bogo/
            : >empty.pgn # can be read again
            told '--player ALEKHINE: "Alekhine, Alexander", whose games are taken' --player ALEKHINE empty.pgn
            told '--player ALEKHINE: "Alekhine, Alexander"' --where 'not player(ALEKHINE) and plies(900)'
            told '' --player alekhine
            told '' --black alekhine
            told '' --player /ALEKHINE/i
            told '' --player nobody
            told '--player hill: "Hill"' --player East --player hill
            told '' --player East --player hill --first 1 # the others are not read
        done
    done
}

@test "tags that are fields of a record are asked for by their names" {
    printf '[Variant "Trappist-1"]\n[Setup "w: K (b2), R (g2); b: K (c9)"]\n[Rules "fifty-moves: false"]\n\n1. R(g2)-(g9)+ *\n' >s.txt
    printf '[FEN "8/8/8/4k3/8/8/5K2/R7 w - - 0 1"]\n\n1. Ra2 1-0\n' >f.pgn
    cp-parse --trapdoor 7 s.txt >s.jsonl
    answers() { # COUNT WHAT...
        run -0 --separate-stderr cp-select --count "${@:2}"
        [[ $output == "$1" && ! $stderr ]] || { echo "$*: $output $stderr"; return 1; }
    }
    for file in s.txt s.jsonl; do
        answers 1 --tag Setup "$file"
        answers 1 --tag 'Setup ~ R .g2' "$file"
        answers 1 --tag 'Start ~ R .g2' "$file"
        answers 1 --tag 'Rules = fifty-moves: false' "$file"
        answers 0 --not --tag Rules "$file"
        answers 0 --tag FEN "$file" # as text would have it
    done
    answers 1 --tag 'Trapdoor = 7' s.jsonl
    answers 1 --tag FEN f.pgn
    answers 1 --tag Start f.pgn
    answers 0 --tag Setup f.pgn
    answers 0 --tag Rules f.pgn
}

# bats test_tags=all
@test "a question that is none is refused, and says why" {
    refuses() { # WHY WHAT...
        run -2 cp-select "${@:2}" /dev/null
        [[ $output == *"$1"* ]] || { echo "$output"; return 1; }
    }
    refuses 'the pattern is wrong at its byte 2: missing closing parenthesis' --player '('
    refuses 'is no number, no date and no code' --tag 'White < Hill'
    refuses 'is no number, no date and no code' --tag 'Date < 2020.02.30'
    refuses 'a date, or two with : between' --date 2021.04.31
    refuses 'a tag, one of ~' --tag '= Hill'
    for sign in '=!' '~~' '=<' '=>' '<>' '===' '!=='; do
        refuses 'a tag, one of ~' --tag "White $sign Hill"
    done
    for slashed in /hill/z /hill/x /hill/I /hill / /hill/ii; do
        refuses 'an expression that begins with / ends with / or /i' --tag "White ~ $slashed"
        refuses 'an expression that begins with / ends with / or /i' --player "$slashed"
    done
    refuses 'a date, or two with : between' --date 12.5.1924
    refuses 'a date, or two with : between' --date :
    refuses 'a number of half-moves' --plies 3-9
    refuses '"9:3": what is before the : comes after what is behind it' --plies 9:3
    refuses 'comes after what is behind it' --date 1925:1924
    refuses '"B99:B90": what is before the : comes after what is behind it; as a text it is ~ /^B99:B90$/' \
        --tag 'ECO = B99:B90'
    refuses 'comes after what is behind it' --tag 'WhiteElo != 2700:2500.5'
    refuses 'the pattern is wrong at its byte' --comment '('
    for time in 0 0:00 -1 soon 1:60; do
        refuses "\"$time\": a time above 0, as 1:30:00" --clock-below "$time"
    done
    for eval in : x 1..2 '#1.5' 1:2:3; do
        refuses "\"$eval\": pawns or #moves to mate of White" --eval "$eval"
    done
    refuses '"#1:#2": what is before the : comes after what is behind it' --eval '#1:#2'
    refuses '"1:-1": what is before the : comes after what is behind it' --eval 1:-1
    refuses 'this is of a whole game' --where 'at(1:, comment(x))'
    refuses 'comment has its value in brackets' --where 'comment()'
    for game in x 5-8 1:2:3 : ''; do
        refuses 'a number of a game, from 1, or two with : between' --game "1,$game"
    done
    refuses '"9:3": what is before the : comes after what is behind it' --game 9:3
    refuses '"F00" is no number, no date and no code such as B90' --tag 'ECO < F00'
    refuses '"2-0"; it takes 1-0,0-1,1/2-1/2,*' --result 2-0
    refuses '--not: it stands in front of a condition' --player Hill --not
    refuses '--not: it stands in front of a condition' --not --count
    refuses '--count and --hits' --count --hits
    refuses 'at most 64 conditions' $(for _ in {1..65}; do echo --player Hill; done)
}

# where games go: three of chess, one with comments, and one with traps under it
played() {
    cat <<'END'
[White "fool"]

1. f3 e5 2. g4 Qh4# 0-1

[White "scholar"]

1. e4 e5 2. Bc4 Nc6 {[%clk 0:01] a plan} 3. Qh5 Nf6?? (3... g6 $1 4. Qf3) 4. Qxf7# 1-0

[White "passing"]

1. e4 a6 2. e5 d5 3. exd6 Nc6 4. dxc7 Nb8 5. cxb8=N Rxb8 6. Nf3 e6 7. Be2 Be7 8. O-O *

[White "doors"]
[Variant "Trapdoor Chess"]
[Trapdoor "2"]

1. e4 e5 2. Nf3 Nf6 3. a3 (e4:e4) a6 (e5:e5) *

[White "illegal"]

1. e4 e5 2. Nf3 Nc6 3. Ke3 Nf6 4. Bb5 *
END
}

# picks GAMES WHAT...: those games, by the fast lane and by the general engine, with records and text
picks() {
    [ -e p.jsonl ] || { played >p.pgn && cp-parse p.pgn >p.jsonl; }
    for how in $(often "bitboards:p.pgn general:p.jsonl" {bitboards,general}:p.{pgn,jsonl}); do
        CP_ENGINE=${how%:*} cp-select "${@:2}" ${how#*:} >picked 2>err || [ $? = 1 ]
        output=$(sed -n 's/.*"White":"\([^"]*\)".*/\1/p' picked | paste -sd ' ')
        [ "$output" = "$1" ] || { echo "$* gave: $output ($how)"; cat err; return 1; }
    done
}

# bats test_tags=all
@test "what happens in a game, how often, on the board and in the text" {
    picks 'passing' --has castling
    picks 'passing' --has en-passant
    picks 'passing' --has promotion
    picks 'passing' --has underpromotion
    picks 'fool scholar' --has check
    picks '' --has double-check
    picks 'scholar passing' --has capture
    picks 'passing' --has 'capture>=4'
    picks 'scholar' --has 'capture=1'
    picks 'fool' --has 'capture<1' --not --white doors
    picks 'doors' --has fall
    picks 'scholar' --has comment
    picks 'scholar' --has variation
    picks 'scholar' --has clock
    picks 'scholar' --has 'nag>=2'
    picks 'scholar' --has nag:4
    picks '' --has nag:2
    picks 'scholar doors' --has fall,variation
    picks 'fool passing' --not --has fall,variation
    picks '' --has castling --has comment
    picks 'fool' --not --has capture --ends checkmate
}

# bats test_tags=all
@test "how it ends, what cp-validate says, and which moves it begins with" {
    picks 'fool scholar' --ends checkmate
    picks 'passing doors' --ends none,stalemate
    picks 'passing doors' --ends none,stalemate --ends undecided,none
    picks '' --ends none --ends checkmate
    picks 'fool scholar passing doors' --valid
    picks 'illegal' --not --valid
    picks '' --warned
    picks 'scholar passing doors illegal' --moves '1. e4'
    picks 'scholar' --moves '1. e4 e5 2. Bc4'
    picks 'scholar doors illegal' --moves '1.e4 e5' --moves '1. d4'
    picks 'fool passing' --not --moves '1.e4 e5'
    picks 'scholar doors illegal' --moves '* e5 2. *' --not --white fool
    picks 'passing' --moves-in-any-order '1. e5 d5 2. e4 a6'
    picks 'passing' --moves-in-any-order '1. * d5 2. e4 *' # * is whatever is left
    picks '' --moves-in-any-order '1. * d5 2. Nf3'
    picks '' --moves '1. e5 d5 2. e4 a6'
}

# bats test_tags=all
@test "in any order each move of a line is one that was played, however they overlap" {
    # b1-a3 is Nba3 and N1a3; b5-a3 is Nba3 alone; a3-b1 is Nb1 and *
    printf '1. Na3 h6 2. Nb5 g6 3. Na3 f6 4. Nb1 e6 *\n' >n.pgn
    for line in '1. Nba3 h6 2. N1a3 g6 3. Nb5 f6' '1. N1a3 h6 2. Nba3 g6 3. Nb5 f6' \
        '1. Nb5 h6 2. N1a3 g6 3. Nba3' '1. * h6 2. Nba3 g6 3. N1a3 f6 4. Nb5' \
        '1. Nb5 h6 2. Nb1 g6 3. * f6 4. Nba3 e6'; do
        run -0 cp-select --count --moves-in-any-order "$line" n.pgn
        [ "$output" = 1 ] || { echo "$line: $output"; return 1; }
    done
    for line in '1. N1a3 h6 2. N1a3 g6 3. Nb5 f6' '1. Nba3 h6 2. Nba3 g6 3. Nba3 f6' \
        '1. N5a3 h6 2. N5a3 g6 3. Nb5 f6 4. *'; do
        run -0 cp-select --count --moves-in-any-order "$line" n.pgn
        [ "$output" = 0 ] || { echo "$line: $output"; return 1; }
    done
}

@test "a command of a comment is one whatever white space stands behind its name" {
    local between
    for between in ' ' $'\n' $'\t' $' \n '; do
        printf '1. e4 {a [%%clk%s0:01:00] [%%csl%sGd4] [%%cal%sGe2e4] [%%dia%s]} e5 *\n' "$between" "$between" "$between" "$between" >w.pgn
        [ "$(cp-select --count --has clock w.pgn)" = 1 ]
        [ "$(cp-table plies -c clock w.pgn | sed -n 2p)" = 60 ]
        run -0 --separate-stderr cp-render --ply marked w.pgn
        [[ $output == *'Highlighted: green d4'*'Arrows: green e2 to e4'* && -z $stderr ]]
        [ "$(cp-render --caption '<{comment}>' --ply 1 w.pgn | grep '^<')" = '<a>' ]
        [ "$(cp-annotate --strip clocks,marks w.pgn | cp-convert --to text | grep -c '%c')" = 0 ]
    done
    [ "$(printf '1. e4 {[%%clkx 0:01] [%%clk} *\n' | cp-select --count --has clock)" = 0 ]
}

@test "warnings of a text are asked for in its record, too" {
    printf '[White "odd"]\n\n1. e4\u00a0e5 *\n\n[White "plain"]\n\n1. e4 e5 *\n\n[White "mark"]\n\n1. e4+ e5 *\n' >w.pgn
    cp-parse w.pgn >w.jsonl 2>/dev/null
    for each in "$(printf 'odd\nmark') --warned" 'mark --warned=check-mark-wrong' 'odd --warned=parting-unusual'; do
        [ "$(cp-select "${each#* }" w.pgn 2>/dev/null | jq -r .tags.White)" = "${each% *}" ]
        run -0 cp-select "${each#* }" w.jsonl
        [ "$(cp-select "${each#* }" w.jsonl 2>/dev/null | jq -r .tags.White)" = "${each% *}" ]
    done
}

# bats test_tags=all
@test "what is on the board: material, positions, FEN with squares left open" {
    picks 'passing' --material 'QRRBBNNPPPPPPP:QRRBBNPPPPPP'
    picks 'passing' --material '~QRRBBNPPPPPP:QRRBBNNPPPPPPP'
    picks '' --material 'QRRBBNPPPPPP:QRRBBNNPPPPPPP'
    picks 'passing' --material '+NNN:'
    picks 'passing' --material '~+:NNN'
    picks 'fool' --fen 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR'
    picks 'fool' --fen 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2'
    picks '' --fen 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR w'
    picks 'scholar' --fen '*/*/*/*Q/*/*/*/*'
    picks 'scholar' --fen '????????/?????[QR]??/*/*/*/*/*/*'
    picks 'scholar' --fen '*k*/*a?Aa*/*/*/*/*/*/*'
    picks 'fool scholar' --fen '*k*/*a?Aa*/*/*/*/*/*/*' --fen '*/*/*/*/?*q/*/*/*'
    picks 'scholar' --some --position 'w: Q h5; b: N f6'
    picks '' --position 'w: Q h5; b: N f6'
    picks 'scholar' --some --position 'w: Q h5; b: N f6' --turn w --empty 'e7, d6'
    picks '' --some --position 'w: Q h5; b: N f6' --turn b
    picks 'scholar' --some --position 'w: Q h5; b: N f6' --empty e7 --empty d6
    picks '' --some --position 'w: Q h5; b: N f6' --empty e7 --empty e5
    picks 'fool' --empty f2 --turn b --empty f2
    picks '' --empty e9 # beside the board nothing stands, nor could it
    picks '' --some --position 'w: P e4' --empty e9
    picks 'fool' --some --position 'b: Q h4'
    picks 'fool scholar' --some --position 'b: Q h4' --mirrored
    picks 'fool scholar' --some --position 'w: Q h5' --mirrored
    picks 'fool scholar' --some --fen '*/*/*/*/*q/*/*/*' --mirrored
    picks 'fool scholar doors illegal' --some --position 'w: P b4, N c3' --anywhere --not --white passing
}

# bats test_tags=all
@test "a game is played as far as the question needs, and told of where that is not far enough" {
    played >p.pgn
    run -0 --separate-stderr cp-select --count --white illegal --some --position 'w: N f3; b: N c6' p.pgn
    [ "$output" = 1 ]
    [ -z "$stderr" ]
    run -1 --separate-stderr cp-select --count --white illegal --some --position 'w: B b5' p.pgn
    [ "$output" = 0 ]
    [[ $stderr == *'p.pgn:21:24: error: '*'Ke3'* ]]
    [ "$(cp-select --count --white illegal --some --position 'w: B b5' --invert p.pgn 2>/dev/null)" = 5 ]
    [ "$(cp-select --count --white illegal --not --some --position 'w: B b5' p.pgn 2>/dev/null)" = 0 ]
    for file in p.pgn p.jsonl; do
        cp-parse p.pgn >p.jsonl
        for question in '--has capture' '--not --ends checkmate' '--material +Q:Q' '--moves 1.e4' '--valid' '--has comment'; do
            # shellcheck disable=SC2086
            { cp-select $question $file || true; cp-select --invert $question $file; } 2>/dev/null | sort | \
                diff - <(sort p.jsonl) || { echo "$question $file"; return 1; }
        done
    done
}

@test "hits are the places where a condition is met" {
    played >p.pgn
    cat >want <<'END'
p.pgn:7:58: ply 7: Qxf7#
p.pgn:11:20: ply 5: exd6
p.pgn:11:32: ply 7: dxc7
p.pgn:11:44: ply 9: cxb8=N
p.pgn:11:51: ply 10: Rxb8
END
    cp-select --hits --has capture p.pgn | sed 's/:[0-9]*: ply/: ply/' >got
    sed 's/:[0-9]*: ply/: ply/' want | diff - got
    # how a game ends is met at its last move; what no move answers is where it begins
    [ "$(cp-select --hits --ends checkmate --white fool p.pgn)" = "$(cp-select --hits --has check --white fool p.pgn)" ]
    [[ $(cp-select --hits --ends checkmate --white fool p.pgn) == p.pgn:*': ply 4: Qh4#' ]]
    [ "$(cp-select --hits --ends none,checkmate --has check --white fool p.pgn | wc -l)" = 1 ]
    [ "$(cp-select --hits --not --ends stalemate --white fool p.pgn)" = 'p.pgn:1:1: ply 0: fool - ?' ]
    [ "$(cp-select --hits --valid --white fool p.pgn)" = 'p.pgn:1:1: ply 0: fool - ?' ]
    [ "$(echo '[Black "x"] *' | cp-select --hits --ends none)" = 'stdin:1:1: ply 0: ? - x' ]
    # each of them, whatever of the board is asked
    printf '1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 *\n' >m.pgn
    at() { cp-select --hits "$@" m.pgn | sed 's/.*ply \([0-9]*\).*/\1/' | tr '\n' ' '; }
    [ "$(at --material '+QRR:Q')" = '0 1 2 3 4 5 6 ' ]
    [ "$(at --some --position 'w: K e1')" = '0 1 2 3 4 5 6 ' ]
    [ "$(at --material 'QRRBBNNPPPPPPPP:QRRBBNNPPPPPPPP for 3')" = '2 3 4 ' ]
    [ "$(at --material 'QRRBBNNPPPPPPPP:QRRBBNNPPPPPPP' --piece-letters en)" = '5 ' ]
}

@test "hits of what stands in the text, of repetitions and of moves without progress are where it happens" {
    cat >r.pgn <<'END'
{first} 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 {a} 6. Ng1 $1 (6. e4
{[%clk 0:01:00]} e5 {b} (6... d5)) Ng8 {last} *

[FEN "8/8/8/4k3/8/8/5K2/R7 w - - 98 80"]

1. Ra2 Kd5 2. Ra1 *

[FEN "8/8/8/4k3/8/8/5K2/R7 w - - 101 80"]

1. Ra2 Kd5 *

{only this} *
END
    says() { # HITS WHAT
        cp-select --hits --has "$2" r.pgn 2>/dev/null | cut -d: -f2- | tr '\n' ';' >said
        [ "$(cat said)" = "$1" ] || { echo "$2: $(cat said)"; return 1; }
    }
    says '1:49: ply 8: Ng8;1:56: ply 9: Nf3;1:60: ply 10: Nf6;1:71: ply 11: Ng1;2:36: ply 12: Ng8;' repetition
    says '1:49: ply 8: Ng8;1:56: ply 9: Nf3;1:60: ply 10: Nf6;1:71: ply 11: Ng1;2:36: ply 12: Ng8;' 'repetition=5'
    says '' 'repetition>5'
    says '6:8: ply 2: Kd5;8:1: ply 0: ? - ?;' fifty-moves
    says '1:12: ply 1: Nf3;1:60: ply 10: Nf6;1:82: ply 11: e4;2:18: ply 12: e5;2:36: ply 12: Ng8;12:1: ply 0: ? - ?;' comment
    says '1:82: ply 11: e4;2:31: ply 12: d5;' variation
    says '1:82: ply 11: e4;' clock
    says '1:71: ply 11: Ng1;' nag:1
    says '1:71: ply 11: Ng1;1:82: ply 11: e4;' nag,clock # in the order of the file
    cp-parse r.pgn >r.jsonl
    diff <(cp-select --hits --has comment,variation,repetition r.pgn 2>/dev/null) \
        <(cp-select --hits --has comment,variation,repetition r.jsonl 2>/dev/null)
}

@test "a piece falls through its trapdoor or vanishes in a trap: each has its word" {
    cat >f.txt <<'END'
[White "trap"]
[Variant "Trapper Chess"]
[Setup "w: K e2, M e3; b: K d3"]

1. Me3>d3 *

[White "trapdoor"]
[Trapdoor "2"]

1. e4 e5 2. Nf3 Nf6 3. a3 (e4:e4) a6 (e5:e5) *

[White "both kinds of door"]
[Variant "Trapper Chess"]
[Trapdoor "1"]

1. Md2-d4 Md8-d6 2. Mb2-b3 *
END
    cp-select --has fall f.txt 2>/dev/null | jq -r .tags.White >said
    cp-select --has vanish f.txt 2>/dev/null | jq -r .tags.White >said2
    [ "$(cat said)" = $'trapdoor\nboth kinds of door' ]
    [ "$(cat said2)" = trap ]
    [ "$(cp-select --count --has 'fall=2' f.txt 2>/dev/null)" = 1 ]
}

# bats test_tags=all
@test "how often a position was there, and moves without progress, are found alike in a quick look" {
    # two knights of each side go out and home by chance; now and then a pawn steps
    awk 'BEGIN { srand(7); split("Nc3 Nf3 Nc6 Nf6", out); split("Nb1 Ng1 Nb8 Ng8", home)
        for (game = 0; game < 60; game++) {
            delete is_out; pawns = 0; printf "[White \"%d\"]\n\n", game
            most = game % 6 ? 4 + int(rand() * 30) : 95 + int(rand() * 20)
            for (ply = 0; ply < most; ply++) {
                side = ply % 2; knight = 1 + 2 * side + int(rand() * 2)
                if (!side && game % 6 && rand() < 0.04 && pawns < 5) { printf "%s3 ", substr("adegh", ++pawns, 1); continue }
                printf "%s ", is_out[knight] ? home[knight] : out[knight]
                is_out[knight] = !is_out[knight]
            }
            print "*\n"
        } }' >knights.pgn
    cp-parse knights.pgn >knights.jsonl
    for question in '--has repetition' '--has repetition>=3' '--has repetition=1' '--not --has repetition' \
        '--has fifty-moves' '--has fifty-moves<1' '--has repetition,fifty-moves --has capture=0' \
        '--has repetition --fen rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R' '--has repetition>=0'; do
        # shellcheck disable=SC2086
        CP_ENGINE=general cp-select $question knights.pgn >want 2>told
        for file in knights.pgn knights.jsonl; do
            # shellcheck disable=SC2086
            cp-select $question $file 2>told.quick | diff -q - want || { echo "$question $file"; return 1; }
            # shellcheck disable=SC2086
            [ "$(cp-select --count $question $file)" = "$(wc -l <want)" ]
        done
        count=$(wc -l <want)
        [[ $question == *'>=0' ]] || ((count > 0 && count < 60)) || { echo "$question: $count"; return 1; }
    done
}

@test "starts that are like those of a file" {
    printf '%s\n' '# two' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR' 'w: K (1,1), P (2,2); b: K (9,9)' >starts
    { played; printf '%s\n' '' '[White "few"]' '[Variant "coaip"]' '[Setup "w: K (1,1), P (2,2); b: K (9,9)"]' '' '1. (2,3) *'; } >p.pgn
    run -0 bash -c 'cp-select --start-like starts p.pgn 2>/dev/null | jq -rs "map(.tags.White) | join(\" \")"'
    [ "$output" = 'fool scholar passing doors illegal few' ]
    sed -i 2d starts
    run -0 bash -c 'cp-select --start-like starts p.pgn 2>/dev/null | jq -rs "map(.tags.White) | join(\" \")"'
    [ "$output" = few ]
}

# bats test_tags=all
@test "conditions on moves and positions that are none are refused" {
    refuses() { # WHY WHAT...
        run -2 cp-select "${@:2}" /dev/null
        [[ $output == *"$1"* ]] || { echo "$output"; return 1; }
    }
    refuses '"castles"; did you mean castling?' --has castles
    refuses '"resignation"; it takes castling,' --has resignation
    refuses '"check>"; it takes' --has 'check>'
    refuses '"check=1"; did you mean --has check?' --ends check=1
    refuses '"checkmate=1"; it takes none,checkmate,' --ends checkmate=1
    refuses '"mate"; did you mean checkmate?' --ends mate
    refuses '"stale"; did you mean stalemate?' --ends none,stale
    refuses '"mate>=1"; did you mean --ends checkmate?' --has capture,mate\>=1
    refuses '"repetition"; did you mean threefold, fivefold, or --has repetition?' --ends repetition
    refuses '"fifty-moves"; did you mean --has fifty-moves?' --ends fifty-moves
    refuses '"threefold"; did you mean repetition, or --ends threefold?' --has threefold
    run -2 cp-select --ends insufficient /dev/null
    [[ $output == *'"insufficient"; did you mean dead-position, or insufficient-material (--rules site)?'* ]]
    refuses 'no warning has that name' --warned=nonsense
    refuses "a colon, letters of Black's" --material QQ
    refuses "a colon, letters of Black's" --material Q:Y
    refuses 'no variant that is known has such a position' --fen 'rnbqkbnr/9/8'
    refuses '"44" is no rank of such a board' --fen '8/8/44/8/8/8/8/8'
    refuses "\"x\" is nobody's turn: w, b or -" --fen '8/8/8/8/8/8/8/8 x'
    refuses 'it is no FEN, and a list begins with w: or b:' --position 'Ke1'
    refuses "letters of White's pieces" --material '+=Q:R'
    refuses 'is no move of any variant' --moves '1. e9x'
    refuses '--some: it goes with --position' --some
    refuses 'no position stands in it' --start-like /dev/null
    refuses "it is Black's turn there, and --turn says White's" --turn w --position 'w: K e1; b: K e8; turn b'
    refuses "it is White's turn there, and --turn says Black's" --turn b --fen '8/8/8/4k3/8/8/8/4K3 w'
    printf 'w: K (1,1); b: K (9,9); turn b\n' >black
    refuses "it is Black's turn there, and --turn says White's" --turn w --start-like black
    refuses 'two pieces stand on one square' --position 'w: K e1, Q e1'
    refuses 'a piece stands on e1, which --empty wants empty' --some --position 'w: K e1' --empty 'd1 e1'
}

# the same game in other words, a longer one, one that ends in the same position, and others
doubles() {
    cat <<'END'
[White "one"]

1. e4 e5 2. Nf3 Nc6 *

[White "spelt"]

1. e2-e4 e7e5 2. Ng1f3 {a word} (2. f4) Nb8-c6 1-0

[White "longer"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *

[White "turned"]

1. Nf3 Nc6 2. e4 e5 *

[White "start"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4 e5 2. Nf3 Nc6 *

[White "doors"]
[Trapdoor "9"]

1. e4 e5 2. Nf3 Nc6 *

[White "shorter"]

1. e4 e5 *

[White "illegal"]

1. e4 e5 2. Nf3 Nc6 3. Kb1 *
END
}

# keeps GAMES WHAT...: by both engines, in text and records, and with workers
keeps() {
    [ -e d.jsonl ] || { doubles >d.pgn && cp-parse d.pgn >d.jsonl; }
    for how in $(often "bitboards:1:d.jsonl general:3:d.pgn bitboards:3:d.pgn" {bitboards,general}:{1,3}:d.{pgn,jsonl}); do
        read -r engine jobs file <<<"${how//:/ }"
        CP_BATCH=100 CP_ENGINE=$engine cp-select --jobs $jobs "${@:2}" $file >kept 2>err || [ $? = 1 ]
        output=$(sed -n 's/.*"White":"\([^"]*\)".*/\1/p' kept | paste -sd ' ')
        [ "$output" = "$1" ] || { echo "$* gave: $output ($how)"; cat err; return 1; }
    done
}

# bats test_tags=all
@test "of games that are the same the first, or the others; one that cannot be played is neither" {
    keeps 'one longer turned doors shorter' --unique
    keeps 'spelt start' --twins
    keeps 'one longer doors shorter' --unique=position
    keeps 'spelt turned start' --twins=position
    keeps 'one doors' --unique=start
    keeps 'longer turned doors' --unique --prefix
    keeps 'one spelt start shorter' --twins --prefix
    keeps 'spelt turned doors shorter' --unique --not --white one --not --white longer
    # castling and promotions are told apart, however they are written
    printf '[White "%s"]\n\n1. %s\n\n' \
        san 'e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O h5 5. a4 h4 6. a5 h3 7. a6 hxg2 8. axb7 gxf1=Q+ *' \
        long 'e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 h7h5 5. a2a4 h5h4 6. a4a5 h4h3 7. a5a6 h3g2 8. a6b7 g2f1q+ *' \
        rook 'e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O h5 5. a4 h4 6. a5 h3 7. a6 hxg2 8. axb7 gxf1=R+ *' >odd.pgn
    [ "$(cp-select --unique odd.pgn | jq -r .tags.White | paste -sd ' ')" = 'san rook' ]
    doubles >d.pgn
    run -1 --separate-stderr cp-select -c --unique d.pgn
    [ "$output" = 5 ]
    [[ $stderr == *'d.pgn:'*'Kb1'* ]]
    [ "$(cp-select -c --unique --white 'e' d.pgn 2>/dev/null)" = 4 ]
}

@test "rules that say what is so anyway set no games apart, nor does the order of others" {
    printf '{"variant":"%s"%s,"moves":["e4"],"tags":{"Round":"%s"}}\n' \
        fide '' 1 fide ',"rules":{"fifty-moves":true}' 2 fide ',"rules":{"fifty-moves":false}' 3 \
        fide ',"rules":{"promotion":{"to":["N","Q","R","B"]},"threefold-ends":false}' 4 \
        fide ',"rules":{"threefold-ends":true,"fifty-moves":false}' 5 \
        fide ',"rules":{ "fifty-moves" : false, "threefold-ends": true}' 6 \
        fide ',"rules":{"trapdoor":5}' 7 >r.jsonl
    printf '[Variant "Chess"]\n[Trapdoor "5"]\n[Round "8"]\n\n1. e4 *\n' | cp-parse >>r.jsonl
    printf '{"variant":"coaip"%s,"moves":["(5,4)"],"tags":{"Round":"%s"}}\n' '' 9 \
        ',"rules":{"promotion":{"black":1,"white":8}}' 10 ',"rules":{"promotion":{"white":9}}' 11 \
        ',"rules":{"promotion":{"white":9,"black":1}}' 12 ',"rules":{"border":[-50,90,-50,90]}' 13 \
        ',"rules":{"castling":"none"}' 14 ',"rules":{"quiet-limit":0}' 15 >>r.jsonl
    for same in moves position start; do
        [ "$(cp-select --unique=$same r.jsonl | jq -r .tags.Round | tr '\n' ' ')" = '1 3 5 7 9 11 13 ' ]
    done
    [ "$(cp-select --unique <<<'{"variant":"huygens","moves":["(g9)"],"tags":{"Round":"1"}}
{"variant":"huygens","rules":{"primes":5},"moves":["(g9)"],"tags":{"Round":"2"}}
{"variant":"huygens","rules":{"primes":{"least":5,"blocked":true}},"moves":["(g9)"],"tags":{"Round":"3"}}' 2>&1 |
        jq -r .tags.Round | tr '\n' ' ')" = '1 3 ' ]
}

# bats test_tags=all
@test "of games that go on from one another the longest comes out, whatever their order" {
    names='[.[].tags.White] | sort | join(" ")'
    declare -A moves=([a]='1. e4' [a2]='1. e2-e4' [ab]='1. e4 e5' [ab2]='1. e4 e5' [b]='1. e3 e5'
        [abc]='1. e4 e5 2. Nf3' [abd]='1. e4 e5 2. Nh3')
    for order in 'a ab abc abd a2 ab2 b' 'ab2 abd b a2 abc a ab' 'b a a2 ab ab2 abd abc'; do
        for name in $order; do printf '[White "%s"]\n\n%s *\n\n' $name "${moves[$name]}"; done >order.pgn
        for jobs in 1 3; do
            cp-select --unique --prefix --jobs $jobs order.pgn | jq -rs "$names" | grep -qx 'abc abd b'
            cp-select --twins --prefix --jobs $jobs order.pgn | jq -rs "$names" | grep -qx 'a a2 ab ab2'
            [ "$(cp-select -c --unique --prefix --first 2 --jobs $jobs order.pgn)" = 2 ]
        done
    done
    mapfile -t orders < <(/usr/bin/python3 -c 'import random
names = "a a2 ab ab2 b abc abd".split()
for seed in range(20):
    print(*random.Random(seed).sample(names, len(names)))')
    for order in "${orders[@]}"; do
        for name in $order; do printf '[White "%s"]\n\n%s *\n\n' $name "${moves[$name]}"; done >order.pgn
        [ "$(cp-select --unique --prefix order.pgn | jq -rs "$names")" = 'abc abd b' ]
        [ "$(cp-select --count --unique --prefix order.pgn)" = 3 ]
    done
}

@test "games that are the same cost as much memory as the manual says" {
    [[ ${CP_BIN:-} != */[at]san/* ]] || skip "a sanitizer has its own memory"
    awk 'BEGIN { split("a b c d e f g h", f); for (i = 1; i <= 8; i++) for (r = 3; r <= 4; r++) w[n++] = f[i] r
        for (i = 0; i < n; i++) for (j = 0; j < n; j++) for (k = 0; k < n; k++) for (l = 0; l < n; l++)
            if (w[i] != w[k] && substr(w[i], 1, 1) != substr(w[k], 1, 1) && substr(w[j], 1, 1) != substr(w[l], 1, 1))
                print "1. " w[i] " " substr(w[j], 1, 1) (9 - substr(w[j], 2)) " 2. " w[k] " " substr(w[l], 1, 1) (9 - substr(w[l], 2)) " *\n" }' >many.pgn
    [ "$(cp-select -c --unique many.pgn)" -gt 40000 ]
    few=$("$extra/cp-peak" cp-select -c --valid many.pgn)
    [ "$("$extra/cp-peak" cp-select -c --unique many.pgn)" -lt $((few + 50000 * 64 / 1024 + 1024)) ]
}

@test "a game of as many beginnings as it has moves takes no time to be known again" {
    { printf '1. ' && yes 'Nf3 Nf6 Ng1 Ng8' | head -n 65530; } >moves
    { cat moves && printf 'Nf3 *\n\n' && cat moves && printf 'Nh3 *\n'; } >two.pgn
    [ "$(timeout 20 cp-select -c --unique --prefix two.pgn)" = 2 ]
}

# bats test_tags=all
@test "a sample is the same for the same seed, and in the order of the input" {
    (quick; for i in {1..60}; do printf '[Round "%s"]\n\n1. e4 *\n\n' $i; done) >r.pgn
    cp-select --sample 7 r.pgn >a
    [ "$(wc -l <a)" = 7 ]
    CP_BATCH=100 cp-select --jobs 3 --sample 7 r.pgn | cmp - a
    jq -r .tags.Round a | sort -n | diff - <(jq -r .tags.Round a)
    cp-select --sample 7 --seed 1 r.pgn | cmp -s - a && return 1
    cp-select --sample 100 r.pgn | cmp - <(cp-parse r.pgn)
    # each game comes up about as often as any other
    (quick; for seed in {1..150}; do cp-select --sample 6 --seed $seed r.pgn; done) | jq -r .tags.Round | sort -n | uniq -c |
        awk '$1 < 3 || $1 > 33 { print; bad = 1 } END { exit bad || NR != 60 }'
}

@test "files by tags and by number; no tag leads out of the folder" {
    mkdir out
    printf '[White "%s"]\n\n1. e4 *\n\n' 'Hill' '../../evil' '/etc/passwd' '..' '.hidden' '' 'a:b*c?' 'Hill' "$(printf '%0300d' 1)" >w.pgn
    cp-select --split 'out/by-%{White}.jsonl' w.pgn
    [ "$(ls out | wc -l)" = 8 ]
    [ "$(wc -l <out/by-Hill.jsonl)" = 2 ]
    [ -f 'out/by-.._.._evil.jsonl' ]
    [ -f out/by-_.jsonl ]
    [ -f 'out/by-a_b_c_.jsonl' ]
    cat out/* | sort | diff - <(cp-parse w.pgn | sort)
    cp-select --split 'out/%{White}' w.pgn
    [ ! -e out/.hidden ]
    [ -f out/_hidden ]
    [ -f out/_. ]
    cp-select --split '%{X}' <<<$'[X "-"]\n\n*\n\n[X "-rf"]\n\n*' # not standard input, nor options
    [ -f _ ]
    [ -f _rf ]
    # nor what turns a line, ends it, or stands for a folder
    cp-select --split '%{X}' <<<$'[X "a\u0085b"]\n\n*\n\n[X "a\u2028\u202eb"]\n\n*\n\n[X "~root"]\n\n*\n\n[X "Ünï~"]\n\n*'
    ls a_b a__b _root Ünï~
    rm out/*
    CP_BATCH=60 cp-select --jobs 3 --split-every 4 --split 'out/part-%n.jsonl' w.pgn
    [ "$(wc -l <out/part-1.jsonl) $(wc -l <out/part-3.jsonl)" = '4 1' ]
    cat out/part-{1,2,3}.jsonl | diff - <(cp-parse w.pgn)
    # more files than may be open
    (quick; for i in {1..450}; do printf '[Round "%s"]\n\n1. e4 *\n\n' $((i % 230)); done) >r.pgn
    rm out/*
    (ulimit -n 230; cp-select --split 'out/%{Round}' r.pgn)
    [ "$(ls out | wc -l)" = 230 ]
    cat out/* | sort | diff - <(cp-parse r.pgn | sort)
    run -3 cp-select --split 'nowhere/%{Round}' r.pgn
    run -2 cp-select --split 'plain' r.pgn
    run -2 cp-select --split '%{White' r.pgn
    run -2 cp-select --split '%{White}/x' r.pgn
    run -2 cp-select --split '%n' r.pgn
    run -2 cp-select --split '%{White}' --split-every 3 r.pgn
    printf '[Event "pgn"]\n\n1. e4 *\n' >r.pgn
    ln -s ../r.pgn out/r.pgn
    run -2 cp-select --split 'out/r.%{Event}' r.pgn
    [ -s r.pgn ]
}

# bats test_tags=all
@test "files hold no memory but for their names, and those are bounded" {
    # long games to many files, of which some are closed and opened again
    note=$(printf '%0100000d' 1)
    (quick; for i in {1..400}; do printf '[Round "%s"]\n\n1. e4 {%s} *\n\n' $((i % 250)) "$note"; done) >long.pgn
    mkdir out
    cp-select --split 'out/%{Round}' long.pgn
    cat out/* | sort | cmp - <(cp-parse long.pgn | sort)
    if [[ ${CP_BIN:-} != */asan/* && ${CP_BIN:-} != */tsan/* ]]; then
        one=$("$peak" cp-select --split 'out/%{Event}' long.pgn)
        many=$("$peak" cp-select --split 'out/%{Round}' long.pgn)
        [ $((many - one)) -lt 6000 ] || { echo "$one kB, $many kB" && return 1; }
    fi
    # files by number are forgotten when they are full, those by tags are not: 64 MiB of names
    value=$(printf '%0512d' 0) pattern=$(printf '%%{White}%.0s' {1..400})
    (quick; for i in {1..600}; do printf '[White "%s%s"]\n\n1. e4 *\n\n' $i "$value"; done) >names.pgn
    rm -r out && mkdir out
    cp-select --split-every 1 --split 'out/%n' names.pgn
    [ "$(ls out | wc -l)" = 600 ]
    rm -r out && mkdir out
    run --separate-stderr -3 cp-select --split "out/$pattern" names.pgn
    [[ $stderr == *'the names of the files are more than are kept: '*'[files-too-many]'* ]]
    [ "$(ls out | wc -l)" -gt 200 ]
}

@test "a piece that only moves or only takes as a queen is less than one" {
    for move in mQ cQ mQcQ mRcRB; do
        sed -e 's/^id: fide/id: court/' -e 's/^name: Chess/name: Court/' -e '/^aliases/,/]$/d' -e '/^assumed/d' \
            -e "s/^  R: {/  M: {name: minister, move: $move}\n&/" -e 's/to: \[Q,/to: [M, Q,/' \
            "$top/schemas/variants/fide.yaml" >court.yaml
        printf '[Variant "Court"]\n\n1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 h6 5. bxa8=M *\n' >court.pgn
        echo "$move $(cp-select --variant-file court.yaml -c --has underpromotion court.pgn)"
    done | diff - <(printf '%s\n' 'mQ 1' 'cQ 1' 'mQcQ 0' 'mRcRB 0')
}

@test "a value that may be left out stands behind =, and who leaves it apart is told" {
    printf '1. e4 *\n' >g.pgn
    for words in '--unique position' '-u start' '--warned mate-mark-missing' '-iu moves'; do
        run --separate-stderr -2 cp-select $words g.pgn
        [[ $stderr == *"takes its value behind =, and there is no file ${words#* }: --"*"=${words#* }"* ]]
    done
    # what is a file is one
    cp g.pgn position
    [ "$(cp-select -c --unique position g.pgn)" = 1 ]
    run -3 cp-select -c --unique positions g.pgn
}

@test "a variant that is not known here is asked for by name, and that is told with what is near" {
    printf '%s\n' '[Variant "Crazyhouse"]' '' '1. e4 *' '' '[Variant "trappist-1"]' '' '1. (a1) *' >v.pgn
    run --separate-stderr -0 cp-select --variant trapist-1 v.pgn
    [ -z "$output" ]
    [[ $stderr == *'note: no variant of that name is known here'*'"trapist-1"; did you mean trappist-1? there are '*'[variant-by-name]' ]]
    run --separate-stderr -0 cp-select --variant crazyhouse v.pgn
    [ "$(jq -r .tags.Variant <<<"$output")" = Crazyhouse ]
    [[ $stderr == *'"crazyhouse"; '*'[variant-by-name]'* ]]
    run --separate-stderr -0 cp-select --not --variant fide --variant trappist-1 v.pgn
    [ -z "$stderr" ]
}

@test "a name of games that begin elsewhere asks for all of their variant, with a note" {
    printf '1. e4 *\n\n[Variant "Chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n\n9. Nf3 *\n' >c.pgn
    for name in chess960 'From Position'; do
        run --separate-stderr -0 cp-select -c -v "$name" c.pgn
        [[ $output = 2 && $stderr == *"note: the variant's name that is asked for has two meanings"*"--variant \"$name\" asks for fide; for that name alone: --tag 'Variant = $name' [variant-of-two]" ]]
    done
    run --separate-stderr -0 cp-select -c --tag 'Variant = Chess960' c.pgn
    [[ $output = 1 && -z $stderr ]]
    run --separate-stderr -0 cp-select -c -v Standard c.pgn
    [[ $output = 2 && -z $stderr ]]
}

@test "a name that a variant has here and another one there asks for the one here, and games of the other are told of" {
    printf '[Variant "%s"] w 0/100 1 P5,2+|K5,1+|k5,8+|p5,7+ 5,2>5,4\n' Classical Core >there.icn
    printf '%s\n' '[Variant "site-coaip"]' '' '1. (5,2)-(5,4) *' | cp-parse >>there.jsonl
    cp-parse there.icn >>there.jsonl
    run --separate-stderr -0 cp-select -c -v Classical there.jsonl
    [ "$output" = 0 ]
    [[ $stderr == 'cp-select: note: the variant'*' has two meanings'*'--variant Classical asks for fide, and for the other: --variant site-classical [variant-of-two]' ]]
    for name in coAip 'Chess on an Infinite Plane'; do
        run --separate-stderr -0 cp-select -c --jobs 3 -v "$name" there.jsonl
        [[ $output = 0 && $stderr == *"--variant $name asks for coaip, and for the other: --variant site-coaip ["* ]]
    done
    [ "$(printf '1. e4 *\n' | cp-select -c -v classical - there.jsonl 2>/dev/null)" = 1 ]
    # where it is clear nothing is told: an id, another name, no such games, the other one asked for as well
    for names in '-v coaip' '-v fide' '-v Core' '-v site-classical' '-v Chess' '-v Classical -v site-classical'; do
        run --separate-stderr -0 cp-select -c $names there.jsonl
        [ -z "$stderr" ]
    done
    run --separate-stderr -0 cp-select -c -v Classical <<<'1. e4 *'
    [[ $output = 1 && -z $stderr ]]
}

@test "the bars between moves of ICN may stand in --moves" {
    game='[Variant "coaip"] 1. (5,2)-(5,4) (5,7)-(5,5) 2. (4,2)-(4,4) *'
    for line in '5,2>5,4 | 5,7>5,5' '5,2>5,4|5,7>5,5|4,2>4,4' '1. 5,2>5,4| 5,7>5,5 |' '(5,4) | *|(4,4)'; do
        [ "$(cp-select -c --moves "$line" <<<"$game")" = 1 ]
    done
    [ "$(cp-select -c --moves-in-any-order '4,2>4,4 | 5,7>5,5 | 5,2>5,4' <<<"$game")" = 1 ]
    [ "$(cp-select -c --moves '5,2>5,4 | 4,7>4,5' <<<"$game")" = 0 ]
    for line in '| 5,2>5,4' '5,2>5,4 || 5,7>5,5' '|'; do
        run -2 cp-select -c --moves "$line" <<<"$game"
        [[ $output == *'"|'*'" is no move of any variant'* ]]
    done
}

# bats test_tags=all
@test "the word of --moves that is no move is named" {
    printf '1. e4 e5 2. Nf3 *\n' >a.pgn
    says() {
        run -2 cp-select --moves "$1" a.pgn
        [[ $output == *"--moves ${3:-$1}: $2 [option-value-wrong]"* ]] || { echo "$output"; return 1; }
    }
    says '1. e4 xx' '"xx" is no move of any variant that is known'
    says '1. zz e5' '"zz" is no move of any variant that is known'
    says '1...' 'there is no move in it'
    says '1. e4 --' '"--" is no move of any variant that is known'
    from="a line begins with the game's first move, * is any"
    says '7. e4' "\"7.\" stands before move 1: $from"
    says '1. e4 1. e5' "\"1.\" stands before move 1 of Black: $from"
    says '1. e4 2... e5' "\"2...\" stands before move 1 of Black: $from"
    says '1. e4 e5 3. Nf3' "\"3.\" stands before move 2: $from"
    says "$(printf '* %.0s' {1..300})" 'there are at most 256 moves' "$(printf '* %.0s' {1..100})..."
    for good in 'e2e4 e7e5' '1. e4 e7e5' '* e7e5 g1f3' '1... e5' '1… e5 2. Nf3' '1.e4 1...e5' '* * 2.Nf3' 'e4 ... e5'; do
        [ "$(cp-select --count --moves "$good" a.pgn)" = 1 ] || { echo "$good"; return 1; }
    done
}

# bats test_tags=all
@test "a move of --moves is whatever the rules make of it: castling, promotions, blocks, steps of agents" {
    cat >m.txt <<'END'
[White "castles"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *

[White "castles apart"]
[Variant "Chess960"]
[FEN "k7/8/8/8/8/8/8/2K1R3 w E - 0 1"]

1. O-O *

[White "underpromotes"]
[FEN "6n1/5P1P/8/8/8/8/8/K1k5 w - - 0 1"]

1. hxg8=N *

[White "promotes"]
[FEN "6n1/5P1P/8/8/8/8/8/K1k5 w - - 0 1"]

1. fxg8=Q *

[White "Black begins"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]

1... e5 2. Nf3 *

[White "block"]
[Variant "formation"]
[Setup "w: K (0,-9), N (3,4), N (4,4), N (3,5), N (4,5); b: K (60,90), Q (4,20)"]

1. F(3,9) K(60,91) 2. Fx(3,19) *

[White "agents"]
[Variant "Trapper Chess"]
[Setup "w: K e2, M d4; b: K i8, S e4, M g4"]

1. M>e4-d5 *
END
    finds() { # GAMES LINE [OPTION...]
        for engine in bitboards general; do
            CP_ENGINE=$engine cp-select --moves "${@:2}" m.txt | jq -rs '[.[].tags.White] | join(",")' >found
            [ "$(<found)" = "$1" ] || { echo "$engine ${*:2}: $(<found)"; return 1; }
        done
    }
    opening='e4 e5 Nf3 Nc6 Bc4 Bc5'
    for castling in O-O e1g1 Kg1 Ke1-g1 e1h1; do
        finds castles "$opening $castling"
    done
    finds '' "$opening O-O-O"
    finds '' "$opening Kf1"
    for castling in O-O c1e1 c1g1 Kg1 Kxe1; do
        finds 'castles apart' "$castling"
    done
    finds underpromotes hxg8
    finds promotes fxg8
    finds underpromotes,promotes g8
    finds promotes g8=Q
    finds 'castles,Black begins' '1... e5 2. Nf3'
    finds 'Black begins' 'e5 Nf3'
    finds castles '1. e4 e5'
    finds block 'F(3,9)' # R-FORM-4
    finds block 'F(3,4)-(3,9) K(60,91) F(3,9)x(3,19)'
    finds '' 'N(3,9)'
    finds agents 'M>e4-d5'
    finds '' 'M-d5'
    printf '1. e4 e5 2. Sf3 *\n' >german.pgn
    run -0 cp-select --count --piece-letters de --moves 'e4 e5 Sf3' --material 'DTTLLSSBBBBBBBB:DTTLLSSBBBBBBBB' german.pgn
    [ "$output" = 1 ]
    for letters in bg ca cs da de el es et fi fr hr hu is it lv no pl pt ro ru sk sl sv uk; do # not nl: Paard
        run cp-select -v fide -c --piece-letters $letters --material '+PPPPPPPP:PPPPPPPP' <<<'*'
        [ "$output" = 1 ] || { echo $letters; return 1; }
    done
    run -2 cp-select --piece-letters de --some --position 'w: S (6,3)' german.pgn
    [[ $output == *'no piece of this variant: "S (6,3)"'* ]]
    [ "$(cp-select -c --piece-letters de --some --position 'w: N (6,3)' german.pgn)" = 1 ]
    # R-TD-7: a king that has fallen is not in check
    printf '%s\n' '[Variant "Trapdoor Chess"]' '[Trapdoor "1"]' '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]' '' \
        '1. Kf2 Kd8 2. Rh8 (f2:f2) 0-1' >fallen.pgn
    [ "$(cp-select -c --has check fallen.pgn)" = 0 ]
    [ "$(cp-select -c --has fall fallen.pgn)" = 1 ]
}

# bats test_tags=all
@test "different values have files of their own, on file systems that know no capitals, too" {
    mkdir out
    long=$(printf '%0700d' 1)
    printf '[White "%s"]\n\n1. e4 *\n\n' 'a?b' 'a*b' A_b 'a_b~2' 'a?b' hill Hill ' Hill ' '' '?' '%n' "$long" "${long}2" >w.pgn
    cp-select --split 'out/by-%{White}.jsonl' w.pgn 2>messages
    cat >wanted <<'END'
by-%n.jsonl %n
by-A_b~3.jsonl A_b
by-Hill~2.jsonl Hill|Hill
by-_.jsonl
by-_~2.jsonl ?
by-a_b.jsonl a?b|a?b
by-a_b~2.jsonl a*b
by-a_b~2~2.jsonl a_b~2
by-hill.jsonl hill
END
    for file in out/*; do
        [[ $file == *0000* ]] || printf '%s %s\n' "${file#out/}" "$(jq -rs '[.[].tags.White] | join("|")' "$file" | sed 's/| */|/g')"
    done | sed 's/ *$//' | LC_ALL=C sort | diff wanted -
    printf '[White "%s"]\n\n1. e4 *\n\n' Tal '  Tal  ' 'T al' '' '  ' >>b.pgn
    printf '[Black "Tal"]\n\n1. e4 *\n\n' >>b.pgn # blanks at the ends, and no tag
    mkdir nuls # a NUL in a value ends none
    printf '{"variant":"fide","tags":{"White":"%s","Black":"%s"},"moves":["e4"]}\n' 'a\u0000b' '' a 'b\u0000' >n.jsonl
    run -0 cp-select --split 'nuls/%{White}-%{Black}' n.jsonl
    [ "$(ls nuls | tr '\n' ' ')" = 'a-b__ a__b-_ ' ]
    mkdir blanks && run -0 cp-select --split 'blanks/%{White}' b.pgn
    [ "$(wc -l blanks/* | sed 's/^ *//' | tr '\n' ';')$output" = '1 blanks/T al;2 blanks/Tal;3 blanks/_;6 total;' ]
    [ "$(ls out | wc -l)" = 11 ]
    [ "$(ls out | tr A-Z a-z | sort -u | wc -l)" = 11 ]
    [[ "$(cat messages)" == *"out/by-a_b~2.jsonl: note: "*": 6 of them, this is the first [files-numbered]"* ]]
    cat out/* | sort | diff - <(cp-parse w.pgn | sort)
    cp-select --split 'out/%{White}' w.pgn 2>/dev/null
    [ "$(jq -r .tags.White 'out/a_b~2')" = 'a*b' ]
    rm out/*
    printf '[White "%s"]\n\n1. e4 *\n\n' Hill West >w.pgn
    cp-select --split 'out/by-%{White}.jsonl' w.pgn 2>messages
    [ ! -s messages ]
    mkdir linked && echo old >kept && ln -s ../kept linked/Hill
    run -3 cp-select --split 'linked/%{White}' w.pgn # a tag's value leads nowhere else
    [[ $output == *'linked/Hill: error: '*'[file-unopened]'* ]]
    [ "$(cat kept)" = old ]
    mkfifo linked/West && rm linked/Hill # nobody reads there
    run -3 timeout 20 cp-select --split 'linked/%{White}' w.pgn
    [[ $output == *'linked/West: error: cannot be opened to write: '*'[file-unopened]'* ]]
    cat linked/West & # and who does is not asked
    run -3 timeout 20 cp-select --split 'linked/%{White}' w.pgn
    [[ $output == *'linked/West: error: cannot be opened to write: it is no regular file'* ]]
    kill $! 2>/dev/null || : # it may have seen the end
    run -2 cp-select --split "$(printf '%0101d' 1)%{White}" w.pgn # a name has room for values
    [[ $output == *"a file's short name with tags in it"* ]]
    run -2 cp-select --split-every 1 --split "$(printf '%0185d' 1)%n.jsonl" w.pgn
    [[ $output == *"a file's short name with %n in it"* ]]
    cp-select --split "$(printf '%0100d' 1)%{White}" w.pgn
    [ -f "$(printf '%0100d' 1)Hill" ]
}

@test "a pattern that gives up is no answer: it is told, and the game is not selected" {
    printf '[White "%s!"]\n\n1. e4 *\n\n[White "a!"]\n\n1. d4 *\n' "$(printf 'a%.0s' {1..200})" >long.pgn
    for question in '--white ^(?:(a|aa)+b|a+!)' '--player ^(?:(a|aa)+b|a+!)' '--not --white ^(?:(a|aa)+b|c)' '--tag White!~^(?:(a|aa)+b|c)'; do
        run --separate-stderr cp-select --count $question long.pgn
        [ "$status" = 1 ]
        [ "$output" = 1 ]
        [[ $stderr == 'long.pgn:1: error: a pattern takes too many steps'*'[pattern-gave-up]'* ]]
    done
    # where another condition decides, nobody needs it
    [ "$(cp-select --count --white '^(?:(a|aa)+b|a+!)' --plies 2:3 long.pgn)" = 0 ]
    # and with --invert it comes out
    run -1 --separate-stderr cp-select --invert --white '^(?:(a|aa)+b|a+!)' long.pgn
    [ "${#lines[@]}" = 1 ]
}

@test "options that do not go together are refused" {
    disagree() {
        run -2 cp-select "$@" /dev/null
        [[ $output == *'[options-disagree]'* ]] || { echo "$* $output"; return 1; }
    }
    disagree --unique --twins
    disagree --unique --hits
    disagree --unique=start --prefix
    disagree --prefix
    disagree --seed 1
    disagree --first 1 --sample 2
    disagree --split-every 3
    disagree --split '%{White}' --count
    disagree --hits --invert
    disagree --split 'x-%{White}' --output all.jsonl
    [ ! -e all.jsonl ]
}

# planted GAMES SEED: writes games.txt, each with a pattern of a king, a rook and a knight of
# White and a pawn of Black somewhere on the plane, up to 10^30 away, or with one that is not
# quite it; some only when a move was played. The numbers of those that have it go to want, as
# a search finds them that tries every difference of two squares there is.
planted() {
    /usr/bin/python3 - "$@" <<'END'
import random, sys
games, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
pattern = [("w", "K", 0, 0), ("w", "R", 2, 3), ("w", "N", -1, 4), ("b", "P", 5, 5)]
mirrors = [lambda s, x, y: (s, x, y), lambda s, x, y: (s, -x, y),
           lambda s, x, y: ("wb"[s == "w"], x, -y), lambda s, x, y: ("wb"[s == "w"], -x, -y)]

def twin(men, kinds):
    for turn in kinds:
        wanted = [(k,) + turn(s, x, y) for s, k, x, y in pattern]
        shifts = {(mx - x, my - y) for k, s, x, y in wanted for ms, mk, mx, my in men}
        there = {(mk, ms, mx, my) for ms, mk, mx, my in men}
        if any(all((k, s, x + dx, y + dy) in there for k, s, x, y in wanted) for dx, dy in shifts):
            return True
    return False

with open("games.txt", "w") as out, open("want", "w") as plain, open("want-mirrored", "w") as mirrored:
    for number in range(1, games + 1):
        far = 10 ** rng.randrange(2, 31)
        dx, dy = rng.randrange(-far, far + 1), rng.randrange(-far, far + 1)
        dy += 200 if abs(dy) < 100 else 0  # no pawn on the ranks where it becomes something
        turn = rng.choice(mirrors)
        men = [(s, k, x + dx, y + dy) for s, k, (s, x, y) in
               [(None, k, turn(s, x, y)) for s, k, x, y in pattern]]
        fate = rng.randrange(4)
        if fate == 1:  # not quite: one of them beside its square, another piece, or the other side's
            one, how = rng.randrange(4), rng.randrange(3)
            s, k, x, y = men[one]
            men[one] = ((s, k, x + rng.choice([-1, 1]), y) if k == "K" or how == 0
                        else (s, "B", x, y) if how == 1 else ("wb"[s == "w"], k, x, y))
        if not any(k == "K" and s == "b" for s, k, x, y in men):
            men.append(("b", "K", dx + 1000, dy + 77))
        else:
            men.append(("w", "K", dx + 1000, dy + 77))
        for _ in range(rng.randrange(6)):
            men.append((rng.choice("wb"), "P", dx + rng.randrange(-9, 9) * 10 + 300, dy + rng.randrange(-9, 9) * 7))
        men = list({(x, y): (s, k, x, y) for s, k, x, y in reversed(men)}.values())
        lines, moved = [men], ""
        knights = [m for m in men if m[1] == "N"]
        if fate == 2 and knights:  # it comes about by a move
            s, k, x, y = knights[0]
            before = (s, k, x + 1, y + 2)
            if not any((m[2], m[3]) == before[2:] for m in men):
                start = [before if m == knights[0] else m for m in men]
                lines, moved = [start, men], "1. %sN(%d,%d)-(%d,%d) " % ("" if s == "w" else "... ", x + 1, y + 2, x, y)
                moved = moved.replace("1. ... ", "1... ")
        side = knights[0][0] if knights else "w"
        setup = "; ".join("%s: %s" % (c, ", ".join("%s (%d,%d)" % (k, x, y) for s, k, x, y in lines[0] if s == c)) for c in "wb")
        if side == "b":
            setup += "; turn b"
        out.write('[Round "%d"]\n[Variant "coaip"]\n[Setup "%s"]\n\n%s*\n\n' % (number, setup, moved))
        if any(twin(l, mirrors[:1]) for l in lines):
            plain.write("%d\n" % number)
        if any(twin(l, mirrors) for l in lines):
            mirrored.write("%d\n" % number)
END
}

@test "a pattern is found wherever it is on the plane, up to 10^30 away, and nowhere else" {
    planted 1000 1
    [ "$(wc -l <want)" -gt 100 ]
    pattern='w: K (3,3), R (5,6), N (2,7); b: P (8,8)'
    cp-select --some --anywhere --position "$pattern" games.txt | jq -r .tags.Round | diff want -
    cp-select --some --anywhere --mirrored --position "$pattern" games.txt | jq -r .tags.Round | diff want-mirrored -
    cp-validate --quiet games.txt # all of them can be played
    CP_ENGINE=trees cp-select --some --anywhere --position "$pattern" games.txt | jq -r .tags.Round | diff want -
    far=$(tail -n 1 want) # and shifted by 10^40, told in its own place
    sed -n "/Round \"$far\"/,/^\*/p" games.txt >one.txt
    [ "$(cp-select -c --some --anywhere --position 'w: K (10000000000000000000000000000000000000003,3), R (10000000000000000000000000000000000000005,6)' one.txt)" = 1 ]
}

# twin TABLE PATTERN WHOLE ANYWHERE MIRRORED: the plies at which the pattern is there, by a look
# at every position of a table of games, plies and positions, and at every piece for each
twin() {
    /usr/bin/python3 - "$@" <<'END'
import re, sys
table, pattern, whole, anywhere, mirrored = sys.argv[1], sys.argv[2], *(a == "1" for a in sys.argv[3:])

def number(text):
    if re.match(r"-?[0-9]", text):
        return int(text)
    n = 0
    for c in text.lstrip("-"):
        n = n * 26 + ord(c) - 96
    return -n if text[0] == "-" else n

def men_of(text):
    men = set()
    if ":" in text:
        for side in text.split(";"):
            color, _, men_text = side.strip().partition(":")
            for kind, file, comma, rank in re.findall(r"([A-Z][a-z]*)?\s*\((-?[a-z]+|-?[0-9]+)(,?)(-?[0-9]+)\)", men_text):
                men.add((color, kind or "P", number(file), int(rank)))
    else:
        for rank, row in zip(range(8, 0, -1), text.split()[0].split("/")):
            file = 1
            for c in row:
                if c.isdigit():
                    file += int(c)
                else:
                    men.add(("w" if c.isupper() else "b", c.upper(), file, rank))
                    file += 1
    return men

def turned(men):
    yield men
    if mirrored:
        yield {(c, k, 9 - f, r) for c, k, f, r in men}
        yield {("bw"[c == "b"], k, f, 9 - r) for c, k, f, r in men}
        yield {("bw"[c == "b"], k, 9 - f, 9 - r) for c, k, f, r in men}

def is_there(pat, men):
    one = next(iter(pat))
    by = [(f - one[2], r - one[3]) for c, k, f, r in men if (c, k) == one[:2]] if anywhere else [(0, 0)]
    for df, dr in by:
        moved = {(c, k, f + df, r + dr) for c, k, f, r in pat}
        if (moved == men) if whole else (moved <= men):
            return True
    return False

pats = list(turned(men_of(pattern)))
for line in open(table).read().split("\n")[1:-1]:
    game, ply, text = line.split("\t")
    men = men_of(text)
    if any(is_there(p, men) for p in pats):
        print(ply)
END
}

@test "a game that is past a position is played no farther, unless its pawns may come to stand there" {
    printf '[White "%s"]\n\n%s *\n\n' past '1. d4 {on} e5 2. Ke4' past '1. d4 e5 2. Ke4' black '1. e3 c6 2. Ke4' \
        taken '1. e3 e5 2. Qg4 Nf6 3. Qxd7+ Kxd7 4. Ke4' there '1. e3 e6' open '1. e3 Nf6 2. Ke4' >p.pgn
    for engine in bitboards general; do
        CP_ENGINE=$engine cp-select --fen 'rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR' p.pgn 2>told | jq -r .tags.White >got || true
        [ "$(cat got)" = there ]
        [ "$(grep -c ': error: ' told)" = 1 ]
        grep -q '^p.pgn:23:' told
    done
    pawns() { # NAME MOVE RANK: a chess whose pawns move so, from that rank
        printf '%s\n' "id: $1" "name: $1" "board: {files: 8, ranks: 8}" 'notation: bare' 'pieces:' '  K: {name: king, move: K, royal: true}' \
            "  P: {name: pawn, move: $2, unwritten: true}" 'setup:' "  white: {K: e1, P: a$3 b2}" '  mirror: 9' >$1.yaml
        printf '[Variant "%s"]\n\n%s *\n' $1 "$4" | cp-select --count --variant-file $1.yaml --fen "$5"
    }
    [ "$(pawns low mfWcfF 1 '1. a2 b6' '4k3/p7/1p6/8/8/8/PP6/4K3')" = 0 ] # Black's are on a8 and b6
    [ "$(pawns low mfWcfF 1 '1. a2 b6' 'p3k3/8/1p6/8/8/8/PP6/4K3')" = 1 ]
    [ "$(pawns back mWcfF 2 '1. b2-b3 b7-b6 2. b3-b2 b6-b7 3. a2-a3 a7-a6' '4k3/1p6/p7/8/8/P7/1P6/4K3')" = 1 ]
}

# bats test_tags=all
@test "a pattern is told wherever it comes about and as long as it stands, as a look at every position finds" {
    generate=$extra/cp-generate
    for variant in trappist-1 formation fide trapdoor; do
        "$generate" --variant $variant --games 12 --plies 60 --seed 11 >games.txt
        cp-table positions -c game,ply,fen games.txt >table 2>/dev/null
        # patterns of two and three pieces of positions that were there, and those near by
        /usr/bin/python3 - $variant "$(often 2 12)" >patterns <<'END'
import random, re, sys
rng = random.Random(sys.argv[1])
lines = [l.split("\t")[2] for l in open("table").read().split("\n")[1:-1]]
for i in range(int(sys.argv[2])):
    text = rng.choice(lines)
    if ":" in text:
        men = [(c, m) for side in text.split(";") for c, _, rest in [side.strip().partition(":")]
               for m in re.findall(r"[A-Z]?[a-z]*\s*\([^)]*\)", rest) if c in "wb" and rest]
    else:
        men, rank = [], 8
        for row in text.split()[0].split("/"):
            file = 1
            for ch in row:
                if ch.isdigit():
                    file += int(ch)
                else:
                    men.append(("w" if ch.isupper() else "b", "%s (%s%d)" % (ch.upper(), "abcdefgh"[file - 1], rank)))
                    file += 1
            rank -= 1
    some = rng.sample(men, rng.choice([2, 2, 3])) if i % 4 else men
    print("; ".join("%s: %s" % (c, ", ".join(m for d, m in some if d == c)) for c in "wb" if any(d == c for d, m in some)),
          *(["0"] if i % 4 else ["1"]), rng.randrange(2), rng.randrange(2), sep="\t")
END
        while IFS=$'\t' read -r pattern whole anywhere mirrored; do
            options=()
            [ $whole = 1 ] || options+=(--some)
            [ $anywhere = 0 ] || options+=(--anywhere)
            [ $mirrored = 0 ] || options+=(--mirrored)
            twin table "$pattern" $whole $anywhere $mirrored >want
            cp-select --hits --position "$pattern" "${options[@]}" games.txt 2>/dev/null | sed 's/.*: ply \([0-9]*\): .*/\1/' >said
            cmp want said || { echo "$variant: $pattern ${options[*]}"; return 1; }
            cat want >>all
        done <patterns
    done
    [ "$(wc -l <all)" -gt "$(often 500 2000)" ]
    echo '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *' >games.txt # castling moves two pieces
    [ "$(cp-select --hits --some --position 'w: R (f1), P (f2)' games.txt)" = "games.txt:1:35: ply 7: O-O
games.txt:1:39: ply 8: O-O" ]
    [ "$(cp-select --hits --some --anywhere --position 'b: R (c1), N (c-1)' games.txt)" = 'games.txt:1:39: ply 8: O-O' ]
}

# bats test_tags=all
@test "a hundred random questions and their --invert together are the input, byte for byte" {
    { played; doubles; archive; } >p.pgn
    cp-parse p.pgn >p.jsonl
    sort p.jsonl >all
    "$top/scripts/questions" 5 "$(often 25 100)" >questions
    while read -r question; do
        for file in p.pgn p.jsonl; do
            for turned in '' --invert; do
                eval "cp-select $turned $question $file" 2>errors || [ $? = 1 ]
            done >both
            sort both | cmp -s - all || { echo "$question $file"; head -n 3 errors; return 1; }
        done
    done <questions
}

@test "material counts what pawns have become, and the last position (where pgn-extract does neither)" {
    printf '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q *\n' >p.pgn
    for engine in bitboards general; do
        [ "$(CP_ENGINE=$engine cp-select -c --material Q: p.pgn)" = 1 ]
        [ "$(CP_ENGINE=$engine cp-select -c --material '~:Q' p.pgn)" = 1 ]
        [ "$(CP_ENGINE=$engine cp-select -c --material P: p.pgn)" = 1 ]
        [ "$(CP_ENGINE=$engine cp-select -c --material 'P: for 2' p.pgn)" = 0 ]
    done
}

# bats test_tags=all
@test "cp-select and pgn-extract give the same answers, or the rule by which they differ is known" {
    command -v pgn-extract || [ -x /usr/games/pgn-extract ] || skip "pgn-extract is not installed"
    "${CP_EXTRA:-$top/build/release/bin-extra}/cp-generate" --variant fide --games 60 --plies 160 --seed 3 >g.pgn
    "$top/scripts/same-answers" g.pgn 4 >said
    awk 'NR > 1 { rows++; both += $(NF - 4) > 0; rule += $NF } END { exit !(rows > 20 && both > 8 && rule > 3) }' said
    # and it can say no: a cp-select that leaves a game out
    mkdir bin
    printf '#!/bin/bash\nreal=%q/cp-select\n[[ $* == *"--fen"* ]] && exec "$real" --not --tag "Number = 1" "$@"\nexec "$real" "$@"\n' \
        "$(dirname "$(command -v cp-select)")" >bin/cp-select
    chmod +x bin/cp-select
    PATH=$PWD/bin:$PATH CP_BIN=$PWD/bin run "$top/scripts/same-answers" g.pgn 1
    [ "$status" = 1 ]
}

@test "help and manual have every word of --has and of --ends, and say which of the two asks for it" {
    run -0 --separate-stderr cp-select --help
    help=$output
    man=$top/cmd/cp-select.1
    for option in has ends; do
        run -2 cp-select --$option xyzzy
        words=${lines[0]#*it takes }
        words=${words%%, nag:N*}
        words=${words%% \[*}
        [[ $words == *,*,* ]]
        told=$(sed -n "/ --$option LIST/,/^  *-.* --[a-uw-z]/p" <<<"$help" | tr -c 'a-z-' ' ')
        rows=$(grep -F "	\\fB\\-\\-$option\\fR" "$man" | cut -f 1)
        for word in ${words//,/ }; do
            [[ " $told " == *" $word "* ]] || { echo "--help: $word"; return 1; }
            [[ $rows == *"\\fB${word//-/\\-}\\fR"* ]] || { echo "cp-select.1: $word"; return 1; }
        done
    done
}

@test "a position for the fifth time is an end wherever it was there, and for the third an event alone" {
    for tail in '*' 'e4 e5 *' 'e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# 1-0'; do
        echo "1. Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 $tail" >five.pgn
        [[ $tail == *#* ]] && end=checkmate || end=fivefold
        for word in fivefold checkmate none threefold; do
            [ "$(cp-select --count --ends $word five.pgn 2>/dev/null)" = $([ $word = $end ] && echo 1 || echo 0) ]
        done
        [ "$(cp-select --count --has 'repetition>=3' five.pgn)" = 1 ]
    done
}

# bats test_tags=all
@test "the manual says of every option of pgn-extract how it is said here" {
    there=$(command -v pgn-extract || ls /usr/games/pgn-extract 2>/dev/null) || skip "pgn-extract is not installed"
    sed '1,/^\.SH WHAT PGN/d; /^\.SH/,$d' "$top/cmd/cp-select.1" |
        sed -n '/^\.TP/{ n; s/\\f[BR]//g; s/\\-/-/g; p; }' >named
    # the letters that have a value glued to them are named with it or without
    "$there" --help 2>&1 | grep -oE '^ *(--[a-z]+|-[A-Za-z0-9#])' | tr -d ' ' | sort -u |
        grep -vxE -- '--help|--version|-h|-[?]' >options || true
    [ "$(wc -l <options)" -gt 60 ]
    while read -r option; do
        [ "$option" = -T ] || grep -qE -- "(^|[^a-z-])$option" named || { echo "$option"; missing=1; }
    done <options
    [ -z "${missing:-}" ]
}

# bats test_tags=all
@test "kings of a list of material are counted where one is written" {
    printf '[FEN "4k3/8/8/8/8/8/8/QK6 w - - 0 1"]\n\n1. Qb2 *\n' >k.pgn
    for engine in bitboards general; do
        for yes in Q: KQ:K '=Q:' '~K:QK' '+K:K' KQ: '~:Q'; do
            [ "$(CP_ENGINE=$engine cp-select -c --material "$yes" k.pgn)" = 1 ] || { echo "$yes"; return 1; }
        done
        for no in KKQ:K '+KKQ:' K: K:Q '~K:K' K:KQ; do
            [ "$(CP_ENGINE=$engine cp-select -c --material "$no" k.pgn)" = 0 ] || { echo "$no"; return 1; }
        done
    done
}

@test "a pawn that nobody can take in passing leaves the position as it is (R-FIDE-2; where pgn-extract does not)" {
    cat >p.pgn <<'END'
[White "nobody beside it"]

1. e4 Nf6 2. Nf3 Ng8 3. Ng1 Nf6 4. Nf3 Ng8 5. Ng1 *

[White "a pawn beside it that may not: its king would stand in check"]
[FEN "8/8/8/8/1k1p3R/8/4P3/4K3 w - - 0 1"]

1. e4 Kb3 2. Kf2 Kb4 3. Ke1 Kb3 4. Kf2 Kb4 5. Ke1 *

[White "a pawn beside it that may: another position the first time"]
[FEN "8/8/8/8/1k1p4/8/4P3/4K3 w - - 0 1"]

1. e4 Kb3 2. Kf2 Kb4 3. Ke1 Kb3 4. Kf2 Kb4 5. Ke1 *

[White "and once more, so that it was there three times without"]
[FEN "8/8/8/8/1k1p4/8/4P3/4K3 w - - 0 1"]

1. e4 Kb3 2. Kf2 Kb4 3. Ke1 Kb3 4. Kf2 Kb4 5. Ke1 Kb3 6. Kf2 Kb4 7. Ke1 *

[White "rights to castle count, though nothing stands otherwise"]

1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Ke2 Ke7 5. Ke1 Ke8 6. Ke2 Ke7 7. Ke1 Ke8 *
END
    for engine in bitboards general; do
        CP_ENGINE=$engine cp-select --has repetition p.pgn | jq -r .tags.White | cut -d: -f1 >said
        diff said - <<'END'
nobody beside it
a pawn beside it that may not
and once more, so that it was there three times without
END
    done
}

@test "in tags of dates a year alone is no number, and no such month is refused" {
    printf '[Date "1961"]\n\n1. e4 *\n' >year.pgn
    for date in '< 1961.06' '>= 1961.01' '<= 1961.08' '< 1961'; do
        [[ $date == '>= 1961.01' ]] && wanted=1 || wanted=0
        [ "$(cp-select --count --tag "Date $date" year.pgn)" = $wanted ]
    done
    [ "$(cp-select --count --tag 'Date < 1962' year.pgn)" = 1 ]
    run cp-select --tag 'Date < 1961.13' year.pgn
    [[ $status = 2 && $output == *'is no number, no date and no code'* ]]
}

# bats test_tags=all
@test "codes of openings are compared, with their parts, and ranges are of codes, numbers or dates" {
    for eco in B89 B90 B90a B90b3 B99 B99x C00 b91 B9 F00 '?' ''; do
        printf '[ECO "%s"]\n\n1. e4 *\n\n' "$eco"
    done >eco.pgn
    printf '1. d4 *\n' >>eco.pgn
    finds() { # CODES CONDITION
        run -0 --separate-stderr jq -rs 'map(.tags.ECO // "-") | join(" ")' <(cp-select --tag "$2" eco.pgn)
        [ "$output" = "$1" ] || { echo "$2: $output"; return 1; }
    }
    finds 'B90 B90a B90b3 B99 B99x C00' 'ECO >= B90'
    finds 'B99 B99x C00' 'ECO > B90'
    finds 'B89' 'ECO < B90'
    finds 'B89 B90 B90a B90b3' 'ECO <= B90'
    finds 'B89 B90' 'ECO < B90a'
    finds 'B90b3 B99 B99x C00' 'ECO > B90a'
    finds 'B90 B90a B90b3 B99 B99x' 'ECO = B90:B99'
    finds 'B90a B90b3' 'ECO = B90a:B90z'
    finds 'B89 C00 b91 B9 F00 ?  -' 'ECO != B90 : B99'
    finds 'B90' 'ECO = B90' # a single one is text
    run -0 --separate-stderr cp-select --count --tag 'ECO = B90:B99' eco.pgn
    [[ $stderr == *'counts as one that is not known: --tag ECO: "B9" [value-not-compared]'* ]]
    run -0 --separate-stderr cp-select --count --tag 'ECO > 12' <<<$'[ECO "12a"]\n\n1. e4 *'
    [[ $output = 0 && $stderr == *'--tag ECO: "12a" [value-not-compared]'* ]]

    selects 'Alekhine Bogoljubov' --tag 'WhiteElo = 2600:2690'
    selects 'Alekhine' --tag 'WhiteElo = 2600.5 : 2690'
    selects 'Bogoljubov Hill East -' --tag 'WhiteElo != 2600.5:2690'
    selects 'Alekhine Bogoljubov' --tag 'Date = 1924:1929'
    selects 'Alekhine' --tag 'Date = 1929.09.06:1929.10' # all days that the other may mean
    selects '' --where "tag('Date = 1930:1931')"
    # any other value with a colon is a text, and what has a number on both sides is one, too
    printf '[Event "%s"]\n\n1. e4 *\n\n' 'Ch: A' 'Cup 1:2' 1:2 1.5 3 B90:x >colon.pgn
    [ "$(cp-select --count --tag 'Event = Ch: A' colon.pgn)" = 1 ]
    [ "$(cp-select --count --tag 'Event = Cup 1:2' colon.pgn)" = 1 ]
    [ "$(cp-select --count --tag 'Event = B90:x' colon.pgn)" = 1 ]
    [ "$(cp-select --count --tag 'Event = 1:2' colon.pgn 2>/dev/null)" = 2 ]
}

# bats test_tags=all
@test "games are asked by their numbers, counted from the first, whatever reads them" {
    selects 'Bogoljubov East -' --game 2,4:5
    selects 'Hill East -' -g 3:
    selects 'Alekhine Bogoljubov' --game :2
    selects 'Alekhine Hill' --game 3 --game 1
    selects '' --game 6:9
    selects 'Alekhine Hill East -' --not --game 2
    selects 'Bogoljubov' --where 'game(2:4) and player(/alekh/)'
    archive >a.pgn
    cp-parse a.pgn >a.jsonl
    # some in the fast lane, one damaged between
    { cat a.pgn; printf '\n1. e4 rubbish *\n\n'; cat a.pgn; } >three.pgn
    for file in a.pgn a.jsonl; do
        for jobs in 1 3; do
            CP_BATCH=200 cp-select --jobs $jobs --game 2,4 $file | cmp - <(sed -n '2p;4p' a.jsonl)
            [ "$(CP_BATCH=200 cp-select --jobs $jobs --count --game 2,4,99 --plies :2 $file)" = 2 ]
        done
    done
    [ "$(CP_BATCH=200 cp-select --jobs 3 --game 7,9 three.pgn | jq -rs 'map(.tags.White) | join(" ")')" = \
        'Alekhine, Alexander Hill' ]
    [ "$(CP_BATCH=200 cp-table games --jobs 3 -c number,White --where 'game(2,4:)' a.pgn | tail -n +2)" = \
        "$(printf '%s\t%s\n' 2 'Bogoljubov, Efim' 4 East 5 '')" ]
    [ "$(cp-table games -c number --where 'not game(2:)' a.pgn | tail -n +2)" = 1 ]
    part=$(cp-select --parts 1 a.pgn | sed -n 's/^part //p' | head -n 1)
    run -2 cp-select --part "$part" --game 2 a.pgn
    [[ $output == *'--game: games are counted from the first [parts-refused]'* ]]
    run -2 cp-select --part "$part" --where 'game(2)' a.pgn
    [[ $output == *'games are counted from the first: leave --game and game() out [parts-refused]'* ]]
}

# told: what is said of moves, by people, by lichess and by engines
told() {
    cat <<'END'
[White "words"]

1. e4 {a quiet
start} e5 (1... c5 {Sicilian (Open)} 2. Nf3) 2. Nf3 {Time trouble} 1-0 {Black resigns}

[White "lichess"]

1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {[%eval 0.25] [%clk 0:00:31]} 2. Qh5 {[%eval -0.4,20] [%clk 0:00:29.5]} Nc6 {[%clk 0:30]}
3. Bc4 Nf6 {[%eval #1]} 4. Qxf7# 1-0

[White "engines"]

1. e4 {book} e5 {+0.38/19 1.2s} 2. Ke2 {-1.50/20 12s} Ke7 {-M4/7 0s} 3. Ke1 {+M3/8 1s} *

[White "broken"]

1. e4 {+0.50/9 1s} e5 2. Ke3 {+9.00/9 1s [%clk 0:01]} *
END
}

# bats test_tags=all
@test "words of comments, clocks and evaluations are asked, with where they are" {
    told >told.pgn
    finds() { # PLAYERS CONDITION...
        run -0 --separate-stderr jq -rs 'map(.tags.White) | join(" ")' <(cp-select "${@:2}" told.pgn 2>/dev/null)
        [ "$output" = "$1" ] || { echo "$*: $output"; return 1; }
    }
    finds 'words' --comment 'quiet start' # a line ends there
    finds '' --comment 'time trouble'
    finds 'words' --comment '/time trouble/i'
    finds 'words' --comment 'Sicilian'
    finds 'words engines' --comment resigns --comment book
    finds 'words' --where 'comment(/Sicilian (?:[(]Open[)])$/) and not comment(book)'
    finds 'words lichess engines broken' --where comment
    finds 'lichess engines broken' --where 'comment>=5 or comment(/^.0.50/)'
    finds 'lichess' --not --comment 's$'
    finds 'lichess' --comment '%clk 0:0[01]:'
    finds 'lichess' --clock-below 0:30
    finds '' --clock-below 29.5
    finds 'lichess' --clock-below 29.501
    finds 'lichess' --where 'at(3, clock-below(0:30))'
    finds '' --where 'at(4:, clock-below(0:30))'
    finds 'lichess broken' --eval 0.3:1
    finds 'lichess' --eval 0.25
    finds 'engines' --eval=-0.38:-0.38
    finds 'engines' --eval :-1
    finds 'lichess' --eval=-0.4
    finds 'lichess engines' --eval '#9:'
    finds 'engines' --eval '#2'
    finds 'lichess' --eval '#1:'
    finds '' --eval :#-9
    finds 'lichess engines' --eval 3:
    finds 'engines' --where 'at(4, eval(#2:))'
    finds '' --where 'at(4, eval(:0))'
    [ "$(cp-select --hits --comment '/sicilian|trouble|resigns/i' told.pgn)" = "$(printf 'told.pgn:%s\n' \
        '4:17: ply 2: c5' '4:49: ply 3: Nf3')" ]
    [ "$(cp-select --hits --eval '#9:' --eval :-1 told.pgn 2>/dev/null | cut -d: -f 4-)" = "$(printf ' ply %s\n' \
        '6: Nf6' '3: Ke2' '4: Ke7' '5: Ke1')" ]
    cp-parse told.pgn >told.jsonl
    for question in '--comment Sicilian' '--clock-below 0:30' '--eval 3:'; do
        # shellcheck disable=SC2086
        cp-select $question told.jsonl 2>/dev/null | cmp - <(cp-select $question told.pgn 2>/dev/null)
        # shellcheck disable=SC2086
        CP_BATCH=100 cp-select --jobs 3 $question told.pgn 2>/dev/null | cmp - <(cp-select $question told.pgn 2>/dev/null)
    done
    # what is told behind a move that cannot be played is not known
    run -1 --separate-stderr cp-select --eval 5: <<<'1. e4 e5 2. Ke3 {[%eval 9]} *'
    [[ -z $output && $stderr == *'stdin:1:13: error:'* ]]
    printf '1. e4 {%s!} *\n' "$(printf 'a%.0s' {1..200})" >long.pgn
    for question in '--comment' '--not --comment'; do
        # shellcheck disable=SC2086
        run -1 --separate-stderr cp-select $question '^(?:(a|aa)+b|c)' long.pgn
        [[ -z $output && $stderr == *'[pattern-gave-up]'* ]]
    done
}

# games of the tags WHITE BLACK ANNOTATOR WHITE-ELO BLACK-ELO, - for none
tagged() {
    local white black annotator elo other
    while read -r white black annotator elo other; do
        printf '[White "%s"]\n[Black "%s"]\n' "$white" "$black"
        [ "$annotator" = - ] || printf '[Annotator "%s"]\n' "$annotator"
        [ "$elo" = - ] || printf '[WhiteElo "%s"]\n' "$elo"
        [ "$other" = - ] || printf '[BlackElo "%s"]\n' "$other"
        printf '\n1. e4 e5 *\n\n'
    done
}

# bats test_tags=all
@test "a tag is compared with what another says, and the numbers of both players with each other" {
    tagged >two.pgn <<'END'
A X A 2700 2500
B X A 2500 2601
C X - 2600 2600
D D X 0 2400
E X E 99 100
F X ? unrated 2500
END
    finds() { # PLAYERS CONDITION...
        run -0 --separate-stderr jq -rs 'map(.tags.White) | join(" ")' <(cp-select "${@:2}" two.pgn)
        [ "$output" = "$1" ] || { echo "$*: $output $stderr"; return 1; }
    }
    finds 'A E' --tag 'White = %{Annotator}'
    finds 'B C D F' --tag 'White != %{Annotator}' # there is none, or it is another
    finds 'B D F' --tag 'White != %{Annotator}' --tag Annotator
    finds 'D' --tag 'Black=%{White}'
    finds 'A' --tag 'WhiteElo > %{BlackElo}'
    finds 'A C' --tag 'WhiteElo >= %{BlackElo}'
    finds 'B D E' --tag 'WhiteElo < %{BlackElo}'
    finds 'B C D E' --where "tag(WhiteElo <= %{BlackElo})"
    finds '' --tag 'White = %{}' # no name: text
    finds 'A B C D E F' --tag 'Result = %{Result}'
    finds 'A B C D E F' --tag 'Variant = %{Variant}'
    finds 'A' --tag 'EloDifference >= 200'
    finds 'B' --tag 'EloDifference < -100'
    finds 'C E' --tag 'EloDifference = -50:50'
    finds 'C' --tag 'EloDifference = 0'
    finds 'A C' --tag 'EloMean >= 2600'
    finds 'B' --tag 'EloMean = 2550.5'
    finds 'B E' --tag 'EloMean ~ [.]5$'
    finds 'D F' --not --tag EloMean
    finds 'A' --tag 'EloMean < %{WhiteElo}'
    run -0 --separate-stderr cp-select --count --tag 'White = %{Anotator}' two.pgn
    [[ $stderr == *'no game has the tag that is asked for: --tag "{Anotator}"; did you mean {Annotator}?'* ]]
    run -0 --separate-stderr cp-select --count --tag 'EloDiference > 5' two.pgn
    [[ $stderr == *'--tag "EloDiference"; did you mean EloDifference?'* ]]
    run -0 --separate-stderr cp-select --count --tag 'EloMean > 5' --tag 'BlackElo > %{WhiteElo}' two.pgn
    [[ $output = 2 && $stderr == *'--tag BlackElo: "unrated" [value-not-compared]'* ]]
    [ "$(cp-table games -c White,EloDifference,EloMean two.pgn | tail -n +2)" = "$(printf '%s\t%s\t%s\n' \
        A 200 2600 B -101 2550.5 C 0 2600 D '' '' E -1 99.5 F '' '')" ]
    # a tag of that name says it itself, and does not begin another game
    printf '[WhiteElo "1"]\n[BlackElo "3"]\n[EloMean "7"]\n\n1. e4 *\n' >own.pgn
    [ "$(cp-select --count --tag 'EloMean = 7' own.pgn)" = 1 ]
    [ "$(cp-select --count --tag 'EloMean != 7' <(cp-parse own.pgn))" = 0 ]
}

# bats test_tags=all
@test "a number may have its sign, be it + or -, in tags and in what is asked" {
    for diff in +8 +5 +0 -0 -12 5.5 +-3 ++9 + -; do printf '[WhiteRatingDiff "%s"]\n\n1. e4 *\n\n' $diff; done >a.pgn
    finds() { # VALUES CONDITION
        run -0 bash -c 'cp-select --tag "$1" a.pgn 2>told | jq -r .tags.WhiteRatingDiff | paste -sd " "' - "WhiteRatingDiff $2"
        [ "$output" = "$1" ] || { echo "$2: $output"; return 1; }
        grep -q 'WhiteRatingDiff: "+" \[value-not-compared\]' told
    }
    for five in 5 +5 +5.0; do
        finds '+8 5.5' "> $five"
        finds '+8 +5 5.5' ">=$five"
    done
    finds '-12' '< -0'
    finds '-12' '< +0'
    finds '+0 -0 -12' '< +1'
    for wrong in +-5 -+5 ++5 + -; do
        run -2 cp-select --tag "WhiteRatingDiff > $wrong" a.pgn
    done
}

@test "a wrong value of any length is shown by its beginning" {
    run -2 cp-select --position "w: $(printf 'R (1,1), %.0s' {1..900}) K (2,2)" /dev/null
    [[ ${lines[0]} == *'R (1,1), '*'...: two pieces stand on one square [option-value-wrong]' ]]
    [ ${#lines[0]} -lt 400 ]
}

@test "a date of single digits is one; one that is not understood is told of, once" {
    for date in 1924.5.12 12.05.1924 'May 1924' 1924.13.01 1924.00.00 '????.??.??' ????.05 '?' ''; do
        printf '[Date "%s"]\n[WhiteElo "%s"]\n\n1. e4 *\n\n' "$date" "${date//1924/unrated}"
    done >a.pgn
    asks() { # COUNT NOTES WHAT...
        run -0 --separate-stderr cp-select --count "${@:3}" a.pgn
        [[ $output = "$1" && $stderr = "$2" ]] || { echo "${*:3}: $output $stderr"; return 1; }
    }
    says() { # WHERE VALUE
        printf 'cp-select: note: a value is no date, number or code, and counts as one that is not known: %s: "%s" [value-not-compared]\n' "$@"
        echo '  hint: a date is 1924, 1924.05 or 1924.05.12, with ? for what is not known; a number is 2700 or 0.5, a code B90'
    }
    export CP_BATCH=100
    for jobs in 1 3; do
        asks 2 "$(says --date 12.05.1924)" --date 1924 --jobs $jobs
        asks 1 "$(says --date 12.05.1924)" --date 1924.5.1:1924.05.31 --jobs $jobs
        asks 7 "$(says --date 12.05.1924)" --not --date 1924 --jobs $jobs
        asks 2 "$(says '--tag Date' 12.05.1924)" --tag 'Date < 1930' --jobs $jobs
    done
    asks 0 "$(says '--tag WhiteElo' 12.05.unrated)" --tag 'WhiteElo > 2000'
    asks 0 '' --tag 'Date = 1924'
    printf '[Date "%s"]\n[UTCDate "%s"]\n\n1. e4 *\n\n' 12/5/24 1924.05.12 '?' 'in May' >a.pgn
    asks 1 "$(says --date 12/5/24)" --date 1924
    printf '[Date "in May"]\n[UTCDate "1924.05.12"]\n\n1. e4 *\n' >a.pgn
    asks 1 "$(says --date 'in May')" --date 1924 # also where the other tag answers
}

# bats test_tags=all
@test "an end that no game's variant has is told, with what may be claimed" {
    told() { # NOTE WHAT...
        run -0 --separate-stderr cp-select --count "${@:2}"
        [[ $stderr == "${1:+cp-select: note: no game is of a variant in which there is what is asked for: $1 [asked-of-no-variant]}"* ]] &&
            [[ $1 || ! $stderr ]] || { echo "$*: $stderr"; return 1; }
    }
    printf '1. e4 *\n' >fide.pgn
    printf '1. e4 {a comment} *\n\n[Variant "coaip"]\n\n*\n' >both.pgn
    for file in fide.pgn both.pgn; do
        for jobs in 1 2; do
            told '--ends "threefold"' --ends threefold --jobs $jobs $file
            told '--ends "quiet-limit,threefold"' --ends quiet-limit,threefold --jobs $jobs $file
            told '' --ends threefold,stalemate --jobs $jobs $file
            told '' --ends seventyfive --jobs $jobs $file
        done
    done
    [[ $(cp-select --ends threefold fide.pgn 2>&1) == *--has\ repetition* ]]
    told '--ends "seventyfive"' --ends seventyfive <<<'[Variant "coaip"] *'
    for own in '[Variant "site-coaip"]' '[Rules "threefold-ends: true"]'; do
        told '' --ends threefold <<<"$own"$'\n\n*'
        told '' --ends threefold --white nobody <<<"$own"$'\n\n*'
    done
    told '' --ends threefold </dev/null
}

@test "pieces and squares that are none of any game's variant are told" {
    printf '1. e4 e5 2. Nf3 *\n' >a.pgn
    told() { # OPTION VALUE WHAT...
        run -0 --separate-stderr cp-select --count "$@" a.pgn
        [[ $output = 0 && $stderr == "cp-select: note: no game is of a variant in which there is what is asked for: $1 \"$2\" [asked-of-no-variant]"* ]] ||
            { echo "$*: $output $stderr"; return 1; }
    }
    for jobs in 1 2; do
        told --material C:C --jobs $jobs
        told --position 'w: Q (9,9)' --some --jobs $jobs
        told --empty z99 --jobs $jobs
    done
    echo 'w: Hu (3,3)' >starts
    run -0 --separate-stderr cp-select --count --start-like starts a.pgn
    [[ $stderr == *'--start-like "w: Hu (3,3)"'* ]]
    run -0 --separate-stderr cp-select --count --material C:C --position 'w: K e1' --some /dev/null
    [ -z "$stderr" ]
}

@test "moves that are none of any game's variant are told" {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 e5 2. Nf3 *\n' >a.pgn
    for how in --count '--count --jobs 2' --invert; do
        run -0 --separate-stderr cp-select $how -m 'e4 e5 Sf3' a.pgn
        [[ $stderr == 'cp-select: note: no game is of a variant in which there is what is asked for: --moves "e4 e5 Sf3" [asked-of-no-variant]'* ]]
    done
    for how in '--white x' '--piece-letters de --jobs 2'; do
        cp a.pgn b.pgn && sed -i s/N/S/ b.pgn
        run -0 --separate-stderr cp-select --count $how -m 'e4 e5' --moves 'd4' b.pgn
        [[ $stderr != *asked-of-no-variant* ]]
    done
    run -0 --separate-stderr cp-select --count -m 'e4 e5 Nf3' a.pgn
    [ "$output" = 1 ]
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "moves that no piece can make, or beyond the board, are told" {
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 e5 2. Nf3 *\n' >a.pgn
    for line in Nb8-b1 '1. e4 * 2. Bc4-c5' Na9 'e4 i5' '(99,3)' exg3 N5b8 Nf3xz5 Ke1-e3 Ra1-b2; do
        for how in '' '--jobs 2'; do
            run -0 --separate-stderr cp-select --count $how -m "$line" --not --white x a.pgn
            [[ $output = 0 && $stderr == "cp-select: note: "*": --moves \"$line\" [asked-of-no-variant]"* ]] ||
                { echo "$line: $output $stderr"; return 1; }
        done
        run -0 --separate-stderr cp-select --count --moves-in-any-order "$line" a.pgn
        [[ $stderr == *'[asked-of-no-variant]'* ]]
        run -0 --separate-stderr cp-select --count --not -m "$line" a.pgn
        [ "$output" = 1 ]
    done
    for line in 'e7-e5' Ke1-g1 Ke1-a1 e1a1 exd3 N5b6 'Bab6' Kg5 e2e4 e8=Q; do
        run -0 --separate-stderr cp-select --count -m "$line" a.pgn
        [[ -z $stderr ]] || { echo "$line: $stderr"; return 1; }
    done
    # a plane has all squares, a huygens goes far, and knights in a block as one
    run -0 --separate-stderr cp-select --count -m 'R(99,3)' <<<'[Variant "coaip"] 1. (5,4) *'
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-select --count -m 'Hu(5,0)-(1009,0)' <<<'[Variant "huygens"] *'
    [ -z "$stderr" ]
    run -0 --separate-stderr cp-select --count -m 'Hu(5,0)-(9,1)' <<<'[Variant "huygens"] *'
    [[ $stderr == *'[asked-of-no-variant]'* ]]
    run -0 --separate-stderr cp-select --count -m 'N(5,0)-(5,8)' <<<'[Variant "formation"] *'
    [ -z "$stderr" ]
}

# bats test_tags=all
@test "a game that cannot be begun is not valid, and has the warnings that cp-validate has of it" {
    cat >a.pgn <<'END'
[White "nobody's"]
[Variant "unheard"]

1. e4 *

[White "no FEN"]
[FEN "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1. e4, e5 *

[White "illegal"]

1. e5 *

[White "good"]

1. e4 *
END
    cp-parse a.pgn >a.jsonl 2>/dev/null || true
    for file in a.pgn a.jsonl; do
        asks() { # WHO WHAT...
            cp-select "${@:2}" $file 2>told | jq -rs '[.[] | .tags.White] | join(", ")' >got
            [ "$(cat got)" = "$1" ] || { echo "$file ${*:2}: $(cat got told)"; return 1; }
        }
        asks good --valid
        [ ! -s told ]
        asks "nobody's, no FEN, illegal" --not --valid
        [ "$(grep -c ': error: ' told)" = 3 ]
        cp-validate --only invalid $file 2>/dev/null | jq -r .tags.White | diff - <(tr , '\n' <got | sed 's/^ //')
        asks 'no FEN' --warned
        asks "nobody's, illegal, good" --not --warned
        [ "$(cp-select --count --jobs 2 --not --valid $file 2>/dev/null)" = 3 ]
    done
    asks '' --not --valid --ends checkmate
}

# bats test_tags=all
@test "dates are days of the calendar" {
    dates() { for date; do printf '[Date "%s"]\n\n1. e4 *\n\n' "$date"; done >a.pgn; }
    for date in 2011.19.11 2020.02.30 2019.02.29 1900.2.29 2021.04.31 2020.02.3? 2020.00.32; do
        dates 2020.01.01 $date
        run -0 --separate-stderr cp-select --count --date 1900: a.pgn
        [[ $output = 1 && $stderr == *"--date: \"$date\" [value-not-compared]"* ]]
        [ "$(cp-select --count --date "${date%%.*}" a.pgn 2>/dev/null)" = $((${date%%.*} == 2020)) ]
        [ "$(cp-select --count --tag "Date >= ${date%%.*}" a.pgn 2>/dev/null)" = $((${date%%.*} <= 2020)) ]
        run -2 cp-select --date $date a.pgn
        [[ $output == *'a date, or two with : between'* ]]
    done
    dates 2020.02.29 2000.02.29 2020.01.31 20?0.02.29 2020.??.31 2020.0?.30
    run -0 --separate-stderr cp-select --count --date 2000:2099 a.pgn
    [[ $output = 6 && -z $stderr ]]
    dates 2020.02 2019.02.??
    [ "$(cp-select --count --date 2020.02.01:2020.02.29 a.pgn)" = 1 ]
    [ "$(cp-select --count --date 2019.02.01:2019.02.28 a.pgn)" = 1 ]
    [ "$(cp-select --count --date :2019.02.28 a.pgn)" = 1 ]
    dates 0000.00.00 0000.05.12
    run -0 --separate-stderr cp-select --count --date :1900 a.pgn
    [[ $output = 0 && -z $stderr ]]
}

# bats test_tags=all
@test "each question, and each choice of what comes out, has an example in the manual that is run" {
    sed 's/\\-/-/g' "$top/cmd/cp-select.1" | sed -n '/^\.EX/,/^\.EE/s/^\$ //p' >examples
    [ "$(wc -l <examples)" -gt 20 ]
    cp-select --help | sed -n '/^Asking about tags/,/^Reading/s/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' >options
    [ "$(wc -l <options)" -gt 30 ]
    while read -r option; do
        grep -qE -- "$option([ =]|\$)" examples || echo "$option has no example"
    done <options >missing
    cat missing
    [ ! -s missing ]
}

# ---- --where ----

# bats test_tags=all
@test "conditions are joined by and, or, not and brackets, of a game and of one position" {
    picks 'fool scholar' --where 'checkmate'
    picks 'scholar passing' --where 'check and capture or castling'
    picks 'scholar' --where 'check and (capture or castling)'
    picks 'passing' --where 'capture and not check'
    picks 'scholar' --where 'same(check and capture)'
    picks 'fool' --where 'same(check and not capture)'
    picks 'fool scholar' --where 'at(end, check)'
    picks 'passing doors' --where 'at(end, not check)'
    picks 'passing doors' --where 'not at(end, check)'
    picks 'passing' --where 'at(:5, capture)'
    picks '' --where 'at(8:8, capture)'
    picks 'passing' --where 'at(9, capture and promotion)'
    picks 'passing' --where 'at(end, capture>=4 and castling)'
    picks '' --where 'at(end, capture>=5)'
    picks 'scholar passing' --where 'comment or castling'
    picks 'scholar' --where 'white(sch) and fen("*/*/*/*/2B1P3/*/*/*") and has(nag:4)' --some
    picks 'fool' --where 'at(4, fen(*/*/*/*/?*q/*/*/*) and check)' --some
    picks 'doors' --where 'variant(trapdoor) and same(fall)'
    picks 'fool passing' --where 'white(/fool/) or promotion' --not --where 'variant(trapdoor)'
    picks 'passing' --any-of --has castling --white nobody
    picks 'fool scholar' --where 'white(fool)' --any-of --where 'white(scholar)'
}

@test "a player who won did so with either colour" {
    selects 'Alekhine Bogoljubov' --player /alekh/i --won
    selects 'Alekhine' --player Alekhine --won
    selects 'Alekhine Bogoljubov' --where 'won(/alekh/i)'
    selects '' --where 'won(/bogol/i)'
    selects 'Bogoljubov' --player /alekh/i --won --black alekh
    selects 'Hill East -' --not --player /alekh/i --won
    for wrong in --won '--white Hill --won' '--not --won --player Hill'; do
        run -2 cp-select $wrong /dev/null
    done
}

@test "a mistake in --where is told with its column" {
    for tool in cp-select 'cp-table games'; do
        run -2 $tool --where 'won(Tal) and at(20:40, material(QR:Q) and chek)' /dev/null
        [[ $output == *'--where, column 43: "chek"; did you mean check?'* ]]
        run -2 $tool --where 'won(Tal' /dev/null
        [[ $output == *'--where, column 4: this bracket is not closed'* ]]
    done
    run -2 cp-select --where check --some /dev/null
    [[ $output == *'--some: it goes with --position, --fen or --start-like'* ]]
}

@test "hits of --where are the positions of which all of it holds" {
    played >p.pgn
    hits() { # PLIES WHAT: in the first three games
        output=$(cp-select --hits --white '^(fool|scholar|passing)' --where "$2" p.pgn | sed 's/.*: ply \([0-9]*\): .*/\1/' | paste -sd ' ')
        [ "$output" = "$1" ] || { echo "$2 gave: $output"; return 1; }
    }
    hits '7 5 7 9 10' 'same(capture)'
    hits '7' 'same(capture and check)'
    hits '5' 'at(:6, capture)'
    hits '4 7' 'at(end, check)'
    hits '4 7 5' 'at(end, check) or at(:5, capture)'
    hits '0' 'not same(not capture<1) and not checkmate or white(fool) and not same(capture)'
    hits '15' 'at(end, castling)'
}

# bats test_tags=all
@test "an expression by chance is answered as its conditions are, each asked alone" {
    PATH=$extra:$PATH /usr/bin/python3 - "$(often 12 150)" <<'END'
import collections
import os
import random
import subprocess
import sys

rng = random.Random(11)
PATH = os.environ["PATH"]


def run(*words, **engine):
    done = subprocess.run(words, env={"LC_ALL": "C.UTF-8", "PATH": PATH, **engine}, capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout.splitlines()


LEAVES = {
    "chess": ["check", "capture", "castling", "promotion", "double-check", "repetition", "material(+Q:Q)",
              "material(~+QR:Q)", "fen(*/*/*/*/?*q/*/*/*)", "fen(*/*/*/*/*/?*N?*/*/* b)", "fen(*/*/*/*/4P3/*/*/*)"],
    "trapdoor": ["check", "capture", "fall", "material(+Q:Q)", "position(w: P (5,4))", "position(b: Q (4,8); turn b)"],
    "coaip": ["check", "capture", "promotion", "material(+H:)", "position(w: K (5,1))", "position(w: P (5,4); turn w)"],
}
WHOLE = ["checkmate", "plies(:50)", "tag(Nobody)"]

def option(leaf):
    """As the option that asks it alone."""
    name, bracket, value = leaf.partition("(")
    return ["--" + name, value[:-1]] if bracket else ["--ends" if leaf == "checkmate" else "--has", leaf]


def make(leaves, depth):
    if depth == 0 or rng.randrange(4) == 0:
        return rng.choice(leaves)
    if rng.randrange(3) == 0:
        return ("not", make(leaves, depth - 1))
    return (rng.choice(["and", "or"]), make(leaves, depth - 1), make(leaves, depth - 1))


def place(leaves):
    low = rng.randrange(50)
    first, last = rng.choice([(low, low + rng.randrange(30)), (low, None), (0, low), (0, None), ("end", None)])
    return ("at", first, last, make(leaves, 2))


def text(e):
    if isinstance(e, str):
        return e
    if e[0] == "not":
        return "not " + text(e[1])
    if e[0] == "at":
        span = "end" if e[1] == "end" else f"{e[1]}:{'' if e[2] is None else e[2]}"
        return f"at({span}, {text(e[3])})"
    return f"({text(e[1])} {e[0]} {text(e[2])})"


def holds(e, is_leaf, is_place):
    if isinstance(e, str):
        return is_leaf(e)
    if e[0] == "not":
        return not holds(e[1], is_leaf, is_place)
    if e[0] == "at":
        return is_place(e)
    both = [holds(x, is_leaf, is_place) for x in e[1:]]
    return all(both) if e[0] == "and" else any(both)


for variant, leaves in LEAVES.items():
    file = variant + ".games"
    with open(file, "w", encoding="utf-8") as out:
        print("\n".join(run("cp-generate", "--variant", variant, "--games", "12", "--plies", "70", "--seed", "5")), file=out)
    rows = [row.split("\t") for row in run("cp-table", "games", "-c", "line,plies", file)[1:]]
    lines, plies = [int(r[0]) for r in rows], [int(r[1]) for r in rows]

    def hits(*options):
        """The plies of each game at which it is met."""
        found = collections.defaultdict(set)
        for hit in run("cp-select", "--hits", *options, file):
            _, line, _, ply, _ = hit.split(":", 4)
            found[max(g for g, begin in enumerate(lines) if begin <= int(line))].add(int(ply.split()[1]))
        return found

    met = {}
    for leaf in leaves + WHOLE:
        some = ["--some"] if leaf.startswith(("fen", "position")) else []
        met[leaf] = hits(*some, *option(leaf))

    def there(e, game):
        """The plies of a place."""
        span = [plies[game]] if e[1] == "end" else range(e[1], plies[game] + 1 if e[2] is None else min(plies[game], e[2]) + 1)
        return {ply for ply in span if holds(e[3], lambda leaf: ply in met[leaf][game], None)}

    for _ in range(int(sys.argv[1])):
        leaf = rng.randrange(4) == 0
        e = place(leaves) if leaf else make([place(leaves) for _ in range(3)] + rng.sample(leaves + WHOLE, 3), 2)
        want = {g for g in range(len(lines)) if holds(e, lambda x: bool(met[x][g]), lambda p: bool(there(p, g)))}
        some = ["--where", text(e)] + (["--some"] if "fen" in text(e) or "position" in text(e) else [])
        for engine in "bitboards", "general":
            got = run("cp-select", "--count", *some, file, CP_ENGINE=engine)
            assert got == [str(len(want))], (variant, engine, text(e), got, want)
        got = hits(*some)
        assert set(got) == want, (variant, text(e), set(got), want)
        if leaf:
            assert got == {g: there(e, g) for g in want}, (variant, text(e), got)
END
}

# finds_rounds GAMES WHAT...: the rounds of those games of s.txt, on either engine
finds_rounds() {
    local engine
    for engine in bitboards general; do
        CP_ENGINE=$engine cp-select "${@:2}" s.txt | jq -rs '[.[].tags.Round] | join(" ")' >found
        [ "$(<found)" = "$1" ] || { echo "$engine ${*:2}: $(<found)"; return 1; }
    done
}

sequence_games() {
    cat >s.txt <<'END'
[Round "1"]

1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. Bd3 Be7 5. e5 Nfd7 6. Nf3 O-O 7. Bxh7+ Kxh7 8. Ng5+ Bxg5 9. Qh5+ Kg8 10. Bxg5 *

[Round "2"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Bd2 Bg4 6. f3 Bf5 7. Qe2 Nd7 8. O-O-O O-O-O 9. Nd5 Qxd2+ 10. Rxd2 *

[Round "3"]

1. f3 e5 2. g4 Qh4# 0-1

[Round "4"]
[FEN "6n1/5P1P/8/8/8/8/8/K1k5 w - - 0 1"]

1. hxg8=N Kc2 2. f8=Q *

[Round "5"]
[Variant "coaip"]
[Setup "w: K (5,1), N (3,3), P (900,4); b: K (5,90), N (901,5), B (4,5)"]

1. N(3,3)x(4,5) K(5,91) 2. P(900,4)x(901,5) *

[Round "6"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O d6 5. d3 Bd7 6. Re1 Qe7 7. Nc3 O-O-O *
END
}

# bats test_tags=all
@test "moves that follow one another anywhere, with what may be anything" {
    sequence_games
    finds_rounds 1 --sequence 'Bxh7+ Kxh7 Ng5+'
    finds_rounds 1 --sequence 'Bh7 Kh7 Ng5' # what is not written may be so
    finds_rounds '' --sequence 'Bxh7# Kxh7'
    finds_rounds '' --sequence 'Bxh7+ Ng5+'
    finds_rounds 1 --sequence 'Bxh7+ ... Qh5+'
    finds_rounds 1 --sequence 'Bxh7+ * Ng5+ … Bxg5'
    finds_rounds '' --sequence 'Ng5+ ... Bxh7+'
    finds_rounds 1 --sequence 'w: Bxh7+'
    finds_rounds '' --sequence 'b: Bxh7+'
    finds_rounds 3 --sequence 'b: **#'
    finds_rounds '1 3' --sequence 'Q*h+'
    finds_rounds 4 --sequence '*x*=N'
    finds_rounds 4 --sequence 'P*8=Q'
    finds_rounds 4 --sequence 'Ph7x*'
    finds_rounds '2 4 5' --sequence 'Px*'
    finds_rounds 5 --sequence 'N*x*'
    finds_rounds 5 --sequence 'Px(901,5)'
    finds_rounds 5 --sequence 'N(3,3)x* ... P*(901,5)'
    finds_rounds 2 --sequence 'w: O-O-O O-O-O'
    finds_rounds '1 3' --where "sequence('Ng5+ Bxg5') or at(end, sequence('Q*#'))"
    [ "$(cp-select --hits --sequence '*xg5 ... *xg5' s.txt)" = 's.txt:3:106: ply 19: Bxg5' ]
}

@test "a sequence twice begun and gone wrong is found where it goes on" {
    printf '[Round "1"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Nc6 *\n' >s.txt
    finds_rounds 1 --sequence 'Nf3 Nf6 Ng1 Nc6'
    finds_rounds 1 --sequence 'Nf3 Nf6 Ng1 * Nf3 Nf6'
    finds_rounds '' --sequence 'Nf3 Nf6 Ng1 Nc6 *'
}

@test "a sequence that is none is refused" {
    sequence_games
    local what
    for what in '...' '... Nf3' 'Nf3 ...' 'Nf3 zz' 'N*xzz' '*8=*' "$(printf '* %.0s' {1..64})"; do
        run -2 cp-select --sequence "$what" s.txt
        [[ $output == *'it takes up to 63 moves'*'[option-value-wrong]'* ]] || { echo "$what: $output"; return 1; }
    done
}

# bats test_tags=all
@test "what takes what" {
    sequence_games
    finds_rounds 1 --takes B:N
    finds_rounds '1 2 5' --takes '*:B'
    finds_rounds '1 2' --takes 'KR:*'
    finds_rounds 2 --takes Q:B
    finds_rounds 2 --takes R:Q
    finds_rounds '' --takes Q:Q
    finds_rounds 5 --takes N:B
    finds_rounds '4 5' --takes P:N
    [ "$(cp-select --hits --takes P:P s.txt)" = 's.txt:7:13: ply 3: exd5' ]
    local what
    for what in B 'B:' ':Q' 'B:Z'; do
        run -2 cp-select --takes "$what" s.txt
        [[ $output == *'letters of what one of them takes'* ]] || { echo "$what: $output"; return 1; }
    done
}

@test "castling short, long, and to opposite sides" {
    sequence_games
    finds_rounds '1 6' --has castling-short
    finds_rounds '2 6' --has castling-long
    finds_rounds 2 --has castling-long=2
    finds_rounds 6 --has castling-opposite
    [ "$(cp-select --hits --has castling-opposite s.txt)" = 's.txt:26:69: ply 14: O-O-O' ]
}

# bats test_tags=all
@test "who has more of what, for how long" {
    sequence_games
    finds_rounds '1 5' --imbalance P:B
    finds_rounds 1 --imbalance P:BN
    finds_rounds '' --imbalance B:P
    finds_rounds '1 5' --imbalance '~B:P'
    finds_rounds '1 2 5' --imbalance P:
    finds_rounds '1 2 5' --imbalance NP:N
    finds_rounds 2 --imbalance Q:B
    finds_rounds '2 4' --imbalance +Q:
    finds_rounds '2 4' --imbalance Q:B --imbalance +PP:
    finds_rounds 5 --imbalance 'P: for 2' # in the others it is taken back at once
    finds_rounds '' --imbalance K: # nobody has a king more
    finds_rounds '1 2 3 6' --imbalance K:K
    finds_rounds '1 2 3 6' --imbalance "$(printf 'P%.0s' {1..40}):$(printf 'P%.0s' {1..40})"
}

# What a structure is, once more, by squares of a FEN; prints game, ply and name of each that is
# there.
structure_twin() {
    /usr/bin/python3 -c '
import sys
from collections import Counter

def up(s, q, side):
    return (q[1] - s[1]) * (1 if side == "P" else -1)

def beside(pawns, s):
    return [q for q in pawns if abs(q[0] - s[0]) == 1]

def is_passed(s, own, others, side):
    return not any(abs(q[0] - s[0]) < 2 and up(s, q, side) > 0 for q in others)

PAWNS = {
    "isolated": lambda s, own, others, side: not beside(own, s),
    "doubled": lambda s, own, others, side: any(q[0] == s[0] and q != s for q in own),
    "passed-pawn": is_passed,
    "protected-passed-pawn": lambda s, own, others, side: is_passed(s, own, others, side)
        and any(up(s, q, side) == -1 for q in beside(own, s)),
    "backward": lambda s, own, others, side: beside(own, s)
        and all(up(s, q, side) > 0 for q in beside(own, s))
        and any(up(s, q, side) == 2 for q in beside(others, s)),
}

def attacks(board, piece, s, k):
    dx, dy, kind = k[0] - s[0], k[1] - s[1], piece.lower()
    if kind == "n":
        return {abs(dx), abs(dy)} == {1, 2}
    if kind == "p":
        return abs(dx) == 1 and dy == (1 if piece == "P" else -1)
    if kind not in "rbq" or (dx and dy and abs(dx) != abs(dy)):
        return False
    if kind != "q" and (kind == "b") != bool(dx and dy):
        return False
    n = max(abs(dx), abs(dy))
    return not any((s[0] + dx // n * i, s[1] + dy // n * i) in board for i in range(1, n))

def has_pin(board, turn):
    own = [s for s, p in board.items() if p.isupper() == (turn == "w")]
    king = [s for s in own if board[s].lower() == "k"][0]
    def in_check(board):
        return any(attacks(board, p, s, king) for s, p in board.items()
                   if p.isupper() != (turn == "w"))
    return not in_check(board) and any(
        in_check({q: p for q, p in board.items() if q != s}) for s in own if s != king)

for line in sys.stdin:
    game, ply, fen = line.rstrip("\n").split("\t")
    board, (places, turn) = {}, fen.split()[:2]
    for rank, row in enumerate(places.split("/")):
        file = 0
        for c in row:
            if c.isdigit():
                file += int(c)
            else:
                board[file, 8 - rank] = c
                file += 1
    pawns = {side: [s for s, p in board.items() if p == side] for side in "Pp"}
    found = {name for name, test in PAWNS.items() for side in "Pp"
             if any(test(s, pawns[side], pawns[side.swapcase()], side) for s in pawns[side])}
    files = [{s[0] for s in pawns[side]} for side in "Pp"]
    count = Counter(board.values())
    more = {k: count[k.upper()] - count[k] for k in "pnbrqk"}
    bishops = [[s for s, p in board.items() if p == kind] for kind in "Bb"]
    if len(files[0] | files[1]) < 8:
        found.add("open-file")
    if files[0] ^ files[1]:
        found.add("half-open-file")
    if abs(more.pop("p")) == 1 and not any(more.values()):
        found.add("pawn-up")
    if [len(b) for b in bishops] == [1, 1] and sum(bishops[0][0] + bishops[1][0]) % 2:
        found.add("opposite-bishops")
    if has_pin(board, turn):
        found.add("pin")
    for name in sorted(found):
        print(game, ply, name)
'
}

# bats test_tags=all
@test "structure by name is what another program finds in each position" {
    "${CP_EXTRA:-$top/build/release/bin-extra}/cp-generate" --variant fide --games 60 --plies 200 --seed 11 >g.pgn
    cp-table positions -c game,ply,fen g.pgn 2>/dev/null | sed 1d >positions
    structure_twin <positions >wanted
    local name engine
    for name in isolated doubled passed-pawn protected-passed-pawn backward open-file half-open-file pawn-up opposite-bishops pin; do
        grep -c " $name\$" wanted >count || { echo "no $name"; return 1; }
        for engine in bitboards general; do
            CP_ENGINE=$engine cp-select --hits --structure $name g.pgn 2>/dev/null | wc -l | cmp - count || {
                echo "$engine $name: $(<count)"
                return 1
            }
        done
    done
}

# bats test_tags=all
@test "structure of a side, on a file, at a place, and on the plane" {
    cat >s.txt <<'END'
[Round "1"]
[FEN "4k3/p1p5/8/3P4/8/8/8/4K3 w - - 0 1"]

1. d6 c5 *

[Round "2"]
[Variant "coaip"]
[Setup "w: K (5,1), P (1000000000000000000000000000000,4); b: K (5,90), P (1000000000000000000000000000001,7), P (7,7), P (8,9)"]

1. K(6,1) *
END
    finds_rounds '1 2' --structure isolated
    finds_rounds 1 --structure w:isolated:d
    finds_rounds 1 --structure w:isolated:4
    finds_rounds '' --structure b:isolated:d
    finds_rounds '' --structure w:isolated:e
    finds_rounds '' --structure isolated:0,isolated:-5,open-file:9,open-file:100000000000000000000 --not --variant coaip
    finds_rounds 2 --structure w:isolated:1000000000000000000000000000000
    finds_rounds 2 --structure b:isolated:1000000000000000000000000000001
    finds_rounds '' --structure w:passed-pawn:1000000000000000000000000000000
    finds_rounds 2 --structure b:passed-pawn:g,b:passed-pawn:zz
    finds_rounds '' --structure b:backward --variant coaip
    finds_rounds 2 --structure open-file:77 --variant coaip
    finds_rounds 1 --where 'at(2, not passed-pawn:d) or structure(w:passed-pawn:d) and at(end, open-file)'
    finds_rounds 1 --where 'at(end, passed-pawn:c and isolated:d)'
    finds_rounds 1 --where 'at(end, passed-pawn:c and w:isolated:d)'
    finds_rounds '' --where 'at(end, passed-pawn:c and b:isolated:d)'
    sed -n '/"2"/,$p' s.txt >plane.txt
    run -0 --separate-stderr cp-select --structure open-file plane.txt # there is no end of them
    [[ -z $output && $stderr == *'asked-of-no-variant'* ]] || { echo "$output$stderr"; return 1; }
}

@test "a structure that is none is refused" {
    sequence_games
    local what
    for what in isolted isolated: isolated:d4 pin:d w:pin pawn-up:e; do
        run -2 cp-select --structure "$what" s.txt
        [[ $output == *'--structure '* ]] || { echo "$what: $output"; return 1; }
    done
    run -2 cp-select --where 'isolated:d4' s.txt
    [[ $output == *'column 1: "isolated:d4"; it takes isolated,doubled,'*'w:isolated:d'* ]]
    run -2 cp-select --structure isolted s.txt
    [[ $output == *'did you mean isolated?'* ]]
}

# bats test_tags=all
@test "in an expression some(), anywhere() and mirrored() are said of the patterns in them alone" {
    printf '[Round "1"]\n\n1. e4 e5 *\n\n[Round "2"]\n[FEN "4k3/8/8/8/8/8/8/3K4 w - - 0 1"]\n\n1. Kd2 *\n' >s.txt
    local kings='w: K (4,1); b: K (5,8)'
    finds_rounds 2 --where "position('$kings')"
    finds_rounds 2 --where "some(position('w: K (4,1)'))"
    finds_rounds '1 2' --where "some(position('b: K (5,8)'))"
    finds_rounds 2 --where "some(position('b: K (5,8)')) and position('$kings')" # exactly these two
    finds_rounds '' --where "position('$kings') and not some(position('b: K (5,8)'))"
    finds_rounds 2 --where "mirrored(some(position('w: K (5,1); b: K (4,8)')))"
    finds_rounds '' --where "some(position('w: K (4,8)')) or position('w: K (5,1); b: K (4,8)')"
    finds_rounds 2 --where "anywhere(position('w: K (14,1); b: K (15,8)'))"
    run -2 cp-select --where 'check and some check' s.txt
    [[ $output == *'column 11: it has conditions in brackets behind it'* ]]
}

@test "each line of a game with variations is a game, with what stands at its moves" {
    cat >v.pgn <<'END'
[White "A"]
[Result "1-0"]

{start} 1. e4 {best} e5 (1... c5 {Sicilian} 2. Nf3 d6 (2... Nc6 3. d4 {main} cxd4) (2... e6 $2) 3. d4) (1... e6) 2. Nf3 {end} 1-0

1. d4 *

1. c4 (1. f4 e5) (1. b3) 1... e5 *
END
    cp-select --unmerge v.pgn | cp-convert --to pgn 2>/dev/null | grep -v '^\[\|^$' >lines
    diff lines - <<'END'
{start} 1. e4 {best} 1... e5 2. Nf3 {end} 1-0
{start} 1. e4 {best} 1... c5 {Sicilian} 2. Nf3 d6 3. d4 *
{start} 1. e4 {best} 1... c5 {Sicilian} 2. Nf3 Nc6 3. d4 {main} 3... cxd4 *
{start} 1. e4 {best} 1... c5 {Sicilian} 2. Nf3 e6 $2 *
{start} 1. e4 {best} 1... e6 *
1. d4 *
1. c4 e5 *
1. f4 e5 *
1. b3 *
END
    [ "$(cp-select --unmerge v.pgn | jq -r '.tags.Result // .result' | xargs -d '\n')" = '1-0 * * * * * * * *' ]
    cp-select --unmerge v.pgn | cp-validate -q # nothing is said of them
    # a game without variations comes out as it came, and every line is what it is by itself
    cp-parse v.pgn | cp-select --not --has variation >plain
    cp-select --unmerge plain | cmp - plain
    cp-select --unmerge v.pgn | cp-select --unmerge >twice
    cp-select --unmerge v.pgn | cmp - twice
    [ "$(cp-select --unmerge --count v.pgn)" = 9 ]
    [ "$(cp-select --unmerge --first 3 v.pgn | wc -l)" = 3 ]
    [ "$(cp-select --unmerge --jobs 3 v.pgn | cmp - <(cp-select --unmerge v.pgn) && echo same)" = same ]
    run -2 cp-select --unmerge --hits v.pgn
    [[ $output == *'--hits and --unmerge'* ]]
    # deep in one another, and a variation before the first move of which nothing stands
    printf '1. e4 %s%s *\n' "$(printf '(1. d4 %.0s' {1..200})" "$(printf ')%.0s' {1..200})" >deep.pgn
    [ "$(cp-select --unmerge --count deep.pgn)" = 201 ]
}

@test "with --variations a game fits where one of its lines does, and the places are shown once" {
    cat >v.pgn <<'END'
[White "A"]
[Result "1-0"]

1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. Bb5 {Rossolimo} g6) 3. d4 cxd4) 2. Qh5 Nc6 (2... Ke7 3. Qxe5#) 3. Bc4 1-0

[White "B"]

1. e4 e5 2. Qh5 Ke7 (2... Nf6) (2... Nc6 3. Bc4 Nf6 4. Qxf7#) 3. Qxe5# 1-0
END
    asks() { # PLACES WHAT...: file:line:column of each
        run -0 cp-select --variations --hits "${@:2}" v.pgn
        [ "$(cut -d: -f2,3 <<<"$output" | xargs)" = "$1" ] || { echo "$*: $output"; return 1; }
    }
    asks '4:98 8:56 8:66' --ends checkmate
    asks '4:98 8:56 8:66' --where 'at(end, check)'
    asks '4:98 8:66' --sequence 'Qxe5#'
    asks '4:42' --sequence Bb5 --comment Rossolimo # that stands in the text, wherever
    asks '4:16' --moves '1. e4 c5' --result 1-0    # the result is the game's
    asks '4:16 4:35 4:91 8:27 8:38' --has variation
    asks '1:1' --plies 6
    asks '' --moves '1. e4 e5 2. d4'
    cp-parse v.pgn | cp-select --variations --hits --has check | cmp - <(cp-select --variations --hits --has check v.pgn)
    [ "$(cp-select --count --has check v.pgn)" = 1 ]
    [ "$(cp-select --count --variations --has check v.pgn)" = 2 ]
    [ "$(cp-select --count --variations --invert --sequence Bb5 v.pgn)" = 1 ]
    [ "$(cp-table games --where 'sequence(Bb5)' --variations v.pgn | wc -l)" = 2 ]
    # a line that cannot be played is told of, once, where no other fits
    printf '1. e4 e5 (1... Kg5 2. d4) (1... Kg4) (1... c5 2. Nf3) *\n' >bad.pgn
    run -1 --separate-stderr cp-select --count --variations --sequence Bb5 bad.pgn
    [ "$output" = 0 ]
    [ "$(grep -c error: <<<"$stderr")" = 1 ]
    [ "$(cp-select --count --variations --sequence Nf3 bad.pgn 2>&1)" = 1 ]
    for tool in cp-select 'cp-table games'; do
        run -2 $tool --variations v.pgn
        [[ $output == *"--variations: it goes with a condition [options-disagree]"* ]]
    done
}

# bats test_tags=all
@test "what --variations finds are the games of whose lines, each by itself, one is found" {
    for n in {1..12}; do
        "$extra/cp-generate" --variant fide --games 9 --plies 30 --seed "$n" | cp-select --merge | jq -c ".tags = {Round: \"$n\"}"
    done >games
    cp-select --unmerge games >lines
    all=0
    asks() {
        cp-select "$@" lines | jq -r .tags.Round | sort -u >by_lines
        cp-select --variations "$@" games | jq -r .tags.Round | sort | cmp - by_lines || { echo "$*"; return 1; }
        all=$((all + $(wc -l <by_lines)))
    }
    asks --takes N:Q
    asks --sequence 'N*x*'
    asks --has 'check>=2' --not --has 'capture>=5'
    asks --imbalance N:B
    asks --structure doubled:a
    asks --moves-in-any-order '1. d3 2. h4'
    asks --where 'at(10:20, check) or sequence(O-O)'
    asks --any-of --ends checkmate --fen '*/*/*/*/3Q*/*/*/*'
    [ $all -gt 20 ] # of 96 answers
    [ $all -lt 80 ]
}

@test "an evaluation that a command says counts more than an engine's words, and a broken comment is one line" {
    printf '[Round "1"]\n\n1. e4 {+0.25/8 1s} {[%%eval 0.75] [%%emt 0:00:02]} e5 {in time\r\n   trouble} *\n' >s.txt
    finds_rounds 1 --eval 0.75
    finds_rounds '' --eval 0.25
    finds_rounds 1 --comment '/^in time trouble$/'
    [ "$(cp-table plies -c eval,depth,spent s.txt | sed -n 2p)" = $'0.75\t\t2' ]
    for what in 0 0:3 1,0; do
        run -2 cp-select --game $what s.txt
        [[ $output == *'a number of a game, from 1'* ]] || { echo "$what: $output"; return 1; }
    done
}

@test "games of one start are one game with variations, which gives each line back" {
    # a thousand games of knights and pawns that never meet
    awk 'BEGIN { split("Nc3 Nf3 d3 a3 Nf3 Nc3 e3 h3", w); split("Nc6 Nf6 d6 a6 Nf6 Nc6 e6 h6", b)
        for (g = 0; g < 1000; g++) {
            printf "[White \"W%d\"]\n[Black \"B\"]\n\n", g
            for (i = 1; i <= 4 - g % 3; i++) {
                bit = int(g / 2 ^ (i < 3 ? 0 : i)) % 2; other = int(g / (i < 3 ? 2 : 4 * i)) % 2
                printf "%d. %s %s ", i, w[i + 4 * bit], b[i + 4 * other]
                if (g % 11 == i) printf "{c%d} ", g
            }
            print "*\n"
        } }' >many.pgn
    cp-select --merge many.pgn >merged
    [ "$(wc -l <merged)" = 1 ]
    moves='[.moves[] | if type == "object" then .move else . end] | join(" ")'
    cp-parse many.pgn | jq -r "$moves" | sort -u >played
    cp-select --unmerge merged | jq -r "$moves" | sort | diff - played
    [ "$(grep -o 'W[0-9]* - B' merged | sort -u | wc -l)" = 1000 ]
    [ "$(jq -r '.. | strings | select(test("^c[0-9]+$"))' merged | sort)" = "$(grep -o '{c[0-9]*}' many.pgn | tr -d '{}' | sort)" ]
    cp-select --merge --jobs 4 many.pgn | cmp - merged
    run -2 cp-select --merge --unmerge many.pgn
    [[ $output == *'--merge and --count, --hits, --unmerge or --split'* ]]
}
