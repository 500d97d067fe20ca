/// How large an output may be, by its source.
public struct OutputLimit: Sendable, Hashable, Codable {
    /// It may have this many times the source's bytes (`limits.output-ratio`). Default: 8.
    public var ratio = 8
    /// And this many bytes more (`limits.output-allowance`). Default: 64 MiB.
    public var allowance = 64 << 20

    /// The defaults.
    public init() {}

    /// The most bytes for the output of a source of that many.
    public func bytes(forSource bytes: Int) -> Int {
        let (product, overflows) = max(ratio, 1).multipliedReportingOverflow(by: max(bytes, 0))
        let (sum, overflowsToo) = product.addingReportingOverflow(max(allowance, 0))
        return overflows || overflowsToo ? Int.max : sum
    }
}
