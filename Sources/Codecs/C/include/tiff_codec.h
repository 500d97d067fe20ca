#ifndef TIFF_CODEC_H
#define TIFF_CODEC_H

#include <stddef.h>
#include <stdint.h>

// Decodes and encodes the strips and tiles of TIFF files with libtiff, which is loaded when it is first needed.

// Loads libtiff, as codec_library_load() does.
int tiff_codec_load(void);
// Whether libtiff can decode and encode a compression. 0 if it is missing.
int tiff_codec_has(uint16_t compression);
// libtiff's version in text; empty if it is missing.
const char *tiff_codec_version(void);

enum { TIFF_CODEC_OK = 0, TIFF_CODEC_MISSING = 1, TIFF_CODEC_FAILED = 2, TIFF_CODEC_MEMORY = 3 };

// How a picture is stored, for both directions.
typedef struct {
    uint32_t width, height;
    uint16_t bits, samples, planar, compression, predictor, fill_order, sample_format;
    // The options of CCITT's group 3.
    uint32_t group3;
    // For tiles their size, for strips a width of 0 and the rows of a strip.
    uint32_t tile_width, tile_height;
} tiff_codec_layout;

typedef struct {
    // The first error and the first warning of libtiff; empty if there was none.
    char message[256], warnings[256];
} tiff_codec_report;

// Decodes `count` strips or tiles of the directory at an offset of a file in memory, one after the other, each into
// `stride` bytes of `samples`, which are zero. Fails if libtiff reads another layout from the directory, or if it decodes no
// segment. The report has the first damage, after which samples are missing or guessed.
int tiff_codec_decode(
    const uint8_t *file, size_t size, uint64_t directory, const tiff_codec_layout *layout, uint32_t count,
    uint8_t *samples, size_t stride, tiff_codec_report *report);

// An encoded picture: a file of libtiff's, and where the segments are in it.
typedef struct {
    uint8_t *file;
    size_t size;
    uint64_t *offsets, *lengths;
} tiff_codec_output;

// Encodes `count` strips or tiles; `lengths` has the number of bytes of each, which are `stride` apart.
// The caller frees the output with tiff_codec_free, whatever the result.
int tiff_codec_encode(
    const tiff_codec_layout *layout, int is_little_endian, uint32_t count, const uint8_t *samples, size_t stride,
    const size_t *lengths, size_t limit, tiff_codec_output *output, tiff_codec_report *report);
void tiff_codec_free(tiff_codec_output *output);

#endif
