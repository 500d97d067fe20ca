internal import Geometry
internal import ImageCodecs
internal import ImageContainers
internal import ImageMetadata

/// Puts the output together, block by block in the order of the source, and keeps account of each.
struct GIFAssembly {
    let file: GIFFile
    let source: [UInt8]
    let turn: PictureTurn
    private(set) var changes: [Change] = []
    private(set) var warnings: [String] = []
    /// What was wrong with the image data that was decoded.
    private(set) var damage: [String] = []
    /// The frames that lost pixels which no reader shows, by their number.
    private(set) var cropped: Set<Int> = []
    /// The new bytes of blocks, by their place among the file's blocks.
    private(set) var edits: [Int: [UInt8]] = [:]
    private var dispositions: [Int: PartAccount.Disposition] = [:]
    private var headDisposition = PartAccount.Disposition.kept

    init(file: GIFFile, source: [UInt8], turn: PictureTurn) {
        self.file = file
        self.source = source
        self.turn = turn
    }

    /// Turns the XMP packets, and neutralizes every orientation in them.
    mutating func turn(_ metadata: GIFMetadata, by turn: MetadataTurn) {
        for packet in metadata.packets {
            let turned = turn.xmp(packet.bytes)
            warnings += turned.warnings
            guard turned.bytes != packet.bytes else { continue }
            changes += turned.changes
            edits[packet.block] = packet.wrapped(turned.bytes, in: source)
            dispositions[packet.block] = .patched
        }
    }

    /// The file with its edits, and with the frames as they are.
    func patched() -> [UInt8] { assembled(head: Array(source[file.head])) }

    /// The file with its edits, and with every frame turned.
    mutating func turned() throws(RasterRefusal) -> [UInt8] {
        let head = turnedHead()
        var transparent: UInt8?
        var number = 0
        for (index, block) in file.blocks.enumerated() {
            switch block.content {
            case .graphicControl(let control):
                transparent = control.transparentIndex
            case .image(let image):
                edits[index] = try turned(image, number, filling: transparent ?? 0)
                dispositions[index] = .moved
                transparent = nil
                number += 1
            case .plainText(let text):
                turn(text, index, block)
                transparent = nil
            default:
                break
            }
        }
        return assembled(head: head)
    }

