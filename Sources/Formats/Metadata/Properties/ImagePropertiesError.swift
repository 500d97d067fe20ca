public import UprightContainers

/// Why a file's properties cannot be read.
public enum ImagePropertiesError: Error, Sendable, Hashable {
    /// The file is not of one of the three types.
    case type(ImageType)
    /// The file begins as a JPEG and cannot be followed.
    case jpeg(JPEGFormatError)
    /// The file begins as a PNG and cannot be followed.
    case png(PNGFormatError)
    /// The file begins as a GIF and cannot be followed.
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
