internal import Foundation
internal import TestSupport

/// The parts of a Live Photo, made from the formats' descriptions.
enum LivePhoto {
    private static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
    }

    private static func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + type + content }

    /// A video with a content identifier, as the format's description has it.
    static func video(_ identifier: String) -> [UInt8] {
        let key = box(Array("mdta".utf8), Array("com.apple.quicktime.content.identifier".utf8))
        let data = box(Array("data".utf8), big(1) + big(0) + Array(identifier.utf8))
        let meta =
            box(Array("hdlr".utf8), [UInt8](repeating: 0, count: 24)) + box(Array("keys".utf8), big(0) + big(1) + key)
            + box(Array("ilst".utf8), box(big(1), data))
        return box(Array("ftyp".utf8), Array("qt  ".utf8) + big(0))
            + box(Array("moov".utf8), box(Array("meta".utf8), meta))
    }

    /// A JPEG whose Apple maker note has a content identifier under tag 17.
    static func picture(_ identifier: String, fixture name: String = "samples/orientation-1.jpg") throws -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        // The text is at least five bytes, so that it lies behind the directory.
        let padded = text + [UInt8](repeating: 0, count: max(8 - text.count, 0))
        let note =
            Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + big(1, 2) + big(17, 2) + big(2, 2)
            + big(padded.count)
            + big(14 + 2 + 12 + 4) + big(0) + padded
        let make = Array("Apple\0".utf8)
        let ifd0 = 8
        let exif = ifd0 + 2 + 2 * 12 + 4 + make.count
        let tiff =
            Array("MM".utf8) + big(42, 2) + big(8) + big(2, 2)
            + big(0x010F, 2) + big(2, 2) + big(make.count) + big(ifd0 + 2 + 2 * 12 + 4)
            + big(0x8769, 2) + big(4, 2) + big(1) + big(exif) + big(0) + make
            + big(1, 2) + big(0x927C, 2) + big(7, 2) + big(note.count) + big(exif + 2 + 12 + 4) + big(0) + note
        let content = Array("Exif\0\0".utf8) + tiff
        guard let fixture = Fixture.named(name) else { throw CocoaError(.fileNoSuchFile) }
        let plain = Array(try fixture.content())
        return Array(plain.prefix(2)) + [0xFF, 0xE1] + big(content.count + 2, 2) + content + plain.dropFirst(2)
    }
}
