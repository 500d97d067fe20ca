// Counts the symbols of a scan, or writes them. The kernel that includes this file defines `count_bits`, `deposit`,
// `gather` and `select_bit`.

enum { WRITTEN = 8 << 10, WRITTEN_MCU = 512 };
// The most blocks that one symbol can represent; the most pending bits, the same as in libjpeg, so that runs end at the
// same blocks.
enum { MAXIMUM_BLOCKS = 0x7FFF, MAXIMUM_BITS = 1000 - 63 };

// What a scan sends.
enum { DC_FIRST, DC_REFINEMENT, AC_FIRST, AC_REFINEMENT };

// Where symbols go: they are either counted or written. It is kept in registers, as far as they suffice: no function
// that is not inlined gets its address.
typedef struct {
    const jpeg_progressive_scan *scan;
    uint64_t band;
    ptrdiff_t (*counts)[256];
    const jpeg_progressive_codes *codes;
    bit_writer writer;
    // While counting: the runs, the blocks in the current one, and the number of their bits.
    progressive_runs *runs;
    uint32_t run, bits;
    size_t sent_bits[JPEG_TURN_MAX_COMPONENTS];
    int failure;
    // While writing: the next run, and the number of blocks that the current one still has.
    const uint16_t *next_run;
    uint32_t run_left;
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

// Counts the end of a run. Returns 0, or JPEG_PROGRESSIVE_OUT_OF_MEMORY.
static __attribute__((noinline)) int count_run(progressive_runs *runs, ptrdiff_t *counts, uint32_t run) {
    counts[(31 - (uint32_t)__builtin_clz(run)) << 4]++;
    if (runs->count == runs->capacity) {
        size_t capacity = runs->capacity * 2 + 4096;
        uint16_t *lengths = realloc(runs->lengths, capacity * sizeof *lengths);
        if (!lengths) return JPEG_PROGRESSIVE_OUT_OF_MEMORY;
        runs->lengths = lengths;
        runs->capacity = capacity;
    }
    runs->lengths[runs->count++] = (uint16_t)run;
    return 0;
}

// Counts the end of the current run, if there is one.
INLINE void end_run(symbol_sink *sink) {
    if (sink->run == 0) return;
    sink->failure |= count_run(sink->runs, sink->counts[0], sink->run);
    sink->run = 0;
    sink->bits = 0;
}

// Adds a block to the run of blocks whose band has ended, with the bits of the places.
INLINE void add_to_run(symbol_sink *sink, int writes, uint64_t bits, uint64_t places) {
    if (!writes) {
        sink->run++;
        sink->bits += count_bits(places);
        if (UNLIKELY(sink->run == MAXIMUM_BLOCKS || sink->bits > MAXIMUM_BITS)) end_run(sink);
        return;
    }
    if (sink->run_left == 0) {
        // The length is known already: the symbol can come before the blocks' bits.
        uint32_t run = *sink->next_run++;
        uint32_t size = 31 - (uint32_t)__builtin_clz(run);
        add_symbol(sink, 1, 0, size << 4, run & ((1u << size) - 1), size);
        sink->run_left = run;
    }
    sink->run_left--;
    if (places) add_bits(sink, bits, places);
}

INLINE void encode_first_block(symbol_sink *sink, int writes, uint64_t places, uint64_t band, const int16_t **values) {
    if (!places) {
        add_to_run(sink, writes, 0, 0);
        return;
    }
    if (!writes) end_run(sink);
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
        uint32_t magnitude = (uint32_t)((value ^ sign) - sign), size = 32 - (uint32_t)__builtin_clz(magnitude);
        if (!writes) sink->sent_bits[0] += count_bits(magnitude);
        if (!writes && UNLIKELY((int)size > sink->scan->most_bits)) sink->failure |= JPEG_PROGRESSIVE_TOO_LARGE;
        add_symbol(
            sink, writes, 0, (zeros << 4 | size) & 255, (uint32_t)(value + sign) & ((1u << size) - 1), size);
    } while (places);
    if (rest) add_to_run(sink, writes, 0, 0);
}

