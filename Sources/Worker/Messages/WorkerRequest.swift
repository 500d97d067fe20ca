package import UprightRewriting

/// What a supervisor asks of a worker. The descriptors travel beside it: the source, and the output where one is written.
package enum WorkerRequest: Sendable, Hashable, Codable {
    /// Normalize the source into the output, with the given number of threads.
    case normalize(NormalizationOptions, threads: Int)
    /// Write a small JPEG of the source, no side longer than `edge` pixels, into the output.
    case thumbnail(edge: Int, Limits)
    /// Say what the metadata of the source say; nothing is written.
    case describe(Limits)
    /// Say where and when the source was taken; nothing is written.
    case facts(Limits)
    /// Read the source as a sidecar; nothing is written.
    case sidecar(SidecarFormat)
    /// Write the fixes of the source, a track, into the output.
    case track(Limits)

    /// How many descriptors travel beside the request.
    package var descriptorCount: Int {
        switch self {
        case .normalize, .thumbnail, .track: 2
        case .describe, .facts, .sidecar: 1
        }
    }

    /// What is refused as too large.
    var limits: Limits {
        switch self {
        case .normalize(let options, _): options.limits
        case .thumbnail(_, let limits), .describe(let limits), .facts(let limits), .track(let limits): limits
        case .sidecar: Limits()
        }
    }
}
