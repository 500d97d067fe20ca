#include <string.h>

#include "jpeg_turn_private.h"

jpeg_turn_output jpeg_turn_begin(
    const jpeg_turn *turn, size_t row, size_t last_row, size_t restart_interval, int stuffs) {
    jpeg_turn_output output = {.row = row, .last_row = last_row, .restart_interval = restart_interval, .stuffs = stuffs};
    output.left = restart_interval;
    if (row == 0 || turn->columns == 0) return output;
    // Find each component's last block in the row before.
    turn_line line = turn_line_of(turn, row - 1);
    const uint8_t *records[JPEG_TURN_MAX_BLOCKS];
    // MCUs at the right edge have a block of each component, but not necessarily the last one.
    const int32_t *offsets = turn_records(turn, turn_source(&line, turn->columns - 1), records);
    for (int block = 0; block < turn->block_count; block++) {
        const turn_block *place = &turn->turned[block];
        if (turn_is_outside(turn, place, turn->columns - 1, row - 1)) continue;
        output.last[place->component] = turn_dc(records[turn->order[block]]) + offsets[place->component];
    }
    return output;
}

size_t jpeg_turn_write(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target,
    size_t capacity, int *done) {
    return turn_write_part(turn, codes, output, target, capacity, done);
}

size_t jpeg_turn_append(uint64_t *bits, unsigned *count, const uint8_t *source, size_t size, uint8_t *target) {
    uint8_t *start = target;
    uint64_t waiting = *bits;
    unsigned used = *count;
    size_t index = 0;
    for (; size - index >= 8; index += 8) {
        uint64_t word;
        memcpy(&word, source + index, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        uint64_t whole = waiting << 1 << (63 - used) | word >> used;
        waiting = word;
        const uint64_t ones = 0x0101010101010101;
        int has_ones = ((~whole - ones) & whole & ones << 7) != 0;
        for (int byte = 0; byte < 8; byte++) {
            target[byte] = (uint8_t)(whole >> (56 - 8 * byte));
        }
        if (!has_ones) {
            target += 8;
            continue;
        }
        for (int byte = 0; byte < 8; byte++) {
            *target++ = (uint8_t)(whole >> (56 - 8 * byte));
            if (target[-1] == 0xFF) *target++ = 0;
        }
    }
    for (; index < size; index++) {
        uint8_t whole = (uint8_t)(waiting << (8 - used) | source[index] >> used);
        waiting = source[index];
        *target++ = whole;
        if (whole == 0xFF) *target++ = 0;
    }
    *bits = waiting & ((1u << used) - 1);
    return (size_t)(target - start);
}
