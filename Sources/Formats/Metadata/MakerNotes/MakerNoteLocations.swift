/// The names of places in a block's maker note.
///
/// Source: the tables of ExifTool (Panasonic 0x0067 to 0x006F and 0x0080, Nikon 0x0039 and 0x00C3, the height; Samsung 0x0030 and 0x0031).
package struct MakerNoteLocations {
    /// The tags with their ranges in the block.
    package private(set) var names: [(name: String, range: Range<Int>)] = []

    private static let tags: [String: [UInt16: String]] = [
        "{MakerPanasonic}": [
            0x0067: "MakerPanasonic:Location", 0x0069: "MakerPanasonic:Country", 0x006B: "MakerPanasonic:State",
            0x006D: "MakerPanasonic:City", 0x006F: "MakerPanasonic:Landmark", 0x0080: "MakerPanasonic:City2",
        ],
        "{MakerNikon}": [0x0039: "MakerNikon:LocationInfo", 0x00C3: "MakerNikon:BarometerInfo"],
        "{MakerSamsung}": [0x0030: "MakerSamsung:LocalLocationName", 0x0031: "MakerSamsung:LocationName"],
    ]

    /// The notes whose places are known. A name for a note says nothing about what else is in it.
    private static let known: Set<String> = [
        "{MakerApple}", "{MakerCanon}", "{MakerFuji}", "{MakerMinolta}", "{MakerNikon}", "{MakerOlympus}",
        "{MakerPanasonic}", "{MakerPentax}", "{MakerSony}",
    ]

    /// Finds the names in a block.
    package init(in block: TIFFBlock) {
        guard let note = block.entry(.makerNote, in: .exif), let range = note.value,
            let found = DirectoryMakerNote().contents(range, in: block, make: Self.make(of: block)),
            let tags = Self.tags[found.key]
        else { return }
        names = found.entries.compactMap { entry in tags[entry.tag].map { ($0, entry.range) } }
    }

    /// Whether a maker note is of a form that is known.
    package static func isReadable(_ range: Range<Int>, in block: TIFFBlock) -> Bool {
        let make = make(of: block)
        let readers: [any MakerNoteReader] = [AppleMakerNote(), DirectoryMakerNote()]
        return readers.contains { reader in
            reader.read(range, in: block, make: make).map { Self.known.contains($0.key) } ?? false
        }
    }

    private static func make(of block: TIFFBlock) -> String? {
        block.entry(.make, in: .primary).flatMap { block.text($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
