internal import UprightBase

/// Formats numbers for pages.
enum NumberText {
    /// A whole number with a separator between thousands.
    static func grouped(_ number: Int, separator: String = "\u{202F}") -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }

    /// A size of files: `12 MB`.
    static func size(_ bytes: Int, decimal: String = ".") -> String {
        var value = Double(bytes)
        var units = ["bytes", "kB", "MB", "GB", "TB"][...]
        while value >= 1000, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let isWhole = value >= 10 || units.first == "bytes"
        if isWhole { return "\(Int(saturating: value.rounded())) \(units.first ?? "")" }
        let tenths = Int(saturating: (value * 10).rounded())
        return "\(tenths / 10)\(decimal)\(tenths % 10) \(units.first ?? "")"
    }
}
