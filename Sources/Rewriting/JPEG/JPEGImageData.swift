/// A re-encoded picture: `SOI`, tables, frame, scans and `EOI`.
package protocol JPEGImageData {
    /// The markers with all bytes that belong to them, in order and without gaps.
    var parts: [(marker: UInt8, range: Range<Int>)] { get }
    var count: Int { get }
    /// Appends a range of the bytes to an array.
    func append(_ range: Range<Int>, to output: inout [UInt8])
}
