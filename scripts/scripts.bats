# The scripts that judge must be able to say no.
# bats file_tags=all

load family.bash

top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)

# a small project of its own, to break
setup() {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p lib/base lib/text lib/draw cmd scripts testdata schemas
    cp "$top"/scripts/check-* "$top"/scripts/family "$top"/scripts/family.bash "$top"/scripts/embed scripts
    printf '%s\n' base/a.h base/b.h text/t.h draw/d.h >lib/floors.txt
    for h in base/a base/b text/t draw/d; do echo "/* $h */" >lib/$h.h; done
    unset CP_BIN
}

# a file that includes every header, for check-floors
use_headers() {
    printf '#include "%s"\n' base/a.h base/b.h text/t.h draw/d.h >cmd/x.c
}

@test "check-floors passes what goes down" {
    use_headers
    echo '#include "base/a.h"' >lib/base/b.h
    printf '#include "text/t.h"\n#include "base/b.h"\n' >lib/text/t.c
    scripts/check-floors
}

@test "check-floors refuses what goes up, a wing in a wing, a stranger and a second door" {
    use_headers
    echo '#include "base/b.h"' >lib/base/a.c
    run scripts/check-floors
    [ "$status" = 1 ]
    [ "$output" = 'check-floors: lib/base/a.c:1: "base/b.h" stands above it' ]
    echo '#include "text/t.h"' >lib/draw/d.c
    rm lib/base/a.c
    run scripts/check-floors
    [ "$output" = 'check-floors: lib/draw/d.c:1: "text/t.h" is in another wing' ]
    rm lib/draw/d.c
    echo >lib/base/new.h
    run scripts/check-floors
    [ "${lines[0]}" = 'check-floors: lib/base/new.h is not in lib/floors.txt' ]
    rm lib/base/new.h
    echo '#include <gmp.h>' >lib/base/a.c
    run scripts/check-floors
    [ "$output" = 'check-floors: lib/base/a.c:1: only lib/base/int.c may include <gmp.h>' ]
}

@test "check-floors refuses a circle, a header that its own file alone includes, too much, and leaks" {
    echo 'files 9' >>lib/floors.txt
    use_headers
    [ "$(scripts/check-floors)" = "5 product files, 4 headers, 8 lines" ]
    echo '#include "text/t.h"' >lib/base/a.def
    echo '#include "base/a.h"' >lib/text/t.c
    run scripts/check-floors
    [ "$status" = 1 ]
    [[ $output == 'check-floors: includes go in a circle: '*' > '*' > '* ]]
    run scripts/check-floors --list
    [ "$status" = 0 ]
    [[ $output == *"in a circle"*"7 product files, 4 headers, 10 lines" ]]
    rm lib/base/a.def
    sed -i '/draw/d' cmd/*.c
    echo '#include "draw/d.h"' >lib/draw/d.c
    run scripts/check-floors
    [ "$status" = 1 ]
    [ "$output" = "check-floors: lib/draw/d.h has no user but its own file" ]
    echo '#include "draw/d.h"' >>cmd/x.c
    sed -i 's/^files 9/files 5\nheaders 3/' lib/floors.txt
    run scripts/check-floors
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-floors: 7 product files; lib/floors.txt allows 5" ]
    [ "${lines[1]}" = "check-floors: 4 headers; lib/floors.txt allows 3" ]
    sed -i '/^files/d; /^headers/d; s,^base/a.h,& private,' lib/floors.txt
    echo '#include "base/a.h"' >lib/base/b.h
    run scripts/check-floors
    [ "$status" = 1 ]
    [ "$output" = 'check-floors: lib/base/b.h:1: "base/a.h" is private, and this header is not' ]
}

@test "check-floors refuses a crowded folder, lone headers and calls in a circle, and counts by room" {
    use_headers
    for n in $(seq 30); do echo "/* $n */" >lib/base/a_$n.c; done
    run scripts/check-floors
    [ "$output" = "check-floors: lib/base holds 32 product files; 30 are enough" ]
    rm lib/base/a_*.c
    echo 'lone 3' >>lib/floors.txt
    run scripts/check-floors
    [ "$output" = "check-floors: 4 headers have one user besides their own file; lib/floors.txt allows 3" ]
    sed -i '/^lone/d' lib/floors.txt
    printf '%s\n' 'void b(void);' 'static int once(void)' '{' '    return 1;' '}' 'void a(void)' '{' \
        '    (void)once();' '    b();' '}' >lib/base/a.c
    printf '%s\n' 'void a(void);' 'void b(void)' '{' '    a();' '}' >lib/base/b.c
    mkdir -p build/release/lib/base
    for x in a b; do gcc -c -o build/release/lib/base/$x.o lib/base/$x.c; done
    scripts/check-floors
    scripts/check-floors --counts | grep -E '^lib/base +17 +4 +2 +3 +33'
    run scripts/check-floors --calls
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-floors: calls go in a circle: base/a.c > base/b.c > base/a.c" ]
    echo 'calls base/a.c base/b.c D1' >>lib/floors.txt
    scripts/check-floors --calls
}

