internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The picture of a directory: a page, or a smaller copy of one.
struct TIFFPicture {
    /// The index of its directory.
    let directory: Int
    /// The offset of its directory.
    let offset: Int
    let name: String
    let size: Size
    /// The bits of each sample.
    let depths: [Int]
    let photometric: Int
    let samples: Int
    let compression: Int
    let hasAlpha: Bool
    /// The value of `Orientation`; nil if there is none.
    let stated: Int?
    /// Whether it is a smaller copy, or a mask, of another picture.
    let isSecondary: Bool
    /// The strips or tiles in the file.
    let segments: [Range<Int>]
    /// The tables that JPEG streams in the strips or tiles have in common.
    let tables: Range<Int>?
    /// How the samples are stored.
    let layout: TIFFLayout?
    /// Whether the strips or tiles have all of their samples, as far as that can be known: some readers compute the lengths that
    /// are too small.
    let hasWholeSegments: Bool
    /// Why it cannot be turned, however it is stored; nil if nothing forbids it.
    let obstacle: String?

    /// The orientation, if it is one of the eight.
    var orientation: Orientation? { stated.flatMap { Orientation(rawValue: $0) } }

    /// The most bytes of samples that are decoded.
    private static let maximumBytes = 4 << 30

    init?(_ index: Int, of file: TIFFFile, in bytes: [UInt8]) {
        let directory = file.directories[index]
        func numbers(_ tag: TIFFTag) -> [Int]? { directory.entry(tag).flatMap { file.integers($0, in: bytes) } }
        func number(_ tag: TIFFTag, _ usual: Int) -> Int { numbers(tag)?.first ?? usual }
        guard let width = numbers(.imageWidth)?.first, let height = numbers(.imageLength)?.first, width > 0, height > 0
        else { return nil }
        self.directory = index
        offset = directory.offset
        name = directory.kind.name
        size = Size(width: width, height: height)
        stated = directory.entry(.orientation).map { file.integers($0, in: bytes)?.first ?? 0 }
        isSecondary = number(.newSubfileType, 0) & 5 != 0 || number(.subfileType, 1) == 2
        photometric = number(.photometricInterpretation, 1)
        let samples = number(.samplesPerPixel, 1)
        self.samples = min(max(samples, 1), 64)
        compression = number(.compression, 1)
        depths = numbers(.bitsPerSample) ?? [1]
        hasAlpha = numbers(TIFFTag(rawValue: 338))?.contains { $0 == 1 || $0 == 2 } ?? false

        let isTiled = directory.entry(.tileOffsets) != nil
        let starts = numbers(isTiled ? .tileOffsets : .stripOffsets) ?? []
        let lengths = numbers(isTiled ? .tileByteCounts : .stripByteCounts) ?? []
        segments = zip(starts, lengths).compactMap { start, length in
            guard start >= 8, length > 0, start <= bytes.count, length <= bytes.count - start else { return nil }
            return start..<start + length
        }
        tables = directory.entry(.jpegTables)?.value
        var tile: Size?
        if isTiled { tile = Size(width: number(TIFFTag(rawValue: 322), 0), height: number(TIFFTag(rawValue: 323), 0)) }
        let rows = number(.rowsPerStrip, height)
        let stored = TIFFLayout(
            size: size, bits: depths.first ?? 1, samples: samples,
            isPlanar: samples > 1 && number(.planarConfiguration, 1) == 2, compression: compression,
            predictor: number(.predictor, 1), fillOrder: number(TIFFTag(rawValue: 266), 1),
            sampleFormat: number(TIFFTag(rawValue: 339), 1), group3: number(TIFFTag(rawValue: 292), 0), tile: tile,
            rowsPerStrip: min(max(1, rows), height), isLittleEndian: file.order == .littleEndian)
        let reason = Self.reason(stored, depths, photometric, starts.count, lengths.count, segments.count)
        hasWholeSegments = reason == nil ? stored.fills(segments.map(\.count)) : stored.compression != 1
        obstacle = reason ?? Self.reason(directory, file, bytes, segments)
        layout = reason == nil ? stored : nil
    }

    /// Why the samples cannot be turned.
    private static func reason(
        _ layout: TIFFLayout, _ depths: [Int], _ photometric: Int, _ starts: Int, _ lengths: Int, _ segments: Int
    ) -> String? {
        guard layout.size.width <= 1 << 30, layout.size.height <= 1 << 30 else { return "its sides are too long" }
        guard layout.isJPEG || TIFFCodec.lossless.contains(layout.compression) else {
            let name = compressions[layout.compression] ?? "of number \(layout.compression)"
            return "its compression is \(name), which is not turned without a new loss"
        }
        guard !layout.isJPEG || layout.bits == 8 || layout.bits == 12 else { return "its JPEG has \(layout.bits) bits" }
        guard (1...64).contains(layout.bits), (1...64).contains(layout.samples),
            depths.allSatisfy({ $0 == layout.bits }),
            depths.count == 1 || depths.count == layout.samples
        else { return "its samples have \(depths.prefix(8)) bits, and pixels of equal samples are turned" }
        guard photometric != 32_803, photometric != 34_892 else { return "it has the samples of a sensor" }
        guard (1...3).contains(layout.predictor), (1...2).contains(layout.fillOrder) else {
            return "its predictor \(layout.predictor) or its order of bits \(layout.fillOrder) is unknown"
        }
        if let tile = layout.tile {
            guard tile.width > 0, tile.height > 0, tile.width % 16 == 0, tile.height % 16 == 0, tile.width <= 1 << 20,
                tile.height <= 1 << 20
            else { return "its tiles of \(tile.width)×\(tile.height) pixels are no multiples of 16" }
        }
        let bytes = layout.rowBytes.multipliedSaturated(by: layout.size.height).multipliedSaturated(by: layout.planes)
        let coded = layout.segmentBytes.multipliedSaturated(by: layout.segmentCount)
        guard bytes <= maximumBytes, coded <= max(maximumBytes / 64, bytes.multipliedSaturated(by: 4)) else {
            return "its samples would take \(coded) bytes"
        }
        guard starts == layout.segmentCount, lengths == starts, segments == starts else {
            return "it has \(segments) readable strips or tiles of \(layout.segmentCount)"
        }
        return nil
    }

