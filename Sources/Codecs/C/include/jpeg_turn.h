#ifndef UPRIGHT_JPEG_TURN_H
#define UPRIGHT_JPEG_TURN_H

#include <stddef.h>
#include <stdint.h>

// Turns one scan of a sequential Huffman-coded JPEG directly from entropy coding to entropy coding, block by block,
// without coefficient planes. It tolerates nothing: at the first error it gives up, and the other decoders take over.
//
// The scan is decoded in pieces. One thread decodes two of them, alternating between their symbols, because the
// dependency of each symbol on the one before leaves a processor idle. Each MCU becomes a record: its blocks in
// sequence, turned and re-encoded, each with its DC coefficient before it. The output joins the records in the order of
// the turned picture.

enum { JPEG_TURN_MAX_BLOCKS = 10, JPEG_TURN_MAX_COMPONENTS = 4, JPEG_TURN_MAX_PIECES = 64 };

// A Huffman table as DHT holds it.
typedef struct {
    uint8_t counts[16];
    uint8_t symbols[256];
} jpeg_turn_table;

typedef struct {
    int across, down;            // blocks of a stored MCU
    size_t width, height;        // the component's size in blocks, as stored
    jpeg_turn_table dc, ac;
    const int16_t *moves;        // 64: bits 0...5 a coefficient's place after the turn, negative if its sign changes
} jpeg_turn_component;

typedef struct {
    int count;
    jpeg_turn_component components[JPEG_TURN_MAX_COMPONENTS];
    size_t columns, rows;        // MCUs, as stored
    size_t restart_interval;     // MCUs between markers in the source, or 0
    int transposes, mirrors_columns, mirrors_rows; // transposition comes first
    // The AC codes to write with, for each component. Of each of the 256 symbols: bits 0...5 the length of code and
    // extra bits, bits 6 and up the code, shifted left by the number of extra bits. All symbols of the turned scan must have
    // one. Null if the codes depend on the symbols, which are then kept.
    const uint64_t *ac_codes[JPEG_TURN_MAX_COMPONENTS];
    // Whether to write with the source's own AC codes, and to count the symbols; `ac_codes` is then not used. Only for turns
    // that do not transpose and have the same moves for all components, and for data of less than 256 MB.
    int keeps_ac_codes;
    // Whether coefficients are kept, for jpeg_requantizer.h; there are then no codes.
    int keeps_coefficients;
    int is_portable;             // whether to requantize with the loops for any processor; all give the same output
} jpeg_turn_setup;

typedef uint64_t jpeg_turn_counts[256];

typedef struct jpeg_turn jpeg_turn;

// Makes a turn of a scan's entropy-coded data, in up to `pieces` pieces. Returns null if out of memory, or if the data
// or its tables are invalid. The codes in the setup must live as long as the turn. The data is copied.
jpeg_turn *jpeg_turn_create(const jpeg_turn_setup *setup, const uint8_t *data, size_t size, int pieces);
void jpeg_turn_free(jpeg_turn *turn);

// Returns the number of parts that can be decoded concurrently, one per thread: pairs of pieces.
int jpeg_turn_pairs(const jpeg_turn *turn);
// Decodes a part. Returns whether it was valid.
int jpeg_turn_decode(jpeg_turn *turn, int pair);
// Connects the parts after all are decoded. Returns whether the scan was valid.
int jpeg_turn_connect(jpeg_turn *turn);

// Returns the memory of the copied data, which is not needed after jpeg_turn_connect, and its size. The caller frees it.
// Nearly all output fits into it, and takes no memory of its own.
void *jpeg_turn_take_memory(jpeg_turn *turn, size_t *size);

// Counts how often each run and size occurs per component in the turned scan, and each size of a DC difference. Needs
// symbols or the source's AC codes to be kept; of the latter, the first component with the same table gets the counts of
// all. Returns 0 if a DC difference is too large to be written.
int jpeg_turn_count(const jpeg_turn *turn, size_t restart_interval, jpeg_turn_counts *dc, jpeg_turn_counts *ac);

// A part of the output: MCU rows of the turned scan.
typedef struct {
    size_t row, last_row;        // the next row, and the one after the last
    size_t column;
    size_t restart_interval, left;
    int restart;
    int stuffs;                  // whether to insert a zero byte after each 0xFF
    int32_t last[JPEG_TURN_MAX_COMPONENTS];
    uint64_t bits;               // the pending bits, at the bottom
    unsigned count;              // the number of pending bits: 0...7
} jpeg_turn_output;

// The codes of the output's components: `dc`, and `ac` as in jpeg_turn_setup.
typedef struct {
    const uint64_t *dc[JPEG_TURN_MAX_COMPONENTS];
    const uint64_t *ac[JPEG_TURN_MAX_COMPONENTS];
} jpeg_turn_output_codes;

// The minimum capacity, in bytes, that jpeg_turn_write needs.
enum { JPEG_TURN_LEAST_CAPACITY = 32 << 10 };

// Starts the part of rows `row`..<`last_row`.
jpeg_turn_output jpeg_turn_begin(
    const jpeg_turn *turn, size_t row, size_t last_row, size_t restart_interval, int stuffs);
// Writes as much as fits. Returns the number of bytes. Sets `done` to 1 when the part is complete except for its
// pending bits, or to -1 if a DC difference is too large to be written.
size_t jpeg_turn_write(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target,
    size_t capacity, int *done);
// Appends bytes that were written without stuffing to the pending bits. Returns the number of bytes written; the target
// needs space for twice `size` plus 16 bytes.
size_t jpeg_turn_append(uint64_t *bits, unsigned *count, const uint8_t *source, size_t size, uint8_t *target);

#endif
