#ifndef CGAZETTEER_H
#define CGAZETTEER_H

#include <stddef.h>

/// Returns the gazetteer file, which is embedded in the read-only pages of the program.
const unsigned char *cgazetteer_bytes(void);
/// Returns the number of bytes at cgazetteer_bytes().
size_t cgazetteer_count(void);

#endif
