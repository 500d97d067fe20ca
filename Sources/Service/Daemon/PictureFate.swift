package import UprightFiles
package import UprightBase

/// What happened to a file in a drop folder, as its row of the journal says.
package struct PictureFate: Sendable {
    /// The row as the object that `upright journal export` prints.
    package let json: JSONValue

    /// What happened to the file of a row.
    package init(_ record: PictureRecord) { self.init(record.exportJSON) }

    init(_ json: JSONValue) { self.json = json }

    /// The file.
    package var source: String { text("source") }
    /// The state of the work on it, as the journal names it.
    package var state: String { text("state") }
    /// The outcome of the last try; empty if there was none.
    package var outcome: String { text("outcome") }
    /// Why it was not delivered; empty if it was.
    package var reason: String { text("reason") }
    /// The file that was delivered; empty if none was.
    package var output: String { text("output") }
    /// Why the original of a delivered file is still there; empty if it has left, or is not to leave.
    package var originalReason: String { text("originalReason") }
    /// The type of the content.
    package var type: String { text("type") }
    /// What a file lacked that was delivered so far; nil if it was complete.
    package var lacks: String? {
        guard case .boolean(true)? = json["incomplete"] else { return nil }
        return text("lacks")
    }
    /// Whether its place is written when a geocoder answers.
    package var owesPlace: Bool { if case .boolean(true)? = json["owesPlace"] { true } else { false } }
    /// The bytes of the output; nil if there is none.
    package var outputBytes: Int? { bytes("output") }

    /// Whether a file has another size or time than the one whose fate this is.
    package func isOlder(than status: FileStatus) -> Bool {
        guard let size = bytes("source"), case .string(let time)? = json["modified"], let modified = UTCTime(time)
        else { return false }
        return status.size != size || status.modified / 1_000_000 != modified.milliseconds
    }

    private func bytes(_ side: String) -> Int? {
        guard case .integer(let count)? = json["bytes"]?[side] else { return nil }
        return count
    }

    /// Whether it stays because its type is not handled, and `others` passes no files on.
    package var isLeft: Bool {
        guard case .boolean(true)? = json["other"] else { return false }
        return outcome == "ignored"
    }

    private func text(_ name: String) -> String {
        guard case .string(let text) = json[name] else { return "" }
        return text
    }
}
