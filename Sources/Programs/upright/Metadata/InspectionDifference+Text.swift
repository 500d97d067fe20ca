internal import UprightBase
internal import UprightService

extension InspectionDifference {
    /// The difference on one line.
    func text(colours: Bool) -> String {
        func short(_ text: String?) -> String {
            guard let text else { return "—" }
            let safe = ShownText.onOneLine(text)
            return safe.count > 100 ? safe.prefix(99) + "…" : safe
        }
        return "\(Style.bold(ShownText.onOneLine(what), when: colours)): \(short(first)) → \(short(second))"
    }
}
