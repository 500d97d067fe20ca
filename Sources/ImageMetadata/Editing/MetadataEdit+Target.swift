extension MetadataEdit {
    /// The kinds of block that an edit can be made in.
    enum Target {
        case exif, iptc, xmp
    }

    /// The kind of block that the edit is made in.
    var target: Target {
        switch action {
        case .setExif, .setExifText, .removeExif, .renameExif, .removeDirectory: .exif
        case .setIPTC, .removeIPTC, .renameIPTC: .iptc
        case .setXMP, .removeXMP, .renameXMP: .xmp
        }
    }

    /// What the edit changes, as reports name it: `exif.GPSLatitude`, `iptc.City`, `xmp.photoshop:City`.
    public var what: String {
        switch action {
        case .setExif(let tag, _), .setExifText(let tag, _), .removeExif(let tag), .renameExif(let tag, _):
            "exif.\(tag.name)"
        case .removeDirectory(let group): "exif.\(group.rawValue)"
        case .setIPTC(let record, let number, _), .removeIPTC(let record, let number),
            .renameIPTC(let record, let number, _, _):
            "iptc.\(IPTCTable.definition(record: record, number: number)?.name ?? "\(record):\(number)")"
        case .setXMP(let name, _), .removeXMP(let name), .renameXMP(let name, _): "xmp.\(name.qualified)"
        }
    }

    /// Whether the edit writes a value, so that a block may have to be made for it.
    var isSetting: Bool {
        switch action {
        case .setExif, .setExifText, .setIPTC, .setXMP: true
        default: false
        }
    }
}
