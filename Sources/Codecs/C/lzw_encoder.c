#include "lzw.h"

#include <stdlib.h>
#include <string.h>

/* The strings of the table are nodes of a tree. The node of a string of one byte has the number SLOTS + byte. Every
 * other node lies in a slot, which is its number. The slot follows from the parent's number and the last byte alone, so
 * a string is followed without waiting for what the slots hold, and without a branch for each byte. Different bytes
 * lead from a parent to different slots, so a slot need only hold the parent's number. A node whose slot is taken has a
 * number above those, and is found through a hash table. */
enum {
    SLOT_BITS = 15,
    SLOTS = 1 << SLOT_BITS,
    FREE = 0xFFFF,
    DISPLACED = SLOTS + 256,
    NODES = DISPLACED + LZW_MOST_CODES,
    HASH_BITS = 13,
    HASHES = 1 << HASH_BITS,
    /* The number of bytes that are followed at once, and a few more: the last bytes are followed one by one. */
    STEPS = 5,
    LAST_BYTES = 8
};

/* A full table is replaced when it compresses worse than it did on average since it was empty. It is judged after as
 * many pixels as WINDOW_CODES codes have on average, within bounds. */
enum { WINDOW_CODES = 16, SHORTEST_WINDOW = 64, LONGEST_WINDOW = 4096 };

/* A node whose slot was taken. */
typedef struct {
    uint32_t key; /* its parent and its last byte, with the highest bit set; 0 if there is none */
    uint32_t node;
} displaced_node;

struct lzw_encoder {
    /* `stop` is LAST_BYTES before the end, or at `next` if there is no room. */
    const uint8_t *next, *stop, *end;
    uint32_t node;         /* of the string that ends before `next` */
    unsigned pending;      /* the bits in `word`: fewer than 8 */
    uint64_t word;
    uint8_t *target;
    unsigned bits;         /* of a code */
    uint32_t new_code;     /* of the next new string; LZW_MOST_CODES if the table is full */
    uint32_t clear;
    int state;
    uint8_t *output, *limit;
    /* Where the table was empty and where the window starts, in pixels and in bits. */
    const uint8_t *table_start, *window_start;
    uint64_t table_bits, window_bits;
    size_t window;
    size_t displaced_count;
    uint16_t parents[SLOTS];     /* FREE if there is none */
    uint16_t codes[NODES];
    uint16_t nodes[LZW_MOST_CODES];  /* of the codes of strings of several bytes */
    uint16_t hashes[LZW_MOST_CODES]; /* of the displaced nodes */
    displaced_node displaced[HASHES];
};

/* Spreads consecutive bytes over the slots. */
#define SPREAD(byte) ((((uint32_t)(byte) * 0x9E3779B1u) >> (32 - SLOT_BITS)) + 1237)
#define SPREAD_4(byte) SPREAD(byte), SPREAD((byte) + 1), SPREAD((byte) + 2), SPREAD((byte) + 3)
#define SPREAD_16(byte) SPREAD_4(byte), SPREAD_4((byte) + 4), SPREAD_4((byte) + 8), SPREAD_4((byte) + 12)
#define SPREAD_64(byte) SPREAD_16(byte), SPREAD_16((byte) + 16), SPREAD_16((byte) + 32), SPREAD_16((byte) + 48)
static const uint32_t spreads[256] = {SPREAD_64(0), SPREAD_64(64), SPREAD_64(128), SPREAD_64(192)};

static inline uint32_t slot_of(uint32_t parent, uint8_t byte) { return (parent * 5 + spreads[byte]) & (SLOTS - 1); }

static inline void put(lzw_encoder *encoder, uint32_t code, unsigned bits) {
    encoder->word |= (uint64_t)code << encoder->pending;
    encoder->pending += bits;
    uint64_t word = encoder->word;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    /* Writes eight bytes; the next call overwrites the incomplete ones. */
    memcpy(encoder->target, &word, sizeof word);
    encoder->target += encoder->pending >> 3;
    encoder->word >>= encoder->pending & ~7u;
    encoder->pending &= 7;
}

static uint64_t bits_written(const lzw_encoder *encoder) {
    return (uint64_t)(encoder->target - encoder->output) * 8 + encoder->pending;
}