    private func assembled(head: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + source.count / 8)
        bytes += head
        for (index, block) in file.blocks.enumerated() {
            if let edit = edits[index] { bytes += edit } else { bytes += source[block.range] }
        }
        if endsEarly { bytes.append(Self.trailer) }
        return bytes + source[file.trailer]
    }

    /// Whether the file broke off, and its last frame, encoded anew, is whole: then nothing but the end is missing.
    var endsEarly: Bool {
        guard file.trailer.isEmpty, let last = file.blocks.indices.last, edits[last] != nil else { return false }
        // A frame without pixels has no data to encode, and keeps what stands in its place.
        guard case .image(let image) = file.blocks[last].content else { return false }
        return image.rect.width > 0 && image.rect.height > 0
    }

    private static let trailer: UInt8 = 0x3B

    /// The head with the turned screen and the inverted pixel aspect ratio.
    private mutating func turnedHead() -> [UInt8] {
        var head = Array(source[file.head])
        let screen = file.screen
        let upright = turn.uprightSize
        if upright != screen.size {
            head.replaceSubrange(
                6..<10,
                with: UInt16(truncatingIfNeeded: upright.width).littleEndianBytes
                    + UInt16(truncatingIfNeeded: upright.height).littleEndianBytes)
            changes.append(
                Change(
                    "gif.LogicalScreen", from: "\(screen.size.width)×\(screen.size.height)",
                    to: "\(upright.width)×\(upright.height)"))
        }
        if turn.orientation.transposes, screen.pixelAspect != 0 {
            let inverted = Self.inverted(aspect: screen.pixelAspect)
            if inverted != screen.pixelAspect {
                head[12] = inverted
                changes.append(
                    Change("gif.PixelAspectRatio", from: String(screen.pixelAspect), to: String(inverted)))
            }
        }
        if !head.elementsEqual(source[file.head]) { headDisposition = .patched }
        return head
    }

    /// The byte of the inverse ratio: (byte + 15) / 64 is a ratio, and 0 would be none.
    private static func inverted(aspect: UInt8) -> UInt8 {
        let sum = Int(aspect) + 15
        return UInt8(clamping: max(1, (64 * 64 + sum / 2) / sum - 15))
    }

    /// The block of a turned frame.
    private mutating func turned(_ image: GIFImage, _ number: Int, filling: UInt8) throws(RasterRefusal) -> [UInt8] {
        let place = turn.transform.applied(to: image.rect)
        let palette = image.palette.map { source[$0] } ?? []
        guard image.rect.width > 0, image.rect.height > 0 else {
            let data = source[image.data.lowerBound - 1..<image.data.upperBound]
            return descriptor(image, within(place, number)) + palette + data
        }
        do throws(GIFCodecError) {
            let decoded = try GIFRaster.decode(image, in: source, filling: filling)
            if let found = decoded.damage {
                guard decoded.count > 0 || number > 0 else { throw .undecodable(found) }
                damage.append("frame \(number): \(found)")
            }
            let raster = try decoded.picture().turned(by: turn.orientation)
            let visible = within(place, number)
            guard visible.size != place.size else {
                return descriptor(image, visible) + palette + (try raster.encoded(interlaced: image.isInterlaced))
            }
            let part = Rect(
                x: visible.x - place.x, y: visible.y - place.y, width: visible.width, height: visible.height)
            cropped.insert(number)
            return descriptor(image, visible) + palette
                + (try raster.cropped(to: part).encoded(interlaced: image.isInterlaced))
        } catch {
            throw RasterRefusal(error)
        }
    }

    /// The part of a rectangle that a GIF can place: nothing lies left of the canvas or above it.
    private mutating func within(_ place: Rect, _ number: Int) -> Rect {
        guard place.x < 0 || place.y < 0 else { return place }
        let canvas = turn.uprightSize
        guard place.x + place.width > 0, place.y + place.height > 0 else {
            warnings.append("frame \(number) lies wholly outside of the canvas, and is put on its other side")
            return Rect(
                x: place.x < 0 ? canvas.width : place.x, y: place.y < 0 ? canvas.height : place.y, width: place.width,
                height: place.height)
        }
        warnings.append(
            "frame \(number) would reach \(max(0, -place.x)) pixels beyond the left and \(max(0, -place.y)) beyond the top "
                + "of the canvas, where a GIF can place none: these pixels, which no reader shows, are left out")
        let (x, y) = (max(0, place.x), max(0, place.y))
        return Rect(x: x, y: y, width: place.x + place.width - x, height: place.y + place.height - y)
    }

    private func descriptor(_ image: GIFImage, _ rect: Rect) -> [UInt8] {
        let words = [rect.x, rect.y, rect.width, rect.height].map { UInt16(truncatingIfNeeded: $0) }
        return [0x2C] + words.flatMap(\.littleEndianBytes) + [source[image.descriptor.lowerBound + 9]]
    }

    /// Turns the grid of a plain text extension; its letters stay upright, as every reader draws them.
    private mutating func turn(_ text: GIFPlainText, _ index: Int, _ block: GIFBlock) {
        let grid = within(turn.transform.applied(to: text.grid), index)
        let cell = text.cell.turned(by: turn.orientation)
        warnings.append("plain text at byte \(block.range.lowerBound): its grid is turned, its letters cannot be")
        var bytes = Array(source[block.range])
        let words = [grid.x, grid.y, grid.width, grid.height].map { UInt16(truncatingIfNeeded: $0) }
        let at = text.header.lowerBound - block.range.lowerBound
        bytes.replaceSubrange(
            at..<at + 10,
            with: words.flatMap(\.littleEndianBytes)
                + [UInt8(truncatingIfNeeded: cell.width), UInt8(truncatingIfNeeded: cell.height)])
        edits[index] = bytes
        dispositions[index] = .moved
    }

    /// What became of the head, of every block and of the trailer.
    var account: [PartAccount] {
        var parts = [
            PartAccount(
                part: "Logical Screen", offset: file.head.lowerBound, length: file.head.count,
                disposition: headDisposition)
        ]
        parts += file.blocks.enumerated().map { index, block in
            PartAccount(
                part: block.name, offset: block.range.lowerBound, length: block.range.count,
                disposition: dispositions[index] ?? .kept)
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: "trailer", offset: file.trailer.lowerBound, length: file.trailer.count, disposition: .kept))
        }
        return parts
    }
}
