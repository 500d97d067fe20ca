package import UprightRewriting

/// A sidecar or labels that were turned with their picture, or a companion that was stripped.
package struct TurnedSidecar: Sendable, Hashable, Codable {
    /// The number of bytes that were written to the output; nil if the sidecar is kept as it is.
    package var bytes: Int?
    /// The CRC-32 of those bytes.
    package var crc32: UInt32 = 0
    /// What was changed.
    package var changes: [Change] = []
    /// Why the file must not be delivered; nil if it may.
    package var refusal: String?
    /// What could not be turned.
    package var warnings: [String] = []
    /// The name of the labels' format; nil if there are none.
    package var format: String?
    /// On which picture the labels were made; nil if it does not matter or is not known.
    package var convention: LabelConvention?
    /// Whether labels are refused only because nothing says on which picture they were made.
    package var isSilent = false
}
