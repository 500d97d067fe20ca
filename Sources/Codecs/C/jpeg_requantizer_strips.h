// Makes strips of samples from coefficients, and the lines of a row of MCUs from strips.

// Returns the index of a weighted sample, with the edge replicated.
INLINE size_t index_of(const jpeg_requantizer_axis *axis, size_t sample, int weight) {
    ptrdiff_t last = (ptrdiff_t)axis->count - 1, own = (ptrdiff_t)sample < last ? (ptrdiff_t)sample : last;
    ptrdiff_t index = axis->first + axis->direction * own + weight;
    return (size_t)(index < 0 ? 0 : index > last ? last : index);
}

INLINE float bounded(float sample, float lowest) {
    float not_below = sample < lowest ? lowest : sample;
    return not_below > -lowest - 1 ? -lowest - 1 : not_below;
}

// Finds a block's record in its MCU.
INLINE const uint8_t *skip_records(const uint8_t *record, int count) {
    for (; count > 0; count--) {
        uint16_t length;
        memcpy(&length, record + 2, 2);
        record += 4 + KEPT_COEFFICIENT * (size_t)length;
    }
    return record;
}

// Writes a record's coefficients into a block of zeros. Returns the mask of their places.
INLINE uint64_t expand(const uint8_t *record, int16_t *block) {
    uint16_t count;
    memcpy(&count, record + 2, 2);
    uint64_t mask = 0;
    const uint8_t *next = record + 4, *end = next + KEPT_COEFFICIENT * (size_t)count;
    for (; next < end; next += KEPT_COEFFICIENT) {
        uint32_t word = load_coefficient(next);
        block[word >> 16] = (int16_t)word;
        mask |= 1ull << (word >> 16 & 63);
    }
    return mask;
}

INLINE int16_t dc_of_record(jpeg_requantizer *requantizer, const uint8_t *record, int32_t offset) {
    int16_t stored;
    memcpy(&stored, record, 2);
    int32_t value = stored + offset;
    if (UNLIKELY((int16_t)value != value)) requantizer->has_failed = 1;
    return (int16_t)value;
}

// A line of stored MCUs, and the blocks in them.
typedef struct {
    size_t mcu, stride;          // the first MCU, and the step to the next
    int block, step, count;      // in each MCU
} block_line;

// Finds the blocks of a strip.
INLINE block_line line_of_strip(const jpeg_turn *turn, const requantizer_plane *plane, size_t strip) {
    size_t across = (size_t)plane->stored_across, down = (size_t)plane->stored_down, columns = turn->setup.columns;
    if (turn->setup.transposes) {
        return (block_line){
            strip / across, columns, plane->first_block + (int)(strip % across), (int)across, (int)down};
    }
    return (block_line){
        strip / down * columns, 1, plane->first_block + (int)(strip % down * across), 1, (int)across};
}

// Decodes a strip of a scan to samples; mirrors it if `is_mirrored`.
INLINE void decode_scan_strip(
    jpeg_requantizer *requantizer, const requantizer_plane *plane, size_t strip, float *target, int is_mirrored) {
    enum { GROUP = 8 };
    const jpeg_turn *turn = requantizer->turn;
    int component = (int)(plane - requantizer->planes);
    const jpeg_requantizer_axis *axis = &plane->own.horizontal;
    block_line line = line_of_strip(turn, plane, strip);
    size_t width = axis->length / 8, stride = plane->stride;
    float *first = is_mirrored ? target + axis->count - 8 : target;
    ptrdiff_t step = is_mirrored ? -8 : 8;
    int16_t blocks[GROUP][64];
    float *places[GROUP];
    int waiting = 0;
    size_t column = 0, mcus = turn->columns;
    for (size_t index = 0, mcu = line.mcu; index < mcus; index++, mcu += line.stride) {
        const int32_t *offsets;
        const uint8_t *record = skip_records(turn_record(turn, mcu, &offsets), line.block);
        for (int block = 0; block < line.count && column < width; block++, column++) {
            if (block > 0) record = skip_records(record, line.step);
            int16_t dc = dc_of_record(requantizer, record, offsets[component]);
            float *place = first + (ptrdiff_t)column * step;
            uint16_t count;
            memcpy(&count, record + 2, 2);
            if (count == 0) {
                inverse_transform_flat(dc, plane->own.steps, -128, place, stride);
                continue;
            }
            memset(blocks[waiting], 0, sizeof blocks[waiting]);
            expand(record, blocks[waiting]);
            blocks[waiting][0] = dc;
            places[waiting++] = place;
            if (waiting == GROUP) {
                for (int i = 0; i < GROUP; i++) {
                    inverse_transform(blocks[i], 0, plane->own.steps, -128, places[i], stride, is_mirrored);
                }
                waiting = 0;
            }
        }
    }
    for (int i = 0; i < waiting; i++) {
        inverse_transform(blocks[i], 0, plane->own.steps, -128, places[i], stride, is_mirrored);
    }
}

// Decodes a strip of a plane of coefficients.
INLINE void decode_plane_strip(
    const jpeg_requantizer_planes *planes, const requantizer_plane *plane, size_t strip, float *target,
    int is_mirrored) {
    const jpeg_requantizer_axis *axis = &plane->own.horizontal;
    size_t width = axis->length / 8, across = planes->source_stride;
    float *place = is_mirrored ? target + axis->count - 8 : target;
    const int16_t *block = planes->source + (planes->transposes ? strip : strip * across) * 64;
    size_t step = planes->transposes ? across * 64 : 64;
    for (size_t column = 0; column < width; column++, block += step, place += is_mirrored ? -8 : 8) {
        if (planes->transposes) {
            inverse_transform(block, 0, plane->own.steps, axis->lowest, place, plane->stride, is_mirrored);
        } else {
            inverse_transform(block, 1, plane->own.steps, axis->lowest, place, plane->stride, is_mirrored);
        }
    }
}

