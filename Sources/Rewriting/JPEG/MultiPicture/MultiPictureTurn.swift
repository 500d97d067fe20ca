internal import UprightFormats

/// The bytes after a primary picture, turned, with the data needed to correct what points to them.
package struct MultiPictureTurn: TurnRecord {
    var source: MultiPicture
    /// The bytes after the primary picture in the output.
    var trailer: ArraySlice<UInt8>
    var map: TrailerMap
    /// The ranges in the source of previews that maker notes point to and that were turned in place.
    var turnedPreviews: [Range<Int>] = []
    var changes: [Change] = []
    var warnings: [String] = []
    /// Whether a picture that belongs to the layout of the primary one is kept as it was.
    var needsOriginal = false

    /// Why bytes that belong to no picture were removed; empty if none were.
    var removal = ""

    /// The account of the bytes after the primary picture.
    package var parts: [PartAccount] {
        var parts: [PartAccount] = []
        var position = map.start
        func add(_ name: PartName, upTo end: Int, _ disposition: PartAccount.Disposition) {
            guard end > position else { return }
            let length = map.replacement(holding: position..<end)?.length
            // What an edit replaced together with its neighbours is no part of the output by itself.
            let became =
                switch length {
                case nil: disposition
                case 0: PartAccount.Disposition.dropped
                default: disposition == .kept ? .patched : disposition
                }
            parts.append(
                PartAccount(name, position..<end, became, reason: became == .dropped ? removal : ""))
            position = end
        }
        let pictures = source.pictures.map {
            (
                range: $0.range, use: $0.use,
                became: map.length(of: $0.range) == nil ? PartAccount.Disposition.kept : .moved
            )
        }
        let previews = turnedPreviews.map { (range: $0, use: "preview", became: PartAccount.Disposition.patched) }
        for picture in (pictures + previews).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            add(.trailer, upTo: picture.range.lowerBound, .kept)
            add(PartName("trailer \(picture.use)"), upTo: picture.range.upperBound, picture.became)
        }
        add(.trailer, upTo: source.source.bytes.count, .kept)
        return parts
    }

    /// Names what is kept as it was.
    mutating func keep(_ warning: String) {
        needsOriginal = true
        warnings.append(warning)
    }

    /// Whether the bytes after the primary picture are the source's.
    var isUnchanged: Bool { map.replacements.isEmpty && turnedPreviews.isEmpty }

    /// Writes the new lengths of the following pictures into the XMP packet.
    ///
    /// This comes before assembly, since it can change the length of the packet's segment.
    func updateContainer(in metadata: inout JPEGMetadataTurn) {
        guard let (segment, original) = source.container, !isUnchanged else { return }
        let head = JPEGCarrier.xmp.signature
        var payload = source.source.metadata.segments.first { $0.index == segment }?.payload ?? []
        if case .payloads(let payloads) = metadata.segments[segment], payloads.count == 1 { payload = payloads[0] }
        guard let current = XMPContainer(parsing: Array(payload.dropFirst(head.count))) else { return }
        var lengths: [Int: Int] = [:]
        for (place, item) in original.items.enumerated().dropFirst() where item.length > 0 {
            let same = map.replacements.filter { $0.range.count == item.length }
            // Order tells pictures of the same length apart.
            let before = original.items[1..<place].filter { $0.length == item.length }.count
            guard before < same.count, same[before].length != item.length else { continue }
            lengths[place] = same[before].length
        }
        var offset: Int?
        let end = source.source.bytes.count
        if let old = original.videoOffset, old > 0, old <= end - map.start {
            offset = map.position(of: end) - map.position(of: end - old)
            if offset == old { offset = nil }
        }
        guard !lengths.isEmpty || offset != nil else { return }
        let new = head + current.bytes(lengths: lengths, videoOffset: offset)
        guard new.count <= JPEGRewrite.payloadLimit else { return }
        metadata.segments[segment] = .payloads([new])
        for (place, length) in lengths.sorted(by: { $0.key < $1.key }) {
            metadata.changes.append(
                Change(.xmp("Item:Length"), from: String(original.items[place].length), to: String(length)))
        }
        if let offset, let old = original.videoOffset {
            metadata.changes.append(
                Change(.xmp("GCamera:MicroVideoOffset"), from: String(old), to: String(offset)))
        }
    }

    /// Corrects what points to the bytes after the primary picture in an assembled output: trailers whose offsets count
    /// from the start of the file, previews that maker notes name, and the multi-picture index.
    ///
    /// Source: CIPA DC-007-2009, 5.2.3.3 (MP Entry).
    func point(in output: inout AssembledJPEG) -> [Change] {
        var changes: [Change] = []
        let old = source.source
        if let afcp = AFCPTrailer(in: old.bytes, behind: map.start), afcp.start >= map.start {
            let moved = output.trailerStart + map.position(of: afcp.start)
            if moved != afcp.start || afcp.displacement != 0 {
                afcp.shift(by: moved - afcp.start, in: &output.bytes)
                changes.append(
                    Change(
                        ChangeSubject(.afcp, "Offsets"), from: "from byte \(afcp.start - afcp.displacement)",
                        to: "from byte \(moved)"))
                output.markPatched(partHolding: afcp.start)
            }
        }
        changes += pointToPreviews(in: &output)
        guard let index = source.index, let payload = output.payloads[index.segment] else { return changes }
        let base = payload + JPEGCarrier.mpf.signature.count
        var mpf = index.mpf
        for (place, image) in index.mpf.images.enumerated() {
            let (size, offset) = moved(image, isPrimary: place == 0, trailerStart: output.trailerStart, base: base)
            guard size >= 0, offset >= 0, size <= Int(UInt32.max), offset <= Int(UInt32.max),
                (size, offset) != (image.size, image.offset)
            else { continue }
            mpf.set(size: size, offset: offset, of: image)
            changes.append(
                Change(
                    ChangeSubject(.mpf, "Image\(place + 1)"), from: "\(image.size) bytes at \(image.offset)",
                    to: "\(size) bytes at \(offset)"))
            output.markPatched(partHolding: index.base)
            output.pointed.insert(index.segment)
        }
        output.bytes.replaceSubrange(base..<base + mpf.bytes.count, with: mpf.bytes)
        return changes
    }

    /// Returns the size and offset of an image of the index in the output.
    private func moved(
        _ image: MPFIndex.Image, isPrimary: Bool, trailerStart: Int, base: Int
    ) -> (size: Int, offset: Int) {
        let end = source.source.bytes.count
        if isPrimary {
            // The primary picture ends where the trailer begins, or with the padding that follows it.
            if image.size + (source.index?.shift ?? 0) == map.start { return (trailerStart, image.offset) }
            if image.size >= map.start, image.size <= end {
                return (trailerStart + map.position(of: image.size), image.offset)
            }
            return (image.size == 0 ? 0 : image.size + trailerStart - map.start, image.offset)
        }
        let start = source.index?.start(of: image) ?? 0
        if image.offset > 0, start < map.start, map.start - start <= MultiPictureIndex.nearby {
            // A stale offset must not become staler: it keeps its distance to the end of the primary picture.
            return (image.size, trailerStart - (map.start - start) - base)
        }
        guard start >= map.start, start <= end else { return (image.size, image.offset) }
        return (
            map.length(of: start..<start + image.size) ?? image.size,
            trailerStart + map.position(of: start) - base
        )
    }
}
