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
    char message[200]; /* the reason, if one of the functions failed */
} upright_thumbnail;

/* Each of these decodes a picture in memory and scales it down, by averaging areas, so that no side is longer than
   `edge` pixels; a smaller picture keeps its size. Transparent areas become white. Pictures of more than
   `most_pixels` pixels are refused before they are decoded. Each returns 0, or -1 and sets the message. */
int upright_thumbnail_of_jpeg(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                              upright_thumbnail *thumbnail);
int upright_thumbnail_of_png(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                             upright_thumbnail *thumbnail);
int upright_thumbnail_of_rgb(const uint8_t *rgb, uint32_t width, uint32_t height, uint32_t edge,
                             upright_thumbnail *thumbnail);

/* Where a picture lies on its canvas, in pixels. */
typedef struct {
    uint32_t canvas_width;
    uint32_t canvas_height;
    uint32_t x;
    uint32_t y;
} upright_webp_place;

/* Does the same for a WebP file with one picture, which lies somewhere on a white canvas. */
int upright_thumbnail_of_webp(const uint8_t *bytes, size_t size, upright_webp_place place, uint32_t edge,
                              uint64_t most_pixels, upright_thumbnail *thumbnail);

/* Encodes rows of red, green and blue as a baseline JPEG. Free `*output`, whatever the code. */
jpeg_code upright_thumbnail_encode(const uint8_t *rgb, uint32_t width, uint32_t height, int quality, uint8_t **output,
                                   size_t *output_count, jpeg_report *report);

/* Frees the rows. */
void upright_thumbnail_free(upright_thumbnail *thumbnail);

#endif
