internal import UprightBase
internal import UprightFormats

/// The values that a strip removes from a file, in every form in which another carrier can repeat them.
struct RemovedValues {
    /// A value and one of its forms as bytes.
    private struct Needle {
        let name: String
        var text: String?
        let bytes: [UInt8]
    }

    /// Shorter forms occur in coded pixels by chance.
    private static let minimumLength = 6

    private var needles: [Needle] = []
    private var texts: [(name: String, text: String)] = []

    /// Collects the values that the rules remove.
    ///
    /// - Parameter includesPosition: false if a later edit sets another position.
    init(of properties: ImageProperties, _ rules: StripRules, includesPosition: Bool) {
        captions = rules.strip.captions
        if includesPosition { addPosition(of: properties, rules) }
        for (name, text) in Self.texts(of: properties) where rules.removes(name) {
            add(name.description, text)
            if Self.isNaming(name, text) { names.append(text.trimmed) }
        }
    }

    /// The values that name something: people, places, devices. Captions that stay must not repeat them.
    private(set) var names: [String] = []
    private let captions: MetadataStrip.Captions

    /// Whether a value names something, so that a caption with it gives away what was removed: no number, no state of a
    /// setting, no common word among keywords.
    private static func isNaming(_ name: Name, _ text: String) -> Bool {
        let text = text.trimmed
        let least = text.contains(where: CaptionText.isUnspaced) ? 2 : 3
        guard text.count >= least, text.utf8.count <= 256, !isDate(text) else { return false }
        guard text.contains(where: \.isLetter) else { return text.utf8.count >= minimumLength }
        switch name {
        case .exif: return true
        case .iptc(let dataSet):
            return dataSet.record == 2 && (dataSet.number != 25 || startsLikeName(text))
        case .xmp(let name):
            if technical.contains(name.namespace), !owners.contains(name.local.lowercased()) { return false }
            return name.local != "subject" && name.local != "TagsList" && name.local != "hierarchicalSubject"
                || startsLikeName(text)
        case .text(let keyword):
            let name = keyword.split(separator: ":").last.map { String($0) } ?? keyword
            return owners.contains(name.lowercased()) || StripRules.isPlaceName(name)
        }
    }

    /// The names of values that are people, among those of programs and in texts of containers.
    private static let owners: Set<String> = [
        "artist", "author", "copyright", "creator", "credit", "owner", "ownername", "cameraownername", "photographer",
        "imageeditor", "source",
    ]

    /// Keywords in small letters are common words.
    private static func startsLikeName(_ text: String) -> Bool {
        text.first.map { $0.isUppercase || $0.isNumber || !$0.isCased } ?? false
    }

    /// The namespaces of settings and histories, whose values are words of programs.
    private static let technical = Set(
        ["crs", "xmpMM", "stRef", "stEvt", "xmpG", "xmpGImg", "xmpTPg", "pdf", "exifEX", "exif", "tiff"]
            .compactMap { XMPPrefixes.namespace($0)?.uri })

    /// An item that holds text.
    fileprivate enum Name: CustomStringConvertible {
        case exif(TagID)
        case iptc(IPTCDataSet)
        case xmp(XMPName)
        /// A text of a PNG.
        case text(String)

        var description: String {
            switch self {
            case .exif(let tag): tag.description
            case .iptc(let dataSet): "IPTC \(dataSet.record):\(dataSet.number)"
            case .xmp(let name): name.qualified
            case .text(let keyword): "the text \(keyword)"
            }
        }
    }

    private static let author = TagID(.primary, 0x9C9D)

    private static func texts(of properties: ImageProperties) -> [(name: Name, text: String)] {
        var found: [(Name, String)] = []
        for entry in properties.exifMetadata?.entries ?? []
        where entry.tag.group != .thumbnail && entry.tag.group != .gps {
            let text =
                entry.tag == author
                ? properties.dictionary["{TIFF}"]?["XPAuthor"]?.string : entry.value.text
            if let text { found.append((.exif(entry.tag), text)) }
        }
        if let block = properties.iptc {
            found += block.dataSets.map { (.iptc($0), block.text(of: $0)) }
        }
        for property in properties.xmp?.properties ?? [] {
            found += property.value.texts.map { (.xmp(property.name), $0) }
        }
        for text in properties.dictionary["{PNG}"]?["Text"]?.array ?? [] {
            if let keyword = text["Keyword"]?.string, let text = text["Text"]?.string {
                found.append((.text(keyword), text))
            }
        }
        return found
    }

