#include <string.h>

#include "png_filter.h"

/* Eight samples: one pixel of each of two rows, or one pixel of up to eight bytes. */
typedef int16_t samples __attribute__((vector_size(16)));
typedef uint8_t packed_samples __attribute__((vector_size(8)));

static inline samples chosen(samples where, samples yes, samples no) { return (where & yes) | (~where & no); }

/* Returns the neighbour nearest to left + above - corner. Of equally near ones, left comes first, then above. */
static inline samples predictor(samples left, samples above, samples corner) {
    samples a = above - corner, b = left - corner;
    samples c = __builtin_elementwise_abs(a + b);
    a = __builtin_elementwise_abs(a);
    b = __builtin_elementwise_abs(b);
    samples nearer = chosen(b <= c, above, corner);
    return chosen(a <= __builtin_elementwise_min(b, c), left, nearer);
}

/* Returns what the Paeth filter or the average filter predicts. */
static inline __attribute__((always_inline)) samples predicted(samples left, samples above, samples corner, int is_average) {
    return is_average ? (left + above) >> 1 : predictor(left, above, corner);
}

static inline samples unpacked(uint64_t word) {
    packed_samples packed;
    memcpy(&packed, &word, sizeof packed);
    return __builtin_convertvector(packed, samples);
}

static inline uint64_t packed(samples values) {
    packed_samples bytes = __builtin_convertvector(values, packed_samples);
    uint64_t word;
    memcpy(&word, &bytes, sizeof word);
    return word;
}

static inline __attribute__((always_inline)) uint64_t load(const uint8_t *from, unsigned size) {
    uint64_t word = 0;
    memcpy(&word, from, size);
    return word;
}

static inline __attribute__((always_inline)) void undo_one(uint8_t *row, const uint8_t *previous, size_t count,
                                                           unsigned unit, int is_average) {
    samples left = {0}, corner = {0};
    for (size_t i = 0; i + unit <= count; i += unit) {
        samples above = unpacked(load(previous + i, unit));
        left = (unpacked(load(row + i, unit)) + predicted(left, above, corner, is_average)) & 255;
        corner = above;
        uint64_t word = packed(left);
        memcpy(row + i, &word, unit);
    }
}

/* The state of up to four rows, each of which follows one pixel behind the one above it: what takes the time is that each
 * pixel depends on the one to its left. The lower half of a vector has a pixel of the first or third row, the upper one
 * of the second or fourth. */
typedef struct {
    samples left[2], corner[2];
} several_rows;

/* Computes a pixel of each row, whose filtered bytes are `value`: the upper half of a word has the second row's pixel. */
static inline __attribute__((always_inline)) void step(several_rows *rows, uint64_t over, uint64_t first, uint64_t second,
                                                       int is_average) {
    samples above_first = __builtin_shufflevector(unpacked(over), rows->left[0], 0, 1, 2, 3, 8, 9, 10, 11);
    samples above_second = __builtin_shufflevector(rows->left[0], rows->left[1], 4, 5, 6, 7, 8, 9, 10, 11);
    rows->left[0] = (unpacked(first) + predicted(rows->left[0], above_first, rows->corner[0], is_average)) & 255;
    rows->left[1] = (unpacked(second) + predicted(rows->left[1], above_second, rows->corner[1], is_average)) & 255;
    rows->corner[0] = above_first;
    rows->corner[1] = above_second;
}

