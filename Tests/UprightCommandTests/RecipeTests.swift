import Foundation
import TestSupport
import Testing

/// The recipes of docs/recipes: each configuration is valid, and pictures come out as it says.
@Suite("Recipes", .timeLimit(.minutes(5)))
struct RecipeTests {
    private static let folder = Fixture.repository.appending(path: "docs/recipes")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".md") }.sorted()
    }

    private static func pages() throws -> [String] { try names().filter { $0 != "README.md" } }

    @Test("The list has every recipe")
    func list() throws {
        let list = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        for name in try Self.pages() { #expect(list.contains("](\(name))"), "\(name)") }
        #expect(try Self.pages().count >= 10)
    }

    @Test("Its configuration is valid, and its pictures come out upright", arguments: try pages())
    func recipe(_ name: String) throws {
        let page = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        for part in ["**You have**", "**What comes out:**", "**What can go wrong:**"] { #expect(page.contains(part)) }
        let block = try #require(page.firstMatch(of: /```yaml\n((?:.|\n)*?)```/)?.output)
        let yaml = block.1
        #expect(page.replacing(block.0, with: "").matches(of: /\n    [a-z]/).count == 3, "three commands")
        let scratch = try TemporaryFolder()
        // The folders of the machine are folders of the test.
        let own = yaml.replacing(/\/(?:srv|var)\//) { _ in scratch["machine/"].path() }
        try scratch.write(String(own), to: "pipeline.yaml")
        func run(_ arguments: String...) throws -> Command {
            try Command.run(Command.built("upright").path(), arguments, in: scratch.url)
        }
        guard let source = own.firstMatch(of: /source: ([^ \n]+)/)?.output.1 else {
            // For `serve` and `worker`.
            let request = #"{"id": 1, "source": "a.jpg", "output": "b.jpg"}"# + "\n"
            try scratch.place("samples/photo.jpg", as: "a.jpg")
            let worker = try Command.run(
                Command.built("upright").path(), ["worker", "--config", "pipeline.yaml"], in: scratch.url,
                input: request)
            #expect(worker.status == 0 && worker.output.contains("\"normalized\""), "\(worker)")
            return
        }
        let relative = source.replacing(scratch.path + "/", with: "").replacing("./", with: "")
        try scratch.place("samples/photo.jpg", as: relative + "/IMG_1.jpg")
        try scratch.write("words", to: relative + "/notes.md")
        let check = try run("check")
        #expect(check.status != 78, "\(check)")
        let reprocess = try run("reprocess", "--json")
        let report = try #require(try objects(reprocess.output).first { ($0["type"] as? String) == "public.jpeg" })
        #expect(report["outcome"] as? String == "normalized", "\(reprocess)")
        let output = try #require(report["output"] as? String)
        let orientation = try objects(try run("inspect", "--json", "--get", "Orientation", output).output).first
        #expect((orientation?["values"] as? [String: Any])?["Orientation"] as? Int == 1, "\(output)")
    }
}
