public import UprightEditing

/// What a worker's edits did to the metadata of a file, or its turn to the picture.
public struct EditedPicture: Sendable, Hashable, Codable {
    /// The number of bytes that were written to the output; nil if the edited file has the source's bytes.
    public var bytes: Int?
    /// The CRC-32 of those bytes.
    public var crc32: UInt32 = 0
    /// What was changed.
    public var changes: [Change] = []
    /// What the user should know.
    public var warnings: [String] = []
    /// What of the original the output does not hold exactly, so that it must not replace the only copy; empty if nothing.
    public var losses: [String] = []
    /// Why the edits cannot be made; nil if they can.
    public var reason: String?

    /// Creates the answer for a file in which nothing is edited.
    public init() {}
}
