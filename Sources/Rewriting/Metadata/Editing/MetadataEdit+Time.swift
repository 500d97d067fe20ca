package import UprightFormats

extension MetadataEdit {
    /// Returns the edits that write the capture time everywhere readers look: Exif's `DateTimeOriginal` and
    /// `DateTimeDigitized` with their fractions and zones, and existing copies in XMP and IPTC; in a format without
    /// Exif, XMP.
    /// `DateTime`, which records when the file was changed, stays.
    package static func time(_ time: ExifDateTime, inExif: Bool, when condition: Condition) -> [MetadataEdit] {
        let iso = time.exifText.split(separator: " ")
        var xmpText = iso[0].split(separator: ":").joined(separator: "-") + "T" + iso[1]
        if let fraction = time.fraction { xmpText += ".\(fraction)" }
        if let offset = time.offsetText { xmpText += offset }
        let copies = xmpTimes.filter { $0.qualified != "photoshop:DateCreated" || inExif }
        if !inExif {
            let created = xmpTimes.filter { $0.qualified == "photoshop:DateCreated" }.map {
                xmp($0, xmpText).when(condition)
            }
            return created + (condition == .always ? copies.map { xmp($0, xmpText).when(.wherePresent) } : [])
        }
        var edits: [MetadataEdit] = []
        // The fraction or zone of the old time would make the new one wrong.
        for (date, fraction, zone) in exifTimes {
            edits.append(MetadataEdit(.setExif(date, .text(time.exifText)), when: condition))
            for (tag, text) in [(fraction, time.fraction), (zone, time.offsetText)] {
                if let text {
                    edits.append(MetadataEdit(.setExif(tag, .text(text)), when: condition))
                } else if condition == .always {
                    edits.append(MetadataEdit(.removeExif(tag)))
                }
            }
        }
        guard condition == .always else { return edits }
        return edits + copies.map { xmp($0, xmpText).when(.wherePresent) } + iptcTimes(time)
    }

    /// Returns the edits that remove what ``time(_:inExif:when:)`` writes.
    package static func removalsOfTime(inExif: Bool) -> [MetadataEdit] {
        let copies = xmpTimes.map { MetadataEdit(.removeXMP($0), when: .wherePresent) }
        if !inExif { return copies }
        let tags = exifTimes.flatMap { [$0.date, $0.fraction, $0.zone] }
        return tags.map { MetadataEdit(.removeExif($0)) } + copies
            + [55, 60, 62, 63].map { MetadataEdit(.removeIPTC(record: 2, number: $0)) }
    }

    private static let exifTimes: [(date: TagID, fraction: TagID, zone: TagID)] = [
        (TagID(.exif, .dateTimeOriginal), TagID(.exif, .subSecTimeOriginal), TagID(.exif, .offsetTimeOriginal)),
        (TagID(.exif, .dateTimeDigitized), TagID(.exif, .subSecTimeDigitized), TagID(.exif, .offsetTimeDigitized)),
    ]

    private static let xmpTimes = [
        "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized",
    ].compactMap { XMPName(qualified: $0) }

    /// Returns the edits of IPTC's dates and times of creation (2:55, 2:60) and digitization (2:62, 2:63), if present.
    /// A time needs a zone; if there is none, the old time is removed.
    ///
    /// Source: IIM 4.2, 2:55 to 2:63.
    private static func iptcTimes(_ time: ExifDateTime) -> [MetadataEdit] {
        let parts = time.exifText.split(separator: " ").map { $0.filter { $0 != ":" } }
        guard parts.count == 2 else { return [] }
        let zone = time.offsetText.map { $0 == "Z" ? "+0000" : String($0.filter { $0 != ":" }) }
        var edits: [MetadataEdit] = []
        for (date, clock) in [(UInt8(55), UInt8(60)), (62, 63)] {
            edits.append(MetadataEdit(.setIPTC(record: 2, number: date, [parts[0]]), when: .wherePresent))
            edits.append(
                zone.map { MetadataEdit(.setIPTC(record: 2, number: clock, [parts[1] + $0]), when: .wherePresent) }
                    ?? MetadataEdit(.removeIPTC(record: 2, number: clock)))
        }
        return edits
    }
}
