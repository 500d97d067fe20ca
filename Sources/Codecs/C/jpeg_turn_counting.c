// Counts the symbols of a turned scan, from which its Huffman tables are made.

#include <string.h>

#include "jpeg_turn_private.h"
#include "jpeg_turn_words.h"

// Subtracts the symbols of a block's record.
static void discount_record(const uint8_t *record, uint64_t *counts) {
    uint16_t length, symbol;
    memcpy(&length, record + 2, 2);
    for (uint32_t word = 0; word < length; word++) {
        memcpy(&symbol, record + 4 + 2 * word, 2);
        if (symbol != NO_SYMBOL) counts[symbol >> 7 & 0xFF]--;
        if (symbol >> 10 & 1) word++;
    }
}

void turn_discount_records(const jpeg_turn *turn, turn_piece *piece, const uint8_t *record, const uint8_t *end) {
    for (int block = 0; record < end; block++) {
        discount_record(record, piece->counts[turn->blocks[block % turn->block_count].component]);
        uint16_t length;
        memcpy(&length, record + 2, 2);
        record += 4 + 2 * (uint32_t)length;
    }
}

// Returns the entry of the code at a bit of the data.
static uint32_t entry_at(const turn_decoder *decoder, const uint8_t *data, uint64_t at) {
    uint32_t prefix = (uint32_t)(load_big_endian(data + (at >> 3)) << (at & 7) >> 48);
    uint32_t entry = decoder->entries[prefix >> (16 - decoder->lookahead)];
    return entry ? entry : turn_entry_of(decoder, prefix);
}

// Subtracts the AC symbols of a block between two bits of the data. Returns where they end.
static uint64_t discount_block(
    const turn_decoder *decoder, const uint8_t *data, uint64_t at, uint64_t end, uint64_t *counts) {
    for (uint32_t position = 1; position < 64 && at < end;) {
        uint32_t entry = entry_at(decoder, data, at), advance = entry >> 24;
        counts[turn_symbol_of(entry)]--;
        position += advance == ADVANCE_ZEROS ? 16 : advance;
        at += entry & 63;
    }
    return at;
}

void turn_discount_copies(const jpeg_turn *turn, turn_piece *piece, uint64_t at, uint64_t end) {
    for (int block = 0; at < end; block++) {
        int component = turn->blocks[block % turn->block_count].component;
        at += entry_at(&turn->dc[component], turn->data, at) & 63;
        at = discount_block(&turn->ac[component], turn->data, at, end, piece->counts[component]);
    }
}

// Subtracts the symbols of one of an MCU's copied blocks. The extra bits in the copy differ, but not the codes.
static void discount_copied_block(const jpeg_turn *turn, size_t mcu, int number, uint64_t *counts) {
    const uint8_t *record = turn_record(turn, mcu, NULL);
    uint32_t start;
    memcpy(&start, record, 4);
    for (int block = 0;; block++) {
        uint16_t length;
        memcpy(&length, record + 4 * (size_t)(block + 1) + 2, 2);
        start += length & ((1u << DIFFERENCE_BITS) - 1);
        uint32_t end = start + (length >> DIFFERENCE_BITS);
        if (block == number) {
            discount_block(&turn->ac[turn->blocks[block].component], turn_copy(turn, mcu), start, end, counts);
            return;
        }
        start = end;
    }
}

// Adds the symbols of the steps that a piece took.
static void add_steps(const jpeg_turn *turn, const turn_piece *piece, jpeg_turn_counts *ac) {
    int lookahead = turn->step_lookahead;
    for (int component = 0; component < turn->setup.count; component++) {
        if (turn_first_with(turn, component, 0) < component) continue;
        const uint64_t *taken = piece->step_counts + ((size_t)(2 * component + 1) << lookahead);
        for (uint32_t index = 0; index < 1u << lookahead; index++) {
            if (!taken[index]) continue;
            turn_step_symbols symbols = turn_symbols_of_step(&turn->ac[component], index, lookahead);
            if (symbols.first) ac[component][turn_symbol_of(symbols.first)] += taken[index];
            if (symbols.second) ac[component][turn_symbol_of(symbols.second)] += taken[index];
        }
    }
}

// Adds up the AC symbols of all pieces.
static void add_pieces(const jpeg_turn *turn, jpeg_turn_counts *ac) {
    for (int number = 0; number < turn->piece_count; number++) {
        const turn_piece *piece = &turn->pieces[number];
        for (int component = 0; component < turn->setup.count; component++) {
            for (int symbol = 0; symbol < 256; symbol++) ac[component][symbol] += piece->counts[component][symbol];
        }
        if (turn->counts_steps) add_steps(turn, piece, ac);
    }
}

static int count_dc(uint64_t *counts, int32_t difference) {
    uint32_t magnitude = (uint32_t)(difference < 0 ? -difference : difference);
    int size = magnitude ? 32 - __builtin_clz(magnitude) : 0;
    counts[size]++;
    return size <= 11;
}

// Counts a block beyond its component's edge: its symbols are not written, but those of a block without coefficients.
static void count_outside(
    const jpeg_turn *turn, size_t mcu, int block, const uint8_t *record, uint64_t *dc, uint64_t *ac) {
    if (turn->keeps_symbols) {
        discount_record(record, ac);
    } else {
        discount_copied_block(turn, mcu, block, ac);
    }
    ac[0]++;
    dc[0]++;
}

// Gives all counts of a table to the first component that has it, because the steps are counted per table.
static void join_counts(const jpeg_turn *turn, jpeg_turn_counts *ac) {
    for (int component = 0; component < turn->setup.count; component++) {
        int first = turn_first_with(turn, component, 0);
        if (first == component) continue;
        for (int symbol = 0; symbol < 256; symbol++) ac[first][symbol] += ac[component][symbol];
        memset(ac[component], 0, sizeof *ac);
    }
}

int jpeg_turn_count(const jpeg_turn *turn, size_t restart_interval, jpeg_turn_counts *dc, jpeg_turn_counts *ac) {
    enum { AHEAD = 8 };
    int count = turn->setup.count, is_sound = 1;
    memset(dc, 0, (size_t)count * sizeof *dc);
    memset(ac, 0, (size_t)count * sizeof *ac);
    add_pieces(turn, ac);
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
            // Turned rows jump in memory, which no processor foresees.
            size_t ahead = column + AHEAD < turn->columns ? column + AHEAD : column;
            turn_prefetch(turn, turn_source(&line, ahead));
            size_t mcu = turn_source(&line, column);
            const uint8_t *records[JPEG_TURN_MAX_BLOCKS];
            const int32_t *offsets = turn_records(turn, mcu, records);
            int is_edge = row + 1 == turn->rows || column + 1 == turn->columns;
            for (int block = 0; block < turn->block_count; block++) {
                const turn_block *place = &turn->turned[block];
                int component = place->component, stored = turn->order[block];
                if (is_edge && turn_is_outside(turn, place, column, row)) {
                    count_outside(turn, mcu, stored, records[stored], dc[component], ac[component]);
                    continue;
                }
                int32_t value = turn_dc(records[stored]) + offsets[component];
                is_sound &= count_dc(dc[component], value - last[component]);
                last[component] = value;
            }
        }
    }
    if (turn->counts_steps) join_counts(turn, ac);
    return is_sound;
}
