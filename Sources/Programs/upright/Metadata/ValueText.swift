internal import UprightBase
internal import Glibc
internal import UprightFormats

/// Formats the values of Exif tags for readers: with units, fractions and the meanings of codes.
struct ValueText {
    /// The dictionary of the values; the units of some depend on other values in it.
    let dictionary: [String: PropertyValue]
    let group: TagGroup

    private static let groups: [String: TagGroup] = [
        "{TIFF}": .primary, "{DNG}": .primary, "{Exif}": .exif, "{GPS}": .gps, "{Thumbnail}": .thumbnail,
        "{Interoperability}": .interoperability,
    ]

    /// Returns nil for a dictionary without Exif tags.
    init?(_ dictionary: [String: PropertyValue], named name: String) {
        guard let group = Self.groups[name] else { return nil }
        self.dictionary = dictionary
        self.group = group
    }

    /// The tag that a key names.
    func tag(_ key: String) -> TagID? {
        if let number = UInt16(key) { return TagID(group, number) }
        return TagTable.tag(named: key, in: [group]) ?? TagTable.tag(named: key, in: [.exif, .primary])
    }

    /// The value with its unit or meaning; nil if it has neither.
    func text(_ value: PropertyValue, key: String) -> String? {
        guard let tag = tag(key), let definition = tag.definition else { return nil }
        if let text = tag.group == .gps
            ? position(value, TIFFTag(rawValue: tag.number)) : photograph(value, TIFFTag(rawValue: tag.number))
        {
            return text
        }
        guard !definition.meanings.isEmpty else { return nil }
        let codes: [Int] =
            switch value {
            case .string(let text): text.utf8.count == 1 ? text.utf8.map { Int($0) } : []
            default: value.integer.map { [$0] } ?? []
            }
        guard let code = codes.first, let meaning = definition.meanings[code] else { return nil }
        return "\(value.string.map { ShownText.onOneLine($0) } ?? value.json) (\(meaning))"
    }

    private func photograph(_ value: PropertyValue, _ tag: TIFFTag) -> String? {
        switch tag {
        case .exifVersion, .flashpixVersion, .interoperabilityVersion:
            return value.array.map { $0.map(\.json).joined(separator: ".") }
        case .componentsConfiguration:
            let names = [1: "Y", 2: "Cb", 3: "Cr", 4: "R", 5: "G", 6: "B"]
            return value.array.map { $0.compactMap { $0.integer.flatMap { names[$0] } }.joined(separator: " ") }
        case .lensSpecification: return value.array.flatMap { Self.lens($0.compactMap(\.number)) }
        default: break
        }
        guard let unit = PhotographUnit(tag), let real = value.number, real.isFinite else { return nil }
        switch unit {
        case .seconds: return Self.seconds(real)
        case .aperture: return "f/\(Self.short(real))"
        case .shutterSpeed: return "\(Self.short(real)) (\(Self.seconds(exp2(-real))))"
        case .apertureValue: return "\(Self.short(real)) (f/\(Self.short((exp2(real / 2) * 10).rounded() / 10)))"
        case .exposureValue: return (real > 0 ? "+" : "") + "\(Self.short(real)) EV"
        case .distance: return real == 0 ? "unknown" : real >= 4_294_967_295 ? "infinite" : "\(Self.short(real)) m"
        case .millimetres: return real == 0 ? "unknown" : "\(Self.short(real)) mm"
        case .resolution(let unit):
            let units = [1: "", 2: " per inch", 3: " per centimetre", 4: " per millimetre", 5: " per micrometre"]
            return Self.short(real) + (units[dictionary[unit]?.integer ?? 2] ?? "")
        case .zoom: return real == 0 ? "not used" : "\(Self.short(real))×"
        case .unit(let unit): return "\(Self.short(real)) \(unit)"
        case .degrees: return "\(Self.short(real))°"
        }
    }

