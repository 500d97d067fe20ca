internal import ArgumentParser
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps

/// The values that `upright tag` writes.
struct TagValues: ParsableArguments {
    // Southern latitudes start with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Position in decimal degrees, north and east positive; altitude in metres. Also what people copy: 48.1 11.5, \
            48°8'13"N 11°34'31"E, a geo: URI, a map's link, a Plus Code, UTM or MGRS. Removes the GPS time, and the altitude if none is given: they are \
            of the old place. Empty removes everything about it.
            """,
            valueName: "lat,lon[,alt]"))
    var gps: String?

    @Option(
        help: ArgumentHelp(
            """
            When the picture was taken: 2024-05-17T18:03:09, with a fraction and a zone if known. Sets Exif \
            DateTimeOriginal and DateTimeDigitized (CreateDate) with their SubSecTime and OffsetTime and, if present, \
            XMP exif:DateTimeOriginal, exif:DateTimeDigitized, xmp:CreateDate and photoshop:DateCreated, and IPTC \
            DateCreated, TimeCreated, DigitalCreationDate and DigitalCreationTime. Empty removes all of them.
            """,
            valueName: "time"))
    var time: String?

    @Option(
        help: ArgumentHelp(
            "The names of the place. Later ones can be omitted; an empty one leaves that name unchanged. Empty removes all.",
            valueName: "city[,state[,country[,code]]]"))
    var place: String?

    @Option(help: ArgumentHelp("The street or sublocation. Empty removes it.", valueName: "name"))
    var street: String?

    @Flag(help: "Also write the street to Exif's CameraOwnerName, for programs that look for it there.")
    var streetAsOwner = false

    @Option(help: ArgumentHelp("The camera's owner (Exif CameraOwnerName). Empty removes it.", valueName: "name"))
    var owner: String?

    @Option(
        help: ArgumentHelp(
            """
            Sets a tag. Repeat the name to set a list; an empty value removes the tag. NAME+=VALUE appends a value to a list \
            that lacks it, NAME-=VALUE removes it from the list.
            """,
            valueName: "name=value"))
    var set: [String] = []

    @Option(
        help: ArgumentHelp(
            "Removes a tag; GPS:all removes a position everywhere, as --strip location --no-places does; XMP:all removes the XMP packet.",
            valueName: "name"))
    var remove: [String] = []

    @Option(help: ArgumentHelp("Moves a value to another tag.", valueName: "name=name"))
    var rename: [String] = []

    @Option(
        help: ArgumentHelp(
            "Declares an XMP namespace for names such as XMP:PREFIX:Property. Repeat for several.",
            valueName: "prefix=uri"))
    var namespace: [String] = []

    @OptionGroup(title: "What to strip") var strip: StripOptions

    /// Whether there is nothing to write.
    var isEmpty: Bool {
        gps == nil && time == nil && place == nil && street == nil && owner == nil && set.isEmpty && remove.isEmpty
            && rename.isEmpty && strip.profile == nil
    }

    /// The edits for a file of a type.
    func edits(for type: ImageType, onlyBlanks: Bool) throws -> [MetadataEdit] {
        let condition: MetadataEdit.Condition = onlyBlanks ? .whereBlank : .always
        var edits: [MetadataEdit] = []
        try checkTexts()
        do {
            if let strip = try strip.strip() { edits.append(.strip(strip)) }
            // Removals come first, so that GPS:all, for example, can be removed and a single GPS tag set.
            let namespaces = try namespaces()
            for name in remove { edits += try MetadataEdit.removals(MetadataName(name, namespaces: namespaces)) }
            for pair in rename {
                let (name, other) = try Self.split(pair, "--rename")
                edits.append(
                    try .rename(
                        MetadataName(name, namespaces: namespaces), to: MetadataName(other, namespaces: namespaces),
                        called: (name, other)))
            }
            edits += try MetadataAssignment.edits(try assignments(), namespaces: namespaces, when: condition)
            if let owner {
                edits.append(try .set("EXIF:CameraOwnerName", to: [owner]).when(condition))
                // Copies that an old name would contradict.
                let names = ["XMP:exifEX:CameraOwnerName", "XMP:aux:OwnerName"]
                for name in names where condition == .always {
                    edits.append(try .set(name, to: [owner]).when(.wherePresent))
                }
            }
        } catch let error as MetadataValueError {
            throw ValidationError("\(error)")
        }
        if let gps { edits += gps.isEmpty ? MetadataEdit.removalsOfPosition : try position(gps, type, condition) }
        if let time, time.isEmpty {
            edits += MetadataEdit.removalsOfTime(type: type)
        } else if let time {
            guard let date = Self.date(time) else {
                throw ValidationError("--time takes a date and time such as 2024-05-17T18:03:09+02:00, found \(time)")
            }
            edits += MetadataEdit.time(date, type: type, when: condition)
        }
        if place != nil || street != nil { edits += try placeEdits(type, condition) }
        return edits
    }

    /// Refuses values that are not UTF-8: they cannot be written unchanged.
    private func checkTexts() throws {
        let texts = [gps, time, place, street, owner].compactMap(\.self) + set + remove + rename
        guard let text = texts.first(where: { !ArgumentText.isText($0) }) else { return }
        throw ValidationError("A value is not UTF-8: \(RawPath(argument: text)); give it in UTF-8.")
    }

    /// The values of `--set` that have fields, such as `{date:%Y}`.
    var templates: [String] { self.set.filter(Self.isTemplate) }

    private static func isTemplate(_ text: String) -> Bool {
        do throws(SetValue.Failure) { return try SetValue(text, isLenient: true).isTemplate } catch { return false }
    }

    private func assignments() throws -> [MetadataAssignment] {
        try set.filter { !Self.isTemplate($0) }.map { pair in
            guard let assignment = MetadataAssignment(pair) else {
                throw ValidationError("--set takes NAME=VALUE, NAME+=VALUE or NAME-=VALUE, found \(pair)")
            }
            return assignment
        }
    }

    func namespaces() throws -> [XMPNamespace] {
        try NamespaceOption.parse(namespace)
    }

    private static func split(_ pair: String, _ option: String) throws -> (String, String) {
        guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
            throw ValidationError("\(option) takes NAME=VALUE, found \(pair)")
        }
        return (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
    }

    private func position(
        _ text: String, _ type: ImageType, _ condition: MetadataEdit.Condition
    ) throws -> [MetadataEdit] {
        let position: PositionText
        do throws(GeodataError) { position = try PositionText(text) } catch {
            throw ValidationError("--gps takes \(error); found \(text)")
        }
        guard
            let edits = MetadataEdit.position(
                latitude: position.latitude, longitude: position.longitude, altitude: position.altitude, type: type,
                when: condition)
        else {
            throw ValidationError(
                "--gps takes degrees in -90...90 and -180...180, and metres in -100000...100000; found \(text)")
        }
        // They are of the place that the file had before.
        let old: [TIFFTag] =
            [.gpsDateStamp, .gpsTimeStamp]
            + (position.altitude == nil ? [.gpsAltitudeRef, .gpsAltitude] : [])
        guard condition == .always else { return edits }
        return try old.flatMap { try MetadataEdit.removals(.exif(TagID(.gps, $0))) } + edits
    }

    private func placeEdits(_ type: ImageType, _ condition: MetadataEdit.Condition) throws -> [MetadataEdit] {
        let parts = (place ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        let removesAll = place.map { $0.allSatisfy { $0 == " " } } ?? false
        func part(_ index: Int) -> String? {
            removesAll ? "" : index < parts.count && !parts[index].isEmpty ? parts[index] : nil
        }
        if parts.count > 4 {
            throw ValidationError("--place takes CITY,STATE,COUNTRY,CODE: up to four names, found \(parts.count).")
        }
        if let code = part(3), !removesAll, !PlaceNames.isCountryCode(code) {
            throw ValidationError(
                "--place takes a country code of two or three letters (ISO 3166-1) such as DE or DEU, found \(code).")
        }
        let names = PlaceNames(
            city: part(0), state: part(1), country: part(2), countryCode: part(3), street: street)
        let hasOwner = PictureFormats.description(of: type)?.holdsExif ?? true
        return MetadataEdit.place(names, streetAsOwner: streetAsOwner && hasOwner, when: condition)
    }

    /// Parses a date and time in the form of ISO 8601 or of Exif.
    private static func date(_ text: String) -> ExifDateTime? {
        guard text.utf8.count >= 19 else { return nil }
        let head = String(text.prefix(19))
        let exif = head.replacing("-", with: ":").replacing("T", with: " ")
        var rest = text.dropFirst(19)
        var fraction: String?
        if rest.first == "." {
            fraction = String(rest.dropFirst().prefix { $0.isASCII && $0.isNumber })
            rest = rest.dropFirst(1 + (fraction?.count ?? 0))
        }
        let zone = String(rest)
        guard zone.isEmpty || ExifDateTime.minutes(ofOffset: zone) != nil && zone.utf8.count <= 6 else { return nil }
        return ExifDateTime(exif, fraction: fraction, offset: zone.isEmpty ? nil : zone)
    }
}
