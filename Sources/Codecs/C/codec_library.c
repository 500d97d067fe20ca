#include "codec_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

// Several threads decode.
static atomic_int is_put_off, is_needed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void codec_libraries_put_off(void) { is_put_off = 1; }

int codec_libraries_take_need(void) { return atomic_exchange(&is_needed, 0); }

static int find(const codec_library *library) {
    void *handle = NULL;
    for (int i = 0; !handle && i < 2 && library->names[i]; i++) handle = dlopen(library->names[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    for (const codec_library_function *function = library->functions; function->name; function++) {
        void *address = *(void **)function->pointer = dlsym(handle, function->name);
        if (address) continue;
        dlclose(handle);
        return 0;
    }
    library->start();
    return 1;
}

int codec_library_load(codec_library *library) {
    if (is_put_off) {
        is_needed = 1;
        return 0;
    }
    pthread_mutex_lock(&lock);
    if (!library->is_tried) library->is_loaded = find(library);
    library->is_tried = 1;
    int is_loaded = library->is_loaded;
    pthread_mutex_unlock(&lock);
    return is_loaded;
}
