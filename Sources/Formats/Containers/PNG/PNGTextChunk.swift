/// A text chunk of a PNG file (`tEXt`, `zTXt`, `iTXt`), parsed but not inflated.
///
/// Source: PNG (third edition), 11.3.3.
public struct PNGTextChunk: Sendable, Hashable {
    /// The keyword of the text: 1 to 79 characters of Latin-1, decoded.
    public var keyword: String
    /// Whether the text is a zlib stream.
    public var isCompressed: Bool
    /// The range of the text in the file, compressed or not. The bytes before it in the chunk's data (keyword,
    /// compression, language, translated keyword) can stay the same when the text changes.
    public var text: Range<Int>

    /// Parses a chunk; nil if it is not a text chunk or has an invalid header.
    public init?(_ chunk: PNGChunk, in bytes: [UInt8]) {
        guard [.text, .compressedText, .internationalText].contains(chunk.type),
            let zero = bytes[chunk.data].firstIndex(of: 0), zero > chunk.data.lowerBound
        else { return nil }
        keyword = String(String.UnicodeScalarView(bytes[chunk.data.lowerBound..<zero].map { UnicodeScalar($0) }))
        let end = chunk.data.upperBound
        switch chunk.type {
        case .text:
            isCompressed = false
            text = zero + 1..<end
        case .compressedText:
            // The byte after the keyword is the compression method; only 0, deflate, is defined.
            guard zero + 1 < end, bytes[zero + 1] == 0 else { return nil }
            isCompressed = true
            text = zero + 2..<end
        default:
            guard zero + 2 < end, bytes[zero + 1] <= 1, bytes[zero + 1] == 0 || bytes[zero + 2] == 0,
                let language = bytes[zero + 3..<end].firstIndex(of: 0),
                let translated = bytes[language + 1..<end].firstIndex(of: 0)
            else { return nil }
            isCompressed = bytes[zero + 1] == 1
            text = translated + 1..<end
        }
    }
}
