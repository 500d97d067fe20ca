#ifndef HEVC_CODEC_H
#define HEVC_CODEC_H

#include <stddef.h>
#include <stdint.h>

// Decodes pictures coded with HEVC with libde265, which is loaded when it is first needed. libheif, which uses it, starts a
// thread for each picture, and waits for ever where a confined process may not.

// Loads libde265, as codec_library_load() does.
int hevc_codec_load(void);
// libde265's version in text; empty if it is missing.
const char *hevc_codec_version(void);

enum { HEVC_CODEC_OK = 0, HEVC_CODEC_MISSING = 1, HEVC_CODEC_FAILED = 2, HEVC_CODEC_MEMORY = 3 };

// How the colours of a picture are coded (ISO/IEC 23091-2); -1 for what the coded picture itself says.
typedef struct {
    int matrix, is_full_range;
} hevc_codec_colours;

typedef struct {
    uint32_t width, height;
    // width * height * 3 bytes of red, green and blue; freed by the caller.
    uint8_t *rgb;
    char message[128];
} hevc_codec_picture;

// Decodes one picture. Parameter sets and slices are NAL units, each after its length: of 4 bytes in `sets`, of `length_size`
// bytes in `data`. Refuses a picture of more than `most_pixels` pixels.
int hevc_codec_decode(
    const uint8_t *sets, size_t sets_size, const uint8_t *data, size_t data_size, unsigned length_size,
    hevc_codec_colours colours, uint64_t most_pixels, hevc_codec_picture *picture);

#endif
