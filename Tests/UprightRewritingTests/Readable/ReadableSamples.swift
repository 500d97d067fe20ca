import UprightBase
import UprightFormats
import UprightRewriting

/// Videos, raw files and JPEG XL, written byte by byte from the descriptions of their formats.
enum ReadableSamples {
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let code: [UInt8] = type.unicodeScalars.map { UInt8($0.value) }
        return UInt32(content.count + 8).bigEndianBytes + code + content
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    static func big(_ values: Int...) -> [UInt8] { values.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes } }

    // MARK: Videos

    /// The matrix of a turn: a, b, c and d.
    static func matrix(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> [UInt8] {
        big(a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30)
    }

    static func track(_ matrix: [UInt8]) -> [UInt8] {
        let header = box("tkhd", zeros(20) + big(1_500) + zeros(16) + matrix + big(1_920 << 16, 1_080 << 16))
        let entry = box(
            "hvc1",
            zeros(24) + UInt16(1_920).bigEndianBytes + UInt16(1_080).bigEndianBytes + zeros(50))
        let table = box("stbl", box("stsd", big(0, 1) + entry) + box("stsz", big(0, 0, 75)))
        let media = box("mdhd", zeros(12) + big(600, 1_500, 0)) + box("hdlr", zeros(8) + Array("vide".utf8) + zeros(13))
        return box("trak", header + box("mdia", media + box("minf", table)))
    }

    static func keys(_ values: [(String, String)]) -> [UInt8] {
        let names = values.flatMap { box("mdta", Array($0.0.utf8)) }
        let items = values.enumerated().flatMap { index, value in
            UInt32(24 + value.1.utf8.count).bigEndianBytes + UInt32(index + 1).bigEndianBytes
                + box("data", big(1, 0) + Array(value.1.utf8))
        }
        return box(
            "meta", box("hdlr", zeros(24)) + box("keys", big(0, values.count) + names) + box("ilst", items))
    }

    static let texts = [
        ("com.apple.quicktime.content.identifier", "0B1A2C3D-0000-4000-8000-123456789ABC"),
        ("com.apple.quicktime.creationdate", "2024-05-06T07:08:09+0200"),
        ("com.apple.quicktime.location.ISO6709", "+48.8577+002.2950+035.100/"),
        ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.model", "iPhone 15"),
        ("com.apple.quicktime.camera.lens_model", "iPhone 15 back camera 6.86mm f/1.6"),
    ]

    /// The content of a video's index. The header's time is 2024-01-02 03:04:05 UTC, the duration 2.5 s.
    static func movie(_ matrix: [UInt8], _ further: [UInt8] = keys(texts)) -> [UInt8] {
        box("mvhd", big(0, 3_787_009_445, 0, 600, 1_500) + zeros(80)) + track(matrix) + further
    }

    static func video(
        _ matrix: [UInt8] = matrix(0, 1, -1, 0), brand: String = "qt  ", _ further: [UInt8] = keys(texts)
    ) -> [UInt8] {
        box("ftyp", Array(brand.utf8) + big(0) + Array(brand.utf8)) + box("mdat", zeros(64))
            + box("moov", movie(matrix, further))
    }

    // MARK: Raw files

    static func field(_ tag: TIFFTag, _ values: Int..., type: TIFFFieldType = .long) -> TIFFField {
        TIFFField(tag: tag, type: type, integers: values, order: .littleEndian)
    }

    static func text(_ tag: TIFFTag, _ text: String) -> TIFFField {
        TIFFField(tag: tag.rawValue, type: .ascii, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
    }

    static func degrees(_ tag: TIFFTag, _ degrees: Int) -> TIFFField {
        TIFFField(
            tag: tag.rawValue, type: .rational, count: 3,
            bytes: [degrees, 1, 30, 1, 0, 1].flatMap { UInt32($0).littleEndianBytes })
    }

    static let exif = [text(.dateTimeOriginal, "2024:05:06 07:08:09"), text(.lensModel, "A lens 35mm")]
    static let gps = [
        text(.gpsLatitudeRef, "N"), degrees(.gpsLatitude, 48), text(.gpsLongitudeRef, "E"), degrees(.gpsLongitude, 2),
    ]

    static func tiff(_ primary: [TIFFField]) -> [UInt8] {
        TIFFBlockWriter(order: .littleEndian).block([.primary: primary, .exif: exif, .gps: gps])
    }

    static let camera = [
        text(.make, "Maker"), text(.model, "Model 1"), field(.orientation, 8, type: .short),
    ]

    static func dng(preview: [UInt8] = []) -> [UInt8] {
        let size = [field(.imageWidth, 400), field(.imageLength, 300), field(.bitsPerSample, 16, type: .short)]
        func block(_ offset: Int) -> [UInt8] {
            tiff(
                camera + size + [
                    field(.photometricInterpretation, 32_803, type: .short),
                    TIFFField(tag: TIFFTag.dngVersion.rawValue, type: .byte, count: 4, bytes: [1, 4, 0, 0]),
                ]
                    + (preview.isEmpty
                        ? []
                        : [
                            field(.jpegInterchangeFormat, offset),
                            field(.jpegInterchangeFormatLength, preview.count),
                        ]))
        }
        return block(block(0).count) + preview
    }

    static func panasonic() -> [UInt8] {
        let borders = [(4, 10), (5, 20), (6, 310), (7, 420)].map { field(TIFFTag(rawValue: $0.0), $0.1, type: .short) }
        var bytes = tiff(
            [text(.make, "Panasonic"), text(.model, "DC-1"), field(.orientation, 8, type: .short)] + borders)
        bytes.replaceSubrange(2..<4, with: [0x55, 0])
        return bytes
    }

    static func olympus() -> [UInt8] {
        var bytes = tiff(camera + [field(.imageWidth, 400), field(.imageLength, 300)])
        bytes.replaceSubrange(2..<4, with: Array("RO".utf8))
        return bytes
    }

    static func fujifilm(jpeg: [UInt8]) -> [UInt8] {
        let sensor = big(1) + [0x01, 0x11, 0, 4] + UInt16(300).bigEndianBytes + UInt16(400).bigEndianBytes
        let head = Array("FUJIFILMCCD-RAW 0201FF383501X-1".utf8)
        let start = 148
        return head + zeros(84 - head.count) + big(start, jpeg.count, start + jpeg.count, sensor.count)
            + zeros(start - 100) + jpeg + sensor
    }

    static func canon(preview: [UInt8], camera: [TIFFField] = ReadableSamples.camera) -> [UInt8] {
        let uuid: [UInt8] = [
            0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
        ]
        let shown: [UInt8] = [
            0xEA, 0xF4, 0x2B, 0x5E, 0x1C, 0x98, 0x4B, 0x88, 0xB9, 0xFB, 0xB7, 0xDC, 0x40, 0x6E, 0x4D, 0x16,
        ]
        func alone(_ fields: [TIFFField]) -> [UInt8] {
            TIFFBlockWriter(order: .littleEndian).block([.primary: fields])
        }
        // The maker note: the name of its owner, behind its directory.
        let owner = Array("Ada Lovelace\0".utf8)
        let note = alone([TIFFField(tag: 9, type: .ascii, count: owner.count, bytes: owner)])
        let blocks =
            box("CMT1", alone(camera)) + box("CMT2", alone(exif)) + box("CMT3", note) + box("CMT4", alone(gps))
        return box("ftyp", Array("crx ".utf8) + big(1) + Array("crx isom".utf8))
            + box("moov", box("uuid", uuid + blocks) + track(matrix(1, 0, 0, 1)))
            + box("uuid", shown + zeros(8) + box("PRVW", zeros(16) + preview)) + box("mdat", zeros(32))
    }

    // MARK: JPEG XL

    /// A codestream of 400×304 pixels with an orientation; what follows its header is missing.
    static func codestream(_ orientation: Int) -> [UInt8] {
        var bits: [Int] = []
        func add(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1) } }
        // A small size: 8 × 38 rows, and 8 × (49 + 1) columns do not fit, so it is not small.
        add(0, 1)
        add(0, 2)
        add(303, 9)
        add(0, 3)
        add(0, 2)
        add(399, 9)
        // Not all values are the usual ones; further fields: the orientation, no other.
        add(0, 1)
        add(1, 1)
        add(orientation - 1, 3)
        add(0, 3)
        // Whole numbers of 8 bits, in 16-bit buffers; no channels more; XYB; sRGB.
        add(0, 1)
        add(0, 2)
        add(1, 1)
        add(0, 2)
        add(1, 1)
        add(1, 1)
        while bits.count % 8 != 0 { bits.append(0) }
        return [0xFF, 0x0A]
            + stride(from: 0, to: bits.count, by: 8).map { start in
                UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
            } + zeros(8)
    }

    static func jpegXL(_ orientation: Int, exif stated: Int? = nil, compressed: Bool = false) -> [UInt8] {
        let start: [UInt8] = [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]
        let block = tiff([field(.orientation, stated ?? 1, type: .short)])
        return start + box("ftyp", Array("jxl ".utf8) + big(0) + Array("jxl ".utf8))
            + (stated == nil ? [] : box("Exif", big(0) + block))
            + (compressed ? box("brob", Array("xml ".utf8) + [1, 2, 3]) : [])
            + box("jxlc", codestream(orientation))
    }
}
