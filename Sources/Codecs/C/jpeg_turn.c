#include <stdlib.h>
#include <string.h>

#include "jpeg_turn_private.h"

// The number of bytes that may be read past the data: an MCU that starts at the last bit, and what is copied before
// records are made, which can be a whole block for each word.
enum { PADDING = JPEG_TURN_MAX_BLOCKS * BLOCK_DATA + STEP_LOADS * (BLOCK_DATA + 8) + 64 };
// What the output may need beyond the data, in the same memory: the least capacity, and space for headers.
enum { OUTPUT_EXCESS = JPEG_TURN_LEAST_CAPACITY + (8 << 10) };

static int unstuff(jpeg_turn *turn, const uint8_t *data, size_t size) {
    size_t interval = turn->setup.restart_interval;
    turn->interval_count = interval ? (turn->total + interval - 1) / interval : 1;
    turn->memory_size = ENTROPY_MARGIN + size + PADDING + OUTPUT_EXCESS;
    return entropy_unstuff(
        data, size, turn->interval_count, PADDING, OUTPUT_EXCESS, &turn->data, &turn->intervals, &turn->size);
}

static int make_layout(jpeg_turn *turn) {
    const jpeg_turn_setup *setup = &turn->setup;
    turn->columns = setup->transposes ? setup->rows : setup->columns;
    turn->rows = setup->transposes ? setup->columns : setup->rows;
    int count = 0;
    for (int index = 0; index < setup->count; index++) {
        const jpeg_turn_component *component = &setup->components[index];
        int across = component->across, down = component->down, first = count;
        if (across < 1 || down < 1 || count + across * down > JPEG_TURN_MAX_BLOCKS) return 0;
        turn->across[index] = setup->transposes ? down : across;
        turn->down[index] = setup->transposes ? across : down;
        turn->width[index] = setup->transposes ? component->height : component->width;
        turn->height[index] = setup->transposes ? component->width : component->height;
        for (int y = 0; y < down; y++) {
            for (int x = 0; x < across; x++) turn->blocks[count++] = (turn_block){index, x, y};
        }
        for (int number = first; number < count; number++) {
            int width = turn->across[index];
            int x = (number - first) % width, y = (number - first) / width;
            turn->turned[number] = (turn_block){index, x, y};
            int column = setup->mirrors_columns ? width - 1 - x : x;
            int row = setup->mirrors_rows ? turn->down[index] - 1 - y : y;
            turn->order[number] = first + (setup->transposes ? column * across + row : row * across + column);
        }
    }
    turn->block_count = count;
    return 1;
}

// Estimates the space for records, from pictures of all qualities. Whatever does not fit is allocated again.
static size_t record_capacity(const jpeg_turn *turn, size_t bytes, size_t mcus) {
    size_t blocks = mcus * (size_t)turn->block_count, least = 8 << 10;
    // Two pieces of the same size do not have the same number of MCUs.
    if (turn->keeps_order) return least + 5 * (mcus + blocks);
    if (turn->keeps_symbols) return least + 8 * blocks + 3 * bytes + bytes / 4;
    return least + 5 * blocks + (turn->keeps_coefficients ? bytes * 5 : bytes + bytes / 8);
}

