#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# needs: sbatch=slurm-client slurmctld=slurmctld slurmd=slurmd /usr/sbin/sshd=openssh-server ssh=openssh-client pgrep=procps
# cp-batch on other machines: sshd and Slurm's own daemons on 127.0.0.1, with ports, keys and
# folders of their own; stopped by their numbers.
bats_require_minimum_version 1.5.0
load ../scripts/family.bash
load ../scripts/parts.bash

# ---- daemons ----

free_ports() { # COUNT
    /usr/bin/python3 -c 'import socket, sys
all = [socket.socket() for _ in range(int(sys.argv[1]))]
for one in all: one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])' "$1"
}

# Two hosts, "one" and "two", are two of them; "nobody" listens nowhere.
start_sshd() { # NAME PORT
    cat >"$1.conf" <<END
Port $2
ListenAddress 127.0.0.1
HostKey $PWD/host-key
AuthorizedKeysFile $PWD/key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
END
    /usr/sbin/sshd -D -e -f "$1.conf" 2>"$1.log" 3>&- &
    echo $! >"$1.pid"
}

put_host() { # NAME PORT
    printf 'Host %s\n  HostName 127.0.0.1\n  Port %s\n  IdentityFile "%s/key"\n' "$1" "$2" "$PWD"
    printf '  UserKnownHostsFile /dev/null\n  StrictHostKeyChecking no\n  LogLevel ERROR\n'
}

