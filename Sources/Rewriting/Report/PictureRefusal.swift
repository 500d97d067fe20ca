internal import UprightCodecs
internal import UprightFormats

/// Why a picture is rejected. The description becomes the reason in the report.
package enum PictureRefusal: Error, CustomStringConvertible {
    /// The file cannot be decoded: what was expected, what was found, and where.
    case undecodable(String)
    /// The turned picture cannot be encoded.
    case unencodable(String)
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

    /// What was expected, what was found, where, and what to do.
    package var description: String {
        switch self {
        case .undecodable(let reason): "cannot be decoded: \(reason)"
        case .unencodable(let reason): "the turned picture cannot be encoded: \(reason)"
        case .unsupported(let reason): "unsupported: \(reason)"
        case .limit(let reason), .memory(let reason): reason
        case .damaged(let warnings): "damaged, and damaged files are rejected: " + warnings.joined(separator: "; ")
        case .edit(let error): "metadata cannot be edited: \(error)"
        case .verification(let reason): "the output failed its check: \(reason)"
        }
    }

    /// Reads an output, or something in it, again.
    static func checking<Value>(
        _ read: () throws(FormatError) -> Value
    ) throws(PictureRefusal) -> Value {
        do throws(FormatError) { return try read() } catch { throw .verification(error.description) }
    }

    /// Whether less memory was available than the work needs.
    var isOutOfMemory: Bool { if case .memory = self { true } else { false } }
}

extension PictureRefusal {
    /// The refusal of a picture that a codec cannot decode, or of frames that it cannot encode.
    init(_ error: CodecError) {
        switch error.kind {
        case .undecodable, .unsupported: self = .undecodable(error.description)
        case .unencodable, .tooLarge: self = .unencodable(error.description)
        case .outOfMemory: self = .memory(error.description)
        }
    }

    /// The refusal of a picture whose entropy-coded data or tables cannot be decoded.
    init(decoding error: CodecError) {
        self = error.kind == .outOfMemory ? .memory("cannot be decoded: \(error)") : .undecodable("\(error)")
    }

    /// The refusal of a turned picture that cannot be encoded.
    init(encoding error: CodecError) {
        switch error.kind {
        case .outOfMemory: self = .memory("the turned picture cannot be encoded: \(error)")
        case .tooLarge:
            self = .limit(
                "the turned picture cannot be encoded: \(error) (raise limits.output-ratio or limits.output-allowance)")
        default: self = .unencodable("\(error)")
        }
    }
}
