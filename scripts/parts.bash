# parts.bash -- for tests of parts, behind family.bash: small batches, a tool that can be stopped at
# a known place, waiting for what is sure to come.
# shellcheck shell=bash

export CP_BATCH=2000 # so that small files have many places to be cut at

# same_by_batch TOOL OPTION... -- FILE...: what cp-batch makes of it is what one process does
same_by_batch() {
    local tool=() status=0
    while [ "$1" != -- ]; do tool+=("$1") && shift; done
    shift
    wanted=0
    "${tool[@]}" "$@" >wanted.out 2>wanted.err || wanted=$?
    # shellcheck disable=SC2086
    cp-batch ${batch_options:--n 5} -o got.out -- "${tool[@]}" "$@" >got.stdout 2>got.err || status=$?
    [ $status = $wanted ] && cmp wanted.out got.out && cmp wanted.err got.err && [ ! -s got.stdout ] &&
        [ ! -e got.out.batch ] || { echo "${tool[*]}: $status, wanted $wanted" && cat got.err && return 1; }
}

# make_tool NAME LINE: ./NAME is the tool, but LINE comes first where it reads a part; each part
# that it comes to the tool with is a line of ./done. cp-batch is there beside it.
make_tool() {
    local real
    real=$(command -v "$1")
    [ -e cp-batch ] || cp "$(command -v cp-batch)" cp-batch
    printf '#!/bin/sh\ncase $1 in --part=*)\n%s\necho "$1" >>done ;;\nesac\nexec %q "$@"\n' "$2" "$real" >"$1"
    chmod +x "$1"
}

# await_files COUNT FILE...: until so many of them are there; what does not come is a fault
await_files() {
    local count=$1 tries=0
    shift
    while [ "$(ls -d $* 2>/dev/null | wc -l)" -lt "$count" ]; do
        [ $((tries += 1)) -lt 1200 ] || { echo "waited in vain for $count of $*" && return 1; }
        sleep 0.05
    done
}

# await_gone FILE...: until the processes by whose numbers files end are no more
await_gone() {
    local file tries=0
    for file in $*; do
        while kill -0 "${file##*.}" 2>/dev/null; do
            [ $((tries += 1)) -lt 1200 ] || { echo "$file is still there" && return 1; }
            sleep 0.05
        done
    done
}
