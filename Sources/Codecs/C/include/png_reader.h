#ifndef UPRIGHT_PNG_READER_H
#define UPRIGHT_PNG_READER_H

#include <stddef.h>
#include <stdint.h>

/* A picture as libpng reads it: packed rows at the file's own depth, with no transformation applied. */
typedef struct {
    uint32_t width;
    uint32_t height;
    uint8_t bit_depth;
    uint8_t color_type;
    size_t row_bytes;
    uint8_t *rows;     /* row_bytes * height bytes; freed by upright_png_free */
    char message[200]; /* libpng's error, if reading failed */
} upright_png_picture;

/* Reads a PNG file in memory through libpng's row interface. Returns 0, or -1 and sets the message; rows is then
   NULL. Wrong checksums are accepted. */
int upright_png_read(const uint8_t *bytes, size_t size, upright_png_picture *picture);

/* Frees the rows. */
void upright_png_free(upright_png_picture *picture);

#endif
