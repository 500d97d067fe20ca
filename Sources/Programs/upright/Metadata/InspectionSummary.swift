internal import UprightBase
internal import UprightService
internal import UprightFormats
internal import UprightRewriting

/// The facts about a picture that users look for first: what it is, and when, where and how it was taken.
struct InspectionSummary {
    /// The label and text of each line.
    private(set) var lines: [(word: String, text: String)] = []

    private let properties: [String: PropertyValue]
    private let exif: [String: PropertyValue]
    private let tiff: [String: PropertyValue]

    init(_ inspection: Inspection) {
        properties = inspection.properties
        exif = properties["{Exif}"]?.dictionary ?? [:]
        tiff = properties["{TIFF}"]?.dictionary ?? [:]
        add("picture", picture(inspection.type))
        add("stored", stored)
        add("taken", captureTime)
        add("length", length)
        add("camera", camera)
        add("lens", lens)
        add("exposure", exposure)
        add("position", position(inspection.coordinate))
        add("place", place)
        add("live photo", text(properties["{QuickTime}"]?["ContentIdentifier"]))
        add("title", xmp("dc:title") ?? text(properties["{IPTC}"]?["ObjectName"]))
        add("caption", xmp("dc:description") ?? text(tiff["ImageDescription"]))
        add("keywords", xmp("dc:subject") ?? text(properties["{IPTC}"]?["Keywords"]))
        add("by", xmp("dc:creator") ?? text(tiff["Artist"]) ?? text(properties["{IPTC}"]?["Byline"]))
        add("copyright", xmp("dc:rights") ?? text(tiff["Copyright"]))
    }

    private mutating func add(_ word: String, _ text: String?) {
        if let text, text.contains(where: { $0 != " " }) { lines.append((word, text)) }
    }

    /// The text of a value, if it is text or a list of texts, on one line.
    private func text(_ value: PropertyValue?) -> String? {
        switch value {
        case .string(let text)?:
            let line = ShownText.onOneLine(String(text.reversed().drop { $0.isWhitespace }.reversed()))
            return line.isEmpty ? nil : line.count > 200 ? line.prefix(199) + "…" : line
        case .array(let items)?:
            let texts = items.compactMap { text($0) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        default: return nil
        }
    }

    /// An XMP property; of several languages, the default.
    private func xmp(_ name: String) -> String? {
        guard let value = properties["{XMP}"]?[name] else { return nil }
        guard let languages = value.dictionary else { return text(value) }
        return text(languages["x-default"] ?? languages.keys.sorted().first.flatMap { languages[$0] })
    }

    private func picture(_ type: ImageType) -> String? {
        guard let format = ReadableFormats.description(of: type) else { return nil }
        var parts = [format.name]
        if let width = properties["PixelWidth"]?.integer, let height = properties["PixelHeight"]?.integer {
            let pixels = Double(width) * Double(height) / 1e6
            parts.append("\(width) × \(height)" + (pixels >= 0.1 ? " (\(Words.oneDigit(pixels)) MP)" : ""))
        }
        if let depth = properties["Depth"]?.integer, let model = properties["ColorModel"]?.string {
            let alpha = properties["HasAlpha"] == true ? " with alpha" : ""
            parts.append("\(depth)-bit \(properties["IsIndexed"] == true ? "indexed " : "")\(model)\(alpha)")
        }
        if let profile = properties["ProfileName"]?.string { parts.append(ShownText.onOneLine(profile)) }
        let frames = properties["{GIF}"]?["FrameCount"]?.integer ?? properties["{PNG}"]?["FrameCount"]?.integer ?? 1
        if frames > 1 { parts.append("\(frames) frames") }
        if let dots = properties["DPIWidth"]?.number { parts.append("\(ValueText.short(dots)) dpi") }
        return parts.joined(separator: ", ")
    }

    /// What is done to pixels to undo an orientation, given as in a change: `orientation 6`; nil for any other text.
    static func turn(undoing text: String) -> String? {
        guard text.hasPrefix("orientation "), let number = Int(text.dropFirst(12)) else { return nil }
        return switch Orientation(rawValue: number) {
        case .up?, nil: nil
        case .upMirrored?: "mirrored"
        case .down?: "turned by 180°"
        case .downMirrored?: "turned by 180° and mirrored"
        case .right?: "turned 90° clockwise"
        case .left?: "turned 90° anticlockwise"
        case .leftMirrored?, .rightMirrored?: "turned by 90° and mirrored"
        }
    }

    /// The orientation of the stored pixels, if the file gives one.
    private var stored: String? {
        guard let orientation = properties["Orientation"]?.integer.flatMap({ Orientation(rawValue: $0) }) else {
            return nil
        }
        let words =
            switch orientation {
            case .up: "upright"
            case .upMirrored: "mirrored"
            case .down: "upside down"
            case .downMirrored: "upside down and mirrored"
            case .right: "on its left side; turn it 90° clockwise"
            case .left: "on its right side; turn it 90° anticlockwise"
            case .leftMirrored, .rightMirrored: "on its side and mirrored"
            }
        return "\(words) (orientation \(orientation.rawValue))"
    }

    private var captureTime: String? {
        func date(_ kind: String, _ source: CaptureDate.Source) -> CaptureDate? {
            text(exif["DateTime\(kind)"]).flatMap {
                CaptureDate(
                    text: $0, fraction: text(exif["SubsecTime\(kind)"]), offset: text(exif["OffsetTime\(kind)"]),
                    source: source)
            }
        }
        let gps = properties["{GPS}"]
        let (day, clock) = (text(gps?["DateStamp"]), text(gps?["TimeStamp"]))
        let (created, time) = (text(properties["{IPTC}"]?["DateCreated"]), text(properties["{IPTC}"]?["TimeCreated"]))
        let dates =
            [
                date("Original", .exif), date("Digitized", .digitized),
                day.flatMap { day in clock.flatMap { CaptureDate(text: "\(day) \($0)Z", source: .gps) } },
            ]
            + ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].map { name in
                xmp(name).flatMap { CaptureDate(text: $0, source: .xmp) }
            } + [created.flatMap { CaptureDate(text: "\($0) \(time ?? "")", source: .iptc) }]
        guard let taken = CaptureDate.first(among: dates.compactMap { $0 }) else { return nil }
        let parts = taken.exifText.split(separator: " ")
        let calendar = parts[0].split(separator: ":").joined(separator: "-")
        guard parts.count > 1 else { return calendar }
        let zone = taken.zone == .utc ? " UTC" : taken.dateTime.offsetText.map { " \($0)" } ?? ""
        return "\(calendar) \(parts[1])" + (taken.dateTime.fraction.map { ".\($0)" } ?? "") + zone
    }

