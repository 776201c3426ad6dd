// What a call answers, with and without exceptions: error, result and outcome.

#ifndef SGMCMC_OUTCOME_HPP
#define SGMCMC_OUTCOME_HPP

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../sgmcmc.h"

#ifndef SGMCMC_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define SGMCMC_EXCEPTIONS 1
#else
#define SGMCMC_EXCEPTIONS 0
#endif
#endif

// The namespace of all that differs between the two.
#if SGMCMC_EXCEPTIONS
#define SGMCMC_MODE throwing
#else
#define SGMCMC_MODE returning
#endif

namespace sgmcmc {
inline namespace SGMCMC_MODE {

namespace detail {

// Without exceptions nothing needs std::exception, nor the library that it is in.
#if SGMCMC_EXCEPTIONS
using error_base = std::exception;
#else
struct error_base {};
#endif

} // namespace detail

// Why a call failed: a status, its text, and for SGMCMC_ERROR_STOPPED the code of the callback that stopped it. With
// exceptions it is a std::exception.
class error : public detail::error_base {
  public:
    explicit error(sgmcmc_status status, std::int32_t code = 0) noexcept : status_(status), code_(code) {}

    sgmcmc_status status() const noexcept { return status_; }

    // What the callback gave to sgmcmc::stop, or the number of the line that settings::read refuses; 0 with every other
    // status.
    std::int32_t code() const noexcept { return code_; }

    // The name of the setting that was refused; empty where it is about something else.
    std::string_view setting() const noexcept
    {
        const char *name = sgmcmc_refused_setting(status_);
        return name == nullptr ? std::string_view() : std::string_view(name);
    }

    // The text of the status, which lives as long as the library.
    const char *what() const noexcept { return sgmcmc_status_message(status_); }

  private:
    sgmcmc_status status_;
    std::int32_t code_;
};

// A value, or why there is none.
template <class T> class [[nodiscard]] result {
  public:
    result(T value) noexcept(std::is_nothrow_move_constructible_v<T>) : value_(std::move(value)), error_(SGMCMC_OK) {}
    result(sgmcmc::error error) noexcept : error_(error) {}

    bool has_value() const noexcept { return value_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }

    // The error; one of SGMCMC_OK where there is a value.
    const sgmcmc::error &error() const noexcept { return error_; }

    T &operator*() & noexcept { return *checked(); }
    const T &operator*() const & noexcept { return *const_cast<result *>(this)->checked(); }
    T &&operator*() && noexcept { return std::move(*checked()); }
    T *operator->() noexcept { return checked(); }
    const T *operator->() const noexcept { return const_cast<result *>(this)->checked(); }

  private:
    T *checked() noexcept
    {
        if (!value_)
            std::abort();
        return &*value_;
    }

    std::optional<T> value_;
    sgmcmc::error error_;
};

// Success, or why not.
template <> class [[nodiscard]] result<void> {
  public:
    result() noexcept : error_(SGMCMC_OK) {}
    result(sgmcmc::error error) noexcept : error_(error) {}

    bool has_value() const noexcept { return error_.status() == SGMCMC_OK; }
    explicit operator bool() const noexcept { return has_value(); }
    const sgmcmc::error &error() const noexcept { return error_; }

  private:
    sgmcmc::error error_;
};

#if SGMCMC_EXCEPTIONS
template <class T> using outcome = T;
#else
template <class T> using outcome = result<T>;
#endif

namespace detail {

// The one place where a status becomes an exception or a result.
inline outcome<void> conclude(sgmcmc_status status, std::int32_t code = 0)
{
#if SGMCMC_EXCEPTIONS
    if (status != SGMCMC_OK)
        throw error(status, code);
#else
    return status == SGMCMC_OK ? result<void>() : result<void>(error(status, code));
#endif
}

// The same with a value, which is not read after a failure.
template <class T> outcome<T> conclude(sgmcmc_status status, std::int32_t code, T value)
{
#if SGMCMC_EXCEPTIONS
    conclude(status, code);
#else
    if (status != SGMCMC_OK)
        return error(status, code);
#endif
    return outcome<T>(std::move(value));
}

} // namespace detail
} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
