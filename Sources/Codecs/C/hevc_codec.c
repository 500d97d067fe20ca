#include "hevc_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec_library.h"

// libde265 is loaded and not linked: only pictures coded with HEVC need it. Its functions are declared here as in de265.h of
// version 1, whose binary interface (libde265.so.0) has not changed since, so that a build needs no headers.
typedef void decoder;
typedef struct de265_image image;

#define FUNCTIONS                                                                                                     \
    FUNCTION(decoder *, new_decoder, (void), "de265_new_decoder")                                                     \
    FUNCTION(int, free_decoder, (decoder *), "de265_free_decoder")                                                    \
    FUNCTION(int, push, (decoder *, const void *, int, int64_t, void *), "de265_push_NAL")                            \
    FUNCTION(int, flush, (decoder *), "de265_flush_data")                                                             \
    FUNCTION(int, decode, (decoder *, int *), "de265_decode")                                                         \
    FUNCTION(const image *, next, (decoder *), "de265_get_next_picture")                                              \
    FUNCTION(int, width, (const image *, int), "de265_get_image_width")                                               \
    FUNCTION(int, height, (const image *, int), "de265_get_image_height")                                             \
    FUNCTION(int, chroma, (const image *), "de265_get_chroma_format")                                                 \
    FUNCTION(int, bits, (const image *, int), "de265_get_bits_per_pixel")                                             \
    FUNCTION(const uint8_t *, plane, (const image *, int, int *), "de265_get_image_plane")                            \
    FUNCTION(int, full_range, (const image *), "de265_get_image_full_range_flag")                                     \
    FUNCTION(int, matrix, (const image *), "de265_get_image_matrix_coefficients")                                     \
    FUNCTION(const char *, version, (void), "de265_get_version")                                                      \
    FUNCTION(const char *, error, (int), "de265_get_error_text")                                                      \
    FUNCTION(void, quiet, (void), "de265_disable_logging")

#define FUNCTION(result, name, arguments, symbol) result(*name) arguments;
static struct { FUNCTIONS } lib;
#undef FUNCTION

#define FUNCTION(result, name, arguments, symbol) {&lib.name, symbol},
static const codec_library_function functions[] = {FUNCTIONS{NULL, NULL}};

static void start(void) { lib.quiet(); }

int hevc_codec_load(void) {
    static codec_library library = {{"libde265.so.0"}, functions, start, 0, 0};
    return codec_library_load(&library);
}

const char *hevc_codec_version(void) { return hevc_codec_load() ? lib.version() : ""; }

static int fail(hevc_codec_picture *picture, int code, const char *message) {
    if (!picture->message[0]) snprintf(picture->message, sizeof picture->message, "%s", message);
    return code;
}

// Returns 0 if a length does not fit.
static int push(decoder *context, const uint8_t *bytes, size_t size, unsigned length_size) {
    size_t offset = 0;
    while (offset < size) {
        if (size - offset < length_size) return 0;
        size_t length = 0;
        for (unsigned i = 0; i < length_size; i++) length = length << 8 | bytes[offset++];
        if (length > size - offset || length > INT32_MAX) return 0;
        if (length && lib.push(context, bytes + offset, (int)length, 0, NULL) != 0) return 0;
        offset += length;
    }
    return 1;
}

