#include <stdlib.h>
#include <string.h>

#include "jpeg_arrays.h"

// A destination in memory that grows up to a limit.
typedef struct destination {
    struct jpeg_destination_mgr base;
    uint8_t *bytes;
    size_t capacity;
    size_t limit;
} destination;

static void init_destination(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    target->base.next_output_byte = target->bytes;
    target->base.free_in_buffer = target->capacity;
}

static boolean grow(j_compress_ptr info) {
    destination *target = (destination *)info->dest;
    size_t used = target->capacity;
    if (used >= target->limit) jpeg_give_up((j_common_ptr)info, JPEG_TOO_LARGE, "the output grew past its limit");
    size_t capacity = used < target->limit / 2 ? used * 2 : target->limit;
    uint8_t *bytes = realloc(target->bytes, capacity);
    if (!bytes) jpeg_give_up((j_common_ptr)info, JPEG_OUT_OF_MEMORY, "out of memory for the output");
    target->bytes = bytes;
    target->capacity = capacity;
    target->base.next_output_byte = bytes + used;
    target->base.free_in_buffer = capacity - used;
    return TRUE;
}

static void finish(j_compress_ptr info) { (void)info; }

// Sets size, components and tables. The colour space stays unknown, so that libjpeg derives nothing from it.
static void set_parameters(j_compress_ptr info, const jpeg_picture *picture, const jpeg_coding *coding) {
    info->image_width = (JDIMENSION)picture->width;
    info->image_height = (JDIMENSION)picture->height;
    info->input_components = picture->plane_count;
    info->in_color_space = JCS_UNKNOWN;
    jpeg_set_defaults(info);
    for (int i = 0; i < NUM_QUANT_TBLS; i++) info->quant_tbl_ptrs[i] = NULL;
    for (int i = 0; i < picture->plane_count; i++) {
        const jpeg_plane *plane = &picture->planes[i];
        jpeg_component_info *component = &info->comp_info[i];
        component->component_id = plane->id;
        component->h_samp_factor = plane->horizontal;
        component->v_samp_factor = plane->vertical;
        component->quant_tbl_no = plane->table;
        component->dc_tbl_no = coding->dc_tables[i];
        component->ac_tbl_no = coding->ac_tables[i];
        if (plane->table < 0 || plane->table >= NUM_QUANT_TBLS)
            jpeg_give_up((j_common_ptr)info, JPEG_FAILED, "a quantization table number outside 0...3");
        JQUANT_TBL **slot = &info->quant_tbl_ptrs[plane->table];
        if (!*slot) *slot = jpeg_alloc_quant_table((j_common_ptr)info);
        for (int k = 0; k < DCTSIZE2; k++) (*slot)->quantval[k] = plane->quantization[k];
    }
    info->write_JFIF_header = FALSE;
    info->write_Adobe_marker = FALSE;
    info->arith_code = coding->arithmetic ? TRUE : FALSE;
    info->optimize_coding = coding->optimize && !coding->arithmetic ? TRUE : FALSE;  // of Huffman tables only
    info->restart_interval = coding->restart_interval;
    memcpy(info->arith_dc_L, picture->arithmetic_dc_lower, NUM_ARITH_TBLS);
    memcpy(info->arith_dc_U, picture->arithmetic_dc_upper, NUM_ARITH_TBLS);
    memcpy(info->arith_ac_K, picture->arithmetic_ac, NUM_ARITH_TBLS);
}

static void set_script(j_compress_ptr info, const jpeg_coding *coding) {
    size_t size = (size_t)coding->scan_count * sizeof(jpeg_scan_info);
    jpeg_scan_info *scans = info->mem->alloc_small((j_common_ptr)info, JPOOL_PERMANENT, size);
    for (int i = 0; i < coding->scan_count; i++) {
        const jpeg_script_scan *scan = &coding->scans[i];
        scans[i].comps_in_scan = scan->count;
        for (int k = 0; k < 4; k++) scans[i].component_index[k] = scan->planes[k];
        scans[i].Ss = scan->spectral_start;
        scans[i].Se = scan->spectral_end;
        scans[i].Ah = scan->approximation_high;
        scans[i].Al = scan->approximation_low;
    }
    info->scan_info = scans;
    info->num_scans = coding->scan_count;
}

jpeg_code jpeg_write_planes(const jpeg_picture *picture, const jpeg_coding *coding, size_t expected_size,
                            size_t limit, uint8_t **output, size_t *output_count, jpeg_report *report) {
    struct jpeg_compress_struct info;
    jpeg_errors errors;
    jpeg_arrays arrays;
    destination target;
    jvirt_barray_ptr pointers[JPEG_MAX_PLANES];
    memset(&info, 0, sizeof info);
    memset(&arrays, 0, sizeof arrays);
    memset(&target, 0, sizeof target);
    info.err = jpeg_collect_errors(&errors, report);
    if (setjmp(errors.escape) == 0) {
        jpeg_create_compress(&info);
        jpeg_install_arrays((j_common_ptr)&info, &arrays);
        target.limit = limit < 4096 ? 4096 : limit;
        target.capacity = expected_size < 4096 ? 4096 : expected_size > target.limit ? target.limit : expected_size;
        target.bytes = malloc(target.capacity);
        if (!target.bytes) jpeg_give_up((j_common_ptr)&info, JPEG_OUT_OF_MEMORY, "out of memory for the output");
        target.base.init_destination = init_destination;
        target.base.empty_output_buffer = grow;
        target.base.term_destination = finish;
        info.dest = &target.base;
        set_parameters(&info, picture, coding);
        set_script(&info, coding);
        for (int i = 0; i < picture->plane_count; i++) {
            const jpeg_plane *plane = &picture->planes[i];
            if (!jpeg_point_to_rows(&arrays.arrays[i], plane, plane->rows + (size_t)plane->vertical))
                jpeg_give_up((j_common_ptr)&info, JPEG_OUT_OF_MEMORY, "out of memory for the rows");
            pointers[i] = (jvirt_barray_ptr)&arrays.arrays[i];
        }
        jpeg_write_coefficients(&info, pointers);
        // The planes must have at least the sizes that libjpeg derives, or its encoder would read out of bounds.
        for (int i = 0; i < picture->plane_count; i++)
            if (info.comp_info[i].width_in_blocks > picture->planes[i].stride ||
                info.comp_info[i].height_in_blocks > picture->planes[i].rows)
                jpeg_give_up((j_common_ptr)&info, JPEG_FAILED, "a plane is smaller than its picture");
        jpeg_finish_compress(&info);
        *output_count = target.capacity - target.base.free_in_buffer;
    } else {
        *output_count = 0;
    }
    *output = target.bytes;
    jpeg_destroy_compress(&info);
    jpeg_free_arrays(&arrays);
    return errors.code;
}