    /// The duration of a video.
    private var length: String? {
        guard let video = properties["{QuickTime}"], let seconds = video["Duration"]?.number, seconds.isFinite else {
            return nil
        }
        let rate = video["FrameRate"]?.number.map { ", \(ValueText.short($0)) frames per second" } ?? ""
        return "\(ValueText.short(seconds)) s" + rate
    }

    private var camera: String? {
        let make = text(tiff["Make"])
        guard let model = text(tiff["Model"]) else { return make }
        // Many makers put their name first in the model.
        guard let make, !model.lowercased().hasPrefix(make.prefix { $0 != " " }.lowercased()) else { return model }
        return "\(make) \(model)"
    }

    private var lens: String? {
        text(exif["LensModel"]) ?? exif["LensSpecification"]?.array.flatMap { ValueText.lens($0.compactMap(\.number)) }
    }

    private var exposure: String? {
        guard let words = ValueText(exif, named: "{Exif}") else { return nil }
        func shown(_ key: String) -> String? { exif[key].flatMap { words.text($0, key: key) } }
        var parts: [String] = []
        if let time = exif["ExposureTime"]?.number, time > 0, let text = shown("ExposureTime") { parts.append(text) }
        if let number = exif["FNumber"]?.number, number > 0, let text = shown("FNumber") { parts.append(text) }
        if let speed = exif["ISOSpeedRatings"]?.array?.first?.integer { parts.append("ISO \(speed)") }
        if let bias = exif["ExposureBiasValue"]?.number, bias != 0, let text = shown("ExposureBiasValue") {
            parts.append(text)
        }
        if let length = exif["FocalLength"]?.number, length > 0, length.isFinite {
            let video = exif["FocalLenIn35mmFilm"]?.integer.flatMap { $0 > 0 ? " (35 mm equivalent: \($0) mm)" : nil }
            parts.append("\(ValueText.short(length)) mm" + (video ?? ""))
        }
        if let flash = exif["Flash"]?.integer {
            parts.append(flash & 1 == 1 ? "with flash" : "without flash")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func position(_ coordinate: GPSCoordinate?) -> String? {
        guard let coordinate, let north = DegreesMinutesSeconds(decimalDegrees: coordinate.latitude),
            let east = DegreesMinutesSeconds(decimalDegrees: coordinate.longitude)
        else { return nil }
        var text = "\(coordinate.latitude), \(coordinate.longitude)"
        text += " (\(north.formatted()) \(coordinate.latitude < 0 ? "S" : "N"),"
        text += " \(east.formatted()) \(coordinate.longitude < 0 ? "W" : "E"))"
        if let gps = properties["{GPS}"], let altitude = gps["Altitude"]?.number, altitude.isFinite {
            let isBelow = [1, 3].contains(gps["AltitudeRef"]?.integer ?? 0)
            text += ", \(ValueText.short(altitude)) m \(isBelow ? "below" : "above") sea level"
        }
        return text
    }

    private var place: String? {
        let iptc = properties["{IPTC}"]
        let names = [
            xmp("Iptc4xmpCore:Location") ?? text(iptc?["SubLocation"]), xmp("photoshop:City") ?? text(iptc?["City"]),
            xmp("photoshop:State") ?? text(iptc?["Province/State"]),
            xmp("photoshop:Country") ?? text(iptc?["Country/PrimaryLocationName"]),
        ].compactMap(\.self)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
