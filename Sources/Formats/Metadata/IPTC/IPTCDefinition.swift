/// What the IIM standard says about one data set.
public struct IPTCDefinition: Sendable, Hashable {
    /// What the bytes are.
    public enum Format: Sendable, Hashable {
        /// Characters.
        case text
        /// Digits 0 to 9.
        case digits
        /// A date, CCYYMMDD.
        case date
        /// A time with its zone, HHMMSS±HHMM.
        case time
        /// A number, most significant byte first.
        case number
        /// Bytes.
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
    /// The fewest and the most bytes.
    public let length: ClosedRange<Int>
    /// What the bytes are.
    public let format: Format
    /// Whether there may be several.
    public let isRepeatable: Bool
}
