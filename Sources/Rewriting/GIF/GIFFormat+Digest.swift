internal import UprightCodecs
internal import UprightFormats
internal import UprightBase

extension GIFFormat {
    /// Adds the indices and colours of each frame, and what places it.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        let picture = ReferenceGIF(decoding: bytes)
        guard picture.error == nil, let file = try? GIFFile(parsing: bytes) else { return false }
        digest.add(picture.size.width, picture.size.height, picture.frames.count)
        // The colours; the first six bytes are the version.
        digest.add(bytes[file.head].dropFirst(10))
        for block in file.blocks {
            switch block.content {
            case .graphicControl: digest.add(bytes[block.range])
            case .image(let image):
                digest.add(image.rect.x, image.rect.y, image.rect.width, image.rect.height)
                digest.add(image.palette.map { Array(bytes[$0]) } ?? [])
            default: break
            }
        }
        for frame in picture.frames { digest.add(frame.indices) }
        return true
    }
}
