/// What a file holds, in few bytes.
public struct ContentDigest: Sendable, Hashable {
    /// How many bytes there are.
    public let bytes: Int
    /// Their SHA-256 (32 bytes).
    public let sha256: [UInt8]
    /// Their CRC-32.
    public let crc32: UInt32
}
