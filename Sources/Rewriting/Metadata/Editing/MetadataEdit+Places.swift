internal import UprightBase
internal import UprightFormats

extension MetadataEdit {
    /// Returns the edits that write a position to the GPS IFD and to XMP's copy if there is one; in a format
    /// without Exif, to XMP.
    ///
    /// - Parameters:
    ///   - latitude: degrees north, as text, so that its exact value is written: `-33.8675`.
    ///   - longitude: degrees east.
    ///   - altitude: metres above sea level; nil keeps the altitude.
    /// - Returns: nil if the values are not a position on the earth.
    package static func position(
        latitude: String, longitude: String, altitude: String?, inExif: Bool, when condition: Condition
    ) -> [MetadataEdit]? {
        guard let north = ExactFraction(decimal: latitude), let east = ExactFraction(decimal: longitude),
            let latitudeAngle = DegreesMinutesSeconds(decimalDegrees: latitude),
            let longitudeAngle = DegreesMinutesSeconds(decimalDegrees: longitude),
            north.numerator <= 90 * north.denominator, east.numerator <= 180 * east.denominator
        else { return nil }
        var height: (reference: UInt8, value: Rational)?
        if let altitude {
            guard let exact = ExactFraction(decimal: altitude), exact.numerator <= 100_000 * exact.denominator,
                let value = Rational(approximating: exact, maximumDenominator: 1_000_000)
            else { return nil }
            height = (exact.isNegative ? 1 : 0, value)
        }
        let (southern, western) = (north.isNegative && north.numerator > 0, east.isNegative && east.numerator > 0)
        let inXMP = xmpPosition(
            latitude: (latitudeAngle, southern ? "S" : "N"), longitude: (longitudeAngle, western ? "W" : "E"),
            altitude: height)
        if !inExif { return inXMP.map { $0.when(condition) } }
        var edits = [
            MetadataEdit(.setExif(TagID(.gps, .gpsLatitudeRef), .text(southern ? "S" : "N"))),
            MetadataEdit(.setExif(TagID(.gps, .gpsLatitude), .rational(latitudeAngle.parts))),
            MetadataEdit(.setExif(TagID(.gps, .gpsLongitudeRef), .text(western ? "W" : "E"))),
            MetadataEdit(.setExif(TagID(.gps, .gpsLongitude), .rational(longitudeAngle.parts))),
        ]
        if let height {
            edits.append(MetadataEdit(.setExif(TagID(.gps, .gpsAltitudeRef), .byte([height.reference]))))
            edits.append(MetadataEdit(.setExif(TagID(.gps, .gpsAltitude), .rational([height.value]))))
        }
        let copies = inXMP + inDroneData(latitude: latitude, longitude: longitude, altitude: altitude)
        return edits.map { $0.when(condition) } + (condition == .always ? copies.map { $0.when(.wherePresent) } : [])
    }

    /// Returns edits for the decimal copies of the position that drones write.
    private static func inDroneData(latitude: String, longitude: String, altitude: String?) -> [MetadataEdit] {
        func signed(_ text: String) -> String { text.hasPrefix("-") || text.hasPrefix("+") ? text : "+" + text }
        var values = [("GpsLatitude", latitude), ("GpsLongitude", longitude), ("GpsLongtitude", longitude)]
        if let altitude { values.append(("AbsoluteAltitude", altitude)) }
        return values.map { name, text in
            MetadataEdit(.setXMP(XMPName(.djiDrone, name), XMPNode(.simple(signed(text)))))
        }
    }

