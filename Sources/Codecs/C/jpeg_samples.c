#include <stdlib.h>
#include <string.h>

#include "jpeg_arrays.h"

// The rows of one iMCU row of a component, as jpeg_read_raw_data expects them: at most 4 block rows.
enum { MAXIMUM_ROWS = 4 * DCTSIZE };

static void allocate_samples(j_decompress_ptr info, jpeg_component_samples *components) {
    for (int i = 0; i < info->num_components; i++) {
        const jpeg_component_info *component = &info->comp_info[i];
        size_t across = (size_t)component->h_samp_factor, down = (size_t)component->v_samp_factor;
        components[i].stride = (component->width_in_blocks + across - 1) / across * across * DCTSIZE;
        components[i].rows = info->total_iMCU_rows * down * DCTSIZE;
        components[i].samples = calloc(components[i].rows, components[i].stride);
        if (!components[i].samples)
            jpeg_give_up((j_common_ptr)info, JPEG_OUT_OF_MEMORY, "out of memory for the samples");
    }
}

static void read_rows(j_decompress_ptr info, jpeg_component_samples *components) {
    JSAMPROW rows[JPEG_MAX_PLANES][MAXIMUM_ROWS];
    JSAMPARRAY arrays[JPEG_MAX_PLANES];
    JDIMENSION lines = (JDIMENSION)info->max_v_samp_factor * DCTSIZE;
    for (JDIMENSION imcu = 0; imcu < info->total_iMCU_rows; imcu++) {
        for (int i = 0; i < info->num_components; i++) {
            size_t own = (size_t)info->comp_info[i].v_samp_factor * DCTSIZE;
            for (size_t row = 0; row < own; row++)
                rows[i][row] = components[i].samples + (imcu * own + row) * components[i].stride;
            arrays[i] = rows[i];
        }
        if (jpeg_read_raw_data(info, arrays, lines) == 0)
            jpeg_give_up((j_common_ptr)info, JPEG_FAILED, "the decoder returned no rows");
    }
}

jpeg_code jpeg_read_component_samples(const uint8_t *bytes, size_t count, jpeg_component_samples *components,
                                      jpeg_report *report) {
    struct jpeg_decompress_struct info;
    jpeg_errors errors;
    memset(&info, 0, sizeof info);
    memset(components, 0, JPEG_MAX_PLANES * sizeof *components);
    info.err = jpeg_collect_errors(&errors, report);
    if (setjmp(errors.escape) == 0) {
        jpeg_create_decompress(&info);
        jpeg_mem_src(&info, bytes, count);
        jpeg_read_header(&info, TRUE);
        if (info.num_components > JPEG_MAX_PLANES)
            jpeg_give_up((j_common_ptr)&info, JPEG_FAILED, "too many components");
        info.raw_data_out = TRUE;
        info.out_color_space = info.jpeg_color_space;
        jpeg_start_decompress(&info);
        allocate_samples(&info, components);
        read_rows(&info, components);
        report->last_scan = info.input_scan_number;
    }
    report->offset = info.src ? count - info.src->bytes_in_buffer : count;
    jpeg_destroy_decompress(&info);
    return errors.code;
}
