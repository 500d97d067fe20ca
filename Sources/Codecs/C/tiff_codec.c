#include "tiff_codec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec_library.h"

// libtiff is loaded and not linked: most pictures need none of it. Its functions are declared here as in tiffio.h of
// version 4, whose binary interface is the same in libtiff.so.5 and .6, so that a build needs no headers.
typedef struct tiff TIFF;
typedef void *handle_t;
typedef ptrdiff_t tmsize_t;
typedef tmsize_t (*read_proc)(handle_t, void *, tmsize_t);
typedef uint64_t (*seek_proc)(handle_t, uint64_t, int);
typedef int (*close_proc)(handle_t);
typedef uint64_t (*size_proc)(handle_t);
typedef int (*map_proc)(handle_t, void **, uint64_t *);
typedef void (*unmap_proc)(handle_t, void *, uint64_t);
typedef void (*error_handler)(handle_t, const char *, const char *, va_list);

enum {
    TAG_WIDTH = 256, TAG_LENGTH = 257, TAG_BITS = 258, TAG_COMPRESSION = 259, TAG_PHOTOMETRIC = 262,
    TAG_FILL_ORDER = 266, TAG_STRIP_OFFSETS = 273, TAG_SAMPLES = 277, TAG_ROWS = 278, TAG_STRIP_COUNTS = 279,
    TAG_PLANAR = 284, TAG_GROUP3 = 292, TAG_PREDICTOR = 317, TAG_TILE_WIDTH = 322, TAG_TILE_LENGTH = 323,
    TAG_TILE_OFFSETS = 324, TAG_TILE_COUNTS = 325, TAG_SAMPLE_FORMAT = 339,
    // A tag of no file: by which library deflate is decoded, 0 for zlib.
    TAG_DEFLATE_LIBRARY = 65570
};

#define FUNCTIONS                                                                                                     \
    FUNCTION(TIFF *, open, (const char *, const char *, handle_t, read_proc, read_proc, seek_proc, close_proc,        \
             size_proc, map_proc, unmap_proc), "TIFFClientOpen")                                                      \
    FUNCTION(void, close, (TIFF *), "TIFFClose")                                                                      \
    FUNCTION(void, cleanup, (TIFF *), "TIFFCleanup")                                                                  \
    FUNCTION(int, set_directory, (TIFF *, uint64_t), "TIFFSetSubDirectory")                                           \
    FUNCTION(int, set_field, (TIFF *, uint32_t, ...), "TIFFSetField")                                                 \
    FUNCTION(int, get_field, (TIFF *, uint32_t, ...), "TIFFGetField")                                                 \
    FUNCTION(int, get_field_defaulted, (TIFF *, uint32_t, ...), "TIFFGetFieldDefaulted")                              \
    FUNCTION(tmsize_t, read_strip, (TIFF *, uint32_t, void *, tmsize_t), "TIFFReadEncodedStrip")                      \
    FUNCTION(tmsize_t, read_tile, (TIFF *, uint32_t, void *, tmsize_t), "TIFFReadEncodedTile")                        \
    FUNCTION(tmsize_t, write_strip, (TIFF *, uint32_t, void *, tmsize_t), "TIFFWriteEncodedStrip")                    \
    FUNCTION(tmsize_t, write_tile, (TIFF *, uint32_t, void *, tmsize_t), "TIFFWriteEncodedTile")                      \
    FUNCTION(int, flush, (TIFF *), "TIFFFlushData")                                                                   \
    FUNCTION(int, is_configured, (uint16_t), "TIFFIsCODECConfigured")                                                 \
    FUNCTION(int, is_tiled, (TIFF *), "TIFFIsTiled")                                                                  \
    FUNCTION(uint32_t, strips, (TIFF *), "TIFFNumberOfStrips")                                                        \
    FUNCTION(uint32_t, tiles, (TIFF *), "TIFFNumberOfTiles")                                                          \
    FUNCTION(const char *, version, (void), "TIFFGetVersion")                                                         \
    FUNCTION(error_handler, set_error, (error_handler), "TIFFSetErrorHandlerExt")                                     \
    FUNCTION(error_handler, set_warning, (error_handler), "TIFFSetWarningHandlerExt")                                 \
    FUNCTION(error_handler, set_plain_error, (error_handler), "TIFFSetErrorHandler")                                  \
    FUNCTION(error_handler, set_plain_warning, (error_handler), "TIFFSetWarningHandler")

