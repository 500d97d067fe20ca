internal import UprightBase

/// A keyed digest of a source, with which the supervisor checks that a copy has the bytes that a processor has read.
///
/// The supervisor computes the copy's SHA-256 anyway, and that of the same bytes is not computed twice. A processor draws a
/// new key for each source, so nobody who can write to the source can know it.
package struct SourceCheck: Sendable, Hashable, Codable {
    package var key: [UInt8]
    /// The digest of the source under the key.
    package var digest: [UInt8]

    init(key: [UInt8], digest: [UInt8]) {
        self.key = key
        self.digest = digest
    }

    init(of bytes: [UInt8]) {
        self.init { update in bytes.withUnsafeBytes { update($0) } }
    }

    /// Creates a check of bytes in pieces.
    ///
    /// - Parameter read: calls a function with each piece in order.
    init<Failure>(_ read: ((UnsafeRawBufferPointer) -> Void) throws(Failure) -> Void) throws(Failure) {
        let key = KeyedDigest.randomKey()
        var keyed = KeyedDigest(key: key)
        try read { keyed.update($0) }
        self.init(key: key, digest: keyed.finalized())
    }

    /// Whether the key has the size of a key; a processor that was taken over can send another.
    package var isUsable: Bool { key.count == KeyedDigest.keyBytes }
}