@test "check-diags wants every message said by a test" {
    printf 'CP_DIAG(NOT_PRIME, ERROR, "x", "")\nCP_DIAG(TOO_DEEP, ERROR, "x", "")\n' >lib/base/diag.def
    echo 'EXPECT_INT(kind, CP_TOO_DEEP);' >lib/base/a_test.c
    run scripts/check-diags
    [ "$status" != 0 ]
    [ "$output" = "check-diags: no test says NOT_PRIME" ]
    mkdir testdata/jumps
    echo 'x.txt:1:1: error: x [not-prime]' >testdata/jumps/x.err
    scripts/check-diags
}

@test "check-rulings wants every ruling cited, and no other" {
    printf 'R-INF-1 jumps\nR-INF-11 checks\n' >testdata/rulings.txt
    echo '# R-INF-11, R-INF-12' >cmd/cp-x.bats
    run scripts/check-rulings
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-rulings: no test cites R-INF-1: jumps" ]
    [ "${lines[1]}" = "check-rulings: a test cites R-INF-12, which testdata/rulings.txt does not list" ]
}

@test "check-families wants every topic run" {
    mkdir testdata/slides
    touch testdata/slides/blocked.txt testdata/slides/blocked.err
    run scripts/check-families
    [ "$status" = 1 ]
    echo '@test "slides" { family cp-x slides; }' >cmd/cp-x.bats
    scripts/check-families
}

@test "check-docs runs the examples and sees what differs" {
    mkdir bin
    printf '#!/bin/sh\n[ "$1" = --help ] && echo "  --loud  shout" || echo hello\n' >bin/cp-x
    chmod +x bin/cp-x
    touch cmd/cp-x.c
    echo 'VERSION := 1.2' >Makefile
    printf '.TH CP-X 1 2026-11-22 "chessplane 1.2" "User Commands"\n.SH OPTIONS\n.TP\n.B \\-\\-loud\nshout\n.SH EXAMPLES\n.EX\n$ cp\\-x\nhello\n.EE\n.SH "EXIT STATUS"\n' >cmd/cp-x.1
    CP_BIN=$PWD/bin scripts/check-docs
    sed -i 's/^hello/goodbye/; s/loud/quiet/; s/2026-11-22/""/' cmd/cp-x.1
    CP_BIN=$PWD/bin run scripts/check-docs
    [ "$status" = 1 ]
    [[ "$output" == *"cmd/cp-x.1 does not mention --loud"* ]]
    [[ "$output" == *"cmd/cp-x.1 documents --quiet, which --help does not know"* ]]
    [[ "$output" == *'cmd/cp-x.1:8: $ cp-x'* ]]
    [[ "$output" == *'cmd/cp-x.1 has no date, or another version, in its title'* ]]
}

@test "check-docs wants a message that there is for each limit" {
    mkdir -p lib/base
    echo 'CP_DIAG(GAME_TOO_LARGE, ERROR, "too large", "")' >lib/base/diag.def
    row='| what | limit | where | message |'
    printf '%s\n' "$row" '|---|---|---|---|' '| a game | 16 MiB | text | `game-too-large` |' >SECURITY.md
    scripts/check-docs
    printf '%s\n' '| a word | 1 MiB | text | `word-too-large` |' '| a line | 80 | text | none |' >>SECURITY.md
    echo 'Memory that is refused: `memory-refused`.' >>SECURITY.md
    run scripts/check-docs
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-docs: SECURITY.md names word-too-large, which is no message in lib/base/diag.def" ]
    [ "${lines[1]}" = "check-docs: SECURITY.md names no message in: | a line | 80 | text | none |" ]
    [ "${lines[2]}" = "check-docs: SECURITY.md names memory-refused, which is no message in lib/base/diag.def" ]
}

