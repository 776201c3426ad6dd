#!/bin/sh
# Builds libsgmcmc.a and libsgmcmc.so as they are installed; ../../Makefile sets the variables.
#
# SIMD=dispatch: the static library of cargo once for each of three levels of x86-64, made one object each; in each the
# functions of dispatch.c are renamed, and dispatch.c chooses among them. SIMD=baseline: one object, for what RUSTFLAGS
# say. Then all names are made local but those of the header; both libraries are made of that object.
set -eu
: "${OUT:?}" "${CARGO_TARGET:?}" "${VERSION:?}" "${ABI:?}" "${SIMD:?}"
: "${CC:?}" "${LD:?}" "${OBJCOPY:?}" "${NM:?}" "${AR:?}" "${CARGO:?}"
here=ffi/install
own_flags=${RUSTFLAGS:-}

say() { printf 'sgmcmc: %s\n' "$*" >&2; }

# The functions that the header declares, one a line.
declared() {
    sed -n -e '/^ *\/\//d' -e '/^typedef/d' -e 's/^[a-z].*[ *]\(sgmcmc_[a-z0-9_]*\)(.*/\1/p' include/sgmcmc/*.h
}

# cargo's static library for these flags.
cargo_library() { # folder, flags
    RUSTFLAGS="$own_flags ${RUST_TARGET:+-C linker=$CC} $2" $CARGO build --quiet --release --locked \
        --package sgmcmc-ffi --target-dir "$1" ${RUST_TARGET:+--target "$RUST_TARGET"} >&2
    echo "$1/${RUST_TARGET:+$RUST_TARGET/}release/libsgmcmc.a"
}

# One object of what these functions need, and of nothing else; without the bitcode that came with Rust's own library.
one_object() { # object, static library, file of names
    # shellcheck disable=SC2046
    $LD -r --gc-sections --entry="$(head -n 1 "$3")" $(sed 's/^/--undefined=/' "$3") "$2" -o "$1"
    $OBJCOPY --remove-section=.llvmbc --remove-section=.llvmcmd --strip-unneeded "$1"
}

# Without CFLAGS: an -march among them is not for code that every processor runs.
compile_stubs() {
    $CC -std=gnu11 -O2 -fPIC -fno-lto -ffunction-sections -Wall -Wextra -Werror -Iinclude \
        -c $here/dispatch.c -o "$OUT/dispatch.o"
}

is_gnu() { # command
    "$@" --version 2>/dev/null | grep -q '^GNU '
}

# What is compiled in, and the notices that go with it.
dependency_licences() {
    echo "libsgmcmc holds code of Rust's core library (MIT OR Apache-2.0) and of these packages:"
    echo
    $CARGO tree --locked --package sgmcmc-ffi --edges normal --prefix none --format '{p}: {l}' |
        sed -e '/^sgmcmc/d' -e 's/ (.*):/:/' -e 's/ v/ /' | LC_ALL=C sort -u >"$OUT/dependencies.txt"
    cat "$OUT/dependencies.txt"
    $CARGO metadata --locked --format-version 1 | tr ',' '\n' |
        sed -n 's|.*"manifest_path":"\(.*\)/Cargo.toml".*|\1|p' |
        while IFS= read -r folder; do
            name=$(basename "$folder" | sed 's/-\([0-9][0-9.]*\)$/ \1/')
            grep -q "^$name:" "$OUT/dependencies.txt" || continue
            for file in "$folder"/LICENSE-MIT* "$folder"/LICENSE.txt; do
                [ ! -f "$file" ] || { printf '\n\n-- %s, %s\n\n' "$name" "$(basename "$file")" && cat "$file"; }
            done
        done
}

mkdir -p "$OUT"
# Of another way of building, where SIMD=auto comes to another result.
rm -f "$OUT/sgmcmc.o" "$OUT/libsgmcmc.a"
declared >"$OUT/declared.txt"
if [ "$SIMD" = auto ]; then
    SIMD=baseline
    case $($CC -dumpmachine) in
    x86_64-*gnux32) say "x32: code for one instruction set only" ;;
    x86_64-*)
        if is_gnu "$LD" && is_gnu "$OBJCOPY" && compile_stubs 2>/dev/null; then
            SIMD=dispatch
        else
            say "no GNU ld and objcopy, or a compiler without __builtin_cpu_supports: code for one instruction set only"
        fi
        ;;
    esac
fi

case $SIMD in
dispatch)
    compile_stubs
    $NM --undefined-only "$OUT/dispatch.o" | sed -n 's/.* \(sgmcmc_[a-z0-9_]*\)_v1$/\1/p' >"$OUT/hot.txt"
    cp "$OUT/declared.txt" "$OUT/baseline.txt"
    printf 'sgmcmc_dispatch_ceiling_%s\n' f32 f64 >>"$OUT/baseline.txt"
    objects="$OUT/dispatch.o"
    for suffix in v1 v3 v4; do
        # The features that are off are those that dispatch.c cannot ask the processor for. (F16C is one more, but
        # AVX-512 includes it; nothing here computes with 16-bit numbers, and a test looks.)
        case $suffix in
        v1) level=x86-64 extra="--cfg sgmcmc_dispatch" names=baseline ;;
        *) level=x86-64-$suffix extra="-C target-feature=-lzcnt,-movbe" names=hot ;;
        esac
        library=$(cargo_library "$CARGO_TARGET/dispatch-$suffix" "-C target-cpu=$level $extra")
        one_object "$OUT/$suffix.o" "$library" "$OUT/$names.txt"
        sed "s/.*/& &_$suffix/" "$OUT/hot.txt" >"$OUT/rename.txt"
        $OBJCOPY --redefine-syms="$OUT/rename.txt" "$OUT/$suffix.o"
        # Two versions of a function must not meet under one name.
        sed "s/\$/_$suffix/" "$OUT/hot.txt" >"$OUT/keep.txt"
        [ $suffix != v1 ] || cat "$OUT/baseline.txt" >>"$OUT/keep.txt"
        $OBJCOPY --keep-global-symbols="$OUT/keep.txt" "$OUT/$suffix.o"
    done
    $LD -r --unique "$OUT/dispatch.o" "$OUT/v1.o" "$OUT/v3.o" "$OUT/v4.o" -o "$OUT/sgmcmc.o"
    ;;
baseline)
    library=$(cargo_library "$CARGO_TARGET" "")
    if is_gnu "$LD" && is_gnu "$OBJCOPY"; then
        one_object "$OUT/sgmcmc.o" "$library" "$OUT/declared.txt"
    else
        say "no GNU ld and objcopy: libsgmcmc.a has names besides the header's"
        cp "$library" "$OUT/libsgmcmc.a"
    fi
    ;;
