internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import Foundation
internal import TestSupport
internal import Testing

@Suite("Originals that were moved")
struct KeptOriginalsTests {
    private func bench() throws -> Bench {
        try Bench { folder, scratch in
            folder.originals = .move(to: scratch["originals"].path())
            folder.originalsKept = .seconds(60)
        }
    }

    @Test("A moved original is removed when its time is over, unless it was changed; what others put there stays")
    func removed() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        for name in ["sub/a.jpg", "sub/b.jpg", "c.jpg"] { try bench.put("samples/orientation-6.jpg", as: name) }
        _ = try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "originals/sub/a.jpg") != nil)
        try bench.scratch.write("mine", to: "originals/foreign.jpg")
        try bench.scratch.write("edited", to: "originals/sub/b.jpg")
        let originals = KeptOriginals(of: bench.configuration.dropFolders[0], journal)
        let now = PictureEngine.milliseconds()
        #expect(try await originals.remove(now: now + 50_000) == (0, nil))
        #expect(bench.scratch.bytes(of: "originals/sub/a.jpg") != nil)
        #expect(try await originals.remove(now: now + 70_000) == (2, nil))
        #expect(bench.scratch.bytes(of: "originals/sub/a.jpg") == nil)
        #expect(bench.scratch.bytes(of: "originals/c.jpg") == nil)
        #expect(bench.scratch.bytes(of: "originals/sub/b.jpg") != nil)
        #expect(bench.scratch.bytes(of: "originals/foreign.jpg") != nil)
        #expect(try await originals.remove(now: now + 80_000) == (0, nil))
    }

    @Test("Where a volume is not mounted, nothing is forgotten")
    func away() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        _ = try await bench.pass(journal)
        let folder = try await FolderMarks(journal).established(bench.configuration.dropFolders[0])
        let (there, away) = (bench.scratch["originals"], bench.scratch["away"])
        try FileManager.default.moveItem(at: there, to: away)
        try FileManager.default.createDirectory(at: there, withIntermediateDirectories: true)
        let later = PictureEngine.milliseconds() + 70_000
        #expect(try await KeptOriginals(of: folder, journal).remove(now: later).1 != nil)
        try FileManager.default.removeItem(at: there)
        try FileManager.default.moveItem(at: away, to: there)
        #expect(try await KeptOriginals(of: folder, journal).remove(now: later) == (1, nil))
    }

    @Test("An original that a killed process was taking away leaves in the next run", arguments: [false, true])
    func interrupted(isReplaced: Bool) async throws {
        let bench = try Bench { folder, _ in
            folder.originals = .delete
            folder.onChange = .version
        }
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let drop = try OpenFolder(RawPath(bench.folder.source))
        // Delivered, but not yet deleted.
        let writer = open(bench.scratch["drop/a.jpg"].path(), O_WRONLY)
        _ = try await bench.pass(journal)
        close(writer)
        let status = try drop.status(of: "a.jpg")
        _ = try #require(try Departure(of: Array("a.jpg".utf8), in: drop, read: status).begin())
        if isReplaced { try bench.put("samples/photo.jpg", as: "a.jpg") }
        _ = try await bench.pass(journal)
        _ = try await bench.pass(journal)
        #expect(try drop.entries(where: { $0 != FolderMark.name }, atMost: 9).isEmpty)
        #expect(try Set(OpenFolder(RawPath(bench.folder.output)).entries().map(\.name)).count >= (isReplaced ? 3 : 2))
    }
}
