internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension PNGDocument {
    package func verify(_ assembled: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        let output = assembled.bytes
        let file = try PictureRefusal.checking { () throws(FormatError) in try PNGFile(parsing: output) }
        guard file.header.size == outputSize else {
            throw .verification("the size in the header differs from that of the turned picture")
        }
        let next = try verifyChunks(of: file, in: output)
        let rest = output[(next < file.chunks.count ? file.chunks[next].range.lowerBound : file.trailer.lowerBound)...]
        guard rest.hasBytes(of: trailer) else {
            throw .verification("the bytes after the last chunk differ")
        }
        // If the source's data is damaged, libpng stops at the damage, and there is nothing to compare with.
        guard options.verification == .pixels, !self.file.isCgBI, assembled.damage.isEmpty else { return }
        try verifyPixels(of: file, in: output)
    }

    /// Compares the chunks with the expected ones, and returns the index of the first chunk after them.
    private func verifyChunks(
        of file: PNGFile, in output: [UInt8]
    ) throws(PictureRefusal) -> Int {
        var index = 0
        for expected in self.expected {
            guard index < file.chunks.count else { throw .verification("chunks are missing at the end") }
            let chunk = file.chunks[index]
            switch expected {
            case .verbatim(let range):
                guard output[chunk.range].hasBytes(of: source[range]) else {
                    throw .verification("\(chunk.type) at byte \(chunk.range.lowerBound) differs from the source")
                }
                index += 1
            case .data(let type, let data):
                guard chunk.type == type, chunk.checksum == .valid, output[chunk.data].hasBytes(of: data) else {
                    throw .verification("\(chunk.type) at byte \(chunk.range.lowerBound) differs from the plan")
                }
                index += 1
            case .pixels(let type):
                let first = index
                while index < file.chunks.count, file.chunks[index].type == type {
                    guard file.chunks[index].checksum == .valid else {
                        throw .verification("\(type) at byte \(file.chunks[index].range.lowerBound) has a wrong CRC")
                    }
                    index += 1
                }
                guard index > first else { throw .verification("\(type) is missing") }
            }
        }
        return index
    }

    /// Decodes every picture of both files with libpng, which has no part in the turn, and compares them pixel by
    /// pixel.
    private func verifyPixels(
        of file: PNGFile, in output: [UInt8]
    ) throws(PictureRefusal) {
        let turned = PNGFrames(of: file, in: output)
        guard turned.all.count == frames.all.count else { throw .verification("a frame is missing") }
        for (number, (before, after)) in zip(frames.all, turned.all).enumerated() {
            let stored = try reference(before, of: self.file, in: source)
            let upright = try reference(after, of: file, in: output)
            guard upright.isTurned(from: stored, by: turn?.orientation ?? .up) else {
                throw .verification("the pixels of frame \(number) differ")
            }
        }
    }

    private func reference(
        _ frame: PNGFrame, of file: PNGFile, in bytes: [UInt8]
    ) throws(PictureRefusal) -> ReferencePNG {
        do throws(CodecError) {
            return try ReferencePNG(decoding: frame.file(like: file, in: bytes))
        } catch {
            throw .verification("libpng: \(error)")
        }
    }
}