*)
    say "SIMD is auto, dispatch or baseline, not $SIMD"
    exit 1
    ;;
esac

library=$OUT/libsgmcmc.a
if [ -e "$OUT/sgmcmc.o" ]; then
    library=$OUT/sgmcmc.o
    $OBJCOPY --keep-global-symbols="$OUT/declared.txt" --strip-unneeded "$OUT/sgmcmc.o"
    # In the static library the header's names are hidden: whoever links it, program or plug-in, calls its own copy and
    # exports none of it. A name that an object asks for as hidden is hidden where it is defined, too.
    { sed 's/.*/.globl &\n.hidden &/' "$OUT/declared.txt" && echo '.section .note.GNU-stack,"",%progbits'; } |
        $CC -c -x assembler - -o "$OUT/hide.o"
    $LD -r --unique "$OUT/hide.o" "$OUT/sgmcmc.o" -o "$OUT/hidden.o"
    $AR rcsD "$OUT/libsgmcmc.a" "$OUT/hidden.o"
fi

dependency_licences >"$OUT/LICENSE-dependencies.txt"
# With a version of their own, the names of two libraries in one process are not taken for each other's.
{ echo "SGMCMC_$ABI { global:" && sed 's/$/;/' "$OUT/declared.txt" && echo "local: *; };"; } >"$OUT/exports.map"
# shellcheck disable=SC2046,SC2086
$CC ${LDFLAGS:-} -shared -static-libgcc -o "$OUT/libsgmcmc.so" -Wl,-soname,"libsgmcmc.so.$ABI" \
    -Wl,--version-script="$OUT/exports.map" -Wl,--gc-sections -Wl,--strip-all -Wl,-z,defs -Wl,-z,relro -Wl,-z,now \
    $(sed 's/^/-Wl,--undefined=/' "$OUT/declared.txt") "$library"
say "built for $SIMD: $OUT"
