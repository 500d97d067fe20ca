#include <stdlib.h>

#include "jpeg_entropy.h"

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
        const uint8_t *ones = memchr(data, 0xFF, (size_t)(end - data));
        size_t length = (size_t)((ones ? ones : end) - data);
        memcpy(target, data, length);
        target += length;
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
