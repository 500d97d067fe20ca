#define _GNU_SOURCE
#include "CUprightLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Attempts that would change something aim at targets that do not exist: an attempt that is not refused then fails with
// an error other than EPERM and EACCES.
static int result(long value) { return value < 0 ? -errno : 0; }

static int read_file(void) { return result(open("/etc/passwd", O_RDONLY)); }
static int read_self(void) { return result(open("/proc/self/exe", O_RDONLY)); }
static int create_file(void) { return result(open("/upright-probe/file", O_WRONLY | O_CREAT, 0600)); }
static int raw_open(void) { return result(syscall(SYS_openat, AT_FDCWD, "/", O_RDONLY | O_DIRECTORY)); }
static int raw_openat2(void) {
    struct {
        uint64_t flags, mode, resolve;
    } how = {O_RDONLY, 0, 0};
    return result(syscall(437, AT_FDCWD, "/etc/passwd", &how, sizeof how));
}
static int look_at_file(void) {
    struct stat facts;
    return result(stat("/etc/passwd", &facts));
}
static int remove_file(void) { return result(unlink("/upright-probe/file")); }
static int rename_file(void) { return result(rename("/upright-probe/file", "/upright-probe/other")); }
static int make_folder(void) { return result(mkdir("/upright-probe/folder", 0700)); }
static int change_folder(void) { return result(chdir("/")); }
static int internet_socket(void) { return result(socket(AF_INET, SOCK_STREAM, 0)); }
static int local_socket(void) { return result(socket(AF_UNIX, SOCK_STREAM, 0)); }
static int pair_of_sockets(void) {
    int sockets[2];
    return result(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
}
static int execute(void) {
    char *const arguments[] = {"program", NULL};
    return result(execve("/upright-probe/program", arguments, (char *const[]){NULL}));
}
static int make_process(void) {
    // If the fork succeeds, the child must not go on as a second worker.
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) waitpid(child, NULL, 0);
    return result(child);
}
static void *idle(void *nothing) { return nothing; }
static int make_thread(void) {
    pthread_t thread;
    int error = pthread_create(&thread, NULL, idle, NULL);
    if (error == 0) pthread_join(thread, NULL);
    return -error;
}
static int trace_process(void) { return result(ptrace(PTRACE_PEEKUSER, 1, NULL, NULL)); }
static int signal_parent(void) { return result(kill(getppid(), 0)); }
static int signal_thread(void) { return result(syscall(SYS_tgkill, 1, 1, 0)); }
static int signal_all(void) { return result(kill(-1, 0)); }
static int read_memory(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    return result(syscall(SYS_process_vm_readv, 1, &here, 1, &there, 1, 0));
}
static int raise_limit(void) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    return result(setrlimit(RLIMIT_CPU, &limit));
}
static int map_executable(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? -errno : 0;
}
static int make_executable(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return -errno;
    return result(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}
static int new_namespace(void) { return result(syscall(SYS_unshare, 0x10000000)); }
static int mount_folder(void) { return result(mount("none", "/upright-probe/folder", "tmpfs", 0, NULL)); }
static int set_user(void) { return result(setuid(0)); }
static int control_process(void) { return result(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }
static int control_device(void) { return result(ioctl(0, TIOCSTI, "x")); }
static int asynchronous_io(void) { return result(syscall(425, 1, NULL)); }
static int memory_file(void) { return result(memfd_create("upright-probe", 0)); }
static int load_program(void) { return result(syscall(SYS_bpf, 0, NULL, 0)); }
static int file_handle(void) { return result(syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, O_RDONLY)); }

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
    {"open a file for reading", read_file},
    {"open its own program", read_self},
    {"create a file", create_file},
    {"openat", raw_open},
    {"openat2", raw_openat2},
    {"stat", look_at_file},
    {"unlink", remove_file},
    {"rename", rename_file},
    {"mkdir", make_folder},
    {"chdir", change_folder},
    {"open_by_handle_at", file_handle},
    {"internet socket", internet_socket},
    {"local socket", local_socket},
    {"socket pair", pair_of_sockets},
    {"exec", execute},
    {"fork", make_process},
    {"make a thread", make_thread},
    {"ptrace", trace_process},
    {"kill the parent", signal_parent},
    {"signal a thread of another process", signal_thread},
    {"kill everything", signal_all},
    {"read another process's memory", read_memory},
    {"raise a resource limit", raise_limit},
    {"map executable memory", map_executable},
    {"make memory executable", make_executable},
    {"new user namespace", new_namespace},
    {"mount", mount_folder},
    {"become root", set_user},
    {"become dumpable", control_process},
    {"ioctl", control_device},
    {"io_uring", asynchronous_io},
    {"memory file", memory_file},
    {"bpf", load_program},
};

int clinux_probe_count(void) { return (int)(sizeof attempts / sizeof *attempts); }
const char *clinux_probe_name(int index) { return attempts[index].name; }
int clinux_probe(int index) { return attempts[index].attempt(); }
