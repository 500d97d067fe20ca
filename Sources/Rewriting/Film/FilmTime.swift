internal import UprightMetadata

/// The times of films.
enum FilmTime {
    /// The seconds from the start of 1904, from which the headers count (ISO/IEC 14496-12, section 8.2.2), to that of 1970.
    private static let epoch = 2_082_844_800

    /// Returns the time of a header; nil for 0, which means that the camera did not know it.
    static func since1904(_ seconds: Int) -> ExifDateTime? {
        guard seconds > 0, seconds < 1 << 40 else { return nil }
        // Some writers count from 1970.
        let since1970 = seconds < epoch ? seconds : seconds - epoch
        return ExifDateTime(secondsSince1970: Double(since1970))
    }

    /// Parses `2024-05-06T07:08:09+0200`, with a fraction, a colon in the zone, `Z`, or without a zone.
    static func parsed(_ text: String) -> ExifDateTime? {
        let bytes = Array(text.utf8.prefix(64))
        guard bytes.count >= 19, "-/:".utf8.contains(bytes[4]), " T".utf8.contains(bytes[10]) else { return nil }
        var date = Array(bytes[..<19])
        (date[4], date[7], date[10]) = (0x3A, 0x3A, 0x20)
        var rest = bytes[19...]
        var fraction: String?
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            fraction = String(decoding: digits, as: UTF8.self)
            rest = rest.dropFirst(1 + digits.count)
        }
        var zone = String(decoding: rest, as: UTF8.self)
        if zone.utf8.count == 5, !zone.contains(":") { zone = zone.prefix(3) + ":" + zone.suffix(2) }
        return ExifDateTime(
            String(decoding: date, as: UTF8.self), fraction: fraction, offset: zone.isEmpty ? nil : zone)
    }
}
