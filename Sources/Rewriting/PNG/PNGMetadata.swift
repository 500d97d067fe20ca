internal import UprightCodecs
internal import UprightFormats

/// The metadata of a PNG file, and the orientation that it gives.
struct PNGMetadata {
    /// The blocks in file order.
    let blocks: [MetadataBlock]
    /// The orientation that counts, by ``OrientationPrecedence``; nil if no carrier gives one.
    let orientation: OrientationReading?
    /// Warnings about the carriers.
    let warnings: [String]

    /// Collects the metadata of a file.
    ///
    /// All compressed metadata is inflated, even if only to check that it stays within the limit.
    init(of file: PNGFile, in bytes: [UInt8], limits: Limits) throws(PictureRefusal) {
        var scanner = Scanner(bytes: bytes, budget: limits.inflatedMetadata, limit: limits.inflatedMetadata)
        for (index, chunk) in file.chunks.enumerated() { try scanner.look(at: chunk, index) }
        blocks = scanner.blocks
        let precedence = MetadataBlock.precedence(blocks)
        orientation = precedence.counting
        warnings = scanner.warnings + precedence.warnings
    }

    private struct Scanner {
        let bytes: [UInt8]
        /// The number of bytes that can still be inflated.
        var budget: Int
        let limit: Int
        var blocks: [MetadataBlock] = []
        var warnings: [String] = []

        mutating func look(at chunk: PNGChunk, _ index: Int) throws(PictureRefusal) {
            switch chunk.type {
            case .exif:
                blocks.append(MetadataBlock(exif: Array(bytes[chunk.data]), in: chunk, at: index))
            case .iccProfile:
                guard let zero = bytes[chunk.data].firstIndex(of: 0), zero + 2 <= chunk.data.upperBound else { return }
                _ = try inflate(zero + 2..<chunk.data.upperBound, chunk)
            case .text, .compressedText, .internationalText:
                try look(atText: chunk, index)
            default:
                break
            }
        }

        private mutating func look(atText chunk: PNGChunk, _ index: Int) throws(PictureRefusal) {
            guard let text = PNGTextChunk(chunk, in: bytes) else {
                warnings.append("\(chunk.type) at byte \(chunk.range.lowerBound) has an invalid header")
                return
            }
            let isCarrier = MetadataBlock.isCarrier(text)
            guard text.isCompressed else {
                if isCarrier { add(text, Array(bytes[text.text]), chunk, index) }
                return
            }
            let (content, isWhole) = try inflate(text.text, chunk)
            guard isCarrier else { return }
            guard isWhole else {
                warnings.append("\(text.keyword) at byte \(chunk.range.lowerBound) cannot be inflated; kept unchanged")
                return
            }
            add(text, content, chunk, index)
        }

        private mutating func add(_ text: PNGTextChunk, _ content: [UInt8], _ chunk: PNGChunk, _ index: Int) {
            if let block = MetadataBlock(text, content, in: chunk, at: index), block.isTurnable {
                blocks.append(block)
            } else {
                warnings.append("\(text.keyword) at byte \(chunk.range.lowerBound) cannot be read; kept unchanged")
            }
        }

        private mutating func inflate(
            _ stream: Range<Int>, _ chunk: PNGChunk
        ) throws(PictureRefusal) -> (bytes: [UInt8], isWhole: Bool) {
            let (content, ending) = Zlib.inflate(bytes[stream], limit: budget)
            switch ending {
            case .full where content.count == budget:
                throw .limit(
                    "the compressed metadata inflates past the limit of \(limit) bytes (limits.inflated-metadata), "
                        + "in \(chunk.type) at byte \(chunk.range.lowerBound)")
            case .outOfMemory:
                throw .memory("not enough memory to inflate \(chunk.type) at byte \(chunk.range.lowerBound)")
            default:
                budget -= content.count
                return (content, ending == .complete)
            }
        }
    }
}
