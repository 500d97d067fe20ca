internal import UprightBase
package import UprightFormats

/// One rewrite of a GIF file: what becomes of the head and of each block.
///
/// Turning and editing are two plans, applied one after the other; each sees the XMP packets as the one before left
/// them. ``assembled()`` builds the file once, after all plans.
package struct GIFRewrite {
    /// The file's structure.
    package let file: GIFFile
    /// The file that is rewritten.
    package let source: [UInt8]
    /// Signature, screen and global colour table of the output.
    package var head: [UInt8]
    /// The new bytes of replaced blocks, by block index.
    package private(set) var blocks: [Int: [UInt8]] = [:]
    /// New blocks, and the indices of the blocks that they precede.
    var inserted: [(before: Int, bytes: [UInt8])] = []
    /// Whether the bytes after the end are left out.
    var dropsTrailer = false
    /// What the plans changed.
    package var changes: [Change] = []
    /// Warnings from the plans.
    package var warnings: [String] = []
    /// Whether the turn kept something that depends on the layout of the picture as it was.
    private var keepsLayout = false
    /// The XMP packets as the plans left them.
    private(set) var packets: [GIFMetadata.Packet]
    private var dispositions: [Int: PartAccount.Disposition] = [:]

    /// Creates a rewrite that changes nothing yet.
    package init(of file: GIFFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        head = Array(source[file.head])
        packets = GIFMetadata(of: file, in: source).packets
    }

    /// Whether the output differs from the source.
    package var isChanged: Bool { !blocks.isEmpty || !inserted.isEmpty || isHeadChanged || dropsTrailer }

    /// Whether the source holds something that is not valid for the output: content credentials, which sign the source,
    /// or what depends on the layout of the picture and is not turned.
    package var needsOriginal: Bool {
        keepsLayout
            || isChanged
                && file.blocks.contains { block in
                    if case .application(let application) = block.content {
                        application.identifier.hasPrefix("C2PA")
                    } else {
                        false
                    }
                }
    }

    /// The bytes after the end in the output.
    var trailer: ArraySlice<UInt8> { dropsTrailer ? [] : source[file.trailer] }

    private var isHeadChanged: Bool { !head.elementsEqual(source[file.head]) }

    /// Turns the XMP packets and neutralizes every orientation in them.
    package mutating func turn(by turn: MetadataTurn) {
        for (place, packet) in packets.enumerated() {
            let turned = turn.xmp(packet.bytes)
            warnings += turned.warnings
            keepsLayout = keepsLayout || turned.needsOriginal
            guard turned.bytes != packet.bytes else { continue }
            changes += turned.changes
            replace(packet.block, with: packet.wrapped(turned.bytes, in: source), .patched)
            packets[place] = packet.holding(turned.bytes)
        }
    }

    /// Replaces the bytes of a block.
    package mutating func replace(_ block: Int, with bytes: [UInt8], _ disposition: PartAccount.Disposition) {
        blocks[block] = bytes
        dispositions[block] = disposition
    }

    /// Returns the file, assembled in the order of the source.
    package func assembled() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            head.count + expected.reduce(0) { $0 + $1.count } + file.trailer.count)
        bytes += head
        for (index, block) in file.blocks.enumerated() {
            for new in inserted where new.before == index { bytes += new.bytes }
            if let new = blocks[index] { bytes += new } else { bytes += source[block.range] }
        }
        for new in inserted where new.before == file.blocks.count { bytes += new.bytes }
        if endsEarly { bytes.append(Self.end) }
        bytes += trailer
        return bytes
    }

    /// The blocks that the output must hold, in order.
    package var expected: [ArraySlice<UInt8>] {
        var expected: [ArraySlice<UInt8>] = []
        for (index, block) in file.blocks.enumerated() {
            expected += inserted.filter { $0.before == index }.map { $0.bytes[...] }
            expected.append(blocks[index]?[...] ?? source[block.range])
        }
        expected += inserted.filter { $0.before == file.blocks.count }.map { $0.bytes[...] }
        expected.removeAll(where: \.isEmpty)
        return endsEarly ? expected + [[Self.end]] : expected
    }

    /// Whether the source is cut off after its last frame, and that frame has been re-encoded: then only the trailer is
    /// missing.
    private var endsEarly: Bool {
        guard file.trailer.isEmpty, let last = file.blocks.indices.last, dispositions[last] == .moved else {
            return false
        }
        // A frame without pixels has no data to encode and keeps its bytes.
        guard case .image(let image) = file.blocks[last].content else { return false }
        return image.rect.width > 0 && image.rect.height > 0
    }

    /// The trailer byte, which ends the blocks.
    private static let end: UInt8 = 0x3B

    /// What happened to the head, to every block and to the trailer.
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
                reason: dispositions[index] == .dropped ? "the edits removed all of its content" : "")
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count,
                    disposition: dropsTrailer ? .dropped : .kept))
        }
        return parts
    }
}
