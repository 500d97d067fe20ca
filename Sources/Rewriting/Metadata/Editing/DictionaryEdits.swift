public import UprightFormats

/// The edits that set a dictionary with ImageIO's keys, as `CGImageDestinationAddImageFromSource` does.
///
/// Each key of `{TIFF}`, `{Exif}`, `{GPS}`, `{IPTC}`, `{ExifAux}`, `{DNG}`, `{Interoperability}` and `{XMP}` is set;
/// ``PropertyValue/null`` removes the key, or the whole dictionary; what is not named stays. `Orientation`, `DPIWidth` and
/// `DPIHeight` set their tags in IFD0. So the dictionary of one file can be changed and set in another.
public struct DictionaryEdits: Sendable {
    /// The edits, in the order of the keys.
    public private(set) var edits: [MetadataEdit] = []
    /// The keys that say how the file is stored, and which therefore no edit sets: `PixelWidth`, `{JFIF}`, `{Exif}.MakerNote`.
    public private(set) var ignored: [String] = []
    private let handlers: TagHandlers

    /// Creates the edits that set a dictionary.
    ///
    /// - Throws: the first key that does not exist, or the value that its tag does not take.
    public init(
        setting properties: [String: PropertyValue], handlers: TagHandlers = .standard
    ) throws(MetadataValueError) {
        self.handlers = handlers
        for (key, value) in properties.sorted(by: { PropertyValue.precedes($0.key, $1.key) }) {
            try add(key, value)
        }
    }

    private mutating func add(_ key: String, _ value: PropertyValue) throws(MetadataValueError) {
        switch key {
        case "{TIFF}", "{DNG}": try add(value, of: .primary, key)
        case "{Exif}": try add(value, of: .exif, key)
        case "{GPS}": try add(value, of: .gps, key)
        case "{Interoperability}": try add(value, of: .interoperability, key)
        case "{IPTC}": try addIPTC(value)
        case "{ExifAux}": try addXMP(value, key, prefix: "aux:")
        case "{XMP}": try addXMP(value, key, prefix: "")
        case "Orientation": try add("Orientation", value, of: .primary, key)
        case "DPIWidth": try addResolution("XResolution", value, key)
        case "DPIHeight": try addResolution("YResolution", value, key)
        case "PixelWidth", "PixelHeight", "Depth", "ColorModel", "HasAlpha", "ProfileName", "FileSize", "PrimaryImage",
            "NamedColorSpace", "IsIndexed", "IsFloat":
            ignored.append(key)
        case _ where key.hasPrefix("{") && key.hasSuffix("}"): ignored.append(key)
        default: throw .key(key)
        }
    }

    private func members(_ value: PropertyValue, _ key: String) throws(MetadataValueError) -> [(
        key: String, value: PropertyValue
    )] {
        guard let members = value.dictionary else { throw .value(key, expected: "a dictionary", found: value.json) }
        return members.sorted { PropertyValue.precedes($0.key, $1.key) }
    }

    private mutating func add(
        _ value: PropertyValue, of group: TagGroup, _ dictionary: String
    ) throws(MetadataValueError) {
        if case .null = value {
            guard group != .primary else {
                throw .value(dictionary, expected: "a dictionary: its tags cannot be removed together", found: "null")
            }
            edits += group == .gps ? MetadataEdit.removalsOfPosition : [MetadataEdit(.removeDirectory(group))]
            return
        }
        for (key, value) in try members(value, dictionary) {
            try add(key, value, of: group, "\(dictionary).\(key)")
        }
        if group == .gps { addReferences(value) }
    }

    private mutating func add(
        _ key: String, _ value: PropertyValue, of group: TagGroup, _ path: String
    ) throws(MetadataValueError) {
        let misplaced: [TagGroup] = group == .primary ? [.exif] : group == .exif ? [.primary] : []
        let number = UInt16(key).map { TagID(group, $0) }
        guard let tag = handlers.tag(named: key, in: [group] + misplaced) ?? number else { throw .key(path) }
        // How the file is stored, and tags without a definition, of which only the file knows the type.
        guard let definition = handlers.definition(of: tag), definition.editability == .editable else {
            ignored.append(path)
            return
        }
        if case .null = value {
            edits.append(try .removeExif(tag))
        } else {
            edits.append(try .exif(tag, angle(value, tag) ?? value, handlers: handlers))
        }
    }

    /// Returns degrees as the three fractions of a tag; nil for a value that is no angle of a position.
    private func angle(_ value: PropertyValue, _ tag: TagID) -> PropertyValue? {
        guard tag.group == .gps, [0x02, 0x04, 0x14, 0x16].contains(tag.number), let degrees = value.number,
            let angle = DegreesMinutesSeconds(decimalDegrees: degrees.magnitude)
        else { return nil }
        return .array(angle.parts.map { .string($0.description) })
    }

