internal import UprightBase

/// Collects the `{PNG}` dictionary from a file's chunks.
///
/// Source: PNG (third edition), clause 11.
struct PNGProperties {
    /// The header; nil if it is unreadable.
    let header: PNGHeader?
    let chunks: [PNGChunk]
    let bytes: [UInt8]
    var properties: [String: PropertyValue] = [:]
    var frames: [PropertyValue] = []
    var warnings: [String] = []
    private var texts: [PropertyValue] = []
    private var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)

    init(header: PNGHeader?, chunks: [PNGChunk], bytes: [UInt8]) {
        self.header = header
        self.chunks = chunks
        self.bytes = bytes
    }

    mutating func read() {
        if let header {
            properties["InterlaceType"] = header.isInterlaced ? 1 : 0
            properties["ColorType"] = .integer(Int(header.colorType.rawValue))
            properties["BitDepth"] = .integer(header.bitDepth)
        }
        for chunk in chunks { read(chunk) }
        if !texts.isEmpty { properties["Text"] = .array(texts) }
        guard !frames.isEmpty, properties["LoopCount"] != nil else { return }
        properties["FrameInfo"] = .array(frames)
        properties["DelayTime"] = frames[0]["DelayTime"]
        properties["UnclampedDelayTime"] = frames[0]["UnclampedDelayTime"]
        properties["CanvasPixelWidth"] = header.map { .integer($0.size.width) }
        properties["CanvasPixelHeight"] = header.map { .integer($0.size.height) }
    }

    private mutating func read(_ chunk: PNGChunk) {
        let data = bytes[chunk.data]
        func integer(_ offset: Int, _ size: Int) -> Int {
            let start = data.startIndex + offset
            return Int(TIFFByteOrder.bigEndian.integer(data[start..<start + size]))
        }
        func words() -> PropertyValue {
            .array((0..<data.count / 2).map { .integer(integer(2 * $0, 2)) })
        }
        let name = String(decoding: chunk.type.rawValue.bigEndianBytes, as: UTF8.self)
        switch name {
        case "IHDR" where header == nil && data.count >= 13 && properties["BitDepth"] == nil:
            // The values are listed as stored, even if invalid.
            properties["BitDepth"] = .integer(integer(8, 1))
            properties["ColorType"] = .integer(integer(9, 1))
            properties["InterlaceType"] = .integer(integer(12, 1))
        case "gAMA" where data.count >= 4: properties["Gamma"] = .real(Double(integer(0, 4)) / 100_000)
        case "cHRM" where data.count >= 32:
            properties["Chromaticities"] = .array((0..<8).map { .real(Double(integer(4 * $0, 4)) / 100_000) })
        case "sRGB" where data.count >= 1: properties["sRGBIntent"] = .integer(integer(0, 1))
        case "cICP" where data.count >= 4:
            properties["CodingIndependentCodePoints"] = .array((0..<4).map { .integer(integer($0, 1)) })
        case "pHYs" where data.count >= 9:
            properties["XPixelsPerMeter"] = .integer(integer(0, 4))
            properties["YPixelsPerMeter"] = .integer(integer(4, 4))
            properties["PixelUnits"] = .integer(integer(8, 1))
            if integer(0, 4) > 0, integer(4, 4) > 0 {
                properties["PixelsAspectRatio"] = .real(Double(integer(0, 4)) / Double(integer(4, 4)))
            }
        case "oFFs" where data.count >= 9:
            func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: integer(offset, 4))) }
            properties["ImageOffset"] = [.integer(signed(0)), .integer(signed(4))]
            properties["ImageOffsetUnit"] = .integer(integer(8, 1))
        case "vpAg" where data.count >= 9:
            properties["VirtualPage"] = [.integer(integer(0, 4)), .integer(integer(4, 4)), .integer(integer(8, 1))]
        case "sCAL" where data.count >= 4:
            let sides = data.dropFirst().split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            properties["SubjectUnits"] = .integer(integer(0, 1))
            properties["SubjectScale"] = .array(sides.prefix(2).map { .string($0) })
        case "hIST": properties["Histogram"] = words()
        case "sPLT":
            let name = data.prefix { $0 != 0 }
            guard data.count > name.count + 1 else { break }
            let depth = Int(data[data.startIndex + name.count + 1])
            let entry = depth == 16 ? 10 : 6
            let palette: PropertyValue = [
                "Name": .string(TextEncoding.latin1.decoded(name) ?? ""), "SampleDepth": .integer(depth),
                "Entries": .integer((data.count - name.count - 2) / entry),
            ]
            properties["SuggestedPalettes"] = .array((properties["SuggestedPalettes"]?.array ?? []) + [palette])
        case "pCAL":
            properties["PixelCalibration"] = properties["PixelCalibration"] ?? Self.calibration(data)
        case "sTER" where data.count >= 1: properties["StereoMode"] = .integer(integer(0, 1))
        case "sBIT": properties["SignificantBits"] = .array(data.map { .integer(Int($0)) })
        case "bKGD", "tRNS":
            // One byte per palette entry, or otherwise one word per component.
            properties[name == "bKGD" ? "BackgroundColor" : "Transparency"] =
                header?.colorType == .palette ? .array(data.map { .integer(Int($0)) }) : words()
        case "PLTE": properties["PaletteEntries"] = .integer(data.count / 3)
        case "iCCP":
            properties["ProfileKeyword"] = .string(TextEncoding.latin1.decoded(data.prefix { $0 != 0 }) ?? "")
        case "tIME" where data.count >= 7:
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            properties["ModificationTime"] = .string(
                "\(integer(0, 2)):\(two(integer(2, 1))):\(two(integer(3, 1))) "
                    + "\(two(integer(4, 1))):\(two(integer(5, 1))):\(two(integer(6, 1)))")
        case "acTL" where data.count >= 8:
            properties["FrameCount"] = .integer(integer(0, 4))
            properties["LoopCount"] = .integer(integer(4, 4))
        case "fcTL" where data.count >= 26:
            // A denominator of 0 means 100.
            let delay = Double(integer(20, 2)) / Double(integer(22, 2) == 0 ? 100 : integer(22, 2))
            frames.append([
                "DelayTime": .real(FrameDelay.clamped(delay)), "UnclampedDelayTime": .real(delay),
                "X": .integer(integer(12, 4)), "Y": .integer(integer(16, 4)),
                "Width": .integer(integer(4, 4)), "Height": .integer(integer(8, 4)),
                "DisposeOperation": .integer(integer(24, 1)), "BlendOperation": .integer(integer(25, 1)),
            ])
        case "tEXt", "zTXt", "iTXt": readText(chunk)
        default: break
        }
    }

    /// Returns how samples become physical values. Source: PNG extensions 1.5.0, 4.2.
    private static func calibration(_ data: ArraySlice<UInt8>) -> PropertyValue? {
        let name = data.prefix { $0 != 0 }
        let rest = data.dropFirst(name.count + 1)
        guard rest.count >= 10 else { return nil }
        func signed(_ offset: Int) -> PropertyValue {
            let part = rest.dropFirst(offset).prefix(4)
            return .integer(Int(Int32(truncatingIfNeeded: TIFFByteOrder.bigEndian.integer(part))))
        }
        let equation = Int(rest[rest.startIndex + 8])
        let texts = rest.dropFirst(10).split(separator: 0, omittingEmptySubsequences: false).map {
            TextEncoding.latin1.decoded($0) ?? ""
        }
        return [
            "Name": .string(TextEncoding.latin1.decoded(name) ?? ""), "OriginalZero": signed(0),
            "OriginalMax": signed(4), "EquationType": .integer(equation),
            "Unit": .string(texts.first ?? ""),
            "Parameters": .array(texts.dropFirst().map { Double($0).map { .real($0) } ?? .string($0) }),
        ]
    }

    private static let keys = ["Creation Time": "CreationTime", "Modification Time": "ModificationTime"]

    private mutating func readText(_ chunk: PNGChunk) {
        guard let text = PNGTextChunk(chunk, in: bytes), text.keyword != EmbeddedMetadata.pngXMPKeyword,
            !text.keyword.hasPrefix(PNGRawProfile.keywordPrefix)
        else { return }
        guard let content = text.isCompressed ? inflation.inflated(bytes[text.text]) : Array(bytes[text.text]) else {
            warnings.append("text \(text.keyword) at byte \(chunk.range.lowerBound) cannot be inflated")
            return
        }
        let isInternational = chunk.type == .internationalText
        // The standard says Latin-1; UTF-8 in chunks that are not international is common and detectable.
        let value = TextEncoding.lenient(content)
        var entry: [String: PropertyValue] = ["Keyword": .string(text.keyword), "Text": .string(value)]
        var language = ""
        if isInternational {
            let fields = bytes[chunk.data].dropFirst(text.keyword.utf8.count + 3).split(
                separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            language = TextEncoding.lenient(fields.first ?? [])
            if !language.isEmpty { entry["Language"] = .string(language) }
            if fields.count > 1, !fields[1].isEmpty {
                entry["TranslatedKeyword"] = .string(TextEncoding.lenient(fields[1]))
            }
        }
        texts.append(.dictionary(entry))
        let key = Self.keys[text.keyword] ?? text.keyword
        if properties[key] == nil, language.isEmpty || language.hasPrefix("x-default") {
            properties[key] = .string(value)
        }
    }
}
