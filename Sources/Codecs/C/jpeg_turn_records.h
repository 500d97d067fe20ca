// Writes blocks into records, either re-encoded or as symbols.

// Appends a code; `jpeg_turn.codes` gives the layout of code and length.
INLINE void put_code(bit_writer *writer, uint64_t code) { put(writer, code >> 16, code & 63); }

INLINE uint32_t next_place(uint64_t *rest) {
    uint32_t place = (uint32_t)__builtin_ctzll(*rest);
    *rest &= *rest - 1;
    return place;
}

// Returns a coefficient's code with its extra bits.
INLINE uint64_t whole_code(const uint64_t *codes, uint32_t run, uint32_t word) {
    uint64_t code = codes[run << 4 | word >> 16];
    return code + ((uint64_t)((word & 0xFFFF) >> (code >> 8 & 63)) << 16);
}

INLINE void put_zeros(bit_writer *writer, const uint64_t *codes, uint32_t *run) {
    while (*run > 15) {
        flush(writer);
        put_code(writer, codes[0xF0]);
        *run -= 16;
    }
    flush(writer);
}

INLINE void write_header(uint8_t *record, int32_t dc, uint32_t count) {
    uint16_t header[2] = {(uint16_t)dc, (uint16_t)count};
    memcpy(record, header, 4);
}

// Writes a block's record, with its coefficients as bits.
INLINE uint8_t *write_bits(uint8_t *record, int32_t dc, const uint32_t *source, uint64_t mask, const uint64_t *codes) {
    bit_writer writer = {record + 4, 0, 0};
    uint64_t rest = mask & ~1ull;
    uint32_t previous = 0;
    while (rest) {
        uint32_t place = next_place(&rest);
        uint32_t run = place - previous - 1;
        if (UNLIKELY(run > 15)) put_zeros(&writer, codes, &run);
        uint64_t first = whole_code(codes, run, source[place]);
        previous = place;
        if (!rest) {
            put_code(&writer, first);
            break;
        }
        place = next_place(&rest);
        run = place - previous - 1;
        previous = place;
        if (UNLIKELY(run > 15)) {
            put_code(&writer, first);
            put_zeros(&writer, codes, &run);
            put_code(&writer, whole_code(codes, run, source[place]));
        } else {
            // Two at a time, 52 bits at most, because each flush depends on the one before, which limits the speed.
            uint64_t second = whole_code(codes, run, source[place]);
            put(&writer, first >> 16 << (second & 63) | second >> 16, (uint32_t)((first & 63) + (second & 63)));
        }
        flush(&writer);
    }
    if (!(mask >> 63)) put_code(&writer, codes[0]);
    flush(&writer);
    write_header(record, dc, (uint32_t)(writer.next - record - 4) * 8 + writer.count);
    return writer.next + (writer.count > 0);
}

// Writes a block's record, with its symbols as words.
INLINE uint8_t *write_symbols(uint8_t *record, int32_t dc, const uint32_t *source, uint64_t mask, uint64_t *counts) {
    uint8_t *target = record + 4;
    uint64_t rest = mask & ~1ull;
    uint32_t previous = 0;
    while (rest) {
        uint32_t place = next_place(&rest);
        uint32_t run = place - previous - 1;
        previous = place;
        while (UNLIKELY(run > 15)) {
            uint16_t zeros = 0xF0 << 7;
            memcpy(target, &zeros, 2);
            target += 2;
            counts[0xF0]++;
            run -= 16;
        }
        uint32_t word = source[place];
        uint32_t size = word >> 16;
        uint32_t symbol = run << 4 | size;
        uint32_t extra = (word & 0xFFFF) >> (16 - size);
        counts[symbol]++;
        uint16_t first = (uint16_t)(symbol << 7);
        if (UNLIKELY(size > 7)) {
            uint16_t second = (uint16_t)extra;
            memcpy(target, &first, 2);
            memcpy(target + 2, &second, 2);
            target += 4;
        } else {
            first |= (uint16_t)extra;
            memcpy(target, &first, 2);
            target += 2;
        }
    }
    if (!(mask >> 63)) {
        uint16_t end = 0;
        memcpy(target, &end, 2);
        target += 2;
        counts[0]++;
    }
    target = pad_words(record + 4, target);
    write_header(record, dc, (uint32_t)(target - record - 4) / 2);
    return target;
}

INLINE void write_record(
    const jpeg_turn *turn, turn_piece *piece, int component, const uint32_t *source, uint64_t mask, int keeps_symbols) {
    int32_t dc = piece->predictors[component];
    piece->record_end =
        keeps_symbols
            ? write_symbols(piece->record_end, dc, source, mask, piece->counts[component])
            : write_bits(piece->record_end, dc, source, mask, turn->codes[component]);
}
