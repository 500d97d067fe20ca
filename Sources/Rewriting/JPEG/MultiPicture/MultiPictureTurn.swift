internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata

/// The bytes behind a primary picture, turned, with what it takes to point to them again.
struct MultiPictureTurn {
    let source: MultiPicture
    /// What follows the primary picture in the output.
    var trailer: [UInt8] = []
    var map = TrailerMap(start: 0, replacements: [])
    /// The previews that makers' notes point to and that were turned where they lie, in the source.
    var turnedPreviews: [Range<Int>] = []
    var changes: [Change] = []
    var warnings: [String]

    init(source: MultiPicture, warnings: [String]) {
        self.source = source
        self.warnings = warnings
    }

    /// The account of what follows the primary picture.
    var parts: [PartAccount] {
        let bytes = source.source.bytes
        var parts: [PartAccount] = []
        var position = map.start
        func keep(upTo end: Int) {
            guard end > position else { return }
            parts.append(
                PartAccount(part: .trailer, offset: position, length: end - position, disposition: .kept))
        }
        let pictures = source.pictures.map {
            (
                range: $0.range, use: $0.use,
                became: map.length(of: $0.range) == nil ? PartAccount.Disposition.kept : .moved
            )
        }
        let previews = turnedPreviews.map { (range: $0, use: "preview", became: PartAccount.Disposition.patched) }
        for picture in (pictures + previews).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            keep(upTo: picture.range.lowerBound)
            parts.append(
                PartAccount(
                    part: PartName("trailer \(picture.use)"), offset: picture.range.lowerBound,
                    length: picture.range.count, disposition: picture.became))
            position = picture.range.upperBound
        }
        keep(upTo: bytes.count)
        return parts
    }

    /// Whether the bytes behind the primary picture are those of the source.
    var isUnchanged: Bool { map.replacements.isEmpty }

    /// Writes the new lengths of what follows into the XMP packet.
    ///
    /// This comes before the file is put together, since it can change the length of the packet's segment.
    func updateContainer(in metadata: inout JPEGMetadataTurn) {
        guard let (segment, original) = source.container, !isUnchanged else { return }
        let head = JPEGCarrier.xmp.signature
        var payload = source.source.metadata.segments.first { $0.index == segment }?.payload ?? []
        if case .payloads(let payloads) = metadata.segments[segment], payloads.count == 1 { payload = payloads[0] }
        guard let current = XMPContainer(parsing: Array(payload.dropFirst(head.count))) else { return }
        var lengths: [Int: Int] = [:]
        for (place, item) in original.items.enumerated().dropFirst() where item.length > 0 {
            let same = map.replacements.filter { $0.range.count == item.length }
            // Two pictures of the same length are told apart by their order.
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
        guard new.count <= JPEGMetadataTurner.payloadLimit else { return }
        metadata.segments[segment] = .payloads([new])
        for (place, length) in lengths.sorted(by: { $0.key < $1.key }) {
            metadata.changes.append(
                Change(.xmp("Item:Length"), from: String(original.items[place].length), to: String(length)))
        }
        if let offset, let old = original.videoOffset {
            metadata.changes.append(
                Change(.xmp("GCamera:MicroVideoOffset"), from: String(old), to: String(offset)))
        }
        if let place = metadata.parts.firstIndex(where: {
            $0.offset == source.source.file.segments[segment].range.lowerBound
        }) {
            metadata.parts[place].disposition = .patched
        }
    }

    /// Points to what follows the primary picture again, in an output that has been put together and ends with
    /// ``trailer``: the multi-picture index, and trailers that count from the start of the file.
    func point(in output: inout [UInt8], report: inout NormalizationReport) {
        let trailerStart = output.count - trailer.count
        let old = source.source
        if let afcp = AFCPTrailer(in: old.bytes, behind: map.start), afcp.start >= map.start {
            let moved = trailerStart + map.position(of: afcp.start)
            if moved != afcp.start || afcp.displacement != 0 {
                afcp.shift(by: moved - afcp.start, in: &output)
                report.changes.append(
                    Change(
                        ChangeSubject(.afcp, "Offsets"), from: "from byte \(afcp.start - afcp.displacement)",
                        to: "from byte \(moved)"))
                mark(partHolding: afcp.start, in: &report)
            }
        }
        pointToPreviews(in: &output, trailerStart: trailerStart, report: &report)
        guard let index = source.index, let file = try? JPEGFile(parsing: output),
            let found = MultiPictureIndex(of: file, in: output), found.mpf.images.count == index.mpf.images.count
        else { return }
        var mpf = found.mpf
        for (place, image) in index.mpf.images.enumerated() {
            let (size, offset) = moved(image, isPrimary: place == 0, trailerStart: trailerStart, base: found.base)
            guard size >= 0, offset >= 0, size <= Int(UInt32.max), offset <= Int(UInt32.max),
                (size, offset) != (image.size, image.offset)
            else { continue }
            mpf.set(size: size, offset: offset, of: found.mpf.images[place])
            report.changes.append(
                Change(
                    ChangeSubject(.mpf, "Image\(place + 1)"), from: "\(image.size) bytes at \(image.offset)",
                    to: "\(size) bytes at \(offset)"))
            mark(partHolding: index.base, in: &report)
        }
        output.replaceSubrange(found.base..<found.base + mpf.bytes.count, with: mpf.bytes)
    }

    /// The size and offset that an image of the index has in the output.
    private func moved(
        _ image: MPFIndex.Image, isPrimary: Bool, trailerStart: Int, base: Int
    ) -> (size: Int, offset: Int) {
        let end = source.source.bytes.count
        if isPrimary {
            // The primary picture ends where the trailer begins, or with padding that follows it.
            if image.size + (source.index?.shift ?? 0) == map.start { return (trailerStart, image.offset) }
            if image.size >= map.start, image.size <= end {
                return (trailerStart + map.position(of: image.size), image.offset)
            }
            return (image.size == 0 ? 0 : image.size + trailerStart - map.start, image.offset)
        }
        let start = source.index?.start(of: image) ?? 0
        guard start >= map.start, start <= end else { return (image.size, image.offset) }
        return (
            map.length(of: start..<start + image.size) ?? image.size,
            trailerStart + map.position(of: start) - base
        )
    }

    /// Notes that the part of the source that holds a byte has been patched.
    func mark(partHolding byte: Int, in report: inout NormalizationReport) {
        for place in report.parts.indices {
            let part = report.parts[place]
            if part.disposition == .kept, byte >= part.offset, byte < part.offset + part.length {
                report.parts[place].disposition = .patched
            }
        }
    }
}
