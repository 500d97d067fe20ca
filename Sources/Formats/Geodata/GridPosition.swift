internal import Glibc

/// Positions as codes and grid references: Plus Codes, UTM, MGRS, ISO 6709.
///
/// Source: Open Location Code 1.0; STANAG 2211; C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers",
/// series to the third order; ISO 6709:2022, annex H.
enum GridPosition {
    /// Returns the position that a text is; nil if it has none of these forms. An area is its middle.
    static func position(in text: String) -> (latitude: Double, longitude: Double)? {
        let words = text.uppercased().split { $0.isWhitespace || $0 == "," }.map { Array($0.utf8) }
        guard let first = words.first, words.count <= 5 else { return nil }
        return (words.count == 1 ? plusCode(first) ?? iso6709(first) : nil) ?? utm(words) ?? mgrs(words.flatMap(\.self))
    }

    // MARK: Plus Codes

    private static let codeDigits = Array("23456789CFGHJMPQRVWX".utf8)

    private static func plusCode(_ word: [UInt8]) -> (latitude: Double, longitude: Double)? {
        guard word.firstIndex(of: UInt8(ascii: "+")) == 8, word.count <= 16 else { return nil }
        let written = word[..<8].reversed().drop { $0 == 0x30 }.reversed() + word[9...]
        let digits = written.compactMap { codeDigits.firstIndex(of: $0) }
        guard digits.count == written.count, digits.count >= 2, digits.count >= 10 || digits.count % 2 == 0 else {
            return nil
        }
        var (south, west, height, width) = (-90.0, -180.0, 400.0, 400.0)
        for place in stride(from: 0, to: min(10, digits.count) - 1, by: 2) {
            (height, width) = (height / 20, width / 20)
            south += Double(digits[place]) * height
            west += Double(digits[place + 1]) * width
        }
        for digit in digits.dropFirst(10) {
            (height, width) = (height / 5, width / 4)
            south += Double(digit / 4) * height
            west += Double(digit % 4) * width
        }
        return (south + height / 2, west + width / 2)
    }

    // MARK: ISO 6709

    private static func iso6709(_ word: [UInt8]) -> (latitude: Double, longitude: Double)? {
        var rest = word[...]
        /// Reads `+48.1`, `+4808.2` or `+480812`, with a further digit of degrees for longitudes.
        func angle(_ degrees: Int) -> Double? {
            guard let sign = rest.popFirst(), sign == 0x2B || sign == 0x2D else { return nil }
            let digits = rest.prefix { (0x30...0x39).contains($0) }.count
            let number = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
            rest = rest.dropFirst(number.count)
            guard [degrees, degrees + 2, degrees + 4].contains(digits),
                var value = Double(String(decoding: number, as: UTF8.self))
            else { return nil }
            if digits > degrees + 2 {
                let minutes = (value / 100).rounded(.down)
                value = minutes + (value - 100 * minutes) / 60
            }
            if digits > degrees {
                let whole = (value / 100).rounded(.down)
                guard value - 100 * whole < 60 else { return nil }
                value = whole + (value - 100 * whole) / 60
            }
            return sign == 0x2D ? -value : value
        }
        guard let north = angle(2), let east = angle(3), rest.isEmpty || [0x2F, 0x2B, 0x2D].contains(rest.first) else {
            return nil
        }
        return (north, east)
    }

    // MARK: UTM and MGRS

    private static let bands = Array("CDEFGHJKLMNPQRSTUVWX".utf8)
    private static let rows = Array("ABCDEFGHJKLMNPQRSTUV".utf8)

    /// The degrees of latitude of a band.
    private static func latitudes(_ band: Int) -> ClosedRange<Double> {
        let south = -80 + 8 * Double(band)
        // A square can reach beyond its band.
        return south - 1...south + (band == bands.count - 1 ? 13 : 9)
    }

    /// Takes a zone from the front of a word: `32`.
    private static func zone(_ word: inout ArraySlice<UInt8>) -> Int? {
        let digits = word.prefix { (0x30...0x39).contains($0) }
        guard (1...2).contains(digits.count), let zone = Int(String(decoding: digits, as: UTF8.self)),
            (1...60).contains(zone)
        else { return nil }
        word = word.dropFirst(digits.count)
        return zone
    }

