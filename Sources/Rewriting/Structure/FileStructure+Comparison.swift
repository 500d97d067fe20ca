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
        var places = Places(other.parts.map { $0.name + $0.sha256 })
        var last: [String: Int] = [:]
        for (index, part) in parts.enumerated() { last[part.name + part.sha256] = index }
        let lasts = other.parts.map { last[$0.name + $0.sha256] ?? -1 }
        var pairs: [(Int, Int)] = []
        var next = 0
        // The first part of the other file, from `next` on, that has an equal part later in this one.
        var needed = 0
        for (index, part) in parts.enumerated() {
            guard let match = places.first(of: part.name + part.sha256, from: next) else { continue }
            needed = max(needed, next)
            while needed < match, lasts[needed] <= index { needed += 1 }
            // Reject a pair that would skip parts that have equal parts later in the first file.
            guard needed >= match else { continue }
            pairs.append((index, match))
            next = match + 1
        }
        return pairs
    }

    private static func unpaired(_ first: [Part], _ second: [Part]) -> [Difference] {
        var places = Places(second.map(\.name))
        var next = 0
        var differences: [Difference] = []
        for part in first {
            if let match = places.first(of: part.name, from: next) {
                differences += second[next..<match].map { Difference(kind: .added, first: nil, second: $0) }
                differences.append(Difference(kind: .changed, first: part, second: second[match]))
                next = match + 1
            } else {
                differences.append(Difference(kind: .removed, first: part, second: nil))
            }
        }
        return differences + second[next...].map { Difference(kind: .added, first: nil, second: $0) }
    }
}

/// Where each text is in a list. Searches go forward only, so that all of them together take as long as the list.
private struct Places {
    private var places: [String: (indices: [Int], next: Int)] = [:]

    init(_ texts: [String]) {
        for (index, text) in texts.enumerated() { places[text, default: ([], 0)].indices.append(index) }
    }

    /// Returns the first place of a text, at or after an index that never decreases; nil if there is none.
    mutating func first(of text: String, from index: Int) -> Int? {
        guard let (indices, start) = places[text] else { return nil }
        var next = start
        while next < indices.count, indices[next] < index { next += 1 }
        places[text]?.next = next
        return next < indices.count ? indices[next] : nil
    }
}
