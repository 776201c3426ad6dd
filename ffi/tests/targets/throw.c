/* What WASI's C++ library leaves out: here a program that throws ends. */
#include <stddef.h>
#include <stdlib.h>

void *__cxa_allocate_exception(size_t size);
void __cxa_throw(void *exception, void *type, void (*destructor)(void *));

void *__cxa_allocate_exception(size_t size)
{
    (void)size;
    abort();
}

void __cxa_throw(void *exception, void *type, void (*destructor)(void *))
{
    (void)exception, (void)type, (void)destructor;
    abort();
}
