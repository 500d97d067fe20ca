internal import UprightBase
internal import UprightFormats

/// An item of a `meta` box: a coded picture, a derived one, or metadata (ISO/IEC 14496-12, section 8.11.6).
struct HEIFItem: Sendable, Hashable {
    /// The identifier.
    let id: Int
    /// The type: `hvc1`, `av01`, `grid`, `Exif`, `mime`.
    let type: String
    /// The media type of an item of type `mime`; otherwise empty.
    var contentType = ""
    /// The encoding of an item of type `mime`, `deflate`; empty if there is none.
    var contentEncoding = ""
    /// Whether the item is encrypted or otherwise protected.
    let isProtected: Bool
    /// The box in `iinf`.
    let range: Range<Int>

    /// Reads an `infe` box.
    init(parsing box: ISOBox, in bytes: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: bytes)
        let version = try reader.versionAndFlags().version
        id = try reader.integer(version == 3 ? 4 : 2)
        isProtected = try reader.integer(2) != 0
        range = box.range
        // Versions 0 and 1 have no type; HEIF requires version 2 or 3.
        guard version >= 2 else {
            type = ""
            return
        }
        type = try reader.code()
        _ = reader.text()
        guard type == "mime" else { return }
        contentType = reader.text()
        contentEncoding = reader.text()
    }

    /// The kind of metadata that the item holds; nil if it holds none that is read.
    var metadata: MetadataBlock.Kind? {
        guard !isProtected else { return nil }
        if type == "Exif" { return .exif }
        return type == "mime" && contentType == "application/rdf+xml" ? .xmp : nil
    }

    /// The name of the item for messages and parts: `hvc1 item 1`.
    var name: String { "\(type.isEmpty ? "unknown" : type) item \(id)" }

    /// Returns a new `infe` box.
    static func serialized(id: Int, kind: MetadataBlock.Kind) -> [UInt8] {
        let isLong = id > Int(UInt16.max)
        let fields =
            (isLong ? UInt32(truncatingIfNeeded: id).bigEndianBytes : UInt16(truncatingIfNeeded: id).bigEndianBytes)
            + [0, 0]
        let name = Array((kind == .exif ? "Exif\0" : "mime\0application/rdf+xml\0").utf8)
        return ISOBox.serialized("infe", [isLong ? 3 : 2, 0, 0, 0] + fields + name)
    }
}