static int make_piece(jpeg_turn *turn, int number, int count) {
    turn_piece *piece = &turn->pieces[number];
    size_t begin = turn->size * (size_t)number / (size_t)count, end = turn->size * ((size_t)number + 1) / (size_t)count;
    piece->is_last = number + 1 == count;
    piece->mcu_limit = turn->total;
    if (turn->setup.restart_interval) {
        size_t first = turn->interval_count * (size_t)number / (size_t)count;
        size_t last = turn->interval_count * ((size_t)number + 1) / (size_t)count;
        piece->interval = first;
        piece->first = first * turn->setup.restart_interval;
        piece->mcu_limit = (piece->is_last ? turn->total : last * turn->setup.restart_interval) - piece->first;
        piece->next_marker = turn->setup.restart_interval;
        begin = turn->intervals[first];
        end = turn->intervals[last];
    } else {
        piece->is_guess = number > 0;
    }
    piece->end = turn->data + end;
    piece->reader = reader_at(turn->data + begin);
    piece->start = turn->data + begin;
    size_t bytes = end - begin, mcus = turn->total / (size_t)count + 1;
    if (turn->keeps_order) {
        piece->copy_capacity = bytes + bytes / 16 + PADDING;
        piece->copy = malloc(piece->copy_capacity);
        if (!piece->copy) return 0;
    }
    size_t capacity = record_capacity(turn, bytes, mcus);
    piece->records = malloc(capacity);
    piece->index = malloc((piece->mcu_limit + 1) * sizeof *piece->index);
    if (piece->is_guess) {
        piece->positions = malloc(turn->kept_positions * sizeof *piece->positions);
        piece->before = malloc(turn->kept_positions * sizeof *piece->before);
        if (!piece->positions || !piece->before) return 0;
    }
    if (turn->keeps_symbols || turn->counts_steps) {
        piece->counts = calloc((size_t)turn->setup.count, sizeof *piece->counts);
        if (!piece->counts) return 0;
    }
    if (turn->counts_steps) {
        piece->step_counts = calloc((size_t)2 * (size_t)turn->setup.count << turn->step_lookahead, sizeof *piece->step_counts);
        if (!piece->step_counts) return 0;
    }
    if (!piece->records || !piece->index) return 0;
    piece->record_end = piece->records;
    piece->record_limit = piece->records + capacity;
    return 1;
}

jpeg_turn *jpeg_turn_create(const jpeg_turn_setup *setup, const uint8_t *data, size_t size, int pieces) {
    jpeg_turn *turn = calloc(1, sizeof *turn);
    if (!turn) return NULL;
    turn->setup = *setup;
    turn->total = setup->columns * setup->rows;
    turn->keeps_coefficients = setup->keeps_coefficients;
    for (int index = 0; index < setup->count; index++) {
        turn->keeps_symbols |= !setup->ac_codes[index] && !turn->keeps_coefficients && !setup->keeps_ac_codes;
    }
    int is_sound = setup->count >= 1 && setup->count <= JPEG_TURN_MAX_COMPONENTS && turn->total > 0 && make_layout(turn)
        && turn_make_tables(turn, size) && unstuff(turn, data, size);
    int count = pieces < 1 ? 1 : pieces > JPEG_TURN_MAX_PIECES ? JPEG_TURN_MAX_PIECES : pieces;
    if (is_sound && setup->restart_interval && (size_t)count > turn->interval_count) count = (int)turn->interval_count;
    turn->kept_positions = KEPT_POSITIONS / (size_t)count;
    if (turn->kept_positions < MINIMUM_KEPT_POSITIONS) turn->kept_positions = MINIMUM_KEPT_POSITIONS;
    turn->pieces = calloc((size_t)count, sizeof *turn->pieces);
    if (is_sound && turn->pieces) {
        turn->piece_count = count;
        for (int number = 0; is_sound && number < count; number++) is_sound = make_piece(turn, number, count);
        if (is_sound) return turn;
    }
    jpeg_turn_free(turn);
    return NULL;
}

static void free_piece(turn_piece *piece) {
    free(piece->records);
    free(piece->copy);
    free(piece->index);
    free(piece->positions);
    free(piece->before);
    free(piece->counts);
    free(piece->step_counts);
}

void jpeg_turn_free(jpeg_turn *turn) {
    if (!turn) return;
    // All memory is freed here, not earlier, so that what others allocate does not divide it: a file fits into it.
    for (int number = 0; number < turn->piece_count; number++) {
        free_piece(&turn->pieces[number]);
    }
    turn_free_tables(turn);
    free(turn->pieces);
    free(turn->places);
    free(turn->intervals);
    entropy_free(turn->data);
    free(turn);
}

int jpeg_turn_pairs(const jpeg_turn *turn) { return (turn->piece_count + 1) / 2; }

int jpeg_turn_decode(jpeg_turn *turn, int pair) {
    turn_piece *first = &turn->pieces[2 * pair];
    if (2 * pair + 1 == turn->piece_count) return turn_run_single(turn, first, SIZE_MAX);
    return turn_run_pair(turn, first, first + 1);
}

