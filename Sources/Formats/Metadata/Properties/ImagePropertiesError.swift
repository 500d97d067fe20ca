public import UprightContainers

/// Why a file's properties cannot be read.
public enum ImagePropertiesError: Error, Sendable, Hashable {
    /// The file is not a JPEG, PNG or GIF.
    case type(ImageType)
    /// The file starts like a JPEG, but its structure is unreadable.
    case jpeg(JPEGFormatError)
    /// The file starts like a PNG, but its structure is unreadable.
    case png(PNGFormatError)
    /// The file starts like a GIF, but its structure is unreadable.
    case gif(GIFFormatError)
}

extension ImagePropertiesError: CustomStringConvertible {
    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .type(let type): "expected a JPEG, PNG or GIF file, found \(type.rawValue)"
        case .jpeg(let error): "\(error)"
        case .png(let error): "\(error)"
        case .gif(let error): "\(error)"
        }
    }
}
