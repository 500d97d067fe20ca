public import UprightJSON
internal import UprightEditing
internal import UprightMetadata
internal import UprightRewriting

extension FileReport {
    /// The text of ``json``.
    var serialized: String { json.serialized }

    /// The object of the `--json` contract, with every key present, in the contract's order.
    public var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        func number(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
        return .object([
            ("source", .string(source)), ("output", text(output)), ("type", .string(type)),
            ("outcome", .string(outcome.rawValue)), ("reason", .string(reason)), ("orientation", number(orientation)),
            (
                "components",
                .array(
                    components.map { .object([("id", .integer($0.id)), ("turn", .string($0.turn.rawValue))]) })
            ),
            (
                "changes",
                .array(
                    changes.map {
                        .object([("what", .string($0.what)), ("from", .string($0.from)), ("to", .string($0.to))])
                    })
            ),
            ("warnings", .array(warnings.map(JSONValue.string))),
            ("sha256", .object([("source", text(sha256.source)), ("output", text(sha256.output))])),
            ("bytes", .object([("source", number(bytes.source)), ("output", number(bytes.output))])),
            ("seconds", .number((seconds * 1e6).rounded() / 1e6)),
        ])
    }
}
