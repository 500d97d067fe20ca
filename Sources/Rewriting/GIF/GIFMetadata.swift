internal import UprightContainers
internal import UprightMetadata

/// The XMP packets of a GIF file: the only place where a GIF can say how its picture lies.
struct GIFMetadata {
    /// A packet in an application extension.
    struct Packet {
        /// The block's place among the file's blocks.
        let block: Int
        let application: GIFApplication
        let bytes: [UInt8]
    }

    /// The packets in the order of the file.
    let packets: [Packet]
    /// What counts, by ``OrientationPrecedence``; nil where no packet gives a number.
    let orientation: OrientationReading?
    /// Where the packets disagree.
    let warnings: [String]

    /// Looks through the blocks of a file.
    init(of file: GIFFile, in source: [UInt8]) {
        packets = file.blocks.enumerated().compactMap { index, block in
            guard case .application(let application) = block.content, let xmp = application.xmp else { return nil }
            let bytes =
                switch xmp {
                case .plain(let range): Array(source[range])
                case .subBlocks: GIFSubBlocks.joined(in: source, application.data)
                }
            return Packet(block: index, application: application, bytes: bytes)
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
        // Read as lengths, which is what readers that do not know of XMP do, a zero byte in a plain packet ends the block.
        guard case .plain(let range) = application.xmp, !packet.contains(0) else {
            return head + GIFSubBlocks.serialized(packet)
        }
        return head + packet + source[range.upperBound..<application.data.upperBound]
    }
}
