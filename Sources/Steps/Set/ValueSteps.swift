extension [any Step] {
    /// The steps that write values with fields, and what another picture says.
    ///
    /// - Parameters:
    ///   - tagsFrom: the path of the other picture; nil for none.
    ///   - overwrites: whether values that files have are replaced.
    package static func setting(_ values: [SetValue], tagsFrom: Template?, overwrites: Bool) -> [any Step] {
        var step = SetStep()
        (step.values, step.tagsFrom, step.overwrites) = (values, tagsFrom, overwrites)
        return [step]
    }
}
