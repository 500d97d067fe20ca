internal import UprightFormats

/// A preview after the primary picture that a maker note points to, as Minolta, Sony, Pentax and Samsung cameras write
/// it.
///
/// Every maker has its own form of note, but the search needs none of them: it looks for entries that give the start
/// and length of a JPEG after the picture. The preview is turned in place, and the note's offset is corrected if the
/// preview moves.
struct MakerNotePreview {
    /// The range of the preview in the file.
    let range: Range<Int>
    /// The number of bytes that the maker writes before the picture.
    let header: Int
    /// The index of the segment that points to it.
    let segment: Int
    /// The offset of that segment's payload in the file.
    let start: Int
    /// The position of the offset field in the payload.
    let offsetPlace: Int
    /// The byte of the segment's payload from which the offset counts.
    let base: Int
    let order: TIFFByteOrder

    /// The range of the JPEG in the file.
    var picture: Range<Int> { range.lowerBound + header..<range.upperBound }

    /// Returns the previews that the maker notes of a file point to.
    ///
    /// - Parameter isInNote: whether to look for previews in the segments with the notes instead.
    static func all(in source: JPEGSource, isInNote: Bool = false) -> [MakerNotePreview] {
        guard isInNote || source.file.trailer.count > 4 else { return [] }
        var found: [MakerNotePreview] = []
        let segments = source.metadata.segments.filter { $0.carrier == .exif }
        for segment in segments {
            guard let block = try? TIFFBlock(parsing: Array(segment.payload.dropFirst(6))),
                let note = block.entry(.makerNote, in: .exif)?.value
            else { continue }
            var search = Search(
                source: source, payload: segment.payload, segment: segment.index,
                start: segment.range.upperBound - segment.payload.count, isInNote: isInNote)
            search.look(through: note.lowerBound + 6..<note.upperBound + 6)
            found += search.found
        }
        return found
    }

    /// Searches one note.
    private struct Search {
        let source: JPEGSource
        let payload: [UInt8]
        let segment: Int
        /// The offset of the payload in the file.
        let start: Int
        let isInNote: Bool
        var found: [MakerNotePreview] = []

        /// Where previews can be.
        private var room: Range<Int> {
            isInNote ? start..<start + payload.count : source.file.trailer.lowerBound..<source.bytes.count
        }

        mutating func look(through note: Range<Int>) {
            guard note.count >= 12 else { return }
            // Offsets count from the TIFF header, from the note, or from the TIFF header inside Nikon's notes.
            let bases = [6, note.lowerBound, note.lowerBound + 10]
            if payload[note].starts(with: "STMN".utf8) {
                // Samsung's cameras write numbers without tags: eight bytes of version, the start and the length.
                for order in [TIFFByteOrder.bigEndian, .littleEndian] where note.count >= 16 {
                    let length = integer(note.lowerBound + 12, 4, order)
                    add(offset: note.lowerBound + 8, length: length, order, bases, header: 0)
                }
            }
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
                            add(offset: entry + 8, length: length, order, bases, header: 0)
                        }
                    } else if type == 1 || type == 7, count > 4 {
                        // Sony's previews have 32 bytes of their own before the picture.
                        add(offset: entry + 8, length: count, order, bases, header: 0)
                        add(offset: entry + 8, length: count, order, bases, header: 32)
                    }
                }
            }
        }

        private func integer(_ position: Int, _ count: Int, _ order: TIFFByteOrder) -> Int {
            Int(order.integer(payload[position..<position + count]))
        }

        private mutating func add(
            offset: Int, length: Int, _ order: TIFFByteOrder, _ bases: [Int], header: Int
        ) {
            let room = room
            for base in bases {
                let first = start + base + integer(offset, 4, order)
                guard first >= room.lowerBound, first <= room.upperBound, length > header + 4,
                    length <= room.upperBound - first,
                    !found.contains(where: { $0.offsetPlace == offset }), isPicture(first + header)
                else { continue }
                found.append(
                    MakerNotePreview(
                        range: first..<first + length, header: header, segment: segment, start: start,
                        offsetPlace: offset,
                        base: base, order: order))
            }
        }

        /// Ignores the first byte of the picture, which Minolta cameras replace.
        private func isPicture(_ position: Int) -> Bool {
            source.bytes[(position + 1)...].starts(with: [JPEGMarker.soi, JPEGMarker.prefix])
        }
    }
}

extension MultiPictureTurn {
    /// Corrects the offsets of previews in maker notes, if the notes are unchanged.
    func pointToPreviews(in output: inout AssembledJPEG) -> [Change] {
        var changes: [Change] = []
        let bytes = source.source.bytes
        for preview in source.previews {
            guard let payload = output.payloads[preview.segment] else { continue }
            let position = payload + preview.offsetPlace
            let former = preview.start + preview.offsetPlace
            let offset = output.trailerStart + map.position(of: preview.range.lowerBound) - payload - preview.base
            guard offset >= 0, offset <= Int(UInt32.max), position + 4 <= output.bytes.count,
                output.bytes[position..<position + 4] == bytes[former..<former + 4]
            else { continue }
            let old = preview.order.integer(output.bytes[position..<position + 4])
            guard old != UInt64(offset) else { continue }
            output.bytes.replaceSubrange(position..<position + 4, with: preview.order.bytes(UInt64(offset), count: 4))
            changes.append(Change(.exif("MakerNote preview"), from: "byte \(old)", to: "byte \(offset)"))
            output.markPatched(partHolding: preview.start)
            output.pointed.insert(preview.segment)
        }
        return changes
    }
}
