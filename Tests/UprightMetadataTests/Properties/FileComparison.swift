import Foundation
import UprightBase
import UprightFormats

/// Brings exiftool's values and those of this library to the same form.
struct FileComparison {
    let properties: ImageProperties
    let dictionary: [String: PropertyValue]

    static func family(_ group: String) -> String {
        group.hasPrefix("XMP-") ? "XMP" : group.hasPrefix("PNG") ? "PNG" : group
    }

    private static let groups: [String: TagGroup] = [
        "IFD0": .primary, "IFD1": .thumbnail, "ExifIFD": .exif, "GPS": .gps, "InteropIFD": .interoperability,
    ]

    /// Values that exiftool computes from several tags or takes from other places.
    private static let derived: Set<String> = [
        "ThumbnailImage", "PreviewImage", "ThumbnailTIFF", "JpgFromRaw", "OtherImage",
    ]

    private func isBinary(_ value: Any) -> Bool { (value as? String)?.hasPrefix("(Binary data") ?? false }

    func expected(_ tag: ExiftoolReading.Tag) -> [String] {
        let group = Self.family(tag.group)
        if isBinary(tag.value), let text = tag.value as? String {
            return [String(text.split(separator: " ")[2])]
        }
        if group == "IPTC" || group == "IPTC2" {
            if let definition = IPTCTable.definition(named: tag.name), [.date, .time].contains(definition.format) {
                return strings(tag.value).map(NormalForm.digits)
            }
        }
        if group == "XMP" || tag.name.contains("Date") || tag.name.contains("Time") {
            return NormalForm.leaves(tag.value).flatMap(words)
        }
        return NormalForm.leaves(tag.value)
    }

    private func strings(_ value: Any) -> [String] {
        if let array = value as? [Any] { return array.flatMap(strings) }
        return ["\(value)"]
    }

    /// Returns the digits of a date, followed by those of the time. Dates differ in punctuation: exiftool writes
    /// 2001:02:03 04:05:06 for 2001-02-03T04:05:06.
    private func dateless(_ word: String) -> [String] {
        let parts = word.split(separator: "T").map { $0.split(whereSeparator: { "-:".contains($0) }) }
        guard parts.count <= 2, parts.contains(where: { $0.count >= 2 }),
            parts.joined().allSatisfy({ $0.allSatisfy { $0.isNumber || ".+Z".contains($0) } })
        else { return [word] }
        return parts.map { $0.joined() }
    }

    /// Returns the words of XMP text as exiftool shows them, with its own forms of truth values and unknown fractions.
    private func words(_ text: String) -> [String] {
        NormalForm.leaves(text).flatMap(dateless).map {
            ["True": "1", "False": "0", "true": "1", "false": "0", "0/0": "undef"][$0] ?? $0
        }
    }

    /// Returns the leaves of this library's value of a tag; nil for tags of groups that are not compared.
    func leaves(of tag: ExiftoolReading.Tag) -> [String]? {
        if Self.derived.contains(tag.name) { return nil }
        if let group = Self.groups[tag.group] { return exif(TagID(group, UInt16(tag.id) ?? 0), tag) }
        switch Self.family(tag.group) {
        case "IPTC": return iptc(tag, 0)
        case "IPTC2": return iptc(tag, 1)
        case "XMP": return xmp(tag)
        case "JFIF": return jfif(tag)
        case "PNG": return png(tag)
        case "GIF": return gif(tag)
        default: return nil
        }
    }
}

