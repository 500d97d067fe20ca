internal import UprightDigests

/// A keyed digest of a source, with which the supervisor checks that a copy has the bytes that a processor has read.
///
/// The supervisor computes the copy's SHA-256 anyway, and that of the same bytes is not computed twice. A processor draws a
/// new key for each source, so nobody who can write to the source can know it.
public struct SourceCheck: Sendable, Hashable, Codable {
    /// The key.
    public var key: [UInt8]
    /// The digest of the source under the key.
    public var digest: [UInt8]

    init(key: [UInt8], digest: [UInt8]) {
        self.key = key
        self.digest = digest
    }

    /// Creates a check of these bytes.
    init(of bytes: [UInt8]) {
        key = KeyedDigest.randomKey()
        var keyed = KeyedDigest(key: key)
        bytes.withUnsafeBytes { keyed.update($0) }
        digest = keyed.finalized()
    }

    /// Whether the key has the size of a key; a processor that was taken over can send another.
    public var isUsable: Bool { key.count == KeyedDigest.keyBytes }
}
