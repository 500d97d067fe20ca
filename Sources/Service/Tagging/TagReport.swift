public import UprightFiles
public import UprightContainers
public import UprightEditing
internal import UprightMetadata
public import UprightRewriting

/// What was done to the metadata of one file.
public struct TagReport: Sendable {
    /// The file.
    public var source: RawPath
    /// Where the edited file is; nil where there is none.
    public var output: RawPath?
    /// The type that the content has.
    public var type = ImageType.unknown
    /// `normalized` where something was edited, `unchanged`, or `rejected`.
    public var outcome = Outcome.rejected
    /// Why, where it was rejected.
    public var reason = ""
    /// Each thing that was changed.
    public var changes: [Change] = []
    /// What the user should know beside the outcome.
    public var warnings: [String] = []

    init(source: RawPath) { self.source = source }

    /// The report as one JSON object, in the terms of `upright reprocess --json`; the outcome of an edited file is
    /// `edited`.
    public var json: String {
        func text(_ strings: [String]) -> PropertyValue { .array(strings.map { .string($0) }) }
        let value: PropertyValue = [
            "source": .string(source.description), "output": .string(output?.description ?? ""),
            "type": .string(type.rawValue),
            "outcome": .string(outcome == .normalized ? "edited" : outcome.rawValue), "reason": .string(reason),
            "changes": .array(
                changes.map { ["what": .string($0.what), "from": .string($0.from), "to": .string($0.to)] }),
            "warnings": text(warnings),
        ]
        return value.json
    }
}
