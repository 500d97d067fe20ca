#ifndef UPRIGHT_JPEG_TURN_PRIVATE_H
#define UPRIGHT_JPEG_TURN_PRIVATE_H

#include "jpeg_entropy.h"
#include "jpeg_turn.h"

enum { AC_LOOKAHEAD = 11, DC_LOOKAHEAD = 9, LONG_ENTRIES = 512 };

// Entries: bits 0...5 the length of code and extra bits, bits 8...13 the length of the code, bits 16...19 the size,
// bits 24...31 how far the position advances. 0 if the code is not in the lookahead, and for rare symbols.
typedef struct {
    uint32_t *entries;
    int lookahead;
    uint32_t bounds[18];         // for each length, the first 16-bit prefix that is too large for a code of that length
    int32_t bases[18];
    uint32_t all[256];           // the entries of all codes, in their order
    uint32_t longer[LONG_ENTRIES]; // the entries of the first 16-bit prefixes beyond all codes in the lookahead
} turn_decoder;

// Advances that end a block: its end, and an invalid symbol. Each leads to its own range of positions. ADVANCE_ZEROS is
// a run of 16 zeros.
enum { ADVANCE_END = 128, ADVANCE_ERROR = 64, ADVANCE_ZEROS = 255, POSITIONS = 256 };

static const uint32_t error_entry = (uint32_t)ADVANCE_ERROR << 24 | 1 << 8 | 1;

// Returns the entry of the code of any length with which 16 bits begin.
static inline uint32_t turn_entry_of(const turn_decoder *decoder, uint32_t prefix) {
    for (int length = 1; length <= 16; length++) {
        if (prefix < decoder->bounds[length]) {
            return decoder->all[(uint32_t)((int32_t)(prefix >> (16 - length)) + decoder->bases[length]) & 255];
        }
    }
    return error_entry;
}

// Returns the run and size of an AC entry.
static inline uint32_t turn_symbol_of(uint32_t entry) {
    uint32_t advance = entry >> 24;
    return advance == ADVANCE_END ? 0 : advance == ADVANCE_ZEROS ? 0xF0 : (advance - 1) << 4 & 0xF0 | (entry >> 16 & 15);
}

typedef struct {
    bit_reader reader;
    const uint8_t *end;          // the piece ends at the first MCU that starts here or later
    int is_guess, is_last, is_done, has_failed;
    size_t interval;             // with restart markers: the number of the interval in the scan
    size_t mcu_limit;            // the maximum number of MCUs
    size_t mcus;
    size_t next_marker;          // the number of MCUs before the next marker
    uint8_t *records, *record_end, *record_limit;
    // The state before the MCU that is being decoded.
    bit_reader saved_reader;
    size_t saved_record_end;
    int32_t saved_predictors[JPEG_TURN_MAX_COMPONENTS];
    uint32_t *index;             // the start of each MCU's record
    uint64_t *positions;         // of a guess: the bits at which the first MCUs start
    size_t position_count;
    int32_t predictors[JPEG_TURN_MAX_COMPONENTS];
    int32_t (*before)[JPEG_TURN_MAX_COMPONENTS]; // the predictors at `positions`
    // For a turn that keeps the order: where the piece starts, and a copy of its bits from there on; see bit_copier.
    const uint8_t *start;
    uint8_t *copy;
    size_t copy_capacity;
    // Set by jpeg_turn_connect: MCUs to drop, the first MCU's number in the scan, offsets to add to DC coefficients.
    size_t dropped, first;
    int32_t offsets[JPEG_TURN_MAX_COMPONENTS];
    jpeg_turn_counts *counts;    // of symbols, per component; with `step_counts`, only of those without a step
    uint64_t *step_counts;       // how often each entry of jpeg_turn.step_memory was taken
} turn_piece;

typedef struct {
    int component;
    int x, y;
} turn_block;

