import Foundation
import TestSupport
import Testing

/// What the commands print is what docs/json.schema.json says, and docs/json.md describes each of its keys.
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

    /// The keys before the colon of each item below each heading of the page.
    private static func documented() throws -> [String: Set<String>] {
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/json.md"), encoding: .utf8)
        var found: [String: Set<String>] = [:]
        var heading = ""
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") {
                heading = line.drop { "# ".contains($0) }.filter { $0 != "`" }
            } else if line.hasPrefix("- `"), let column = line.split(separator: ":").first {
                found[heading, default: []].formUnion(column.matches(of: /`(\w+)`/).map { String($0.output.1) })
            }
        }
        return found
    }

    @Test func thePageHasTheKeysOfTheSchema() throws {
        let (documented, schema) = (try Self.documented(), try JSONSchema())
        for (heading, keys) in documented where schema.names.contains(heading) {
            #expect(keys.symmetricDifference(schema.keys(of: heading)).sorted() == [], "\(heading)")
        }
        #expect(documented.keys.count { schema.names.contains($0) } > 18)
    }

    @Test(.timeLimit(.minutes(5))) func whatEachCommandPrintsIsInTheSchema() throws {
        let schema = try JSONSchema()
        try folder.place("samples/photo.jpg", as: "drop/photo.jpg")
        try folder.write("a text", to: "drop/notes.md")
        try folder.write("wrong: 1\n", to: "wrong.yaml")
        try folder.write(
            #"{"output": "\#(folder["drop/photo.jpg"].path())", "source": "a", "type": "public.jpeg", "outcome": "normalized"}"#
                + "\n", to: "rows.jsonl")
        var untried = schema.names.subtracting([
            "Drop folders", "The daemon", "on-failure", "upright gallery", "upright worker", "upright worker, describe",
            "upright worker, labels",
        ])
        let lines = [
            ("upright reprocess", "reprocess --json --config pipeline.yaml"),
            ("upright reprocess", "reprocess --json drop nowhere -o elsewhere --others copy"),
            ("upright reprocess", "reprocess --json drop -o elsewhere -n"),
            ("upright journal export", "journal export"), ("upright journal export", "status --json drop/turned.jpg"),
            ("upright status FILE", "status --json drop/unknown.jpg"),
            ("upright queue list", "queue list --json"), ("upright queue list", "queue list --json --state left"),
            ("upright queue list", "queue show --json drop/turned.jpg"),
            ("upright status", "status --json"), ("upright check", "check --json"),
            ("upright check", "check --json --config wrong.yaml"),
            ("upright queue retry", "queue retry --json drop/empty.png"),
            ("upright queue retry", "queue hold --json drop/empty.png"),
            ("upright queue retry", "queue release --json drop/empty.png"),
            ("upright queue retry", "queue dismiss --json drop/empty.png"),
            ("upright journal verify", "journal verify --json"),
            ("upright albums list", "albums list --json"), ("upright albums list", "albums list --json --kind day"),
            ("upright albums show", "albums show --json Switzerland"),
            ("upright albums rebuild", "albums rebuild --json"),
            ("upright albums import", "albums import --json rows.jsonl"),
            ("upright albums export", "albums export --json --to links"),
            ("upright albums list", "albums rename --json Switzerland Swiss"),
            ("upright gallery export", "gallery export --json pages"),
            ("upright tag", "tag --json drop/turned.jpg --set EXIF:Artist=A -o tagged"),
            ("upright tag", "tag --json nowhere.jpg drop --set EXIF:Artist=A"),
            ("upright tag", "tag --json drop/photo.jpg --strip all -n"),
            ("upright turn", "turn left --json drop/turned.jpg -o by-hand"),
            ("upright turn", "turn left --json drop/notes.md"),
            ("upright geotag", "geotag --json drop/turned.jpg --position 1.0,2.0 -o placed"),
            ("upright geotag", "geotag --json drop/empty.png --position 1.0,2.0"),
            ("upright geotag", "geotag --json drop -n"),
            ("upright inspect", "inspect --json --structure --tags --private --digest drop/turned.jpg drop/photo.jpg"),
            ("upright inspect", "inspect --json drop/notes.md drop/empty.png nowhere.jpg"),
            (
                "upright inspect --get",
                "inspect --json --get Model,GPSLatitude drop/photo.jpg drop/notes.md nowhere.jpg"
            ),
            ("upright inspect --compare", "inspect --json --compare drop/turned.jpg drop/photo.jpg"),
            ("upright duplicates", "duplicates --json drop/turned.jpg ./drop/turned.jpg"),
            ("upright places lookup", "places lookup --json 48.1,11.5 0,0 -- -33.8,151.2"),
            ("upright places about", "places about --json"),
            ("upright journal prune", "journal prune --json --older-than 0s"),
        ]
        for (name, line) in lines {
            let result = try run(line)
            let printed = try objects(result.output)
            #expect(!printed.isEmpty, "\(line): \(result)")
            for object in printed { #expect(schema.problems(object, as: name) == [], "\(line)") }
            untried.remove(name)
        }
        // These need a running daemon.
        #expect(untried.sorted() == ["upright queue pause", "upright reload"])
    }

    @Test func whatAWorkerPrintsIsInTheSchema() throws {
        let requests = """
            {"id": 1, "source": "drop/turned.jpg", "output": "1.jpg"}
            {"id": "b", "source": "drop/empty.png", "output": "2.png"}

            """
        let result = try Command.run(Command.built("upright").path(), ["worker"], in: folder.url, input: requests)
        let printed = try objects(result.output)
        #expect(printed.count == 2, "\(result)")
        for object in printed { #expect(try JSONSchema().problems(object, as: "upright worker") == []) }
        // Labels are no JSON, and so the lines between the results are left out.
        let turn = #""matrix": [0, -1, 480, 1, 0, 0], "width": 320, "height": 480"#
        for (kind, member, body) in [
            ("describe", #""describe": true"#, "hello"), ("labels", #""labels": {\#(turn)}"#, "0 0.25 0.25 0.1 0.2\n"),
            ("labels", #""labels": {\#(turn), "labelled": "stored", "format": "yolo"}"#, "0 0.25 0.25 0.1 0.2\n"),
        ] {
            let request = "{\"id\": 1, \"length\": \(body.utf8.count), \(member)}\n\(body)"
            let result = try Command.run(Command.built("upright").path(), ["worker"], in: folder.url, input: request)
            let line = result.output.prefix { !$0.isNewline }
            let object = try #require(try objects(String(line)).first, "\(result)")
            #expect(try JSONSchema().problems(object, as: "upright worker, \(kind)") == [], "\(line)")
        }
    }

    @Test func whatADaemonSaysIsInTheSchema() async throws {
        let schema = try JSONSchema()
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
        #expect(schema.problems(status, as: "upright status") == [])
        #expect(status["daemon"] is [String: Any])
        for (section, line) in [
            ("upright queue pause", "queue pause --json"), ("upright queue pause", "queue resume --json"),
            ("upright queue pause", "queue rescan --json"), ("upright reload", "reload --json"),
        ] {
            let result = try run(line)
            let object = try #require(try objects(result.output).first, "\(line): \(result)")
            #expect(result.status == 0 && schema.problems(object, as: section) == [], "\(line): \(result)")
        }
        let refused = try run("queue pause --json elsewhere")
        let reason = try objects(refused.output).first?["reason"] as? String
        #expect(refused.status == 1 && reason?.contains("drop") == true, "\(refused)")
    }
}