extension FileComparison {
    private func exif(_ id: TagID, _ tag: ExiftoolReading.Tag) -> [String]? {
        guard let metadata = properties.exifMetadata, let entry = metadata.entry(id) else { return [] }
        if isBinary(tag.value) {
            // exiftool counts the characters that it would print: for arrays of numbers, their text.
            if let bytes = entry.value.bytes { return ["\(bytes.count)"] }
            let text = (entry.value.integers ?? []).map(String.init).joined(separator: " ")
            return ["\(text.utf8.count)"]
        }
        let value = entry.value
        func number(_ transform: (Double) -> Double) -> [String] {
            (value.numbers ?? []).map { NormalForm.number(transform($0)) }
        }
        switch (id.group, id.number) {
        case (.exif, 0x9201): return number { abs($0) < 100 ? pow(2, -$0) : 0 }
        case (.exif, 0x9202), (.exif, 0x9205): return number { pow(2, $0 / 2) }
        case (.exif, 0x9000), (.exif, 0xA000), (.interoperability, 2):
            return NormalForm.leaves(String(decoding: (value.bytes ?? []).prefix { $0 != 0 }, as: UTF8.self))
        case (.gps, 0x02), (.gps, 0x04), (.gps, 0x14), (.gps, 0x16):
            guard case .rational(let parts) = value, let angle = DegreesMinutesSeconds(parts)?.decimalDegrees else {
                return []
            }
            return [NormalForm.number(angle)]
        case (.exif, 0xA302):
            let property = metadata.property(id)
            guard let columns = property?["Columns"]?.integer, let rows = property?["Rows"]?.integer,
                let pattern = property?["Pattern"]?.array?.compactMap(\.integer)
            else { return (value.bytes ?? []).map(String.init) }
            return ([columns, rows] + pattern).map(String.init)
        // exiftool counts these offsets from the start of the file.
        case (_, 0x0201), (_, 0x0111): return expected(tag)
        case (.gps, 0x1D), (_, 0x9003), (_, 0x9004), (_, 0x0132):
            return NormalForm.leaves(value.text ?? "").flatMap(dateless)
        default: break
        }
        return leaves(
            metadata.property(id) ?? .array([]), dates: tag.name.contains("Date") || tag.name.contains("Time"))
    }

    private func leaves(_ value: PropertyValue, dates: Bool = false) -> [String] {
        let found: [String] =
            switch value {
            case .string(let text): NormalForm.leaves(text)
            case .integer(let integer): [NormalForm.number(Double(integer))]
            case .real(let real): [NormalForm.number(real)]
            case .boolean(let boolean): [boolean ? "1" : "0"]
            case .data(let bytes): ["\(bytes.count)"]
            case .array(let array): array.flatMap { leaves($0, dates: dates) }
            case .dictionary(let dictionary): dictionary.values.flatMap { leaves($0, dates: dates) }
            case .null: []
            }
        return dates ? found.flatMap(dateless) : found
    }

    private func iptc(_ tag: ExiftoolReading.Tag, _ index: Int) -> [String]? {
        guard index < properties.metadata.iptc.count else { return [] }
        let block = IPTCBlock(parsing: properties.metadata.iptc[index])
        guard let definition = IPTCTable.definition(named: tag.name) else {
            // Data sets of other records, such as 3:20.
            let sets = block.dataSets.filter { String($0.number) == tag.id && $0.definition == nil }
            return sets.isEmpty ? [] : expected(tag)
        }
        // If there are several data sets where one is allowed, exiftool shows the last one.
        let all = block.dataSets.filter { $0.record == definition.record && $0.number == definition.number }
        let sets = definition.isRepeatable ? all : Array(all.suffix(1))
        if isBinary(tag.value) { return sets.map { "\($0.data.count)" } }
        return sets.flatMap { set -> [String] in
            switch definition.format {
            case .number: return [String(set.data.reduce(0) { $0 << 8 | Int($1) })]
            case .date, .time: return [NormalForm.digits(block.text(of: set))]
            default: return NormalForm.leaves(block.text(of: set))
            }
        }
    }

