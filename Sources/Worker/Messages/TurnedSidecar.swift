package import UprightEditing

/// A sidecar that was turned with its picture.
package struct TurnedSidecar: Sendable, Hashable, Codable {
    /// The number of bytes that were written to the output; nil if the sidecar is kept as it is.
    package var bytes: Int?
    /// The CRC-32 of those bytes.
    package var crc32: UInt32 = 0
    /// What was changed.
    package var changes: [Change] = []
    /// What could not be turned.
    package var warnings: [String] = []
    /// Why it cannot be delivered with the turned picture; nil if it can.
    package var refusal: String?
}
