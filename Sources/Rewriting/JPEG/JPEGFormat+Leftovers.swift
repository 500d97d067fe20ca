internal import UprightFormats

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
            } else if segment.marker == JPEGMarker.com, leftovers.rules.keeps(.jpegComment) {
                continue
            } else if segment.marker == JPEGMarker.app2, payload.starts(with: JPEGCarrier.mpf.signature) {
                // A block like Exif's, with offsets alone.
                continue
            } else {
                leftovers.look(unknown: Array(payload), "segment \(JPEGMarker.name(segment.marker)) \(place)")
            }
        }
        search(trailer: file.trailer, of: bytes, for: &leftovers)
    }

    /// Searches the pictures and videos after the primary picture, which have metadata of their own.
    private func search(trailer: Range<Int>, of bytes: [UInt8], for leftovers: inout StripLeftovers) {
        let rest = Array(bytes[trailer])
        leftovers.look(unknown: rest, "what is after the primary picture")
        for place in VideoLocations(in: rest).places {
            leftovers.note("the video after the picture holds \(place)")
        }
    }
}
