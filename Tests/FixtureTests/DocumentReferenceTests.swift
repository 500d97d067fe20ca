import Foundation
import TestSupport
import Testing

/// Everything that the documents refer to exists: files, folders, types and functions.
@Suite struct DocumentReferenceTests {
    static let documents =
        [
            "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/benchmarks.md",
            "docs/threat-model.md",
            "docs/torture.md", "docs/operations.md", "docs/install.md", "fixtures/README.md",
        ] + designs

    /// The map, and the pages on single parts.
    static let designs = [
        "docs/design/orientation.md", "docs/design/jpeg.md", "docs/design/png-gif.md", "docs/design/heif.md",
        "docs/design/metadata.md",
        "docs/design/files.md", "docs/design/daemon.md", "docs/design/worker.md", "docs/design/places.md",
        "docs/design/building.md", "docs/design/shots.md",
    ]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Fixture.repository.appending(path: path), encoding: .utf8)
    }

    private static func stands(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Fixture.repository.appending(path: path).path())
    }

    /// Returns every word in the sources and related files, and the words of the file names.
    private static let words = Result { try readWords() }

    private static func readWords() throws -> Set<String> {
        var words: Set<String> = []
        for folder in [
            "Sources", "Tests", "torture", "scripts", "fixtures/recipes", "fuzz", "systemd", "python/upright",
        ] {
            let files = FileManager.default.enumerator(
                at: Fixture.repository.appending(path: folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                words.formUnion(file.lastPathComponent.matches(of: /\w+/).map { String($0.output) })
                guard ["swift", "c", "h", "py", "service"].contains(file.pathExtension) else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                words.formUnion(text.matches(of: /\w+/).map { String($0.output) })
            }
        }
        for file in ["Package.swift", "Makefile", "pipeline.yaml"] {
            words.formUnion(try text(file).matches(of: /\w+/).map { String($0.output) })
        }
        return words
    }

    @Test(arguments: ["ARCHITECTURE.md"] + designs) func everyNameInTheDesignIsInTheSources(document: String) throws {
        let words = try Self.words.get()
        let named = try Self.text(document).matches(of: /`([^`\n]+)`/).flatMap { span in
            span.output.1.matches(of: /[A-Za-z_]\w{3,}/).map { String($0.output) }
        }
        #expect(!named.isEmpty)
        // Check one list: an expectation on each word would print all words when it fails.
        let unknown = Set(named).subtracting(words).sorted()
        #expect(unknown.isEmpty, "\(document) has names that do not exist")
    }

    @Test(arguments: documents) func everyLinkHasATarget(document: String) throws {
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        for match in try Self.text(document).matches(of: /\]\(([^)#\s]+)/) {
            let target = String(match.output.1)
            guard !target.hasPrefix("http") else { continue }
            #expect(Self.stands("\(folder)/\(target)"), "\(document) links to \(target)")
        }
    }

    @Test(arguments: documents) func everyMentionedPathExists(document: String) throws {
        let roots = ["Sources/", "Tests/", "docs/", "scripts/", "torture/", "fixtures/", "fuzz/", "systemd/"]
        for match in try Self.text(document).matches(of: /`([\w.+-]+\/[\w.+\/-]*)`/) {
            let path = String(match.output.1)
            guard roots.contains(where: path.hasPrefix) else { continue }
            #expect(Self.stands(path), "\(document) names \(path)")
        }
    }

    /// Every Makefile target that a document mentions exists.
    @Test func everyMentionedMakeTargetExists() throws {
        let makefile = try Self.text("Makefile")
        for document in Self.documents {
            for match in try Self.text(document).matches(of: /(?:`|^ +|sudo )make ([a-z-]+)/.anchorsMatchLineEndings())
            {
                #expect(makefile.contains("\n\(match.output.1):"), "\(document): make \(match.output.1)")
            }
        }
    }

    /// The keys of the objects that a file of the sources makes.
    private static func keys(in text: String, ofProperties: Bool) -> [String] {
        let keys =
            ofProperties
            ? text.matches(of: #/"([A-Za-z0-9]+)": /#).map { $0.output.1 }
            : text.matches(of: #/\(\s*"([A-Za-z0-9]+)",/#).map { $0.output.1 }
        return keys.map(String.init)
    }

    @Test func everyKeyOfJSONIsDocumented() throws {
        // The daemon's requests, and the log, are not the output of `--json`.
        let others = ["DaemonRequest.swift", "StandardErrorLog.swift"]
        let documented = Set(
            try Self.text("docs/json.md").matches(of: /\w+/).map { String($0.output) })
        var found: Set<String> = []
        for folder in ["Programs/upright", "Service", "Engine/Outcome"] {
            let files = FileManager.default.enumerator(
                at: Fixture.repository.appending(path: "Sources/" + folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", !file.path().contains("/Gallery/"),
                    !others.contains(file.lastPathComponent)
                else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                let isInspection = file.path().contains("/Inspection/")
                guard isInspection || text.contains(".object(") else { continue }
                found.formUnion(Self.keys(in: text, ofProperties: isInspection))
            }
        }
        #expect(found.count > 80)
        let unknown = found.subtracting(documented).sorted()
        #expect(unknown.isEmpty, "keys that docs/json.md lacks")
    }
}
