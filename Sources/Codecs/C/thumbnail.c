#include "thumbnail.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg_errors.h"
#include "thumbnail_scaler.h"

static int fail(upright_thumbnail *thumbnail, const char *message) {
    if (!thumbnail->message[0]) snprintf(thumbnail->message, sizeof thumbnail->message, "%s", message);
    upright_thumbnail_free(thumbnail);
    return -1;
}

void upright_thumbnail_free(upright_thumbnail *thumbnail) {
    free(thumbnail->rgb);
    thumbnail->rgb = NULL;
}

/* Adobe's CMYK is inverted: 255 is no ink. */
static void rgb_of_cmyk(const uint8_t *cmyk, uint8_t *rgb, uint32_t width, int inverted) {
    for (uint32_t x = 0; x < width; x++, cmyk += 4, rgb += 3)
        for (int i = 0; i < 3; i++) {
            unsigned ink = inverted ? cmyk[i] : 255u - cmyk[i];
            unsigned key = inverted ? cmyk[3] : 255u - cmyk[3];
            rgb[i] = (uint8_t)((ink * key + 127) / 255);
        }
}

typedef struct {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    jpeg_report report;
    upright_scaler scaler;
    uint8_t *row;
    uint8_t *converted;
} jpeg_work;

static void read_jpeg(jpeg_work *work, uint32_t edge, uint64_t most_pixels, upright_thumbnail *thumbnail) {
    j_decompress_ptr info = &work->info;
    jpeg_read_header(info, TRUE);
    uint64_t pixels = (uint64_t)info->image_width * info->image_height;
    if (pixels > most_pixels) jpeg_give_up((j_common_ptr)info, JPEG_TOO_LARGE, "more pixels than the limit allows");
    int is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
    if (info->jpeg_color_space != JCS_UNKNOWN) info->out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
    uint32_t longest = info->image_width > info->image_height ? info->image_width : info->image_height;
    info->scale_denom = 8;
    info->scale_num = 1;
    while (info->scale_num < 8 && (uint64_t)longest * info->scale_num / 8 < edge) info->scale_num++;
    info->dct_method = JDCT_IFAST;
    jpeg_start_decompress(info);
    if (info->output_components != 3 && info->output_components != 4 && info->output_components != 1)
        jpeg_give_up((j_common_ptr)info, JPEG_FAILED, "expected 1, 3 or 4 colour components");
    work->row = malloc((size_t)info->output_width * (size_t)info->output_components);
    work->converted = malloc((size_t)info->output_width * 3);
    if (!work->row || !work->converted ||
        upright_scaler_begin(&work->scaler, info->output_width, info->output_height, edge, thumbnail) != 0)
        jpeg_give_up((j_common_ptr)info, JPEG_OUT_OF_MEMORY, "out of memory");
    while (info->output_scanline < info->output_height) {
        JSAMPROW line = work->row;
        jpeg_read_scanlines(info, &line, 1);
        const uint8_t *rgb = work->row;
        if (info->output_components == 4) {
            rgb_of_cmyk(work->row, work->converted, info->output_width, info->saw_Adobe_marker);
            rgb = work->converted;
        } else if (info->output_components == 1) {
            for (uint32_t x = 0; x < info->output_width; x++) memset(work->converted + x * 3, work->row[x], 3);
            rgb = work->converted;
        }
        upright_scaler_take(&work->scaler, rgb);
    }
}

int upright_thumbnail_of_jpeg(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                              upright_thumbnail *thumbnail) {
    memset(thumbnail, 0, sizeof *thumbnail);
    jpeg_work *work = calloc(1, sizeof *work);
    if (!work) return fail(thumbnail, "out of memory");
    work->info.err = jpeg_collect_errors(&work->errors, &work->report);
    if (setjmp(work->errors.escape) == 0) {
        jpeg_create_decompress(&work->info);
        jpeg_mem_src(&work->info, bytes, size);
        read_jpeg(work, edge, most_pixels, thumbnail);
    }
    int failed = work->errors.code != JPEG_OK;
    if (failed) snprintf(thumbnail->message, sizeof thumbnail->message, "%s", work->report.message);
    jpeg_destroy_decompress(&work->info);
    upright_scaler_end(&work->scaler);
    free(work->row);
    free(work->converted);
    free(work);
    return failed ? fail(thumbnail, "it cannot be decoded") : 0;
}

