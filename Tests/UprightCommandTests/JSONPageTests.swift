import Foundation
import TestSupport
import Testing

/// docs/json.md has the keys that the commands print, and no others.
@Suite struct JSONPageTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            folders: [{source: drop, output: out}]
            state: state
            steps: [orient, albums]
            """, to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "drop/turned.jpg")
        try folder.write("", to: "drop/empty.png")
    }

    private func run(_ line: String) throws -> Command {
        let words = line.split(separator: " ").map(String.init)
        return try Command.run(Command.built("upright").path(), words, in: folder.url)
    }

    /// The keys in the first column of the table below each heading of the page.
    private static func documented() throws -> [String: Set<String>] {
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/json.md"), encoding: .utf8)
        var found: [String: Set<String>] = [:]
        var heading = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") {
                heading = line.drop { "# ".contains($0) }.filter { $0 != "`" }
            } else if line.hasPrefix("| `"), let column = line.dropFirst().split(separator: "|").first {
                found[heading, default: []].formUnion(column.matches(of: /`(\w+)`/).map { String($0.output.1) })
            }
        }
        return found
    }

    /// Everything in an object: no empty text, no key of a name that means something else elsewhere.
    private func check(_ value: Any, _ path: String) {
        switch value {
        case let object as [String: Any]:
            for (key, value) in object {
                let path = "\(path).\(key)"
                // The names and values of properties are those of the picture.
                if key == "properties" || key == "tags" { continue }
                #expect(!["error", "refusal", "tries"].contains(key), "\(path)")
                if key == "bytes" { #expect(value is [String: Any], "\(path)") }
                if ["modified", "firstSeen", "finished", "nextTry", "lastSuccess", "since", "time"].contains(key) {
                    let text = value as? String
                    #expect(
                        value is NSNull || text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil,
                        "\(path): \(value)")
                }
                if key == "oldestWaiting" { #expect(value is NSNull || value as? Double ?? 1e9 < 1e6, "\(path)") }
                check(value, path)
            }
        case let array as [Any]: for value in array { check(value, path) }
        case let text as String: #expect(!text.isEmpty, "\(path)")
        default: break
        }
    }

    @Test(.timeLimit(.minutes(5))) func thePageHasTheKeysOfEachCommand() throws {
        let documented = try Self.documented()
        let lines = [
            ("upright reprocess", "reprocess --json --config pipeline.yaml"),
            ("upright journal export", "journal export"), ("upright journal export", "status --json drop/turned.jpg"),
            ("upright journal export +id", "queue list --json"),
            ("upright journal export +id", "queue show --json drop/turned.jpg"),
            ("upright status", "status --json"), ("upright check", "check --json"),
            ("upright queue retry", "queue retry --json drop/empty.png"),
            ("upright queue retry", "queue hold --json drop/empty.png"),
            ("upright queue retry", "queue release --json drop/empty.png"),
            ("upright queue retry", "queue dismiss --json drop/empty.png"),
            ("upright journal verify", "journal verify --json"),
            ("upright albums list", "albums list --json"),
            ("upright tag", "tag --json drop/turned.jpg --set EXIF:Artist=A -o tagged"),
            ("upright turn", "turn left --json drop/turned.jpg -o by-hand"),
            ("upright tag", "tag --json nowhere.jpg --set EXIF:Artist=A"),
            ("upright geotag", "geotag --json drop/turned.jpg --position 1.0,2.0 -o placed"),
            ("upright geotag", "geotag --json drop/empty.png --position 1.0,2.0"),
            ("upright inspect", "inspect --json --structure --tags --private --digest drop/turned.jpg"),
            ("upright duplicates", "duplicates --json drop/turned.jpg ./drop/turned.jpg"),
            ("upright places lookup", "places lookup --json 48.1,11.5"),
            ("upright journal prune", "journal prune --json --older-than 0s"),
        ]
        for (section, line) in lines {
            let words = section.components(separatedBy: " +")
            let expected = try #require(documented[words[0]], "\(words[0])").union(words.dropFirst())
            let result = try run(line)
            let printed = try objects(result.output)
            #expect(!printed.isEmpty || line.hasPrefix("albums"), "\(line): \(result)")
            for object in printed {
                #expect(Set(object.keys).symmetricDifference(expected).sorted() == [], "\(line)")
                check(object, line)
            }
        }
        #expect(documented["Drop folders"]?.contains("freeBytes") == true)
    }

    @Test func theFoldersAndTheDaemonHaveTheKeysOfThePage() async throws {
        let documented = try Self.documented()
        let daemon = try ChildProcess(
            Command.built("upright").path(), ["watch", "--config", folder["pipeline.yaml"].path()])
        defer {
            daemon.signal(SIGTERM)
            daemon.wait()
        }
        var status: [String: Any] = [:]
        let end = Date(timeIntervalSinceNow: 60)
        while (status["outcomes"] as? [String: Int])?["normalized"] != 1, Date() < end {
            try await Task.sleep(for: .milliseconds(100))
            status = try objects(try run("status --json").output).first ?? [:]
        }
        check(status, "status")
        let state = try #require(status["daemon"] as? [String: Any])
        #expect(Set(state.keys) == documented["The daemon"])
        let folders = try #require(state["folders"] as? [[String: Any]])
        #expect(folders.count == 1 && Set(folders[0].keys) == documented["Drop folders"])
        for (section, line) in [
            ("upright queue pause", "queue pause --json"), ("upright queue pause", "queue resume --json"),
            ("upright queue pause", "queue rescan --json"), ("upright reload", "reload --json"),
        ] {
            let result = try run(line)
            let object = try #require(try objects(result.output).first, "\(line): \(result)")
            #expect(result.status == 0 && Set(object.keys) == documented[section], "\(line)")
            check(object, line)
        }
        let refused = try run("queue pause --json elsewhere")
        let reason = try objects(refused.output).first?["reason"] as? String
        #expect(refused.status == 1 && reason?.contains("drop") == true, "\(refused)")
    }
}
