public import Foundation
public import UprightRewriting
public import UprightFormats

extension ExifDateTime {
    /// Creates the time that a clock in a zone shows at a moment; nil outside of the years 1 to 9999.
    public init?(_ date: Date, in zone: TimeZone) {
        let seconds = zone.secondsFromGMT(for: date)
        // Exif writes hours and minutes; zones with seconds are historical.
        let minutes = (seconds + (seconds < 0 ? -30 : 30)) / 60
        self.init(secondsSince1970: date.timeIntervalSince1970 + Double(minutes * 60))
        offset = minutes
    }

    /// The moment; nil if the zone is not known.
    public var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: $0) } }

    /// Returns the moment; if the zone is not known, that of a clock in the given zone.
    public func date(assuming zone: TimeZone) -> Date? {
        if let date { return date }
        var time = self
        // The offset at the clock's time as if it were UTC is right except within hours of a change of the clocks.
        time.offset = 0
        guard let first = time.date else { return nil }
        time.offset = zone.secondsFromGMT(for: first) / 60
        guard let second = time.date else { return nil }
        time.offset = zone.secondsFromGMT(for: second) / 60
        return time.date
    }
}

extension MetadataEdit {
    /// Returns the edits that write a capture time as the clock in a zone showed it, with the zone; see
    /// ``time(_:when:)``. None outside of the years 1 to 9999.
    public static func time(
        _ date: Date, in zone: TimeZone, when condition: Condition = .always
    ) -> [MetadataEdit] {
        ExifDateTime(date, in: zone).map { time($0, when: condition) } ?? []
    }

    /// Returns the edits that write when the receiver was at the position.
    public static func gpsTime(_ date: Date, when condition: Condition = .always) -> [MetadataEdit] {
        gpsTime(date.timeIntervalSince1970, when: condition)
    }
}
