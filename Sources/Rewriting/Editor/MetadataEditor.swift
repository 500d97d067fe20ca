internal import UprightFormats

/// Edits the metadata of files of all handled formats.
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
    public init(_ edits: [MetadataEdit]) { self.edits = edits }

    /// Returns the edits that are made in a format.
    func edits(for format: some PictureFormat) -> [MetadataEdit] {
        Self.reduced(edits.applicable(exif: format.description.holdsExif))
    }

    /// Returns the edits without those that a later one makes void.
    static func reduced(_ edits: [MetadataEdit]) -> [MetadataEdit] {
        var kept: [MetadataEdit] = []
        var removed: Set<MetadataEdit.Subject> = []
        var stripped: [StripRules] = []
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
            if let strip = edit.strip { stripped.append(StripRules(strip)) }
            let isRemoved =
                !removed.isDisjoint(with: edit.assigned)
                || stripped.contains { rules in edit.assigned.contains { rules.removes($0) } }
            let fills = edit.condition == .whereBlank && isRemoved
            let due = isRemoved ? edit.fillingEmptyList : edit
            kept.append(fills ? due.when(.always) : due)
        }
        return kept
    }

    /// Returns the file with the edits made.
    ///
    /// - Throws: ``MetadataEditError`` if the file cannot be read, has no place for an edit, or has a damaged block
    ///   where an edit needs one.
    public func edited(_ source: [UInt8]) throws(MetadataEditError) -> EditedFile {
        guard !edits.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: []) }
        guard let format = PictureFormats.format(of: source) else {
            throw .file(.type(PictureFormats.identify(source)))
        }
        return try edited(source, as: format)
    }

    private func edited(_ source: [UInt8], as format: some PictureFormat) throws(MetadataEditError) -> EditedFile {
        let (editor, proofs) = prepared(for: source, as: format)
        let edited = try editor.changed(source, as: format)
        for proof in proofs { try proof.check(edited.bytes, as: format) }
        return edited
    }

    /// Returns the editor for a file, whose strips know what they remove from it, and the proofs that they need.
    func prepared(for source: [UInt8], as format: some PictureFormat) -> (editor: MetadataEditor, proofs: [StripProof])
    {
        let (edits, proofs) = StripProof.prepared(edits(for: format), of: source, as: format)
        return (MetadataEditor(edits), proofs)
    }

    /// Returns the file with the edits made, without the proof of what they strip.
    func changed(_ source: [UInt8], as format: some PictureFormat) throws(MetadataEditError) -> EditedFile {
        var document = try opened(source, as: format)
        try document.edit(edits(for: format))
        var edited = EditedFile(bytes: source, changes: [], warnings: document.planWarnings)
        if document.isChanged {
            var source = source
            do throws(PictureRefusal) {
                let output = try document.assemble(releasing: &source, .onlyEdits)
                (edited.bytes, edited.changes) = (output.bytes, output.changes)
            } catch {
                throw .file(.structure(error.description))
            }
        }
        return edited
    }

    /// Whether the edits look at all bytes of a file: what a strip removes is searched everywhere.
    package var needsWholeFile: Bool { !edits.strips.isEmpty }

    /// Edits a large file of which only the parts that its format looks at were read (``PictureFormat/sparse(_:)``).
    ///
    /// - Returns: the changes that make the output; nil if there are none.
    package func patch(
        _ source: [UInt8], as format: any PictureFormat
    ) throws(MetadataEditError) -> (patch: PicturePatch?, warnings: [String]) {
        func patch(
            _ format: some PictureFormat
        ) throws(MetadataEditError) -> (patch: PicturePatch?, warnings: [String]) {
            var document = try opened(source, as: format)
            try document.edit(edits)
            let warnings = document.planWarnings
            guard document.isChanged else { return (nil, warnings) }
            do throws(PictureRefusal) { return (try document.patch(), warnings) } catch {
                throw .file(.structure(error.description))
            }
        }
        return try patch(format)
    }

    private func opened<Format: PictureFormat>(
        _ source: [UInt8], as format: Format
    ) throws(MetadataEditError) -> Format.Document {
        do throws(ImagePropertiesError) { return try format.document(reading: source) } catch { throw .file(error) }
    }
}