int turn_reserve(const jpeg_turn *turn, turn_piece *piece) {
    if (turn->keeps_order) {
        // The copy of what may be copied next.
        size_t needed = (size_t)(position_of(&piece->reader, piece->start) / 8) + PADDING;
        if (needed > piece->copy_capacity) {
            uint8_t *copy = needed <= UINT32_MAX / 16 ? realloc(piece->copy, 2 * needed) : NULL;
            if (!copy) return 0;
            piece->copy = copy;
            piece->copy_capacity = 2 * needed;
        }
    }
    size_t used = (size_t)(piece->record_end - piece->records), need = (size_t)turn->block_count * BLOCK_RECORD;
    need += 8 * STEP_TABLES;
    if ((size_t)(piece->record_limit - piece->record_end) >= need) return 1;
    size_t capacity = 2 * (size_t)(piece->record_limit - piece->records) + need;
    uint8_t *records = used <= UINT32_MAX - need ? realloc(piece->records, capacity) : NULL;
    if (!records) return 0;
    piece->records = records;
    piece->record_end = records + used;
    piece->record_limit = records + capacity;
    return 1;
}

void turn_start_mcu(const jpeg_turn *turn, turn_piece *piece) {
    size_t used = (size_t)(piece->record_end - piece->records);
    piece->index[piece->mcus] = (uint32_t)used;
    piece->saved_reader = piece->reader;
    piece->saved_record_end = used;
    memcpy(piece->saved_predictors, piece->predictors, sizeof piece->predictors);
    if (piece->is_guess && piece->mcus < turn->kept_positions) {
        piece->positions[piece->mcus] = position_of(&piece->reader, turn->data);
        memcpy(piece->before[piece->mcus], piece->predictors, sizeof piece->predictors);
        piece->position_count = piece->mcus + 1;
    }
}

int turn_is_ready(jpeg_turn *turn, turn_piece *piece) {
    if (piece->is_done) return 0;
    uint64_t position = position_of(&piece->reader, turn->data), size = (uint64_t)turn->size * 8;
    piece->is_done = piece->mcus >= piece->mcu_limit;
    if (turn->setup.restart_interval) {
        if (piece->mcus == piece->next_marker || piece->is_done) {
            uint64_t end = (uint64_t)turn->intervals[++piece->interval] * 8;
            piece->has_failed = position > end || end - position > 7;
            piece->reader = reader_at(turn->data + turn->intervals[piece->interval]);
            memset(piece->predictors, 0, sizeof piece->predictors);
            piece->next_marker += turn->setup.restart_interval;
        } else if (position > (uint64_t)turn->intervals[piece->interval + 1] * 8) {
            piece->has_failed = 1;
        }
    } else if (piece->is_last) {
        // The last bits may be padding or short MCUs. `jpeg_turn_connect` knows how many MCUs are missing and decodes
        // those.
        if (position + 8 > size) piece->is_done = 1;
    } else if (position >= (uint64_t)(piece->end - turn->data) * 8) {
        piece->is_done = 1;
    }
    if (position > size) piece->has_failed = 1;
    if (piece->is_done || piece->has_failed) return 0;
    if (!turn_reserve(turn, piece)) {
        piece->has_failed = 1;
        return 0;
    }
    turn_start_mcu(turn, piece);
    return 1;
}

void turn_rewind(const jpeg_turn *turn, turn_piece *piece) {
    uint8_t *end = piece->records + piece->saved_record_end;
    if (turn->keeps_symbols) turn_discount_records(turn, piece, end, piece->record_end);
    piece->record_end = end;
    piece->reader = piece->saved_reader;
    memcpy(piece->predictors, piece->saved_predictors, sizeof piece->predictors);
}

int turn_guess_again(jpeg_turn *turn, turn_piece *piece) {
    uint64_t position = position_of(&piece->reader, turn->data);
    const uint8_t *next = turn->data + position / 8 + 1;
    if (!piece->is_guess || next >= piece->end) {
        piece->has_failed = 1;
        return 0;
    }
    if (turn->counts_steps) turn_discount_copies(turn, piece, (uint64_t)(piece->start - turn->data) * 8, position);
    piece->reader = reader_at(next);
    piece->start = next;
    piece->mcus = 0;
    piece->position_count = 0;
    piece->record_end = piece->records;
    memset(piece->predictors, 0, sizeof piece->predictors);
    if (turn->keeps_symbols) memset(piece->counts, 0, (size_t)turn->setup.count * sizeof *piece->counts);
    return 1;
}

