internal import Glibc

/// Uninitialized memory for the samples of a picture.
///
/// Unlike an array's allocation, this one can fail without ending the process: a picture can be larger than the
/// process's address-space limit.
package struct ByteBuffer: ~Copyable {
    /// The number of bytes after the end that can be read, so that several can be read at once.
    private static let margin = 8

    package let base: UnsafeMutableRawPointer
    package let count: Int

    /// Allocates a number of bytes; nil if an allocation fails.
    package init?(count: Int) {
        guard count >= 0 else { return nil }
        if count >= KeptMemory.minimumBytes, let kept = KeptMemory.shared.claim(count + Self.margin) {
            base = kept
        } else {
            guard let new = malloc(count + Self.margin) else { return nil }
            base = new
        }
        self.count = count
    }

    deinit {
        guard count >= KeptMemory.minimumBytes, KeptMemory.shared.keep(base, count + Self.margin) else {
            return free(base)
        }
    }

    /// Keeps the memory of the last large buffer, of at most this many bytes, for the next one of its size: the C library
    /// returns such memory to the system, and a process that works on one picture after the other then spends a tenth of
    /// its time on getting it again.
    package static func keepMemory(upTo bytes: Int) { KeptMemory.shared.limit(to: bytes) }

    /// Frees the memory that ``keepMemory(upTo:)`` has kept.
    package static func freeKept() { KeptMemory.shared.free() }

    /// The bytes, valid while the buffer lives.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Sets all bytes from an offset on to zero.
    package func clear(from offset: Int = 0) {
        guard offset < count else { return }
        (base + offset).initializeMemory(as: UInt8.self, repeating: 0, count: count - offset)
    }
}
