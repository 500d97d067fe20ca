#include "jpeg_errors.h"

#include <jerror.h>
#include <string.h>

static void error_exit(j_common_ptr info) {
    jpeg_errors *errors = (jpeg_errors *)info->err;
    if (errors->code == JPEG_OK) {
        errors->code = info->err->msg_code == JERR_OUT_OF_MEMORY ? JPEG_OUT_OF_MEMORY : JPEG_FAILED;
        char message[JMSG_LENGTH_MAX];
        info->err->format_message(info, message);
        strncpy(errors->report->message, message, JPEG_MESSAGE_SIZE - 1);
    }
    longjmp(errors->escape, 1);
}

static void emit_message(j_common_ptr info, int level) {
    if (level >= 0) return;  // traces
    jpeg_errors *errors = (jpeg_errors *)info->err;
    jpeg_report *report = errors->report;
    info->err->num_warnings++;
    if (info->is_decompressor && info->err->msg_code == JWRN_HIT_MARKER) {
        const struct jpeg_decompress_struct *decoder = (j_decompress_ptr)info;
        report->exhausted_scan = decoder->input_scan_number;
        report->exhausted_row = decoder->input_iMCU_row;
    }
    report->warning_count++;
    for (int i = 0; i < report->kept_warnings; i++)
        if (report->warning_kinds[i] == info->err->msg_code) return;
    if (report->kept_warnings == JPEG_MAX_WARNINGS) return;
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    report->warning_kinds[report->kept_warnings] = info->err->msg_code;
    strncpy(report->warnings[report->kept_warnings], message, JPEG_MESSAGE_SIZE - 1);
    report->kept_warnings++;
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *jpeg_collect_errors(jpeg_errors *errors, jpeg_report *report) {
    memset(report, 0, sizeof *report);
    jpeg_std_error(&errors->base);
    errors->base.error_exit = error_exit;
    errors->base.emit_message = emit_message;
    errors->base.output_message = output_message;
    errors->code = JPEG_OK;
    errors->report = report;
    return &errors->base;
}

void jpeg_give_up(j_common_ptr info, jpeg_code code, const char *message) {
    jpeg_errors *errors = (jpeg_errors *)info->err;
    errors->code = code;
    strncpy(errors->report->message, message, JPEG_MESSAGE_SIZE - 1);
    longjmp(errors->escape, 1);
}
