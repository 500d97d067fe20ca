import Foundation
import TestSupport
import Testing

/// `upright tag --journal` and `--undo`.
@Suite struct UndoCommandTests {
    let folder: TemporaryFolder
    private let names = (0..<24).map { "p\($0 / 10)\($0 % 10)" + [".jpg", ".png", ".gif", ".webp", ".heic"][$0 % 5] }

    init() throws {
        folder = try TemporaryFolder()
        let sources = [
            "samples/photo.jpg", "png/upright.png", "gif/animation-upright.gif", "webp/simple.webp",
            "heif/orientation-1.heic",
        ]
        for (number, name) in names.enumerated() {
            let source = sources[number % 5]
            try folder.place(Fixture.named(source) == nil ? sources[0] : source, as: name)
        }
    }

    private func run(_ arguments: [String]) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func contents() -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, folder.bytes(of: $0) ?? []) })
    }

    /// Runs the program, and kills it after it has reported some files.
    private func kill(after lines: Int, _ arguments: [String]) throws {
        let process = try ChildProcess(Command.built("upright").path(), arguments, in: folder.url, output: .pipe)
        let output = try #require(process.output)
        var found = 0
        while found < lines, let data = try output.read(upToCount: 1), !data.isEmpty {
            if data[data.startIndex] == 0x0A { found += 1 }
        }
        process.signal(SIGKILL)
        process.wait()
    }

    @Test func everyFileGetsItsBytesAndItsTimeBack() throws {
        let before = contents()
        let old = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder[names[0]].path())
        for edit in [["--set", "XMP:dc:title=one"], ["--set", "XMP:dc:subject+=two", "--gps", "48.1,11.5"]] {
            #expect(try run(["tag", "--journal", "edits"] + names + edit).status == 0)
        }
        let edited = contents()
        #expect(edited.allSatisfy { $0.value != before[$0.key] })
        #expect(try run(["tag", "--undo", "edits", "--dry-run"]).status == 0)
        #expect(contents() == edited)
        let undone = try objects(try run(["tag", "--undo", "edits", "--json"]).output)
        #expect(
            undone.count == names.count && undone.allSatisfy { $0["outcome"] as? String == "restored" }, "\(undone)")
        #expect(contents() == before)
        let time = try FileManager.default.attributesOfItem(atPath: folder[names[0]].path())[.modificationDate] as? Date
        #expect(time == old)
        let again = try objects(try run(["tag", "--undo", "edits", "--json"]).output)
        #expect(again.allSatisfy { $0["outcome"] as? String == "unchanged" }, "\(again)")
        // The journal stays small.
        #expect((folder.bytes(of: "edits")?.count ?? 0) < names.count * 2 * 16_384)
    }

    @Test func aFileThatHasChangedSinceIsLeft() throws {
        let before = contents()
        #expect(try run(["tag", "--journal", "edits", names[0], names[1], "--set", "XMP:dc:title=one"]).status == 0)
        #expect(try run(["tag", names[0], "--set", "XMP:dc:title=two"]).status == 0)
        let changed = folder.bytes(of: names[0])
        let undone = try run(["tag", "--undo", "edits"])
        #expect(undone.status == 1 && undone.error.contains("changed"))
        #expect(folder.bytes(of: names[0]) == changed)
        #expect(folder.bytes(of: names[1]) == before[names[1]])
        // An edit after that is undone, and the one before is not.
        #expect(try run(["tag", "--journal", "edits", names[0], "--set", "XMP:dc:title=three"]).status == 0)
        let partly = try run(["tag", "--undo", "edits", names[0]])
        #expect(partly.status == 0 && partly.error.contains("only the later ones are undone"), "\(partly)")
        #expect(folder.bytes(of: names[0]) == changed)
    }

    @Test(arguments: [1, 7, 16]) func killsWhileEditingAndUndoingLoseNothing(lines: Int) throws {
        let before = contents()
        let edit =
            ["tag", "--json", "--journal", "edits"] + names + ["--set", "XMP:dc:title=one", "--gps", "48.1,11.5"]
        try kill(after: lines, edit)
        // A second run continues, and its edits are in the same journal.
        try kill(after: lines, edit)
        let edited = contents()
        #expect(edited.filter { $0.value != before[$0.key] }.count >= lines)
        try kill(after: lines, ["tag", "--json", "--undo", "edits"])
        let undone = try run(["tag", "--undo", "edits", "--json"])
        #expect(undone.status == 0, "\(undone)")
        #expect(contents() == before)
    }

    @Test func aTornEndOfAJournalIsAnEditThatWasNotMade() throws {
        let before = contents()
        #expect(try run(["tag", "--journal", "edits", names[0], names[1], "--set", "XMP:dc:title=one"]).status == 0)
        let journal = try #require(folder.bytes(of: "edits"))
        try Data(journal + journal.suffix(100).dropLast(3)).write(to: folder["edits"])
        #expect(try run(["tag", "--undo", "edits"]).status == 0)
        #expect(contents() == before)
        // Damage elsewhere undoes nothing, and other files are no journals.
        var damaged = journal
        let name = try #require(Data(journal).range(of: Data("/p0".utf8)))
        damaged[name.upperBound] ^= 1
        try Data(damaged).write(to: folder["edits"])
        #expect(try run(["tag", "--undo", "edits"]).error.contains("line 2 is damaged; nothing was undone"))
        #expect(try run(["tag", "--undo", names[2]]).status == 1)
        try folder.write("a line of somebody's notes\n", to: "notes")
        #expect(try run(["tag", "--undo", "notes"]).status == 1)
        #expect(folder.bytes(of: "notes") == Array("a line of somebody's notes\n".utf8))
        #expect(try run(["tag", "--undo", "none"]).status == 1)
        #expect(contents() == before)
    }
}