    private func xmp(_ tag: ExiftoolReading.Tag) -> [String]? {
        guard let xmp = properties.xmp else { return [] }
        if tag.name == "XMPToolkit" { return xmp.toolkit.map(words) ?? [] }
        if tag.name == "About" { return xmp.about.map(words) ?? [] }
        // exiftool adds a prefix to the names of less common namespaces.
        var id = tag.id.split(separator: ":").last.map(String.init) ?? tag.id
        var language = "x-default"
        if let dash = id.lastIndex(of: "-"), !tag.name.hasSuffix(id.dropFirst()) || id.contains("-") {
            language = String(id[id.index(after: dash)...])
            id = String(id[..<dash])
        }
        let prefix = String(tag.group.dropFirst(4)).lowercased()
        let candidates = xmp.properties.filter { property in
            let key = xmp.key(property.name).lowercased()
            return property.name.local.lowercased() == id.lowercased()
                && (key.hasPrefix(prefix + ":") || Self.prefixes[prefix].map { key.hasPrefix($0 + ":") } ?? false)
        }
        let found =
            (candidates.isEmpty
            ? xmp.properties.filter { $0.name.local.lowercased() == id.lowercased() } : candidates).map(\.value)
        guard let node = found.first else { return [] }
        if isBinary(tag.value) { return [String((node.text ?? "").utf8.count)] }
        // exiftool converts APEX values.
        if let value = node.text.flatMap({ NormalForm.leaves($0).first }).flatMap({ Double($0) }) {
            if id == "ShutterSpeedValue" { return [NormalForm.number(pow(2, -value))] }
            if id == "ApertureValue" || id == "MaxApertureValue" { return [NormalForm.number(pow(2, value / 2))] }
        }
        return leaves(node, language)
    }

    /// Prefixes that have another name in exiftool.
    private static let prefixes = [
        "iptccore": "iptc4xmpcore", "iptcext": "iptc4xmpext", "microsoft": "microsoftphoto", "xmpbj": "xmpbj",
    ]

    private func leaves(_ node: XMPNode, _ language: String) -> [String] {
        switch node.content {
        case .simple(let text): return words(text)
        case .structure(let fields): return fields.flatMap { leaves($0.value, "x-default") }
        case .array(.alt, let items):
            let chosen = items.filter { $0.language?.lowercased() == language.lowercased() }
            return (chosen.isEmpty ? items : chosen).flatMap { leaves($0, language) }
        case .array(_, let items): return items.flatMap { leaves($0, language) }
        }
    }

    private func jfif(_ tag: ExiftoolReading.Tag) -> [String]? {
        guard let jfif = dictionary["{JFIF}"] else { return [] }
        switch tag.name {
        case "JFIFVersion":
            let version = jfif["JFIFVersion"]?.array?.compactMap(\.integer) ?? []
            return version.count == 3 ? [String(version[0]), String(version[1] * 10 + version[2])] : []
        case "ResolutionUnit": return leaves(jfif["DensityUnit"] ?? .array([]))
        case "XResolution": return leaves(jfif["XDensity"] ?? .array([]))
        case "YResolution": return leaves(jfif["YDensity"] ?? .array([]))
        default: return leaves(jfif[tag.name] ?? (tag.name.hasPrefix("Thumbnail") ? 0 : .array([])))
        }
    }

