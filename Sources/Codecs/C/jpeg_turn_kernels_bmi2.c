// The kernels for x86-64 processors with BMI2, whose shifts by a variable count do not tie up a register.
#if defined(__x86_64__)

#include <string.h>

#include "jpeg_turn_private.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("bmi,bmi2")
#endif

#include "jpeg_turn_kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const turn_kernels turn_kernels_bmi2 = {run_pair, run_single, write_part};

#endif
