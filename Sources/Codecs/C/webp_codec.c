#include "webp_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

static webp_code failed(webp_report *report, webp_code code, const char *message) {
    snprintf(report->message, sizeof report->message, "%s", message);
    return code;
}

static webp_code of_decoder(webp_report *report, VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return WEBP_OK;
    case VP8_STATUS_OUT_OF_MEMORY: return failed(report, WEBP_OUT_OF_MEMORY, "out of memory");
    case VP8_STATUS_INVALID_PARAM: return failed(report, WEBP_FAILED, "invalid parameter");
    case VP8_STATUS_BITSTREAM_ERROR: return failed(report, WEBP_FAILED, "the coded data are invalid");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return failed(report, WEBP_FAILED, "the coded data use an unknown feature");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return failed(report, WEBP_TRUNCATED, "the coded data end too early");
    default: return failed(report, WEBP_FAILED, "the decoder gave up");
    }
}

static int begin(WebPDecoderConfig *config, uint32_t *argb, uint32_t width, uint32_t height) {
    if (!WebPInitDecoderConfig(config)) return 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    config->output.colorspace = MODE_BGRA;
#else
    config->output.colorspace = MODE_ARGB;
#endif
    config->output.is_external_memory = 1;
    config->output.width = (int)width;
    config->output.height = (int)height;
    config->output.u.RGBA.rgba = (uint8_t *)argb;
    config->output.u.RGBA.stride = (int)(width * 4);
    config->output.u.RGBA.size = (size_t)width * height * 4;
    return 1;
}

/* Decodes what there is of data that end too early. libwebp does so only if the header of a chunk announces more of them. */
static webp_code decode_start(const uint8_t *bytes, size_t size, uint32_t *argb, uint32_t width, uint32_t height,
                              webp_report *report) {
    WebPDecoderConfig config;
    if (!begin(&config, argb, width, height)) return failed(report, WEBP_FAILED, "libwebp has another version");
    uint8_t *chunk = malloc(size + 8);
    if (!chunk) return failed(report, WEBP_OUT_OF_MEMORY, "out of memory");
    uint64_t announced = (uint64_t)size * 2 + 4096;
    if (announced > 0xFFFFFFF0u) announced = 0xFFFFFFF0u;
    memcpy(chunk, size && bytes[0] == 0x2F ? "VP8L" : "VP8 ", 4);
    for (int i = 0; i < 4; i++) chunk[4 + i] = (uint8_t)(announced >> (8 * i));
    memcpy(chunk + 8, bytes, size);
    webp_code code = WEBP_FAILED;
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
    if (!decoder) {
        code = failed(report, WEBP_OUT_OF_MEMORY, "out of memory");
    } else {
        code = of_decoder(report, WebPIUpdate(decoder, chunk, size + 8));
        int last = 0;
        if (code != WEBP_OUT_OF_MEMORY && WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL) && last > 0) {
            report->rows = (uint32_t)last;
            code = WEBP_TRUNCATED;
        } else if (code == WEBP_OK || code == WEBP_TRUNCATED) {
            code = failed(report, WEBP_FAILED, "the coded data end before the first row");
        }
    }
    WebPIDelete(decoder);
    free(chunk);
    return code;
}

webp_code upright_webp_decode(const uint8_t *bytes, size_t size, uint32_t *argb, uint32_t width, uint32_t height,
                              webp_report *report) {
    memset(report, 0, sizeof *report);
    WebPDecoderConfig config;
    if (!begin(&config, argb, width, height)) return failed(report, WEBP_FAILED, "libwebp has another version");
    VP8StatusCode status = WebPGetFeatures(bytes, size, &config.input);
    if (status == VP8_STATUS_OK) {
        if (config.input.width != (int)width || config.input.height != (int)height)
            return failed(report, WEBP_FAILED, "the size in the coded data is another one");
        status = WebPDecode(bytes, size, &config);
    }
    if (status == VP8_STATUS_OK) {
        report->rows = height;
        return WEBP_OK;
    }
    if (status == VP8_STATUS_OUT_OF_MEMORY) return of_decoder(report, status);
    return decode_start(bytes, size, argb, width, height, report);
}

