#define _GNU_SOURCE
#include "CUprightLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <malloc.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return 0;
#endif
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -errno;
    for (rlim_t descriptor = (rlim_t)first; descriptor < limit.rlim_cur; descriptor += 1) close((int)descriptor);
    return 0;
}

void clinux_keep_memory_warm(void) {
    // 32 MiB is the largest threshold that glibc accepts on 64-bit machines. Larger blocks are mapped, and unmapped
    // when freed.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
    // Each further arena would take 64 MiB of address space and could not reuse memory that other arenas keep.
    mallopt(M_ARENA_MAX, 1);
}

static int exhausted_status;

static void handle_crash(int signal) {
    // The Swift runtime traps right after malloc fails, and a trap leaves errno unchanged.
    if (errno == ENOMEM) _exit(exhausted_status);
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    raise(signal);
}

int clinux_exit_on_exhausted_memory(int status) {
    static const int signals[] = {SIGABRT, SIGILL, SIGTRAP};
    static char stack[64 << 10];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = handle_crash, .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND};
    exhausted_status = status;
    if (sigaltstack(&alternate, NULL) != 0) return -errno;
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index += 1) {
        if (sigaction(signals[index], &action, NULL) != 0) return -errno;
    }
    return 0;
}

static int limit_resource(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit old, new = {.rlim_cur = soft, .rlim_max = hard};
    if (getrlimit(resource, &old) != 0) return -errno;
    if (new.rlim_max > old.rlim_max) new.rlim_max = old.rlim_max;
    if (new.rlim_cur > new.rlim_max) new.rlim_cur = new.rlim_max;
    return setrlimit(resource, &new) == 0 ? 0 : -errno;
}

int clinux_limit_resources(uint64_t address_space, uint64_t descriptors, uint64_t file_size) {
    int error;
    if ((error = limit_resource(RLIMIT_CORE, 0, 0)) != 0) return error;
    if ((error = limit_resource(RLIMIT_AS, address_space, address_space)) != 0) return error;
    if ((error = limit_resource(RLIMIT_NOFILE, descriptors, descriptors)) != 0) return error;
    return limit_resource(RLIMIT_FSIZE, file_size, file_size);
}

void clinux_volunteer_in_shortage(void) {
    enum { further = 300, most = 1000 };
    int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    char text[16] = {0};
    if (pread(file, text, sizeof text - 1, 0) > 0) {
        long score = strtol(text, NULL, 10) + further;
        int length = snprintf(text, sizeof text, "%ld", score < most ? score : most);
        // Without it, the kernel chooses by size alone.
        if (pwrite(file, text, (size_t)length, 0) < 0) length = 0;
    }
    close(file);
}

int clinux_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : -errno; }

int clinux_drop_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -errno;
    // This fails with EPERM if there is nothing to drop, and with EINVAL beyond the last capability.
    for (int capability = 0; capability < 64; capability += 1) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) break;
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}}, held[2] = {{0}};
    if (syscall(SYS_capset, &header, none) == 0) return 0;
    int error = -errno;
    // A service manager may forbid the call to a process that holds no capabilities anyway.
    if (syscall(SYS_capget, &header, held) != 0) return error;
    for (int index = 0; index < 2; index += 1) {
        if (held[index].effective != 0 || held[index].permitted != 0 || held[index].inheritable != 0) return error;
    }
    return 0;
}

