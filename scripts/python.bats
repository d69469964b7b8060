# The module for Python, over the library that is built: chessplane_test.py beside it says what is tried.

load family.bash

# bats test_tags=all
@test "the module for Python: its examples, files and streams, verdicts, moves, memory" {
    CHESSPLANE_LIBRARY=$top/build/release/libchessplane.so.0 PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -W error "$top/lib/api/python/chessplane_test.py"
}
