internal import Glibc

/// Memory for the samples of a picture: bytes on the heap, not filled with anything.
///
/// Unlike an array's, its allocation can fail without ending the process: a picture may be larger than the address space
/// that the process is allowed.
package struct ByteBuffer: ~Copyable {
    /// The first byte.
    package let base: UnsafeMutableRawPointer
    /// How many bytes there are.
    package let count: Int

    /// Memory for a number of bytes; nil where there is not as much.
    package init?(count: Int) {
        guard count >= 0, let base = malloc(max(count, 1)) else { return nil }
        self.base = base
        self.count = count
    }

    deinit { free(base) }

    /// The bytes, for as long as the buffer lives.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Sets the bytes from an offset on to zero.
    package func clear(from offset: Int = 0) {
        guard offset < count else { return }
        (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: count - offset)
    }
}