    private mutating func add(_ name: String, _ text: String) {
        let text = text.trimmed
        guard text.utf8.count >= Self.minimumLength, !Self.isDate(text),
            text.contains(where: { $0.isLetter || $0.isNumber }),
            !texts.contains(where: { $0.text == text })
        else { return }
        texts.append((name, text))
        needles.append(Needle(name: name, text: text, bytes: Array(text.utf8)))
        let utf16 = text.utf16.map { (UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)) }
        needles.append(Needle(name: name, text: text, bytes: utf16.flatMap { [$0.0, $0.1] }))
        needles.append(Needle(name: name, text: text, bytes: utf16.flatMap { [$0.1, $0.0] }))
    }

    /// Whether a text begins with a date: times stay under other names.
    private static func isDate(_ text: String) -> Bool {
        let digits = Array(text.utf8.prefix(10))
        return digits.count == 10
            && digits.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == 0x3A || byte == 0x2D : (0x30...0x39).contains(byte)
            }
    }

    /// Adds a position as fractions in both byte orders, as decimal degrees, and in the forms of Exif and XMP.
    private mutating func addPosition(of properties: ImageProperties, _ rules: StripRules) {
        for tag in [TIFFTag.gpsLatitude, .gpsLongitude] {
            let id = TagID(.gps, tag)
            guard rules.removes(id), let value = properties.exifMetadata?[id], case .rational(let units) = value,
                let angle = DegreesMinutesSeconds(units), units.contains(where: { $0.numerator != 0 })
            else { continue }
            for order in [TIFFByteOrder.littleEndian, .bigEndian] {
                needles.append(Needle(name: id.description, bytes: value.encoded(order: order)))
            }
            let degrees = units.enumerated().reduce(0.0) { sum, unit in
                sum + (unit.element.denominator == 0 ? 0 : unit.element.value) / [1, 60, 3600][min(unit.offset, 2)]
            }
            // Four decimals are eleven metres.
            let whole = Int(saturating: degrees.rounded(.towardZero))
            let decimals = Int(saturating: ((degrees - Double(whole)) * 10_000).rounded(.towardZero))
            add(id.description, "\(whole)." + String(String(decimals + 10_000).dropFirst()))
            add(id.description, angle.formatted())
        }
        for property in properties.xmp?.properties ?? [] where XMPPosition.holds(property.name) {
            for text in property.value.texts { add(property.name.qualified, text) }
        }
    }

    /// Leaves out the values that the output has under names that stay.
    mutating func subtract(_ properties: ImageProperties, _ rules: StripRules) {
        let left = Self.texts(of: properties).filter { !rules.removes($0.name) }
        let kept = Set(left.map(\.text))
        let naming = Set(names)
        // A common word among removed keywords is no leak in a caption.
        func isInCaption(_ text: String) -> Bool {
            (captions == .keep || !naming.contains(text))
                && left.contains { $0.name.isCaption && $0.text.contains(text) }
        }
        let found = Set(texts.map(\.text).filter { kept.contains($0) || isInCaption($0) })
        texts.removeAll { found.contains($0.text) }
        needles.removeAll { $0.text.map(found.contains) ?? false }
    }

    /// Searches a file: its bytes, and what the readers find in it, inflated and decoded.
    ///
    /// The colour profile stays, and what it repeats (the maker of a display, a copyright) is no leak; nor are the names of XMP's
    /// properties and the signatures of blocks.
    ///
    /// - Returns: what was found: `GPS:GPSLatitude at byte 1234`.
    func search(_ bytes: [UInt8], _ properties: ImageProperties) -> [String] {
        var found: [String] = []
        let read = properties.dictionary.filter { $0.key != "{ICC}" && $0.key != "ProfileName" }
        for (name, text) in texts {
            let value = CaptionText(removed: [text])
            guard let place = read.keys.sorted().first(where: { read[$0]?.contains(value, text) == true }) else {
                continue
            }
            found.append("\(name) in the properties (\(place))")
        }
        let inProfile = Dictionary(uniqueKeysWithValues: places(in: properties.metadata.icc ?? []))
        for (index, places) in places(in: bytes) {
            let places = places.filter { !Self.isName($0, in: bytes) && !Self.isInWord($0, of: bytes) }
            guard let place = places.first, places.count > inProfile[index, default: []].count else { continue }
            found.append("\(needles[index].name) at byte \(place.lowerBound)")
        }
        return found
    }

    /// Where bytes hold the needles, by the needle's index.
    private func places(in bytes: [UInt8]) -> [(Int, [Range<Int>])] {
        let byStart = Dictionary(grouping: needles.indices) { index in
            Int(needles[index].bytes[0]) << 8 | Int(needles[index].bytes[1])
        }
        var starts = [Bool](repeating: false, count: 1 << 16)
        for start in byStart.keys { starts[start] = true }
        var found: [Int: [Range<Int>]] = [:]
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 1 else { return }
            for place in 0..<bytes.count - 1 {
                let start = Int(bytes[place]) << 8 | Int(bytes[place + 1])
                guard starts[start] else { continue }
                for index in byStart[start] ?? [] {
                    let end = place + needles[index].bytes.count
                    if end <= bytes.count, bytes[place..<end].elementsEqual(needles[index].bytes) {
                        found[index, default: []].append(place..<end)
                    }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Whether a text is a part of a longer word, in bytes or in units of UTF-16.
    private static func isInWord(_ place: Range<Int>, of bytes: [UInt8]) -> Bool {
        let (start, end) = (place.lowerBound, place.upperBound)
        func isLetter(_ place: Int) -> Bool {
            bytes.indices.contains(place) && (0x61...0x7A).contains(bytes[place] | 0x20)
        }
        func isZero(_ place: Int) -> Bool { bytes.indices.contains(place) && bytes[place] == 0 }
        guard bytes[place].contains(0) else {
            return isLetter(start - 1) && isLetter(start) || isLetter(end - 1) && isLetter(end)
        }
        let low = bytes[start] == 0 ? 1 : 0
        // A text of bytes before it can end with a letter and a zero, too.
        return isLetter(start - 2 + low) && isZero(start - 1 - low) && isZero(start - 3 - low) && isLetter(start + low)
            || isLetter(end - 2 + low) && isLetter(end + low) && isZero(end + 1 - low)
    }

    /// Whether a place is within the name of a kind of picture, `urn:com:samsung:…`.
    private static func isInURN(_ place: Range<Int>, of bytes: [UInt8]) -> Bool {
        let urn = Array("urn:".utf8)
        var start = place.lowerBound
        while start > 0, place.lowerBound - start < 64, (0x21...0x7E).contains(bytes[start - 1]) { start -= 1 }
        return bytes[start..<place.lowerBound].firstRange(of: urn) != nil
    }

    /// Whether a place is within the name of an XMP property, `exif:CustomRendered=`, or in a block's signature.
    private static func isName(_ place: Range<Int>, in bytes: [UInt8]) -> Bool {
        let signature = Array("Photoshop 3.0\0".utf8)
        if bytes[place.lowerBound...].starts(with: signature) { return true }
        if isInURN(place, of: bytes) { return true }
        func isPart(_ index: Int) -> Bool {
            let letter = bytes[index] | 0x20
            return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(bytes[index])
        }
        guard place.allSatisfy(isPart) else { return false }
        var (start, end) = (place.lowerBound, place.upperBound)
        // No name is longer: a file of repeated words must not take a walk for each.
        let most = 64
        while start > 0, place.lowerBound - start < most, isPart(start - 1) { start -= 1 }
        while end < bytes.count, end - place.upperBound < most, isPart(end) { end += 1 }
        guard start > 0, end < bytes.count, bytes[start - 1] == UInt8(ascii: ":") else { return false }
        if [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")].contains(bytes[end]) { return true }
        // An element with attributes.
        start -= 1
        while start > 0, place.lowerBound - start < 2 * most, isPart(start - 1) { start -= 1 }
        return bytes[end] == UInt8(ascii: " ") && start > 0 && bytes[start - 1] == UInt8(ascii: "<")
    }
}

extension RemovedValues.Name {
    /// Whether the item is a caption, a title or a keyword.
    fileprivate var isCaption: Bool {
        switch self {
        case .exif(let tag): StripTables.isCaption(tag)
        case .iptc(let dataSet): StripTables.isCaption(record: dataSet.record, number: dataSet.number)
        case .xmp(let name): StripTables.isCaption(name)
        case .text: true
        }
    }
}

extension StripRules {
    fileprivate func removes(_ name: RemovedValues.Name) -> Bool {
        switch name {
        case .exif(let tag): removes(tag)
        case .iptc(let dataSet): removes(record: dataSet.record, number: dataSet.number)
        case .xmp(let name): removes(name)
        case .text(let keyword): removes(text: keyword) && !keeps(.pngText(keyword))
        }
    }
}

extension XMPNode {
    /// The texts of a value and of everything in it.
    fileprivate var texts: [String] {
        switch content {
        case .simple(let text): [text]
        case .structure(let fields): fields.flatMap(\.value.texts)
        case .array(_, let items): items.flatMap(\.texts)
        }
    }
}

extension PropertyValue {
    /// Whether a text is in the value or in anything in it, as whole words.
    fileprivate func contains(_ value: CaptionText, _ text: String) -> Bool {
        switch self {
        case .string(let own): own.contains(text) && value.isIn(own)
        case .array(let values): values.contains { $0.contains(value, text) }
        case .dictionary(let values): values.values.contains { $0.contains(value, text) }
        default: false
        }
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace || $0 == "\0" }
        return String(start.reversed().drop { $0.isWhitespace || $0 == "\0" }.reversed())
    }
}
