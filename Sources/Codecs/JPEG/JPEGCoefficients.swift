internal import CUprightCodecs
package import UprightFormats
package import UprightBase

/// A JPEG picture as planes of quantized DCT coefficients, one per component, in the order of the frame header.
///
/// It has neither colours nor samples: a grayscale picture is one plane, a CMYK picture four.
package struct JPEGCoefficients {
    /// The picture's size in pixels.
    package var size: Size
    /// The components.
    package var planes: [JPEGPlane]
    /// The conditioning of the arithmetic coder: L and U for DC and Kx for AC, by table number.
    package var conditioning: JPEGConditioning

    /// Bits per sample: 8 or 12.
    package var precision: Int { planes.first?.precision ?? 8 }

    /// Creates a picture of the given planes.
    package init(size: Size, planes: [JPEGPlane], conditioning: JPEGConditioning = JPEGConditioning()) {
        self.size = size
        self.planes = planes
        self.conditioning = conditioning
    }

    /// Decodes the entropy-coded data of a file. The inverse is ``encoded(as:expecting:limit:)``.
    ///
    /// - Returns: the planes, and the decoder's warnings.
    package static func decoding(
        _ bytes: [UInt8]
    ) throws(CodecError) -> (picture: JPEGCoefficients, warnings: [String]) {
        var raw = jpeg_picture()
        var report = jpeg_report()
        let code = bytes.withUnsafeBufferPointer {
            jpeg_read_planes($0.baseAddress, $0.count, &raw, &report)
        }
        guard code == JPEG_OK else {
            jpeg_free_planes(&raw)
            throw CodecError(code, report)
        }
        return (JPEGCoefficients(owning: raw), report.collectedWarnings)
    }

    /// Decodes the entropy-coded data of a file with 8 or 12 bits per sample.
    package static func decoding(
        _ file: JPEGFile, in bytes: [UInt8]
    ) throws(CodecError) -> (picture: JPEGCoefficients, warnings: [String]) {
        var (picture, warnings) = try decoding(file.decodableBytes(bytes))
        for index in picture.planes.indices { picture.planes[index].precision = file.frameHeader.precision }
        return (picture, warnings)
    }

    /// Decodes an encoded picture, and returns the number of bits of 1 in each plane (``JPEGPlane/setBits``).
    package static func bitsRead(of encoded: [UInt8]) throws(CodecError) -> [Int] {
        let file: JPEGFile
        do {
            file = try JPEGFile(parsing: encoded)
        } catch {
            throw CodecError(noStructure: "\(error)")
        }
        return try decoding(file, in: encoded).picture.planes.map(\.setBits)
    }

    private init(owning raw: jpeg_picture) {
        size = Size(width: raw.width, height: raw.height)
        conditioning = JPEGConditioning(raw)
        planes = withUnsafeBytes(of: raw.planes) { bytes in
            bytes.bindMemory(to: jpeg_plane.self).prefix(Int(raw.plane_count)).map { JPEGPlane(owning: $0) }
        }
    }
}

extension JPEGPlane {
    fileprivate init(owning raw: jpeg_plane) {
        id = Int(raw.id)
        horizontal = Int(raw.horizontal)
        vertical = Int(raw.vertical)
        table = Int(raw.table)
        quantization = withUnsafeBytes(of: raw.quantization) { Array($0.bindMemory(to: UInt16.self)) }
        width = raw.width
        height = raw.height
        stride = raw.stride
        blocks = JPEGBlocks(owning: raw.blocks, count: raw.stride * raw.rows)
    }
}
