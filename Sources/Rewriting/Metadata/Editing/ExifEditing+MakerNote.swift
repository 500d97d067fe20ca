internal import UprightFormats

extension ExifEditing {
    /// Overwrites a value of the maker note, whose offsets only its maker knows: a new value must have the type of the
    /// old one, and fit in its place.
    mutating func setMakerNote(
        _ maker: String, _ number: UInt16, bigEndian: MetadataValue, littleEndian: MetadataValue
    ) throws(MetadataEditError) {
        let name = "\(maker.dropFirst().dropLast()):\(tagName(number))"
        guard let place = DirectoryMakerNote.place(of: number, in: block, maker: maker) else {
            throw .damaged(
                block: "Exif",
                reason: "its maker note has no \(name); a tag of a maker note can be changed, but not added")
        }
        let value = place.byteOrder == .bigEndian ? bigEndian : littleEndian
        let old = place.value
        guard value.type == old.type else {
            throw .damaged(
                block: "Exif", reason: "\(name) is of type \(old.type.name) in its maker note, not \(value.type.name)")
        }
        var bytes = value.encoded(order: place.byteOrder)
        let isPadded = value.type == .ascii || value.type == .undefined || value.type == .byte
        guard bytes.count == place.range.count || isPadded && bytes.count < place.range.count else {
            throw .damaged(
                block: "Exif",
                reason: "\(name) has \(place.range.count) bytes in its maker note, and the new value \(bytes.count)")
        }
        bytes += [UInt8](repeating: 0, count: place.range.count - bytes.count)
        guard !block.bytes[place.range].elementsEqual(bytes) else { return }
        block.bytes.replaceSubrange(place.range, with: bytes)
        func shown(_ value: MetadataValue) -> String { value.property().description }
        changes.append(Change(.exif(name), from: shown(old), to: shown(value)))
    }
}
