#ifndef CGALLERYFILES_H
#define CGALLERYFILES_H

#include <stddef.h>

/// The bytes of a file in `Assets` or `Templates`, in the read-only pages of the program; NULL if there is none of this name.
const unsigned char *cgallery_file(const char *name, size_t *count);

#endif
