#include "jpeg_requantizer_kernel.h"

const requantizer_kernels requantizer_kernels_portable = {prepare, make_mcu, collect, write_part, requantize};

// Returns the fastest kernels for this processor; all produce the same output.
const requantizer_kernels *requantizer_kernels_chosen(int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
        return &requantizer_kernels_avx2;
#endif
    (void)is_portable;
    return &requantizer_kernels_portable;
}
