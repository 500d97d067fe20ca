#include "CUprightMakerNotes.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char apple[] = {
#embed "apple.txt"
    , 0};
static const char canon[] = {
#embed "canon.txt"
    , 0};
static const char casio[] = {
#embed "casio.txt"
    , 0};
static const char dji[] = {
#embed "dji.txt"
    , 0};
static const char flir[] = {
#embed "flir.txt"
    , 0};
static const char fujifilm[] = {
#embed "fujifilm.txt"
    , 0};
static const char kodak[] = {
#embed "kodak.txt"
    , 0};
static const char leica[] = {
#embed "leica.txt"
    , 0};
static const char lenses[] = {
#embed "lenses.txt"
    , 0};
static const char minolta[] = {
#embed "minolta.txt"
    , 0};
static const char nikon[] = {
#embed "nikon.txt"
    , 0};
static const char olympus[] = {
#embed "olympus.txt"
    , 0};
static const char panasonic[] = {
#embed "panasonic.txt"
    , 0};
static const char pentax[] = {
#embed "pentax.txt"
    , 0};
static const char reconyx[] = {
#embed "reconyx.txt"
    , 0};
static const char ricoh[] = {
#embed "ricoh.txt"
    , 0};
static const char samsung[] = {
#embed "samsung.txt"
    , 0};
static const char sanyo[] = {
#embed "sanyo.txt"
    , 0};
static const char sigma[] = {
#embed "sigma.txt"
    , 0};
static const char sony[] = {
#embed "sony.txt"
    , 0};

#define ENTRY(name) {#name, {name, sizeof name - 1}}

static const struct {
    const char *name;
    struct cmakernotes_text text;
} files[] = {
    ENTRY(apple), ENTRY(canon), ENTRY(casio), ENTRY(dji), ENTRY(flir), ENTRY(fujifilm), ENTRY(kodak),
    ENTRY(leica), ENTRY(lenses), ENTRY(minolta), ENTRY(nikon), ENTRY(olympus), ENTRY(panasonic),
    ENTRY(pentax), ENTRY(reconyx), ENTRY(ricoh), ENTRY(samsung), ENTRY(sanyo), ENTRY(sigma), ENTRY(sony),
};

struct cmakernotes_text cmakernotes_file(const char *name) {
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strcmp(files[i].name, name) == 0) return files[i].text;
    return (struct cmakernotes_text){"", 0};
}
