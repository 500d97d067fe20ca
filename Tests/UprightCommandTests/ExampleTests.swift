import Foundation
import TestSupport
import Testing

/// Every `--help` ends with examples, and each of them works.
@Suite("Examples of the help", .serialized, .timeLimit(.minutes(10)))
struct ExampleTests {
    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let discussion: String?
            let subcommands: [Command]?
        }
        let command: Command
    }

    /// The examples of each command, by the command's words.
    static func all() throws -> [(command: String, examples: [String])] {
        let dump = try upright("--experimental-dump-help").output
        let help = try JSONDecoder().decode(Help.self, from: Data(dump.utf8))
        var found: [(command: String, examples: [String])] = []
        func walk(_ command: Help.Command, below path: String) {
            let path = path.isEmpty ? command.commandName : path + " " + command.commandName
            guard command.commandName != "help" else { return }
            let lines = (command.discussion ?? "").split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
            found.append((path, lines.map { $0.drop { $0 == " " } }.map(String.init)))
            for sub in command.subcommands ?? [] { walk(sub, below: path) }
        }
        walk(help.command, below: "")
        return found
    }

    @Test("Every command has two to four, which name it and fit into 80 columns")
    func each() throws {
        let all = try Self.all()
        #expect(all.count > 40)
        for (command, examples) in all {
            #expect((2...4).contains(examples.count), "\(command): \(examples)")
            // The examples of a group are those of its members.
            #expect(examples.contains { $0.contains(command) }, "\(command): \(examples)")
            for example in examples { #expect(example.count <= 78, "\(command): \(example)") }
            let help = try upright(Array(command.split(separator: " ").dropFirst().map(String.init)) + ["--help"])
                .output
            for example in examples {
                #expect(help.contains("  " + example), "\(command): \(example) is broken up in the help")
            }
        }
    }

    /// A folder in which all examples work.
    private struct Scene {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            for name in ["IMG_1.jpg", "Pictures/IMG_1.jpg", "Pictures/2024/IMG_3.jpg", "drop/IMG_1.jpg"] {
                try folder.place("samples/photo.jpg", as: name)
            }
            try folder.place("samples/orientation-6.jpg", as: "IMG_2.jpg")
            try folder.place("samples/palette.png", as: "scan.png")
            try folder.write("no picture", to: "drop/b.jpg")
            try folder.write(
                """
                folders: [{source: drop, output: normalized, settle: 10ms}]
                state: state
                steps: [orient, {place: {overrides: [{at: "46.948,7.447", radius: 50000, name: Munich, district: Altstadt}]}}, albums]
                """, to: "pipeline.yaml")
            try folder.write(
                """
                <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
                <trkpt lat="46.9" lon="7.4"><time>2024-06-01T09:40:00Z</time></trkpt>
                <trkpt lat="46.9" lon="7.5"><time>2024-06-01T09:42:00Z</time></trkpt>
                </trkseg></trk></gpx>
                """, to: "day.gpx")
            try folder.write("48.137154,11.576124\tMunich\n", to: "positions.tsv")
            try folder.write("a secret of some length\n", to: "token")
            try folder.write(
                #"{"id": 1, "source": "IMG_1.jpg", "output": "2.jpg"}"# + "\n", to: "requests.jsonl")
            try folder.write(
                #"{"output": "\#(folder["IMG_1.jpg"].path())", "source": "s3://bucket/in/a.jpg", "type": "public.jpeg", "outcome": "normalized", "captured": null, "latitude": 48.1, "longitude": 11.5}"#
                    + "\n", to: "rows.jsonl")
            let line = [
                "2867714", "Munich", "Munich", "", "48.13743", "11.57549", "P", "PPLA", "DE", "", "02", "", "", "",
                "1260391", "", "524", "Europe/Berlin", "2024-01-01",
            ]
            try folder.write(line.joined(separator: "\t") + "\n", to: "cities500.txt")
            try folder.write(
                #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Altstadt"}, "geometry": {"type": "Polygon", "coordinates": [[[11.5, 48.1], [11.6, 48.1], [11.6, 48.2], [11.5, 48.1]]]}}]}"#,
                to: "districts.geojson")
            try folder.write("", to: "mark")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder["mark"].path())
            // `sudo` is not asked for a password here; setup works on the units of the scene.
            try folder.write("#!/bin/sh\nexec \"$@\"\n", to: "bin/sudo")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder["bin/sudo"].path())
            try FileManager.default.createSymbolicLink(
                at: folder["bin/upright"], withDestinationURL: Command.built("upright"))
        }

        private var environment: [String: String] {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return [
                "PATH": folder["bin"].path() + ":" + path, "HOME": folder.path, "XDG_STATE_HOME": "",
                "fpath": folder.path,
            ]
        }

        func run(_ line: String) throws -> Command {
            try Command.run("/bin/bash", ["-c", line], environment: environment, in: folder.url)
        }

        func start(_ line: String, output: URL) throws -> ChildProcess {
            _ = FileManager.default.createFile(atPath: output.path(), contents: nil)
            return try ChildProcess(
                "/bin/bash", ["-c", "exec " + line], environment: environment, in: folder.url, output: .file(output),
                error: .file(output))
        }
    }

    /// Programs that go on until they are stopped.
    private static func isEndless(_ example: String) -> Bool {
        example.hasPrefix("upright watch") || example.hasPrefix("upright serve")
            || example.hasPrefix("upright gallery") && !example.contains("export")
    }

    @Test("Each of them works")
    func work() async throws {
        let scene = try Scene()
        let folder = scene.folder
        #expect(try scene.run("upright reprocess --quiet; upright reprocess Pictures -o Upright").status == 0)
        #expect(try scene.run("upright reprocess ~/Pictures/2024 -o ~/Upright/2024").status == 0)
        let log = folder["watch.log"]
        let daemon = try scene.start("upright watch", output: log)
        defer {
            daemon.signal(SIGTERM)
            daemon.wait()
        }
        try await wait { try scene.run("upright status --exit-code").status == 0 }
        for (command, examples) in try Self.all() where !command.hasSuffix(" watch") {
            for example in examples where !example.hasPrefix("upright help") {
                try await tryOut(example, of: command, scene)
            }
        }
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        #expect(!text.contains("error"), "\(text)")
    }

    /// The exit statuses that are right for an example.
    private static func statuses(_ example: String) -> Set<Int32> {
        // The scene has a file that is rejected; two different pictures differ.
        if example.contains("--compare") || example == "upright status" || example.contains("status drop") {
            return [1]
        }
        if example.contains("check") { return [0, 1] }
        // What an earlier example has done to a picture is not done again.
        if example.contains("upright queue") { return [0, 1] }
        return [0]
    }

    private func tryOut(_ example: String, of command: String, _ scene: Scene) async throws {
        if Self.isEndless(example) { return try await begin(example, scene) }
        let (setup, shell) = (example.contains("upright setup"), example.contains("fpath"))
        var line = example
        if setup { line = example + " --dry-run --config pipeline.yaml --units units" }
        if example.contains("setup --remove") || shell { return }
        if command.hasSuffix("completions") {
            _ = try scene.run("mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions")
        }
        if line.contains("--conf") == false, line.contains("upright reload") { line = "sleep 0; " + line }
        let result = try scene.run(line)
        #expect(Self.statuses(example).contains(result.status), "\(command): \(example): \(result)")
        #expect(!result.error.contains("--help"), "\(example): \(result.error)")
    }

    /// Starts a program and waits until it says that it works.
    private func begin(_ example: String, _ scene: Scene) async throws {
        let port = Int.random(in: 20_000..<60_000)
        var line = example.replacing(/0\.0\.0\.0:87\d\d/) { _ in "0.0.0.0:\(port)" }
        if line == example { line += " --listen 127.0.0.1:\(port)" }
        let output = scene.folder["endless.log"]
        let program = try scene.start(line, output: output)
        try await wait {
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            return text.contains("\(port)")
        }
        program.signal(SIGTERM)
        program.wait()
    }

    private func wait(_ condition: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(120)
        while try !condition() {
            guard ContinuousClock.now < end else {
                Issue.record("it did not begin in two minutes")
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
