#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Ways in for others' programs: the hooks for pre-commit, the action for code scanning.
bats_require_minimum_version 1.5.0
load family.bash

# of_yaml FILE FILTER: what jq finds in it
of_yaml() {
    /usr/bin/python3 -c 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)' "$top/$1" | jq -r "$2"
}

samples() {
    cp "$data"/samples/* .
    cp games.txt games.icn
}

@test "each hook says what pre-commit asks for, takes files of games, and judges them" {
    samples
    of_yaml .pre-commit-hooks.yaml '.[] | select(.language == "system") | [.id, .name, .entry, .files] | @tsv' >hooks
    [ "$(cut -f 1 hooks | paste -sd ' ')" = "cp-validate cp-validate-strict" ]
    while IFS=$'\t' read -r id name entry files; do
        [ -n "$id$name" ]
        [ "$(printf '%s\n' a.pgn b/c.icn notes.txt b.pgn.gz a.pgn.c games | grep -P "${files//\\\\/\\}" | paste -sd ' ')" = "a.pgn b/c.icn b.pgn.gz" ]
        run -0 $entry variations.pgn games.icn </dev/null
        [ -z "$output" ]
        run -1 $entry variations.pgn broken.txt </dev/null
        [[ $output == 'broken.txt:5:4: error: path is blocked'* ]]
    done <hooks
    echo '1. e4 e5 2. Bb5+ *' >mark.pgn # no check: a warning
    cp-validate --quiet mark.pgn
    run -1 cp-validate --quiet --strict mark.pgn
}

# bats test_tags=all
@test "the action judges files by patterns, leaves SARIF, and shows faults at their lines" {
    samples
    of_yaml action.yml '.runs.steps[1].run' >judge
    of_yaml action.yml '.runs.steps[0].run' >build
    [ "$(of_yaml action.yml '[.runs.using, (.runs.steps[].shell), (.inputs | keys[])] | join(" ")')" = "composite bash bash files options sarif" ]
    step() { FILES=$1 OPTIONS=$2 SARIF=found.sarif bash --noprofile --norc -eo pipefail judge; }
    GITHUB_ACTION_PATH=$top GITHUB_PATH=$PWD/path bash --noprofile --norc -eo pipefail build # the tools are there
    [ ! -e path ]
    run -0 step 'vari*.pgn **/*.icn' '--jobs 2'
    [ -z "$output" ]
    jq -e '.runs[0].results == []' found.sarif
    mkdir -p 'a b'
    cp broken.txt 'a b/broken.pgn'
    run -1 step '**/broken.pgn' ''
    [ "${lines[0]}" = '::error file=a b/broken.pgn,line=5,col=4,title=path-blocked::path is blocked: R(g9)-(a9) meets P(f9)%0Aat ply 1%0Aa slide ends at the first piece in its way' ]
    [ ${#lines[@]} = 2 ]
    run -3 step 'nowhere.pgn' ''
    [[ $output == '::error file=nowhere.pgn,line=1,col=1,title=file-unreadable::'* ]]
    run -0 step '*.nothing' ''
    [ "$output" = '::warning::no files of games: *.nothing' ]
    run -2 step 'variations.pgn' '--nonsense'
    [[ $output == '::error '*nonsense* ]]
}
