// Preloaded into a program, this library disables one safeguard, so that the suite can prove that it notices.
// WEAKEN names the safeguard; WEAKEN_STATE is the state folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef long (*system_call)(long, ...);

static long call(long number, long a, long b, long c, long d, long e) {
    static system_call next;
    if (next == NULL) next = (system_call)dlsym(RTLD_NEXT, "syscall");
    return next(number, a, b, c, d, e, 0);
}

static int weakens(const char *safeguard) {
    const char *wanted = getenv("WEAKEN");
    return wanted != NULL && strcmp(wanted, safeguard) == 0;
}

static int is_folder(int descriptor) {
    struct stat facts;
    return fstat(descriptor, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static int is_state(int descriptor) {
    char link[64], path[PATH_MAX];
    const char *state = getenv("WEAKEN_STATE");
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (state == NULL || length < 0) return 0;
    path[length] = 0;
    return strncmp(path, state, strlen(state)) == 0;
}

static int late[1024];
static int late_count;

static int sync_or_not(int descriptor, int number) {
    if (is_state(descriptor)) {
        if (weakens("journal-fsync")) return 0;
    } else if (is_folder(descriptor)) {
        if (weakens("folder-fsync")) return 0;
        int result = (int)call(number, descriptor, 0, 0, 0, 0);
        for (; late_count > 0; late_count -= 1) {
            call(SYS_fsync, late[late_count - 1], 0, 0, 0, 0);
            close(late[late_count - 1]);
        }
        return result;
    } else {
        if (weakens("file-fsync")) return 0;
        if (weakens("order") && late_count < 1024) {
            late[late_count] = dup(descriptor);
            late_count += 1;
            return 0;
        }
    }
    return (int)call(number, descriptor, 0, 0, 0, 0);
}

int fsync(int descriptor) { return sync_or_not(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_or_not(descriptor, SYS_fdatasync); }

// Replaces a rename by a copy under the visible name.
static int copy(int old_folder, const char *old, int new_folder, const char *new) {
    char bytes[4096];
    int from = openat(old_folder, old, O_RDONLY), to = openat(new_folder, new, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (from < 0 || to < 0) return -1;
    for (ssize_t count; (count = read(from, bytes, sizeof bytes)) > 0;) {
        if (write(to, bytes, (size_t)count) != count) return -1;
    }
    call(SYS_fsync, to, 0, 0, 0, 0);
    close(from);
    close(to);
    return unlinkat(old_folder, old, 0);
}

static long move(int old_folder, const char *old, int new_folder, const char *new, unsigned flags) {
    if (weakens("rename")) return copy(old_folder, old, new_folder, new);
    return call(SYS_renameat2, old_folder, (long)old, new_folder, (long)new, flags);
}

int renameat2(int old_folder, const char *old, int new_folder, const char *new, unsigned flags) {
    return (int)move(old_folder, old, new_folder, new, flags);
}

int renameat(int old_folder, const char *old, int new_folder, const char *new) {
    return (int)move(old_folder, old, new_folder, new, 0);
}

// The product calls renameat2 this way.
long syscall(long number, ...) {
    va_list list;
    long a[6];
    va_start(list, number);
    for (int index = 0; index < 6; index += 1) a[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_renameat2) return move((int)a[0], (char *)a[1], (int)a[2], (char *)a[3], (unsigned)a[4]);
    static system_call next;
    if (next == NULL) next = (system_call)dlsym(RTLD_NEXT, "syscall");
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
