internal import UprightCodecs
internal import UprightFormats
internal import UprightBase

extension JPEGFormat {
    /// Adds the coefficients and quantizers; of a lossless JPEG, the coded bytes.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard let file = try? JPEGFile(parsing: bytes) else { return false }
        let header = file.frameHeader
        if header.process == .lossless {
            // Its samples are coded without loss, and a turn codes them in one way only.
            let scans = file.segments.filter { $0.marker == JPEGMarker.sos }
            guard let first = scans.first else { return false }
            digest.add(header.size.width, header.size.height)
            digest.add(bytes[first.range.lowerBound..<file.trailer.lowerBound])
            return true
        }
        guard let (picture, warnings) = try? JPEGCoefficients.decoding(file, in: bytes), warnings.isEmpty else {
            return false
        }
        digest.add(picture.size.width, picture.size.height, picture.precision, picture.planes.count)
        for plane in picture.planes {
            digest.add(plane.horizontal, plane.vertical, plane.width, plane.height)
            for step in plane.quantization { digest.add(Int(step)) }
            for row in 0..<plane.height {
                digest.add(UnsafeRawBufferPointer(start: plane.block(0, row), count: plane.width * 128))
            }
        }
        withExtendedLifetime(picture) {}
        return true
    }
}
