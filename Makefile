# Builds and installs the C library: `make`, `make install`, `make uninstall`. What they do stands in ffi/install.
#
#   PREFIX       where it goes, an absolute path; default /usr/local
#   LIBDIR       its libraries, default PREFIX/lib; INCLUDEDIR its headers, default PREFIX/include
#   DESTDIR      put before all of these when files are written, for packages; appears in no file
#   SIMD         auto (default): on x86-64 with GNU binutils dispatch, elsewhere baseline
#                dispatch: code for x86-64, -v3 and -v4, chosen on the machine that runs it
#                baseline: code for one instruction set, x86-64 itself or what RUSTFLAGS say
#   RUST_TARGET  cargo's --target, for another machine; CC, LD, OBJCOPY, NM and AR are then that machine's
#   CARGO, CC, LD, OBJCOPY, NM, AR, LDFLAGS, RUSTFLAGS, CARGO_TARGET_DIR   as everywhere
#
# `make install` builds only what `make` has not built, so that it needs no cargo after it.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
SIMD ?= auto
RUST_TARGET ?=
CARGO ?= cargo
CC ?= cc
LD ?= ld
OBJCOPY ?= objcopy
NM ?= nm
AR ?= ar

# Cargo.toml and the header alone know these.
VERSION := $(shell sed -n 's/^version = "\(.*\)"$$/\1/p' Cargo.toml | head -n 1)
ABI := $(shell sed -n 's/^\#define SGMCMC_ABI_VERSION \([0-9]*\)$$/\1/p' include/sgmcmc/library.h)

CARGO_TARGET_DIR ?= target
# One folder for each way of building; a space in its name is for make to see, not for the scripts.
OUT := $(CARGO_TARGET_DIR)/install/$(SIMD)$(addprefix -,$(RUST_TARGET))
SPACE := $(subst ,, )
BUILT := $(subst $(SPACE),\ ,$(OUT))/libsgmcmc.so
SOURCES := $(wildcard Cargo.toml Cargo.lock include/*.h include/sgmcmc/*.h ffi/Cargo.toml ffi/install/*) \
    $(shell find src ffi/src -name '*.rs')

export PREFIX LIBDIR INCLUDEDIR DESTDIR SIMD RUST_TARGET CARGO CC LD OBJCOPY NM AR LDFLAGS RUSTFLAGS VERSION ABI OUT
export CARGO_TARGET := $(CARGO_TARGET_DIR)
# The scripts say where cargo builds.
unexport CARGO_TARGET_DIR

all: $(BUILT)

# The shared library is made last.
$(BUILT): $(SOURCES)
	sh ffi/install/build.sh

install: $(BUILT)
	sh ffi/install/install.sh

uninstall:
	sh ffi/install/uninstall.sh

# All of C in one file, for those who copy it.
SINGLE ?= $(CARGO_TARGET_DIR)/sgmcmc.h
single-header:
	mkdir -p "$(dir $(SINGLE))"
	CARGO_TARGET_DIR="$(CARGO_TARGET)" $(CARGO) run --quiet --package schema -- single-header >"$(SINGLE).new"
	mv "$(SINGLE).new" "$(SINGLE)"

# The guide as pages, by mdBook: `cargo install mdbook`. Its links to other texts of the repository lead to these files.
BOOK ?= $(CARGO_TARGET_DIR)/book
book:
	mdbook build docs --dest-dir "$(abspath $(BOOK))"
	sed -i -E 's|href="(\.\./\.\./[^"#]*)\.html|href="\1.md|g' "$(BOOK)"/*.html

.PHONY: all install uninstall single-header book
.DELETE_ON_ERROR:
