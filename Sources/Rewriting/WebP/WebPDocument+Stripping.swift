internal import UprightEditing
internal import UprightMetadata

extension WebPDocument {
    /// Removes vendors' chunks and the bytes after the last chunk. The blocks of Exif and XMP are edited afterwards.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        for (index, chunk) in file.chunks.enumerated() where payloads[index]?.isEmpty != true {
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

    private func removes(_ chunk: WebPFile.Chunk, _ rules: StripRules) throws(MetadataEditError) -> Bool {
        if Self.rendering.contains(chunk.code) || chunk.code == "XMP " { return false }
        let payload = Array(source[chunk.payload])
        if chunk.code == "EXIF" {
            let bare = payload.starts(with: "Exif\0\0".utf8) ? Array(payload.dropFirst(6)) : payload
            return (try? TIFFBlock(parsing: bare)) == nil
        }
        if chunk.code == "C2PA" { return true }
        return try rules.removesUnknown(payload, "\(chunk.code) at byte \(chunk.range.lowerBound)")
    }
}
