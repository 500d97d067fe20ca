#ifndef UPRIGHT_JPEG_TURN_PRIVATE_H
#define UPRIGHT_JPEG_TURN_PRIVATE_H

#include "jpeg_turn.h"

enum { AC_LOOKAHEAD = 11, DC_LOOKAHEAD = 9 };

// Entries: bits 0...5 the length of code and extra bits, bits 8...13 that of the code, bits 16...19 the size, bits 24...31 how
// far the position advances. 0 where the lookahead does not hold the code, and for what is rare.
typedef struct {
    uint32_t *entries;
    int lookahead;
    uint32_t bounds[18];         // for each length, the first 16-bit prefix that is too large for a code of that length
    int32_t bases[18];
    uint32_t all[256];           // the entries of all codes, in their order
} turn_decoder;

// Advances that end a block: its end, and what is not allowed. Each leads into a range of positions of its own.
enum { ADVANCE_END = 128, ADVANCE_ERROR = 64, ADVANCE_ZEROS = 255, POSITIONS = 256 };

// Bits are read from the top of `bits`, of which `count` are data; more may lie below.
typedef struct {
    const uint8_t *next;
    uint64_t bits;
    uint64_t count;
} turn_reader;

typedef struct {
    turn_reader reader;
    const uint8_t *end;          // it ends at the first MCU that begins there or behind
    int is_guess, is_last, is_done, has_failed;
    size_t interval;             // where there are markers: the number of the interval, of the scan
    size_t mcu_limit;            // how many MCUs it has at most
    size_t mcus;
    size_t next_marker;          // how many MCUs are before the next marker
    uint8_t *records, *record_end, *record_limit;
    // The state before the MCU that is being decoded.
    turn_reader saved_reader;
    size_t saved_record_end;
    int32_t saved_predictors[JPEG_TURN_MAX_COMPONENTS];
    uint32_t *index;             // where the record of each MCU begins
    uint64_t *positions;         // the bits at which the first MCUs begin, of a guess
    size_t position_count;
    int32_t predictors[JPEG_TURN_MAX_COMPONENTS];
    int32_t (*before)[JPEG_TURN_MAX_COMPONENTS]; // the predictors there
    // What the connecting finds: MCUs to drop, the number of the first in the scan, what DC coefficients lack.
    size_t dropped, first;
    int32_t offsets[JPEG_TURN_MAX_COMPONENTS];
    uint32_t (*counts)[256];     // of symbols, for each component
} turn_piece;

typedef struct {
    int component;
    int x, y;
} turn_block;

struct jpeg_turn {
    jpeg_turn_setup setup;
    turn_decoder dc[JPEG_TURN_MAX_COMPONENTS], ac[JPEG_TURN_MAX_COMPONENTS];
    uint32_t *moves[JPEG_TURN_MAX_COMPONENTS]; // of POSITIONS: bits 16... the place, bits 0...15 what extra bits are inverted by
    uint64_t *codes[JPEG_TURN_MAX_COMPONENTS]; // 256: bits 0...5 the length, bits 8...13 16 less the size, bits 16... the code
    int keeps_symbols, keeps_order;
    int block_count;
    turn_block blocks[JPEG_TURN_MAX_BLOCKS];   // of an MCU, as stored
    // The blocks of a turned MCU: which of the stored ones each is.
    int order[JPEG_TURN_MAX_BLOCKS];
    turn_block turned[JPEG_TURN_MAX_BLOCKS];
    size_t columns, rows;        // MCUs after the turn
    size_t width[JPEG_TURN_MAX_COMPONENTS], height[JPEG_TURN_MAX_COMPONENTS]; // blocks after the turn
    int across[JPEG_TURN_MAX_COMPONENTS], down[JPEG_TURN_MAX_COMPONENTS]; // blocks of an MCU after the turn
    size_t total;
    uint64_t *places;            // of each MCU of the scan: bits 48... the piece, bits 0...47 where its record begins
    uint8_t *data;               // without stuffed bytes and markers
    size_t size;
    size_t *intervals;           // where each begins; the last is the end
    size_t interval_count;
    int piece_count;
    turn_piece *pieces;
};

// How many MCUs of a guess know where they begin.
enum { KEPT_POSITIONS = 4096 };
// What an MCU can take at most: of the data (64 codes of 16 bits and 11 more each), and of the records.
enum { BLOCK_DATA = 64 * 27 / 8 + 1, BLOCK_RECORD = 4 + 64 * 4 + 24 };

// Whether a piece has another MCU, for which everything is at hand. It is the piece's end, or a failure, where not.
int turn_is_ready(jpeg_turn *turn, turn_piece *piece);
// Forgets the MCU that was begun.
void turn_rewind(const jpeg_turn *turn, turn_piece *piece);
// Where a guess has failed, begins anew behind it. Returns 0 where the piece is no guess, or is at its end.
int turn_guess_again(jpeg_turn *turn, turn_piece *piece);

// A row of MCUs after the turn: where each comes from.
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

// The record of an MCU of the scan, and what its DC coefficients lack.
static inline const uint8_t *turn_record(const jpeg_turn *turn, size_t mcu, const int32_t **offsets) {
    uint64_t place = turn->places[mcu];
    const turn_piece *piece = &turn->pieces[place >> 48];
    if (offsets) *offsets = piece->offsets;
    return piece->records + (place & 0xFFFFFFFFFFFF);
}

// Whether a block of a turned MCU lies beyond its component.
static inline int turn_is_outside(const jpeg_turn *turn, const turn_block *block, size_t column, size_t row) {
    int component = block->component;
    return column * (size_t)turn->across[component] + (size_t)block->x >= turn->width[component]
        || row * (size_t)turn->down[component] + (size_t)block->y >= turn->height[component];
}

int turn_make_tables(jpeg_turn *turn);
void turn_free_tables(jpeg_turn *turn);

typedef struct {
    int (*run_pair)(jpeg_turn *turn, turn_piece *a, turn_piece *b);
    int (*run_single)(jpeg_turn *turn, turn_piece *piece, size_t mcus);
    size_t (*write)(
        const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target, size_t room,
        int *done);
} turn_kernels;

extern const turn_kernels turn_kernels_portable;
#if defined(__x86_64__)
extern const turn_kernels turn_kernels_bmi2;
#endif
const turn_kernels *turn_kernels_chosen(void);

static inline uint64_t position_of(const turn_reader *reader, const uint8_t *data) {
    return (uint64_t)(reader->next - data) * 8 - reader->count;
}

static inline turn_reader reader_at(const uint8_t *next) { return (turn_reader){next, 0, 0}; }

#endif
