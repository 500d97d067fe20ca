public import UprightEditing

/// A sidecar that was turned with its picture.
public struct TurnedSidecar: Sendable, Hashable, Codable {
    /// The number of bytes that were written to the output; nil if the sidecar is kept as it is.
    public var bytes: Int?
    /// The CRC-32 of those bytes.
    public var crc32: UInt32 = 0
    /// What was changed.
    public var changes: [Change] = []
    /// What could not be turned.
    public var warnings: [String] = []
}
