# Croupier's build: `make` builds, `make help` lists the targets.
#
# Everything that is made goes under $(BUILD). Sources are found by wildcard:
#   host/*/*.c            -> $(BUILD)/host.a, all but front/main.c; those of
#                            VARIANTS_C once for each kind of processor
#   stdlib/**             -> $(BUILD)/gen/embedded.c, with LuaUnit and the help
#   tests/{core,host}/test_*.c -> $(BUILD)/tests/test_* run by `make test`
#   tests/{core,host}/long_*.c -> $(BUILD)/tests/long_* run by `make long`
#   tests/fuzz/fuzz_*.c   -> $(BUILD)/fuzz/fuzz_*    run by `make fuzz`
#   scripts/bench/bench_*.c -> $(BUILD)/bench/bench_* run by `make bench`
# Targets that a person starts first on a fresh machine run scripts/setup.sh
# and then make again, because what was installed changes the flags.

VERSION := 0.1.0
BUILD ?= build
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
GAME ?= rod_and_reel
SECONDS ?= 20
DEMO_SEATS ?= angler,angler,random,random

MAKEFLAGS += --no-builtin-rules
comma := ,
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

# ---- how to compile -------------------------------------------------------

where = $(shell CC="$(CC)" sh scripts/where.sh $(1))
LUA_CFLAGS := $(call where,cflags)
LUA_LIBS := $(call where,libs)
LUAUNIT := $(call where,luaunit)

WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes
WARNINGS += $(if $(WERROR),-Werror)
SANITIZERS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) \
  -fno-sanitize-recover=all -fno-omit-frame-pointer)
DEFINES := -D_GNU_SOURCE -DCROUPIER_VERSION='"$(VERSION)"' $(if $(SANITIZE),-DUNLIMITED)
COMPILE = $(CC) -std=c17 $(DEFINES) -Ihost $(LUA_CFLAGS) $(WARNINGS) \
  $(CFLAGS) $(FILE_CFLAGS) $(SANITIZERS) -pthread -MMD -MP
LINK = $(CC) $(CFLAGS) $(SANITIZERS) -pthread
# Where Lua's interpreter begins within a line of the cache is 4 % of a game: a
# copy of its library is aligned, so that it doesn't depend on our own code.
LUA_A := $(filter %.a,$(LUA_LIBS))
LIBS := $(if $(LUA_A),$(BUILD)/lua.a,$(LUA_LIBS)) -lreadline -lnettle \
  $(call where,utf8proc) $(call where,cmark) -lm -ldl

# Files whose inner loops are worth more than -O2, and what they get instead;
# where each variable of such loops is takes as long to find as all the rest.
OBJ := $(BUILD)/host
FAST := -O3 -g1
$(OBJ)/core/handrank%.o: FILE_CFLAGS := $(FAST)
$(OBJ)/core/odds%.o: FILE_CFLAGS := $(FAST)
$(OBJ)/core/chacha%.o: FILE_CFLAGS := $(FAST)

# Files that are compiled once a variant (host/core/cpu_variants.h), and the flags.
VARIANTS_C := $(addprefix host/core/,chacha.c handrank_batch.c odds_batch.c)
VARIANTS := plain $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),avx2 avx512)
FLAGS_plain := -DFIRST_VARIANT
FLAGS_avx2 := -mavx2 -mbmi -mbmi2
FLAGS_avx512 := $(FLAGS_avx2) -mavx512f -mavx512bw

# LENIENT=1 leaves out what doesn't compile: for work on one file while another
# is half written. Only programs that need such a file then fail to link.
LEAVE_OUT = $(if $(LENIENT),|| rm -f $@)

ifeq ($(V),)
quiet = @echo "  $(1) $@";
endif

# ---- what there is --------------------------------------------------------

PORTER_C := $(sort $(wildcard host/porter/*.c))
HOST_C := $(filter-out $(PORTER_C),$(sort $(wildcard host/*/*.c)))
HOST_O := $(patsubst %.c,$(BUILD)/%.o,$(filter-out host/front/main.c $(VARIANTS_C),\
  $(HOST_C))) $(foreach variant,$(VARIANTS),$(VARIANTS_C:%.c=$(BUILD)/%.$(variant).o))
