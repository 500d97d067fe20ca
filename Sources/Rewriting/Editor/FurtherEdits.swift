extension [MetadataEdit] {
    /// Returns the edits to make in a block that is not the first of its kind in the file.
    ///
    /// Edits that fill in blanks go by the first block, which most readers use: if it has a value, other blocks do not
    /// get a new one.
    ///
    /// - Parameter edited: makes edits in the first block.
    func further(_ edited: ([MetadataEdit]) throws(MetadataEditError) -> BlockEdit) -> [MetadataEdit] {
        compactMap { edit in
            guard edit.condition == .whereBlank || edit.condition == .whereBlankInBlock else { return edit }
            do throws(MetadataEditError) {
                return try edited([edit]).changes.isEmpty ? nil : edit.when(.always)
            } catch {
                // The first block's own edit fails for the same reason, and reports it.
                return nil
            }
        }
    }
}
