extension NormalizationReport {
    /// What of the original the output does not hold exactly, in words; empty if nothing.
    package var losses: [String] {
        var losses: [String] = []
        let changed = components.filter { $0.turn != .exact }
        if !changed.isEmpty {
            let names = changed.map { String($0.id) }.joined(separator: ", ")
            losses.append(
                changed.count == 1
                    ? "the component \(names) is requantized" : "the components \(names) are requantized")
        }
        // Damaged pixels that were not decoded and coded again are what they were.
        if let incompleteness, !components.isEmpty { losses.append("the picture is damaged: \(incompleteness)") }
        if needsOriginal { losses.append("it holds something that is not turned with it") }
        return losses
    }
}