static const char *message_of(WebPEncodingError error) {
    switch (error) {
    case VP8_ENC_ERROR_BAD_DIMENSION: return "a side has more than 16383 pixels";
    case VP8_ENC_ERROR_FILE_TOO_BIG: return "the file would have more than 4 GiB";
    case VP8_ENC_ERROR_INVALID_CONFIGURATION: return "libwebp does not accept the configuration";
    default: return "the encoder gave up";
    }
}

webp_code upright_webp_decode_planes(const uint8_t *bytes, size_t size, const webp_planes *planes, webp_report *report) {
    memset(report, 0, sizeof *report);
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return failed(report, WEBP_FAILED, "libwebp has another version");
    VP8StatusCode status = WebPGetFeatures(bytes, size, &config.input);
    if (status != VP8_STATUS_OK) return of_decoder(report, status);
    if (config.input.width != (int)planes->width || config.input.height != (int)planes->height)
        return failed(report, WEBP_FAILED, "the size in the coded data is another one");
    size_t width = planes->width, height = planes->height, half = (width + 1) / 2;
    config.output.colorspace = planes->a ? MODE_YUVA : MODE_YUV;
    config.output.is_external_memory = 1;
    config.output.width = (int)width;
    config.output.height = (int)height;
    WebPYUVABuffer *target = &config.output.u.YUVA;
    target->y = planes->y;
    target->u = planes->u;
    target->v = planes->v;
    target->a = planes->a;
    target->y_stride = target->a_stride = (int)width;
    target->u_stride = target->v_stride = (int)half;
    target->y_size = target->a_size = width * height;
    target->u_size = target->v_size = half * ((height + 1) / 2);
    return of_decoder(report, WebPDecode(bytes, size, &config));
}

webp_code upright_webp_encode_planes(const webp_planes *planes, float quality, uint8_t **output, size_t *output_count,
                                     webp_report *report) {
    memset(report, 0, sizeof *report);
    *output = NULL;
    *output_count = 0;
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture))
        return failed(report, WEBP_FAILED, "libwebp has another version");
    /* One quantizer for all blocks, without noise shaping, and the colours of transparent pixels as they are. */
    config.quality = quality;
    config.method = 6;
    config.sns_strength = 0;
    config.segments = 1;
    config.alpha_quality = 100;
    config.exact = 1;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.use_argb = 0;
    picture.colorspace = planes->a ? WEBP_YUV420A : WEBP_YUV420;
    picture.width = (int)planes->width;
    picture.height = (int)planes->height;
    picture.y = planes->y;
    picture.u = planes->u;
    picture.v = planes->v;
    picture.a = planes->a;
    picture.y_stride = picture.a_stride = (int)planes->width;
    picture.uv_stride = (int)((planes->width + 1) / 2);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    int done = WebPEncode(&config, &picture);
    WebPEncodingError error = picture.error_code;
    WebPPictureFree(&picture);
    if (done) {
        *output = writer.mem;
        *output_count = writer.size;
        return WEBP_OK;
    }
    WebPMemoryWriterClear(&writer);
    if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY)
        return failed(report, WEBP_OUT_OF_MEMORY, "out of memory");
    return failed(report, WEBP_FAILED, message_of(error));
}

webp_code upright_webp_encode(const uint32_t *argb, uint32_t width, uint32_t height, int effort, uint8_t **output,
                              size_t *output_count, webp_report *report) {
    memset(report, 0, sizeof *report);
    *output = NULL;
    *output_count = 0;
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture) || !WebPConfigLosslessPreset(&config, effort))
        return failed(report, WEBP_FAILED, "libwebp has another version");
    /* The colours of transparent pixels are part of the picture. */
    config.exact = 1;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.use_argb = 1;
    picture.width = (int)width;
    picture.height = (int)height;
    picture.argb = (uint32_t *)argb; /* with `exact`, the encoder only reads them */
    picture.argb_stride = (int)width;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    int done = WebPEncode(&config, &picture);
    WebPEncodingError error = picture.error_code;
    picture.argb = NULL;
    WebPPictureFree(&picture);
    if (done) {
        *output = writer.mem;
        *output_count = writer.size;
        return WEBP_OK;
    }
    WebPMemoryWriterClear(&writer);
    if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY)
        return failed(report, WEBP_OUT_OF_MEMORY, "out of memory");
    return failed(report, WEBP_FAILED, message_of(error));
}

void upright_webp_free(uint8_t *output) { WebPFree(output); }
