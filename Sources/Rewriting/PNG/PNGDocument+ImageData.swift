internal import UprightFormats

extension PNGDocument {
    /// A zlib stream whose pieces have been moved together.
    struct JoinedStream: Sendable {
        /// Where the pieces were in the source.
        fileprivate let pieces: [Range<Int>]
        /// The bytes that were between the pieces.
        fileprivate var gaps: [[UInt8]] = []
        /// Where the stream is in the source now.
        fileprivate(set) var range: Range<Int>

        /// Calls `body` with all bytes of the source in the order that they had before the pieces were moved.
        func forEachPart(
            of source: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
        ) {
            guard let first = pieces.first, let last = pieces.last else { return body(source) }
            body(UnsafeRawBufferPointer(rebasing: source[..<first.upperBound]))
            var offset = first.upperBound
            for (gap, piece) in zip(gaps, pieces.dropFirst()) {
                gap.withUnsafeBytes(body)
                body(UnsafeRawBufferPointer(rebasing: source[offset..<offset + piece.count]))
                offset += piece.count
            }
            body(UnsafeRawBufferPointer(rebasing: source[last.upperBound...]))
        }
    }

    /// Moves the pieces of a zlib stream in the source to the end of the first one. What was between them is overwritten.
    ///
    /// - Parameter pieces: ascending ranges of the source.
    mutating func join(_ pieces: [Range<Int>]) -> JoinedStream {
        let start = pieces.first?.lowerBound ?? 0
        var joined = JoinedStream(pieces: pieces, range: start..<(pieces.first?.upperBound ?? 0))
        source.withUnsafeMutableBytes { source in
            for (before, piece) in zip(pieces, pieces.dropFirst()) {
                joined.gaps.append(Array(source[before.upperBound..<piece.lowerBound]))
                let end = joined.range.upperBound
                UnsafeMutableRawBufferPointer(rebasing: source[end..<end + piece.count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[piece]))
                joined.range = start..<end + piece.count
            }
        }
        return joined
    }

    /// Removes chunks of image data from the source once they are not needed any more. Their ranges become empty.
    ///
    /// - Parameter chunks: the indices of consecutive chunks.
    /// - Returns: an empty array with the memory of the source.
    mutating func removeImageData(in chunks: Range<Int>) -> [UInt8] {
        guard let first = chunks.first, let last = chunks.last else { return [] }
        places = (file.chunks.map(\.range), file.trailer)
        let (start, end) = (file.chunks[first].range.lowerBound, file.chunks[last].range.upperBound)
        func moved(_ range: Range<Int>) -> Range<Int> {
            range.lowerBound - (end - start)..<range.upperBound - (end - start)
        }
        for index in chunks {
            file.chunks[index].range = start..<start
            file.chunks[index].data = start..<start
        }
        for index in (last + 1)..<file.chunks.count {
            file.chunks[index].range = moved(file.chunks[index].range)
            file.chunks[index].data = moved(file.chunks[index].data)
        }
        file.trailer = moved(file.trailer)
        var memory = Array(source[..<start]) + source[end...]
        swap(&memory, &source)
        memory.removeAll(keepingCapacity: true)
        return memory
    }
}
