internal import UprightRewriting
package import UprightBase
package import UprightFiles

extension PictureRecord {
    /// The row as the object that `upright journal export` prints on a line. Digests are in lower-case hexadecimal.
    package var exportJSON: JSONValue {
        func digest(_ bytes: [UInt8]?) -> JSONValue { .text(bytes.map { hexadecimal($0) }) }
        // Small numbers mean "at once".
        let next = nextTry > 1_000 ? nextTry : nil
        return .object([
            ("source", .string(source.exact)), ("folder", .string(folder.exact)),
            ("state", .string(state.displayName)), ("outcome", .text(outcome?.rawValue)), ("reason", .text(reason)),
            ("type", .text(type)), ("orientation", .count(orientation)), ("output", .text(output?.exact)),
            ("copies", .array(copies.map { .string($0.output.exact) })),
            ("sha256", .object([("source", digest(sourceSHA256)), ("output", digest(outputSHA256))])),
            ("bytes", .object([("source", .integer(status.size)), ("output", .count(outputSize))])),
            ("modified", .time(Int64(status.modified / 1_000_000))), ("latitude", .measure(latitude)),
            ("longitude", .measure(longitude)), ("captured", .text(captured)),
            ("capturedOffset", .text(capturedOffset)), ("options", .text(options)), ("version", .text(version)),
            ("attempts", .integer(attempts)), ("interruptions", .integer(interruptions)), ("nextTry", .time(next)),
            ("firstSeen", .time(firstSeen > 0 ? firstSeen : nil)), ("finished", .time(finished)),
            ("seconds", .number(seconds)), ("original", .text(original.rawValue)),
            ("originalReason", .text(originalReason)), ("incomplete", .boolean(isIncomplete)),
            ("lacks", .text(incompleteness)), ("picture", .text(picture?.exact)), ("other", .boolean(isUnsupported)),
            ("owesPlace", .boolean(owesPlace)),
        ])
    }
}

extension PictureRecord.State {
    /// The state as users see it.
    package var displayName: String {
        switch self {
        case .claimed: "working"
        case .waiting: "deferred"
        default: rawValue
        }
    }
}
