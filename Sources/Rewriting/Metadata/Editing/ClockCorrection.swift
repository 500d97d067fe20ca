package import UprightFormats

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

    package init(
        seconds: Int, replacesZones: Bool = true, zone: @escaping @Sendable (ExifDateTime) -> Int? = { _ in nil }
    ) {
        (self.seconds, self.replacesZones, self.zone) = (seconds, replacesZones, zone)
    }

    /// Returns a date as it should have been. One without a time of day moves by whole days; one without a day stays.
    package func corrected(_ date: CaptureDate) -> CaptureDate? {
        guard date.precision >= .day else { return date }
        let isDay = date.precision == .day
        guard var time = date.dateTime.adding(seconds: isDay ? seconds / 86_400 * 86_400 : seconds) else { return nil }
        var corrected = date
        if !isDay, time.offset == nil || replacesZones, let minutes = zone(time) {
            time.offset = minutes
            corrected.zone = .configured
        }
        corrected.dateTime = time
        return corrected
    }

    /// Returns the edits that correct a file's dates. A date without a time of day moves by whole days; one that is no date
    /// stays.
    package func edits(for dates: [MetadataDate]) -> [MetadataEdit] { dates.flatMap { edits(for: $0) } }

    private func edits(for date: MetadataDate) -> [MetadataEdit] {
        guard let old = date.date, let new = corrected(old), new != old else { return [] }
        switch date.item {
        case .exif(let tag):
            var edits: [MetadataEdit] = []
            if new.exifText != old.exifText {
                edits.append(MetadataEdit(.setExif(tag, .text(new.exifText)), when: .wherePresent))
            }
            if let zone = date.zoneTag, new.dateTime.offset != old.dateTime.offset, let text = new.dateTime.offsetText {
                edits.append(MetadataEdit(.setExif(zone, .text(text)), when: .whereBlock))
            }
            return edits
        case .xmp(let name):
            // A zone of 0 is written as it is most often found.
            let text = new.dateTime.offset == 0 ? String(new.isoText.dropLast(6)) + "Z" : new.isoText
            return [MetadataEdit(.setXMP(name, XMPNode(.simple(text))), when: .wherePresent)]
        case .iptc(let day, let clock):
            let parts = new.exifText.split(separator: " ").map { $0.filter { $0 != ":" } }
            let date = MetadataEdit(.setIPTC(record: 2, number: day, [parts[0]]), when: .wherePresent)
            guard parts.count == 2 else { return [date] }
            // A data set has a zone; one without it was written against the standard.
            let zone = (new.dateTime.offsetText ?? "").filter { $0 != ":" }
            let time = MetadataEdit(.setIPTC(record: 2, number: clock, [parts[1] + zone]), when: .wherePresent)
            return [date, time]
        }
    }
}
