package import UprightContainers

/// A PNG file that is put together, chunk by chunk, with the account of it.
package struct AssembledPNG {
    /// A chunk that the output must hold.
    package enum ExpectedChunk {
        /// The chunk that stands at this place in the source, byte for byte.
        case verbatim(Range<Int>)
        /// A chunk of this type with this data.
        case data(PNGChunkType, [UInt8])
        /// Image data that was encoded anew, in any number of chunks of this type.
        case pixels(PNGChunkType)
    }

    /// The file so far.
    package var writer: PNGWriter
    /// What the output is expected to hold, chunk by chunk.
    package var expected: [ExpectedChunk] = []
    /// What became of chunks, by their place among the source's; those that are not named are kept.
    package var dispositions: [Int: PartAccount.Disposition] = [:]

    /// The file's bytes.
    package var bytes: [UInt8] { writer.bytes }

    /// Appends a chunk of the source as it is.
    mutating func append(verbatim range: Range<Int>, of source: [UInt8]) {
        writer.append(verbatim: source[range])
        expected.append(.verbatim(range))
    }

    /// Appends a chunk with data of its own.
    package mutating func append(_ type: PNGChunkType, _ data: [UInt8]) {
        writer.append(type, data)
        expected.append(.data(type, data))
    }

    /// Appends a chunk of the source with other data, or as it is where the data is the same.
    package mutating func append(_ data: [UInt8], as index: Int, of rewrite: PNGRewrite) {
        let chunk = rewrite.file.chunks[index]
        if rewrite.source[chunk.data].elementsEqual(data), chunk.checksum == .valid {
            append(verbatim: chunk.range, of: rewrite.source)
        } else {
            append(chunk.type, data)
            dispositions[index] = .patched
        }
    }
}

extension PNGRewrite {
    /// Puts the file together, in the order of the source and with its image data.
    package func assembled() -> AssembledPNG { assembled { (_, _) throws(Never) in false } }

    /// Puts the file together, in the order of the source.
    ///
    /// - Parameter image: appends what stands for a chunk that is about the picture, by its place among the file's chunks,
    ///   and returns true; returns false for any other chunk.
    package func assembled<Refusal: Error>(
        _ image: (Int, inout AssembledPNG) throws(Refusal) -> Bool
    ) throws(Refusal) -> AssembledPNG {
        var output = AssembledPNG(writer: PNGWriter(capacity: source.count + source.count / 8 + (1 << 16)))
        // Nothing can stand behind a chunk that is cut off.
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
        // Where the file broke off within image data that is whole now, nothing else is missing.
        if let last = file.chunks.indices.last, [.idat, .frameData].contains(file.chunks[last].type),
            file.trailer.isEmpty, output.dispositions[last] == .moved
        {
            output.append(.iend, [])
        }
        output.writer.append(verbatim: source[file.trailer])
        return output
    }

    private func appendInserted(to output: inout AssembledPNG) {
        for new in inserted { output.append(new.type, new.data) }
    }
}
