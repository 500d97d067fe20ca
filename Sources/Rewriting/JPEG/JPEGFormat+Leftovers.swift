internal import UprightContainers
package import UprightEditing

extension JPEGFormat {
    package func search(_ bytes: [UInt8], for leftovers: inout PositionLeftovers) {
        guard let file = try? JPEGFile(parsing: bytes) else { return }
        for segment in file.segments {
            let payload = bytes[segment.payload]
            let place = "at byte \(segment.range.lowerBound)"
            if segment.marker == JPEGMarker.app1, payload.starts(with: "Exif\0".utf8) {
                leftovers.look(exif: Array(payload.dropFirst(6)), "the Exif block \(place) holds one")
            } else if segment.marker == JPEGMarker.app1, payload.starts(with: JPEGCarrier.xmp.signature) {
                let packet = Array(payload.dropFirst(JPEGCarrier.xmp.signature.count))
                leftovers.look(xmp: packet, "the XMP packet \(place) holds one")
            } else if segment.marker == JPEGMarker.app6, payload.starts(with: "GoPro\0".utf8) {
                leftovers.note("GoPro telemetry (APP6 \(place)) can hold one, which cannot be removed here")
            }
        }
        search(trailer: file.trailer, of: bytes, for: &leftovers)
    }

    /// Searches the pictures and videos after the primary picture, which have metadata of their own.
    private func search(trailer: Range<Int>, of bytes: [UInt8], for leftovers: inout PositionLeftovers) {
        var position = trailer.lowerBound
        let signature = JPEGCarrier.exif.signature
        while let start = bytes[position..<trailer.upperBound].firstIndex(of: signature[0]) {
            position = start + 1
            guard bytes[start...].starts(with: signature), bytes.count - start > 14 else { continue }
            let end = min(start + 65_535, trailer.upperBound)
            leftovers.look(
                exif: Array(bytes[start + 6..<end]),
                "a picture after the primary one holds one in its Exif block at byte \(start)")
        }
        let video = Array("ftyp".utf8)
        if let start = bytes[trailer].indices.first(where: { bytes[$0] == video[0] && bytes[$0...].starts(with: video) }
        ) {
            leftovers.note("the video after the picture (byte \(max(0, start - 4))) can hold one")
        }
    }
}
