#include "tiff_samples.h"

#include <string.h>

size_t tiff_unpack_bits(const uint8_t *input, size_t input_size, uint8_t *output, size_t capacity) {
    size_t taken = 0, written = 0;
    while (written < capacity && taken < input_size) {
        uint8_t control = input[taken++];
        size_t left = capacity - written;
        if (control < 128) {
            size_t count = (size_t)control + 1, there = input_size - taken;
            if (count > there) count = there;
            if (count > left) count = left;
            memcpy(output + written, input + taken, count);
            taken += count;
            written += count;
        } else if (control > 128) {
            if (taken == input_size) break;
            size_t count = 257 - (size_t)control;
            if (count > left) count = left;
            memset(output + written, input[taken++], count);
            written += count;
        }
    }
    return written;
}

static size_t run_length(const uint8_t *bytes, size_t count) {
    size_t length = 1;
    while (length < count && length < 128 && bytes[length] == bytes[0]) length++;
    return length;
}

size_t tiff_pack_bits(const uint8_t *input, size_t input_size, uint8_t *output) {
    size_t taken = 0, written = 0;
    while (taken < input_size) {
        size_t run = run_length(input + taken, input_size - taken);
        if (run > 1) {
            output[written++] = (uint8_t)(257 - run);
            output[written++] = input[taken];
            taken += run;
            continue;
        }
        // Literals end where a run of three begins: one of two within literals saves nothing.
        size_t start = taken++;
        while (taken < input_size && taken - start < 128 && run_length(input + taken, input_size - taken) < 3) taken++;
        output[written++] = (uint8_t)(taken - start - 1);
        memcpy(output + written, input + start, taken - start);
        written += taken - start;
    }
    return written;
}

void tiff_reverse_bits(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = bytes[i];
        byte = (uint8_t)((byte & 0xF0) >> 4 | (byte & 0x0F) << 4);
        byte = (uint8_t)((byte & 0xCC) >> 2 | (byte & 0x33) << 2);
        bytes[i] = (uint8_t)((byte & 0xAA) >> 1 | (byte & 0x55) << 1);
    }
}

void tiff_swap_bytes(uint8_t *bytes, size_t count, unsigned bits) {
    if (bits != 16 && bits != 24 && bits != 32 && bits != 64) return;
    size_t size = bits / 8;
    for (size_t i = 0; i + size <= count; i += size) {
        for (size_t low = i, high = i + size - 1; low < high; low++, high--) {
            uint8_t byte = bytes[low];
            bytes[low] = bytes[high];
            bytes[high] = byte;
        }
    }
}

#define DIFFERENCES(type)                                                                                              \
    static void sum_##type(uint8_t *row, size_t count, size_t step) {                                                  \
        for (size_t i = step; i < count; i++) {                                                                        \
            type before, value;                                                                                        \
            memcpy(&before, row + (i - step) * sizeof value, sizeof value);                                            \
            memcpy(&value, row + i * sizeof value, sizeof value);                                                      \
            value = (type)(value + before);                                                                            \
            memcpy(row + i * sizeof value, &value, sizeof value);                                                      \
        }                                                                                                              \
    }                                                                                                                  \
    static void difference_##type(uint8_t *row, size_t count, size_t step) {                                           \
        for (size_t i = count; i-- > step;) {                                                                          \
            type before, value;                                                                                        \
            memcpy(&before, row + (i - step) * sizeof value, sizeof value);                                            \
            memcpy(&value, row + i * sizeof value, sizeof value);                                                      \
            value = (type)(value - before);                                                                            \
            memcpy(row + i * sizeof value, &value, sizeof value);                                                      \
        }                                                                                                              \
    }

DIFFERENCES(uint8_t)
DIFFERENCES(uint16_t)
DIFFERENCES(uint32_t)
DIFFERENCES(uint64_t)

void tiff_sum_differences(uint8_t *row, size_t count, unsigned bits, size_t step) {
    switch (bits) {
    case 8: return sum_uint8_t(row, count, step);
    case 16: return sum_uint16_t(row, count / 2, step);
    case 32: return sum_uint32_t(row, count / 4, step);
    case 64: return sum_uint64_t(row, count / 8, step);
    default: return;
    }
}

void tiff_make_differences(uint8_t *row, size_t count, unsigned bits, size_t step) {
    switch (bits) {
    case 8: return difference_uint8_t(row, count, step);
    case 16: return difference_uint16_t(row, count / 2, step);
    case 32: return difference_uint32_t(row, count / 4, step);
    case 64: return difference_uint64_t(row, count / 8, step);
    default: return;
    }
}

// The place of a byte of a sample in memory; the most significant one is 0.
static size_t place(size_t byte, size_t size) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return size - 1 - byte;
#else
    (void)size;
    return byte;
#endif
}

void tiff_sum_float_differences(uint8_t *row, size_t count, unsigned bits, size_t step, uint8_t *scratch) {
    size_t size = bits / 8, samples = count / size;
    sum_uint8_t(row, count, step);
    memcpy(scratch, row, count);
    for (size_t sample = 0; sample < samples; sample++)
        for (size_t byte = 0; byte < size; byte++)
            row[sample * size + place(byte, size)] = scratch[byte * samples + sample];
}

void tiff_make_float_differences(uint8_t *row, size_t count, unsigned bits, size_t step, uint8_t *scratch) {
    size_t size = bits / 8, samples = count / size;
    memcpy(scratch, row, count);
    for (size_t sample = 0; sample < samples; sample++)
        for (size_t byte = 0; byte < size; byte++)
            row[byte * samples + sample] = scratch[sample * size + place(byte, size)];
    difference_uint8_t(row, count, step);
}
