/// The values of a maker note that have a place in the picture: faces, areas of focus, crops.
///
/// Makers do not publish what their numbers mean, so the values can be named, but not moved.
///
/// Source of the tags: exiftool, `Canon.pm`, `Panasonic.pm`, `Olympus.pm`, `Nikon.pm`, `Sony.pm`, `FujiFilm.pm`,
/// `Pentax.pm` and `Samsung.pm`.
package enum MakerNotePlaces {
    private struct Place {
        let tag: UInt16
        let name: String
        /// The directory within the note that holds the tag; nil for the note's own.
        var parent: UInt16?
        /// The index of the number that counts faces; nil if any number other than 0 counts.
        var count: Int?
    }

    private static let places: [String: [Place]] = [
        "{MakerCanon}": [
            Place(tag: 0x12, name: "AFInfo"), Place(tag: 0x13, name: "ThumbnailImageValidArea"),
            Place(tag: 0x24, name: "FaceDetect1"), Place(tag: 0x26, name: "AFInfo2 (AFArea positions)"),
            Place(tag: 0x3C, name: "AFInfo3"), Place(tag: 0x98, name: "CropInfo"),
        ],
        "{MakerPanasonic}": [
            Place(tag: 0x4E, name: "FaceDetInfo (Face1Position)", count: 0),
            Place(tag: 0x61, name: "FaceRecInfo", count: 0),
        ],
        "{MakerOlympus}": [
            Place(tag: 0x1200, name: "FaceDetect", parent: 0x2040),
            Place(tag: 0x1201, name: "FaceDetectArea", parent: 0x2040),
            Place(tag: 0x304, name: "AFAreas", parent: 0x2020),
        ],
        "{MakerNikon}": [Place(tag: 0x21, name: "FaceDetect", count: 3)],
        "{MakerSony}": [Place(tag: 0x2027, name: "FocusLocation"), Place(tag: 0x204A, name: "FocusLocation2")],
        "{MakerFuji}": [Place(tag: 0x1023, name: "FocusPixel"), Place(tag: 0x4103, name: "FacePositions")],
        "{MakerPentax}": [Place(tag: 0x60, name: "FaceInfo", count: 0)],
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
                guard let pointer = entries.first(where: { $0.tag == parent })?.value.integers?.first,
                    let inner = note.directory.entries(at: pointer)
                else { return false }
                entries = inner
            }
            guard let value = entries.first(where: { $0.tag == place.tag })?.value else { return false }
            let numbers = value.numbers(order: note.directory.byteOrder)
            if let count = place.count { return count < numbers.count && numbers[count] != 0 }
            return numbers.contains { $0 != 0 }
        }.map(\.name)
    }
}

extension MetadataValue {
    /// The numbers of a value; those of uninterpreted bytes are taken as SHORTs.
    fileprivate func numbers(order: TIFFByteOrder) -> [Int] {
        guard case .undefined(let bytes) = self else { return integers ?? [] }
        return stride(from: 0, to: bytes.count - 1, by: 2).map { Int(order.integer(bytes[$0..<$0 + 2])) }
    }
}
