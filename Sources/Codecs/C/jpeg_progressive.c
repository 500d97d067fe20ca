#include <stdlib.h>

#include "jpeg_progressive_private.h"

jpeg_progressive_plane *jpeg_progressive_create(
    size_t width, size_t height, int levels, int list_count, const uint64_t *bands, const int *lows) {
    jpeg_progressive_plane *plane = calloc(1, sizeof *plane);
    if (!plane) return NULL;
    size_t blocks = width * height;
    plane->width = width;
    plane->height = height;
    plane->levels = levels;
    plane->stride = JPEG_PROGRESSIVE_LEVELS + (size_t)levels;
    plane->words = calloc(blocks + 1, plane->stride * sizeof *plane->words);
    plane->dc = calloc(blocks + 1, sizeof *plane->dc);
    plane->lists = calloc((size_t)list_count + 1, sizeof *plane->lists);
    int is_complete = plane->words && plane->dc && plane->lists;
    for (int index = 0; is_complete && index < list_count; index++) {
        jpeg_progressive_values *list = &plane->lists[index];
        plane->list_count = index + 1;
        list->band = bands[index];
        list->low = lows[index];
        list->starts = calloc(height + 1, sizeof *list->starts);
        is_complete = list->starts != NULL;
    }
    if (is_complete) return plane;
    jpeg_progressive_free(plane);
    return NULL;
}

void jpeg_progressive_free(jpeg_progressive_plane *plane) {
    if (!plane) return;
    for (int index = 0; index < plane->list_count; index++) {
        free(plane->lists[index].values);
        free(plane->lists[index].starts);
    }
    free(plane->lists);
    free(plane->words);
    free(plane->dc);
    free(plane);
}

// Returns the entry of a code; see progressive_table.
static uint32_t entry_of(const jpeg_progressive_scan *scan, uint8_t symbol, uint32_t length) {
    uint32_t size = scan->start ? symbol & 15 : symbol, run = scan->start ? symbol >> 4 : 0, extra = size;
    uint32_t flags = 0;
    if (scan->start == 0) {
        if ((int)size > scan->most_bits) flags = ENTRY_INVALID;
    } else if (size == 0) {
        flags = run == 15 ? ENTRY_ZEROS : ENTRY_END;
        extra = run == 15 ? 0 : run;
    } else if (scan->high ? size > 1 : (int)size > scan->most_bits || (int)size + scan->low > 15) {
        flags = ENTRY_INVALID;
    }
    if (flags == ENTRY_INVALID) size = run = extra = 0;
    return flags | run << 20 | size << 16 | length << 8 | (length + extra);
}

// Returns 0 if the lengths give more codes than there can be.
static int make_table(const jpeg_progressive_scan *scan, const jpeg_turn_table *source, progressive_table *table) {
    uint32_t code = 0, index = 0;
    for (uint32_t length = 1; length <= 16; length++) {
        table->bases[length] = (int32_t)index - (int32_t)code;
        for (int number = 0; number < source->counts[length - 1]; number++, index++, code++) {
            if (index >= 256 || code >= 1u << length) return 0;
            uint32_t entry = entry_of(scan, source->symbols[index], length);
            table->all[index] = entry;
            if (length > PROGRESSIVE_LOOKAHEAD) continue;
            uint32_t *first = &table->entries[code << (PROGRESSIVE_LOOKAHEAD - length)];
            for (uint32_t rest = 0; rest < 1u << (PROGRESSIVE_LOOKAHEAD - length); rest++) first[rest] = entry;
        }
        table->bounds[length] = code << (16 - length);
        code <<= 1;
    }
    return 1;
}

jpeg_progressive_decoder *jpeg_progressive_decoder_create(
    const jpeg_progressive_scan *scan, const uint8_t *data, size_t size) {
    jpeg_progressive_decoder *decoder =
        calloc(1, sizeof *decoder + (size_t)scan->count * sizeof *decoder->tables);
    if (!decoder) return NULL;
    decoder->scan = scan;
    decoder->kernels = progressive_kernels_chosen(scan->is_portable);
    decoder->band = progressive_band(scan);
    decoder->left = scan->restart_interval;
    size_t mcus = scan->columns * scan->rows, interval = scan->restart_interval;
    int is_sound = entropy_unstuff(
        data, size, interval ? (mcus + interval - 1) / interval : 1, PROGRESSIVE_PADDING, 0, &decoder->data,
        &decoder->intervals, &decoder->size);
    if (scan->start || !scan->high) {
        for (int index = 0; is_sound && index < scan->count; index++) {
            is_sound = make_table(scan, &scan->parts[index].table, &decoder->tables[index]);
        }
    }
    if (is_sound && scan->start && !scan->high) {
        jpeg_progressive_values *list = &scan->parts[0].plane->lists[scan->list];
        // Each value takes at least two bits. Memory that stays untouched is never given.
        list->capacity = (decoder->size + PROGRESSIVE_PADDING) * 4;
        list->values = malloc(list->capacity * sizeof *list->values);
        is_sound = list->values != NULL;
    }
    if (is_sound) {
        decoder->reader.next = decoder->data;
        return decoder;
    }
    jpeg_progressive_decoder_free(decoder);
    return NULL;
}

void jpeg_progressive_decoder_free(jpeg_progressive_decoder *decoder) {
    if (!decoder) return;
    entropy_free(decoder->data);
    free(decoder->intervals);
    free(decoder);
}

int jpeg_progressive_decode(jpeg_progressive_decoder *decoder) {
    int is_sound = decoder->kernels->decode(decoder);
    decoder->row++;
    return is_sound;
}

int jpeg_progressive_is_complete(const jpeg_progressive_decoder *decoder) {
    const bit_reader *reader = &decoder->reader;
    const uint8_t *end = decoder->data + decoder->size;
    if (decoder->run || decoder->data + decoder->intervals[decoder->interval + 1] != end) return 0;
    ptrdiff_t rest = (end - reader->next) * 8 + (ptrdiff_t)reader->count;
    return rest >= 0 && rest < 8;
}

jpeg_progressive_encoder *jpeg_progressive_encoder_create(const jpeg_progressive_scan *scan) {
    jpeg_progressive_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    encoder->scan = scan;
    encoder->kernels = progressive_kernels_chosen(scan->is_portable);
    encoder->band = progressive_band(scan);
    encoder->left = scan->restart_interval;
    return encoder;
}

void jpeg_progressive_encoder_free(jpeg_progressive_encoder *encoder) {
    if (!encoder) return;
    free(encoder->runs.lengths);
    free(encoder);
}

int jpeg_progressive_count(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts) {
    return encoder->kernels->count(encoder, counts);
}

size_t jpeg_progressive_sent_bits(const jpeg_progressive_encoder *encoder, int part) {
    return encoder->sent_bits[part];
}

size_t jpeg_progressive_write(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done) {
    return encoder->kernels->write(encoder, codes, target, capacity, done);
}
