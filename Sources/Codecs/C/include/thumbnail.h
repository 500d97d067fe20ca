#ifndef UPRIGHT_THUMBNAIL_H
#define UPRIGHT_THUMBNAIL_H

#include <stddef.h>
#include <stdint.h>

#include "jpeg_coefficients.h"

/* A small picture: rows of red, green and blue, 8 bits each. */
typedef struct {
    uint32_t width;
    uint32_t height;
    uint8_t *rgb;      /* width * height * 3 bytes; freed by upright_thumbnail_free */
    char message[200]; /* why there is none, where one of the functions failed */
} upright_thumbnail;

/* Each of these decodes a picture held in memory and reduces it, by averaging areas, until no side is longer than `edge`
   pixels; a smaller picture keeps its size. What is transparent is shown on white. Pictures of more than `most_pixels`
   are refused before they are decoded. They return 0, or -1 with the message filled in. */
int upright_thumbnail_of_jpeg(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                              upright_thumbnail *thumbnail);
int upright_thumbnail_of_png(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                             upright_thumbnail *thumbnail);
int upright_thumbnail_of_rgb(const uint8_t *rgb, uint32_t width, uint32_t height, uint32_t edge,
                             upright_thumbnail *thumbnail);

/* Encodes rows of red, green and blue as a baseline JPEG. `*output` is to be freed, whatever the code. */
jpeg_code upright_thumbnail_encode(const uint8_t *rgb, uint32_t width, uint32_t height, int quality, uint8_t **output,
                                   size_t *output_count, jpeg_report *report);

/* Frees the rows. */
void upright_thumbnail_free(upright_thumbnail *thumbnail);

#endif
