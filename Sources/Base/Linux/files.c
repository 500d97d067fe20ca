#define _GNU_SOURCE
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Debian 12's headers define all of these; older headers may not. */
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE 1
#endif
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE 2
#endif

struct upright_open_how {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};

enum { RESOLVE_MAGICLINKS_NOT = 0x02, RESOLVE_SYMLINKS_NOT = 0x04, RESOLVE_BENEATH_ONLY = 0x08 };

int upright_rename_no_replace(int old_folder, const char *old_name, int new_folder, const char *new_name) {
    return (int)syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, RENAME_NOREPLACE);
}

int upright_exchange(int folder, const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, folder, one, folder, other, RENAME_EXCHANGE);
}

int upright_open_beneath(int folder, const char *path, int flags, unsigned mode) {
    struct upright_open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (uint64_t)(unsigned)flags;
    how.mode = (flags & O_CREAT) ? mode : 0;
    how.resolve = RESOLVE_BENEATH_ONLY | RESOLVE_SYMLINKS_NOT | RESOLVE_MAGICLINKS_NOT;
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int upright_clone(int output, int source) { return ioctl(output, FICLONE, source); }

long upright_copy_range(int source, int64_t *source_offset, int output, int64_t *output_offset, size_t count) {
    return copy_file_range(source, source_offset, output, output_offset, count, 0);
}

int upright_begin_writing(int descriptor) { return sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int upright_reserve(int descriptor, int64_t bytes) { return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, bytes); }

int64_t upright_file_system_type(int descriptor) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) return -1;
    return (int64_t)((uint64_t)information.f_type & 0xffffffffu);
}

int upright_free_space(int descriptor, uint64_t *bytes, uint64_t *inodes) {
    struct statfs information;
    if (fstatfs(descriptor, &information) != 0) return -1;
    if (__builtin_mul_overflow((uint64_t)information.f_bavail, (uint64_t)information.f_bsize, bytes)) *bytes = UINT64_MAX;
    /* File systems without a fixed number of inodes (btrfs, FAT) report 0 of 0. */
    *inodes = information.f_files == 0 ? UINT64_MAX : (uint64_t)information.f_ffree;
    return 0;
}

int upright_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
int upright_unlock(int descriptor) { return flock(descriptor, LOCK_UN); }

int upright_is_being_written(int descriptor) {
    /* The kernel refuses a read lease with EAGAIN while any process has the file open for writing. If one opens it
       while we hold the lease, the kernel signals us: with SIGURG, which does nothing by default, instead of SIGIO,
       which kills. */
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    (void)fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

long upright_list_attributes(int descriptor, char *names, size_t size) { return flistxattr(descriptor, names, size); }

long upright_get_attribute(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

int upright_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}

int upright_remove_attribute(int descriptor, const char *name) { return fremovexattr(descriptor, name); }

int64_t upright_birth(int descriptor) {
    struct statx information;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BTIME, &information) != 0) return -1;
    if ((information.stx_mask & STATX_BTIME) == 0) return -1;
    return (int64_t)information.stx_btime.tv_sec * 1000000000 + information.stx_btime.tv_nsec;
}

int upright_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

long upright_splice(int source, int64_t *source_offset, int target, int64_t *target_offset, size_t count) {
    return splice(source, source_offset, target, target_offset, count, 0);
}

void upright_enlarge_pipe(int descriptor, int bytes) { (void)fcntl(descriptor, F_SETPIPE_SZ, bytes); }

int upright_alarm(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int upright_processors(void) {
    cpu_set_t allowed;
    int count = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count;
}

int upright_notify(const char *socket_name, const char *message, size_t length) {
    struct sockaddr_un address;
    size_t name_length = strlen(socket_name);
    if (name_length < 2 || name_length >= sizeof address.sun_path || (socket_name[0] != '/' && socket_name[0] != '@')) {
        errno = EINVAL;
        return -1;
    }
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    memcpy(address.sun_path, socket_name, name_length);
    if (socket_name[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    socklen_t address_length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name_length);
    if (socket_name[0] == '/') address_length += 1;
    ssize_t sent = sendto(descriptor, message, length, MSG_NOSIGNAL, (struct sockaddr *)&address, address_length);
    int saved = errno;
    close(descriptor);
    errno = saved;
    return sent == (ssize_t)length ? 0 : -1;
}

const char *upright_entry_name(const void *entry) { return ((const struct dirent *)entry)->d_name; }

unsigned char upright_entry_type(const void *entry) { return ((const struct dirent *)entry)->d_type; }
