extension MetadataEdit.Condition {
    /// Whether an edit must be made, given whether its subject is present, whether it is blank, and whether its block
    /// is new. A missing subject is blank.
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
