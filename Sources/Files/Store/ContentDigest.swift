/// The size and checksums of a file's content.
public struct ContentDigest: Sendable, Hashable {
    /// The size in bytes.
    public let bytes: Int
    /// The SHA-256 (32 bytes).
    public let sha256: [UInt8]
    /// The CRC-32.
    public let crc32: UInt32
}
