internal import UprightBase
package import UprightFormats

/// The metadata segments of a JPEG file, and the orientation that they give.
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
    /// The orientation that counts, by ``OrientationPrecedence``; nil if no carrier that counts gives one.
    package let orientation: OrientationReading?
    /// A warning for each disagreement between carriers of orientation.
    package let warnings: [String]

    /// Collects the metadata segments of a file.
    package init(of file: JPEGFile, in bytes: [UInt8]) {
        segments = file.segments.enumerated().filter { JPEGMarker.isMetadata($0.element.marker) }.map {
            index, segment in
            let payload = bytes[segment.payload]
            return Segment(
                index: index, marker: segment.marker,
                carrier: JPEGCarrier(marker: segment.marker, payload: payload),
                range: segment.range, payload: Array(payload))
        }
        let firstScan = file.segments.firstIndex { $0.marker == JPEGMarker.sos } ?? file.segments.count
        let precedence = OrientationPrecedence(Self.readings(of: segments, firstScan: firstScan))
        orientation = precedence.counting
        warnings = precedence.warnings
    }

    /// Returns what the carriers of orientation say, in file order.
    private static func readings(
        of segments: [Segment], firstScan: Int
    ) -> [(carrier: OrientationCarrier, reading: OrientationReading)] {
        var found: [(carrier: OrientationCarrier, reading: OrientationReading)] = []
        func add(_ reading: OrientationReading?, _ carrier: OrientationCarrier, at index: Int) {
            if let reading { found.append((index < firstScan ? carrier : .behindScan, reading)) }
        }
        // Viewers skip empty Exif segments and use the first one that is not empty, whatever it holds.
        let blocks = exifBlocks(of: segments).filter { !$0.bytes.isEmpty }
        for (place, block) in blocks.enumerated() {
            add(.exif(block.bytes), place == 0 ? .exif : .furtherExif, at: block.segments[0].index)
        }
        for segment in segments where segment.carrier == .xmp {
            add(.xmp(Array(segment.payload.dropFirst(JPEGCarrier.xmp.signature.count))), .xmp, at: segment.index)
        }
        for packet in ExtendedXMP.packets(of: segments) {
            add(packet.bytes.flatMap { .xmp($0) }, .extendedXMP, at: packet.segments.first?.index ?? 0)
        }
        return found
    }
}
