/// The tags of an Exif block.
///
/// Source: Exif 3.0, 4.6.
public struct ExifMetadata: Sendable {
    /// The block that contains the tags.
    public let block: TIFFBlock
    /// Every tag with a readable value, in the order of the directories. If a directory has a tag twice, both are
    /// listed, and the first one counts.
    public let entries: [ExifEntry]
    private let first: [TagID: Int]

    /// The largest value in bytes that is read; raw files hold whole files in one.
    package static let largestValue = 1 << 20

    /// Reads the tags of a block (the bytes after `Exif\0\0`).
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        self.init(try TIFFBlock(parsing: bytes))
    }

    /// Reads the tags of a parsed block.
    public init(_ block: TIFFBlock) {
        self.block = block
        entries = block.directories.flatMap { directory -> [ExifEntry] in
            guard let group = TagGroup(directory.kind) else { return [] }
            return directory.entries.compactMap { entry in
                guard let range = entry.value, range.count <= Self.largestValue,
                    let value = MetadataValue(decoding: block.bytes[range], as: entry.type, order: block.byteOrder)
                else { return nil }
                return ExifEntry(tag: TagID(group, entry.tag), value: value, offset: entry.offset, range: range)
            }
        }
        first = Dictionary(entries.enumerated().map { ($0.element.tag, $0.offset) }) { first, _ in first }
    }

    /// The byte order of the block's numbers.
    public var byteOrder: TIFFByteOrder { block.byteOrder }

    /// Descriptions of the unreadable parts.
    public var warnings: [String] { block.warnings }

    /// Returns the tag's entry; nil if there is none.
    public func entry(_ tag: TagID) -> ExifEntry? { first[tag].map { entries[$0] } }

    /// The tag's value; nil if there is none.
    public subscript(tag: TagID) -> MetadataValue? { entry(tag)?.value }

    /// The value of the tag with a directory and a number.
    public subscript(group: TagGroup, number: UInt16) -> MetadataValue? { self[TagID(group, number)] }

    /// Returns the tag's value as a property, by its handler or its type.
    public func property(_ tag: TagID, handlers: TagHandlers = .standard) -> PropertyValue? {
        entry(tag).map { property($0, handlers: handlers) }
    }

    /// Returns an entry's value as a property.
    func property(_ entry: ExifEntry, handlers: TagHandlers) -> PropertyValue {
        handlers.property(
            entry.value,
            in: TagContext(
                tag: entry.tag, type: entry.value.type, byteOrder: byteOrder, block: block.bytes, range: entry.range))
    }

    /// Returns the maker note if a reader supports it.
    public func makerNote(handlers: TagHandlers = .standard) -> MakerNote? {
        // Cameras that write DNG put their notes into the private data.
        let known = ["PENTAX \0", "AOC\0", "SAMSUNG"].map { Array($0.utf8) }
        let inDNG = entry(TagID(.primary, 0xC634)).flatMap { note in
            known.contains { block.bytes[note.range].starts(with: $0) } ? note : nil
        }
        guard let note = entry(TagID(.exif, .makerNote)) ?? inDNG else { return nil }
        let make = self[TagID(.primary, .make)]?.text
        for reader in handlers.makerNotes {
            if let found = reader.read(note.range, in: block, make: make) {
                return handlers.naming(found, byteOrder: byteOrder)
            }
        }
        return nil
    }
}
