internal import UprightBase
package import UprightFormats

extension JPEGFile {
    /// Whether the file is valid, Huffman-coded with 8 or 12 bits per sample, and ordinary in every way. The strict
    /// decoders of this module require this; ``JPEGCoefficients/decoding(_:)`` tolerates other files.
    var isOrdinary: Bool {
        let frame = frameHeader
        let known = [
            JPEGMarker.soi, JPEGMarker.eoi, frame.marker, JPEGMarker.dht, JPEGMarker.dqt, JPEGMarker.dri,
            JPEGMarker.sos,
        ]
        return !frame.isArithmetic && [8, 12].contains(frame.precision) && !frame.leavesHeightOpen && frameCount == 1
            && warnings.isEmpty && Set(frame.components.map(\.id)).count == frame.components.count
            && frame.components.count <= 4 && frame.size.width > 0 && frame.size.height > 0
            && frame.components.allSatisfy {
                (1...4).contains($0.horizontal) && (1...4).contains($0.vertical)
                    && (0...3).contains($0.quantizationTable)
            }
            && segments.allSatisfy { known.contains($0.marker) || JPEGMarker.isMetadata($0.marker) }
            && scans.allSatisfy { scan in
                let ids = scan.components.map(\.id)
                let blocks = frame.components.filter { ids.contains($0.id) }.reduce(0) {
                    $0 + $1.horizontal * $1.vertical
                }
                // An MCU has at most ten blocks (ITU-T T.81, B.2.3).
                return (ids.count == 1 || blocks <= 10)
                    && segments[scan.segmentIndex].payload.count == 4 + 2 * ids.count && Set(ids).count == ids.count
                    && ids.allSatisfy { id in frame.components.contains { $0.id == id } }
            }
    }
    /// Returns bytes from which libjpeg can read the coefficients: with the height in the frame header if a `DNL`
    /// segment gives it, and with 8 bits per sample in place of 12.
    ///
    /// The entropy coding of 12 bits is that of 8 bits with larger sizes, which libjpeg's decoder accepts. Only the
    /// samples are then wrong.
    package func decodableBytes(_ bytes: [UInt8]) -> [UInt8] {
        guard frameHeader.leavesHeightOpen || frameHeader.precision == 12 else { return bytes }
        var patched = bytes
        let start = segments[frameHeader.segmentIndex].payload.lowerBound
        if frameHeader.precision == 12 { patched[start] = 8 }
        if frameHeader.leavesHeightOpen {
            patched[start + 1] = UInt8(truncatingIfNeeded: frameHeader.size.height >> 8)
            patched[start + 2] = UInt8(truncatingIfNeeded: frameHeader.size.height)
        }
        return patched
    }
}
