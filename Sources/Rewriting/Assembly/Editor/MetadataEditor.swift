internal import UprightMetadata
internal import UprightContainers
public import UprightEditing

/// Edits the metadata of JPEG, PNG and GIF files.
///
/// A new value overwrites the old one in place if it fits; otherwise it is appended to its block. Missing blocks are
/// created where readers look for them. Nothing else changes: pixels, other tags, maker notes, other segments and
/// chunks, and the bytes after the picture are copied byte for byte. Either all edits are made or none.
public struct MetadataEditor: Sendable {
    /// The edits, in the order in which they are made.
    public let edits: [MetadataEdit]

    /// Creates an editor that makes the given edits.
    ///
    /// If a later edit sets what an earlier one removes, the removal is left out, so that repeating the edits changes
    /// nothing.
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
            // A value that an earlier edit removes is blank, whatever it was.
            removesPositions = removesPositions || edit.action == .removeXMPPositions
            let isRemoved =
                !removed.isDisjoint(with: edit.assigned)
                || removesPositions && edit.xmpName.map(XMPPosition.holds) ?? false
            let fills = edit.condition == .whereBlank && isRemoved
            kept.append(fills ? edit.when(.always) : edit)
        }
        self.edits = kept
    }

    /// Returns the file with the edits made.
    ///
    /// - Throws: ``MetadataEditError`` if the file cannot be read, has no place for an edit, or has a damaged block
    ///   where an edit needs one.
    public func edited(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        guard !edits.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: []) }
        var edited: EditedFile
        switch ImageType.identify(source) {
        case .jpeg: edited = try editedJPEG(source)
        case .png: edited = try editedPNG(source)
        case .gif: edited = try editedGIF(source)
        case let type: throw .file(.type(type))
        }
        edited.warnings += leftovers(in: edited.bytes)
        return edited
    }

    /// Returns a warning for each carrier in an edited file that still holds a position, if the edits remove the
    /// position.
    package func leftovers(in bytes: [UInt8]) -> [String] {
        guard edits.contains(where: { $0.action == .removeXMPPositions }), !edits.contains(where: \.setsPosition) else {
            return []
        }
        return PositionLeftovers.warnings(in: bytes)
    }

    private func editedJPEG(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        let picture: JPEGSource
        do throws(JPEGFormatError) {
            picture = try JPEGSource(source)
        } catch {
            throw .file(.jpeg(error))
        }
        var rewrite = JPEGRewrite(of: picture)
        try rewrite.edit(edits)
        guard rewrite.isChanged else { return EditedFile(bytes: source, changes: [], warnings: rewrite.warnings) }
        let output = rewrite.assembled()
        return EditedFile(bytes: output.bytes, changes: output.changes, warnings: rewrite.warnings)
    }

    private func editedPNG(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        let file: PNGFile
        do throws(PNGFormatError) {
            file = try PNGFile(parsing: source)
        } catch {
            throw .file(.png(error))
        }
        var rewrite = PNGRewrite(of: file, in: source)
        try rewrite.edit(edits)
        guard rewrite.isChanged else { return EditedFile(bytes: source, changes: [], warnings: rewrite.warnings) }
        return EditedFile(bytes: rewrite.assembled().bytes, changes: rewrite.changes, warnings: rewrite.warnings)
    }

    private func editedGIF(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        let file: GIFFile
        do throws(GIFFormatError) {
            file = try GIFFile(parsing: source)
        } catch {
            throw .file(.gif(error))
        }
        var rewrite = GIFRewrite(of: file, in: source)
        try rewrite.edit(edits)
        guard rewrite.isChanged else { return EditedFile(bytes: source, changes: [], warnings: rewrite.warnings) }
        return EditedFile(bytes: rewrite.assembled(), changes: rewrite.changes, warnings: rewrite.warnings)
    }
}
