internal import UprightGeometry
package import UprightContainers
package import UprightMetadata

/// The metadata segments of a JPEG file, with what they say about how the picture lies.
package struct JPEGMetadata: Sendable {
    /// A metadata segment.
    struct Segment {
        let index: Int
        let marker: UInt8
        let carrier: JPEGCarrier
        let range: Range<Int>
        let payload: [UInt8]
    }

    let segments: [Segment]
    /// The first carrier that says something in 1...8: Exif IFD0 before XMP; else the first that says anything.
    package let orientation: OrientationReading?
    /// Where the carriers of orientation disagree.
    package let warnings: [String]

    /// Looks through the segments of a file.
    package init(of file: JPEGFile, in bytes: [UInt8]) {
        segments = file.segments.enumerated().filter { JPEGMarker.isMetadata($0.element.marker) }.map {
            index, segment in
            let payload = bytes[segment.payload]
            return Segment(
                index: index, marker: segment.marker,
                carrier: JPEGCarrier(marker: segment.marker, payload: payload),
                range: segment.range, payload: Array(payload))
        }
        let exif = Self.exifBlocks(of: segments).compactMap { OrientationReading.exif($0.bytes) }
        let xmp = segments.filter { $0.carrier == .xmp }.compactMap {
            OrientationReading.xmp(Array($0.payload.dropFirst(JPEGCarrier.xmp.signature.count)))
        }
        let extended = ExtendedXMP.packets(of: segments).compactMap { packet in
            packet.bytes.flatMap { OrientationReading.xmp($0) }
        }
        let readings = exif + xmp + extended
        orientation = readings.first { $0.orientation != nil } ?? readings.first
        let counting = orientation
        warnings = readings.filter {
            $0.orientation != nil && $0.orientation != counting?.orientation
        }.map {
            "\($0.carrier) is \($0.raw), \(counting?.carrier ?? "") before it is \(counting?.raw ?? 0): that counts"
        }
    }
}
