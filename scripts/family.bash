# family.bash -- for the Bats files beside the tools:
#
#     load ../scripts/family.bash
#     @test "slides end at the first man in their way" { family cp-validate slides; }
#
# Every topic of testdata belongs to one such line; scripts/family says what a
# family is. Tests run in a folder of their own ($BATS_TEST_TMPDIR); $top is the
# project, $data its testdata.

top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)
data=$top/testdata
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
