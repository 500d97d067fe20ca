internal import UprightBase

/// Formats numbers for readers.
enum Words {
    /// A count with its noun: `1 file`, `12,345 files`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A whole number with commas as thousands separators.
    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// A number of bytes with at most one decimal: `512 B`, `1.5 MiB`.
    static func bytes(_ number: Int) -> String {
        guard number >= 1024 else { return "\(number) B" }
        var value = Double(number)
        var unit = ""
        for next in ["KiB", "MiB", "GiB", "TiB", "PiB"] where value >= 1024 {
            value /= 1024
            unit = next
        }
        return "\(oneDigit(value)) \(unit)"
    }

    /// Seconds as a clock shows them, `1:02:03` or `2:03`.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
        let whole = Int(saturating: seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
    }

    /// Seconds with as many digits as are useful: `0.8 ms`, `12 ms`, `3.4 s`, `2:03`.
    static func duration(_ seconds: Double) -> String {
        if seconds < 0.001 { return "\(oneDigit(seconds * 1000)) ms" }
        if seconds < 1 { return "\(Int(saturating: seconds * 1000)) ms" }
        return seconds < 60 ? "\(oneDigit(seconds)) s" : clock(seconds)
    }

    /// A number with at most one decimal, and none from 100 on.
    static func oneDigit(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "?" }
        if value >= 100 { return grouped(Int(saturating: value)) }
        let tenths = Int(saturating: value * 10 + 0.5)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// The text padded with spaces on the right, to a width in characters.
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The text padded with spaces on the left, to a width in characters.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
