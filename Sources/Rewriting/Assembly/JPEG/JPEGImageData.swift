/// A picture that was encoded anew: `SOI`, tables, frame, scans and `EOI`.
package protocol JPEGImageData {
    /// The markers with everything that belongs to them, in their order and without gaps.
    var parts: [(marker: UInt8, range: Range<Int>)] { get }
    /// How many bytes there are.
    var count: Int { get }
    /// Appends a part of the bytes to an array.
    func append(_ range: Range<Int>, to output: inout [UInt8])
}
