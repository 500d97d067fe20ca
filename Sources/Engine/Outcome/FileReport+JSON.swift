package import UprightBase
package import UprightRewriting
internal import UprightFormats

extension FileReport {
    /// The text of ``json``.
    var serialized: String { json.serialized }

    /// The object of the `--json` contract, with every key present but `owesPlace` where no place is owed, in the contract's order.
    package var json: JSONValue {
        let owed: [(String, JSONValue)] = owesPlace ? [("owesPlace", .boolean(true))] : []
        return .object(
            [
                ("source", .string(source)), ("output", .text(output)),
                ("copies", .array(copies.map(JSONValue.string))),
                ("type", .string(type)),
                ("outcome", .string(outcome.rawValue)), ("reason", .text(reason)), ("orientation", .count(orientation)),
                ("pictureDigest", .text(pictureDigest ?? "")),
                (
                    "components",
                    .array(
                        components.map { .object([("id", .integer($0.id)), ("turn", .string($0.turn.rawValue))]) })
                ),
                ("changes", .array(changes.map(\.json))),
                ("warnings", .array(warnings.map(JSONValue.string))),
                ("sha256", .object([("source", .text(sha256.source)), ("output", .text(sha256.output))])),
                ("bytes", .object([("source", .count(bytes.source)), ("output", .count(bytes.output))])),
                ("seconds", .number((seconds * 1e6).rounded() / 1e6)),
            ] + owed)
    }
}

extension Change {
    /// The change as an object: a value that was not there before, or is not there now, is null.
    package var json: JSONValue {
        .object([("what", .string(what)), ("from", .text(from)), ("to", .text(to))])
    }
}
