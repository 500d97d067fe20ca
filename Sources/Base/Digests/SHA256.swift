internal import CUprightNettle

/// A SHA-256 digest computed incrementally (FIPS 180-4).
package struct SHA256: Sendable {
    private var context = sha256_ctx()

    package init() { nettle_sha256_init(&context) }

    /// Adds bytes to the digest.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        nettle_sha256_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the 32-byte digest of all bytes added so far.
    package func finalized() -> [UInt8] {
        var copy = context
        return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            nettle_sha256_digest(&copy, 32, buffer.baseAddress)
            count = 32
        }
    }

    /// Returns the 32-byte digest of the given bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = SHA256()
        if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { digest.update($0) }
        }
        return digest.finalized()
    }
}
