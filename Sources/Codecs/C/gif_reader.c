#include "gif_reader.h"

#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t size;
    size_t offset;
} source;

static int read_bytes(GifFileType *gif, GifByteType *target, int count) {
    source *from = gif->UserData;
    size_t left = from->size - from->offset;
    size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, from->bytes + from->offset, taken);
    from->offset += taken;
    return (int)taken;
}

static int fail(upright_gif_picture *picture, const char *message) {
    snprintf(picture->message, sizeof picture->message, "%s", message ? message : "unknown error");
    return -1;
}

/* The first row and the row step of the four passes (GIF89a, appendix E). */
static const int pass_start[4] = {0, 4, 2, 1};
static const int pass_step[4] = {8, 8, 4, 2};

static int read_image(GifFileType *gif, upright_gif_picture *picture, size_t *capacity) {
    if (DGifGetImageDesc(gif) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
    if (picture->count == *capacity) {
        size_t more = *capacity ? *capacity * 2 : 16;
        upright_gif_frame *grown = realloc(picture->frames, more * sizeof *grown);
        if (!grown) return fail(picture, "out of memory");
        picture->frames = grown;
        *capacity = more;
    }
    upright_gif_frame *frame = &picture->frames[picture->count];
    frame->left = gif->Image.Left;
    frame->top = gif->Image.Top;
    frame->width = gif->Image.Width;
    frame->height = gif->Image.Height;
    frame->interlaced = gif->Image.Interlace ? 1 : 0;
    size_t pixels = (size_t)frame->width * (size_t)frame->height;
    frame->indices = calloc(pixels ? pixels : 1, 1);
    if (!frame->indices) return fail(picture, "out of memory");
    picture->count++;
    if (!pixels) {
        int code_size;
        GifByteType *block = NULL;
        if (DGifGetCode(gif, &code_size, &block) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
        while (block) {
            if (DGifGetCodeNext(gif, &block) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
        }
        return 0;
    }
    int passes = frame->interlaced ? 4 : 1;
    for (int pass = 0; pass < passes; pass++) {
        int step = frame->interlaced ? pass_step[pass] : 1;
        for (int y = frame->interlaced ? pass_start[pass] : 0; y < frame->height; y += step) {
            uint8_t *row = frame->indices + (size_t)y * (size_t)frame->width;
            if (DGifGetLine(gif, row, frame->width) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
        }
    }
    return 0;
}

static int skip_extension(GifFileType *gif, upright_gif_picture *picture) {
    int code;
    GifByteType *block = NULL;
    if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
    while (block) {
        if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return fail(picture, GifErrorString(gif->Error));
    }
    return 0;
}

int upright_gif_read(const uint8_t *bytes, size_t size, upright_gif_picture *picture) {
    memset(picture, 0, sizeof *picture);
    source from = {bytes, size, 0};
    int error = 0;
    GifFileType *gif = DGifOpen(&from, read_bytes, &error);
    if (!gif) return fail(picture, GifErrorString(error));
    picture->width = gif->SWidth;
    picture->height = gif->SHeight;
    size_t capacity = 0;
    int status = 0;
    GifRecordType record = UNDEFINED_RECORD_TYPE;
    while (status == 0 && record != TERMINATE_RECORD_TYPE) {
        if (DGifGetRecordType(gif, &record) == GIF_ERROR) {
            status = fail(picture, GifErrorString(gif->Error));
        } else if (record == IMAGE_DESC_RECORD_TYPE) {
            status = read_image(gif, picture, &capacity);
        } else if (record == EXTENSION_RECORD_TYPE) {
            status = skip_extension(gif, picture);
        }
    }
    DGifCloseFile(gif, &error);
    return status;
}

void upright_gif_free(upright_gif_picture *picture) {
    for (size_t i = 0; i < picture->count; i++) free(picture->frames[i].indices);
    free(picture->frames);
    picture->frames = NULL;
    picture->count = 0;
}
