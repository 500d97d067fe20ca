internal import UprightMetadata
internal import UprightContainers

/// Makes edits in the metadata of JPEG, PNG and GIF files.
///
/// What is edited is overwritten in place where it fits, and appended to its block where it does not; blocks that are
/// missing are made, well-formed, where readers look for them. Nothing that is not edited changes: pixels, other tags,
/// makers' notes, other segments and chunks, and what follows the picture are carried byte for byte. All edits are made
/// or none.
public struct MetadataEditor: Sendable {
    /// The edits, made in this order.
    public let edits: [MetadataEdit]

    /// An editor that makes the given edits.
    ///
    /// A removal of what a later edit sets is left to that one, so that making the edits again finds nothing to do.
    public init(_ edits: [MetadataEdit]) {
        var kept: [MetadataEdit] = []
        var removed: Set<MetadataEdit.Subject> = []
        var removesPositions = false
        for (index, edit) in edits.enumerated() {
            if let subject = edit.removed {
                removed.insert(subject)
                if edits[index...].contains(where: { $0.fillsBlank && $0.assigned.contains(subject) }),
                    subject.isSingle
                {
                    continue
                }
            }
            // What was removed before is blank, whatever stood there.
            removesPositions = removesPositions || edit.action == .removeXMPPositions
            let isRemoved =
                !removed.isDisjoint(with: edit.assigned)
                || removesPositions && edit.xmpName.map(XMPPosition.holds) ?? false
            let fills = edit.condition == .whereBlank && isRemoved
            kept.append(fills ? edit.when(.always) : edit)
        }
        self.edits = kept
    }

    static let credentialsWarning =
        "the file carries content credentials (C2PA) that sign it as it was; they are kept, and do not fit the edited file"

    /// The file with the edits made.
    ///
    /// - Throws: ``MetadataEditError`` where the file cannot be read, has no place for an edit, or has a damaged block
    ///   where one would have to be made.
    public func edited(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        guard !edits.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: []) }
        var edited: EditedFile
        switch ImageType.identify(source) {
        case .jpeg: edited = try JPEGEditing.edited(source, edits)
        case .png: edited = try PNGEditing.edited(source, edits)
        case .gif: edited = try GIFEditing.edited(source, edits)
        case let type: throw .file(.type(type))
        }
        if edits.contains(where: { $0.action == .removeXMPPositions }), !edits.contains(where: \.setsPosition) {
            edited.warnings += PositionLeftovers.warnings(in: edited.bytes)
        }
        return edited
    }
}

extension [MetadataEdit] {
    /// Whether an edit for a kind of block may make one.
    func makes(_ target: MetadataEdit.Target) -> Bool {
        contains { $0.target == target && $0.isSetting && [.always, .whereBlank].contains($0.condition) }
    }

    /// Whether an edit is made in a kind of block.
    func touches(_ target: MetadataEdit.Target) -> Bool { contains { $0.target == target } }
}