    /// The name of a compression whose data nobody here reads; nil for another one.
    var unreadCompression: String? {
        layout == nil && compression != TIFFData.oldJPEG ? Self.compressions[compression] : nil
    }

    private static let compressions = [
        6: "JPEG in the old form", 9: "JBIG", 10: "JBIG", 34_661: "JBIG", 34_676: "SGILog",
        34_677: "SGILog24", 34_712: "JPEG 2000", 34_887: "LERC", 34_892: "lossy JPEG", 50_001: "WebP",
        50_002: "JPEG XL", 52_546: "JPEG XL", 32_766: "NeXT", 32_809: "ThunderScan",
    ]

    /// Tags with places on the ground or in the picture that nobody can move.
    private static let places: [UInt16: String] = [
        33_550: "a place on the ground (ModelPixelScale)", 33_920: "a place on the ground (IntergraphMatrix)",
        33_922: "a place on the ground (ModelTiepoint)", 34_264: "a place on the ground (ModelTransformation)",
        34_735: "a place on the ground (GeoKeyDirectory)", 37_724: "layers (ImageSourceData)",
        32_932: "annotations with places (Wang)", 343: "a clipping path", 34_377: "",
        0xC612: "a DNG", 33_918: "Intergraph's data", 33_421: "a colour filter array",
    ]

    /// The number of pictures one behind the other: a tag of scanners' volumes, which writers of plain pictures set to 1.
    private static let imageDepth: UInt16 = 32_997

    /// The number of pictures in a stack of ImageJ, whose further pictures follow the first one without directories.
    private static func slices(_ entry: TIFFFile.Entry, in bytes: [UInt8]) -> Int? {
        guard let value = entry.value, bytes[value].starts(with: "ImageJ=".utf8) else { return nil }
        let lines = bytes[value].prefix(4_096).split(separator: 0x0A)
        return lines.first { $0.starts(with: "images=".utf8) }.flatMap {
            Int(
                String(
                    decoding: $0.dropFirst("images=".utf8.count).prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
        }
    }

    /// Why the tags of a directory forbid a turn.
    private static func reason(
        _ directory: TIFFFile.Directory, _ file: TIFFFile, _ bytes: [UInt8], _ segments: [Range<Int>]
    ) -> String? {
        for entry in directory.entries {
            if let place = places[entry.tag], !place.isEmpty { return "it holds \(place)" }
            if entry.tag == TIFFTag.imageDescription.rawValue, let count = slices(entry, in: bytes),
                count > file.pageCount
            {
                return "it is a stack of ImageJ of \(count) pictures, and directories describe \(file.pageCount)"
            }
            if entry.tag == imageDepth, file.integers(entry, in: bytes)?.first ?? 1 > 1 {
                return "it holds a volume (ImageDepth)"
            }
            let pointers = [TIFFTag.exifIFD, .gpsIFD, .subIFDs].map(\.rawValue)
            guard !pointers.contains(entry.tag) else { continue }
            if entry.type == 13 || entry.type == 18 {
                return "its tag \(tagName(entry.tag)) points to a directory of unknown meaning"
            }
            let isStorage = [273, 279, 324, 325, 256, 257, 278, 322, 323].contains(entry.tag)
            guard !isStorage, entry.type == 4 || entry.type == 16, entry.count <= 4_096,
                let values = file.integers(entry, in: bytes)
            else { continue }
            let known = entry.tag < 32_768
            if !known, values.contains(where: { value in segments.contains { $0.contains(value) } }) {
                return "its tag \(tagName(entry.tag)) may hold an offset of its samples"
            }
        }
        let subsampling = directory.entry(.yCbCrSubSampling).flatMap { file.integers($0, in: bytes) }
        let isYCbCr = directory.entry(.photometricInterpretation).flatMap { file.integers($0, in: bytes)?.first } == 6
        let isJPEG = directory.entry(.compression).flatMap { file.integers($0, in: bytes)?.first } == 7
        if isYCbCr, !isJPEG, subsampling ?? [2, 2] != [1, 1] { return "its chroma is subsampled" }
        if directory.entry(.jpegInterchangeFormat) != nil { return "it holds a JPEG beside its samples" }
        return nil
    }
}
