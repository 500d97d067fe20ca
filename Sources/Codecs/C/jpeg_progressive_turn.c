// Turns words: blocks change their places, and the bits of each word theirs.

#include <stdlib.h>

#include "jpeg_progressive_private.h"

int jpeg_progressive_reserve(jpeg_progressive_plane *target, const jpeg_progressive_plane *source) {
    for (int index = 0; index < target->list_count; index++) {
        // A transposition can move coefficients from one band to another.
        size_t count = 0;
        for (int other = 0; other < source->list_count; other++) count += source->lists[other].count;
        jpeg_progressive_values *list = &target->lists[index];
        list->values = malloc((count + 64) * sizeof *list->values);
        if (!list->values) return 0;
        list->capacity = count + 64;
    }
    return 1;
}

// For each byte of a word, what its bits become.
typedef uint64_t word_map[8][256];

static void make_map(word_map map, const int16_t *moves) {
    for (int byte = 0; byte < 8; byte++) {
        map[byte][0] = 0;
        for (int value = 1; value < 256; value++) {
            int position = 63 - 8 * byte - __builtin_ctz((unsigned)value);
            map[byte][value] = map[byte][value & (value - 1)] | progressive_bit((uint32_t)moves[position] & 63);
        }
    }
}

INLINE uint64_t mapped(uint64_t word, word_map map) {
    return map[0][word & 255] | map[1][word >> 8 & 255] | map[2][word >> 16 & 255] | map[3][word >> 24 & 255]
        | map[4][word >> 32 & 255] | map[5][word >> 40 & 255] | map[6][word >> 48 & 255] | map[7][word >> 56];
}

typedef struct {
    const jpeg_progressive_plane *source;
    jpeg_progressive_plane *target;
    const jpeg_progressive_turn *turn;
    // For each list and stored row, the number of the next value; or, where rows are read backwards, of the one after it.
    size_t *cursors;
    size_t *counts;              // the number of values in each of the target's lists
    int is_backward;
    uint64_t negated;            // the places where the sign changes, after the turn
} turn_state;

// Returns the number of values that a row's first blocks have in a list.
static size_t values_before(const turn_state *state, int list, size_t row, size_t column) {
    const jpeg_progressive_plane *source = state->source;
    const jpeg_progressive_values *values = &source->lists[list];
    if (column == source->width) return values->starts[row + 1] - values->starts[row];
    const uint64_t *words = source->words + row * source->width * source->stride;
    size_t count = 0;
    for (size_t x = 0; x < column; x++) {
        count += (size_t)__builtin_popcountll(words[x * source->stride + JPEG_PROGRESSIVE_FIRST] & values->band);
    }
    return count;
}

// Moves the values of a block to the ends of the target's lists.
static inline void move_values(
    const turn_state *state, size_t stored_row, uint64_t stored, uint64_t turned) {
    const jpeg_progressive_plane *source = state->source, *target = state->target;
    int16_t moved[64];
    for (int list = 0; list < source->list_count; list++) {
        uint64_t places = stored & source->lists[list].band;
        if (!places) continue;
        size_t *cursor = &state->cursors[(size_t)list * source->height + stored_row];
        size_t count = (size_t)__builtin_popcountll(places);
        if (state->is_backward) *cursor -= count;
        const int16_t *values = source->lists[list].values + *cursor;
        if (!state->is_backward) *cursor += count;
        for (; places; values++) {
            uint32_t position = (uint32_t)__builtin_clzll(places);
            places ^= progressive_bit(position);
            int16_t move = state->turn->moves[position];
            moved[move & 63] = move < 0 ? (int16_t)-*values : *values;
        }
    }
    for (int list = 0; list < target->list_count; list++) {
        uint64_t places = turned & target->lists[list].band;
        int16_t *values = target->lists[list].values + state->counts[list];
        state->counts[list] += (size_t)__builtin_popcountll(places);
        for (; places; values++) {
            uint32_t position = (uint32_t)__builtin_clzll(places);
            places ^= progressive_bit(position);
            *values = moved[position];
        }
    }
}

