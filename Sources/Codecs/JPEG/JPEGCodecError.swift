internal import CUprightCodecs

/// The reason the JPEG codec failed.
public struct JPEGCodecError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Hashable {
        /// The file cannot be decoded, or the coefficients cannot be encoded.
        case failed
        /// An allocation failed.
        case outOfMemory
        /// The output grew past its limit.
        case tooLarge
    }

    /// The kind of failure.
    public let kind: Kind
    /// The codec's message.
    public let message: String
    /// How far the input was read, in bytes; 0 if writing the output failed.
    public let offset: Int

    /// What was expected and found, and where.
    public var description: String { offset > 0 ? "\(message) (at byte \(offset))" : message }

    init(_ code: jpeg_code, _ report: jpeg_report) {
        kind =
            switch code {
            case JPEG_OUT_OF_MEMORY: .outOfMemory
            case JPEG_TOO_LARGE: .tooLarge
            default: .failed
            }
        message = report.text(of: \.message)
        offset = Int(report.offset)
    }

    init(outputPast limit: Int) {
        kind = .tooLarge
        message = "the output grew past its limit of \(limit) bytes"
        offset = 0
    }

    init(noStructure reason: String) {
        kind = .failed
        message = "the encoder's output cannot be parsed: \(reason)"
        offset = 0
    }

    init(outOfMemoryFor what: String) {
        kind = .outOfMemory
        message = "out of memory for \(what)"
        offset = 0
    }
}

extension jpeg_report {
    /// Returns the text of a field that holds a C string in an array of fixed size.
    func text<Field>(of field: KeyPath<jpeg_report, Field>) -> String {
        withUnsafeBytes(of: self[keyPath: field]) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The first warning of each kind, and the total number if there are more.
    var collectedWarnings: [String] {
        let size = Int(JPEG_MESSAGE_SIZE)
        var texts = withUnsafeBytes(of: warnings) { bytes in
            (0..<Int(kept_warnings)).map { index in
                String(decoding: bytes[(index * size)..<((index + 1) * size)].prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        if warning_count > kept_warnings { texts.append("\(warning_count) decoder warnings in total") }
        return texts
    }
}
