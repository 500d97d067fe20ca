package import UprightBase
internal import UprightFormats

extension RawFormat: LabelledFormat {
    /// Sets the orientation in place: no byte of a raw file moves, since what its maker's programs point to is not known.
    package func labelled(_ bytes: [UInt8], byHand turn: Orientation) throws(PictureRefusal) -> Turned {
        guard bytes.count > 8, !bytes.starts(with: Array("\0MRM".utf8)) else {
            throw .unsupported("expected a raw file that begins with a TIFF header, found another one")
        }
        let name = description.name
        // Olympus and Panasonic have a number of their own in place of TIFF's 42.
        var standard = bytes
        (standard[2], standard[3]) = bytes[0] == 0x49 ? (42, 0) : (0, 42)
        guard !bytes.contains([0x2B, 0], at: 2), !bytes.contains([0, 0x2B], at: 2) else {
            throw .unsupported("expected a \(name) with offsets of 32 bits, found a BigTIFF")
        }
        var block: TIFFBlock
        do throws(FormatError) { block = try TIFFBlock(parsing: standard) } catch { throw .undecodable("\(error)") }
        guard let entry = block.entry(.orientation, in: .primary), let raw = block.orientation(entry),
            let stated = Orientation(rawValue: raw)
        else {
            throw .unsupported("expected an orientation of 1 to 8 in IFD0 of the \(name), found none to set in place")
        }
        let label = stated.followed(by: turn)
        for directory in block.directories {
            for entry in directory.entries
            where entry.tag == TIFFTag.orientation.rawValue && block.orientation(entry) == raw {
                _ = block.setOrientation(entry, to: label)
            }
        }
        var result = Turned(bytes: [])
        result.changes = [Change(.exif("Orientation"), from: String(raw), to: String(label.rawValue))]
        if let range = block.entry(.xmlPacket, in: .primary)?.value {
            var metadata = MetadataTurn(PictureTurn(.up, of: Size(width: 0, height: 0)), embedded: Self.keep)
            (metadata.labelled, metadata.byHand) = (stated, turn)
            let packet = metadata.xmp(Array(block.bytes[range]))
            result.warnings = packet.warnings
            if packet.bytes.count == range.count {
                block.write(packet.bytes, at: range.lowerBound)
                result.changes += packet.changes
            } else {
                result.warnings.append("xmp: a new tiff:Orientation would not fit into its place; kept unchanged")
            }
        }
        result.bytes = block.bytes
        result.bytes.replaceSubrange(2..<4, with: bytes[2..<4])
        guard result.bytes.count == bytes.count else { throw .verification("the file would have another length") }
        return result
    }

    /// Nothing in the metadata is turned where only the orientation changes.
    private static let keep: MetadataTurn.EmbeddedTurn = { jpeg, _ in Turned(bytes: jpeg) }
}
