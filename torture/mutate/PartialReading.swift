internal import UprightBase
internal import UprightRewriting

/// Large files of some formats are read in parts: what is made of the parts must be what is made of the whole file.
enum PartialReading {
    static func contradiction(
        in result: NormalizationResult, of source: [UInt8], by normalizer: Normalizer
    ) -> String? {
        guard let format = PictureFormats.format(of: source), let sparse = format.sparse(Whole(bytes: source)) else {
            return nil
        }
        let (report, patch) = normalizer.patch(sparse.bytes, as: format)
        guard report == result.report else {
            return "read in parts, it is \(report.outcome.rawValue) (\(report.reason)) with another report"
        }
        guard case .bytes(let output) = result.output else {
            return patch == nil ? nil : "read in parts, it gets an output"
        }
        guard let patch, patch.splices.applied(to: source) == output else {
            return "read in parts, it gets another output"
        }
        let fault = patch.fault(in: output) { range, offset in
            offset + range.count <= output.count && source[range] == output[offset..<offset + range.count]
        }
        return fault.map { "the output of its parts: \($0)" }
    }

    private struct Whole: ByteSource {
        let bytes: [UInt8]

        var count: Int { bytes.count }

        func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
        }
    }
}
