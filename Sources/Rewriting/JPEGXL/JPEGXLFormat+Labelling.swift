package import UprightBase
internal import UprightFormats

extension JPEGXLFormat: LabelledFormat {
    /// Sets the orientation in the header of the codestream, which viewers follow, and the one that Exif and XMP repeat. A JPEG
    /// that is restored from the file has the one of Exif.
    package func labelled(_ bytes: [UInt8], byHand turn: Orientation) throws(PictureRefusal) -> Turned {
        var labelling = JPEGXLLabelling(bytes: bytes, turn: turn)
        do throws(FormatError) { return try labelling.labelled() } catch { throw .unsupported(error.description) }
    }
}

/// Sets the orientation of one file.
private struct JPEGXLLabelling {
    let bytes: [UInt8]
    let turn: Orientation
    private var result = Turned(bytes: [])

    init(bytes: [UInt8], turn: Orientation) { (self.bytes, self.turn) = (bytes, turn) }

    mutating func labelled() throws(FormatError) -> Turned {
        if bytes.starts(with: [0xFF, 0x0A]) {
            result.bytes = try codestream(bytes[...])
            return result
        }
        let boxes = FileBoxes.all(in: FileBytes(bytes), atMost: 10_000)
        guard let picture = boxes.first(where: { ["jxlc", "jxlp"].contains($0.type) }) else {
            throw FormatError("expected a codestream (jxlc or jxlp), found none")
        }
        result.bytes = bytes
        // From the end, so that the offsets before stay as they are.
        for box in boxes.reversed() where box.isComplete {
            let content = box.offset + box.header..<min(bytes.count, box.offset + box.header + box.length)
            if box.offset == picture.offset {
                try replace(box, content, hasIndex: boxes.contains { $0.type == "jxli" })
            } else if box.type == "Exif" {
                labelExif(content)
            } else if box.type == "xml " {
                labelXMP(content)
            }
        }
        let isInExif = result.changes.contains { $0.subject.carrier == .exif }
        if !isInExif, boxes.contains(where: { $0.type == "jbrd" }) {
            result.warnings.append(
                "a JPEG that a program restores from the file (jbrd) is shown as before: its Exif has no orientation that "
                    + "could be set")
        }
        return result
    }

    /// The codestream with the new orientation.
    private mutating func codestream(_ old: ArraySlice<UInt8>) throws(FormatError) -> [UInt8] {
        let stated = try JPEGXLHeader(reading: Array(old.prefix(JPEGXLHeader.longest))).orientation
        let label = stated.followed(by: turn)
        let new = try JPEGXLHeader.labelled(old, label)
        guard try JPEGXLHeader(reading: Array(new.prefix(JPEGXLHeader.longest))).orientation == label else {
            throw FormatError("the header of the codestream reads back differently")
        }
        result.changes.insert(
            Change(ChangeSubject(.picture, "Orientation"), from: String(stated.rawValue), to: String(label.rawValue)),
            at: 0)
        return new
    }

    private mutating func replace(_ box: FileBoxes.Box, _ content: Range<Int>, hasIndex: Bool) throws(FormatError) {
        // The first part of a codestream has a number before it.
        let start = content.lowerBound + (box.type == "jxlp" ? 4 : 0)
        guard start < content.upperBound else { throw FormatError("expected a codestream in \(box.type), found none") }
        let new = try codestream(bytes[start..<content.upperBound])
        let growth = new.count - (content.upperBound - start)
        guard growth == 0 || !hasIndex else {
            throw FormatError(
                "the header of the codestream has no room for an orientation, and an index of frames follows it")
        }
        result.bytes.replaceSubrange(start..<content.upperBound, with: new)
        let (place, width) = box.header >= 16 ? (box.offset + 8, 8) : (box.offset, 4)
        let size = Int(clamping: bytes[place..<place + width].bigEndianInteger)
        // A box of length 0 reaches to the end of the file.
        guard size != 0, growth != 0 else { return }
        guard width == 8 || size + growth <= UInt32.max else { throw FormatError("\(box.type) would be too long") }
        let field = width == 8 ? UInt64(size + growth).bigEndianBytes : UInt32(size + growth).bigEndianBytes
        result.bytes.replaceSubrange(place..<place + width, with: field)
    }

    private mutating func labelExif(_ content: Range<Int>) {
        guard content.count > 12, let skipped = bytes.bigEndian32(at: content.lowerBound).map({ Int($0) }),
            skipped <= content.count - 12
        else { return }
        let start = content.lowerBound + 4 + skipped
        let old = Array(bytes[start..<content.upperBound])
        guard let stated = OrientationReading.exif(old)?.orientation else { return }
        write(metadata(stated).exif(old), over: old, at: start)
    }

    private mutating func labelXMP(_ content: Range<Int>) {
        let old = Array(bytes[content])
        guard let stated = OrientationReading.xmp(old)?.orientation else { return }
        write(metadata(stated).xmp(old), over: old, at: content.lowerBound)
    }

    private func metadata(_ stated: Orientation) -> MetadataTurn {
        var metadata = MetadataTurn(PictureTurn(.up, of: Size(width: 0, height: 0))) { jpeg, _ in Turned(bytes: jpeg) }
        (metadata.labelled, metadata.byHand) = (stated, turn)
        return metadata
    }

    /// Writes a block in its place; one with another length stays, since it does not count.
    private mutating func write(_ new: Turned, over old: [UInt8], at start: Int) {
        guard new.bytes.count == old.count, new.bytes != old else { return }
        result.bytes.replaceSubrange(start..<start + old.count, with: new.bytes)
        result.changes += new.changes
    }
}
