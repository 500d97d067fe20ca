internal import UprightBase
internal import UprightFormats

/// Where the data of the items is: the `iloc` box (ISO/IEC 14496-12, section 8.11.3).
struct HEIFItemLocations: Sendable, Hashable {
    /// What an extent's offset counts from.
    enum Construction: Int, Sendable, Hashable {
        /// The start of the file.
        case file = 0
        /// The start of the payload of `idat`.
        case itemData = 1
        /// The start of the data of another item.
        case item = 2
    }

    /// A piece of an item's data.
    struct Extent: Sendable, Hashable {
        /// The number of the item that the offset counts from, in its references of type `iloc`; 0 if there is none.
        var index = 0
        /// The offset, without that of the entry.
        var offset: Int
        /// The length; 0 for all of the source from the offset on.
        var length: Int
    }

    /// The data of one item.
    struct Entry: Sendable, Hashable {
        var id: Int
        /// What the offsets count from; nil for a method that no standard defines.
        var construction: Construction?
        /// The field that holds the method, with reserved bits.
        var constructionField: Int
        /// The number of the file in `dref` that has the data; 0 for this file.
        var dataReference: Int
        /// The offset that is added to that of each extent.
        var base: Int
        var extents: [Extent]
    }

    /// The widths of the fields in bytes: 0, 4 or 8. Other widths are read, too.
    struct Widths: Sendable, Hashable {
        var offset: Int
        var length: Int
        var base: Int
        var index: Int
    }

    var version: Int
    var widths: Widths
    /// The flags of the box and the reserved bits of version 0, which stay as they are.
    private let flags: Int
    var entries: [Entry]

    /// The largest number of extents of all items together.
    private static let maximumExtents = 1_000_000

    /// An empty table, for a `meta` box without `iloc`.
    init() { (version, widths, flags, entries) = (1, Widths(offset: 4, length: 4, base: 0, index: 0), 0, []) }

    /// Reads an `iloc` box.
    init(parsing box: ISOBox, in bytes: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: bytes)
        let head = try reader.versionAndFlags()
        guard head.version <= 2 else {
            throw FormatError("iloc at byte \(box.range.lowerBound): expected version 0 to 2, found \(head.version)")
        }
        (version, flags) = head
        let sizes = try reader.integer(2)
        widths = Widths(
            offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15, index: version == 0 ? 0 : sizes & 15)
        guard [widths.offset, widths.length, widths.base, widths.index].allSatisfy({ $0 <= 8 }) else {
            throw FormatError(
                "iloc at byte \(box.range.lowerBound): expected fields of 0, 4 or 8 bytes, found \(sizes >> 12), "
                    + "\(widths.length), \(widths.base), \(widths.index)")
        }
        entries = []
        var total = 0
        for _ in 0..<(try reader.integer(version < 2 ? 2 : 4)) {
            let entry = try Self.entry(&reader, version: version, widths: widths)
            total += entry.extents.count
            guard total <= Self.maximumExtents else {
                throw FormatError(
                    "iloc at byte \(box.range.lowerBound): expected at most \(Self.maximumExtents) extents")
            }
            entries.append(entry)
        }
    }

    private static func entry(
        _ reader: inout ISOReader, version: Int, widths: Widths
    ) throws(FormatError) -> Entry {
        let id = try reader.integer(version < 2 ? 2 : 4)
        let field = version == 0 ? 0 : try reader.integer(2)
        var entry = Entry(
            id: id, construction: Construction(rawValue: field & 15), constructionField: field,
            dataReference: try reader.integer(2), base: try reader.integer(widths.base), extents: [])
        for _ in 0..<(try reader.integer(2)) {
            let index = try reader.integer(widths.index)
            let offset = try reader.integer(widths.offset)
            entry.extents.append(Extent(index: index, offset: offset, length: try reader.integer(widths.length)))
        }
        return entry
    }

    /// Whether the positions of all items in the file are known, so that they can be changed.
    var isRelocatable: Bool { entries.allSatisfy { $0.construction != nil } }

    /// Moves the data of all items that lie in the file.
    ///
    /// - Parameters:
    ///   - kept: the items whose entries are already right.
    ///   - external: the data references to other files.
    ///   - moved: returns the new offset of a byte of the file.
    mutating func relocate(except kept: Set<Int>, external: Set<Int>, by moved: (Int) -> Int) {
        for place in entries.indices where entries[place].construction == .file {
            let entry = entries[place]
            guard !external.contains(entry.dataReference), !kept.contains(entry.id), let first = entry.extents.first
            else { continue }
            let starts = entry.extents.map { entry.base.addingSaturated($0.offset) }
            let shift = moved(starts[0]) - starts[0]
            let isUniform = starts.allSatisfy { moved($0) - $0 == shift }
            guard shift != 0 || !isUniform else { continue }
            if isUniform, widths.base > 0, entry.base > 0 || first.offset.addingSaturated(shift) < 0 {
                entries[place].base = entry.base.addingSaturated(shift)
                if entries[place].base >= 0 { continue }
                entries[place].base = entry.base
            }
            for (index, start) in starts.enumerated() { entries[place].extents[index].offset = moved(start) }
            entries[place].base = 0
        }
    }

    /// Makes fields as wide as their values need.
    ///
    /// - Returns: whether a field had to be widened.
    mutating func widen() -> Bool {
        func width(_ old: Int, _ values: some Sequence<Int>) -> Int {
            let needed = values.max() ?? 0
            if old >= 8 || needed < 1 << (8 * old) { return old }
            return needed <= Int(UInt32.max) ? max(old, 4) : 8
        }
        let before = widths
        let extents = entries.lazy.flatMap(\.extents)
        widths.offset = width(widths.offset, extents.map(\.offset))
        widths.length = width(widths.length, extents.map(\.length))
        widths.base = width(widths.base, entries.lazy.map(\.base))
        return widths != before
    }

    /// The box: the inverse of ``init(parsing:in:)``.
    var serialized: [UInt8] {
        func field(_ value: Int, _ width: Int) -> ArraySlice<UInt8> {
            UInt64(truncatingIfNeeded: value).bigEndianBytes.suffix(width)
        }
        var bytes = [UInt8(truncatingIfNeeded: version)] + field(flags, 3)
        bytes.append(UInt8(truncatingIfNeeded: widths.offset << 4 | widths.length))
        bytes.append(UInt8(truncatingIfNeeded: widths.base << 4 | widths.index))
        bytes += field(entries.count, version < 2 ? 2 : 4)
        for entry in entries {
            bytes += field(entry.id, version < 2 ? 2 : 4)
            if version > 0 { bytes += field(entry.constructionField, 2) }
            bytes += field(entry.dataReference, 2) + field(entry.base, widths.base) + field(entry.extents.count, 2)
            for extent in entry.extents {
                bytes += field(extent.index, widths.index) + field(extent.offset, widths.offset)
                bytes += field(extent.length, widths.length)
            }
        }
        return ISOBox.serialized("iloc", bytes)
    }
}
