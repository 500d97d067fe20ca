#ifndef UPRIGHT_LZW_H
#define UPRIGHT_LZW_H

#include <stddef.h>
#include <stdint.h>

/* GIF's LZW variant (GIF89a, appendix F), without the sub-blocks. */

/* The longest code, and the maximum number of codes. */
enum { LZW_MOST_BITS = 12, LZW_MOST_CODES = 1 << LZW_MOST_BITS };

/* How the decoding of a frame ended. */
enum {
    LZW_FULL = 0,      /* the output is full, as expected */
    LZW_ENDED = 1,     /* the end code occurred before the output was full */
    LZW_TRUNCATED = 2, /* the data ended before the output was full */
    LZW_CORRUPT = 3    /* a code occurred that is not valid at this point */
};

typedef struct {
    size_t count;    /* the number of decoded bytes, which are valid whatever the ending */
    int ending;
    uint32_t code;   /* LZW_CORRUPT: the code, and the code that the next string would have */
    uint32_t next;
} lzw_decoded;

/* Decodes data with a minimum code size of 1 to 11 into an output of fixed size. Of indices above 255, the lowest eight
 * bits count. */
lzw_decoded lzw_decode(const uint8_t *data, size_t size, unsigned code_size, uint8_t *output, size_t capacity);

/* An encoder, for any number of frames one after the other. */
typedef struct lzw_encoder lzw_encoder;

/* Returns NULL if an allocation fails. */
lzw_encoder *lzw_encoder_new(void);
void lzw_encoder_free(lzw_encoder *encoder);

/* The number of bytes of output that lzw_encoder_begin and lzw_encoder_extend must at least provide. */
enum { LZW_OUTPUT_MARGIN = 1 << 15 };

/* Starts a frame: at least one byte of colour indices, none of which needs more than `code_size` bits (2 to 8). */
void lzw_encoder_begin(lzw_encoder *encoder, const uint8_t *indices, size_t count, unsigned code_size, uint8_t *output,
                       size_t capacity);

/* What an encoder needs to go on. */
enum {
    LZW_RUNNING = 0, /* another call of lzw_encoder_run */
    LZW_NO_ROOM = 1, /* an output with more room; see lzw_encoder_extend */
    LZW_DONE = 2     /* nothing: the frame is complete */
};
int lzw_encoder_state(const lzw_encoder *encoder);

/* Encodes two frames, alternating between them, until one of them is complete or needs more room. With `second` NULL,
   encodes one. A frame's output does not depend on the other frame. */
void lzw_encoder_run(lzw_encoder *first, lzw_encoder *second);

/* The number of bytes written. */
size_t lzw_encoder_size(const lzw_encoder *encoder);

/* Continues in another output, to which the bytes written so far have been copied, and which has at least
   LZW_OUTPUT_MARGIN bytes more. */
void lzw_encoder_extend(lzw_encoder *encoder, uint8_t *output, size_t capacity);

#endif
