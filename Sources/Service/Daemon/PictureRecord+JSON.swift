internal import UprightRewriting
public import UprightJSON
internal import UprightDigests
internal import UprightFiles
public import UprightJournal

extension PictureRecord {
    /// The row as the object that `upright journal export` prints on a line. Times are in milliseconds since 1970, digests
    /// in lower-case hexadecimal.
    public var exportJSON: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        func integer(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }
        func number(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
        return .object([
            ("source", .string(source.exact)), ("folder", .string(folder.exact)),
            ("state", .string(state.rawValue)), ("outcome", text(outcome?.rawValue)), ("reason", .string(reason)),
            ("type", .string(type)), ("orientation", integer(orientation)), ("output", text(output?.exact)),
            (
                "sha256",
                .object([
                    ("source", text(sourceSHA256.map { hexadecimal($0) })),
                    ("output", text(outputSHA256.map { hexadecimal($0) })),
                ])
            ),
            ("bytes", .object([("source", .integer(status.size)), ("output", integer(outputSize))])),
            ("modified", .integer(Int(status.modified / 1_000_000))), ("latitude", number(latitude)),
            ("longitude", number(longitude)), ("captured", text(captured)), ("capturedOffset", text(capturedOffset)),
            ("options", .string(options)), ("version", .string(version)), ("attempts", .integer(attempts)),
            ("interruptions", .integer(interruptions)), ("nextTry", .integer(Int(nextTry))),
            ("firstSeen", .integer(Int(firstSeen))), ("finished", integer(finished.map { Int($0) })),
            ("seconds", .number(seconds)), ("original", .string(original.rawValue)),
            ("originalReason", .string(originalReason)),
        ])
    }
}
