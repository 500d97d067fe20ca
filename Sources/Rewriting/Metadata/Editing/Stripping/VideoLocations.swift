internal import UprightBytes

/// The positions in a QuickTime or MP4 file, such as the video of a motion photo after its picture.
///
/// Source: QuickTime File Format, "User data atoms" and "Metadata"; 3GPP TS 26.244, 8.8 (`loci`); GoPro, GPMF.
package struct VideoLocations {
    /// What was found: `a position (©xyz) at byte 20`.
    package private(set) var places: [String] = []
    /// Whether there is telemetry, which is spread over the samples.
    package private(set) var hasTelemetry = false
    /// The bytes with the positions overwritten, at the same length.
    package private(set) var bytes: [UInt8]

    /// The kinds of samples that hold positions of cameras and drones: GoPro, Google (Camera Motion Metadata), DJI, Sony.
    private static let telemetry: Set<String> = ["gpmd", "camm", "djmd", "dbgi", "rtmd", "mett"]
    private static let containers: Set<String> = ["moov", "udta", "trak", "mdia", "minf", "stbl", "edts"]

    /// Whether all that the file says beside its samples is cleared.
    private let clearsAll: Bool

    /// Searches bytes that hold a file at any offset.
    ///
    /// - Parameter clearsAll: whether user data and metadata are cleared, whatever they are.
    package init(in bytes: [UInt8], clearsAll: Bool = false) {
        self.bytes = bytes
        self.clearsAll = clearsAll
        let type = Array("ftyp".utf8)
        var position = 4
        while position + 4 <= bytes.count {
            guard bytes[position] == type[0], bytes[position...].starts(with: type) else {
                position += 1
                continue
            }
            position = max(position + 4, read(position - 4..<bytes.count, depth: 0))
        }
    }

    private func name(at position: Int) -> String {
        String(decoding: bytes[position..<position + 4].map { $0 == 0xA9 ? UInt8(ascii: "(") : $0 }, as: UTF8.self)
    }

    private func number(_ position: Int, _ count: Int) -> Int {
        bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads boxes, and returns where they end.
    private mutating func read(_ range: Range<Int>, depth: Int) -> Int {
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            var size = number(position, 4)
            var head = 8
            if size == 1, position + 16 <= range.upperBound, bytes[position + 8] == 0 {
                size = number(position + 8, 8)
                head = 16
            }
            if size == 0 { size = range.upperBound - position }
            guard size >= head, size <= range.upperBound - position else { return position }
            look(name(at: position + 4), box: position..<position + size, head: head, depth: depth)
            position += size
        }
        return position
    }

    private mutating func look(_ name: String, box: Range<Int>, head: Int, depth: Int) {
        let content = box.lowerBound + head..<box.upperBound
        switch name {
        case "(xyz", "loci": clear(box, name == "(xyz" ? "a position (©xyz)" : "a position (loci)")
        case "GPMF", "gps ": clear(box, "telemetry (\(name.filter { $0 != " " }))")
        case "udta" where clearsAll, "meta" where clearsAll && depth > 0:
            if bytes[content].contains(where: { $0 != 0 }) { clear(box, "metadata (\(name))") }
        case "meta" where depth < 8: readMetadata(content)
        case "stsd":
            guard content.count >= 16 else { return }
            let kind = self.name(at: content.lowerBound + 12)
            let holdsPlaces = Self.telemetry.contains(kind) || kind == "mebx" && PlaceWords.areIn(bytes[content])
            if holdsPlaces {
                hasTelemetry = true
                places.append("telemetry (\(kind)) at byte \(box.lowerBound)")
            }
        case _ where Self.containers.contains(name) && depth < 8: _ = read(content, depth: depth + 1)
        default: break
        }
    }

    /// Turns a box into free space of zeros, so that nothing else moves.
    private mutating func clear(_ box: Range<Int>, _ what: String) {
        places.append("\(what) at byte \(box.lowerBound)")
        bytes.replaceSubrange(box.lowerBound + 4..<box.lowerBound + 8, with: Array("free".utf8))
        for place in box.lowerBound + 8..<box.upperBound { bytes[place] = 0 }
    }

    /// Clears the items of a metadata box whose keys name a location.
    private mutating func readMetadata(_ range: Range<Int>) {
        // In ISO files the box has a version before its boxes.
        let isFull = range.count >= 4 && number(range.lowerBound, 4) == 0
        var boxes: [(name: String, range: Range<Int>)] = []
        var position = range.lowerBound + (isFull ? 4 : 0)
        while position + 8 <= range.upperBound {
            let size = number(position, 4)
            guard size >= 8, size <= range.upperBound - position else { break }
            boxes.append((name(at: position + 4), position..<position + size))
            position += size
        }
        guard let items = boxes.first(where: { $0.name == "ilst" })?.range else { return }
        // iTunes' items have their names in place of a number.
        let keys = boxes.first(where: { $0.name == "keys" })?.range ?? 0..<0
        var places: Set<Int> = []
        position = keys.lowerBound + 16
        var index = 1
        while position + 8 <= keys.upperBound {
            let size = number(position, 4)
            guard size >= 8, size <= keys.upperBound - position else { break }
            let key = String(decoding: bytes[position + 8..<position + size], as: UTF8.self).lowercased()
            if key.contains("location") || PlaceWords.arePosition(key) { places.insert(index) }
            position += size
            index += 1
        }
        position = items.lowerBound + 8
        while position + 8 <= items.upperBound {
            let size = number(position, 4)
            guard size >= 8, size <= items.upperBound - position else { break }
            if places.contains(number(position + 4, 4)) || ["(xyz", "loci"].contains(name(at: position + 4)) {
                clear(position..<position + size, "a position (metadata item)")
            }
            position += size
        }
    }
}
