internal import UprightBase
internal import UprightFormats

/// A `meta` box: the items, what they are, where their data is, and how they belong together (ISO/IEC 14496-12, section
/// 8.11).
struct HEIFMeta {
    let box: ISOBox
    let children: [ISOBox]
    /// The handler, `pict`.
    let handler: String
    /// The item to show.
    let primary: Int
    /// The items in the order of `iinf`.
    let items: [HEIFItem]
    /// Where the items' data is.
    let locations: HEIFItemLocations
    /// The references between items.
    let references: [HEIFReference]
    /// The version of `iref`; nil if there is none.
    let referenceVersion: Int?
    /// The properties of the items.
    let properties: HEIFProperties
    /// The items that belong together, by kind: `altr`, `ster`.
    let groups: [(type: String, items: [Int])]
    /// The payload of `idat`.
    let itemData: Range<Int>?
    /// The numbers of files in `dref` that are not this one.
    let externalReferences: Set<Int>
    /// Damage to the boxes. The box is then not changed.
    let damage: [String]

    /// The references of a type from an item, or to it.
    private struct Link: Hashable {
        var type: String
        var item: Int
    }

    private let targets: [Link: [Int]]
    private let referrers: [Link: [Int]]
    private let places: [Int: Int]
    private let locationPlaces: [Int: Int]
    /// The items that offsets of an item's data count from, by the item.
    let dataSources: [Int: [Int]]

