#ifndef UPRIGHT_FILES_H
#define UPRIGHT_FILES_H

#include <stddef.h>
#include <stdint.h>

/* Linux file-system calls that Swift's Glibc module does not show. Each returns -1 and sets errno like the call it wraps. */

/* renameat2 with RENAME_NOREPLACE: EEXIST where the new name stands, EINVAL where the file system cannot tell. */
int upright_rename_no_replace(int old_folder, const char *old_name, int new_folder, const char *new_name);

/* openat2 with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_MAGICLINKS: ENOSYS or EPERM where there is none. */
int upright_open_beneath(int folder, const char *path, int flags, unsigned mode);

/* Shares the source's blocks with the empty output (FICLONE). */
int upright_clone(int output, int source);

/* copy_file_range from and to the descriptors' own offsets. */
long upright_copy_range(int source, int64_t *source_offset, int output, int64_t *output_offset, size_t count);

/* Has the kernel begin to write the file's bytes to the disk. It waits for nothing, and an error that comes later is left to
   the next fsync. 0 or -1. */
int upright_begin_writing(int descriptor);

/* The file system's magic number (statfs f_type), or -1. */
int64_t upright_file_system_type(int descriptor);

/* Bytes and inodes that an unprivileged process may still take (statfs). */
int upright_free_space(int descriptor, uint64_t *bytes, uint64_t *inodes);

/* An advisory lock on the open file description; 0, or -1 with EWOULDBLOCK where somebody else holds it. */
int upright_try_lock(int descriptor);
int upright_unlock(int descriptor);

/* Whether somebody has the file open for writing: 1, 0, or -1 where the kernel will not tell us. */
int upright_is_being_written(int descriptor);

long upright_list_attributes(int descriptor, char *names, size_t size);
long upright_get_attribute(int descriptor, const char *name, void *value, size_t size);
int upright_set_attribute(int descriptor, const char *name, const void *value, size_t size);

/* A file in memory, for work whose output is to be thrown away. */
int upright_memory_file(const char *name);

/* A descriptor that can be waited for and woken by writing 8 bytes (eventfd). */
int upright_alarm(void);

/* The processors that this process may run on, at least 1. */
int upright_processors(void);

/* Has malloc share so many heaps (arenas) among all threads that begin to use it from now on; elsewhere than with glibc,
   nothing. */
void upright_limit_heaps(int most);

/* Sends one datagram to the service manager's socket (a path, or @ and an abstract name). */
int upright_notify(const char *socket_name, const char *message, size_t length);

#endif
