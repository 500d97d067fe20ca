#include <stdlib.h>
#include <string.h>

#include "jpeg_requantizer_private.h"

const uint8_t requantizer_order[64] = {
    0, 8, 1, 2, 9, 16, 24, 17, 10, 3, 4, 11, 18, 25, 32, 40, 33, 26, 19, 12, 5, 6, 13, 20, 27, 34, 41, 48, 56, 49, 42,
    35, 28, 21, 14, 7, 15, 22, 29, 36, 43, 50, 57, 58, 51, 44, 37, 30, 23, 31, 38, 45, 52, 59, 60, 53, 46, 39, 47, 54,
    61, 62, 55, 63};

static void make_masks(jpeg_requantizer *requantizer) {
    uint8_t indices[64];
    for (int index = 0; index < 64; index++) indices[requantizer_order[index]] = (uint8_t)index;
    for (int row = 0; row < 8; row++) {
        uint64_t *masks = requantizer->zigzag_masks[row];
        masks[0] = 0;
        // Each bit doubles the number of masks.
        for (int bit = 0; bit < 8; bit++) {
            uint64_t ordered = 1ull << indices[8 * row + bit];
            for (int mask = 0; mask < 1 << bit; mask++) masks[1 << bit | mask] = masks[mask] | ordered;
        }
    }
}

// Describes a plane's memory, for `down` rows of blocks at a time. Returns the number of floats in it.
static size_t lay_out_memory(requantizer_plane *plane, size_t down) {
    const jpeg_requantizer_axis *horizontal = &plane->own.horizontal, *vertical = &plane->own.vertical;
    plane->stride = horizontal->length + MARGIN;
    plane->slots = vertical->direction > 0 && vertical->weight_count == 1 ? down : down + 2;
    size_t strips = plane->slots + (horizontal->weight_count > 1) + (vertical->weight_count > 1) * down;
    return strips * 8 * plane->stride + MARGIN;
}

static size_t lay_out(jpeg_requantizer *requantizer, int component) {
    const jpeg_turn *turn = requantizer->turn;
    requantizer_plane *plane = &requantizer->planes[component];
    plane->stored_across = turn->setup.components[component].across;
    plane->stored_down = turn->setup.components[component].down;
    while (turn->blocks[plane->first_block].component != component) plane->first_block++;
    return plane->own.is_exact ? 0 : lay_out_memory(plane, (size_t)turn->down[component]);
}

static void place(requantizer_plane *plane, float *memory) {
    plane->ring = memory;
    plane->decoded = memory + plane->slots * 8 * plane->stride;
    plane->combined = plane->decoded + (plane->own.horizontal.weight_count > 1) * 8 * plane->stride;
}

// Finds each component's last DC coefficient in the row before the first.
static void find_last(jpeg_requantizer *requantizer) {
    const jpeg_turn *turn = requantizer->turn;
    size_t row = requantizer->output.row - 1, column = turn->columns - 1;
    requantizer->kernels->prepare(requantizer, row);
    requantizer->kernels->make_mcu(requantizer, row, column);
    for (int block = 0; block < turn->block_count; block++) {
        const turn_block *place = &turn->turned[block];
        if (turn_is_outside(turn, place, column, row)) continue;
        requantizer->output.last[place->component] = requantizer->coefficients[block][0];
    }
}

jpeg_requantizer *jpeg_requantizer_create(
    const jpeg_turn *turn, const jpeg_requantizer_component *components, size_t row, size_t last_row,
    size_t restart_interval, int stuffs) {
    jpeg_requantizer *requantizer = calloc(1, sizeof *requantizer);
    if (!requantizer) return NULL;
    requantizer->turn = turn;
    requantizer->kernels = requantizer_kernels_chosen(turn->setup.is_portable);
    requantizer->output = (jpeg_turn_output){
        .row = row, .last_row = last_row, .restart_interval = restart_interval, .left = restart_interval,
        .stuffs = stuffs};
    size_t floats[JPEG_TURN_MAX_COMPONENTS], sum = 0;
    for (int component = 0; component < turn->setup.count; component++) {
        requantizer->planes[component].own = components[component];
        floats[component] = lay_out(requantizer, component);
        sum += floats[component];
    }
    requantizer->memory = malloc((sum + 1) * sizeof *requantizer->memory);
    if (!requantizer->memory) {
        free(requantizer);
        return NULL;
    }
    float *memory = requantizer->memory;
    for (int component = 0; component < turn->setup.count; component++) {
        place(&requantizer->planes[component], memory);
        memory += floats[component];
    }
    make_masks(requantizer);
    if (row > 0 && row < last_row) find_last(requantizer);
    return requantizer;
}

void jpeg_requantizer_free(jpeg_requantizer *requantizer) {
    if (!requantizer) return;
    free(requantizer->memory);
    free(requantizer->symbols);
    free(requantizer);
}

int requantizer_reserve(jpeg_requantizer *requantizer) {
    size_t need = (size_t)requantizer->turn->block_count * BLOCK_RECORD;
    if ((size_t)(requantizer->symbol_limit - requantizer->symbol_end) >= need) return 1;
    size_t used = (size_t)(requantizer->symbol_end - requantizer->symbols);
    size_t capacity = 2 * used + need + (64 << 10);
    uint8_t *symbols = realloc(requantizer->symbols, capacity);
    if (!symbols) return 0;
    requantizer->symbols = symbols;
    requantizer->symbol_end = symbols + used;
    requantizer->symbol_limit = symbols + capacity;
    return 1;
}

int jpeg_requantizer_collect(jpeg_requantizer *requantizer, jpeg_turn_counts *dc, jpeg_turn_counts *ac) {
    return requantizer->kernels->collect(requantizer, dc, ac);
}

size_t jpeg_requantizer_write(
    jpeg_requantizer *requantizer, const jpeg_turn_output_codes *codes, uint8_t *target, size_t capacity, int *done) {
    return requantizer->kernels->write(requantizer, codes, target, capacity, done);
}

unsigned jpeg_requantizer_pending(const jpeg_requantizer *requantizer, uint64_t *bits) {
    *bits = requantizer->output.bits;
    return requantizer->output.count;
}

int jpeg_requantizer_make_rows(const jpeg_requantizer_planes *planes, size_t row, size_t last_row) {
    requantizer_plane plane = {.own = planes->component};
    float *memory = malloc(lay_out_memory(&plane, 1) * sizeof *memory);
    if (!memory) return 0;
    place(&plane, memory);
    requantizer_kernels_chosen(planes->is_portable)->requantize(planes, &plane, row, last_row);
    free(memory);
    return 1;
}
