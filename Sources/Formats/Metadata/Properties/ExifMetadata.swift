/// The tags of an Exif block.
///
/// Source: Exif 3.0, 4.6.
public struct ExifMetadata: Sendable {
    /// The block that the tags were read from.
    public let block: TIFFBlock
    /// Every tag whose value could be read, in the order of the directories. Where a directory has a tag twice, both are
    /// here and the first counts.
    public let entries: [ExifEntry]
    private let first: [TagID: Int]

    /// Reads the tags of a block (what follows `Exif\0\0`).
    public init(parsing bytes: [UInt8]) throws(TIFFError) {
        self.init(try TIFFBlock(parsing: bytes))
    }

    /// The tags of a block that is parsed already.
    public init(_ block: TIFFBlock) {
        self.block = block
        entries = block.directories.flatMap { directory -> [ExifEntry] in
            guard let group = TagGroup(directory.kind) else { return [] }
            return directory.entries.compactMap { entry in
                guard let range = entry.value,
                    let value = MetadataValue(decoding: block.bytes[range], as: entry.type, order: block.byteOrder)
                else { return nil }
                return ExifEntry(tag: TagID(group, entry.tag), value: value, offset: entry.offset, range: range)
            }
        }
        first = Dictionary(entries.enumerated().map { ($0.element.tag, $0.offset) }) { first, _ in first }
    }

    /// The order of the bytes of the block's numbers.
    public var byteOrder: TIFFByteOrder { block.byteOrder }

    /// What could not be read.
    public var warnings: [String] { block.warnings }

    /// The tag's entry.
    public func entry(_ tag: TagID) -> ExifEntry? { first[tag].map { entries[$0] } }

    /// The tag's value.
    public subscript(tag: TagID) -> MetadataValue? { entry(tag)?.value }

    /// The tag's value, named by directory and number.
    public subscript(group: TagGroup, number: UInt16) -> MetadataValue? { self[TagID(group, number)] }

    /// The tag's value as a property, by its handler or its type.
    public func property(_ tag: TagID, handlers: TagHandlers = .standard) -> PropertyValue? {
        entry(tag).map { property($0, handlers: handlers) }
    }

    /// An entry's value as a property.
    func property(_ entry: ExifEntry, handlers: TagHandlers) -> PropertyValue {
        handlers.property(
            entry.value,
            in: TagContext(
                tag: entry.tag, type: entry.value.type, byteOrder: byteOrder, block: block.bytes, range: entry.range))
    }

    /// The maker's note, if a reader knows its form.
    public func makerNote(handlers: TagHandlers = .standard) -> MakerNote? {
        guard let note = entry(TagID(.exif, .makerNote)) else { return nil }
        let make = self[TagID(.primary, .make)]?.text
        for reader in handlers.makerNotes {
            if let found = reader.read(note.range, in: block, make: make) { return found }
        }
        return nil
    }
}
