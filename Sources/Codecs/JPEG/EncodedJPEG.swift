internal import Glibc
internal import UprightFormats

/// An encoded picture (`SOI`, tables, frame, scans and `EOI`), in the memory that it was written to.
///
/// It becomes an array only together with the rest of the file, because pictures are large and each copy takes time and
/// memory.
package final class EncodedJPEG {
    /// A marker with its payload and entropy-coded data.
    package struct Segment: Hashable {
        /// The marker's second byte.
        package let marker: UInt8
        /// The range from the marker to the last byte of the entropy-coded data that follows it.
        package let range: Range<Int>
    }

    /// The segments in order; their ranges are contiguous.
    package let segments: [Segment]
    package let count: Int
    /// The number of scans with Huffman tables made for the picture whose AC codes are those of the source.
    package internal(set) var scansWithSourceCodes = 0
    /// For each component, the number of bits of 1 that the scans send of its coefficients (``JPEGPlane/setBits``); nil
    /// if the encoder does not count them.
    package internal(set) var sentBits: [Int]?
    /// For each component, the number of bits of 1 that the decoder read, if the picture was turned without planes of
    /// coefficients; otherwise nil.
    package internal(set) var readBits: [Int]?
    private let base: UnsafeMutablePointer<UInt8>?

    /// Takes ownership of memory that was allocated with `malloc`.
    ///
    /// - Parameter markers: the markers in it and their offsets, in order.
    init(taking base: UnsafeMutablePointer<UInt8>?, count: Int, markers: [(marker: UInt8, start: Int)]) {
        self.base = base
        self.count = count
        let ends = markers.dropFirst().map(\.start) + [count]
        segments = zip(markers, ends).map { Segment(marker: $0.marker, range: $0.start..<$1) }
    }

    /// Takes ownership of memory that was allocated with `malloc`, and finds its markers.
    convenience init(taking base: UnsafeMutablePointer<UInt8>?, count: Int) throws(CodecError) {
        let bytes = Array(UnsafeBufferPointer(start: base, count: count))
        let markers: [(marker: UInt8, start: Int)]
        do {
            markers = try JPEGFile(parsing: bytes).segments.map { ($0.marker, $0.range.lowerBound) }
        } catch {
            free(base)
            throw CodecError(noStructure: "\(error)")
        }
        self.init(taking: base, count: count, markers: markers)
    }

    deinit { free(base) }

    /// Sets the bits per sample in the frame header.
    func setPrecision(_ precision: Int) {
        guard let base, let frame = segments.first(where: { JPEGMarker.startsFrame($0.marker) }), frame.range.count > 4
        else { return }
        base[frame.range.lowerBound + 4] = UInt8(precision)
    }

    /// Appends a range of the bytes to an array.
    package func append(_ range: Range<Int>, to output: inout [UInt8]) {
        precondition(0 <= range.lowerBound && range.upperBound <= count, "the range lies in the encoded picture")
        guard let base else { return }
        output += UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }

    /// Returns what follows a segment's length, without entropy-coded data; empty for a marker without a length.
    package func payload(of segment: Segment) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        append(segment.range.prefix(4), to: &bytes)
        guard bytes.count == 4 else { return [] }
        append(segment.range.dropFirst(4).prefix(max(Int(bytes[2]) << 8 + Int(bytes[3]) - 2, 0)), to: &bytes)
        return bytes.dropFirst(4)
    }

    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }
}
