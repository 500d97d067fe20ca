import Foundation
import TestSupport
import Testing

/// Every `--help` ends with examples.
@Suite("Examples of the help")
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
}
