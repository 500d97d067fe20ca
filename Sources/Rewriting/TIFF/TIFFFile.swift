internal import UprightBase
internal import UprightFormats

/// The structure of a TIFF file, with offsets of 32 bits or, in a BigTIFF, of 64: its directories and where their values are.
/// Source: TIFF 6.0, section 2; "The BigTIFF File Format Proposal".
struct TIFFFile {
    /// What a directory describes.
    enum Kind: Sendable, Hashable {
        /// In the chain that starts at the header.
        case page(Int)
        /// A further picture of a page: the index of the page's directory, and a number.
        case inner(Int, Int)
        case exif(Int)
        case gps(Int)
        case interoperability(Int)

        var name: String {
            switch self {
            case .page(let number): "IFD\(number)"
            case .inner(_, let number): "SubIFD\(number)"
            case .exif: "ExifIFD"
            case .gps: "GPS"
            case .interoperability: "InteropIFD"
            }
        }
    }

    struct Entry: Sendable, Hashable {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let offset: Int
        /// The values; nil if they are outside of the file, within a directory, or of an unknown type.
        fileprivate(set) var value: Range<Int>?
        let isInline: Bool
    }

    struct Directory: Sendable, Hashable {
        let kind: Kind
        let offset: Int
        fileprivate(set) var entries: [Entry]
        /// Where the offset of the next directory is. The file may end before: there is then none.
        let next: Int
        /// Where the offset of this one is.
        let pointer: Int
        /// The bytes of the directory.
        var range: Range<Int>

        func entry(_ tag: TIFFTag) -> Entry? { entries.first { $0.tag == tag.rawValue } }
    }

    let order: TIFFByteOrder
    let isBig: Bool
    let count: Int
    private(set) var directories: [Directory] = []
    private(set) var warnings: [String] = []

    private static let maximumDirectories = 10_000
    private static let maximumEntries = 400_000

    /// The bytes of an offset, of the count of a directory, and of an entry.
    var wide: Int { isBig ? 8 : 4 }
    var countBytes: Int { isBig ? 8 : 2 }
    var entryBytes: Int { isBig ? 20 : 12 }

