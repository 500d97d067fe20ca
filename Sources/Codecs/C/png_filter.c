#include "png_filter_kernel.h"

void png_undo_paeth(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit,
                    int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && __builtin_cpu_supports("avx2")) {
        png_undo_paeth_avx2(row, stride, height, previous, count, unit);
        return;
    }
#endif
    (void)is_portable;
    undo_paeth(row, stride, height, previous, count, unit);
}
