# SPDX-License-Identifier: MIT
# Sources are found by their names, so adding a file is enough:
#   lib/**/X.c  X_test.c  X_fuzz.c  X_twin.c (slow judges, for tests)
#   cmd/cp-X.c  scripts/X.c (our own helpers, never installed)  scripts/X_preload.c
VERSION := 0.1.0

MODE ?= release
PYTHON ?= python3
PKG_CONFIG ?= pkg-config
# YAML=0: without libyaml; bundled variants are JSON then
lean := $(if $(filter 0,$(YAML)),-lean)
B := build/$(MODE)$(lean)
BIN := $(if $(filter release,$(MODE)$(lean)),build/bin,$(if $(filter musl,$(MODE)),build/static,$B/bin))

# ---- sources ----
every = $(sort $(foreach d,lib lib/* lib/*/*,$(wildcard $d/$1)))
tests := $(call every,*_test.c)
fuzzers := $(call every,*_fuzz.c)
twins := $(call every,*_twin.c)
sources := $(filter-out $(tests) $(fuzzers) $(twins) lib/base/yaml$(if $(lean),,_without).c,$(call every,*.c))
tools := $(wildcard cmd/cp-*.c)
preloads := $(wildcard scripts/*_preload.c)
helpers := $(filter-out $(preloads) scripts/replay.c,$(wildcard scripts/*.c))
variants := $(sort $(wildcard schemas/variants/*.yaml))

lib := $B/libfloors.a
archive := $B/libchessplane.a
soname := libchessplane.so.$(firstword $(subst ., ,$(VERSION)))
shared := $B/libchessplane.so.$(VERSION)
twin_lib := $B/libtwins.a
tool_programs := $(tools:cmd/%.c=$(BIN)/%)
tool_scripts := $(BIN)/cp-batch
helper_programs := $(helpers:scripts/%.c=$B/bin-extra/cp-%)
preload_libs := $(if $(filter release debug,$(MODE)),$(preloads:scripts/%.c=$B/bin-extra/%.so))
test_programs := $(tests:lib/%.c=$B/test/%)
fuzz_programs := $(fuzzers:lib/%.c=$B/fuzz/%)
objects = $(patsubst %.c,$B/%.o,$(sources)) $B/bundled$(lean).o $B/openings.o $B/page.o

# ---- flags ----
# CC, AR, CPPFLAGS, CFLAGS, LDFLAGS and LDLIBS are the user's, and come after ours.
# pictures as PNG and PDF, in what is installed, where librsvg is found; RSVG=0: never
RSVG ?= $(if $(filter release,$(MODE)),$(shell $(PKG_CONFIG) --exists librsvg-2.0 2>/dev/null && echo 1))
packages := libpcre2-8 $(if $(lean),,yaml-0.1) gmp zlib libzstd
# they are loaded where they are used, so only their headers are needed here
rsvg_cppflags = $(if $(filter 1,$(RSVG)),-DCP_HAS_RSVG $(shell $(PKG_CONFIG) --cflags librsvg-2.0))
sanitize := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
mode_release := -O2 -g
mode_debug := -O0 -g3
mode_asan := -O1 -g1 $(sanitize)
# (tests start thousands of tools: with the sanitizers inside, at fixed places, they start faster)
static_asan := -static-libasan -static-libubsan -no-pie
mode_tsan := -O1 -g -fsanitize=thread
mode_wasm := -Oz -D_GNU_SOURCE= -Iscripts/wasi -include scripts/wasi/missing.h -mexception-handling -mllvm -wasm-enable-sjlj -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_GETPID
mode_musl := -O2
mode_coverage := -O0 -g --coverage -fprofile-update=atomic
# (no depth of the stack: it varies from run to run, and a replay must not)
mode_fuzz := -O1 -g $(sanitize) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=stack-depth
OBJCOPY ?= objcopy
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(MODE),wasm)
override CC := clang --target=wasm32-wasi
override AR := llvm-ar
endif
ifeq ($(MODE),musl)
override CC := musl-gcc
override LDFLAGS += -static -s -Wl,-z,stack-size=8388608
endif
ifeq ($(MODE),fuzz)
override CC := $(if $(filter %gcc,$(CC)),$(CC:%gcc=%clang),clang)
endif
# shadow: a second i is a bug; conversion: coordinates must never be cut short
# (bounds are looked at by the release build: with the sanitizers gcc guesses them wrong)
warnings := -Wall -Wextra -Wshadow $(if $(filter wasm,$(MODE)),-Wno-bitwise-conditional-parentheses -Wno-tautological-constant-out-of-range-compare,-Wconversion) -Wstrict-prototypes $(if $(filter asan tsan,$(MODE)),-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread) $(if $(filter 1,$(WERROR)),-Werror)
all_cppflags = -Ilib -D_POSIX_C_SOURCE=200809L -DCP_VERSION=\"$(VERSION)\" $(rsvg_cppflags) $(package_cflags) $(CPPFLAGS)
# one set of objects for the tools and the library, which shows only what chessplane.h has
all_cflags = -std=c17 -fPIC -fvisibility=hidden $(mode_$(MODE)) $(warnings) $(CFLAGS)
all_ldlibs = $(package_libs) $(if $(filter wasm,$(MODE)),,-pthread) $(LDLIBS)
TEST_LDLIBS = $(shell $(PKG_CONFIG) --libs jansson)

# ---- what is missing, by the names that each system has for it ----
names_of_pkg-config := pkg-config pkgconf-pkg-config pkgconf
names_of_compiler := gcc gcc gcc
names_of_libpcre2-8 := libpcre2-dev pcre2-devel pcre2
names_of_yaml-0.1 := libyaml-dev libyaml-devel libyaml
names_of_gmp := libgmp-dev gmp-devel gmp
names_of_zlib := zlib1g-dev zlib-devel zlib
names_of_libzstd := libzstd-dev libzstd-devel zstd
names_of_librsvg-2.0 := librsvg2-dev librsvg2-devel librsvg
names = $(foreach m,$(missing),$(word $1,$(names_of_$m)))
define what_is_missing
to build chessplane, first install what is missing: $(missing)
  Debian, Ubuntu:  apt install $(call names,1)
  Fedora:          dnf install $(call names,2)
  Homebrew:        brew install $(call names,3)
  or run scripts/demo, which does that on Debian and its kin
endef
ifneq ($(filter wasm musl,$(MODE)),)
package_cflags := -isystem $B/usr/include
package_libs := -L$B/usr/lib -lpcre2-8 -lyaml -lgmp -lz -lzstd
else ifneq ($(filter-out clean dist format help static uninstall wasm,$(or $(MAKECMDGOALS),all)),)
missing := $(shell command -v $(firstword $(CC)) >/dev/null || echo compiler; \
    if command -v $(PKG_CONFIG) >/dev/null; \
    then for p in $(packages); do $(PKG_CONFIG) --exists $$p || echo $$p; done; \
    else echo pkg-config; fi)
$(if $(missing),$(error $(what_is_missing)))
package_cflags := $(shell $(PKG_CONFIG) --cflags $(packages))
package_libs := $(shell $(PKG_CONFIG) --libs $(packages))
endif

.PHONY: all product tests debug asan tsan check fuzz perft bench bless format lint install install-strip uninstall dist clean help
.DELETE_ON_ERROR:
.SECONDARY:

product: $(shared) $(archive) $(tool_programs) $(tool_scripts) # what is installed

.PHONY: library
library: $(shared) $(archive) ## the library alone; YAML=0: without libyaml, in build/release-lean

all: product $(helper_programs) $(preload_libs) ## the library and the tools (build/bin)

# ---- objects; each leaves a fragment for compile_commands.json ----
comma := ,
space := $() $()
quoted = $(subst $(space),$(comma),$(foreach w,$1,"$w"))
define compile
@mkdir -p $(@D)
$(CC) $(all_cppflags) $(all_cflags) -MMD -MP -c -o $@ $<
@printf '%s\n' '{"directory": "$(CURDIR)", "file": "$<", "arguments": [$(call quoted,$(CC:ccache=) $(all_cppflags) $(all_cflags) -c $<)]}' >$(@:.o=.json)
endef

$B/%.o: %.c $B/flags
	$(compile)

$B/bundled$(lean).o $B/openings.o $B/page.o: $B/%.o: build/%.c $B/flags
	$(compile)

# the folder is a prerequisite too: a variant that is gone must go
build/bundled$(lean).c: scripts/embed schemas/insufficient.tsv $(wildcard schemas/variants) $(variants)
	@mkdir -p $(@D)
	$(if $(lean),@$(MAKE) YAML=1 build/release/bin-extra/cp-yaml_json)
	$(if $(lean),AS=build/release/bin-extra/cp-yaml_json )scripts/embed schemas/insufficient.tsv $(variants) >$@

build/openings.c: scripts/embed lib/annotate/openings.tsv
	@mkdir -p $(@D)
	scripts/embed --openings lib/annotate/openings.tsv >$@

build/page.c: scripts/embed lib/pages/page.css lib/pages/page.js lib/pages/component.js
	@mkdir -p $(@D)
	scripts/embed --page lib/pages/page.css lib/pages/page.js lib/pages/component.js >$@

# other flags, other objects
# (not for -Werror, which changes no object)
flags_now := $(filter-out -Werror,$(CC) $(all_cppflags) $(all_cflags))
ifneq ($(strip $(flags_now)),$(strip $(shell cat $B/flags 2>/dev/null)))
.PHONY: $B/flags
endif
$B/flags:
	@mkdir -p $(@D)
	@printf '%s\n' '$(flags_now)' >$@

$(lib): $(objects)
	@rm -f $@
	$(AR) rcs $@ $^

# libchessplane: of all floors what chessplane.h needs
api := $(patsubst %.c,$B/%.o,$(wildcard lib/api/*.c))
api := $(filter-out $(patsubst %.c,$B/%.o,$(tests) $(fuzzers)),$(api))

$(shared): $(api) $(lib) lib/api/chessplane.map
	$(CC) $(all_cflags) $(LDFLAGS) -shared -Wl,-soname,$(soname) -Wl,--version-script=lib/api/chessplane.map \
	    -Wl,--no-undefined -Wl,-z,nodelete -o $@ $(api) $(lib) $(all_ldlibs)
	ln -sf $(@F) $(@D)/$(soname)
	ln -sf $(soname) $(@D)/libchessplane.so

$(archive): $(api) $(lib)
	$(LD) -r -o $(@:.a=.o) $(api) $(lib)
	$(OBJCOPY) --localize-hidden $(@:.a=.o)
	@rm -f $@
	$(AR) rcs $@ $(@:.a=.o)

$(twin_lib): $(patsubst %.c,$B/%.o,$(twins))
	@rm -f $@
	$(AR) rcs $@ $^

define link
@mkdir -p $(@D)
$(CC) $(all_cflags) $(static_$(MODE):%=% )$(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(all_ldlibs)
endef

$(tool_programs): $(BIN)/%: $B/cmd/%.o $(lib)
	$(link)

$(tool_scripts): $(BIN)/%: cmd/% Makefile
	@mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< >$@
	chmod 755 $@

$(helper_programs): $B/bin-extra/cp-%: $B/scripts/%.o $(lib)
	$(link)

# (a sanitizer has its own memory: there is none of these then)
$(preload_libs): $B/bin-extra/%.so: scripts/%.c $B/flags Makefile
	@mkdir -p $(@D)
	$(CC) $(all_cppflags) $(all_cflags) -fvisibility=default $(LDFLAGS) -shared -fPIC -o $@ $<

$(test_programs): $B/test/%: $B/lib/%.o $(twin_lib) $(lib)
	$(link) $(TEST_LDLIBS)

# (without a fuzzer they try files that are named: the seeds)
$(fuzz_programs): $B/fuzz/%: $B/lib/%.o $(if $(filter fuzz,$(MODE)),,$B/scripts/replay.o) $(lib)
	$(link) $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer)

-include $(shell find $B -name '*.d' 2>/dev/null)

# ---- elsewhere: in browsers and in Node, on any Linux ----
# all tools are one program there, so none is the one that begins
$B/cmd/cp-%.o: CPPFLAGS += $(if $(filter wasm,$(MODE)),-Dmain=$(subst -,_,$(*F))_main)

build/wasm/chessplane.wasm: $(patsubst %.c,$B/%.o,$(tools) $(wildcard scripts/wasi/*.c)) $(lib)
	$(CC) -o $@ $(filter %.o %.a,$^) $(all_ldlibs) -lwasi-emulated-signal -lwasi-emulated-mman -lwasi-emulated-getpid \
	    -Wl,--export=__stack_pointer,--export=__heap_base,--strip-all,--compress-relocations,-z,stack-size=1048576
$B/scripts/wasi/main.o: CPPFLAGS += "-DCP_TOOLS=$(patsubst cmd/cp-%.c,TOOL(%),$(tools))"

.PHONY: wasm npm static html playground
wasm: ## the tools as WebAssembly: build/wasm/chessplane.wasm
	@scripts/libraries wasm
	@$(MAKE) MODE=wasm build/wasm/chessplane.wasm

build/static/SHA256SUMS: $(tool_programs) $(tool_scripts)
	cd $(@D) && sha256sum $(^F) >$(@F)

static: ## the tools as programs that need nothing else on their system: build/static
	@scripts/libraries musl
	@$(MAKE) MODE=musl build/static/SHA256SUMS

package := build/npm/chessplane
npm: all wasm ## the package for npm: build/npm/chessplane
	@mkdir -p $(package)
	@cp lib/api/npm/*.js lib/api/npm/README.md LICENSE build/wasm/chessplane.wasm $(package)
	@sed 's/@VERSION@/$(VERSION)/' lib/api/npm/package.json >$(package)/package.json
	@scripts/types >$(package)/index.d.ts
	@mkdir -p build/npm/bin && chmod +x $(package)/cli.js
	@for t in $(notdir $(tool_programs)); do ln -sf ../chessplane/cli.js build/npm/bin/$$t; done

html: ## the manuals as pages that lead to one another, by mandoc: build/html
	@scripts/manuals build/html

playground: all wasm ## the tools as one page that works from disk: build/playground/chessplane.html
	@scripts/playground build/playground/chessplane.html

# ---- daily life ----
tests: all $(test_programs) ## build the unit tests too

debug: ## build/debug: unoptimised, for a debugger
	@$(MAKE) MODE=debug tests

check: tests ## unit tests, bats, scripts and lint: what scripts/test begins with
	@scripts/run-tests --mode $(MODE)

asan: ## unit tests, bats and seeds of fuzzers under address and undefined-behaviour sanitizers
	@$(MAKE) MODE=asan tests fuzz-programs
	@scripts/run-tests --mode asan --all

tsan: ## what has several workers, under the thread sanitizer
	@$(MAKE) MODE=tsan tests
	build/tsan/test/run/workers_test
	build/tsan/test/api/api_test thread
	CP_BIN=$(CURDIR)/build/tsan/bin CP_EXTRA=$(CURDIR)/build/tsan/bin-extra bats --filter workers cmd/batch.bats

.PHONY: coverage
coverage: ## which lines unit tests and Bats files reach, a row for each folder
	@$(MAKE) MODE=coverage tests
	@find build/coverage -name '*.gcda' -exec rm {} +
	@scripts/run-tests --mode coverage --all unit bats; tests=$$?; \
	scripts/coverage --functions && exit $$tests

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

perft: product $B/test/rules/bitboards/board_test $B/test/rules/bitboards/both_test $B/test/rules/bitboards/trap_test $B/test/rules/bitboards/engine_test $B/test/rules/agents/agents_twin_test $B/test/rules/agents/agents_short_test ## published counts to their full depth; both engines on 1 000 000 positions
	CP_PERFT=1 $B/test/rules/bitboards/board_test perft
	CP_PERFT=1 CP_POSITIONS=500000 $B/test/rules/bitboards/both_test
	CP_PERFT=1 CP_POSITIONS=500000 $B/test/rules/bitboards/trap_test
	CP_POSITIONS=500000 $B/test/rules/bitboards/engine_test
	CP_POSITIONS=20000 $B/test/rules/agents/agents_twin_test
	CP_POSITIONS=20000 $B/test/rules/agents/agents_short_test
	CP_BIN=$(abspath $(BIN)) scripts/judge-variants testdata/perft/variants.tsv '' 100000000

# what only a night can show, each a goal of its own too: make laws, perft, twins
.PHONY: twins general nightly look
# what a person should look at after a change of pictures: forty hard positions in testdata, and
# in build/look the same by themselves, in print at a column's width, and as a page
look: all ## the pictures to look at, in testdata/contact-pictures and build/look
	@scripts/family --bless cp-render contact-pictures
	@mkdir -p build/look
	@cd build/look && hard=../../testdata/contact-pictures/hard.txt && \
	for theme in light dark print; do $(abspath $(BIN))/cp-render --svg --theme $$theme -o "$$theme-%02g.svg" $$hard; done && \
	$(abspath $(BIN))/cp-render --svg --theme print --width 85mm -o "column-%02g.svg" $$hard && \
	$(abspath $(BIN))/cp-render --svg --size 20px -o "small-%02g.svg" $$hard && \
	$(abspath $(BIN))/cp-render --svg --map -o "map-%02g.svg" $$hard && \
	$(abspath $(BIN))/cp-render --svg --scale log -o "rings-%02g.svg" $$hard && \
	$(abspath $(BIN))/cp-render -o page.html $$hard

twins: tests ## the naive twins on 100 000 positions of each variant, of problems on 60
	CP_POSITIONS=100000 $B/test/rules/chess/twin_test
	CP_POSITIONS=100000 $B/test/rules/chess/bodies_twin_test
	CP_POSITIONS=100000 $B/test/rules/chess/moves_test
	CP_PROBLEMS=60 $B/test/solve/solve_test

general: tests ## all Bats files with the general engine alone
	@CP_ENGINE=general scripts/run-tests --mode $(MODE) --all bats

nightly: tests general twins perft laws ## all of that, and every fuzz target for S (60) seconds
	@$(MAKE) MODE=fuzz fuzz-programs
	@for f in $(fuzzers); do f=$$(basename $$f _fuzz.c); scripts/fuzz $$f $S || exit 1; done
	@scripts/pathology 100000
	@$(MAKE) MODE=asan tests
	@CP_TAGS=all scripts/run-tests --mode asan --all bats
	@CP_OFTEN=yes scripts/run-tests --all unit bats optional
	@scripts/same-jobs 5000 2
	@scripts/faults
	@CP_EACH=1 $B/test/api/api_test
	@$(MAKE) families-wasm
	@scripts/bare

# (all but what Node cannot: cp-batch needs processes, --jobs threads, PNG and PDF librsvg, which
# no family asks for; and "cp-render pictures" an argument that is not UTF-8, which Node alters)
.PHONY: families-wasm
families-wasm: npm ## every family through WebAssembly
	@grep -hoE '\bfamily cp-[a-z]+ [a-z0-9-]+' cmd/*.bats | sort -u | grep -v 'cp-render pictures' | \
	    CP_BIN=$(CURDIR)/build/npm/bin xargs -P "$$(nproc)" -L 1 sh -c 'scripts/$$0 "$$@"'

.PHONY: faults
faults: all ## each request for memory, read, write and opening refused or cut once, in every tool
	@scripts/faults

bench: all ## plies per second and ratios, on a generated corpus
	@scripts/bench

bless: tests ## rewrite the golden files, show the difference
	@scripts/bless

.PHONY: pictures
pictures: tests ## draw the manual's pictures again, of how the pieces move: testdata/moves-pictures
	@scripts/bless moves-pictures

format: ## clang-format every source
	clang-format -i $(shell git ls-files '*.c' '*.h')

lint: compile_commands.json ## format, clang-tidy, floors, messages, manuals
	@scripts/run-tests lint tidy scripts

compile_commands.json: tests
	@{ echo '['; find $B -name '*.json' | sort | xargs cat | sed '$$!s/$$/,/'; echo ']'; } >$@

# ---- installing ----
prefix ?= /usr/local
exec_prefix ?= $(prefix)
bindir ?= $(exec_prefix)/bin
libdir ?= $(exec_prefix)/lib
includedir ?= $(prefix)/include
datadir ?= $(prefix)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/chessplane
# where Debian's python3 looks: its packages have one folder, and what is installed by hand one of each version
python_of_hand = python$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || echo 3)
pythondir ?= $(prefix)/lib/$(if $(filter /usr/local,$(prefix)),$(python_of_hand),python3)/dist-packages
INSTALL ?= install
INSTALL_PROGRAM ?= $(INSTALL) -m 755
INSTALL_DATA ?= $(INSTALL) -m 644

bash_completions := $(datadir)/bash-completion/completions
zsh_completions := $(datadir)/zsh/site-functions
tool_names := $(notdir $(tool_programs) $(tool_scripts))

# what goes into a folder as it is: FOLDER=FILE...
comma_list = $(subst $(space),$(comma),$(strip $1))
data = \
    $(libdir)=$(archive) \
    $(pythondir)=lib/api/python/chessplane.py \
    $(datadir)/chessplane=lib/api/pandoc/chess.lua \
    $(includedir)=lib/api/chessplane.h \
    $(mandir)/man3=$(call comma_list,$(wildcard lib/api/*.3)) \
    $(docdir)/examples=$(call comma_list,$(wildcard testdata/examples/*)) \
    $(mandir)/man1=$(call comma_list,$(wildcard cmd/*.1)) \
    $(mandir)/man7=$(call comma_list,$(wildcard cmd/*.7)) \
    $(mandir)/man5=$(call comma_list,$(wildcard schemas/*.5)) \
    $(datadir)/chessplane/schemas=$(call comma_list,$(wildcard schemas/*.json)) \
    $(datadir)/chessplane/variants=$(call comma_list,$(variants)) \
    $(datadir)/chessplane/editors=$(call comma_list,$(wildcard schemas/editors/*.json)) \
    $(datadir)/vim/vimfiles/compiler=$(call comma_list,$(wildcard schemas/editors/*.vim)) \
    $(docdir)/pictures=$(call comma_list,$(wildcard testdata/moves-pictures/*.svg)) \
    $(docdir)/samples=$(call comma_list,$(wildcard testdata/samples/*)) \
    $(docdir)=$(call comma_list,LICENSE README.md CHANGELOG.md SECURITY.md $(wildcard schemas/*.md))
folder = $(firstword $(subst =, ,$1))
files = $(subst $(comma), ,$(word 2,$(subst =, ,$1)))
libraries := $(notdir $(shared)) $(soname) libchessplane.so
installed = $(component) $(tool_names:%=$(bindir)/%) $(libdir)/pkgconfig/chessplane.pc $(libraries:%=$(libdir)/%) \
    $(tool_names:%=$(bash_completions)/%) $(tool_names:%=$(zsh_completions)/_%) \
    $(foreach d,$(data),$(addprefix $(call folder,$d)/,$(notdir $(call files,$d))))
component = $(datadir)/chessplane/chess-plane.js
own_folders = $(docdir) $(datadir)/chessplane

below_prefix = '$1=$(patsubst $(prefix)/%,$${prefix}/%,$($1))'
# (DESTDIR may have blanks in it)
staged = $(foreach f,$1,"$(DESTDIR)$f")
# where programs find libraries in a list, it is made anew (the BSDs' command wants folders)
LDCONFIG ?= ldconfig
list_libraries = if [ -z "$(DESTDIR)" ] && [ "$$(uname -s)" = Linux ] && command -v $(LDCONFIG) >/dev/null; then \
    if $(LDCONFIG) 2>/dev/null; then echo "$(LDCONFIG): programs know which libraries there are"; \
    else echo "$(LDCONFIG) failed: run it as root, or programs may not find libchessplane.so"; fi; fi
# a command on a line of its own
define line
$1

endef

install: product ## tools, manuals, library, completions, schemas: to $(DESTDIR)$(prefix)
	$(INSTALL) -d $(call staged,$(bindir) $(libdir)/pkgconfig $(bash_completions) $(zsh_completions) $(foreach d,$(data),$(call folder,$d)))
	$(INSTALL_PROGRAM) $(tool_programs) $(call staged,$(bindir))
	$(INSTALL) -m 755 $(tool_scripts) $(call staged,$(bindir))
	$(foreach d,$(data),$(call line,$(INSTALL_DATA) $(call files,$d) $(call staged,$(call folder,$d))))
	$(INSTALL_PROGRAM) $(shared) $(call staged,$(libdir))
	ln -sf $(notdir $(shared)) $(call staged,$(libdir)/$(soname))
	ln -sf $(soname) $(call staged,$(libdir)/libchessplane.so)
	printf '%s\n' 'prefix=$(prefix)' $(call below_prefix,libdir) $(call below_prefix,includedir) \
	    'Name: chessplane' 'Version: $(VERSION)' \
	    'Description: recorded games of chess variants on boards without edges' \
	    'Cflags: -I$${includedir}' 'Requires.private: $(packages)' \
	    'Libs: -L$${libdir} -lchessplane' >$(call staged,$(libdir)/pkgconfig/chessplane.pc)
	for t in $(tool_names); do \
	    $(BIN)/$$t --completion bash >$(call staged,$(bash_completions)/$$t) && \
	    $(BIN)/$$t --completion zsh >$(call staged,$(zsh_completions)/_$$t) || exit 1; done
	$(BIN)/cp-render --component -o $(call staged,$(component))
	@$(list_libraries)

install-strip: ## the same, with tools without symbols
	@$(MAKE) INSTALL_PROGRAM='$(INSTALL_PROGRAM) -s' install

uninstall: ## takes away what install put there
	rm -f $(call staged,$(installed))
	for d in $(call staged,$(own_folders)); do \
	    [ ! -d "$$d" ] || find "$$d" -depth -type d -exec rmdir {} \; 2>/dev/null || :; done
	@$(list_libraries)

dist: ## build/chessplane-VERSION.tar.gz of what is committed
	@mkdir -p build
	git archive --prefix=chessplane-$(VERSION)/ -o build/chessplane-$(VERSION).tar.gz HEAD

.PHONY: deb deb-check
deb: ## build/deb: Debian packages
	@scripts/deb

deb-check: ## installs and tries them in a clean Debian of their own
	@scripts/deb-check

clean: ## remove everything built
	rm -rf build compile_commands.json

help: ## this list
	@sed -n 's/^\([a-z_.-]*\):.*## /  make \1\t/p' Makefile | expand -t 31
	@echo '  MODE=release|debug|asan|tsan|coverage  WERROR=1  prefix=$(prefix)  DESTDIR='
