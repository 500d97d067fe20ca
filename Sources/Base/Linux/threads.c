#define _GNU_SOURCE
#include "CUprightLinux.h"

#include <errno.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// The arenas of malloc, and the address space that each takes (HEAP_MAX_SIZE).
enum { arenas = 2, arena_size = 64 << 20 };

void clinux_allocate_from_few_arenas(void) { mallopt(M_ARENA_MAX, arenas); }

// The threads' stacks: enough for the dynamic linker, which looks up `syscall` at its first call and saves all registers.
enum { stack_size = 16 << 10 };

// Waits until the gate opens. The thread has no thread-local storage of its own: it shares the caller's, whose errno it
// writes to.
static int wait_at_gate(void *gate) {
    while (__atomic_load_n((int *)gate, __ATOMIC_ACQUIRE) == 0) syscall(SYS_futex, gate, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return 0;
}

// Returns for how many threads' stacks, up to `wanted`, there is address space when malloc has taken its own.
static int stack_room(int wanted) {
    pthread_attr_t attributes;
    size_t stack = 8 << 20;
    if (pthread_attr_init(&attributes) == 0) {
        pthread_attr_getstacksize(&attributes, &stack);
        pthread_attr_destroy(&attributes);
    }
    size_t heap = (size_t)arenas * arena_size;
    char *heaps = mmap(NULL, heap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (heaps == MAP_FAILED) return 0;
    int count = wanted;
    for (; count > 0; count -= 1) {
        size_t size = (size_t)count * stack;
        void *space = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        if (space == MAP_FAILED) continue;
        munmap(space, size);
        break;
    }
    munmap(heaps, heap);
    return count;
}

int clinux_thread_room(int wanted) {
    enum { most = 64 };
    // A thread's entry is 1 until the kernel, when the thread has ended, clears it.
    int running[most], gate = 0, started = 0;
    if (wanted > most) wanted = most;
    wanted = stack_room(wanted);
    if (wanted <= 0) return 0;

    size_t size = (size_t)wanted * stack_size;
    char *stacks = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stacks == MAP_FAILED) return 0;
    // They run on this thread's processor: elsewhere, this thread could have to wait until that processor has time for them.
    cpu_set_t processors, own;
    int here = sched_getcpu();
    bool is_pinned = here >= 0 && here < CPU_SETSIZE && sched_getaffinity(0, sizeof processors, &processors) == 0;
    if (is_pinned) {
        CPU_ZERO(&own);
        CPU_SET(here, &own);
        is_pinned = sched_setaffinity(0, sizeof own, &own) == 0;
    }
    // They receive no signals.
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (; started < wanted; started += 1) {
        __atomic_store_n(&running[started], 1, __ATOMIC_RELEASE);
        int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_CHILD_CLEARTID;
        char *top = stacks + (size_t)(started + 1) * stack_size;
        if (clone(wait_at_gate, top, flags, &gate, NULL, NULL, &running[started]) < 0) break;
    }
    __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, &gate, FUTEX_WAKE_PRIVATE, started, NULL, NULL, 0);
    for (int index = 0; index < started; index += 1) {
        while (__atomic_load_n(&running[index], __ATOMIC_ACQUIRE) != 0)
            syscall(SYS_futex, &running[index], FUTEX_WAIT, 1, NULL, NULL, 0);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (is_pinned) sched_setaffinity(0, sizeof processors, &processors);
    munmap(stacks, size);
    return started;
}
