#!/bin/sh
# Removes what install.sh's list says that it made, folders only where nothing else is in them; ../../Makefile sets the
# variables.
. ffi/install/paths.sh
if [ ! -f "$DESTDIR$manifest" ]; then
    echo "sgmcmc: nothing to uninstall: there is no $DESTDIR$manifest" >&2
    exit 1
fi
list=$(cat "$DESTDIR$manifest")
rm -f "$DESTDIR$manifest"
# Sorted backwards, what is in a folder stands before it.
printf '%s\n' "$list" | LC_ALL=C sort -r | while IFS= read -r path; do
    case $path in
    */) rmdir "$DESTDIR$path" 2>/dev/null || : ;;
    *) rm -f "$DESTDIR$path" ;;
    esac
done
