internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// Folders that were dropped as a whole, and that their files have left.
@Suite("Empty folders")
struct EmptyFolderTests {
    private func bench(_ choice: FolderConfiguration.EmptyFolders) throws -> Bench {
        try Bench { folder, scratch in
            folder.emptyFolders = choice
            folder.originals = .move(to: scratch["drop/kept"].path())
            folder.others = .move
            folder.retireAfter = .milliseconds(100)
        }
    }

    private func exists(_ bench: Bench, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: bench.scratch[name].path())
    }

    private func fill(_ bench: Bench) throws {
        try bench.put("samples/orientation-6.jpg", as: "trip/day/a.jpg")
        try bench.scratch.write("notes", to: "drop/trip/notes.txt")
        for name in ["drop/.hidden/x", "drop/@eaDir/y", "drop/empty/z", "drop/kept"] {
            try FileManager.default.createDirectory(at: bench.scratch[name], withIntermediateDirectories: true)
        }
        try bench.put("samples/orientation-3.jpg", as: "busy/b.jpg")
    }

    private func sweep(_ bench: Bench, after: Duration) -> [String] {
        let now = PictureEngine.milliseconds() + after.milliseconds
        return EmptyFolders.remove(of: bench.configuration.dropFolders[0], now: now * 1_000_000).map(\.description)
            .sorted()
    }

    @Test("a folder whose files have left goes when it is quiet, with its parents")
    func removes() async throws {
        let bench = try bench(.remove)
        let journal = try bench.journal()
        try fill(bench)
        try await bench.pass(journal)
        try await Task.sleep(for: .milliseconds(200))
        try await bench.pass(journal)
        try bench.scratch.write("new", to: "drop/busy/c.txt")
        // The run removes what is quiet by then.
        _ = sweep(bench, after: .seconds(10))
        #expect(!exists(bench, "drop/empty") && !exists(bench, "drop/trip"))
        #expect(exists(bench, "drop/busy/c.txt") && exists(bench, "drop/.hidden/x") && exists(bench, "drop/@eaDir/y"))
        #expect(exists(bench, "drop") && exists(bench, "drop/kept"))
    }

    @Test("a folder that has just been made stays, and by default each")
    func stays() throws {
        let new = try bench(.remove)
        try FileManager.default.createDirectory(at: new.scratch["drop/new"], withIntermediateDirectories: true)
        #expect(sweep(new, after: .zero).isEmpty && exists(new, "drop/new"))
        let standard = try bench(.keep)
        try FileManager.default.createDirectory(at: standard.scratch["drop/new"], withIntermediateDirectories: true)
        #expect(sweep(standard, after: .seconds(10)).isEmpty && exists(standard, "drop/new"))
    }
}
