#ifndef JPEG_ERRORS_H
#define JPEG_ERRORS_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "jpeg_coefficients.h"

// The state that libjpeg's error handlers need; it is the object's `err`.
typedef struct jpeg_errors {
    struct jpeg_error_mgr base;
    jmp_buf escape;
    jpeg_code code;
    jpeg_report *report;
} jpeg_errors;

// Makes `errors` the handler of errors and warnings, and collects them in `report`.
struct jpeg_error_mgr *jpeg_collect_errors(jpeg_errors *errors, jpeg_report *report);

// Aborts with a code and a message of our own.
void jpeg_give_up(j_common_ptr info, jpeg_code code, const char *message);

#endif
