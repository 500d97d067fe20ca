// Words made of coefficients, and coefficients of words.

#include <stdlib.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "jpeg_progressive_private.h"

// Makes the words of a block, and adds its values to the lists. Nothing here branches on a coefficient, because such
// branches would be mispredicted.
static void fill_block(
    jpeg_progressive_plane *plane, uint64_t *words, const int16_t *block, const uint8_t *natural, uint64_t nonzero) {
    uint64_t first = 0, signs = 0;
    for (int index = 0; index < plane->list_count; index++) {
        jpeg_progressive_values *list = &plane->lists[index];
        int low = list->low;
        int16_t *next = list->values + list->count;
        for (uint64_t places = nonzero & list->band; places;) {
            uint32_t position = (uint32_t)__builtin_clzll(places);
            uint64_t place = progressive_bit(position);
            places ^= place;
            int32_t value = block[natural[position]], sign = value >> 31;
            uint32_t magnitude = (uint32_t)((value ^ sign) - sign), upper = magnitude >> low;
            // A magnitude of 2¹⁵, which no scan can send, must not become negative.
            int32_t sent = upper > INT16_MAX ? INT16_MAX : (int32_t)upper;
            *next = (int16_t)((sent ^ sign) - sign);
            next += upper != 0;
            first |= place & (0 - (uint64_t)(upper != 0));
            signs |= place & (uint64_t)(int64_t)sign;
            for (int level = 0; level < low; level++) {
                words[JPEG_PROGRESSIVE_LEVELS + level] |= place & (0 - (uint64_t)(magnitude >> level & 1));
            }
        }
        list->count = (size_t)(next - list->values);
    }
    words[JPEG_PROGRESSIVE_FIRST] |= first;
    words[JPEG_PROGRESSIVE_SIGNS] |= signs;
}

// For each row of a block and each mask of its coefficients, their places.
typedef uint64_t place_table[8][256];

static void make_places(place_table table, const uint8_t *natural) {
    uint64_t bits[64];
    for (uint32_t position = 0; position < 64; position++) bits[natural[position]] = progressive_bit(position);
    for (int row = 0; row < 8; row++) {
        table[row][0] = 0;
        for (int mask = 1; mask < 256; mask++) {
            table[row][mask] = table[row][mask & (mask - 1)] | bits[8 * row + __builtin_ctz((unsigned)mask)];
        }
    }
}

// Returns a bit for each coefficient that is not zero.
static uint64_t nonzero_places(const int16_t *block, place_table table) {
    uint64_t places = 0;
    for (int row = 0; row < 8; row += 2) {
#if defined(__SSE2__)
        __m128i first = _mm_loadu_si128((const __m128i *)(const void *)(block + 8 * row));
        __m128i second = _mm_loadu_si128((const __m128i *)(const void *)(block + 8 * row + 8));
        __m128i zeros = _mm_cmpeq_epi8(_mm_packs_epi16(first, second), _mm_setzero_si128());
        uint32_t mask = ~(uint32_t)_mm_movemask_epi8(zeros);
#else
        uint32_t mask = 0;
        for (int index = 0; index < 16; index++) mask |= (uint32_t)(block[8 * row + index] != 0) << index;
#endif
        places |= table[row][mask & 255] | table[row + 1][mask >> 8 & 255];
    }
    return places;
}

int jpeg_progressive_fill(
    jpeg_progressive_plane *plane, const int16_t *blocks, size_t blocks_in_row, const uint8_t *natural) {
    place_table table;
    make_places(table, natural);
    for (size_t row = 0; row < plane->height; row++) {
        for (int index = 0; index < plane->list_count; index++) {
            jpeg_progressive_values *list = &plane->lists[index];
            size_t needed = list->count + 64 * plane->width;
            if (list->capacity >= needed) continue;
            size_t capacity = needed + list->capacity / 2;
            int16_t *values = realloc(list->values, capacity * sizeof *values);
            if (!values) return 0;
            list->values = values;
            list->capacity = capacity;
        }
        const int16_t *block = blocks + row * blocks_in_row * 64;
        for (size_t column = 0; column < plane->width; column++, block += 64) {
            size_t number = row * plane->width + column;
            plane->dc[number] = block[0];
            fill_block(
                plane, plane->words + number * plane->stride, block, natural, nonzero_places(block, table));
        }
        for (int index = 0; index < plane->list_count; index++) {
            plane->lists[index].starts[row + 1] = plane->lists[index].count;
        }
    }
    return 1;
}

