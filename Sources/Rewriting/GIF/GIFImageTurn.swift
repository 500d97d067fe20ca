internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The turn of a GIF file's screen and frames.
struct GIFImageTurn {
    private(set) var document: GIFDocument
    private let turn: PictureTurn
    /// The damage found in the decoded image data.
    private(set) var damage: [String] = []

    init(_ document: GIFDocument, by turn: PictureTurn) {
        self.document = document
        self.turn = turn
    }

    /// Turns the screen and every frame.
    mutating func turn(_ parallelism: Parallelism) throws(PictureRefusal) {
        turnHead()
        var frames: [(block: Int, turn: GIFFrameTurn)] = []
        var transparent: UInt8?
        for (index, block) in document.file.blocks.enumerated() {
            switch block.content {
            case .graphicControl(let control):
                transparent = control.transparentIndex
            case .image(let image):
                let target = turn.transform.applied(to: image.rect)
                let visible = within(target, frames.count)
                var part: Rect?
                if visible.size != target.size, image.rect.width > 0, image.rect.height > 0 {
                    part = Rect(
                        x: visible.x - target.x, y: visible.y - target.y, width: visible.width, height: visible.height)
                    document.cropped.insert(frames.count)
                }
                let own = GIFFrameTurn(
                    image: image, head: head(of: image, visible), filling: transparent ?? 0,
                    orientation: turn.orientation, part: part)
                frames.append((index, own))
                transparent = nil
            case .plainText(let text):
                turn(text, index, block)
                transparent = nil
            default:
                break
            }
        }
        let outcomes = GIFFrameTurns(frames.map(\.turn), in: document.source).outcomes(parallelism)
        for (number, (frame, outcome)) in zip(frames, outcomes).enumerated() {
            document.replace(frame.block, with: try block(outcome, number), .moved)
        }
    }

    /// Returns the block of a turned frame.
    private mutating func block(
        _ outcome: Result<GIFFrameTurn.Outcome, CodecError>, _ number: Int
    ) throws(PictureRefusal) -> [UInt8] {
        let outcome = try outcome.mapError { PictureRefusal($0) }.get()
        if let found = outcome.damage {
            guard outcome.decodedCount > 0 || number > 0 else { throw .undecodable(found) }
            damage.append("frame \(number): \(found)")
        }
        return outcome.block
    }

    /// Returns the descriptor of a turned frame and its local colour table.
    private mutating func head(of image: GIFImage, _ rect: Rect) -> [UInt8] {
        let words = [rect.x, rect.y, rect.width, rect.height].map { UInt16(truncatingIfNeeded: $0) }
        var flags = document.source[image.descriptor.lowerBound + 9]
        var palette: ArraySlice<UInt8> = []
        if let local = image.palette {
            if let global = document.file.screen.palette,
                document.source[local].elementsEqual(document.source[global])
            {
                // Many programs repeat the global table in each frame; without the copy, the frame has the same
                // colours.
                flags &= Self.interlaceFlag
                document.sharedPalettes += 1
            } else {
                palette = document.source[local]
            }
        }
        return [0x2C] + words.flatMap(\.littleEndianBytes) + [flags] + palette
    }

    /// The bit of a descriptor's flags that marks interlaced rows.
    private static let interlaceFlag: UInt8 = 0x40

    /// Writes the turned screen size and the inverted pixel aspect ratio into the head.
    private mutating func turnHead() {
        let screen = document.file.screen
        let upright = turn.uprightSize
        if upright != screen.size {
            document.head.replaceSubrange(
                6..<10,
                with: UInt16(truncatingIfNeeded: upright.width).littleEndianBytes
                    + UInt16(truncatingIfNeeded: upright.height).littleEndianBytes)
            document.changes.append(
                Change(
                    ChangeSubject(.gif, "LogicalScreen"), from: "\(screen.size.width)×\(screen.size.height)",
                    to: "\(upright.width)×\(upright.height)"))
        }
        if turn.orientation.transposes, screen.pixelAspect != 0 {
            let inverted = Self.inverted(aspect: screen.pixelAspect)
            if inverted != screen.pixelAspect {
                document.head[12] = inverted
                document.changes.append(
                    Change(
                        ChangeSubject(.gif, "PixelAspectRatio"), from: String(screen.pixelAspect), to: String(inverted))
                )
            }
        }
    }

    /// Returns the byte of the inverse ratio. A byte `b` stands for the ratio (`b` + 15) / 64; 0 means no ratio.
    private static func inverted(aspect: UInt8) -> UInt8 {
        let sum = Int(aspect) + 15
        return UInt8(clamping: max(1, (64 * 64 + sum / 2) / sum - 15))
    }

    /// Returns the part of a rectangle that a GIF can place: nothing can lie left of the canvas or above it.
    private mutating func within(_ rect: Rect, _ number: Int) -> Rect {
        guard rect.x < 0 || rect.y < 0 else { return rect }
        let canvas = turn.uprightSize
        guard rect.x + rect.width > 0, rect.y + rect.height > 0 else {
            document.planWarnings.append(
                "frame \(number) is entirely outside the canvas and is moved to its opposite side")
            return Rect(
                x: rect.x < 0 ? canvas.width : rect.x, y: rect.y < 0 ? canvas.height : rect.y, width: rect.width,
                height: rect.height)
        }
        document.planWarnings.append(
            "frame \(number) would reach \(max(0, -rect.x)) pixels past the left and \(max(0, -rect.y)) past the top "
                + "of the canvas, where a GIF cannot place any: these pixels, which no reader shows, are left out")
        let (x, y) = (max(0, rect.x), max(0, rect.y))
        return Rect(x: x, y: y, width: rect.x + rect.width - x, height: rect.y + rect.height - y)
    }

    /// Turns the grid of a plain text extension; the letters stay upright, since every reader draws them that way.
    private mutating func turn(_ text: GIFPlainText, _ index: Int, _ block: GIFBlock) {
        let grid = within(turn.transform.applied(to: text.grid), index)
        let cell = text.cell.turned(by: turn.orientation)
        document.planWarnings.append(
            "plain text at byte \(block.range.lowerBound): its grid is turned, but its letters cannot be")
        var bytes = Array(document.source[block.range])
        let words = [grid.x, grid.y, grid.width, grid.height].map { UInt16(truncatingIfNeeded: $0) }
        let at = text.header.lowerBound - block.range.lowerBound
        bytes.replaceSubrange(
            at..<at + 10,
            with: words.flatMap(\.littleEndianBytes)
                + [UInt8(truncatingIfNeeded: cell.width), UInt8(truncatingIfNeeded: cell.height)])
        document.replace(index, with: bytes, .moved)
    }
}
