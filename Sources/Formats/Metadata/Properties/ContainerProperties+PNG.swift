internal import UprightBase

extension ContainerProperties {
    package init(png bytes: [UInt8]) throws(ImagePropertiesError) {
        let chunks: [PNGChunk]
        var header: PNGHeader?
        do throws(FormatError) {
            let file = try PNGFile(parsing: bytes)
            chunks = file.chunks
            header = file.header
            self.init(
                picture: Picture(file.header, isTransparent: chunks.contains { $0.type == PNGChunkType("tRNS") }),
                metadata: EmbeddedMetadata(of: chunks, in: bytes), warnings: file.warnings)
        } catch {
            // The other chunks are readable without a header.
            let found: (chunks: [PNGChunk], warnings: [String])
            do throws(FormatError) {
                found = try PNGFile.chunks(of: bytes)
            } catch {
                throw .structure(error.description)
            }
            chunks = found.chunks
            self.init(
                pictureError: .structure(error.description), metadata: EmbeddedMetadata(of: chunks, in: bytes),
                warnings: found.warnings)
        }
        var reading = PNGProperties(header: header, chunks: chunks, bytes: bytes)
        reading.read()
        dictionaries["{PNG}"] = .dictionary(reading.properties)
        if header?.colorType == .palette { dictionaries["IsIndexed"] = true }
        if case .string(let text)? = reading.properties["CreationTime"], let date = CaptureDate(creationTime: text) {
            var recording = Recording()
            recording.date = date
            self.recording = recording
        }
        frameCount = max(1, reading.frames.count)
        warnings += reading.warnings
    }
}

extension ContainerProperties.Picture {
    fileprivate init(_ header: PNGHeader, isTransparent: Bool) {
        let isGray = header.colorType == .gray || header.colorType == .grayAlpha
        self.init(
            size: header.size, depth: header.bitDepth, colorModel: isGray ? "Gray" : "RGB",
            hasAlpha: header.colorType == .grayAlpha || header.colorType == .rgba || isTransparent)
    }
}
