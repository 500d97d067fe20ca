internal import UprightFormats
internal import UprightBase

extension TIFFDocument {
    /// Gives each page its own orientation and then the turn by hand, instead of turning its samples.
    package mutating func label(by turn: MetadataTurn) throws(PictureRefusal) {
        metadataTurn = turn
        for picture in pictures {
            guard let label = turns[picture.directory] else { continue }
            try turnMetadata(of: picture.directory, by: PictureTurn(.up, of: picture.size))
            let entry = file.directories[picture.directory].entry(.orientation)
            guard plan.fields[picture.directory]?[TIFFTag.orientation.rawValue] == nil,
                (picture.stated ?? 1) != label.rawValue, entry != nil || !isCopy(picture)
            else { continue }
            plan.fields[picture.directory, default: [:]][TIFFTag.orientation.rawValue] = .some(
                TIFFFileField(
                    .orientation, [label.rawValue], type: entry?.type ?? TIFFFieldType.short.rawValue, in: file))
            changes.append(
                Change(.exif("Orientation"), from: picture.stated.map { String($0) } ?? "", to: String(label.rawValue)))
        }
    }

    /// Programs for maps read a picture by its rows.
    package var labelWarning: String? {
        let isMap = file.directories.contains { directory in
            StripTables.ground.contains { directory.entry(TIFFTag(rawValue: $0)) != nil }
        }
        return isMap ? "programs for maps show the picture as it is stored, whatever its orientation is" : nil
    }
}
