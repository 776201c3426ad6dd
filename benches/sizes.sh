#!/usr/bin/env bash
# What the release build of the C library takes: its code, and the processor's time to compile it from nothing.
#
#     benches/sizes.sh [another tree of this repository ...]
#
# One row for this tree and for each of the others, so that two versions stand side by side.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
target="$(mktemp -d)"
trap 'rm -rf "$target"' EXIT
goal_text=400 # KB of libsgmcmc.so
goal_cpu=25   # s

row() { printf '%-40s %16s %14s %14s %10s\n' "$@"; }
row "tree" "libsgmcmc.so, KB" "of it, rodata" "libsgmcmc.a, KB" "CPU, s"
for tree in "$here" "$@"; do
    rm -rf "${target:?}"/*
    cd "$tree"
    cargo fetch -q
    TIMEFORMAT='%U %S'
    { time CARGO_TARGET_DIR="$target" cargo build -q --release -p sgmcmc-ffi; } 2>"$target/time.txt"
    cpu=$(tail -1 "$target/time.txt" | awk '{ printf "%.1f", $1 + $2 }')
    so="$target/release/libsgmcmc.so"
    text=$(size "$so" | awk 'NR == 2 { printf "%.0f", $1 / 1000 }')
    rodata=$(size -A "$so" | awk '/^\.(rodata|eh_frame|data\.rel\.ro|rela)/ { sum += $2 } END { printf "%.0f", sum / 1000 }')
    archive=$(stat -c %s "$target/release/libsgmcmc.a" | awk '{ printf "%.0f", $1 / 1000 }')
    row "$tree" "$text" "$rodata" "$archive" "$cpu"
done
row "goal" "<= $goal_text" "" "" "<= $goal_cpu"
