import Foundation
import TestSupport
import Testing

/// Names and values from outside never reach a terminal or a log as they are.
@Suite struct HostileNameTests {
    private let folder: TemporaryFolder
    /// C0, DEL, C1, an override and an isolate of the direction of writing, a line separator.
    private static let name = "a\u{1B}[31m\u{9B}31m\u{7F}\u{202E}gpj\u{2067}\u{2028}\n.jpg"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            folders:
              - source: drop
                output: out
                settle: 50ms
            state: state
            steps: [orient, albums]
            sandbox: best-effort

            """, to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "drop/" + Self.name)
        try folder.place("samples/orientation-6.jpg", as: "drop/b" + Self.name)
        try folder.write([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8], to: "drop/bad" + Self.name)
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func harm(in text: String) -> [String] {
        text.unicodeScalars.filter { scalar in
            let value = scalar.value
            return scalar != "\n" && scalar != "\t"
                && (value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value)
                    || (0x2066...0x2069).contains(value))
        }.map { String($0.value, radix: 16) }
    }

    @Test func noCommandShowsThem() throws {
        let (first, second) = ("drop/" + Self.name, "drop/b" + Self.name)
        for arguments in [
            ["reprocess", "--config", "pipeline.yaml", "--verbose"],
            ["reprocess", "--config", "pipeline.yaml", "--force"],
            ["reprocess", "--config", "pipeline.yaml", "--json"], ["inspect", first],
            ["inspect", "--structure", first],
            ["inspect", "--json", first], ["inspect", "--get", "Orientation", first, second],
            ["inspect", "drop/bad" + Self.name],
            ["duplicates", first, second], ["duplicates", "--json", first, second],
            ["turn", "left", "--dry-run", first],
            ["tag", "--set", "Artist=\u{9B}31m", "--dry-run", first],
            ["tag", "--dry-run", "--set", "Artist=x", "none" + Self.name],
            ["status", "--config", "pipeline.yaml"], ["status", "--config", "pipeline.yaml", first, "no" + Self.name],
            ["status", "--config", "pipeline.yaml", "--json"], ["queue", "list", "--config", "pipeline.yaml"],
            ["queue", "show", "--config", "pipeline.yaml", "1"],
            ["queue", "retry", "--config", "pipeline.yaml", "none" + Self.name],
            ["journal", "export", "--config", "pipeline.yaml"],
            ["journal", "verify", "--verbose", "--config", "pipeline.yaml"],
            ["albums", "list", "--config", "pipeline.yaml"],
            ["albums", "export", "--config", "pipeline.yaml", "--to", "links" + Self.name],
            ["geotag", "--dry-run", "--gpx", "none" + Self.name, first],
        ] {
            let command = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
            #expect(harm(in: command.output) == [], "\(arguments.prefix(2)) \(command.output)")
            #expect(harm(in: command.error) == [], "\(arguments.prefix(2)) \(command.error)")
        }
    }

    @Test func noLogHasThem() async throws {
        let log = folder["log"]
        _ = FileManager.default.createFile(atPath: log.path(), contents: nil)
        let daemon = try ChildProcess(
            Command.built("upright").path(), ["watch", "--config", folder["pipeline.yaml"].path()], error: .file(log))
        func lines() throws -> String { String(decoding: try Data(contentsOf: log), as: UTF8.self) }
        let end = Date(timeIntervalSinceNow: 120)
        while try !lines().contains("rejected"), Date() < end { try await Task.sleep(for: .milliseconds(50)) }
        daemon.signal(SIGTERM)
        #expect(daemon.wait() == 0)
        #expect(try lines().contains("rejected") && harm(in: lines()) == [])
    }

    @Test func aPathWithThemIsThePathThatIsUsed() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        let made = try run("albums", "export", "--config", "pipeline.yaml", "--to", "links" + Self.name)
        #expect(made.status == 0, "\(made.error)")
        let parent = try run("reprocess", "drop", "--output", "out" + Self.name, "--quiet")
        #expect(parent.status == 1 && folder.files.contains { $0.hasPrefix("out" + Self.name + "/") })
    }
}
