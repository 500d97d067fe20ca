#ifndef UPRIGHT_PNG_FILTER_PRIVATE_H
#define UPRIGHT_PNG_FILTER_PRIVATE_H

#include "png_filter.h"

void png_undo_paeth_avx2(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count,
                         unsigned unit);
void png_undo_average_avx2(uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count,
                           unsigned unit);

#endif
