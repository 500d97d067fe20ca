/// One part of a file: a segment, a chunk, a block or the trailer.
public struct FilePart: Sendable, Hashable {
    /// Its name in the terms of the format.
    public let name: String
    /// The offset of its first byte in the file.
    public let offset: Int
    /// Its size in bytes.
    public let length: Int
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]
}
