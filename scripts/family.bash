# family.bash -- for the Bats files beside the tools:
#
#     load ../scripts/family.bash
#     @test "slides end at the first man in their way" { family cp-validate slides; }
#
# Every topic of testdata belongs to one such line; scripts/family says what a
# family is. Tests run in a folder of their own ($BATS_TEST_TMPDIR); $top is the
# project, $data its testdata, $extra has the programs that tests alone need, $peak is the
# one that tells how many kB a command took.

top=${BATS_TEST_DIRNAME%/*}
data=$top/testdata
extra=${CP_EXTRA:-$top/build/release/bin-extra}
peak=$extra/cp-peak
PATH=${CP_BIN:-$top/build/bin}:$PATH
LC_ALL=C.UTF-8
export PATH LC_ALL

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

# not COMMAND...: that it fails (Bats takes no notice of "! COMMAND" before a test's end)
not() {
    ! "$@"
}

# run [! | -STATUS] [--separate-stderr] COMMAND...: as Bats has it (without --keep-empty-lines), but
# a program takes one process, and not two to four: in all tests together that is minutes
run() {
    local wanted='' err=''
    while :; do
        case $1 in
        '!' | -[0-9]*) wanted=${1#-} ;;
        --separate-stderr) err=$BATS_TEST_TMPDIR.err ;;
        *) break ;;
        esac
        shift
    done
    status=0
    case $1 in
    cp-* | */* | bash | env | grep | jq | timeout) redirected "$@" || status=$? ;;
    *) (set +eET && redirected "$@") || status=$? ;; # what is no program cannot change this shell
    esac
    output=$(<"$BATS_TEST_TMPDIR.out")
    IFS=$'\n' read -d '' -r -a lines <<<"$output" || true
    if [ -n "$err" ]; then
        read -d '' -r stderr <"$err" || true
        IFS=$'\n' read -d '' -r -a stderr_lines <<<"$stderr" || true
    fi
    case $wanted in
    '') return ;;
    '!') [ "$status" = 0 ] || return 0 ;;
    "$status") return ;;
    esac
    echo "status $status, wanted $wanted: $*"
    return 1
}
redirected() {
    if [ -n "$err" ]; then "$@" >"$BATS_TEST_TMPDIR.out" 2>"$err"; else "$@" >"$BATS_TEST_TMPDIR.out" 2>&1; fi
}

# quick: for what makes long inputs in a loop. Bats looks at each command, which takes most of
# their time: (quick; for i in {1..9999}; do ...; done)
quick() {
    trap - DEBUG
}

# copies COUNT FILE: so many times, by one cat
copies() (
    quick
    names=()
    for ((i = 0; i < $1; i++)); do names+=("$2"); done
    cat "${names[@]}"
)

# often FEW MANY...: how often something is tried; many times by make nightly (see scripts/run-tests)
often() {
    [ -n "${CP_QUICK:-}" ] && echo "$1" || echo "${@:2}"
}

# a_few: lines, of which a few will do: one in four of them, and by make nightly all
a_few() {
    awk -v every="$(often 4 1)" 'NR % every == 0'
}

# Their records go with those of check_records.
family() {
    CP_RECORDS=$BATS_FILE_TMPDIR/records "$top/scripts/family" "$@"
}

# one of each tool and form, by the tools of CP_BIN
family_of_each_tool() {
    family cp-parse threads
    family cp-validate endings
    family cp-validate icn
    family cp-annotate annotate
    family cp-convert convert
    family cp-render trapper-pictures
}

# made GOAL TARGET: for setup_file: make GOAL, whose libraries for TARGET are built of Debian's
# sources; is_made skips a test where those could not be fetched
made() {
    local status=0
    (cd "$top" && scripts/libraries "$2") || status=$?
    [ $status != 3 ] || { export CP_UNMADE="Debian's sources cannot be fetched"; return 0; }
    [ $status = 0 ] && env -u MAKEFLAGS -u MFLAGS MODE=release make -s -j"$(nproc)" -C "$top" "$1"
}
is_made() { [ -z "${CP_UNMADE:-}" ] || skip "$CP_UNMADE"; }

# check_records FILE...: every line is to be a record by the schema, which judges all of a file of
# tests at once, in its end
check_records() {
    cat "$@" >>"$BATS_FILE_TMPDIR/records"
}

teardown_file() {
    [ ! -e "$BATS_FILE_TMPDIR/records" ] || "$top/scripts/check-records" "$BATS_FILE_TMPDIR/records"
}

# some_games COUNT [PLIES]: always the same
some_games() {
    "$extra/cp-generate" --variant trappist-1 --games "$1" --plies "${2:-20}" --seed 7
}

# mixed_games COUNT PLIES EVERY: of EVERY games four are damaged, in ways that reach over the next ones
mixed_games() {
    some_games "$1" "$2" | awk -v every="$3" '
        /^\[Event/ { n++ }
        { print }
        !/^1\./ { next }
        n % every == 7 { print "{without an end"; print ""; n++ }
        n % every == 12 { print "x({ nonsense 1. (999,999) (((( 1-0"; n++ }
        n % every == 17 { print "{[lines"; print "[in a comment"; print "; and } all"; n++ }
        n % every == 22 { print "; a line"; print ""; print "1-0"; print ""; print "{alone}"; print ""; n++ }'
}

# game_with WORD...: a game with each in a tag and in comments
game_with() {
    local word tags='' moves='' n=0
    for word; do
        n=$((n + 1))
        tags+="[T$n \"$word\"]"$'\n'
        moves+="{$word} $((2 * n - 1)). Nf3 {$word} Nf6 $((2 * n)). Ng1 Ng8 "
    done
    printf '[White "%s"]\n[Event "%s"]\n[Black "%s"]\n%s\n%s*\n' "$1" "$2" "$3" "$tags" "$moves"
}

# hostile_words: a hundred of them into `words`, as many harmless ones into `plain`
hostile_words() {
    /usr/bin/python3 - >hostile <<'END'
seeds = ['<script>alert(1)</script>', '</script><script>alert(1)//', '<!--', '-->', '<![CDATA[', ']]>', '<svg onload=alert(1)>',
         '</svg>', '</title>', '</style><script>', '&lt;b&gt; &#x3c;', "' onmouseover='alert(1)", '<img src=x onerror=alert(1)>',
         '[x](javascript:alert(1))', '![x](//x) `x` ``` x', '</main></body></html>', '**x** __x__ ~~x~~ | x |', '\\u202e<b>',
         '$(touch x) $x$ $$x$$', '\\\\input{x \\\\end{document', '%s%n%p # x', '</p><p> - x', '1. x 2) x = x',
         'https://x.example/ www.x.example a@x.example :x:', '^^41 _x_ ~x~ {x']
for i in range(4):
    for s in seeds:
        print(['%s', 'x%s', '%s x', '<%s>'][i] % s)
END
    mapfile -t words <hostile
    mapfile -t plain < <(seq 100 | sed 's/^/word /')
    [ ${#words[@]} = 100 ]
}
