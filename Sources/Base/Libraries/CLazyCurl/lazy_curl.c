/* Only for a program that holds FoundationNetworking: the shared library of a toolchain brings its own libcurl. */
#ifdef UPRIGHT_STANDALONE
#include "lazy_curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>

/* Handles, lists and results pass through unseen: this file needs none of libcurl's headers. Codes are those of curl.h. */
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

int upright_curl_is_available(void) { return function("curl_easy_init") != NULL; }

/* A function of libcurl: its result, name, parameters and arguments, and what it answers where there is no libcurl. */
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
/* Options and answers are one long, offset or pointer each, which travel in one register everywhere that Linux runs with
 * 64 bits. */
#define FORWARD_OPTION(name, missing) \
    int name(void *handle, int option, ...) { \
        int (*forwarded)(void *, int, ...) = (int (*)(void *, int, ...))function(#name); \
        va_list arguments; \
        va_start(arguments, option); \
        void *argument = va_arg(arguments, void *); \
        va_end(arguments); \
        return forwarded ? forwarded(handle, option, argument) : missing; \
    }
_Static_assert(sizeof(void *) == 8 && sizeof(long) == 8, "an option is a pointer or as wide as one");

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
#else
typedef int upright_no_lazy_curl;
#endif
