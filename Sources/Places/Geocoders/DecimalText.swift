internal import UprightBase

/// Formats degrees without an exponent, to about a centimetre.
enum DecimalText {
    static func of(_ degrees: Double, digits: Int = 7) -> String {
        let unit: UInt = (0..<digits).reduce(1) { value, _ in value * 10 }
        let scaled = Int(saturating: (degrees * Double(unit)).rounded())
        let fraction = String(scaled.magnitude % unit)
        return (scaled < 0 ? "-" : "") + String(scaled.magnitude / unit) + "."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
