internal import UprightBase
package import UprightFormats

/// The items that are known to hold nothing private, and those that hold the name of a place.
///
/// Source: Exif 3.0, 4.6; XMP part 2; IPTC Photo Metadata Standard 2023.2 and IIM 4.2; hdrgm, GPano and container schemas.
package enum StripTables {
    /// Tags of IFD0 that rendering needs: size, samples, orientation, resolution, colour.
    private static let renderingPrimary: Set<UInt16> = [
        0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0112, 0x0115, 0x011A, 0x011B, 0x0128, 0x012D, 0x013E, 0x013F, 0x011C,
        0x0211, 0x0212, 0x0213,
        0x0214,
    ]
    /// Tags of the Exif IFD that rendering needs: versions, colour space, size.
    private static let renderingExif: Set<UInt16> = [0x9000, 0x9101, 0xA000, 0xA001, 0xA002, 0xA003, 0xA500]
    /// Further tags of IFD0 that say nothing private: description, make, model, time, rating.
    private static let harmlessPrimary: Set<UInt16> = [0x010E, 0x010F, 0x0110, 0x0132, 0x4746, 0x4749]
    /// Further tags of the Exif IFD that say nothing private: times, exposure, lens model, scene. Not among them: serial
    /// numbers, names, comments, maker notes, and pressure and depth, which give the height.
    private static let harmlessExif: Set<UInt16> = [
        0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8828, 0x8830, 0x8831, 0x8832, 0x8833, 0x8834, 0x8835, 0x9003, 0x9004,
        0x9010, 0x9011, 0x9012, 0x9102, 0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920A,
        0x9214, 0x9290, 0x9291, 0x9292, 0x9400, 0x9401, 0x9404, 0x9405, 0xA20B, 0xA20E, 0xA20F, 0xA210, 0xA214, 0xA215,
        0xA217, 0xA300, 0xA301, 0xA302, 0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407, 0xA408, 0xA409, 0xA40A,
        0xA40C, 0xA432, 0xA433, 0xA434, 0xA436, 0xA460, 0xA461, 0xA462,
    ]

    /// Tags whose values are blocks with a structure of their own: XMP, IPTC, Photoshop, profiles, maker notes.
    static let blocks: Set<UInt16> = [0x02BC, 0x83BB, 0x8649, 0x8773, 0x927C]

    /// The longest value of a tag whose standard gives no length, in bytes: curves and patterns.
    private static let longestValue = 4_096
    private static let dates: Set<UInt16> = [0x0132, 0x9003, 0x9004]

    /// Whether a value that stays has no more bytes than its tag's definition has units, and a date the characters of one.
    static func hasItsForm(_ tag: TagID, _ type: TIFFFieldType, _ value: some Collection<UInt8>) -> Bool {
        if type == .ascii || type == .utf8 {
            let text = value.prefix { $0 != 0 }
            if tag.group == .primary, GeneratorPrompt.isIn(text) { return false }
            guard
                rendering(tag) || tag.group == .primary && dates.contains(tag.number)
                    || tag.group == .exif && (dates.contains(tag.number) || (0x9010...0x9292).contains(tag.number))
            else { return true }
            return text.count < 32
                && text.allSatisfy { (0x20...0x3A).contains($0) || $0 == 0x5A || tag.group == .interoperability }
        }
        guard let size = type.size else { return false }
        switch TagHandlers.standard.definition(of: tag)?.count {
        case .exactly(let count)?: return value.count <= max(count * size, count * 8)
        case .within(let range)?: return value.count <= range.upperBound.multipliedSaturated(by: max(size, 8))
        case .any?, nil: return value.count <= longestValue
        }
    }

    static func rendering(_ tag: TagID) -> Bool {
        switch tag.group {
        case .primary: renderingPrimary.contains(tag.number)
        case .exif: renderingExif.contains(tag.number)
        case .interoperability: tag.number <= 2
        case .gps, .thumbnail: false
        }
    }

    static func harmless(_ tag: TagID) -> Bool {
        rendering(tag)
            || tag.group == .primary && harmlessPrimary.contains(tag.number)
            || tag.group == .exif && harmlessExif.contains(tag.number)
    }

    /// The namespaces of what renders a picture: gain maps, panoramas, and the pictures after the primary one.
    private static let renderingNamespaces = Set(
        ["hdrgm", "HDRGainMap", "apdi", "hdr_metadata", "GPano"].compactMap { XMPPrefixes.namespace($0)?.uri })
    static let gainMap = XMPPrefixes.namespace("hdrgm")?.uri
    /// The namespace of Camera Raw's settings, whose texts are curves and strokes of numbers.
    static let settings = XMPPrefixes.namespace("crs")?.uri
    private static let renderingProperties = Set(
        ["tiff:Orientation", "Container:Directory", "photoshop:ColorMode", "photoshop:ICCProfile", "exif:ColorSpace"]
            .compactMap { XMPName(qualified: $0) })
    private static let harmlessProperties = Set(
        [
            "dc:title", "dc:description", "dc:format", "photoshop:Headline", "photoshop:DateCreated", "xmp:CreateDate",
            "xmp:ModifyDate", "xmp:MetadataDate", "xmp:Rating", "xmp:Label", "aux:Lens", "aux:LensInfo",
            "aux:FlashCompensation",
        ].compactMap { XMPName(qualified: $0) })
    /// The names of harmless Exif tags, which XMP repeats.
    private static let exifNames = Set(
        (renderingPrimary.union(harmlessPrimary).map { TagID(.primary, $0) }
            + renderingExif.union(harmlessExif).map { TagID(.exif, $0) }).map(\.name))
    private static let exifNamespaces = Set(
        ["tiff", "exif", "exifEX"].compactMap { XMPPrefixes.namespace($0)?.uri })

    /// The namespaces of the items of a container, the pictures and videos in a file.
    private static let itemNamespaces = Set(
        ["Item", "Container", "GCamera"].compactMap { XMPPrefixes.namespace($0)?.uri })
    /// The fields of a container's item that readers need. Not links.
    private static let itemFields: Set<String> = ["Item", "Mime", "Semantic", "Length", "Padding"]
    /// The values of properties that render a picture which are no numbers.
    private static let words: Set<String> = [
        "true", "false", "equirectangular", "cylindrical", "rectilinear", "fisheye", "image/jpeg", "image/heic",
        "image/png", "image/webp", "image/avif", "video/mp4", "video/quicktime", "primary", "gainmap", "motionphoto",
        "depth", "original", "confidence", "relative", "absolute", "high", "low", "rgb", "srgb", "adobe rgb",
        "urn:com:apple:photo:2020:aux:hdrgainmap",
        "http://ns.apple.com/HDRGainMap/1.0/".lowercased(), "uncalibrated",
    ]

    /// Whether a field of a property that renders a picture is one that readers need.
    static func isOfSchema(_ field: XMPName) -> Bool {
        rendering(field) || field.namespace == XMPNamespace.rdf.uri
            || itemNamespaces.contains(field.namespace) && itemFields.contains(field.local)
            || renderingNamespaces.contains(field.namespace)
    }

    /// Whether a text is a number, several of them, or a word that a schema defines.
    static func isOfSchema(_ text: String) -> Bool {
        if words.contains(text.lowercased()) { return true }
        let numeric = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || [0x20, 0x2B, 0x2D, 0x2E, 0x2C, 0x2F, 0x45, 0x65, 0x0A].contains(byte)
        }
        return numeric || isTime(text)
    }

    /// Whether a text is a time as XMP has them: `2024-05-17T18:03:09+02:00`.
    private static func isTime(_ text: String) -> Bool {
        text.utf8.count <= 35
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || [0x2D, 0x3A, 0x54, 0x2E, 0x2B, 0x5A].contains($0)
            }
    }

    /// Whether a text is a language, `x-default` or `pt-BR` (RFC 5646), and not another one in its place.
    static func isLanguage(_ text: String) -> Bool {
        if text == "x-default" { return true }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }
        func isLetters(_ part: [UInt8]) -> Bool { part.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } }
        guard let first = parts.first, (2...3).contains(first.count), isLetters(first), parts.count <= 3 else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            part.count == 2 && isLetters(part) || part.count == 4 && isLetters(part)
                || part.count == 3 && part.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    /// The properties with captions, titles and keywords, in which a value can stand that is removed elsewhere.
    private static let captionProperties = Set(
        [
            "dc:title", "dc:description", "dc:subject", "photoshop:Headline", "photoshop:Instructions",
            "exif:UserComment", "tiff:ImageDescription", "xmp:Label", "lr:hierarchicalSubject", "digiKam:TagsList",
            "MicrosoftPhoto:LastKeywordXMP", "MicrosoftPhoto:LastKeywordIPTC", "mediapro:CatalogSets",
            "Iptc4xmpCore:AltTextAccessibility", "Iptc4xmpCore:ExtDescrAccessibility", "acdsee:caption",
            "acdsee:notes", "acdsee:categories", "xmp:Description", "xmp:Title",
        ].compactMap { XMPName(qualified: $0) })
    /// The Exif tags with captions, titles and keywords: ImageDescription, DocumentName, PageName, UserComment, Windows' tags.
    private static let captionTags: Set<TagID> = Set(
        [0x010D, 0x010E, 0x011D, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F].map { TagID(.primary, $0) } + [
            TagID(.exif, 0x9286), TagID(.exif, 0xA436),
        ])
    /// The IPTC data sets with captions, titles and keywords: name, keywords, instructions, headline, caption.
    private static let captionDataSets: Set<UInt8> = [5, 25, 40, 105, 120]

    package static func isCaption(_ name: XMPName) -> Bool { captionProperties.contains(name) }
    package static func isCaption(_ tag: TagID) -> Bool { captionTags.contains(tag) }
    package static func isCaption(record: UInt8, number: UInt8) -> Bool {
        record == 2 && captionDataSets.contains(number)
    }

    static func rendering(_ name: XMPName) -> Bool {
        renderingNamespaces.contains(name.namespace) && !name.local.hasSuffix("Software")
            || renderingProperties.contains(name)
    }

    /// Whether texts of a property are numbers that only look like positions.
    static func holdsNumbers(_ name: XMPName) -> Bool {
        name.namespace == settings || renderingNamespaces.contains(name.namespace)
    }

    static func harmless(_ name: XMPName) -> Bool {
        rendering(name) || harmlessProperties.contains(name)
            || exifNamespaces.contains(name.namespace) && exifNames.contains(name.local)
    }

    /// The local names of XMP properties and fields that hold the name of a place, in IPTC's schemas and vendors' copies, in small
    /// letters and without signs.
    private static let placeNames: Set<String> = [
        "city", "state", "province", "provincestate", "country", "countryname", "countrycode", "location",
        "sublocation",
        "locationcreated", "locationshown", "locationname", "locationid", "worldregion", "landmark", "region",
        "locality",
        "stateprovince", "municipality", "county", "coverage", "shotlocation", "street", "streetaddress", "address",
        "place", "placename", "places", "venue", "neighborhood", "neighbourhood", "suburb", "district", "postalcode",
        "postcode", "zipcode", "isocountrycode", "continent", "island", "islandgroup", "waterbody",
        "higherGeography"
            .lowercased(), "verbatimlocality", "destinationcity", "hometowncity", "mcc", "mnc", "cellid",
        "locationsubjectcode", "subjectlocation", "eventlocation", "dctermslocation", "ratingregion", "spatial",
        "addresslocality", "addressregion", "addresscountry", "postaladdress", "town", "village", "hamlet", "poi",
        "airport",
        "eventvenue", "woeid", "stadt", "ort", "ortsteil", "bundesland", "strasse", "straße", "ville", "pays",
        "commune",
        "pais", "país", "ciudad", "provincia", "città", "citta", "paese",
    ]
    /// Namespaces in which every property is part of a position.
    private static let placeNamespaces = WordSearch([
        "wgs84_pos", "georss", "opengis.net/gml", "geonames.org", "photos/dd/1.0/earthpose", "sonyericsson.com/cell",
    ])
    /// Tags of GeoTIFF and its predecessors, which place the picture on the ground.
    static let ground: [UInt16] = [33_550, 33_920, 33_922, 34_264, 34_735, 34_736, 34_737]

    /// Whether a name is one of those under which the name of a place is kept, however it is spelled.
    static func isPlaceName(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return placeNames.contains(name) || name.hasPrefix("location")
    }

    /// Whether a namespace holds positions alone.
    static func isOfPlaces(_ namespace: String) -> Bool { placeNamespaces.isIn(namespace) }

    /// Whether a keyword is one of a hierarchy of places: `Places|Germany|Berlin`.
    static func isPlaceHierarchy(_ text: String) -> Bool {
        let names = text.split { "|/<>".contains($0) }.map { $0.lowercased() }.drop { $0 == "_digikam_root_tag_" }
        guard let first = names.first, first.count < text.count else { return false }
        // ACDSee keeps its categories as XML.
        return first == "categories" ? names.contains(where: roots.contains) : roots.contains(first)
    }
    private static let roots: Set<String> = [
        "places", "place", "location", "locations", "geography", "geographic", "geo", "where", "countries", "cities",
        "orte", "ort", "länder", "städte", "lieux", "lieu", "lugares", "lugar", "luoghi", "locais",
    ]
    /// IPTC data sets of record 2 that hold the name of a place (IIM 4.2, 2:26, 2:27 and 2:90 to 2:101).
    static let placeDataSets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]
    /// IPTC data sets of record 2 that say nothing private: title, urgency, dates, headline, caption.
    static let harmlessDataSets: Set<UInt8> = [0, 5, 10, 55, 60, 62, 63, 105, 120]
}
