import Foundation
import TestSupport

/// exiftool's reading of files: group, tag ID, name and value of every tag, without translation.
struct ExiftoolReading {
    struct Tag {
        let group: String
        let name: String
        let id: String
        let value: Any
    }

    let path: String
    let tags: [Tag]

    /// Reads files or folders with one run of exiftool.
    static func read(_ paths: [String], options: [String] = []) throws -> [ExiftoolReading] {
        let run = try Command.run("exiftool", ["-j", "-G1", "-n", "-D", "-struct", "-r"] + options + paths)
        let files = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]] ?? []
        return files.map { file in
            ExiftoolReading(
                path: file["SourceFile"] as? String ?? "",
                tags: file.compactMap { key, value in
                    let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
                    guard parts.count == 2, let body = value as? [String: Any], let content = body["val"] else {
                        return nil
                    }
                    return Tag(group: parts[0], name: parts[1], id: "\(body["id"] ?? "")", value: content)
                }.sorted { ($0.group, $0.name) < ($1.group, $1.name) })
        }
    }
}

/// Values as text in one form, so that equal values compare equal.
enum NormalForm {
    /// Returns the leaves of a value, in any order.
    static func leaves(_ value: Any) -> [String] {
        switch value {
        case let array as [Any]: array.flatMap(leaves)
        case let dictionary as [String: Any]: dictionary.values.flatMap(leaves)
        case let text as String: text.split(whereSeparator: \.isWhitespace).map { word(String($0)) }
        case let number as NSNumber: [word("\(number)")]
        default: ["\(value)"]
        }
    }

    /// Returns a word in normal form: numbers with nine digits, fractions as numbers.
    static func word(_ word: String) -> String {
        if let number = Double(word) { return Self.number(number) }
        let parts = word.split(separator: "/")
        if parts.count == 2, let a = Double(parts[0]), let b = Double(parts[1]), b != 0 { return number(a / b) }
        return word
    }

    static func number(_ number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "undef" : "inf" }
        return String(format: "%.9g", number == 0 ? 0 : number)
    }

    /// Whether two lists of words agree: numbers can differ by what exiftool rounds.
    static func agree(_ one: [String], _ other: [String]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one.sorted(by: precedes), other.sorted(by: precedes)).allSatisfy { a, b in
            if a == b { return true }
            guard let first = Double(a), let second = Double(b) else { return false }
            return abs(first - second) <= 1e-5 * max(abs(first), abs(second))
        }
    }

    private static func precedes(_ a: String, _ b: String) -> Bool {
        switch (Double(a), Double(b)) {
        case (let first?, let second?): first < second
        case (nil, nil): a < b
        case (let first, _): first != nil
        }
    }

    /// Returns the digits of a date or time.
    static func digits(_ text: String) -> String { String(text.filter { $0.isNumber || $0 == "+" }) }
}
