// The innermost loops of progressive scans. Each file that includes this one compiles them for one kind of processor,
// and says with USES_BMI2 whether it has these instructions.

#include <stdlib.h>

#include "jpeg_progressive_private.h"

INLINE uint32_t count_bits(uint64_t word) { return (uint32_t)__builtin_popcountll(word); }

#if USES_BMI2
// Moves the lowest bits of a value to the places of a mask, in order.
INLINE uint64_t deposit(uint64_t bits, uint64_t mask) { return __builtin_ia32_pdep_di(bits, mask); }

// Moves the bits at the places of a mask to the bottom, in order.
INLINE uint64_t gather(uint64_t bits, uint64_t mask) { return __builtin_ia32_pext_di(bits, mask); }

// Returns the bit of a mask that has a number of bits below it.
INLINE uint64_t select_bit(uint64_t mask, uint32_t below) { return __builtin_ia32_pdep_di(1ull << below, mask); }
#else
INLINE uint64_t deposit(uint64_t bits, uint64_t mask) {
    uint64_t result = 0;
    for (; mask; mask &= mask - 1, bits >>= 1) result |= mask & (0 - mask) & (0 - (bits & 1));
    return result;
}

INLINE uint64_t gather(uint64_t bits, uint64_t mask) {
    uint64_t result = 0;
    for (uint32_t place = 0; mask; mask &= mask - 1, place++) {
        result |= (bits >> __builtin_ctzll(mask) & 1) << place;
    }
    return result;
}

INLINE uint64_t select_bit(uint64_t mask, uint32_t below) {
    for (; below > 0; below--) mask &= mask - 1;
    return mask & (0 - mask);
}
#endif

#include "jpeg_progressive_decoding.h"
#include "jpeg_progressive_encoding.h"