/* `height` is 2 to 4, `unit` is 3 or 4. */
static inline __attribute__((always_inline)) void undo_several(uint8_t *const rows[4], unsigned height,
                                                               const uint8_t *previous, size_t count, unsigned unit,
                                                               int is_average) {
    several_rows state = {{{0}, {0}}, {{0}, {0}}};
    size_t pixels = count / unit;
    for (size_t x = 0; x < pixels + height - 1; x++) {
        uint64_t words[2];
        if (x >= 3 && (x + 2) * unit <= count) {
            /* A pixel of three bytes is read with the first byte of the next one, which has no effect. */
            size_t i = x * unit;
            uint64_t first = load(rows[0] + i, 4) | load(rows[1] + i - unit, 4) << 32;
            uint64_t second = 0;
            if (height > 2) second = load(rows[2] + i - 2 * unit, 4);
            if (height > 3) second |= load(rows[3] + i - 3 * unit, 4) << 32;
            step(&state, load(previous + i, 4), first, second, is_average);
            words[0] = packed(state.left[0]);
            words[1] = packed(state.left[1]);
            memcpy(rows[0] + i, &words[0], unit);
            words[0] >>= 32;
            memcpy(rows[1] + i - unit, &words[0], unit);
            if (height > 2) memcpy(rows[2] + i - 2 * unit, &words[1], unit);
            words[1] >>= 32;
            if (height > 3) memcpy(rows[3] + i - 3 * unit, &words[1], unit);
            continue;
        }
        uint64_t in[4] = {0};
        for (unsigned row = 0; row < height; row++) {
            if (x >= row && x - row < pixels) in[row] = load(rows[row] + (x - row) * unit, unit);
        }
        step(&state, x < pixels ? load(previous + x * unit, unit) : 0, in[0] | in[1] << 32, in[2] | in[3] << 32,
             is_average);
        /* A row that has not started has zeros on its left. */
        samples started = x < 1 ? (samples){-1, -1, -1, -1} : (samples){-1, -1, -1, -1, -1, -1, -1, -1};
        state.left[0] &= started;
        samples started_below = x < 2 ? (samples){0} : x < 3 ? (samples){-1, -1, -1, -1} : (samples){-1, -1, -1, -1, -1, -1, -1, -1};
        state.left[1] &= started_below;
        words[0] = packed(state.left[0]);
        words[1] = packed(state.left[1]);
        for (unsigned row = 0; row < height; row++) {
            uint64_t word = words[row / 2] >> (row % 2 * 32);
            if (x >= row && x - row < pixels) memcpy(rows[row] + (x - row) * unit, &word, unit);
        }
    }
}

static inline __attribute__((always_inline)) void undo_rows(uint8_t *row, size_t stride, size_t height,
                                                            const uint8_t *previous, size_t count, unsigned unit,
                                                            int is_average) {
    while (height > 1 && unit <= 4) {
        uint8_t *const rows[4] = {row, row + stride, row + 2 * stride, row + 3 * stride};
        unsigned taken = height < 4 ? (unsigned)height : 4;
        switch (unit * 4 + taken) {
        case 3 * 4 + 2: undo_several(rows, 2, previous, count, 3, is_average); break;
        case 3 * 4 + 3: undo_several(rows, 3, previous, count, 3, is_average); break;
        case 3 * 4 + 4: undo_several(rows, 4, previous, count, 3, is_average); break;
        case 4 * 4 + 2: undo_several(rows, 2, previous, count, 4, is_average); break;
        case 4 * 4 + 3: undo_several(rows, 3, previous, count, 4, is_average); break;
        default: undo_several(rows, 4, previous, count, 4, is_average); break;
        }
        previous = rows[taken - 1];
        row += taken * stride;
        height -= taken;
    }
    for (; height > 0; height--) {
        switch (unit) {
        case 3: undo_one(row, previous, count, 3, is_average); break;
        case 4: undo_one(row, previous, count, 4, is_average); break;
        case 6: undo_one(row, previous, count, 6, is_average); break;
        default: undo_one(row, previous, count, 8, is_average); break;
        }
        previous = row;
        row += stride;
    }
}

void png_undo_paeth(
    uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit) {
    undo_rows(row, stride, height, previous, count, unit, 0);
}

void png_undo_average(
    uint8_t *row, size_t stride, size_t height, const uint8_t *previous, size_t count, unsigned unit) {
    undo_rows(row, stride, height, previous, count, unit, 1);
}

/* A pixel of up to eight bytes. */
typedef uint8_t pixel __attribute__((vector_size(8)));

static inline __attribute__((always_inline)) void undo_sub(uint8_t *row, size_t count, unsigned unit) {
    const unsigned whole = unit <= 4 ? 4 : 8;
    pixel left = {0}, own;
    size_t i = 0;
    /* A pixel is read with the first bytes of the next one, which have no effect. */
    for (; i + whole <= count; i += unit) {
        uint64_t word = load(row + i, whole);
        memcpy(&own, &word, sizeof own);
        left += own;
        memcpy(row + i, &left, unit);
    }
    for (; i + unit <= count; i += unit) {
        uint64_t word = load(row + i, unit);
        memcpy(&own, &word, sizeof own);
        left += own;
        memcpy(row + i, &left, unit);
    }
}

void png_undo_sub(uint8_t *row, size_t count, unsigned unit) {
    switch (unit) {
    case 3: undo_sub(row, count, 3); break;
    case 4: undo_sub(row, count, 4); break;
    case 6: undo_sub(row, count, 6); break;
    default: undo_sub(row, count, 8); break;
    }
}
