/// The definition of a data set in the IIM standard.
public struct IPTCDefinition: Sendable, Hashable {
    /// The format of the bytes.
    public enum Format: Sendable, Hashable {
        /// Text.
        case text
        /// Digits 0 to 9.
        case digits
        /// A date, CCYYMMDD.
        case date
        /// A time with a zone, HHMMSS±HHMM.
        case time
        /// A big-endian number.
        case number
        /// Binary data.
        case binary
    }

    /// The record.
    public let record: UInt8
    /// The number in the record.
    public let number: UInt8
    /// The name in the standard, with the words joined by hyphens as exiftool does: `Caption-Abstract`.
    public let name: String
    /// The key in ImageIO's `{IPTC}` dictionary: `Caption/Abstract`.
    public let key: String
    /// The minimum and maximum length in bytes.
    public let length: ClosedRange<Int>
    /// The format of the bytes.
    public let format: Format
    /// Whether a block can hold several.
    public let isRepeatable: Bool
}
