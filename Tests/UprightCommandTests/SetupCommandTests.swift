import Foundation
import TestSupport
import Testing

/// `upright setup`, with the units of a test: it writes the configuration and the drop-ins, and runs no program.
@Suite struct SetupCommandTests {
    private let folder: TemporaryFolder

    private static let configuration = """
        # My own comment.
        folders:
          - source: /var/lib/upright/drop   # as shipped
            output: /var/lib/upright/normalized
        state: /var/lib/upright/state
        steps:
          - orient

        """

    init() throws { folder = try TemporaryFolder() }

    private func setup(_ arguments: String...) throws -> Command {
        try Command.run(
            Command.built("upright").path(),
            ["setup", "--config", path("etc/pipeline.yaml"), "--units", path("units")] + arguments,
            in: folder.url)
    }

    private func path(_ name: String) -> String { folder[name].path(percentEncoded: false) }

    private func text(_ path: String) -> String? { folder.bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }

    @Test func aFolderIsSetUpTwiceAndTakenOut() throws {
        try folder.write(Self.configuration, to: "etc/pipeline.yaml")
        let (drop, output) = (path("my drop"), path("out"))
        let first = try setup(drop, output, "--yes")
        #expect(first.status == 0, "\(first.error)")
        let written = try #require(text("etc/pipeline.yaml"))
        #expect(written.contains("- source: \"\(drop)\"") && written.contains("# My own comment."))
        #expect(text("units/upright.service.d/setup.conf")?.contains("ReadWritePaths=\"-\(drop)\"") == true)
        let check = try Command.run(
            Command.built("upright").path(), ["check", "--config", path("etc/pipeline.yaml")], in: folder.url)
        #expect(check.status != 78)
        // Again: nothing changes.
        #expect(try setup(drop, output, "--yes").status == 0)
        #expect(text("etc/pipeline.yaml") == written)
        // With other settings: the entry changes.
        #expect(try setup(drop, output, "--originals", path("kept"), "--others", "move", "--yes").status == 0)
        let changed = try #require(text("etc/pipeline.yaml"))
        #expect(changed.contains("others: move") && changed.contains("originals: move"))
        #expect(changed.components(separatedBy: "- source: \"\(drop)\"").count == 2)
        // A second folder does not take the place of the first.
        #expect(try setup(path("b"), path("b out"), "--yes").status == 0)
        #expect(text("units/upright.service.d/setup.conf")?.contains(path("kept")) == true)
        #expect(try setup("--remove", path("b"), "--yes").status == 0)
        #expect(text("etc/pipeline.yaml") == changed)
        try folder.write("mine", to: "my drop/a.txt")
        #expect(try setup("--remove", drop, "--yes").status == 0)
        #expect(text("etc/pipeline.yaml") == Self.configuration)
        #expect(text("units/upright.service.d/setup.conf") == nil)
        #expect(text("my drop/a.txt") == "mine")
    }

    @Test func nothingIsDoneUnasked() throws {
        try folder.write(Self.configuration, to: "etc/pipeline.yaml")
        let shown = try setup(path("drop"), path("out"), "--dry-run")
        #expect(shown.status == 0 && shown.output.contains("create \(path("drop"))"))
        let unasked = try setup(path("drop"), path("out"))
        #expect(unasked.status == 1 && unasked.error.contains("--yes"))
        #expect(text("etc/pipeline.yaml") == Self.configuration && text("units/upright.service.d/setup.conf") == nil)
    }

    @Test func aMachineWithoutAConfigurationGetsOne() throws {
        #expect(try setup(path("drop"), path("out"), "--yes").status == 0)
        #expect(text("etc/pipeline.yaml")?.contains("- orient") == true)
        #expect(try setup("--remove", path("drop"), "--yes").status == 0)
        #expect(text("etc/pipeline.yaml") == nil)
    }

    @Test func whatTheDaemonWouldRefuseIsRefused() throws {
        try folder.write(Self.configuration, to: "etc/pipeline.yaml")
        let inside = try setup(path("drop"), path("drop/out"), "--yes")
        #expect(inside.status == 78 && inside.error.contains("a folder outside the source"))
        let unknown = try setup("--remove", path("other"), "--yes")
        #expect(unknown.status == 78 && unknown.error.contains("was not set up"))
        try folder.write("folders: [{source: /a, output: /b}]\nstate: /s\n", to: "etc/pipeline.yaml")
        let flow = try setup(path("drop"), path("out"), "--yes")
        #expect(flow.status == 78 && flow.error.contains("add the folder by hand"))
        #expect(try setup(path("drop")).status == 64)
        #expect(try setup(path("drop"), path("out"), "--originals", "burn").status == 64)
        #expect(try setup(path("drop"), path("out"), "--user", "nobody-of-this-name").status == 64)
    }
}
