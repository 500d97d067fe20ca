package import UprightRewriting

/// What a supervisor asks of a worker. The descriptors travel beside it: the source, and the output where one is written.
package enum WorkerRequest: Sendable, Hashable, Codable {
    /// Normalize the source into the output, with so many threads.
    case normalize(NormalizationOptions, OutputLimit, threads: Int)
    /// Write a small JPEG of the source, no side longer than `edge` pixels, into the output.
    case thumbnail(edge: Int, Limits)
    /// Say what the metadata of the source say; nothing is written.
    case describe(Limits)
}
