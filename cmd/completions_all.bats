# What zsh offers behind TAB, in a zsh on a terminal of its own.
# needs: zsh=zsh

setup() {
    command -v zsh >/dev/null || skip "zsh is not here"
    cd "$BATS_TEST_TMPDIR"
    bin=${CP_BIN:-$BATS_TEST_DIRNAME/../build/bin}
    PATH=$(cd "$bin" && pwd):$PATH
    mkdir functions
    for tool in "$BATS_TEST_DIRNAME"/cp-*.c; do
        tool=$(basename "$tool" .c)
        "$tool" --completion zsh >"functions/_$tool"
        zsh -n "functions/_$tool"
    done
    cat >type.zsh <<'ZSH'
# type.zsh LINE: what LINE becomes by TAB
zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell 'fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D; PS1=; unsetopt beep'
zpty -w shell 'said() { print -r -- "<""<$BUFFER>>"; BUFFER=; }; zle -N said; bindkey "^T" said; bindkey "^I" complete-word'
zpty -w shell 'print rea""dy'
zpty -r shell out '*ready*'
zpty -w -n shell "$1"$'\t\C-T'
zpty -r shell out '*<<*>>*'
out=${out##*<<}
print -r -- "${out%%>>*}"
zpty -d shell
ZSH
}

becomes() { # LINE WANTED
    run timeout 60 zsh -f type.zsh "$1"
    # (behind it a blank stands or, in a list, a comma that goes away again)
    [ "${output%[ ,]}" = "$2" ] || { echo "$1: $output, and not: $2"; return 1; }
}

@test "zsh completes variants, frames, lists with commas, short options and tables" {
    becomes 'cp-parse --variant coa' 'cp-parse --variant coaip'
    becomes 'cp-parse --variant=coa' 'cp-parse --variant=coaip'
    becomes 'cp-parse -v coa' 'cp-parse -v coaip'
    becomes 'cp-convert --to-frame cl' 'cp-convert --to-frame classical'
    becomes 'cp-select --has castling,double' 'cp-select --has castling,double-check'
    becomes 'cp-annotate -s nags,mat' 'cp-annotate -s nags,material'
    becomes 'cp-table pos' 'cp-table positions'
    becomes 'cp-table positions --columns game,mat' 'cp-table positions --columns game,material'
    becomes 'cp-table games --columns num' 'cp-table games --columns number'
    becomes 'cp-parse --warnings tag-unusual,move-in-d' 'cp-parse --warnings tag-unusual,move-in-dialect'
    becomes 'cp-parse --progress=al' 'cp-parse --progress=always'
    becomes 'cp-render --labels ev' 'cp-render --labels every:'
}
