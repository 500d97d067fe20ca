package import UprightFormats

/// A tag by the name that users and tables give it: upright's (`XMP:dc:title`, `IPTC:City`), or exiftool's with or without
/// a group (`XMP-dc:Title`, `IFD0:Artist`, `Artist`, `Keywords`).
package struct TagColumn: Sendable, Hashable {
    /// Part of a position, which several tags hold together.
    package enum PositionPart: String, Sendable, Hashable {
        case latitude, latitudeReference, longitude, longitudeReference, altitude, altitudeReference, both
    }

    /// The name as given.
    package let title: String
    /// The items that the name can mean, in the order in which a value is looked for. A new value goes to the first.
    package let items: [MetadataName]
    /// The part of a position; nil for other tags.
    package let position: PositionPart?

    /// Finds the items of a name; nil if it names nothing that is read or written by name.
    package init?(_ title: String, namespaces: [XMPNamespace] = []) {
        let parts = title.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (family, name) = parts.count == 2 ? (parts[0].lowercased(), parts[1]) : ("", title)
        guard !name.isEmpty else { return nil }
        self.title = title
        position = Self.positions[name.lowercased()].flatMap {
            ["", "exif", "gps", "composite"].contains(family) ? $0 : nil
        }
        if position != nil {
            items = TagTable.tag(named: name, in: [.gps]).map { [.exif($0)] } ?? []
            return
        }
        items = family.isEmpty ? Self.everywhere(name) : Self.inFamily(family, name, title, namespaces)
        if items.isEmpty { return nil }
    }

    private static let positions: [String: PositionPart] = [
        "gpslatitude": .latitude, "gpslatituderef": .latitudeReference, "gpslongitude": .longitude,
        "gpslongituderef": .longitudeReference, "gpsaltitude": .altitude, "gpsaltituderef": .altitudeReference,
        "gpsposition": .both, "gpscoordinates": .both,
    ]

    /// exiftool's names of the groups of XMP whose prefixes have other names.
    private static let prefixes = [
        "iptccore": "Iptc4xmpCore", "iptcext": "Iptc4xmpExt", "microsoft": "MicrosoftPhoto", "xmpmm": "xmpMM",
        "xmprights": "xmpRights", "digikam": "digiKam", "exifex": "exifEX", "gpano": "GPano", "xmpbj": "xmpBJ",
    ]

    private static func inFamily(
        _ family: String, _ name: String, _ title: String, _ namespaces: [XMPNamespace]
    ) -> [MetadataName] {
        if family == "xmp", !name.contains(":") { return xmp(named: name, prefix: nil) }
        if family.hasPrefix("xmp-") {
            let prefix = String(title.dropFirst(4).prefix { $0 != ":" })
            if let own = namespaces.first(where: { $0.prefix == prefix }) { return [.xmp(XMPName(own, name))] }
            let known = xmp(named: name, prefix: prefixes[prefix.lowercased()] ?? prefix)
            if !known.isEmpty { return known }
        }
        guard let item = try? MetadataName(title, namespaces: namespaces) else { return [] }
        switch item {
        case .directory, .packet: return []
        default: return [item]
        }
    }

    /// The items of a name without a group, in exiftool's order of preference: Exif, IPTC, XMP.
    private static func everywhere(_ name: String) -> [MetadataName] {
        var items: [MetadataName] = []
        // Exif has newer tags of these names, which exiftool does not prefer.
        if !["title", "rating"].contains(name.lowercased()), !name.lowercased().hasPrefix("0x"),
            let tag = TagTable.tag(named: name, in: [.exif, .primary, .gps])
        {
            items.append(.exif(tag))
        }
        if !name.contains(":"), let set = IPTCTable.definition(named: name) { items.append(.iptc(set)) }
        return items + xmp(named: name, prefix: nil)
    }

    /// The properties that exiftool calls by a name, which begins with a capital letter.
    private static func xmp(named name: String, prefix: String?) -> [MetadataName] {
        (byName[name.lowercased()] ?? []).filter { property in
            prefix.map { $0.lowercased() == property.prefix?.lowercased() } ?? true
        }.map { .xmp($0) }
    }

    private static let byName = Dictionary(grouping: properties) { $0.local.lowercased() }

    /// The properties that are read and written by name in tables.
    private static let properties: [XMPName] = [
        "dc:title", "dc:description", "dc:subject", "dc:creator", "dc:rights", "dc:publisher", "dc:contributor",
        "dc:language", "dc:source", "dc:type", "dc:relation", "dc:coverage", "dc:date", "dc:identifier", "xmp:Rating",
        "xmp:Label", "xmp:CreatorTool", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmp:Nickname",
        "photoshop:City", "photoshop:State", "photoshop:Country", "photoshop:Headline", "photoshop:Credit",
        "photoshop:Instructions", "photoshop:Source", "photoshop:AuthorsPosition", "photoshop:CaptionWriter",
        "photoshop:Category", "photoshop:SupplementalCategories", "photoshop:Urgency",
        "photoshop:TransmissionReference", "photoshop:DateCreated", "Iptc4xmpCore:Location",
        "Iptc4xmpCore:CountryCode", "Iptc4xmpCore:IntellectualGenre", "Iptc4xmpCore:Scene",
        "Iptc4xmpCore:SubjectCode", "Iptc4xmpCore:AltTextAccessibility", "Iptc4xmpCore:ExtDescrAccessibility",
        "Iptc4xmpExt:PersonInImage", "Iptc4xmpExt:Event", "Iptc4xmpExt:OrganisationInImageName",
        "Iptc4xmpExt:OrganisationInImageCode", "xmpRights:Marked", "xmpRights:UsageTerms", "xmpRights:WebStatement",
        "xmpRights:Owner", "xmpRights:Certificate", "lr:hierarchicalSubject", "lr:weightedFlatSubject",
        "digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP", "mediapro:CatalogSets", "aux:Lens", "aux:SerialNumber",
    ].compactMap { XMPName(qualified: $0) }
}

extension TagColumn {
    /// A column without items: its values are shown as they are.
    package static let plain = TagColumn()

    private init() { (title, items, position) = ("", [], nil) }
}
