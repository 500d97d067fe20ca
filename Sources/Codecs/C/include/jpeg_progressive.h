#ifndef UPRIGHT_JPEG_PROGRESSIVE_H
#define UPRIGHT_JPEG_PROGRESSIVE_H

#include <stddef.h>
#include <stdint.h>

#include "jpeg_turn.h"

// Progressive JPEGs, Huffman-coded: the scans' coefficients as words of bits instead of planes of coefficients.
//
// A scan sends either the upper bits of a band's coefficients or one more bit of them. For each block, a word of 64 bits
// says which coefficients the first scans sent as nonzero, another the signs of those that became nonzero later, and
// one more for each level the bits that the refinements sent. A refinement scan is then a matter of a few operations on
// words for each block, instead of one for each coefficient. In a word, bit 63 - k belongs to coefficient k in zigzag
// order, so that bits leave a word in the order in which a scan sends them.

// The coefficients that one first scan sends of a plane, without their zeros.
typedef struct {
    uint64_t band;               // the places of the scan's coefficients
    int low;                     // the lowest bit that it sends of them
    int16_t *values;             // the coefficients that are not zero, divided by 2 to the power of `low`
    size_t count, capacity;
    size_t *starts;              // of each row of blocks; one more is the end
} jpeg_progressive_values;

enum { JPEG_PROGRESSIVE_FIRST = 0, JPEG_PROGRESSIVE_SIGNS = 1, JPEG_PROGRESSIVE_LEVELS = 2 };

// The coefficients of a component.
typedef struct {
    size_t width, height;        // in blocks
    int levels;                  // the number of levels that are refined: 0..<levels
    size_t stride;               // words a block: JPEG_PROGRESSIVE_LEVELS + levels
    uint64_t *words;             // by block, row by row
    int16_t *dc;                 // by block, row by row
    int list_count;
    jpeg_progressive_values *lists; // one for each first scan
} jpeg_progressive_plane;

// Makes a plane whose words and DC coefficients are zero, and whose lists are empty and have no memory. Returns null if
// out of memory.
jpeg_progressive_plane *jpeg_progressive_create(
    size_t width, size_t height, int levels, int list_count, const uint64_t *bands, const int *lows);
void jpeg_progressive_free(jpeg_progressive_plane *plane);

// Fills a plane without values from coefficients: `natural` is the row-major index of each coefficient in zigzag order.
// Returns 0 if out of memory.
int jpeg_progressive_fill(
    jpeg_progressive_plane *plane, const int16_t *blocks, size_t blocks_in_row, const uint8_t *natural);
// Writes a row's coefficients to blocks of zeros.
void jpeg_progressive_expand(const jpeg_progressive_plane *plane, size_t row, int16_t *blocks, const uint8_t *natural);

// Returns the number of bits of 1 in the coefficients: in the magnitudes of AC coefficients, and in the 16 bits of DC
// coefficients. A turn does not change it.
size_t jpeg_progressive_set_bits(const jpeg_progressive_plane *plane);
// The same for a row of blocks of coefficients, row-major within a block.
size_t jpeg_set_bits(const int16_t *blocks, size_t count);

// How a plane is turned: the transposition comes first. `moves` is as in jpeg_turn_component.
typedef struct {
    int transposes, mirrors_columns, mirrors_rows;
    const int16_t *moves;
} jpeg_progressive_turn;

// Gives a plane's lists as much memory as a turn of the source needs. Returns 0 if out of memory.
int jpeg_progressive_reserve(jpeg_progressive_plane *target, const jpeg_progressive_plane *source);
// Fills rows of a plane with a turn of the source's; `jpeg_progressive_reserve` comes before. Different threads can fill
// different rows. Returns 0 if out of memory.
int jpeg_progressive_fill_turned(
    jpeg_progressive_plane *target, const jpeg_progressive_plane *source, const jpeg_progressive_turn *turn,
    size_t first_row, size_t last_row);

typedef struct {
    jpeg_progressive_plane *plane;
    int across, down;            // blocks in an MCU; 1 and 1 in a scan of one component
    jpeg_turn_table table;       // to decode with; unused where the scan refines DC coefficients
    int number;                  // to encode with: which of the scan's tables, counted within the scan
} jpeg_progressive_part;

typedef struct {
    int count;
    jpeg_progressive_part parts[JPEG_TURN_MAX_COMPONENTS];
    size_t columns, rows;        // in MCUs
    size_t restart_interval;     // MCUs between markers, or 0
    int start, end, high, low;   // Ss, Se, Ah, Al
    int most_bits;               // the largest size of a DC difference, or of an AC coefficient
    int list;                    // for the first scan of a band: the number of its list
    int is_portable;             // whether to do without instructions that only some processors have, as tests do
} jpeg_progressive_scan;

typedef struct jpeg_progressive_decoder jpeg_progressive_decoder;

// Returns null if out of memory, or if the data's markers or the tables are invalid. The scan must live as long.
jpeg_progressive_decoder *jpeg_progressive_decoder_create(
    const jpeg_progressive_scan *scan, const uint8_t *data, size_t size);
void jpeg_progressive_decoder_free(jpeg_progressive_decoder *decoder);
// Decodes the next row of MCUs. Returns whether it was valid.
int jpeg_progressive_decode(jpeg_progressive_decoder *decoder);
// Returns whether the data ends where it should after the last row.
int jpeg_progressive_is_complete(const jpeg_progressive_decoder *decoder);

typedef ptrdiff_t jpeg_progressive_counts[256];
// For each symbol: bits 0...7 the length of its code, bits 8... the code.
typedef uint64_t jpeg_progressive_codes[256];

typedef struct jpeg_progressive_encoder jpeg_progressive_encoder;

// Returns null if out of memory. The scan must live as long.
jpeg_progressive_encoder *jpeg_progressive_encoder_create(const jpeg_progressive_scan *scan);
void jpeg_progressive_encoder_free(jpeg_progressive_encoder *encoder);
enum { JPEG_PROGRESSIVE_OK = 0, JPEG_PROGRESSIVE_TOO_LARGE = 1, JPEG_PROGRESSIVE_OUT_OF_MEMORY = 2 };
// Adds how often each symbol of each table occurs, and counts the bits that the scan sends.
int jpeg_progressive_count(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts);
// After jpeg_progressive_count: the number of bits of 1 that the scan sends of a part's coefficients, as
// jpeg_progressive_set_bits counts them.
size_t jpeg_progressive_sent_bits(const jpeg_progressive_encoder *encoder, int part);
// Writes as much as fits, after jpeg_progressive_count. Returns the number of bytes. Sets `done` when all is written.
// `capacity` is at least JPEG_TURN_LEAST_CAPACITY.
size_t jpeg_progressive_write(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done);

#endif
