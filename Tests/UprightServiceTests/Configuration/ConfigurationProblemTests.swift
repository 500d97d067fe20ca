internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationProblemTests {
    static let least = ConfigurationTests.least

    static func problems(_ text: String) -> [ConfigurationProblem] {
        do {
            _ = try ConfigurationTests.read(text)
            return []
        } catch {
            return error.problems
        }
    }

    /// Text, line, key, part of what was expected, part of what was found, part of the suggestion.
    static let cases: [(String, Int?, String, String, String, String)] = [
        ("", nil, "", "a configuration", "an empty file", ""),
        ("# nothing but this\n", nil, "", "a configuration", "an empty file", ""),
        ("- a\n", 1, "", "keys and values", "a list", ""),
        ("just text\n", 1, "", "keys and values", "\"just text\"", ""),
        (least + "jbos: 3\n", 3, "jbos", "jobs", "an unknown key", "\"jobs\""),
        (least + "limits:\n  pixel: 3\n", 4, "limits.pixel", "pixels", "an unknown key", "\"pixels\""),
        (least + "zzzzzzz: 3\n", 3, "zzzzzzz", "one of folders", "an unknown key", ""),
        (least + "jobs: many\n", 3, "jobs", "auto, or a whole number", "\"many\"", ""),
        (least + "jobs: -1\n", 3, "jobs", "from 1 to 1024", "\"-1\"", ""),
        (least + "jobs: [1]\n", 3, "jobs", "a whole number", "a list", ""),
        (least + "jobs:\n", 3, "jobs", "a whole number", "nothing", ""),
        (least + "verify: pixel\n", 3, "verify", "structure, pixels, off", "\"pixel\"", "\"pixels\""),
        (least + "damaged: no\n", 3, "damaged", "accept, reject", "\"no\"", ""),
        (least + "limits: {memory: 1}\n", 3, "limits.memory", "128MiB", "\"1\"", ""),
        (least + "limits: {file-size: 99999999999GiB}\n", 3, "limits.file-size", "a size", "99999999999GiB", ""),
        (least + "limits: 3\n", 3, "limits", "keys and values", "\"3\"", ""),
        (least + "retry: {delay: 3}\n", 3, "retry.delay", "such as", "\"3\"", "3s"),
        (least + "retry: {delay: 3min, longest-delay: 1s}\n", 3, "retry.longest-delay", "no less", "1.0", ""),
        (least + "steps: [orent]\n", 3, "steps[0]", "orient", "\"orent\"", "\"orient\""),
        (least + "steps: [orient, orient]\n", 3, "steps[1]", "once", "\"orient\"", ""),
        (least + "steps: orient\n", 3, "steps", "a list", "\"orient\"", ""),
        (least + "steps:\n  - orient: {much: 1}\n", 4, "steps[0].orient.much", "no keys", "an unknown key", ""),
        (least + "status: {listen: 0.0.0.0:80}\n", 3, "status.listen", "loopback", "others can reach", ""),
        (least + "gallery: {listen: 0.0.0.0:80}\n", 3, "gallery.listen", "or token-file", "others can reach", ""),
        (least + "on-failure: {command: [/a], url: 'https://a.b'}\n", 3, "on-failure.url", "only one", "command", ""),
        ("folders:\n  - {source: a, output: b, mode: 0755}\nstate: s\n", 2, "folders[0].mode", "octal", "0755", ""),
        (
            least + "steps:\n  - place:\n      geocoder: {service: amap, url: 'http://a.b', key-env: K}\n", 5,
            "steps[0].place.geocoder.url", "https, because", "http", ""
        ),
        (least + "status: {listen: 127.0.0.1.example.org:80}\n", 3, "status.listen", "loopback", "example.org", ""),
        (least + "status: {listen: 9180}\n", 3, "status.listen", "loopback", "\"9180\"", ""),
        (least + "state: other\n", nil, "state", "each key once", "a duplicate", ""),
        (least + "log: *here\n", 3, "", "YAML", "undefined alias", ""),
        (least + "log: {<<: {level: info}}\n", 3, "log.<<", "keys and values", "a merge key", "write the keys out"),
        (least + "---\njobs: 1\n", 3, "", "YAML", "another document", ""),
        (least + "log:\n\tlevel: info\n", 4, "", "spaces", "a tab", ""),
        (least + "log: {level: info\n", nil, "", "}", "", ""),
        ("state: s\n", 1, "folders", "at least one folder", "none", ""),
        ("folders: []\nstate: s\n", 1, "folders", "at least one folder", "an empty list", ""),
        ("folders: {source: a}\nstate: s\n", 1, "folders", "each entry beginning with", "a mapping", ""),
        ("folders: [{source: a, output: b}]\n", 1, "state", "the folder for the journal", "none", ""),
        ("folders:\n  - source: a\nstate: s\n", 2, "folders[0].output", "a folder", "none", ""),
        ("folders:\n  - source: a\n    output: [b]\nstate: s\n", 3, "folders[0].output", "a path", "a list", ""),
        ("folders:\n  - source: a\n    output: a\nstate: s\n", 3, "folders[0].output", "outside", "/base/conf/a", ""),
        ("folders:\n  - source: a\n    output: ./a/b\nstate: s\n", 3, "folders[0].output", "outside", "a/b", ""),
        ("folders:\n  - source: b/a\n    output: b\nstate: s\n", 3, "folders[0].output", "no source", "b/a", ""),
        ("folders:\n  - source: a\n    output: b\nstate: a/s\n", 4, "state", "outside the source", "a/s", ""),
        (
            "folders:\n  - {source: a, output: b}\n  - {source: a/c, output: d}\nstate: s\n", 3, "folders[1].source",
            "apart from", "a/c", ""
        ),
        (
            "folders:\n  - {source: a, output: b}\n  - {source: b/x, output: d}\nstate: s\n", 2, "folders[0].output",
            "no source", "b/x", ""
        ),
        (
            "folders:\n  - {source: a, output: b, originals: move}\nstate: s\n", 2, "folders[0].originals-folder",
            "the folder to which originals", "none", ""
        ),
        (
            "folders:\n  - {source: a, output: b, originals-folder: c}\nstate: s\n", 2, "folders[0].originals-folder",
            "no such key", "a folder", "move"
        ),
        (
            "folders:\n  - {source: a, output: b, originals: move, originals-folder: a/x}\nstate: s\n", 2,
            "folders[0].originals-folder", "outside", "a/x", ""
        ),
        (
            "folders:\n  - {source: a, output: b, ignore: [x, [y]]}\nstate: s\n", 2, "folders[0].ignore[1]", "a text",
            "a list", ""
        ),
    ]

    @Test(arguments: cases.indices)
    func namesLineKeyExpectedAndFound(index: Int) throws {
        let (text, line, key, expected, found, suggestion) = Self.cases[index]
        let problems = Self.problems(text)
        let problem = try #require(problems.first { $0.key == key }, "\(text): \(problems)")
        if let line { #expect(problem.line == line, "\(text): \(problem)") }
        #expect(problem.file == "c.yaml")
        #expect(problem.expected.contains(expected), "\(problem)")
        #expect(!problem.description.contains("found found"), "\(problem)")
        #expect(found.isEmpty || problem.found.contains(found), "\(problem)")
        #expect(suggestion.isEmpty || problem.suggestion.contains(suggestion), "\(problem)")
        #expect(problems.count == 1, "\(text): \(problems)")
    }

    @Test func reportsAllProblemsInOrderOfLines() {
        let problems = Self.problems(
            "folders:\n  - source: a\n    output: b\n    setle: 2s\nstate: s\njobs: x\nlog:\n  level: loud\n")
        #expect(problems.map(\.line) == [4, 6, 8])
        #expect(problems.map(\.key) == ["folders[0].setle", "jobs", "log.level"])
    }

    @Test func aFolderWithoutAnOutputReportsItsOtherProblemsToo() {
        let problems = Self.problems(
            "folders:\n  - source: a\n    output: [b]\n    recursive: maybe\n    settle: 2\n    originals: move\nstate: s\n"
        )
        #expect(problems.map(\.line) == [2, 3, 4, 5])
        #expect(problems.map(\.key).first == "folders[0].originals-folder")
    }

    @Test func invalidUTF8IsReportedWithItsLine() {
        #expect {
            try Configuration(parsing: Array("a: b\n".utf8) + [0xC3, 0x28, 0x0A], file: "c", folder: "/")
        } throws: { error in
            let problem = (error as? ConfigurationError)?.problems.first
            return problem?.line == 2 && problem?.expected == "text in UTF-8"
        }
        #expect(throws: ConfigurationError.self) {
            try Configuration(parsing: [0xFF, 0xFE, 0x61, 0], file: "c", folder: "/")
        }
    }

    @Test func aMissingFileIsReportedByName() throws {
        let folder = try TemporaryFolder()
        for file in ["none.yaml", "."] {
            #expect {
                try Configuration.load(file: folder[file].path())
            } throws: { error in
                (error as? ConfigurationError)?.problems.first?.file == folder[file].path()
            }
        }
    }

    /// Expects a value, or problems that name the file.
    private func expectValueOrProblems(_ text: [UInt8]) {
        do {
            _ = try Configuration(parsing: text, file: "c", folder: "/")
        } catch {
            #expect(!error.problems.isEmpty && error.problems.allSatisfy { $0.file == "c" })
        }
    }

    /// Reading any prefix of a file, or a file with any byte changed, ends with a value or with problems.
    @Test func survivesEveryPrefixAndEveryChangedByte() {
        let text = Array(
            (Self.least + "limits: {pixels: 1M}\nsteps: [orient]\nlog: &a {level: info}\nretry: {delay: 1s}\n").utf8)
        for end in text.indices {
            expectValueOrProblems(Array(text[..<end]))
            for byte in [UInt8(0), 9, 0x2D, 0x3A, 0x5B, 0x7B, 0x2A, 0xFF] {
                var changed = text
                changed[end] = byte
                expectValueOrProblems(changed)
            }
        }
    }
}
