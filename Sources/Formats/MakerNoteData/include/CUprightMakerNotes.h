#pragma once

#include <stddef.h>

/// A file of this folder: its bytes, which end with a NUL, and their number without it.
struct cmakernotes_text {
    const char *bytes;
    size_t count;
};

/// A file by its name without the ending; empty if there is none.
struct cmakernotes_text cmakernotes_file(const char *name);
