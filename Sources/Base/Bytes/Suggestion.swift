/// Suggests the word that a mistyped one probably meant.
package enum Suggestion {
    /// `did you mean "…"?` with the word nearest to the given one; empty if none is near.
    package static func nearest(to word: String, in words: [String]) -> String {
        let plain = bare(word)
        let ranked = words.map { (word: $0, bare: bare($0)) }.map { ($0.word, $0.bare.count, distance(plain, $0.bare)) }
        guard let (best, length, distance) = ranked.min(by: { $0.2 < $1.2 }) else { return "" }
        return distance <= min(plain.count, length) / 3 + 1 ? "did you mean \"\(best)\"?" : ""
    }

    /// The letters that are compared: the hyphens before all options make none of them alike.
    private static func bare(_ word: String) -> [UInt8] {
        Array(word.lowercased().utf8.drop { $0 == UInt8(ascii: "-") })
    }

    /// The smallest number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other
    /// (optimal string alignment distance).
    static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var row = [i + 1]
            for (j, b) in second.enumerated() {
                var best = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a == second[j - 1], first[i - 1] == b { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[second.count]
    }
}
