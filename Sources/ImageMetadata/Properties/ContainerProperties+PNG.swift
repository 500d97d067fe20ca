internal import Geometry
internal import ImageContainers

extension ContainerProperties {
    init(png bytes: [UInt8]) throws(ImagePropertiesError) {
        let file: PNGFile
        do throws(PNGFormatError) {
            file = try PNGFile(parsing: bytes)
        } catch {
            throw .png(error)
        }
        let header = file.header
        let isGray = header.colorType == .gray || header.colorType == .grayAlpha
        self.init(
            size: header.size, depth: header.bitDepth, colorModel: isGray ? "Gray" : "RGB",
            hasAlpha: header.colorType == .grayAlpha || header.colorType == .rgba
                || file.chunks.contains { $0.type == PNGChunkType("tRNS") },
            metadata: EmbeddedMetadata(of: file, in: bytes), warnings: file.warnings)
        var reading = PNGProperties(file: file, bytes: bytes)
        reading.read()
        dictionaries["{PNG}"] = .dictionary(reading.properties)
        if header.colorType == .palette { dictionaries["IsIndexed"] = true }
        frameCount = max(1, reading.frames.count)
        warnings += reading.warnings
    }
}
