#include <stdlib.h>
#include <string.h>

#include "jpeg_turn_private.h"

// Returns the entry of a code; see turn_decoder.
static uint32_t entry_of(uint8_t symbol, int length, int is_dc) {
    uint32_t size = is_dc ? symbol : symbol & 15, run = is_dc ? 0 : symbol >> 4;
    uint32_t advance = run + 1;
    if (is_dc ? size > 11 : size > 10) {
        advance = ADVANCE_ERROR;
    } else if (!is_dc && size == 0) {
        advance = run == 0 ? ADVANCE_END : run == 15 ? ADVANCE_ZEROS : ADVANCE_ERROR;
    }
    if (advance == ADVANCE_ERROR) size = 0;
    return (uint32_t)length + size | (uint32_t)length << 8 | size << 16 | advance << 24;
}

// Returns 0 if out of memory, or if the lengths are oversubscribed.
static int make_decoder(turn_decoder *decoder, const jpeg_turn_table *table, int is_dc) {
    int lookahead = is_dc ? DC_LOOKAHEAD : AC_LOOKAHEAD;
    uint32_t *entries = calloc((size_t)1 << lookahead, sizeof *entries);
    if (!entries) return 0;
    decoder->entries = entries;
    uint32_t code = 0, index = 0;
    for (int length = 1; length <= 16; length++) {
        decoder->bases[length] = (int32_t)index - (int32_t)code;
        for (int number = 0; number < table->counts[length - 1]; number++, index++, code++) {
            if (index >= 256) return 0;
            uint32_t entry = entry_of(table->symbols[index], length, is_dc);
            decoder->all[index] = entry;
            uint32_t advance = entry >> 24;
            if (length > lookahead || advance == ADVANCE_ERROR || advance == ADVANCE_ZEROS) continue;
            uint32_t count = 1u << (lookahead - length), first = code * count;
            if (code >= 1u << length) continue;
            for (uint32_t rest = 0; rest < count; rest++) entries[first + rest] = entry;
        }
        if (code > 1u << length) return 0;
        decoder->bounds[length] = code << (16 - length);
        code <<= 1;
    }
    return 1;
}

static int make_moves(uint32_t **moves, const int16_t *source) {
    *moves = malloc(POSITIONS * sizeof **moves);
    if (!*moves) return 0;
    for (int position = 0; position < POSITIONS; position++) (*moves)[position] = 64u << 16;
    for (int index = 0; index < 64; index++) {
        (*moves)[index + 1] = (uint32_t)(source[index] & 63) << 16 | (source[index] < 0 ? 0xFFFF : 0);
    }
    return 1;
}

static int make_codes(uint64_t **codes, const uint64_t *source) {
    *codes = malloc(256 * sizeof **codes);
    if (!*codes) return 0;
    for (unsigned symbol = 0; symbol < 256; symbol++) {
        (*codes)[symbol] = (source[symbol] & 63) | (16 - (symbol & 15)) << 8 | source[symbol] >> 6 << 16;
        // Only these symbols can be decoded here; each of them must have a code.
        int is_used = (symbol & 15) <= 10 && ((symbol & 15) > 0 || symbol == 0 || symbol == 0xF0);
        if (is_used && (source[symbol] & 63) == 0) return 0;
    }
    return 1;
}

// Returns whether a component's AC codes stay the same.
static int keeps_codes(const jpeg_turn_table *table, const uint64_t *codes) {
    uint32_t code = 0, index = 0;
    for (unsigned length = 1; length <= 16; length++, code <<= 1) {
        for (int number = 0; number < table->counts[length - 1]; number++, index++, code++) {
            uint8_t symbol = table->symbols[index];
            unsigned size = symbol & 15;
            if (codes[symbol] != ((uint64_t)code << (size + 6) | (length + size))) return 0;
        }
    }
    return 1;
}

int turn_make_tables(jpeg_turn *turn) {
    turn->keeps_order = !turn->setup.transposes && !turn->keeps_symbols && !turn->keeps_coefficients;
    for (int index = 0; index < turn->setup.count; index++) {
        const jpeg_turn_component *component = &turn->setup.components[index];
        if (!make_decoder(&turn->dc[index], &component->dc, 1) || !make_decoder(&turn->ac[index], &component->ac, 0)
            || !make_moves(&turn->moves[index], component->moves)) {
            return 0;
        }
        if (turn->keeps_symbols || turn->keeps_coefficients) continue;
        if (!make_codes(&turn->codes[index], turn->setup.ac_codes[index])) return 0;
        if (turn->keeps_order) turn->keeps_order = keeps_codes(&component->ac, turn->setup.ac_codes[index]);
    }
    return 1;
}

void turn_free_tables(jpeg_turn *turn) {
    for (int index = 0; index < JPEG_TURN_MAX_COMPONENTS; index++) {
        free(turn->dc[index].entries);
        free(turn->ac[index].entries);
        free(turn->moves[index]);
        free(turn->codes[index]);
    }
}
