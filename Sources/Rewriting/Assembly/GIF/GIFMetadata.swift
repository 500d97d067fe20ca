package import UprightContainers
package import UprightMetadata

/// The XMP packets of a GIF file: the only place where a GIF can say how its picture lies.
package struct GIFMetadata {
    /// A packet in an application extension.
    package struct Packet {
        /// The block's place among the file's blocks.
        let block: Int
        let application: GIFApplication
        let bytes: [UInt8]
        /// Whether the packet stands as it is, and not in data sub-blocks.
        let isPlain: Bool

        /// The packet with other bytes. Read as lengths, which is what readers that do not know of XMP do, a zero byte in
        /// a plain packet would end the block.
        func holding(_ bytes: [UInt8]) -> Packet {
            Packet(block: block, application: application, bytes: bytes, isPlain: isPlain && !bytes.contains(0))
        }
    }

    /// The packets in the order of the file.
    package let packets: [Packet]
    /// What counts, by ``OrientationPrecedence``; nil where no packet gives a number.
    package let orientation: OrientationReading?
    /// Where the packets disagree.
    package let warnings: [String]

    /// Looks through the blocks of a file.
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
    /// The bytes of an application extension like this one that holds another packet.
    func wrapped(_ packet: [UInt8], in source: [UInt8]) -> [UInt8] {
        // Introducer, label, block size, and the 11 bytes of identifier and code.
        let head = Array(source[application.data.lowerBound - 14..<application.data.lowerBound])
        guard case .plain(let range) = application.xmp, holding(packet).isPlain else {
            return head + GIFSubBlocks.serialized(packet)
        }
        return head + packet + source[range.upperBound..<application.data.upperBound]
    }
}
