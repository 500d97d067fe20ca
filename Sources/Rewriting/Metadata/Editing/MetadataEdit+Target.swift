package import UprightFormats

extension MetadataEdit {
    /// The kinds of block to which an edit can apply.
    package enum Target {
        case exif, iptc, xmp, text
    }

    /// The kind of block to which the edit applies; nil for all.
    private var target: Target? {
        switch action {
        case .setExif, .setExifText, .setExifOrdered, .setMakerNote, .removeExif, .renameExif, .removeDirectory: .exif
        case .setIPTC, .changeIPTCList, .removeIPTC, .renameIPTC: .iptc
        case .setXMP, .setXMPFields, .changeXMPList, .removeXMP, .removeXMPPacket, .renameXMP: .xmp
        case .setTexts, .changeTexts: .text
        case .strip: nil
        }
    }

    /// Whether the edit applies to a kind of block.
    func applies(to target: Target) -> Bool { self.target.map { $0 == target } ?? true }

    /// What the edit strips; nil if it is another edit.
    package var strip: MetadataStrip? { if case .strip(let strip) = action { strip } else { nil } }

    /// The name of what the edit changes, as in reports: `exif.GPSLatitude`, `iptc.City`, `xmp.photoshop:City`.
    public var what: String { subject.description }

    /// What the edit changes.
    public var subject: ChangeSubject {
        switch action {
        case .setExif(let tag, _), .setExifText(let tag, _), .setExifOrdered(let tag, _, _), .removeExif(let tag),
            .renameExif(let tag, _):
            .exif(tag.name)
        case .removeDirectory(let group): .exif(group.rawValue)
        case .setMakerNote(let maker, let number, _, _):
            .exif("\(maker.dropFirst().dropLast()):\(tagName(number))")
        case .setIPTC(let record, let number, _), .changeIPTCList(let record, let number, _, _),
            .removeIPTC(let record, let number), .renameIPTC(let record, let number, _, _):
            .iptc(IPTCTable.definition(record: record, number: number)?.name ?? "\(record):\(number)")
        case .setXMP(let name, _), .setXMPFields(let name, _), .changeXMPList(let name, _, _), .removeXMP(let name),
            .renameXMP(let name, _):
            .xmp(name.qualified)
        case .setTexts(let text, _), .changeTexts(let text, _, _): text.subject
        case .strip(let strip): ChangeSubject(.picture, "strip \(strip.profile.rawValue)")
        case .removeXMPPacket: .xmp("packet")
        }
    }

    /// The XMP property that the edit changes; nil if it changes anything else.
    package var xmpName: XMPName? {
        switch action {
        case .setXMP(let name, _), .setXMPFields(let name, _), .changeXMPList(let name, _, _), .removeXMP(let name),
            .renameXMP(let name, _):
            name
        default: nil
        }
    }

    /// Whether the edit writes a value, which can require a new block.
    package var isSetting: Bool {
        switch action {
        case .setExif, .setExifText, .setExifOrdered, .setIPTC, .setXMP: true
        case .setXMPFields(_, let fields): fields.contains { !$0.value.isBlank }
        case .changeIPTCList(_, _, _, let adding), .changeXMPList(_, _, let adding), .changeTexts(_, _, let adding):
            !adding.isEmpty
        case .setTexts(_, let texts): !texts.isEmpty
        default: false
        }
    }

    /// What an edit sets or removes.
    package enum Subject: Hashable {
        case tag(TagID)
        case directory(TagGroup)
        case dataSet(record: UInt8, number: UInt8)
        case property(XMPName)
        case text(PictureText)

        /// Whether it is a single value rather than a directory.
        package var isSingle: Bool { if case .directory = self { false } else { true } }
    }

    /// What the edit removes.
    package var removed: Subject? {
        switch action {
        case .removeExif(let tag): .tag(tag)
        case .removeDirectory(let group): .directory(group)
        case .removeIPTC(let record, let number): .dataSet(record: record, number: number)
        case .removeXMP(let name): .property(name)
        case .setTexts(let text, let texts) where texts.isEmpty: .text(text)
        default: nil
        }
    }

    /// What the edit sets: the item itself and its directory.
    package var assigned: Set<Subject> {
        switch action {
        case .setExif(let tag, _), .setExifText(let tag, _), .setExifOrdered(let tag, _, _):
            [.tag(tag), .directory(tag.group)]
        case .setIPTC(let record, let number, _), .changeIPTCList(let record, let number, _, _):
            [.dataSet(record: record, number: number)]
        case .setXMP(let name, _), .setXMPFields(let name, _), .changeXMPList(let name, _, _): [.property(name)]
        case .setTexts(let text, let texts) where !texts.isEmpty: [.text(text)]
        case .changeTexts(let text, _, _): [.text(text)]
        default: []
        }
    }

    /// The name of the tag that the edit sets; nil if it sets none.
    var assignedName: String? {
        switch action {
        case .setExif(let tag, _), .setExifText(let tag, _), .setExifOrdered(let tag, _, _): tag.description
        case .setIPTC(let record, let number, _), .changeIPTCList(let record, let number, _, _):
            "IPTC:" + (IPTCTable.definition(record: record, number: number)?.name ?? "\(record):\(number)")
        case .setTexts(let text, _), .changeTexts(let text, _, _): text.name
        default: nil
        }
    }

    /// Whether the edit applies where there is no value.
    package var fillsBlank: Bool { condition == .always || condition == .whereBlank }

    /// Whether the edit writes part of a position.
    package var setsPosition: Bool {
        guard isSetting, fillsBlank else { return false }
        return xmpName.map(XMPPosition.holds) ?? assigned.contains(.directory(.gps))
    }
}
