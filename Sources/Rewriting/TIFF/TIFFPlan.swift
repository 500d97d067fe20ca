internal import UprightFormats

/// A tag with values to write into a directory of a file.
struct TIFFFileField: Sendable, Hashable {
    let tag: UInt16
    let type: UInt16
    let count: Int
    /// The values, in the file's byte order.
    let bytes: [UInt8]

    init(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.count = count
        self.bytes = bytes
    }

    init(_ field: TIFFField) {
        self.init(tag: field.tag, type: field.type.rawValue, count: field.count, bytes: field.bytes)
    }

    /// A field of whole numbers. The type stays where they fit, and grows where they do not.
    init(_ tag: TIFFTag, _ integers: [Int], type: UInt16?, in file: TIFFFile) {
        let largest = integers.max() ?? 0
        var type = type ?? 4
        if TIFFFile.size(ofType: type) == 1, largest > 0xFF { type = 3 }
        if TIFFFile.size(ofType: type) == 2, largest > 0xFFFF { type = 4 }
        if TIFFFile.size(ofType: type) == 4, largest > 0xFFFF_FFFF { type = 16 }
        let size = TIFFFile.size(ofType: type) ?? 4
        self.init(
            tag: tag.rawValue, type: type, count: integers.count,
            bytes: integers.flatMap { file.order.bytes(UInt64(clamping: $0), count: size) })
    }
}

/// What is to change in a TIFF file.
struct TIFFPlan {
    /// The new values of tags by the index of their directory; nil for tags that are removed.
    var fields: [Int: [UInt16: TIFFFileField?]] = [:]
    /// New directories of a page, by the tag that points to them.
    var created: [Int: [UInt16: [TIFFFileField]]] = [:]
    /// Directories that nothing points to any longer.
    var removed: Set<Int> = []
    /// Bytes that nothing points to, and that go.
    var freed: [Range<Int>] = []
    /// The new strips or tiles of pictures, by the index of their directory.
    var segments: [Int: [[UInt8]]] = [:]

    var isEmpty: Bool {
        fields.isEmpty && created.isEmpty && removed.isEmpty && segments.isEmpty && freed.isEmpty
    }
}
