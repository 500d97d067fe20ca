#include "jpeg_turn_kernel.h"
#include "processor.h"

const turn_kernels turn_kernels_portable = {run_pair, run_single, write_part};

// Returns the fastest kernels for this processor; all produce the same output.
const turn_kernels *turn_kernels_chosen(void) {
#if defined(__x86_64__)
    if (processor_has_bmi()) return &turn_kernels_bmi2;
#endif
    return &turn_kernels_portable;
}
