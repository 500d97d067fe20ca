import Foundation
import TestSupport
import Testing

/// What `upright status FILE` and the queue say of files that have arrived only in part.
@Suite struct IncompleteCommandTests {
    private let folder: TemporaryFolder
    private let photo: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            folders:
              - source: drop
                output: out
                others: copy
                settle: 0s
            state: state
            status: {listen: off}
            sandbox: best-effort

            """, to: "pipeline.yaml")
        photo = try #require(Fixture.named("samples/orientation-6.jpg")).content()
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(
            Command.built("upright").path(), arguments + ["--config", "pipeline.yaml"], in: folder.url)
    }

    @Test func halfAFileIsIncompleteUntilTheRestArrives() throws {
        try folder.write(Array(photo.prefix(photo.count / 2)), to: "drop/half.jpg")
        try folder.place("samples/orientation-3.jpg", as: "drop/whole.jpg")
        #expect(try run("reprocess", "--quiet").status == 0)
        #expect(folder.bytes(of: "out/half.jpg") != nil)

        let half = try run("status", "drop/half.jpg")
        #expect(
            half.status == 75 && half.output.hasPrefix("incomplete") && half.output.contains("(EOI)"), "\(half.output)")
        let whole = try run("status", "drop/whole.jpg")
        #expect(whole.status == 0 && whole.output.hasPrefix("normalized"), "\(whole.output)")
        #expect(try run("status", "drop/whole.jpg", "drop/half.jpg").status == 75)
        #expect(try run("status", "drop/none.jpg", "drop/half.jpg").status == 1)

        let listed = try run("queue", "list")
        #expect(listed.output.contains("incomplete") && listed.output.contains("half.jpg"), "\(listed.output)")
        #expect(!listed.output.contains("whole.jpg"))
        let rows = try objects(try run("queue", "list", "--state", "incomplete", "--json").output)
        #expect(rows.count == 1 && rows[0]["incomplete"] as? Bool == true)
        #expect((rows[0]["lacks"] as? String)?.contains("EOI") == true)
        #expect(try run("queue", "list", "--state", "rejected").output.contains("empty"))
        let status = try objects(try run("status", "--json").output).first
        #expect(status?["incomplete"] as? Int == 1 && status?["rejected"] as? Int == 0)
        #expect(try run("status").output.contains("incomplete"))

        // The rest arrives.
        try folder.write(photo, to: "drop/half.jpg")
        let changed = try run("status", "drop/half.jpg")
        #expect(changed.status == 75 && changed.output.hasPrefix("changed"), "\(changed.output)")
        #expect(try run("reprocess", "--quiet").status == 0)
        #expect(try run("status", "drop/half.jpg").status == 0)
        #expect(try run("queue", "list").output.contains("empty"))
        // The output is taken away: nothing is delivered any more.
        try FileManager.default.removeItem(at: folder["out/half.jpg"])
        #expect(try run("status", "drop/half.jpg").status == 75)
    }

    @Test func aFileWithoutARecordIsExplained() throws {
        try folder.write("x", to: "drop/a.part")
        try folder.write("x", to: "drop/.hidden")
        try folder.write("x", to: "drop/b.jpg")
        try folder.write("x", to: "elsewhere/c.jpg")
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: folder["drop/link.jpg"].path(), withDestinationPath: "../elsewhere/c.jpg")
        try manager.createSymbolicLink(atPath: folder["drop/far"].path(), withDestinationPath: "../elsewhere")
        try manager.createSymbolicLink(atPath: folder["drop/dangling"].path(), withDestinationPath: "nowhere")
        mkfifo(folder["drop/pipe"].path(), 0o600)
        for (file, status, words) in [
            ("drop/a.part", 1, "*.part"), ("drop/.hidden", 1, ".*"), ("drop/link.jpg", 1, "symbolic link"),
            ("drop/far", 1, "symbolic link"), ("drop/far/c.jpg", 1, "below a symbolic link, far"),
            ("drop/dangling", 1, "symbolic link"), ("drop/pipe", 1, "FIFO"), ("drop/none.jpg", 1, "no such file"),
            ("elsewhere/c.jpg", 1, "in no drop folder"), ("drop", 1, "a drop folder"), ("drop/b.jpg", 75, "no daemon"),
        ] {
            let shown = try run("status", file)
            #expect(shown.status == Int32(status) && shown.output.contains(words), "\(file): \(shown.output)")
        }
    }

    @Test func anEmptyFileOfAnotherTypeIsPassedOn() throws {
        try folder.write("", to: "drop/notes.txt")
        try folder.write("", to: "drop/data.bin")
        try folder.write("", to: "drop/empty.jpg")
        #expect(try run("reprocess", "--quiet").status == 1)
        #expect(folder.bytes(of: "out/notes.txt") == [] && folder.bytes(of: "out/data.bin") == [])
        #expect(folder.bytes(of: "out/empty.jpg") == nil)
        #expect(try run("status", "drop/notes.txt").output.hasPrefix("passed"))
        #expect(try run("status", "drop/empty.jpg").status == 1)
    }

    /// The files of the state folder with their times.
    private func state() throws -> [String: Date] {
        var found: [String: Date] = [:]
        for name in folder.files where name.hasPrefix("state/") {
            found[name] =
                try FileManager.default.attributesOfItem(atPath: folder[name].path())[.modificationDate] as? Date
        }
        let own = try FileManager.default.attributesOfItem(atPath: folder["state"].path())
        found["state"] = own[.modificationDate] as? Date
        return found
    }

    @Test func commandsThatReadWriteNothing() throws {
        try folder.write(photo, to: "drop/a.jpg")
        #expect(try run("reprocess", "--quiet").status == 0)
        _ = try run("albums", "list")
        let before = try state()
        for arguments in [
            ["status"], ["status", "drop/a.jpg"], ["queue", "list"], ["queue", "show", "1"], ["journal", "export"],
            ["journal", "verify"], ["albums", "list"],
        ] {
            let command = try Command.run(
                Command.built("upright").path(), arguments + ["--config", "pipeline.yaml"], in: folder.url)
            #expect(command.status == (arguments == ["status"] ? 3 : 0), "\(arguments): \(command.error)")
            #expect(try state() == before, "\(arguments)")
        }
    }
}
