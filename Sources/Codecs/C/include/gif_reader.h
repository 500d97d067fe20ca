#ifndef UPRIGHT_GIF_READER_H
#define UPRIGHT_GIF_READER_H

#include <stddef.h>
#include <stdint.h>

/* A frame as giflib reads it. */
typedef struct {
    int left;
    int top;
    int width;
    int height;
    int interlaced;
    uint8_t *indices; /* width * height colour indices, rows from top to bottom */
} upright_gif_frame;

/* The frames of a GIF file as giflib reads them. */
typedef struct {
    int width;
    int height;
    size_t count;
    upright_gif_frame *frames;
    char message[200]; /* giflib's error, if reading failed */
} upright_gif_picture;

/* Reads the frames of a GIF file in memory through giflib's record interface. Returns 0, or -1 and sets the message.
   The frames read before an error are kept. */
int upright_gif_read(const uint8_t *bytes, size_t size, upright_gif_picture *picture);

/* Frees the frames. */
void upright_gif_free(upright_gif_picture *picture);

#endif
