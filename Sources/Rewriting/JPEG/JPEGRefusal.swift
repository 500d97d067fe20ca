internal import UprightCodecs
internal import UprightContainers
internal import UprightEditing

/// Why a JPEG is rejected. The description becomes the reason in the report.
enum JPEGRefusal: Error, CustomStringConvertible {
    /// The structure cannot be read.
    case structure(JPEGFormatError)
    /// The header holds a value that no decoder accepts.
    case invalid(String)
    /// The entropy-coded data or the tables cannot be decoded.
    case decoding(JPEGCodecError)
    /// The turned picture cannot be encoded.
    case encoding(JPEGCodecError)
    /// The picture needs something that the codec does not support.
    case unsupported(String)
    /// A limit was exceeded: the value found, the limit, and the key that raises it.
    case limit(String)
    /// The file is damaged, and the options reject damaged files.
    case damaged([String])
    /// An edit of the metadata cannot be made.
    case edit(MetadataEditError)
    /// The output failed its check.
    case verification(String)

    /// Whether the codec ran out of memory.
    var isOutOfMemory: Bool {
        switch self {
        case .decoding(let error), .encoding(let error): error.kind == .outOfMemory
        default: false
        }
    }

    var description: String {
        switch self {
        case .structure(let error): "cannot be decoded: \(error)"
        case .invalid(let reason): "cannot be decoded: \(reason)"
        case .decoding(let error): "cannot be decoded: \(error)"
        case .encoding(let error) where error.kind == .tooLarge:
            "the turned picture cannot be encoded: \(error) (raise limits.output-ratio or limits.output-allowance)"
        case .encoding(let error): "the turned picture cannot be encoded: \(error)"
        case .unsupported(let reason): "unsupported: \(reason)"
        case .limit(let reason): reason
        case .damaged(let warnings): "damaged, and damaged files are rejected: " + warnings.joined(separator: "; ")
        case .edit(let error): "metadata cannot be edited: \(error)"
        case .verification(let reason): "the output failed its check: \(reason)"
        }
    }
}
