internal import UprightEditing

extension [MetadataEdit] {
    /// The edits of a block that is not the first one of its kind in the file.
    ///
    /// What is filled in only where it is blank goes by the first block, which most readers take: where that has a value,
    /// another block does not get a new one beside it.
    ///
    /// - Parameter edited: makes edits in the first block.
    func further(_ edited: ([MetadataEdit]) throws(MetadataEditError) -> BlockEdit) -> [MetadataEdit] {
        compactMap { edit in
            guard edit.condition == .whereBlank || edit.condition == .whereBlankInBlock else { return edit }
            do throws(MetadataEditError) {
                return try edited([edit]).changes.isEmpty ? nil : edit.when(.always)
            } catch {
                // The first block's own edit fails with the same reason, and is the one to tell it.
                return nil
            }
        }
    }
}
