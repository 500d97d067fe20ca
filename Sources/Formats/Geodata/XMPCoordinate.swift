/// A latitude or longitude as XMP writes it (XMP specification part 2, 1.2.7.4): `DDD,MM,SSk` or `DDD,MM.mmk`, where
/// `k` is the letter of the hemisphere.
package enum XMPCoordinate {
    /// `N` and `S`.
    case latitude
    /// `E` and `W`.
    case longitude

    private var letters: (positive: String, negative: String) {
        switch self {
        case .latitude: ("N", "S")
        case .longitude: ("E", "W")
        }
    }

    /// Returns the degrees in a text, positive north and east; nil for other text. Plain decimal degrees, which some
    /// programs write, are also accepted. ``Position`` checks the range.
    package func degrees(_ text: String) -> Double? {
        let text = Timestamp.trimmed(text)
        guard let last = text.last else { return nil }
        if last.isNumber { return Double(text) }
        let sign: Double
        switch String(last).uppercased() {
        case letters.positive: sign = 1
        case letters.negative: sign = -1
        default: return nil
        }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var value = 0.0
        var unit = 1.0
        for (index, part) in parts.enumerated() {
            guard let part, part >= 0, index == 0 || part < 60 else { return nil }
            value += part / unit
            unit *= 60
        }
        return sign * value
    }
}
