internal import UprightBase
internal import UprightFormats

/// The properties of the items: the boxes of `ipco`, and the tables `ipma` that associate them with items.
///
/// Source: ISO/IEC 23008-12, section 9.3.
struct HEIFProperties: Sendable, Hashable {
    /// A property.
    struct Property: Sendable, Hashable {
        /// The type: `ispe`, `irot`.
        var type: String
        /// The whole box.
        var bytes: [UInt8]
        /// The place of the box in the file; nil for a new one.
        var range: Range<Int>?
        /// The place of the payload in `bytes`.
        var header: Int

        /// The payload of the box.
        var payload: ArraySlice<UInt8> { bytes[header...] }
    }

    /// The association of a property with an item.
    struct Association: Sendable, Hashable {
        /// The number of the property, starting with 1; 0 for none.
        var property: Int
        /// Whether readers that do not know the property must not show the item.
        var isEssential: Bool
    }

    /// The properties of one item in one table.
    struct Entry: Sendable, Hashable {
        var id: Int
        var associations: [Association]
    }

    /// One `ipma` box.
    struct Table: Sendable, Hashable {
        var version: Int
        /// Bit 0: numbers of properties have 15 bits instead of 7.
        var flags: Int
        var entries: [Entry]
    }

    var properties: [Property] = []
    var tables: [Table] = []
    /// The other boxes in `iprp`, which stay as they are.
    private var others: [ArraySlice<UInt8>] = []

    /// No properties.
    init() {}

    /// Reads an `iprp` box.
    init(parsing box: ISOBox, in bytes: [UInt8]) throws(FormatError) {
        var hasContainer = false
        for box in try Self.boxes(box, in: bytes) {
            switch box.type {
            case "ipco" where !hasContainer:
                hasContainer = true
                properties = try Self.boxes(box, in: bytes).map { property in
                    Property(
                        type: property.type, bytes: Array(bytes[property.range]), range: property.range,
                        header: property.payload.lowerBound - property.range.lowerBound)
                }
            case "ipma": tables.append(try Self.table(box, in: bytes))
            default: others.append(bytes[box.range])
            }
        }
        let count = properties.count
        for entry in tables.flatMap(\.entries) {
            guard entry.associations.allSatisfy({ $0.property <= count }) else {
                throw FormatError(
                    "ipma: item \(entry.id) has the property \(entry.associations.map(\.property).max() ?? 0), but ipco "
                        + "has \(count)")
            }
        }
    }

    private static func boxes(_ box: ISOBox, in bytes: [UInt8]) throws(FormatError) -> [ISOBox] {
        let (boxes, end) = ISOBox.boxes(in: box.payload, of: bytes)
        guard end == box.payload.upperBound, boxes.allSatisfy(\.isNestable) else {
            throw FormatError(
                "\(box.type) at byte \(box.range.lowerBound): expected boxes up to byte \(box.payload.upperBound), found "
                    + "them up to \(boxes.last { $0.isNestable }?.range.upperBound ?? box.payload.lowerBound)")
        }
        return boxes
    }

    private static func table(_ box: ISOBox, in bytes: [UInt8]) throws(FormatError) -> Table {
        var reader = ISOReader(box, in: bytes)
        let head = try reader.versionAndFlags()
        var table = Table(version: head.version, flags: head.flags, entries: [])
        let width = head.flags & 1 == 1 ? 2 : 1
        for _ in 0..<(try reader.integer(4)) {
            var entry = Entry(id: try reader.integer(head.version == 0 ? 2 : 4), associations: [])
            for _ in 0..<(try reader.integer(1)) {
                let field = try reader.integer(width)
                let bit = 1 << (8 * width - 1)
                entry.associations.append(Association(property: field & (bit - 1), isEssential: field & bit != 0))
            }
            table.entries.append(entry)
        }
        return table
    }

    /// Returns the associations of an item, in order.
    func associations(of id: Int) -> [Association] {
        var found: [Association] = []
        for table in tables {
            for entry in table.entries where entry.id == id { found += entry.associations }
        }
        return found
    }

    /// Returns the properties of an item, in the order in which they apply.
    func properties(of id: Int) -> [Property] {
        associations(of: id).compactMap { $0.property > 0 ? properties[$0.property - 1] : nil }
    }

    /// Returns the first property of an item with a type.
    func property(_ type: String, of id: Int) -> Property? { properties(of: id).first { $0.type == type } }

    /// Returns the items with a property.
    func users(of property: Int) -> Set<Int> {
        var users: Set<Int> = []
        for table in tables {
            for entry in table.entries where entry.associations.contains(where: { $0.property == property }) {
                users.insert(entry.id)
            }
        }
        return users
    }

    /// Removes the associations of items that are removed.
    mutating func dissociate(_ items: Set<Int>) {
        guard !items.isEmpty else { return }
        for table in tables.indices { tables[table].entries.removeAll { items.contains($0.id) } }
    }

    /// Replaces the bytes of properties by others of the same length.
    mutating func replace(_ new: [Int: [UInt8]]) {
        for (index, bytes) in new {
            properties[index].bytes = bytes
            properties[index].type = ISOBox.name(bytes[4..<8])
        }
    }

    /// Whether `iprp` has boxes that hold no properties.
    var hasOthers: Bool { !others.isEmpty }

    /// Leaves out the boxes in `iprp` that hold no properties.
    mutating func dropOthers() { others = [] }

    /// The box: the inverse of ``init(parsing:in:)``, up to the order of the boxes in it.
    var serialized: [UInt8] {
        let container = ISOBox.serialized("ipco", properties.flatMap(\.bytes))
        return ISOBox.serialized("iprp", container + tables.flatMap(serialized) + others.flatMap { $0 })
    }

    private func serialized(_ table: Table) -> [UInt8] {
        // All numbers of a table have the same width.
        let largest = table.entries.lazy.flatMap(\.associations).map(\.property).max() ?? 0
        let isWide = table.flags & 1 == 1 || largest > 0x7F
        let flags = UInt32(truncatingIfNeeded: table.version << 24 | table.flags | (isWide ? 1 : 0))
        var bytes = flags.bigEndianBytes + UInt32(truncatingIfNeeded: table.entries.count).bigEndianBytes
        for entry in table.entries {
            bytes +=
                table.version == 0
                ? UInt16(truncatingIfNeeded: entry.id).bigEndianBytes
                : UInt32(truncatingIfNeeded: entry.id).bigEndianBytes
            bytes.append(UInt8(truncatingIfNeeded: entry.associations.count))
            for association in entry.associations {
                let essential = association.isEssential
                bytes +=
                    isWide
                    ? UInt16(truncatingIfNeeded: association.property | (essential ? 0x8000 : 0)).bigEndianBytes
                    : [UInt8(truncatingIfNeeded: association.property | (essential ? 0x80 : 0))]
            }
        }
        return ISOBox.serialized("ipma", bytes)
    }
}
