internal import UprightFormats
internal import UprightRewriting
internal import UprightWorker

/// One difference between two files.
package struct InspectionDifference: Sendable, Hashable {
    /// What differs: a key of the dictionaries, `{Exif}.FNumber`, or a part, `part APP1 Exif`.
    package let what: String
    /// The value in the first file; nil if it has none.
    package let first: String?
    /// The value in the second file; nil if it has none.
    package let second: String?

    /// All differences, parts first.
    package static func all(_ first: Inspection, _ second: Inspection) -> [InspectionDifference] {
        var differences: [InspectionDifference] = []
        if first.type != second.type {
            differences.append(.init(what: "type", first: first.type.rawValue, second: second.type.rawValue))
        }
        if let first = first.structure, let second = second.structure { differences += parts(first, second) }
        let (a, b) = (flat(.dictionary(first.properties)), flat(.dictionary(second.properties)))
        for key in Set(a.keys).union(b.keys).sorted() where a[key] != b[key] {
            differences.append(.init(what: key, first: a[key], second: b[key]))
        }
        return differences
    }

    /// Compares the parts. A number distinguishes parts of the same name, in the order of their file.
    private static func parts(_ first: FileStructure, _ second: FileStructure) -> [InspectionDifference] {
        func shown(_ part: FileStructure.Part) -> String { "\(part.length) bytes, \(part.shortDigest)" }
        var counts: (first: [String: Int], second: [String: Int]) = ([:], [:])
        return first.compared(with: second).compactMap { difference in
            if let part = difference.first { counts.first[part.name, default: 0] += 1 }
            if let part = difference.second { counts.second[part.name, default: 0] += 1 }
            guard difference.kind != .same, let name = (difference.first ?? difference.second)?.name else { return nil }
            let number = (difference.first == nil ? counts.second[name] : counts.first[name]) ?? 1
            return InspectionDifference(
                what: "part \(name)" + (number == 1 ? "" : " #\(number)"), first: difference.first.map(shown),
                second: difference.second.map(shown))
        }
    }

    /// The leaves of a dictionary by their path.
    private static func flat(_ value: PropertyValue, _ path: String = "") -> [String: String] {
        switch value {
        case .dictionary(let dictionary):
            var leaves: [String: String] = [:]
            for (key, value) in dictionary {
                leaves.merge(flat(value, path.isEmpty ? key : "\(path).\(key)")) { first, _ in first }
            }
            return leaves
        default: return [path: value.json]
        }
    }

    /// The difference as one JSON object; an absent value is null.
    package var json: String {
        func value(_ text: String?) -> PropertyValue { text.map { .string($0) } ?? .null }
        return PropertyValue.dictionary(["what": .string(what), "first": value(first), "second": value(second)]).json
    }
}
