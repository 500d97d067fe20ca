internal import UprightFormats

/// The plan of a file whose container gives its blocks of metadata and takes them back. Turning and editing go over the blocks,
/// in the same way in every format.
protocol BlockContainer {
    /// What the plan changes.
    var changes: [Change] { get set }
    var planWarnings: [String] { get set }
    /// Whether a turn kept something that depends on the layout of the picture as it was.
    var keepsLayout: Bool { get set }
    /// What a new Exif block says of the picture.
    var exifPicture: ExifEditing.Picture { get }

    /// Plans new bytes for a block; without any, its part is left out.
    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) throws(MetadataEditError)

    /// Plans a new block where readers look for one of its kind.
    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) throws(MetadataEditError)
}

extension BlockContainer {
    var keepsLayout: Bool {
        get { false }
        set {}
    }

    /// Turns blocks, and neutralizes every orientation in them.
    mutating func turn(_ blocks: [MetadataBlock], by turn: MetadataTurn) throws(PictureRefusal) {
        for block in blocks {
            let turned = turn.turned(block)
            planWarnings += turned.warnings.map { block.label + $0 }
            keepsLayout = keepsLayout || turned.needsOriginal
            guard turned.bytes != block.bytes else { continue }
            changes += turned.changes
            do throws(MetadataEditError) { try store(turned.bytes, in: block, isTurned: true) } catch {
                // Nothing but memory can be missing: the block was there.
                throw .memory(error.description)
            }
        }
    }

    /// Edits every block of a kind, since readers differ in which one they use. Throws if the first cannot be edited; others that
    /// cannot are kept, with a warning. Where the picture has none, it gets one if the edits make one.
    ///
    /// - Parameters:
    ///   - kind: the kind of a new block.
    ///   - copy: the content with which a new block begins. Default: none.
    ///   - first: edits the first block, or a new one, if that is more than editing its bytes.
    mutating func edit(
        _ blocks: [MetadataBlock], _ kind: MetadataBlock.Kind, _ edits: [MetadataEdit], copying copy: [UInt8]? = nil,
        first: (([UInt8]?) throws(MetadataEditError) -> BlockEdit)? = nil
    ) throws(MetadataEditError) {
        let target: MetadataEdit.Target =
            switch kind {
            case .exif: .exif
            case .xmp: .xmp
            case .photoshop, .iptc: .iptc
            }
        // There can be thousands of blocks and changes.
        var told: Told = (Set(changes), Set(planWarnings), [], exifPicture)
        defer { changes += told.new }
        guard let primary = blocks.first, primary.isPrimary else {
            if edits.makes(target) {
                let edit = if let first { try first(copy) } else { try edited(copy, kind, edits) }
                if !edit.changes.isEmpty { try add(kind, edit.bytes) }
                record(edit, &told)
            }
            for block in blocks { try self.edit(block, edits.filter(\.onlyChanges), nil, &told) }
            return
        }
        let further =
            blocks.count == 1
            ? []
            : edits.further { edit throws(MetadataEditError) in try edited(primary.bytes, primary.kind, edit) }
        try edit(primary, edits, first, &told)
        for block in blocks.dropFirst() {
            do throws(MetadataEditError) {
                // A block of another item gets nothing new.
                try edit(block, block.isPrimary ? further : further.filter(\.onlyChanges), nil, &told)
            } catch {
                planWarnings.append(EditedFile.furtherWarning(block.name, at: block.offset, error))
            }
        }
    }

    private mutating func edit(
        _ block: MetadataBlock, _ edits: [MetadataEdit],
        _ special: (([UInt8]?) throws(MetadataEditError) -> BlockEdit)?, _ told: inout Told
    ) throws(MetadataEditError) {
        let edit =
            if let special { try special(block.bytes) } else {
                try edited(block.bytes, block.kind, edits, told.picture)
            }
        if !edit.changes.isEmpty { try store(edit.bytes, in: block, isTurned: false) }
        record(edit, &told)
    }

    /// Makes edits in the bytes of a block; in a new one if there are none.
    func edited(
        _ bytes: [UInt8]?, _ kind: MetadataBlock.Kind, _ edits: [MetadataEdit], _ picture: ExifEditing.Picture? = nil
    ) throws(MetadataEditError) -> BlockEdit {
        switch kind {
        case .exif: try ExifEditing.edited(bytes, edits, picture: picture ?? exifPicture)
        case .xmp: try XMPPacketEdit.edited(bytes, edits).block
        case .photoshop: try IPTCEditing.edited(bytes, edits)
        case .iptc: try IPTCEditing.edited(iptc: bytes, edits)
        }
    }

    /// What is noted already, the changes among it that are new, and the picture of all blocks.
    private typealias Told = (
        changes: Set<Change>, warnings: Set<String>, new: [Change], picture: ExifEditing.Picture
    )

    /// Notes what was edited. The same change in several blocks counts once.
    private mutating func record(_ edit: BlockEdit, _ told: inout Told) {
        let new = edit.changes.filter { !told.changes.contains($0) }
        let warnings = edit.warnings.filter { !told.warnings.contains($0) }
        told.new += new
        planWarnings += warnings
        told.changes.formUnion(new)
        told.warnings.formUnion(warnings)
    }
}

extension [MetadataEdit] {
    /// Refuses edits that make a block of a kind in a format that cannot hold it.
    func refuse(
        _ target: MetadataEdit.Target, _ name: String, in type: ImageType, instead property: String
    ) throws(MetadataEditError) {
        guard let tag = first(making: target) else { return }
        throw .noPlace(
            what: "\(name) (\(tag))", type: type, instead: "set an XMP property, for example XMP:\(property)")
    }
}

extension MetadataEdit {
    /// Whether the edit changes or removes only what is there.
    fileprivate var onlyChanges: Bool {
        switch action {
        case .setExif, .setExifText, .setExifOrdered, .setIPTC, .setXMP, .setXMPFields:
            condition == .wherePresent
        case .changeIPTCList, .changeXMPList, .changeTexts: !isSetting || condition == .wherePresent
        default: true
        }
    }
}