    /// Reads a `meta` box. Damage is not an error, unless nothing can be read.
    init(parsing box: ISOBox, in bytes: [UInt8]) throws(FormatError) {
        self.box = box
        guard box.payload.count >= 4 else {
            throw FormatError("meta at byte \(box.range.lowerBound): expected a version, found nothing")
        }
        let content = box.payload.lowerBound + 4..<box.payload.upperBound
        let (children, end) = ISOBox.boxes(in: content, of: bytes)
        self.children = children
        var damage: [String] = []
        for child in children where !child.isNestable {
            damage.append(
                "\(child.type) at byte \(child.range.lowerBound): expected \(child.declaredLength) bytes, found "
                    + "\(child.range.count)")
        }
        if end < content.upperBound { damage.append("meta: expected a box at byte \(end), found other bytes") }
        let single: Set = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "dinf", "grpl"]
        for type in single.sorted() where children.count(where: { $0.type == type }) > 1 {
            damage.append("meta at byte \(box.range.lowerBound): expected one \(type), found more")
        }
        func read<Value>(
            _ type: String, else missing: Value, _ body: (ISOBox) throws(FormatError) -> Value
        ) -> Value {
            guard let child = children.first(where: { $0.type == type }) else { return missing }
            do throws(FormatError) { return try body(child) } catch {
                damage.append(error.description)
                return missing
            }
        }
        handler = read("hdlr", else: "") { child throws(FormatError) in
            var reader = ISOReader(child, in: bytes)
            _ = try reader.bytes(8)
            return try reader.code()
        }
        primary = read("pitm", else: -1) { child throws(FormatError) in
            var reader = ISOReader(child, in: bytes)
            return try reader.integer(try reader.versionAndFlags().version == 0 ? 2 : 4)
        }
        items = read("iinf", else: []) { child throws(FormatError) in try Self.items(child, in: bytes) }
        locations = read("iloc", else: HEIFItemLocations()) { child throws(FormatError) in
            try HEIFItemLocations(parsing: child, in: bytes)
        }
        let (version, references) = read("iref", else: (nil as Int?, [HEIFReference]())) {
            child throws(FormatError) in
            let (version, references) = try HEIFReference.references(child, in: bytes)
            return (version, references)
        }
        (referenceVersion, self.references) = (version, references)
        var targets: [Link: [Int]] = [:]
        var referrers: [Link: [Int]] = [:]
        for reference in references {
            targets[Link(type: reference.type, item: reference.from), default: []] += reference.to
            for item in Set(reference.to) {
                referrers[Link(type: reference.type, item: item), default: []].append(reference.from)
            }
        }
        (self.targets, self.referrers) = (targets, referrers)
        properties = read("iprp", else: HEIFProperties()) { child throws(FormatError) in
            try HEIFProperties(parsing: child, in: bytes)
        }
        groups = read("grpl", else: []) { child throws(FormatError) in try Self.groups(child, in: bytes) }
        externalReferences = read("dinf", else: []) { child throws(FormatError) in
            try Self.externalReferences(child, in: bytes)
        }
        itemData = children.first { $0.type == "idat" }?.payload
        var places: [Int: Int] = [:]
        for (place, item) in items.enumerated() where places.updateValue(place, forKey: item.id) != nil {
            if !damage.contains(where: { $0.hasPrefix("iinf: item") }) {
                damage.append("iinf: item \(item.id) occurs more than once")
            }
        }
        self.places = places
        var locationPlaces: [Int: Int] = [:]
        for (place, entry) in locations.entries.enumerated()
        where locationPlaces.updateValue(place, forKey: entry.id) != nil {
            if !damage.contains(where: { $0.hasPrefix("iloc: item") }) {
                damage.append("iloc: item \(entry.id) occurs more than once")
            }
        }
        self.locationPlaces = locationPlaces
        dataSources = Dictionary(
            references.filter { $0.type == "iloc" }.map { ($0.from, $0.to) }, uniquingKeysWith: +)
        self.damage = damage
    }

    private static func items(_ box: ISOBox, in bytes: [UInt8]) throws(FormatError) -> [HEIFItem] {
        var reader = ISOReader(box, in: bytes)
        let version = try reader.versionAndFlags().version
        let count = try reader.integer(version == 0 ? 2 : 4)
        let (boxes, end) = ISOBox.boxes(in: reader.offset..<box.payload.upperBound, of: bytes)
        guard end == box.payload.upperBound, boxes.count == count,
            boxes.allSatisfy({ $0.isNestable && $0.type == "infe" })
        else {
            throw FormatError(
                "iinf at byte \(box.range.lowerBound): expected \(count) items up to byte \(box.payload.upperBound), "
                    + "found \(boxes.count) up to byte \(end)")
        }
        var items: [HEIFItem] = []
        for box in boxes { items.append(try HEIFItem(parsing: box, in: bytes)) }
        return items
    }

    private static func groups(
        _ box: ISOBox, in bytes: [UInt8]
    ) throws(FormatError) -> [(type: String, items: [Int])] {
        var groups: [(type: String, items: [Int])] = []
        for box in ISOBox.boxes(in: box.payload, of: bytes).boxes {
            var reader = ISOReader(box, in: bytes)
            _ = try reader.bytes(8)
            var items: [Int] = []
            for _ in 0..<min(try reader.integer(4), reader.left / 4) { items.append(try reader.integer(4)) }
            groups.append((box.type, items))
        }
        return groups
    }

    /// Reads `dref`, whose entries with flag 1 mean the file itself (ISO/IEC 14496-12, section 8.7.2).
    private static func externalReferences(_ box: ISOBox, in bytes: [UInt8]) throws(FormatError) -> Set<Int> {
        guard let list = ISOBox.boxes(in: box.payload, of: bytes).boxes.first(where: { $0.type == "dref" }) else {
            return []
        }
        var reader = ISOReader(list, in: bytes)
        _ = try reader.bytes(8)
        var external: Set<Int> = []
        let entries = ISOBox.boxes(in: reader.offset..<list.payload.upperBound, of: bytes).boxes
        for (index, entry) in entries.enumerated() {
            var reader = ISOReader(entry, in: bytes)
            if try reader.versionAndFlags().flags & 1 == 0 { external.insert(index + 1) }
        }
        return external
    }

    /// Returns an item; nil if there is none with the identifier.
    func item(_ id: Int) -> HEIFItem? { places[id].map { items[$0] } }

    /// Returns where an item's data is; nil if it has none.
    func location(of id: Int) -> HEIFItemLocations.Entry? { locationPlaces[id].map { locations.entries[$0] } }

    /// Returns the items that an item refers to.
    func references(_ type: String, from id: Int) -> [Int] {
        targets[Link(type: type, item: id)] ?? []
    }

    /// Returns the items that refer to an item.
    func referrers(_ type: String, to id: Int) -> [Int] {
        referrers[Link(type: type, item: id)] ?? []
    }

    /// Returns the size that `ispe` gives for an item, before it is cropped and turned; nil without one.
    func size(of id: Int) -> Size? {
        guard let payload = properties.property("ispe", of: id)?.payload, payload.count >= 12 else { return nil }
        let start = payload.startIndex
        guard let width = payload.bigEndian32(at: start + 4), let height = payload.bigEndian32(at: start + 8) else {
            return nil
        }
        return Size(width: Int(width), height: Int(height))
    }
}
