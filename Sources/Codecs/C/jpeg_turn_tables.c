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
    decoder->lookahead = lookahead;
    uint32_t code = 0, index = 0, place = 0;
    for (int length = 1; length <= 16; length++) {
        decoder->bases[length] = (int32_t)index - (int32_t)code;
        for (int number = 0; number < table->counts[length - 1]; number++, index++, code++) {
            if (index >= 256) return 0;
            uint32_t entry = entry_of(table->symbols[index], length, is_dc);
            decoder->all[index] = entry;
            if (length > lookahead) {
                uint32_t end = place + (1u << (16 - length));
                while (place < end && place < LONG_ENTRIES) decoder->longer[place++] = entry;
            }
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
    while (place < LONG_ENTRIES) decoder->longer[place++] = error_entry;
    return 1;
}

// Returns the entry of an AC code that the given number of bits begin with; 0 as in `entries`.
static uint32_t ac_entry_of(const turn_decoder *decoder, uint32_t bits, int count) {
    uint32_t entry = decoder->entries[bits >> (count - AC_LOOKAHEAD)];
    if (entry || count == AC_LOOKAHEAD) return entry;
    entry = turn_entry_of(decoder, bits << (16 - count));
    uint32_t advance = entry >> 24;
    return (entry >> 8 & 63) > (uint32_t)count || advance == ADVANCE_ERROR || advance == ADVANCE_ZEROS ? 0 : entry;
}

turn_step_symbols turn_symbols_of_step(const turn_decoder *decoder, uint32_t index, int lookahead) {
    uint32_t first = ac_entry_of(decoder, index, lookahead), length = first & 63, known = (uint32_t)lookahead;
    if (!first || length > STEP_BITS) return (turn_step_symbols){0, 0};
    // The first symbol must not end the block, and there must be bits after it.
    if (first >> 24 > STEP_OFFSET || length >= known) return (turn_step_symbols){first, 0};
    uint32_t second = ac_entry_of(decoder, index << length & ((1u << lookahead) - 1), lookahead);
    // Only so many bits of the second code are known.
    if (length + (second >> 8 & 63) > known || length + (second & 63) > STEP_BITS) second = 0;
    return (turn_step_symbols){first, second};
}

// Returns the step of one AC symbol, or of two if the lookahead has both codes.
static uint64_t ac_step_of(const turn_decoder *decoder, uint32_t index, int lookahead) {
    const uint64_t is_end = 1ull << 63;
    turn_step_symbols symbols = turn_symbols_of_step(decoder, index, lookahead);
    uint32_t first = symbols.first, second = symbols.second, length = first & 63, advance = first >> 24;
    if (advance == ADVANCE_END) return length | is_end;
    uint64_t extra = (1u << (first >> 16 & 15)) - 1;
    if (!second) return length | (uint64_t)advance << 8 | (uint64_t)advance << 16 | extra << 24;
    length += second & 63;
    extra <<= second & 63;
    if (second >> 24 == ADVANCE_END) {
        return length | (uint64_t)advance << 8 | (uint64_t)advance << 16 | extra << 24 | is_end;
    }
    uint64_t last = advance + (second >> 24), extra_of_second = (1u << (second >> 16 & 15)) - 1;
    return length | last << 8 | (uint64_t)advance << 16 | extra << 24 | extra_of_second << 44;
}

// Makes the steps of DC differences.
static void fill_dc_steps(uint64_t *steps, const uint32_t *entries, int lookahead) {
    uint32_t same = 1u << (lookahead - DC_LOOKAHEAD);
    for (uint32_t index = 0; index < 1u << DC_LOOKAHEAD; index++) {
        uint32_t length = entries[index] & 63;
        uint64_t step = length > 0 && length <= STEP_BITS ? length | 1ull << 63 : 0;
        for (uint32_t place = 0; place < same; place++) steps[index * same + place] = step;
    }
}

int turn_first_with(const jpeg_turn *turn, int component, int is_dc) {
    for (int index = 0; index < component; index++) {
        const jpeg_turn_component *own = &turn->setup.components[component], *other = &turn->setup.components[index];
        if (!memcmp(is_dc ? &own->dc : &own->ac, is_dc ? &other->dc : &other->ac, sizeof own->dc)) return index;
    }
    return component;
}

// Makes the tables to copy with. Returns 0 if out of memory.
static int make_steps(jpeg_turn *turn, size_t size) {
    size_t blocks = turn->total * (size_t)turn->block_count;
    int is_dense = size >= LONG_STEP_LEAST && size / LONG_STEP_BLOCK > blocks / 8;
    int lookahead = is_dense ? LONG_STEP_LOOKAHEAD : AC_LOOKAHEAD;
    turn->step_lookahead = lookahead;
    turn->step_memory = malloc(((size_t)2 * JPEG_TURN_MAX_COMPONENTS << lookahead) * sizeof *turn->step_memory);
    if (!turn->step_memory) return 0;
    for (int number = 0; number < 2 * turn->setup.count; number++) {
        int component = number / 2, is_dc = number % 2 == 0;
        // Components share tables, so that more of them fit the cache.
        if (turn_first_with(turn, component, is_dc) < component) continue;
        uint64_t *steps = turn->step_memory + ((size_t)number << lookahead);
        if (is_dc) {
            fill_dc_steps(steps, turn->dc[component].entries, lookahead);
            continue;
        }
        for (uint32_t index = 0; index < 1u << lookahead; index++) {
            steps[index] = ac_step_of(&turn->ac[component], index, lookahead);
        }
    }
    turn->steps = malloc(STEP_TABLES * sizeof *turn->steps);
    turn->signs = calloc(256, sizeof *turn->signs);
    if (!turn->steps || !turn->signs) return 0;
    for (int index = 0; index < STEP_TABLES; index++) {
        int component = turn->blocks[index / 2 % turn->block_count].component, is_dc = index % 2 == 0;
        int number = 2 * turn_first_with(turn, component, is_dc) + !is_dc;
        turn->steps[index] = turn->step_memory + ((size_t)number << lookahead);
    }
    for (int index = 0; index < 64; index++) {
        turn->signs[index + 1 + STEP_OFFSET] = turn->setup.components[0].moves[index] < 0 ? (1u << STEP_BITS) - 1 : 0;
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

int turn_make_tables(jpeg_turn *turn, size_t size) {
    // Positions in a copy have 32 bits.
    turn->keeps_order =
        !turn->setup.transposes && !turn->keeps_symbols && !turn->keeps_coefficients && size <= UINT32_MAX / 16;
    for (int index = 0; index < turn->setup.count; index++) {
        const jpeg_turn_component *component = &turn->setup.components[index];
        if (!make_decoder(&turn->dc[index], &component->dc, 1) || !make_decoder(&turn->ac[index], &component->ac, 0)
            || !make_moves(&turn->moves[index], component->moves)) {
            return 0;
        }
        if (turn->keeps_symbols || turn->keeps_coefficients) continue;
        turn->keeps_order = turn->keeps_order
            && !memcmp(component->moves, turn->setup.components[0].moves, 64 * sizeof *component->moves);
        if (turn->setup.keeps_ac_codes) continue;
        if (!make_codes(&turn->codes[index], turn->setup.ac_codes[index])) return 0;
        turn->keeps_order = turn->keeps_order && keeps_codes(&component->ac, turn->setup.ac_codes[index]);
    }
    turn->counts_steps = turn->setup.keeps_ac_codes;
    if (turn->setup.keeps_ac_codes && !turn->keeps_order) return 0;
    return !turn->keeps_order || make_steps(turn, size);
}

void turn_free_tables(jpeg_turn *turn) {
    for (int index = 0; index < JPEG_TURN_MAX_COMPONENTS; index++) {
        free(turn->dc[index].entries);
        free(turn->ac[index].entries);
        free(turn->moves[index]);
        free(turn->codes[index]);
    }
    free(turn->step_memory);
    free(turn->steps);
    free(turn->signs);
}
