// Counts the symbols of a scan, or writes them. The kernel that includes this file defines `count_bits`, `deposit`,
// `gather` and `select_bit`.

enum { WRITTEN = 8 << 10, WRITTEN_MCU = 512 };
// The most blocks that one symbol can represent; the most pending bits, the same as in libjpeg, so that runs end at the
// same blocks.
enum { MOST_BLOCKS = 0x7FFF, MOST_BITS = 1000 - 63 };

// Where symbols go: they are either counted or written.
typedef struct {
    jpeg_progressive_encoder *encoder;
    ptrdiff_t (*counts)[256];
    const jpeg_progressive_codes *codes;
    bit_writer writer;
    // While counting: the blocks in the current run, and the number of their bits.
    uint32_t run, bits;
    int failure;
} symbol_sink;

// Adds a symbol, followed by bits; 33 of them at most.
INLINE void add_symbol(symbol_sink *sink, int writes, int table, uint32_t symbol, uint64_t bits, uint32_t length) {
    if (!writes) {
        sink->counts[table][symbol]++;
        return;
    }
    uint64_t code = sink->codes[table][symbol];
    put(&sink->writer, code >> 8 << length | bits, (uint32_t)(code & 255) + length);
    flush(&sink->writer);
}

// Writes the bits of the places.
INLINE void add_bits(symbol_sink *sink, uint64_t bits, uint64_t places) {
    uint32_t count = count_bits(places);
    if (UNLIKELY(count > 48)) {
        const uint64_t upper = ~0ull << 32;
        put(&sink->writer, gather(bits, places & upper), count_bits(places & upper));
        flush(&sink->writer);
        places &= ~upper;
        count = count_bits(places);
    }
    put(&sink->writer, gather(bits, places), count);
    flush(&sink->writer);
}

// Counts the end of the current run, if there is one.
static __attribute__((noinline)) void end_run(symbol_sink *sink) {
    if (sink->run == 0) return;
    sink->counts[0][(31 - (uint32_t)__builtin_clz(sink->run)) << 4]++;
    progressive_runs *runs = &sink->encoder->runs;
    if (runs->count == runs->capacity) {
        size_t capacity = runs->capacity * 2 + 4096;
        uint16_t *lengths = realloc(runs->lengths, capacity * sizeof *lengths);
        if (!lengths) {
            sink->failure = JPEG_PROGRESSIVE_OUT_OF_MEMORY;
            runs->count = 0;
            if (!runs->capacity) return;
        } else {
            runs->lengths = lengths;
            runs->capacity = capacity;
        }
    }
    runs->lengths[runs->count++] = (uint16_t)sink->run;
    sink->run = 0;
    sink->bits = 0;
}

// Adds a block to the run of blocks whose band has ended, with the bits of the places.
INLINE void add_to_run(symbol_sink *sink, int writes, uint64_t bits, uint64_t places) {
    if (!writes) {
        sink->run++;
        sink->bits += count_bits(places);
        if (UNLIKELY(sink->run == MOST_BLOCKS || sink->bits > MOST_BITS)) end_run(sink);
        return;
    }
    jpeg_progressive_encoder *encoder = sink->encoder;
    if (encoder->run_left == 0) {
        // The length is known already: the symbol can come before the blocks' bits.
        uint32_t run = encoder->runs.lengths[encoder->run++];
        uint32_t size = 31 - (uint32_t)__builtin_clz(run);
        add_symbol(sink, 1, 0, size << 4, run & ((1u << size) - 1), size);
        encoder->run_left = run;
    }
    encoder->run_left--;
    if (places) add_bits(sink, bits, places);
}

INLINE void encode_first_block(symbol_sink *sink, int writes, uint64_t places, uint64_t band, const int16_t **values) {
    if (!places) {
        add_to_run(sink, writes, 0, 0);
        return;
    }
    if (!writes && sink->run) end_run(sink);
    uint64_t rest = band, place;
    do {
        uint32_t position = (uint32_t)__builtin_clzll(places);
        uint32_t zeros = position - (uint32_t)__builtin_clzll(rest);
        place = progressive_bit(position);
        places ^= place;
        rest = band & (place - 1);
        while (UNLIKELY(zeros > 15)) {
            add_symbol(sink, writes, 0, 0xF0, 0, 0);
            zeros -= 16;
        }
        int32_t value = *(*values)++;
        int32_t sign = value >> 31;
        uint32_t size = 32 - (uint32_t)__builtin_clz((uint32_t)((value ^ sign) - sign));
        if (!writes && UNLIKELY((int)size > sink->encoder->scan->most_bits)) sink->failure = JPEG_PROGRESSIVE_TOO_LARGE;
        add_symbol(
            sink, writes, 0, (zeros << 4 | size) & 255, (uint32_t)(value + sign) & ((1u << size) - 1), size);
    } while (places);
    if (rest) add_to_run(sink, writes, 0, 0);
}

