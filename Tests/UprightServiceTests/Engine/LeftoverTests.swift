internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

/// What killed processes leave is not taken for something new.
@Suite("Leftovers of killed processes", .timeLimit(.minutes(5)))
struct LeftoverTests {
    enum End: CaseIterable { case move, delete, keep }

    private func files(_ bench: Bench, _ folder: String) -> [String] {
        bench.scratch.files.filter { $0.hasPrefix(folder + "/") && !$0.hasSuffix(".upright") }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    /// A shot that was delivered, with files that a killed process has taken aside.
    private func bench(_ end: End, aside names: [String]) async throws -> (Bench, Journal) {
        let bench = try Bench { folder, scratch in
            folder.originals = end == .move ? .move(to: scratch["originals"].path()) : .delete
        }
        let journal = try bench.journal()
        try bench.put("samples/photo.jpg", as: "a.jpg")
        try bench.scratch.write("first", to: "drop/a.jpg.txt")
        let writer = open(bench.scratch["drop/a.jpg"].path(), O_WRONLY)
        try await bench.pass(journal)
        close(writer)
        #expect(files(bench, "drop") == ["a.jpg", "a.jpg.txt"] && files(bench, "out") == ["a.jpg", "a.jpg.txt"])
        let folder = try OpenFolder(RawPath(bench.folder.source))
        for name in names {
            let departure = Departure(of: Array(name.utf8), in: folder, read: try folder.status(of: RawPath(name)))
            #expect(try departure.begin() != nil)
        }
        return (bench, journal)
    }

    @Test(
        "an original that was on its way out, and whose name another file has, is not delivered twice",
        arguments: [End.move, .delete], [["a.jpg"], ["a.jpg.txt", "a.jpg"]])
    func aside(end: End, names: [String]) async throws {
        let (bench, journal) = try await bench(end, aside: names)
        let first = bench.scratch.bytes(of: "out/a.jpg")
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        if names.count == 2 { try bench.scratch.write("second", to: "drop/a.jpg.txt") }
        for _ in 0..<2 { try await bench.pass(journal) }
        let expected = ["a-2.jpg"] + (names.count == 2 ? ["a-2.jpg.txt"] : []) + ["a.jpg", "a.jpg.txt"]
        #expect(files(bench, "out") == expected && files(bench, "drop").isEmpty)
        #expect(files(bench, "originals") == (end == .move ? expected : []))
        #expect(bench.scratch.bytes(of: "out/a.jpg") == first)
        #expect(bench.scratch.bytes(of: "out/a.jpg.txt") == Array("first".utf8))
        let summary = try await VerifyRun(journal, jobs: 1).run { _ in }
        #expect(summary.isGood && summary.outputs == expected.count)
    }

    @Test("one whose output was lost since is given a name again, and is delivered")
    func needed() async throws {
        let (bench, journal) = try await bench(.delete, aside: ["a.jpg"])
        try FileManager.default.removeItem(at: bench.scratch["out/a.jpg"])
        try bench.scratch.write("changed", to: "out/a.jpg")
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        for _ in 0..<2 { try await bench.pass(journal) }
        let outputs = files(bench, "out").filter { $0.hasSuffix(".jpg") }
        #expect(outputs.count == 3 && bench.scratch.bytes(of: "out/a.jpg") == Array("changed".utf8))
        #expect(files(bench, "drop").filter { $0.hasSuffix(".jpg") }.isEmpty)
    }

    enum Hidden: CaseIterable { case own, replaced, user }

    @Test(
        "of two files that were exchanged, the one that a user has put there meanwhile is not cleared",
        arguments: Hidden.allCases)
    func exchanged(hidden: Hidden) throws {
        let scratch = try TemporaryFolder()
        let folder = try OpenFolder(RawPath(scratch.path))
        let name = Array("a.jpg".utf8)
        try scratch.write("output", to: "output")
        try scratch.write("replaced", to: "a.jpg")
        let exchange = Departure.Exchange(
            own: try folder.status(of: "output").inode, replaced: try folder.status(of: "a.jpg"))
        try scratch.write("the user's", to: "new")
        let file = ["output", "a.jpg", "new"][Hidden.allCases.firstIndex(of: hidden) ?? 0]
        let (aside, code) = Departure.hide(Array(file.utf8), as: name, in: folder, exchange)
        #expect(code == 0)
        if hidden != .own { #expect(rename(scratch["output"].path(), scratch["a.jpg"].path()) == 0) }
        let cleared = try HiddenName.clear(folder)
        #expect(try folder.statusIfPresent(of: RawPath(bytes: aside)) == nil)
        #expect(cleared.removed == (hidden == .user ? 0 : 1))
        #expect(scratch.bytes(of: "a-2.jpg") == (hidden == .user ? Array("the user's".utf8) : nil))
    }

    @Test("what was delivered without a row goes along when its shot gets another number", arguments: [false, true])
    func unrecorded(isUsers: Bool) async throws {
        let bench = try Bench { folder, scratch in folder.onChange = .version }
        try bench.put("samples/photo.jpg", as: "a.jpg")
        try bench.scratch.write("note", to: "drop/a.jpg.txt")
        try await bench.pass()
        if isUsers {
            try FileManager.default.removeItem(at: bench.scratch["out/a.jpg.txt"])
            try bench.scratch.write("note", to: "out/a.jpg.txt")
        }
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        for _ in 0..<2 { try await bench.pass(journal) }
        let expected = ["a-2.jpg", "a-2.jpg.txt", "a.jpg"] + (isUsers ? ["a.jpg.txt"] : [])
        #expect(files(bench, "out") == expected)
        let summary = try await VerifyRun(journal, jobs: 1).run { _ in }
        #expect(summary.isGood && summary.outputs == 2)
    }

    @Test("the text that says why a file was rejected has its number, and replaces no other")
    func reasons() async throws {
        let bench = try Bench { folder, scratch in folder.rejected = scratch["rejected"].path() }
        let journal = try bench.journal()
        try bench.scratch.write("a user's", to: "rejected/a.jpg.reason.txt")
        for number in 1...2 {
            try bench.scratch.write([UInt8](repeating: UInt8(number), count: 64), to: "drop/a.jpg")
            for _ in 0..<2 { #expect(try await bench.pass(journal, force: true)["a.jpg"]?.outcome == .rejected) }
        }
        #expect(
            files(bench, "rejected") == [
                "a-2.jpg", "a-2.jpg.reason.txt", "a-3.jpg", "a-3.jpg.reason.txt", "a.jpg.reason.txt",
            ])
        #expect(bench.scratch.bytes(of: "rejected/a.jpg.reason.txt") == Array("a user's".utf8))
    }
}
