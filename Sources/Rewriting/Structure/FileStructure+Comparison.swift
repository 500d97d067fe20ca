extension FileStructure {
    /// How a part of one file stands to another file.
    public struct Difference: Sendable, Hashable, Codable {
        /// What is different.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// The part is in both files, with the same bytes.
            case same
            /// The part is in both files, with other bytes.
            case changed
            /// The part is in the first file alone.
            case removed
            /// The part is in the second file alone.
            case added
        }

        /// What is different.
        public let kind: Kind
        /// The part in the first file; nil where it is added.
        public let first: Part?
        /// The part in the second file; nil where it is removed.
        public let second: Part?
    }

    /// Compares two files part by part, in the order of the files. Parts of the same name and bytes are paired first;
    /// of the rest between two such pairs, parts of the same name, in their order.
    ///
    /// - Returns: every part of both files, once; two files are the same when all are `same`.
    public func compared(with other: FileStructure) -> [Difference] {
        var differences: [Difference] = []
        var (i, j) = (0, 0)
        for (a, b) in pairs(with: other) + [(parts.count, other.parts.count)] {
            differences += Self.unpaired(Array(parts[i..<a]), Array(other.parts[j..<b]))
            guard a < parts.count else { break }
            differences.append(Difference(kind: .same, first: parts[a], second: other.parts[b]))
            (i, j) = (a + 1, b + 1)
        }
        return differences
    }

    /// Parts that are the same in both files, each further along in both than the one before it.
    private func pairs(with other: FileStructure) -> [(Int, Int)] {
        var places: [String: [Int]] = [:]
        for (index, part) in other.parts.enumerated() { places[part.name + part.sha256, default: []].append(index) }
        var last: [String: Int] = [:]
        for (index, part) in parts.enumerated() { last[part.name + part.sha256] = index }
        var pairs: [(Int, Int)] = []
        var next = 0
        for (index, part) in parts.enumerated() {
            guard let place = places[part.name + part.sha256]?.first(where: { $0 >= next }) else { continue }
            // A pair that would skip parts that are still to come in their own order is none.
            let isSkipping = other.parts[next..<place].contains {
                last[$0.name + $0.sha256].map { $0 > index } ?? false
            }
            guard !isSkipping else { continue }
            pairs.append((index, place))
            next = place + 1
        }
        return pairs
    }

    private static func unpaired(_ first: [Part], _ second: [Part]) -> [Difference] {
        var rest = second
        var differences: [Difference] = []
        for part in first {
            if let place = rest.firstIndex(where: { $0.name == part.name }) {
                differences += rest[..<place].map { Difference(kind: .added, first: nil, second: $0) }
                differences.append(Difference(kind: .changed, first: part, second: rest[place]))
                rest.removeFirst(place + 1)
            } else {
                differences.append(Difference(kind: .removed, first: part, second: nil))
            }
        }
        return differences + rest.map { Difference(kind: .added, first: nil, second: $0) }
    }
}
