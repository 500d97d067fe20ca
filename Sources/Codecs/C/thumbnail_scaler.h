#ifndef UPRIGHT_THUMBNAIL_SCALER_H
#define UPRIGHT_THUMBNAIL_SCALER_H

#include "thumbnail.h"

/* Scales down rows of RGB as they arrive. Each pixel of the result is the mean of the area that it covers. */
typedef struct {
    uint32_t width, height;
    uint32_t next; /* the next row of the source */
    float *line;   /* a source row at the result's width */
    float *sum;    /* the row of the result that is being summed */
    upright_thumbnail *result;
} upright_scaler;

/* Allocates the buffers. Returns 0, or -1 if out of memory. */
int upright_scaler_begin(upright_scaler *scaler, uint32_t width, uint32_t height, uint32_t edge,
                         upright_thumbnail *result);

/* Takes the next row of `width` pixels. */
void upright_scaler_take(upright_scaler *scaler, const uint8_t *rgb);

/* Frees the scaler's own buffers, not the result. */
void upright_scaler_end(upright_scaler *scaler);

#endif
