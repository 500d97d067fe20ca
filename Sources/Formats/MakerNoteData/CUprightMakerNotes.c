#include "CUprightMakerNotes.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char canon[] = {
#embed "canon.txt"
    , 0};
static const char nikon[] = {
#embed "nikon.txt"
    , 0};
static const char minolta[] = {
#embed "minolta.txt"
    , 0};
static const char olympus[] = {
#embed "olympus.txt"
    , 0};
static const char pentax[] = {
#embed "pentax.txt"
    , 0};
static const char sony[] = {
#embed "sony.txt"
    , 0};
static const char lenses[] = {
#embed "lenses.txt"
    , 0};

#define TEXT(name) \
    struct cmakernotes_text cmakernotes_##name(void) { \
        return (struct cmakernotes_text){name, sizeof name - 1}; \
    }

TEXT(canon)
TEXT(nikon)
TEXT(minolta)
TEXT(olympus)
TEXT(pentax)
TEXT(sony)
TEXT(lenses)
