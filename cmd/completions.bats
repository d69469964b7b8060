# What bash offers behind TAB: the functions are run as bash runs them, which cuts a line
# into words at blanks, = and :.
# bats file_tags=all

bats_require_minimum_version 1.5.0
load ../scripts/family.bash

setup() { cd "$BATS_TEST_TMPDIR"; }

# complete TOOL WORD...: the last word is the one at hand; what is offered, sorted, in $offered
offers() {
    local tool=$1
    eval "$("$tool" --completion bash)"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    "_$tool"
    offered=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd ' ')
}
offers_just() { # "WORDS" TOOL WORD...
    local wanted=$1
    shift
    offers "$@"
    [ "$offered" = "$wanted" ] || { echo "$*: $offered, and not: $wanted"; return 1; }
}

@test "every tool's script is bash, and knows every long and short option of --help" {
    for tool in "$BATS_TEST_DIRNAME"/cp-*.c; do
        tool=$(basename "$tool" .c)
        "$tool" --completion bash | bash -n
        offers "$tool" -
        for name in $("$tool" --help | sed -nE 's/^ +((-[a-zA-Z]), )?(--[a-z-]+).*/\2 \3/p'); do
            [[ " $offered " == *" $name "* ]] || { echo "$tool does not offer $name"; return 1; }
        done
    done
}

@test "variants and frames are offered by name, behind long options and short ones" {
    offers_just "coaip" cp-parse --variant coa
    offers_just "coaip" cp-parse --variant = coa
    offers_just "coaip" cp-parse -v coa
    offers_just "-vcoaip" cp-parse -vcoa
    offers_just "trapdoor trapper trappist-1" cp-select --variant trap
    offers_just "classical diagram" cp-validate --frame ''
    offers_just "classical" cp-convert --to-frame = c
    ids=$(sed -n 's/^id: //p' "$BATS_TEST_DIRNAME"/../schemas/variants/*.yaml | LC_ALL=C sort | paste -sd ' ')
    offers_just "$ids" cp-table games -v ''
}

@test "lists are completed behind their commas, and no word twice" {
    offers_just "castling,check" cp-select --has castling,che
    offers_just "castling,capture,castling-long castling,capture,castling-opposite castling,capture,castling-short castling,capture,check castling,capture,clock castling,capture,comment" cp-select --has castling,capture,c
    offers_just "double-check" cp-select --has = double
    offers_just "4,check" cp-select --has nag : 4,che
    offers_just "4,check" cp-select --has = nag : 4,che
    offers_just "checkmate,stalemate" cp-select -e checkmate,st
    offers_just "1-0,1/2-1/2" cp-select --result 1-0,1
    offers_just "check,repetition" cp-annotate --add check,rep
    offers_just "-acheck,repetition" cp-annotate -acheck,rep
    offers_just "nags,marks nags,material" cp-annotate -s nags,m
    offers_just "game,ply" cp-convert --with game,p
    offers_just "3,last" cp-render --ply 3,la
    offers_just "tag-unusual,move-in-dialect" cp-parse --warnings tag-unusual,move-in
    offers_just "-tag-unusual,-move-in-dialect" cp-parse --warnings -tag-unusual,-move-in
    offers_just "" cp-parse --warnings -move-in-dialect,-move-in-d
}

@test "cp-table offers its tables, and of each its own columns" {
    touch games.txt plain
    offers_just "games" cp-table ga
    offers_just "games.txt" cp-table games ga
    offers_just "material men move moves_key" cp-table --columns m
    offers_just "game,ply,material game,ply,men" cp-table positions --columns game,ply,m
    offers_just "moves_key" cp-table games -c mo
    offers_just "+men" cp-table positions -c +me
    offers_just "" cp-table tags --columns pl
}

@test "what may be left out is offered behind = only, and files where files are meant" {
    touch always.txt my.yaml
    offers_just "always auto" cp-parse --progress = a
    offers_just "always.txt" cp-parse --progress a
    offers_just "position" cp-select --unique = p
    offers_just "move-in-dialect" cp-select --warned = move-in
    offers_just "always.txt" cp-parse -o al
    offers_just "-oalways.txt" cp-parse -oal
    offers_just "my.yaml" cp-annotate --notes m
    offers_just "" cp-render --title al
    offers_just "" cp-render --size ''
    offers_just "start" cp-render -w st
    offers_just "edge every: none" cp-render --labels ''
    offers_just "always.txt auto" cp-render --theme a
    offers_just "w" cp-select --turn w
}

@test "names with blanks are one offer each" {
    touch 'my games.pgn' 'my other.pgn'
    offers cp-parse my
    [ "${#COMPREPLY[@]}" = 2 ]
    [ "$offered" = 'my games.pgn my other.pgn' ]
    offers cp-parse -o my
    [ "${#COMPREPLY[@]}" = 2 ]
}

@test "a value that may be left out stands behind = of the letter too, as --help shows it" {
    tools=$(cd "$BATS_TEST_DIRNAME" && ls cp-*.c | sed 's/\.c$//')
    for tool in $tools; do
        "$tool" --help | sed -nE 's/^ +-([a-zA-Z]), (--[a-z-]+)\[=([^]]*)\].*/\1 \2 \3/p' | sed "s/^/$tool /"
    done >optional
    [ "$(wc -l <optional)" -ge 2 ]
    while read -r tool letter name words; do
        for word in ${words//|/ }; do
            "$tool" "$name=$word" "$data/samples/archive.pgn" >wanted 2>&1 || true
            "$tool" "-$letter=$word" "$data/samples/archive.pgn" 2>&1 | cmp wanted -
            offers_just "$word" "$tool" "-$letter" = "$word"
        done
        run "$tool" "-$letter=nosuch" "$data/samples/archive.pgn"
        [ "$status" = 2 ]
        [[ $output == *"$name takes $words, not \"nosuch\""* ]]
    done <optional
    offers_just "coaip" cp-validate --show-variant coa
}

@test "a script for which memory is refused ends with the usual message" {
    [ -f "$extra/refuse_preload.so" ] || skip "a sanitizer has its own memory"
    for tool in cp-parse cp-table; do
        for shell in bash zsh; do
            status=3
            for ((n = 1; status == 3; n += 1 + n / 4)); do
                run --separate-stderr env CP_REFUSE=$n "LD_PRELOAD=$extra/refuse_preload.so" "$tool" --completion $shell
                [ "$status" = 0 ] || [ "$status" = 3 ]
                [ "$status" = 0 ] || [[ $stderr == "$tool: error: "*"[memory-refused]" ]]
            done
            [ "$n" -gt 5 ]
        done
    done
}
