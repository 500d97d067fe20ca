internal import UprightFormats

extension PNGRewrite {
    /// Turns the metadata blocks and neutralizes every carrier of orientation in them.
    mutating func turn(_ metadata: PNGMetadata, by turn: MetadataTurn) throws(PictureRefusal) {
        for block in metadata.blocks {
            let turned =
                switch block.kind {
                case .exif: turn.exif(block.bytes)
                case .xmp: turn.xmp(block.bytes)
                case .photoshop: turn.photoshop(block.bytes)
                }
            warnings += turned.warnings.map { "\(block.place): \($0)" }
            keepsLayout = keepsLayout || turned.needsOriginal
            guard turned.bytes != block.bytes else { continue }
            changes += turned.changes
            data[block.chunk] = try block.wrapped(turned.bytes, like: file.chunks[block.chunk], in: source)
        }
    }
}
