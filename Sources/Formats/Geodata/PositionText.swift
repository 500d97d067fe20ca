/// The text of a position: `LAT,LON` or `LAT,LON,ALT`, in decimal degrees and metres, north and east positive; or what people
/// copy: `48.1 11.5`, `48,1 11,5`, `48°8'13"N 11°34'31"E`, `北纬48.1 东经11.5`, `{{coord|48|8|N|11|34|E}}`, `lat: 48.1, lon: 11.5`,
/// a `geo:` URI (RFC 5870), the link of a map (``MapLink``), a Plus Code, UTM, MGRS or ISO 6709 (``GridPosition``).
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
            + "48°8'13\"N 11°34'31\"E; a geo: URI, a map's link, a whole Plus Code, UTM or MGRS")

    /// Its commas can separate numbers or their decimals: `48,13` can be 48.13.
    package static let ambiguity = GeodataError(
        "LAT,LON with a decimal point, such as 48.137,11.575; whole degrees are written 48.0,13.0, since 48,13 can "
            + "also be 48.13")

    /// Splits a text into its numbers, which can be out of range.
    ///
    /// Where a comma precedes decimals, `48,13` is one number. Whole numbers joined by bare commas are therefore refused;
    /// one decimal point or a space after a comma makes clear what is meant.
    package init(_ text: some StringProtocol) throws(GeodataError) {
        let text = Self.plain(String(text))
        let grid = GridPosition.position(in: text).map { PositionText($0.latitude, $0.longitude) }
        if let found = MapLink.position(in: text) ?? grid ?? Self.labelled(text) ?? Self.decimalCommas(text)
            ?? Self.halves(of: text)
        {
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

    /// Creates the text of numbers that were computed, to a centimetre.
    init(_ latitude: Double, _ longitude: Double, altitude: String? = nil) {
        func text(_ degrees: Double) -> String { String((degrees * 1e7).rounded() / 1e7) }
        self.init(latitude: text(latitude), longitude: text(longitude), altitude: altitude)
    }

    /// Signs and words of other scripts and notations, and what stands for them here.
    private static let signs = [
        ("−", "-"), ("，", ","), ("；", ";"), ("度", "°"), ("分", "′"), ("秒", "″"), ("北纬", "N"), ("北緯", "N"), ("南纬", "S"),
        ("南緯", "S"), ("东经", "E"), ("東經", "E"), ("西经", "W"), ("西經", "W"),
    ]

    /// Returns a text without brackets around it, with the signs that the rules know.
    private static func plain(_ text: String) -> String {
        var text = signs.reduce(String(Timestamp.trimmed(text))) { $0.replacing($1.0, with: $1.1) }
        if text.lowercased().hasPrefix("{{coord|") {
            // The fields behind the angles say how they are shown.
            let fields = text.dropFirst(8).split { "|}".contains($0) }.map { String(Timestamp.trimmed(String($0))) }
            return fields.prefix { isNumber($0) || "NSEW".contains($0) }.joined(separator: " ")
        }
        if let first = text.first, let last = text.last, ["()", "[]"].contains("\(first)\(last)") {
            text = String(Timestamp.trimmed(String(text.dropFirst().dropLast())))
        }
        let letters = Array(text)
        let isShort = letters.indices.contains {
            letters[$0] == "d" && $0 > 0 && letters[$0 - 1].isNumber && $0 + 1 < letters.count
                && letters[$0 + 1].isNumber
        }
        guard isShort, !text.contains("/") else { return text }
        // 48d8m13s N
        return letters.indices.map { index in
            let isUnit = index > 0 && letters[index - 1].isNumber
            return isUnit
                ? ["d": "°", "m": "′", "s": "″"][letters[index]] ?? String(letters[index]) : String(letters[index])
        }.joined()
    }

    /// Reads `lat: 48.1, lon: 11.5`, and the same in JSON; `POINT(11.5 48.1)`.
    private static func labelled(_ text: String) -> PositionText? {
        let lower = text.lowercased()
        let words = lower.split { !$0.isLetter }
        if words == ["point"] {
            let numbers = lower.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.split(separator: " ").map(
                String.init)
            guard numbers.count == 2, numbers.allSatisfy(isNumber) else { return nil }
            return PositionText(latitude: numbers[1], longitude: numbers[0], altitude: nil)
        }
        let (north, east) = (["lat", "latitude"], ["lon", "lng", "long", "longitude"])
        guard words.count == 2, let first = words.first, let last = words.last else { return nil }
        let isSwapped = east.contains(String(first))
        guard (isSwapped ? east : north).contains(String(first)), (isSwapped ? north : east).contains(String(last))
        else {
            return nil
        }
        let numbers = lower.split { !"+-.0123456789".contains($0) }.map(String.init)
        guard numbers.count == 2, numbers.allSatisfy(isNumber) else { return nil }
        return PositionText(latitude: numbers[isSwapped ? 1 : 0], longitude: numbers[isSwapped ? 0 : 1], altitude: nil)
    }

    /// Reads numbers with decimal commas, or with a semicolon between them: `48,137 11,575`, `48,137; 11,575`.
    private static func decimalCommas(_ text: String) -> PositionText? {
        let hasSemicolon = text.contains(";")
        var parts = (hasSemicolon ? text.split(separator: ";") : text.split { $0.isWhitespace }).map {
            String(Timestamp.trimmed(String($0)))
        }
        guard parts.count == 2 else { return nil }
        if !hasSemicolon, parts[0].hasSuffix(",") { parts[0].removeLast() }
        let numbers = parts.map { $0.replacing(",", with: ".") }
        let isWhole = parts.allSatisfy { $0.contains(",") && $0.last?.isNumber ?? false }
        guard hasSemicolon || isWhole, numbers.allSatisfy(isNumber) else { return nil }
        return PositionText(latitude: numbers[0], longitude: numbers[1], altitude: nil)
    }

    /// Reads two numbers with a space between them, or two angles with letters or signs of degrees.
    private static func halves(of text: String) -> PositionText? {
        let words = text.split { $0.isWhitespace }.map(String.init)
        if words.count == 2, words.allSatisfy(isNumber) {
            return PositionText(latitude: words[0], longitude: words[1], altitude: nil)
        }
        var body = text.replacing("deg", with: "°")
        let places = body.indices.filter { "NSEWnsew".contains(body[$0]) }
        let letters = places.map { body[$0] }
        if letters.count == 2 {
            // Decimals: 48,137N 11,575E.
            let plain = Array(body)
            body = String(
                plain.indices.map { index in
                    let isDecimal =
                        plain[index] == "," && index > 0 && index + 1 < plain.count && plain[index - 1].isNumber
                        && plain[index + 1].isNumber
                    return isDecimal ? "." : plain[index]
                })
        }
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
