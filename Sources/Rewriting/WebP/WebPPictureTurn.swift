internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// Turns the coded pictures of a WebP file: decodes, moves and encodes each, without loss, or with the quantizer that it has.
struct WebPPictureTurn: Sendable {
    let orientation: Orientation
    let items: [WebPTurn.Item]
    let source: [UInt8]

    /// The new payload of a chunk, and the damage found in the old one.
    struct Outcome: Sendable {
        var index: Int
        var payload: [UInt8]
        var damage: String?
        /// The new payload of a chunk `ALPH` of the file; empty if it is left out.
        var alpha: (index: Int, payload: [UInt8])?
    }

    init(_ turn: WebPTurn, in source: [UInt8]) {
        orientation = turn.orientation
        items = turn.items
        self.source = source
    }

    /// The bytes of memory that the encoder needs for a pixel, about.
    private static let bytesPerPixel = 64
    /// The memory that threads may use together.
    private static let memory = 1 << 30

    /// Returns the new payloads, in order.
    func outcomes(_ parallelism: Parallelism) throws(PictureRefusal) -> [Outcome] {
        let largest = items.map { $0.rect.width * $0.rect.height }.max() ?? 0
        let isShared = largest.multipliedSaturated(by: Self.bytesPerPixel * parallelism.width) <= Self.memory
        let results = (isShared ? parallelism : .none).map(items.count) { number in
            Result { () throws(PictureRefusal) in try outcome(items[number], number) }
        }
        var outcomes: [Outcome] = []
        for result in results { outcomes.append(try result.get()) }
        return outcomes
    }

    private func outcome(_ item: WebPTurn.Item, _ number: Int) throws(PictureRefusal) -> Outcome {
        do throws(CodecError) {
            if let quantizer = item.quantizer {
                let data = try planes(item).turned(by: orientation).encoded(quantizer)
                return Outcome(
                    index: item.index, payload: payload(of: item, data.picture, alpha: data.alpha),
                    alpha: item.alpha.flatMap { alpha in alpha.index.map { ($0, data.alpha ?? []) } })
            }
            let decoded = try decoded(item)
            let damage = decoded.damage.map { item.frame == nil ? $0 : "frame \(number): \($0)" }
            let stored = decoded.picture()
            guard !item.mustBeOpaque || stored.isOpaque else {
                throw CodecError(
                    .unencodable,
                    "frame \(number) has transparent pixels, but its header says that it has none, and a turned frame "
                        + "cannot begin in an odd column or row")
            }
            let data = try stored.turned(by: orientation, left: item.left, top: item.top)
                .encoded(announcingAlpha: item.announcesAlpha)
            return Outcome(index: item.index, payload: payload(of: item, data), damage: damage)
        } catch {
            throw PictureRefusal(error)
        }
    }

    private func decoded(_ item: WebPTurn.Item) throws(CodecError) -> WebPRaster.Decoded {
        try WebPRaster.decode(source[item.coded.payload], size: item.coded.size, isOpaque: !item.coded.hasAlpha)
    }

    private func planes(_ item: WebPTurn.Item) throws(CodecError) -> WebPPlanes {
        try WebPPlanes(decoding: item.file(in: source), size: item.coded.size, hasAlpha: item.alpha != nil)
    }

    /// Returns the payload of the chunk that holds an item.
    private func payload(of item: WebPTurn.Item, _ data: [UInt8], alpha: [UInt8]? = nil) -> [UInt8] {
        guard let frame = item.frame else { return data }
        var payload = WebPFrame.header(item.rect, replaces: item.replaces, like: source[frame.header])
        for part in frame.parts {
            if part.payload == item.alpha?.chunk.payload, alpha == nil { continue }
            let isAlpha = part.payload == item.alpha?.chunk.payload
            let content =
                part.payload == item.coded.payload
                ? data[...] : isAlpha ? (alpha ?? [])[...] : source[part.payload]
            payload += WebPFile.Chunk.serialized(part.code, content)
        }
        return payload + source[frame.rest]
    }

    /// Compares a turned file with the plan pixel by pixel.
    func verify(_ output: [UInt8]) throws(PictureRefusal) {
        let new = try PictureRefusal.checking { () throws(FormatError) in try WebPFile(parsing: output) }
        let coded =
            new.picture.frames.isEmpty
            ? new.picture.still.map { [$0] } ?? [] : try frames(of: new.picture, in: output)
        guard coded.count == items.count else { throw .verification("a frame is missing") }
        for (number, (item, after)) in zip(items, coded).enumerated() {
            let isSame: Bool
            do throws(CodecError) {
                if let quantizer = item.quantizer {
                    guard after.isLossy, try isNear(item, number, new, output, quantizer) else {
                        throw CodecError(
                            .undecodable, "the samples differ by more than its quantizer \(quantizer.index)")
                    }
                    continue
                }
                let stored = try decoded(item).picture()
                let turned = try WebPRaster.decode(output[after.payload], size: after.size, isOpaque: !after.hasAlpha)
                let isWhole = turned.damage == nil
                let raster = turned.picture()
                let isMoved = raster.isTurned(from: stored, by: orientation, left: item.left, top: item.top)
                isSame = isWhole && isMoved
            } catch {
                throw PictureRefusal(error)
            }
            guard isSame else { throw .verification("the pixels of frame \(number) differ") }
        }
    }

    /// Whether a turned picture coded with loss differs from the old one by no more than its quantizer explains.
    private func isNear(
        _ item: WebPTurn.Item, _ number: Int, _ new: WebPFile, _ output: [UInt8], _ quantizer: WebPQuantizer
    ) throws(CodecError) -> Bool {
        let found: WebPTurn?
        do throws(FormatError) { found = try WebPTurn(of: new, in: output, by: .up, losesQuality: true) } catch {
            return false
        }
        guard let turned = found?.items[number] else { return false }
        let planes = try WebPPlanes(
            decoding: turned.file(in: output), size: turned.coded.size, hasAlpha: turned.alpha != nil)
        return try self.planes(item).turned(by: orientation).isNear(planes, quantizer)
    }

    private func frames(of picture: WebPPicture, in output: [UInt8]) throws(PictureRefusal) -> [WebPCodedPicture] {
        try PictureRefusal.checking { () throws(FormatError) in
            var coded: [WebPCodedPicture] = []
            for frame in picture.frames {
                guard let chunk = frame.parts.first(where: { ["VP8 ", "VP8L"].contains($0.code) }) else { continue }
                if let found = try WebPCodedPicture(chunk, in: output) { coded.append(found) }
            }
            return coded
        }
    }
}
