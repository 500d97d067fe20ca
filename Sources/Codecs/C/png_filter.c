#include "png_filter_kernel.h"
#include "processor.h"

void png_undo_paeth(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit,
                    int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && processor_has_avx2()) {
        png_undo_paeth_avx2(row, stride, height, previous, count, unit);
        return;
    }
#endif
    (void)is_portable;
    undo_paeth(row, stride, height, previous, count, unit);
}

void png_undo_average(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit,
                      int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && processor_has_avx2()) {
        png_undo_average_avx2(row, stride, height, previous, count, unit);
        return;
    }
#endif
    (void)is_portable;
    undo_average(row, stride, height, previous, count, unit);
}

/* A pixel of up to eight bytes. */
typedef uint8_t pixel __attribute__((vector_size(8)));

static inline __attribute__((always_inline)) void undo_sub(uint8_t *row, size_t count, unsigned unit) {
    const unsigned whole = unit <= 4 ? 4 : 8;
    pixel left = {0}, own;
    size_t i = 0;
    /* A pixel is read with the first bytes of the next one, which have no effect. */
    for (; i + whole <= count; i += unit) {
        uint64_t word = load(row + i, whole);
        memcpy(&own, &word, sizeof own);
        left += own;
        memcpy(row + i, &left, unit);
    }
    for (; i + unit <= count; i += unit) {
        uint64_t word = load(row + i, unit);
        memcpy(&own, &word, sizeof own);
        left += own;
        memcpy(row + i, &left, unit);
    }
}

void png_undo_sub(uint8_t *row, size_t count, unsigned unit) {
    switch (unit) {
    case 3: undo_sub(row, count, 3); break;
    case 4: undo_sub(row, count, 4); break;
    case 6: undo_sub(row, count, 6); break;
    default: undo_sub(row, count, 8); break;
    }
}
