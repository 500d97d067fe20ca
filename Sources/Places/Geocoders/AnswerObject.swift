internal import UprightBase
internal import UprightFormats

/// A JSON object from a geocoder: a string can be a number, missing, null, or `[]` for none.
struct AnswerObject {
    private let value: JSONValue

    /// Parses a whole answer.
    init(parsing bytes: [UInt8]) throws(GeocodingFailure) {
        do { value = try JSONValue(parsing: bytes, keepsLast: true) } catch {
            throw GeocodingFailure(
                .transient(after: nil), "expected JSON, found \(bytes.count) bytes that are not JSON")
        }
        guard case .object = value else {
            throw GeocodingFailure(.transient(after: nil), "expected a JSON object, found \(value.kind)")
        }
    }

    private init(_ value: JSONValue) { self.value = value }

    /// Returns the string under a key, or the first of a list; nil if it is empty or missing.
    func text(_ key: String) -> String? {
        var found = value[key]
        if case .array(let list)? = found { found = list.first }
        let text: String
        switch found {
        case .string(let string)?: text = string
        case .integer?, .number?, .boolean?: text = found?.serialized ?? ""
        default: return nil
        }
        let trimmed = String(Timestamp.trimmed(text).prefix(500))
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns the object under a key; an empty one if there is none.
    func object(_ key: String) -> AnswerObject { AnswerObject(value[key] ?? .null) }

    /// Returns the objects in the list under a key; nil if there is no list.
    func objects(_ key: String) -> [AnswerObject]? {
        guard case .array(let list)? = value[key] else { return nil }
        return list.map { AnswerObject($0) }
    }

    var isEmpty: Bool {
        guard case .object(let members) = value else { return true }
        return members.isEmpty
    }

    func first(_ keys: String...) -> String? { keys.lazy.compactMap { text($0) }.first }
}
