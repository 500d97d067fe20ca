#pragma once

#include <stddef.h>

/// A file of this folder: its bytes, which end with a NUL, and their number without it.
struct cmakernotes_text {
    const char *bytes;
    size_t count;
};

struct cmakernotes_text cmakernotes_canon(void);
struct cmakernotes_text cmakernotes_minolta(void);
struct cmakernotes_text cmakernotes_nikon(void);
struct cmakernotes_text cmakernotes_olympus(void);
struct cmakernotes_text cmakernotes_pentax(void);
struct cmakernotes_text cmakernotes_sony(void);
struct cmakernotes_text cmakernotes_lenses(void);
