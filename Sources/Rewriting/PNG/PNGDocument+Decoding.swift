internal import UprightCodecs
internal import UprightFormats
internal import UprightBase

extension PNGDocument {
    /// Decodes the picture of a file that has only one, and removes its data from memory, so that the source and the
    /// output are never in memory together. The source becomes empty, after ``PictureTurnWork/reading`` has been called with all of it.
    ///
    /// - Parameter memory: becomes the memory of the source, for the output.
    /// - Returns: nil, and nothing has changed, if the data of the source is needed later, or if the file has other frames
    ///   or chunks within the data.
    mutating func decodedOnlyFrame(
        _ source: inout [UInt8], _ work: PictureTurnWork, _ memory: inout [UInt8]
    ) throws(PictureRefusal) -> PNGRaster.Decoded? {
        guard work.options.verification != .pixels, frames.all.count == 1, let frame = frames.all.first,
            let chunks = frame.consecutiveChunks
        else { return nil }
        // Only the document has the bytes now, so they are joined without a copy.
        source = []
        let joined = join(frame.stream)
        let outcome = decode(joined, frame, work)
        memory = removeImageData(in: chunks)
        do throws(CodecError) {
            return try outcome.get()
        } catch {
            throw PictureRefusal(error)
        }
    }

    /// Decodes a stream while another thread, if there is one, reads the source.
    private func decode(
        _ joined: JoinedStream, _ frame: PNGFrame, _ work: PictureTurnWork
    ) -> DecodingOutcome {
        let header = file.header
        let outcome = DecodingOutcome()
        source.withUnsafeBytes { bytes in
            nonisolated(unsafe) let bytes = bytes
            work.parallelism.perform(2) { [reading = work.reading] task in
                guard task == 0 else { return joined.forEachPart(of: bytes, reading) }
                outcome.result = Result { () throws(CodecError) in
                    try PNGRaster.decode(
                        UnsafeRawBufferPointer(rebasing: bytes[joined.range]), size: frame.size,
                        bitsPerPixel: header.bitsPerPixel, isInterlaced: header.isInterlaced)
                }
            }
        }
        return outcome
    }
}

/// A picture that one thread decodes and another uses afterwards.
private final class DecodingOutcome: @unchecked Sendable {
    var result: Result<PNGRaster.Decoded, CodecError>?

    func get() throws(CodecError) -> PNGRaster.Decoded {
        guard let result = result.take() else { preconditionFailure("the picture was decoded") }
        return try result.get()
    }
}
