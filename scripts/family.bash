# family.bash -- for the Bats files beside the tools:
#
#     load ../scripts/family.bash
#     @test "slides end at the first man in their way" { family cp-validate slides; }
#
# Every topic of testdata belongs to one such line; scripts/family says what a
# family is. Tests run in a folder of their own ($BATS_TEST_TMPDIR); $top is the
# project, $data its testdata, $extra has the programs that tests alone need, $peak is the
# one that tells how many kB a command took.

top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
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

family() {
    "$top/scripts/family" "$@"
}

# check_records FILE...: whether every line is a record by the schema
check_records() {
    "$top/scripts/check-records" "$@"
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
