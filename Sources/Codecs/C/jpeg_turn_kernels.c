#include "jpeg_turn_kernel.h"

const turn_kernels turn_kernels_portable = {run_pair, run_single, write_part};

// Returns the fastest kernels for this processor; all produce the same output.
const turn_kernels *turn_kernels_chosen(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi")) return &turn_kernels_bmi2;
#endif
    return &turn_kernels_portable;
}
