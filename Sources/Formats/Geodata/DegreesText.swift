internal import UprightBase

/// Degrees and metres as people and tables write them: `48.137`, `48°8'13.75"N`, `N 48° 8.229'`, exiftool's `48 deg 8' 13.75" N`.
package enum DegreesText {
    /// Returns decimal degrees, north and east positive; nil if the text is not a coordinate.
    ///
    /// - Parameter reference: `N`, `South`, …, which counts if the text has neither a sign nor a letter.
    package static func degrees(_ text: String, _ reference: String? = nil) -> String? {
        var body = text.trimmed
        var letter = body.last.flatMap { "NSEWnsew".contains($0) ? $0 : nil }
        if letter != nil {
            body = String(body.dropLast()).trimmed
        } else if let first = body.first, "NSEWnsew".contains(first) {
            (letter, body) = (first, String(body.dropFirst()).trimmed)
        }
        let isSigned = body.hasPrefix("-") || body.hasPrefix("+")
        if letter == nil, !isSigned { letter = reference?.trimmed.first }
        let isNegative = letter.map { "SWsw".contains($0) } ?? false
        // In a cell, a comma can only be a decimal one.
        if !body.contains(".") { body = body.replacing(",", with: ".") }
        let parts = body.replacing("deg", with: " ").split { " :'\"°º′″’”".contains($0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ Double($0)?.isFinite ?? false }) else { return nil }
        if parts.count == 1 {
            return isNegative && !isSigned ? "-\(parts[0])" : String(parts[0])
        }
        let numbers = parts.map { Double($0) ?? 0 }
        guard numbers.allSatisfy({ $0 >= 0 }), numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        // Ten decimals are a hundredth of a millimetre.
        let value = zip(numbers, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        let scaled = Int(saturating: (value * 1e10).rounded())
        let fraction = String(scaled % 10_000_000_000)
        return (isNegative ? "-" : "") + "\(scaled / 10_000_000_000)."
            + String(repeating: "0", count: 10 - fraction.count) + fraction
    }

    /// Returns metres above sea level; nil if the text is not an altitude.
    package static func metres(_ text: String, _ reference: String?) -> String? {
        guard let number = text.trimmed.split(separator: " ").first, Double(number)?.isFinite ?? false else {
            return nil
        }
        let words = (text + " " + (reference ?? "")).lowercased()
        let isBelow = words.contains("below") || reference?.trimmed == "1"
        return isBelow && !number.hasPrefix("-") ? "-\(number)" : String(number)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
