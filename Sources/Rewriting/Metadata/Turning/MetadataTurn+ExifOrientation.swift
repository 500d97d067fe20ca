internal import UprightBase
internal import UprightFormats

extension ExifTurnEditor {
    /// Sets the `Orientation` entries of 2...8 in every directory to 1, or all to the label of the picture, since readers differ in
    /// which one they use.
    mutating func setOrientations() {
        for directory in block.directories {
            for entry in directory.entries where entry.tag == TIFFTag.orientation.rawValue {
                set(entry, of: directory)
            }
        }
    }

    private mutating func set(_ entry: TIFFEntry, of directory: TIFFDirectory) {
        let name = ChangeSubject.exif(directory.kind.orientationName)
        guard let raw = block.orientation(entry) else {
            warnings.append("\(name) at offset \(entry.offset) is not a whole number; kept unchanged")
            return
        }
        guard Orientation(rawValue: raw) != nil || metadata.setsInvalidOrientations else {
            warnings.append("\(name) is \(raw), expected 1 to 8; kept unchanged")
            return
        }
        let label = directory.kind == .thumbnail ? labelOfThumbnail : metadata.label
        guard raw != label.rawValue || isList(entry) else { return }
        if Self.isOfAnotherPicture(directory) {
            warnings.append("\(name) is \(raw), but describes another picture, which is not turned; kept unchanged")
            return
        }
        guard block.setOrientation(entry, to: label) else {
            if label != .up {
                warnings.append("\(name) is \(raw) in a type that cannot hold \(label.rawValue); kept unchanged")
            }
            return
        }
        changes.append(Change(name, from: String(raw), to: String(label.rawValue)))
    }

    /// What the orientation of the thumbnail is set to.
    private var labelOfThumbnail: Orientation {
        guard metadata.labelled != nil, let stored = orientationOfThumbnail else { return metadata.label }
        return stored
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
