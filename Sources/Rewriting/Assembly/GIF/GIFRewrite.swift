internal import UprightGeometry
package import UprightContainers
package import UprightEditing

/// One rewriting of a GIF file: what becomes of the head and of each block.
///
/// Turning and editing are two plans for it, made one after the other; each finds the XMP packets as the one before left
/// them. The file is put together once, by ``assembled()``.
package struct GIFRewrite {
    /// The file's structure.
    package let file: GIFFile
    /// The file that is rewritten.
    package let source: [UInt8]
    /// Signature, screen and global colour table of the output.
    package var head: [UInt8]
    /// The new bytes of blocks, by their place among the file's blocks.
    package private(set) var blocks: [Int: [UInt8]] = [:]
    /// A block that is put before another one, by its place among the file's blocks.
    var inserted: (before: Int, bytes: [UInt8])?
    /// What the plans have changed.
    package var changes: [Change] = []
    /// What the user should know of the plans.
    package var warnings: [String] = []
    /// The XMP packets as the plans have left them.
    private(set) var packets: [GIFMetadata.Packet]
    private var dispositions: [Int: PartAccount.Disposition] = [:]

    /// A rewriting that changes nothing yet.
    package init(of file: GIFFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        head = Array(source[file.head])
        packets = GIFMetadata(of: file, in: source).packets
    }

    /// Whether the output differs from the source.
    package var isChanged: Bool { !blocks.isEmpty || inserted != nil || isHeadChanged }

    private var isHeadChanged: Bool { !head.elementsEqual(source[file.head]) }

    /// Turns the XMP packets, and neutralizes every orientation in them.
    package mutating func turn(by turn: MetadataTurn) {
        for (place, packet) in packets.enumerated() {
            let turned = turn.xmp(packet.bytes)
            warnings += turned.warnings
            guard turned.bytes != packet.bytes else { continue }
            changes += turned.changes
            replace(packet.block, with: packet.wrapped(turned.bytes, in: source), .patched)
            packets[place] = packet.holding(turned.bytes)
        }
    }

    /// Gives a block other bytes.
    package mutating func replace(_ block: Int, with bytes: [UInt8], _ disposition: PartAccount.Disposition) {
        blocks[block] = bytes
        dispositions[block] = disposition
    }

    /// Puts the file together, in the order of the source.
    package func assembled() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + source.count / 8)
        bytes += head
        for (index, block) in file.blocks.enumerated() {
            if let inserted, inserted.before == index { bytes += inserted.bytes }
            if let new = blocks[index] { bytes += new } else { bytes += source[block.range] }
        }
        if let inserted, inserted.before == file.blocks.count { bytes += inserted.bytes }
        if endsEarly { bytes.append(Self.end) }
        return bytes + source[file.trailer]
    }

    /// The blocks that the output must hold, in its order.
    package var expected: [ArraySlice<UInt8>] {
        var expected = file.blocks.enumerated().map { index, block in blocks[index]?[...] ?? source[block.range] }
        if let inserted { expected.insert(inserted.bytes[...], at: inserted.before) }
        expected.removeAll(where: \.isEmpty)
        return endsEarly ? expected + [[Self.end]] : expected
    }

    /// Whether the file broke off, and its last frame, encoded anew, is whole: then nothing but the end is missing.
    private var endsEarly: Bool {
        guard file.trailer.isEmpty, let last = file.blocks.indices.last, dispositions[last] == .moved else {
            return false
        }
        // A frame without pixels has no data to encode, and keeps what stands in its place.
        guard case .image(let image) = file.blocks[last].content else { return false }
        return image.rect.width > 0 && image.rect.height > 0
    }

    /// The trailer, which ends the file's blocks.
    private static let end: UInt8 = 0x3B

    /// What became of the head, of every block and of the trailer.
    package var account: [PartAccount] {
        var parts = [
            PartAccount(
                part: PartName("Logical Screen"), offset: file.head.lowerBound, length: file.head.count,
                disposition: isHeadChanged ? .patched : .kept)
        ]
        parts += file.blocks.enumerated().map { index, block in
            PartAccount(
                part: PartName(of: block), offset: block.range.lowerBound, length: block.range.count,
                disposition: dispositions[index] ?? .kept,
                reason: dispositions[index] == .dropped ? "the edits have removed all that it held" : "")
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count, disposition: .kept))
        }
        return parts
    }
}