STDLIB := $(shell find stdlib -name '*.lua' | LC_ALL=C sort)
TEMPLATES := $(sort $(wildcard stdlib/templates/*))
TEST_C := $(sort $(wildcard tests/core/test_*.c tests/host/test_*.c))
LONG_C := $(sort $(wildcard tests/core/long_*.c tests/host/long_*.c))
TESTS := $(addprefix $(BUILD)/tests/,$(basename $(notdir $(TEST_C))))
LONGS := $(addprefix $(BUILD)/tests/,$(basename $(notdir $(LONG_C))))
BENCHES := $(patsubst scripts/bench/%.c,$(BUILD)/bench/%,\
  $(sort $(wildcard scripts/bench/bench_*.c)))
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/%,\
  $(sort $(wildcard tests/fuzz/fuzz_*.c)))
CROUPIER := $(if $(wildcard host/front/main.c),$(BUILD)/croupier $(BUILD)/croupier-porter)
SHELLS := $(if $(CROUPIER),$(BUILD)/croupier.1 $(addprefix \
  $(BUILD)/completion.,bash zsh fish))
SHARE = $(DESTDIR)$(PREFIX)/share
DOCUMENTED := $(sort $(wildcard host/bind/*.c host/script/*.c host/table/*.c)) \
  $(filter-out stdlib/front/%,$(STDLIB))

.DEFAULT_GOAL := build
.PHONY: build help play demo test test-browser check check-all bench bench-peers long \
  asan coverage fuzz format reference clean install tests benches longs fuzzers FORCE
.SECONDARY:
.DELETE_ON_ERROR:

AGAIN := -s --no-print-directory
SETUP = @CC="$(CC)" sh scripts/setup.sh

# ---- targets for people ---------------------------------------------------

build: $(CROUPIER) $(BUILD)/host.a $(BUILD)/reference.md $(SHELLS) ## build the program

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
	@echo "  V=1 shows the commands, BUILD=DIR builds elsewhere, CC=clang works."

play: ## sit down at a table (GAME=rod_and_reel ARGS="...")
	$(SETUP) play && $(MAKE) $(AGAIN) build && exec $(BUILD)/croupier play $(GAME) $(ARGS)

demo: ## watch bots play a whole contest
	$(SETUP) play && $(MAKE) $(AGAIN) build && \
	  exec $(BUILD)/croupier play $(GAME) --seats $(DEMO_SEATS) $(ARGS)

test: ## run every test
	$(SETUP) test && $(MAKE) $(AGAIN) build tests && BUILD=$(BUILD) tests/run

test-browser: ## play phones' pages in chromium (two minutes)
	$(SETUP) browser; $(MAKE) $(AGAIN) build && CROUPIER=$(abspath $(BUILD))/croupier tests/browser/phones

check: ## warnings as errors, floors, lint, documentation, formatting
	$(SETUP) check && BUILD=$(BUILD) MAKE="$(MAKE) $(AGAIN)" scripts/check.sh

asan: ## run the tests under AddressSanitizer and UBSan
	$(SETUP) test && $(MAKE) $(AGAIN) BUILD=$(BUILD)/asan \
	  SANITIZE=address,undefined CFLAGS="-O1 -g" build tests && \
	  BUILD=$(BUILD)/asan SANITIZED=1 tests/run

# COVERAGE lets a program write its counts there, behind the wall too (host/front/l_wall.c), and so may other users.
coverage: ## which branches of the C the tests reach, file by file, line by line
	$(SETUP) test && $(MAKE) $(AGAIN) BUILD=$(BUILD)/coverage \
	  CFLAGS='-O1 -g --coverage -include tests/host/counted_exit.h -DCOVERAGE=\"$(abspath $(BUILD)/coverage)\"' build tests
	find $(BUILD)/coverage -name '*.gcda' -delete
	find $(BUILD)/coverage -type d -exec chmod a+rwx {} +
	-umask 0; GCOV_ERROR_FILE=/dev/null BUILD=$(BUILD)/coverage tests/run >$(BUILD)/coverage/tests.log 2>&1
	scripts/coverage.sh $(BUILD)/coverage

# clang's libFuzzer calls tests/fuzz/fuzz_NAME.c with what it makes up, starting
# from the files of tests/fuzz/NAME; what it learns stays in $(BUILD).
fuzz: ## hand anything to the parsers (SECONDS=20 for each, or RUNS=1000000)
	$(SETUP) fuzz && $(MAKE) $(AGAIN) BUILD=$(BUILD)/fuzz CC=clang CFLAGS="-O1 -g" \
	  SANITIZE=fuzzer-no-link,address,undefined fuzzers
	BUILD=$(BUILD)/fuzz tests/fuzz/all $(SECONDS) $(RUNS)

long: ## tests that take minutes
	$(SETUP) test && $(MAKE) $(AGAIN) build longs benches && BUILD=$(BUILD) tests/run --long

bench: ## measure speed and size, with the machine's name
	$(SETUP) play && $(MAKE) $(AGAIN) build benches && \
	  BUILD=$(BUILD) scripts/bench.sh bench

bench-peers: ## measure other programs on the same work
	$(SETUP) play && $(MAKE) $(AGAIN) build benches && \
	  BUILD=$(BUILD) scripts/bench.sh peers

format: ## lay out the C sources with clang-format
	clang-format -i $$(git ls-files -co --exclude-standard '*.c' '*.h')

reference: $(BUILD)/reference.md $(BUILD)/croupier.d.lua ## make the reference page and editor stubs

install: build ## copy program, games, manual and completions under PREFIX
	install -d $(addprefix $(SHARE)/,man/man1 bash-completion/completions \
	  zsh/site-functions fish/vendor_completions.d) $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/croupier $(BUILD)/croupier-porter $(DESTDIR)$(PREFIX)/bin
	find games -type f | while read -r file; do \
	  install -D -m 644 "$$file" "$(SHARE)/croupier/$$file" || exit 1; done
	install -m 644 $(BUILD)/croupier.1 $(SHARE)/man/man1/croupier.1
	install -m 644 $(BUILD)/completion.bash \
	  $(SHARE)/bash-completion/completions/croupier
	install -m 644 $(BUILD)/completion.zsh $(SHARE)/zsh/site-functions/_croupier
	install -m 644 $(BUILD)/completion.fish \
	  $(SHARE)/fish/vendor_completions.d/croupier.fish

clean: ## remove what was built
	rm -rf $(BUILD)

tests: $(TESTS)
longs: $(LONGS)
benches: $(BENCHES)
fuzzers: $(FUZZERS) $(CROUPIER)

# ---- the program ----------------------------------------------------------

# Written anew only when its text changed, so that what depends on it is too.
update = mkdir -p $(@D) && $(1) > $@.new && \
  { cmp -s $@.new $@ && rm $@.new || mv $@.new $@; }

$(BUILD)/flags: FORCE
	@[ -e $@ ] || CC="$(CC)" sh scripts/setup.sh --say play
	@$(call update,echo '$(subst ','\'',$(COMPILE)) : $(LINK) $(LIBS)')
$(BUILD)/sources: FORCE
	@$(call update,echo '$(HOST_C) : $(STDLIB) $(TEMPLATES) : $(LUAUNIT)')
$(BUILD)/version: FORCE
	@$(call update,sh scripts/version.sh $(VERSION))

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,cc)$(COMPILE) -c -o $@ $< $(LEAVE_OUT)

define variant_rule
$(BUILD)/%.$(1).o: %.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call quiet,cc)$$(COMPILE) $$(FLAGS_$(1)) '-DVARIANT(f)=f##_$(1)' -c -o $$@ $$<
endef
$(foreach variant,$(VARIANTS),$(eval $(call variant_rule,$(variant))))

$(BUILD)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/flags
	$(call quiet,cc)$(COMPILE) -c -o $@ $<

$(BUILD)/lua.a: $(LUA_A)
	@mkdir -p $(@D)
	$(call quiet,cp)cp $< $@ && objcopy --set-section-alignment .text=64 $@

$(BUILD)/host.a: $(HOST_O) $(BUILD)/gen/embedded.o $(BUILD)/sources | \
  $(if $(LUA_A),$(BUILD)/lua.a)
	@rm -f $@
	$(call quiet,ar)ar rcs $@ $(if $(LENIENT),$$(ls $(HOST_O) 2>&-),$(HOST_O)) \
	  $(BUILD)/gen/embedded.o

$(BUILD)/croupier: $(BUILD)/host/front/main.o $(BUILD)/host.a
	$(call quiet,ld)$(LINK) -o $@ $^ $(LIBS)

# A program of its own, so that no HTTP code runs where the secrets are.
$(BUILD)/croupier-porter: $(PORTER_C:%.c=$(BUILD)/%.o)
	$(call quiet,ld)$(LINK) -o $@ $^ -lmicrohttpd -lqrencode -lseccomp

$(BUILD)/completion.%: $(BUILD)/croupier
	@$(call update,$(BUILD)/croupier completion $*)
$(BUILD)/croupier.1: $(BUILD)/croupier
	@$(call update,$(BUILD)/croupier completion man)

# Its own functions take the place of these of the C library's.
$(BUILD)/tests/test_short: LINK += $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc strdup pthread_create)

$(BUILD)/tests/core/%.o: FILE_CFLAGS := -Itests/host
define test_rule
$(BUILD)/tests/$(basename $(notdir $(1))): $(BUILD)/$(1:.c=.o) $(BUILD)/host.a
	$$(call quiet,ld)$$(LINK) -o $$@ $$^ $$(LIBS)
endef
$(foreach file,$(TEST_C) $(LONG_C),$(eval $(call test_rule,$(file))))

$(BUILD)/fuzz_porter: $(filter-out %/porter.o %/wall.o,$(PORTER_C:%.c=$(BUILD)/%.o))
$(BUILD)/fuzz_porter: LIBS += -lmicrohttpd -lqrencode
$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/host.a
	$(call quiet,ld)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(BUILD)/bench/%: $(BUILD)/scripts/bench/%.o $(BUILD)/host.a
	@mkdir -p $(@D)
	$(call quiet,ld)$(LINK) -o $@ $^ $(LIBS)

# ---- what is embedded -----------------------------------------------------

$(BUILD)/embed: scripts/embed.c | $(BUILD)/flags
	@mkdir -p $(@D)
	$(call quiet,cc)$(CC) -std=c17 -O1 $(LUA_CFLAGS) $(WARNINGS) -o $@ $< $(LUA_LIBS) -lm -ldl

$(BUILD)/reference.txt: scripts/doc.awk $(DOCUMENTED) $(BUILD)/sources
	@$(call update,awk -v form=text -f scripts/doc.awk $(DOCUMENTED))
$(BUILD)/topics.txt: scripts/doc.awk $(DOCUMENTED) $(BUILD)/sources
	@$(call update,awk -v form=topics -f scripts/doc.awk $(DOCUMENTED))
$(BUILD)/reference.md: scripts/doc.awk $(DOCUMENTED) $(BUILD)/sources
	@$(call update,awk -v form=markdown -f scripts/doc.awk $(DOCUMENTED))
$(BUILD)/croupier.d.lua: scripts/doc.awk $(DOCUMENTED) $(BUILD)/sources
	@$(call update,awk -v form=stubs -f scripts/doc.awk $(DOCUMENTED))

$(BUILD)/gen/embedded.c: $(BUILD)/embed $(STDLIB) $(TEMPLATES) $(LUAUNIT) \
    $(BUILD)/reference.txt $(BUILD)/topics.txt $(BUILD)/croupier.d.lua \
    $(BUILD)/version \
    $(BUILD)/sources
	@mkdir -p $(@D)
	$(call quiet,embed)$(BUILD)/embed "$$(cat $(BUILD)/version)" \
	  $(foreach f,$(STDLIB) $(TEMPLATES),$(f)=$(f)) luaunit.lua=$(LUAUNIT) \
	  reference.txt=$(BUILD)/reference.txt topics.txt=$(BUILD)/topics.txt \
	  croupier.d.lua=$(BUILD)/croupier.d.lua > $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
