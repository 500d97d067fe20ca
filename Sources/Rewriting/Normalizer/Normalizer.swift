internal import UprightCodecs
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
public import UprightThreads

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
        let type = type(of: source)
        guard !source.isEmpty else { return refusal(type, .rejected, "the file is empty") }
        guard Self.turned.contains(type) else {
            return refusal(type, .ignored, "not a JPEG, PNG or GIF: \(type.rawValue)")
        }
        guard source.count <= options.limits.fileSize else {
            return refusal(
                type, .rejected,
                "\(source.count) bytes exceed the limit of \(options.limits.fileSize) (limits.file-size)")
        }
        if type != .png { ByteBuffer.freeKept() }
        return
            switch type
        {
        case .jpeg: JPEGNormalization(options: options, parallelism: parallelism).normalize(source)
        case .png:
            PNGNormalization(options: options, parallelism: parallelism, embedded: embedded, reading: reading)
                .normalize(&source)
        default: GIFNormalization(options: options, parallelism: parallelism, embedded: embedded).normalize(source)
        }
    }

    /// The types that are turned; all others are ignored.
    private static let turned: [ImageType] = [.jpeg, .png, .gif]

    /// Turns JPEG thumbnails in the metadata of other formats.
    var embedded: MetadataTurn.EmbeddedTurn {
        JPEGNormalization(options: options, parallelism: parallelism).embeddedTurn()
    }

    /// Returns the type that the magic indicates. Files with stray bytes between `SOI` and the picture count as JPEG,
    /// since decoders accept them.
    private func type(of source: [UInt8]) -> ImageType {
        let type = ImageType.identify(source)
        guard type == .unknown, source.starts(with: [JPEGMarker.prefix, JPEGMarker.soi]) else { return type }
        do {
            _ = try JPEGFile(parsing: source)
            return .jpeg
        } catch {
            return type
        }
    }

    private func refusal(_ type: ImageType, _ outcome: Outcome, _ reason: String) -> NormalizationResult {
        NormalizationResult(report: NormalizationReport(type: type, outcome: outcome, reason: reason), output: .none)
    }
}
