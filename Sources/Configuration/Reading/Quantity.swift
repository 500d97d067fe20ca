/// Parses numbers with units, as a configuration writes them.
package enum Quantity {
    /// The whole number in a text: digits, `_` between them, and `k`, `M` or `G` at the end; nil for anything else.
    package static func count(_ text: String) -> Int? {
        scaled(text, units: ["": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000])
    }

    /// The bytes in a text: a number, alone or with `B`, `kB`, `MB`, `GB`, `TB` (powers of 1,000) or `KiB`, `MiB`,
    /// `GiB`, `TiB` (powers of 1,024); nil for anything else.
    package static func bytes(_ text: String) -> Int? {
        scaled(
            text,
            units: [
                "": 1, "B": 1, "kB": 1_000, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000,
                "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
            ])
    }

    /// The duration in a text: a number with `ms`, `s`, `m` or `min`, `h`, `d`; nil for anything else.
    package static func duration(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        let units = ["ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000]
        return scaled(text, units: units).map { .milliseconds($0) }
    }

    /// The seconds in a text: a number of seconds, or a duration with a unit, with a sign or without; nil for anything else.
    package static func seconds(_ text: String) -> Double? {
        if let number = Double(text) { return number.isFinite ? number : nil }
        let isNegative = text.hasPrefix("-")
        guard let duration = duration(isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text) else {
            return nil
        }
        return (isNegative ? -1 : 1) * (duration / .seconds(1))
    }

    /// A number of bytes in the largest binary unit that gives a whole number.
    package static func describe(bytes: Int) -> String {
        for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")]
        where bytes > 0 && bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return "\(bytes)B"
    }

    /// A non-negative number times its unit, if that is a whole number that fits.
    private static func scaled(_ text: String, units: [String: Int]) -> Int? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "_" || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let first = digits.first, first.isNumber, let scale = units[String(unit)] else { return nil }
        let plain = digits.filter { $0 != "_" }
        if let whole = Int(plain) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
            return overflow ? nil : product
        }
        // Half a byte, or half a job, is an error; half a kibibyte is not.
        guard scale > 1, let number = Double(plain) else { return nil }
        return Int(exactly: (number * Double(scale)).rounded())
    }
}
