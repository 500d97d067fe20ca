internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// A block of Exif, XMP or Photoshop data in a PNG file, and how its chunk wraps it.
struct PNGMetadataBlock {
    /// The kind of block.
    enum Kind {
        case exif
        case xmp
        case photoshop
    }

    /// How a chunk wraps the block.
    enum Wrapping {
        /// The chunk's data is a prefix and the block.
        case data
        /// The chunk's text is a prefix and the block.
        case text(PNGTextChunk)
        /// The chunk's text is the hexadecimal form of a prefix and the block.
        case rawProfile(PNGTextChunk, PNGRawProfile)
    }

    /// The index of the chunk.
    let chunk: Int
    let kind: Kind
    let wrapping: Wrapping
    /// The bytes before the block inside its wrapping: `Exif\0\0` or nothing.
    let prefix: [UInt8]
    let bytes: [UInt8]

    private static let exifPrefix = JPEGCarrier.exif.signature
    private static let xmpPrefix = JPEGCarrier.xmp.signature
    private static let photoshopPrefix = JPEGCarrier.photoshop.signature

    /// Creates a block whose kind its first bytes tell; nil if they indicate none of the three.
    private init?(telling payload: [UInt8], chunk: Int, wrapping: Wrapping) {
        let prefixes = [
            (Self.exifPrefix, Kind.exif), (Self.xmpPrefix, .xmp), (Self.photoshopPrefix, .photoshop),
        ]
        if let (prefix, kind) = prefixes.first(where: { payload.contains($0.0, at: 0) }) {
            self.init(chunk: chunk, kind: kind, wrapping: wrapping, payload: payload, prefix: prefix)
        } else if payload.contains(Array("II".utf8), at: 0) || payload.contains(Array("MM".utf8), at: 0) {
            self.init(chunk: chunk, kind: .exif, wrapping: wrapping, payload: payload)
        } else if payload.contains(Array("8BIM".utf8), at: 0) {
            self.init(chunk: chunk, kind: .photoshop, wrapping: wrapping, payload: payload)
        } else {
            return nil
        }
    }

    private init(chunk: Int, kind: Kind, wrapping: Wrapping, payload: [UInt8], prefix: [UInt8] = []) {
        self.chunk = chunk
        self.kind = kind
        self.wrapping = wrapping
        self.prefix = prefix
        bytes = Array(payload[prefix.count...])
    }

    /// The block in an `eXIf` chunk.
    init(exif payload: [UInt8], chunk: Int) {
        let prefix = payload.contains(Self.exifPrefix, at: 0) ? Self.exifPrefix : []
        self.init(chunk: chunk, kind: .exif, wrapping: .data, payload: payload, prefix: prefix)
    }

    /// The block in a text chunk with one of the keywords for blocks; nil if there is none.
    ///
    /// - Parameter content: the text, inflated if it was compressed.
    init?(_ text: PNGTextChunk, content: [UInt8], chunk: Int) {
        if text.keyword == EmbeddedMetadata.pngXMPKeyword {
            self.init(chunk: chunk, kind: .xmp, wrapping: .text(text), payload: content)
            return
        }
        guard let name = Self.profileName(text), let profile = PNGRawProfile(parsing: content) else { return nil }
        let wrapping = Wrapping.rawProfile(text, profile)
        if name == "xmp" {
            self.init(chunk: chunk, kind: .xmp, wrapping: wrapping, payload: profile.bytes)
        } else {
            self.init(telling: profile.bytes, chunk: chunk, wrapping: wrapping)
        }
    }

    /// Whether a text chunk has one of the keywords for blocks.
    static func isCarrier(_ text: PNGTextChunk) -> Bool {
        guard let name = profileName(text) else { return text.keyword == EmbeddedMetadata.pngXMPKeyword }
        return ["exif", "app1", "xmp", "iptc", "8bim"].contains(name)
    }

    private static func profileName(_ text: PNGTextChunk) -> String? {
        let prefix = PNGRawProfile.keywordPrefix.lowercased()
        let keyword = text.keyword.lowercased()
        return keyword.hasPrefix(prefix) ? String(keyword.dropFirst(prefix.count)) : nil
    }

    /// The name of the block's place, as in reports.
    var place: String {
        switch wrapping {
        case .data: "eXIf"
        case .text(let text): text.keyword
        case .rawProfile(let text, _): text.keyword
        }
    }

    /// The carrier of orientation that the block is; nil if it cannot hold one.
    var carrier: OrientationCarrier? {
        switch (kind, wrapping) {
        case (.exif, .data): .exif
        case (.exif, _): .rawProfile
        case (.xmp, _): .xmp
        case (.photoshop, _): nil
        }
    }

    /// The orientation that the block gives.
    var orientation: OrientationReading? {
        switch kind {
        case .exif: OrientationReading.exif(bytes)
        case .xmp: OrientationReading.xmp(bytes)
        case .photoshop: nil
        }
    }

    /// Returns chunk data of the same kind and compression that holds other bytes than this block.
    ///
    /// - Parameters:
    ///   - chunk: the chunk that holds this block.
    ///   - source: the file.
    func wrapped(_ block: [UInt8], like chunk: PNGChunk, in source: [UInt8]) throws(PictureRefusal) -> [UInt8] {
        switch wrapping {
        case .data:
            return prefix + block
        case .text(let text):
            return try Self.chunkData(text, prefix + block, chunk, source)
        case .rawProfile(let text, var profile):
            profile.bytes = prefix + block
            return try Self.chunkData(text, profile.serialized, chunk, source)
        }
    }

    private static func chunkData(
        _ text: PNGTextChunk, _ content: [UInt8], _ chunk: PNGChunk, _ source: [UInt8]
    ) throws(PictureRefusal) -> [UInt8] {
        let head = source[chunk.data.lowerBound..<text.text.lowerBound]
        guard text.isCompressed else { return head + content }
        guard let compressed = Zlib.deflate(content, level: 9) else {
            throw .memory("not enough memory to compress \(content.count) bytes of text")
        }
        return head + compressed
    }
}