INLINE void encode_refined_block(
    symbol_sink *sink, int writes, const uint64_t *words, uint64_t band, int level, int levels) {
    uint64_t old = progressive_known(words, level, levels) & band;
    uint64_t bits = words[JPEG_PROGRESSIVE_LEVELS + level], fresh = bits & band & ~old;
    if (!writes) sink->sent_bits[0] += count_bits(bits & band);
    if (fresh) {
        if (!writes) end_run(sink);
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

INLINE void encode_dc_mcu(symbol_sink *sink, int writes, int refines, size_t row, size_t column, int32_t *last) {
    const jpeg_progressive_scan *scan = sink->scan;
    for (int index = 0; index < scan->count; index++) {
        const jpeg_progressive_part *part = &scan->parts[index];
        const jpeg_progressive_plane *plane = part->plane;
        // Blocks beyond the plane repeat the previous coefficient.
        int32_t value = 0;
        for (size_t y = row * (size_t)part->down; y < (row + 1) * (size_t)part->down; y++) {
            for (size_t x = column * (size_t)part->across; x < (column + 1) * (size_t)part->across; x++) {
                if (x < plane->width && y < plane->height) {
                    value = plane->dc[y * plane->width + x] >> scan->low;
                    uint32_t sent = (uint32_t)value & (refines ? 1 : 0xFFFFu >> scan->low);
                    if (!writes) sink->sent_bits[index] += count_bits(sent);
                }
                if (refines) {
                    if (writes) put(&sink->writer, (uint64_t)(value & 1), 1);
                    continue;
                }
                int32_t difference = value - last[index];
                int32_t sign = difference >> 31;
                uint32_t magnitude = (uint32_t)((difference ^ sign) - sign);
                uint32_t size = magnitude ? 32 - (uint32_t)__builtin_clz(magnitude) : 0;
                last[index] = value;
                if (!writes && UNLIKELY((int)size > scan->most_bits)) sink->failure |= JPEG_PROGRESSIVE_TOO_LARGE;
                add_symbol(
                    sink, writes, part->number, size, (uint32_t)(difference + sign) & ((1u << size) - 1), size);
            }
        }
        if (refines && writes) flush(&sink->writer);
    }
}

// Encodes an MCU, or a block in a scan of AC coefficients.
INLINE void encode_mcu(
    symbol_sink *sink, int writes, int kind, int levels, size_t row, size_t column, const int16_t **values,
    int32_t *last) {
    if (kind == DC_FIRST || kind == DC_REFINEMENT) {
        encode_dc_mcu(sink, writes, kind == DC_REFINEMENT, row, column, last);
        return;
    }
    const jpeg_progressive_plane *plane = sink->scan->parts[0].plane;
    size_t stride = JPEG_PROGRESSIVE_LEVELS + (size_t)levels;
    const uint64_t *words = plane->words + (row * plane->width + column) * stride;
    if (kind == AC_REFINEMENT) {
        encode_refined_block(sink, writes, words, sink->band, sink->scan->low, levels);
    } else {
        encode_first_block(sink, writes, words[JPEG_PROGRESSIVE_FIRST] & sink->band, sink->band, values);
    }
}

INLINE int count_as(
    jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts, int kind, int levels) {
    const jpeg_progressive_scan *scan = encoder->scan;
    symbol_sink sink = {.scan = scan, .band = encoder->band, .counts = counts, .runs = &encoder->runs};
    const int16_t *values = kind == AC_FIRST ? scan->parts[0].plane->lists[scan->list].values : NULL;
    int32_t last[JPEG_TURN_MAX_COMPONENTS] = {0};
    size_t left = scan->restart_interval;
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
            encode_mcu(&sink, 0, kind, levels, row, column, &values, last);
        }
        if (sink.failure) break;
    }
    end_run(&sink);
    memcpy(encoder->sent_bits, sink.sent_bits, sizeof sink.sent_bits);
    return sink.failure;
}

