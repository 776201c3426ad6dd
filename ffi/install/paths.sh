# What install.sh and uninstall.sh agree on, read by both: the paths, and the list of what was installed.
set -eu
: "${PREFIX:?}" "${LIBDIR:?}" "${INCLUDEDIR:?}"
DESTDIR=${DESTDIR:-}
# Links go up by as many folders as there are.
PREFIX=${PREFIX%/} LIBDIR=${LIBDIR%/} INCLUDEDIR=${INCLUDEDIR%/}
for path in "$PREFIX" "$LIBDIR" "$INCLUDEDIR"; do
    case $path in
    *[\\\$#]*)
        echo "sgmcmc: a path with a backslash, \$ or # cannot be written for pkg-config: $path" >&2
        exit 1
        ;;
    /*) ;;
    *)
        echo "sgmcmc: PREFIX, LIBDIR and INCLUDEDIR are absolute paths, not $path" >&2
        exit 1
        ;;
    esac
done
# One line for each file and each folder that an installation made: its path without DESTDIR, a folder's with / behind.
manifest=$PREFIX/share/sgmcmc/installed.txt
