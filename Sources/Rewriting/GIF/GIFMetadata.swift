internal import UprightFormats

extension GIFFile {
    /// The XMP packets: the only place where a GIF can store an orientation.
    func packets(in source: [UInt8]) -> [MetadataBlock] {
        blocks.enumerated().compactMap { index, block in
            guard case .application(let application) = block.content, let xmp = application.xmp else { return nil }
            let bytes =
                if case .plain(let range) = xmp { Array(source[range]) } else {
                    GIFSubBlocks.joined(in: source, application.data)
                }
            return MetadataBlock(
                kind: .xmp, part: index, name: "XMP packet", offset: block.range.lowerBound, bytes: bytes)
        }
    }

    /// Where the plain bytes of a packet are; nil for one in data sub-blocks. A zero byte would end a plain packet for readers that
    /// do not know XMP and read its bytes as sub-block lengths, so such a packet is stored in sub-blocks.
    func plainRange(of packet: MetadataBlock) -> Range<Int>? {
        guard case .application(let application) = blocks[packet.part].content,
            case .plain(let range)? = application.xmp
        else { return nil }
        return packet.bytes.contains(0) ? nil : range
    }
}