@test "check-docs wants the manual to say of structures what their lines say" {
    mkdir -p lib/query
    echo 'CP_STRUCTURE("open-file", "no pawn on it", open_file)' >lib/query/structure.def
    echo 'VERSION := 1.2' >Makefile
    printf '.TH X 1 2026-11-22 "chessplane 1.2" "User Commands"\n.SH EXAMPLES\n.EX\n$ echo a\na\n.EE\n' >cmd/cp-select.1
    printf '\\fBopen\\-file\\fR\tT{\nno pawn\non it\nT}\n' >>cmd/cp-select.1
    scripts/check-docs
    sed -i 's/^on it/there/' cmd/cp-select.1
    run scripts/check-docs
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-docs: cp-select.1 does not say of open-file: no pawn on it" ]
    echo 'CP_STRUCTURE(open-file)' >lib/query/structure.def
    run scripts/check-docs
    [ "$status" = 1 ]
    [ "${lines[0]}" = "check-docs: lib/query/structure.def has lines that cannot be read here" ]
}

@test "check-docs runs what README has to be copied, as it stands, and compares what is below it" {
    printf '```sh\ncat >a <<END\none\nEND\nsort a a\n```\n```text\none\none\n```\n\n```sh\n: >b\n```\n```shell\nfalse\n```\n' >README.md
    [ "$(scripts/check-docs)" = "check-docs: 2 examples ran" ]
    sed -i 's/^sort a a/sort a/; s/^: /echo c; &/' README.md
    run scripts/check-docs
    [ "$status" = 1 ]
    [[ $output == *"README.md:2: $ cat >a"*"+++ it prints"*"README.md:13: $ echo c"* ]]
}

@test "check-docs wants decisions numbered, with their five lines, and cited" {
    printf '## D1 · a\n- **Question**: q\n- **Choice**: c\n- **Refused**: r\n- **Cost**: c\n- **Revisit when**: w\n' >DECISIONS.md
    echo '/* Why so: D1 (DECISIONS.md). */' >lib/base/a.h
    scripts/check-docs
    rm lib/base/a.h
    run scripts/check-docs
    [ "${lines[0]}" = "check-docs: DECISIONS.md: D1 · a: nothing cites it" ]
    { cat DECISIONS.md && sed 's/D1/D3/; /Cost/d' DECISIONS.md; } >twice
    mv twice DECISIONS.md
    run scripts/check-docs
    [ "$status" = 1 ]
    [[ "$output" == *"D2 was expected, not D3 · a"* ]]
    [[ "$output" == *"D3 · a: its lines are not Question,"* ]]
}

@test "a family names what differs, dies or is misspelt" {
    mkdir bin testdata/slides
    printf '#!/bin/sh\nfor last; do :; done; cat "$last"; echo "said" >&2; exit 1\n' >bin/cp-validate
    chmod +x bin/cp-validate
    export CP_BIN=$PWD/bin
    cd testdata/slides
    echo game >blocked.txt
    echo said >blocked.err
    echo 1 >blocked.status
    echo game >blocked.out
    ../../scripts/family cp-validate slides
    echo 0 >blocked.status
    touch blocked.statsu
    run ../../scripts/family cp-validate slides
    [ "$status" = 1 ]
    [[ "$output" == *"testdata/slides/blocked.status: differs"* ]]
    [[ "$output" == *"testdata/slides/blocked.statsu: no family has such a sibling"* ]]
    rm blocked.statsu
    ../../scripts/family --bless cp-validate slides
    [ "$(cat blocked.status)" = 1 ]
    printf '#!/bin/sh\nkill -SEGV $$\n' >"$CP_BIN"/cp-validate
    run ../../scripts/family cp-validate slides
    [[ "$output" == *"died with status 139"* ]]
}

