# The Debian packages, made for real, twice.
# needs: dpkg-buildpackage=dpkg-dev dh=debhelper fakeroot=fakeroot lintian=lintian readelf=binutils dh_python3=dh-python

top=$(cd "$BATS_TEST_DIRNAME/.." && pwd)

missing() { for program in dpkg-buildpackage dh dh_python3 fakeroot lintian; do command -v $program >/dev/null || echo $program; done; }

setup_file() {
    [ -z "$(missing)" ] || return 0
    export PACKAGES=$BATS_FILE_TMPDIR/packages AGAIN=$BATS_FILE_TMPDIR/another/folder
    "$top/scripts/deb" "$PACKAGES"
}

setup() {
    [ -z "$(missing)" ] || skip "not here: $(missing | paste -sd ' ')"
    cd "$BATS_TEST_TMPDIR"
}

@test "lintian has neither errors nor warnings to tell of" {
    lintian --allow-root --fail-on error,warning "$PACKAGES"/*.changes
}

@test "packages hold what make install installs" {
    mkdir all
    for package in "$PACKAGES"/*.deb; do
        case $package in *-dbgsym_*) ;; *) dpkg-deb -x "$package" all ;; esac
    done
    env -u MAKEFLAGS -u MFLAGS MODE=release make -s -C "$top" install DESTDIR="$PWD/stage" prefix=/usr \
        libdir="/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
    # (Debian packs documents, has names of its own for licences and changelogs, and keeps
    # examples with what they are compiled with)
    (cd stage && find . ! -type d | grep -v 'LICENSE$' | sed 's,/CHANGELOG\.md$,/changelog,' | sort) >wanted
    (cd all && find . ! -type d | grep -v '/copyright$\|/changelog.Debian\|/doc/\(lib\|python3-\).*/changelog' |
        sed 's/\.gz$//; s,/libchessplane-dev/examples/,/chessplane/examples/,' | sort) >got
    diff wanted got
    version=$(sed -n 's/^VERSION := //p' "$top/Makefile")
    [[ $(dpkg-deb -f "$PACKAGES"/chessplane_*.deb Version) == "$version"-* ]]
}

@test "python3 finds its module in its package, and the library in that of the library" {
    for package in python3-chessplane libchessplane0; do dpkg-deb -x "$PACKAGES/$package"_*.deb all; done
    [[ $(dpkg-deb -f "$PACKAGES"/python3-chessplane_*_all.deb Depends) == *"libchessplane0 (>= "* ]]
    PYTHONPATH=all/usr/lib/python3/dist-packages LD_LIBRARY_PATH=$(echo all/usr/lib/*-linux-*) /usr/bin/python3 -c '
import chessplane
assert [game.check().outcome for game in chessplane.games("1. f3 e5 2. g4 Qh4# 0-1")] == ["checkmate"]'
}

@test "programs are hardened in every way" {
    dpkg-deb -x "$PACKAGES"/chessplane_*.deb tools
    for program in tools/usr/bin/*; do
        [ "$(head -c 2 "$program")" != '#!' ] || continue
        readelf -hdlW "$program" >"${program##*/}"
        grep -q 'DYN (Position-Independent' "${program##*/}"
        grep -q 'GNU_RELRO' "${program##*/}"
        grep -q 'BIND_NOW\|FLAGS.* NOW' "${program##*/}"
    done
}

# bats test_tags=night
@test "the same packages are made in another folder, byte by byte" {
    "$top/scripts/deb" "$AGAIN"
    for file in "$PACKAGES"/*.deb "$PACKAGES"/*.dsc "$PACKAGES"/*.tar.*; do
        cmp "$file" "$AGAIN/${file##*/}"
    done
}
