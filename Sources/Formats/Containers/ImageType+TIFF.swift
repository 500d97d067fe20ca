internal import UprightBase

extension ImageType {
    /// Returns the type of a file that starts like a TIFF: TIFF itself, or one of the camera raw formats built on it.
    static func tiff(_ bytes: [UInt8]) -> ImageType? {
        // 42 is TIFF, 43 BigTIFF.
        let little = [0x2A, 0x2B].contains { bytes.contains([0x49, 0x49, $0, 0x00], at: 0) }
        let big = [0x2A, 0x2B].contains { bytes.contains([0x4D, 0x4D, 0x00, $0], at: 0) }
        guard little || big else { return nil }
        if bytes.contains(Array("CR".utf8), at: 8) { return ImageType(rawValue: "com.canon.cr2-raw-image") }
        if ["IIII", "MMMM"].contains(where: { bytes.contains(Array($0.utf8), at: 8) }) {
            return ImageType(rawValue: "com.phaseone.raw-image")
        }
        let isClassic = bytes.contains([0x2A], at: little ? 2 : 3)
        let raw = isClassic ? TIFFHead(bytes, isLittleEndian: little).rawType : nil
        return raw ?? ImageType(rawValue: "public.tiff")
    }

    /// Panasonic's and Leica's form of TIFF, with a number of its own in place of 42.
    static func panasonic(_ bytes: [UInt8]) -> ImageType? {
        guard bytes.contains(Array("IIU\u{0}".utf8), at: 0) else { return nil }
        let make = TIFFHead(bytes, isLittleEndian: true).first?.make ?? ""
        return ImageType(
            rawValue: make.hasPrefix("LEICA") ? "com.leica.rwl-raw-image" : "com.panasonic.rw2-raw-image")
    }
}

/// The part of a TIFF file's directories that is within its first bytes.
private struct TIFFHead {
    /// What a directory says about its picture.
    struct Directory {
        var make = ""
        var isReduced = false
        var hasDNGVersion = false
        var compression = 0
        var photometric = 0
        /// The offsets of further directories.
        var inner: [Int] = []

        /// Whether the picture has a sensor's samples: a colour filter array, a linear raw, or a compression of a raw format.
        var isRaw: Bool { [32_803, 34_892].contains(photometric) || Self.rawCompressions.contains(compression) }

        /// Sony ARW, Nikon NEF, Samsung SRW, Kodak DCR and KDC, Pentax PEF (exiftool, tag Compression).
        private static let rawCompressions = [
            32_767, 32_769, 32_770, 32_772, 32_867, 34_713, 65_000, 65_535,
        ]
    }

    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    init(_ bytes: [UInt8], isLittleEndian: Bool) {
        (self.bytes, self.isLittleEndian) = (bytes, isLittleEndian)
    }

    /// The first directory; nil if it is not within the first bytes.
    var first: Directory? { word(4, 4).flatMap { directory(at: $0) } }

    /// The raw format of the file; nil for a plain TIFF.
    ///
    /// The camera's name alone proves nothing, since cameras and scanners write plain TIFF, with further directories, too. A
    /// raw file has a sensor's samples, or a preview in its first directory and the samples in another.
    var rawType: ImageType? {
        guard let first else { return nil }
        if first.hasDNGVersion { return ImageType(rawValue: "com.adobe.raw-image") }
        guard let type = Self.makers.first(where: { first.make.hasPrefix($0.make) })?.type else { return nil }
        let inner = first.inner.compactMap { directory(at: $0) }
        guard first.isRaw || inner.contains(where: \.isRaw) || first.isReduced && !first.inner.isEmpty else {
            return nil
        }
        return ImageType(rawValue: type)
    }

    /// The identifiers that ImageIO has for the raw formats of makers.
    private static let makers: [(make: String, type: String)] = [
        ("NIKON", "com.nikon.raw-image"), ("SONY", "com.sony.arw-raw-image"), ("PENTAX", "com.pentax.raw-image"),
        ("RICOH", "com.pentax.raw-image"), ("ASAHI", "com.pentax.raw-image"), ("SAMSUNG", "com.samsung.raw-image"),
        ("SEIKO EPSON", "com.epson.raw-image"), ("EPSON", "com.epson.raw-image"),
        ("HASSELBLAD", "com.hasselblad.3fr-raw-image"), ("EASTMAN KODAK", "com.kodak.raw-image"),
        ("KODAK", "com.kodak.raw-image"), ("LEAF", "com.leafamerica.raw-image"),
        ("MAMIYA", "com.leafamerica.raw-image"),
        ("PHASE ONE", "com.phaseone.raw-image"), ("LEICA", "com.leica.raw-image"),
        ("KONICA MINOLTA", "com.konicaminolta.raw-image"), ("MINOLTA", "com.konicaminolta.raw-image"),
        ("CANON", "com.canon.tif-raw-image"), ("PANASONIC", "com.panasonic.raw-image"),
    ]

    private func word(_ offset: Int, _ length: Int) -> Int? {
        bytes.bytes(length, at: offset).map { Int(isLittleEndian ? $0.littleEndianInteger : $0.bigEndianInteger) }
    }

    private func directory(at offset: Int) -> Directory? {
        guard let count = word(offset, 2), count > 0 else { return nil }
        var directory = Directory()
        for index in 0..<min(count, 300) {
            let entry = offset + 2 + 12 * index
            guard let tag = word(entry, 2), let format = word(entry + 2, 2), let length = word(entry + 4, 4),
                let value = word(entry + 8, format == 3 && length == 1 ? 2 : 4)
            else { break }
            switch tag {
            case 0x00FE: directory.isReduced = value & 1 != 0
            case 0x0103: directory.compression = value
            case 0x0106: directory.photometric = value
            case 0x010F where length > 4 && value < bytes.count:
                let text = bytes[value..<min(bytes.count, value + min(length, 16))]
                directory.make = String(decoding: text, as: UTF8.self).uppercased()
            case 0x014A where length == 1: directory.inner = [value]
            case 0x014A:
                directory.inner = (0..<min(length, 8)).compactMap { word(value + 4 * $0, 4) }
                // They are there, and too far away to be read.
                if directory.inner.isEmpty { directory.inner = [value] }
            case 0xC612: directory.hasDNGVersion = true
            default: continue
            }
        }
        return directory
    }
}