#define FUNCTION(result, name, arguments, symbol) result(*name) arguments;
static struct { FUNCTIONS } lib;
#undef FUNCTION

// The message goes to the work whose file it is about: threads decode several pictures at a time.
typedef struct {
    const uint8_t *input;
    uint8_t *bytes;
    size_t size, capacity, limit, position;
    int is_exhausted;
    tiff_codec_report *report;
} memory_file;

static void note(handle_t handle, const char *module, const char *format, va_list arguments) {
    (void)module;
    memory_file *file = handle;
    if (!file || !file->report || file->report->message[0]) return;
    vsnprintf(file->report->message, sizeof file->report->message, format, arguments);
}

static void note_warning(handle_t handle, const char *module, const char *format, va_list arguments) {
    (void)module;
    memory_file *file = handle;
    if (!file || !file->report || file->report->warnings[0]) return;
    vsnprintf(file->report->warnings, sizeof file->report->warnings, format, arguments);
}

#define FUNCTION(result, name, arguments, symbol) {&lib.name, symbol},
static const codec_library_function functions[] = {FUNCTIONS{NULL, NULL}};

static void start(void) {
    // Without its own handlers, which print.
    lib.set_plain_warning(NULL);
    lib.set_plain_error(NULL);
    lib.set_error(note);
    lib.set_warning(note_warning);
}

int tiff_codec_load(void) {
    static codec_library library = {{"libtiff.so.6", "libtiff.so.5"}, functions, start, 0, 0};
    return codec_library_load(&library);
}

int tiff_codec_has(uint16_t compression) { return tiff_codec_load() && lib.is_configured(compression); }

const char *tiff_codec_version(void) { return tiff_codec_load() ? lib.version() : ""; }

static tmsize_t read_bytes(handle_t handle, void *target, tmsize_t count) {
    memory_file *file = handle;
    const uint8_t *bytes = file->input ? file->input : file->bytes;
    if (count <= 0 || file->position >= file->size) return 0;
    size_t left = file->size - file->position;
    size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, bytes + file->position, taken);
    file->position += taken;
    return (tmsize_t)taken;
}

static tmsize_t write_bytes(handle_t handle, void *source, tmsize_t count) {
    memory_file *file = handle;
    if (file->input || count <= 0) return 0;
    if (file->position > file->limit || (size_t)count > file->limit - file->position) {
        file->is_exhausted = 1;
        return 0;
    }
    size_t end = file->position + (size_t)count;
    if (end > file->capacity) {
        size_t capacity = end + end / 2 + 65536;
        uint8_t *grown = realloc(file->bytes, capacity);
        if (!grown) {
            file->is_exhausted = 1;
            return 0;
        }
        memset(grown + file->capacity, 0, capacity - file->capacity);
        file->bytes = grown;
        file->capacity = capacity;
    }
    memcpy(file->bytes + file->position, source, (size_t)count);
    file->position = end;
    if (end > file->size) file->size = end;
    return count;
}

static uint64_t seek(handle_t handle, uint64_t offset, int whence) {
    memory_file *file = handle;
    uint64_t base = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->size : 0;
    file->position = (size_t)(base + offset);
    return file->position;
}

static int close_file(handle_t handle) {
    (void)handle;
    return 0;
}

static uint64_t file_size(handle_t handle) { return ((memory_file *)handle)->size; }

static int map(handle_t handle, void **base, uint64_t *size) {
    memory_file *file = handle;
    if (!file->input) return 0;
    *base = (void *)file->input;
    *size = file->size;
    return 1;
}

static void unmap(handle_t handle, void *base, uint64_t size) { (void)handle, (void)base, (void)size; }

static TIFF *open_file(memory_file *file, const char *mode) {
    return lib.open("", mode, file, read_bytes, write_bytes, seek, close_file, file_size, map, unmap);
}

static int fail(tiff_codec_report *report, const char *message) {
    if (!report->message[0]) snprintf(report->message, sizeof report->message, "%s", message);
    return TIFF_CODEC_FAILED;
}

