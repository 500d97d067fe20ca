/// Why a TIFF block cannot be read at all.
public enum TIFFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The block is shorter than its header.
    case tooShort(found: Int)
    /// The block does not start with a byte order mark.
    case byteOrder(found: [UInt8])
    /// The first directory is outside of the block.
    case firstDirectory(offset: Int, length: Int)

    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .tooShort(let found): "expected a TIFF header of 8 bytes at offset 0, found \(found) bytes"
        case .byteOrder(let found): "expected the byte order II or MM at offset 0, found \(found)"
        case .firstDirectory(let offset, let length):
            "expected the first directory (named at offset 4) within the block's \(length) bytes, found offset \(offset)"
        }
    }
}
