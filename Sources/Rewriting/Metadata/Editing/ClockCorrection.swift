package import UprightMetadata

/// A correction of a camera's clock: of every date that the clock wrote, by the same time, and of their zones.
///
/// The time of a position comes from satellites, and stays.
package struct ClockCorrection: Sendable {
    /// How many seconds to add to what the clock showed.
    package var seconds: Int
    /// Returns the zone of the clock, in minutes east of UTC, when it shows a (corrected) time; nil if that is not known or
    /// not asked for.
    package var zone: @Sendable (ExifDateTime) -> Int?
    /// Whether zones that the file has are replaced.
    package var replacesZones: Bool

    /// Creates a correction.
    package init(
        seconds: Int, replacesZones: Bool = true, zone: @escaping @Sendable (ExifDateTime) -> Int? = { _ in nil }
    ) {
        (self.seconds, self.replacesZones, self.zone) = (seconds, replacesZones, zone)
    }

    /// Returns a date as it should have been.
    package func corrected(_ time: ExifDateTime) -> ExifDateTime? {
        guard var time = time.adding(seconds: seconds) else { return nil }
        if time.offset == nil || replacesZones, let minutes = zone(time) { time.offset = minutes }
        return time
    }

    /// Returns the edits that correct a file's dates. A date without a time of day moves by whole days; one that is no date
    /// stays.
    package func edits(for dates: [MetadataDate]) -> [MetadataEdit] { dates.flatMap { edits(for: $0) } }

    private func edits(for date: MetadataDate) -> [MetadataEdit] {
        guard let old = date.dateTime, let new = corrected(old) else { return shiftedDay(date) }
        switch date.item {
        case .exif(let tag):
            var edits: [MetadataEdit] = []
            if new.exifText != old.exifText {
                edits.append(MetadataEdit(.setExif(tag, .text(new.exifText)), when: .wherePresent))
            }
            if let zone = date.zoneTag, new.offset != old.offset, let text = new.offsetText {
                edits.append(MetadataEdit(.setExif(zone, .text(text)), when: .whereBlock))
            }
            return edits
        case .xmp(let name):
            guard new != old, let form = XMPDateText(date.text) else { return [] }
            return [MetadataEdit(.setXMP(name, XMPNode(.simple(form.text(new)))), when: .wherePresent)]
        case .iptc(let day, let clock):
            let parts = new.exifText.split(separator: " ").map { $0.filter { $0 != ":" } }
            guard new != old, parts.count == 2 else { return [] }
            // A data set has a zone; one without it was written against the standard.
            let zone = (new.offsetText ?? "").filter { $0 != ":" }
            return [
                MetadataEdit(.setIPTC(record: 2, number: day, [parts[0]]), when: .wherePresent),
                MetadataEdit(.setIPTC(record: 2, number: clock, [parts[1] + zone]), when: .wherePresent),
            ]
        }
    }

    /// Returns the edit of a date without a time of day.
    private func shiftedDay(_ date: MetadataDate) -> [MetadataEdit] {
        let days = seconds / 86_400
        let digits = date.text.filter { $0 != "-" }
        guard days != 0, digits.utf8.count == 8, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return [] }
        let text = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.dropFirst(6)].joined(separator: ":")
        guard let moved = ExifDateTime(text + " 00:00:00")?.adding(seconds: days * 86_400) else { return [] }
        let day = moved.exifText.prefix(10)
        switch date.item {
        case .exif: return []
        case .xmp(let name):
            let text = day.split(separator: ":").joined(separator: "-")
            return [MetadataEdit(.setXMP(name, XMPNode(.simple(text))), when: .wherePresent)]
        case .iptc(let number, _):
            return [
                MetadataEdit(.setIPTC(record: 2, number: number, [day.filter { $0 != ":" }]), when: .wherePresent)
            ]
        }
    }
}
