// The Paeth and average filters for x86-64 processors with AVX2.
#if defined(__x86_64__)

#include <string.h>

#include "png_filter_private.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "png_filter_kernel.h"

void png_undo_paeth_avx2(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count,
                         unsigned unit) {
    undo_paeth(row, stride, height, previous, count, unit);
}

void png_undo_average_avx2(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count,
                           unsigned unit) {
    undo_average(row, stride, height, previous, count, unit);
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
