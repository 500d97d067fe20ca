#define _GNU_SOURCE
#include "CUprightLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int clinux_spawn(
    const char *path, char *const arguments[], char *const environment[], int channel, int diagnostics, int *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error;

    // dup2 onto itself would leave the descriptor closed on exec, and one action could overwrite a descriptor that a
    // later one needs.
    if (channel < 3 || diagnostics < 3) return -EBADF;
    if ((error = posix_spawn_file_actions_init(&actions)) != 0) return -error;
    if ((error = posix_spawnattr_init(&attributes)) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return -error;
    }
    sigemptyset(&none);
    sigfillset(&all);
    if ((error = posix_spawn_file_actions_adddup2(&actions, channel, 0)) == 0 &&
        (error = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)) == 0 &&
        (error = posix_spawn_file_actions_adddup2(&actions, diagnostics, 2)) == 0 &&
        (error = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
        (error = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (error = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (error = posix_spawnattr_setflags(
             &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0) {
        error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return -error;
}

int clinux_socket_pair(int sockets[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0 ? 0 : -errno;
}

int clinux_fixed_memory_file(const char *name, uint64_t size) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    if (ftruncate(descriptor, (off_t)size) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int64_t clinux_copy_content(int source, int target, int64_t most, int *is_reading) {
    enum { step = 1 << 16 };
    char *bytes = malloc(step);
    int64_t copied = 0;
    int error = bytes == NULL ? ENOMEM : 0;

    *is_reading = 1;
    while (error == 0 && copied < most) {
        size_t want = most - copied < step ? (size_t)(most - copied) : step;
        ssize_t got = pread(source, bytes, want, (off_t)copied);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) error = errno;
        if (got <= 0) break;
        for (ssize_t put = 0; put < got && error == 0;) {
            ssize_t count = pwrite(target, bytes + put, (size_t)(got - put), (off_t)(copied + put));
            if (count > 0) put += count;
            else if (count == 0 || errno != EINTR) {
                *is_reading = 0;
                error = count == 0 ? EIO : errno;
            }
        }
        if (error == 0) copied += got;
    }
    free(bytes);
    if (error == 0 && (error = -clinux_shorten(target, copied)) != 0) *is_reading = 0;
    return error == 0 ? copied : -error;
}

enum { most_descriptors = 8 };

int clinux_send(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
    const char *next = bytes;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * most_descriptors)];
    } control;

    if (count < 0 || count > most_descriptors || length == 0) return -EINVAL;
    while (length > 0) {
        struct iovec part = {.iov_base = (void *)next, .iov_len = length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (count > 0) {
            memset(&control, 0, sizeof control);
            message.msg_control = &control;
            message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
            memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0) {
            if (errno == EINTR) continue;
            return -errno;
        }
        count = 0;
        next += sent;
        length -= (size_t)sent;
    }
    return 0;
}

long clinux_receive(int socket, void *bytes, size_t capacity, int *descriptors, int most, int *count) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * most_descriptors)];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    ssize_t received;

    *count = 0;
    if (most > 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *header = most > 0 ? CMSG_FIRSTHDR(&message) : NULL; header != NULL;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t carried = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < carried; index += 1) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
            if (*count < most) {
                descriptors[(*count)++] = descriptor;
            } else {
                close(descriptor);
            }
        }
    }
    return received;
}

int64_t clinux_file_size(int descriptor) {
    // glibc's fstat is newfstatat, which takes a path and is therefore not in the filter.
    struct stat facts;
#ifdef SYS_fstat
    if (syscall(SYS_fstat, descriptor, &facts) != 0) return -errno;
#else
    if (fstat(descriptor, &facts) != 0) return -errno;
#endif
    return facts.st_size;
}

int clinux_shorten(int descriptor, int64_t size) {
    int64_t present = clinux_file_size(descriptor);
    if (present < 0) return (int)present;
    while (present > size && ftruncate(descriptor, (off_t)size) != 0)
        if (errno != EINTR) return -errno;
    return 0;
}

int64_t clinux_cpu_time(int process) {
    clockid_t clock;
    struct timespec time;
    int error = clock_getcpuclockid(process, &clock);
    if (error != 0) return -error;
    if (clock_gettime(clock, &time) != 0) return -errno;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int lower_soft_limit(pid_t process, int resource, uint64_t value) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) return -errno;
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    return prlimit(process, resource, &limit, NULL) == 0 ? 0 : -errno;
}

int clinux_limit_process(int process, uint64_t cpu_seconds, uint64_t file_size) {
    int error = lower_soft_limit(process, RLIMIT_CPU, cpu_seconds);
    return error != 0 ? error : lower_soft_limit(process, RLIMIT_FSIZE, file_size);
}

int clinux_await_readable(int socket, int64_t milliseconds) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t end = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + milliseconds;
    for (;;) {
        struct pollfd wanted = {.fd = socket, .events = POLLIN};
        int64_t left = milliseconds < 0 ? 0 : milliseconds;
        int ready = poll(&wanted, 1, left > 1000000000 ? 1000000000 : (int)left);
        if (ready > 0) return 1;
        if (ready < 0 && errno != EINTR) return -errno;
        clock_gettime(CLOCK_MONOTONIC, &now);
        milliseconds = end - ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
        if (milliseconds <= 0) return 0;
    }
}

int clinux_reap(int process, int *exit_status, int *signal, int64_t *peak_kibibytes) {
    int status;
    struct rusage usage;
    pid_t ended;
    do ended = wait4(process, &status, 0, &usage);
    while (ended < 0 && errno == EINTR);
    if (ended < 0) return -errno;
    *exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    *signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    *peak_kibibytes = usage.ru_maxrss;
    return 0;
}