// Where the blocks come from: the records of a scan, or planes of coefficients.
typedef struct {
    jpeg_requantizer *scan;
    const jpeg_requantizer_planes *planes;
} block_source;

INLINE void decode_strip(
    const block_source *source, const requantizer_plane *plane, size_t strip, float *target, int is_mirrored) {
    if (source->planes) {
        decode_plane_strip(source->planes, plane, strip, target, is_mirrored);
    } else {
        decode_scan_strip(source->scan, plane, strip, target, is_mirrored);
    }
}

INLINE float weighted(const jpeg_requantizer_axis *axis, const float *source, size_t sample) {
    float sum = 0;
    for (int i = 0; i < axis->weight_count; i++) sum += axis->weights[i] * source[index_of(axis, sample, i)];
    return bounded(sum, axis->lowest);
}

// Mirrors a line of samples about an edge between samples.
INLINE void resample(const jpeg_requantizer_axis *axis, const float *source, float *target) {
    ptrdiff_t count = (ptrdiff_t)axis->count, weights = axis->weight_count, j = 0;
    for (; j < count; j++) {
        // The samples around eight positions, from the last to the first.
        ptrdiff_t low = axis->first - j - 7;
        if (low < 0 || low + 7 + weights > count || j + 8 > count) {
            target[j] = weighted(axis, source, (size_t)j);
            continue;
        }
        line sum = REPEATED(0.0f);
        for (int i = 0; i < weights; i++) {
            line own;
            memcpy(&own, source + low + i, sizeof own);
            sum += own * axis->weights[i];
        }
        sum = BOUNDED(sum, axis->lowest);
        store_line(target + j, &sum, 1);
        j += 7;
    }
}

INLINE float *make_strip(const block_source *source, requantizer_plane *plane, size_t strip) {
    const jpeg_requantizer_axis *axis = &plane->own.horizontal;
    size_t slot = strip % plane->slots, stride = plane->stride;
    float *lines = plane->ring + slot * 8 * stride + MARGIN;
    if (plane->ring_strips[slot] == strip + 1) return lines;
    plane->ring_strips[slot] = strip + 1;
    if (axis->weight_count > 1) {
        decode_strip(source, plane, strip, plane->decoded + MARGIN, 0);
        for (size_t i = 0; i < 8; i++) resample(axis, plane->decoded + MARGIN + i * stride, lines + i * stride);
    } else if (axis->direction < 0) {
        decode_strip(source, plane, strip, lines, 1);
    } else {
        decode_strip(source, plane, strip, lines, 0);
    }
    for (size_t i = 0; i < 8; i++) {
        float *own = lines + i * stride;
        for (size_t j = axis->count; j < axis->length; j++) own[j] = own[axis->count - 1];
    }
    return lines;
}

// Computes a line from the lines around it.
INLINE void combine(
    const jpeg_requantizer_axis *axis, const float *const *lines, float *target, size_t length) {
    for (size_t x = 0; x < length; x += 8) {
        line sum = REPEATED(0.0f);
        for (int i = 0; i < axis->weight_count; i++) {
            line own;
            memcpy(&own, lines[i] + x, sizeof own);
            sum += own * axis->weights[i];
        }
        sum = BOUNDED(sum, axis->lowest);
        store_line(target + x, &sum, 0);
    }
}

// Makes lines of a component, `count` of them from number `top`.
INLINE void make_lines(const block_source *source, requantizer_plane *plane, size_t top, size_t count) {
    const jpeg_requantizer_axis *axis = &plane->own.vertical;
    for (size_t i = 0; i < count && top + i < axis->length; i++) {
        const float *lines[JPEG_REQUANTIZER_MAX_WEIGHTS];
        for (int weight = 0; weight < axis->weight_count; weight++) {
            size_t index = index_of(axis, top + i, weight);
            lines[weight] = make_strip(source, plane, index / 8) + index % 8 * plane->stride;
        }
        plane->lines[i] = lines[0];
        if (axis->weight_count > 1) {
            float *target = plane->combined + i * plane->stride + MARGIN;
            combine(axis, lines, target, plane->own.horizontal.length);
            plane->lines[i] = target;
        }
    }
}

// Makes the lines of a row of MCUs.
static void prepare(jpeg_requantizer *requantizer, size_t row) {
    const jpeg_turn *turn = requantizer->turn;
    const block_source source = {.scan = requantizer};
    for (int component = 0; component < turn->setup.count; component++) {
        requantizer_plane *plane = &requantizer->planes[component];
        size_t count = (size_t)turn->down[component] * 8;
        if (!plane->own.is_exact) make_lines(&source, plane, row * count, count);
    }
}

// Makes rows of blocks of a plane of coefficients.
static void requantize(
    const jpeg_requantizer_planes *planes, requantizer_plane *plane, size_t first_row, size_t last_row) {
    const block_source source = {.planes = planes};
    size_t width = plane->own.horizontal.length / 8;
    for (size_t row = first_row; row < last_row; row++) {
        make_lines(&source, plane, row * 8, 8);
        int16_t *target = planes->target + row * planes->target_stride * 64;
        for (size_t column = 0; column < width; column++, target += 64) {
            forward_transform(plane->lines, column * 8, plane->own.inverse_steps, 1, target);
        }
    }
}
