internal import CUprightNettle

/// A 128-bit digest under a secret key, computed incrementally (UMAC-128, RFC 4418): six times as fast as ``SHA256``.
///
/// It shows that two processes that share a key have read the same bytes. Whoever does not know the key cannot choose
/// bytes so that different contents have the same digest (the probability is below 2^-100), so equal digests prove as much as
/// equal SHA-256 digests. A key is random and used for one content. The digest is never published or stored.
package struct KeyedDigest: ~Copyable {
    package static let keyBytes = 16

    private var context = umac128_ctx()

    /// Creates the digest of no bytes under a key of ``keyBytes`` bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyBytes, "a key has \(Self.keyBytes) bytes, found \(key.count)")
        nettle_umac128_set_key(&context, key)
    }

    /// Adds bytes to the digest.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        nettle_umac128_update(&context, bytes.count, base.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the 16-byte digest of all bytes added.
    package consuming func finalized() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            nettle_umac128_digest(&context, 16, buffer.baseAddress)
            count = 16
        }
    }

    package static func randomKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var key: [UInt8] = []
        for _ in 0..<keyBytes / 8 { withUnsafeBytes(of: generator.next()) { key += $0 } }
        return key
    }
}
