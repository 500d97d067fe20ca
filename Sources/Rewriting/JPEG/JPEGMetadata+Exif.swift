internal import UprightFormats

extension JPEGMetadata {
    /// An Exif block and the segments that carry it.
    struct ExifBlock {
        var segments: [Segment]
        var bytes: [UInt8]
    }

    /// Returns the Exif blocks in file order. A segment without a TIFF header continues the block before it.
    static func exifBlocks(of segments: [Segment]) -> [ExifBlock] {
        var blocks: [ExifBlock] = []
        for segment in segments where segment.carrier == .exif {
            let bytes = segment.payload.dropFirst(6)
            let begins = [Array("II".utf8), Array("MM".utf8)].contains { bytes.starts(with: $0) }
            if !begins, let last = blocks.indices.last, (blocks[last].segments.last?.payload.count ?? 0) > 65_000 {
                blocks[last].segments.append(segment)
                blocks[last].bytes += bytes
            } else {
                blocks.append(ExifBlock(segments: [segment], bytes: Array(bytes)))
            }
        }
        return blocks
    }
}
