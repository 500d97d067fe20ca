#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>

#include "thumbnail.h"

static int fail(upright_thumbnail *thumbnail, const char *message) {
    snprintf(thumbnail->message, sizeof thumbnail->message, "%s", message);
    upright_thumbnail_free(thumbnail);
    return -1;
}

/* A length of the canvas in pixels of the thumbnail, at least one. */
static uint32_t scaled(uint32_t length, uint32_t to, uint32_t from) {
    uint32_t result = (uint32_t)(((uint64_t)length * to + from / 2) / from);
    return result ? result : 1;
}

int upright_thumbnail_of_webp(const uint8_t *bytes, size_t size, upright_webp_place place, uint32_t edge,
                              uint64_t most_pixels, upright_thumbnail *thumbnail) {
    memset(thumbnail, 0, sizeof *thumbnail);
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return fail(thumbnail, "libwebp has another version");
    if (WebPGetFeatures(bytes, size, &config.input) != VP8_STATUS_OK) return fail(thumbnail, "its header is damaged");
    uint32_t width = (uint32_t)config.input.width, height = (uint32_t)config.input.height;
    if (!place.canvas_width || !place.canvas_height || !width || !height) return fail(thumbnail, "it has no pixels");
    if ((uint64_t)width * height > most_pixels || (uint64_t)place.canvas_width * place.canvas_height > most_pixels)
        return fail(thumbnail, "more pixels than the limit allows");
    uint32_t longest = place.canvas_width > place.canvas_height ? place.canvas_width : place.canvas_height;
    uint32_t to = longest > edge ? edge : longest;
    thumbnail->width = scaled(place.canvas_width, to, longest);
    thumbnail->height = scaled(place.canvas_height, to, longest);
    size_t pixels = (size_t)thumbnail->width * thumbnail->height;
    thumbnail->rgb = malloc(pixels * 3);
    if (!thumbnail->rgb) return fail(thumbnail, "out of memory");
    memset(thumbnail->rgb, 255, pixels * 3);
    config.options.use_scaling = 1;
    config.options.scaled_width = (int)scaled(width, to, longest);
    config.options.scaled_height = (int)scaled(height, to, longest);
    config.output.colorspace = MODE_RGBA;
    VP8StatusCode status = WebPDecode(bytes, size, &config);
    if (status != VP8_STATUS_OK) {
        WebPFreeDecBuffer(&config.output);
        return fail(thumbnail, status == VP8_STATUS_OUT_OF_MEMORY ? "out of memory" : "its coded data are damaged");
    }
    uint32_t left = (uint32_t)((uint64_t)place.x * to / longest), top = (uint32_t)((uint64_t)place.y * to / longest);
    for (uint32_t y = 0; y < (uint32_t)config.output.height && top + y < thumbnail->height; y++) {
        const uint8_t *from = config.output.u.RGBA.rgba + (size_t)y * (size_t)config.output.u.RGBA.stride;
        uint8_t *into = thumbnail->rgb + ((size_t)(top + y) * thumbnail->width + left) * 3;
        for (uint32_t x = 0; x < (uint32_t)config.output.width && left + x < thumbnail->width; x++, from += 4, into += 3)
            for (int i = 0; i < 3; i++)
                into[i] = (uint8_t)((from[i] * from[3] + 255u * (255u - from[3]) + 127u) / 255u);
    }
    WebPFreeDecBuffer(&config.output);
    return 0;
}
