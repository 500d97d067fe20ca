internal import UprightBytes

/// Formats numbers for pages.
enum NumberText {
    /// A whole number with a narrow no-break space as the thousands separator.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
            text.append(digit)
        }
        return text
    }

    /// `1 picture`, `2 pictures`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A size of files: `12 MB`.
    static func size(_ bytes: Int) -> String {
        var value = Double(bytes)
        var units = ["bytes", "kB", "MB", "GB", "TB"][...]
        while value >= 1000, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let isWhole = value >= 10 || units.first == "bytes"
        return
            "\(isWhole ? String(Int(saturating: value.rounded())) : String((value * 10).rounded() / 10)) \(units.first ?? "")"
    }
}
