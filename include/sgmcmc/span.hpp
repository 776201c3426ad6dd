// A view of numbers that lie side by side: what std::span is from C++20 on, and convertible to and from it there.

#ifndef SGMCMC_SPAN_HPP
#define SGMCMC_SPAN_HPP

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__has_include)
#if __cplusplus >= 202002L && __has_include(<span>)
#include <span>
#endif
#endif

namespace sgmcmc {

// Made from a pointer and a length, or from whatever has std::data and std::size: C arrays, std::array, std::vector,
// std::span. It owns nothing: what it views must live as long as it is used.
template <class T> class span {
    // Adding const is a conversion, going from a base to a derived class is none.
    template <class From> static constexpr bool views = std::is_convertible_v<From (*)[], T (*)[]>;
    template <class Range>
    using element = std::remove_pointer_t<decltype(std::data(std::declval<Range &>()))>;

  public:
    // Neither value_type nor element_type: for a class with a member that names double, GCC for 32-bit ARM remarks at
    // every call that the calling convention changed in its version 7.
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using pointer = T *;
    using reference = T &;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    // A temporary that owns its numbers is not viewed to be written: what is written would be lost. That it owns them
    // shows in that they cannot be written where it is const.
    template <class Range,
              class = std::enable_if_t<
                  !std::is_same_v<std::remove_cv_t<std::remove_reference_t<Range>>, span> && views<element<Range>> &&
                  (std::is_lvalue_reference_v<Range> || views<element<const std::remove_reference_t<Range>>>)>,
              class = decltype(std::size(std::declval<Range &>()))>
    constexpr span(Range &&range) noexcept : data_(std::data(range)), size_(std::size(range))
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }

    // `count` elements from `start` on; both must be within the span.
    constexpr span subspan(std::size_t start, std::size_t count) const noexcept { return {data_ + start, count}; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

template <class Range>
span(Range &&range) -> span<std::remove_pointer_t<decltype(std::data(std::declval<Range &>()))>>;
template <class T> span(T *, std::size_t) -> span<T>;

namespace spans {

template <class T> inline constexpr bool is_span = false;
template <class T> inline constexpr bool is_span<span<T>> = true;
#if defined(__cpp_lib_span)
template <class T, std::size_t size> inline constexpr bool is_span<std::span<T, size>> = true;
#endif

// A temporary that is no span may own its numbers: a setter that keeps a pointer has a deleted overload for these.
template <class T>
using if_temporary = std::enable_if_t<!std::is_lvalue_reference_v<T> && !is_span<std::remove_cv_t<T>>>;

} // namespace spans
} // namespace sgmcmc

#if defined(__cpp_lib_span)
// So that std::span is made from a span that is a temporary, too.
template <class T> inline constexpr bool std::ranges::enable_borrowed_range<sgmcmc::span<T>> = true;
#endif

#endif
