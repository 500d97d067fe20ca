internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting
internal import UprightWorker

/// Videos made from the format's description: QuickTime File Format, "Metadata".
@Suite("Facts of videos")
struct VideoFactsTests {
    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { box(Array(type.utf8), content) }

    private static func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + type + content
    }

    /// The index of a video with one key.
    private static func movie(_ key: String, _ value: String, isPlain: Bool = true) -> [UInt8] {
        let keys = box("keys", number(0) + number(1) + box("mdta", Array(key.utf8)))
        let data = box("data", number(1) + number(0) + Array(value.utf8))
        let handler = box("hdlr", [UInt8](repeating: 0, count: 24))
        let version = isPlain ? [] : number(0)
        return box("mvhd", [UInt8](repeating: 0, count: 100))
            + box("meta", version + handler + keys + box("ilst", box(number(1), data)))
    }

    private static let key = "com.apple.quicktime.content.identifier"
    private static let identifier = "0B1A2C3D-0000-4000-8000-123456789ABC"

    @Test("the content identifier is read from QuickTime's and MPEG-4's box", arguments: [true, false])
    func reads(isPlain: Bool) {
        let movie = Self.movie(Self.key, Self.identifier, isPlain: isPlain)
        #expect(QuickTimeMetadata(movie: movie).contentIdentifier == Self.identifier)
        #expect(QuickTimeMetadata(movie: Self.movie("another", "x")).contentIdentifier == nil)
    }

    @Test("every prefix and every changed byte give a result")
    func damaged() {
        let movie = Self.movie(Self.key, Self.identifier)
        for length in 0..<movie.count {
            let found = QuickTimeMetadata(movie: movie.prefix(length)).contentIdentifier
            #expect(found == nil)
        }
        for index in movie.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = movie
                changed[index] ^= change
                let found = QuickTimeMetadata(movie: changed).contentIdentifier
                #expect(found == nil || found?.utf8.count == Self.identifier.utf8.count)
            }
        }
    }

    @Test("a video's facts are read without its pictures, wherever its index is")
    func facts() async throws {
        let folder = try TemporaryFolder()
        let movie = Self.box("moov", Self.movie(Self.key, Self.identifier))
        let media = Self.box("mdat", [UInt8](repeating: 7, count: 70_000))
        let large =
            Self.number(1) + Array("mdat".utf8) + Self.number(0) + Self.number(70_016)
            + [UInt8](repeating: 7, count: 70_000)
        let start = Self.box("ftyp", Array("qt  ".utf8) + Self.number(0))
        for (name, bytes) in [("a", start + movie + media), ("b", start + media + movie), ("c", start + large + movie)]
        {
            try folder.write(bytes, to: name)
            let file = try FileHandle(forReadingFrom: folder[name])
            let facts = try await InProcessContentReader().facts(source: file.fileDescriptor, limits: Limits())
            #expect(facts.contentIdentifier == Self.identifier, "\(name)")
        }
        for length in [0, 4, 12, 20, 60, 100] {
            try folder.write(Array((start + media + movie).prefix(length)), to: "cut")
            let file = try FileHandle(forReadingFrom: folder["cut"])
            _ = try await InProcessContentReader().facts(source: file.fileDescriptor, limits: Limits())
        }
    }
}
