import UprightContainers
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
