#include <stdlib.h>

#include "jpeg_entropy.h"

// Copies data up to the first 0xFF. Returns its place, or null if there is none. At most as much is written as is left of
// the data.
static const uint8_t *copy_to_ones(uint8_t **target, const uint8_t *data, const uint8_t *end) {
    uint8_t *next = *target;
#if defined(__SSE2__)
    for (; end - data >= 16; data += 16, next += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)data);
        uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(-1)));
        _mm_storeu_si128((__m128i *)next, bytes);
        if (UNLIKELY(found)) {
            *target = next + __builtin_ctz(found);
            return data + __builtin_ctz(found);
        }
    }
#endif
    const uint8_t *ones = memchr(data, 0xFF, (size_t)(end - data));
    size_t length = (size_t)((ones ? ones : end) - data);
    memcpy(next, data, length);
    *target = next + length;
    return ones;
}

int entropy_unstuff(
    const uint8_t *data, size_t size, size_t interval_count, size_t padding, size_t excess, uint8_t **bytes,
    size_t **intervals, size_t *count) {
    *intervals = calloc(interval_count + 1, sizeof **intervals);
    uint8_t *memory = malloc(ENTROPY_MARGIN + size + padding + excess);
    *bytes = memory ? memory + ENTROPY_MARGIN : NULL;
    if (!*intervals || !memory) return 0;
    memset(memory, 0, ENTROPY_MARGIN);
    const uint8_t *end = data + size;
    uint8_t *target = *bytes;
    size_t markers = 0;
    while (data < end) {
        const uint8_t *ones = copy_to_ones(&target, data, end);
        if (!ones) break;
        if (ones + 1 == end) return 0;
        data = ones + 2;
        if (ones[1] == 0) {
            *target++ = 0xFF;
        } else {
            if (ones[1] != 0xD0 + markers % 8 || ++markers >= interval_count) return 0;
            (*intervals)[markers] = (size_t)(target - *bytes);
        }
    }
    if (markers + 1 != interval_count) return 0;
    *count = (size_t)(target - *bytes);
    (*intervals)[interval_count] = *count;
    memset(target, 0, padding);
    return 1;
}

void entropy_free(uint8_t *bytes) {
    if (bytes) free(bytes - ENTROPY_MARGIN);
}
