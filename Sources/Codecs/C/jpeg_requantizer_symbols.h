// Keeps the symbols of a part until its tables are known. A block is a header (the DC difference, and the number of
// words) and the words of jpeg_turn_words.h.

#include "jpeg_turn_words.h"

INLINE uint8_t *append_word(uint8_t *target, uint32_t value) {
    uint16_t word = (uint16_t)value;
    memcpy(target, &word, 2);
    return target + 2;
}

INLINE uint8_t *collect_block(
    uint8_t *record, int32_t difference, const int16_t *coefficients, uint64_t mask, const uint8_t *order,
    uint64_t *counts) {
    uint8_t *target = record + 4;
    uint64_t rest = mask & ~1ull;
    uint32_t previous = 0;
    while (rest) {
        uint32_t index = next_index(&rest);
        uint32_t run = index - previous - 1;
        previous = index;
        for (; UNLIKELY(run > 15); run -= 16) {
            target = append_word(target, 0xF0 << 7);
            counts[0xF0]++;
        }
        uint64_t own = size_and_extra(coefficients[order[index]]);
        uint32_t symbol = run << 4 | (uint32_t)own, extra = (uint32_t)(own >> 32);
        counts[symbol]++;
        if (UNLIKELY((uint32_t)own > 7)) {
            target = append_word(append_word(target, symbol << 7), extra);
        } else {
            target = append_word(target, symbol << 7 | extra);
        }
    }
    if (!(mask >> 63)) {
        target = append_word(target, 0);
        counts[0]++;
    }
    target = pad_words(record + 4, target);
    append_word(append_word(record, (uint32_t)difference), (uint32_t)(target - record - 4) / 2);
    return target;
}

INLINE void count_difference(uint64_t *counts, int32_t difference, int *has_failed) {
    uint32_t size = difference ? (uint32_t)size_and_extra(difference) : 0;
    counts[size & 255]++;
    *has_failed |= size > 11;
}

static int collect(jpeg_requantizer *requantizer, jpeg_turn_counts *dc, jpeg_turn_counts *ac) {
    const jpeg_turn *turn = requantizer->turn;
    jpeg_turn_output *output = &requantizer->output;
    int32_t last[JPEG_TURN_MAX_COMPONENTS];
    memcpy(last, output->last, sizeof last);
    size_t left = output->restart_interval;
    for (size_t row = output->row; row < output->last_row; row++) {
        prepare(requantizer, row);
        for (size_t column = 0; column < turn->columns; column++) {
            if (output->restart_interval > 0) {
                if (left == 0) {
                    memset(last, 0, sizeof last);
                    left = output->restart_interval;
                }
                left--;
            }
            if (!requantizer_reserve(requantizer)) return 0;
            make_mcu(requantizer, row, column);
            for (int block = 0; block < turn->block_count; block++) {
                const turn_block *place = &turn->turned[block];
                int component = place->component;
                int is_outside = turn_is_outside(turn, place, column, row);
                const int16_t *own = requantizer->coefficients[block];
                int32_t difference = is_outside ? 0 : own[0] - last[component];
                count_difference(dc[component], difference, &requantizer->has_failed);
                last[component] += difference;
                requantizer->symbol_end = collect_block(
                    requantizer->symbol_end, difference, own, is_outside ? 0 : requantizer->masks[block],
                    requantizer->planes[component].own.is_exact ? same_order : requantizer_order, ac[component]);
            }
        }
    }
    requantizer->next_symbol = requantizer->symbols;
    return !requantizer->has_failed;
}

INLINE void put_collected(
    jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, bit_writer *writer) {
    const jpeg_turn *turn = requantizer->turn;
    const uint8_t *source = requantizer->next_symbol;
    for (int block = 0; block < turn->block_count; block++) {
        int component = turn->turned[block].component;
        int16_t difference;
        uint16_t count;
        memcpy(&difference, source, 2);
        memcpy(&count, source + 2, 2);
        put_difference(writer, difference, codes->dc[component], &requantizer->has_failed);
        put_symbols(writer, source + 4, count, codes->ac[component]);
        source += 4 + 2 * (size_t)count;
    }
    requantizer->next_symbol = source;
}
