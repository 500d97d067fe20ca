#ifndef CLINUX_PROCESS_H
#define CLINUX_PROCESS_H

#include <stddef.h>
#include <stdint.h>

// Starts the program at `path` with `arguments` and `environment` (both end in NULL). Its descriptor 0 is `channel`, 1
// is /dev/null, 2 is `diagnostics`. It starts in its own process group, so that only the supervisor receives a
// terminal's ^C, and with no signal blocked or ignored. Returns 0 or a negated errno.
int clinux_spawn(
    const char *path, char *const arguments[], char *const environment[], int channel, int diagnostics, int *process);

// Makes a connected pair of stream sockets, closed on exec. Returns 0 or a negated errno.
int clinux_socket_pair(int sockets[2]);

// Makes an anonymous file of exactly `size` bytes that can neither grow nor shrink, closed on exec. Returns the
// descriptor or a negated errno.
int clinux_fixed_memory_file(const char *name, uint64_t size);

// Copies the first bytes of a file, at most `most`, over those of another, which then ends after them. Moves no offset.
// Returns the number of bytes, or a negated errno; `*is_reading` says whether reading failed, or writing.
int64_t clinux_copy_content(int source, int target, int64_t most, int *is_reading);

// Shortens a file to `size` bytes if it is longer. Returns 0 or a negated errno. Uses system calls that the worker's filter
// allows.
int clinux_shorten(int descriptor, int64_t size);

// Sends all of `bytes`, with `count` descriptors attached to the first byte. Never raises SIGPIPE. Returns 0 or a
// negated errno.
int clinux_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

// Receives at most `capacity` bytes and at most `most` descriptors, which are closed on exec; descriptors beyond `most`
// are closed. `*count` is the number received. Returns the number of bytes, 0 at the end, or a negated errno.
long clinux_receive(int socket, void *bytes, size_t capacity, int *descriptors, int most, int *count);

// Returns the size of an open file, or a negated errno. Uses a system call that the worker's filter allows.
int64_t clinux_file_size(int descriptor);

// Returns the CPU time of another process in nanoseconds, or a negated errno.
int64_t clinux_cpu_time(int process);

// Sets the soft limits of another process of the same user: total CPU seconds, and the size in bytes of a file that it
// writes. Returns 0 or a negated errno.
int clinux_limit_process(int process, uint64_t cpu_seconds, uint64_t file_size);

// Waits until `socket` is readable or its peer is gone. Returns 1, 0 after `milliseconds`, or a negated errno.
int clinux_await_readable(int socket, int64_t milliseconds);

// Waits for a child to end. Sets `*exit_status` to its exit status, or to -1 if a signal ended it; `*signal` is that
// signal. Returns 0 or a negated errno.
int clinux_reap(int process, int *exit_status, int *signal, int64_t *peak_kibibytes);

#endif
