#ifndef JPEG_COEFFICIENTS_H
#define JPEG_COEFFICIENTS_H

#include <stddef.h>
#include <stdint.h>

// Reads and writes JPEG files as planes of quantized DCT coefficients, using libjpeg.
//
// Every function returns a jpeg_code and puts the details in a jpeg_report. setjmp and longjmp stay inside.

enum { JPEG_MAX_PLANES = 10, JPEG_MAX_WARNINGS = 8, JPEG_MESSAGE_SIZE = 200 };

typedef enum jpeg_code {
    JPEG_OK = 0,
    JPEG_FAILED = 1,         // libjpeg gave up; the message says why
    JPEG_OUT_OF_MEMORY = 2,  // an allocation failed
    JPEG_TOO_LARGE = 3,      // the output grew past its limit
} jpeg_code;

typedef struct jpeg_report {
    char message[JPEG_MESSAGE_SIZE];
    size_t offset;  // how far the input was read, in bytes
    int warning_count;
    int kept_warnings;  // the number in `warnings`: the first of each kind
    char warnings[JPEG_MAX_WARNINGS][JPEG_MESSAGE_SIZE];
    int warning_kinds[JPEG_MAX_WARNINGS];
    int last_scan;       // the number of the last scan that was started, from 1
    int exhausted_scan;  // the last scan whose data ended early; 0 if none did
    size_t exhausted_row;  // the frame's MCU row in which it ended
} jpeg_report;

typedef struct jpeg_plane {
    int id;          // Ci
    int horizontal;  // Hi
    int vertical;    // Vi
    int table;       // Tqi
    int has_table;   // whether the table was defined; `quantization` is all ones otherwise
    size_t width;    // blocks that hold the picture
    size_t height;
    size_t stride;  // blocks from one row to the next, at least `width`
    size_t rows;    // block rows in memory, at least `height`
    int16_t *blocks;  // rows * stride * 64 coefficients, rows of blocks, row-major within a block
    uint16_t quantization[64];  // row-major
} jpeg_plane;

typedef struct jpeg_picture {
    size_t width;  // pixels
    size_t height;
    int plane_count;
    jpeg_plane planes[JPEG_MAX_PLANES];
    uint8_t arithmetic_dc_lower[16];
    uint8_t arithmetic_dc_upper[16];
    uint8_t arithmetic_ac[16];
} jpeg_picture;

typedef struct jpeg_script_scan {
    int count;
    int planes[4];
    int spectral_start, spectral_end, approximation_high, approximation_low;
} jpeg_script_scan;

typedef struct jpeg_coding {
    int arithmetic;
    int optimize;  // Huffman tables optimized for the picture, not those of T.81 annex K
    unsigned restart_interval;
    int dc_tables[JPEG_MAX_PLANES];
    int ac_tables[JPEG_MAX_PLANES];
    int scan_count;
    const jpeg_script_scan *scans;
} jpeg_coding;

// Decodes a file into planes. Free them with `jpeg_free_planes`, whatever the code.
jpeg_code jpeg_read_planes(const uint8_t *bytes, size_t count, jpeg_picture *picture, jpeg_report *report);

void jpeg_free_planes(jpeg_picture *picture);

// Encodes planes as SOI, tables, frame, scans and EOI, without JFIF and Adobe segments. The quantization tables are
// those of the planes, in the slots that the planes name. Free `*output`, whatever the code.
jpeg_code jpeg_write_planes(const jpeg_picture *picture, const jpeg_coding *coding, size_t expected_size,
                            size_t limit, uint8_t **output, size_t *output_count, jpeg_report *report);

// Decodes a file to interleaved 8-bit samples in its own colour space, with libjpeg's default (smooth) upsampling and
// accurate DCT. `capacity` is the size of `samples` in bytes; `JPEG_TOO_LARGE` if it is not width * height * planes.
jpeg_code jpeg_read_samples(const uint8_t *bytes, size_t count, uint8_t *samples, size_t capacity,
                            jpeg_report *report);

// The samples of one component as stored, before upsampling.
typedef struct jpeg_component_samples {
    size_t stride;     // bytes from one row to the next, at least 8 for each block of a row
    size_t rows;       // at least 8 for each row of blocks
    uint8_t *samples;  // rows * stride
} jpeg_component_samples;

// Decodes a file to the samples of its components, with accurate DCT. If the scans of a progressive picture leave bits
// unsent, libjpeg smooths across blocks. `components` has JPEG_MAX_PLANES elements. Free the samples of each, whatever
// the code.
jpeg_code jpeg_read_component_samples(const uint8_t *bytes, size_t count, jpeg_component_samples *components,
                                      jpeg_report *report);

#endif
