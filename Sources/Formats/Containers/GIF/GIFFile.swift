internal import UprightBytes

/// The structure of a GIF file: its screen and its blocks in the order of the file, as ranges of its bytes.
///
/// Nothing is decoded, and nothing is lost: the head (signature, screen, global colour table), the blocks and the trailer
/// are the whole file, so that ``serialized(from:)`` gives back the bytes that were parsed.
///
/// Source: GIF89a.
public struct GIFFile: Sendable, Hashable {
    /// The canvas.
    public var screen: GIFScreen
    /// Signature, logical screen descriptor and global colour table.
    public var head: Range<Int>
    /// The blocks in the order of the file, up to and with the trailer block, or to where they cannot be followed.
    public var blocks: [GIFBlock]
    /// All bytes after the last block; empty in most files.
    public var trailer: Range<Int>
    /// What is wrong with the file's structure, each with its place; empty for a sound one.
    public var warnings: [String]

    /// The frames in the order of the file.
    public var images: [GIFImage] {
        blocks.compactMap { if case .image(let image) = $0.content { image } else { nil } }
    }

    /// Parses the structure of a file.
    ///
    /// Damage after the screen descriptor is no error: what can be followed is in ``blocks``, the rest in ``trailer``,
    /// and ``warnings`` says what was found.
    /// - Throws: ``GIFFormatError`` where there is no signature, or no whole screen descriptor.
    public init(parsing bytes: [UInt8]) throws(GIFFormatError) {
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

    /// The file's bytes: the head, every block and the trailer. The inverse of ``init(parsing:)``.
    public func serialized(from source: [UInt8]) -> [UInt8] {
        var bytes = Array(source[head])
        for block in blocks { bytes += source[block.range] }
        return bytes + source[trailer]
    }
}
