#include "jpeg_arrays.h"

#include <stdlib.h>

static jvirt_barray_ptr request(j_common_ptr info, int pool, boolean zeroed, JDIMENSION blocks, JDIMENSION rows,
                                JDIMENSION access) {
    (void)pool, (void)zeroed, (void)access;
    jpeg_arrays *arrays = info->client_data;
    if (arrays->count == JPEG_MAX_PLANES) jpeg_give_up(info, JPEG_FAILED, "more coefficient arrays than components");
    jpeg_plane *plane = &arrays->picture->planes[arrays->count];
    jpeg_array *array = &arrays->arrays[arrays->count];
    arrays->count++;
    plane->stride = blocks;
    plane->rows = rows;
    plane->blocks = calloc((size_t)blocks * rows, sizeof(JBLOCK));
    if (!plane->blocks || !jpeg_point_to_rows(array, plane, rows))
        jpeg_give_up(info, JPEG_OUT_OF_MEMORY, "out of memory for the coefficients");
    return (jvirt_barray_ptr)array;
}

static JBLOCKARRAY access_rows(j_common_ptr info, jvirt_barray_ptr pointer, JDIMENSION start, JDIMENSION rows,
                               boolean writable) {
    (void)writable;
    jpeg_array *array = (jpeg_array *)pointer;
    if (start > array->count || rows > array->count - start)
        jpeg_give_up(info, JPEG_FAILED, "a coefficient row outside its array");
    return array->rows + start;
}

void jpeg_install_arrays(j_common_ptr info, jpeg_arrays *arrays) {
    info->client_data = arrays;
    info->mem->request_virt_barray = request;
    info->mem->access_virt_barray = access_rows;
}

int jpeg_point_to_rows(jpeg_array *array, const jpeg_plane *plane, size_t rows) {
    array->rows = malloc((rows ? rows : 1) * sizeof *array->rows);
    if (!array->rows) return 0;
    // The encoder requests whole MCU rows but ignores the rows beyond the picture, so any row will do for them.
    for (size_t row = 0; row < rows; row++) {
        size_t real = row < plane->rows ? row : plane->rows - 1;
        array->rows[row] = (JBLOCKROW)(plane->blocks + real * plane->stride * DCTSIZE2);
    }
    array->count = (JDIMENSION)rows;
    return 1;
}

void jpeg_free_arrays(jpeg_arrays *arrays) {
    for (int i = 0; i < JPEG_MAX_PLANES; i++) free(arrays->arrays[i].rows);
}