// Whether libtiff has read the layout that is expected: two readers can differ on a file with doubled or missing tags.
static int agrees(TIFF *tiff, const tiff_codec_layout *layout, uint32_t count) {
    uint32_t width = 0, height = 0, rows = 0, tile_width = 0, tile_height = 0;
    uint16_t bits = 0, samples = 0, planar = 0, compression = 0;
    lib.get_field(tiff, TAG_WIDTH, &width);
    lib.get_field(tiff, TAG_LENGTH, &height);
    lib.get_field_defaulted(tiff, TAG_BITS, &bits);
    lib.get_field_defaulted(tiff, TAG_SAMPLES, &samples);
    lib.get_field_defaulted(tiff, TAG_PLANAR, &planar);
    lib.get_field_defaulted(tiff, TAG_COMPRESSION, &compression);
    if (width != layout->width || height != layout->height || bits != layout->bits || samples != layout->samples
        || (samples > 1 && planar != layout->planar) || compression != layout->compression)
        return 0;
    if (layout->tile_width) {
        lib.get_field(tiff, TAG_TILE_WIDTH, &tile_width);
        lib.get_field(tiff, TAG_TILE_LENGTH, &tile_height);
        return lib.is_tiled(tiff) && tile_width == layout->tile_width && tile_height == layout->tile_height
            && lib.tiles(tiff) == count;
    }
    lib.get_field_defaulted(tiff, TAG_ROWS, &rows);
    if (rows > height) rows = height;
    return !lib.is_tiled(tiff) && rows == layout->tile_height && lib.strips(tiff) == count;
}

static int has_bits(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return 1;
    return 0;
}

// Puts the number of a segment before what was said of it.
static void locate(char *text, size_t size, const tiff_codec_layout *layout, uint32_t segment, uint32_t count) {
    char said[200];
    if (!text[0] || segment == count) return;
    snprintf(said, sizeof said, "%s", text);
    snprintf(text, size, "%s %u: %s", layout->tile_width ? "tile" : "strip", segment, said);
}

int tiff_codec_decode(
    const uint8_t *bytes, size_t size, uint64_t directory, const tiff_codec_layout *layout, uint32_t count,
    uint8_t *samples, size_t stride, tiff_codec_report *report) {
    report->message[0] = report->warnings[0] = 0;
    if (!tiff_codec_load()) return TIFF_CODEC_MISSING;
    memory_file file = {.input = bytes, .size = size, .report = report};
    // `h`: without reading the first directory; `c`: with the strips of the file, and not smaller ones.
    TIFF *tiff = open_file(&file, "rhc");
    if (!tiff) return fail(report, "libtiff does not open the file");
    int status = TIFF_CODEC_OK;
    if (!lib.set_directory(tiff, directory)) {
        status = fail(report, "libtiff does not read the directory");
    } else if (!agrees(tiff, layout, count)) {
        report->message[0] = 0;
        status = fail(report, "libtiff reads another layout from the directory");
    }
    // libtiff asks libdeflate for as many bytes as a strip needs. If there are more, libdeflate leaves out the end of those.
    if (status == TIFF_CODEC_OK && (layout->compression == 8 || layout->compression == 32946))
        lib.set_field(tiff, TAG_DEFLATE_LIBRARY, 0);
    // What it said of tags says nothing of the samples.
    if (status == TIFF_CODEC_OK) report->message[0] = report->warnings[0] = 0;
    uint32_t first = count, warned = count, failed = 0;
    for (uint32_t segment = 0; status == TIFF_CODEC_OK && segment < count; segment++) {
        uint8_t *target = samples + stride * segment;
        tmsize_t read = layout->tile_width ? lib.read_tile(tiff, segment, target, (tmsize_t)stride)
                                           : lib.read_strip(tiff, segment, target, (tmsize_t)stride);
        if (report->message[0] && first == count) first = segment;
        if (report->warnings[0] && warned == count) warned = segment;
        if (read >= 0) continue;
        // Fax rows before the damage are there, and no more is known of others.
        if (first == count) first = segment;
        fail(report, "cannot be decoded");
        failed++;
    }
    // Fax decoders fail at the end of a strip of which they have decoded most.
    int is_fax = layout->compression >= 2 && layout->compression <= 4;
    if (status == TIFF_CODEC_OK && failed == count && !(is_fax && has_bits(samples, stride * count)))
        status = TIFF_CODEC_FAILED;
    locate(report->message, sizeof report->message, layout, first, count);
    locate(report->warnings, sizeof report->warnings, layout, warned, count);
    lib.close(tiff);
    return status;
}

