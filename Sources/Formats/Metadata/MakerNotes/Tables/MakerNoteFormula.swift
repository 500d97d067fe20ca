internal import UprightBase
internal import Glibc

/// Formulas for values that are not plain numbers. Sources: ExifTool's documentation of tag names, Exiv2's tag lists.
enum MakerNoteFormula: String, Sendable, CaseIterable {
    /// Bytes are text.
    case text
    /// Four digits are a version: `0210` is 2.10.
    case version
    /// Canon: steps of 1/32 EV, thirds rounded.
    case canonEV
    /// Canon: an f-number as steps of 1/32 EV.
    case canonAperture
    /// Canon: an exposure time as steps of 1/32 EV.
    case canonTime
    /// Canon: a sensitivity that was measured, in 1/32 EV.
    case canonISO
    /// Canon: the base sensitivity, in 1/32 EV.
    case canonBaseISO
    /// Canon: degrees Celsius plus 128; 0 is unknown.
    case canonTemperature
    /// Canon: light as 1/32 EV.
    case canonMeasured
    /// Canon: light as 1/8 EV.
    case canonMeasured2
    /// Nikon: a number, its numerator and denominator, in bytes.
    case nikonFraction
    /// Nikon: a sensitivity in 1/12 EV.
    case nikonISO
    /// Nikon: a focal length in 1/24 octaves above 5 mm.
    case nikonFocal
    /// Nikon: an f-number in 1/24 EV.
    case nikonAperture
    /// Nikon: a distance in 1/40 decades above 1 cm, in metres.
    case nikonDistance
    /// Nikon: a setting of a picture control, 128 in the middle.
    case nikonPC
    /// Nikon: a setting of a picture control in quarters, 128 in the middle.
    case nikonPC4
    /// Nikon: the position of the exit pupil, 2048 divided by the number, in millimetres.
    case nikonPupil
    /// Nikon: a date and time in seven bytes.
    case nikonTime
    /// Shortest and longest focal length and the f-number at each, as `24-70mm f/2.8`.
    case lens
    /// Pentax: year, month and day.
    case date
    /// Pentax: hour, minute and second.
    case time
    /// Olympus: the f-number as 1/256 EV.
    case olympusAperture
    /// Olympus: four hexadecimal digits are a version.
    case olympusFirmware
    /// Olympus: a distance in millimetres, shown in metres.
    case olympusDistance
    /// Olympus: stabilization in the body; off if the first four bytes are zero, the mode is in the 45th.
    case olympusStabilization
    /// Sony: focal lengths and f-numbers as decimal digits in hexadecimal.
    case sonyLens
    /// Pentax: a firmware version, whose bytes are inverted.
    case pentaxFirmware
    /// A SHORT that is signed.
    case signed
    /// Pentax: tenths above 50.
    case pentaxCompensation
    /// Fujifilm: a number in 15 bits.
    case fujiCount
    /// Minolta: a sensitivity in 1/8 EV.
    case minoltaISO
    /// Minolta: an exposure time in 1/8 EV.
    case minoltaTime
    /// Minolta: an f-number in 1/8 EV.
    case minoltaAperture
    /// Minolta: thirds of EV above 6.
    case minoltaEV
    /// Minolta: thirds of EV above 6, shown with its sign.
    case minoltaFlash
    /// Minolta: a setting with 3 in the middle.
    case minoltaLevel
    /// Minolta: eighths of EV above 6.
    case minoltaBrightness
    /// Minolta: a date in bytes of a LONG.
    case minoltaDate
    /// Minolta: a time in bytes of a LONG.
    case minoltaClock
    /// Tenths, signed.
    case tenths
    /// Sony: numbers above 128 are below zero.
    case signed8
    /// Seconds since 1970 in the camera's time.
    case unixTime
    /// Hours, minutes, seconds and hundredths, or month and day.
    case clock
    /// Bytes as a version with points.
    case dots
    /// SHORTs are text in UTF-16.
    case utf16
    /// Bytes as hexadecimal digits.
    case hex
    /// Two numbers are a fraction.
    case fraction
    /// Eight digits are a date.
    case digitsDate
    /// Pentax: a focal length, long ones in steps of four.
    case pentaxFocal
    /// Text behind four bytes.
    case textAt4
    /// Text behind a label and a colon.
    case labelled
    /// Two numbers, the second first.
    case reversed
    /// A date and time whose digits are hexadecimal, in seven bytes, and hundredths in an eighth.
    case digitsTime
    /// The first number in 1/256.
    case first256
    /// Olympus: tenths of a degree, if the second number is 1, to the left.
    case olympusRoll
    /// Olympus: tenths of a degree, if the second number is 1.
    case olympusPitch
    /// Casio: two fractions of the picture's size.
    case casioPoint
    /// Casio: a date and time of ten digits among zeros.
    case casioDate
    /// The camera has it, whatever the value.
    case on
    /// Pentax: a colour temperature below 53190, and two shifts in four bits each.
    case pentaxTemperature
    /// Pentax: a colour temperature below 53190, a number, and two levels in 1/8192.
    case pentaxKelvin
    /// Ricoh: `Rev0104` is version 1.04.
    case ricohVersion

