import UprightBase

/// A file of the HEIF family that is written box by box: the pictures are bytes without meaning, which nobody decodes.
struct HEIFSample: Sendable {
    /// Where an item's data goes.
    enum Place: Sendable {
        /// Into `mdat`.
        case file
        /// Into `mdat`, in two pieces.
        case pieces
        /// Into `idat`.
        case itemData
        /// Into the data of another item.
        case item
    }

    struct Item: Sendable {
        var id: Int
        var type: String
        var data: [UInt8]
        /// The numbers of the properties; negative for essential ones.
        var properties: [Int] = []
        var place = Place.file
        /// What follows the name: the media type of a `mime` item.
        var mediaType = ""
    }

    struct Widths: Sendable {
        var offset = 4
        var length = 4
        var base = 0
        var index = 0
    }

    var brands = ["heic", "mif1", "heic"]
    var items: [Item]
    var properties: [[UInt8]] = [Self.ispe(640, 480), Self.box("hvcC", [1, 2, 3])]
    var references: [(type: String, from: Int, to: [Int])] = []
    var locationVersion = 1
    var widths = Widths()
    var associationVersion = 0
    var associationFlags = 0
    /// The length of the `free` box behind `meta`; 0 for none.
    var free = 0
    var hasMetaLast = false
    /// Whether `meta` and `mdat` give their lengths in 64 bits.
    var isLong = false
    /// Further boxes in `meta`.
    var furtherInMeta: [UInt8] = []
    /// Boxes behind all others.
    var further: [UInt8] = []
    /// The number of the file in `dref` that has the pictures' data.
    var dataReference = 0

    /// A picture of 640×480 with an Exif block; the orientation is the block's only tag.
    init(orientation: UInt8?, type: String = "hvc1", properties: [Int] = [1, -2]) {
        // A frame of AV1, or a slice of HEVC, after its length.
        let head: [UInt8] = type == "av01" ? [0x32, 38] : [0, 0, 0, 36, 0x26, 1]
        let data = head + [UInt8](repeating: 0xA5, count: 40 - head.count)
        items = [Item(id: 1, type: type, data: data, properties: properties)]
        guard let orientation else { return }
        items.append(Item(id: 2, type: "Exif", data: [0, 0, 0, 6] + Array("Exif\0\0".utf8) + Self.exif(orientation)))
        references.append(("cdsc", 2, [1]))
    }

