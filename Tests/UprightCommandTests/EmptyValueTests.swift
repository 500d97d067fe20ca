import Foundation
import TestSupport
import Testing

/// Options with an empty value: `--owner=` took the name of the next file, and wrote it into the others.
@Suite struct EmptyValueTests {
    struct Option {
        var command: [String]
        var name: String
        var hasValue: Bool
    }

    /// Every option of every command, from the help that the program prints for tools.
    static func options() throws -> [Option] {
        let dump = try upright("--experimental-dump-help").output
        let root = try #require(try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any])
        var found: [Option] = []
        func look(at command: [String: Any], words: [String]) {
            for argument in command["arguments"] as? [[String: Any]] ?? [] {
                let kind = argument["kind"] as? String
                for name in argument["names"] as? [[String: Any]] ?? [] where kind != "positional" {
                    guard let text = name["name"] as? String, !["help", "h", "version"].contains(text) else { continue }
                    let dashes = name["kind"] as? String == "long" ? "--" : "-"
                    found.append(Option(command: words, name: dashes + text, hasValue: kind == "option"))
                }
            }
            for below in command["subcommands"] as? [[String: Any]] ?? [] {
                guard let name = below["commandName"] as? String, name != "help" else { continue }
                look(at: below, words: words + [name])
            }
        }
        look(at: try #require(root["command"] as? [String: Any]), words: [])
        return found
    }

    /// An empty value means something to these.
    static let removing: Set<String> = ["--gps", "--time", "--place", "--street", "--owner"]

    @Test(.timeLimit(.minutes(10))) func noOptionTakesTheNextArgumentForItsValue() throws {
        let folder = try TemporaryFolder()
        let picture = try folder.place("samples/photo.jpg", as: "a.jpg")
        try folder.write(picture, to: "b.jpg")
        let options = try Self.options()
        #expect(options.count(where: \.hasValue) > 60)
        for option in options where !option.command.isEmpty {
            let isRemoving = option.command == ["tag"] && Self.removing.contains(option.name)
            let isPause = option.command == ["queue", "pause"] && option.name == "--message"
            guard !isRemoving, !isPause else { continue }
            let line = option.command + [option.name + "=", "a.jpg", "b.jpg"]
            let run = try Command.run(Command.built("upright").path(), line, in: folder.url)
            #expect(run.status == 64, "\(line): \(run.status) \(run.output)")
            #expect(run.error.contains("\(option.name) takes "), "\(line): \(run.error)")
            #expect(folder.bytes(of: "a.jpg") == picture && folder.bytes(of: "b.jpg") == picture, "\(line)")
            guard option.hasValue else { continue }
            let apart = option.command + [option.name, "", "a.jpg", "b.jpg"]
            let other = try Command.run(Command.built("upright").path(), apart, in: folder.url)
            #expect(other.status == 64 && other.error.contains("\(option.name) takes "), "\(apart): \(other.error)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.jpg", "b.jpg"])
    }

    @Test(arguments: ["--owner=", "--street=", "--place=", "--time=", "--gps="])
    func anEmptyValueRemovesFromEveryFile(option: String) throws {
        let folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "a.jpg")
        try folder.place("samples/photo.jpg", as: "b.jpg")
        let written = try upright(
            "tag", "a.jpg", "b.jpg", "--owner", "Somebody", "--place", "Zug,ZG,Schweiz,CHE", "--street", "Gasse 1",
            "--gps", "1.5,2.5", "--time", "2024-05-17T18:03:09", in: folder.url)
        #expect(written.status == 0, "\(written.error)")
        let run = try upright("tag", option, "a.jpg", "b.jpg", "--json", in: folder.url)
        #expect(run.status == 0, "\(run.error)")
        let reports = try objects(run.output)
        #expect(reports.map { $0["source"] as? String } == ["a.jpg", "b.jpg"])
        for report in reports {
            let changes = report["changes"] as? [[String: Any]] ?? []
            #expect(
                !changes.isEmpty && changes.allSatisfy { $0["to"].map { "\($0)".contains("jpg") } == false },
                "\(changes)")
        }
    }

    @Test func filesThatLookLikeOptionsStayFiles() throws {
        let folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "--owner=")
        // After `--` there are only files.
        let run = try upright("tag", "--owner", "Me", "--", "--owner=", in: folder.url)
        #expect(run.status == 0, "\(run.error)")
        let value = try upright("tag", "--set", "EXIF:Artist=", "--json", "--", "--owner=", in: folder.url)
        #expect(value.status == 0)
        #expect(try objects(value.output).first?["outcome"] as? String == "edited")
    }
}
