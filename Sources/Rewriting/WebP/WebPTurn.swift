internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// How the pictures of a WebP file are turned, as its headers say: every frame with its rectangle.
struct WebPTurn {
    /// A coded picture and its place in the turned file.
    struct Item: Sendable {
        /// The index of the chunk that holds it, `VP8L` or `ANMF`.
        var index: Int
        var coded: WebPCodedPicture
        /// The chunk `ALPH` of a picture coded with loss, and its index in the file if it is no part of a frame.
        var alpha: (chunk: WebPFile.Chunk, index: Int?)?
        /// The quantizer of a picture coded with loss.
        var quantizer: WebPQuantizer?
        /// The frame that it is; nil for a still picture.
        var frame: WebPFrame?
        /// The turned rectangle, enlarged by ``left`` and ``top``.
        var rect: Rect
        /// Further transparent columns and rows, 0 or 1, since a frame begins at an even place (RFC 9649, section 2.7.1.1).
        var left = 0
        var top = 0
        /// Whether the turned pixels replace those of the canvas, also where they are transparent.
        var replaces = false
        /// Whether the turn is right only if every pixel is opaque, as the header says.
        var mustBeOpaque = false
        /// Whether the header of the turned data announces alpha.
        var announcesAlpha: Bool { coded.hasAlpha || left > 0 || top > 0 }
    }

    let orientation: Orientation
    let items: [Item]
    let canvas: Size

    /// - Parameter losesQuality: whether pictures coded with loss are turned, too.
    init(
        of file: WebPFile, in bytes: [UInt8], by orientation: Orientation, losesQuality: Bool
    ) throws(FormatError) {
        self.orientation = orientation
        let picture = file.picture
        guard !picture.isLossy || losesQuality else {
            throw FormatError(
                "a lossy WebP cannot be turned without coding it again, with loss (lossy: turn allows it)")
        }
        canvas = picture.size.turned(by: orientation)
        if let still = picture.still {
            items = [try Self.still(still, in: file, bytes, canvas: canvas)]
        } else {
            items = try Self.frames(of: file, in: bytes, by: orientation)
        }
        guard items.allSatisfy({ max($0.rect.width, $0.rect.height) <= WebPRaster.longestSide }) else {
            throw FormatError(
                "it has a side of more than \(WebPRaster.longestSide) pixels, more than an encoder writes")
        }
    }

    private static func still(
        _ coded: WebPCodedPicture, in file: WebPFile, _ bytes: [UInt8], canvas: Size
    ) throws(FormatError) -> Item {
        let pictures = file.chunks.enumerated().filter { ["VP8 ", "VP8L", "ANMF"].contains($0.element.code) }
        let alphas = file.chunks.enumerated().filter { $0.element.code == "ALPH" }
        guard pictures.count == 1, let index = pictures.first?.offset, alphas.count <= (coded.isLossy ? 1 : 0) else {
            throw FormatError("it holds several pictures that are not frames of an animation")
        }
        guard coded.size == file.picture.size else {
            let (canvas, size) = (file.picture.size, coded.size)
            throw FormatError(
                "its canvas of \(canvas.width)×\(canvas.height) has another size than its picture, "
                    + "\(size.width)×\(size.height)")
        }
        var item = Item(
            index: index, coded: coded, rect: Rect(x: 0, y: 0, width: canvas.width, height: canvas.height))
        item.alpha = alphas.first.map { ($0.element, $0.offset) }
        try item.readQuantizer(in: bytes)
        return item
    }

