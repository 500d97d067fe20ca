#include <string.h>

#include "jpeg_turn_private.h"

// Finds the records of a turned MCU's blocks, in stored order. Returns the offsets of their DC coefficients.
static const int32_t *records_of(const jpeg_turn *turn, size_t mcu, const uint8_t **records) {
    const int32_t *offsets;
    const uint8_t *record = turn_record(turn, mcu, &offsets);
    for (int block = 0; block < turn->block_count; block++) {
        if (turn->keeps_order) {
            records[block] = record + 4 * (size_t)(block + 1);
            continue;
        }
        records[block] = record;
        uint16_t length;
        memcpy(&length, record + 2, 2);
        record += 4 + (turn->keeps_symbols ? 2 * (size_t)length : ((size_t)length + 7) / 8);
    }
    return offsets;
}

static int32_t dc_of(const uint8_t *record) {
    int16_t value;
    memcpy(&value, record, 2);
    return value;
}

jpeg_turn_output jpeg_turn_begin(
    const jpeg_turn *turn, size_t row, size_t last_row, size_t restart_interval, int stuffs) {
    jpeg_turn_output output = {.row = row, .last_row = last_row, .restart_interval = restart_interval, .stuffs = stuffs};
    output.left = restart_interval;
    if (row == 0 || turn->columns == 0) return output;
    // Find each component's last block in the row before.
    turn_line line = turn_line_of(turn, row - 1);
    const uint8_t *records[JPEG_TURN_MAX_BLOCKS];
    // MCUs at the right edge have a block of each component, but not necessarily the last one.
    const int32_t *offsets = records_of(turn, turn_source(&line, turn->columns - 1), records);
    for (int block = 0; block < turn->block_count; block++) {
        const turn_block *place = &turn->turned[block];
        if (turn_is_outside(turn, place, turn->columns - 1, row - 1)) continue;
        output.last[place->component] = dc_of(records[turn->order[block]]) + offsets[place->component];
    }
    return output;
}

static int count_dc(uint64_t *counts, int32_t difference) {
    uint32_t magnitude = (uint32_t)(difference < 0 ? -difference : difference);
    int size = magnitude ? 32 - __builtin_clz(magnitude) : 0;
    counts[size]++;
    return size <= 11;
}

// Subtracts the symbols of a block beyond its component's edge, because they are not written.
static void discount(uint64_t *counts, const uint8_t *record) {
    uint16_t length, symbol;
    memcpy(&length, record + 2, 2);
    for (uint32_t word = 0; word < length; word++) {
        memcpy(&symbol, record + 4 + 2 * word, 2);
        counts[symbol >> 7 & 0xFF]--;
        if (symbol >> 10 & 1) word++;
    }
}

int jpeg_turn_count(const jpeg_turn *turn, size_t restart_interval, uint64_t (*dc)[256], uint64_t (*ac)[256]) {
    int count = turn->setup.count, is_sound = 1;
    memset(dc, 0, (size_t)count * sizeof *dc);
    memset(ac, 0, (size_t)count * sizeof *ac);
    for (int number = 0; number < turn->piece_count; number++) {
        for (int component = 0; component < count; component++) {
            const uint32_t *own = turn->pieces[number].counts[component];
            for (int symbol = 0; symbol < 256; symbol++) ac[component][symbol] += own[symbol];
        }
    }
    int32_t last[JPEG_TURN_MAX_COMPONENTS] = {0};
    size_t left = restart_interval;
    for (size_t row = 0; row < turn->rows; row++) {
        turn_line line = turn_line_of(turn, row);
        for (size_t column = 0; column < turn->columns; column++) {
            if (restart_interval > 0) {
                if (left == 0) {
                    memset(last, 0, sizeof last);
                    left = restart_interval;
                }
                left--;
            }
            const uint8_t *records[JPEG_TURN_MAX_BLOCKS];
            const int32_t *offsets = records_of(turn, turn_source(&line, column), records);
            int is_edge = row + 1 == turn->rows || column + 1 == turn->columns;
            for (int block = 0; block < turn->block_count; block++) {
                const turn_block *place = &turn->turned[block];
                int component = place->component;
                const uint8_t *record = records[turn->order[block]];
                if (is_edge && turn_is_outside(turn, place, column, row)) {
                    discount(ac[component], record);
                    ac[component][0]++;
                    dc[component][0]++;
                    continue;
                }
                int32_t value = dc_of(record) + offsets[component];
                is_sound &= count_dc(dc[component], value - last[component]);
                last[component] = value;
            }
        }
    }
    return is_sound;
}

size_t jpeg_turn_write(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target,
    size_t capacity, int *done) {
    return turn->kernels->write(turn, codes, output, target, capacity, done);
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
