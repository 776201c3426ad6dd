// The memory of one object of the library: taken with operator new, or the caller's.

#ifndef SGMCMC_MEMORY_HPP
#define SGMCMC_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "../sgmcmc.h"
#include "outcome.hpp"
#include "span.hpp"

namespace sgmcmc {
inline namespace SGMCMC_MODE {
namespace detail {

class memory {
  public:
    memory() noexcept = default;

    // Where there is none: NULL without exceptions, else std::bad_alloc.
    static memory take(std::size_t size, std::size_t align)
    {
        static constexpr heap aligned = {allocate, release};
        return memory(aligned.allocate(size, align), size, align, &aligned);
    }

    // The caller's.
    static memory lent(span<std::byte> bytes, std::size_t align) noexcept
    {
        return memory(bytes.data(), bytes.size(), align, nullptr);
    }

    memory(memory &&other) noexcept { swap(other); }
    memory &operator=(memory &&other) noexcept
    {
        memory taken(std::move(other));
        swap(taken);
        return *this;
    }
    ~memory()
    {
        if (heap_ != nullptr && data_ != nullptr)
            heap_->release(data_, align_);
    }

    void *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

    // Copies an object's bytes here.
    sgmcmc_status copy(span<const std::byte> object) noexcept
    {
        const auto to = reinterpret_cast<std::uintptr_t>(data_), from = reinterpret_cast<std::uintptr_t>(object.data());
        if (data_ == nullptr || size_ < object.size())
            return SGMCMC_ERROR_MEMORY_TOO_SMALL;
        if (to % align_ != 0)
            return SGMCMC_ERROR_MEMORY_MISALIGNED;
        if (to < from + object.size() && from < to + object.size())
            return SGMCMC_ERROR_OVERLAP;
        std::memcpy(data_, object.data(), object.size());
        return SGMCMC_OK;
    }

    // Makes owned memory larger, what is in it included; the caller's stays as it is. False where there is none.
    bool grow(std::size_t size, std::size_t live_size)
    {
        if (size <= size_ || heap_ == nullptr)
            return true;
        memory larger(heap_->allocate(size, align_), size, align_, heap_);
        if (larger.data_ == nullptr)
            return false;
        std::memcpy(larger.data_, data_, live_size);
        swap(larger);
        return true;
    }

  private:
    // By pointers, so that a program that lends all memory links no allocator.
    struct heap {
        void *(*allocate)(std::size_t size, std::size_t align);
        void (*release)(void *data, std::size_t align) noexcept;
    };

    static void *allocate(std::size_t size, std::size_t align)
    {
#if SGMCMC_EXCEPTIONS
        return ::operator new(size, std::align_val_t(align));
#else
        return ::operator new(size, std::align_val_t(align), std::nothrow);
#endif
    }

    static void release(void *data, std::size_t align) noexcept { ::operator delete(data, std::align_val_t(align)); }

    memory(void *data, std::size_t size, std::size_t align, const heap *functions) noexcept
        : data_(data), size_(size), align_(align), heap_(functions)
    {
    }

    void swap(memory &other) noexcept
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(align_, other.align_);
        std::swap(heap_, other.heap_);
    }

    void *data_ = nullptr;
    std::size_t size_ = 0, align_ = 1;
    const heap *heap_ = nullptr;
};

} // namespace detail
} // namespace SGMCMC_MODE
} // namespace sgmcmc

#endif
