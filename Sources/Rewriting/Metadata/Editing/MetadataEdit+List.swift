extension [MetadataEdit] {
    /// Whether an edit for a kind of block may make one.
    package func makes(_ target: MetadataEdit.Target) -> Bool {
        contains { $0.target == target && $0.isSetting && [.always, .whereBlank].contains($0.condition) }
    }

    /// Whether an edit is made in a kind of block.
    package func touches(_ target: MetadataEdit.Target) -> Bool { contains { $0.target == target } }
}