    init(parsing bytes: [UInt8]) throws(FormatError) {
        count = bytes.count
        guard bytes.count >= 8 else { throw FormatError("expected the 8 bytes of a header, found \(bytes.count)") }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): order = .littleEndian
        case (0x4D, 0x4D): order = .bigEndian
        default: throw FormatError("expected II or MM at byte 0, found \(bytes[0]) and \(bytes[1])")
        }
        let magic = order.integer(bytes[2..<4])
        guard magic == 42 || magic == 43 else { throw FormatError("expected 42 or 43 at byte 2, found \(magic)") }
        isBig = magic == 43
        if isBig {
            guard bytes.count >= 16, order.integer(bytes[4..<6]) == 8, order.integer(bytes[6..<8]) == 0 else {
                throw FormatError("expected offsets of 8 bytes in the header of a BigTIFF")
            }
        }
        var reader = Reader(file: self, bytes: bytes)
        reader.readAll(from: isBig ? 8 : 4)
        reader.dropOverlaps(header: isBig ? 16 : 8)
        guard let first = reader.directories.first, first.kind == .page(0) else {
            throw FormatError(reader.warnings.first ?? "expected a directory, found none")
        }
        directories = reader.directories
        warnings = reader.warnings
    }

    /// The bytes of a value of a type; nil for an unknown one.
    static func size(ofType type: UInt16) -> Int? {
        (16...18).contains(type) ? 8 : TIFFFieldType(rawValue: type).size
    }

    /// The whole numbers of an entry; nil if they are of another type.
    func integers(_ entry: Entry, in bytes: [UInt8]) -> [Int]? {
        let isInteger = (16...18).contains(entry.type) || TIFFFieldType(rawValue: entry.type).isInteger
        guard let value = entry.value, let size = Self.size(ofType: entry.type), isInteger else { return nil }
        return stride(from: value.lowerBound, to: value.upperBound, by: size).map {
            Int(clamping: order.integer(bytes[$0..<$0 + size]))
        }
    }

    /// The number of directories in the chain that starts at the header.
    var pageCount: Int { directories.count { if case .page = $0.kind { true } else { false } } }

    /// The directories that belong to another one.
    func children(of directory: Int) -> [Directory] {
        directories.filter {
            switch $0.kind {
            case .inner(directory, _), .exif(directory), .gps(directory), .interoperability(directory): true
            default: false
            }
        }
    }

    private struct Reader {
        let file: TIFFFile
        let bytes: [UInt8]
        var directories: [Directory] = []
        var warnings: [String] = []
        private var seen: Set<Int> = []
        private var entryCount = 0

        init(file: TIFFFile, bytes: [UInt8]) {
            self.file = file
            self.bytes = bytes
        }

        private func integer(_ position: Int, _ length: Int) -> Int {
            guard position <= bytes.count - length else { return 0 }
            return Int(clamping: file.order.integer(bytes[position..<position + length]))
        }

        mutating func readAll(from header: Int) {
            var pointer = header
            var page = 0
            while integer(pointer, file.wide) != 0 {
                guard let index = read(.page(page), at: pointer) else { return }
                follow(.exifIFD, of: index) { .exif($0) }
                follow(.gpsIFD, of: index) { .gps($0) }
                if let entry = directories[index].entry(.subIFDs), let value = entry.value,
                    TIFFFile.size(ofType: entry.type) == file.wide
                {
                    for number in 0..<min(value.count / file.wide, 64) {
                        _ = read(.inner(index, number), at: value.lowerBound + number * file.wide)
                    }
                }
                pointer = directories[index].next
                page += 1
            }
        }

        /// Leaves out values that share bytes with the header or a directory: they would change when those are written.
        mutating func dropOverlaps(header: Int) {
            // Directories of a damaged file can overlap.
            let taken = TIFFRoom.merged([0..<header] + directories.map(\.range))
            for index in directories.indices {
                for (number, entry) in directories[index].entries.enumerated() where !entry.isInline {
                    guard let value = entry.value, !value.isEmpty else { continue }
                    let next = taken.partitioningIndex { $0.upperBound > value.lowerBound }
                    guard next < taken.count, taken[next].lowerBound < value.upperBound else { continue }
                    directories[index].entries[number].value = nil
                    guard warnings.count <= 100 else { continue }
                    warnings.append(
                        "\(directories[index].kind.name) tag \(tagName(entry.tag)) at byte \(entry.offset) has values "
                            + "within the header or a directory")
                }
            }
        }

        private mutating func follow(_ tag: TIFFTag, of index: Int, _ kind: (Int) -> Kind) {
            guard let entry = directories[index].entry(tag), let value = entry.value, value.count >= file.wide,
                TIFFFile.size(ofType: entry.type) == file.wide || file.isBig,
                let inner = read(kind(index), at: value.lowerBound)
            else { return }
            if case .exif = directories[inner].kind {
                follow(.interoperabilityIFD, of: inner) { .interoperability($0) }
            }
        }

        private mutating func read(_ kind: Kind, at pointer: Int) -> Int? {
            let offset = integer(pointer, file.wide)
            guard offset >= 8, offset <= bytes.count - file.countBytes else {
                warnings.append("\(kind.name): expected an offset within the file, found \(offset)")
                return nil
            }
            guard seen.insert(offset).inserted else {
                warnings.append("\(kind.name) at byte \(offset) has already been read: the directories form a cycle")
                return nil
            }
            let declared = integer(offset, file.countBytes)
            let start = offset + file.countBytes
            guard directories.count < TIFFFile.maximumDirectories, declared <= TIFFFile.maximumEntries - entryCount,
                declared <= (bytes.count - start) / file.entryBytes, declared > 0
            else {
                warnings.append(
                    "\(kind.name) at byte \(offset): expected a directory within the file, found \(declared) entries")
                return nil
            }
            entryCount += declared
            let entries = (0..<declared).map { entry(at: start + $0 * file.entryBytes) }
            let next = start + declared * file.entryBytes
            for entry in entries where entry.value == nil {
                warnings.append(
                    "\(kind.name) tag \(tagName(entry.tag)) at byte \(entry.offset) has values outside of the file or of an "
                        + "unknown type")
                if warnings.count > 100 { break }
            }
            directories.append(
                Directory(
                    kind: kind, offset: offset, entries: entries, next: next, pointer: pointer,
                    range: offset..<next + file.wide))
            return directories.count - 1
        }

        private func entry(at offset: Int) -> Entry {
            let type = UInt16(clamping: integer(offset + 2, 2))
            let count = integer(offset + 4, file.wide)
            var value: Range<Int>?
            var isInline = false
            if let size = TIFFFile.size(ofType: type) {
                let length = count.multipliedSaturated(by: size)
                isInline = length <= file.wide
                let start = isInline ? offset + 4 + file.wide : integer(offset + 4 + file.wide, file.wide)
                if start <= bytes.count, length <= bytes.count - start { value = start..<start + length }
            }
            return Entry(
                tag: UInt16(clamping: integer(offset, 2)), type: type, count: count, offset: offset, value: value,
                isInline: isInline)
        }
    }
}