static void turn_row(const turn_state *state, size_t row, word_map map) {
    const jpeg_progressive_plane *source = state->source, *target = state->target;
    const jpeg_progressive_turn *turn = state->turn;
    size_t down = turn->mirrors_rows ? target->height - 1 - row : row, stride = source->stride;
    uint64_t *words = target->words + row * target->width * stride;
    int16_t *dc = target->dc + row * target->width;
    for (size_t column = 0; column < target->width; column++, words += stride) {
        size_t across = turn->mirrors_columns ? target->width - 1 - column : column;
        size_t x = turn->transposes ? down : across, y = turn->transposes ? across : down;
        const uint64_t *stored = source->words + (y * source->width + x) * stride;
        if (turn->transposes) {
            for (size_t index = 0; index < stride; index++) words[index] = mapped(stored[index], map);
        } else {
            memcpy(words, stored, stride * sizeof *words);
        }
        words[JPEG_PROGRESSIVE_SIGNS] ^= state->negated;
        dc[column] = source->dc[y * source->width + x];
        if (stored[JPEG_PROGRESSIVE_FIRST]) {
            move_values(state, y, stored[JPEG_PROGRESSIVE_FIRST], words[JPEG_PROGRESSIVE_FIRST]);
        }
    }
    for (int list = 0; list < target->list_count; list++) target->lists[list].starts[row + 1] = state->counts[list];
}

int jpeg_progressive_fill_turned(
    jpeg_progressive_plane *target, const jpeg_progressive_plane *source, const jpeg_progressive_turn *turn,
    size_t first_row, size_t last_row) {
    turn_state state = {.source = source, .target = target, .turn = turn};
    uint64_t (*map)[256] = malloc(sizeof(word_map));
    state.cursors = calloc((size_t)source->list_count * source->height + 1, sizeof *state.cursors);
    state.counts = calloc((size_t)target->list_count + 1, sizeof *state.counts);
    int is_complete = map && state.cursors && state.counts;
    if (is_complete) {
        make_map(map, turn->moves);
        for (int position = 0; position < 64; position++) {
            int16_t move = turn->moves[position];
            if (move < 0) state.negated |= progressive_bit((uint32_t)move & 63);
        }
        state.is_backward = turn->transposes ? turn->mirrors_rows : turn->mirrors_columns;
        // The stored columns that these rows are made of, or of all rows the whole.
        size_t begin = turn->transposes ? first_row : 0, end = turn->transposes ? last_row : source->width;
        if (turn->transposes && turn->mirrors_rows) {
            begin = source->width - last_row;
            end = source->width - first_row;
        }
        for (int list = 0; list < source->list_count; list++) {
            const jpeg_progressive_values *values = &source->lists[list];
            size_t *cursors = state.cursors + (size_t)list * source->height;
            for (size_t row = 0; row < source->height; row++) {
                size_t before = values_before(&state, list, row, state.is_backward ? end : begin);
                cursors[row] = values->starts[row] + before;
            }
        }
        // The values of earlier rows, list by list: parts are filled in any order.
        for (int list = 0; first_row > 0 && list < target->list_count; list++) {
            uint64_t band = target->lists[list].band;
            for (size_t row = 0; row < first_row; row++) {
                size_t down = turn->mirrors_rows ? target->height - 1 - row : row;
                const uint64_t *words = source->words + (turn->transposes ? down : down * source->width) * source->stride;
                size_t step = source->stride * (turn->transposes ? source->width : 1);
                for (size_t column = 0; column < target->width; column++, words += step) {
                    uint64_t first = words[JPEG_PROGRESSIVE_FIRST];
                    if (!first) continue;
                    if (turn->transposes) first = mapped(first, map);
                    state.counts[list] += (size_t)__builtin_popcountll(first & band);
                }
            }
        }
        for (size_t row = first_row; row < last_row; row++) turn_row(&state, row, map);
        if (last_row == target->height) {
            for (int list = 0; list < target->list_count; list++) target->lists[list].count = state.counts[list];
        }
    }
    free(map);
    free(state.cursors);
    free(state.counts);
    return is_complete;
}
