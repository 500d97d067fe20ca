#ifndef JPEG_ARRAYS_H
#define JPEG_ARRAYS_H

#include "jpeg_errors.h"

// libjpeg's coefficient arrays, in memory of ours: its own can be neither kept nor read without its bookkeeping.
// It asks `cinfo->mem` for arrays and for rows of them; these are the two functions that answer instead.
typedef struct jpeg_array {
    JBLOCKROW *rows;
    JDIMENSION count;
} jpeg_array;

typedef struct jpeg_arrays {
    jpeg_picture *picture;  // where the planes are made
    int count;
    jpeg_array arrays[JPEG_MAX_PLANES];
} jpeg_arrays;

// Lets the object take its arrays from `arrays`, its `client_data` from now on.
void jpeg_install_arrays(j_common_ptr info, jpeg_arrays *arrays);

// Makes the array of one plane out of its blocks, with at least `rows` rows; 0 when there is no memory.
int jpeg_point_to_rows(jpeg_array *array, const jpeg_plane *plane, size_t rows);

void jpeg_free_arrays(jpeg_arrays *arrays);

#endif