start_hosts() {
    # (with its list of folders of its own, sshd wants this one where root starts it)
    [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
    ssh-keygen -q -t ed25519 -N '' -f key </dev/null
    ssh-keygen -q -t ed25519 -N '' -f host-key </dev/null
    start_sshd one "$1"
    start_sshd two "$2"
    { put_host one "$1" && put_host two "$2" && put_host nobody "$3"; } >ssh.conf
}

start_slurm() { # PORT PORT
    local host
    host=$(hostname -s)
    mkdir spool saved
    cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmdPort=$2
AuthType=auth/none
CredType=cred/none
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdParameters=config_overrides
StateSaveLocation=$PWD/saved
SlurmdSpoolDir=$PWD/spool
SlurmctldPidFile=$PWD/slurmctld.number
SlurmdPidFile=$PWD/slurmd.number
SlurmctldLogFile=$PWD/slurmctld.log
SlurmdLogFile=$PWD/slurmd.log
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
KillWait=1
MaxArraySize=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=$host Default=YES State=UP
END
    SLURM_CONF=$PWD/slurm.conf slurmctld -D -f slurm.conf >ctld.out 2>&1 3>&- &
    echo $! >slurmctld.pid
    SLURM_CONF=$PWD/slurm.conf slurmd -D -f slurm.conf >slurmd.out 2>&1 3>&- &
    echo $! >slurmd.pid
}

# await COMMAND...: until it succeeds
await() {
    local tries=0
    until "$@" >await.out 2>&1; do
        [ $((tries += 1)) -lt 600 ] || { echo "waited in vain: $*" && cat await.out ./*.log && return 1; }
        sleep 0.1
    done
}

node_is_idle() { sinfo -h -o %T | grep -qx idle; }

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    local ports
    mapfile -t ports < <(free_ports 5)
    if command -v ssh /usr/sbin/sshd >/dev/null; then
        start_hosts "${ports[0]}" "${ports[1]}" "${ports[2]}"
        export CP_SSH="ssh -F $PWD/ssh.conf"
        await $CP_SSH one true
        await $CP_SSH two true
    fi
    if command -v slurmctld slurmd sbatch >/dev/null; then
        start_slurm "${ports[3]}" "${ports[4]}"
        export SLURM_CONF=$PWD/slurm.conf
        await node_is_idle
    fi
}

teardown_file() {
    local file
    for file in "$BATS_FILE_TMPDIR"/*.pid; do
        [ -s "$file" ] || continue
        kill "$(cat "$file")" 2>/dev/null || true
        wait "$(cat "$file")" 2>/dev/null || true
    done
}

# What a test that fails leaves behind
teardown() {
    local file
    for file in "${batch:+x.$batch}" started.*; do
        kill -9 "${file##*.}" 2>/dev/null || true
    done
}

needs_ssh() { [ -n "${CP_SSH:-}" ] || skip "no sshd or ssh"; }
needs_slurm() { [ -n "${SLURM_CONF:-}" ] || skip "no Slurm"; }

tools_there() { dirname "$(command -v cp-parse)"; }

# ---- ssh ----

@test "over ssh output, messages, summary and status are those of one process" {
    needs_ssh
    mixed_games 300 20 30 >mixed.txt
    some_games 30 | cp-parse >good.jsonl
    gzip -k good.jsonl
    name=$'a b\'"$(touch seen)`\n;*\\ -.txt'
    cp mixed.txt "$name"
    cp "$top/schemas/variants/trappist-1.yaml" mine.yaml
    batch_options="-n 4 --ssh 2/one,1/two --there $(tools_there)"
    same_by_batch cp-validate --summary -- mixed.txt good.jsonl.gz "$name"
    batch_options="-n 2 --ssh 2/one --there $(tools_there)"
    same_by_batch cp-table games --variant-file "$PWD/mine.yaml" -- good.jsonl
    CP_ENGINE=general same_by_batch cp-select --tag 'Event !~ /it'\''s "x"  y/' -- good.jsonl
    [ ! -e seen ]
    cp-batch $batch_options -o out -- cp-validate - <good.jsonl
    cp-validate <good.jsonl | cmp out
}

@test "hosts that do not answer, or have another tool or file, are left out and said" {
    needs_ssh
    some_games 30 | cp-parse >good.jsonl
    cp-parse good.jsonl >wanted
    run --separate-stderr cp-batch -n 3 --ssh nobody,2/two --there "$(tools_there)" -o out -- cp-parse good.jsonl
    [ "$status" = 0 ]
    cmp wanted out
    [[ $stderr == *"warning: nobody is left out; wanted are cp-parse "*": no answer"* ]]
    [[ $stderr != *"two is left out"* ]]
    mkdir other
    printf '#!/bin/sh\necho "cp-parse (chessplane) 0.0.1"\n' >other/cp-parse
    chmod +x other/cp-parse
    run cp-batch --ssh one,two --there "$PWD/other" -o out -- cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"one is left out; wanted are cp-parse "*": cp-parse (chessplane) 0.0.1"*"parts are missing"* ]]
    rm -r out.batch
    cp "$top/schemas/variants/trappist-1.yaml" mine.yaml # not in the folder where ssh arrives
    run cp-batch --ssh one --there "$(tools_there)" -o out -- cp-parse --variant-file mine.yaml good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"one is left out; wanted are cp-parse "*" and the same files beside: cp-parse "* ]]
    rm -r out.batch
    for wrong in 0/one x/one -oProxyCommand=true one,,two; do
        run cp-batch "--ssh=$wrong" -o out -- cp-parse good.jsonl
        [ "$status" = 2 ]
        [[ $output == *"--ssh "* ]]
        [ ! -e out.batch ]
    done
}

# A tool that waits in its part where the host of that name does it: ./there/TOOL
waiting_there() { # TOOL HOST
    mkdir -p there
    printf '#!/bin/sh\ncase ${1%%%%=*}${SSH_CONNECTION##* } in --part%s)\n: >%q/started.$$\nexec 4<>%q; read -r word <&4 ;;\nesac\nexec %q "$@"\n' \
        "$(sed -n "/^Host $2$/,/Port/s/.*Port //p" "$BATS_FILE_TMPDIR/ssh.conf")" "$PWD" "$PWD/gate" "$(command -v "$1")" >"there/$1"
    chmod +x "there/$1"
    mkfifo gate
}

# Ends a daemon of ssh with all of its connections, as a machine does that goes away.
kill_host() { # NAME
    local all pid
    all=$(cat "$BATS_FILE_TMPDIR/$1.pid")
    for pid in $all; do all="$all $(pgrep -P "$pid" || true)"; done
    for pid in $all; do all="$all $(pgrep -P "$pid" || true)"; done
    kill -9 $all 2>/dev/null || true
}

restart_host() { # NAME
    cd "$BATS_FILE_TMPDIR"
    start_sshd "$1" "$(sed -n "/^Host $1$/,/Port/s/.*Port //p" ssh.conf)"
    await $CP_SSH "$1" true
    cd - >/dev/null
}

@test "a host that goes away in the middle: the others do its parts, and nothing is doubled" {
    needs_ssh
    mixed_games 300 20 30 >mixed.txt
    cp-validate --summary mixed.txt >wanted.out 2>wanted.err || true
    waiting_there cp-validate one
    cp-batch -n 6 --ssh 2/one,1/two --there "$PWD/there" -o out -- cp-validate --summary mixed.txt 2>err 3>&- &
    batch=$!
    await_files 2 started.*
    kill_host one
    code=0
    wait $batch || code=$?
    [ $code = 1 ]
    cmp wanted.out out
    cmp wanted.err err
    restart_host one
}

@test "when all hosts are gone that is said, and --resume goes on elsewhere" {
    needs_ssh
    some_games 40 | cp-parse >good.jsonl
    waiting_there cp-parse two
    cp-batch -n 4 -j 1 --ssh two --there "$PWD/there" -o out -- cp-parse good.jsonl 2>err 3>&- &
    batch=$!
    await_files 1 started.*
    kill_host two
    code=0
    wait $batch || code=$?
    [ $code = 3 ]
    [ ! -e out ]
    grep -q 'part 1 of 4 is missing: status 255' err
    cp-batch -r --local -o out -- cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
    restart_host two
}

@test "a signal stops the parts on other machines, too" {
    needs_ssh
    some_games 40 | cp-parse >good.jsonl
    waiting_there cp-parse two
    cp-batch -n 4 --ssh 2/two --there "$PWD/there" -o out -- cp-parse good.jsonl 2>err 3>&- &
    batch=$!
    await_files 2 started.*
    kill $batch
    code=0
    wait $batch || code=$?
    [ $code = 143 ]
    grep -q 'stopped; what is done is kept' err
    flock -n out.batch/lock true
    [ -z "$(find out.batch -name 'run.*')" ]
    # over there they wait for the test alone now; let go, they find nothing to read
    printf 'on\non\n' >gate
    await_gone started.*
    cp-batch -r -o out -- cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
}

# ---- Slurm ----

@test "by Slurm output, messages, summary and status are those of one process" {
    needs_slurm
    mixed_games 300 20 30 >mixed.txt
    some_games 30 | cp-parse >good.jsonl
    mkdir $'a folder % of\n\'two' && cd $'a folder % of\n\'two'
    # more parts than tasks in an array here
    batch_options="-n 9 --slurm --sbatch --comment=x,_y"
    same_by_batch cp-validate --summary -- ../mixed.txt ../good.jsonl
    cp-batch --slurm -n 2 -j 1 -o out -- cp-table games <../mixed.txt 2>err || [ $? = 1 ]
    cp-table games <../mixed.txt 2>/dev/null | cmp out
}

@test "of four parts by Slurm one is killed in the middle, and resumed: the same bytes" {
    needs_slurm
    some_games 60 | cp-parse >good.jsonl
    cp-validate --summary=json good.jsonl >wanted.out 2>wanted.err
    make_tool cp-validate 'case $1 in *:0) ;; *) [ ! -e closed ] || { : >"started.$$"; exec 4<>gate; read -r word <&4; } ;; esac'
    mkfifo gate && touch closed
    ./cp-batch --slurm -n 4 -o out -- ./cp-validate --summary=json good.jsonl 2>err 3>&- &
    batch=$!
    await_files 3 started.*
    killed=$(ls started.* | head -n 1)
    kill -9 "${killed##*.}"
    printf 'on\non\n' >gate
    code=0
    wait $batch || code=$?
    [ $code = 3 ]
    [ ! -e out ]
    grep -q 'part [2-4] of 4 is missing: status 137' err
    grep -q '1 of 4 parts are missing' err
    rm closed && : >done
    ./cp-batch --slurm --resume -o out -- ./cp-validate --summary=json good.jsonl 2>err
    cmp wanted.out out
    cmp wanted.err err
    [ "$(wc -l <done)" = 1 ]
}

@test "a task that is killed without a word, and one that Slurm cancels, are missing and done again" {
    needs_slurm
    some_games 60 | cp-parse >good.jsonl
    make_tool cp-parse '[ ! -e deadly ] || case $1 in *:0) ;; *) kill -9 $PPID $$ ;; esac'
    touch deadly
    run ./cp-batch --slurm -n 3 -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"part 2 of 3 is missing: status none: killed"*"2 of 3 parts are missing"* ]]
    rm deadly
    make_tool cp-parse '[ ! -e closed ] || { : >"started.$$"; exec 4<>gate; read -r word <&4; }'
    rm -r out.batch
    mkfifo gate && touch closed
    ./cp-batch --slurm --sbatch --comment=waits -n 3 -o out -- ./cp-parse good.jsonl 2>err 3>&- &
    batch=$!
    await_files 3 started.*
    scancel "$(squeue -h -o '%F %k' | sed -n 's/ waits$//p' | head -n 1)"
    code=0
    wait $batch || code=$?
    [ $code = 3 ]
    grep -q '3 of 3 parts are missing' err
    rm closed
    ./cp-batch -r --slurm -o out -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
}

@test "a signal cancels what Slurm does; what sbatch does not take is said" {
    needs_slurm
    some_games 60 | cp-parse >good.jsonl
    make_tool cp-parse '[ ! -e closed ] || { : >"started.$$"; exec 4<>gate; read -r word <&4; }'
    mkfifo gate && touch closed
    ./cp-batch --slurm --sbatch --comment=stopped -n 3 -o out -- ./cp-parse good.jsonl 2>err 3>&- &
    batch=$!
    await_files 3 started.*
    kill $batch
    code=0
    wait $batch || code=$?
    [ $code = 143 ]
    grep -q 'stopped; what is done is kept' err
    await bash -c '! squeue -h -o %k | grep -qx stopped'
    await_gone started.*
    rm closed
    run ./cp-batch -r --slurm --sbatch --partition=nosuch -o out -- ./cp-parse good.jsonl
    [ "$status" = 3 ]
    [[ $output == *"sbatch: error: "*"nosuch"*"parts are missing"* ]]
    ./cp-batch -r --slurm -o out -- ./cp-parse good.jsonl
    cp-parse good.jsonl | cmp out
}
