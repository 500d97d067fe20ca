extension FileStructure {
    /// The comparison of one part with another file.
    public struct Difference: Sendable, Hashable, Codable {
        /// The kind of difference.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// The part is in both files, with the same bytes.
            case same
            /// The part is in both files, with different bytes.
            case changed
            /// The part is only in the first file.
            case removed
            /// The part is only in the second file.
            case added
        }

        /// The kind of difference.
        public let kind: Kind
        /// The part in the first file; nil if it was added.
        public let first: Part?
        /// The part in the second file; nil if it was removed.
        public let second: Part?
    }

    /// Compares two files part by part, in file order. Parts with the same name and bytes are paired first; between two
    /// such pairs, the remaining parts with the same name are paired in order.
    ///
    /// - Returns: every part of both files, once; the files are equal if all parts are `same`.
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

    /// Returns pairs of equal parts, in increasing order in both files.
    private func pairs(with other: FileStructure) -> [(Int, Int)] {
        var places: [String: [Int]] = [:]
        for (index, part) in other.parts.enumerated() { places[part.name + part.sha256, default: []].append(index) }
        var last: [String: Int] = [:]
        for (index, part) in parts.enumerated() { last[part.name + part.sha256] = index }
        var pairs: [(Int, Int)] = []
        var next = 0
        for (index, part) in parts.enumerated() {
            guard let place = places[part.name + part.sha256]?.first(where: { $0 >= next }) else { continue }
            // Reject a pair that would skip parts that have equal parts later in the first file.
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
