#define USES_BMI2 0
#include "jpeg_progressive_kernel.h"

const progressive_kernels progressive_kernels_portable = {decode_row, count_scan, write_scan};

// Returns the fastest kernels for this processor; all produce the same output.
const progressive_kernels *progressive_kernels_chosen(int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
        __builtin_cpu_supports("lzcnt"))
        return &progressive_kernels_bmi2;
#endif
    (void)is_portable;
    return &progressive_kernels_portable;
}
