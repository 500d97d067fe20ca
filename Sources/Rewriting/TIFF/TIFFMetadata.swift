internal import UprightBase
internal import UprightFormats

/// The metadata of a page as an Exif block of its own, and back: what is known of Exif blocks then serves TIFF files, with
/// offsets of 32 and of 64 bits.
struct TIFFMetadata {
    private let file: TIFFFile
    private let source: [UInt8]
    /// The index of the page's directory.
    private let page: Int
    private let directories: [TagGroup: Int]

    /// The tags that say how samples are stored, and those that hold other kinds of metadata.
    private static let others: Set<UInt16> = [
        254, 255, 256, 257, 258, 259, 262, 263, 266, 273, 277, 278, 279, 280, 281, 284, 288, 289, 290, 291, 292, 293,
        301,
        317, 320, 322, 323, 324, 325, 326, 327, 328, 330, 332, 334, 336, 337, 338, 339, 340, 341, 342, 347, 512, 513,
        514,
        515, 517, 518, 519, 520, 521, 529, 530, 531, 532, 700, 33_421, 33_422, 33_723, 34_377, 34_675, 34_665, 34_853,
    ]

    init(of page: Int, _ file: TIFFFile, in source: [UInt8]) {
        self.page = page
        self.file = file
        self.source = source
        var found: [TagGroup: Int] = [.primary: page]
        for (index, directory) in file.directories.enumerated() {
            switch directory.kind {
            case .exif(page): found[.exif] = index
            case .gps(page): found[.gps] = index
            default: continue
            }
        }
        if let exif = found[.exif] {
            found[.interoperability] = file.directories.firstIndex { $0.kind == .interoperability(exif) }
        }
        directories = found
    }

    /// Returns the block.
    ///
    /// - Parameter isWhole: whether it has the maker note and the tags of the storage, for reading.
    func block(isWhole: Bool = false, makerNote: Bool = true) -> [UInt8] {
        var groups: [TagGroup: [TIFFField]] = [:]
        for group in directories.keys { groups[group] = fields(of: group, isWhole: isWhole, makerNote: makerNote) }
        return TIFFBlockWriter(order: file.order).block(groups)
    }

    /// The tags of a directory that belong to the block.
    private func fields(of group: TagGroup, isWhole: Bool, makerNote: Bool) -> [TIFFField] {
        guard let index = directories[group] else { return [] }
        var seen: Set<UInt16> = []
        return file.directories[index].entries.compactMap { entry in
            let pointers = [TIFFTag.exifIFD, .gpsIFD, .subIFDs].map(\.rawValue)
            guard let value = entry.value, TIFFFieldType(rawValue: entry.type).size != nil, value.count < 1 << 24,
                isWhole
                    ? !(group == .primary && pointers.contains(entry.tag))
                    : !(group == .primary && Self.others.contains(entry.tag)),
                group != .exif || entry.tag != TIFFTag.interoperabilityIFD.rawValue,
                makerNote || group != .exif || entry.tag != TIFFTag.makerNote.rawValue, seen.insert(entry.tag).inserted
            else { return nil }
            return TIFFField(
                tag: entry.tag, type: TIFFFieldType(rawValue: entry.type), count: entry.count,
                bytes: Array(source[value]))
        }
    }

