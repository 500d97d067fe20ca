#ifndef PREFETCH_H
#define PREFETCH_H

/// Asks the processor to bring a line of memory into its caches; does nothing else, whatever the address.
static inline void prefetch_for_reading(const void *_Nonnull address) { __builtin_prefetch(address, 0, 3); }

#endif