void clinux_keep_file_capabilities(void) {
    // The next execution of a program intersects with the bounding set. Without CAP_SETPCAP, there is nothing to drop.
    for (int capability = 0; capability < 64; capability += 1) {
        switch (capability) {
        case CAP_CHOWN: case CAP_DAC_OVERRIDE: case CAP_DAC_READ_SEARCH: case CAP_FOWNER: case CAP_NET_BIND_SERVICE:
            continue;
        // Last, because it permits the others.
        case CAP_SETPCAP: continue;
        default: prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
    }
    prctl(PR_CAPBSET_DROP, CAP_SETPCAP, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

void clinux_disable_core_dumps(void) { limit_resource(RLIMIT_CORE, 0, 0); }

// The kernel's interface, defined here because Debian 12's header has only the first ABI.

enum {
    landlock_create_ruleset = 444,
    landlock_add_rule = 445,
    landlock_restrict_self = 446,
    landlock_create_ruleset_version = 1,
};

struct landlock_ruleset {
    uint64_t file_system;
    uint64_t network;
    uint64_t scope;
};

int clinux_landlock_abi(void) {
    long abi = syscall(landlock_create_ruleset, NULL, 0, landlock_create_ruleset_version);
    return abi < 0 ? -errno : (int)abi;
}

struct landlock_path_rule {
    uint64_t rights;
    int32_t folder;
} __attribute__((packed));

struct landlock_port_rule {
    uint64_t rights;
    uint64_t port;
};

enum {
    landlock_rule_path = 1,
    landlock_rule_port = 2,
    landlock_execute = 1 << 0,
    landlock_write_file = 1 << 1,
    landlock_read_file = 1 << 2,
    landlock_read_folder = 1 << 3,
    landlock_make_character_device = 1 << 6,
    landlock_make_block_device = 1 << 11,
    landlock_truncate = 1 << 14,
    landlock_bind = 1 << 0,
};

// Makes a rule set that denies every right this kernel's Landlock can deny. Returns its descriptor or a negated errno.
static int landlock_rules(int abi, uint64_t *file_system) {
    // Number of rights by ABI: 13 in the first; then REFER (2), TRUNCATE (3), network (4), IOCTL_DEV (5), scopes (6).
    uint64_t rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi >= 2 ? 14 : 13;
    struct landlock_ruleset ruleset = {
        .file_system = (UINT64_C(1) << rights) - 1,
        .network = 3,
        .scope = 3,
    };
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    *file_system = ruleset.file_system;
    int descriptor = (int)syscall(landlock_create_ruleset, &ruleset, size, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int clinux_landlock_deny_all(void) {
    int abi = clinux_landlock_abi();
    if (abi < 0) return abi;
    uint64_t rights;
    int descriptor = landlock_rules(abi, &rights);
    if (descriptor < 0) return descriptor;
    int error = syscall(landlock_restrict_self, descriptor, 0) == 0 ? 0 : -errno;
    close(descriptor);
    return error != 0 ? error : abi;
}

// Allows access to a path and everything beneath it. A path that does not exist needs no rule.
static int landlock_allow_path(int ruleset, const char *path, uint64_t rights) {
    struct stat facts;
    struct landlock_path_rule rule = {.rights = rights, .folder = open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : -errno;
    int error = 0;
    if (fstat(rule.folder, &facts) != 0) {
        error = -errno;
    } else {
        if (!S_ISDIR(facts.st_mode)) {
            rule.rights &= landlock_execute | landlock_write_file | landlock_read_file | landlock_truncate;
        }
        if (syscall(landlock_add_rule, ruleset, landlock_rule_path, &rule, 0) != 0) error = -errno;
    }
    close(rule.folder);
    return error;
}

int clinux_landlock_allow(
    const char *const readable[], const char *const openable[], const char *const writable[], int port) {
    int abi = clinux_landlock_abi();
    if (abi < 0) return abi;
    uint64_t rights;
    int descriptor = landlock_rules(abi, &rights);
    if (descriptor < 0) return descriptor;
    uint64_t reading = landlock_execute | landlock_read_file | landlock_read_folder;
    uint64_t writing =
        rights & ~(uint64_t)(landlock_execute | landlock_make_character_device | landlock_make_block_device);
    int error = 0;
    for (int index = 0; error == 0 && readable[index] != NULL; index += 1) {
        error = landlock_allow_path(descriptor, readable[index], reading);
    }
    for (int index = 0; error == 0 && openable[index] != NULL; index += 1) {
        error = landlock_allow_path(descriptor, openable[index], landlock_read_file);
    }
    for (int index = 0; error == 0 && writable[index] != NULL; index += 1) {
        error = landlock_allow_path(descriptor, writable[index], writing);
    }
    if (error == 0 && abi >= 4 && port >= 0) {
        struct landlock_port_rule rule = {.rights = landlock_bind, .port = (uint64_t)port};
        if (syscall(landlock_add_rule, descriptor, landlock_rule_port, &rule, 0) != 0) error = -errno;
    }
    if (error == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = -errno;
    if (error == 0 && syscall(landlock_restrict_self, descriptor, 0) != 0) error = -errno;
    close(descriptor);
    return error != 0 ? error : abi;
}

static const int allowed[] = {
    // the descriptors passed in, and the channel
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv),
    SCMP_SYS(write), SCMP_SYS(pwrite64), SCMP_SYS(writev), SCMP_SYS(pwritev),
    SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(ftruncate), SCMP_SYS(close),
    SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(poll), SCMP_SYS(ppoll),
    // memory
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk),
    // signals, locks, exit
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(restart_syscall), SCMP_SYS(futex), SCMP_SYS(sched_yield),
    SCMP_SYS(exit), SCMP_SYS(exit_group),
    // identity, time, random numbers
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),
};

int clinux_filter_system_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) return -ENOMEM;
    // Apply the filter to all existing threads.
    int error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (size_t index = 0; error == 0 && index < sizeof allowed / sizeof *allowed; index += 1) {
        // Negative numbers are calls that this architecture does not have.
        if (allowed[index] >= 0) error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0);
    }
    // No memory may become executable.
    if (error == 0) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    }
    if (error == 0) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    }
    // abort() signals its own process; no other process may be signalled.
    if (error == 0) {
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0));
    }
    if (error == 0) error = seccomp_load(filter);
    seccomp_release(filter);
    return error;
}
