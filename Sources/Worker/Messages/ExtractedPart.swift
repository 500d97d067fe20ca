/// A part of a file that a worker has written.
package struct ExtractedPart: Sendable, Hashable, Codable {
    package var bytes = 0
    /// The CRC-32 of the bytes.
    package var crc32: UInt32 = 0
    /// Why there is none; nil if there is.
    package var reason: String?
}
