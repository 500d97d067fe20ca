internal import UprightGeometry
internal import UprightMetadata

extension ExifTurnEditor {
    /// Sets the `Orientation` entries of every directory to 1, where they say 2...8: readers differ in which they look at.
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
            warnings.append("\(name) at offset \(entry.offset) has no whole number: left as it is")
            return
        }
        guard Orientation(rawValue: raw) != nil else {
            warnings.append("\(name) is \(raw), outside of 1...8: left as it is")
            return
        }
        guard raw != 1 || isList(entry) else { return }
        if Self.isOfAnotherPicture(directory) {
            warnings.append("\(name) is \(raw) and describes a picture of its own that is not turned: left as it is")
            return
        }
        guard block.neutralizeOrientation(entry) else { return }
        changes.append(Change(name, from: String(raw), to: "1"))
    }

    /// Whether an entry holds further orientations behind one that is upright.
    private func isList(_ entry: TIFFEntry) -> Bool {
        (block.integers(entry) ?? []).prefix(8).dropFirst().contains { (2...8).contains($0) }
    }

    /// Whether a directory holds picture data that are not turned with the picture: that of a raw file, mostly.
    private static func isOfAnotherPicture(_ directory: TIFFDirectory) -> Bool {
        switch directory.kind {
        case .primary, .thumbnail, .exif, .gps, .interoperability: false
        case .page, .subIFD:
            [TIFFTag.stripOffsets, .tileOffsets, .jpegInterchangeFormat].contains { directory.entry($0) != nil }
        }
    }
}
