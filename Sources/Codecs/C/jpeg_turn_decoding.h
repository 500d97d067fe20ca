// Decodes symbols from bits, one at a time.

#include <string.h>

#include "jpeg_turn_private.h"

// Returns the entry of a code that is not in the lookahead.
static __attribute__((noinline)) uint32_t long_code(uint64_t bits, const turn_decoder *decoder) {
    uint32_t prefix = (uint32_t)(bits >> 48), place = prefix - decoder->bounds[decoder->lookahead];
    return place < LONG_ENTRIES ? decoder->longer[place] : turn_entry_of(decoder, prefix);
}

// Handles the rare cases: long codes, and runs of 16 zeros.
static __attribute__((noinline)) uint32_t rare_entry(bit_reader *reader, const turn_decoder *decoder, uint32_t *position) {
    for (;;) {
        uint32_t entry = long_code(reader->bits, decoder);
        if (entry >> 24 != ADVANCE_ZEROS) return entry;
        consume(reader, entry & 63);
        *position += 16;
        if (*position > 63) {
            // An advance from here must not look like the end of a block.
            *position = 1;
            return error_entry;
        }
        refill(reader);
        entry = decoder->entries[reader->bits >> (64 - AC_LOOKAHEAD)];
        if (entry) return entry;
    }
}

// Finds the entry of the next AC symbol that is not a run of 16 zeros.
INLINE uint32_t next_entry(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *entries, uint32_t *position) {
    uint32_t entry = entries[reader->bits >> (64 - AC_LOOKAHEAD)];
    if (UNLIKELY(!entry)) {
        bit_reader own = *reader;
        uint32_t at = *position;
        entry = rare_entry(&own, decoder, &at);
        *reader = own;
        *position = at;
    }
    return entry;
}

// Decodes one AC symbol and stores its coefficient at its place after the turn: the size, with the extra bits at the
// top of the lower 16 bits. If the turn changes the coefficient's sign, inverts the extra bits.
INLINE void step(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *entries, const uint32_t *moves, uint32_t *position,
    uint32_t *target, uint64_t *mask) {
    uint32_t entry = next_entry(reader, decoder, entries, position);
    uint64_t extra = reader->bits << (entry >> 8 & 63);
    *position += entry >> 24;
    uint32_t move = moves[*position];
    uint32_t place = move >> 16;
    target[place] = (entry & 0xF0000) | ((uint32_t)(extra >> 48) ^ (move & 0xFFFF));
    *mask |= 1ull << (place & 63);
    consume(reader, entry & 63);
}

// Adds the DC difference at the top of `bits`. Returns whether the difference and the coefficient are valid.
INLINE int add_difference(uint64_t bits, uint32_t entry, int32_t *predictor) {
    uint64_t top = bits << (entry >> 8 & 63);
    uint32_t size = entry >> 16 & 15;
    int32_t extra = (int32_t)(top >> 1 >> (63 - size));
    int32_t negative = (int32_t)(top >> 63) - 1;
    *predictor += extra - (((1 << size) - 1) & negative);
    return entry >> 24 != ADVANCE_ERROR && (int16_t)*predictor == *predictor;
}

// Decodes a DC difference. Returns whether the difference and the coefficient are valid.
INLINE int decode_dc(bit_reader *reader, const turn_decoder *decoder, int32_t *predictor) {
    uint32_t entry = decoder->entries[reader->bits >> (64 - DC_LOOKAHEAD)];
    if (UNLIKELY(!entry)) entry = long_code(reader->bits, decoder);
    int is_sound = add_difference(reader->bits, entry, predictor);
    consume(reader, entry & 63);
    return is_sound;
}

INLINE int is_allowed(uint32_t position) { return position - 65 >= 63; }

// Decodes the AC coefficients of a block. Returns whether they are valid.
INLINE int decode_ac(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *entries, const uint32_t *moves, uint32_t position,
    uint32_t *target, uint64_t *mask) {
    while (position < 64) {
        refill(reader);
        step(reader, decoder, entries, moves, &position, target, mask);
        if (position >= 64) break;
        step(reader, decoder, entries, moves, &position, target, mask);
    }
    return is_allowed(position);
}

// Decodes one AC symbol and appends its coefficient's value and place. The end of a block appends a place of no use.
INLINE void keep_step(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *entries, const uint32_t *moves, uint32_t *position,
    uint8_t **next) {
    uint32_t entry = next_entry(reader, decoder, entries, position);
    uint64_t extra = reader->bits << (entry >> 8 & 63);
    *position += entry >> 24;
    uint32_t move = moves[*position], size = entry >> 16 & 15;
    uint32_t bits = (uint32_t)(extra >> 48) ^ (move & 0xFFFF);
    uint32_t negative = (bits >> 15) - 1;
    uint32_t value = (bits >> (16 - size)) - (negative & ((1u << size) - 1));
    store_coefficient(*next, (value & 0xFFFF) | (move & 0xFF0000));
    *next += KEPT_COEFFICIENT;
    consume(reader, entry & 63);
}

INLINE int keep_ac(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *moves, uint32_t *position, uint8_t **next) {
    while (*position < 64) {
        refill(reader);
        keep_step(reader, decoder, decoder->entries, moves, position, next);
        if (*position >= 64) break;
        keep_step(reader, decoder, decoder->entries, moves, position, next);
    }
    return is_allowed(*position);
}
