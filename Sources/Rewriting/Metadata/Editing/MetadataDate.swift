package import UprightMetadata

/// A date in a file's metadata that a camera or a program wrote by its clock: when the picture was taken, digitized or changed.
package struct MetadataDate: Sendable, Hashable, Codable {
    /// Where the date is.
    package enum Item: Sendable, Hashable, Codable {
        /// An Exif date, whose zone is in a tag of its own.
        case exif(TagID)
        /// An XMP property.
        case xmp(XMPName)
        /// Two IPTC data sets of record 2: the date and the time of day.
        case iptc(date: UInt8, time: UInt8)
    }

    /// Where the date is.
    package var item: Item
    /// The date as it is stored; empty for an IPTC time without a date.
    package var text: String
    /// The text of Exif's zone, or of IPTC's time of day; nil if there is none.
    package var further: String?

    /// The dates of Exif, each with the tag of its zone. IFD1 has one of the thumbnail.
    ///
    /// Source: Exif 3.0, 4.6.6.5.
    private static let exif: [(date: TagID, zone: TagID?)] = [
        (TagID(.exif, .dateTimeOriginal), TagID(.exif, .offsetTimeOriginal)),
        (TagID(.exif, .dateTimeDigitized), TagID(.exif, .offsetTimeDigitized)),
        (TagID(.primary, .dateTime), TagID(.exif, .offsetTime)), (TagID(.thumbnail, .dateTime), nil),
    ]
    /// The dates of XMP, those of capture first.
    private static let xmp = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized", "xmp:ModifyDate",
        "tiff:DateTime",
    ].compactMap { XMPName(qualified: $0) }
    /// IPTC's dates and times of creation and digitization (IIM 4.2, 2:55 to 2:63).
    private static let iptc: [(date: UInt8, time: UInt8)] = [(55, 60), (62, 63)]

    /// Returns the dates of a file, those of capture first in each carrier.
    package static func all(in properties: ImageProperties) -> [MetadataDate] {
        var dates = exif.compactMap { tag, zone in
            properties.exifMetadata?[tag]?.text.map { text in
                MetadataDate(
                    item: .exif(tag), text: text, further: zone.flatMap { properties.exifMetadata?[$0]?.text })
            }
        }
        if let packet = properties.xmp { dates += all(in: packet) }
        dates += iptc.compactMap { pair in
            let (date, time) = (properties.iptc?.texts(pair.date).first, properties.iptc?.texts(pair.time).first)
            guard date != nil || time != nil else { return nil }
            return MetadataDate(item: .iptc(date: pair.date, time: pair.time), text: date ?? "", further: time)
        }
        return dates
    }

    /// Returns the dates of a packet, those of capture first.
    package static func all(in packet: XMPMetadata) -> [MetadataDate] {
        xmp.compactMap { name in packet[name]?.text.map { MetadataDate(item: .xmp(name), text: $0) } }
    }

    /// Whether it is when the picture was taken.
    package var isOfCapture: Bool {
        switch item {
        case .exif(let tag): tag == Self.exif[0].date
        case .xmp(let name): Self.xmp.prefix(3).contains(name)
        case .iptc(let date, _): date == 55
        }
    }

    /// The tag of an Exif date's zone; nil for other dates.
    var zoneTag: TagID? {
        guard case .exif(let tag) = item else { return nil }
        return Self.exif.first { $0.date == tag }?.zone
    }

    /// The date and time, if both are there; the zone and the fraction as far as they are known.
    package var dateTime: ExifDateTime? {
        switch item {
        case .exif: ExifDateTime(text, offset: further)
        case .xmp: XMPDateText(text)?.dateTime
        case .iptc: iptcDateTime
        }
    }

    private var iptcDateTime: ExifDateTime? {
        guard let further, text.utf8.count == 8 else { return nil }
        let date = [text.prefix(4), text.dropFirst(4).prefix(2), text.dropFirst(6)].joined(separator: ":")
        let clock = Array(further)
        guard clock.count == 6 || clock.count == 11 else { return nil }
        let time = [clock[0..<2], clock[2..<4], clock[4..<6]].map { String($0) }.joined(separator: ":")
        let zone = clock.count == 11 ? String(clock[6..<9]) + ":" + String(clock[9..<11]) : nil
        return ExifDateTime("\(date) \(time)", offset: zone)
    }
}

/// A date in XMP's form (XMP part 1, 8.2.1.2): `2024-05-17T18:03:09.25+02:00`, with any tail left out.
struct XMPDateText {
    /// The date and time, with seconds 0 if it has none.
    let dateTime: ExifDateTime
    private let hasSeconds: Bool

    /// Reads a date with a time of day; nil for other texts.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes[10] == 0x54 || bytes[10] == 0x20 else { return nil }
        hasSeconds = bytes.count >= 19 && bytes[16] == 0x3A
        let head = String(decoding: bytes.prefix(hasSeconds ? 19 : 16), as: UTF8.self)
        var rest = text.utf8.dropFirst(hasSeconds ? 19 : 16)
        var fraction: String?
        if hasSeconds, rest.first == 0x2E {
            let digits = rest.dropFirst().prefix { (48...57).contains($0) }
            fraction = String(decoding: digits, as: UTF8.self)
            rest = rest.dropFirst(1 + digits.count)
        }
        let zone = String(decoding: rest, as: UTF8.self)
        guard zone.isEmpty || ExifDateTime.minutes(ofOffset: zone) != nil,
            let time = ExifDateTime(
                hasSeconds ? head : head + ":00", fraction: fraction, offset: zone.isEmpty ? nil : zone)
        else { return nil }
        dateTime = time
    }

    /// Returns another date in the same form, with its zone.
    func text(_ time: ExifDateTime) -> String {
        let exif = time.exifText.split(separator: " ")
        var text = exif[0].split(separator: ":").joined(separator: "-") + "T"
        text += hasSeconds ? exif[1] : exif[1].dropLast(3)
        if hasSeconds, let fraction = time.fraction { text += ".\(fraction)" }
        if let offset = time.offset { text += offset == 0 ? "Z" : time.offsetText ?? "" }
        return text
    }
}
