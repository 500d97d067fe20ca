import UprightFormats
import Testing

@Suite struct ImageTypeTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let identifier: String
        let bytes: [UInt8]
        var testDescription: String { identifier }

        init(_ identifier: String, _ bytes: [UInt8]) {
            self.identifier = identifier
            self.bytes = bytes
        }
    }

    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let samples: [Sample] = [
        Sample("public.jpeg", [0xFF, 0xD8, 0xFF, 0xE0]),
        Sample("public.png", PNGFile.signature),
        Sample("com.compuserve.gif", text("GIF89a")),
        Sample("com.compuserve.gif", text("GIF87a\u{1}")),
        Sample("public.heic", [0, 0, 0, 24] + text("ftypheic\0\0\0\0mif1heic")),
        Sample("public.heic", [0, 0, 0, 24] + text("ftypmif1\0\0\0\0mif1heic")),
        Sample("public.heif", [0, 0, 0, 20] + text("ftypmif1\0\0\0\0mif1")),
        Sample("public.avif", [0, 0, 0, 24] + text("ftypavif\0\0\0\0avifmif1")),
        Sample("com.canon.cr3-raw-image", [0, 0, 0, 24] + text("ftypcrx \0\0\0\u{1}crx isom")),
        Sample("com.apple.quicktime-movie", [0, 0, 0, 20] + text("ftypqt  \0\0\0\0qt  ")),
        Sample("public.mpeg-4", [0, 0, 0, 20] + text("ftypisom\0\0\0\0mp42")),
        Sample("org.webmproject.webp", text("RIFF\u{1}\0\0\0WEBPVP8 ")),
        Sample("public.tiff", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        Sample("public.tiff", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
        Sample(
            "com.adobe.raw-image", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0]),
        Sample("com.canon.cr2-raw-image", [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0] + text("CR\u{2}\0")),
        // A camera's name does not make a raw file: that has a sensor's samples, or a preview and another directory.
        Sample("public.tiff", tiff(make: "NIKON CORPORATION", [(0x014A, 200)])),
        Sample("public.tiff", tiff(make: "NIKON CORPORATION", [(0x00FE, 1)])),
        Sample("com.nikon.raw-image", tiff(make: "NIKON CORPORATION", [(0x00FE, 1), (0x014A, 200)])),
        Sample("com.nikon.raw-image", tiff(make: "NIKON CORPORATION", [(0x0103, 34_713)])),
        Sample("com.sony.arw-raw-image", tiff(make: "SONY", [(0x00FE, 1), (0x014A, 5_000)])),
        Sample("com.pentax.raw-image", tiff(make: "PENTAX Corporation", [(0x0103, 65_535)])),
        Sample("com.samsung.raw-image", tiff(make: "SAMSUNG", [(0x0106, 32_803)])),
        Sample("com.leica.rwl-raw-image", [0x49, 0x49, 0x55, 0] + tiff(make: "LEICA CAMERA AG", []).dropFirst(4)),
        Sample("com.panasonic.rw2-raw-image", text("IIU\0") + [0x18, 0, 0, 0]),
        Sample("com.olympus.raw-image", text("IIRO") + [8, 0, 0, 0]),
        Sample("com.fuji.raw-image", text("FUJIFILMCCD-RAW 0201")),
        Sample("com.sigma.raw-image", text("FOVb")),
        Sample("com.phaseone.raw-image", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + text("IIII")),
        Sample("public.jpeg-xl", [0xFF, 0x0A, 0x10]),
        Sample("public.jpeg-xl", [0, 0, 0, 12] + text("JXL \r\n") + [0x87, 0x0A]),
        Sample("public.jpeg-2000", [0, 0, 0, 12] + text("jP  \r\n") + [0x87, 0x0A]),
        Sample("public.jpeg-2000", [0xFF, 0x4F, 0xFF, 0x51]),
        Sample("public.heif", [0, 0, 0, 20] + text("ftypmif3\0\0\0\0mif3")),
        Sample("public.heif", [0, 0, 0, 20] + text("ftypvvic\0\0\0\0vvic")),
        Sample("public.heif", [0, 0, 0, 20] + text("ftypj2ki\0\0\0\0j2ki")),
        Sample("public.heif", [0, 0, 0, 20] + text("ftypjpeg\0\0\0\0jpeg")),
        Sample("public.heifs", [0, 0, 0, 20] + text("ftypmsf1\0\0\0\0msf1")),
        Sample("public.heic", [0, 0, 0, 24] + text("ftypmif1\0\0\0\0mif1heix")),
        Sample("public.avif", [0, 0, 0, 24] + text("ftypmif1\0\0\0\0mif1avis")),
        Sample("public.avci", [0, 0, 0, 24] + text("ftypmif1\0\0\0\0mif1avci")),
        Sample("public.3gpp", [0, 0, 0, 20] + text("ftyp3gp4\0\0\0\0isom")),
        Sample("com.apple.m4v-video", [0, 0, 0, 20] + text("ftypM4V \0\0\0\0mp42")),
        Sample("public.mpeg-4", [0, 0, 0, 24] + text("ftypmp42\0\0\0\0mp42qt  ")),
        Sample("com.apple.quicktime-movie", [0, 0, 0, 8] + text("wide") + [0, 0, 0, 0] + text("mdat")),
        Sample("com.apple.quicktime-movie", [0x30, 0, 0, 8] + text("mdat")),
        Sample("public.plain-text", text("duty-free wine\n")),
        Sample("public.avi", text("RIFF\u{1}\0\0\0AVI LIST")),
        Sample("public.mpeg-2-transport-stream", packets(188, lead: [])),
        Sample("public.avchd-mpeg-2-transport-stream", packets(192, lead: [0, 0, 0, 0])),
        Sample("public.mpeg", [0, 0, 1, 0xBA, 0x44]),
        Sample("public.mp3", text("ID3\u{4}")),
        Sample("public.mp3", frames([0xFF, 0xFB, 0x90, 0x00], 417)),
        Sample("public.aac-audio", frames([0xFF, 0xF1, 0x50, 0x80, 0x0D, 0x00], 104)),
        Sample("public.data", [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 1_000)),
        Sample("public.aiff-audio", text("FORM\0\0\0\u{8}AIFFCOMM")),
        Sample("com.adobe.pdf", [0, 0, 0] + text("%PDF-1.4")),
        Sample("public.zip-archive", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)),
        Sample("com.microsoft.bmp", text("BM") + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 40, 0, 0, 0]),
        Sample("public.data", text("BM") + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 41, 0, 0, 0]),
        Sample("com.microsoft.bmp", text("BM\u{1}\u{1}\0\0\0\0\0\0")),
        Sample("com.adobe.pdf", text("%PDF-1.7")),
        Sample("com.adobe.photoshop-image", text("8BPS\0\u{1}")),
        Sample("public.svg-image", text("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>")),
        Sample("public.xml", text("<?xml version=\"1.0\"?><a/>")),
        Sample("public.json", text("{\"a\": 1}")),
        Sample("public.plain-text", text("Grüße\n")),
        Sample("public.zip-archive", [0x50, 0x4B, 3, 4, 20, 0]),
        Sample("public.data", []),
        Sample("public.data", [0, 1, 2, 3]),
        Sample("public.data", [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x0D, 0x1A, 0x0A]),
    ]

    /// A little-endian TIFF whose only directory has a camera's name and long values.
    static func tiff(make: String, _ tags: [(tag: Int, value: Int)]) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let name = text(make + "\0")
        let count = tags.count + 1
        let start = 8 + 2 + 12 * count + 4
        var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + number(count, 2)
        var isPlaced = false
        for (tag, value) in tags + [(0xFFFF, 0)] {
            if !isPlaced, tag > 0x010F {
                bytes += number(0x010F, 2) + number(2, 2) + number(name.count, 4) + number(start, 4)
                isPlaced = true
            }
            if tag != 0xFFFF { bytes += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
        }
        return bytes + [0, 0, 0, 0] + name
    }

    static func packets(_ length: Int, lead: [UInt8]) -> [UInt8] {
        (0..<6).flatMap { _ in lead + [0x47] + [UInt8](repeating: 0xAB, count: length - lead.count - 1) }
    }

    static func frames(_ head: [UInt8], _ length: Int) -> [UInt8] {
        (0..<3).flatMap { _ in head + [UInt8](repeating: 0, count: length - head.count) }
    }

    @Test(arguments: samples)
    func magicIdentifiesTheType(sample: Sample) {
        #expect(ImageType.identify(sample.bytes) == ImageType(rawValue: sample.identifier))
    }

    @Test func shortAndHostilePrefixesAreIdentifiedSafely() {
        for first in 0...255 {
            for second in [0, 0x2A, 0x42, 0x4D, 0x50, 0xC3, 0xFF] as [UInt8] {
                let bytes = [UInt8(first), second, 0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
                for length in 0...bytes.count {
                    let type = ImageType.identify(bytes[..<length])
                    #expect(![.jpeg, .png, .gif].contains(type), "\(first) \(second), \(length) bytes")
                }
            }
        }
    }
}
