/* Replaces a file by a whole one: its bytes are on the disk before its name is, and its name before the call returns. */
#define _POSIX_C_SOURCE 200809L
#include "durable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *what, const char *path)
{
    fprintf(stderr, "%s %s: %s\n", what, path, strerror(errno));
    return -1;
}

/* Makes the disk keep what it holds of a file or folder, and closes that. */
static int keep(int file)
{
    const int kept = fsync(file);
    return close(file) != 0 ? -1 : kept;
}

/* A path of its own: the first `len` characters of one, and what follows. */
static char *joined(const char *path, size_t len, const char *end)
{
    char *text = malloc(len + strlen(end) + 1);
    if (text != NULL) {
        memcpy(text, path, len);
        strcpy(text + len, end);
    }
    return text;
}

/* A name survives a power cut only once the disk is told to keep the folder. */
static int keep_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    /* With the slash, so that it is right for the root, too. */
    char *folder = slash == NULL ? joined(".", 1, "") : joined(path, (size_t)(slash - path) + 1, "");
    const int file = folder == NULL ? -1 : open(folder, O_RDONLY);
    free(folder);
    return file < 0 ? -1 : keep(file);
}

static int write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

int durable_replace(const char *path, const void *bytes, size_t size)
{
    char *beside = joined(path, strlen(path), ".new");
    const int file = beside == NULL ? -1 : open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int result = file < 0 || write_all(file, bytes, size) != 0 ? fail("cannot write", path) : 0;
    /* First the bytes, then their name: the other way round a power cut could leave an empty file. */
    if (file >= 0 && keep(file) != 0 && result == 0)
        result = fail("cannot write", path);
    if (result == 0 && (rename(beside, path) != 0 || keep_folder(path) != 0))
        result = fail("cannot replace", path);
    free(beside);
    return result;
}

int durable_read(const char *path, size_t most, unsigned char **bytes, size_t *size)
{
    FILE *file = fopen(path, "rb");
    *bytes = NULL;
    if (file == NULL)
        return errno == ENOENT ? 0 : fail("cannot read", path);
    int result = 0;
    *bytes = malloc(most);
    if (*bytes != NULL)
        *size = fread(*bytes, 1, most, file);
    if (*bytes == NULL || ferror(file)) {
        result = fail("cannot read", path);
        free(*bytes);
        *bytes = NULL;
    }
    fclose(file);
    return result;
}

int durable_make_folder(const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) == 0 ? keep_folder(path) == 0 : stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return 0;
    return fail("cannot make the folder", path);
}
