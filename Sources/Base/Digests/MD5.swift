internal import CUprightNettle

/// An MD5 digest computed incrementally (RFC 1321).
package struct MD5: Sendable {
    private var context = md5_ctx()

    package init() { nettle_md5_init(&context) }

    /// Adds bytes to the digest.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        nettle_md5_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the 16-byte digest of all bytes added so far.
    package func finalized() -> [UInt8] {
        var copy = context
        return [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            nettle_md5_digest(&copy, 16, buffer.baseAddress)
            count = 16
        }
    }

    /// Returns the 16-byte digest of the given bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = MD5()
        if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { digest.update($0) }
        }
        return digest.finalized()
    }
}
