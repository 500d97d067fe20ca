// The kernels for x86-64 processors with BMI2, which moves bits to and from the places of a mask:
// 40 % less processor time of `upright reprocess` of a progressive picture.
#if defined(__x86_64__)

#include <stdlib.h>

#include "jpeg_progressive_private.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("bmi,bmi2,popcnt,lzcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("bmi,bmi2,popcnt,lzcnt")
#endif

#define USES_BMI2 1
#include "jpeg_progressive_kernel.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const progressive_kernels progressive_kernels_bmi2 = {decode_row, count_scan, write_scan};

#endif
