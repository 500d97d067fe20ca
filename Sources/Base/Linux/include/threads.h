#ifndef CLINUX_THREADS_H
#define CLINUX_THREADS_H

// Lets all threads allocate from two of malloc's arenas. With one for each thread, up to glibc's eight per processor, a start
// touches more pages for the first time; each takes 64 MiB of address space; and most of the heap of a long-running daemon,
// whose blocking work starts and ends threads, is memory that other threads have freed. Call it before other threads start.
void clinux_allocate_from_few_arenas(void);

// Returns how many threads, up to `wanted`, the process can start in addition to its own. It starts as many of the kernel's
// threads, without the C library's part, which takes half of the time and a page of memory for each; blocks until they have
// ended; and looks whether there is address space for their stacks.
int clinux_thread_room(int wanted);

#endif