typedef struct {
    const uint8_t *bytes;
    size_t size;
    size_t offset;
    upright_scaler scaler;
    uint8_t *rows;
} png_work;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    png_work *work = png_get_io_ptr(png);
    if (count > work->size - work->offset) png_error(png, "unexpected end of the file");
    memcpy(target, work->bytes + work->offset, count);
    work->offset += count;
}

static void report_error(png_structp png, png_const_charp message) {
    upright_thumbnail *thumbnail = png_get_error_ptr(png);
    snprintf(thumbnail->message, sizeof thumbnail->message, "%s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void read_png(png_structp png, png_infop info, png_work *work, uint32_t edge, uint64_t most_pixels,
                     upright_thumbnail *thumbnail) {
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
    png_read_info(png, info);
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if ((uint64_t)width * height > most_pixels) png_error(png, "more pixels than the limit allows");
    png_set_expand(png);
    png_set_strip_16(png);
    png_set_gray_to_rgb(png);
    png_color_16 white = {.red = 255, .green = 255, .blue = 255, .gray = 255};
    png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t row = png_get_rowbytes(png, info);
    if (row != (size_t)width * 3) png_error(png, "cannot be converted to 8-bit RGB");
    /* The passes of an interlaced picture cover all rows; any other picture needs one row. */
    work->rows = calloc(passes > 1 ? height : 1, row);
    if (!work->rows || upright_scaler_begin(&work->scaler, width, height, edge, thumbnail) != 0)
        png_error(png, "out of memory");
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++) {
            uint8_t *line = work->rows + (passes > 1 ? (size_t)y * row : 0);
            png_read_row(png, line, NULL);
            if (pass == passes - 1) upright_scaler_take(&work->scaler, line);
        }
}

int upright_thumbnail_of_png(const uint8_t *bytes, size_t size, uint32_t edge, uint64_t most_pixels,
                             upright_thumbnail *thumbnail) {
    memset(thumbnail, 0, sizeof *thumbnail);
    png_work *work = calloc(1, sizeof *work);
    if (!work) return fail(thumbnail, "out of memory");
    work->bytes = bytes;
    work->size = size;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, thumbnail, report_error, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    volatile int failed = 1;
    if (info && setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, work, read_bytes);
        read_png(png, info, work, edge, most_pixels, thumbnail);
        failed = 0;
    }
    /* Show as much of a truncated picture as there is. */
    if (work->scaler.next > 0) failed = 0;
    png_destroy_read_struct(&png, &info, NULL);
    upright_scaler_end(&work->scaler);
    free(work->rows);
    free(work);
    return failed ? fail(thumbnail, "out of memory") : 0;
}

int upright_thumbnail_of_rgb(const uint8_t *rgb, uint32_t width, uint32_t height, uint32_t edge,
                             upright_thumbnail *thumbnail) {
    memset(thumbnail, 0, sizeof *thumbnail);
    if (width == 0 || height == 0) return fail(thumbnail, "it has no pixels");
    upright_scaler scaler;
    int begun = upright_scaler_begin(&scaler, width, height, edge, thumbnail);
    for (uint32_t y = 0; begun == 0 && y < height; y++) upright_scaler_take(&scaler, rgb + (size_t)y * width * 3);
    upright_scaler_end(&scaler);
    return begun == 0 ? 0 : fail(thumbnail, "out of memory");
}

jpeg_code upright_thumbnail_encode(const uint8_t *rgb, uint32_t width, uint32_t height, int quality, uint8_t **output,
                                   size_t *output_count, jpeg_report *report) {
    struct jpeg_compress_struct info;
    jpeg_errors errors;
    unsigned long count = 0;
    memset(&info, 0, sizeof info);
    *output = NULL;
    *output_count = 0;
    info.err = jpeg_collect_errors(&errors, report);
    if (setjmp(errors.escape) == 0) {
        jpeg_create_compress(&info);
        jpeg_mem_dest(&info, output, &count);
        info.image_width = width;
        info.image_height = height;
        info.input_components = 3;
        info.in_color_space = JCS_RGB;
        jpeg_set_defaults(&info);
        jpeg_set_quality(&info, quality, TRUE);
        info.optimize_coding = TRUE;
        jpeg_start_compress(&info, TRUE);
        while (info.next_scanline < info.image_height) {
            JSAMPROW line = (JSAMPROW)(rgb + (size_t)info.next_scanline * width * 3);
            jpeg_write_scanlines(&info, &line, 1);
        }
        jpeg_finish_compress(&info);
    }
    jpeg_destroy_compress(&info);
    *output_count = (size_t)count;
    return errors.code;
}
