#include "lazy_curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

/* This file passes handles, lists and results through unseen, so it needs none of libcurl's headers. The codes are
 * those of curl.h. */
enum { CURLE_FAILED_INIT = 2, CURLM_INTERNAL_ERROR = 4, CURLUE_OUT_OF_MEMORY = 7 };

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
}

static void *function(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}

/* Defines a function of libcurl by its result, name, parameters and arguments, and by the value it returns if libcurl
 * is missing. */
#define FORWARD(result, name, parameters, arguments, missing) \
    result name parameters { \
        result(*forwarded) parameters = (result(*) parameters)function(#name); \
        return forwarded ? forwarded arguments : missing; \
    }
#define FORWARD_VOID(name, parameters, arguments) \
    void name parameters { \
        void(*forwarded) parameters = (void(*) parameters)function(#name); \
        if (forwarded) forwarded arguments; \
    }
/* Each option and each result is one long, offset or pointer. These travel in one register on every 64-bit Linux. */
#define FORWARD_OPTION(name, missing) \
    int name(void *handle, int option, ...) { \
        int (*forwarded)(void *, int, ...) = (int (*)(void *, int, ...))function(#name); \
        va_list arguments; \
        va_start(arguments, option); \
        void *argument = va_arg(arguments, void *); \
        va_end(arguments); \
        return forwarded ? forwarded(handle, option, argument) : missing; \
    }
_Static_assert(sizeof(void *) == 8 && sizeof(long) == 8, "an option must be as wide as a pointer");

FORWARD(int, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(char *, curl_version, (void), (), "")
FORWARD(void *, curl_version_info, (int age), (age), NULL)
FORWARD_VOID(curl_free, (void *memory), (memory))

FORWARD(void *, curl_easy_init, (void), (), NULL)
FORWARD_VOID(curl_easy_cleanup, (void *handle), (handle))
FORWARD(int, curl_easy_pause, (void *handle, int mask), (handle, mask), CURLE_FAILED_INIT)
FORWARD(const char *, curl_easy_strerror, (int code), (code), "libcurl is not installed")
FORWARD_OPTION(curl_easy_setopt, CURLE_FAILED_INIT)
FORWARD_OPTION(curl_easy_getinfo, CURLE_FAILED_INIT)

FORWARD(void *, curl_multi_init, (void), (), NULL)
FORWARD(int, curl_multi_cleanup, (void *multi), (multi), CURLM_INTERNAL_ERROR)
FORWARD(int, curl_multi_add_handle, (void *multi, void *handle), (multi, handle), CURLM_INTERNAL_ERROR)
FORWARD(int, curl_multi_remove_handle, (void *multi, void *handle), (multi, handle), CURLM_INTERNAL_ERROR)
FORWARD(
    int, curl_multi_assign, (void *multi, int socket, void *pointer), (multi, socket, pointer), CURLM_INTERNAL_ERROR)
FORWARD(void *, curl_multi_info_read, (void *multi, int *left), (multi, left), NULL)
FORWARD(
    int, curl_multi_socket_action, (void *multi, int socket, int events, int *running), (multi, socket, events, running),
    CURLM_INTERNAL_ERROR)
FORWARD_OPTION(curl_multi_setopt, CURLM_INTERNAL_ERROR)

FORWARD(void *, curl_slist_append, (void *list, const char *text), (list, text), NULL)
FORWARD_VOID(curl_slist_free_all, (void *list), (list))

FORWARD(void *, curl_url, (void), (), NULL)
FORWARD(int, curl_url_get, (void *url, int what, char **part, unsigned flags), (url, what, part, flags), CURLUE_OUT_OF_MEMORY)
FORWARD(
    int, curl_url_set, (void *url, int what, const char *part, unsigned flags), (url, what, part, flags),
    CURLUE_OUT_OF_MEMORY)