    /// Signed degrees have their reference in the sign.
    private mutating func addReferences(_ gps: PropertyValue) {
        let references: [(String, String, TIFFTag, String)] = [
            ("Latitude", "LatitudeRef", .gpsLatitudeRef, "S"), ("Longitude", "LongitudeRef", .gpsLongitudeRef, "W"),
        ]
        for (key, reference, tag, letter) in references where gps[reference] == nil {
            guard let degrees = gps[key]?.number, degrees < 0 else { continue }
            edits.append(MetadataEdit(.setExif(TagID(.gps, tag), .text(letter))))
        }
    }

    private mutating func addResolution(
        _ name: String, _ value: PropertyValue, _ key: String
    ) throws(MetadataValueError) {
        try add(name, value, of: .primary, key)
        if case .null = value { return }
        edits.append(MetadataEdit(.setExif(TagID(.primary, .resolutionUnit), .short([2]))))
    }

    private mutating func addIPTC(_ value: PropertyValue) throws(MetadataValueError) {
        if case .null = value {
            edits += IPTCTable.all.filter { $0.record == 2 }.map {
                MetadataEdit(.removeIPTC(record: $0.record, number: $0.number))
            }
            return
        }
        for (key, value) in try members(value, "{IPTC}") {
            guard let definition = IPTCTable.definition(named: key) else { throw .key("{IPTC}.\(key)") }
            if case .null = value {
                edits.append(MetadataEdit(.removeIPTC(record: definition.record, number: definition.number)))
                continue
            }
            guard definition.format != .binary, definition.format != .number else {
                ignored.append("{IPTC}.\(key)")
                continue
            }
            edits.append(try .iptc(definition, (value.array ?? [value]).map(\.description)))
        }
    }

    private mutating func addXMP(
        _ value: PropertyValue, _ dictionary: String, prefix: String
    ) throws(MetadataValueError) {
        if case .null = value {
            guard prefix.isEmpty else {
                throw .value(dictionary, expected: "a dictionary", found: "null")
            }
            edits.append(MetadataEdit(.removeXMPPacket))
            return
        }
        for (key, value) in try members(value, dictionary) {
            guard let name = XMPName(qualified: prefix + key) else { throw .key("\(dictionary).\(key)") }
            if case .null = value {
                edits.append(MetadataEdit(.removeXMP(name)))
            } else if prefix.isEmpty, value.array == nil, value.dictionary == nil {
                edits.append(.xmp(name, value.description))
            } else if prefix.isEmpty {
                edits.append(MetadataEdit(.setXMP(name, Self.node(value, for: name))))
            } else {
                let text = value.array.map(Self.fractions) ?? name.stored(value.description)
                edits.append(MetadataEdit(.setXMP(name, XMPNode(.simple(text)))))
            }
        }
    }

    /// Returns the text of `aux:LensInfo`: fractions, of which 0/0 is an unknown one.
    private static func fractions(_ list: [PropertyValue]) -> String {
        list.map { item in
            guard let number = item.number, let fraction = Rational(approximating: number) else {
                return item.description
            }
            return number == 0 ? "0/0" : fraction.description
        }.joined(separator: " ")
    }

    /// Returns the node of a value: a list has the form that its schema defines, texts by language are alternatives, other
    /// dictionaries are structures.
    private static func node(_ value: PropertyValue, for name: XMPName) -> XMPNode {
        switch value {
        case .array(let items):
            let kind: XMPNode.ArrayKind =
                switch XMPForms.form(of: name) {
                case .seq?: .seq
                case .alternative?: .alt
                default: .bag
                }
            return XMPNode(.array(kind, items.map { node($0, for: name) }))
        case .dictionary(let members) where XMPForms.form(of: name) == .alternative:
            let items = members.sorted { ($0.key != "x-default", $0.key) < ($1.key != "x-default", $1.key) }
            return XMPNode(
                .array(
                    .alt,
                    items.map { language, text in
                        let mark = XMPProperty(XMPName(.xml, "lang"), XMPNode(.simple(language)))
                        return XMPNode(.simple(text.description), qualifiers: [mark])
                    }))
        case .dictionary(let members):
            return XMPNode(
                .structure(
                    members.sorted { $0.key < $1.key }.compactMap { key, value in
                        XMPName(qualified: key).map { XMPProperty($0, node(value, for: $0)) }
                    }))
        default: return XMPNode(.simple(name.stored(value.description)))
        }
    }
}

extension MetadataEdit {
    /// Returns the edits that set a dictionary with ImageIO's keys; see ``DictionaryEdits``, which also names the keys that
    /// no edit sets.
    public static func edits(
        setting properties: [String: PropertyValue], handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> [MetadataEdit] {
        try DictionaryEdits(setting: properties, handlers: handlers).edits
    }
}

private func < (one: (Bool, String), other: (Bool, String)) -> Bool {
    one.0 == other.0 ? one.1 < other.1 : !one.0
}
