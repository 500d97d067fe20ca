internal import UprightBase
internal import UprightFormats

extension PNGDocument {
    /// Turns the chunks that depend on the layout of the picture, and warns of those that cannot be turned.
    mutating func turnPlaces(by turn: PictureTurn) {
        let page = page
        for (index, chunk) in file.chunks.enumerated() {
            let bytes = Array(source[chunk.data])
            switch chunk.type {
            case .physicalDimensions where bytes.count == 9 && turn.orientation.transposes:
                exchange(Array(bytes[0..<4]), Array(bytes[4..<8]), rest: Array(bytes[8...]), index, "pHYs") {
                    String($0.bigEndian32(at: 0) ?? 0)
                }
            case .subjectScale where turn.orientation.transposes:
                exchangeScale(bytes, index)
            case .offset where bytes.count == 9:
                moveOffset(bytes, index, page: page, turn)
            case .virtualPage where bytes.count == 9 && turn.orientation.transposes:
                exchange(Array(bytes[0..<4]), Array(bytes[4..<8]), rest: Array(bytes[8...]), index, "vpAg") {
                    String($0.bigEndian32(at: 0) ?? 0)
                }
            case .canvas where bytes.count == 16:
                moveCanvas(bytes, index, turn)
            case .appleDataOffsets:
                dropped[index] =
                    "it tells Apple's decoder where the halves of the image data start, and the data was re-encoded"
                planWarnings.append(
                    "iDOT at byte \(chunk.range.lowerBound) described the old image data and is left out")
            default:
                for part in FixedPart.all {
                    guard case .chunk(let type) = part.location, "\(chunk.type)" == type else { continue }
                    keepsLayout = true
                    planWarnings.append("\(chunk.type) at byte \(chunk.range.lowerBound): \(part.warning)")
                }
            }
        }
    }

    /// Whether the source holds something that is not valid for the output: content credentials or a signature of the
    /// file, or what depends on the layout of the picture and is not turned.
    package var needsOriginal: Bool {
        keepsLayout || isChanged && file.chunks.contains { Self.signatures.contains($0.type) }
    }

    private static let signatures: Set<PNGChunkType> = [PNGChunkType("caBX"), PNGChunkType("dSIG")]

    private mutating func exchange(
        _ first: [UInt8], _ second: [UInt8], rest: [UInt8], _ index: Int, _ name: String, _ text: ([UInt8]) -> String
    ) {
        guard first != second else { return }
        data[index] = second + first + rest
        changes.append(
            Change(
                ChangeSubject(.png, name), from: "\(text(first))×\(text(second))", to: "\(text(second))×\(text(first))")
        )
    }

    /// Exchanges the width and height of `sCAL`: a unit byte, then both as text, with a zero byte between them.
    private mutating func exchangeScale(_ bytes: [UInt8], _ index: Int) {
        guard bytes.count > 1, let zero = bytes[1...].firstIndex(of: 0) else { return }
        let width = Array(bytes[1..<zero])
        let height = Array(bytes[(zero + 1)...])
        guard width != height else { return }
        data[index] = [bytes[0]] + height + [0] + width
        let (from, to) = (String(decoding: width, as: UTF8.self), String(decoding: height, as: UTF8.self))
        changes.append(Change(ChangeSubject(.png, "sCAL"), from: "\(from)×\(to)", to: "\(to)×\(from)"))
    }

    /// The size in pixels of the page on which `oFFs` places the picture, if a `vpAg` chunk from ImageMagick gives it.
    private var page: Size? {
        let chunk = file.chunks.first { $0.type == .virtualPage && $0.data.count == 9 }
        guard let at = chunk?.data.lowerBound, source[at + 8] == 0, let width = source.bigEndian32(at: at),
            let height = source.bigEndian32(at: at + 4), width > 0, height > 0
        else { return nil }
        return Size(width: Int(width), height: Int(height))
    }

    /// Moves the picture's position on its page.
    ///
    /// On a page of known size, the picture's rectangle moves as the page turns. If the size is unknown, a transposing
    /// turn exchanges the distances from the left and the top; mirroring does not change them.
    private mutating func moveOffset(_ bytes: [UInt8], _ index: Int, page: Size?, _ turn: PictureTurn) {
        let x = Int(Int32(bitPattern: bytes.bigEndian32(at: 0) ?? 0))
        let y = Int(Int32(bitPattern: bytes.bigEndian32(at: 4) ?? 0))
        let isInPixels = bytes[8] == 0
        var moved = turn.orientation.transposes ? Point(x: y, y: x) : Point(x: x, y: y)
        if let page, isInPixels {
            let size = turn.storedSize
            let rect = turn.orientation.transform(in: page).applied(
                to: Rect(x: x, y: y, width: size.width, height: size.height))
            moved = Point(x: rect.x, y: rect.y)
        } else if turn.orientation.mirrorsHorizontally || turn.orientation.mirrorsVertically, (x, y) != (0, 0) {
            planWarnings.append("oFFs: the page size is unknown, so the offset cannot be mirrored")
        }
        guard moved != Point(x: x, y: y), let newX = Int32(exactly: moved.x), let newY = Int32(exactly: moved.y) else {
            return
        }
        data[index] =
            UInt32(bitPattern: newX).bigEndianBytes + UInt32(bitPattern: newY).bigEndianBytes + [bytes[8]]
        changes.append(Change(ChangeSubject(.png, "oFFs"), from: "\(x),\(y)", to: "\(newX),\(newY)"))
    }

    /// Turns ImageMagick's canvas: its width and height, and the picture's position on it.
    private mutating func moveCanvas(_ bytes: [UInt8], _ index: Int, _ turn: PictureTurn) {
        func word(_ at: Int) -> Int { Int(Int32(bitPattern: bytes.bigEndian32(at: at) ?? 0)) }
        let page = Size(width: word(0), height: word(4))
        let size = turn.storedSize
        let rect = turn.orientation.transform(in: page).applied(
            to: Rect(x: word(8), y: word(12), width: size.width, height: size.height))
        let upright = page.turned(by: turn.orientation)
        let words = [upright.width, upright.height, rect.x, rect.y]
        let moved = words.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }
        guard moved != bytes else { return }
        data[index] = moved
        changes.append(
            Change(
                ChangeSubject(.png, "caNv"), from: "\(page.width)×\(page.height) \(word(8)),\(word(12))",
                to: "\(upright.width)×\(upright.height) \(rect.x),\(rect.y)"))
    }
}

extension PNGChunkType {
    /// ImageMagick: the size of the page on which `oFFs` places the picture.
    fileprivate static let virtualPage = PNGChunkType("vpAg")
    /// ImageMagick: the canvas and the picture's position on it.
    fileprivate static let canvas = PNGChunkType("caNv")
    /// Apple: where the image data can be split for parallel decoding.
    fileprivate static let appleDataOffsets = PNGChunkType("iDOT")
}
