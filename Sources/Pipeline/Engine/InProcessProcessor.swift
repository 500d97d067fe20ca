internal import Digests
internal import FileStore
internal import ImageContainers
public import Normalization

/// Normalizes in this very process, without a sandbox.
public struct InProcessProcessor: PictureProcessor {
    /// A processor.
    public init() {}

    /// Reads all of the source, normalizes it on a thread of its own and writes the output.
    public func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        await offTheCooperativePool {
            Self.processNow(source: source, into: output, options: options)
        }
    }

    /// The same work on the calling thread.
    static func processNow(source: CInt, into output: CInt, options: NormalizationOptions) -> ProcessedPicture {
        let input = OpenFile(borrowing: source, path: "source")
        let bytes: [UInt8]
        do {
            bytes = try input.readAll(limit: options.limits.fileSize)
        } catch {
            let report = NormalizationReport(
                type: .unknown, outcome: error.isTransient ? .deferred : .rejected, reason: error.description)
            return ProcessedPicture(report: report, output: .none, sourceBytes: 0, sourceSHA256: [])
        }
        let result = Normalizer(options: options).normalize(bytes)
        var answer = ProcessedPicture(
            report: result.report, output: .none, sourceBytes: bytes.count, sourceSHA256: SHA256.hash(bytes))
        switch result.output {
        case .none: break
        case .source: answer.output = .source
        case .bytes(let produced):
            do {
                try OpenFile(borrowing: output, path: "output").write(produced)
                answer.output = .written(bytes: produced.count, sha256: SHA256.hash(produced))
            } catch {
                answer.report.outcome = .deferred
                answer.report.reason = error.description
            }
        }
        return answer
    }
}
