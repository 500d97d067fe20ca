/// Positions that are written as text, in lower case: `48.1372, 11.5755`, `+48.1372+011.5755/`, `48,8.2292n`,
/// `48° 8' 13"`.
///
/// Source: ISO 6709; RFC 5870 (`geo:`); XMP part 2, "GPSCoordinate". The rules are strict about digits, so that version
/// numbers and sizes are no positions.
enum CoordinateText {
    /// A number of degrees with at least four decimals, eleven metres.
    private struct Degrees {
        let value: Double
        let range: Range<Int>
    }

    /// What stands between a latitude and a longitude: `, `, `n, `, `&lon=`, `%2c`.
    private static let between = Set("\t ,;:/|&=+-()[]{}\"'nsewlatongd%2c_".utf8)
    private static let longestBetween = 16

    /// Whether a text holds a position.
    static func isIn(_ text: [UInt8]) -> Bool {
        var last: Degrees?
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "."), let degrees = degrees(around: place, in: text) {
                if let last, isPosition(last, degrees, text) { return true }
                last = degrees
                place = degrees.range.upperBound
            } else if isSexagesimal(at: place, in: text) {
                return true
            } else {
                place += 1
            }
        }
        return false
    }

    private static func isPosition(_ latitude: Degrees, _ longitude: Degrees, _ text: [UInt8]) -> Bool {
        let gap = latitude.range.upperBound..<longitude.range.lowerBound
        let isSeparate = !gap.isEmpty || [0x2B, 0x2D].contains(text[longitude.range.lowerBound])
        // Two shares of one, such as the corners of an area, are no position.
        return isSeparate && gap.count <= longestBetween && text[gap].allSatisfy(between.contains)
            && latitude.value <= 90 && longitude.value <= 180 && max(latitude.value, longitude.value) >= 1
    }

    private static func isDigit(_ text: [UInt8], _ place: Int) -> Bool {
        text.indices.contains(place) && (0x30...0x39).contains(text[place])
    }

    private static func degrees(around point: Int, in text: [UInt8]) -> Degrees? {
        var start = point
        while isDigit(text, start - 1), point - start < 4 { start -= 1 }
        var end = point + 1
        while isDigit(text, end) { end += 1 }
        guard (1...3).contains(point - start), end - point > 4, end - point < 20,
            start == 0 || text[start - 1] != UInt8(ascii: "."), end == text.count || text[end] != UInt8(ascii: "."),
            let value = Double(String(decoding: text[start..<end], as: UTF8.self))
        else { return nil }
        if start > 0, [0x2B, 0x2D].contains(text[start - 1]) { start -= 1 }
        return Degrees(value: value, range: start..<end)
    }

    /// Whether degrees with minutes are at a place: at its last letter, `48,8.2292n`, or at its sign, `48° 8'`.
    private static func isSexagesimal(at place: Int, in text: [UInt8]) -> Bool {
        switch text[place] {
        case UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "e"), UInt8(ascii: "w"):
            var start = place
            let decimals = digits(before: &start, in: text)
            guard decimals >= 1, start > 0, text[start - 1] == 0x2E && decimals >= 2 || text[start - 1] == 0x2C else {
                return false
            }
            start -= 1
            guard (1...2).contains(digits(before: &start, in: text)), start > 0, text[start - 1] == 0x2C else {
                return false
            }
            start -= 1
            return (1...3).contains(digits(before: &start, in: text))
        case 0xB0, UInt8(ascii: "d"):
            let isSign = text[place] == 0xB0
            guard isSign || text[place...].starts(with: "deg".utf8) else { return false }
            var next = place + (isSign ? 1 : 3)
            var start = place
            while start > 0, text[start - 1] == 0x20 || text[start - 1] == 0xC2 { start -= 1 }
            guard isDigit(text, start - 1) else { return false }
            while next < text.count, text[next] == 0x20 { next += 1 }
            let minutes = next
            while isDigit(text, next) || next > minutes && next < text.count && text[next] == 0x2E { next += 1 }
            return next > minutes && next < text.count && [0x27, 0xE2].contains(text[next])
        default: return false
        }
    }

    /// Moves a place before the digits that end there, and returns how many they are.
    private static func digits(before place: inout Int, in text: [UInt8]) -> Int {
        let end = place
        while isDigit(text, place - 1) { place -= 1 }
        return end - place
    }
}