// Subtracts the symbols of a guess's first MCUs, whose starts are recorded.
static void discount_dropped(const jpeg_turn *turn, turn_piece *piece, size_t mcus) {
    if (turn->keeps_symbols) {
        const uint8_t *end = mcus < piece->mcus ? piece->records + piece->index[mcus] : piece->record_end;
        turn_discount_records(turn, piece, piece->records, end);
    }
    if (turn->counts_steps) turn_discount_copies(turn, piece, piece->positions[0], piece->positions[mcus]);
}

// Continues to decode a piece until it reaches an MCU of the next one, which proves that the next one's guess is right.
// Returns 0 if it does not reach one whose start is recorded, and -1 if the piece is invalid.
static int meet(jpeg_turn *turn, turn_piece *piece, turn_piece *next) {
    size_t index = 0;
    piece->is_guess = 0;
    piece->end = turn->data + turn->size + 1;
    for (;;) {
        uint64_t position = position_of(&piece->reader, turn->data);
        while (index < next->position_count && next->positions[index] < position) index++;
        if (index == next->position_count) return 0;
        if (next->positions[index] == position) break;
        piece->is_done = 0;
        size_t before = piece->mcus;
        if (!turn_run_single(turn, piece, 1) || piece->mcus == before) return -1;
    }
    next->dropped = index;
    next->first = piece->first + piece->mcus - piece->dropped;
    for (int component = 0; component < turn->setup.count; component++) {
        next->offsets[component] = piece->predictors[component] + piece->offsets[component] - next->before[index][component];
    }
    discount_dropped(turn, next, index);
    return 1;
}

// Removes a piece, instead of which the one before goes on.
static void drop(jpeg_turn *turn, int number) {
    turn_piece *piece = &turn->pieces[number];
    free_piece(piece);
    memmove(piece, piece + 1, (size_t)(--turn->piece_count - number) * sizeof *piece);
}

int jpeg_turn_connect(jpeg_turn *turn) {
    int has_markers = turn->setup.restart_interval > 0;
    if (!has_markers) {
        for (int number = 0; number + 1 < turn->piece_count;) {
            int met = meet(turn, &turn->pieces[number], &turn->pieces[number + 1]);
            if (met < 0) return 0;
            if (met) {
                number++;
            } else {
                drop(turn, number + 1);
            }
        }
        turn_piece *last = &turn->pieces[turn->piece_count - 1];
        // The last MCUs can be shorter than the padding of the last byte.
        last->is_guess = last->is_last = 0;
        last->end = turn->data + turn->size + 1;
        size_t own = last->mcus - last->dropped;
        if (last->first > turn->total || own > turn->total - last->first) return 0;
        size_t missing = turn->total - last->first - own, before = last->mcus;
        last->is_done = 0;
        if (missing > 0 && !turn_run_single(turn, last, missing)) return 0;
        uint64_t position = position_of(&last->reader, turn->data);
        if (last->mcus - before != missing || position > turn->size * 8 || turn->size * 8 - position > 7) return 0;
    }
    turn->places = malloc(turn->total * sizeof *turn->places);
    if (!turn->places) return 0;
    size_t mcu = 0;
    for (int number = 0; number < turn->piece_count; number++) {
        turn_piece *piece = &turn->pieces[number];
        if (mcu != piece->first || piece->mcus - piece->dropped > turn->total - mcu) return 0;
        if (has_markers && piece->mcus != piece->mcu_limit) return 0;
        for (size_t index = piece->dropped; index < piece->mcus; index++) {
            turn->places[mcu++] = (uint64_t)number << 48 | piece->index[index];
        }
    }
    return mcu == turn->total;
}

void *jpeg_turn_take_memory(jpeg_turn *turn, size_t *size) {
    void *memory = turn->data ? turn->data - ENTROPY_MARGIN : NULL;
    *size = memory ? turn->memory_size : 0;
    turn->data = NULL;
    return memory;
}
