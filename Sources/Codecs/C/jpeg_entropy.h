#ifndef UPRIGHT_JPEG_ENTROPY_H
#define UPRIGHT_JPEG_ENTROPY_H

// Bits of entropy-coded data: reading, writing, stuffing.

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
// Keeps the compiler from making a branch of a value, or a vector of several.
#define IN_REGISTER(value) __asm__("" : "+r"(value))

INLINE uint64_t load_big_endian(const uint8_t *source) {
    uint64_t word;
    memcpy(&word, source, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

INLINE void store_big_endian(uint8_t *target, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    memcpy(target, &word, 8);
}

// Bits are read from the top of `bits`. `count` of them are valid; there can be more below.
typedef struct {
    const uint8_t *next;
    uint64_t bits;
    uint64_t count;
} bit_reader;

// Leaves at least 56 bits.
INLINE void refill(bit_reader *reader) {
    reader->bits |= load_big_endian(reader->next) >> reader->count;
    reader->next += (63 - reader->count) >> 3;
    reader->count |= 56;
}

INLINE void consume(bit_reader *reader, uint32_t length) {
    reader->bits <<= length;
    reader->count -= length;
}

// Bits that are not yet in memory: `count` of them, at the bottom of `bits`.
typedef struct {
    uint8_t *next;
    uint64_t bits;
    uint32_t count;
} bit_writer;

// Appends bits. After flush() there is space for 57.
INLINE void put(bit_writer *writer, uint64_t value, uint32_t length) {
    writer->bits = writer->bits << length | value;
    writer->count += length;
}

INLINE void flush(bit_writer *writer) {
    store_big_endian(writer->next, writer->bits << 1 << (63 - writer->count));
    writer->next += writer->count >> 3;
    writer->count &= 7;
}

// Copies bytes and inserts a zero after each 0xFF.
INLINE uint8_t *stuffed(uint8_t *target, const uint8_t *source, const uint8_t *end) {
#if defined(__SSE2__)
    // All processors of this kind have it. Up to the first 0xFF among 16 bytes.
    while (end - source >= 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)source);
        uint32_t found = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(-1)));
        _mm_storeu_si128((__m128i *)target, bytes);
        uint32_t count = UNLIKELY(found) ? (uint32_t)__builtin_ctz(found) + 1 : 16;
        source += count;
        target += count;
        if (UNLIKELY(found)) *target++ = 0;
    }
#endif
    const uint64_t ones = 0x0101010101010101;
    while (end - source >= 8) {
        uint64_t word;
        memcpy(&word, source, 8);
        if (UNLIKELY((~word - ones) & word & ones << 7)) {
            for (int index = 0; index < 8; index++) {
                *target = source[index];
                target += 1;
                *target = 0;
                target += source[index] == 0xFF;
            }
        } else {
            memcpy(target, &word, 8);
            target += 8;
        }
        source += 8;
    }
    for (; source < end; source++) {
        *target++ = *source;
        if (*source == 0xFF) *target++ = 0;
    }
    return target;
}

// The number of bytes before unstuffed data that may be read.
enum { ENTROPY_MARGIN = 8 };

// Copies data without stuffed zeros and restart markers, and appends `padding` zeros. The memory has space for `excess`
// bytes more. The caller frees what it stores: the bytes (with entropy_free, or the memory ENTROPY_MARGIN bytes before them
// with free), and the start of each interval, with the end of the data as the last entry. Returns 0 if out of memory, if
// the data has other markers, or if restart markers are missing or out of order.
int entropy_unstuff(
    const uint8_t *data, size_t size, size_t interval_count, size_t padding, size_t excess, uint8_t **bytes,
    size_t **intervals, size_t *count);
void entropy_free(uint8_t *bytes);

#endif
