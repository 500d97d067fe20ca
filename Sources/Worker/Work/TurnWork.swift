internal import UprightDigests
internal import UprightRewriting

/// Turns a picture between two descriptors, as the user says and not only as its metadata do.
struct TurnWork {
    let options: NormalizationOptions

    /// Writes the turned file open at `source` into the file open at `output`, if the turn changes its bytes.
    func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> EditedPicture {
        var answer = EditedPicture()
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
            let most = options.limits.output.bytes(forSource: bytes.count)
            guard turned.count <= most else {
                answer.reason = "the output would have \(turned.count) bytes; the limit is \(most)"
                return answer
            }
            answer.changes = report.changes
            answer.losses = losses(report)
            try DescriptorWork.write(turned, to: output)
            answer.bytes = turned.count
            answer.crc32 = CRC32.checksum(turned)
        }
        return answer
    }

    private func losses(_ report: NormalizationReport) -> [String] {
        var losses: [String] = []
        let changed = report.components.filter { $0.turn != .exact }
        if !changed.isEmpty {
            let names = changed.map { String($0.id) }.joined(separator: ", ")
            losses.append("the component\(changed.count == 1 ? "" : "s") \(names) had to be requantized")
        }
        if let incompleteness = report.incompleteness { losses.append("the picture is damaged: \(incompleteness)") }
        if report.needsOriginal { losses.append("it holds something that is not turned with it") }
        return losses
    }
}
