#!/bin/sh
# Installs what build.sh made, with the headers, what pkg-config and CMake read, and the Julia package; ../../Makefile
# sets the variables.
. ffi/install/paths.sh
: "${OUT:?}" "${VERSION:?}" "${ABI:?}" "${CC:?}"
umask 022
here=ffi/install

[ -z "$DESTDIR" ] || mkdir -p "$DESTDIR"
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# Makes a folder and notes which of its parents were not there.
folder() {
    if [ ! -d "$DESTDIR$1" ]; then
        [ "$1" = / ] || folder "$(dirname "$1")"
        mkdir "$DESTDIR$1"
        printf '%s/\n' "$1" >>"$new"
    fi
}

# Puts a file in its place in one move: a program that runs keeps the one that it has.
place() { # file, path
    folder "$(dirname "$2")"
    cp "$1" "$DESTDIR$2.new"
    chmod "${3:-644}" "$DESTDIR$2.new"
    mv -f "$DESTDIR$2.new" "$DESTDIR$2"
    printf '%s\n' "$2" >>"$new"
}

place_link() { # target, path
    rm -f "$DESTDIR$2"
    ln -s "$1" "$DESTDIR$2"
    printf '%s\n' "$2" >>"$new"
}

# How to get from one folder to another, both absolute.
from_to() {
    up='' common=${1%/}
    until case ${2%/}/ in "$common"/*) true ;; *) false ;; esac; do
        common=${common%/*} up=../$up
    done
    rest=${2%/}
    rest=${rest#"$common"}
    printf '%s%s' "$up" "${rest#/}"
}

# A path as sgmcmc.pc has it: escaped, since pkg-config reads it as a shell does.
escaped() { printf '%s' "$1" | sed "s/[ '\"]/\\\\&/g"; }
below_prefix() {
    case $1/ in
    "$PREFIX"/*) printf '${prefix}%s' "$(escaped "${1#"$PREFIX"}")" ;;
    *) escaped "$1" ;;
    esac
}

# A file from its template.
fill() { # template, path
    made=$(mktemp)
    prefix=$(escaped "$PREFIX") libdir=$libdir includedir=$includedir relative=$relative awk \
        -v version="$VERSION" -v abi="$ABI" -v pointer="$pointer_size" '
        function put(name, text,    at) {
            while ((at = index($0, "@" name "@")) > 0)
                $0 = substr($0, 1, at - 1) text substr($0, at + length(name) + 2)
        }
        {
            put("PREFIX", ENVIRON["prefix"]); put("LIBDIR", ENVIRON["libdir"])
            put("INCLUDEDIR", ENVIRON["includedir"]); put("INCLUDEDIR_FROM_LIBDIR", ENVIRON["relative"])
            put("VERSION", version); put("ABI", abi); put("POINTER_SIZE", pointer)
            print
        }' "$1" >"$made"
    place "$made" "$2"
    rm -f "$made"
}

# pkg-config takes what is two folders above sgmcmc.pc for a prefix that was moved. Where it is not, paths count from
# sgmcmc.pc itself.
relative=$(from_to "$LIBDIR" "$INCLUDEDIR")
if [ "$(dirname "$LIBDIR")" = "${PREFIX:-/}" ]; then
    libdir=$(below_prefix "$LIBDIR") includedir=$(below_prefix "$INCLUDEDIR")
else
    libdir='${pcfiledir}/..' includedir="\${pcfiledir}/../$(escaped "$relative")"
fi
pointer_size=$(echo __SIZEOF_POINTER__ | $CC -E -P -x c - | tr -d ' \n')

for header in include/*.h* include/sgmcmc/*.h*; do place "$header" "$INCLUDEDIR/${header#include/}"; done
place "$OUT/libsgmcmc.a" "$LIBDIR/libsgmcmc.a"
place "$OUT/libsgmcmc.so" "$LIBDIR/libsgmcmc.so.$VERSION" 755
place_link "libsgmcmc.so.$VERSION" "$LIBDIR/libsgmcmc.so.$ABI"
place_link "libsgmcmc.so.$ABI" "$LIBDIR/libsgmcmc.so"
fill $here/sgmcmc.pc.in "$LIBDIR/pkgconfig/sgmcmc.pc"
fill $here/sgmcmc-config.cmake.in "$LIBDIR/cmake/sgmcmc/sgmcmc-config.cmake"
fill $here/sgmcmc-config-version.cmake.in "$LIBDIR/cmake/sgmcmc/sgmcmc-config-version.cmake"
julia=ffi/julia/Sgmcmc package=$PREFIX/share/sgmcmc/julia/Sgmcmc
for file in $julia/Project.toml $julia/src/*.jl; do place "$file" "$package${file#"$julia"}"; done
folder "$package/deps"
place_link "$(from_to "$package/deps" "$LIBDIR")/libsgmcmc.so.$ABI" "$package/deps/libsgmcmc.so.$ABI"
# What the headers' comments cite.
for page in docs/src/*.md; do place "$page" "$PREFIX/share/doc/sgmcmc/${page#docs/src/}"; done
for licence in LICENSE-*; do place "$licence" "$PREFIX/share/doc/sgmcmc/$licence"; done
place "$OUT/LICENSE-dependencies.txt" "$PREFIX/share/doc/sgmcmc/LICENSE-dependencies.txt"

# Over an older version: what only that one had is still ours to remove.
folder "$(dirname "$manifest")"
if [ -f "$DESTDIR$manifest" ]; then cat "$DESTDIR$manifest" >>"$new"; fi
LC_ALL=C sort -u "$new" >"$DESTDIR$manifest"
chmod 644 "$DESTDIR$manifest"
