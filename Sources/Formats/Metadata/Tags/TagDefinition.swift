/// The definition of a tag in a standard.
public struct TagDefinition: Sendable, Hashable {
    /// The number of units in a tag's value.
    public enum Count: Sendable, Hashable {
        /// Any number.
        case any
        /// Exactly this number.
        case exactly(Int)
        /// Within the range.
        case within(ClosedRange<Int>)

        /// Whether a count is allowed.
        public func allows(_ count: Int) -> Bool {
            switch self {
            case .any: true
            case .exactly(let number): count == number
            case .within(let range): range.contains(count)
            }
        }
    }

    /// Whether users can change a tag.
    public enum Editability: String, Sendable, Hashable, Codable {
        /// The tag describes the picture and can be set, corrected or removed.
        case editable
        /// The tag describes how the data is stored; changing it alone would make it wrong.
        case structural
    }

    /// The tag's number.
    public let number: UInt16
    /// The tag's name in the standard.
    public let name: String
    /// The types that the standard allows; the first one is used for writing.
    public let types: [TIFFFieldType]
    /// The number of units.
    public let count: Count
    /// Whether users can change the tag.
    public let editability: Editability
    /// The meanings of an enumerated tag's values; empty for other tags.
    public let meanings: [Int: String]
    /// Other names of the tag.
    public let aliases: [String]
    /// The key of the tag in an ImageIO dictionary.
    public let key: String

    init(
        _ number: UInt16, _ name: String, _ types: [TIFFFieldType], _ count: Count = .exactly(1),
        _ editability: Editability = .editable, meanings: [Int: String] = [:], aliases: [String] = [],
        key: String? = nil
    ) {
        self.number = number
        self.name = name
        self.types = types
        self.count = count
        self.editability = editability
        self.meanings = meanings
        self.aliases = aliases
        self.key = key ?? name
    }

    /// Creates the definition of a tag that no standard has, for ``TagHandlers/register(_:in:handler:)``.
    ///
    /// - Parameters:
    ///   - types: the types that are allowed; the first one is used for writing. UNDEFINED if there is none.
    ///   - key: the key in dictionaries; nil for the name.
    public init(
        number: UInt16, name: String, types: [TIFFFieldType], count: Count = .any,
        meanings: [Int: String] = [:], aliases: [String] = [], key: String? = nil
    ) {
        self.init(
            number, name, types.isEmpty ? [.undefined] : types, count, meanings: meanings, aliases: aliases, key: key)
    }

    /// Whether a text is the tag's name, an alias or its key, ignoring case.
    func isNamed(_ text: String) -> Bool {
        let wanted = text.lowercased()
        return ([name, key] + aliases).contains { $0.lowercased() == wanted }
    }
}
