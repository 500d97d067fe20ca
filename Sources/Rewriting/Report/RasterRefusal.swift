internal import UprightEditing

/// Why a PNG or a GIF is rejected. The description is the reason in the report.
enum RasterRefusal: Error, CustomStringConvertible {
    /// It cannot be decoded: what was expected, what was found and where.
    case undecodable(String)
    /// It would need a turn that cannot be done.
    case unsupported(String)
    /// A limit was hit: its name, the value found, and the key that raises it.
    case limit(String)
    /// There is not enough memory.
    case memory(String)
    /// The file is damaged, and damaged files are to be rejected.
    case damaged([String])
    /// An edit of the metadata cannot be made.
    case edit(MetadataEditError)
    /// The output did not stand its check.
    case verification(String)

    var description: String {
        switch self {
        case .undecodable(let reason): "cannot be decoded: \(reason)"
        case .unsupported(let reason): "unsupported: \(reason)"
        case .limit(let reason), .memory(let reason): reason
        case .damaged(let warnings): "damaged, and damaged files are rejected: " + warnings.joined(separator: "; ")
        case .edit(let error): "metadata cannot be edited: \(error)"
        case .verification(let reason): "the output did not stand its check: \(reason)"
        }
    }
}
