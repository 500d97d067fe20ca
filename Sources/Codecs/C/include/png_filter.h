#ifndef UPRIGHT_PNG_FILTER_H
#define UPRIGHT_PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

/* Removes the Paeth filter (PNG, third edition, 9.4) from rows that follow each other, in place.
 *
 * row: the first row's filtered bytes. stride: the bytes from one row to the next. previous: the unfiltered row above;
 * zeros for a picture's first row. count: the bytes of a row, a multiple of `unit`. unit: the bytes per pixel: 3, 4, 6
 * or 8. */
void png_undo_paeth(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit);

/* Removes the average filter (9.5) from rows that follow each other, in place. */
void png_undo_average(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit);

/* Removes the sub filter (9.2) from a row, in place. */
void png_undo_sub(uint8_t *row, size_t count, unsigned unit);

#endif