@test "coverage counts the lines of each folder, names what is never reached, and wants a reason for little" {
    command -v gcov >/dev/null || skip "gcov is not here"
    cp "$top/scripts/coverage" scripts
    mkdir -p build/coverage
    printf 'int twice(int a);\nint twice(int a)\n{\n    return 2 * a;\n}\n' >lib/base/a.c
    printf 'int half(int a);\nint half(int a)\n{\n    return a / 2;\n}\n' >lib/text/t.c
    printf 'int twice(int a);\nint main(void)\n{\n    return twice(0);\n}\n' >cmd/cp-x.c
    for name in lib/base/a lib/text/t cmd/cp-x; do
        gcc --coverage -O0 -c $name.c -o build/coverage/${name//\//-}.o
    done
    gcc --coverage build/coverage/*.o -o build/coverage/cp-x
    build/coverage/cp-x
    echo 'no folder' >CONTRIBUTING.md
    run scripts/coverage --functions
    [ "$status" = 1 ]
    [ "${lines[1]}" = "lib/text                       2        0    0.0" ]
    [ "${lines[4]}" = "all                            6        4   66.7" ]
    [ "${lines[5]}" = "lib/text/t.c:2: half is never reached" ]
    [[ ${lines[6]} == 'coverage: lib/text is reached to less than 90 %'* ]]
    echo '`lib/text`: 0 % of lines, for nobody halves' >CONTRIBUTING.md
    scripts/coverage >/dev/null
}

@test "run-tests runs what is optional when asked to, and skips by name what lacks a package" {
    cp "$top"/scripts/{run-tests,need} scripts
    printf '# needs: sh=dash\n@test "a" { true; }\n@test "b" { true; }\n' >cmd/here_all.bats
    printf '# needs: sh=dash no-such-command=no-such-package\n@test "c" { false; }\n' >scripts/gone_all.bats
    printf '@test "d" { true; }\n' >cmd/cp-x.bats
    run scripts/run-tests bats
    [ "${lines[0]%,*}" = "bats:        1 passed, 0 failed" ]
    run scripts/run-tests optional
    [ "$status" = 0 ]
    [ "${lines[0]}" = "gone: skipped, for it needs: no-such-package" ]
    [ "${lines[1]%,*}" = "here:        2 passed, 0 failed" ]
    run "$top/scripts/test" --everything
    [ "$status" = 2 ]
    [ "$output" = "usage: scripts/test [--all]" ]
}

@test "check-records is an independent judge" {
    cp "$top"/schemas/record.schema.json schemas
    echo '{"variant": "coaip", "moves": ["(5,4)"]}' >good.jsonl
    scripts/check-records good.jsonl
    printf '{"moves": 7}\n{"moves": [\n' >bad.jsonl
    run scripts/check-records bad.jsonl
    [ "$status" = 1 ]
    [[ "$output" == *"bad.jsonl:1: moves: "* ]]
    [[ "$output" == *"bad.jsonl:2: : "* ]]
}

@test "embedding keeps every byte" {
    mkdir in
    printf 'name: "a\\b" # ??= φ %%d\n\ttab\n\nlast\n' >in/x.yaml
    : >in/empty.yaml
    mkdir -p rules/variant
    cp "$top"/lib/rules/variant/bundled.h rules/variant
    scripts/embed "$top/schemas/insufficient.tsv" in/empty.yaml in/x.yaml >table.c
    cat >main.c <<'C'
#include "rules/variant/bundled.h"
#include <stdio.h>
int main(void) {
    fwrite(cp_bundled[1].text, 1, cp_bundled[1].len, stdout);
    return cp_bundled_count != 2 || cp_bundled[0].len != 0 || cp_bundled[1].file[0] != 'x';
}
C
    gcc -std=c17 -I. -o main main.c table.c
    ./main >out.yaml
    cmp in/x.yaml out.yaml
}

@test "lint says no" {
    cp "$top"/scripts/lint "$top"/.clang-format .
    mv lint scripts
    mkdir -p schemas/variants .ci && touch .ci/run
    printf 'id: glass-bead\npieces:\n' >schemas/variants/g.yaml
    rm -r lib/*/* scripts/check-* scripts/family*
    printf '/* SPDX-License-Identifier: MIT */\n/* as in glass-bead */\nint a;\n' >lib/base/a.c
    scripts/lint --quick
    printf '/* SPDX-License-Identifier: MIT */\nconst char *a = "glass-bead";\n' >lib/base/a.c
    run scripts/lint --quick
    [ "$status" = 1 ]
    [[ "$output" == *"core code names a variant"* ]]
    printf '/* SPDX-License-Identifier: MIT */\nvoid *b(void)\n{\n    return malloc(1);\n}\n' >lib/base/a.c
    run scripts/lint --quick
    [ "$status" = 1 ]
    [[ "$output" == *"memory outside its places"* ]]
    rm lib/base/a.c
    cp "$top/Makefile" .
    scripts/lint --quick
    for line in 'a != ls' 'a ::= 1' 'a = $(file >b,c)' .ONESHELL: 'b c &: d' 'undefine a' 'd: private e = 1' 'define f ='; do
        { echo "$line"; cat "$top/Makefile"; } >Makefile
        run scripts/lint --quick
        [ "$status" = 1 ]
        [ "${lines[*]}" = "lint: make 3.81 does not know this 1:$line" ]
    done
    printf 'install:\n\t$(INSTALL_DATA) -D a b\n' >Makefile
    run scripts/lint --quick
    [[ ${lines[0]} == "lint: the BSDs' install does not know this" ]]
}

@test "what building takes and is not there is named as each system names it, in five lines" {
    printf '#!/bin/sh\ncase $2 in gmp | yaml-0.1) exit 1 ;; esac\n' >pkg-config
    chmod +x pkg-config
    run make -s -C "$top" PKG_CONFIG="$PWD/pkg-config"
    [ "$status" = 2 ]
    [ "${#lines[@]}" = 5 ]
    [[ ${lines[0]} == *'first install what is missing: yaml-0.1 gmp' ]]
    [[ ${lines[1]} == *'apt install libyaml-dev libgmp-dev' ]]
    [[ ${lines[2]} == *'dnf install libyaml-devel gmp-devel' ]]
    [[ ${lines[3]} == *'brew install libyaml gmp' ]]
    [[ ${lines[4]} == *scripts/demo* ]]
    run make -s -C "$top" PKG_CONFIG=no-such-program CC=no-such-compiler
    [[ ${lines[1]} == *'apt install gcc pkg-config' ]]
    make -s -C "$top" PKG_CONFIG="$PWD/pkg-config" help >/dev/null # takes nothing
}

@test "flags of the user's join ours, whatever of make's variables they are in" {
    run env -u MAKEFLAGS -u MFLAGS MODE=release make -nB -C "$top" CC=my-cc PKG_CONFIG=true AR=my-ar \
        CPPFLAGS=-DMINE CFLAGS=-O3 LDFLAGS=-Wl,-z,now LDLIBS=-lmine build/bin/cp-parse
    [[ $output == *first\ install*compiler* ]]
    printf '#!/bin/sh\n' >my-cc
    chmod +x my-cc
    PATH=$PATH:$PWD run env -u MAKEFLAGS -u MFLAGS MODE=release make -nB -C "$top" CC=my-cc AR=my-ar \
        CPPFLAGS=-DMINE CFLAGS=-O3 LDFLAGS=-Wl,-z,now LDLIBS=-lmine build/bin/cp-parse
    grep -qE '^my-cc -Ilib .* -DMINE -std=c17 .* -O2 .* -O3 .* lib/base/str.c' <<<"$output"
    grep -qE '^my-ar rcs ' <<<"$output"
    grep -qE '^my-cc .* -O3 -Wl,-z,now -o build/bin/cp-parse .* -lgmp .* -lmine$' <<<"$output"
}

@test "what is installed is taken away again, and goes where folders are named" {
    # an install like that of the BSDs: these options alone, each by itself, and no long ones
    cat >bsd-install <<'SH'
#!/bin/sh
while getopts 'bCcdm:o:g:sSv' option; do [ "$option" != '?' ] || exit 64; done
exec install "$@"
SH
    chmod +x bsd-install
    make_it() {
        env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$top" DESTDIR="$PWD/my stage" \
            INSTALL="$PWD/bsd-install" "$@"
    }
    ln -s 'my stage' stage
    folders='prefix=/opt/x libdir=/opt/x/lib64 mandir=/man bindir=/programs docdir=/opt/doc'
    # shellcheck disable=SC2086
    make_it install-strip $folders
    for file in programs/cp-parse man/man1/cp-parse.1 opt/x/lib64/libchessplane.a opt/doc/LICENSE \
        opt/x/lib64/pkgconfig/chessplane.pc opt/x/share/chessplane/{chess-plane.js,chess.lua,schemas/record.schema.json,variants/coaip.yaml}; do
        [ -s stage/$file ]
    done
    [ "$(ls stage/opt/x/share/chessplane/schemas | wc -l)" = "$(ls "$top"/schemas/*.json | wc -l)" ]
    touch stage/opt/x/share/man-of-others
    # shellcheck disable=SC2086
    make_it uninstall $folders
    [ "$(find stage/ -type f)" = stage/opt/x/share/man-of-others ]
    [ ! -d stage/opt/doc ]
    [ ! -d stage/opt/x/share/chessplane ]
}

@test "ldconfig is run where something is installed for good, or taken away, and where it fails nothing else does" {
    [ "$(uname -s)" = Linux ] || skip "libraries are found otherwise here"
    printf '#!/bin/sh\nls %s/lib >>%s/listed\n' "$PWD" "$PWD" >lister
    chmod +x lister
    make_it() { # LDCONFIG GOAL...
        env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$top" prefix="$PWD" libdir="$PWD/lib" LDCONFIG="$@"
    }
    run make_it "$PWD/lister" install DESTDIR="$PWD/stage"
    [ "$output" = "" ]
    [ ! -e listed ]
    run make_it "$PWD/lister" install
    grep -qx libchessplane.so.0 listed # when all is there
    [ "$output" = "$PWD/lister: programs know which libraries there are" ]
    run make_it false uninstall
    [ "$status" = 0 ]
    [ "$output" = "false failed: run it as root, or programs may not find libchessplane.so" ]
    run make_it ./nosuch install
    [ "$status" = 0 ]
    [ "$output" = "" ]
}

# what editors are to make of messages: file|line|column|level|text, of each
messages_of() { sed -nE 's/^([^:]+):([0-9]+):(([0-9]+):)? (error|warning|note): (.*)/\1|\2|\4|\5|\6/p'; }

@test "GitHub's problem matcher knows every message of every family, and nothing else" {
    cat "$top"/testdata/*/*.err | grep -v '^cp-' >told
    [ "$(wc -l <told)" -gt 800 ]
    cat >match.py <<'PYTHON'
import json, re, sys
matcher, = json.load(open(sys.argv[1]))["problemMatcher"]
pattern, = matcher["pattern"]
for line in sys.stdin:
    found = re.match(pattern["regexp"], line.rstrip("\n"))
    if found:
        part = lambda name: found[pattern[name]] or ""
        print(part("file"), part("line"), part("column"), part("severity"), f"{part('message')} [{part('code')}]", sep="|")
PYTHON
    /usr/bin/python3 match.py "$top/schemas/editors/problem-matcher.json" <told >got
    messages_of <told >wanted
    [ -s wanted ]
    diff wanted got
}

@test "vim's quickfix list has the messages of cp-validate" {
    vim --version 2>/dev/null | grep -q '+quickfix' || skip "vim with +quickfix is not here"
    mkdir -p files/compiler
    cp "$top/schemas/editors/chessplane.vim" files/compiler
    cp "$top"/testdata/samples/broken.txt "$top"/testdata/notation/damaged.txt .
    for file in broken damaged; do
        PATH=${CP_BIN:-$top/build/bin}:$PATH vim -es -u NONE -i NONE --cmd "set rtp^=$PWD/files" $file.txt \
            -c 'compiler chessplane' -c 'make!' -c 'redir! > got' \
            -c 'for e in getqflist() | echo join([bufname(e.bufnr), e.lnum, e.col, e.type, e.text], "|") | endfor' \
            -c 'redir END' -c 'qa!' >/dev/null 2>&1 || true
        PATH=${CP_BIN:-$top/build/bin}:$PATH cp-validate --quiet $file.txt 2>&1 | messages_of |
            sed -E 's/\|(.)(rror|arning|ote)\|/|\1|/; s/^([^|]*\|[^|]*\|)\|/\10|/' >wanted
        [ -s wanted ]
        { sed 1d got && echo; } | diff wanted -
    done
}

@test "what is installed works by itself" {
    env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$top" install DESTDIR="$PWD/stage" prefix=/usr
    cd stage/usr
    [ "$(ls bin | wc -l)" = "$(ls "$top"/cmd/cp-*.1 | wc -l)" ]
    for tool in $(ls bin); do
        "bin/$tool" --version
        [ "$tool" = cp-batch ] || bash -c '. "$1"; COMP_WORDS=("$2" --vers) COMP_CWORD=1; "_$2"; [ "${COMPREPLY[*]}" = --version ]' \
            - "share/bash-completion/completions/$tool" "$tool"
        bash -c '. "$1"; complete -p "$2"' - "share/bash-completion/completions/$tool" "$tool"
        head -n 1 "share/zsh/site-functions/_$tool" | grep -qx "#compdef $tool"
        [ -s "share/man/man1/$tool.1" ]
    done
    for format in notation record variant; do [ -s "share/man/man5/chessplane-$format.5" ]; done
    run grep -r "$PWD" lib/pkgconfig share
    [ "$status" = 1 ] # nothing knows of the stage
}

@test "the demo takes three games from text to pictures" {
    run env -u MAKEFLAGS -u MFLAGS MODE=release "$top/scripts/demo"
    echo "$output"
    [ "$status" = 0 ]
    [[ "$output" == *"valid             3"* && "$output" == *"[path-blocked]"* ]]
    [ "$(ls "$top"/build/demo/game-*.svg | wc -l)" = 3 ]
}

@test "manuals are read without a complaint" {
    command -v mandoc >/dev/null || command -v man >/dev/null || skip "neither man nor mandoc here"
    for page in "$top"/cmd/*.1 "$top"/schemas/*.5; do
        if command -v mandoc >/dev/null; then # without a date they are the same every day
            mandoc -T lint -W warning "$page" | grep -v 'missing date' && return 1
        else
            [ -z "$(man --warnings -l "$page" 2>&1 >/dev/null)" ]
        fi
    done
    true
}

@test "what README tells people to run is there, and CI runs it" {
    cd "$top"
    grep -q '^scripts/demo ' README.md
    grep -q '^scripts/test ' README.md
    grep -q 'scripts/test" --all$' .ci/run
    for path in $(grep -oE '\]\([^):]+\)' README.md | tr -d '])(') \
        $(cat README.md CONTRIBUTING.md | grep -oE '`(lib|schemas|scripts|testdata|cmd)/[A-Za-z0-9_./-]+`' | tr -d '`'); do
        [ -e "$path" ] || [[ $path == *X* ]] || { echo "no $path"; return 1; }
    done
}

@test "apropos finds the tools by what people look for" {
    found() { # WORD: the tools whose line in the list of manuals has it, as man -k reads it
        local page
        for page in "$top"/cmd/cp-*.1; do
            sed -n '/^\.SH NAME/{n;s/\\-/-/g;p;}' "$page" | grep -i -- "$1"
        done | cut -d ' ' -f 1 | xargs
    }
    [ "$(found chess)" = "$(cd "$top/cmd" && ls cp-*.1 | sed 's/\.1$//' | xargs)" ]
    [ "$(found pgn)" = "cp-convert cp-parse cp-select cp-validate" ]
    [ "$(found search)" = "cp-select cp-table" ]
}

@test "README names jq and sqlite3 as programs of others before it speaks of what they do" {
    local line
    line=$(grep -n 'apt install jq sqlite3' "$top/README.md" | cut -d : -f 1)
    [ -n "$line" ]
    for program in jq sqlite3; do
        [ "$(grep -n "[^-]\b$program\b" "$top/README.md" | head -n 1 | cut -d : -f 1)" -ge $((line - 1)) ]
    done
}

@test "the manuals as HTML pages lead to one another, and nowhere else" {
    command -v mandoc >/dev/null || skip "not here: mandoc"
    "$top/scripts/manuals" html
    [ "$(ls html/*.[1-7].html | wc -l)" = "$(ls "$top"/cmd/*.[17] "$top"/schemas/*.5 "$top"/lib/api/*.3 | wc -l)" ]
    grep -oh 'href="[^"#]*' html/*.html | sort -u | cut -d '"' -f 2 | grep . >links
    (cd html && xargs ls) <links >/dev/null
    grep -q '^cp-table.1.html$' links
    grep -q 'href="cp-batch.1.html"' html/chessplane-recipes.7.html
    # what is needed for reading is there: no address of another place is asked
    not grep -l '<script\|<img\|@import' html/*
}
