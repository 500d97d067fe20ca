/// A TIFF block as Exif uses it: a header, directories, and values that lie anywhere.
///
/// The block is never written anew. What changes is patched in place, and what grew is appended to its end, so that
/// everything else stays where it is: camera makers' notes hold offsets that nobody else understands.
///
/// Source: TIFF 6.0, section 2; Exif 3.0, 4.5 and 4.6.
public struct TIFFBlock: Sendable, Hashable {
    /// The most directories that are read.
    package static let directoryLimit = 64
    /// The most entries that are read, in all directories together.
    package static let entryLimit = 20_000

    /// The block, from its header on.
    public package(set) var bytes: [UInt8]
    /// As far behind a block's end promises are kept free: those further away are out of reach of most edits, and the room
    /// of a segment is small.
    static let promiseReach = 4096

    /// The order of the bytes of its numbers.
    public let byteOrder: TIFFByteOrder
    /// The directories that could be read: IFD0 first, then those it points to, then the next page.
    public package(set) var directories: [TIFFDirectory] = []
    /// Where what the directories promise ends, where that is a little behind the block's end; else 0.
    package internal(set) var promisedEnd = 0
    /// What could not be read, and where it stood. That is no error: the rest is there.
    public package(set) var warnings: [String] = []

    /// Reads a block.
    ///
    /// Directories may be unsorted, overlap, point to each other in a circle, be cut off or point outside: what can be
    /// read is read, the rest is a warning.
    public init(parsing bytes: [UInt8]) throws(TIFFError) {
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

    /// A block with an empty IFD0.
    public init(byteOrder: TIFFByteOrder) {
        self.byteOrder = byteOrder
        bytes = byteOrder == .littleEndian ? Array("II".utf8) : Array("MM".utf8)
        bytes += byteOrder.bytes(42, count: 2) + byteOrder.bytes(8, count: 4) + [0, 0, 0, 0, 0, 0]
        readDirectories()
    }

    /// The first directory of the given kind.
    public func directory(_ kind: TIFFDirectory.Kind) -> TIFFDirectory? { directories.first { $0.kind == kind } }

    /// The first entry with the given tag in the first directory of the given kind.
    public func entry(_ tag: TIFFTag, in kind: TIFFDirectory.Kind) -> TIFFEntry? { directory(kind)?.entry(tag) }
}
