#ifndef UPRIGHT_TEST_SPAWNING_H
#define UPRIGHT_TEST_SPAWNING_H

// glibc's extensions to posix_spawn, which its header does not show to Swift. `actions` is a
// posix_spawn_file_actions_t. Both return 0 or an errno.

// Closes all descriptors from `first` on.
int test_close_from(void *actions, int first);

// Changes the working directory.
int test_change_folder(void *actions, const char *path);

#endif
