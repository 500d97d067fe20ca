/// The text of a position: `LAT,LON` or `LAT,LON,ALT`, in decimal degrees and metres, north and east positive.
///
/// A comma separates the numbers, with or without spaces around it, and a point their decimals.
public struct PositionText: Sendable, Hashable {
    /// The degrees north, as written.
    public let latitude: String
    /// The degrees east, as written.
    public let longitude: String
    /// The altitude in metres, as written; nil if there is none.
    public let altitude: String?

    /// Why a text is not that of a position.
    public enum Failure: Error, Sendable, Hashable {
        /// It does not consist of two or three decimal numbers with commas between them.
        case form
        /// Its commas can separate numbers or their decimals: `48,13` can be 48.13.
        case ambiguous
    }

    /// Splits a text into its numbers, which can be out of range.
    ///
    /// Where a comma precedes decimals, `48,13` is one number. Whole numbers joined by bare commas are therefore refused;
    /// one decimal point or a space after a comma makes clear what is meant.
    public init(_ text: some StringProtocol) throws(Failure) {
        let written = text.split(separator: ",", omittingEmptySubsequences: false)
        let parts = written.map { String(Timestamp.trimmed(String($0))) }
        guard parts.count > 1, parts.allSatisfy(Self.isNumber) else { throw .form }
        let hasPoint = parts.contains { $0.contains { !"+-0123456789".contains($0) } }
        let hasSpace = written.dropFirst().contains { $0.first?.isWhitespace ?? false }
        guard hasPoint || hasSpace else { throw .ambiguous }
        guard parts.count <= 3 else { throw .form }
        latitude = parts[0]
        longitude = parts[1]
        altitude = parts.count > 2 ? parts[2] : nil
    }

    /// Whether a text is a number in decimal notation, with or without an exponent.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.contains { (0x30...0x39).contains($0) }
            && text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
            && Double(text)?.isFinite ?? false
    }
}

extension PositionText.Failure: CustomStringConvertible {
    /// What a position is, and how to write it.
    public var description: String {
        switch self {
        case .form: "LAT,LON or LAT,LON,ALT in decimal degrees and metres, such as 48.137,11.575"
        case .ambiguous:
            "LAT,LON with a decimal point, such as 48.137,11.575; whole degrees are written 48.0,13.0, since 48,13 can "
                + "also be 48.13"
        }
    }
}
