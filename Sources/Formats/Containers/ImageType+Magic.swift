internal import UprightBase

extension ImageType {
    /// The number of bytes at the start of a file that ``identify(_:)`` reads.
    public static let magicLength = 4096

    /// Returns the type of a file from its first bytes; ``unknown`` if no type matches or there are no bytes.
    ///
    /// - Parameter prefix: the file's first ``magicLength`` bytes, or the whole file if it is shorter. Fewer bytes
    ///   identify the three supported types (the signatures are 3, 8 and 6 bytes long), but fewer of the others.
    public static func identify(_ prefix: some Sequence<UInt8>) -> ImageType {
        identify(Array(prefix.prefix(magicLength)))
    }

    /// Does the same for an array, which can be a whole file, without copying it.
    public static func identify(_ prefix: [UInt8]) -> ImageType {
        let bytes = prefix.count > magicLength ? Array(prefix[..<magicLength]) : prefix
        if let known = signatures.first(where: { $0.matches(bytes) }) { return known.type }
        return isoMedia(bytes) ?? tiff(bytes) ?? panasonic(bytes) ?? bitmap(bytes) ?? riff(bytes) ?? matroska(bytes)
            ?? stream(bytes) ?? text(bytes) ?? .unknown
    }

    /// A type with fixed bytes at a fixed offset.
    private struct Signature {
        let type: ImageType
        let offset: Int
        let bytes: [UInt8]

        init(_ identifier: String, _ bytes: [UInt8], at offset: Int = 0) {
            type = ImageType(rawValue: identifier)
            self.offset = offset
            self.bytes = bytes
        }

        init(_ identifier: String, _ text: String, at offset: Int = 0) {
            self.init(identifier, Array(text.utf8), at: offset)
        }

        func matches(_ prefix: [UInt8]) -> Bool { prefix.contains(bytes, at: offset) }
    }

    /// The formats with fixed signatures; the identifiers are those that systems with UTIs declare.
    private static let signatures = [
        Signature("public.jpeg", JPEGMarker.start),
        Signature("public.png", PNGFile.signature),
        Signature("com.compuserve.gif", "GIF87a"),
        Signature("com.compuserve.gif", "GIF89a"),
        Signature("public.jpeg-2000", [0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A]),
        Signature("public.jpeg-2000", [0xFF, 0x4F, 0xFF, 0x51]),
        Signature("public.jpeg-xl", [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]),
        Signature("public.jpeg-xl", [0xFF, 0x0A]),
        Signature("com.adobe.photoshop-image", "8BPS\u{0}\u{1}"),
        Signature("com.adobe.photoshop-large-image", "8BPS\u{0}\u{2}"),
        Signature("com.adobe.pdf", "%PDF-"),
        Signature("com.adobe.postscript", "%!PS"),
        Signature("com.ilm.openexr-image", [0x76, 0x2F, 0x31, 0x01]),
        Signature("public.radiance", "#?RADIANCE"),
        Signature("public.radiance", "#?RGBE"),
        Signature("com.apple.icns", "icns"),
        Signature("com.microsoft.ico", [0, 0, 1, 0]),
        Signature("com.microsoft.cur", [0, 0, 2, 0]),
        Signature("org.gimp.xcf", "gimp xcf"),
        Signature("com.fuji.raw-image", "FUJIFILMCCD-RAW"),
        Signature("com.olympus.raw-image", "IIRO"),
        Signature("com.olympus.raw-image", "IIRS"),
        Signature("com.olympus.raw-image", "MMOR"),
        Signature("com.konicaminolta.raw-image", "\u{0}MRM"),
        Signature("com.sigma.raw-image", "FOVb"),
        Signature("com.canon.crw-raw-image", "HEAPCCDR", at: 6),
        Signature("org.webmproject.webp", "WEBP", at: 8),
        Signature("public.zip-archive", [0x50, 0x4B, 0x03, 0x04]),
        Signature("public.zip-archive", [0x50, 0x4B, 0x05, 0x06]),
        Signature("public.zip-archive", [0x50, 0x4B, 0x07, 0x08]),
        Signature("org.gnu.gnu-zip-archive", [0x1F, 0x8B]),
        Signature("public.bzip2-archive", "BZh"),
        Signature("org.tukaani.xz-archive", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        Signature("org.7-zip.7-zip-archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        Signature("com.rarlab.rar-archive", "Rar!\u{1A}\u{7}"),
        Signature("public.tar-archive", "ustar", at: 257),
        Signature("public.mp3", "ID3"),
        Signature("org.xiph.flac", "fLaC"),
        Signature("org.3gpp.adaptive-multi-rate-audio", "#!AMR"),
        Signature("public.mpeg", [0x00, 0x00, 0x01, 0xBA]),
        Signature("public.mpeg", [0x00, 0x00, 0x01, 0xB3]),
        Signature("org.nema.dicom", "DICM", at: 128),
        Signature("org.xiph.ogg", "OggS"),
        Signature("com.microsoft.windows-media", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
    ]

    /// Two letters are weak evidence: the reserved words of a bitmap, which are zero, confirm it.
    private static func bitmap(_ bytes: [UInt8]) -> ImageType? {
        guard bytes.contains(Array("BM".utf8), at: 0), bytes.contains([0, 0, 0, 0], at: 6) else { return nil }
        // The size of the header that follows, where the prefix has it.
        if let length = bytes.bytes(4, at: 14)?.littleEndianInteger {
            guard [12, 16, 40, 52, 56, 64, 108, 124].contains(length) else { return nil }
        }
        return ImageType(rawValue: "com.microsoft.bmp")
    }

    private static func riff(_ bytes: [UInt8]) -> ImageType? {
        if bytes.contains(Array("FORM".utf8), at: 0) {
            let isAudio = ["AIFF", "AIFC"].contains { bytes.contains(Array($0.utf8), at: 8) }
            return isAudio ? ImageType(rawValue: "public.aiff-audio") : nil
        }
        guard bytes.contains(Array("RIFF".utf8), at: 0), bytes.count >= 12 else { return nil }
        return switch String(decoding: bytes[8..<12], as: UTF8.self) {
        case "AVI ": ImageType(rawValue: "public.avi")
        case "WAVE": ImageType(rawValue: "com.microsoft.waveform-audio")
        default: nil
        }
    }

    private static func matroska(_ bytes: [UInt8]) -> ImageType? {
        guard bytes.contains([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return nil }
        let webm = bytes.prefix(64).firstOffset(of: Array("webm".utf8)) != nil
        return ImageType(rawValue: webm ? "org.webmproject.webm" : "org.matroska.mkv")
    }
}
