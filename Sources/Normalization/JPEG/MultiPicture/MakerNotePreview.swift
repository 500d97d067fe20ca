internal import ImageContainers
internal import ImageMetadata

/// A preview behind the primary picture that a maker's note points to, as Minolta's, Sony's and Pentax's cameras write.
///
/// Notes have as many forms as there are makers, and no form of theirs is needed here: entries are looked for that
/// give the start and the length of a JPEG behind the picture.
struct MakerNotePreview {
    /// Where the preview lies in the file.
    let range: Range<Int>
    /// Which of the file's Exif segments points to it.
    let segment: Int
    /// Where that segment's payload begins in the file.
    let start: Int
    /// Where the offset and the length stand, from the start of the payload.
    let offsetPlace: Int
    let lengthPlace: Int
    /// What the offset counts from: a byte of the segment's payload.
    let base: Int
    let order: TIFFByteOrder
    /// Whether nothing but the JPEG lies in the range, so that it can be turned.
    let isPlain: Bool

    /// The previews that the notes of a file point to.
    static func all(in source: JPEGSource) -> [MakerNotePreview] {
        guard source.file.trailer.count > 4 else { return [] }
        var found: [MakerNotePreview] = []
        let segments = source.metadata.segments.filter { $0.carrier == .exif }
        for (place, segment) in segments.enumerated() {
            guard let block = try? TIFFBlock(parsing: Array(segment.payload.dropFirst(6))),
                let note = block.entry(.makerNote, in: .exif)?.value
            else { continue }
            var search = Search(
                source: source, payload: segment.payload, segment: place,
                start: segment.range.upperBound - segment.payload.count)
            search.look(through: note.lowerBound + 6..<note.upperBound + 6)
            found += search.found
        }
        return found
    }

    /// Looks through one note.
    private struct Search {
        let source: JPEGSource
        let payload: [UInt8]
        let segment: Int
        /// Where the payload begins in the file.
        let start: Int
        var found: [MakerNotePreview] = []

        mutating func look(through note: Range<Int>) {
            guard note.count >= 12 else { return }
            // Offsets count from the TIFF header, from the note, or from the header that Nikon's notes have in them.
            let bases = [6, note.lowerBound, note.lowerBound + 10]
            for entry in note.lowerBound...note.upperBound - 12 {
                for order in [TIFFByteOrder.bigEndian, .littleEndian] {
                    let type = integer(entry + 2, 2, order)
                    let count = integer(entry + 4, 4, order)
                    if type == 4, count == 1 {
                        for other in [entry + 12, entry - 12]
                        where other >= note.lowerBound && other + 12 <= note.upperBound
                            && integer(other + 2, 2, order) == 4 && integer(other + 4, 4, order) == 1
                        {
                            let length = integer(other + 8, 4, order)
                            add(offset: entry + 8, length: (other + 8, length), order, bases, isPlain: true)
                        }
                    } else if type == 1 || type == 7, count > 4 {
                        add(offset: entry + 8, length: (entry + 4, count), order, bases, isPlain: false)
                    }
                }
            }
        }

        private func integer(_ position: Int, _ count: Int, _ order: TIFFByteOrder) -> Int {
            Int(order.integer(payload[position..<position + count]))
        }

        private mutating func add(
            offset: Int, length: (place: Int, value: Int), _ order: TIFFByteOrder, _ bases: [Int], isPlain: Bool
        ) {
            let end = source.bytes.count
            for base in bases {
                let first = start + base + integer(offset, 4, order)
                guard first >= source.file.trailer.lowerBound, length.value > 4, length.value <= end - first,
                    !found.contains(where: { $0.offsetPlace == offset }),
                    // Sony's previews have 32 bytes of their own before the picture.
                    isPicture(first) || !isPlain && length.value > 36 && isPicture(first + 32)
                else { continue }
                found.append(
                    MakerNotePreview(
                        range: first..<first + length.value, segment: segment, start: start, offsetPlace: offset,
                        lengthPlace: length.place, base: base, order: order, isPlain: isPlain))
            }
        }

        /// Minolta's cameras write another byte for the first one of the picture.
        private func isPicture(_ position: Int) -> Bool {
            source.bytes[(position + 1)...].starts(with: [0xD8, 0xFF])
        }
    }
}

extension MultiPictureTurn {
    /// Points to the previews that makers' notes name again, in an output whose trailer begins at `trailerStart`.
    func pointToPreviews(in output: inout [UInt8], trailerStart: Int, report: inout NormalizationReport) {
        guard !source.previews.isEmpty, let file = try? JPEGFile(parsing: output) else { return }
        let segments = file.segments.filter {
            JPEGCarrier(marker: $0.marker, payload: output[$0.payload]) == .exif
        }
        for preview in source.previews where preview.segment < segments.count {
            let payload = segments[preview.segment].payload
            let offset = trailerStart + map.position(of: preview.range.lowerBound) - payload.lowerBound - preview.base
            let length = map.length(of: preview.range) ?? preview.range.count
            guard offset >= 0, offset <= Int(UInt32.max), length <= Int(UInt32.max),
                max(preview.offsetPlace, preview.lengthPlace) + 4 <= payload.count
            else { continue }
            let old = output[payload].dropFirst(preview.offsetPlace).prefix(4)
            let from = "\(preview.range.count) bytes at \(preview.order.integer(old))"
            let to = "\(length) bytes at \(offset)"
            guard from != to else { continue }
            for (place, value) in [(preview.offsetPlace, offset), (preview.lengthPlace, length)] {
                let position = payload.lowerBound + place
                output.replaceSubrange(
                    position..<position + 4, with: preview.order.bytes(UInt64(value), count: 4))
            }
            report.changes.append(Change("exif.MakerNote preview", from: from, to: to))
            mark(partHolding: preview.start, in: &report)
        }
    }
}
