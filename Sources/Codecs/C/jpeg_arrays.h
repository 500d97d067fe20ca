#ifndef JPEG_ARRAYS_H
#define JPEG_ARRAYS_H

#include "jpeg_errors.h"

// libjpeg's coefficient arrays in our own memory, because libjpeg's own arrays can be neither kept nor read without its
// bookkeeping. libjpeg requests arrays and rows of them through `cinfo->mem`; these two functions serve the requests.
typedef struct jpeg_array {
    JBLOCKROW *rows;
    JDIMENSION count;
} jpeg_array;

typedef struct jpeg_arrays {
    jpeg_picture *picture;  // receives the planes
    int count;
    jpeg_array arrays[JPEG_MAX_PLANES];
} jpeg_arrays;

// Makes the object take its arrays from `arrays`, which becomes its `client_data`.
void jpeg_install_arrays(j_common_ptr info, jpeg_arrays *arrays);

// Makes the array of one plane from its blocks, with at least `rows` rows. Returns 0 if out of memory.
int jpeg_point_to_rows(jpeg_array *array, const jpeg_plane *plane, size_t rows);

void jpeg_free_arrays(jpeg_arrays *arrays);

#endif
