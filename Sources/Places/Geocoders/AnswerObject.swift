internal import Foundation
internal import UprightGeodata

/// A JSON object as geocoders give it: texts may be numbers, missing, null, or `[]` for nothing.
struct AnswerObject {
    private let members: [String: Any]

    /// The object that is the whole of an answer.
    init(parsing bytes: [UInt8]) throws(GeocodingFailure) {
        let value: Any
        do { value = try JSONSerialization.jsonObject(with: Data(bytes)) } catch {
            throw GeocodingFailure(
                .transient(after: nil), "expected JSON, found \(bytes.count) bytes of something else")
        }
        guard let members = value as? [String: Any] else {
            throw GeocodingFailure(.transient(after: nil), "expected a JSON object, found another value")
        }
        self.members = members
    }

    private init(_ members: [String: Any]) { self.members = members }

    /// A text that is not empty; the first of a list.
    func text(_ key: String) -> String? {
        var value = members[key]
        if let list = value as? [Any] { value = list.first }
        let text = (value as? String) ?? (value as? NSNumber).map { $0.stringValue }
        guard let text else { return nil }
        let trimmed = String(Timestamp.trimmed(text).prefix(500))
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The object under a key; an empty one where there is none.
    func object(_ key: String) -> AnswerObject { AnswerObject(members[key] as? [String: Any] ?? [:]) }

    /// The objects in the list under a key; nil where there is no list.
    func objects(_ key: String) -> [AnswerObject]? {
        (members[key] as? [Any])?.map { AnswerObject($0 as? [String: Any] ?? [:]) }
    }

    /// Whether there is nothing in it.
    var isEmpty: Bool { members.isEmpty }

    /// The first of several keys that has a text.
    func first(_ keys: String...) -> String? { keys.lazy.compactMap { text($0) }.first }
}
