package import UprightRewriting

/// What a worker's edits did to the metadata of a file, or its turn to the picture.
package struct EditedPicture: Sendable, Hashable, Codable {
    /// The number of bytes that were written to the output; nil if the edited file has the source's bytes.
    package var bytes: Int?
    /// The CRC-32 of those bytes.
    package var crc32: UInt32 = 0
    /// What was changed.
    package var changes: [Change] = []
    /// What the user should know.
    package var warnings: [String] = []
    /// What of the original the output does not hold exactly, so that it must not replace the only copy; empty if nothing.
    package var losses: [String] = []
    /// The picture's size, and how its pixels were turned; nil if they were not.
    package var turn: PictureGeometry?
    /// Why the edits cannot be made; nil if they can.
    package var reason: String?

    /// Creates the answer for a file in which nothing is edited.
    package init() {}
}
