package import UprightBase
package import UprightFormats

/// Fujifilm's raw format, RAF: a header, a JPEG with all metadata, and the sensor's samples. Source: libopenraw, "RAF".
package struct FujifilmRawFormat: ReadableFormat {
    package let description = FormatDescription(
        type: ImageType(rawValue: "com.fuji.raw-image"), name: "Fujifilm raw", filenameExtensions: ["raf"],
        mimeTypes: ["image/x-fuji-raf"], signatures: [], animates: false)

    private static let largestPreview = 256 << 20

    package func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties {
        guard let jpeg = jpeg(of: file) else {
            throw .structure("expected the place of a JPEG at byte 84 of the header, found none within the file")
        }
        var properties = try ContainerProperties(jpeg: jpeg)
        properties.dictionaries = [:]
        if let size = sensor(of: file) {
            properties.picture = .init(size: size, depth: 14, colorModel: "RGB")
        }
        return properties
    }

    package func preview(of file: FileBytes) -> [UInt8]? { jpeg(of: file) }

    /// The place that the header has at an offset: an offset and a length, high byte first.
    private func range(_ offset: Int, of file: FileBytes) -> Range<Int>? {
        guard let words = file.bytes(8, at: offset) else { return nil }
        let (start, length) = (Int(words[..<4].bigEndianInteger), Int(words[4...].bigEndianInteger))
        guard start >= 100, length > 0, start <= file.count, length <= file.count - start else { return nil }
        return start..<start + length
    }

    private func jpeg(of file: FileBytes) -> [UInt8]? {
        guard let range = range(84, of: file), range.count <= Self.largestPreview,
            let bytes = file.bytes(range.count, at: range.lowerBound), bytes.starts(with: JPEGMarker.start)
        else { return nil }
        return bytes
    }

    /// The size in the records of the sensor: a count, then a tag, a length and a value each; 0x0111 is the height and the
    /// width of the picture, 0x0100 of all samples.
    private func sensor(of file: FileBytes) -> Size? {
        guard let range = range(92, of: file), let bytes = file.bytes(min(range.count, 1 << 16), at: range.lowerBound),
            let count = bytes.bigEndian32(at: 0)
        else { return nil }
        var sizes: [UInt16: Size] = [:]
        var offset = 4
        for _ in 0..<min(count, 255) {
            guard let tag = bytes.bigEndian16(at: offset), let length = bytes.bigEndian16(at: offset + 2) else { break }
            if length == 4, let height = bytes.bigEndian16(at: offset + 4),
                let width = bytes.bigEndian16(at: offset + 6), height > 0, width > 0
            {
                sizes[tag] = Size(width: Int(width), height: Int(height))
            }
            offset += 4 + Int(length)
        }
        return sizes[0x0111] ?? sizes[0x0100]
    }
}
