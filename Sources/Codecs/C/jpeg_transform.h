// The DCT of 8x8 blocks in floating point, as Swift's FloatBlock computes it, with the same rounding: no operations are
// fused or reordered.

#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef float line __attribute__((vector_size(32)));
typedef int32_t integer_line __attribute__((vector_size(32)));
typedef int16_t short_line __attribute__((vector_size(16)));

// Passed by address, because vectors that a processor may not have cannot be passed by value.
typedef struct {
    line lines[8];
} float_block;

// The number whose representation has an integer in its low bits when the integer is added: 1.5 * 2^23.
#define ROUNDING 12582912.0f

#if TRANSFORM_AVX2
#include <immintrin.h>
#define LEAST(x, y) ((line)_mm256_min_ps((__m256)(x), (__m256)(y)))
#define GREATEST(x, y) ((line)_mm256_max_ps((__m256)(x), (__m256)(y)))
#else
#define CHOSEN(condition, x, y) ((line)(((condition) & (integer_line)(x)) | (~(condition) & (integer_line)(y))))
#define LEAST(x, y) CHOSEN((x) < (y), x, y)
#define GREATEST(x, y) CHOSEN((x) > (y), x, y)
#endif

#define REPEATED(value) ((line){value, value, value, value, value, value, value, value})

INLINE void invert_columns(float_block *block) {
    const line *in = block->lines;
    line a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
    line sum = a + e, difference = a - e;
    line pair = c + g;
    line twisted = (c - g) * 1.4142135f - pair;
    line even0 = sum + pair, even3 = sum - pair;
    line even1 = difference + twisted, even2 = difference - twisted;
    line fd = f + d, fd_minus = f - d;
    line bh = b + h, bh_minus = b - h;
    line odd7 = bh + fd;
    line turn = (fd_minus + bh_minus) * 1.847759f;
    line odd6 = turn - fd_minus * 2.613126f - odd7;
    line odd5 = (bh - fd) * 1.4142135f - odd6;
    line odd4 = turn - bh_minus * 1.0823922f - odd5;
    *block = (float_block){
        {even0 + odd7, even1 + odd6, even2 + odd5, even3 + odd4, even3 - odd4, even2 - odd5, even1 - odd6, even0 - odd7}};
}

INLINE void transform_columns(float_block *block) {
    const line *in = block->lines;
    line s0 = in[0] + in[7], s7 = in[0] - in[7];
    line s1 = in[1] + in[6], s6 = in[1] - in[6];
    line s2 = in[2] + in[5], s5 = in[2] - in[5];
    line s3 = in[3] + in[4], s4 = in[3] - in[4];
    line t0 = s0 + s3, t3 = s0 - s3;
    line t1 = s1 + s2, t2 = s1 - s2;
    line z1 = (t2 + t3) * 0.70710677f;
    line u0 = s4 + s5, u1 = s5 + s6, u2 = s6 + s7;
    line z5 = (u0 - u2) * 0.38268343f;
    line z2 = u0 * 0.5411961f + z5;
    line z4 = u2 * 1.306563f + z5;
    line z3 = u1 * 0.70710677f;
    line z11 = s7 + z3, z13 = s7 - z3;
    *block = (float_block){{t0 + t1, z11 + z4, t3 + z1, z13 - z2, t0 - t1, z13 + z2, t3 - z1, z11 - z4}};
}

