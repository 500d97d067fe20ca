internal import UprightEditing

/// Why a PNG or GIF is rejected. The description becomes the reason in the report.
enum RasterRefusal: Error, CustomStringConvertible {
    /// The file cannot be decoded: what was expected, what was found, and where.
    case undecodable(String)
    /// The file needs a turn that is not supported.
    case unsupported(String)
    /// A limit was exceeded: the value found, the limit, and the key that raises it.
    case limit(String)
    /// There is not enough memory.
    case memory(String)
    /// The file is damaged, and the options reject damaged files.
    case damaged([String])
    /// An edit of the metadata cannot be made.
    case edit(MetadataEditError)
    /// The output failed its check.
    case verification(String)

    var description: String {
        switch self {
        case .undecodable(let reason): "cannot be decoded: \(reason)"
        case .unsupported(let reason): "unsupported: \(reason)"
        case .limit(let reason), .memory(let reason): reason
        case .damaged(let warnings): "damaged, and damaged files are rejected: " + warnings.joined(separator: "; ")
        case .edit(let error): "metadata cannot be edited: \(error)"
        case .verification(let reason): "the output failed its check: \(reason)"
        }
    }
}
