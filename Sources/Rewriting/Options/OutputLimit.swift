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
        let (product, overflows) = max(ratio, 1).multipliedReportingOverflow(by: max(bytes, 0))
        let (sum, overflowsToo) = product.addingReportingOverflow(max(allowance, 0))
        return overflows || overflowsToo ? Int.max : sum
    }
}
