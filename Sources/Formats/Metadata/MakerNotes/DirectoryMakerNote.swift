/// Reads maker notes that are directories or records: those of Canon, Casio, DJI, Epson, Fujifilm, Kodak, Leica, Minolta,
/// Nikon, Olympus, Panasonic, Pentax, Ricoh, Samsung, Sanyo, Sigma and Sony.
///
/// Values have their name in the maker's table (``MakerNoteTables``) and ImageIO's key if there is one; values without a
/// name have their number.
public struct DirectoryMakerNote: MakerNoteReader {
    /// Creates a reader of these notes.
    public init() {}

    /// The directory of a note.
    struct Contents {
        let form: MakerNoteForms
        let directory: MakerNoteDirectory
        let entries: [MakerNoteEntry]
        /// The note is a record at this offset.
        var record: Int?

        var key: String { form.key }
    }

    /// Returns the note's values under its maker's key.
    public func read(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> MakerNote? {
        guard let contents = contents(range, in: block, make: make) else { return nil }
        let text = block.entry(.model, in: .primary).flatMap { block.text($0) }
        let model = text.map { MakerNoteNaming.trimmed(String(decoding: $0, as: UTF8.self)) } ?? ""
        var naming = MakerNoteNaming(contents.form.tables, in: contents.directory, model: model)
        if let record = contents.record {
            naming.addRecord(contents.directory.bytes.dropFirst(record), section: contents.form.section)
        } else {
            naming.add(contents.entries, section: contents.form.section)
        }
        var properties = naming.properties
        contents.form.finish(&properties, model: model)
        return MakerNote(
            key: contents.key, properties: properties, entries: contents.entries, contents.directory.byteOrder)
    }

    /// Returns a tag's value in the note of a block and where its bytes are; nil if the note of that maker has no such tag.
    package static func place(
        of number: UInt16, in block: TIFFBlock, maker: String
    ) -> (value: MetadataValue, range: Range<Int>, byteOrder: TIFFByteOrder)? {
        let make = block.entry(.make, in: .primary).flatMap { block.text($0) }
        guard let range = block.entry(.makerNote, in: .exif)?.value else { return nil }
        let text = make.map { String(decoding: $0, as: UTF8.self) }
        let found: (entries: [MakerNoteEntry], order: TIFFByteOrder)
        if maker == "{MakerApple}", let apple = AppleMakerNote.directory(block.bytes[range]) {
            found = apple
        } else if let note = DirectoryMakerNote().contents(range, in: block, make: text), note.key == maker {
            found = (note.entries, note.directory.byteOrder)
        } else {
            return nil
        }
        return found.entries.first { $0.tag == number }.map { ($0.value, $0.range, found.order) }
    }

    /// Returns the directory of a note; nil if it is none of these notes.
    func contents(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> Contents? {
        let note = block.bytes[range]
        if note.starts(with: "Nikon\0\u{2}".utf8), note.count > 18 {
            // A complete TIFF block after ten bytes.
            return nested(note.dropFirst(10), form: .nikon)
        }
        if note.starts(with: "FUJIFILM".utf8) || note.starts(with: "GENERALE".utf8), note.count >= 12 {
            let offset = Int(TIFFByteOrder.littleEndian.integer(note.dropFirst(8).prefix(4)))
            return read(note, at: offset, order: .littleEndian, form: .fujifilm)
        }
        for form in MakerNoteForms.all
        where form.matches(note, make: make ?? "") {
            if let order = form.record {
                guard note.count > form.offset else { continue }
                let directory = MakerNoteDirectory(bytes: note, byteOrder: order)
                return Contents(form: form, directory: directory, entries: [], record: form.offset)
            }
            let (bytes, offset) =
                form.base.map { (note.dropFirst($0), form.offset - $0) }
                ?? (block.bytes[...], range.lowerBound + form.offset)
            // Notes with a byte order of their own declare it before the directory.
            let mark = form.mark.map { Array(note.dropFirst($0).prefix(2)) } ?? []
            let order: TIFFByteOrder =
                mark == Array("II".utf8) ? .littleEndian : mark == Array("MM".utf8) ? .bigEndian : block.byteOrder
            // Software copied other notes unchanged from a block with the other byte order.
            for order in [order, order == .bigEndian ? .littleEndian : .bigEndian] {
                let shift = form.key == "{MakerCanon}" ? Self.canonShift(note, at: range.lowerBound, order: order) : 0
                let own = form.base == nil ? range : nil
                if let found = read(bytes, at: offset, order: order, form: form, shift: shift, note: own) {
                    return found
                }
            }
        }
        return nil
    }

    /// How far a Canon note is from where the camera wrote it: its last eight bytes are a TIFF header with that offset.
    private static func canonShift(_ note: ArraySlice<UInt8>, at place: Int, order: TIFFByteOrder) -> Int {
        let footer = note.suffix(8)
        let header = order == .bigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0] as [UInt8]
        guard note.count > 8, footer.starts(with: header) else { return 0 }
        let original = Int(order.integer(footer.suffix(4)))
        return original == 0 ? 0 : place - original
    }

    private func nested(_ block: ArraySlice<UInt8>, form: MakerNoteForms) -> Contents? {
        guard block.count >= 8 else { return nil }
        let order: TIFFByteOrder = block.first == 0x4D ? .bigEndian : .littleEndian
        return read(block, at: Int(order.integer(block.dropFirst(4).prefix(4))), order: order, form: form)
    }

    private func read(
        _ bytes: ArraySlice<UInt8>, at offset: Int, order: TIFFByteOrder, form: MakerNoteForms,
        shift: Int = 0, note: Range<Int>? = nil
    ) -> Contents? {
        var directory = MakerNoteDirectory(bytes: bytes, byteOrder: order, shift: shift)
        if let note { directory = directory.placed(offset, in: note) }
        return directory.entries(at: offset).map { Contents(form: form, directory: directory, entries: $0) }
    }
}
