internal import UprightFormats

/// The bytes of a block to which something refers that is not a tag of a known directory: the maker note, and unknown
/// tags that point to directories.
///
/// Only its maker knows how a note is read. Every 12 bytes of it that can be a directory entry, in either byte order,
/// therefore count as one, and its offset counts from each place from which makers count: the block's start, the note's
/// start, and a TIFF header inside the note.
struct TIFFReach {
    private static let directoryLimit = 32
    /// The largest number of entries of a directory that a note points to.
    private static let entryLimit = 512

    private let bytes: [UInt8]
    /// The ranges, which can overlap.
    private(set) var ranges: [Range<Int>] = []
    /// The offsets in the block that a number of four bytes anywhere in the note can mean.
    private(set) var numbers: Set<Int> = []
    private var seen: Set<Int> = []

    /// Finds the ranges in the first `length` bytes of a block: nothing refers to what edits put behind them.
    init(of block: TIFFBlock, length: Int) {
        bytes = Array(block.bytes.prefix(length))
        for directory in block.directories {
            for entry in directory.entries where entry.type == .long || entry.type == .ifd {
                guard !directory.kind.pointers.contains(entry.tag),
                    !Self.isNumber(entry.tag, of: directory.kind)
                else { continue }
                for offset in block.integers(entry) ?? [] { follow(offset, [0], block.byteOrder) }
            }
        }
        let notes = block.directories.flatMap(\.entries).filter { $0.tag == TIFFTag.makerNote.rawValue }
        for case let note? in notes.map(\.value) where note.count >= 12 && note.upperBound <= bytes.count {
            look(through: note)
        }
    }

    /// Whether a tag is known to hold a number and no offset.
    private static func isNumber(_ tag: UInt16, of kind: TIFFDirectory.Kind) -> Bool {
        guard let definition = TagGroup(kind).flatMap({ TagID($0, tag).definition }) else { return false }
        return definition.editability != .structural
    }

    private mutating func look(through note: Range<Int>) {
        ranges.append(note)
        let headers = [TIFFByteOrder.littleEndian.header, TIFFByteOrder.bigEndian.header]
        let inner = note.prefix(64).filter { place in
            place + 4 <= note.upperBound && headers.contains { bytes[place..<place + 4].elementsEqual($0) }
        }
        let bases = [0, note.lowerBound] + inner
        for order in [TIFFByteOrder.littleEndian, .bigEndian] {
            for place in note.lowerBound...note.upperBound - 4 {
                let number = integer(place, 4, order)
                guard number < bytes.count else { continue }
                for base in bases where base + number < bytes.count { numbers.insert(base + number) }
            }
            for entry in note.lowerBound...note.upperBound - 12 { read(entry, bases, order) }
        }
    }

    /// Takes 12 bytes for a directory entry, and adds what it refers to.
    private mutating func read(_ entry: Int, _ bases: [Int], _ order: TIFFByteOrder) {
        let type = TIFFFieldType(rawValue: UInt16(integer(entry + 2, 2, order)))
        guard let size = type.size else { return }
        let count = integer(entry + 4, 4, order)
        let offset = integer(entry + 8, 4, order)
        guard count > 0, count <= bytes.count, offset < bytes.count else { return }
        let length = size * count
        if length > 4 {
            for base in bases where base + offset + length <= bytes.count {
                ranges.append(base + offset..<base + offset + length)
            }
        }
        guard type == .long || type == .ifd || type == .undefined else { return }
        follow(offset, bases, order)
    }

    /// Adds the directory at an offset, if there is one, and what its entries refer to.
    private mutating func follow(_ offset: Int, _ bases: [Int], _ order: TIFFByteOrder) {
        for base in bases where base + offset >= 8 && base + offset + 18 <= bytes.count {
            let start = base + offset
            let count = integer(start, 2, order)
            let end = start + 2 + 12 * count + 4
            guard (1...Self.entryLimit).contains(count), end <= bytes.count, seen.count < Self.directoryLimit,
                !seen.contains(start)
            else { continue }
            let entries = (0..<count).map { start + 2 + 12 * $0 }
            guard
                entries.allSatisfy({ entry in
                    TIFFFieldType(rawValue: UInt16(integer(entry + 2, 2, order))).size != nil
                        && integer(entry + 4, 4, order) <= bytes.count
                })
            else { continue }
            seen.insert(start)
            ranges.append(start..<end)
            for entry in entries { read(entry, bases, order) }
        }
    }

    private func integer(_ position: Int, _ count: Int, _ order: TIFFByteOrder) -> Int {
        var value = 0
        for index in 0..<count {
            value = value << 8 | Int(bytes[order == .bigEndian ? position + index : position + count - 1 - index])
        }
        return value
    }
}

extension TIFFByteOrder {
    /// The first four bytes of a block in this order.
    fileprivate var header: [UInt8] { self == .littleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A] }
}
