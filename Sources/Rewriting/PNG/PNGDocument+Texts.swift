internal import UprightFormats

extension PNGDocument {
    /// Edits the texts with the keywords that the edits name. A text that stays keeps its chunk.
    mutating func editTexts(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)
        var places: [PictureText: [Int]] = [:]
        let editings = try TextEditing.all(edits, in: .png) { [self] (name) throws(MetadataEditError) in
            guard case .pngText(let keyword) = name else { return [] }
            let found = texts([keyword], &inflation)
            places[name] = found.map(\.index)
            guard found.allSatisfy({ $0.content != nil }) else {
                throw .damaged(block: keyword, reason: "it cannot be inflated")
            }
            // As readers do: UTF-8 in chunks of Latin-1 is common.
            return found.map { TextEncoding.lenient($0.content ?? []) }
        }
        for editing in editings {
            guard let change = editing.change, case .pngText(let keyword) = editing.text else { continue }
            changes.append(change)
            var texts = editing.texts
            for (number, index) in (places[editing.text] ?? []).enumerated() {
                guard texts.first != editing.present[number] else {
                    texts.removeFirst()
                    continue
                }
                data[index] = nil
                dropped[index] = PartAccount.emptied
            }
            inserted += texts.map { Self.chunk(keyword, $0) }
        }
    }

    /// Returns a chunk that holds a text: `tEXt` if Latin-1 has all of its characters and nobody could take their bytes for
    /// UTF-8, otherwise `iTXt`.
    private static func chunk(_ keyword: String, _ text: String) -> (type: PNGChunkType, data: [UInt8]) {
        let head = keyword.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let latin1 = text.unicodeScalars.compactMap { scalar -> UInt8? in
            (0x7F...0x9F).contains(scalar.value) ? nil : UInt8(exactly: scalar.value)
        }
        if latin1.count == text.unicodeScalars.count, TextEncoding.lenient(latin1) == text {
            return (.text, head + [0] + latin1)
        }
        // No compression, no language, no translated keyword.
        return (.internationalText, head + [0, 0, 0, 0, 0] + text.utf8)
    }
}
