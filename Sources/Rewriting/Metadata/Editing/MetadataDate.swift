package import UprightFormats

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
    /// The digits of the fraction of a second that Exif has in a tag of its own; nil if there are none.
    package var fraction: String?

    /// The dates of Exif, each with the tag of its zone. IFD1 has one of the thumbnail.
    ///
    /// Source: Exif 3.0, 4.6.6.5.
    private static let exif: [(date: TagID, zone: TagID?, fraction: TagID?)] = [
        (TagID(.exif, .dateTimeOriginal), TagID(.exif, .offsetTimeOriginal), TagID(.exif, .subSecTimeOriginal)),
        (TagID(.exif, .dateTimeDigitized), TagID(.exif, .offsetTimeDigitized), TagID(.exif, .subSecTimeDigitized)),
        (TagID(.primary, .dateTime), TagID(.exif, .offsetTime), nil), (TagID(.thumbnail, .dateTime), nil, nil),
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
        func text(_ tag: TagID?) -> String? { tag.flatMap { properties.exifMetadata?[$0]?.text } }
        var dates = exif.compactMap { tag, zone, fraction in
            text(tag).map {
                MetadataDate(item: .exif(tag), text: $0, further: text(zone), fraction: text(fraction))
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

    /// Whether it is when the picture was taken, or digitized.
    package var isOfCapture: Bool {
        switch item {
        case .exif(let tag): tag == Self.exif[0].date || tag == Self.exif[1].date
        case .xmp(let name): Self.xmp.prefix(3).contains(name)
        case .iptc(let date, _): date == 55
        }
    }

    /// The tag of an Exif date's zone; nil for other dates.
    var zoneTag: TagID? {
        guard case .exif(let tag) = item else { return nil }
        return Self.exif.first { $0.date == tag }?.zone
    }

    /// The date as far as it is known; nil if the text is no date.
    package var date: CaptureDate? {
        switch item {
        case .exif(let tag):
            let source: CaptureDate.Source = tag == Self.exif[1].date ? .digitized : .exif
            return CaptureDate(text: text, fraction: fraction, offset: further, source: source)
        case .xmp: return CaptureDate(text: text, source: .xmp)
        case .iptc:
            // A time of day that is none leaves the day.
            return further.flatMap { CaptureDate(text: "\(text) \($0)", source: .iptc) }
                ?? CaptureDate(text: text, source: .iptc)
        }
    }
}

extension CaptureDate {
    /// The date of capture of a file, by the order of the sources (``CaptureDate/Source``).
    package init?(of properties: ImageProperties) {
        let dates = [
            Self.first(in: MetadataDate.all(in: properties)),
            properties.gps?.dateTime?.secondsSince1970.flatMap { CaptureDate(utc: $0, source: .gps) },
            properties.recording?.date,
        ]
        guard let first = Self.first(among: dates.compactMap { $0 }) else { return nil }
        self = first
    }

    /// The date of capture among the dates of a file's metadata, or of a sidecar's.
    package static func first(in dates: [MetadataDate]) -> CaptureDate? {
        first(among: dates.filter(\.isOfCapture).compactMap(\.date))
    }
}
