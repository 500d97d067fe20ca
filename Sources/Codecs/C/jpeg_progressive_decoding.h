// Decodes scans into words. The kernel that includes this file defines `count_bits`, `deposit`, `gather` and
// `select_bit`.

// Returns the entry of a code that is not in the lookahead.
static __attribute__((noinline)) uint32_t long_code(uint64_t bits, const progressive_table *table) {
    uint32_t prefix = (uint32_t)(bits >> 48);
    for (int length = PROGRESSIVE_LOOKAHEAD + 1; length <= 16; length++) {
        if (prefix < table->bounds[length]) {
            return table->all[(uint32_t)((int32_t)(prefix >> (16 - length)) + table->bases[length]) & 255];
        }
    }
    return (uint32_t)ENTRY_INVALID;
}

INLINE uint32_t next_entry(const bit_reader *reader, const progressive_table *table) {
    uint32_t entry = table->entries[reader->bits >> (64 - PROGRESSIVE_LOOKAHEAD)];
    return UNLIKELY(!entry) ? long_code(reader->bits, table) : entry;
}

// Returns the first bits of a word, 0...63 of them.
INLINE uint64_t first_bits(uint64_t bits, uint32_t length) { return bits >> 1 >> (63 - length); }

// Reads the extra bits of a coefficient or a DC difference (ITU-T T.81, F.2.2.1, EXTEND). The code is not yet consumed.
INLINE int32_t value_of(const bit_reader *reader, uint32_t entry) {
    uint64_t top = reader->bits << (entry >> 8 & 31);
    uint32_t size = entry >> 16 & 15;
    int32_t is_negative = (int32_t)(top >> 63) - 1;
    return (int32_t)first_bits(top, size) - (int32_t)(((1u << size) - 1) & (uint32_t)is_negative);
}

// Reads the number of blocks in a run whose band has ended.
INLINE uint32_t run_of(bit_reader *reader, uint32_t entry) {
    uint32_t size = entry >> 20 & 15;
    uint32_t run = (1u << size) + (uint32_t)first_bits(reader->bits << (entry >> 8 & 31), size);
    consume(reader, entry & 63);
    return run;
}

// Reads a bit for each of the places, of which there are at most 32 unless the reader is refilled. Needs 32 bits.
INLINE uint64_t read_corrections(bit_reader *reader, uint64_t places) {
    uint32_t count = count_bits(places);
    if (UNLIKELY(count > 32)) {
        const uint64_t upper = ~0ull << 32;
        uint64_t bits = deposit(first_bits(reader->bits, count_bits(places & upper)), places & upper);
        consume(reader, count_bits(places & upper));
        refill(reader);
        bits |= deposit(first_bits(reader->bits, count_bits(places & ~upper)), places & ~upper);
        consume(reader, count_bits(places & ~upper));
        return bits;
    }
    uint64_t bits = deposit(first_bits(reader->bits, count), places);
    consume(reader, count);
    return bits;
}

static __attribute__((noinline)) int start_interval(jpeg_progressive_decoder *decoder, bit_reader *reader) {
    const uint8_t *end = decoder->data + decoder->intervals[decoder->interval + 1];
    ptrdiff_t rest = (end - reader->next) * 8 + (ptrdiff_t)reader->count;
    if (rest < 0 || rest > 7) return 0;
    decoder->interval++;
    *reader = (bit_reader){decoder->data + decoder->intervals[decoder->interval], 0, 0};
    decoder->left = decoder->scan->restart_interval;
    memset(decoder->predictors, 0, sizeof decoder->predictors);
    return 1;
}

// Starts the next interval. Returns 0 if the current one does not end here.
INLINE int next_interval(jpeg_progressive_decoder *decoder, bit_reader *reader) {
    // The copy keeps the reader itself in registers.
    bit_reader copy = *reader;
    int is_sound = start_interval(decoder, &copy);
    *reader = copy;
    return is_sound;
}

