public import UprightFormats

/// Why edits cannot be made in a file. The file is then left unchanged.
public enum MetadataEditError: Error, Sendable, Hashable {
    /// The file cannot be read.
    case file(ImagePropertiesError)
    /// The value is not valid for its tag.
    case tag(MetadataValueError)
    /// The file type cannot hold what the edit sets.
    case noPlace(what: String, type: ImageType, instead: String)
    /// A block is damaged and cannot be edited safely.
    case damaged(block: String, reason: String)
    /// A block would exceed the size that its container can hold.
    case tooLarge(block: String, size: Int, limit: Int)
    /// An Exif block would exceed the size of its segment, and has too few unused bytes; its largest tags.
    case noRoom(size: Int, limit: Int, largest: [String])
    /// A strip cannot remove what it must: what remains, and where.
    case strip(String)
    /// A text cannot be written in the block's encoding.
    case encoding(what: String, encoding: String)
}

extension MetadataEditError: CustomStringConvertible {
    /// What was expected, what was found, and what to do.
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .tag(let error): "\(error)"
        case .noPlace(let what, let type, let instead):
            "a \(type.noun) cannot hold \(what): \(instead)"
        case .damaged(let block, let reason): "the \(block) block cannot be edited: \(reason)"
        case .tooLarge(let block, let size, let limit):
            "the \(block) block would have \(size) bytes, but its limit is \(limit)"
        case .noRoom(let size, let limit, let largest):
            "the Exif block would have \(size) bytes, but a JPEG segment holds \(limit), and the block has too few "
                + "unused bytes; to make room, remove a large tag"
                + (largest.isEmpty ? "" : ": " + largest.joined(separator: ", "))
        case .strip(let reason): "it cannot be stripped: \(reason)"
        case .encoding(let what, let encoding): "\(what) cannot be written in the block's encoding (\(encoding))"
        }
    }
}
