#include "thumbnail_scaler.h"

#include <stdlib.h>
#include <string.h>

int upright_scaler_begin(upright_scaler *scaler, uint32_t width, uint32_t height, uint32_t edge,
                         upright_thumbnail *result) {
    memset(scaler, 0, sizeof *scaler);
    scaler->width = width;
    scaler->height = height;
    scaler->result = result;
    uint32_t longest = width > height ? width : height;
    result->width = width;
    result->height = height;
    if (longest > edge) {
        result->width = (uint32_t)(((uint64_t)width * edge + longest / 2) / longest);
        result->height = (uint32_t)(((uint64_t)height * edge + longest / 2) / longest);
        if (result->width == 0) result->width = 1;
        if (result->height == 0) result->height = 1;
    }
    result->rgb = calloc(result->height, (size_t)result->width * 3);
    scaler->line = malloc((size_t)result->width * 3 * sizeof(float));
    scaler->sum = calloc(result->width, 3 * sizeof(float));
    return result->rgb && scaler->line && scaler->sum ? 0 : -1;
}

/* Scales a source row to the result's width. Each source pixel contributes to the pixels that it overlaps. */
static void reduce(upright_scaler *scaler, const uint8_t *rgb) {
    uint32_t to = scaler->result->width;
    if (to == scaler->width) {
        for (size_t i = 0; i < (size_t)to * 3; i++) scaler->line[i] = rgb[i];
        return;
    }
    memset(scaler->line, 0, (size_t)to * 3 * sizeof(float));
    uint64_t width = scaler->width;
    uint64_t edge = width; /* the end of the current result pixel, in units of 1/to source pixels */
    uint32_t column = 0;
    for (uint64_t x = 0; x < width; x++) {
        uint64_t begin = x * to, end = begin + to;
        const uint8_t *pixel = rgb + x * 3;
        while (begin < end) {
            uint64_t stop = end < edge ? end : edge;
            float share = (float)(stop - begin) / (float)width;
            float *target = scaler->line + (size_t)column * 3;
            target[0] += share * pixel[0];
            target[1] += share * pixel[1];
            target[2] += share * pixel[2];
            begin = stop;
            if (begin == edge && column + 1 < to) {
                column++;
                edge += width;
            }
        }
    }
}

static void add(upright_scaler *scaler, float share) {
    size_t count = (size_t)scaler->result->width * 3;
    for (size_t i = 0; i < count; i++) scaler->sum[i] += share * scaler->line[i];
}

static void flush(upright_scaler *scaler, uint32_t row) {
    size_t count = (size_t)scaler->result->width * 3;
    uint8_t *target = scaler->result->rgb + (size_t)row * count;
    for (size_t i = 0; i < count; i++) {
        float value = scaler->sum[i] + 0.5f;
        target[i] = value >= 255 ? 255 : value <= 0 ? 0 : (uint8_t)value;
        scaler->sum[i] = 0;
    }
}

void upright_scaler_take(upright_scaler *scaler, const uint8_t *rgb) {
    if (scaler->next >= scaler->height) return;
    uint64_t to = scaler->result->height, height = scaler->height;
    uint64_t begin = (uint64_t)scaler->next++ * to, end = begin + to;
    reduce(scaler, rgb);
    while (begin < end) {
        uint64_t row = begin / height, edge = (row + 1) * height;
        uint64_t stop = end < edge ? end : edge;
        add(scaler, (float)(stop - begin) / (float)height);
        if (stop == edge) flush(scaler, (uint32_t)row);
        begin = stop;
    }
}

void upright_scaler_end(upright_scaler *scaler) {
    free(scaler->line);
    free(scaler->sum);
}
