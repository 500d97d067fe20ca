#ifndef CCODECS_H
#define CCODECS_H
#include "jpeg_coefficients.h"

#endif
