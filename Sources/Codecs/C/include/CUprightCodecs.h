#ifndef CCODECS_H
#define CCODECS_H
#include "codec_library.h"
#include "deflate_codec.h"
#include "gif_reader.h"
#include "hevc_codec.h"
#include "jpeg_coefficients.h"
#include "jpeg_progressive.h"
#include "jpeg_requantizer.h"
#include "jpeg_turn.h"
#include "lzw.h"
#include "png_filter.h"
#include "png_reader.h"
#include "prefetch.h"
#include "thumbnail.h"
#include "tiff_codec.h"
#include "tiff_samples.h"
#include "webp_codec.h"

#endif