    private func position(_ value: PropertyValue, _ tag: TIFFTag) -> String? {
        switch tag {
        case .gpsVersionID: return value.array.map { $0.map(\.json).joined(separator: ".") }
        case .gpsLatitude, .gpsLongitude, .gpsDestLatitude, .gpsDestLongitude:
            guard let degrees = value.number, let angle = DegreesMinutesSeconds(decimalDegrees: degrees) else {
                return nil
            }
            return "\(degrees)° (\(angle.formatted()))"
        case .gpsAltitude, .gpsHPositioningError: return value.number.map { "\(Self.short($0)) m" }
        case .gpsTrack, .gpsImgDirection, .gpsDestBearing: return value.number.map { "\(Self.short($0))°" }
        case .gpsSpeed:
            let unit = ["M": "miles per hour", "N": "knots"][dictionary["SpeedRef"]?.string ?? "K"] ?? "km/h"
            return value.number.map { "\(Self.short($0)) \(unit)" }
        case .gpsDestDistance:
            let unit = ["M": "miles", "N": "nautical miles"][dictionary["DestDistanceRef"]?.string ?? "K"] ?? "km"
            return value.number.map { "\(Self.short($0)) \(unit)" }
        default: return nil
        }
    }
}

extension ValueText {
    /// Seconds as photographers write them: `1/160 s`, `2.5 s`.
    static func seconds(_ seconds: Double) -> String {
        guard seconds > 0, seconds < 0.3 else { return "\(short(seconds)) s" }
        let inverse = 1 / seconds
        guard inverse < 1e9 else { return "\(seconds) s" }
        return inverse < 10 && (inverse - inverse.rounded()).magnitude > 0.05
            ? "1/\(short((inverse * 10).rounded() / 10)) s" : "1/\(Int(saturating: inverse.rounded())) s"
    }

    /// A lens specification: `24–70 mm f/2.8`, `18–55 mm f/3.5–5.6`, `50 mm`.
    static func lens(_ numbers: [Double]) -> String? {
        guard numbers.count == 4, numbers[0].isFinite, numbers[0] > 0 else { return nil }
        func range(_ first: Double, _ second: Double) -> String {
            !second.isFinite || second == 0 || first == second
                ? short(first) : "\(short(first))–\(short(second))"
        }
        let focal = "\(range(numbers[0], numbers[1])) mm"
        return numbers[2].isFinite && numbers[2] > 0 ? "\(focal) f/\(range(numbers[2], numbers[3]))" : focal
    }

    /// A number with six significant digits, without trailing zeros.
    static func short(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "unknown" : "infinite" }
        if let whole = Int(exactly: value) { return "\(whole)" }
        let magnitude = value.magnitude
        guard magnitude >= 1e-4, magnitude < 1e6 else { return "\(value)" }
        var scale = 1.0
        while magnitude * scale < 100_000 { scale *= 10 }
        return "\((value * scale).rounded() / scale)"
    }

    /// The units of numeric Exif tags.
    private enum PhotographUnit {
        case seconds, aperture, shutterSpeed, apertureValue, exposureValue, distance, millimetres, zoom, degrees
        case resolution(unit: String)
        case unit(String)

        init?(_ tag: TIFFTag) {
            switch tag {
            case .exposureTime: self = .seconds
            case .fNumber: self = .aperture
            case .shutterSpeedValue: self = .shutterSpeed
            case .apertureValue, .maxApertureValue: self = .apertureValue
            case .brightnessValue, .exposureBiasValue: self = .exposureValue
            case .subjectDistance: self = .distance
            case .focalLength, .focalLengthIn35mmFilm: self = .millimetres
            case .xResolution, .yResolution: self = .resolution(unit: "ResolutionUnit")
            case .focalPlaneXResolution, .focalPlaneYResolution: self = .resolution(unit: "FocalPlaneResolutionUnit")
            case .digitalZoomRatio: self = .zoom
            case .compressedBitsPerPixel: self = .unit("bits per pixel")
            case .temperature: self = .unit("°C")
            case .humidity: self = .unit("%")
            case .pressure: self = .unit("hPa")
            case .waterDepth: self = .unit("m")
            case .acceleration: self = .unit("mGal")
            case .cameraElevationAngle: self = .degrees
            case .flashEnergy: self = .unit("BCPS")
            default: return nil
            }
        }
    }
}