    /// Returns the value as shown; nil if it is unknown.
    func value(_ raw: MetadataValue, order: TIFFByteOrder) -> PropertyValue? {
        let numbers = raw.numbers ?? raw.bytes?.map(Double.init) ?? []
        switch self {
        case .text, .version:
            guard let bytes = raw.bytes else { return raw.property() }
            if self == .version, bytes.count == 4, bytes.allSatisfy({ $0 < 10 }) {
                return .string("\(bytes[0] * 10 + bytes[1]).\(bytes[2])\(bytes[3])")
            }
            let text = TextEncoding.lenient(bytes.drop { $0 == 0 }.prefix { $0 != 0 })
            if self == .version, text.utf8.count == 4, let number = Int(text) {
                return .string("\(number / 100).\(text.suffix(2))")
            }
            return .string(MakerNoteNaming.trimmed(text))
        case .hex:
            let digits = Array("0123456789abcdef".utf8)
            guard let bytes = raw.bytes else { return raw.property() }
            return .string(
                String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self))
        case .nikonFraction:
            guard let bytes = raw.bytes, bytes.count >= 3, bytes[2] != 0 else { return nil }
            return .real(Double(Int8(bitPattern: bytes[0])) * Double(bytes[1]) / Double(bytes[2]))
        case .lens: return lens(numbers)
        case .minoltaDate, .minoltaClock:
            guard let number = raw.integers?.first else { return nil }
            let parts = [number >> 16, number >> 8 & 0xFF, number & 0xFF].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return .string(parts.joined(separator: ":"))
        case .olympusDistance:
            guard case .rational(let units) = raw, let millimetres = units.first?.numerator else { return nil }
            return millimetres == 0xFFFF_FFFF ? .string("inf") : .real(Double(millimetres) / 1000)
        case .olympusStabilization:
            guard let bytes = raw.bytes, bytes.count >= 4 else { return nil }
            return .string(
                bytes.prefix(4).allSatisfy { $0 == 0 }
                    ? "Off" : "On, \(bytes.count > 44 && bytes[44] & 1 == 1 ? "Mode 1" : "Mode 2")")
        case .sonyLens:
            let bytes = raw.bytes ?? raw.integers?.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } ?? []
            guard bytes.count == 8, bytes[1...6].allSatisfy({ $0 >> 4 < 10 && $0 & 15 < 10 }) else { return nil }
            func digits(_ bytes: ArraySlice<UInt8>) -> Double? {
                Double(bytes.map { "\($0 >> 4)\($0 & 15)" }.joined())
            }
            guard let short = digits(bytes[1...2]), let long = digits(bytes[3...4]), let wide = digits(bytes[5...5]),
                let tele = digits(bytes[6...6]), long == 0 || long >= short
            else { return nil }
            return lens([short, long, wide / 10, tele / 10], mark: "F")
        case .pentaxFirmware:
            guard let bytes = raw.bytes, bytes.count == 4 else { return nil }
            let parts = bytes.map { $0 ^ 0xFF }
            return .string("\(parts[0]).\(Self.two(parts[1])).\(Self.two(parts[2])).\(Self.two(parts[3]))")
        case .dots:
            // Some cameras write digits.
            if let bytes = raw.bytes, bytes.allSatisfy({ (0x30..<0x7F).contains($0) }) {
                return .string(TextEncoding.lenient(bytes[...]))
            }
            guard let parts = raw.bytes?.map(Int.init) ?? raw.integers else { return raw.property() }
            return .string(parts.map { String($0) }.joined(separator: "."))
        case .utf16:
            let units = (raw.integers ?? []).prefix { $0 != 0 }.map { UInt16(truncatingIfNeeded: $0) }
            return String(validating: units, as: UTF16.self).map { .string($0) }
        case .fraction:
            guard numbers.count == 2, numbers[1] != 0 else { return nil }
            return .real(numbers[0] / numbers[1])
        case .digitsDate:
            guard let number = raw.integers?.first, number >= 10_000_000, number < 100_000_000 else {
                return raw.property()
            }
            return .string("\(number / 10_000):\(Self.two(UInt8(number / 100 % 100))):\(Self.two(UInt8(number % 100)))")
        case .pentaxFocal:
            guard let number = raw.integers?.first else { return nil }
            return .real(number & 1 == 1 ? Double(number) * 4 : Double(number) / 2)
        case .textAt4:
            guard let bytes = raw.bytes else { return raw.property() }
            return .string(MakerNoteNaming.trimmed(TextEncoding.lenient(bytes.dropFirst(4).prefix { $0 != 0 })))
        case .labelled:
            guard let text = raw.text, let colon = text.firstIndex(of: ":") else { return raw.property() }
            return .string(String(text[text.index(after: colon)...]))
        case .reversed: return .array(numbers.reversed().map { .real($0) })
        case .digitsTime:
            guard let bytes = raw.bytes, bytes.count >= 7, bytes[0] != 0 else { return nil }
            let parts = bytes.map { "\($0 >> 4)\($0 & 15)" }
            return .string(
                parts[0] + parts[1...3].joined(separator: ":") + " " + parts[4...6].joined(separator: ":")
                    + (bytes.count > 7 ? "." + parts[7] : ""))
        case .first256: return numbers.first.map { .real($0 / 256) }
        case .olympusRoll, .olympusPitch:
            guard numbers.count == 2 else { return raw.property() }
            return numbers[1] == 1 ? .real((self == .olympusRoll ? -numbers[0] : numbers[0]) / 10) : .string("n/a")
        case .casioPoint:
            guard numbers.count == 4, numbers[0] != 65535, numbers[1] != 0, numbers[3] != 0 else {
                return .string("n/a")
            }
            return .array([.real(numbers[0] / numbers[1]), .real(numbers[2] / numbers[3])])
        case .casioDate:
            let digits = (raw.bytes ?? []).filter { (0x30...0x39).contains($0) }
            guard digits.count == 10 else { return nil }
            let parts = (0..<5).map { String(decoding: digits[2 * $0..<2 * $0 + 2], as: UTF8.self) }
            return .string(
                "\(parts[0] < "70" ? 20 : 19)" + parts[..<3].joined(separator: ":") + " "
                    + parts[3...].joined(separator: ":"))
        case .clock:
            guard let parts = raw.bytes?.map(Self.two) else { return nil }
            return .string(parts.prefix(3).joined(separator: ":") + parts.dropFirst(3).map { "." + $0 }.joined())
        case .unixTime:
            guard let seconds = raw.integers?.first else { return nil }
            return ExifDateTime(secondsSince1970: Double(seconds)).map { .string($0.exifText) }
        case .on: return .string("On")
        case .pentaxTemperature:
            guard let bytes = raw.bytes, bytes.count == 4 else { return raw.property() }
            func shift(_ bits: UInt8) -> PropertyValue { .integer(bits >= 8 ? Int(bits) - 16 : Int(bits)) }
            let temperature = 53190 - (Int(bytes[0]) << 8 | Int(bytes[1]))
            return .array([.integer(temperature), shift(bytes[3] & 15), shift(bytes[3] >> 4)])
        case .pentaxKelvin:
            guard numbers.count == 4 else { return raw.property() }
            return .array([53190 - numbers[0], numbers[1], numbers[2] / 8192, numbers[3] / 8192].map { .real($0) })
        case .ricohVersion:
            guard let text = raw.text, text.hasPrefix("Rev"), let number = Double(text.dropFirst(3)) else {
                return raw.property()
            }
            return .real(number / 100)
        case .nikonPC, .nikonPC4:
            guard let number = numbers.first else { return nil }
            switch number {
            case 0: return .string("Auto")
            case 127: return .string("User")
            case 255: return .string("n/a")
            default: return .real(self == .nikonPC4 ? (number - 128) / 4 : number - 128)
            }
        case .nikonTime:
            guard let bytes = raw.bytes, bytes.count >= 7 else { return nil }
            let year = Int(order.integer(bytes.prefix(2)))
            return .string(
                "\(year):\(Self.two(bytes[2])):\(Self.two(bytes[3])) "
                    + bytes[4...6].map(Self.two).joined(separator: ":"))
        case .date:
            guard let bytes = raw.bytes, bytes.count >= 4 else { return nil }
            return .string("\(Int(bytes[0]) << 8 | Int(bytes[1])):\(Self.two(bytes[2])):\(Self.two(bytes[3]))")
        case .time:
            guard let bytes = raw.bytes, bytes.count >= 3 else { return nil }
            return .string(bytes.prefix(3).map(Self.two).joined(separator: ":"))
        case .olympusFirmware:
            guard let number = raw.integers?.first else { return raw.property() }
            return number == 0
                ? nil : .real(Double(String(number.magnitude, radix: 16)).map { $0 / 1000 } ?? Double(number))
        default:
            guard let number = numbers.first, let result = computed(number), result.isFinite else { return nil }
            return .real(result)
        }
    }

    private func computed(_ number: Double) -> Double? {
        switch self {
        case .canonEV: Self.canonSteps(number)
        case .canonAperture: number == 0 ? nil : exp2(Self.canonSteps(number) / 2)
        case .canonTime: number == 0 ? nil : exp2(-Self.canonSteps(number))
        case .canonISO: exp2(number / 32) * 100
        case .canonBaseISO: exp2(number / 32) * 100 / 32
        case .canonTemperature: number == 0 ? nil : number - 128
        case .canonMeasured: number / 32 + 5
        case .canonMeasured2: number == 0 ? nil : number / 8 - 6
        case .nikonISO: 100 * exp2(number / 12 - 5)
        case .nikonFocal: 5 * exp2(number / 24)
        case .nikonAperture: exp2(number / 24)
        case .nikonDistance: number == 0 ? nil : 0.01 * pow(10, number / 40)
        case .signed8: number > 128 ? number - 256 : number
        case .signed: number >= 0x8000 ? number - 0x10000 : number
        case .tenths: (number >= 0x8000 ? number - 0x10000 : number) / 10
        case .pentaxCompensation: (number - 50) / 10
        case .fujiCount: Double(Int(saturating: number) & 0x7FFF)
        case .minoltaISO: exp2(number / 8 - 1) * 3.125
        case .minoltaTime: exp2((48 - number) / 8)
        case .minoltaAperture: exp2(number / 16 - 0.5)
        case .minoltaEV: number / 3 - 2
        case .minoltaFlash: (number - 6) / 3
        case .minoltaLevel: number - 3
        case .minoltaBrightness: number / 8 - 6
        case .nikonPupil: number == 0 ? nil : 2048 / number
        case .olympusAperture: number == 0 ? nil : exp2(number / 512)
        default: nil
        }
    }

    /// Thirds of a step are stored as 12 and 20 thirty-seconds.
    private static func canonSteps(_ number: Double) -> Double {
        let size = number.magnitude
        let whole = (size / 32).rounded(.down)
        let rest = size - whole * 32
        let steps = whole + (rest == 12 ? 1.0 / 3 : rest == 20 ? 2.0 / 3 : rest / 32)
        return number < 0 ? -steps : steps
    }

    private func lens(_ numbers: [Double], mark: String = "f/") -> PropertyValue? {
        guard numbers.count == 4, numbers[0] > 0, numbers[0] < 100_000 else { return nil }
        func short(_ number: Double) -> String {
            let tenths = (number * 10).rounded() / 10
            return Int(exactly: tenths).map(String.init) ?? "\(tenths)"
        }
        func range(_ low: Double, _ high: Double) -> String? {
            guard low.isFinite, high.isFinite, low > 0 else { return nil }
            return high <= low ? short(low) : "\(short(low))-\(short(high))"
        }
        guard let focal = range(numbers[0], numbers[1]) else { return nil }
        return .string("\(focal)mm" + (range(numbers[2], numbers[3]).map { " \(mark)\($0)" } ?? ""))
    }

    private static func two(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
