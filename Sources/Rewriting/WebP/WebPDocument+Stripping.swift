internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension WebPDocument {
    /// Removes vendors' chunks and the bytes after the last chunk. The blocks of Exif and XMP are edited afterwards.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        var seen: Set<String> = []
        for (index, chunk) in file.chunks.enumerated() where payloads[index]?.isEmpty != true {
            if Self.rendering.contains(chunk.code) {
                // What the picture needs is kept by `location` as it is.
                guard rules.isStrict else { continue }
                // A picture is coded in one of two ways.
                let isPicture = ["VP8 ", "VP8L"].contains(chunk.code)
                do throws(CodecError) {
                    try write(chunk, index, isFirst: seen.insert(isPicture ? "VP8" : chunk.code).inserted)
                } catch {
                    throw .strip("\(chunk.code) at byte \(chunk.range.lowerBound) cannot be written anew: \(error)")
                }
                continue
            }
            guard try removes(chunk, rules) else { continue }
            drop(index, Change(.part(chunk.code), from: "\(chunk.payload.count) bytes", to: ""))
        }
        if !file.trailer.isEmpty, !dropsTrailer,
            try rules.removesUnknown(
                Array(source[file.trailer]), "the \(file.trailer.count) bytes after the last chunk")
        {
            dropTrailer(Change(.part("trailer"), from: "\(file.trailer.count) bytes", to: ""))
        }
    }

    private static let rendering: Set<String> = ["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]

    /// Writes a chunk that renders the picture in the length and form of its standard (RFC 9649, section 2.7).
    private mutating func write(_ chunk: WebPFile.Chunk, _ index: Int, isFirst: Bool) throws(CodecError) {
        let old = payloads[index] ?? Array(source[chunk.payload])
        var new: [UInt8]?
        switch chunk.code {
        case "VP8X": new = isFirst ? Array(old.prefix(10)) : nil
        case "ANIM": new = isFirst ? Array(old.prefix(6)) : nil
        case "ICCP": new = isFirst ? CanonicalICC.profile(old) : nil
        case "ANMF": new = try frame(index) ?? old
        default:
            // An animation has its pictures in frames, and any other file has one.
            guard isFirst, file.picture.frames.isEmpty else { break }
            new = turnedChunks.contains(index) ? old : try Self.coded(chunk, file.chunks, source)
        }
        guard new != old else { return }
        let change = Change(
            .part(chunk.code), from: "\(old.count) bytes", to: new.map { "\($0.count) bytes" } ?? "")
        if let new, !new.isEmpty {
            rewrite(index, new, change)
        } else {
            drop(index, change)
        }
    }

    /// The coded data of a chunk as far as decoders read them; nil for alpha that belongs to no picture after it.
    private static func coded(
        _ chunk: WebPFile.Chunk, _ chunks: [WebPFile.Chunk], _ source: [UInt8]
    ) throws(CodecError) -> [UInt8]? {
        let picture = chunks.first { ["VP8 ", "VP8L"].contains($0.code) }
        guard let picture, let coded = try? WebPCodedPicture(picture, in: source) else { return nil }
        let payload = Array(source[chunk.payload])
        guard chunk.code == "ALPH" else {
            return try WebPStream.cut(payload, isLossy: coded.isLossy, size: coded.size)
        }
        guard coded.isLossy, picture.range.lowerBound > chunk.range.lowerBound else { return nil }
        return try WebPStream.cut(alpha: payload, size: coded.size) {
            WebPFile.still([("ALPH", $0[...]), ("VP8 ", source[picture.payload])], of: coded.size)
        }
    }

    /// A file of one picture, such as a strip or tile of a TIFF, with what decoders read; nil if it is none.
    static func canonical(segment: [UInt8]) -> [UInt8]? {
        guard let file = try? WebPFile(parsing: segment), file.picture.frames.isEmpty,
            let picture = file.chunks.first(where: { ["VP8 ", "VP8L"].contains($0.code) }),
            let size = try? WebPCodedPicture(picture, in: segment)?.size
        else { return nil }
        let chunks = file.chunks.filter { $0 == picture || $0.code == "ALPH" }
        let kept = chunks.compactMap { chunk in
            (try? coded(chunk, file.chunks, segment)).flatMap { $0 }.map { (code: chunk.code, payload: $0[...]) }
        }
        return kept.contains { $0.code != "ALPH" } ? WebPFile.still(kept, of: size) : nil
    }

    /// The header of a frame and the known chunks in it; nil for a frame that the turn has written, or that is none.
    private func frame(_ index: Int) throws(CodecError) -> [UInt8]? {
        guard payloads[index] == nil, let frame = file.picture.frames.first(where: { $0.index == index }) else {
            return nil
        }
        var seen: Set<String> = []
        var bytes = Array(source[frame.header])
        for part in frame.parts {
            let isPicture = ["VP8 ", "VP8L"].contains(part.code)
            guard isPicture || part.code == "ALPH", seen.insert(isPicture ? "VP8 " : part.code).inserted,
                let payload = try Self.coded(part, frame.parts, source)
            else { continue }
            bytes += WebPFile.Chunk.bytes(ofCode: part.code)
            bytes += UInt32(truncatingIfNeeded: payload.count).littleEndianBytes + payload
            if payload.count & 1 == 1 { bytes.append(0) }
        }
        return bytes
    }

    private func removes(_ chunk: WebPFile.Chunk, _ rules: StripRules) throws(MetadataEditError) -> Bool {
        if chunk.code == "XMP " { return false }
        let payload = Array(source[chunk.payload])
        if chunk.code == "EXIF" {
            let bare = payload.starts(with: "Exif\0\0".utf8) ? Array(payload.dropFirst(6)) : payload
            return (try? TIFFBlock(parsing: bare)) == nil
        }
        if chunk.code == "C2PA" { return true }
        return try rules.removesUnknown(payload, "\(chunk.code) at byte \(chunk.range.lowerBound)")
    }
}
