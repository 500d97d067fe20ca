internal import UprightCodecs
internal import UprightContainers
internal import UprightMetadata

/// The metadata of a PNG file, with what it says about how the picture lies.
struct PNGMetadata {
    /// The blocks in the order of the file.
    let blocks: [PNGMetadataBlock]
    /// What counts, by ``OrientationPrecedence``; nil where no carrier gives a number.
    let orientation: OrientationReading?
    /// What is wrong with the carriers.
    let warnings: [String]

    /// Looks through the chunks of a file.
    ///
    /// Everything that is compressed is inflated, if only to know that it stays within the limit.
    init(of file: PNGFile, in bytes: [UInt8], limits: Limits) throws(RasterRefusal) {
        var scanner = Scanner(bytes: bytes, budget: limits.inflatedMetadata, limit: limits.inflatedMetadata)
        for (index, chunk) in file.chunks.enumerated() { try scanner.look(at: chunk, index) }
        blocks = scanner.blocks
        var seen: Set<OrientationCarrier> = []
        let precedence = OrientationPrecedence(
            blocks.compactMap { block in
                guard var carrier = block.carrier else { return nil }
                // A further block of the same kind never counts, whatever the first one holds.
                if !seen.insert(carrier).inserted, carrier != .xmp { carrier = .furtherExif }
                return block.orientation.map { (carrier, $0) }
            })
        orientation = precedence.counting
        warnings = scanner.warnings + precedence.warnings
    }

    private struct Scanner {
        let bytes: [UInt8]
        /// How many bytes may still be inflated.
        var budget: Int
        let limit: Int
        var blocks: [PNGMetadataBlock] = []
        var warnings: [String] = []

        mutating func look(at chunk: PNGChunk, _ index: Int) throws(RasterRefusal) {
            switch chunk.type {
            case .exif:
                blocks.append(PNGMetadataBlock(exif: Array(bytes[chunk.data]), chunk: index))
            case .iccProfile:
                guard let zero = bytes[chunk.data].firstIndex(of: 0), zero + 2 <= chunk.data.upperBound else { return }
                _ = try inflate(zero + 2..<chunk.data.upperBound, chunk)
            case .text, .compressedText, .internationalText:
                try look(atText: chunk, index)
            default:
                break
            }
        }

        private mutating func look(atText chunk: PNGChunk, _ index: Int) throws(RasterRefusal) {
            guard let text = PNGTextChunk(chunk, in: bytes) else {
                warnings.append("\(chunk.type) at byte \(chunk.range.lowerBound) has no proper beginning")
                return
            }
            let isCarrier = PNGMetadataBlock.isCarrier(text)
            guard text.isCompressed else {
                if isCarrier { take(text, Array(bytes[text.text]), chunk, index) }
                return
            }
            let (content, isWhole) = try inflate(text.text, chunk)
            guard isCarrier else { return }
            guard isWhole else {
                warnings.append("\(text.keyword) at byte \(chunk.range.lowerBound) cannot be inflated: left as it is")
                return
            }
            take(text, content, chunk, index)
        }

        private mutating func take(_ text: PNGTextChunk, _ content: [UInt8], _ chunk: PNGChunk, _ index: Int) {
            if let block = PNGMetadataBlock(text, content: content, chunk: index) {
                blocks.append(block)
            } else {
                warnings.append("\(text.keyword) at byte \(chunk.range.lowerBound) cannot be read: left as it is")
            }
        }

        private mutating func inflate(
            _ stream: Range<Int>, _ chunk: PNGChunk
        ) throws(RasterRefusal) -> (bytes: [UInt8], isWhole: Bool) {
            let (content, ending) = Zlib.inflate(bytes[stream], limit: budget)
            switch ending {
            case .full where content.count == budget:
                throw .limit(
                    "the compressed metadata inflates beyond the limit of \(limit) bytes (limits.inflated-metadata), "
                        + "in \(chunk.type) at byte \(chunk.range.lowerBound)")
            case .outOfMemory:
                throw .memory("there is no memory to inflate \(chunk.type) at byte \(chunk.range.lowerBound)")
            default:
                budget -= content.count
                return (content, ending == .complete)
            }
        }
    }
}
