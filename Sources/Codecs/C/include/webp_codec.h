#ifndef UPRIGHT_WEBP_CODEC_H
#define UPRIGHT_WEBP_CODEC_H

#include <stddef.h>
#include <stdint.h>

/* How a call of libwebp ended. */
typedef enum {
    WEBP_OK = 0,
    WEBP_TRUNCATED,     /* the data end too early; the first rows were decoded */
    WEBP_FAILED,        /* the data cannot be decoded, or the picture cannot be encoded */
    WEBP_OUT_OF_MEMORY, /* an allocation failed */
} webp_code;

/* What libwebp says of a picture. */
typedef struct {
    uint32_t rows;     /* how many rows were decoded */
    char message[200]; /* the reason, unless the code is WEBP_OK */
} webp_report;

/* Decodes the data of a chunk `VP8L` or `VP8 ` into pixels of 32 bits, alpha in the highest ones, then red, green and blue, not
   premultiplied. Pixels that cannot be decoded keep their value. `argb` has width * height pixels, the size in the data's
   header. */
webp_code upright_webp_decode(const uint8_t *bytes, size_t size, uint32_t *argb, uint32_t width, uint32_t height,
                              webp_report *report);

/* Encodes pixels without loss, also the colours of transparent ones. `effort` is 0 (fastest) to 9. Returns a whole file without
   metadata: its only chunk is `VP8L`. Free `*output` with upright_webp_free, whatever the code. */
webp_code upright_webp_encode(const uint32_t *argb, uint32_t width, uint32_t height, int effort, uint8_t **output,
                              size_t *output_count, webp_report *report);

/* The samples of a picture coded with loss: `y` and `a` have width * height bytes, `u` and `v` a quarter, sides rounded up. `a` is
   NULL for a picture without alpha. */
typedef struct {
    uint8_t *y, *u, *v, *a;
    uint32_t width, height;
} webp_planes;

/* Decodes a file that holds nothing but a picture with loss. */
webp_code upright_webp_decode_planes(const uint8_t *bytes, size_t size, const webp_planes *planes, webp_report *report);

/* Encodes samples with loss, and alpha without. Returns a whole file without metadata. Free `*output` with upright_webp_free,
   whatever the code. */
webp_code upright_webp_encode_planes(const webp_planes *planes, float quality, uint8_t **output, size_t *output_count,
                                     webp_report *report);

/* Frees an encoded file. */
void upright_webp_free(uint8_t *output);

#endif