    private static func xmpPosition(
        latitude: (DegreesMinutesSeconds, String), longitude: (DegreesMinutesSeconds, String),
        altitude: (reference: UInt8, value: Rational)?
    ) -> [MetadataEdit] {
        // Degrees, and minutes with decimals (XMP part 2, 1.2.7.4): 37,19.9092N.
        func text(_ angle: DegreesMinutesSeconds, _ reference: String) -> String {
            let seconds = angle.seconds
            let minutes = Double(angle.minutes.numerator) + (seconds.denominator == 0 ? 0 : seconds.value / 60)
            let scaled = Int(saturating: (minutes * 1e8).rounded())
            var fraction = String(scaled % 100_000_000)
            fraction = String(repeating: "0", count: 8 - fraction.count) + fraction
            while fraction.count > 1, fraction.hasSuffix("0") { fraction.removeLast() }
            return "\(angle.degrees.numerator),\(scaled / 100_000_000).\(fraction)\(reference)"
        }
        func exif(_ name: String, _ text: String) -> MetadataEdit {
            MetadataEdit(.setXMP(XMPName(.exif, name), XMPNode(.simple(text))))
        }
        var edits = [
            exif("GPSLatitude", text(latitude.0, latitude.1)), exif("GPSLongitude", text(longitude.0, longitude.1)),
        ]
        if let altitude {
            edits.append(exif("GPSAltitudeRef", "\(altitude.reference)"))
            edits.append(exif("GPSAltitude", altitude.value.description))
        }
        return edits
    }

    /// Returns the edits that write the names of a place to XMP, and to IPTC if the file has it. A nil name stays as it
    /// is; an empty one is removed.
    ///
    /// - Parameter streetAsOwner: whether to write the street to Exif's `CameraOwnerName` also, for readers that look
    ///   there.
    public static func place(
        _ place: PlaceNames, streetAsOwner: Bool = false, when condition: Condition = .always
    ) -> [MetadataEdit] {
        var edits: [MetadataEdit] = []
        let inBlock: Condition = condition == .always ? .whereBlock : .whereBlankInBlock
        func add(_ text: String?, _ name: String, _ number: UInt8?) {
            guard let text, let name = XMPName(qualified: name) else { return }
            guard !text.isEmpty else {
                guard condition == .always else { return }
                edits.append(MetadataEdit(.removeXMP(name)))
                if let number { edits.append(MetadataEdit(.removeIPTC(record: 2, number: number))) }
                return
            }
            edits.append(xmp(name, text).when(condition))
            if let number, let definition = IPTCTable.definition(record: 2, number: number) {
                edits.append(
                    MetadataEdit(.setIPTC(record: 2, number: number, [cut(text, for: definition)]), when: inBlock))
            }
        }
        add(place.city, "photoshop:City", 90)
        add(place.state, "photoshop:State", 95)
        add(place.country, "photoshop:Country", 101)
        // IIM requires three letters; a two-letter code cannot be written.
        add(
            place.countryCode, "Iptc4xmpCore:CountryCode",
            [0, 3].contains(place.countryCode.map { $0.utf8.count }) ? 100 : nil)
        add(place.street, "Iptc4xmpCore:Location", 92)
        if let created = locationCreated(place) { edits.append(created.when(condition)) }
        if streetAsOwner, let street = place.street {
            let owner = TagID(.exif, .cameraOwnerName)
            if !street.isEmpty {
                edits.append(MetadataEdit(.setExif(owner, .text(street)), when: condition))
            } else if condition == .always {
                edits.append(MetadataEdit(.removeExif(owner)))
            }
        }
        return edits
    }

    /// Returns the edit of IPTC Extension's structure for the place where a picture was taken; nil if no name is given.
    ///
    /// Source: IPTC Photo Metadata Standard 2023.2, Location structure.
    private static func locationCreated(_ place: PlaceNames) -> MetadataEdit? {
        let namespace = XMPPrefixes.namespace("Iptc4xmpExt") ?? .iptcExtension
        let fields: [(String, String?)] = [
            ("Sublocation", place.street), ("City", place.city), ("ProvinceState", place.state),
            ("CountryName", place.country), ("CountryCode", place.countryCode),
        ]
        let properties = fields.compactMap { name, text in
            text.map { XMPProperty(XMPName(namespace, name), XMPNode(.simple($0))) }
        }
        guard !properties.isEmpty else { return nil }
        return MetadataEdit(.setXMPFields(XMPName(namespace, "LocationCreated"), properties))
    }
}
