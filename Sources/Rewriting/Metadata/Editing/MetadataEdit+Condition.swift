extension MetadataEdit.Condition {
    /// Whether an edit is to be made, where its subject is there or not, is blank or not, and the block that it stands in
    /// is only now being made or not. A subject that is not there is blank.
    func isMet(isPresent: @autoclosure () -> Bool, isBlank: @autoclosure () -> Bool, isNewBlock: Bool) -> Bool {
        switch self {
        case .always: true
        case .wherePresent: isPresent()
        case .whereBlank: isBlank()
        case .whereBlankInBlock: !isNewBlock && isBlank()
        case .whereBlock: !isNewBlock
        }
    }
}
