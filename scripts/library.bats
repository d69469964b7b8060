# What is installed for those who program with chessplane.h, as a stranger has it.

bats_require_minimum_version 1.5.0

top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
examples=$top/testdata/examples

setup_file() {
    stage=$BATS_FILE_TMPDIR/stage
    env -u MAKEFLAGS -u MFLAGS MODE=release make -n -C "$(dirname "$BATS_TEST_DIRNAME")" product \
        >"$BATS_FILE_TMPDIR/again"
    env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$(dirname "$BATS_TEST_DIRNAME")" install \
        DESTDIR="$stage" prefix=/usr libdir=/usr/lib/any >/dev/null
    export stage
    export PKG_CONFIG_PATH=$stage/usr/lib/any/pkgconfig LD_LIBRARY_PATH=$stage/usr/lib/any
    export PKG_CONFIG_SYSROOT_DIR=$stage PATH=$stage/usr/bin:$PATH LC_ALL=C.UTF-8
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$top"/testdata/samples/* .
}

strict='-pedantic -Wall -Wextra -Wshadow -Werror'

# compile SOURCE [FLAG]... -- a program beside its source's name
compile() {
    local source=$1 name
    name=$(basename "${1%.*}")
    shift
    case $source in
    # shellcheck disable=SC2046,SC2086
    *.c) ${CC:-gcc} -std=c99 $strict "$source" "$@" $(pkg-config --cflags --libs chessplane) -o "$name" ;;
    # shellcheck disable=SC2046,SC2086
    *) ${CXX:-g++} -std=c++11 $strict "$source" "$@" $(pkg-config --cflags --libs chessplane) -o "$name" ;;
    esac
}

declared() { sed -nE 's/.*[ *](chessplane_[a-z_]+)\(.*/\1/p' "$1" | sort; }

@test "what is built is not built again" {
    [ -s "$BATS_FILE_TMPDIR/again" ]                       # "Nothing to be done"
    run ! grep -E -e ' -[co] ' "$BATS_FILE_TMPDIR/again" # so nothing is compiled, and nothing linked
    make -C "$top" -pn 2>/dev/null | grep -x '.DEFAULT_GOAL := product' # what make alone makes
}

@test "one header is installed, and the library where libdir says" {
    [ "$(cd "$stage/usr/include" && find . -type f)" = ./chessplane.h ]
    cd "$stage/usr/lib/any"
    [ "$(readlink libchessplane.so)" = libchessplane.so.0 ]
    [ -f "$(readlink libchessplane.so.0)" ]
    [ -f libchessplane.a ]
    readelf -d libchessplane.so.0 | grep -q 'SONAME.*\[libchessplane.so.0\]'
    [ "$(pkg-config --modversion chessplane)" = "$(sed -nE 's/^VERSION := //p' "$top/Makefile")" ]
    [ "$(pkg-config --libs-only-l chessplane | xargs)" = -lchessplane ]
    pkg-config --static --libs chessplane | grep -q gmp
}

@test "the library offers what chessplane.h declares, and nothing else" {
    declared <(grep -A1 CHESSPLANE_API "$stage/usr/include/chessplane.h") >wanted
    [ "$(wc -l <wanted)" -gt 20 ]
    nm -D --defined-only "$stage/usr/lib/any/libchessplane.so" | sed -nE 's/.* T ([a-z_]+)(@@CHESSPLANE_0)?$/\1/p' | sort >got
    diff wanted got
    [ "$(nm -D --defined-only "$stage/usr/lib/any/libchessplane.so" | grep -vc ' T ')" = 1 ] # the version's node
    # Debian's list says since which version each is there
    sed -nE 's/^ ([a-z_]+)@CHESSPLANE_0 [0-9.]+$/\1/p' "$top/scripts/debian/libchessplane0.symbols" | sort >got
    diff wanted got
    nm -g --defined-only "$stage/usr/lib/any/libchessplane.a" | sed -nE 's/.* [A-Z] (.*)/\1/p' | sort >got
    diff wanted got
}

