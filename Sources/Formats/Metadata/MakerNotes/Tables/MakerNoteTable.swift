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

        /// The size in bytes.
        var size: Int {
            switch self {
            case .unsigned8, .signed8, .text: 1
            case .unsigned16, .signed16: 2
            case .unsigned32, .signed32: 4
            }
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
        let form: MakerNoteForm
    }

    /// The unit in which a record counts; nil for a directory.
    let unit: Unit?
    /// A record's own byte order; nil for the note's.
    let byteOrder: TIFFByteOrder?
    /// The fields by number.
    var fields: [Int: Field] = [:]
}