INLINE void encode_refined_block(
    symbol_sink *sink, int writes, const uint64_t *words, uint64_t band, int level, int levels) {
    uint64_t old = progressive_known(words, level, levels) & band;
    uint64_t bits = words[JPEG_PROGRESSIVE_LEVELS + level], fresh = bits & band & ~old;
    if (fresh) {
        if (!writes && sink->run) end_run(sink);
        uint64_t signs = words[JPEG_PROGRESSIVE_SIGNS], zeros = band & ~(old | fresh), place;
        do {
            place = progressive_bit((uint32_t)__builtin_clzll(fresh));
            fresh ^= place;
            uint64_t passed = zeros & (0 - place);
            uint32_t count = count_bits(passed);
            while (UNLIKELY(count > 15)) {
                // A run of 16 zeros takes the bits of the coefficients among them.
                uint64_t last = select_bit(passed, count - 16);
                add_symbol(sink, writes, 0, 0xF0, 0, 0);
                if (writes) add_bits(sink, bits, old & (0 - last));
                old &= last - 1;
                passed &= last - 1;
                count -= 16;
            }
            zeros &= place - 1;
            if (!writes) {
                sink->counts[0][count << 4 | 1]++;
            } else {
                uint64_t corrected = old & (0 - place), is_positive = !(signs & place);
                uint32_t length = count_bits(corrected);
                if (UNLIKELY(length > 31)) {
                    add_symbol(sink, 1, 0, count << 4 | 1, is_positive, 1);
                    add_bits(sink, bits, corrected);
                } else {
                    add_symbol(
                        sink, 1, 0, count << 4 | 1, is_positive << length | gather(bits, corrected), length + 1);
                }
            }
            old &= place - 1;
        } while (fresh);
        if (!(band & (place - 1))) return;
    }
    add_to_run(sink, writes, bits, old);
}

INLINE void encode_dc_mcu(symbol_sink *sink, int writes, size_t row, size_t column, int32_t *last) {
    const jpeg_progressive_scan *scan = sink->encoder->scan;
    for (int index = 0; index < scan->count; index++) {
        const jpeg_progressive_part *part = &scan->parts[index];
        const jpeg_progressive_plane *plane = part->plane;
        // Blocks beyond the plane repeat the previous coefficient.
        int32_t value = 0;
        for (size_t y = row * (size_t)part->down; y < (row + 1) * (size_t)part->down; y++) {
            for (size_t x = column * (size_t)part->across; x < (column + 1) * (size_t)part->across; x++) {
                if (x < plane->width && y < plane->height) value = plane->dc[y * plane->width + x] >> scan->low;
                if (scan->high) {
                    put(&sink->writer, (uint64_t)(value & 1), 1);
                    continue;
                }
                int32_t difference = value - last[index];
                int32_t sign = difference >> 31;
                uint32_t magnitude = (uint32_t)((difference ^ sign) - sign);
                uint32_t size = magnitude ? 32 - (uint32_t)__builtin_clz(magnitude) : 0;
                last[index] = value;
                if (!writes && UNLIKELY((int)size > scan->most_bits)) sink->failure = JPEG_PROGRESSIVE_TOO_LARGE;
                add_symbol(
                    sink, writes, part->number, size, (uint32_t)(difference + sign) & ((1u << size) - 1), size);
            }
        }
        if (scan->high) flush(&sink->writer);
    }
}

