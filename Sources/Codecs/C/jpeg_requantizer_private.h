#ifndef UPRIGHT_JPEG_REQUANTIZER_PRIVATE_H
#define UPRIGHT_JPEG_REQUANTIZER_PRIVATE_H

#include "jpeg_requantizer.h"
#include "jpeg_turn_private.h"

// Strips of samples, eight lines each. There are floats before the first sample and after the last, where whole blocks
// may be written.
enum { MARGIN = 16, MAXIMUM_DOWN = 4, MAXIMUM_STRIPS = MAXIMUM_DOWN + 2 };

typedef struct {
    jpeg_requantizer_component own;
    size_t stride;               // floats from one line to the next
    size_t slots;
    size_t ring_strips[MAXIMUM_STRIPS]; // the strips in the ring, plus 1
    float *ring;                 // `slots` strips, resampled from left to right
    float *decoded;              // a strip before that, if it has several weights
    float *combined;             // the lines of a row of MCUs, if lines have several weights
    const float *lines[8 * MAXIMUM_DOWN]; // of the current row of MCUs
    int first_block;             // in a stored MCU
    int stored_across, stored_down;
} requantizer_plane;

struct requantizer_kernels;

struct jpeg_requantizer {
    const jpeg_turn *turn;
    const struct requantizer_kernels *kernels;
    requantizer_plane planes[JPEG_TURN_MAX_COMPONENTS];
    jpeg_turn_output output;
    int has_failed;              // a DC coefficient is out of range
    float *memory;
    // For each row of a transposed block and each mask of its coefficients, the same mask in zigzag order.
    uint64_t zigzag_masks[8][256];
    // The coefficients of an MCU: of each block, in the order of the forward transform or of the zigzag.
    int16_t coefficients[JPEG_TURN_MAX_BLOCKS][64];
    uint64_t masks[JPEG_TURN_MAX_BLOCKS]; // bits for coefficients that are not zero, in zigzag order
    // The symbols of all rows, as jpeg_turn_records.h writes them, with DC differences.
    uint8_t *symbols, *symbol_end, *symbol_limit;
    const uint8_t *next_symbol;
};

typedef struct requantizer_kernels {
    void (*prepare)(jpeg_requantizer *requantizer, size_t row);
    void (*make_mcu)(jpeg_requantizer *requantizer, size_t row, size_t column);
    int (*collect)(jpeg_requantizer *requantizer, jpeg_turn_counts *dc, jpeg_turn_counts *ac);
    size_t (*write)(
        jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, uint8_t *target, size_t capacity, int *done);
    void (*requantize)(
        const jpeg_requantizer_planes *planes, requantizer_plane *plane, size_t first_row, size_t last_row);
} requantizer_kernels;

extern const requantizer_kernels requantizer_kernels_portable;
#if defined(__x86_64__)
extern const requantizer_kernels requantizer_kernels_avx2;
#endif
const requantizer_kernels *requantizer_kernels_chosen(int is_portable);

// The place of each coefficient in zigzag order within a transposed block.
extern const uint8_t requantizer_order[64];

// Makes space for another MCU's symbols. Returns 0 if out of memory.
int requantizer_reserve(jpeg_requantizer *requantizer);

#endif
