#ifndef PREFETCH_H
#define PREFETCH_H

/// Asks the processor to load a cache line. Has no other effect, whatever the address.
static inline void prefetch_for_reading(const void *_Nonnull address) { __builtin_prefetch(address, 0, 3); }

#endif
