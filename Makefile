# SPDX-License-Identifier: MIT
# Sources are found by their names, so adding a file is enough:
#   lib/**/X.c  X_test.c  X_fuzz.c  X_twin.c (slow judges, for tests)
#   cmd/cp-X.c  scripts/X.c (our own helpers, never installed)  scripts/X_preload.c
VERSION := 0.1.0

MODE ?= release
prefix ?= /usr/local
PYTHON ?= python3
B := build/$(MODE)
BIN := $(if $(filter release,$(MODE)),build/bin,$B/bin)

# ---- sources ----
every = $(sort $(foreach d,lib lib/* lib/*/*,$(wildcard $d/$1)))
tests := $(call every,*_test.c)
fuzzers := $(call every,*_fuzz.c)
twins := $(call every,*_twin.c)
sources := $(filter-out $(tests) $(fuzzers) $(twins),$(call every,*.c))
tools := $(wildcard cmd/cp-*.c)
preloads := $(wildcard scripts/*_preload.c)
helpers := $(filter-out $(preloads),$(wildcard scripts/*.c))
variants := $(sort $(wildcard schemas/variants/*.yaml))

lib := $B/libchessplane.a
twin_lib := $B/libtwins.a
tool_programs := $(tools:cmd/%.c=$(BIN)/%)
helper_programs := $(helpers:scripts/%.c=$B/bin-extra/cp-%)
preload_libs := $(if $(filter release debug,$(MODE)),$(preloads:scripts/%.c=$B/bin-extra/%.so))
test_programs := $(tests:lib/%.c=$B/test/%)
fuzz_programs := $(fuzzers:lib/%.c=$B/fuzz/%)
objects = $(patsubst %.c,$B/%.o,$(sources)) $B/bundled.o

# ---- flags ----
packages := libpcre2-8 yaml-0.1 gmp zlib libzstd
sanitize := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
mode_release := -O2 -g
mode_debug := -O0 -g3
mode_asan := -O1 -g $(sanitize)
mode_tsan := -O1 -g -fsanitize=thread
mode_fuzz := -O1 -g $(sanitize) -fsanitize=fuzzer-no-link
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(MODE),fuzz)
override CC := $(if $(filter %gcc,$(CC)),$(CC:%gcc=%clang),clang)
endif
# shadow: a second i is a bug; conversion: coordinates must never be cut short
# (bounds are looked at by the release build: with the sanitizers gcc guesses them wrong)
warnings := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes $(if $(filter asan tsan,$(MODE)),-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread) $(if $(filter 1,$(WERROR)),-Werror)
CPPFLAGS += -Ilib -D_POSIX_C_SOURCE=200809L -DCP_VERSION=\"$(VERSION)\" $(shell pkg-config --cflags $(packages))
CFLAGS += -std=c17 $(mode_$(MODE)) $(warnings)
LDLIBS += $(shell pkg-config --libs $(packages)) -pthread
TEST_LDLIBS = $(shell pkg-config --libs jansson)

.PHONY: all tests debug asan tsan check fuzz perft bench bless format lint install dist clean help
.DELETE_ON_ERROR:
.SECONDARY:

all: $(lib) $(tool_programs) $(helper_programs) $(preload_libs) ## the library and the tools (build/bin)

# ---- objects; each leaves a fragment for compile_commands.json ----
comma := ,
space := $() $()
quoted = $(subst $(space),$(comma),$(foreach w,$1,"$w"))
define compile
@mkdir -p $(@D)
$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
@printf '%s\n' '{"directory": "$(CURDIR)", "file": "$<", "arguments": [$(call quoted,$(CC:ccache=) $(CPPFLAGS) $(CFLAGS) -c $<)]}' >$(@:.o=.json)
endef

$B/%.o: %.c $B/flags
	$(compile)

$B/bundled.o: build/bundled.c $B/flags
	$(compile)

# the folder is a prerequisite too: a variant that is gone must go
build/bundled.c: scripts/embed $(wildcard schemas/variants) $(variants)
	@mkdir -p $(@D)
	scripts/embed $(variants) >$@

# other flags, other objects
# (not for -Werror, which changes no object)
flags_now := $(filter-out -Werror,$(CC) $(CPPFLAGS) $(CFLAGS))
ifneq ($(strip $(flags_now)),$(strip $(file <$B/flags)))
.PHONY: $B/flags
endif
$B/flags:
	@mkdir -p $(@D)
	@printf '%s\n' '$(flags_now)' >$@

$(lib): $(objects)
	@rm -f $@
	ar rcs $@ $^

$(twin_lib): $(patsubst %.c,$B/%.o,$(twins))
	@rm -f $@
	ar rcs $@ $^

define link
@mkdir -p $(@D)
$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LDLIBS)
endef

$(tool_programs): $(BIN)/%: $B/cmd/%.o $(lib)
	$(link)

$(helper_programs): $B/bin-extra/cp-%: $B/scripts/%.o $(lib)
	$(link)

# (a sanitizer has its own memory: there is none of these then)
$(preload_libs): $B/bin-extra/%.so: scripts/%.c $B/flags
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -shared -fPIC -o $@ $<

$(test_programs): $B/test/%: $B/lib/%.o $(twin_lib) $(lib)
	$(link) $(TEST_LDLIBS)

$(fuzz_programs): $B/fuzz/%: $B/lib/%.o $(lib)
	$(link) -fsanitize=fuzzer

-include $(shell find $B -name '*.d' 2>/dev/null)

# ---- daily life ----
tests: all $(test_programs) ## build the unit tests too

debug: ## build/debug: unoptimised, for a debugger
	@$(MAKE) MODE=debug tests

check: tests ## unit tests, bats, scripts and fuzz targets on their seeds
	@scripts/run-tests --mode $(MODE)

asan: ## unit tests and bats under address and undefined-behaviour sanitizers
	@$(MAKE) MODE=asan tests
	@scripts/run-tests --mode asan unit bats

tsan: ## what has several workers, under the thread sanitizer
	@$(MAKE) MODE=tsan tests
	build/tsan/test/tool/workers_test
	CP_BIN=$(CURDIR)/build/tsan/bin CP_EXTRA=$(CURDIR)/build/tsan/bin-extra bats --filter workers cmd/batch.bats

S ?= 60
fuzz: ## one fuzz target for some seconds: make fuzz T=notation S=60
	@$(MAKE) MODE=fuzz fuzz-programs
	@scripts/fuzz $(T) $(S)

.PHONY: fuzz-programs
fuzz-programs: $(fuzz_programs)

CP_GAMES ?= 10000
.PHONY: laws
laws: all ## the laws on testdata and CP_GAMES (10000) random games of each variant
	@scripts/laws $(CP_GAMES)

perft: $B/test/rules/bitboards/board_test $B/test/rules/bitboards/both_test $B/test/rules/bitboards/trap_test $B/test/rules/bitboards/engine_test $B/test/rules/agents/agents_twin_test $B/test/rules/agents/agents_short_test ## published counts to their full depth; both engines on 1 000 000 positions
	CP_PERFT=1 $B/test/rules/bitboards/board_test perft
	CP_PERFT=1 CP_POSITIONS=500000 $B/test/rules/bitboards/both_test
	CP_PERFT=1 CP_POSITIONS=500000 $B/test/rules/bitboards/trap_test
	CP_POSITIONS=500000 $B/test/rules/bitboards/engine_test
	CP_POSITIONS=20000 $B/test/rules/agents/agents_twin_test
	CP_POSITIONS=20000 $B/test/rules/agents/agents_short_test

# what only a night can show, each a goal of its own too: make laws, perft, twins
.PHONY: twins general nightly
twins: tests ## the naive twins on 100 000 positions of each variant
	CP_POSITIONS=100000 $B/test/rules/chess/twin_test
	CP_POSITIONS=100000 $B/test/rules/chess/bodies_twin_test
	CP_POSITIONS=100000 $B/test/rules/chess/moves_test

general: tests ## all Bats files with the general engine alone
	@CP_ENGINE=general scripts/run-tests --mode $(MODE) bats

nightly: tests general twins perft laws ## all of that, and every fuzz target for S (60) seconds
	@$(MAKE) MODE=fuzz fuzz-programs
	@for f in $(fuzzers); do f=$$(basename $$f _fuzz.c); scripts/fuzz $$f $S || exit 1; done
	@scripts/pathology 100000
	@scripts/same-jobs 5000 2
	@scripts/faults

.PHONY: faults
faults: all ## each request for memory refused once, in every tool
	@scripts/faults

bench: all ## plies per second and ratios, on a generated corpus
	@scripts/bench

bless: tests ## rewrite the golden files, show the difference
	@scripts/bless

format: ## clang-format every source
	clang-format -i $(shell git ls-files '*.c' '*.h')

lint: compile_commands.json ## format, clang-tidy, floors, messages, manuals
	@scripts/run-tests lint scripts

compile_commands.json: tests
	@{ echo '['; find $B -name '*.json' | sort | xargs cat | sed '$$!s/$$/,/'; echo ']'; } >$@

# ---- installing ----
man1 := $(wildcard cmd/*.1)
man5 := $(wildcard schemas/*.5)
headers := $(addprefix lib/,$(shell sed -n '/_twin/d; s/^\([a-z0-9_/]*\.h\)$$/\1/p' lib/floors.txt)) lib/base/diag.def
to = $(DESTDIR)$(prefix)
put = $(if $3,install -d $1 && install -m $2 $3 $1)

install: all ## to $(DESTDIR)$(prefix): tools, manuals, library, headers, completions
	$(call put,$(to)/bin,755,$(tool_programs))
	$(call put,$(to)/lib,644,$(lib))
	$(call put,$(to)/share/man/man1,644,$(man1))
	$(call put,$(to)/share/man/man5,644,$(man5))
	for h in $(headers:lib/%=%); do install -D -m 644 lib/$$h $(to)/include/chessplane/$$h || exit 1; done
	install -d $(to)/lib/pkgconfig $(to)/share/bash-completion/completions $(to)/share/zsh/site-functions
	printf '%s\n' 'prefix=$(prefix)' 'Name: chessplane' 'Version: $(VERSION)' \
	    'Description: recorded games of chess variants on boards without edges' \
	    'Cflags: -I$${prefix}/include/chessplane' 'Requires: $(packages)' \
	    'Libs: -L$${prefix}/lib -lchessplane -pthread' >$(to)/lib/pkgconfig/chessplane.pc
	for t in $(notdir $(tool_programs)); do \
	    $(BIN)/$$t --completion bash >$(to)/share/bash-completion/completions/$$t && \
	    $(BIN)/$$t --completion zsh >$(to)/share/zsh/site-functions/_$$t || exit 1; done

dist: ## build/chessplane-VERSION.tar.gz of what is committed
	@mkdir -p build
	git archive --prefix=chessplane-$(VERSION)/ -o build/chessplane-$(VERSION).tar.gz HEAD

clean: ## remove everything built
	rm -rf build compile_commands.json

help: ## this list
	@sed -n 's/^\([a-z_.]*\):.*## /  make \1\t/p' Makefile | expand -t 31
	@echo '  MODE=release|debug|asan|tsan  WERROR=1  prefix=$(prefix)  DESTDIR='
