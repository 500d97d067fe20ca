public import UprightContainers
public import UprightMetadata

/// Why edits cannot be made in a file. Nothing of the file is changed then.
public enum MetadataEditError: Error, Sendable, Hashable {
    /// The file cannot be read.
    case file(ImagePropertiesError)
    /// A value is not what its tag takes.
    case tag(TagError)
    /// The file has no place for what the edit sets.
    case noPlace(what: String, type: ImageType, instead: String)
    /// A block is damaged so that it cannot be edited safely.
    case damaged(block: String, reason: String)
    /// A block would become larger than its container can hold.
    case tooLarge(block: String, size: Int, limit: Int)
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
            "\(what) has no place in a file of type \(type.rawValue): \(instead)"
        case .damaged(let block, let reason): "the \(block) block cannot be edited: \(reason)"
        case .tooLarge(let block, let size, let limit):
            "the \(block) block would take \(size) bytes, and \(limit) is the most there can be"
        case .encoding(let what, let encoding): "\(what) cannot be written in the block's encoding, \(encoding)"
        }
    }
}
