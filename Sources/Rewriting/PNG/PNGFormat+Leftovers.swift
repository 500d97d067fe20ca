internal import UprightFormats

extension PNGFormat {
    package func search(_ bytes: [UInt8], for leftovers: inout StripLeftovers) {
        guard let file = try? PNGFile(parsing: bytes) else { return }
        let texts: [PNGChunkType] = [.text, .compressedText, .internationalText]
        for chunk in file.chunks where chunk.type != .idat && chunk.type != .frameData {
            // Texts are searched when they are stripped, inflated.
            guard !texts.contains(chunk.type) else { continue }
            leftovers.look(unknown: Array(bytes[chunk.data]), "\(chunk.type) at byte \(chunk.range.lowerBound)")
        }
        for chunk in file.chunks where chunk.type == .exif || chunk.type == .earlyExif {
            let data = Array(bytes[chunk.data])
            let block = data.starts(with: JPEGCarrier.exif.signature) ? Array(data.dropFirst(6)) : data
            leftovers.look(exif: block, "\(chunk.type) at byte \(chunk.range.lowerBound)")
        }
        let metadata = EmbeddedMetadata(of: file, in: bytes)
        if let exif = metadata.exif { leftovers.look(exif: exif, "an Exif raw profile") }
        if let xmp = metadata.xmp { leftovers.look(xmp: xmp, "another XMP packet") }
    }
}