INLINE void pad(bit_writer *writer) {
    if (writer->count == 0) return;
    put(writer, (1u << (8 - writer->count)) - 1, 8 - writer->count);
    flush(writer);
}

INLINE size_t write_as(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity, int *done,
    int kind, int levels) {
    const jpeg_progressive_scan *scan = encoder->scan;
    uint8_t scratch[WRITTEN + WRITTEN_MCU], *start = target, *limit = target + capacity - JPEG_TURN_LEAST_CAPACITY;
    symbol_sink sink = {
        .scan = scan, .band = encoder->band, .codes = codes, .writer = {scratch, encoder->bits, encoder->pending},
        .next_run = encoder->runs.lengths + encoder->run, .run_left = encoder->run_left};
    const int16_t *first = kind == AC_FIRST ? scan->parts[0].plane->lists[scan->list].values : NULL;
    const int16_t *values = first ? first + encoder->value : NULL;
    int32_t last[JPEG_TURN_MAX_COMPONENTS];
    memcpy(last, encoder->last, sizeof last);
    size_t row = encoder->row, column = encoder->column;
    *done = 0;
    for (; row < scan->rows; row++, column = 0) {
        for (; column < scan->columns; column++) {
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
                    memset(last, 0, sizeof last);
                    encoder->left = scan->restart_interval;
                    if (target > limit) goto full;
                }
                encoder->left--;
            }
            encode_mcu(&sink, 1, kind, levels, row, column, &values, last);
        }
    }
    pad(&sink.writer);
    *done = 1;
full:
    target = stuffed(target, scratch, sink.writer.next);
    encoder->row = row;
    encoder->column = column;
    memcpy(encoder->last, last, sizeof last);
    encoder->run = (size_t)(sink.next_run - encoder->runs.lengths);
    encoder->run_left = sink.run_left;
    encoder->bits = sink.writer.bits & ((1u << sink.writer.count) - 1);
    encoder->pending = sink.writer.count;
    encoder->value = first ? (size_t)(values - first) : 0;
    return (size_t)(target - start);
}

INLINE int kind_of(const jpeg_progressive_scan *scan) {
    return scan->start ? (scan->high ? AC_REFINEMENT : AC_FIRST) : (scan->high ? DC_REFINEMENT : DC_FIRST);
}

// The usual script has two levels.
static int count_scan(jpeg_progressive_encoder *encoder, jpeg_progressive_counts *counts) {
    int levels = encoder->scan->parts[0].plane->levels;
    switch (kind_of(encoder->scan)) {
    case DC_FIRST: return count_as(encoder, counts, DC_FIRST, levels);
    case DC_REFINEMENT: return count_as(encoder, counts, DC_REFINEMENT, levels);
    case AC_FIRST: return count_as(encoder, counts, AC_FIRST, levels);
    default:
        return levels == 2 ? count_as(encoder, counts, AC_REFINEMENT, 2)
                           : count_as(encoder, counts, AC_REFINEMENT, levels);
    }
}

static size_t write_scan(
    jpeg_progressive_encoder *encoder, const jpeg_progressive_codes *codes, uint8_t *target, size_t capacity,
    int *done) {
    int levels = encoder->scan->parts[0].plane->levels;
    switch (kind_of(encoder->scan)) {
    case DC_FIRST: return write_as(encoder, codes, target, capacity, done, DC_FIRST, levels);
    case DC_REFINEMENT: return write_as(encoder, codes, target, capacity, done, DC_REFINEMENT, levels);
    case AC_FIRST: return write_as(encoder, codes, target, capacity, done, AC_FIRST, levels);
    default:
        return levels == 2 ? write_as(encoder, codes, target, capacity, done, AC_REFINEMENT, 2)
                           : write_as(encoder, codes, target, capacity, done, AC_REFINEMENT, levels);
    }
}
