#ifndef UPRIGHT_JPEG_TURN_H
#define UPRIGHT_JPEG_TURN_H

#include <stddef.h>
#include <stdint.h>

// Turns one scan of a sequential Huffman-coded JPEG from entropy coding to entropy coding, block by block, without planes of
// coefficients. It has no tolerance: at the first thing that is not as it should be it gives up, and other decoders take over.
//
// The scan is decoded in pieces, two of them interleaved symbol by symbol on a thread: the chain from one symbol to the next
// leaves a processor idle. Each MCU becomes a record: its blocks one behind the other, turned and coded again, each with its DC
// coefficient before it. The output joins records in the order that the turn gives them.

enum { JPEG_TURN_MAX_BLOCKS = 10, JPEG_TURN_MAX_COMPONENTS = 4, JPEG_TURN_MAX_PIECES = 64 };

// A Huffman table as DHT holds it.
typedef struct {
    uint8_t counts[16];
    uint8_t symbols[256];
} jpeg_turn_table;

typedef struct {
    int across, down;            // blocks of an MCU, as stored
    size_t width, height;        // the component's size in blocks, as stored
    jpeg_turn_table dc, ac;
    const int16_t *moves;        // 64: for each coefficient bits 0...5 its place after the turn, negative where its sign changes
} jpeg_turn_component;

typedef struct {
    int count;
    jpeg_turn_component components[JPEG_TURN_MAX_COMPONENTS];
    size_t columns, rows;        // MCUs, as stored
    size_t restart_interval;     // MCUs between markers in the source, or 0
    int transposes, mirrors_columns, mirrors_rows; // of the result: transposition first
    // The AC codes to write with, for each component: of 256 symbols, bits 0...5 the length of code and extra bits, bits 6 and up
    // the code, shifted to the left by the extra bits. Null where they depend on the symbols, which are kept then.
    const uint64_t *ac_codes[JPEG_TURN_MAX_COMPONENTS];
} jpeg_turn_setup;

typedef uint64_t jpeg_turn_counts[256];

typedef struct jpeg_turn jpeg_turn;

// Makes a turn of a scan's entropy-coded data, in up to `pieces` pieces. Returns null where there is no memory, or the data or
// its tables are not as they should be. The codes named by the setup must live as long as the turn, the data until
// jpeg_turn_connect.
jpeg_turn *jpeg_turn_create(const jpeg_turn_setup *setup, const uint8_t *data, size_t size, int pieces);
void jpeg_turn_free(jpeg_turn *turn);

// How many parts can be decoded side by side, on a thread each: pairs of pieces.
int jpeg_turn_pairs(const jpeg_turn *turn);
// Decodes a part. Returns whether it was as it should be.
int jpeg_turn_decode(jpeg_turn *turn, int pair);
// Connects the parts, when all are decoded. Returns whether the whole is as it should be.
int jpeg_turn_connect(jpeg_turn *turn);

// How often each run and size occurs in a component, and how often each size of a DC difference, in the turned scan. Only where
// symbols were kept. Returns 0 where a DC difference is too large to be written.
int jpeg_turn_count(const jpeg_turn *turn, size_t restart_interval, jpeg_turn_counts *dc, jpeg_turn_counts *ac);

// A part of the output: rows of MCUs of the turned scan.
typedef struct {
    size_t row, last_row;        // the row that comes next, and the one behind the last
    size_t column;
    size_t restart_interval, left;
    int restart;
    int stuffs;                  // whether a zero byte follows each byte of ones
    int32_t last[JPEG_TURN_MAX_COMPONENTS];
    uint64_t bits;               // the bits that wait, at the bottom
    unsigned count;              // how many: 0...7
} jpeg_turn_output;

// The codes of the components of the output: `dc`, and `ac` as in jpeg_turn_setup.
typedef struct {
    const uint64_t *dc[JPEG_TURN_MAX_COMPONENTS];
    const uint64_t *ac[JPEG_TURN_MAX_COMPONENTS];
} jpeg_turn_output_codes;

// How much room jpeg_turn_write needs at least.
enum { JPEG_TURN_LEAST_ROOM = 32 << 10 };

// A part of rows `row`..<`last_row`.
jpeg_turn_output jpeg_turn_begin(
    const jpeg_turn *turn, size_t row, size_t last_row, size_t restart_interval, int stuffs);
// Writes as much as there is room for. Returns how many bytes, and sets `done` when the part is complete (but for the bits that
// wait), or to -1 where a DC difference is too large to be written.
size_t jpeg_turn_write(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target, size_t room,
    int *done);
// Appends bytes that were written without stuffing behind the bits that wait. Returns how many bytes were written: room for
// twice as many and 16 more is needed.
size_t jpeg_turn_append(uint64_t *bits, unsigned *count, const uint8_t *source, size_t size, uint8_t *target);

#endif
