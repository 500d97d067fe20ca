internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightFormats
internal import UprightRewriting

/// Videos and raw files that are delivered as they are: the steps say where they go, and what they find out goes into a sidecar.
@Suite struct VideoStepTests {
    /// A video that was recorded at 2024-01-02 03:04:05 UTC, with texts in its user data.
    private static func video(seconds: Int = 3_787_009_445, position: String? = nil) -> [UInt8] {
        func big(_ values: Int...) -> [UInt8] {
            values.flatMap { value in (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        }
        func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + type + content }
        let header = box(Array("mvhd".utf8), big(0, seconds, 0, 600, 600) + [UInt8](repeating: 0, count: 80))
        let user = position.map {
            box(Array("udta".utf8), box([0xA9] + Array("xyz".utf8), [0, UInt8($0.utf8.count), 0, 0] + Array($0.utf8)))
        }
        return box(Array("ftyp".utf8), Array("qt  ".utf8) + big(0)) + box(Array("moov".utf8), header + (user ?? []))
            + box(Array("mdat".utf8), [1, 2, 3])
    }

    private static let rename = "- rename: {path: \"{date:%Y/%m/%d}/{name}\"}"
    private static let folder = "output: out, others: copy"

    @Test("A video is filed under its local day: by the zone that is set, or the one at its position")
    func days() async throws {
        let bench = try StepBench()
        try bench.scratch.write(Self.video(), to: "drop/a.mov")
        try bench.scratch.write(Self.video(position: "+34.0000-118.3000/"), to: "drop/b.mov")
        try bench.scratch.write("no video", to: "drop/c.txt")
        let reports = try await bench.pass(
            "- time: {zone: America/New_York}\n\(Self.rename)", folder: Self.folder)
        #expect(reports["a.mov"]?.outcome == .passed)
        #expect(bench.outputs == ["2024/01/01/a.mov", "2024/01/01/b.mov", "c.txt"])
        #expect(bench.scratch.bytes(of: "out/2024/01/01/a.mov") == Self.video())
        // A second run finds them.
        let again = try await bench.pass("- time: {zone: America/New_York}\n\(Self.rename)", folder: Self.folder)
        #expect(again.values.allSatisfy { $0.outcome == .current }, "\(again)")
        let other = try StepBench()
        try other.scratch.write(Self.video(position: "+34.0000-118.3000/"), to: "drop/b.mov")
        try await other.pass(Self.rename, folder: Self.folder)
        #expect(other.outputs == ["2024/01/01/b.mov"])
    }

    @Test("Two videos of one name and day get numbers, as pictures do")
    func numbers() async throws {
        let bench = try StepBench()
        try bench.scratch.write(Self.video(), to: "drop/1/a.mov")
        try bench.scratch.write(Self.video() + [0, 0, 0, 8] + Array("free".utf8), to: "drop/2/a.mov")
        try await bench.pass("- time: {zone: Z}\n\(Self.rename)", folder: Self.folder)
        #expect(bench.outputs == ["2024/01/02/a-2.mov", "2024/01/02/a.mov"])
    }

    @Test("A date from the name goes into a sidecar, and the container stays")
    func sidecars() async throws {
        let bench = try StepBench()
        let video = Self.video(seconds: 0)
        try bench.scratch.write(video, to: "drop/VID_20210304_050607.mov")
        try await bench.pass("- time: {missing: [filename]}\n\(Self.rename)", folder: Self.folder)
        #expect(bench.scratch.bytes(of: "out/2021/03/04/VID_20210304_050607.mov") == video)
        let sidecar = try #require(bench.scratch.bytes(of: "out/2021/03/04/VID_20210304_050607.mov.xmp"))
        let packet = try XMPMetadata(parsing: sidecar)
        #expect(packet["exif:DateTimeOriginal"]?.text == "2021-03-04T05:06:07")
    }
}
