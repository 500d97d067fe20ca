internal import UprightFormats

extension WebPFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let file = try? WebPFile(parsing: bytes) else { return nil }
        var seen: Set<String> = []
        var blocks = file.chunks.enumerated().flatMap { index, chunk -> [PictureBlock] in
            let frame = file.picture.frames.first { $0.index == index }
            guard chunk.code == "ANMF", let frame else {
                return [block(chunk, bytes, isFirst: seen.insert(chunk.code).inserted)]
            }
            var inner: Set<String> = []
            let rest = PictureBlock(
                .other, "what follows the frame at byte \(chunk.range.lowerBound)", bytes[frame.rest])
            return [rest]
                + frame.parts.map { part in
                    let isPicture = ["VP8 ", "VP8L"].contains(part.code)
                    guard isPicture || part.code == "ALPH" else {
                        return PictureBlock(
                            .other, "\(part.code) at byte \(part.range.lowerBound)", bytes[part.payload])
                    }
                    return block(part, bytes, isFirst: inner.insert(isPicture ? "VP8" : part.code).inserted)
                }
        }
        for chunk in file.chunks + file.picture.frames.flatMap(\.parts)
        where bytes[chunk.payload.upperBound..<chunk.range.upperBound].contains(where: { $0 != 0 }) {
            blocks.append(
                PictureBlock(
                    .picture, "\(chunk.code) at byte \(chunk.range.lowerBound)", [],
                    surplus: "a byte of padding that is not 0"))
        }
        if !file.trailer.isEmpty {
            blocks.append(PictureBlock(.other, "what follows the last chunk", bytes[file.trailer]))
        }
        return blocks
    }

    /// A chunk by its code (RFC 9649, section 2.7).
    private func block(_ chunk: WebPFile.Chunk, _ bytes: [UInt8], isFirst: Bool) -> PictureBlock {
        let location = "\(chunk.code) at byte \(chunk.range.lowerBound)"
        let payload = bytes[chunk.payload]
        switch chunk.code {
        case "EXIF":
            let prefix = JPEGCarrier.exif.signature
            return PictureBlock(
                .exif, location, payload.starts(with: prefix) ? payload.dropFirst(prefix.count) : payload)
        case "XMP ": return PictureBlock(.xmp, location, payload)
        case "ICCP" where isFirst: return PictureBlock(.icc, location, payload)
        case "VP8X" where isFirst: return PictureBlock(picture: location, payload, length: 10)
        case "ANIM" where isFirst: return PictureBlock(picture: location, payload, length: 6)
        case "VP8 " where isFirst, "VP8L" where isFirst, "ALPH" where isFirst, "ANMF":
            return PictureBlock(.picture, location, [])
        default: return PictureBlock(.other, location, payload)
        }
    }
}
