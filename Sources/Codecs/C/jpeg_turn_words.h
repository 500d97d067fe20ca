#ifndef UPRIGHT_JPEG_TURN_WORDS_H
#define UPRIGHT_JPEG_TURN_WORDS_H

// A block's AC symbols, kept in words of 16 bits until its tables are known. Bits 7...14 are run and size, bits 0...6 the
// extra bits. From size 8 up, the extra bits follow in a word of their own. The number of words is a multiple of 4.

#include "jpeg_entropy.h"

// A word without a symbol: a run without a size, for which no table has a code.
enum { NO_SYMBOL = 0x10 << 7 };

// In four words, as they are loaded: the bits that are set from size 8 up.
#define LARGE_SYMBOLS 0x0400040004000400ull

// Appends words without a symbol up to the next multiple of 4. Then put_symbols has a single branch that depends on a
// block's length, which no processor foresees. Returns the end.
INLINE uint8_t *pad_words(const uint8_t *words, uint8_t *end) {
    const uint16_t none[4] = {NO_SYMBOL, NO_SYMBOL, NO_SYMBOL, NO_SYMBOL};
    memcpy(end, none, sizeof none);
    return end + ((words - end) & 7);
}

// Returns four words, the first at the bottom.
INLINE uint64_t load_words(const uint8_t *source) {
    uint64_t words;
    memcpy(&words, source, sizeof words);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    words = words >> 48 | (words >> 16 & 0xFFFF0000) | (words & 0xFFFF0000) << 16 | words << 48;
#endif
    return words;
}

// Writes one symbol. Returns where the next one is.
INLINE const uint8_t *put_symbol(bit_writer *writer, const uint8_t *source, const uint64_t *codes) {
    uint16_t word;
    memcpy(&word, source, 2);
    uint64_t code = codes[word >> 7];
    uint32_t extra = word & 0x7F;
    source += 2;
    // A branch, so that the next symbol does not depend on this one.
    if (UNLIKELY(word >> 10 & 1)) {
        memcpy(&word, source, 2);
        extra = word;
        source += 2;
    }
    put(writer, code >> 6 | extra, code & 63);
    return source;
}

INLINE void put_symbols(bit_writer *writer, const uint8_t *source, uint32_t count, const uint64_t *codes) {
    const uint8_t *end = source + 2 * count;
    while (end - source >= 8) {
        uint64_t words = load_words(source);
        uint64_t a = codes[words >> 7 & 0xFF], b = codes[words >> 23 & 0xFF];
        uint64_t c = codes[words >> 39 & 0xFF], d = codes[words >> 55 & 0xFF];
        uint32_t first = (uint32_t)(a & 63) + (uint32_t)(b & 63), second = (uint32_t)(c & 63) + (uint32_t)(d & 63);
        if (UNLIKELY(words & LARGE_SYMBOLS) || UNLIKELY(first + second > 56)) {
            source = put_symbol(writer, source, codes);
        } else {
            // Four at a time, because each flush depends on the one before, and takes a third of the instructions of two.
            uint64_t upper = (a >> 6 | (words & 0x7F)) << (b & 63) | b >> 6 | (words >> 16 & 0x7F);
            uint64_t lower = (c >> 6 | (words >> 32 & 0x7F)) << (d & 63) | d >> 6 | (words >> 48 & 0x7F);
            put(writer, upper << second | lower, first + second);
            source += 8;
        }
        flush(writer);
    }
    // What four words with large symbols leave.
    while (UNLIKELY(source < end)) {
        source = put_symbol(writer, source, codes);
        flush(writer);
    }
}

#endif
