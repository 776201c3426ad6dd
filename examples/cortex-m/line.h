/* The text of a report line: words, and numbers as integers. */
#ifndef LINE_H
#define LINE_H

#include <stdint.h>

typedef struct line {
    char text[96];
    unsigned len;
} line;

static inline void put_char(line *to, char c)
{
    if (to->len + 1 < sizeof to->text) to->text[to->len++] = c;
    to->text[to->len] = '\0';
}

static inline void put_text(line *to, const char *text)
{
    while (*text != '\0') put_char(to, *text++);
}

static inline void put_unsigned(line *to, uint32_t x, int least_digits)
{
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + x % 10), x /= 10;
    while (x > 0 || count < least_digits);
    while (count > 0) put_char(to, digits[--count]);
}

#endif
