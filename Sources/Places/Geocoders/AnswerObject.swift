internal import Foundation
internal import UprightFormats

/// A JSON object from a geocoder: a string can be a number, missing, null, or `[]` for none.
struct AnswerObject {
    private let members: [String: Any]

    /// Parses a whole answer.
    init(parsing bytes: [UInt8]) throws(GeocodingFailure) {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: Data(bytes)) } catch {
            throw GeocodingFailure(
                .transient(after: nil), "expected JSON, found \(bytes.count) bytes that are not JSON")
        }
        guard let members = value as? [String: Any] else {
            throw GeocodingFailure(.transient(after: nil), "expected a JSON object, found another value")
        }
        self.members = members
    }

    private init(_ members: [String: Any]) { self.members = members }

    /// Returns the string under a key, or the first of a list; nil if it is empty or missing.
    func text(_ key: String) -> String? {
        var value = members[key]
        if let list = value as? [Any] { value = list.first }
        let text = (value as? String) ?? (value as? NSNumber).map { $0.stringValue }
        guard let text else { return nil }
        let trimmed = String(Timestamp.trimmed(text).prefix(500))
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Returns the object under a key; an empty one if there is none.
    func object(_ key: String) -> AnswerObject { AnswerObject(members[key] as? [String: Any] ?? [:]) }

    /// Returns the objects in the list under a key; nil if there is no list.
    func objects(_ key: String) -> [AnswerObject]? {
        (members[key] as? [Any])?.map { AnswerObject($0 as? [String: Any] ?? [:]) }
    }

    var isEmpty: Bool { members.isEmpty }

    func first(_ keys: String...) -> String? { keys.lazy.compactMap { text($0) }.first }
}
