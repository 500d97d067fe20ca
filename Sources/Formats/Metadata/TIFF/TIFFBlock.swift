/// A TIFF block as in Exif: a header, directories, and values anywhere.
///
/// The block is never rewritten as a whole. Changes are made in place, and larger values are appended, so that
/// everything else keeps its position: maker notes hold offsets that only their makers understand.
///
/// Source: TIFF 6.0, section 2; Exif 3.0, 4.5 and 4.6.
public struct TIFFBlock: Sendable, Hashable {
    /// The maximum number of directories to read.
    package static let directoryLimit = 64
    /// The maximum number of entries to read, in all directories together.
    package static let entryLimit = 20_000

    /// The block, starting with its header.
    public package(set) var bytes: [UInt8]
    /// How far past a block's end ``promisedEnd`` can be, in bytes. Most edits do not reach further, and the space in a
    /// segment is limited.
    static let promiseReach = 4096

    /// The byte order of the block's numbers.
    public let byteOrder: TIFFByteOrder
    /// The readable directories: IFD0 first, then those to which it points, then the next page.
    public package(set) var directories: [TIFFDirectory] = []
    /// The end of the directories that extend a little past the block's end; otherwise 0.
    package internal(set) var promisedEnd = 0
    /// Descriptions of the unreadable parts with their positions. They are not errors: the rest is readable.
    public package(set) var warnings: [String] = []

    /// Reads a block.
    ///
    /// Directories can be unsorted, overlap, form a cycle, be truncated or point outside of the block: readable parts
    /// are read, and the rest causes warnings.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        guard bytes.count >= 8 else { throw .tooShort(found: bytes.count) }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): byteOrder = .littleEndian
        case (0x4D, 0x4D): byteOrder = .bigEndian
        default: throw .byteOrder(found: Array(bytes[..<2]))
        }
        self.bytes = bytes
        let first = Int(byteOrder.integer(bytes[4..<8]))
        guard first >= 2, first <= bytes.count - 2 else {
            throw .firstDirectory(offset: first, length: bytes.count)
        }
        let magic = byteOrder.integer(bytes[2..<4])
        if magic != 42 { warnings.append("expected 42 at offset 2 of the TIFF header, found \(magic)") }
        readDirectories()
    }

    /// Creates a block with an empty IFD0.
    public init(byteOrder: TIFFByteOrder) {
        self.byteOrder = byteOrder
        bytes = byteOrder == .littleEndian ? Array("II".utf8) : Array("MM".utf8)
        bytes += byteOrder.bytes(42, count: 2) + byteOrder.bytes(8, count: 4) + [0, 0, 0, 0, 0, 0]
        readDirectories()
    }

    /// Returns the first directory of the given kind.
    public func directory(_ kind: TIFFDirectory.Kind) -> TIFFDirectory? { directories.first { $0.kind == kind } }

    /// Returns the first entry with the given tag in the first directory of the given kind.
    public func entry(_ tag: TIFFTag, in kind: TIFFDirectory.Kind) -> TIFFEntry? { directory(kind)?.entry(tag) }
}
