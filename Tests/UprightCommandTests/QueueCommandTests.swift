import Foundation
import TestSupport
import Testing

/// `upright queue`: by path, folder, glob and number, with a run's journal.
@Suite struct QueueCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "folders:\n  - source: drop\n    output: out\nstate: state\nstatus: {listen: off}\n", to: "pipeline.yaml")
        for name in ["a.png", "b.png", "deep/c.png"] { try folder.write("", to: "drop/" + name) }
        try folder.place("samples/orientation-6.jpg", as: "drop/turned.jpg")
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func queue(_ arguments: String...) throws -> [[String: Any]] {
        try objects(
            try Command.run(Command.built("upright").path(), ["queue", "list", "--json"] + arguments, in: folder.url)
                .output)
    }

    private func names(_ rows: [[String: Any]]) -> [String] {
        rows.compactMap { ($0["source"] as? String)?.split(separator: "/").last.map(String.init) }.sorted()
    }

    @Test func rowsAreNamedByPathFolderGlobAndNumber() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(names(try queue()) == ["a.png", "b.png", "c.png"])
        #expect(names(try queue("drop/a.png")) == ["a.png"])
        #expect(names(try queue("./drop/../drop/deep")) == ["c.png"])
        #expect(names(try queue("[ab].png")) == ["a.png", "b.png"])
        #expect(names(try queue("drop/*c.png")) == ["c.png"])
        let id = try #require(try queue("drop/b.png").first?["id"] as? Int)
        #expect(names(try queue("\(id)")) == ["b.png"])
        #expect(names(try queue("--state", "held")) == [])
        #expect(try queue("--state", "held", "drop/a.png").isEmpty)
        let nothing = try run("queue", "list", "drop/none.png")
        #expect(nothing.status == 1 && nothing.error.contains("drop/none.png"))
        let done = try run("queue", "show", "drop/turned.jpg")
        #expect(done.status == 0 && done.output.contains("normalized") && done.output.contains("out/turned.jpg"))
        #expect(try run("queue", "list").output.contains("a.png"))
        #expect(try run("queue", "hold").status == 64)
        #expect(try run("queue", "hold", "--all", "drop/a.png").status == 64)
    }

    @Test func heldPicturesAreLeftAloneUntilReleased() throws {
        let held = try run("queue", "hold", "drop/turned.jpg", "--json")
        #expect(held.status == 0, "\(held.error)")
        #expect(try objects(held.output).first?["changed"] as? Bool == true)
        let first = try run("reprocess", "--config", "pipeline.yaml", "--json")
        #expect(first.status == 1 && first.output.contains("held on request"))
        #expect(folder.bytes(of: "out/turned.jpg") == nil)
        #expect(names(try queue("--state", "held")) == ["turned.jpg"])
        #expect(try objects(try run("status", "--json").output).first?["held"] as? Int == 1)
        let retried = try run("queue", "retry", "drop/turned.jpg")
        #expect(retried.status == 1 && retried.error.contains("upright queue release"))
        #expect(try run("queue", "release", "--all").output.contains("turned.jpg"))
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(folder.bytes(of: "out/turned.jpg") != nil)
        let late = try run("queue", "hold", "drop/turned.jpg")
        #expect(late.status == 1 && late.error.contains("normalized"))
    }

    @Test func dismissedFilesStayInPlaceAndAreNotRetried() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(try run("queue", "dismiss", "*.png").status == 0)
        #expect(names(try queue()) == [])
        #expect(folder.bytes(of: "drop/a.png") == [])
        #expect(try run("reprocess", "--config", "pipeline.yaml", "--quiet").status == 0)
        #expect(try run("queue", "retry", "drop/a.png").status == 0)
        #expect(names(try queue("--state", "deferred")) == ["a.png"])
    }

    @Test func withoutAJournalTheQueueIsEmpty() throws {
        let list = try run("queue", "list")
        #expect(list.status == 0 && list.output.contains("the queue is empty"))
        #expect(try run("queue", "retry", "--all").status == 0)
        #expect(try run("queue", "retry", "drop/a.png").status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder["state"].path()))
    }
}
