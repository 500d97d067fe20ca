#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <stddef.h>
#include <stdint.h>

// Starts the program at `path` with `arguments` and `environment` (both end in NULL). Its descriptor 0 is `channel`,
// 1 is /dev/null, 2 is `diagnostics`. It starts in a process group of its own, so that a terminal's ^C is for the
// supervisor to handle, with no signal blocked or ignored. Returns 0 or a negated errno.
int clinux_spawn(
    const char *path, char *const arguments[], char *const environment[], int channel, int diagnostics, int *process);

// A connected pair of stream sockets, closed on exec. Returns 0 or a negated errno.
int clinux_socket_pair(int sockets[2]);

// An anonymous file of exactly `size` bytes that can neither grow nor shrink, closed on exec.
// Returns the descriptor or a negated errno.
int clinux_fixed_memory_file(const char *name, uint64_t size);

// Sends all of `bytes`, with `count` descriptors beside the first of them. Never raises SIGPIPE.
// Returns 0 or a negated errno.
int clinux_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

// Receives at most `capacity` bytes and at most `most` descriptors, which are closed on exec; those that did not fit are
// closed. `*count` is how many came. Returns the number of bytes, 0 at the end, or a negated errno.
long clinux_receive(int socket, void *bytes, size_t capacity, int *descriptors, int most, int *count);

// The size of an open file, by a system call that the worker's filter allows. Returns it or a negated errno.
int64_t clinux_file_size(int descriptor);

// The CPU time of another process, in nanoseconds, or a negated errno.
int64_t clinux_cpu_time(int process);

// Sets the soft limits of another process of the same user: total CPU seconds, and the bytes a file it writes may have.
// Returns 0 or a negated errno.
int clinux_limit_process(int process, uint64_t cpu_seconds, uint64_t file_size);

// Waits until `socket` can be read or its peer is gone. Returns 1, 0 when `milliseconds` have passed, or a negated errno.
int clinux_await_readable(int socket, int64_t milliseconds);

// Waits for the end of a child. `*exit_status` is its exit status, or -1 where a signal ended it, which `*signal` tells.
// Returns 0 or a negated errno.
int clinux_reap(int process, int *exit_status, int *signal, int64_t *peak_kibibytes);

#endif
