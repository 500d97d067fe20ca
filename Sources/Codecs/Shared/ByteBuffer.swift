internal import Glibc

/// Uninitialized memory for the samples of a picture.
///
/// Unlike an array's allocation, this one can fail without ending the process: a picture can be larger than the
/// process's address-space limit.
package struct ByteBuffer: ~Copyable {
    /// The number of bytes after the end that can be read, so that several can be read at once.
    private static let margin = 8

    /// The first byte.
    package let base: UnsafeMutableRawPointer
    /// The number of bytes.
    package let count: Int

    /// Allocates a number of bytes; nil if an allocation fails.
    package init?(count: Int) {
        guard count >= 0, let base = malloc(count + Self.margin) else { return nil }
        self.base = base
        self.count = count
    }

    deinit { free(base) }

    /// The bytes, valid while the buffer lives.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Sets all bytes from an offset on to zero.
    package func clear(from offset: Int = 0) {
        guard offset < count else { return }
        (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: count - offset)
    }
}
