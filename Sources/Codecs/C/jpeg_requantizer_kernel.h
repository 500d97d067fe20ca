// The innermost loops of a requantizer. Each file that includes this one compiles them for one kind of processor.

#include "jpeg_requantizer_private.h"
#include "jpeg_transform.h"
#include "jpeg_requantizer_strips.h"

// Returns the record of a stored block of a component that is turned exactly, given its place after the turn.
INLINE const uint8_t *exact_record(
    const jpeg_turn *turn, const requantizer_plane *plane, int component, size_t x, size_t y, const int32_t **offsets) {
    size_t column = turn->setup.mirrors_columns ? turn->width[component] - 1 - x : x;
    size_t row = turn->setup.mirrors_rows ? turn->height[component] - 1 - y : y;
    if (turn->setup.transposes) {
        size_t other = column;
        column = row;
        row = other;
    }
    size_t across = (size_t)plane->stored_across, down = (size_t)plane->stored_down;
    const uint8_t *record = turn_record(turn, row / down * turn->setup.columns + column / across, offsets);
    return skip_records(record, plane->first_block + (int)(row % down * across + column % across));
}

// Makes the coefficients of an MCU's blocks, except of those beyond the edges.
static void make_mcu(jpeg_requantizer *requantizer, size_t row, size_t column) {
    const jpeg_turn *turn = requantizer->turn;
    int is_edge = row + 1 == turn->rows || column + 1 == turn->columns;
    for (int block = 0; block < turn->block_count; block++) {
        const turn_block *place = &turn->turned[block];
        int component = place->component;
        if (UNLIKELY(is_edge) && turn_is_outside(turn, place, column, row)) continue;
        const requantizer_plane *plane = &requantizer->planes[component];
        size_t x = column * (size_t)turn->across[component] + (size_t)place->x;
        int16_t *coefficients = requantizer->coefficients[block];
        if (plane->own.is_exact) {
            size_t y = row * (size_t)turn->down[component] + (size_t)place->y;
            const int32_t *offsets;
            const uint8_t *record = exact_record(turn, plane, component, x, y, &offsets);
            memset(coefficients, 0, 64 * sizeof *coefficients);
            requantizer->masks[block] = expand(record, coefficients);
            coefficients[0] = dc_of_record(requantizer, record, offsets[component]);
            continue;
        }
        uint64_t mask = forward_transform(plane->lines + 8 * place->y, x * 8, plane->own.inverse_steps, 0, coefficients);
        uint64_t ordered = 0;
        for (int i = 0; i < 8; i++) ordered |= requantizer->zigzag_masks[i][mask >> (8 * i) & 255];
        requantizer->masks[block] = ordered;
    }
}

// A coefficient's size in the lower half, its extra bits in the upper half.
INLINE uint64_t size_and_extra(int32_t value) {
    int32_t sign = value >> 31;
    uint32_t size = 32 - (uint32_t)__builtin_clz((uint32_t)((value ^ sign) - sign));
    return (uint64_t)((uint32_t)(value + sign) & ((1u << size) - 1)) << 32 | size;
}

INLINE uint64_t code_of(const uint64_t *codes, uint32_t run, int32_t value) {
    uint64_t own = size_and_extra(value);
    return codes[run << 4 | (uint32_t)own] + (own >> 32 << 6);
}

INLINE uint32_t next_index(uint64_t *rest) {
    uint32_t index = (uint32_t)__builtin_ctzll(*rest);
    *rest &= *rest - 1;
    return index;
}

// Writes a block's AC coefficients.
INLINE void put_block(
    bit_writer *writer, const int16_t *coefficients, uint64_t mask, const uint8_t *order, const uint64_t *codes) {
    uint64_t rest = mask & ~1ull;
    uint32_t previous = 0;
    while (rest) {
        uint32_t index = next_index(&rest);
        uint32_t run = index - previous - 1;
        previous = index;
        while (UNLIKELY(run > 15)) {
            put(writer, codes[0xF0] >> 6, codes[0xF0] & 63);
            flush(writer);
            run -= 16;
        }
        uint64_t first = code_of(codes, run, coefficients[order[index]]);
        if (rest) {
            index = (uint32_t)__builtin_ctzll(rest);
            run = index - previous - 1;
            if (run <= 15) {
                // Two at a time, because each flush depends on the one before, which limits the speed.
                uint64_t second = code_of(codes, run, coefficients[order[index]]);
                rest &= rest - 1;
                previous = index;
                first = (first >> 6 << (second & 63) | second >> 6) << 6 | ((first & 63) + (second & 63));
            }
        }
        put(writer, first >> 6, first & 63);
        flush(writer);
    }
    if (!(mask >> 63)) {
        put(writer, codes[0] >> 6, codes[0] & 63);
        flush(writer);
    }
}

