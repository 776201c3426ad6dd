/* Files that survive a power cut: at every moment there is all of the old one, or all of the new one. POSIX. */
#ifndef DURABLE_H
#define DURABLE_H

#include <stddef.h>

/* All of them return 0, or -1 after a message on stderr that names the file and says why. */

/* Puts `size` bytes in the place of the file's, of which there may be none yet. They are written to PATH.new first. */
int durable_replace(const char *path, const void *bytes, size_t size);

/* Reads at most `most` bytes, at least 1. Where there is no such file, `*bytes` is NULL; else the caller frees it. */
int durable_read(const char *path, size_t most, unsigned char **bytes, size_t *size);

/* Makes a folder, unless there is one. */
int durable_make_folder(const char *path);

#endif
