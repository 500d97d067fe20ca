#ifndef UPRIGHT_DEFLATE_CODEC_H
#define UPRIGHT_DEFLATE_CODEC_H

#include <stddef.h>
#include <stdint.h>

/* How the inflation of a zlib stream ended. In every case, the first `produced` bytes of the output are valid. */
enum {
    UPRIGHT_INFLATE_COMPLETE = 0,  /* the stream ended and its checksum is right */
    UPRIGHT_INFLATE_FULL = 1,      /* the output is full, but the stream goes on or its checksum is wrong */
    UPRIGHT_INFLATE_TRUNCATED = 2, /* the input ended within the stream */
    UPRIGHT_INFLATE_CORRUPT = 3,   /* the stream is invalid after `produced` bytes */
    UPRIGHT_INFLATE_MEMORY = 4     /* out of memory for the decoder */
};

/* Inflates a zlib stream (RFC 1950) into an output of fixed capacity. If the stream is corrupt, sets `message`,
   unless NULL, to the reason: a string that lives as long as the program. */
int upright_inflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, size_t *produced,
                    const char **message);

/* Returns the maximum number of bytes that upright_deflate writes for an input of this size. */
size_t upright_deflate_bound(size_t input_size);

/* Deflates into a zlib stream at a level of 0...12. Returns its size, or 0 if out of memory or if the capacity is
 * too small. */
size_t upright_deflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, int level);

/* The same without the zlib wrapper: only deflate blocks (RFC 1951). */
size_t upright_deflate_blocks_bound(size_t input_size);
size_t upright_deflate_blocks(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, int level);

/* Returns the Adler-32 checksum of an input (RFC 1950) that follows one with the checksum `before`; 1 if there is none. */
uint32_t upright_adler32(uint32_t before, const uint8_t *input, size_t input_size);

/* Returns the checksum of two inputs in sequence, given that of each and the second one's size. */
uint32_t upright_adler32_joined(uint32_t first, uint32_t second, size_t second_size);

#endif