int tiff_codec_encode(
    const tiff_codec_layout *layout, int is_little_endian, uint32_t count, const uint8_t *samples, size_t stride,
    const size_t *lengths, size_t limit, tiff_codec_output *output, tiff_codec_report *report) {
    memset(output, 0, sizeof *output);
    report->message[0] = report->warnings[0] = 0;
    if (!tiff_codec_load()) return TIFF_CODEC_MISSING;
    memory_file file = {.limit = limit, .report = report};
    // The predictor of floating point (3) gives the same bytes in both orders, but libtiff 4.5 exchanges those of the samples
    // before it if the file has another order than the machine.
    const char *mode = layout->predictor == 3 ? "w" : is_little_endian ? "wl" : "wb";
    TIFF *tiff = open_file(&file, mode);
    if (!tiff) return fail(report, "libtiff does not write");
    int status = TIFF_CODEC_OK;
    int is_set = lib.set_field(tiff, TAG_WIDTH, layout->width) && lib.set_field(tiff, TAG_LENGTH, layout->height)
        && lib.set_field(tiff, TAG_BITS, (int)layout->bits) && lib.set_field(tiff, TAG_SAMPLES, (int)layout->samples)
        && lib.set_field(tiff, TAG_SAMPLE_FORMAT, (int)layout->sample_format)
        && lib.set_field(tiff, TAG_COMPRESSION, (int)layout->compression)
        && lib.set_field(tiff, TAG_PHOTOMETRIC, 1) && lib.set_field(tiff, TAG_PLANAR, (int)layout->planar)
        && lib.set_field(tiff, TAG_FILL_ORDER, (int)layout->fill_order);
    if (layout->tile_width)
        is_set = is_set && lib.set_field(tiff, TAG_TILE_WIDTH, layout->tile_width)
            && lib.set_field(tiff, TAG_TILE_LENGTH, layout->tile_height);
    else
        is_set = is_set && lib.set_field(tiff, TAG_ROWS, layout->tile_height);
    if (layout->predictor > 1) is_set = is_set && lib.set_field(tiff, TAG_PREDICTOR, (int)layout->predictor);
    if (layout->compression == 3) is_set = is_set && lib.set_field(tiff, TAG_GROUP3, layout->group3);
    if (!is_set) status = fail(report, "libtiff does not write this layout");
    // The writer changes the bytes that it is given: predictors and byte order are applied in place.
    uint8_t *copy = status == TIFF_CODEC_OK ? malloc(stride ? stride : 1) : NULL;
    if (status == TIFF_CODEC_OK && !copy) status = TIFF_CODEC_MEMORY;
    for (uint32_t segment = 0; status == TIFF_CODEC_OK && segment < count; segment++) {
        memcpy(copy, samples + stride * segment, lengths[segment]);
        tmsize_t length = (tmsize_t)lengths[segment];
        tmsize_t written = layout->tile_width ? lib.write_tile(tiff, segment, copy, length)
                                              : lib.write_strip(tiff, segment, copy, length);
        if (written != length) status = file.is_exhausted ? TIFF_CODEC_MEMORY : fail(report, "libtiff does not encode");
    }
    free(copy);
    if (status == TIFF_CODEC_OK && !lib.flush(tiff)) status = fail(report, "libtiff does not encode");
    uint64_t *offsets = NULL, *counts = NULL;
    if (status == TIFF_CODEC_OK
        && (!lib.get_field(tiff, layout->tile_width ? TAG_TILE_OFFSETS : TAG_STRIP_OFFSETS, &offsets)
            || !lib.get_field(tiff, layout->tile_width ? TAG_TILE_COUNTS : TAG_STRIP_COUNTS, &counts)
            || !offsets || !counts))
        status = fail(report, "libtiff does not say where the samples are");
    if (status == TIFF_CODEC_OK) {
        output->offsets = malloc(sizeof(uint64_t) * count);
        output->lengths = malloc(sizeof(uint64_t) * count);
        if (!output->offsets || !output->lengths) status = TIFF_CODEC_MEMORY;
    }
    if (status == TIFF_CODEC_OK) {
        memcpy(output->offsets, offsets, sizeof(uint64_t) * count);
        memcpy(output->lengths, counts, sizeof(uint64_t) * count);
    }
    // Without a directory, which nobody needs.
    lib.cleanup(tiff);
    output->file = file.bytes;
    output->size = file.size;
    return status;
}

void tiff_codec_free(tiff_codec_output *output) {
    free(output->file);
    free(output->offsets);
    free(output->lengths);
    memset(output, 0, sizeof *output);
}
