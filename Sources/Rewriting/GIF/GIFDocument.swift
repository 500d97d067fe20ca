package import UprightFormats
package import UprightBase

/// A GIF file, and the plan of its changes: what happens to the head and to each block.
///
/// Turning and editing are two plans, applied one after the other; each sees the XMP packets as the one before left
/// them.
package struct GIFDocument: PictureDocument, BlockContainer {
    /// The file's structure.
    let file: GIFFile
    let source: [UInt8]
    /// Signature, screen and global colour table of the output.
    var head: [UInt8]
    /// The new bytes of replaced blocks, by block index.
    private(set) var blocks: [Int: [UInt8]] = [:]
    /// New blocks, and the indices of the blocks that they precede.
    var inserted: [(before: Int, bytes: [UInt8])] = []
    /// Whether the bytes after the end are left out.
    var dropsTrailer = false
    /// What the plans changed.
    var changes: [Change] = []
    package var planWarnings: [String] = []
    var keepsLayout = false
    /// The XMP packets as the plans left them.
    private(set) var packets: [MetadataBlock]
    private var dispositions: [Int: PartAccount.Disposition] = [:]
    /// What the packets say, once the limits are checked.
    private var precedence: OrientationPrecedence?
    /// The turn of the frames; nil if they are not turned.
    private(set) var turn: PictureTurn?
    /// The numbers of the frames that lost pixels which no reader shows.
    var cropped: Set<Int> = []
    /// The number of local colour tables that were left out because they repeat the global one.
    var sharedPalettes = 0

    init(of file: GIFFile, in source: [UInt8]) {
        (self.file, self.source, head) = (file, source, Array(source[file.head]))
        packets = file.packets(in: source)
    }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + (precedence?.warnings ?? []) }
    package var orientation: OrientationReading? { precedence?.counting }
    package var frameCount: Int { max(1, file.images.count) }
    package func turnability(by orientation: Orientation) -> Turnability {
        size.width <= 0xFFFF && size.height <= 0xFFFF
            ? .exact : .unsupported("the first frame extends past the largest screen that a GIF can have")
    }

    /// The size of the canvas that readers show: the screen, enlarged if the first frame extends past it.
    package var size: Size {
        let (screen, first) = (file.screen.size, file.images.first?.rect)
        return Size(
            width: max(screen.width, first.map { $0.x + $0.width } ?? 0),
            height: max(screen.height, first.map { $0.y + $0.height } ?? 0))
    }

    package var decodedSizes: [Size] { [file.screen.size, size] + file.images.map(\.rect.size) }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try limits.check(file.screen.size)
        try limits.check(animation: file.images.map(\.rect.size))
        precedence = MetadataBlock.precedence(packets)
        guard !file.images.isEmpty else { throw .undecodable("expected an image, found none") }
        try limits.check(size)
    }

    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) {
        try self.turn(packets, by: turn)
    }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        var image = GIFImageTurn(self, by: turn)
        try image.turn(work.parallelism)
        self = image.document
        self.turn = turn
        return image.damage
    }

    package mutating func label(by turn: MetadataTurn) throws(PictureRefusal) {
        throw .unsupported("no viewer follows an orientation in a GIF; turn its pixels")
    }

    package mutating func assemble(releasing source: inout [UInt8], _ work: PictureTurnWork) -> AssembledPicture {
        var changes: [Change] = []
        if let turn {
            changes = [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
        }
        if sharedPalettes > 0 {
            changes.append(
                Change(
                    ChangeSubject(.gif, "LocalColorTable"), from: "\(sharedPalettes) that repeat the global one",
                    to: "the global one"))
        }
        return AssembledPicture(
            bytes: assembled(), changes: changes + self.changes, parts: account,
            components: turn == nil ? [] : [ComponentTurn(id: 0, turn: .exact)])
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

    mutating func store(_ bytes: [UInt8], in packet: MetadataBlock, isTurned: Bool) {
        guard let index = packets.firstIndex(where: { $0.part == packet.part }) else { return }
        packets[index].bytes = bytes
        // A turn keeps what is around the packet.
        let plain = file.plainRange(of: isTurned ? packets[index] : packet)
        let range = file.blocks[packet.part].range
        var new = Self.extension(of: bytes, isPlain: plain != nil)
        if isTurned, let plain {
            new = source[range.lowerBound..<plain.lowerBound] + bytes + source[plain.upperBound..<range.upperBound]
        }
        replace(packet.part, with: new, bytes.isEmpty ? .dropped : .patched)
        // Extensions were introduced with GIF89a.
        if !isTurned { head[4] = UInt8(ascii: "9") }
    }

    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) {
        inserted.append((newPlace, Self.extension(of: bytes, isPlain: true)))
        head[4] = UInt8(ascii: "9")
    }

    var exifPicture: ExifEditing.Picture { ExifEditing.Picture(size: file.screen.size, density: nil, isJPEG: false) }

    mutating func replace(_ block: Int, with bytes: [UInt8], _ disposition: PartAccount.Disposition) {
        blocks[block] = bytes
        dispositions[block] = disposition
    }

    /// Returns the file, assembled in the order of the source.
    private func assembled() -> [UInt8] {
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
    var expected: [ArraySlice<UInt8>] {
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
        let head = PartAccount(PartName("Logical Screen"), file.head, isHeadChanged ? .patched : .kept)
        let parts = file.blocks.enumerated().map { index, block in
            let became = dispositions[index] ?? .kept
            return PartAccount(
                PartName(of: block), block.range, became, reason: became == .dropped ? PartAccount.emptied : "")
        }
        return [head] + parts + PartAccount.trailer(file.trailer, isDropped: dropsTrailer)
    }
}
