#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: source_needs wasm_needs chromium=chromium node=nodejs npm=npm
# npm: puppeteer-core axe-core html-validate@8
# The playground in headless Chromium: scripts/play.mjs says what is tried.
bats_require_minimum_version 1.5.0
load family.bash

setup_file() { made playground wasm; }
setup() { is_made && cd "$BATS_TEST_TMPDIR"; }

@test "the playground is one small file that says what the native tools say, at once, and runs nothing of a game's" {
    for package in puppeteer-core axe-core html-validate; do
        [ -d "$top/build/npm/node_modules/$package" ] || skip "$package is not here: scripts/test --all installs it"
    done
    page=$top/build/playground/chessplane.html
    [ "$(wc -c <"$page")" -le 1300000 ]
    grep -q "Content-Security-Policy\" content=\"default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-[^']*' 'sha256-[^']*'; worker-src blob:" "$page"
    # what is written by hand
    [ "$(cat "$top"/lib/playground/* "$top/scripts/playground" | wc -l)" -le 850 ]
    node "$top/scripts/play.mjs" "$page" .
}
