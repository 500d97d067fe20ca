public import UprightJSON
public import UprightJournal

/// What became of a file in a drop folder, as its row of the journal says.
public struct PictureFate: Sendable {
    /// The row as the object that `upright journal export` prints.
    public let json: JSONValue

    /// What became of the file of a row.
    public init(_ record: PictureRecord) { self.init(record.exportJSON) }

    init(_ json: JSONValue) { self.json = json }

    /// The file.
    public var source: String { text("source") }
    /// The state of the work on it, as the journal names it.
    public var state: String { text("state") }
    /// The outcome of the last try; empty if there was none.
    public var outcome: String { text("outcome") }
    /// Why it was not delivered; empty if it was.
    public var reason: String { text("reason") }
    /// The file that was delivered; empty if none was.
    public var output: String { text("output") }

    private func text(_ name: String) -> String {
        guard case .string(let text) = json[name] else { return "" }
        return text
    }
}
