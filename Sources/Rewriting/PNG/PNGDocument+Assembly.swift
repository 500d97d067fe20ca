internal import UprightFormats

/// A PNG file, assembled chunk by chunk, and what happened to the source's chunks.
struct AssembledPNG {
    /// A chunk that the output must hold.
    enum ExpectedChunk {
        /// The chunk at this range of the source, byte for byte.
        case verbatim(Range<Int>)
        case data(PNGChunkType, [UInt8])
        /// Re-encoded image data, in any number of chunks of this type.
        case pixels(PNGChunkType)
    }

    /// The file so far.
    var writer: PNGWriter
    /// The chunks that the output must hold, in order.
    var expected: [ExpectedChunk] = []
    /// What happened to chunks, by chunk index in the source; chunks that are not listed are kept.
    var dispositions: [Int: PartAccount.Disposition] = [:]

    /// The file's bytes.
    var bytes: [UInt8] { writer.bytes }

    /// Appends a chunk of the source unchanged.
    mutating func append(verbatim range: Range<Int>, of source: [UInt8]) {
        writer.append(verbatim: source[range])
        expected.append(.verbatim(range))
    }

    /// Appends a new chunk.
    mutating func append(_ type: PNGChunkType, _ data: [UInt8]) {
        writer.append(type, data)
        expected.append(.data(type, data))
    }

    /// Appends a chunk of the source with other data, or unchanged if the data is the same.
    mutating func append(_ data: [UInt8], as index: Int, of document: PNGDocument) {
        let chunk = document.file.chunks[index]
        if document.source[chunk.data].elementsEqual(data), chunk.checksum == .valid {
            append(verbatim: chunk.range, of: document.source)
        } else {
            append(chunk.type, data)
            dispositions[index] = .patched
        }
    }
}

extension PNGDocument {
    /// Returns the file, assembled in the order of the source and with its image data.
    func assembled() -> AssembledPNG {
        let writer = PNGWriter(capacity: source.count + source.count / 8 + (1 << 16))
        return assembled(by: writer) { (_, _) throws(Never) in false }
    }

    /// Returns the file, assembled in the order of the source.
    ///
    /// - Parameters:
    ///   - writer: writes the file, of which it has the signature.
    ///   - image: takes the index of a chunk. If the chunk belongs to the picture, it appends the replacement and returns
    ///     true; otherwise it returns false.
    func assembled<Refusal: Error>(
        by writer: consuming PNGWriter = PNGWriter(capacity: 1 << 16),
        _ image: (Int, inout AssembledPNG) throws(Refusal) -> Bool
    ) throws(Refusal) -> AssembledPNG {
        var output = AssembledPNG(writer: writer)
        // Nothing can follow a truncated chunk.
        let firstData =
            file.chunks.firstIndex { $0.type == .idat || $0.type == .iend || $0.checksum == .missing }
            ?? file.chunks.count
        for (index, chunk) in file.chunks.enumerated() {
            if index == firstData { appendInserted(to: &output) }
            if dropped[index] != nil { continue }
            if try image(index, &output) { continue }
            if let data = data[index] {
                output.append(data, as: index, of: self)
            } else {
                output.append(verbatim: chunk.range, of: source)
            }
        }
        if firstData == file.chunks.count { appendInserted(to: &output) }
        // If the source is cut off within image data that is now complete, only IEND is missing.
        if let last = file.chunks.indices.last, [.idat, .frameData].contains(file.chunks[last].type),
            file.trailer.isEmpty, output.dispositions[last] == .moved
        {
            output.append(.iend, [])
        }
        output.writer.append(verbatim: trailer)
        return output
    }

    private func appendInserted(to output: inout AssembledPNG) {
        for new in inserted { output.append(new.type, new.data) }
    }
}
