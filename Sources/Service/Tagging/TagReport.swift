package import UprightBase
internal import UprightEngine
package import UprightFiles
package import UprightFormats
package import UprightRewriting

/// The report on the edits of one file, or on its turn.
package struct TagReport: Sendable {
    package var source: RawPath
    /// The path of the edited file; nil if there is none.
    package var output: RawPath?
    /// The type of the content.
    package var type = ImageType.unknown
    /// Whether the picture was to be turned.
    package var isTurn = false
    /// Whether the output is the picture's sidecar.
    package var isSidecar = false
    /// Whether edits were to be undone.
    package var isUndo = false
    /// `normalized` if something was edited, `unchanged`, or `rejected`.
    package var outcome = Outcome.rejected
    /// Why it was rejected; otherwise empty.
    package var reason = ""
    package var changes: [Change] = []
    /// What the user should know in addition to the outcome.
    package var warnings: [String] = []

    package init(source: RawPath) { self.source = source }

    /// Says why nothing was changed.
    mutating func reject(_ error: any Error) {
        (outcome, reason, output, changes) = (.rejected, "\(error)", nil, [])
    }

    /// The outcome as a word.
    package var word: String {
        outcome == .normalized ? (isUndo ? "restored" : isTurn ? "turned" : "edited") : outcome.rawValue
    }

    /// The report as one JSON object, in the terms of `upright reprocess --json`; the outcome of an edited file is
    /// `edited`, that of a turned one `turned`.
    package var json: JSONValue {
        .object([
            ("source", .string(source.exact)), ("output", .text(output?.exact)), ("type", .string(type.rawValue)),
            ("outcome", .string(word)), ("reason", .text(reason)),
            ("changes", .array(changes.map(\.json))), ("warnings", .array(warnings.map(JSONValue.string))),
        ])
    }
}
