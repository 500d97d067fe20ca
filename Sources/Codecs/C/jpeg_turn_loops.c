// The innermost loops of a turn. Two pieces at a time save 7 % of the processor time of `upright reprocess` of six 8-megapixel
// pictures. Where coefficients are kept to be requantized, they would save 4 %, so there is one at a time.

#include "jpeg_turn_words.h"
#include "jpeg_turn_decoding.h"
#include "jpeg_turn_records.h"
#include "jpeg_turn_writing.h"

// Decodes the next block of each of two pieces, alternating between their symbols.
static __attribute__((noinline)) int decode_two(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, bit_reader *first, bit_reader *second,
    int32_t *first_predictor, int32_t *second_predictor, uint32_t *first_target, uint32_t *second_target, uint64_t *masks) {
    bit_reader a = *first, b = *second;
    const uint32_t *entries = ac->entries;
    uint32_t i = 1, j = 1;
    uint64_t x = 0, y = 0;
    refill(&a);
    refill(&b);
    int failed = !decode_dc(&a, dc, first_predictor);
    failed |= !decode_dc(&b, dc, second_predictor) << 1;
    step(&a, ac, entries, moves, &i, first_target, &x);
    step(&b, ac, entries, moves, &j, second_target, &y);
    while ((i | j) < 64) {
        refill(&a);
        refill(&b);
        step(&a, ac, entries, moves, &i, first_target, &x);
        step(&b, ac, entries, moves, &j, second_target, &y);
        if ((i | j) >= 64) break;
        step(&a, ac, entries, moves, &i, first_target, &x);
        step(&b, ac, entries, moves, &j, second_target, &y);
    }
    failed |= !decode_ac(&a, ac, entries, moves, i, first_target, &x);
    failed |= !decode_ac(&b, ac, entries, moves, j, second_target, &y) << 1;
    *first = a;
    *second = b;
    masks[0] = x;
    masks[1] = y;
    return failed;
}

static __attribute__((noinline)) int decode_one(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, bit_reader *reader, int32_t *predictor,
    uint32_t *target, uint64_t *mask) {
    bit_reader own = *reader;
    uint64_t bits = 0;
    refill(&own);
    int is_sound = decode_dc(&own, dc, predictor);
    is_sound &= decode_ac(&own, ac, ac->entries, moves, 1, target, &bits);
    *reader = own;
    *mask = bits;
    return is_sound;
}

INLINE uint8_t *end_kept(uint8_t *record, int32_t dc, uint8_t *next, uint32_t position) {
    if (position >= ADVANCE_END) next -= KEPT_COEFFICIENT;
    write_header(record, dc, (uint32_t)(next - record - 4) / KEPT_COEFFICIENT);
    return next;
}

static __attribute__((noinline)) int keep_one(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, turn_piece *piece, int32_t *predictor) {
    bit_reader reader = piece->reader;
    uint8_t *next = piece->record_end + 4;
    uint32_t position = 1;
    refill(&reader);
    int is_sound = decode_dc(&reader, dc, predictor);
    is_sound &= keep_ac(&reader, ac, moves, &position, &next);
    piece->reader = reader;
    piece->record_end = end_kept(piece->record_end, *predictor, next, position);
    return is_sound;
}

// Decodes an MCU of a piece that is ready for it. Returns whether the MCU was valid.
INLINE int run_mcu(jpeg_turn *turn, turn_piece *piece, uint32_t *target) {
    if (turn->keeps_order) {
        if (!turn_copy_mcu(turn, piece)) return 0;
        piece->mcus++;
        return 1;
    }
    for (int block = 0; block < turn->block_count; block++) {
        int component = turn->blocks[block].component;
        uint64_t mask;
        if (turn->keeps_coefficients) {
            if (!keep_one(
                    &turn->dc[component], &turn->ac[component], turn->moves[component], piece,
                    &piece->predictors[component])) {
                return 0;
            }
            continue;
        }
        if (!decode_one(
                &turn->dc[component], &turn->ac[component], turn->moves[component], &piece->reader,
                &piece->predictors[component], target, &mask)) {
            return 0;
        }
        write_record(turn, piece, component, target, mask, turn->keeps_symbols);
    }
    piece->mcus++;
    return 1;
}

int turn_run_single(jpeg_turn *turn, turn_piece *piece, size_t mcus) {
    uint32_t target[65];
    while (mcus > 0 && turn_is_ready(turn, piece)) {
        if (turn->keeps_order && mcus == SIZE_MAX && turn_copy_mcus(turn, piece, NULL)) continue;
        if (!run_mcu(turn, piece, target) && !turn_guess_again(turn, piece)) return 0;
        if (mcus < SIZE_MAX) mcus--;
    }
    return !piece->has_failed;
}

INLINE int run_pair_as(jpeg_turn *turn, turn_piece *a, turn_piece *b, int keeps_symbols, int keeps_order) {
    uint32_t first[65], second[65];
    while (turn_is_ready(turn, a) && turn_is_ready(turn, b)) {
        if (keeps_order) {
            if (turn_copy_mcus(turn, a, b)) continue;
            if (!run_mcu(turn, a, first) && !turn_guess_again(turn, a)) return 0;
            if (!run_mcu(turn, b, second) && !turn_guess_again(turn, b)) return 0;
            continue;
        }
        int failed = 0;
        for (int block = 0; block < turn->block_count; block++) {
            int component = turn->blocks[block].component;
            uint64_t masks[2];
            failed |= decode_two(
                &turn->dc[component], &turn->ac[component], turn->moves[component], &a->reader, &b->reader,
                &a->predictors[component], &b->predictors[component], first, second, masks);
            if (UNLIKELY(failed)) break;
            write_record(turn, a, component, first, masks[0], keeps_symbols);
            write_record(turn, b, component, second, masks[1], keeps_symbols);
        }
        if (UNLIKELY(failed)) {
            // Decode both MCUs again, one at a time, to find out which one fails.
            turn_rewind(turn, a);
            turn_rewind(turn, b);
            if (!run_mcu(turn, a, first) && !turn_guess_again(turn, a)) return 0;
            if (!run_mcu(turn, b, second) && !turn_guess_again(turn, b)) return 0;
            continue;
        }
        a->mcus++;
        b->mcus++;
    }
    if (a->has_failed || b->has_failed) return 0;
    return turn_run_single(turn, a, SIZE_MAX) && turn_run_single(turn, b, SIZE_MAX);
}

// Each kind has a function of its own, because the compiler uses registers better in small functions.
static __attribute__((noinline)) int run_pair_turning_bits(jpeg_turn *turn, turn_piece *a, turn_piece *b) {
    return run_pair_as(turn, a, b, 0, 0);
}
static __attribute__((noinline)) int run_pair_turning_symbols(jpeg_turn *turn, turn_piece *a, turn_piece *b) {
    return run_pair_as(turn, a, b, 1, 0);
}
static __attribute__((noinline)) int run_pair_copying(jpeg_turn *turn, turn_piece *a, turn_piece *b) {
    return run_pair_as(turn, a, b, 0, 1);
}

int turn_run_pair(jpeg_turn *turn, turn_piece *a, turn_piece *b) {
    if (turn->keeps_order) return run_pair_copying(turn, a, b);
    if (turn->keeps_coefficients) return turn_run_single(turn, a, SIZE_MAX) && turn_run_single(turn, b, SIZE_MAX);
    return turn->keeps_symbols ? run_pair_turning_symbols(turn, a, b) : run_pair_turning_bits(turn, a, b);
}
