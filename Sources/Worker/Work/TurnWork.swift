internal import UprightBase
internal import UprightRewriting

/// Turns a picture between two descriptors, as the user says and not only as its metadata do.
struct TurnWork {
    let options: NormalizationOptions

    /// Writes the turned file open at `source` into the file open at `output`, if the turn changes its bytes.
    func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        if let large = try DescriptorWork.largeFile(at: source, options.limits) {
            return try perform(large, output: output)
        }
        let bytes: [UInt8]
        switch try DescriptorWork.picture(at: source, options.limits) {
        case .refused(let reason):
            answer.reason = reason
            return answer
        case .bytes(let read): bytes = read
        }
        let result = Normalizer(options: options).normalize(bytes)
        let report = result.report
        answer.warnings = report.warnings
        switch result.output {
        case .none: answer.reason = report.reason
        case .source: break
        case .bytes(let turned):
            if let excess = options.limits.output.excess(of: turned.count, forSource: bytes.count) {
                answer.reason = excess
                return answer
            }
            answer.changes = report.changes
            (answer.losses, answer.turn) = (report.losses, turn(report))
            try DescriptorWork.write(turned, to: output)
            answer.bytes = turned.count
            answer.crc32 = CRC32.checksum(turned)
        }
        return answer
    }

    /// Turns a large file, which is not held in memory.
    private func perform(_ large: LargeFile, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
        let (report, patch) = Normalizer(options: options).patch(large.bytes, as: large.format)
        answer.warnings = report.warnings
        guard let patch else {
            if report.outcome != .unchanged { answer.reason = report.reason }
            return answer
        }
        let count = patch.splices.count(from: large.bytes.count)
        if let excess = options.limits.output.excess(of: count, forSource: large.bytes.count) {
            answer.reason = excess
            return answer
        }
        let written = try large.write(patch, to: output)
        answer.reason = try large.check(patch, in: output, count: written.bytes).fault
        guard answer.reason == nil else { return answer }
        answer.changes = report.changes
        (answer.losses, answer.turn) = (report.losses, turn(report))
        (answer.bytes, answer.crc32) = (written.bytes, written.crc32)
        return answer
    }

    /// How the pixels were turned: in HEIC, none are.
    private func turn(_ report: NormalizationReport) -> PictureGeometry? {
        report.changes.contains { $0.subject == .pixels } ? report.geometry : nil
    }
}
