extension [MetadataEdit] {
    /// Returns the edits that are made in a format.
    ///
    /// - Parameter holdsExif: whether the format holds Exif.
    package func applicable(exif holdsExif: Bool) -> [MetadataEdit] {
        filter { $0.formats.include(exif: holdsExif) }.map { $0.only(in: .all) }
    }

    /// Whether an edit for a kind of block can create one.
    package func makes(_ target: MetadataEdit.Target) -> Bool { first(making: target) != nil }

    /// What the first edit sets that can create a kind of block, by the name of its tag; nil if none can.
    package func first(making target: MetadataEdit.Target) -> String? {
        let edit = first { $0.applies(to: target) && $0.isSetting && [.always, .whereBlank].contains($0.condition) }
        guard let edit else { return nil }
        return edit.assignedName ?? "a value"
    }

    /// Whether an edit applies to a kind of block.
    package func touches(_ target: MetadataEdit.Target) -> Bool { contains { $0.applies(to: target) } }

    /// What the edits strip, in order.
    package var strips: [MetadataStrip] { compactMap(\.strip) }
}
