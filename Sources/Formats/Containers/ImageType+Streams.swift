internal import UprightBase

/// Formats without a signature at the start: a pattern that repeats, or a mark that may come a little later.
extension ImageType {
    /// Returns the type of an MPEG transport stream, of MPEG audio without tags, or of a PDF after other bytes.
    static func stream(_ bytes: [UInt8]) -> ImageType? {
        transportStream(bytes) ?? audio(bytes) ?? (isLatePDF(bytes) ? ImageType(rawValue: "com.adobe.pdf") : nil)
    }

    /// ISO/IEC 13818-1, 2.4.3.2: packets of 188 bytes that begin with 0x47. In AVCHD (`.mts`, `.m2ts`) each follows a time of
    /// four bytes.
    private static func transportStream(_ bytes: [UInt8]) -> ImageType? {
        func hasPackets(of length: Int, at offset: Int) -> Bool {
            let starts = stride(from: offset, to: bytes.count, by: length)
            return bytes.count >= 4 * length && starts.allSatisfy { bytes[$0] == 0x47 }
        }
        if hasPackets(of: 188, at: 0) { return ImageType(rawValue: "public.mpeg-2-transport-stream") }
        return hasPackets(of: 192, at: 4) ? ImageType(rawValue: "public.avchd-mpeg-2-transport-stream") : nil
    }

    /// ISO/IEC 11172-3, 2.4.1.3 (MP3) and 13818-7 (AAC in ADTS): the header of a frame, and another where that frame ends.
    private static func audio(_ bytes: [UInt8]) -> ImageType? {
        guard let length = frameLength(bytes, at: 0), frameLength(bytes, at: length) != nil else { return nil }
        let isADTS = bytes[1] & 0xF6 == 0xF0
        return ImageType(rawValue: isADTS ? "public.aac-audio" : "public.mp3")
    }

    /// The length of the audio frame at an offset; nil if there is none.
    private static func frameLength(_ bytes: [UInt8], at offset: Int) -> Int? {
        guard let head = bytes.bytes(6, at: offset).map({ Array($0) }), head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else {
            return nil
        }
        if head[1] & 0xF6 == 0xF0 {
            let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
            return length > 7 ? length : nil
        }
        // Layer III of MPEG 1, 2 and 2.5 (versions 3, 2 and 0).
        let (version, layer) = (Int(head[1] >> 3 & 3), head[1] >> 1 & 3)
        let (rate, frequency) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
        guard layer == 1, version != 1, (1...14).contains(rate), frequency < 3 else { return nil }
        let kilobits = version == 3 ? mpeg1Rates[rate - 1] : mpeg2Rates[rate - 1]
        let hertz = [44_100, 48_000, 32_000][frequency] / (version == 3 ? 1 : version == 2 ? 2 : 4)
        return (version == 3 ? 144 : 72) * kilobits * 1_000 / hertz + Int(head[2] >> 1 & 1)
    }

    private static let mpeg1Rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let mpeg2Rates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Readers accept a PDF whose header begins within the first 1,024 bytes (ISO 32000-1, implementation note 13 of PDF 1.7).
    private static func isLatePDF(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(1_024).firstOffset(of: Array("%PDF-".utf8)) != nil
    }
}