// Adds the bits of the levels to the coefficient -2¹⁵, which only a damaged file has, one after another as a decoder
// does.
static int16_t refined(int16_t value, uint32_t bits, int levels, int is_negative) {
    for (int level = levels - 1; level >= 0; level--) {
        if (!(bits >> level & 1)) continue;
        if (value) is_negative = value < 0;
        value = (int16_t)(value + (is_negative ? -(1 << level) : 1 << level));
    }
    return value;
}

// Nothing here branches on a coefficient, because such branches would be mispredicted.
void jpeg_progressive_expand(const jpeg_progressive_plane *plane, size_t row, int16_t *blocks, const uint8_t *natural) {
    static const int16_t zero = 0;
    for (int index = 0; index < plane->list_count; index++) {
        const jpeg_progressive_values *list = &plane->lists[index];
        const int16_t *values = list->values + list->starts[row];
        for (size_t column = 0; column < plane->width; column++) {
            const uint64_t *words = plane->words + (row * plane->width + column) * plane->stride;
            const uint64_t *levels = words + JPEG_PROGRESSIVE_LEVELS;
            uint64_t first = words[JPEG_PROGRESSIVE_FIRST], signs = words[JPEG_PROGRESSIVE_SIGNS], places = first;
            for (int level = 0; level < plane->levels; level++) places |= levels[level];
            for (places &= list->band; places;) {
                uint32_t position = (uint32_t)__builtin_clzll(places), shift = 63 - position;
                places ^= progressive_bit(position);
                uint32_t is_first = (uint32_t)(first >> shift & 1), bits = 0;
                const int16_t *source = is_first ? values : &zero;
                int16_t upper = (int16_t)(*source * (1 << list->low));
                values += is_first;
                for (int level = 0; level < plane->levels; level++) {
                    bits |= (uint32_t)(levels[level] >> shift & 1) << level;
                }
                int32_t is_negative = upper ? upper < 0 : (int32_t)(signs >> shift & 1);
                int32_t lower = ((int32_t)bits ^ -is_negative) + is_negative;
                blocks[column * 64 + natural[position]] =
                    UNLIKELY(upper == INT16_MIN) ? refined(upper, bits, plane->levels, is_negative)
                                                 : (int16_t)(upper + lower);
            }
        }
    }
    for (size_t column = 0; column < plane->width; column++) {
        blocks[column * 64] = plane->dc[row * plane->width + column];
    }
}

// Returns the number of bits of 1 in four coefficients' magnitudes.
INLINE size_t magnitude_bits(uint64_t four) {
    // The magnitude of a negative number is its complement plus one; none overflows its 16 bits.
    uint64_t negative = four >> 15 & 0x0001000100010001ull;
    return (size_t)__builtin_popcountll((four ^ negative * 0xFFFF) + negative);
}

size_t jpeg_set_bits(const int16_t *blocks, size_t count) {
    size_t bits = 0;
    for (size_t block = 0; block < count; block++, blocks += 64) {
        for (int index = 0; index < 64; index += 4) {
            uint64_t four;
            memcpy(&four, blocks + index, sizeof four);
            bits += four ? magnitude_bits(four) : 0;
        }
        int16_t first = blocks[0];
        uint16_t magnitude = (uint16_t)(first < 0 ? -first : first);
        bits += (size_t)__builtin_popcount((uint16_t)first) - (size_t)__builtin_popcount(magnitude);
    }
    return bits;
}

size_t jpeg_progressive_set_bits(const jpeg_progressive_plane *plane) {
    size_t blocks = plane->width * plane->height, bits = 0;
    const uint64_t *words = plane->words;
    for (size_t block = 0; block < blocks; block++, words += plane->stride) {
        bits += (size_t)__builtin_popcount((uint16_t)plane->dc[block]);
        for (int level = 0; level < plane->levels; level++) {
            bits += (size_t)__builtin_popcountll(words[JPEG_PROGRESSIVE_LEVELS + level]);
        }
    }
    for (int index = 0; index < plane->list_count; index++) {
        const jpeg_progressive_values *list = &plane->lists[index];
        for (size_t value = 0; value < list->count; value++) {
            int32_t own = list->values[value];
            bits += (size_t)__builtin_popcount((uint32_t)(own < 0 ? -own : own));
        }
    }
    return bits;
}
