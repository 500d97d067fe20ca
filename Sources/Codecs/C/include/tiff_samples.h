#ifndef TIFF_SAMPLES_H
#define TIFF_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

// The parts of TIFF's coding that need no library: PackBits, the predictors, and the orders of bits and bytes.

// Decodes PackBits (TIFF 6.0, section 9) until the output is full or the input ends. Returns the number of bytes written.
size_t tiff_unpack_bits(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity);
// Encodes PackBits. The output has room for `input_size + input_size / 128 + 1` bytes. Returns their number.
size_t tiff_pack_bits(const uint8_t *input, size_t input_size, uint8_t *output);

// Reverses the bits of each byte (FillOrder 2).
void tiff_reverse_bits(uint8_t *bytes, size_t count);
// Reverses the bytes of each sample of 16, 24, 32 or 64 bits. Samples of other sizes have no byte order.
void tiff_swap_bytes(uint8_t *bytes, size_t count, unsigned bits);

// Replaces the differences of a row by the samples (predictor 2), and back. The samples have 8, 16, 32 or 64 bits, in the
// machine's order; `step` is the number of samples from one to the next of its kind.
void tiff_sum_differences(uint8_t *row, size_t count, unsigned bits, size_t step);
void tiff_make_differences(uint8_t *row, size_t count, unsigned bits, size_t step);
// Replaces the differences of a row of floating point by the samples (predictor 3), and back. `scratch` has the row's size.
void tiff_sum_float_differences(uint8_t *row, size_t count, unsigned bits, size_t step, uint8_t *scratch);
void tiff_make_float_differences(uint8_t *row, size_t count, unsigned bits, size_t step, uint8_t *scratch);

#endif