struct jpeg_turn {
    jpeg_turn_setup setup;
    turn_decoder dc[JPEG_TURN_MAX_COMPONENTS], ac[JPEG_TURN_MAX_COMPONENTS];
    uint32_t *moves[JPEG_TURN_MAX_COMPONENTS]; // POSITIONS: bits 16... the place, bits 0...15 the mask for extra bits
    uint64_t *codes[JPEG_TURN_MAX_COMPONENTS]; // 256: bits 0...5 length, bits 8...13 16 minus size, bits 16... code
    int keeps_symbols, keeps_order, keeps_coefficients;
    int counts_steps;            // whether a turn that keeps the order counts its symbols
    int step_lookahead;          // AC_LOOKAHEAD, or LONG_STEP_LOOKAHEAD if there are many bits in a block
    // For a turn that keeps the order: what can be copied in one step, a DC difference or up to two AC symbols. Bits 0...5
    // the length of codes and extra bits, bits 8...15 how far the position advances, bits 16...23 how far with the first
    // symbol, bits 24...41 which bits are the first symbol's extra bits, bits 44...53 which are the second's; bit 63 at the
    // end of a DC difference or of a block. 0 as in turn_decoder.
    uint64_t *step_memory;
    const uint64_t **steps;      // STEP_TABLES: the tables of each block of an MCU, DC before AC, again and again
    uint32_t *signs;             // 256: STEP_BITS ones if the sign changes; indices are positions plus STEP_OFFSET
    int block_count;
    turn_block blocks[JPEG_TURN_MAX_BLOCKS];   // of a stored MCU
    // The blocks of a turned MCU: for each, the number of its stored block.
    int order[JPEG_TURN_MAX_BLOCKS];
    turn_block turned[JPEG_TURN_MAX_BLOCKS];
    size_t columns, rows;        // MCUs after the turn
    size_t width[JPEG_TURN_MAX_COMPONENTS], height[JPEG_TURN_MAX_COMPONENTS]; // blocks after the turn
    int across[JPEG_TURN_MAX_COMPONENTS], down[JPEG_TURN_MAX_COMPONENTS]; // blocks of an MCU after the turn
    size_t total;
    uint64_t *places;            // of each MCU of the scan: bits 48... the piece, bits 0...47 the record
    uint8_t *data;               // without stuffed bytes and markers
    size_t size;
    size_t memory_size;          // of the memory that has `data`
    size_t *intervals;           // the start of each; the last is the end
    size_t interval_count;
    int piece_count;
    turn_piece *pieces;
    size_t kept_positions;       // the number of MCUs of a guess whose start is recorded
};

// The most bits that a step copies, the most coefficients with the first symbol if it has two, which is the difference of
// its positions from the others, too: a position below 64 leaves space for the first symbol and another.
enum { STEP_BITS = 18, STEP_OFFSET = 4 };
// Tables for more bits of the source hold more of the long codes, but take more of the cache. They are used if blocks have
// more than LONG_STEP_BLOCK bits on average, and if the data is large enough to repay the time to make them.
enum { LONG_STEP_LOOKAHEAD = 12, LONG_STEP_BLOCK = 110, LONG_STEP_LEAST = 256 << 10 };
// The number of words whose symbols are copied before records are made, and that of their tables: three for each word, one
// more for a symbol without a step, those of an incomplete MCU, and the next.
enum { STEP_LOADS = 48, STEP_TABLES = 4 * STEP_LOADS + 2 * JPEG_TURN_MAX_BLOCKS + 1 };

// A record begins with its block's DC coefficient and a length, 16 bits each: of bits, or the number of symbols or of
// kept coefficients. For bits that were copied, an MCU's record begins with the position of its bits in the piece's copy;
// its blocks' records are the DC coefficient, and the lengths of the DC difference and of what follows it.
enum { DIFFERENCE_BITS = 5 };

// A kept coefficient: its value in 16 bits, its place in 8. Each is stored as a word that the next one overlaps.
enum { KEPT_COEFFICIENT = 3 };

INLINE void store_coefficient(uint8_t *target, uint32_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    memcpy(target, &word, 4);
}

