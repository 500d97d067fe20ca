package import UprightFiles

extension HTTPResponse.Body {
    /// `length` bytes of a file, which can be too large for memory.
    ///
    /// - Parameters:
    ///   - offset: where they begin.
    ///   - kept: what is to exist until the response is sent.
    package static func file(
        _ file: OpenFile, from offset: Int = 0, length: Int, keeping kept: (any Sendable)? = nil
    ) -> HTTPResponse.Body {
        let reader = FilePieces(file, from: offset, length: length, keeping: kept)
        return .stream(length: length) { try await reader.next() }
    }
}

/// Reads a file in pieces.
private actor FilePieces {
    private let file: OpenFile
    private let end: Int
    private let kept: (any Sendable)?
    private var offset: Int

    private static let piece = 1 << 16

    init(_ file: OpenFile, from offset: Int, length: Int, keeping kept: (any Sendable)?) {
        self.file = file
        self.kept = kept
        self.offset = offset
        end = offset + length
    }

    /// The next piece; nil at the end, even if the file has become shorter.
    func next() throws(FileError) -> [UInt8]? {
        guard offset < end else { return nil }
        let bytes = try file.read(min(Self.piece, end - offset), at: offset)
        offset += bytes.count
        return bytes.isEmpty ? nil : bytes
    }
}