@test "the library ends no process, opens no stream, sets no signal, locale or handler" {
    nm -D --undefined-only "$stage/usr/lib/any/libchessplane.so" | sed -E 's/.* U //; s/@.*//' >needed
    grep -q '^malloc$' needed
    run ! grep -xE '_?exit|_Exit|quick_exit|raise|kill|(f|s)?printf|v?fprintf|f?puts|putchar|perror|fopen|fdopen|std(in|out|err)|signal|sigaction|setlocale|setenv|putenv|atexit' needed
}

@test "whatever the library is asked, it writes no file, reads no environment, aborts nothing, and opens only files that options name" {
    cat >around.c <<'C'
/* Defines what the library must not call, and asks it everything. */
#include <chessplane.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

static int calls, opened;
#define REFUSED(name) \
    int no_##name(void) __asm__(#name); \
    int no_##name(void) { calls++; return !printf("%s\n", #name); }
REFUSED(write) REFUSED(rename) REFUSED(unlink) REFUSED(linkat) REFUSED(ftruncate) REFUSED(fchmod)
REFUSED(fchown) REFUSED(poll) REFUSED(abort)

void *getenv_asked(const char *name) __asm__("getenv");
void *getenv_asked(const char *name)
{
    calls++;
    printf("getenv %s\n", name);
    return 0;
}

long syscall(long number, ...);
int open_asked(const char *file, int flags) __asm__("open");
int open_asked(const char *file, int flags)
{
    opened++;
    printf("open %s\n", file);
    return (int)syscall(SYS_openat, -100, file, flags, 0);
}

static void ask(chessplane *plane)
{
    static const char *const to[][3] = {{0}, {"to=yaml"}, {"to=pgn"}, {"to=fen", "ply=all"}};
    static const char *const as[][3] = {{0}, {"svg", "map"}, {"unicode"}};
    const chessplane_verdict *verdict;
    chessplane_string text;
    size_t count, i;
    (void)chessplane_check(plane, &verdict);
    (void)chessplane_legal_moves(plane, CHESSPLANE_LAST, &count);
    (void)chessplane_record(plane, &text);
    for (i = 0; i < 4; i++)
        (void)chessplane_convert(plane, to[i], &text);
    for (i = 0; i < 3; i++)
        (void)chessplane_draw(plane, as[i], &text);
}

static int play(const char *option, const char *game)
{
    const char *options[] = {option, NULL};
    chessplane *plane;
    int games = 0;
    if (chessplane_open(&plane, options) != CHESSPLANE_OK)
        puts(chessplane_error(plane));
    (void)chessplane_read_text(plane, "x", game, strlen(game));
    for (; chessplane_next(plane) == CHESSPLANE_OK; games++)
        ask(plane);
    chessplane_close(plane);
    return games;
}

int main(void)
{
    int games = play(NULL, "[Variant \"huygens\"]\n\n1. (5,4) (5,5) *\n\n"
                           "[Event \"x\"]\n\n1. e4 e5 2. Ke8 *\n\n{\"no\": record}\n");
    games += play("variant-file=own.yaml", "[Variant \"own\"]\n\n1. A(d1)-(c3) *\n");
    printf("%d calls, %d opened, %d games\n", calls, opened, games);
    return calls > 0;
}
C
    printf '%s\n' 'id: own' 'name: Own' 'board: plane' 'notation: letters' 'window: (a1) (h8)' 'pieces:' \
        '  K: {name: king, move: K, royal: true}' '  A: {name: amazon, move: QN}' \
        'setup: {white: {K: e1, A: d1}, mirror: 9}' >own.yaml
    # shellcheck disable=SC2046
    ${CC:-gcc} -fno-builtin around.c $(pkg-config --cflags --libs chessplane) -o around
    CP_SEED=x CP_ENGINE=x run -0 ./around
    echo "$output"
    [ "$(grep '^open ' <<<"$output")" = 'open own.yaml' ]
    [[ $output == *'0 calls, 1 opened, '[34]' games' ]]
}

