" Vim compiler file. ":compiler chessplane" in a file of games, then ":make": each
" message of cp-validate is an entry of the quickfix list.
" SPDX-License-Identifier: MIT
if exists("current_compiler")
  finish
endif
let current_compiler = "chessplane"
let s:cpo_save = &cpo
set cpo&vim

CompilerSet makeprg=cp-validate\ --quiet\ $*\ %:S
CompilerSet errorformat=
      \%f:%l:%c:\ %trror:\ %m,
      \%f:%l:%c:\ %tarning:\ %m,
      \%f:%l:%c:\ %tote:\ %m,
      \%f:%l:\ %trror:\ %m,
      \%f:%l:\ %tarning:\ %m,
      \%f:%l:\ %tote:\ %m,
      \%f:\ %trror:\ %m,
      \%f:\ %tarning:\ %m,
      \%f:\ %tote:\ %m,
      \%-G%.%#

let &cpo = s:cpo_save
unlet s:cpo_save
