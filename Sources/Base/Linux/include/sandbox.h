#ifndef CLINUX_SANDBOX_H
#define CLINUX_SANDBOX_H

#include <stdint.h>

// What confines the worker. Each function works on the calling process, which must have one thread, and returns 0 or
// a negated errno. They are called in the order in which they stand here; none can be taken back.

// Closes every descriptor from `first` up.
int clinux_close_from(int first);

// Keeps freed memory in the process, so that the next picture finds it warm.
void clinux_keep_memory_warm(void);

// Turns a crash that comes from a refused allocation into an exit with `status`. Every other crash stays the signal it is.
int clinux_exit_on_exhausted_memory(int status);

// Lowers soft and hard limits. `address_space` and `file_size` are bytes. No core dump is ever written.
int clinux_limit_resources(uint64_t address_space, uint64_t descriptors, uint64_t file_size);

// Has the kernel end this process with the thread that started it, so that nobody holds the descriptors of a supervisor
// that was killed.
int clinux_end_with_parent(void);

// No new privileges, no capabilities, not dumpable. The bounding set is emptied where the process may do so; without new
// privileges nothing in it can be had.
int clinux_drop_privileges(void);

// Denies every access that Landlock of this kernel can deny. Returns the ABI (1 or more), or a negated errno:
// -ENOSYS where the kernel has no Landlock, -EOPNOTSUPP where it is switched off.
int clinux_landlock_deny_all(void);

// Denies the calling thread, and what it starts, all files but those at the paths of `readable` and `writable` (both end in
// NULL) and beneath them, every TCP port but listening on `port` (-1: all), and new privileges. Files at readable paths may be
// executed, those at writable paths not. Paths where nothing stands count for nothing. Returns the ABI, or a negated errno as
// clinux_landlock_deny_all does.
int clinux_landlock_allow(const char *const readable[], const char *const writable[], int port);

// The Landlock ABI of this kernel, or a negated errno; changes nothing.
int clinux_landlock_abi(void);

// Installs the system-call filter: an allow-list of what reading, computing, allocating and writing take. Everything
// else fails with EPERM.
int clinux_filter_system_calls(void);

// Tries what a confined process must not be able to do, without harm where it can. There are `clinux_probe_count`
// attempts; `clinux_probe` makes one and returns 0 or a negated errno. Refused are those that end with -EPERM or -EACCES.
int clinux_probe_count(void);
const char *clinux_probe_name(int index);
int clinux_probe(int index);

#endif
