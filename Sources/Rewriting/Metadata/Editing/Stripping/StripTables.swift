internal import UprightMetadata

/// The items that are known to hold nothing private, and those that hold the name of a place.
///
/// Source: Exif 3.0, 4.6; XMP part 2; IPTC Photo Metadata Standard 2023.2 and IIM 4.2; hdrgm, GPano and container schemas.
enum StripTables {
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

    /// The local names of XMP properties and fields that hold the name of a place, in IPTC's schemas and vendors' copies.
    static let placeNames: Set<String> = [
        "City", "State", "Province", "ProvinceState", "Country", "CountryName", "CountryCode", "Location",
        "Sublocation",
        "LocationCreated", "LocationShown", "LocationName", "LocationId", "WorldRegion", "Landmark", "Region",
        "locality", "stateProvince", "municipality", "county", "country", "countryCode",
    ]
    /// IPTC data sets of record 2 that hold the name of a place (IIM 4.2, 2:26, 2:27 and 2:90 to 2:101).
    static let placeDataSets: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]
    /// IPTC data sets of record 2 that say nothing private: title, urgency, dates, headline, caption.
    static let harmlessDataSets: Set<UInt8> = [0, 5, 10, 55, 60, 62, 63, 105, 120]
}
