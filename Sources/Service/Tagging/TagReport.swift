public import UprightJSON
internal import UprightEngine
public import UprightFiles
public import UprightContainers
public import UprightEditing
internal import UprightMetadata
public import UprightRewriting

/// The report on the edits of one file, or on its turn.
public struct TagReport: Sendable {
    /// The file.
    public var source: RawPath
    /// The path of the edited file; nil if there is none.
    public var output: RawPath?
    /// The type of the content.
    public var type = ImageType.unknown
    /// Whether the picture was to be turned.
    public var isTurn = false
    /// `normalized` if something was edited, `unchanged`, or `rejected`.
    public var outcome = Outcome.rejected
    /// Why it was rejected; otherwise empty.
    public var reason = ""
    /// The changes.
    public var changes: [Change] = []
    /// What the user should know in addition to the outcome.
    public var warnings: [String] = []

    init(source: RawPath) { self.source = source }

    /// The outcome as a word.
    public var word: String { outcome == .normalized ? (isTurn ? "turned" : "edited") : outcome.rawValue }

    /// The report as one JSON object, in the terms of `upright reprocess --json`; the outcome of an edited file is
    /// `edited`, that of a turned one `turned`.
    public var json: JSONValue {
        .object([
            ("source", .string(source.exact)), ("output", .text(output?.exact)), ("type", .string(type.rawValue)),
            ("outcome", .string(word)), ("reason", .text(reason)),
            ("changes", .array(changes.map(\.json))), ("warnings", .array(warnings.map(JSONValue.string))),
        ])
    }
}
