// Memory functions under the names by which instrumented Rust code calls them, for runtimes of ThreadSanitizer that do
// not have them yet (before clang 15). Under the common names they are watched as well.
#include <cstddef>
#include <cstring>

extern "C" {
__attribute__((weak)) void *__tsan_memcpy(void *to, const void *from, std::size_t size)
{
    return std::memcpy(to, from, size);
}
__attribute__((weak)) void *__tsan_memmove(void *to, const void *from, std::size_t size)
{
    return std::memmove(to, from, size);
}
__attribute__((weak)) void *__tsan_memset(void *to, int value, std::size_t size)
{
    return std::memset(to, value, size);
}
}
