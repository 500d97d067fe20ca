internal import UprightFormats

extension JPEGRewrite {
    /// Edits the comments, wherever in the file they are. A new one goes behind the metadata at the head of the file.
    mutating func editComments(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let places = segments.indices.filter { segments[$0].marker == JPEGMarker.com }
        let present = places.map { TextEncoding.lenient(segments[$0].payload.prefix { $0 != 0 }) }
        let editings = try TextEditing.all(edits, in: .jpeg) { (_) throws(MetadataEditError) in present }
        for editing in editings {
            guard let change = editing.change else { continue }
            editChanges.append(change)
            var payloads = editing.texts.map { Array($0.utf8) }
            if let long = payloads.first(where: { $0.count > Self.payloadLimit }) {
                throw .tooLarge(block: "comment", size: long.count, limit: Self.payloadLimit)
            }
            // A comment that stays keeps its bytes, which may be in another encoding.
            for (index, text) in editing.texts.enumerated() {
                if let old = present.firstIndex(of: text) { payloads[index] = segments[places[old]].payload }
            }
            guard let last = places.last else {
                let origin = segments.prefix(headCount).last?.origin ?? 0
                let new = payloads.map { Segment(origin: origin, marker: JPEGMarker.com, payload: $0) }
                segments.insert(contentsOf: new, at: headCount)
                continue
            }
            var replacements: [Int: SegmentReplacement] = [:]
            for place in places.dropLast() {
                replacements[place] =
                    payloads.isEmpty
                    ? .dropped(PartAccount.emptied) : .payloads([payloads.removeFirst()])
            }
            replacements[last] =
                payloads.isEmpty ? .dropped(PartAccount.emptied) : .payloads(payloads)
            replace(replacements, byOrigin: false)
        }
    }
}