@test "the header is C99 and C++11 by itself, and knows the version of the library" {
    cat >version.c <<'C'
#include <chessplane.h>
#include <string.h>
int main(void) { return strcmp(chessplane_version(), CHESSPLANE_VERSION); }
C
    cp version.c version.cc
    compile version.c && ./version
    compile version.cc && ./version
    [ "$(sed -nE 's/^VERSION := //p' "$top/Makefile")" = "$(sed -nE 's/^#define CHESSPLANE_VERSION +"(.*)"/\1/p' "$stage/usr/include/chessplane.h")" ]
}

# bats test_tags=all
@test "examples are short, and do what the tools do" {
    for source in "$examples"/*.[cp]*; do [ "$(wc -l <"$source")" -lt 60 ]; done
    for name in validate.c draw.c walk.c convert.cc; do compile "$stage/usr/share/doc/chessplane/examples/$name"; done

    run -1 ./validate games.txt broken.txt
    [ "${lines[-1]}" = "2 bad" ]
    [ "$(grep -v ' bad$' <<<"$output")" = "$(cp-validate -q broken.txt 2>&1 | grep '^broken' | sed 's/ error://')" ]
    run -3 ./validate nothing-there
    printf '[White "a"] 1. e4 *\0' | gzip >packed.gz
    run -1 ./validate packed.gz

    game='[Variant "coaip"] 1. (5,4) (5, 5) 2. B(3,4) *'
    [ "$(./draw "$game" svg ply=2 theme=dark 'caption={move}' 2>/dev/null)" = \
        "$(cp-render --svg --ply 2 --theme dark --caption '{move}' <<<"$game" 2>/dev/null)" ]
    [ "$(./draw "$game")" = "$(cp-render <<<"$game" 2>/dev/null)" ]
    run -3 ./draw "$game" flp
    [[ $output == *"did you mean --flip?"* ]]
    run -2 ./draw "$game" ply=9
    [ "$output" = "draw: the game has no such ply: ply 9 of 3, in game 1" ]

    ./walk '1. f3 e5 2. g4 (2. d4) Qh4# 0-1' >walked
    [ "$(sed -n 's/^  4. //p' walked)" = "Qh4#: 0 replies" ]
    grep -qx '     or d4' walked

    ./convert <archive.pgn >got
    cp-convert --to pgn archive.pgn | diff - got
}

@test "the same, linked statically" {
    # shellcheck disable=SC2046
    ${CC:-gcc} -std=c99 "$examples/validate.c" $(pkg-config --cflags chessplane) "$stage/usr/lib/any/libchessplane.a" \
        $(pkg-config --static --libs chessplane | sed 's/-lchessplane//') -o validate
    run ! bash -c 'ldd validate | grep chessplane'
    run -1 ./validate broken.txt
    [ "${lines[-1]}" = "2 bad" ]
}

@test "Python calls it by ctypes" {
    run -0 /usr/bin/python3 "$examples/validate.py" games.txt broken.txt
    [ "${lines[2]}" = "games.txt: game 3: good" ]
    [ "${lines[3]}" = "broken.txt: game 1: path is blocked: R(g9)-(a9) meets P(f9)" ]
}

# bats test_tags=all
@test "the manual's programs compile, run, and print what it says" {
    /usr/bin/python3 - "$top/lib/api/chessplane.3" <<'PYTHON'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
for block in re.findall(r"^\.EX\n(.*?)^\.EE\n", text, re.M | re.S):
    plain = block.replace("\\-", "-").replace("\\e", "\\").replace("\\(rs", "\\")
    program = re.match(r"(?:/\* |// |# )(\w+\.(?:cc|c|py))", plain)
    if program:
        open(program[1], "w").write(plain)
    else:
        command, wanted = plain.split("\n", 1)
        open("commands", "a").write(command.removeprefix("$ ") + "\n")
        open(re.search(r"\w+$", command.removesuffix(".py"))[0] + ".wanted", "w").write(wanted)
PYTHON
    compile judge.c
    compile diagram.cc
    ./judge | diff judge.wanted -
    ./diagram | diff diagram.wanted -
    sed -i "s,libchessplane.so.0,$stage/usr/lib/any/&," rook.py
    /usr/bin/python3 rook.py | diff rook.wanted -
    [ "$(wc -l <commands)" = 3 ]
}

@test "GMP's functions for memory stay those of the program, guarded or not" {
    cat >host.c <<'C'
#include <chessplane.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char game[] = "[Variant \"huygens\"]\n[Setup \"w: K (1,1), R (2,100000000000000000000); b: K (30,30)\"]\n"
                           "1. R(2,100000000000000000000)-(3,100000000000000000000) *";
static long asked;
static void *get(size_t size) { asked++; return malloc(size); }
static void *more(void *old, size_t old_size, size_t size) { (void)old_size; asked++; return realloc(old, size); }
static void put(void *old, size_t size) { (void)size; free(old); }
static long count(void)
{
    const chessplane_verdict *verdict;
    chessplane *plane;
    long before = asked;
    if (chessplane_open(&plane, NULL) != 0 || chessplane_read_text(plane, NULL, game, strlen(game)) != 0 ||
        chessplane_next(plane) != 0 || chessplane_check(plane, &verdict) != 0 || !verdict->is_valid)
        exit(2);
    chessplane_close(plane);
    return asked - before;
}
int main(int argc, char **argv)
{
    mpz_t host;
    mp_set_memory_functions(get, more, put);
    if (argc > 1)
        chessplane_guard_numbers();
    mpz_init_set_str(host, "123456789012345678901234567890", 10);
    (void)argv;
    printf("%s\n", count() > 0 ? "host" : "library");
    mpz_mul(host, host, host);
    printf("%d\n", asked > 0);
    mpz_clear(host);
    return 0;
}
C
    compile host.c -lgmp
    [ "$(./host | xargs)" = "host 1" ]
    [ "$(./host guarded | xargs)" = "library 1" ]
}

@test "a stream of any length is read in flat memory" {
    for i in 1 2 3 4 5 6 7 8; do cat archive.pgn games.txt; done >short.txt
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat short.txt; done >long.txt
    compile "$examples/validate.c"
    peak=${CP_EXTRA:-$top/build/release/bin-extra}/cp-peak
    short=$("$peak" ./validate short.txt)
    long=$("$peak" ./validate long.txt)
    [ "$long" -lt "$((short + 1024))" ]
}

# bats test_tags=all
@test "of every game of testdata it says what cp-validate says, and converts it as cp-convert does" {
    cat >records.c <<'C'
#include <chessplane.h>
#include <stdio.h>

static ptrdiff_t read_file(void *file, char *room, size_t size)
{
    return (ptrdiff_t)fread(room, 1, size, file);
}

int main(int argc, char **argv)
{
    const char *const letters[] = {"to=letters", "to=json", NULL};
    const chessplane_verdict *verdict;
    chessplane *plane;
    chessplane_string text;
    int i, status, converts = argv[1][0] == 'c';
    if (chessplane_open(&plane, NULL) != CHESSPLANE_OK)
        return 3;
    for (i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        chessplane_read_stream(plane, argv[i], read_file, file);
        while ((status = chessplane_next(plane)) == CHESSPLANE_OK || status == CHESSPLANE_REFUSED) {
            if (status == CHESSPLANE_OK && !converts)
                (void)chessplane_check(plane, &verdict);
            if (status == CHESSPLANE_OK)
                status = converts ? chessplane_convert(plane, letters, &text) : chessplane_record(plane, &text);
            if (status == CHESSPLANE_OK)
                printf("%s%s", text.at, converts ? "" : "\n");
        }
        fclose(file);
    }
    chessplane_close(plane);
    return 0;
}
C
    compile records.c
    set -- "$top"/testdata/*/*.txt "$top"/testdata/*/*.pgn "$top"/testdata/*/*.jsonl
    ./records validate "$@" >got
    cp-validate "$@" 2>/dev/null >wanted || true
    [ "$(wc -l <wanted)" -gt 1000 ]
    cmp got wanted
    ./records convert "$@" >got
    cp-convert --to letters --to json "$@" 2>/dev/null >wanted || true
    [ "$(wc -l <wanted)" -gt 1000 ]
    cmp got wanted
}