INLINE void transpose(float_block *block) {
    line *l = block->lines, pairs[8], quads[8];
    for (int i = 0; i < 4; i++) {
        pairs[2 * i] = __builtin_shufflevector(l[2 * i], l[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        pairs[2 * i + 1] = __builtin_shufflevector(l[2 * i], l[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            line first = pairs[4 * i + j], second = pairs[4 * i + j + 2];
            quads[4 * i + 2 * j] = __builtin_shufflevector(first, second, 0, 1, 8, 9, 4, 5, 12, 13);
            quads[4 * i + 2 * j + 1] = __builtin_shufflevector(first, second, 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (int i = 0; i < 4; i++) {
        l[i] = __builtin_shufflevector(quads[i], quads[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        l[i + 4] = __builtin_shufflevector(quads[i], quads[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

// Clamps samples to their bits; the lowest is -128 for 8 bits.
#define BOUNDED(value, lowest) LEAST(GREATEST(value, REPEATED(lowest)), REPEATED(-(lowest) - 1))

// Turns a line of samples into those that a decoder shows: clamped and rounded, halves up.
#define SHOWN(value, lowest) ((BOUNDED(value, lowest) + 1.0f / 1024 + ROUNDING) - ROUNDING)

INLINE void store_line(float *target, const line *value, int is_mirrored) {
    line own = is_mirrored ? __builtin_shufflevector(*value, *value, 7, 6, 5, 4, 3, 2, 1, 0) : *value;
    memcpy(target, &own, sizeof own);
}

INLINE void multiply(float_block *block, const float *factors) {
    for (int i = 0; i < 8; i++) {
        line own;
        memcpy(&own, factors + 8 * i, sizeof own);
        block->lines[i] *= own;
    }
}

// Writes the samples that a decoder shows of a block, transposed: eight lines that are `stride` floats apart, each from
// left to right or mirrored. If `is_transposed`, transposes the coefficients first.
INLINE void inverse_transform(
    const int16_t *coefficients, int is_transposed, const float *steps, float lowest, float *target, size_t stride,
    int is_mirrored) {
    float_block block;
    for (int i = 0; i < 8; i++) {
        short_line integers;
        memcpy(&integers, coefficients + 8 * i, sizeof integers);
        block.lines[i] = __builtin_convertvector(integers, line);
    }
    if (is_transposed) transpose(&block);
    multiply(&block, steps);
    invert_columns(&block);
    transpose(&block);
    invert_columns(&block);
    for (int i = 0; i < 8; i++) {
        line value = SHOWN(block.lines[i], lowest);
        store_line(target + (size_t)i * stride, &value, is_mirrored);
    }
}

// Writes the samples of a block that has only a DC coefficient.
INLINE void inverse_transform_flat(
    int16_t coefficient, const float *steps, float lowest, float *target, size_t stride) {
    line value = SHOWN(REPEATED((float)coefficient * steps[0]), lowest);
    for (int i = 0; i < 8; i++) store_line(target + (size_t)i * stride, &value, 0);
}

// Makes the quantized coefficients of a block of samples at offset `x` of eight lines. They are transposed, unless
// `is_transposed`, which transposes them again. Returns the mask of those that are not zero.
INLINE uint64_t forward_transform(
    const float *const *lines, size_t x, const float *steps, int is_transposed, int16_t *coefficients) {
    float_block block;
    for (int i = 0; i < 8; i++) memcpy(&block.lines[i], lines[i] + x, sizeof block.lines[i]);
    transform_columns(&block);
    transpose(&block);
    transform_columns(&block);
    multiply(&block, steps);
    if (is_transposed) transpose(&block);
#if TRANSFORM_AVX2
    __m256i pairs[4];
    for (int i = 0; i < 4; i++) {
        __m256i first = _mm256_cvtps_epi32((__m256)block.lines[2 * i]);
        __m256i second = _mm256_cvtps_epi32((__m256)block.lines[2 * i + 1]);
        pairs[i] = _mm256_permute4x64_epi64(_mm256_packs_epi32(first, second), 0xD8);
        _mm256_storeu_si256((__m256i *)(void *)(coefficients + 16 * i), pairs[i]);
    }
    uint64_t mask = 0;
    for (int i = 0; i < 2; i++) {
        __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(pairs[2 * i], pairs[2 * i + 1]), 0xD8);
        __m256i zeros = _mm256_cmpeq_epi8(bytes, _mm256_setzero_si256());
        mask |= (uint64_t)~(uint32_t)_mm256_movemask_epi8(zeros) << (32 * i);
    }
    return mask;
#else
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        integer_line integers = (integer_line)(block.lines[i] + ROUNDING) - 0x4B400000;
        short_line values = __builtin_convertvector(integers, short_line);
        memcpy(coefficients + 8 * i, &values, sizeof values);
        for (int j = 0; j < 8; j++) mask |= (uint64_t)(values[j] != 0) << (8 * i + j);
    }
    return mask;
#endif
}
