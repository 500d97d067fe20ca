#include "deflate_codec.h"

#include <limits.h>
#include <libdeflate.h>
#include <string.h>
#include <zlib.h>

/* libdeflate accepts only complete, valid streams, at two to three times zlib's speed. For a damaged stream, zlib
 * says how much of it is good. */
static int inflate_stream(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, size_t *produced,
                          const char **message) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit(&stream) != Z_OK) return UPRIGHT_INFLATE_MEMORY;
    size_t taken = 0, written = 0;
    int status = Z_OK;
    for (;;) {
        size_t in = input_size - taken, out = capacity - written;
        if (in > UINT_MAX) in = UINT_MAX;
        if (out > UINT_MAX) out = UINT_MAX;
        stream.next_in = (Bytef *)(input + taken);
        stream.avail_in = (uInt)in;
        stream.next_out = output + written;
        stream.avail_out = (uInt)out;
        status = inflate(&stream, Z_NO_FLUSH);
        size_t took = in - stream.avail_in, wrote = out - stream.avail_out;
        taken += took;
        written += wrote;
        if (status != Z_OK || (took == 0 && wrote == 0)) break;
        if (written == capacity && taken == input_size) break;
    }
    *produced = written;
    int result;
    if (status == Z_STREAM_END) result = UPRIGHT_INFLATE_COMPLETE;
    else if (written == capacity) result = UPRIGHT_INFLATE_FULL;
    else if (status == Z_MEM_ERROR) result = UPRIGHT_INFLATE_MEMORY;
    else if (status == Z_OK || status == Z_BUF_ERROR) result = UPRIGHT_INFLATE_TRUNCATED;
    else result = UPRIGHT_INFLATE_CORRUPT;
    /* zlib's messages are string constants, so they outlive the stream. */
    if (message && result == UPRIGHT_INFLATE_CORRUPT) {
        *message = stream.msg ? stream.msg : status == Z_NEED_DICT ? "a preset dictionary is needed" : "corrupt";
    }
    inflateEnd(&stream);
    return result;
}

int upright_inflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, size_t *produced,
                    const char **message) {
    *produced = 0;
    if (message) *message = NULL;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (!decompressor) return UPRIGHT_INFLATE_MEMORY;
    enum libdeflate_result result =
        libdeflate_zlib_decompress(decompressor, input, input_size, output, capacity, produced);
    libdeflate_free_decompressor(decompressor);
    if (result == LIBDEFLATE_SUCCESS) return UPRIGHT_INFLATE_COMPLETE;
    *produced = 0;
    return inflate_stream(input, input_size, output, capacity, produced, message);
}

/* One of libdeflate's compression functions, which differ in the wrapper around the blocks. */
typedef size_t compressing(struct libdeflate_compressor *, const void *, size_t, void *, size_t);

static size_t deflate_by(compressing *compress, const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity,
                         int level) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    if (!compressor) return 0;
    size_t size = compress(compressor, input, input_size, output, capacity);
    libdeflate_free_compressor(compressor);
    return size;
}

size_t upright_deflate_bound(size_t input_size) { return libdeflate_zlib_compress_bound(NULL, input_size); }

size_t upright_deflate(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, int level) {
    return deflate_by(libdeflate_zlib_compress, input, input_size, output, capacity, level);
}

size_t upright_deflate_blocks_bound(size_t input_size) { return libdeflate_deflate_compress_bound(NULL, input_size); }

size_t upright_deflate_blocks(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity, int level) {
    return deflate_by(libdeflate_deflate_compress, input, input_size, output, capacity, level);
}

uint32_t upright_adler32(uint32_t before, const uint8_t *input, size_t input_size) {
    return libdeflate_adler32(before, input, input_size);
}

uint32_t upright_adler32_joined(uint32_t first, uint32_t second, size_t second_size) {
    return (uint32_t)adler32_combine(first, second, (z_off_t)second_size);
}
