import UprightBase
import Foundation
import TestSupport
import Testing

@Suite struct ReprocessTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/orientation-6.jpg", as: "in/turned.jpg")
        try folder.place("samples/orientation-1.jpg", as: "in/deep/er/upright.jpg")
        try folder.write("no picture", to: "in/notes.txt")
    }

    func reprocess(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), ["reprocess"] + arguments, in: folder.url)
    }

    func outcomes(_ command: Command) throws -> [String: String] {
        try objects(command.output).reduce(into: [:]) { $0[$1["source"] as? String ?? ""] = $1["outcome"] as? String }
    }

    @Test func mirrorsRelativePathsAndExitsWith0() throws {
        let command = try reprocess("in", "--output", "out", "--json")
        #expect(command.status == 0, "\(command.error)")
        #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/deep/er/upright.jpg", "out/turned.jpg"])
        #expect(
            try outcomes(command) == [
                "in/turned.jpg": "normalized", "in/deep/er/upright.jpg": "unchanged", "in/notes.txt": "ignored",
            ])
        #expect(folder.bytes(of: "out/deep/er/upright.jpg") == folder.bytes(of: "in/deep/er/upright.jpg"))
    }

    @Test func printsTheDocumentedObject() throws {
        let source = try folder.place("jpeg/progressive.jpg", as: "in/turned.jpg")
        let command = try reprocess("in/turned.jpg", "--output", "out", "--json")
        let object = try #require(try objects(command.output).first)
        #expect(
            Set(object.keys) == [
                "source", "output", "copies", "type", "outcome", "reason", "orientation", "pictureDigest", "components",
                "changes", "warnings", "sha256", "bytes", "seconds",
            ])
        let output = try #require(folder.bytes(of: "out/turned.jpg"))
        #expect(object["source"] as? String == "in/turned.jpg")
        #expect(object["output"] as? String == "out/turned.jpg")
        #expect(object["type"] as? String == "public.jpeg")
        #expect(object["outcome"] as? String == "normalized")
        #expect(object["orientation"] as? Int == 6)
        let digests = object["sha256"] as? [String: String]
        #expect(digests?["source"] == hexadecimal(SHA256.hash(source)))
        #expect(digests?["output"] == hexadecimal(SHA256.hash(output)))
        #expect(object["bytes"] as? [String: Int] == ["source": source.count, "output": output.count])
        let turns = (object["components"] as? [[String: Any]])?.compactMap { $0["turn"] as? String } ?? []
        #expect(turns.count == 3 && turns.allSatisfy { ["exact", "requantized"].contains($0) })
        let changes = object["changes"] as? [[String: String]] ?? []
        #expect(changes.allSatisfy { Set($0.keys) == ["what", "from", "to"] } && !changes.isEmpty)
    }

    @Test func namesInTheObjectAreExact() throws {
        let name = "tab\t, line\n, bell\u{07}, delete\u{7F}, \\x41, \"Ä\".jpg"
        try folder.place("samples/orientation-6.jpg", as: "odd/\(name)")
        let command = try reprocess("odd", "--output", "out", "--json")
        let object = try #require(try objects(command.output).first)
        #expect(object["source"] as? String == "odd/\(name)")
        #expect(object["output"] as? String == "out/\(name)")
        // What people read has no control characters.
        let text = try reprocess("odd", "--output", "out", "--verbose").output
        #expect(text.contains(#"tab\x09, line\x0A, bell\x07, delete\x7F"#))
    }

    @Test func aSecondRunFindsEverythingCurrentAndTouchesNothing() throws {
        _ = try reprocess("in", "--output", "out")
        let before = try FileManager.default.attributesOfItem(atPath: folder["out/turned.jpg"].path())
        let second = try reprocess("in", "--output", "out", "--json")
        #expect(second.status == 0)
        #expect(
            try outcomes(second) == [
                "in/turned.jpg": "current", "in/deep/er/upright.jpg": "current", "in/notes.txt": "ignored",
            ])
        let after = try FileManager.default.attributesOfItem(atPath: folder["out/turned.jpg"].path())
        #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    }

    @Test func outputsNormalizedAgainAreUnchanged() throws {
        _ = try reprocess("in", "--output", "out")
        let again = try reprocess("out", "--output", "again", "--json")
        #expect(try outcomes(again).values.allSatisfy { $0 == "unchanged" })
        #expect(folder.bytes(of: "again/turned.jpg") == folder.bytes(of: "out/turned.jpg"))
    }

    @Test func aFileOfOthersIsNeverReplaced() throws {
        try folder.write("somebody's", to: "out/turned.jpg")
        let numbered = try reprocess("in/turned.jpg", "--output", "out", "--json")
        #expect(numbered.status == 0)
        let object = try #require(try objects(numbered.output).first)
        #expect(object["outcome"] as? String == "normalized")
        #expect((object["output"] as? String)?.hasSuffix("/turned-2.jpg") == true)
        for option in ["--json", "--force"] {
            let again = try reprocess("in/turned.jpg", "--output", "out", "--json", option)
            #expect(again.status == 0 && again.output.contains("\"current\""), "\(again)")
            #expect(folder.bytes(of: "out/turned.jpg") == Array("somebody's".utf8))
        }
    }

    @Test func aDryRunWritesNothing() throws {
        let before = folder.files
        let command = try reprocess("in", "--output", "out", "--json", "--dry-run")
        #expect(command.status == 0, "\(command.error)")
        #expect(try outcomes(command)["in/turned.jpg"] == "normalized")
        #expect(try objects(command.output).contains { $0["output"] as? String == "out/turned.jpg" })
        #expect(folder.files == before)
        #expect(!FileManager.default.fileExists(atPath: folder["out"].path()))
    }

    @Test func theContentDecidesTheTypeAndTheExtension() throws {
        try folder.place("samples/orientation-6.jpg", as: "in/wrong.png")
        let command = try reprocess("in/wrong.png", "--output", "out", "--json")
        #expect(try objects(command.output).first?["type"] as? String == "public.jpeg")
        #expect(folder.files.contains("out/wrong.jpg"))
    }

    @Test func oneRejectedFileGivesStatus1AndTheOthersAreDelivered() throws {
        try folder.write("", to: "in/empty.jpg")
        let command = try reprocess("in", "--output", "out", "--quiet")
        #expect(command.status == 1)
        #expect(command.output.isEmpty)
        #expect(command.error.contains("in/empty.jpg") && command.error.contains("empty"))
        #expect(folder.files.contains("out/turned.jpg"))
    }

    @Test func aMissingPathIsRejectedByName() throws {
        let command = try reprocess("nowhere.jpg", "in", "--output", "out", "--json")
        #expect(command.status == 1)
        #expect(try outcomes(command)["nowhere.jpg"] == "rejected")
        #expect(try outcomes(command)["in/turned.jpg"] == "normalized")
    }

    @Test func anOutputInsideTheInputIsNotInput() throws {
        _ = try reprocess("in", "--output", "in/out")
        let second = try reprocess("in", "--output", "in/out", "--json")
        #expect(second.status == 0)
        #expect(try outcomes(second).keys.allSatisfy { !$0.contains("in/out") })
    }

    @Test(arguments: [
        ["reprocess"], ["reprocess", "in"], ["reprocess", "in", "--output", "in"], ["reprocess", "--output", "out"],
        ["reprocess", "in/turned.jpg", "--output", "in/../in"], ["reprocess", "in", "--output", "out", "--jobs", "0"],
        ["reprocess", "in", "--output", "out", "--nonsense"], ["reprocess", "in", "--output", ".", "--force"],
        ["reprocess", "in", "--output", "out", "--failed"], ["reprocess", "in", "--output", "out", "-v", "-q"],
        ["nonsense"],
    ])
    func wrongUsageGivesStatus64AndWritesNothing(arguments: [String]) throws {
        let before = folder.files
        let command = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
        #expect(command.status == 64, "\(command.error)")
        #expect(!command.error.isEmpty)
        #expect(folder.files == before)
    }

    @Test func aWrongConfigurationGivesStatus78WithLineAndKey() throws {
        try folder.write("folders:\n  - source: in\n    output: out\n    setle: 1s\nstate: s\n", to: "c.yaml")
        let command = try reprocess("--config", "c.yaml")
        #expect(command.status == 78)
        #expect(command.error.contains("c.yaml:4: folders[0].setle"))
        #expect(command.error.contains("did you mean \"settle\"?"))
        #expect(!folder.files.contains { $0.hasPrefix("out/") })
        #expect(try reprocess("--config", "none.yaml").status == 78)
    }

    @Test func theConfiguredFoldersAreProcessedWithTheJournal() throws {
        try folder.write("folders:\n  - source: in\n    output: out\nstate: state\n", to: "c.yaml")
        let first = try reprocess("--config", "c.yaml", "--json")
        #expect(first.status == 0, "\(first.error)")
        #expect(folder.files.contains("out/turned.jpg") && folder.files.contains("state/journal.sqlite"))
        let second = try reprocess("--config", "c.yaml", "--json")
        #expect(try outcomes(second).values.sorted() == ["current", "current", "ignored"])
    }

    @Test func verbosePrintsALineForEachFileAndASummary() throws {
        let command = try reprocess("in", "--output", "out", "--verbose")
        let lines = command.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("outcome") == true)
        #expect(
            lines.contains { $0.hasPrefix("normalized") && $0.contains("6 -> 1") && $0.hasSuffix("out/turned.jpg") })
        #expect(lines.suffix(2).first?.contains("1 normalized, 1 unchanged, 1 ignored") == true)
        #expect(lines.last?.hasPrefix("not delivered: ") == true)
        #expect(!command.output.contains("\u{1B}"))
    }

    @Test func namesThatAreNotUTF8AreKept() throws {
        let name: [UInt8] = Array("in/caf".utf8) + [0xE9] + Array(" \"x\"\n.jpg".utf8)
        let path = name.map { CChar(bitPattern: $0) } + [0]
        let content = try Fixture.named("samples/orientation-6.jpg").map { try $0.content() } ?? []
        let whole = Array(folder.path.utf8CString.dropLast()) + [0x2F] + path
        let file = try #require(fopen(whole, "wb"))
        #expect(fwrite(content, 1, content.count, file) == content.count)
        fclose(file)
        let command = try reprocess("in", "--output", "out", "--json")
        #expect(command.status == 0)
        #expect(try objects(command.output).count == 4)
    }

    @Test func versionAndHelp() throws {
        let version = try upright("--version")
        #expect(version.status == 0 && version.output.split(separator: ".").count == 3)
        let help = try upright("help", "reprocess")
        #expect(help.status == 0 && help.output.contains("--dry-run"))
    }
}
