#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# bats file_tags=night
# needs: source_needs musl_needs file=file
# The tools that need nothing else on their system.
bats_require_minimum_version 1.5.0
load family.bash

setup_file() { made static musl; }
setup() { is_made && cd "$BATS_TEST_TMPDIR"; }
static=$top/build/static

@test "static tools are whole, by their sums, and load nothing" {
    (cd "$static" && sha256sum --quiet -c SHA256SUMS)
    [ "$(cut -c 67- "$static/SHA256SUMS" | sort)" = "$(cd "$top/build/bin" && ls cp-*)" ]
    for tool in parse validate annotate select convert render table; do
        [[ $(file "$static/cp-$tool") == *'statically linked'* ]]
        not grep -aq 'ld-linux\|ld-musl' "$static/cp-$tool"
        [ "$(env -i "$static/cp-$tool" --version)" = "$(cp-$tool --version)" ]
    done
}

@test "a family of each static tool and form is the same, byte for byte" {
    export CP_BIN=$static
    family_of_each_tool
}

@test "static tools have workers, run in parts, unpack and pack, and know deep games" {
    some_games 300 60 >games.txt
    CP_BATCH=2000 "$static/cp-validate" --jobs 2 games.txt | cmp - <(cp-validate games.txt)
    PATH=$static:$PATH CP_BATCH=2000 cp-batch -n 3 -o games.tsv -- cp-table games games.txt
    cmp games.tsv <(cp-table games games.txt)
    for packed in gz zst; do
        "$static/cp-convert" -o games.$packed games.txt
        "$static/cp-convert" games.$packed | cmp - <(cp-convert games.txt)
    done
    (quick; printf '1. e4 e5 '; for ((i = 0; i < 5000; i++)); do printf '(1. d4 '; done; printf ')%.0s' {1..5000}; echo ' *') >deep.pgn
    local status=0 got=0
    cp-validate deep.pgn >native.out 2>native.err || status=$?
    CP_BATCH=2000 "$static/cp-validate" --jobs 2 deep.pgn >static.out 2>static.err || got=$?
    [ $got = $status ]
    cmp native.out static.out
    cmp native.err static.err
}

@test "static tools say that they draw no PNG" {
    run -2 "$static/cp-render" --ply last -o picture.png "$data/samples/games.txt"
    [[ $output == *'[raster-missing]'* ]]
    [ ! -e picture.png ]
}
