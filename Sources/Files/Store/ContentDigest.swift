/// The size and checksums of a file's content.
package struct ContentDigest: Sendable, Hashable {
    package let bytes: Int
    /// The SHA-256 (32 bytes).
    package let sha256: [UInt8]
    /// The CRC-32.
    package let crc32: UInt32
}
