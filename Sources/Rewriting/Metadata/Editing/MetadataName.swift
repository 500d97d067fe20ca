public import UprightFormats

/// A tag, data set or property, by the name that users write.
///
/// `EXIF:Artist` (any Exif directory), `IFD0:Make`, `ExifIFD:0x9003`, `GPS:GPSLatitude`, `IPTC:City`, `IPTC:2:90`,
/// `XMP:photoshop:City`, `XMP-dc:title`.
public enum MetadataName: Sendable, Hashable {
    /// An Exif tag.
    case exif(TagID)
    /// A whole directory: `GPS:all`.
    case directory(TagGroup)
    /// An IPTC data set.
    case iptc(IPTCDefinition)
    /// An XMP property.
    case xmp(XMPName)
    /// A text that a container holds: `JPEG:Comment`, `GIF:Comment`, `PNG:Author`.
    case text(PictureText)
    /// The whole XMP packet: `XMP:all`.
    case packet

    /// Parses a name; directories and names are not case-sensitive.
    ///
    /// - Parameter handlers: the application's own tags.
    public init(_ text: String, handlers: TagHandlers = .standard) throws(MetadataValueError) {
        try self.init(text, namespaces: [], handlers: handlers)
    }

    /// - Parameter namespaces: further XMP namespaces, whose prefixes come before the usual ones.
    package init(
        _ text: String, namespaces: [XMPNamespace], handlers: TagHandlers = .standard
    ) throws(MetadataValueError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { throw .name(text) }
        let (family, name) = (parts[0].lowercased(), parts[1])
        if family == "iptc" {
            guard let definition = IPTCTable.definition(named: name) else {
                throw .dataSet(text).suggesting(TagNames.nearest(inGroup: text))
            }
            self = .iptc(definition)
            return
        }
        if ["jpeg", "gif", "png"].contains(family) {
            guard let found = PictureText(family: family, name: name) else {
                throw .text(text).suggesting(TagNames.nearest(inGroup: text))
            }
            self = .text(found)
            return
        }
        if family == "xmp", name.lowercased() == "all" {
            self = .packet
            return
        }
        if family == "xmp" || family.hasPrefix("xmp-") {
            let qualified = family == "xmp" ? name : "\(parts[0].dropFirst(4)):\(name)"
            guard let found = XMPName(qualified: qualified, namespaces: namespaces) else {
                throw .property(text).suggesting(TagNames.nearest(inGroup: text))
            }
            self = .xmp(found)
            return
        }
        let groups: [TagGroup]
        switch family {
        case "exif": groups = [.exif, .primary, .gps, .interoperability]
        case "ifd0", "tiff": groups = [.primary]
        case "ifd1": groups = [.thumbnail]
        case "exififd": groups = [.exif]
        case "gps": groups = [.gps]
        case "interopifd", "interop": groups = [.interoperability]
        default: throw .name(text)
        }
        if name.lowercased() == "all", groups.count == 1, groups[0] != .primary, groups[0] != .thumbnail {
            self = .directory(groups[0])
            return
        }
        guard let tag = handlers.tag(named: name, in: groups) else {
            throw .unknownTag(text).suggesting(TagNames.nearest(inGroup: text))
        }
        self = .exif(tag)
    }
}
