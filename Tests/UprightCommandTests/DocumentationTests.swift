import Foundation
import TestSupport
import Testing

@Suite struct DocumentationTests {
    static let pages = [
        "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "fixtures/README.md", "docs/worker.md",
        "docs/scale.md", "docs/commands.md", "docs/recipes/README.md", "docs/recipes/website-uploads.md",
        "docs/json.md", "docs/places.md", "docs/comparison.md", "docs/library.md",
        "SECURITY.md",
        "python/README.md", "deploy/README.md",
    ]

    @Test(arguments: pages)
    func everyLinkLeadsToAFile(page: String) throws {
        let url = Fixture.repository.appending(path: page)
        let text = try String(contentsOf: url, encoding: .utf8)
        for match in text.matches(of: #/\]\(([^)#]+)[^)]*\)/#) where !match.output.1.contains("://") {
            let target = url.deletingLastPathComponent().appending(path: String(match.output.1))
            #expect(FileManager.default.fileExists(atPath: target.path()), "\(page) links to \(match.output.1)")
        }
    }

    @Test func thePageOfCommandsNamesEveryCommand() throws {
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/commands.md"), encoding: .utf8)
        let help = try upright("--help").output
        let commands = help.split(separator: "SUBCOMMANDS:").last?.matches(of: #/(?m)^  ([a-z]+) /#) ?? []
        #expect(commands.count >= 6)
        for command in commands {
            #expect(page.contains("upright \(command.output.1)") || page.contains("`\(command.output.1)`"))
        }
    }

    @Test func everyOutcomeAndExitStatusIsExplained() throws {
        let readme = try String(contentsOf: Fixture.repository.appending(path: "README.md"), encoding: .utf8)
        for word in ["normalized", "unchanged", "current", "ignored", "rejected", "deferred"] {
            #expect(readme.contains("| `\(word)` |"))
        }
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/commands.md"), encoding: .utf8)
        for status in ["| 0 |", "| 1 |", "| 64 |", "| 78 |"] { #expect(page.contains(status)) }
    }
}
