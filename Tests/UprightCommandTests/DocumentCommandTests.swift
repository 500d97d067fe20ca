import Foundation
import TestSupport
import Testing

/// Every command line of upright in the documents is valid: its commands and options exist.
@Suite struct DocumentCommandTests {
    private struct Help: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }
        struct Argument: Decodable { let names: [Name]? }
        struct Command: Decodable {
            let commandName: String
            let arguments: [Argument]?
            let subcommands: [Command]?
        }
        let command: Command
    }

    /// The options of each command, by the command's words.
    static func commands() throws -> [String: Set<String>] {
        let help = try JSONDecoder().decode(
            Help.self, from: Data(try upright("--experimental-dump-help").output.utf8))
        var found: [String: Set<String>] = [:]
        func walk(_ command: Help.Command, below path: String) {
            let path = path.isEmpty ? command.commandName : path + " " + command.commandName
            let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind != "short" }
            found[path] = Set(names.map { "--" + $0.name }).union(["--help", "--version"])
            for sub in command.subcommands ?? [] { walk(sub, below: path) }
        }
        walk(help.command, below: "")
        return found
    }

    private static func documents() throws -> [String] {
        let folder = Fixture.repository.appending(path: "docs")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".md") }
        return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "pipeline.yaml"]
            + names.sorted().map { "docs/" + $0 }
            + (try RecipeTests.names()).map { "docs/recipes/" + $0 }
    }

    /// The names of commands before version 0.2, which the changelog has, and their current ones.
    static let former = [
        "verify": "journal verify", "pause": "queue pause", "resume": "queue resume", "rescan": "queue rescan",
        "queue drop": "queue dismiss",
    ]

    @Test("the image's entry point passes every command to upright")
    func entryPoint() throws {
        let text = try String(
            contentsOf: Fixture.repository.appending(path: "packaging/image/entrypoint"), encoding: .utf8)
        let list = try #require(text.firstMatch(of: /-\* \|([a-z| \\\n]+)\)/)?.output.1)
        let listed = Set(list.split { !$0.isLetter }.map(String.init))
        let commands = Set(
            try Self.commands().keys.compactMap { path in
                let words = path.split(separator: " ")
                return words.count == 2 ? String(words[1]) : nil
            })
        #expect(commands.contains("queue"))
        #expect(listed == commands)
    }

    @Test func everyCommandLineInTheDocumentsIsValid() throws {
        let commands = try Self.commands()
        #expect(commands.count > 20)
        var count = 0
        for document in try Self.documents() {
            var commands = commands
            if document == "CHANGELOG.md" {
                for (former, current) in Self.former { commands["upright " + former] = commands["upright " + current] }
            }
            let text = try String(contentsOf: Fixture.repository.appending(path: document), encoding: .utf8)
            let shown = text.matches(
                of: /(?:`|^ +|^# +)(?:sudo )?(upright (?:[a-z]|--)[^`\n#|]*)/.anchorsMatchLineEndings())
            for line in shown.map({ String($0.output.1) }) {
                count += 1
                let words = line.split(separator: " ").map(String.init)
                var path = words[0]
                for word in words.dropFirst() {
                    guard commands[path + " " + word] != nil else { break }
                    path += " " + word
                }
                #expect(path != "upright" || words[1].hasPrefix("--"), "\(document): \(line)")
                for option in line.matches(of: /(?:^|[\s\[])(--[a-z][a-z-]+)/).map({ String($0.output.1) }) {
                    #expect(commands[path]?.contains(option) == true, "\(document): \(option) in: \(line)")
                }
            }
        }
        #expect(count > 50)
    }
}
