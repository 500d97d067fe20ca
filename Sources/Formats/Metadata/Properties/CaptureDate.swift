/// When a picture was taken: a date, how exactly it is known, its zone and how that is known, and where the date comes from.
///
/// Nothing is invented: of a picture whose file name has a day, the day is known and the time of day is not.
public struct CaptureDate: Sendable, Hashable, Codable {
    /// How exactly a date is known. A fraction of a second is in ``CaptureDate/dateTime``.
    public enum Precision: Int, Sendable, Hashable, Codable, Comparable {
        case year, month, day, minute, second

        /// Whether one is coarser than another.
        public static func < (one: Precision, other: Precision) -> Bool { one.rawValue < other.rawValue }
    }

    /// Where a date comes from, in the order in which the sources of one picture count.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// Exif's `DateTimeOriginal`.
        case exif
        /// Exif's `DateTimeDigitized`.
        case digitized
        /// The time of the GPS position.
        case gps
        /// XMP's `exif:DateTimeOriginal`, `photoshop:DateCreated`, `xmp:CreateDate`.
        case xmp
        /// IPTC's date and time of creation (2:55, 2:60).
        case iptc
        /// A container such as QuickTime's, or a raw file's.
        case container
        /// An XMP sidecar.
        case sidecar
        /// The description that Google Takeout puts beside a picture.
        case takeout
        /// The name of the file.
        case filename
        /// The time when the file was last changed.
        case modified
    }

    /// How the zone of a date is known.
    public enum Zone: String, Sendable, Hashable, Codable {
        /// The source of the date gives it.
        case stated
        /// The source counts in UTC, and does not say what clocks showed at the place.
        case utc
        /// The configuration gives it.
        case configured
        /// It is the zone at the picture's position.
        case position
        /// It is the nautical zone at a position far from land, one for each 15 degrees.
        case nautical
        /// It is the zone of other pictures of the same camera and day.
        case neighbours
        /// It is the zone of this machine.
        case machine
    }

    /// The date. The parts that are finer than ``precision`` have their lowest values.
    public var dateTime: ExifDateTime
    /// How exactly the date is known.
    public var precision: Precision
    /// How the zone in ``dateTime`` is known; nil if there is none.
    public var zone: Zone?
    /// Where the date comes from.
    public var source: Source

    /// Creates a date that is known to the second, with the zone that it states.
    public init(_ dateTime: ExifDateTime, source: Source) {
        self.init(dateTime, precision: .second, source: source)
    }

    init(_ dateTime: ExifDateTime, precision: Precision, source: Source) {
        (self.dateTime, self.precision, self.source) = (dateTime, precision, source)
        if precision < .second { self.dateTime.second = 0 }
        if precision < .second { self.dateTime.fraction = nil }
        if precision < .minute { (self.dateTime.hour, self.dateTime.minute, self.dateTime.offset) = (0, 0, nil) }
        if precision < .day { self.dateTime.day = 1 }
        if precision < .month { self.dateTime.month = 1 }
        zone = self.dateTime.offset == nil ? nil : .stated
    }

    /// Creates the date of a moment in UTC, whose local time is not known yet; nil outside of the years 1 to 9999.
    ///
    /// - Parameter seconds: seconds since 1970.
    public init?(utc seconds: Double, source: Source) {
        guard let time = ExifDateTime(secondsSince1970: seconds) else { return nil }
        self.init(time, precision: .second, source: source)
        zone = .utc
    }

    /// The date as clocks at the place showed it; nil if only the moment is known, in UTC.
    public var local: CaptureDate? { zone == .utc ? nil : self }

    /// Returns a moment that is known in UTC as clocks showed it.
    ///
    /// - Parameters:
    ///   - offset: minutes east of UTC.
    ///   - zone: how the offset is known.
    /// - Returns: nil outside of the years 1 to 9999.
    public func local(offset: Int, _ zone: Zone) -> CaptureDate? {
        guard var time = dateTime.adding(seconds: offset * 60) else { return nil }
        time.offset = offset
        var date = self
        (date.dateTime, date.zone) = (time, zone)
        return date
    }

    /// The date in Exif's form as far as it is known: `2024:05:17 18:03:09`, `2024:05:17 18:03`, `2024:05:17`, `2024:05`, `2024`.
    public var exifText: String {
        let lengths: [Precision: Int] = [.year: 4, .month: 7, .day: 10, .minute: 16, .second: 19]
        return String(dateTime.exifText.prefix(lengths[precision] ?? 19))
    }

    /// The date in XMP's and ISO 8601's form as far as it is known, with the fraction and the zone.
    public var isoText: String {
        let parts = exifText.split(separator: " ")
        let day = parts[0].split(separator: ":").joined(separator: "-")
        guard parts.count > 1 else { return day }
        return "\(day)T\(parts[1])" + (dateTime.fraction.map { ".\($0)" } ?? "") + (dateTime.offsetText ?? "")
    }

    /// Seconds from 1970-01-01T00:00:00 by the clock at the place, with the fraction; nil if the day is not known, or only the
    /// moment in UTC.
    package var localSeconds: Double? { precision < .day || zone == .utc ? nil : dateTime.localSeconds }

    /// The date whose source comes first, the first of several.
    package static func first(among dates: [CaptureDate]) -> CaptureDate? {
        for source in Source.allCases {
            if let date = dates.first(where: { $0.source == source }) { return date }
        }
        return nil
    }
}
