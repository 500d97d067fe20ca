/// Why labels cannot be turned with their picture.
package struct LabelRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, what was found, and what to do.
    package let description: String
    /// Whether they could be turned if it were known on which picture they were made.
    package var isSilent = false

    init(_ description: String) { self.description = description }

    init(expected: String, found: String) { self.init("expected \(expected), found \(found)") }

    /// Nothing says on which picture they were made.
    static let silent: LabelRefusal = {
        var refusal = LabelRefusal(
            expected: "dimensions that tell whether the labels were made on the stored or on the displayed picture",
            found:
                "none that differ; say it with labelled: stored, if the tool ignores Exif's orientation, or labelled: "
                + "displayed (in the configuration, or --labelled)")
        refusal.isSilent = true
        return refusal
    }()

    /// The file has labels of other pictures, too.
    static func pictures(_ count: Int) -> LabelRefusal {
        LabelRefusal(expected: "labels of one picture", found: "\(count); turn them with upright-batch annotations")
    }
}
