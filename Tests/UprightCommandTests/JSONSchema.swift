import Foundation
import TestSupport

/// docs/json.schema.json, with the part of JSON Schema that it uses. Objects are closed: a key that the schema does not have is a
/// mistake of the schema or of the command.
struct JSONSchema {
    private let definitions: [String: Any]

    init() throws {
        let bytes = try Data(contentsOf: Fixture.repository.appending(path: "docs/json.schema.json"))
        definitions =
            (try JSONSerialization.jsonObject(with: bytes) as? [String: Any])?["$defs"] as? [String: Any] ?? [:]
    }

    /// The names of the definitions.
    var names: Set<String> { Set(definitions.keys) }

    /// The keys of a definition.
    func keys(of name: String) -> Set<String> {
        let properties = (definitions[name] as? [String: Any])?["properties"] as? [String: Any]
        return Set((properties ?? [:]).keys)
    }

    /// What is wrong with a value.
    func problems(_ value: Any, as name: String) -> [String] {
        guard let definition = definitions[name] as? [String: Any] else { return ["no definition \(name)"] }
        return problems(value, definition, at: "")
    }

    private func problems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            return problems(value, as: String(reference.dropFirst("#/$defs/".count))).map { path + $0 }
        }
        if let any = schema["anyOf"] as? [[String: Any]] {
            let all = any.map { problems(value, $0, at: path) }
            return all.contains { $0.isEmpty } ? [] : all.flatMap(\.self)
        }
        if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }) {
            let kind = Self.kind(of: value)
            guard types.contains(kind) || kind == "integer" && types.contains("number") else {
                return ["\(path): expected \(types.joined(separator: " or ")), found \(value)"]
            }
            if kind == "null" { return [] }
        }
        if let words = schema["enum"] as? [Any], !words.contains(where: { "\($0)" == "\(value)" }) {
            return ["\(path): expected one of \(words), found \(value)"]
        }
        switch value {
        case let text as String: return problems(of: text, schema, path)
        case let number as NSNumber:
            let isLow = (schema["minimum"] as? NSNumber).map { number.doubleValue < $0.doubleValue } ?? false
            let isHigh = (schema["maximum"] as? NSNumber).map { number.doubleValue > $0.doubleValue } ?? false
            return isLow || isHigh ? ["\(path): \(number) is out of range"] : []
        case let array as [Any]:
            guard let items = schema["items"] as? [String: Any] else { return [] }
            return array.enumerated().flatMap { problems($0.element, items, at: "\(path)[\($0.offset)]") }
        case let object as [String: Any]: return problems(of: object, schema, path)
        default: return []
        }
    }

    private func problems(of text: String, _ schema: [String: Any], _ path: String) -> [String] {
        if text.utf8.count < schema["minLength"] as? Int ?? 0 { return ["\(path): an empty text"] }
        guard let pattern = schema["pattern"] as? String else { return [] }
        return text.range(of: pattern, options: .regularExpression) == nil ? ["\(path): \(text) is not \(pattern)"] : []
    }

    private func problems(of object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
        if let values = schema["additionalProperties"] as? [String: Any] {
            return object.flatMap { problems($0.value, values, at: "\(path).\($0.key)") }
        }
        guard let properties = schema["properties"] as? [String: Any] else { return [] }
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(path).\($0) is missing"
        }
        return missing
            + object.sorted { $0.key < $1.key }.flatMap { key, value in
                guard let member = properties[key] as? [String: Any] else { return ["\(path).\(key) is in no schema"] }
                return problems(value, member, at: "\(path).\(key)")
            }
    }

    private static func kind(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is String: "string"
        case is [Any]: "array"
        case is [String: Any]: "object"
        // Foundation's booleans on Linux are numbers of this Objective-C type.
        case let number as NSNumber where String(cString: number.objCType) == "c": "boolean"
        case let number as NSNumber: number.doubleValue.rounded() == number.doubleValue ? "integer" : "number"
        default: "unknown"
        }
    }
}
