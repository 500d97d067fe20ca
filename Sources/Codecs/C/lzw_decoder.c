#include "lzw.h"

#include <string.h>

/* Strings are copied by this many bytes at a time. */
enum { CHUNK = 16 };

/* A string of the table. Every string occurs in the output: it is the string of an earlier code and one more byte. */
typedef struct {
    size_t start;
    size_t length;
} entry;

/* The lowest bit first. */
typedef struct {
    const uint8_t *next, *end;
    uint64_t word;
    unsigned available;
} code_reader;

static uint64_t little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

static inline void refill(code_reader *reader) {
    if (reader->end - reader->next >= 8) {
        uint64_t word;
        memcpy(&word, reader->next, sizeof word);
        /* Bits above `available` may be set already: they are the same ones again. */
        reader->word |= little_endian(word) << reader->available;
        unsigned bytes = (63 - reader->available) >> 3;
        reader->next += bytes;
        reader->available += bytes * 8;
        return;
    }
    while (reader->available <= 56 && reader->next < reader->end) {
        reader->word |= (uint64_t)*reader->next++ << reader->available;
        reader->available += 8;
    }
}

/* Copies a string that ends before `to`, or at most one byte after it. The last chunk writes bytes after the string,
   which the next ones overwrite. */
static inline void copy_string(uint8_t *output, size_t to, size_t from, size_t length) {
    size_t i = 0;
    do {
        uint64_t chunk[CHUNK / 8];
        memcpy(chunk, output + from + i, CHUNK);
        memcpy(output + to + i, chunk, CHUNK);
        i += CHUNK;
    } while (__builtin_expect(i < length, 0));
}

lzw_decoded lzw_decode(const uint8_t *data, size_t size, unsigned code_size, uint8_t *output, size_t capacity) {
    const uint32_t clear = 1u << code_size;
    entry table[LZW_MOST_CODES];
    code_reader reader = {data, data + size, 0, 0};
    unsigned bits = code_size + 1;
    uint32_t next = clear + 2;
    entry previous = {0, 0};
    size_t count = 0;
    while (count < capacity) {
        if (reader.available < bits) {
            refill(&reader);
            if (reader.available < bits) return (lzw_decoded){count, LZW_TRUNCATED, 0, 0};
        }
        uint32_t code = (uint32_t)reader.word & ((1u << bits) - 1);
        reader.word >>= bits;
        reader.available -= bits;
        size_t length = 1;
        if (code < clear) {
            output[count] = (uint8_t)code;
        } else if (code == clear) {
            bits = code_size + 1;
            next = clear + 2;
            previous.length = 0;
            continue;
        } else if (code == clear + 1) {
            return (lzw_decoded){count, LZW_ENDED, 0, 0};
        } else {
            entry string;
            int is_newest = code >= next;
            if (!is_newest) {
                string = table[code];
            } else if (code == next && previous.length > 0 && next < LZW_MOST_CODES) {
                /* The newest string: the previous one followed by its own first byte. */
                string.start = previous.start;
                string.length = previous.length + 1;
            } else {
                return (lzw_decoded){count, LZW_CORRUPT, code, next};
            }
            length = string.length;
            size_t room = capacity - count;
            if (__builtin_expect(room >= CHUNK && length <= room - CHUNK, 1)) {
                copy_string(output, count, string.start, length);
                if (is_newest) output[count + length - 1] = output[string.start];
            } else {
                if (length > room) length = room;
                for (size_t i = 0; i < length; i++) output[count + i] = output[string.start + i];
            }
        }
        if (previous.length > 0 && next < LZW_MOST_CODES) {
            table[next].start = previous.start;
            table[next].length = previous.length + 1;
            next++;
            if (next == 1u << bits && bits < LZW_MOST_BITS) bits++;
        } else if (code_size == 1 && previous.length == 0) {
            /* The first entry's code already has three bits, although there is no entry yet. */
            bits = 3;
        }
        previous.start = count;
        previous.length = length;
        count += length;
    }
    return (lzw_decoded){count, LZW_FULL, 0, 0};
}