    static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    }

    static func box(_ type: String, _ payload: [UInt8], isLong: Bool = false) -> [UInt8] {
        isLong
            ? [0, 0, 0, 1] + Array(type.utf8) + UInt64(payload.count + 16).bigEndianBytes + payload
            : UInt32(payload.count + 8).bigEndianBytes + Array(type.utf8) + payload
    }

    static func full(_ type: String, version: Int = 0, flags: Int = 0, _ payload: [UInt8]) -> [UInt8] {
        box(type, UInt32(version << 24 | flags).bigEndianBytes + payload)
    }

    static func ispe(_ width: Int, _ height: Int) -> [UInt8] {
        full("ispe", UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes)
    }

    static func irot(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }
    static func imir(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }
    static func auxC(_ type: String) -> [UInt8] { full("auxC", Array(type.utf8) + [0]) }

    /// A group of items, of which viewers show the first that they know.
    static func alternatives(_ items: [Int]) -> [UInt8] {
        let numbers = [900, items.count] + items
        return box("grpl", full("altr", numbers.flatMap { UInt32($0).bigEndianBytes }))
    }

    private func field(_ value: Int, _ width: Int) -> [UInt8] { Array(UInt64(value).bigEndianBytes.suffix(width)) }

    /// The data behind the boxes, with gaps that belong to nobody, and where each item's extents are in it.
    private func data(in place: [Place]) -> (bytes: [UInt8], extents: [Int: [(offset: Int, length: Int)]]) {
        var bytes: [UInt8] = []
        var extents: [Int: [(offset: Int, length: Int)]] = [:]
        for item in items where place.contains(item.place) {
            let half = item.place == .pieces ? item.data.count / 2 : item.data.count
            for piece in [Array(item.data.prefix(half)), Array(item.data.dropFirst(half))] where !piece.isEmpty {
                bytes += [0xEE, 0xEE, 0xEE]
                extents[item.id, default: []].append((bytes.count, piece.count))
                bytes += piece
            }
        }
        return (bytes, extents)
    }

    private static let carrier = 900

    private func iloc(dataStart: Int) -> [UInt8] {
        let (_, inFile) = data(in: [.file, .pieces])
        let (_, inItemData) = data(in: [.itemData])
        let (inItem, fromItem) = data(in: [.item])
        var entries: [(id: Int, method: Int, extents: [(offset: Int, length: Int)])] = items.map { item in
            switch item.place {
            case .file, .pieces: (item.id, 0, (inFile[item.id] ?? []).map { ($0.offset + dataStart, $0.length) })
            case .itemData: (item.id, 1, inItemData[item.id] ?? [])
            case .item: (item.id, 2, fromItem[item.id] ?? [])
            }
        }
        if !inItem.isEmpty {
            entries.append((Self.carrier, 0, [(dataStart + data(in: [.file, .pieces]).bytes.count, inItem.count)]))
        }
        let identifier = locationVersion == 2 ? 4 : 2
        var bytes = [UInt8(widths.offset << 4 | widths.length), UInt8(widths.base << 4 | widths.index)]
        bytes += field(entries.count, identifier)
        for entry in entries {
            bytes += field(entry.id, identifier) + (locationVersion == 0 ? [] : field(entry.method, 2))
            let base = widths.offset == 0 || widths.base > 0 && entry.method == 0 ? entry.extents.first?.offset ?? 0 : 0
            bytes +=
                field(entry.method == 0 ? dataReference : 0, 2) + field(base, widths.base)
                + field(entry.extents.count, 2)
            for extent in entry.extents {
                if locationVersion > 0 { bytes += field(entry.method == 2 ? 1 : 0, widths.index) }
                bytes += field(extent.offset - base, widths.offset) + field(extent.length, widths.length)
            }
        }
        return Self.full("iloc", version: locationVersion, bytes)
    }

    private func meta(dataStart: Int) -> [UInt8] {
        let hasCarrier = items.contains { $0.place == .item }
        var infes = items.map { item in
            let media = item.mediaType.isEmpty ? [] : Array(item.mediaType.utf8) + [0]
            return Self.full("infe", version: 2, field(item.id, 2) + [0, 0] + Array(item.type.utf8) + [0] + media)
        }
        var references = references
        if hasCarrier {
            infes.append(Self.full("infe", version: 2, field(Self.carrier, 2) + [0, 0] + Array("data\0".utf8)))
            references += items.filter { $0.place == .item }.map { ("iloc", $0.id, [Self.carrier]) }
        }
        let width = associationFlags & 1 == 1 ? 2 : 1
        let associated = items.filter { !$0.properties.isEmpty }
        let associations = associated.flatMap { item in
            field(item.id, associationVersion == 0 ? 2 : 4) + [UInt8(item.properties.count)]
                + item.properties.flatMap { number in
                    field(Int(number.magnitude) | (number < 0 ? 1 << (8 * width - 1) : 0), width)
                }
        }
        let itemData = data(in: [.itemData]).bytes
        let content =
            Self.full("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            + Self.full("pitm", field(1, 2)) + iloc(dataStart: dataStart)
            + Self.full("iinf", field(infes.count, 2) + infes.flatMap { $0 })
            + (references.isEmpty
                ? []
                : Self.full(
                    "iref",
                    references.flatMap { reference in
                        Self.box(
                            reference.type,
                            field(reference.from, 2) + field(reference.to.count, 2)
                                + reference.to.flatMap { field($0, 2) })
                    }))
            + Self.box(
                "iprp",
                Self.box("ipco", properties.flatMap { $0 })
                    + Self.full(
                        "ipma", version: associationVersion, flags: associationFlags,
                        field(associated.count, 4) + associations))
            + (itemData.isEmpty ? [] : Self.box("idat", itemData)) + furtherInMeta
        return Self.box("meta", [0, 0, 0, 0] + content, isLong: isLong)
    }

    /// The file.
    var bytes: [UInt8] {
        let words = [brands[0], "\0\0\0\0"] + brands.dropFirst()
        let head = Self.box("ftyp", words.flatMap { Array($0.utf8) })
        let data = data(in: [.file, .pieces]).bytes + data(in: [.item]).bytes
        let space = free == 0 ? [] : Self.box("free", [UInt8](repeating: 0x20, count: free - 8))
        let header = isLong ? 16 : 8
        let length = meta(dataStart: 0).count
        let start = head.count + header + (hasMetaLast ? 0 : length + space.count)
        let boxes = meta(dataStart: start)
        let mdat = data.isEmpty ? [] : Self.box("mdat", data, isLong: isLong)
        return head + (hasMetaLast ? mdat + boxes + space : boxes + space + mdat) + further
    }
}
