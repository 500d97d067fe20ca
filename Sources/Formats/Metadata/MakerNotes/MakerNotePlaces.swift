/// The values of a maker note that have a place in the picture: faces, areas of focus, crops.
///
/// Makers do not publish what their numbers mean, so the values can be named, but not moved.
///
/// Source of the tags: exiftool, `Canon.pm`, `Panasonic.pm`, `Olympus.pm`, `Nikon.pm`, `Sony.pm`, `FujiFilm.pm`,
/// `Pentax.pm`, `Samsung.pm`, `Casio.pm`, `Ricoh.pm` and `Sanyo.pm`.
package enum MakerNotePlaces {
    private struct Place {
        let tag: UInt16
        let name: String
        /// The directory within the note that holds the tag; nil for the note's own.
        var parent: UInt16?
        /// Whether a value has a place: cameras write the tags also where they found no face.
        var isThere: @Sendable (MetadataValue, TIFFByteOrder) -> Bool = { value, order in
            value.numbers(order: order).contains { $0 != 0 }
        }

        static func faces(at index: Int) -> @Sendable (MetadataValue, TIFFByteOrder) -> Bool {
            { value, order in
                let numbers = value.numbers(order: order)
                return index < numbers.count && numbers[index] != 0
            }
        }

        static func faces(atByte index: Int) -> @Sendable (MetadataValue, TIFFByteOrder) -> Bool {
            { value, _ in (value.bytes?.dropFirst(index).first ?? 0) != 0 }
        }
    }

    /// Casio's faces: their number is the third byte behind a mark, otherwise the first.
    private static func casioFaces(_ value: MetadataValue, _ order: TIFFByteOrder) -> Bool {
        let bytes = value.bytes ?? []
        return (bytes.starts(with: [2, 1]) ? bytes.dropFirst(2) : bytes[...]).first ?? 0 != 0
    }

    /// Casio's point of focus: a fraction across and one down; the first number is 65535 if there is none.
    private static func casioPoint(_ value: MetadataValue, _ order: TIFFByteOrder) -> Bool {
        let numbers = value.numbers(order: order)
        return numbers.count == 4 && numbers[0] != 65_535 && numbers[1] != 0 && numbers[3] != 0
    }

    /// Panasonic's point of focus: from 0 to 1, and 16777216 if there is none.
    private static func panasonicPoint(_ value: MetadataValue, _ order: TIFFByteOrder) -> Bool {
        let numbers = value.numbers ?? []
        return numbers.count == 2 && numbers.allSatisfy { (0...1).contains($0) } && numbers != [0, 0]
    }

    /// Sanyo's faces; of another type, the same tag is a distance.
    private static func sanyoFaces(_ value: MetadataValue, _ order: TIFFByteOrder) -> Bool {
        if case .rational = value { return false }
        return (value.bytes?.prefix(4) ?? []).contains { $0 != 0 } || (value.integers?.first ?? 0) != 0
    }

    private static let places: [String: [Place]] = [
        "{MakerCanon}": [
            Place(tag: 0x12, name: "AFInfo"), Place(tag: 0x13, name: "ThumbnailImageValidArea"),
            Place(tag: 0x24, name: "FaceDetect1"), Place(tag: 0x26, name: "AFInfo2 (AFArea positions)"),
            Place(tag: 0x3C, name: "AFInfo3"), Place(tag: 0x98, name: "CropInfo"),
        ],
        "{MakerPanasonic}": [
            Place(tag: 0x4D, name: "AFPointPosition", isThere: panasonicPoint),
            Place(tag: 0x4E, name: "FaceDetInfo (Face1Position)", isThere: Place.faces(at: 0)),
            Place(tag: 0x61, name: "FaceRecInfo", isThere: Place.faces(at: 0)),
        ],
        "{MakerOlympus}": [
            Place(tag: 0x1200, name: "FaceDetect", parent: 0x2040),
            Place(tag: 0x1201, name: "FaceDetectArea", parent: 0x2040),
            Place(tag: 0x304, name: "AFAreas", parent: 0x2020),
        ],
        "{MakerNikon}": [Place(tag: 0x21, name: "FaceDetect", isThere: Place.faces(at: 3))],
        "{MakerSony}": [Place(tag: 0x2027, name: "FocusLocation"), Place(tag: 0x204A, name: "FocusLocation2")],
        "{MakerFuji}": [Place(tag: 0x1023, name: "FocusPixel"), Place(tag: 0x4103, name: "FacePositions")],
        "{MakerPentax}": [Place(tag: 0x60, name: "FaceInfo", isThere: Place.faces(at: 0))],
        "{MakerCasio}": [
            Place(tag: 0x2021, name: "AFPointPosition", isThere: casioPoint),
            Place(tag: 0x2089, name: "FaceInfo", isThere: casioFaces),
        ],
        "{MakerRicoh}": [
            Place(tag: 0x1A, name: "FaceInfo", parent: 0x2001, isThere: Place.faces(atByte: 0xB5))
        ],
        "{MakerSanyo}": [Place(tag: 0x223, name: "FaceInfo", isThere: sanyoFaces)],
        "{MakerSamsung}": [Place(tag: 0x100, name: "FaceDetect"), Place(tag: 0x120, name: "FaceRecognition")],
    ]

    /// Returns the names of the values in a note that have a place in the picture.
    ///
    /// - Parameters:
    ///   - range: the range of the note in the block.
    ///   - make: the value of the tag `Make`.
    package static func names(_ range: Range<Int>, in block: TIFFBlock, make: String?) -> [String] {
        guard let note = DirectoryMakerNote().contents(range, in: block, make: make) else { return [] }
        return (places[note.key] ?? []).filter { place in
            var entries = note.entries
            if let parent = place.parent {
                guard let pointer = entries.first(where: { $0.tag == parent }),
                    let inner = Self.entries(in: pointer, of: note.directory)
                else { return false }
                entries = inner
            }
            guard let value = entries.first(where: { $0.tag == place.tag })?.value else { return false }
            return place.isThere(value, note.directory.byteOrder)
        }.map(\.name)
    }

    /// The entries of a directory that an entry points to, or that it holds behind Ricoh's header.
    private static func entries(in entry: MakerNoteEntry, of directory: MakerNoteDirectory) -> [MakerNoteEntry]? {
        let header = Array("[Ricoh Camera Info]\0".utf8)
        if let bytes = entry.value.bytes, bytes.starts(with: header) {
            return MakerNoteDirectory(bytes: directory.bytes, byteOrder: .bigEndian).entries(
                at: entry.start + header.count)
        }
        return entry.value.integers?.first.flatMap { directory.entries(at: $0) }
    }
}

extension MetadataValue {
    /// The numbers of a value; those of uninterpreted bytes are taken as SHORTs.
    fileprivate func numbers(order: TIFFByteOrder) -> [Int] {
        guard case .undefined(let bytes) = self else { return integers ?? [] }
        return stride(from: 0, to: bytes.count - 1, by: 2).map { Int(order.integer(bytes[$0..<$0 + 2])) }
    }
}
