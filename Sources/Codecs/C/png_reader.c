#include "png_reader.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t size;
    size_t offset;
} source;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    source *from = png_get_io_ptr(png);
    if (count > from->size - from->offset) png_error(png, "unexpected end of the file");
    memcpy(target, from->bytes + from->offset, count);
    from->offset += count;
}

static void report_error(png_structp png, png_const_charp message) {
    upright_png_picture *picture = png_get_error_ptr(png);
    snprintf(picture->message, sizeof picture->message, "%s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

int upright_png_read(const uint8_t *bytes, size_t size, upright_png_picture *picture) {
    memset(picture, 0, sizeof *picture);
    source from = {bytes, size, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, picture, report_error, ignore_warning);
    if (!png) {
        snprintf(picture->message, sizeof picture->message, "out of memory");
        return -1;
    }
    png_infop info = png_create_info_struct(png);
    if (!info) {
        snprintf(picture->message, sizeof picture->message, "out of memory");
        png_destroy_read_struct(&png, NULL, NULL);
        return -1;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        upright_png_free(picture);
        return -1;
    }
    png_set_read_fn(png, &from, read_bytes);
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    /* Only the picture is needed: ancillary chunks are skipped unread. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
    png_read_info(png, info);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    picture->width = png_get_image_width(png, info);
    picture->height = png_get_image_height(png, info);
    picture->bit_depth = png_get_bit_depth(png, info);
    picture->color_type = png_get_color_type(png, info);
    picture->row_bytes = png_get_rowbytes(png, info);
    if (picture->row_bytes == 0 || picture->height > SIZE_MAX / picture->row_bytes) png_error(png, "too large");
    picture->rows = calloc(picture->height, picture->row_bytes);
    if (!picture->rows) png_error(png, "out of memory");
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0; y < picture->height; y++) {
            png_read_row(png, picture->rows + (size_t)y * picture->row_bytes, NULL);
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
}

void upright_png_free(upright_png_picture *picture) {
    free(picture->rows);
    picture->rows = NULL;
}
