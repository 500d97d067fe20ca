internal import UprightGeometry
internal import UprightMetadata

extension ExifTurnEditor {
    /// Sets the `Orientation` entries of 2...8 in every directory to 1, since readers differ in which one they use.
    mutating func neutralizeOrientations() {
        for directory in block.directories {
            for entry in directory.entries where entry.tag == TIFFTag.orientation.rawValue {
                neutralize(entry, of: directory)
            }
        }
    }

    private mutating func neutralize(_ entry: TIFFEntry, of directory: TIFFDirectory) {
        let name = ChangeSubject.exif(directory.kind.orientationName)
        guard let raw = block.orientation(entry) else {
            warnings.append("\(name) at offset \(entry.offset) is not a whole number; kept unchanged")
            return
        }
        guard Orientation(rawValue: raw) != nil || metadata.setsInvalidOrientations else {
            warnings.append("\(name) is \(raw), expected 1 to 8; kept unchanged")
            return
        }
        guard raw != 1 || isList(entry) else { return }
        if Self.isOfAnotherPicture(directory) {
            warnings.append("\(name) is \(raw), but describes another picture, which is not turned; kept unchanged")
            return
        }
        guard block.neutralizeOrientation(entry) else { return }
        changes.append(Change(name, from: String(raw), to: "1"))
    }

    /// Whether an entry holds further orientations after an upright one.
    private func isList(_ entry: TIFFEntry) -> Bool {
        (block.integers(entry) ?? []).prefix(8).dropFirst().contains { (2...8).contains($0) }
    }

    /// Whether a directory holds picture data that is not turned with the picture: usually that of a raw file.
    private static func isOfAnotherPicture(_ directory: TIFFDirectory) -> Bool {
        switch directory.kind {
        case .primary, .thumbnail, .exif, .gps, .interoperability: false
        case .page, .subIFD:
            [TIFFTag.stripOffsets, .tileOffsets, .jpegInterchangeFormat].contains { directory.entry($0) != nil }
        }
    }
}
