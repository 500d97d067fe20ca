#define _GNU_SOURCE
#include "spawning.h"

#include <spawn.h>

int test_close_from(void *actions, int first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }

int test_change_folder(void *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}
