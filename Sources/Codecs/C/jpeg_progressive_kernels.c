#define USES_BMI2 0
#include "jpeg_progressive_kernel.h"
#include "processor.h"

const progressive_kernels progressive_kernels_portable = {decode_row, count_scan, write_scan};

// Returns the fastest kernels for this processor; all produce the same output.
const progressive_kernels *progressive_kernels_chosen(int is_portable) {
#if defined(__x86_64__)
    if (!is_portable && processor_has_bmi() && processor_counts_bits()) {
        return &progressive_kernels_bmi2;
    }
#endif
    (void)is_portable;
    return &progressive_kernels_portable;
}
