internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Shots whose files this user may not read or move: nothing is torn without a word.
@Suite("Shots of other users", .enabled(if: geteuid() == 0 && Command.exists("setpriv"), "only root can run it"))
struct ShotCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            folders:
              - {source: drop, output: out, settle: 50ms, retire-after: 100ms, originals: move, originals-folder: kept}
            state: state
            sandbox: best-effort
            """, to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "drop/a.jpg")
        try folder.write("raw", to: "drop/a.NEF")
        try folder.write("<plist><dict/></plist>", to: "drop/a.AAE")
        for name in ["", "drop", "drop/a.jpg", "drop/a.AAE", "pipeline.yaml"] {
            #expect(chown(folder[name].path(), 65_534, 65_534) == 0)
        }
    }

    private func reprocess() throws -> Command {
        // Its writers are known to have closed what has not changed for retire-after.
        usleep(300_000)
        return try Command.run(
            "setpriv",
            [
                "--reuid", "65534", "--regid", "65534", "--clear-groups", Command.built("upright").path(), "reprocess",
                "-v",
            ],
            in: folder.url)
    }

    private func files(_ name: String) -> [String] {
        folder.files.filter { $0.hasPrefix(name + "/") && !$0.hasSuffix(".upright") }.sorted()
    }

    @Test("while a member cannot be read, the rest is delivered, and all originals stay")
    func unreadableMember() throws {
        #expect(chmod(folder["drop/a.NEF"].path(), 0) == 0)
        let first = try reprocess()
        #expect(first.status == 1 && first.output.contains("Permission denied"), "\(first.output)\(first.error)")
        #expect(first.output.contains("a.NEF of its shot is not delivered"), "\(first.output)")
        #expect(files("out") == ["out/a.AAE", "out/a.jpg"])
        #expect(files("drop") == ["drop/a.AAE", "drop/a.NEF", "drop/a.jpg"] && files("kept").isEmpty)
        #expect(chmod(folder["drop/a.NEF"].path(), 0o644) == 0)
        _ = try reprocess()
        _ = try reprocess()
        #expect(files("kept") == ["kept/a.AAE", "kept/a.NEF", "kept/a.jpg"] && files("drop").isEmpty)
    }

    @Test("from a folder that is read-only, all is delivered, no original leaves, and each says why")
    func readOnlySource() throws {
        #expect(chown(folder["drop"].path(), 0, 0) == 0 && chmod(folder["drop"].path(), 0o755) == 0)
        let run = try reprocess()
        #expect(files("out") == ["out/a.AAE", "out/a.NEF", "out/a.jpg"], "\(run.output)\(run.error)")
        #expect(files("drop") == ["drop/a.AAE", "drop/a.NEF", "drop/a.jpg"])
        #expect(run.output.contains("the original stays"), "\(run.output)")
    }
}