    /// `32U 691835 5334813`, `32 N 691835mE 5334813mN`: the letter is a band, or a hemisphere if the band does not fit.
    private static func utm(_ words: [[UInt8]]) -> (latitude: Double, longitude: Double)? {
        guard words.count == 3 || words.count == 4 else { return nil }
        var head = words.dropLast(2).flatMap(\.self)[...]
        let numbers = words.suffix(2).compactMap { word -> Double? in
            let digits = word.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
            let unit = String(decoding: word.dropFirst(digits.count), as: UTF8.self)
            return ["", "M", "E", "N", "ME", "MN"].contains(unit)
                ? Double(String(decoding: digits, as: UTF8.self)) : nil
        }
        guard let zone = zone(&head), head.count == 1, let letter = head.first, numbers.count == 2,
            (100_000..<1_000_000).contains(numbers[0]), (0...10_000_000).contains(numbers[1])
        else { return nil }
        if let band = bands.firstIndex(of: letter) {
            let found = position(zone, isSouth: band < 10, numbers[0], numbers[1])
            if latitudes(band).contains(found.latitude) { return found }
        }
        guard "NS".utf8.contains(letter) else { return nil }
        return position(zone, isSouth: letter == UInt8(ascii: "S"), numbers[0], numbers[1])
    }

    /// `32UPU9183534813`, of any precision.
    private static func mgrs(_ text: [UInt8]) -> (latitude: Double, longitude: Double)? {
        var rest = text[...]
        guard let zone = zone(&rest), let band = rest.popFirst().flatMap({ bands.firstIndex(of: $0) }),
            let column = rest.popFirst(), let row = rest.popFirst().flatMap({ rows.firstIndex(of: $0) }),
            let set = ["ABCDEFGH", "JKLMNPQR", "STUVWXYZ"][(zone - 1) % 3].utf8.map({ $0 }).firstIndex(of: column),
            rest.count % 2 == 0, rest.count <= 10, rest.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let half = rest.count / 2
        let unit = pow(10, Double(5 - half))
        func metres(_ digits: ArraySlice<UInt8>) -> Double {
            (Double(Int(String(decoding: digits, as: UTF8.self)) ?? 0) + 0.5) * unit
        }
        let east = Double(set + 1) * 100_000 + metres(rest.prefix(half))
        let north = Double((row + (zone % 2 == 0 ? 15 : 0)) % 20) * 100_000 + metres(rest.suffix(half))
        // The letters of rows begin again after 2,000 km.
        return (0..<5).lazy.map { position(zone, isSouth: band < 10, east, north + Double($0) * 2_000_000) }
            .first { latitudes(band).contains($0.latitude) }
    }

    private static func position(
        _ zone: Int, isSouth: Bool, _ east: Double, _ north: Double
    ) -> (latitude: Double, longitude: Double) {
        let flattening = 1 / 298.257_223_563
        let n = flattening / (2 - flattening)
        let radius = 0.9996 * 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
        let (y, x) = ((isSouth ? north - 10_000_000 : north) / radius, (east - 500_000) / radius)
        let betas = [n / 2 - 2 * n * n / 3 + 37 * n * n * n / 96, n * n / 48 + n * n * n / 15, 17 * n * n * n / 480]
        var (north, east) = (y, x)
        for (index, beta) in betas.enumerated() {
            let factor = 2 * Double(index + 1)
            north -= beta * sin(factor * y) * cosh(factor * x)
            east -= beta * cos(factor * y) * sinh(factor * x)
        }
        let conformal = asin(sin(north) / cosh(east))
        let deltas = [2 * n - 2 * n * n / 3 - 2 * n * n * n, 7 * n * n / 3 - 8 * n * n * n / 5, 56 * n * n * n / 15]
        let latitude = deltas.enumerated().reduce(conformal) {
            $0 + $1.element * sin(2 * Double($1.offset + 1) * conformal)
        }
        let degrees = 180 / Double.pi
        return (latitude * degrees, Double(6 * zone - 183) + atan2(sinh(east), cos(north)) * degrees)
    }
}
