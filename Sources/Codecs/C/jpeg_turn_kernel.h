// The innermost loops of a turn. Each file that includes this one compiles them for one kind of processor.

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

// Copies one symbol, for a turn that keeps the order of coefficients and the codes. Inverts the extra bits if the sign
// changes.
INLINE void copy_step(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *entries, const uint32_t *moves, uint32_t *position,
    bit_writer *writer) {
    uint32_t entry = entries[reader->bits >> (64 - AC_LOOKAHEAD)];
    while (UNLIKELY(!entry)) {
        entry = long_code(reader->bits, decoder);
        if (entry >> 24 != ADVANCE_ZEROS) break;
        flush(writer);
        put(writer, reader->bits >> (64 - (entry & 63)), entry & 63);
        flush(writer);
        consume(reader, entry & 63);
        *position += 16;
        refill(reader);
        if (*position > 63) {
            *position = 1;
            entry = error_entry;
            break;
        }
        entry = entries[reader->bits >> (64 - AC_LOOKAHEAD)];
    }
    *position += entry >> 24;
    uint64_t inverted = moves[*position] & ((1u << (entry >> 16 & 15)) - 1);
    put(writer, reader->bits >> (64 - (entry & 63)) ^ inverted, entry & 63);
    consume(reader, entry & 63);
}

INLINE int copy_ac(
    bit_reader *reader, const turn_decoder *decoder, const uint32_t *moves, uint32_t position, bit_writer *writer) {
    while (position < 64) {
        refill(reader);
        copy_step(reader, decoder, decoder->entries, moves, &position, writer);
        if (position < 64) copy_step(reader, decoder, decoder->entries, moves, &position, writer);
        flush(writer);
    }
    return is_allowed(position);
}

INLINE uint8_t *end_record(uint8_t *record, int32_t dc, const bit_writer *writer) {
    write_header(record, dc, (uint32_t)(writer->next - record - 4) * 8 + writer->count);
    return writer->next + (writer->count > 0);
}

static __attribute__((noinline)) int copy_one(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, turn_piece *piece, int32_t *predictor) {
    bit_reader reader = piece->reader;
    bit_writer writer = {piece->record_end + 4, 0, 0};
    refill(&reader);
    int is_sound = decode_dc(&reader, dc, predictor);
    is_sound &= copy_ac(&reader, ac, moves, 1, &writer);
    piece->reader = reader;
    piece->record_end = end_record(piece->record_end, *predictor, &writer);
    return is_sound;
}

// Copies the next block of each of two pieces, alternating between their symbols.
static __attribute__((noinline)) int copy_two(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, turn_piece *first, turn_piece *second,
    int component) {
    bit_reader a = first->reader, b = second->reader;
    bit_writer x = {first->record_end + 4, 0, 0}, y = {second->record_end + 4, 0, 0};
    const uint32_t *entries = ac->entries;
    uint32_t i = 1, j = 1;
    refill(&a);
    refill(&b);
    int failed = !decode_dc(&a, dc, &first->predictors[component]);
    failed |= !decode_dc(&b, dc, &second->predictors[component]);
    do {
        refill(&a);
        refill(&b);
        copy_step(&a, ac, entries, moves, &i, &x);
        copy_step(&b, ac, entries, moves, &j, &y);
        if ((i | j) < 64) {
            copy_step(&a, ac, entries, moves, &i, &x);
            copy_step(&b, ac, entries, moves, &j, &y);
        }
        flush(&x);
        flush(&y);
    } while ((i | j) < 64);
    failed |= !copy_ac(&a, ac, moves, i, &x);
    failed |= !copy_ac(&b, ac, moves, j, &y);
    first->reader = a;
    second->reader = b;
    first->record_end = end_record(first->record_end, first->predictors[component], &x);
    second->record_end = end_record(second->record_end, second->predictors[component], &y);
    return failed;
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

// Keeps the coefficients of the next block of each of two pieces, alternating between their symbols.
static __attribute__((noinline)) int keep_two(
    const turn_decoder *dc, const turn_decoder *ac, const uint32_t *moves, turn_piece *first, turn_piece *second,
    int component) {
    bit_reader a = first->reader, b = second->reader;
    uint8_t *x = first->record_end + 4, *y = second->record_end + 4;
    const uint32_t *entries = ac->entries;
    uint32_t i = 1, j = 1;
    refill(&a);
    refill(&b);
    int failed = !decode_dc(&a, dc, &first->predictors[component]);
    failed |= !decode_dc(&b, dc, &second->predictors[component]);
    keep_step(&a, ac, entries, moves, &i, &x);
    keep_step(&b, ac, entries, moves, &j, &y);
    while ((i | j) < 64) {
        refill(&a);
        refill(&b);
        keep_step(&a, ac, entries, moves, &i, &x);
        keep_step(&b, ac, entries, moves, &j, &y);
        if ((i | j) >= 64) break;
        keep_step(&a, ac, entries, moves, &i, &x);
        keep_step(&b, ac, entries, moves, &j, &y);
    }
    failed |= !keep_ac(&a, ac, moves, &i, &x);
    failed |= !keep_ac(&b, ac, moves, &j, &y);
    first->reader = a;
    second->reader = b;
    first->record_end = end_kept(first->record_end, first->predictors[component], x, i);
    second->record_end = end_kept(second->record_end, second->predictors[component], y, j);
    return failed;
}

// Decodes an MCU of a piece that is ready for it. Returns whether the MCU was valid.
INLINE int run_mcu(jpeg_turn *turn, turn_piece *piece, uint32_t *target) {
    for (int block = 0; block < turn->block_count; block++) {
        int component = turn->blocks[block].component;
        uint64_t mask;
        if (turn->keeps_order || turn->keeps_coefficients) {
            if (!(turn->keeps_order ? copy_one : keep_one)(
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

// Decodes a piece to its end, or at most the given number of MCUs.
static int run_single(jpeg_turn *turn, turn_piece *piece, size_t mcus) {
    uint32_t target[65];
    for (; mcus > 0 && turn_is_ready(turn, piece); mcus--) {
        if (!run_mcu(turn, piece, target) && !turn_guess_again(turn, piece)) return 0;
    }
    return !piece->has_failed;
}

INLINE int run_pair_as(
    jpeg_turn *turn, turn_piece *a, turn_piece *b, int keeps_symbols, int keeps_order, int keeps_coefficients) {
    uint32_t first[65], second[65];
    while (turn_is_ready(turn, a) && turn_is_ready(turn, b)) {
        int failed = 0;
        for (int block = 0; block < turn->block_count; block++) {
            int component = turn->blocks[block].component;
            uint64_t masks[2];
            if (keeps_order || keeps_coefficients) {
                failed |= (keeps_order ? copy_two : keep_two)(
                    &turn->dc[component], &turn->ac[component], turn->moves[component], a, b, component);
                if (UNLIKELY(failed)) break;
                continue;
            }
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
    return run_single(turn, a, SIZE_MAX) && run_single(turn, b, SIZE_MAX);
}

// Decodes two pieces to their ends.
static int run_pair(jpeg_turn *turn, turn_piece *a, turn_piece *b) {
    if (turn->keeps_order) return run_pair_as(turn, a, b, 0, 1, 0);
    if (turn->keeps_coefficients) return run_pair_as(turn, a, b, 0, 0, 1);
    return turn->keeps_symbols ? run_pair_as(turn, a, b, 1, 0, 0) : run_pair_as(turn, a, b, 0, 0, 0);
}
