internal import UprightBase
package import UprightFormats

/// The names that values are known by, to point a misspelt one at the nearest.
package enum TagNames {
    /// The names without a group: those of the standards, ImageIO's keys, and exiftool's names of composites and of what makers
    /// note.
    private static let plain: [String] =
        TagGroup.allCases.flatMap { TagTable.definitions(of: $0).flatMap { [$0.name, $0.key] + $0.aliases } }
        + IPTCTable.all.flatMap { [$0.name, $0.key] } + vocabulary.values.flatMap(\.self) + composites
        + [
            "GPSPosition", "PixelWidth", "PixelHeight", "Depth", "ColorModel", "HasAlpha", "ProfileName", "DPIWidth",
            "DPIHeight",
        ]
        + DirectoryMakerNote.names

    /// exiftool's names of values that are made of others.
    private static let composites = ["LensID", "ImageSize", "Megapixels", "Aperture", "ShutterSpeed"]

    /// Whether a name without a group, or with that of a maker, is known.
    package static func isKnown(_ name: String) -> Bool {
        let last = name.split(whereSeparator: { $0 == ":" || $0 == "." }).last.map { String($0).lowercased() }
        return plain.contains { $0.lowercased() == last || $0.lowercased() == name.lowercased() }
    }

    /// `did you mean "…"?` with the nearest name; empty if none is near, or if the name itself is known.
    package static func nearest(to name: String) -> String {
        if name.hasPrefix("{") || isKnown(name) { return "" }
        guard let colon = name.lastIndex(where: { $0 == ":" || $0 == "." }) else {
            return Suggestion.nearest(to: name, in: plain)
        }
        let group = name[...colon]
        if let near = nearest(inGroup: name) { return near }
        return Suggestion.nearest(to: name, in: plain.map { group + $0 })
    }

    /// The suggestion for a name of XMP, IPTC or Exif; nil for other groups.
    package static func nearest(inGroup name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        let family = parts[0].lowercased()
        var known: [String]
        switch family {
        case "xmp":
            known = properties(of: nil)
            // A misspelt prefix, and a property that is one of a schema's or another.
            if !parts[1].contains(":") { known = known.map { String($0.drop { $0 != ":" }.dropFirst()) } }
        case _ where family.hasPrefix("xmp-"): known = properties(of: String(parts[0].dropFirst(4)))
        case "iptc": known = IPTCTable.all.map(\.name)
        case "jpeg", "gif": known = ["Comment"]
        case "exif": known = names(in: TagGroup.allCases)
        case "ifd0", "tiff", "ifd1": known = names(in: [.primary])
        case "exififd": known = names(in: [.exif])
        case "gps": known = names(in: [.gps])
        default: return nil
        }
        return Suggestion.nearest(to: name, in: known.map { "\(parts[0]):\($0)" })
    }

    private static func names(in groups: [TagGroup]) -> [String] {
        groups.flatMap { TagTable.definitions(of: $0).map(\.name) }
    }

    /// The properties of the schemas, with their prefix, or those of one prefix without it.
    private static func properties(of prefix: String?) -> [String] {
        guard let prefix else { return vocabulary.flatMap { pair in pair.value.map { "\(pair.key):\($0)" } }.sorted() }
        return vocabulary[prefix] ?? []
    }

    /// Whether a property is misspelt: its schema is closed, lacks it, and has one that is near. The suggestion; nil if not.
    package static func correction(of property: XMPName) -> String? {
        guard let prefix = property.prefix, let known = vocabulary[prefix], !known.contains(property.local) else {
            return nil
        }
        let isNear = !Suggestion.nearest(to: property.local, in: known).isEmpty
        return isNear
            ? Suggestion.nearest(to: "XMP:\(property.qualified)", in: known.map { "XMP:\(prefix):\($0)" }) : nil
    }

    /// The suggestion for an item that is no property of its schema; nil for others.
    static func misspelt(_ item: MetadataName) -> String? {
        if case .xmp(let property) = item { correction(of: property) } else { nil }
    }

    /// Source: XMP part 1, 8.3 and 8.4; part 2, 1.2.7; Photoshop's schema; IPTC Photo Metadata Standard 2023.2.
    private static let vocabulary: [String: [String]] = [
        "dc": [
            "contributor", "coverage", "creator", "date", "description", "format", "identifier", "language",
            "publisher",
            "relation", "rights", "source", "subject", "title", "type",
        ],
        "xmp": [
            "Advisory", "BaseURL", "CreateDate", "CreatorTool", "Identifier", "Label", "MetadataDate", "ModifyDate",
            "Nickname", "Rating", "RatingDate", "Thumbnails", "Author", "Title", "Description", "Keywords", "Format",
            "PageInfo",
        ],
        "xmpRights": ["Certificate", "Marked", "Owner", "UsageTerms", "WebStatement"],
        "photoshop": [
            "AuthorsPosition", "CaptionWriter", "Category", "City", "ColorMode", "Country", "Credit", "DateCreated",
            "DocumentAncestors", "EmbeddedXMPDigest", "Headline", "History", "ICCProfile", "Instructions",
            "LegacyIPTCDigest",
            "SidecarForExtension", "Source", "State", "SupplementalCategories", "TextLayers", "TransmissionReference",
            "Urgency",
        ],
        "Iptc4xmpCore": [
            "AltTextAccessibility", "CiAdrCity", "CountryCode", "CreatorContactInfo", "ExtDescrAccessibility",
            "IntellectualGenre", "Location", "Scene", "SubjectCode",
        ],
    ]
}
