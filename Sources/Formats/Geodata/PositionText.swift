/// The text of a position: `LAT,LON` or `LAT,LON,ALT`, in decimal degrees and metres, north and east positive; or what people
/// copy: `48.1 11.5`, `48°8'13"N 11°34'31"E`, a `geo:` URI (RFC 5870), the link of a map (``MapLink``).
///
/// A comma separates the numbers, with or without spaces around it, and a point their decimals.
package struct PositionText: Sendable, Hashable {
    /// The degrees north, as written.
    package let latitude: String
    /// The degrees east, as written.
    package let longitude: String
    /// The altitude in metres, as written; nil if there is none.
    package let altitude: String?

    /// It does not consist of two or three decimal numbers with commas between them.
    package static let formProblem = GeodataError(
        "LAT,LON or LAT,LON,ALT in decimal degrees and metres, such as 48.137,11.575; degrees with minutes, such as "
            + "48°8'13\"N 11°34'31\"E; a geo: URI or a map's link")

    /// Its commas can separate numbers or their decimals: `48,13` can be 48.13.
    package static let ambiguity = GeodataError(
        "LAT,LON with a decimal point, such as 48.137,11.575; whole degrees are written 48.0,13.0, since 48,13 can "
            + "also be 48.13")

    /// Splits a text into its numbers, which can be out of range.
    ///
    /// Where a comma precedes decimals, `48,13` is one number. Whole numbers joined by bare commas are therefore refused;
    /// one decimal point or a space after a comma makes clear what is meant.
    package init(_ text: some StringProtocol) throws(GeodataError) {
        let text = String(Timestamp.trimmed(String(text)))
        if let found = MapLink.position(in: text) ?? Self.halves(of: text) {
            (latitude, longitude, altitude) = (found.latitude, found.longitude, found.altitude)
            return
        }
        let written = text.split(separator: ",", omittingEmptySubsequences: false)
        let parts = written.map { String(Timestamp.trimmed(String($0))) }
        guard parts.count > 1, parts.allSatisfy(Self.isNumber) else { throw Self.formProblem }
        let hasPoint = parts.contains { $0.contains { !"+-0123456789".contains($0) } }
        let hasSpace = written.dropFirst().contains { $0.first?.isWhitespace ?? false }
        guard hasPoint || hasSpace else { throw Self.ambiguity }
        guard parts.count <= 3 else { throw Self.formProblem }
        latitude = parts[0]
        longitude = parts[1]
        altitude = parts.count > 2 ? parts[2] : nil
    }

    init(latitude: String, longitude: String, altitude: String?) {
        (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    }

    /// Reads two numbers with a space between them, or two angles with letters or signs of degrees.
    private static func halves(of text: String) -> PositionText? {
        let words = text.split { $0.isWhitespace }.map(String.init)
        if words.count == 2, words.allSatisfy(isNumber) {
            return PositionText(latitude: words[0], longitude: words[1], altitude: nil)
        }
        let body = text.replacing("deg", with: "°")
        let places = body.indices.filter { "NSEWnsew".contains(body[$0]) }
        let letters = places.map { body[$0] }
        var halves = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if halves.count == 1, places.count == 2 {
            // A letter begins each half, or ends it.
            let cut = places[0] == body.startIndex ? places[1] : body.index(after: places[0])
            halves = [String(body[..<cut]), String(body[cut...])]
        }
        guard halves.count == 2, letters.count == 2 || letters.isEmpty && body.contains("°"),
            let one = DegreesText.degrees(halves[0]), let other = DegreesText.degrees(halves[1])
        else { return nil }
        let isSwapped = letters.first.map { "EWew".contains($0) } ?? false
        guard letters.isEmpty || "EWew".contains(letters.last ?? "N") != isSwapped else { return nil }
        return PositionText(latitude: isSwapped ? other : one, longitude: isSwapped ? one : other, altitude: nil)
    }

    /// Whether a text is a number in decimal notation, with or without an exponent.
    static func isNumber(_ text: String) -> Bool {
        text.utf8.contains { (0x30...0x39).contains($0) }
            && text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
            && Double(text)?.isFinite ?? false
    }
}
