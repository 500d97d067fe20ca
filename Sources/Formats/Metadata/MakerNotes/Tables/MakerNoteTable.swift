/// The names of the numbers in one directory or record of a maker's notes.
struct MakerNoteTable: Sendable {
    /// The type of a record's numbers.
    enum Unit: Character, Sendable {
        case unsigned8 = "B"
        case signed8 = "b"
        case unsigned16 = "H"
        case signed16 = "h"
        case unsigned32 = "L"
        case signed32 = "l"
        case text = "a"
        /// A number in the other byte order.
        case reversed16 = "R"

        var size: Int {
            switch self {
            case .unsigned8, .signed8, .text: 1
            case .unsigned16, .signed16, .reversed16: 2
            case .unsigned32, .signed32: 4
            }
        }
    }

    /// What the numbers of a table count.
    enum Layout: Sendable, Equatable {
        /// Tags of a directory.
        case directory
        case record(Unit)
        /// Canon: words behind their size, each a number and a value in a byte.
        case canonFunctions
        /// Canon: groups of a number, a count and values in LONGs.
        case canonFunctions2
        /// Nikon: a number, a type and a value in eight bytes, behind a header.
        case nikonSettings

        /// Reads the letter behind a section's name.
        init(_ letter: Character?) {
            switch letter {
            case "C": self = .canonFunctions
            case "D": self = .canonFunctions2
            case "S": self = .nikonSettings
            case let letter?: self = Unit(rawValue: letter).map { .record($0) } ?? .directory
            case nil: self = .directory
            }
        }
    }

    /// The models that have a field: `K10D|GX10`, `!K-5`, with `_` for a blank and `$` for the end; or the first numbers of
    /// the records, or the sizes of the values in a directory, that have it: `#4|5`.
    struct Models: Sendable {
        let names: [String]
        let isExcluding: Bool
        private let isNumber: Bool

        init(_ text: Substring) {
            isExcluding = text.first == "!"
            isNumber = text.first == "#"
            names = text.drop { $0 == "!" || $0 == "#" }.split(separator: "|").map {
                $0.map { $0 == "_" ? " " : String($0) }.joined()
            }
        }

        /// Whether a model is one of these: the name must end where a word of the model does.
        func include(_ model: String, number: Int = 0) -> Bool {
            isNumber
                ? names.contains(String(number)) : names.contains { MakerNoteTable.contains(model, $0) } != isExcluding
        }
    }

    /// A name and how its value is read and shown.
    struct Field: Sendable {
        let number: Int
        let name: String
        /// ImageIO's key, if it differs from the name. Values have both keys.
        let key: String?
        /// The type in a record; nil for the table's unit.
        let unit: Unit?
        /// The number of units in a record.
        let count: Int
        /// The bits that are the value; nil for all.
        let mask: Int?
        /// The numbers that mean that there is no value.
        let absent: ClosedRange<Int>?
        /// Whether the value is the version of the firmware, without which the record is of another form.
        let isFirmware: Bool
        /// The numbers that can be a value: others come from a record of another form, and have no name.
        let possible: ClosedRange<Int>?
        /// Whether the value gives way to others of its name; otherwise the last one counts.
        let isWeak: Bool
        /// The models that have the field; nil for all.
        let models: Models?
        let form: MakerNoteForm
    }

    let layout: Layout
    /// A record's own byte order; nil for the note's.
    let byteOrder: TIFFByteOrder?
    /// The fields by number: several if they share bits, or depend on the model.
    var fields: [Int: [Field]] = [:]

    /// The place in a record of a firmware's version, by which the record is recognized: `FirmwareVersion?v`.
    var firmware: Int?

    /// Returns the field with a number that a model has, for a value of a size.
    func field(_ number: Int, model: String, size: Int = 0) -> Field? {
        fields[number]?.first { $0.models?.include(model, number: size) ?? true }
    }

    /// Whether a model contains a name that ends where a word does: `EOS 5D` is not in `EOS 5DS`. A name that ends in no
    /// letter, such as `SLT-`, is the beginning of a word.
    static func contains(_ model: String, _ name: String) -> Bool {
        let isEnd = name.hasSuffix("$")
        let (text, wanted) = (Array(model.utf8), Array(name.utf8.dropLast(isEnd ? 1 : 0)))
        guard !wanted.isEmpty, wanted.count <= text.count else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (65...90).contains(byte & 0xDF) }
        return (0...text.count - wanted.count).contains { start in
            let end = start + wanted.count
            return text[start..<end].elementsEqual(wanted)
                && (end == text.count || !isEnd && !(isLetter(text[end]) && isLetter(wanted[wanted.count - 1])))
                && (start == 0 || !isLetter(text[start - 1]) || !isLetter(wanted[0]))
        }
    }
}
