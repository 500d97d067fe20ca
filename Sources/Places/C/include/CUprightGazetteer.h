#ifndef CGAZETTEER_H
#define CGAZETTEER_H

#include <stddef.h>

/// The gazetteer file, in the read-only pages of the program: it is found wherever the program is installed.
const unsigned char *cgazetteer_bytes(void);
/// How many bytes cgazetteer_bytes() points to.
size_t cgazetteer_count(void);

#endif