    private static func frames(
        of file: WebPFile, in bytes: [UInt8], by orientation: Orientation
    ) throws(FormatError) -> [Item] {
        let frames = file.picture.frames
        guard file.picture.isAnimated, file.chunks("ANMF").count == frames.count else {
            throw FormatError("its frames and its header do not belong together")
        }
        let canvas = file.picture.size
        let transform = orientation.transform(in: canvas)
        var items: [Item] = []
        // What earlier frames have painted and nobody has cleared. Everything else is as at the start.
        var painted: [Rect] = []
        for (number, frame) in frames.enumerated() {
            let coded = try Self.coded(frame, number, in: bytes)
            guard frame.rect.x + frame.rect.width <= canvas.width, frame.rect.y + frame.rect.height <= canvas.height
            else { throw FormatError("frame \(number) is not within the canvas") }
            let rect = transform.applied(to: frame.rect)
            var item = Item(index: frame.index, coded: coded, frame: frame, rect: rect, replaces: frame.replaces)
            (item.left, item.top) = (rect.x & 1, rect.y & 1)
            item.alpha = coded.isLossy ? frame.parts.first { $0.code == "ALPH" }.map { ($0, nil) } : nil
            try item.readQuantizer(in: bytes)
            if item.left + item.top > 0, coded.isLossy {
                throw FormatError("frame \(number) is coded with loss and would begin in an odd column or row")
            }
            if item.left + item.top > 0 {
                item.rect = Rect(
                    x: rect.x - item.left, y: rect.y - item.top, width: rect.width + item.left,
                    height: rect.height + item.top)
                let strips = item.strips
                let isClean = !strips.contains { strip in painted.contains { strip.overlaps($0) } }
                // Transparent pixels leave the canvas as it is if the frame is drawn over it, or if there is nothing yet: where
                // nothing is, and in the first frame, readers show the background.
                let showsNothing = isClean && (number == 0 || file.hasTransparentBackground(in: bytes))
                let keepsCanvas = !frame.replaces || !coded.hasAlpha || showsNothing
                if !coded.hasAlpha {
                    item.mustBeOpaque = frame.replaces
                    item.replaces = false
                }
                let isLast = number == frames.count - 1
                guard keepsCanvas, !frame.isCleared || isLast || isClean else {
                    throw FormatError(
                        "frame \(number) would begin in an odd column or row of the turned canvas, where no frame of a WebP "
                            + "can begin")
                }
            }
            if !frame.isCleared { painted.append(rect) }
            items.append(item)
        }
        return items
    }

    private static func coded(
        _ frame: WebPFrame, _ number: Int, in bytes: [UInt8]
    ) throws(FormatError) -> WebPCodedPicture {
        let pictures = frame.parts.filter { ["VP8 ", "VP8L"].contains($0.code) }
        let alphas = frame.parts.count { $0.code == "ALPH" }
        guard pictures.count == 1, let chunk = pictures.first, alphas <= (chunk.code == "VP8 " ? 1 : 0) else {
            throw FormatError("frame \(number) holds \(pictures.count) pictures instead of one")
        }
        let coded: WebPCodedPicture?
        do throws(FormatError) { coded = try WebPCodedPicture(chunk, in: bytes) } catch {
            throw FormatError("frame \(number): \(error.description)")
        }
        guard let coded, coded.size == frame.size else {
            throw FormatError("frame \(number) has another size than the picture in it")
        }
        return coded
    }
}

extension WebPTurn.Item {
    fileprivate mutating func readQuantizer(in bytes: [UInt8]) throws(FormatError) {
        guard coded.isLossy else { return }
        quantizer = WebPQuantizer(of: bytes[coded.payload])
        guard quantizer != nil else {
            throw FormatError("the header of VP8 at byte \(coded.payload.lowerBound) is cut off")
        }
    }

    /// A file of its own with the picture coded with loss, and nothing else.
    func file(in bytes: [UInt8]) -> [UInt8] {
        let picture = WebPFile.Chunk(code: "VP8 ", range: coded.payload, payload: coded.payload)
        return WebPFile.still((alpha.map { [$0.chunk] } ?? []) + [picture], of: coded.size, in: bytes)
    }

    /// The further columns and rows, as rectangles.
    fileprivate var strips: [Rect] {
        var strips: [Rect] = []
        if left > 0 { strips.append(Rect(x: rect.x, y: rect.y, width: left, height: rect.height)) }
        if top > 0 { strips.append(Rect(x: rect.x, y: rect.y, width: rect.width, height: top)) }
        return strips
    }
}

extension Rect {
    /// Whether two rectangles have a pixel in common.
    fileprivate func overlaps(_ other: Rect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
