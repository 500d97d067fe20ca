#ifndef CLINUX_THREADS_H
#define CLINUX_THREADS_H

// Lets all threads allocate from two arenas. By default, each has its own: more pages to touch for the first time, and 64 MiB of
// address space each. Call it before the process has other threads.
void clinux_allocate_from_few_arenas(void);

// Returns how many threads, up to `wanted`, the process can start in addition to its own. It starts as many of the kernel's
// threads, without the C library's part, which takes half of the time and a page of memory for each; blocks until they have
// ended; and looks whether there is address space for their stacks.
int clinux_thread_room(int wanted);

#endif