INLINE int decode_dc_row(jpeg_progressive_decoder *decoder, int refines) {
    const jpeg_progressive_scan *scan = decoder->scan;
    const uint8_t *limit = decoder->data + decoder->size + 16;
    bit_reader reader = decoder->reader;
    size_t row = decoder->row;
    for (size_t column = 0; column < scan->columns; column++) {
        if (scan->restart_interval) {
            if (decoder->left == 0 && !next_interval(decoder, &reader)) return 0;
            decoder->left--;
        }
        if (UNLIKELY(reader.next > limit)) return 0;
        for (int index = 0; index < scan->count; index++) {
            const jpeg_progressive_part *part = &scan->parts[index];
            const jpeg_progressive_plane *plane = part->plane;
            for (size_t y = row * (size_t)part->down; y < (row + 1) * (size_t)part->down; y++) {
                for (size_t x = column * (size_t)part->across; x < (column + 1) * (size_t)part->across; x++) {
                    int is_inside = x < plane->width && y < plane->height;
                    refill(&reader);
                    if (refines) {
                        int16_t bit = (int16_t)(reader.bits >> 63 << scan->low);
                        consume(&reader, 1);
                        if (is_inside) plane->dc[y * plane->width + x] |= bit;
                        continue;
                    }
                    uint32_t entry = next_entry(&reader, &decoder->tables[index]);
                    int32_t *predictor = &decoder->predictors[index];
                    *predictor += value_of(&reader, entry);
                    consume(&reader, entry & 63);
                    if (UNLIKELY(entry & ENTRY_INVALID || (int16_t)*predictor != *predictor)) return 0;
                    if (is_inside) {
                        plane->dc[y * plane->width + x] = (int16_t)(uint16_t)((uint32_t)*predictor << scan->low);
                    }
                }
            }
        }
    }
    decoder->reader = reader;
    return 1;
}

// Decodes a block in the first scan of a band. Returns the end of its values; null if it is invalid.
INLINE int16_t *begin_block(
    bit_reader *reader, const progressive_table *table, uint32_t start, uint32_t end, uint64_t *first, int16_t *values,
    uint32_t *run) {
    uint32_t position = start;
    uint64_t found = 0;
    do {
        refill(reader);
        uint32_t entry = next_entry(reader, table);
        if (UNLIKELY(entry & (ENTRY_INVALID | ENTRY_ZEROS))) {
            position += 16;
            if (entry & ENTRY_INVALID || position > end) return NULL;
            consume(reader, entry & 63);
            continue;
        }
        if (entry & ENTRY_END) {
            *run = run_of(reader, entry) - 1;
            break;
        }
        position += entry >> 20 & 15;
        if (UNLIKELY(position > end)) return NULL;
        *values++ = (int16_t)value_of(reader, entry);
        found |= progressive_bit(position);
        consume(reader, entry & 63);
        position++;
    } while (position <= end);
    *first |= found;
    return values;
}

static int decode_first_row(jpeg_progressive_decoder *decoder) {
    const jpeg_progressive_scan *scan = decoder->scan;
    const uint8_t *limit = decoder->data + decoder->size + 16;
    const jpeg_progressive_plane *plane = scan->parts[0].plane;
    jpeg_progressive_values *list = &plane->lists[scan->list];
    const progressive_table *table = &decoder->tables[0];
    bit_reader reader = decoder->reader;
    uint32_t run = decoder->run;
    int16_t *values = list->values + list->count;
    uint64_t *words = plane->words + decoder->row * plane->width * plane->stride;
    size_t column = 0;
    while (column < plane->width) {
        if (scan->restart_interval) {
            if (decoder->left == 0 && (run || !next_interval(decoder, &reader))) return 0;
            decoder->left--;
        } else if (run) {
            size_t skipped = run < plane->width - column ? run : plane->width - column;
            run -= (uint32_t)skipped;
            column += skipped;
            continue;
        }
        if (run) {
            run--;
        } else {
            if (UNLIKELY(reader.next > limit)) return 0;
            values = begin_block(
                &reader, table, (uint32_t)scan->start, (uint32_t)scan->end, &words[column * plane->stride], values, &run);
            if (UNLIKELY(!values)) return 0;
        }
        column++;
    }
    list->count = (size_t)(values - list->values);
    list->starts[decoder->row + 1] = list->count;
    decoder->run = run;
    decoder->reader = reader;
    return 1;
}

