internal import CUprightNettle

/// The MD5 of bytes that arrive in pieces (RFC 1321).
public struct MD5: Sendable {
    private var context = md5_ctx()

    /// The digest of no bytes yet.
    public init() { nettle_md5_init(&context) }

    /// Takes further bytes into the digest.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        nettle_md5_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
    }

    /// The 16 bytes of the digest of everything taken so far.
    public func finalized() -> [UInt8] {
        var copy = context
        return [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            nettle_md5_digest(&copy, 16, buffer.baseAddress)
            count = 16
        }
    }

    /// The 16-byte digest of the given bytes.
    public static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var digest = MD5()
        if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { digest.update($0) }
        }
        return digest.finalized()
    }
}