    private func png(_ tag: ExiftoolReading.Tag) -> [String]? {
        guard let png = dictionary["{PNG}"] else { return [] }
        func at(_ key: String, _ index: Int? = nil) -> [String] {
            guard let value = png[key] else { return [] }
            guard let index else { return leaves(value) }
            return value.array.flatMap { index < $0.count ? leaves($0[index]) : [] } ?? []
        }
        let chromaticities = ["WhitePointX", "WhitePointY", "RedX", "RedY", "GreenX", "GreenY", "BlueX", "BlueY"]
        if let index = chromaticities.firstIndex(of: tag.name) { return at("Chromaticities", index) }
        let codePoints = ["ColorPrimaries", "TransferCharacteristics", "MatrixCoefficients", "VideoFullRangeFlag"]
        if let index = codePoints.firstIndex(of: tag.name) { return at("CodingIndependentCodePoints", index) }
        switch tag.name {
        // exiftool shows the values in the header even if they are invalid.
        case "ImageWidth": return properties.size.map { leaves(.integer($0.width)) }
        case "ImageHeight": return properties.size.map { leaves(.integer($0.height)) }
        // No other methods are defined.
        case "Compression", "Filter": return ["0"]
        case "Interlace": return at("InterlaceType")
        case "Gamma":
            // exiftool shows the display's gamma, the inverse of the file's.
            return png["Gamma"]?.number.map { [NormalForm.number((10000 / $0).rounded() / 10000)] } ?? []
        case "AnimationFrames": return at("FrameCount")
        case "AnimationPlays": return at("LoopCount")
        case "SRGBRendering": return at("sRGBIntent")
        case "PixelsPerUnitX": return at("XPixelsPerMeter")
        case "PixelsPerUnitY": return at("YPixelsPerMeter")
        case "VirtualImageWidth": return at("VirtualPage", 0)
        case "VirtualImageHeight": return at("VirtualPage", 1)
        case "VirtualPageUnits": return at("VirtualPage", 2)
        case "SubjectPixelWidth": return at("SubjectScale", 0)
        case "SubjectPixelHeight": return at("SubjectScale", 1)
        case "ImageOffset":
            return at("ImageOffset").isEmpty ? [] : expected(tag)
        case "ModifyDate": return at("ModificationTime").flatMap(words)
        case "ProfileName": return at("ProfileKeyword")
        case "Palette": return expected(tag)
        case "Transparency" where isBinary(tag.value): return expected(tag)
        default: break
        }
        if png[tag.name] != nil, png["Text"] == nil { return at(tag.name) }
        if let text = text(tag) { return text }
        return isBinary(tag.value) ? nil : at(tag.name)
    }

    /// Returns the text for exiftool's form of a keyword: without spaces, capitalized, followed by the language.
    private func text(_ tag: ExiftoolReading.Tag) -> [String]? {
        let dates = tag.name.contains("Date") || tag.name.contains("Time")
        let entries = dictionary["{PNG}"]?["Text"]?.array ?? []
        for entry in entries {
            let keyword = (entry["Keyword"]?.string ?? "").filter { $0 != " " }.lowercased()
            let language = entry["Language"]?.string.map { "-" + $0.lowercased() } ?? ""
            let name = tag.name.lowercased()
            if keyword + language == name || keyword + language == tag.id.lowercased().filter({ $0 != " " }) {
                if isBinary(tag.value) { return ["\(entry["Text"]?.string?.utf8.count ?? -1)"] }
                return leaves(entry["Text"] ?? .array([]), dates: dates)
            }
        }
        // exiftool shows text in a private language without the language.
        let same = entries.first { $0["Keyword"]?.string?.lowercased() == tag.name.lowercased() }
        return same?["Text"].map { leaves($0, dates: dates) }
    }

    private func gif(_ tag: ExiftoolReading.Tag) -> [String]? {
        guard let gif = dictionary["{GIF}"] else { return [] }
        switch tag.name {
        case "GIFVersion": return leaves(gif["Version"] ?? .array([]))
        case "ImageWidth": return leaves(gif["CanvasPixelWidth"] ?? .array([]))
        case "ImageHeight": return leaves(gif["CanvasPixelHeight"] ?? .array([]))
        case "HasColorMap": return leaves(gif["HasGlobalColorMap"] ?? .array([]))
        case "AnimationIterations": return leaves(gif["LoopCount"] ?? .array([]))
        case "PixelAspectRatio": return leaves(gif["PixelAspectRatio"] ?? .array([]))
        case "Duration":
            let delays = gif["FrameInfo"]?.array?.compactMap { $0["UnclampedDelayTime"]?.number } ?? []
            return [NormalForm.number((delays.reduce(0, +) * 100).rounded() / 100)]
        case "Comment": return leaves(gif["Comments"] ?? .array([]))
        // exiftool shows that of the last frame.
        case "TransparentColor":
            return (gif["FrameInfo"]?.array ?? []).compactMap { $0["TransparentColor"] }.last.map { leaves($0) }
                ?? leaves(gif["TransparentColor"] ?? .array([]))
        default: return leaves(gif[tag.name] ?? .array([]))
        }
    }
}
