internal import UprightContainers
internal import UprightMetadata
internal import UprightWorker

/// One difference between two files.
public struct InspectionDifference: Sendable, Hashable {
    /// What differs: a key of the dictionaries, `{Exif}.FNumber`, or a part, `part APP1 Exif`.
    public let what: String
    /// The value in the first file; nil if it has none.
    public let first: String?
    /// The value in the second file; nil if it has none.
    public let second: String?

    /// All differences, parts first.
    public static func all(_ first: Inspection, _ second: Inspection) -> [InspectionDifference] {
        var differences: [InspectionDifference] = []
        if first.type != second.type {
            differences.append(.init(what: "type", first: first.type.rawValue, second: second.type.rawValue))
        }
        differences += parts(first.parts, second.parts)
        let (a, b) = (flat(.dictionary(first.properties)), flat(.dictionary(second.properties)))
        for key in Set(a.keys).union(b.keys).sorted() where a[key] != b[key] {
            differences.append(.init(what: key, first: a[key], second: b[key]))
        }
        return differences
    }

    /// Compares parts, paired by name; of several parts with the same name, the first with the first, and so on. A file
    /// decides its parts' names, so one can be the same as another with its number.
    private static func parts(_ first: [FilePart], _ second: [FilePart]) -> [InspectionDifference] {
        func numbered(_ parts: [FilePart]) -> [(String, FilePart)] {
            var counts: [String: Int] = [:]
            return parts.map { part in
                counts[part.name, default: 0] += 1
                let count = counts[part.name] ?? 1
                return (count == 1 ? part.name : "\(part.name) #\(count)", part)
            }
        }
        let (a, b) = (numbered(first), numbered(second))
        let other = Dictionary(b) { first, _ in first }
        let own = Dictionary(a) { first, _ in first }
        func shown(_ part: FilePart) -> String { "\(part.length) bytes, \(part.shortDigest)" }
        let changed = a.compactMap { name, part -> InspectionDifference? in
            guard other[name]?.digest != part.digest else { return nil }
            return .init(what: "part \(name)", first: shown(part), second: other[name].map(shown))
        }
        let added = b.filter { own[$0.0] == nil }.map {
            InspectionDifference(what: "part \($0.0)", first: nil, second: shown($0.1))
        }
        return changed + added
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
    public var json: String {
        func value(_ text: String?) -> PropertyValue { text.map { .string($0) } ?? .real(.nan) }
        return PropertyValue.dictionary(["what": .string(what), "first": value(first), "second": value(second)]).json
    }
}
