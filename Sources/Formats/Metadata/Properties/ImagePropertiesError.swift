/// Why a file's properties cannot be read.
public enum ImagePropertiesError: Error, Sendable, Hashable {
    /// The file is of an unsupported type.
    case type(ImageType)
    /// The file starts like one of a handled type, but its structure is unreadable: what was expected, what was found,
    /// and where.
    case structure(String)
}

extension ImagePropertiesError: CustomStringConvertible {
    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .type(let type): "not supported: \(type.noun)"
        case .structure(let reason): reason
        }
    }
}
