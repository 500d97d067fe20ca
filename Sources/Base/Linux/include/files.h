#ifndef UPRIGHT_FILES_H
#define UPRIGHT_FILES_H

#include <stddef.h>
#include <stdint.h>

/* Linux file-system calls that Swift's Glibc module lacks. Unless noted, each returns -1 and sets errno like the call
 * it wraps. */

/* renameat2 with RENAME_NOREPLACE: EEXIST if the new name exists, EINVAL if the file system does not support the
 * flag. */
int upright_rename_no_replace(int old_folder, const char *old_name, int new_folder, const char *new_name);

/* Exchanges the names of two files in a folder (renameat2 with RENAME_EXCHANGE): EINVAL if the file system cannot. */
int upright_exchange(int folder, const char *one, const char *other);

/* openat2 with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS: ENOSYS or EPERM if it is not
 * available. */
int upright_open_beneath(int folder, const char *path, int flags, unsigned mode);

/* Shares the source's blocks with the empty output (FICLONE). */
int upright_clone(int output, int source);

/* copy_file_range between the given offsets, or the descriptors' own offsets if they are NULL. */
long upright_copy_range(int source, int64_t *source_offset, int output, int64_t *output_offset, size_t count);

/* Starts writeback of the file's bytes (sync_file_range) and does not wait for it. The next fsync reports any later
   error. Returns 0 or -1. */
int upright_begin_writing(int descriptor);

/* Allocates blocks for the first `bytes` of a file and leaves its size (fallocate with FALLOC_FL_KEEP_SIZE): EOPNOTSUPP if the
   file system cannot. */
int upright_reserve(int descriptor, int64_t bytes);

/* Returns the file system's magic number (statfs f_type), or -1. */
int64_t upright_file_system_type(int descriptor);

/* Gets the number of bytes and inodes that an unprivileged process can still allocate (statfs). */
int upright_free_space(int descriptor, uint64_t *bytes, uint64_t *inodes);

/* Takes an advisory lock on the open file description. Returns 0, or -1 with EWOULDBLOCK if another description
 * holds the lock. */
int upright_try_lock(int descriptor);
int upright_unlock(int descriptor);

/* Returns 1 if a process has the file open for writing, 0 if none has, or -1 if the kernel does not say. */
int upright_is_being_written(int descriptor);

long upright_list_attributes(int descriptor, char *names, size_t size);
long upright_get_attribute(int descriptor, const char *name, void *value, size_t size);
int upright_set_attribute(int descriptor, const char *name, const void *value, size_t size);
int upright_remove_attribute(int descriptor, const char *name);

/* When the file was made, in nanoseconds since 1970; -1 if the file system does not say. */
int64_t upright_birth(int descriptor);

/* Makes an empty file in memory, closed on exec. */
int upright_memory_file(const char *name);

/* Moves up to `count` bytes between a pipe, whose offset is NULL, and a file (splice). The file's offset advances. Returns the
   number of bytes, 0 at the end; EINVAL if neither is a pipe. */
long upright_splice(int source, int64_t *source_offset, int target, int64_t *target_offset, size_t count);

/* Gives a pipe a capacity of `bytes` (F_SETPIPE_SZ). Does nothing if the descriptor is no pipe, or if the user's limit for
   pipes is reached. */
void upright_enlarge_pipe(int descriptor, int bytes);

/* Makes a descriptor that becomes readable when 8 bytes are written to it (eventfd). */
int upright_alarm(void);

/* Returns the number of processors that this process may run on, at least 1. */
int upright_processors(void);

/* The name and the type of an entry that readdir has returned. Only the part of the entry that its name needs exists, while
   Swift may copy all that `struct dirent` declares. */
const char *upright_entry_name(const void *entry);
unsigned char upright_entry_type(const void *entry);

/* Sends one datagram to the service manager's socket: a path, or @ and an abstract name. */
int upright_notify(const char *socket_name, const char *message, size_t length);

#endif
