internal import UprightBase
internal import UprightFormats

/// A position in a video.
struct VideoPosition {
    let coordinate: GPSCoordinate
    /// Metres above sea level.
    let altitude: Double?

    private init?(_ latitude: Double, _ longitude: Double, _ altitude: Double?) {
        coordinate = GPSCoordinate(latitude: latitude, longitude: longitude)
        guard latitude.isFinite, longitude.isFinite, coordinate.isPlausible else { return nil }
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses `+27.5916+086.5640+8850/` (ISO 6709, annex H), in degrees, degrees and minutes, or also seconds.
    init?(iso6709 text: String) {
        var numbers: [Substring] = []
        let body = text.prefix(200).prefix { $0 != "/" && $0 != "C" }
        var start = body.startIndex
        for index in body.indices.dropFirst() where body[index] == "+" || body[index] == "-" {
            numbers.append(body[start..<index])
            start = index
        }
        numbers.append(body[start...])
        guard numbers.count >= 2, let north = Self.degrees(numbers[0], digits: 2),
            let east = Self.degrees(numbers[1], digits: 3)
        else { return nil }
        self.init(north, east, numbers.count > 2 ? Double(numbers[2]) : nil)
    }

    /// - Parameter digits: the digits of whole degrees.
    private static func degrees(_ text: Substring, digits: Int) -> Double? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let number = text.dropFirst()
        let whole = number.prefix { $0 != "." }
        guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        let value: Double?
        switch whole.count - digits {
        case 2:
            let minutes = Double(number.dropFirst(digits))
            value = Double(number.prefix(digits)).flatMap { degrees in minutes.map { degrees + $0 / 60 } }
        case 4:
            let minutes = Double(number.dropFirst(digits).prefix(2))
            let seconds = Double(number.dropFirst(digits + 2))
            value = Double(number.prefix(digits)).flatMap { degrees in
                minutes.flatMap { minutes in seconds.map { degrees + minutes / 60 + $0 / 3_600 } }
            }
        default: value = Double(number)
        }
        return value.map { sign == "-" ? -$0 : $0 }
    }

    /// Reads the content of the box `loci` (3GPP TS 26.244, 8.8): version and flags, language, name, role, and longitude,
    /// latitude and altitude with 16 bits after the point.
    init?(loci content: [UInt8]) {
        let name = content.dropFirst(6)
        let after: Int
        if name.starts(with: [0xFE, 0xFF]) || name.starts(with: [0xFF, 0xFE]) {
            let pairs = stride(from: name.startIndex, to: name.endIndex - 1, by: 2)
            guard let end = pairs.first(where: { name[$0] == 0 && name[$0 + 1] == 0 }) else { return nil }
            after = end + 2
        } else {
            guard let end = name.firstIndex(of: 0) else { return nil }
            after = end + 1
        }
        func number(_ index: Int) -> Double? {
            content.bigEndian32(at: after + 1 + 4 * index).map { Double(Int32(bitPattern: $0)) / 65_536 }
        }
        guard let east = number(0), let north = number(1) else { return nil }
        self.init(north, east, number(2))
    }
}
