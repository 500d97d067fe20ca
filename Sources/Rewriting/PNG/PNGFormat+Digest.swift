internal import UprightCodecs
internal import UprightFormats
internal import UprightBase

extension PNGFormat {
    /// Adds the pixels of each frame, the palette, and what places the frames.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard let file = try? PNGFile(parsing: bytes), !file.isCgBI else { return false }
        let header = file.header
        digest.add(header.size.width, header.size.height, header.bitDepth, Int(header.colorType.rawValue))
        for type in [PNGChunkType.plte, PNGChunkType("tRNS")] {
            let data = file.chunks.first { $0.type == type }.map { Array(bytes[$0.data]) } ?? []
            digest.add(data.count)
            digest.add(data)
        }
        let frames = PNGFrames(of: file, in: bytes)
        for control in frames.controls.keys.sorted() {
            // Without the sequence number.
            digest.add(bytes[file.chunks[control].data].dropFirst(4))
        }
        for frame in frames.all {
            guard let picture = try? ReferencePNG(decoding: frame.file(like: file, in: bytes)) else { return false }
            digest.add(picture.size.width, picture.size.height, picture.bitsPerPixel)
            digest.add(picture.rows)
        }
        return !frames.all.isEmpty
    }
}
