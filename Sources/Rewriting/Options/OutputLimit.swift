internal import UprightBase

/// The maximum size of an output relative to its source.
public struct OutputLimit: Sendable, Hashable, Codable {
    /// The output can have this many times the source's bytes (`limits.output-ratio`). Default: 8.
    public var ratio = 8
    /// The output can have this many bytes in addition (`limits.output-allowance`). Default: 64 MiB.
    public var allowance = 64 << 20

    /// Creates the default limit.
    public init() {}

    /// Returns the maximum size of the output for a source of the given size, in bytes.
    public func bytes(forSource bytes: Int) -> Int {
        max(ratio, 1).multipliedSaturated(by: max(bytes, 0)).addingSaturated(max(allowance, 0))
    }

    /// Why an output of the given size is too large, and what to do; nil if it is not.
    package func excess(of output: Int, forSource bytes: Int) -> String? {
        let most = self.bytes(forSource: bytes)
        guard output > most else { return nil }
        return "the output would have \(output) bytes; the limit is \(most); to allow more, raise "
            + "limits.output-ratio or limits.output-allowance"
    }
}