// Decodes a block in a refinement scan of a band. Returns whether it is valid.
INLINE int refine_block(
    bit_reader *reader, const progressive_table *table, uint64_t band, int level, int levels, uint64_t *words,
    uint32_t *run) {
    uint64_t rest = progressive_known(words, level, levels) & band, bits = 0, signs = 0;
    refill(reader);
    if (*run == 0) {
        uint64_t zeros = band & ~rest, place;
        int32_t left = (int32_t)count_bits(zeros);
        for (;;) {
            uint32_t entry = next_entry(reader, table);
            if (entry & (ENTRY_END | ENTRY_INVALID)) {
                if (entry & ENTRY_INVALID) return 0;
                *run = run_of(reader, entry);
                refill(reader);
                break;
            }
            // The place follows a run of zeros; every nonzero coefficient before it gets a correction bit.
            left -= (int32_t)(entry >> 20 & 15) + 1;
            if (UNLIKELY(left < 0)) return 0;
            place = select_bit(zeros, (uint32_t)left);
            uint64_t is_new = 0 - (uint64_t)(entry >> 16 & 1);
            uint64_t is_negative = (reader->bits << (entry >> 8 & 31) >> 63) - 1;
            consume(reader, entry & 63);
            bits |= (place & is_new) | read_corrections(reader, rest & (0 - (place << 1)));
            signs |= place & is_new & is_negative;
            rest &= place - 1;
            if (!(band & (place - 1))) break;
            refill(reader);
        }
    }
    if (*run) {
        bits |= read_corrections(reader, rest);
        --*run;
    }
    words[JPEG_PROGRESSIVE_LEVELS + level] |= bits;
    words[JPEG_PROGRESSIVE_SIGNS] |= signs;
    return 1;
}

INLINE int decode_refinement_row(jpeg_progressive_decoder *decoder, int level, int levels) {
    const jpeg_progressive_scan *scan = decoder->scan;
    const uint8_t *limit = decoder->data + decoder->size + 16;
    const jpeg_progressive_plane *plane = scan->parts[0].plane;
    bit_reader reader = decoder->reader;
    uint32_t run = decoder->run;
    size_t stride = JPEG_PROGRESSIVE_LEVELS + (size_t)levels;
    uint64_t *words = plane->words + decoder->row * plane->width * stride;
    for (size_t column = 0; column < plane->width; column++, words += stride) {
        if (scan->restart_interval) {
            if (decoder->left == 0 && (run || !next_interval(decoder, &reader))) return 0;
            decoder->left--;
        }
        if (UNLIKELY(reader.next > limit)
            || !refine_block(&reader, &decoder->tables[0], decoder->band, level, levels, words, &run)) {
            return 0;
        }
    }
    decoder->run = run;
    decoder->reader = reader;
    return 1;
}

static int decode_row(jpeg_progressive_decoder *decoder) {
    const jpeg_progressive_scan *scan = decoder->scan;
    if (scan->start == 0) return scan->high ? decode_dc_row(decoder, 1) : decode_dc_row(decoder, 0);
    if (!scan->high) return decode_first_row(decoder);
    // The usual script has two levels.
    int levels = scan->parts[0].plane->levels;
    if (levels == 2) return decode_refinement_row(decoder, scan->low, 2);
    return decode_refinement_row(decoder, scan->low, levels);
}
