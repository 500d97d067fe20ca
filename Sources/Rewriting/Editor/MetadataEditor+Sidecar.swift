internal import UprightFormats

extension MetadataEditor {
    /// Returns an XMP sidecar with the edits made, for a picture that is not to be touched.
    ///
    /// Positions, times, places and XMP properties are written as in a format without Exif, and Exif's texts as the properties that
    /// stand for them. A capture time is in `exif:DateTimeOriginal` also, where readers of sidecars look.
    ///
    /// - Parameter sidecar: the sidecar, or the packet of the picture, whose other properties are kept; nil for none.
    /// - Throws: ``MetadataEditError`` if the sidecar cannot be read, or has no place for an edit.
    public func edited(sidecar: [UInt8]?) throws(MetadataEditError) -> EditedFile {
        let edits = Self.reduced(edits.applicable(exif: false)).flatMap(\.inSidecar)
        for (target, name, property) in [
            (MetadataEdit.Target.exif, "Exif", "exif:UserComment"), (.iptc, "IPTC", "photoshop:City"),
            (.text, "texts of a container", "dc:description"),
        ] {
            guard let tag = edits.first(making: target) else { continue }
            throw .noPlace(
                what: "\(name) (\(tag))", type: .xmp, instead: "set an XMP property, for example XMP:\(property)")
        }
        let block = try XMPPacketEdit.edited(sidecar, edits).block
        return EditedFile(bytes: block.bytes, changes: block.changes, warnings: block.warnings)
    }
}

extension MetadataEdit {
    /// The edits that do in a sidecar what this one does in a picture.
    fileprivate var inSidecar: [MetadataEdit] {
        switch action {
        case .setExif(let tag, let value):
            guard let name = Self.counterparts[tag], let text = value.text else { return [self] }
            return [MetadataEdit.xmp(name, [text]).when(condition)]
        case .removeExif(let tag):
            return Self.counterparts[tag].map { [MetadataEdit(.removeXMP($0), when: condition)] } ?? []
        case .setXMP(let name, let node) where name == Self.created:
            return [self, MetadataEdit(.setXMP(Self.taken, node), when: condition)]
        default: return [self]
        }
    }

    private static let created = XMPName(qualified: "photoshop:DateCreated")
    private static let taken = XMPName(.exif, "DateTimeOriginal")

    /// The properties that stand for Exif's texts.
    ///
    /// Source: MWG 2.0, 5; CIPA DC-010-2020, Exif metadata for XMP.
    private static let counterparts: [TagID: XMPName] = {
        let names: [(TagID, String)] = [
            (TagID(.primary, .artist), "dc:creator"), (TagID(.primary, .copyright), "dc:rights"),
            (TagID(.primary, .imageDescription), "dc:description"), (TagID(.primary, .make), "tiff:Make"),
            (TagID(.primary, .model), "tiff:Model"), (TagID(.primary, .software), "xmp:CreatorTool"),
            (TagID(.exif, .cameraOwnerName), "exifEX:CameraOwnerName"),
            (TagID(.exif, .bodySerialNumber), "exifEX:BodySerialNumber"),
            (TagID(.exif, .lensMake), "exifEX:LensMake"), (TagID(.exif, .lensModel), "exifEX:LensModel"),
            (TagID(.exif, .lensSerialNumber), "exifEX:LensSerialNumber"),
        ]
        return Dictionary(names.compactMap { tag, name in XMPName(qualified: name).map { (tag, $0) } }) { first, _ in
            first
        }
    }()
}
