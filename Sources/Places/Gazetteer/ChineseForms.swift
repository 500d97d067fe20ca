/// The Simplified and the Traditional forms of characters, learned from places whose name is known in both.
struct ChineseForms: Sendable {
    /// The form of a name.
    enum Form {
        case simplified, traditional
    }

    /// Of a character that Simplified names have, the one that Traditional names have in its place.
    private let traditional: [Character: Character]
    /// Of a character that Traditional names have, the one that Simplified names have in its place.
    private let simplified: [Character: Character]
    /// The characters that were seen in either form.
    private let known: Set<Character>

    /// A character has one other form if it is the other one this often. The rest are the few names that are
    /// translated differently rather than spelled differently, such as that of Sydney.
    private static let share = (20, 19)

    /// Learns from the names of the same places in both forms.
    init(_ names: some Sequence<(simplified: String, traditional: String)>) {
        var pairs: [Character: [Character: Int]] = [:]
        var reversed: [Character: [Character: Int]] = [:]
        for (simplified, traditional) in names where simplified.count == traditional.count {
            for (one, other) in zip(simplified, traditional) {
                pairs[one, default: [:]][other, default: 0] += 1
                reversed[other, default: [:]][one, default: 0] += 1
            }
        }
        func unambiguous(_ pairs: [Character: [Character: Int]]) -> [Character: Character] {
            pairs.compactMapValues { forms in
                let total = forms.values.reduce(0, +)
                return forms.first { $0.value * Self.share.0 >= total * Self.share.1 }?.key
            }
        }
        traditional = unambiguous(pairs)
        simplified = unambiguous(reversed)
        known = Set(pairs.keys).union(reversed.keys)
    }

    /// Returns the form that a name is written in; nil if it has characters of both, or if it cannot be told.
    ///
    /// A name whose characters are the same in both is Simplified, and ``converted(_:to:)`` leaves it unchanged.
    func form(of name: String) -> Form? {
        let (isSimplified, isTraditional) = (has(.simplified, in: name), has(.traditional, in: name))
        if isSimplified != isTraditional { return isSimplified ? .simplified : .traditional }
        return !isSimplified && name.allSatisfy { known.contains($0) } ? .simplified : nil
    }

    /// Whether a name has characters that only names of this form have.
    func has(_ form: Form, in name: String) -> Bool {
        name.contains { character in
            let other = form == .simplified ? traditional[character] : simplified[character]
            let own = form == .simplified ? simplified[character] : traditional[character]
            return other.map { $0 != character } == true && own != character
        }
    }

    /// Returns a name in the other form; nil if one of its characters is unknown or has several forms there.
    func converted(_ name: String, to form: Form) -> String? {
        let table = form == .simplified ? simplified : traditional
        var result = ""
        for character in name {
            guard let other = table[character] else { return nil }
            result.append(other)
        }
        return result
    }
}