INLINE uint32_t load_coefficient(const uint8_t *source) {
    uint32_t word;
    memcpy(&word, source, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word & 0xFFFFFF;
}

// The number of MCUs whose start is recorded, of all guesses and of each at least.
enum { KEPT_POSITIONS = 4096, MINIMUM_KEPT_POSITIONS = 256 };
// The maximum size of one block: in the data (64 codes of 16 bits and 11 extra bits each), and in the records.
enum { BLOCK_DATA = 64 * 27 / 8 + 1, BLOCK_RECORD = 4 + 64 * 4 + 24 };

// Makes space for the records of MCUs. Returns 0 if out of memory, or if there are too many.
int turn_reserve(const jpeg_turn *turn, turn_piece *piece);
// Notes where a piece's next MCU starts.
void turn_start_mcu(const jpeg_turn *turn, turn_piece *piece);
// Prepares a piece for its next MCU. Returns 0 if there is none, because the piece has ended or failed.
int turn_is_ready(jpeg_turn *turn, turn_piece *piece);
// Discards the MCU that is being decoded.
void turn_rewind(const jpeg_turn *turn, turn_piece *piece);
// When a guess has failed, starts a new guess after the failure. Returns 0 if the piece is not a guess or has ended.
int turn_guess_again(jpeg_turn *turn, turn_piece *piece);

// A row of MCUs after the turn, as the numbers of their stored MCUs.
typedef struct {
    size_t first;
    ptrdiff_t stride;
} turn_line;

static inline turn_line turn_line_of(const jpeg_turn *turn, size_t row) {
    const jpeg_turn_setup *setup = &turn->setup;
    size_t across = setup->mirrors_rows ? turn->rows - 1 - row : row;
    size_t last = turn->columns - 1;
    if (setup->transposes) {
        ptrdiff_t stride = (ptrdiff_t)setup->columns;
        return setup->mirrors_columns ? (turn_line){across + last * setup->columns, -stride} : (turn_line){across, stride};
    }
    size_t start = across * setup->columns;
    return setup->mirrors_columns ? (turn_line){start + last, -1} : (turn_line){start, 1};
}

static inline size_t turn_source(const turn_line *line, size_t column) {
    return (size_t)((ptrdiff_t)line->first + line->stride * (ptrdiff_t)column);
}

// Returns the record of an MCU of the scan, and the offsets to add to its DC coefficients.
static inline const uint8_t *turn_record(const jpeg_turn *turn, size_t mcu, const int32_t **offsets) {
    uint64_t place = turn->places[mcu];
    const turn_piece *piece = &turn->pieces[place >> 48];
    if (offsets) *offsets = piece->offsets;
    return piece->records + (place & 0xFFFFFFFFFFFF);
}

// Loads an MCU's record into the cache: most of one, as bits or as symbols.
static inline void turn_prefetch(const jpeg_turn *turn, size_t mcu) {
    const uint8_t *record = turn_record(turn, mcu, NULL), *end = record + (turn->keeps_symbols ? 320 : 128);
    for (; record < end; record += 64) __builtin_prefetch(record);
}

// Returns the copy that has an MCU's bits.
static inline const uint8_t *turn_copy(const jpeg_turn *turn, size_t mcu) {
    return turn->pieces[turn->places[mcu] >> 48].copy;
}

// Finds the records of a turned MCU's blocks, in stored order. Returns the offsets of their DC coefficients.
static inline const int32_t *turn_records(const jpeg_turn *turn, size_t mcu, const uint8_t **records) {
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

// Returns the DC coefficient of a block's record.
static inline int32_t turn_dc(const uint8_t *record) {
    int16_t value;
    memcpy(&value, record, 2);
    return value;
}

// Whether a block of a turned MCU lies beyond its component's edge.
static inline int turn_is_outside(const jpeg_turn *turn, const turn_block *block, size_t column, size_t row) {
    int component = block->component;
    return column * (size_t)turn->across[component] + (size_t)block->x >= turn->width[component]
        || row * (size_t)turn->down[component] + (size_t)block->y >= turn->height[component];
}

int turn_make_tables(jpeg_turn *turn, size_t size);
// The entries of a step's AC symbols; 0 if there are fewer.
typedef struct {
    uint32_t first, second;
} turn_step_symbols;
turn_step_symbols turn_symbols_of_step(const turn_decoder *decoder, uint32_t index, int lookahead);
// Returns the number of the first component with the same DC or AC table.
int turn_first_with(const jpeg_turn *turn, int component, int is_dc);
void turn_free_tables(jpeg_turn *turn);

// Decodes two pieces to their ends.
int turn_run_pair(jpeg_turn *turn, turn_piece *a, turn_piece *b);
// Decodes a piece to its end, or at most the given number of MCUs.
int turn_run_single(jpeg_turn *turn, turn_piece *piece, size_t mcus);
size_t turn_write_part(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target, size_t capacity,
    int *done);

// Copies MCUs of one piece or of two, for a turn that keeps the order, from the start of an MCU up to the last one that is
// complete. Returns whether there were any; if not, the next MCU is invalid, or a piece ends.
int turn_copy_mcus(jpeg_turn *turn, turn_piece *first, turn_piece *second);
// Copies an MCU, symbol by symbol. Returns whether it was valid.
int turn_copy_mcu(const jpeg_turn *turn, turn_piece *piece);

// Subtract from a piece's counts the symbols that are not part of the scan: of kept records, the first of which must be that
// of an MCU's first block, or of copied bits of the data from the start of an MCU on.
void turn_discount_records(const jpeg_turn *turn, turn_piece *piece, const uint8_t *record, const uint8_t *end);
void turn_discount_copies(const jpeg_turn *turn, turn_piece *piece, uint64_t at, uint64_t end);

static inline uint64_t position_of(const bit_reader *reader, const uint8_t *data) {
    return (uint64_t)(reader->next - data) * 8 - reader->count;
}

static inline bit_reader reader_at(const uint8_t *next) { return (bit_reader){next, 0, 0}; }

#endif
