#ifndef UPRIGHT_JPEG_REQUANTIZER_H
#define UPRIGHT_JPEG_REQUANTIZER_H

#include "jpeg_turn.h"

// Writes a scan whose components, some or all, cannot be turned exactly: their coefficients become the samples that a
// decoder shows, are mirrored about the true edge, and become coefficients again. Only the strips of samples that a row
// of MCUs needs are in memory; the rest stays as jpeg_turn keeps it, with `keeps_coefficients`.
//
// The arithmetic is that of Swift's FloatBlock and AxisResampling, operation by operation, so that the results are the
// same.

enum { JPEG_REQUANTIZER_MAX_WEIGHTS = 6 };

// One axis of a component after the turn; see AxisResampling.
typedef struct {
    size_t count;                // samples
    size_t length;               // samples of its blocks
    ptrdiff_t first;             // the index of the first weighted sample for sample 0
    int direction;               // from one sample to the next: 1, or -1 if the axis is mirrored
    int weight_count;
    float weights[JPEG_REQUANTIZER_MAX_WEIGHTS];
    float lowest;                // the lowest sample: -128 for 8 bits
} jpeg_requantizer_axis;

// One component after the turn.
typedef struct {
    int is_exact;                // whether blocks are moved, and everything but the axes' directions is unused
    jpeg_requantizer_axis horizontal, vertical;
    // The factors for coefficients as they are stored and as they are made, both in the order of the transforms.
    float steps[64], inverse_steps[64];
} jpeg_requantizer_component;

typedef struct jpeg_requantizer jpeg_requantizer;

// Makes MCU rows `row`..<`last_row` of a turn whose parts are connected. The turn must live as long. Returns null if
// out of memory.
jpeg_requantizer *jpeg_requantizer_create(
    const jpeg_turn *turn, const jpeg_requantizer_component *components, size_t row, size_t last_row,
    size_t restart_interval, int stuffs);
void jpeg_requantizer_free(jpeg_requantizer *requantizer);

// Keeps the symbols of all rows, for jpeg_requantizer_write, and adds up how often each run and size occurs, and each
// size of a DC difference. Returns 0 if out of memory, or if a DC difference is too large to be written.
int jpeg_requantizer_collect(jpeg_requantizer *requantizer, jpeg_turn_counts *dc, jpeg_turn_counts *ac);

// Writes as jpeg_turn_write does.
size_t jpeg_requantizer_write(
    jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, uint8_t *target, size_t capacity, int *done);
// The pending bits after the last row, at the bottom; returns their number.
unsigned jpeg_requantizer_pending(const jpeg_requantizer *requantizer, uint64_t *bits);

// A plane of coefficients and its turn, each as rows of blocks.
typedef struct {
    jpeg_requantizer_component component;
    int transposes;
    const int16_t *source;
    size_t source_stride;        // blocks from one row to the next
    int16_t *target;
    size_t target_stride;
    int is_portable;             // whether to use the loops for any processor; all loops give the same output
} jpeg_requantizer_planes;

// Makes rows of blocks of the target. Different threads can make different rows. Returns 0 if out of memory.
int jpeg_requantizer_make_rows(const jpeg_requantizer_planes *planes, size_t row, size_t last_row);

#endif
