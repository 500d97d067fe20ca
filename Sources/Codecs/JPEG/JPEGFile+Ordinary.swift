internal import UprightGeometry
package import UprightContainers

extension JPEGFile {
    /// Whether the file is sound, Huffman-coded with 8 or 12 bits a sample, and in no way out of the ordinary: what the
    /// decoders here demand, which have no tolerance. Others have: see ``JPEGCoefficients/decoding(_:)``.
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
                // An MCU has ten blocks at most (ITU-T T.81, B.2.3).
                return (ids.count == 1 || blocks <= 10)
                    && segments[scan.segmentIndex].payload.count == 4 + 2 * ids.count && Set(ids).count == ids.count
                    && ids.allSatisfy { id in frame.components.contains { $0.id == id } }
            }
    }
    /// The bytes as libjpeg can read their coefficients: with the height in the frame header where a `DNL` segment gives it,
    /// and with 8 bits a sample where there are 12.
    ///
    /// The entropy coding of 12 bits is that of 8 with larger sizes, which libjpeg's decoder takes. Samples are wrong then.
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
