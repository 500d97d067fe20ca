#ifndef UPRIGHT_JPEG_PROGRESSIVE_PRIVATE_H
#define UPRIGHT_JPEG_PROGRESSIVE_PRIVATE_H

#include "jpeg_entropy.h"
#include "jpeg_progressive.h"

enum { PROGRESSIVE_LOOKAHEAD = 11 };
// The most bytes that are read behind the data: a block, or an MCU of DC coefficients, and the words around them.
enum { PROGRESSIVE_PADDING = 1024 };

// Entries: bits 0...5 the length of code and extra bits, bits 8...12 the length of the code, bits 16...19 the size, bits
// 20...23 the run, and the flags below. 0 if the code is not in the lookahead.
typedef struct {
    uint32_t entries[1 << PROGRESSIVE_LOOKAHEAD];
    uint32_t bounds[17];         // for each length, the first 16-bit prefix that is too large for a code of that length
    int32_t bases[17];
    uint32_t all[256];           // the entries of all codes, in their order
} progressive_table;

enum { ENTRY_INVALID = 1 << 24, ENTRY_END = 1 << 25, ENTRY_ZEROS = 1 << 26 };

typedef struct {
    int (*decode)(jpeg_progressive_decoder *decoder);
    int (*count)(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts);
    size_t (*write)(
        jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done);
} progressive_kernels;

extern const progressive_kernels progressive_kernels_portable;
#if defined(__x86_64__)
extern const progressive_kernels progressive_kernels_bmi2;
#endif
const progressive_kernels *progressive_kernels_chosen(int is_portable);

struct jpeg_progressive_decoder {
    const jpeg_progressive_scan *scan;
    const progressive_kernels *kernels;
    uint64_t band;
    uint8_t *data;
    size_t size;
    size_t *intervals;           // the start of each; the last is the end
    size_t interval;             // the number of the current one
    size_t left;                 // the number of MCUs before the next marker
    size_t row;                  // the next one
    bit_reader reader;
    uint32_t run;                // the number of blocks, from the next one on, whose band has ended
    int32_t predictors[JPEG_TURN_MAX_COMPONENTS];
    progressive_table tables[]; // one for each component
};

// The number of blocks in each run whose band has ended, in order.
typedef struct {
    uint16_t *lengths;
    size_t count, capacity;
} progressive_runs;

struct jpeg_progressive_encoder {
    const jpeg_progressive_scan *scan;
    const progressive_kernels *kernels;
    uint64_t band;
    progressive_runs runs;
    // The state of writing.
    size_t row, column;          // the next MCU
    size_t value;                // the next one of the list
    size_t run;                  // the next one
    uint32_t run_left;           // the number of blocks that the current run still has
    size_t left;                 // the number of MCUs before the next marker
    int restart;                 // the next marker's number
    int32_t last[JPEG_TURN_MAX_COMPONENTS];
    uint64_t bits;               // pending
    uint32_t pending;            // their number: 0...7
    size_t sent_bits[JPEG_TURN_MAX_COMPONENTS]; // see jpeg_progressive_sent_bits
};

INLINE uint64_t progressive_band(const jpeg_progressive_scan *scan) {
    return ~0ull >> scan->start & ~0ull << (63 - scan->end);
}

// Returns the places of the coefficients that were nonzero before a level was sent.
INLINE uint64_t progressive_known(const uint64_t *words, int level, int levels) {
    uint64_t known = words[JPEG_PROGRESSIVE_FIRST];
    for (int higher = level + 1; higher < levels; higher++) known |= words[JPEG_PROGRESSIVE_LEVELS + higher];
    return known;
}

INLINE uint64_t progressive_bit(uint32_t place) { return 1ull << 63 >> place; }

#endif
