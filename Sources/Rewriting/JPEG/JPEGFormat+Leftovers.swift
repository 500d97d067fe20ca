internal import UprightContainers
package import UprightEditing

extension JPEGFormat {
    package func search(_ bytes: [UInt8], for leftovers: inout StripLeftovers) {
        guard let file = try? JPEGFile(parsing: bytes) else { return }
        for segment in file.segments {
            let payload = bytes[segment.payload]
            let place = "at byte \(segment.range.lowerBound)"
            if segment.marker == JPEGMarker.app1, payload.starts(with: "Exif\0".utf8) {
                leftovers.look(exif: Array(payload.dropFirst(6)), "the Exif block \(place)")
            } else if segment.marker == JPEGMarker.app1, payload.starts(with: JPEGCarrier.xmp.signature) {
                let packet = Array(payload.dropFirst(JPEGCarrier.xmp.signature.count))
                leftovers.look(xmp: packet, "the XMP packet \(place)")
            } else if segment.marker == JPEGMarker.app6, payload.starts(with: "GoPro\0".utf8) {
                leftovers.note("GoPro telemetry (APP6 \(place)) can hold a position")
            }
        }
        search(trailer: file.trailer, of: bytes, for: &leftovers)
    }

    /// Searches the pictures and videos after the primary picture, which have metadata of their own.
    private func search(trailer: Range<Int>, of bytes: [UInt8], for leftovers: inout StripLeftovers) {
        let rest = Array(bytes[trailer])
        Self.search(pictureless: rest, for: &leftovers)
        for place in VideoLocations(in: rest).places {
            leftovers.note("the video after the picture holds \(place)")
        }
    }

    /// Searches bytes of no known structure for blocks of metadata.
    static func search(pictureless bytes: [UInt8], for leftovers: inout StripLeftovers) {
        let exif = JPEGCarrier.exif.signature
        let xmp = Array("<x:xmpmeta".utf8)
        let end = Array("</x:xmpmeta>".utf8)
        for start in bytes.indices {
            if bytes[start] == exif[0], bytes[start...].starts(with: exif), bytes.count - start > 14 {
                let block = Array(bytes[start + exif.count..<min(start + 65_535, bytes.count)])
                leftovers.look(exif: block, "the Exif block \(start) bytes after the primary picture")
            } else if bytes[start] == xmp[0], bytes[start...].starts(with: xmp) {
                let limit = min(start + (1 << 20), bytes.count)
                guard let last = (start..<limit).first(where: { bytes[$0] == end[0] && bytes[$0...].starts(with: end) })
                else { continue }
                leftovers.look(
                    xmp: Array(bytes[start..<last + end.count]),
                    "the XMP packet \(start) bytes after the primary picture")
            } else if bytes[start] == 0x1C, start + 5 < bytes.count, bytes[start + 1] == 2 {
                leftovers.look(
                    iptc: bytes[start..<min(start + 256, bytes.count)],
                    "the IPTC data set \(start) bytes after the primary picture")
            }
        }
    }
}
