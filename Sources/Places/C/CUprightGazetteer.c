#include "CUprightGazetteer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char bytes[] = {
#embed "gazetteer.bin"
};

const unsigned char *cgazetteer_bytes(void) { return bytes; }
size_t cgazetteer_count(void) { return sizeof bytes; }
