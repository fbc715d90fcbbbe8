# SPDX-License-Identifier: GPL-2.0-or-later
# make demo and make check each start from a bare Debian 12 and install what they lack;
# make all never installs.

NAME    := kbenchstat
VERSION := 0.1

CC      ?= gcc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
BUILD   ?= build
PKGCONF ?= pkg-config

# gnuplot(1) is run, not linked.
DEMO_PKGS  := gcc libc6-dev make pkg-config libcsv-dev libpcre2-dev libjansson-dev \
	libgmime-3.0-dev libarchive-dev zlib1g-dev r-mathlib gnuplot-nox
CHECK_PKGS := $(DEMO_PKGS) libcmocka-dev perl git mandoc cmark-gfm python3

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wundef -Wvla -Wformat=2
HARD := -fstack-protector-strong -fPIE
ifndef SAN
HARD += -D_FORTIFY_SOURCE=2
endif
PKGS  = $(shell $(PKGCONF) --cflags libpcre2-8 jansson gmime-3.0 libarchive zlib libRmath)
KB_CFLAGS = -std=c17 -D_POSIX_C_SOURCE=200809L -DKB_NAME='"$(NAME)"' -DKB_VERSION='"$(VERSION)"' \
	-I. -I$(BUILD) $(PKGS) $(WARN) $(HARD) -ffp-contract=off -MMD -MP
KB_LDFLAGS = -pie -Wl,-z,relro,-z,now
KB_LIBS = -lcsv $(shell $(PKGCONF) --libs libpcre2-8 jansson gmime-3.0 libarchive zlib libRmath) -lm
# SAN=1: AddressSanitizer and UndefinedBehaviorSanitizer
ifdef SAN
KB_CFLAGS  += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
KB_LDFLAGS += -fsanitize=address,undefined
endif
# CI=true: a warning is an error
ifdef CI
KB_CFLAGS += -Werror
endif

# V=1 shows the commands.
Q := $(if $(V),,@)

ROOMS := core parsers stats report cli
SRC   := $(sort $(wildcard $(ROOMS:=/*.c)))
OBJ   := $(SRC:%.c=$(BUILD)/%.o)
LIB   := $(filter-out $(BUILD)/cli/main.o,$(OBJ))
UNIT  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
# What is registered is what is there: one file, one row.
REGISTRIES := $(BUILD)/formats.inc $(BUILD)/renderers.inc $(BUILD)/commands.inc

.PHONY: all demo check check-vm test unit deps check-deps bench record install uninstall dist clean format FORCE
.DELETE_ON_ERROR:

all: $(BUILD)/$(NAME)

$(BUILD)/$(NAME): $(OBJ) $(BUILD)/flags
	$(Q)$(CC) $(CFLAGS) $(KB_LDFLAGS) $(LDFLAGS) -o $@ $(OBJ) $(KB_LIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags | $(REGISTRIES)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  CC      $@')
	$(Q)$(CC) $(KB_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# What is made from the lists below is rewritten only when it changes, so that only then what depends
# on it is rebuilt.
fresh = mkdir -p $(@D); cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# The compiler and all its flags.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call quoted,$(CC) $(KB_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(KB_LDFLAGS) $(LDFLAGS)) >$@.new
	@$(fresh)
quoted = '$(subst ','\'',$(1))'
FORCE:

# ROW(name) for each parsers/fmt_*.c, report/out_*.c, cli/cmd_*.c
rows = $(patsubst $(1)%.c,ROW(%),$(sort $(wildcard $(1)*.c)))
$(BUILD)/formats.inc: ROWS = $(call rows,parsers/fmt_)
$(BUILD)/renderers.inc: ROWS = $(call rows,report/out_)
$(BUILD)/commands.inc: ROWS = $(call rows,cli/cmd_)
$(REGISTRIES): FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(foreach row,$(ROWS),'$(row)') >$@.new
	@$(fresh)

$(BUILD)/tests/%: tests/unit/%.c $(LIB)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  TEST    $@')
	$(Q)$(CC) $(KB_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(KB_LDFLAGS) $(LDFLAGS) -Itests -o $@ $< $(LIB) $(KB_LIBS) -lcmocka

deps:
	@sh tests/deps.sh $(DEMO_PKGS)

check-deps:
	@sh tests/deps.sh $(CHECK_PKGS)

demo: deps
	@$(MAKE) --no-print-directory all
	@sh samples/demo.sh $(BUILD)/$(NAME)

check: check-deps
	@$(MAKE) --no-print-directory test

# All tests, or with T= some: make test T=tests/runs.t
T ?= $(UNIT) $(sort $(wildcard tests/*.t))
test: all unit
	BUILD=$(BUILD) NAME=$(NAME) CMOCKA_MESSAGE_OUTPUT=TAP prove $(PROVEFLAGS) --exec '' $(T)
PROVEFLAGS ?= -v -j2

# The kernel module and its runner, in QEMU; installs what that needs.
check-vm:
	@$(MAKE) --no-print-directory -C bench-kmod check-vm

unit: $(UNIT)

# Rewrites the golden files and shows what has changed.
record: all
	RECORD=1 BUILD=$(BUILD) NAME=$(NAME) sh tests/cases.t
	RECORD=1 BUILD=$(BUILD) NAME=$(NAME) sh tests/samples.t
	git --no-pager diff --stat -- tests/cases samples

bench: all
	sh tests/bench/bench.sh $(BUILD)/$(NAME)

format:
	clang-format -i $(SRC) $(wildcard $(ROOMS:=/*.h) tests/unit/*.[ch])

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	install $(BUILD)/$(NAME) $(DESTDIR)$(PREFIX)/bin/$(NAME)
	install -m 644 man/kbenchstat.1 $(DESTDIR)$(PREFIX)/share/man/man1/$(NAME).1
	install -m 644 man/kbenchstat-records.5 $(DESTDIR)$(PREFIX)/share/man/man5/$(NAME)-records.5

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/$(NAME) $(DESTDIR)$(PREFIX)/share/man/man1/$(NAME).1 \
		$(DESTDIR)$(PREFIX)/share/man/man5/$(NAME)-records.5

dist:
	git archive --prefix=$(NAME)-$(VERSION)/ -o $(NAME)-$(VERSION).tar.gz HEAD

clean:
	rm -rf $(BUILD) demo-out

-include $(OBJ:.o=.d) $(UNIT:=.d)