static uint8_t clamped(int value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

// A sample, reduced to 8 bits.
static int sample(const uint8_t *row, int x, int bits) {
    if (bits <= 8) return row[x] << (8 - bits);
    uint16_t value;
    memcpy(&value, row + (size_t)x * 2, 2);
    return value >> (bits - 8);
}

static int convert(const image *source, hevc_codec_colours colours, hevc_codec_picture *picture) {
    int width = (int)picture->width, height = (int)picture->height, chroma = lib.chroma(source);
    int matrix = colours.matrix < 0 ? lib.matrix(source) : colours.matrix;
    int is_full = colours.is_full_range < 0 ? lib.full_range(source) : colours.is_full_range;
    double red = 0.299, blue = 0.114;
    if (matrix == 1) red = 0.2126, blue = 0.0722;
    if (matrix == 9) red = 0.2627, blue = 0.0593;
    double green = 1 - red - blue, luma = is_full ? 1 : 255.0 / 219, scale = is_full ? 1 : 255.0 / 224;
    int y_scale = (int)(luma * 65536), r_v = (int)(2 * (1 - red) * scale * 65536),
        b_u = (int)(2 * (1 - blue) * scale * 65536), g_u = (int)(2 * (1 - blue) * blue / green * scale * 65536),
        g_v = (int)(2 * (1 - red) * red / green * scale * 65536), black = is_full ? 0 : 16;
    int planes = chroma == 0 ? 1 : 3, across = chroma == 1 || chroma == 2, down = chroma == 1;
    const uint8_t *plane[3] = {0};
    int stride[3] = {0}, bits[3] = {8, 8, 8};
    for (int i = 0; i < planes; i++) {
        plane[i] = lib.plane(source, i, &stride[i]);
        bits[i] = lib.bits(source, i);
        int least_width = i ? (width + across) >> across : width, least_height = i ? (height + down) >> down : height;
        if (!plane[i] || bits[i] < 1 || bits[i] > 16 || lib.width(source, i) < least_width ||
            lib.height(source, i) < least_height)
            return 0;
    }
    for (int y = 0; y < height; y++) {
        uint8_t *target = picture->rgb + (size_t)y * (size_t)width * 3;
        const uint8_t *rows[3] = {plane[0] + (ptrdiff_t)y * stride[0]};
        for (int i = 1; i < planes; i++) rows[i] = plane[i] + (ptrdiff_t)(y >> down) * stride[i];
        for (int x = 0; x < width; x++, target += 3) {
            int first = sample(rows[0], x, bits[0]);
            if (planes == 1 || matrix == 0) {
                int grey = clamped(((first - black) * y_scale + 32768) >> 16);
                target[0] = planes == 1 ? (uint8_t)grey : (uint8_t)sample(rows[2], x >> across, bits[2]);
                target[1] = (uint8_t)grey;
                target[2] = planes == 1 ? (uint8_t)grey : (uint8_t)sample(rows[1], x >> across, bits[1]);
                continue;
            }
            int base = (first - black) * y_scale + 32768;
            int u = sample(rows[1], x >> across, bits[1]) - 128, v = sample(rows[2], x >> across, bits[2]) - 128;
            target[0] = clamped((base + r_v * v) >> 16);
            target[1] = clamped((base - g_u * u - g_v * v) >> 16);
            target[2] = clamped((base + b_u * u) >> 16);
        }
    }
    return 1;
}

static int decode(
    decoder *context, const uint8_t *sets, size_t sets_size, const uint8_t *data, size_t data_size,
    unsigned length_size, hevc_codec_colours colours, uint64_t most_pixels, hevc_codec_picture *picture) {
    if (!push(context, sets, sets_size, 4) || !push(context, data, data_size, length_size))
        return fail(picture, HEVC_CODEC_FAILED, "the lengths of its NAL units do not fit");
    if (lib.flush(context) != 0) return fail(picture, HEVC_CODEC_FAILED, "libde265 refuses the coded picture");
    const image *found = NULL;
    int more = 1, error = 0;
    while (more && !found) {
        error = lib.decode(context, &more);
        found = lib.next(context);
        if (error != 0) break;
    }
    if (!found) return fail(picture, HEVC_CODEC_FAILED, error ? lib.error(error) : "libde265 finds no picture in it");
    int width = lib.width(found, 0), height = lib.height(found, 0);
    if (width <= 0 || height <= 0) return fail(picture, HEVC_CODEC_FAILED, "the coded picture has no pixels");
    if ((uint64_t)width * (uint64_t)height > most_pixels)
        return fail(picture, HEVC_CODEC_FAILED, "more pixels than the limit allows");
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    picture->rgb = malloc((size_t)width * (size_t)height * 3);
    if (!picture->rgb) return fail(picture, HEVC_CODEC_MEMORY, "out of memory");
    if (!convert(found, colours, picture)) return fail(picture, HEVC_CODEC_FAILED, "its planes have unknown sizes");
    return HEVC_CODEC_OK;
}

int hevc_codec_decode(
    const uint8_t *sets, size_t sets_size, const uint8_t *data, size_t data_size, unsigned length_size,
    hevc_codec_colours colours, uint64_t most_pixels, hevc_codec_picture *picture) {
    memset(picture, 0, sizeof *picture);
    if (!hevc_codec_load()) return HEVC_CODEC_MISSING;
    // Without worker threads, it decodes in this one.
    decoder *context = lib.new_decoder();
    if (!context) return fail(picture, HEVC_CODEC_MEMORY, "out of memory");
    int code = decode(
        context, sets, sets_size, data, data_size, length_size, colours, most_pixels, picture);
    lib.free_decoder(context);
    if (code != HEVC_CODEC_OK) {
        free(picture->rgb);
        picture->rgb = NULL;
    }
    return code;
}
