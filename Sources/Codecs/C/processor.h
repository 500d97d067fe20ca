// What the processor can do, for kernels that are chosen at run time.
//
// The C library has asked the processor when the process started. The compiler's __builtin_cpu_supports() asks again at
// every start, with ten instructions (CPUID), each of which a virtual machine interrupts for 4 µs.

#ifndef PROCESSOR_H
#define PROCESSOR_H

#if defined(__x86_64__)

#if defined(__has_include)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

#ifdef CPU_FEATURE_ACTIVE
#define processor_has_avx2() CPU_FEATURE_ACTIVE(AVX2)
#define processor_has_bmi() (CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(BMI2))
#define processor_counts_bits() (CPU_FEATURE_ACTIVE(POPCNT) && CPU_FEATURE_ACTIVE(LZCNT))
#else
// The C library is another one than glibc, or older than 2.33.
#define processor_has_avx2() __builtin_cpu_supports("avx2")
#define processor_has_bmi() (__builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
#define processor_counts_bits() (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("lzcnt"))
#endif

#endif
#endif