/* Empties the table. */
static void empty(lzw_encoder *encoder) {
    uint32_t first = encoder->clear + 2;
    if (encoder->new_code - first < LZW_MOST_CODES / 2) {
        for (uint32_t code = first; code < encoder->new_code; code++) {
            if (encoder->nodes[code] < SLOTS) encoder->parents[encoder->nodes[code]] = FREE;
        }
    } else {
        memset(encoder->parents, 0xFF, sizeof encoder->parents);
    }
    for (size_t i = 0; i < encoder->displaced_count; i++) encoder->displaced[encoder->hashes[i]].key = 0;
    encoder->displaced_count = 0;
}

/* Starts with an empty table. */
static void start_table(lzw_encoder *encoder) {
    encoder->new_code = encoder->clear + 2;
    encoder->bits = 32 - (unsigned)__builtin_clz(encoder->clear);
    encoder->table_start = encoder->next;
    encoder->table_bits = bits_written(encoder);
}

static void start_window(lzw_encoder *encoder) {
    encoder->window_start = encoder->next;
    encoder->window_bits = bits_written(encoder);
    if (encoder->limit - encoder->target < LZW_OUTPUT_MARGIN / 2) {
        encoder->state = LZW_NO_ROOM;
        encoder->stop = encoder->next;
    }
}

static __attribute__((noinline)) void table_is_full(lzw_encoder *encoder) {
    size_t pixels = (size_t)(encoder->next - encoder->table_start);
    size_t window = pixels * WINDOW_CODES / (LZW_MOST_CODES - encoder->clear - 2);
    encoder->window = window < SHORTEST_WINDOW ? SHORTEST_WINDOW : window > LONGEST_WINDOW ? LONGEST_WINDOW : window;
    start_window(encoder);
}

static __attribute__((noinline)) void judge_table(lzw_encoder *encoder) {
    uint64_t now = bits_written(encoder);
    uint64_t window = (uint64_t)(encoder->next - encoder->window_start);
    uint64_t all = (uint64_t)(encoder->next - encoder->table_start);
    if (window * (now - encoder->table_bits) < all * (now - encoder->window_bits)) {
        put(encoder, encoder->clear, LZW_MOST_BITS);
        empty(encoder);
        start_table(encoder);
    } else {
        start_window(encoder);
    }
}

/* Returns the place of a displaced node, which has the key 0 if there is no such node. */
static __attribute__((noinline)) displaced_node *find_displaced(lzw_encoder *encoder, uint32_t key) {
    uint32_t hash = (key * 0x9E3779B1u) >> (32 - HASH_BITS);
    while (encoder->displaced[hash].key != 0 && encoder->displaced[hash].key != key) hash = (hash + 1) & (HASHES - 1);
    return &encoder->displaced[hash];
}

/* Takes the next byte, which does not lead to the node in `slot`. */
static inline __attribute__((always_inline)) void take_byte(lzw_encoder *encoder, uint32_t slot) {
    uint32_t byte = *encoder->next++;
    uint32_t place = slot;
    if (__builtin_expect(encoder->parents[slot] != FREE, 0)) {
        uint32_t key = 1u << 31 | encoder->node << 8 | byte;
        displaced_node *found = find_displaced(encoder, key);
        if (found->key != 0) {
            encoder->node = found->node;
            return;
        }
        if (encoder->new_code < LZW_MOST_CODES) {
            place = DISPLACED + (uint32_t)encoder->displaced_count;
            *found = (displaced_node){key, place};
            encoder->hashes[encoder->displaced_count++] = (uint16_t)(found - encoder->displaced);
        }
    }
    put(encoder, encoder->codes[encoder->node], encoder->bits);
    uint32_t code = encoder->new_code;
    if (__builtin_expect(code < LZW_MOST_CODES, 1)) {
        /* A code has the length that the decoder's table requires, which lags one string behind. */
        encoder->bits += code >> encoder->bits;
        if (place < SLOTS) encoder->parents[place] = (uint16_t)encoder->node;
        encoder->codes[place] = (uint16_t)code;
        encoder->nodes[code] = (uint16_t)place;
        encoder->node = SLOTS + byte;
        encoder->new_code = code + 1;
        if (__builtin_expect(code + 1 == LZW_MOST_CODES, 0)) table_is_full(encoder);
    } else {
        encoder->node = SLOTS + byte;
        if ((size_t)(encoder->next - encoder->window_start) >= encoder->window) judge_table(encoder);
    }
}

