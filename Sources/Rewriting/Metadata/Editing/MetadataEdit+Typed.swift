internal import UprightBase
public import UprightFormats

extension MetadataEdit {
    /// Returns the edits that write a position: to the GPS IFD and to XMP's copies if there are any; in a format without
    /// Exif, to XMP.
    ///
    /// - Parameters:
    ///   - coordinate: the position; the decimals that Swift prints for its numbers are written exactly.
    ///   - altitude: metres above sea level; nil keeps the altitude.
    /// - Throws: the tag whose value is out of range, and what it takes.
    public static func position(
        _ coordinate: GPSCoordinate, altitude: Double? = nil, when condition: Condition = .always
    ) throws(MetadataValueError) -> [MetadataEdit] {
        try check(coordinate.latitude, .gpsLatitude, -90...90, "degrees from -90 to 90")
        try check(coordinate.longitude, .gpsLongitude, -180...180, "degrees from -180 to 180")
        if let altitude {
            try check(altitude, .gpsAltitude, -100_000...100_000, "metres from -100000 to 100000")
        }
        let edits = inEitherFormat { inExif in
            position(
                latitude: "\(coordinate.latitude)", longitude: "\(coordinate.longitude)",
                altitude: altitude.map { "\($0)" }, inExif: inExif, when: condition)
        }
        guard let edits else {
            throw .range(tag: TagID(.gps, .gpsLatitude), expected: "a position", found: coordinate.description)
        }
        return edits
    }

    private static func check(
        _ value: Double, _ tag: TIFFTag, _ range: ClosedRange<Double>, _ expected: String
    ) throws(MetadataValueError) {
        guard range.contains(value) else {
            throw .range(tag: TagID(.gps, tag), expected: expected, found: "\(value)")
        }
    }

    /// Returns the edits that write the capture time everywhere readers look: Exif's `DateTimeOriginal` and
    /// `DateTimeDigitized` with their fractions and zones, and existing copies in XMP and IPTC; in a format without
    /// Exif, XMP. `DateTime`, which records when the file was changed, stays.
    public static func time(_ time: ExifDateTime, when condition: Condition = .always) -> [MetadataEdit] {
        inEitherFormat { self.time(time, inExif: $0, when: condition) } ?? []
    }

    /// The edits that remove what ``time(_:when:)`` writes.
    public static var removalsOfTime: [MetadataEdit] { inEitherFormat { removalsOfTime(inExif: $0) } ?? [] }

    /// Returns the edits that write the time of a position, in UTC: Exif's `GPSDateStamp` and `GPSTimeStamp`, and XMP's
    /// copy if there is one; in a format without Exif, XMP's. None for a time outside of the years 1 to 9999.
    ///
    /// - Parameter time: seconds since 1970, which are rounded to milliseconds.
    public static func gpsTime(_ time: Double, when condition: Condition = .always) -> [MetadataEdit] {
        inEitherFormat { gpsTime(time, inExif: $0, when: condition) } ?? []
    }

    /// Returns what is the same in all formats once, and the rest for formats with and without Exif.
    private static func inEitherFormat(_ edits: (_ inExif: Bool) -> [MetadataEdit]?) -> [MetadataEdit]? {
        guard let with = edits(true), let without = edits(false) else { return nil }
        return with.map { $0.only(in: .withExif) } + without.map { $0.only(in: .withoutExif) }
    }

    /// Returns the edit that sets a named item to a value: text, a number, or a list of them.
    ///
    /// ```swift
    /// try .set("EXIF:Artist", to: "Ada Lovelace")
    /// try .set("EXIF:PhotographicSensitivity", to: 400)
    /// ```
    ///
    /// ``PropertyValue/null`` removes the item.
    ///
    /// - Parameter handlers: the application's own tags, and the encoders of tags that have a special byte format.
    public static func set(
        _ name: String, to value: PropertyValue, handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        if case .null = value { return try remove(name, handlers: handlers) }
        if let edit = try makerNote(name, value, handlers: handlers) { return edit }
        if case .exif(let tag) = try MetadataName(name, handlers: handlers) {
            return try exif(tag, value, handlers: handlers)
        }
        let texts = (value.array ?? [value]).map { $0.string ?? $0.description }
        return try set(name, to: texts, handlers: handlers)
    }

    /// Returns the edit that sets an Exif tag to a fraction, bit for bit: 10/2500 is not reduced.
    public static func set(
        _ name: String, to fraction: Rational, handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        try set(name, to: .string(fraction.description), handlers: handlers)
    }

    /// Returns the edit that sets an Exif tag to a signed fraction, bit for bit.
    public static func set(
        _ name: String, to fraction: SignedRational, handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        try set(name, to: .string(fraction.description), handlers: handlers)
    }

    /// Returns the edit of a tag that an application defined for a maker's notes, `MakerCanon:MyTag`; nil for another
    /// name.
    private static func makerNote(
        _ name: String, _ value: PropertyValue, handlers: TagHandlers
    ) throws(MetadataValueError) -> MetadataEdit? {
        guard let colon = name.firstIndex(of: ":"), name.lowercased().hasPrefix("maker") else { return nil }
        let maker = "{\(name[..<colon])}"
        guard let definition = handlers.makerTag(named: String(name[name.index(after: colon)...]), in: maker) else {
            throw .unknownTag(name)
        }
        let tag = TagID(.exif, definition.number)
        var values: [MetadataValue] = []
        for order in [TIFFByteOrder.bigEndian, .littleEndian] {
            let handler = handlers.makerHandler(definition.number, in: maker)
            values.append(try TagValueChecker(tag, handlers: handlers).value(value, definition, handler, order: order))
        }
        return MetadataEdit(
            .setMakerNote(maker, definition.number, bigEndian: values[0], littleEndian: values[1]))
    }
}
