// Joins the records' bits, with DC differences between them.

enum { SCRATCH = 8 << 10, SCRATCH_MCU = JPEG_TURN_MAX_BLOCKS * (BLOCK_DATA + 16) };

INLINE void put_dc(bit_writer *writer, int32_t difference, const uint64_t *codes, int32_t *greatest) {
    int32_t sign = difference >> 31;
    uint32_t magnitude = (uint32_t)((difference ^ sign) - sign);
    uint32_t size = magnitude ? 32 - (uint32_t)__builtin_clz(magnitude) : 0;
    if (UNLIKELY(size > 11)) {
        *greatest = 12;
        return;
    }
    uint64_t code = codes[size];
    put(writer, code >> 6 | ((uint32_t)(difference + sign) & ((1u << size) - 1)), code & 63);
    flush(writer);
}

// Appends bits, after up to seven bits that are skipped.
INLINE void copy_bits(bit_writer *writer, const uint8_t *source, uint32_t skipped, uint32_t length) {
    while (length > 56) {
        put(writer, load_big_endian(source) << skipped >> 8, 56);
        flush(writer);
        source += 7;
        length -= 56;
    }
    put(writer, load_big_endian(source) << skipped >> 1 >> (63 - length), length);
    flush(writer);
}

INLINE size_t write_as(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target,
    size_t capacity, int *done, int keeps_symbols, int keeps_order) {
    enum { AHEAD = 6 };
    uint8_t scratch[SCRATCH + SCRATCH_MCU];
    uint8_t *start = target, *limit = target + capacity - JPEG_TURN_LEAST_CAPACITY;
    bit_writer writer = {scratch, output->bits, output->count};
    int32_t greatest = 0;
    *done = 0;
    while (output->row < output->last_row) {
        const turn_line line = turn_line_of(turn, output->row);
        while (output->column < turn->columns) {
            if (output->restart_interval > 0) {
                if (output->left == 0) {
                    if (writer.count > 0) {
                        put(&writer, (1u << (8 - writer.count)) - 1, 8 - writer.count);
                        flush(&writer);
                    }
                    target = output->stuffs ? stuffed(target, scratch, writer.next) : target;
                    *target++ = 0xFF;
                    *target++ = (uint8_t)(0xD0 + output->restart);
                    output->restart = (output->restart + 1) & 7;
                    writer = (bit_writer){scratch, 0, 0};
                    memset(output->last, 0, sizeof output->last);
                    output->left = output->restart_interval;
                    if (target > limit) goto full;
                }
                output->left--;
            }
            size_t ahead = output->column + AHEAD < turn->columns ? output->column + AHEAD : output->column;
            turn_prefetch(turn, turn_source(&line, ahead));
            const int32_t *offsets;
            const uint8_t *record = turn_record(turn, turn_source(&line, output->column), &offsets);
            const uint8_t *records[JPEG_TURN_MAX_BLOCKS];
            const uint8_t *copy = NULL;
            uint32_t starts[JPEG_TURN_MAX_BLOCKS], start = 0;
            if (keeps_order) {
                copy = turn_copy(turn, turn_source(&line, output->column));
                memcpy(&start, record, 4);
                record += 4;
            }
            for (int block = 0; block < turn->block_count; block++) {
                records[block] = record;
                uint16_t length;
                memcpy(&length, record + 2, 2);
                if (keeps_order) {
                    starts[block] = start + (length & ((1u << DIFFERENCE_BITS) - 1));
                    start = starts[block] + (length >> DIFFERENCE_BITS);
                    record += 4;
                    continue;
                }
                record += 4 + (keeps_symbols ? 2 * (size_t)length : ((size_t)length + 7) / 8);
            }
            int is_edge = output->row + 1 == turn->rows || output->column + 1 == turn->columns;
            for (int block = 0; block < turn->block_count; block++) {
                const turn_block *place = &turn->turned[block];
                int component = place->component;
                const uint64_t *ac = codes->ac[component], *dc = codes->dc[component];
                if (UNLIKELY(is_edge) && turn_is_outside(turn, place, output->column, output->row)) {
                    put_dc(&writer, 0, dc, &greatest);
                    put(&writer, ac[0] >> 6, ac[0] & 63);
                    flush(&writer);
                    continue;
                }
                const uint8_t *own = records[turn->order[block]];
                int16_t stored;
                uint16_t length;
                memcpy(&stored, own, 2);
                memcpy(&length, own + 2, 2);
                int32_t value = stored + offsets[component];
                if (UNLIKELY((int16_t)value != value)) greatest = 12;
                put_dc(&writer, value - output->last[component], dc, &greatest);
                output->last[component] = value;
                if (keeps_symbols) {
                    put_symbols(&writer, own + 4, length, ac);
                } else if (keeps_order) {
                    uint32_t from = starts[turn->order[block]];
                    copy_bits(&writer, copy + (from >> 3), from & 7, length >> DIFFERENCE_BITS);
                } else {
                    copy_bits(&writer, own + 4, 0, length);
                }
            }
            output->column++;
            if (writer.next - scratch >= SCRATCH) {
                if (output->stuffs) {
                    target = stuffed(target, scratch, writer.next);
                } else {
                    memcpy(target, scratch, (size_t)(writer.next - scratch));
                    target += writer.next - scratch;
                }
                writer.next = scratch;
                if (UNLIKELY(target > limit)) goto full;
            }
        }
        output->column = 0;
        output->row++;
    }
    *done = 1;
full:
    if (output->stuffs) {
        target = stuffed(target, scratch, writer.next);
    } else {
        memcpy(target, scratch, (size_t)(writer.next - scratch));
        target += writer.next - scratch;
    }
    output->bits = writer.bits & ((1u << writer.count) - 1);
    output->count = writer.count;
    if (greatest > 11) *done = -1;
    return (size_t)(target - start);
}

size_t turn_write_part(
    const jpeg_turn *turn, const jpeg_turn_output_codes *codes, jpeg_turn_output *output, uint8_t *target,
    size_t capacity, int *done) {
    if (turn->keeps_order) return write_as(turn, codes, output, target, capacity, done, 0, 1);
    return turn->keeps_symbols ? write_as(turn, codes, output, target, capacity, done, 1, 0)
                               : write_as(turn, codes, output, target, capacity, done, 0, 0);
}
