internal import CUprightCodecs

extension CodecError {
    init(_ code: jpeg_code, _ report: jpeg_report) {
        let kind: Kind =
            switch code {
            case JPEG_OUT_OF_MEMORY: .outOfMemory
            case JPEG_TOO_LARGE: .tooLarge
            default: .undecodable
            }
        let message = report.text(of: \.message)
        // The offset is 0 if writing the output failed.
        self.init(kind, report.offset > 0 ? "\(message) (at byte \(report.offset))" : message)
    }

    init(outputPast limit: Int) { self.init(.tooLarge, "the output grew past its limit of \(limit) bytes") }

    init(noStructure reason: String) {
        self.init(.unencodable, "the encoder's output cannot be parsed: \(reason)")
    }

    init(outOfMemoryFor what: String) { self.init(.outOfMemory, "out of memory for \(what)") }
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