INLINE void put_difference(bit_writer *writer, int32_t difference, const uint64_t *codes, int *has_failed) {
    uint64_t own = difference ? size_and_extra(difference) : 0;
    uint32_t size = (uint32_t)own;
    if (UNLIKELY(size > 11)) {
        *has_failed = 1;
        return;
    }
    put(writer, codes[size] >> 6 | own >> 32, codes[size] & 63);
    flush(writer);
}

static const uint8_t same_order[64] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60,
    61, 62, 63};

INLINE void put_mcu(
    jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, bit_writer *writer) {
    const jpeg_turn *turn = requantizer->turn;
    make_mcu(requantizer, output->row, output->column);
    int is_edge = output->row + 1 == turn->rows || output->column + 1 == turn->columns;
    for (int block = 0; block < turn->block_count; block++) {
        const turn_block *place = &turn->turned[block];
        int component = place->component;
        const uint64_t *ac = codes->ac[component], *dc = codes->dc[component];
        if (UNLIKELY(is_edge) && turn_is_outside(turn, place, output->column, output->row)) {
            put_difference(writer, 0, dc, &requantizer->has_failed);
            put_block(writer, NULL, 0, same_order, ac);
            continue;
        }
        const int16_t *own = requantizer->coefficients[block];
        put_difference(writer, own[0] - output->last[component], dc, &requantizer->has_failed);
        output->last[component] = own[0];
        put_block(
            writer, own, requantizer->masks[block],
            requantizer->planes[component].own.is_exact ? same_order : requantizer_order, ac);
    }
}

#include "jpeg_requantizer_symbols.h"

INLINE uint8_t *emptied(uint8_t *target, const uint8_t *scratch, bit_writer *writer, int stuffs) {
    if (stuffs) {
        target = stuffed(target, scratch, writer->next);
    } else {
        memcpy(target, scratch, (size_t)(writer->next - scratch));
        target += writer->next - scratch;
    }
    return target;
}

static size_t write_part(
    jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, uint8_t *target, size_t capacity, int *done) {
    enum { SCRATCH = 8 << 10, SCRATCH_MCU = JPEG_TURN_MAX_BLOCKS * (BLOCK_DATA + 16) };
    const jpeg_turn *turn = requantizer->turn;
    jpeg_turn_output *output = &requantizer->output;
    uint8_t scratch[SCRATCH + SCRATCH_MCU];
    uint8_t *start = target, *limit = target + capacity - JPEG_TURN_LEAST_CAPACITY;
    bit_writer writer = {scratch, output->bits, output->count};
    *done = 0;
    for (; output->row < output->last_row; output->row++, output->column = 0) {
        if (!requantizer->symbols && output->column == 0) prepare(requantizer, output->row);
        for (; output->column < turn->columns; output->column++) {
            if (writer.next - scratch >= SCRATCH) {
                target = emptied(target, scratch, &writer, output->stuffs);
                writer.next = scratch;
                if (UNLIKELY(target > limit)) goto full;
            }
            if (output->restart_interval > 0) {
                if (output->left == 0) {
                    if (writer.count > 0) {
                        put(&writer, (1u << (8 - writer.count)) - 1, 8 - writer.count);
                        flush(&writer);
                    }
                    target = emptied(target, scratch, &writer, output->stuffs);
                    *target++ = 0xFF;
                    *target++ = (uint8_t)(0xD0 + output->restart);
                    output->restart = (output->restart + 1) & 7;
                    writer = (bit_writer){scratch, 0, 0};
                    memset(output->last, 0, sizeof output->last);
                    output->left = output->restart_interval;
                    if (target > limit) goto full;
                }
                output->left--;
            }
            if (requantizer->symbols) {
                put_collected(requantizer, codes, &writer);
            } else {
                put_mcu(requantizer, codes, output, &writer);
            }
        }
    }
    *done = 1;
full:
    target = emptied(target, scratch, &writer, output->stuffs);
    output->bits = writer.bits & ((1u << writer.count) - 1);
    output->count = writer.count;
    if (requantizer->has_failed) *done = -1;
    return (size_t)(target - start);
}