    /// Plans what makes the file have the tags of a block that was made from ``block(isWhole:makerNote:)`` and changed.
    func plan(_ bytes: [UInt8], makerNote: Bool = true, into plan: inout TIFFPlan) throws(FormatError) {
        // A block of which nothing is left has no bytes.
        let block = bytes.isEmpty ? TIFFBlock(byteOrder: file.order) : try TIFFBlock(parsing: bytes)
        let pointers: [(TagGroup, TIFFTag, TagGroup)] = [
            (.exif, .exifIFD, .primary), (.gps, .gpsIFD, .primary), (.interoperability, .interoperabilityIFD, .exif),
        ]
        for group in [TagGroup.primary, .exif, .gps, .interoperability] {
            let new = Self.fields(of: group, in: block)
            if let index = directories[group] {
                let old = fields(of: group, isWhole: false, makerNote: makerNote)
                let keepsOthers = file.directories[index].entries.count > old.count
                if new.isEmpty, group != .primary, !keepsOthers || makerNote,
                    let pointer = pointers.first(where: { $0.0 == group }), let parent = directories[pointer.2]
                {
                    guard !old.isEmpty else { continue }
                    plan.removed.insert(index)
                    plan.fields[parent, default: [:]][pointer.1.rawValue] = .some(nil)
                    continue
                }
                for field in old where !new.contains(where: { $0.tag == field.tag }) {
                    plan.fields[index, default: [:]][field.tag] = .some(nil)
                }
                for field in new where !old.contains(field) {
                    plan.fields[index, default: [:]][field.tag] = .some(TIFFFileField(field))
                }
            } else if !new.isEmpty, let pointer = pointers.first(where: { $0.0 == group }) {
                if let parent = directories[pointer.2] {
                    plan.created[parent, default: [:]][pointer.1.rawValue] = new.map { TIFFFileField($0) }
                }
            }
        }
    }

    private static func fields(of group: TagGroup, in block: TIFFBlock) -> [TIFFField] {
        let pointers = [TIFFTag.exifIFD, .gpsIFD, .interoperabilityIFD].map(\.rawValue)
        var seen: Set<UInt16> = []
        return block.directory(group.kind)?.entries.compactMap { entry in
            guard !pointers.contains(entry.tag), let bytes = block.valueBytes(entry), seen.insert(entry.tag).inserted
            else { return nil }
            return TIFFField(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(bytes))
        } ?? []
    }

    /// Whether a tag of a page belongs to the block.
    static func isOfBlock(_ tag: UInt16) -> Bool { !others.contains(tag) }

    /// Returns a block with what a plan changes in it.
    func applied(_ plan: TIFFPlan, to bytes: [UInt8]) throws(FormatError) -> [UInt8] {
        var block = try TIFFBlock(parsing: bytes)
        for (group, index) in directories {
            for (tag, change) in plan.fields[index] ?? [:] where group != .primary || Self.isOfBlock(tag) {
                if let field = change {
                    let new = TIFFField(
                        tag: field.tag, type: TIFFFieldType(rawValue: field.type), count: field.count,
                        bytes: field.bytes)
                    block.set([new], in: group.kind)
                } else {
                    block.set([], removing: [tag], in: group.kind)
                }
            }
        }
        return block.bytes
    }

    /// Takes out of a plan what it says of the block's tags.
    func forget(in plan: inout TIFFPlan) {
        for (group, index) in directories {
            guard let fields = plan.fields[index] else { continue }
            let rest = fields.filter { group == .primary && !Self.isOfBlock($0.key) }
            plan.fields[index] = rest.isEmpty ? nil : rest
        }
    }

    // MARK: Other kinds

    /// The bytes of a tag of the page: an XMP packet, IPTC data sets, Photoshop's resources, a profile.
    func value(_ tag: TIFFTag) -> [UInt8]? {
        file.directories[page].entry(tag)?.value.map { Array(source[$0]) }
    }

    /// The IPTC data sets. Some writers store them as LONGs, whose bytes are then in the file's order.
    var iptc: [UInt8]? {
        guard let bytes = value(.iptcNAA), !bytes.isEmpty else { return nil }
        let isSwapped = bytes.count >= 4 && bytes[0] != 0x1C && bytes[3] == 0x1C
        guard isSwapped, bytes.count % 4 == 0 else { return bytes }
        return stride(from: 0, to: bytes.count, by: 4).flatMap { bytes[$0..<$0 + 4].reversed() }
    }

    /// Whether the page has metadata besides the tags of its storage.
    var isEmpty: Bool {
        directories.count == 1 && fields(of: .primary, isWhole: false, makerNote: true).isEmpty
            && [TIFFTag.xmlPacket, .iptcNAA, .imageResources].allSatisfy { value($0) == nil }
    }
}

extension TIFFTag {
    /// IPTC data sets (RichTIFFIPTC).
    static let iptcNAA = TIFFTag(rawValue: 0x83BB)
}
