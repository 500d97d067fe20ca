extension [MetadataEdit] {
    /// Returns the edits that are made in a format.
    ///
    /// - Parameter holdsExif: whether the format holds Exif.
    package func made(exif holdsExif: Bool) -> [MetadataEdit] {
        filter { $0.formats.include(exif: holdsExif) }.map { $0.only(in: .all) }
    }

    /// Whether an edit for a kind of block can create one.
    package func makes(_ target: MetadataEdit.Target) -> Bool {
        contains { $0.applies(to: target) && $0.isSetting && [.always, .whereBlank].contains($0.condition) }
    }

    /// Whether an edit applies to a kind of block.
    package func touches(_ target: MetadataEdit.Target) -> Bool { contains { $0.applies(to: target) } }

    /// What the edits strip, in order.
    package var strips: [MetadataStrip] { compactMap(\.strip) }
}
