#include <stdlib.h>
#include <string.h>

#include "jpeg_arrays.h"

static void describe(j_decompress_ptr info, jpeg_picture *picture) {
    picture->width = info->image_width;
    picture->height = info->image_height;
    picture->plane_count = info->num_components;
    for (int i = 0; i < info->num_components; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        jpeg_plane *plane = &picture->planes[i];
        plane->id = component->component_id;
        plane->horizontal = component->h_samp_factor;
        plane->vertical = component->v_samp_factor;
        plane->table = component->quant_tbl_no;
        plane->width = component->width_in_blocks;
        plane->height = component->height_in_blocks;
        // A component uses the table in force at its first scan; without any scan, the last one defined in its slot.
        const JQUANT_TBL *table = component->quant_table;
        if (!table && plane->table >= 0 && plane->table < NUM_QUANT_TBLS) table = info->quant_tbl_ptrs[plane->table];
        plane->has_table = table != NULL;
        for (int k = 0; k < DCTSIZE2; k++) plane->quantization[k] = table ? table->quantval[k] : 1;
    }
    memcpy(picture->arithmetic_dc_lower, info->arith_dc_L, NUM_ARITH_TBLS);
    memcpy(picture->arithmetic_dc_upper, info->arith_dc_U, NUM_ARITH_TBLS);
    memcpy(picture->arithmetic_ac, info->arith_ac_K, NUM_ARITH_TBLS);
}

static void note_offset(j_decompress_ptr info, size_t count, jpeg_report *report) {
    size_t left = info->src ? info->src->bytes_in_buffer : count;
    report->offset = left <= count ? count - left : count;
}

jpeg_code jpeg_read_planes(const uint8_t *bytes, size_t count, jpeg_picture *picture, jpeg_report *report) {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    jpeg_arrays arrays;
    memset(&info, 0, sizeof info);
    memset(&arrays, 0, sizeof arrays);
    memset(picture, 0, sizeof *picture);
    arrays.picture = picture;
    info.err = jpeg_collect_errors(&errors, report);
    if (setjmp(errors.escape) == 0) {
        jpeg_create_decompress(&info);
        jpeg_install_arrays((j_common_ptr)&info, &arrays);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        if (info.num_components > JPEG_MAX_PLANES)
            jpeg_give_up((j_common_ptr)&info, JPEG_FAILED, "too many components");
        jpeg_read_coefficients(&info);
        describe(&info, picture);
    }
    note_offset(&info, count, report);
    jpeg_destroy_decompress(&info);
    jpeg_free_arrays(&arrays);
    return errors.code;
}

void jpeg_free_planes(jpeg_picture *picture) {
    for (int i = 0; i < JPEG_MAX_PLANES; i++) {
        free(picture->planes[i].blocks);
        picture->planes[i].blocks = NULL;
    }
}

jpeg_code jpeg_read_samples(const uint8_t *bytes, size_t count, uint8_t *samples, size_t capacity,
                            jpeg_report *report) {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    memset(&info, 0, sizeof info);
    info.err = jpeg_collect_errors(&errors, report);
    if (setjmp(errors.escape) == 0) {
        jpeg_create_decompress(&info);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        info.out_color_space = info.jpeg_color_space;
        jpeg_start_decompress(&info);
        size_t row = (size_t)info.output_width * (size_t)info.output_components;
        if (capacity / row != info.output_height || capacity % row != 0)
            jpeg_give_up((j_common_ptr)&info, JPEG_TOO_LARGE, "the picture's size differs from the expected one");
        while (info.output_scanline < info.output_height) {
            JSAMPROW line = samples + info.output_scanline * row;
            jpeg_read_scanlines(&info, &line, 1);
        }
    }
    note_offset(&info, count, report);
    jpeg_destroy_decompress(&info);
    return errors.code;
}
