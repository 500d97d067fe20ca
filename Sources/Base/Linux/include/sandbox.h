#ifndef CLINUX_SANDBOX_H
#define CLINUX_SANDBOX_H

#include <stdint.h>

// Functions that confine the calling process. Each returns 0 or a negated errno unless noted. Call all but the system-call
// filter while the process has one thread; the filter applies to all threads. None can be undone.

// Closes every descriptor from `first` up.
int clinux_close_from(int first);

// Keeps freed memory in the process, so that the next picture reuses it without page faults.
void clinux_keep_memory_warm(void);

// Turns a crash caused by a refused allocation into an exit with `status`. Every other crash keeps its signal.
int clinux_exit_on_exhausted_memory(int status);

// Lowers soft and hard limits. `address_space` and `file_size` are in bytes. Disables core dumps.
int clinux_limit_resources(uint64_t address_space, uint64_t descriptors, uint64_t file_size);

// Makes the kernel prefer this process to the one that started it when it has to kill one for lack of memory.
void clinux_volunteer_in_shortage(void);

// Makes the kernel kill this process when the thread that started it ends, so that no process keeps the descriptors of
// a killed supervisor.
int clinux_end_with_parent(void);

// Drops all capabilities, forbids new privileges, and makes the process not dumpable. Empties the bounding set if the
// process may; without new privileges, nothing in the set can be acquired.
int clinux_drop_privileges(void);

// Denies every access that this kernel's Landlock can deny. Returns the ABI (1 or more), or a negated errno: -ENOSYS if
// the kernel has no Landlock, -EOPNOTSUPP if it is disabled.
int clinux_landlock_deny_all(void);

// Restricts the calling thread and the processes that it starts: denies all files except those at and beneath the paths
// of `readable`, `openable` and `writable` (each ends in NULL), all TCP except listening on `port` (-1: all TCP), and
// new privileges. Files at readable paths may be executed; files at openable paths may only be read, by names that the
// process knows, since their folders cannot be listed; files at writable paths may not be executed. Paths that do not
// exist are ignored. Returns the ABI, or a negated errno as clinux_landlock_deny_all does.
int clinux_landlock_allow(
    const char *const readable[], const char *const openable[], const char *const writable[], int port);

// Drops the capabilities, of this process and of those that it starts, that a program that serves files does not need.
// What remains of root's: those over the permissions of files, and listening on a port below 1024.
void clinux_keep_file_capabilities(void);

// Disables core dumps, which keep a process that crashed, and its sockets, for as long as it takes to write them.
void clinux_disable_core_dumps(void);

// Returns the Landlock ABI of this kernel, or a negated errno. Changes nothing.
int clinux_landlock_abi(void);

// Installs the system-call filter: an allow-list of the calls that reading, computing, allocating and writing need.
// Every other call fails with EPERM.
int clinux_filter_system_calls(void);

// Attempts what a confined process must not be able to do, harmlessly where possible. There are `clinux_probe_count`
// attempts; `clinux_probe` makes one and returns 0 or a negated errno. An attempt is refused if it returns -EPERM or
// -EACCES.
int clinux_probe_count(void);
const char *clinux_probe_name(int index);
int clinux_probe(int index);

#endif
