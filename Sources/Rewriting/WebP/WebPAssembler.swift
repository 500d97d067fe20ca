internal import UprightBase

/// Writes a WebP file from the chunks of another one, with new metadata chunks.
struct WebPAssembler {
    let file: WebPFile
    let source: [UInt8]
    /// The new payloads of chunks, by chunk index; empty for chunks that are left out.
    let payloads: [Int: [UInt8]]
    /// New chunks with metadata.
    let added: [(code: String, payload: [UInt8])]
    /// The bytes after the last chunk.
    let trailer: ArraySlice<UInt8>
    /// The turn of the pictures; nil if they are kept.
    let turn: WebPTurn?

    /// The payload of `VP8X` for the output: the canvas, and flags for what the output holds (RFC 9649, section 2.7).
    var extendedHeader: [UInt8] {
        let present = Set(kept.map { file.chunks[$0].code } + added.map(\.code))
        let old = file.chunks.firstIndex { $0.code == "VP8X" && $0.payload.count >= 10 }
        var header =
            old.map { payloads[$0] ?? Array(source[file.chunks[$0].payload]) } ?? [UInt8](repeating: 0, count: 10)
        if old == nil {
            if file.picture.hasAlpha { header[0] |= WebPPicture.Flag.alpha }
            if present.contains("ICCP") { header[0] |= WebPPicture.Flag.icc }
        }
        if old == nil || turn != nil { WebPPicture.set(turn?.canvas ?? file.picture.size, in: &header) }
        if turn?.items.contains(where: { $0.left + $0.top > 0 }) == true { header[0] |= WebPPicture.Flag.alpha }
        if !present.contains("ICCP"), file.chunks.contains(where: { $0.code == "ICCP" }) {
            header[0] &= ~WebPPicture.Flag.icc
        }
        for (code, flag) in [("EXIF", WebPPicture.Flag.exif), ("XMP ", WebPPicture.Flag.xmp)] {
            header[0] = present.contains(code) ? header[0] | flag : header[0] & ~flag
        }
        return header
    }

    /// The indices of the source's chunks that stay.
    private var kept: [Int] { file.chunks.indices.filter { payloads[$0]?.isEmpty != true } }

    /// The chunks of the output. Metadata goes where readers look for it: Exif after the picture, XMP after Exif.
    var chunks: [(code: String, payload: ArraySlice<UInt8>)] {
        var chunks: [(code: String, payload: ArraySlice<UInt8>)] = []
        let isChanged = !payloads.isEmpty || !added.isEmpty
        let needsHeader = !added.isEmpty && !file.picture.isExtended
        if needsHeader { chunks.append(("VP8X", extendedHeader[...])) }
        for index in kept {
            let chunk = file.chunks[index]
            if chunk.code == "VP8X", isChanged, chunk.payload.count >= 10 {
                chunks.append((chunk.code, extendedHeader[...]))
            } else {
                chunks.append((chunk.code, payloads[index]?[...] ?? source[chunk.payload]))
            }
        }
        for new in added {
            let before: Set = new.code == "EXIF" ? Self.pictures : Self.pictures.union(["EXIF"])
            let index = chunks.lastIndex { before.contains($0.code) } ?? chunks.indices.last
            chunks.insert((new.code, new.payload[...]), at: index.map { $0 + 1 } ?? 0)
        }
        return chunks
    }

    private static let pictures: Set = ["VP8 ", "VP8L", "ANMF"]

    /// Returns the file.
    func assembled() -> [UInt8] {
        var bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        bytes.reserveCapacity(source.count + added.reduce(64) { $0 + $1.payload.count })
        for (code, payload) in chunks { bytes += WebPFile.Chunk.serialized(code, payload) }
        bytes.replaceSubrange(4..<8, with: UInt32(truncatingIfNeeded: bytes.count - 8).littleEndianBytes)
        return bytes + trailer
    }
}