/* Follows the next bytes. Returns a bit for each that does not lead on, the first one lowest. */
static inline __attribute__((always_inline)) uint32_t follow(const lzw_encoder *encoder, uint32_t path[STEPS + 1]) {
    uint32_t misses = 0, node = encoder->node;
    path[0] = node;
#pragma clang loop unroll(full)
    for (int step = 0; step < STEPS; step++) {
        uint32_t slot = slot_of(node, encoder->next[step]);
        misses |= (uint32_t)(encoder->parents[slot] != node) << step;
        path[step + 1] = node = slot;
    }
    /* Keeps the compiler from testing each byte by itself. */
    __asm__("" : "+r"(misses));
    return misses;
}

static inline __attribute__((always_inline)) void advance(lzw_encoder *encoder, const uint32_t path[STEPS + 1],
                                                          uint32_t misses) {
    if (__builtin_expect(misses == 0, 0)) {
        encoder->node = path[STEPS];
        encoder->next += STEPS;
        return;
    }
    int step = __builtin_ctz(misses);
    encoder->node = path[step];
    encoder->next += step;
    take_byte(encoder, path[step + 1]);
}

/* Encodes the last bytes. */
static void finish(lzw_encoder *encoder) {
    while (encoder->next < encoder->end) {
        uint32_t slot = slot_of(encoder->node, *encoder->next);
        if (encoder->parents[slot] == encoder->node) {
            encoder->node = slot;
            encoder->next++;
        } else {
            take_byte(encoder, slot);
        }
    }
    put(encoder, encoder->codes[encoder->node], encoder->bits);
    if (encoder->bits < LZW_MOST_BITS) encoder->bits += encoder->new_code >> encoder->bits;
    put(encoder, encoder->clear + 1, encoder->bits);
    if (encoder->pending > 0) encoder->target++;
    encoder->state = LZW_DONE;
}

void lzw_encoder_run(lzw_encoder *first, lzw_encoder *second) {
    uint32_t path[STEPS + 1], other_path[STEPS + 1];
    if (second) {
        while (first->next < first->stop && second->next < second->stop) {
            uint32_t misses = follow(first, path), other_misses = follow(second, other_path);
            advance(first, path, misses);
            advance(second, other_path, other_misses);
        }
    } else {
        while (first->next < first->stop) {
            uint32_t misses = follow(first, path);
            advance(first, path, misses);
        }
    }
    if (first->state == LZW_RUNNING && first->next >= first->stop) finish(first);
    if (second && second->state == LZW_RUNNING && second->next >= second->stop) finish(second);
}

lzw_encoder *lzw_encoder_new(void) {
    lzw_encoder *encoder = malloc(sizeof *encoder);
    if (!encoder) return NULL;
    encoder->clear = 4;
    encoder->new_code = LZW_MOST_CODES;
    encoder->displaced_count = 0;
    encoder->state = LZW_DONE;
    for (uint32_t i = 0; i < HASHES; i++) encoder->displaced[i].key = 0;
    for (uint32_t byte = 0; byte < 256; byte++) encoder->codes[SLOTS + byte] = (uint16_t)byte;
    return encoder;
}

void lzw_encoder_free(lzw_encoder *encoder) { free(encoder); }

static void set_stop(lzw_encoder *encoder) {
    encoder->stop = encoder->end - encoder->next > LAST_BYTES ? encoder->end - LAST_BYTES : encoder->next;
}

void lzw_encoder_begin(lzw_encoder *encoder, const uint8_t *indices, size_t count, unsigned code_size, uint8_t *output,
                       size_t capacity) {
    empty(encoder);
    encoder->clear = 1u << code_size;
    encoder->output = encoder->target = output;
    encoder->limit = output + capacity;
    encoder->word = 0;
    encoder->pending = 0;
    encoder->state = LZW_RUNNING;
    put(encoder, encoder->clear, code_size + 1);
    encoder->next = indices + 1;
    encoder->end = indices + count;
    encoder->node = SLOTS + indices[0];
    set_stop(encoder);
    start_table(encoder);
}

int lzw_encoder_state(const lzw_encoder *encoder) { return encoder->state; }

size_t lzw_encoder_size(const lzw_encoder *encoder) { return (size_t)(encoder->target - encoder->output); }

void lzw_encoder_extend(lzw_encoder *encoder, uint8_t *output, size_t capacity) {
    encoder->target = output + (encoder->target - encoder->output);
    encoder->output = output;
    encoder->limit = output + capacity;
    encoder->state = LZW_RUNNING;
    set_stop(encoder);
}
