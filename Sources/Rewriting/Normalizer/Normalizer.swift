internal import UprightCodecs
internal import UprightFormats
public import UprightBase

/// Turns pictures upright: takes bytes, and returns bytes and a report.
///
/// A normalizer opens no files, reads no clock, writes no logs and keeps no state, so any thread can use it.
public struct Normalizer: Sendable {
    /// The options of the normalizer.
    public let options: NormalizationOptions
    /// The threads that share the work on a picture.
    public let parallelism: Parallelism

    /// Creates a normalizer with the given options.
    ///
    /// - Parameter parallelism: the threads that share the work on a picture. The result does not depend on them.
    public init(options: NormalizationOptions = NormalizationOptions(), parallelism: Parallelism = .none) {
        self.options = options
        self.parallelism = parallelism
    }

    /// Normalizes one file.
    ///
    /// Bad input is not an error here: its outcome is `ignored` or `rejected`, with the reason in the report.
    public func normalize(_ source: [UInt8]) -> NormalizationResult {
        if options.handTurn == .exactOrTag, options.furtherTurn != .up { return turnedOrLabelled(source) }
        var source = source
        return normalize(&source) { _ in }
    }

    /// Normalizes one file, whose bytes need not stay in memory.
    ///
    /// - Parameters:
    ///   - source: the file. If it is not empty afterwards, it is unchanged.
    ///   - reading: is called with all parts of the file in order, by one thread at a time, if the file becomes empty.
    package func normalize(
        _ source: inout [UInt8], reading: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) -> NormalizationResult {
        guard !source.isEmpty else { return refusal(.unknown, .rejected, "the file is empty") }
        guard let format = PictureFormats.format(of: source) else {
            let type = PictureFormats.identify(source)
            if options.isLabelled, let format = ReadableFormats.other(type) as? any LabelledFormat {
                return labelled(source, as: format)
            }
            let isRaw = options.furtherTurn != .up && type.rawValue.hasSuffix("raw-image")
            let further = ": of raw files, only those built like a TIFF (DNG, NEF, ARW, CR2) get an orientation"
            return refusal(type, .ignored, ReadableFormats.refusal(of: type) + (isRaw ? further : ""))
        }
        let type = format.description.type
        if let excess = options.limits.excess(ofFileOf: source.count) { return refusal(type, .rejected, excess) }
        if !format.reusesMemory { ByteBuffer.freeKept() }
        let work = PictureTurnWork(options: options, parallelism: parallelism, reading: reading)
        return NormalizationResult(type) { report throws(PictureRefusal) in
            try PictureRewriting(work: work).rewrite(&source, as: format, report: &report)
        }
    }

    /// Normalizes a large file of which only the parts that its format looks at were read (``PictureFormat/sparse(_:)``).
    ///
    /// - Returns: the report, and the changes that make the output; nil if the output is the source, or if there is none.
    ///   Without ``NormalizationOptions/verification``, the output need not be checked.
    package func patch(
        _ source: [UInt8], as format: any PictureFormat
    ) -> (report: NormalizationReport, patch: PicturePatch?) {
        let work = PictureTurnWork(options: options, parallelism: parallelism) { _ in }
        var patch: PicturePatch?
        let result = NormalizationResult(format.description.type) { report throws(PictureRefusal) in
            patch = try PictureRewriting(work: work).patch(source, as: format, report: &report)
            return .none
        }
        return (result.report, patch)
    }

    private func refusal(_ type: ImageType, _ outcome: Outcome, _ reason: String) -> NormalizationResult {
        NormalizationResult(report: NormalizationReport(type: type, outcome: outcome, reason: reason), output: .none)
    }
}
