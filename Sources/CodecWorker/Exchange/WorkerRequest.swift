package import Normalization

/// What a supervisor asks of a worker. The descriptors travel beside it: the source, and the output where one is written.
package enum WorkerRequest: Sendable, Hashable, Codable {
    /// Normalize the source into the output.
    case normalize(NormalizationOptions, OutputLimit)
}
