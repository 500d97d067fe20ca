#ifndef CODEC_LIBRARY_H
#define CODEC_LIBRARY_H

// Libraries that are loaded and not linked, each when a picture first needs it: most pictures need none.

typedef struct {
    void *pointer; // to the pointer that the function's address goes to
    const char *name;
} codec_library_function;

typedef struct {
    const char *names[2]; // of the file, the second can be missing
    const codec_library_function *functions; // ended by one without a name
    void (*start)(void); // called once all functions are found
    int is_tried, is_loaded;
} codec_library;

// Loads a library. Returns 0 if it or one of its functions is missing, or if loading was put off.
int codec_library_load(codec_library *library);
// Puts loading off for good: this process will not be able to open files.
void codec_libraries_put_off(void);
// Whether a library was needed since the last call while loading was put off.
int codec_libraries_take_need(void);

#endif
