package import UprightFormats

/// The XMP packets of a GIF file: the only place where a GIF can store an orientation.
package struct GIFMetadata {
    /// A packet in an application extension.
    package struct Packet {
        /// The index of the block in the file.
        let block: Int
        let application: GIFApplication
        let bytes: [UInt8]
        /// Whether the packet is stored as plain bytes rather than in data sub-blocks.
        let isPlain: Bool

        /// Returns the packet with other bytes. A zero byte would end a plain packet for readers that do not know XMP
        /// and read its bytes as sub-block lengths, so such a packet is stored in sub-blocks.
        func holding(_ bytes: [UInt8]) -> Packet {
            Packet(block: block, application: application, bytes: bytes, isPlain: isPlain && !bytes.contains(0))
        }
    }

    /// The packets in file order.
    package let packets: [Packet]
    /// The orientation that counts, by ``OrientationPrecedence``; nil if no packet has one.
    package let orientation: OrientationReading?
    /// A warning for each disagreement between packets.
    package let warnings: [String]

    /// Collects the XMP packets of a file.
    package init(of file: GIFFile, in source: [UInt8]) {
        packets = file.blocks.enumerated().compactMap { index, block in
            guard case .application(let application) = block.content, let xmp = application.xmp else { return nil }
            switch xmp {
            case .plain(let range):
                return Packet(block: index, application: application, bytes: Array(source[range]), isPlain: true)
            case .subBlocks:
                let bytes = GIFSubBlocks.joined(in: source, application.data)
                return Packet(block: index, application: application, bytes: bytes, isPlain: false)
            }
        }
        let precedence = OrientationPrecedence(
            packets.compactMap { packet in OrientationReading.xmp(packet.bytes).map { (.xmp, $0) } })
        orientation = precedence.counting
        warnings = precedence.warnings
    }
}

extension GIFMetadata.Packet {
    /// Returns an application extension like this one that holds another packet.
    func wrapped(_ packet: [UInt8], in source: [UInt8]) -> [UInt8] {
        // Introducer, label, block size, and the 11 bytes of identifier and code.
        let head = Array(source[application.data.lowerBound - 14..<application.data.lowerBound])
        guard case .plain(let range) = application.xmp, holding(packet).isPlain else {
            return head + GIFSubBlocks.serialized(packet)
        }
        return head + packet + source[range.upperBound..<application.data.upperBound]
    }
}
