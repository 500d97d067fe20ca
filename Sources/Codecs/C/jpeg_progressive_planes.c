// Words made of coefficients, and coefficients of words.

#include <stdlib.h>

#include "jpeg_progressive_private.h"

// Makes the words of a block, and adds its values to the lists.
static void fill_block(
    jpeg_progressive_plane *plane, uint64_t *words, const int16_t *block, const uint8_t *natural, uint64_t nonzero) {
    for (int index = 0; index < plane->list_count; index++) {
        jpeg_progressive_values *list = &plane->lists[index];
        for (uint64_t places = nonzero & list->band; places;) {
            uint32_t position = (uint32_t)__builtin_clzll(places);
            uint64_t place = progressive_bit(position);
            places ^= place;
            int32_t value = block[natural[position]];
            uint32_t magnitude = (uint32_t)(value < 0 ? -value : value);
            int32_t upper = (int32_t)(magnitude >> list->low);
            if (upper) {
                words[JPEG_PROGRESSIVE_FIRST] |= place;
                // A magnitude of 2¹⁵, which no scan can send, must not become negative.
                if (upper > INT16_MAX) upper = INT16_MAX;
                list->values[list->count++] = (int16_t)(value < 0 ? -upper : upper);
            }
            if (value < 0) words[JPEG_PROGRESSIVE_SIGNS] |= place;
            for (int level = 0; level < list->low; level++) {
                if (magnitude >> level & 1) words[JPEG_PROGRESSIVE_LEVELS + level] |= place;
            }
        }
    }
}

// Returns a bit for each coefficient that is not zero.
static uint64_t nonzero_places(const int16_t *block, const uint64_t *bits) {
    uint64_t places = 0;
    for (int row = 0; row < 64; row += 8) {
        uint64_t line[2];
        memcpy(line, block + row, sizeof line);
        // The lower rows of most blocks are zero.
        if (!(line[0] | line[1])) continue;
        for (int index = row; index < row + 8; index++) places |= block[index] ? bits[index] : 0;
    }
    return places;
}

int jpeg_progressive_fill(
    jpeg_progressive_plane *plane, const int16_t *blocks, size_t blocks_in_row, const uint8_t *natural) {
    uint64_t bits[64];
    for (uint32_t position = 0; position < 64; position++) bits[natural[position]] = progressive_bit(position);
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
                plane, plane->words + number * plane->stride, block, natural, nonzero_places(block, bits));
        }
        for (int index = 0; index < plane->list_count; index++) {
            plane->lists[index].starts[row + 1] = plane->lists[index].count;
        }
    }
    return 1;
}

void jpeg_progressive_expand(const jpeg_progressive_plane *plane, size_t row, int16_t *blocks, const uint8_t *natural) {
    for (int index = 0; index < plane->list_count; index++) {
        const jpeg_progressive_values *list = &plane->lists[index];
        const int16_t *values = list->values + list->starts[row];
        for (size_t column = 0; column < plane->width; column++) {
            const uint64_t *words = plane->words + (row * plane->width + column) * plane->stride;
            for (uint64_t places = words[JPEG_PROGRESSIVE_FIRST] & list->band; places;) {
                uint32_t position = (uint32_t)__builtin_clzll(places);
                places ^= progressive_bit(position);
                blocks[column * 64 + natural[position]] = (int16_t)(*values++ * (1 << list->low));
            }
        }
    }
    for (size_t column = 0; column < plane->width; column++) {
        size_t number = row * plane->width + column;
        const uint64_t *words = plane->words + number * plane->stride;
        int16_t *block = blocks + column * 64;
        block[0] = plane->dc[number];
        for (int level = plane->levels - 1; level >= 0; level--) {
            for (uint64_t places = words[JPEG_PROGRESSIVE_LEVELS + level]; places;) {
                uint32_t position = (uint32_t)__builtin_clzll(places);
                uint64_t place = progressive_bit(position);
                places ^= place;
                int16_t *value = &block[natural[position]];
                int is_negative = *value ? *value < 0 : (words[JPEG_PROGRESSIVE_SIGNS] & place) != 0;
                *value = (int16_t)(*value + (is_negative ? -(1 << level) : 1 << level));
            }
        }
    }
}
