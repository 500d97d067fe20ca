extension JSONValue {
    /// A text; null if there is none, or if it is empty.
    package static func text(_ text: String?) -> JSONValue {
        guard let text, !text.isEmpty else { return .null }
        return .string(text)
    }

    /// A point in time, in milliseconds since 1970, as ``UTCTime``; null if there is none.
    package static func time(_ milliseconds: Int64?) -> JSONValue {
        milliseconds.map { .string(UTCTime(milliseconds: $0).text) } ?? .null
    }

    /// A whole number; null if there is none.
    package static func count(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    /// A number; null if there is none.
    package static func measure(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

    /// Numbers by name, in the order of the names.
    package static func counts(_ numbers: [String: Int]) -> JSONValue {
        .object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
    }
}