// Encodes an MCU, or a block in a scan of AC coefficients.
INLINE void encode_mcu(
    symbol_sink *sink, int writes, size_t row, size_t column, int levels, const int16_t **values, int32_t *last) {
    const jpeg_progressive_scan *scan = sink->encoder->scan;
    if (scan->start == 0) {
        encode_dc_mcu(sink, writes, row, column, last);
        return;
    }
    const jpeg_progressive_plane *plane = scan->parts[0].plane;
    size_t stride = JPEG_PROGRESSIVE_LEVELS + (size_t)levels;
    const uint64_t *words = plane->words + (row * plane->width + column) * stride;
    if (scan->high) {
        encode_refined_block(sink, writes, words, sink->encoder->band, scan->low, levels);
    } else {
        uint64_t band = sink->encoder->band;
        encode_first_block(sink, writes, words[JPEG_PROGRESSIVE_FIRST] & band, band, values);
    }
}

INLINE int count_with(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts, int levels) {
    const jpeg_progressive_scan *scan = encoder->scan;
    symbol_sink sink = {.encoder = encoder, .counts = counts};
    const int16_t *values = scan->start && !scan->high ? scan->parts[0].plane->lists[scan->list].values : NULL;
    int32_t last[JPEG_TURN_MAX_COMPONENTS] = {0};
    size_t left = scan->restart_interval;
    if (scan->start == 0 && scan->high) return JPEG_PROGRESSIVE_OK;
    for (size_t row = 0; row < scan->rows; row++) {
        for (size_t column = 0; column < scan->columns; column++) {
            if (scan->restart_interval) {
                if (left == 0) {
                    end_run(&sink);
                    memset(last, 0, sizeof last);
                    left = scan->restart_interval;
                }
                left--;
            }
            encode_mcu(&sink, 0, row, column, levels, &values, last);
        }
        if (sink.failure) return sink.failure;
    }
    end_run(&sink);
    return sink.failure;
}

static __attribute__((noinline)) void pad(bit_writer *writer) {
    if (writer->count == 0) return;
    put(writer, (1u << (8 - writer->count)) - 1, 8 - writer->count);
    flush(writer);
}

INLINE size_t write_with(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done,
    int levels) {
    const jpeg_progressive_scan *scan = encoder->scan;
    uint8_t scratch[WRITTEN + WRITTEN_MCU], *start = target, *limit = target + capacity - JPEG_TURN_LEAST_CAPACITY;
    symbol_sink sink = {.encoder = encoder, .codes = codes, .writer = {scratch, encoder->bits, encoder->pending}};
    const int16_t *first = scan->start && !scan->high ? scan->parts[0].plane->lists[scan->list].values : NULL;
    const int16_t *values = first ? first + encoder->value : NULL;
    *done = 0;
    for (; encoder->row < scan->rows; encoder->row++, encoder->column = 0) {
        for (; encoder->column < scan->columns; encoder->column++) {
            if (sink.writer.next - scratch >= WRITTEN) {
                target = stuffed(target, scratch, sink.writer.next);
                sink.writer.next = scratch;
                if (target > limit) goto full;
            }
            if (scan->restart_interval) {
                if (encoder->left == 0) {
                    pad(&sink.writer);
                    target = stuffed(target, scratch, sink.writer.next);
                    sink.writer = (bit_writer){scratch, 0, 0};
                    *target++ = 0xFF;
                    *target++ = (uint8_t)(0xD0 + encoder->restart);
                    encoder->restart = (encoder->restart + 1) & 7;
                    memset(encoder->last, 0, sizeof encoder->last);
                    encoder->left = scan->restart_interval;
                    if (target > limit) goto full;
                }
                encoder->left--;
            }
            encode_mcu(&sink, 1, encoder->row, encoder->column, levels, &values, encoder->last);
        }
    }
    pad(&sink.writer);
    *done = 1;
full:
    target = stuffed(target, scratch, sink.writer.next);
    encoder->bits = sink.writer.bits & ((1u << sink.writer.count) - 1);
    encoder->pending = sink.writer.count;
    encoder->value = first ? (size_t)(values - first) : 0;
    return (size_t)(target - start);
}

INLINE int levels_of(const jpeg_progressive_encoder *encoder) { return encoder->scan->parts[0].plane->levels; }

// The usual script has two levels.
static int count_scan(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts) {
    int levels = levels_of(encoder);
    return levels == 2 ? count_with(encoder, counts, 2) : count_with(encoder, counts, levels);
}

static size_t write_scan(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done) {
    int levels = levels_of(encoder);
    return levels == 2 ? write_with(encoder, codes, target, capacity, done, 2)
                       : write_with(encoder, codes, target, capacity, done, levels);
}
