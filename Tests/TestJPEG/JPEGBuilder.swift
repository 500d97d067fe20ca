package import UprightBase
package import UprightCodecs

/// Builds test files: an encoded picture with metadata around it.
package enum JPEGBuilder {
    /// Returns a segment.
    package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
    }

    /// Returns an APP1 segment that contains only the `Orientation` of IFD0, a SHORT in big-endian order.
    package static func exif(_ orientation: Int) -> [UInt8] {
        segment(
            0xE1,
            Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1]
                + [UInt8(orientation >> 8), UInt8(orientation & 255), 0, 0, 0, 0, 0, 0])
    }

    /// Returns a file with segments after `SOI` and bytes after `EOI`.
    package static func file(
        _ picture: JPEGCoefficients, _ coding: JPEGCoding, segments: [[UInt8]] = [], trailer: [UInt8] = []
    ) throws -> [UInt8] {
        let encoded = try picture.encoded(as: coding, expecting: 0, limit: 1 << 24).bytes
        return encoded.prefix(2) + segments.flatMap { $0 } + encoded.dropFirst(2) + trailer
    }

    /// Returns a file with the given `Orientation`.
    package static func file(
        _ sampling: JPEGSampling, _ process: JPEGProcess = .baseline, _ size: Size, orientation: Int
    ) throws -> [UInt8] {
        try file(sampling.picture(size), process.coding(sampling), segments: [exif(orientation)])
    }
}
