package import UprightBase
package import UprightFormats

/// Turns a Huffman-coded sequential picture symbol by symbol, from one entropy coding to the other.
///
/// This takes less time and memory than planes of coefficients. The result is, byte for byte, that of
/// ``JPEGCoefficients``, which is the reference, and which turns what this leaves.
package struct JPEGTranscoder {
    let file: JPEGFile
    let bytes: [UInt8]
    let bytesInPiece: Int
    let isPortable: Bool

    /// Creates a transcoder for the given file; nil for files of other kinds: progressive, arithmetic-coded, with
    /// more than 8 bits per sample, or out of the ordinary in any other way.
    ///
    /// - Parameters:
    ///   - bytesInPiece: the smallest amount of data for which decoding in parallel pays off.
    ///   - isPortable: whether to use the loops for any processor. All loops give the same output.
    package init?(
        _ file: JPEGFile, in bytes: [UInt8], bytesInPiece: Int = 4096, isPortable: Bool = false
    ) {
        let frame = file.frameHeader
        let isSequential = frame.process == .baseline || frame.process == .sequential
        guard isSequential, frame.precision == 8, file.isOrdinary,
            file.scans.allSatisfy({ scan in
                scan.spectralStart == 0 && scan.spectralEnd == 63 && scan.approximationHigh == 0
                    && scan.approximationLow == 0
            })
        else { return nil }
        // Each component must be in exactly one scan.
        let coded = file.scans.flatMap { $0.components.map(\.id) }
        guard coded.count == frame.components.count, Set(coded).count == coded.count else { return nil }
        self.file = file
        self.bytes = bytes
        self.bytesInPiece = bytesInPiece
        self.isPortable = isPortable
    }

    /// Turns the picture upright and encodes it: `SOI`, tables, frame, scans and `EOI`, without any `APPn` segment.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of the stored picture.
    ///   - coding: the coding of the result.
    ///   - expected: the expected size of the output, in bytes.
    ///   - limit: the maximum size of the output, in bytes.
    ///   - parallelism: the threads that can take part.
    /// - Returns: nil if the data is damaged in any way, if the coding is not supported here, if a mirrored axis ends
    ///   within an MCU although every component is turned exactly, or if an allocation fails.
    package func turned(
        _ orientation: Orientation, as coding: JPEGCoding, expecting expected: Int, limit: Int,
        parallelism: Parallelism = .none
    ) throws(CodecError) -> EncodedJPEG? {
        guard !coding.isArithmetic, !coding.isProgressive else { return nil }
        return try DirectTurn(self, orientation, coding, parallelism)?.encoded(expecting: expected, limit: limit)
    }

    /// Returns how each component is turned, in the order of the frame header.
    package func geometries(_ orientation: Orientation) -> [JPEGPlaneGeometry] {
        let frame = file.frameHeader
        return frame.components.map {
            JPEGPlaneGeometry(
                PictureTurn(orientation, of: frame.size), horizontal: ($0.horizontal, frame.maximumHorizontal),
                vertical: ($0.vertical, frame.maximumVertical))
        }
    }
}

extension FrameWriter.Component {
    /// Creates a component of the source after its turn.
    ///
    /// - Parameter steps: its stored quantizer steps, in row-major order.
    init(_ component: JPEGComponent, _ steps: [UInt16], transposed: Bool) {
        id = Int(component.id)
        horizontal = transposed ? component.vertical : component.horizontal
        vertical = transposed ? component.horizontal : component.vertical
        table = component.quantizationTable
        quantization = transposed ? (0..<64).map { steps[($0 % 8) * 8 + $0 / 8] } : steps
    }
}

extension JPEGFrameHeader {
    /// Returns a component's size in blocks (ITU-T T.81, A.1.1).
    func blockSize(of component: JPEGComponent) -> Size {
        func count(_ pixels: Int, _ own: Int, _ maximum: Int) -> Int {
            (pixels * own + 8 * maximum - 1) / (8 * maximum)
        }
        return Size(
            width: count(size.width, component.horizontal, maximumHorizontal),
            height: count(size.height, component.vertical, maximumVertical))
    }
}
