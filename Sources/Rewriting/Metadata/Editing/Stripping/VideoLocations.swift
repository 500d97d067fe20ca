internal import UprightBase

/// The positions in a QuickTime or MP4 file, such as the video of a motion photo after its picture.
///
/// Source: QuickTime File Format, "User data atoms" and "Metadata"; 3GPP TS 26.244, 8.8 (`loci`); GoPro, GPMF.
package struct VideoLocations {
    /// What was found: `a position (©xyz) at byte 20`.
    package private(set) var places: [String] = []
    /// Whether there is telemetry, which is spread over the samples.
    package private(set) var hasTelemetry = false
    /// Whether everything that was to be searched lies in boxes.
    package private(set) var isWhole = true
    /// The bytes with the positions overwritten, at the same length.
    package private(set) var bytes: [UInt8]

    /// The kinds of samples that hold positions of cameras and drones: GoPro, Google (Camera Motion Metadata), DJI, Sony.
    private static let telemetry: Set<String> = ["gpmd", "camm", "djmd", "dbgi", "rtmd", "mett"]
    private static let containers: Set<String> = [
        "moov", "udta", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf", "mfra",
    ]

    /// What is cleared besides positions.
    package enum Clearing: Sendable {
        /// Nothing.
        case positions
        /// What nobody knows: boxes and items of other kinds than those that are listed. Samples of other kinds count as telemetry.
        case unknown
        /// User data and metadata, whatever they are.
        case all
    }

    /// By the box that they are in, as far as it tells; the others by themselves.
    private static let knownBoxes: [String: Set<String>] = [
        "": [
            "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "mvhd", "iods", "mvex", "trak", "tkhd", "edts",
            "tref",
            "tapt", "mdia", "mdhd", "hdlr", "minf", "udta", "meta", "moof", "mfra", "sidx", "prft",
        ],
        "minf": ["vmhd", "smhd", "hmhd", "nmhd", "gmhd", "sthd", "hdlr", "dinf", "stbl", "free"],
        "stbl": [
            "stsd", "stts", "ctts", "cslg", "stss", "stps", "stsc", "stsz", "stz2", "stco", "co64", "sdtp", "sgpd",
            "sbgp",
            "subs", "saiz", "saio", "padb", "stsh", "stdp", "free",
        ],
        "edts": ["elst", "free"], "mvex": ["mehd", "trex", "leva", "trep", "free"],
        "moof": ["mfhd", "traf", "meta", "free"],
        "traf": ["tfhd", "tfdt", "trun", "sdtp", "sgpd", "sbgp", "subs", "saiz", "saio", "meta", "free"],
        "mfra": ["tfra", "mfro", "free"],
    ]
    private static let knownUserData: Set<String> = ["(mak", "(mod", "(swr", "(day", "(nam", "(too", "name"]
    private static let knownKeys = [
        "content.identifier", "creationdate", "make", "model", "software", "camera.lens", "camera.focal",
        "live-photo", "still-image-time", "version", "full-frame-rate-playback-intent",
    ]
    /// The kinds of samples without text or data of others: pictures, sound, the time code.
    private static let knownHandlers: Set<String> = ["vide", "soun", "tmcd"]

    private let clearing: Clearing
    /// The handler of the track that is being read.
    private var handler = ""

    /// Searches bytes that hold a file at any offset; for ``Clearing/unknown``, bytes that are one file.
    package init(in bytes: [UInt8], clearing: Clearing = .positions) {
        self.bytes = bytes
        self.clearing = clearing
        guard clearing != .unknown else {
            if read(0..<bytes.count, depth: 0) != bytes.count { isWhole = false }
            return
        }
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
    private mutating func read(_ range: Range<Int>, depth: Int, in parent: String = "") -> Int {
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
            look(
                name(at: position + 4), box: position..<position + size, head: head, depth: depth, in: parent)
            position += size
        }
        return position
    }

    private mutating func look(_ name: String, box: Range<Int>, head: Int, depth: Int, in parent: String) {
        let content = box.lowerBound + head..<box.upperBound
        switch name {
        case "(xyz", "loci": clear(box, name == "(xyz" ? "a position (©xyz)" : "a position (loci)")
        case "GPMF", "gps ": clear(box, "telemetry (\(name.filter { $0 != " " }))")
        case "udta" where clearing == .all, "meta" where clearing == .all && depth > 0:
            if bytes[content].contains(where: { $0 != 0 }) { clear(box, "metadata (\(name))") }
        case "hdlr" where clearing == .all && depth > 0 && content.count > 24:
            wipe(content.dropFirst(24), "a name (hdlr)")
        case _ where (clearing == .unknown || clearing == .all && depth > 0) && !isKnown(name, in: parent):
            if bytes[content].contains(where: { $0 != 0 }) { clear(box, "a box of an unknown kind (\(name))") }
        case "hdlr" where parent == "mdia" && content.count >= 12: handler = self.name(at: content.lowerBound + 8)
        case "meta" where depth < 8: readMetadata(content)
        case "stsd":
            if clearing == .all { wipeDescriptions(in: content) }
            for kind in kinds(of: content) {
                let isUnknown = clearing == .unknown && !Self.knownHandlers.contains(handler) && kind != "mebx"
                let holdsPlaces =
                    Self.telemetry.contains(kind) || isUnknown || kind == "mebx" && PlaceWords.areIn(bytes[content])
                if holdsPlaces {
                    hasTelemetry = true
                    places.append("telemetry (\(kind)) at byte \(box.lowerBound)")
                }
            }
        case _ where Self.containers.contains(name) && depth < 8:
            if name == "trak" { handler = "" }
            let end = read(content, depth: depth + 1, in: name)
            // A list of user data can end with a zero in place of a box.
            if bytes[end..<content.upperBound].contains(where: { $0 != 0 }) { isWhole = false }
        default: break
        }
    }

    /// The boxes in the description of pictures.
    private static let knownDescriptions: Set<String> = [
        "av1C", "hvcC", "lhvC", "avcC", "vvcC", "colr", "pasp", "clap", "ccst", "auxi", "btrt", "clli", "mdcv", "fiel",
    ]

    /// Clears the names of compressors and unknown boxes in descriptions of pictures (ISO/IEC 14496-12, 12.1.3).
    private mutating func wipeDescriptions(in table: Range<Int>) {
        var position = table.lowerBound + 8
        while position + 86 <= table.upperBound, ["pict", "vide", "auxv"].contains(handler) {
            let end = position + number(position, 4)
            guard end <= table.upperBound, end >= position + 86 else { return }
            wipe(position + 50..<position + 82, "the name of a compressor")
            var box = position + 86
            while box + 8 <= end, number(box, 4) >= 8, number(box, 4) <= end - box {
                let next = box + number(box, 4)
                if !Self.knownDescriptions.contains(name(at: box + 4)) { clear(box..<next, "a box of an unknown kind") }
                box = next
            }
            if box < end { wipe(box..<end, "bytes of no box") }
            position = end
        }
    }

    /// Sets bytes to zeros, unless they are.
    private mutating func wipe(_ range: Range<Int>, _ what: String) {
        guard bytes[range].contains(where: { $0 != 0 }) else { return }
        places.append("\(what) at byte \(range.lowerBound)")
        for place in range { bytes[place] = 0 }
    }

    /// The kinds of samples that a table describes.
    private func kinds(of table: Range<Int>) -> [String] {
        var kinds: [String] = []
        var position = table.lowerBound + 8
        while position + 8 <= table.upperBound {
            kinds.append(name(at: position + 4))
            let size = number(position, 4)
            guard size >= 8, size <= table.upperBound - position else { break }
            position += size
        }
        return kinds
    }

    private func isKnown(_ name: String, in parent: String) -> Bool {
        if parent == "udta" { return Self.knownUserData.contains(name) || name == "meta" }
        return (Self.knownBoxes[parent] ?? Self.knownBoxes[""])?.contains(name) == true
    }

    /// Turns a box into free space of zeros, so that nothing else moves.
    private mutating func clear(_ box: Range<Int>, _ what: String) {
        if name(at: box.lowerBound + 4) == "free",
            !bytes[box.lowerBound + 8..<box.upperBound].contains(where: { $0 != 0 })
        {
            return
        }
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
        if clearing == .unknown {
            for box in boxes where !["hdlr", "keys", "ilst", "free"].contains(box.name) {
                clear(box.range, "metadata of an unknown kind (\(box.name))")
            }
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
            let isUnknown = clearing == .unknown && !Self.knownKeys.contains { key.contains($0) }
            if key.contains("location") || PlaceWords.arePosition(key) || isUnknown {
                places.insert(index)
                // The names of Apple's keys speak of positions, too.
                for place in position + 8..<position + size { bytes[place] = UInt8(ascii: "-") }
            }
            position += size
            index += 1
        }
        position = items.lowerBound + 8
        while position + 8 <= items.upperBound {
            let size = number(position, 4)
            guard size >= 8, size <= items.upperBound - position else { break }
            let name = name(at: position + 4)
            let isUnknown = clearing == .unknown && keys.isEmpty && !Self.knownUserData.contains(name)
            if places.contains(number(position + 4, 4)) || ["(xyz", "loci"].contains(name) || isUnknown {
                clear(position..<position + size, "a position (metadata item)")
            }
            position += size
        }
    }
}
