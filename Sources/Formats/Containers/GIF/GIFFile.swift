internal import UprightBase

/// The structure of a GIF file: its screen, and its blocks in file order, as ranges of its bytes.
///
/// Nothing is decoded and nothing is lost: the head (signature, screen, global colour table), the blocks and the
/// trailer are the whole file, so ``serialized(from:)`` returns the bytes that were parsed.
///
/// Source: GIF89a.
public struct GIFFile: Sendable, Hashable {
    /// The canvas.
    public var screen: GIFScreen
    /// The range of the signature, logical screen descriptor and global colour table.
    public var head: Range<Int>
    /// The blocks in file order, up to the trailer block, or up to the first bytes that are not a block.
    public var blocks: [GIFBlock]
    /// The range of all bytes after the last block; empty in most files.
    public var trailer: Range<Int>
    /// The faults in the file's structure, each with its position; empty for an intact file.
    public var warnings: [String]

    /// The frames in file order.
    public var images: [GIFImage] {
        blocks.compactMap { if case .image(let image) = $0.content { image } else { nil } }
    }

    /// Parses the structure of a file.
    ///
    /// Damage after the screen descriptor is not an error: ``blocks`` has the blocks up to the damage, ``trailer`` the
    /// rest, and ``warnings`` what was found.
    /// - Throws: ``FormatError`` if the signature is missing or the screen descriptor is incomplete.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        guard bytes.contains(Array("GIF87a".utf8), at: 0) || bytes.contains(Array("GIF89a".utf8), at: 0) else {
            throw .notGIF
        }
        guard bytes.count >= GIFScreen.range.upperBound else { throw .truncatedScreen(found: bytes.count) }
        screen = GIFScreen(parsing: bytes)
        head = 0..<(screen.palette?.upperBound ?? GIFScreen.range.upperBound)
        var scanner = GIFBlockScanner(bytes: bytes, offset: head.upperBound)
        scanner.scan()
        blocks = scanner.blocks
        trailer = scanner.offset..<bytes.count
        warnings = scanner.warnings
    }

    /// Returns the file's bytes: the head, every block and the trailer. The inverse of ``init(parsing:)``.
    public func serialized(from source: [UInt8]) -> [UInt8] {
        var bytes = Array(source[head])
        for block in blocks { bytes += source[block.range] }
        return bytes + source[trailer]
    }
}
