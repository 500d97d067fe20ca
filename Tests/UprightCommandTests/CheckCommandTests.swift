import Foundation
import TestSupport
import Testing

/// `check` prepares what `watch` prepares, and both say the same.
@Suite("The check of what a configuration names", .timeLimit(.minutes(5)))
struct CheckCommandTests {
    /// A setting that names what is not there or is something else, and the key that is at fault.
    struct Fault: Sendable, CustomTestStringConvertible {
        let key: String
        let yaml: String
        var testDescription: String { key }
    }

    private static let steps: [Fault] = [
        Fault(key: "steps[1].geotag.tracks", yaml: "steps: [orient, {geotag: {tracks: none.gpx}}]"),
        Fault(key: "steps[1].geotag.tracks[1]", yaml: "steps: [orient, {geotag: {tracks: [good.gpx, none.gpx]}}]"),
        Fault(key: "steps[0].place.gazetteer", yaml: "steps: [{place: {gazetteer: none.bin}}]"),
        Fault(key: "steps[0].place.gazetteer", yaml: "steps: [{place: {gazetteer: pipeline.yaml, write: true}}]"),
        Fault(key: "steps[0].place.boundaries[0]", yaml: "steps: [{place: {boundaries: [pipeline.yaml]}}]"),
        Fault(
            key: "steps[0].place.geocoder.key-file",
            yaml: "steps: [{place: {geocoder: {service: amap, key-file: none}, write: true}}]"),
        Fault(
            key: "steps[0].place.geocoder.key-env",
            yaml: "steps: [{place: {geocoder: {service: amap, key-env: UPRIGHT_NO_SUCH_KEY}}}, albums]"),
        Fault(key: "steps[0].set.tags-from", yaml: "steps: [{set: {tags-from: none.jpg}}]"),
        Fault(key: "steps[0].set.tags-from", yaml: "steps: [{set: {tags-from: pipeline.yaml}}]"),
    ]
    private static let others: [Fault] = [
        Fault(key: "gallery.tiles", yaml: "gallery: {tiles: none.pmtiles}"),
        Fault(key: "gallery.tiles", yaml: "gallery: {tiles: other.pmtiles}"),
        Fault(key: "gallery.token-file", yaml: "gallery: {token-file: none}"),
        Fault(key: "gallery.token-file", yaml: "gallery: {token-file: short}"),
        Fault(key: "on-failure.command", yaml: "on-failure: {command: [./none]}"),
        Fault(key: "on-failure.command", yaml: "on-failure: {command: [./state]}"),
        Fault(key: "on-failure.url-file", yaml: "on-failure: {url-file: none}"),
        Fault(key: "on-failure.url-file", yaml: "on-failure: {url-file: short}"),
    ]

    private func folder(_ yaml: String, folders: String = "[{source: drop, output: out}]") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["drop/a", "state/a"] { try folder.write("", to: name) }
        try folder.write("short\n", to: "short")
        try folder.write("other", to: "other.pmtiles")
        try folder.write(
            "<gpx version=\"1.1\"><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-06-01T09:40:00Z</time></trkpt></trkseg></trk></gpx>",
            to: "good.gpx")
        try folder.write(
            "# The first line.\nfolders: \(folders)\nstate: state\nstatus: {listen: off}\n\(yaml)\n",
            to: "pipeline.yaml")
        return folder
    }

    private func run(_ folder: TemporaryFolder, _ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    @Test("What a setting names is opened by check as by watch", arguments: steps + others)
    func fault(_ fault: Fault) throws {
        let folder = try folder(fault.yaml)
        let check = try run(folder, "check")
        let place = "pipeline.yaml:5: \(fault.key): expected "
        #expect(check.status == 78 && check.output.contains(place), "\(check)")
        #expect(!check.output.contains("found expected"), "\(check)")
        let watch = try run(folder, "watch")
        let message = try #require(check.output.split(separator: "\n").first { $0.contains(place) })
        let text = try #require(message.firstRange(of: "pipeline.yaml:5")).lowerBound
        #expect(watch.status == 78 && watch.error.contains(message[text...]), "\(watch)")
        let finding = try #require(try objects(try run(folder, "check", "--json").output).first { $0["key"] is String })
        #expect(finding["key"] as? String == fault.key && finding["line"] as? Int == 5)
        #expect(
            (finding["file"] as? String)?.hasSuffix("pipeline.yaml") == true && finding["grade"] as? String == "failure"
        )
    }

    @Test("reprocess says the same of the steps", arguments: steps)
    func reprocess(_ fault: Fault) throws {
        let reprocess = try run(try folder(fault.yaml), "reprocess")
        #expect(
            reprocess.status == 78 && reprocess.error.contains("pipeline.yaml:5: \(fault.key): expected "),
            "\(reprocess)")
    }

    @Test("All problems are reported together, each under its own key, those of further outputs too")
    func together() throws {
        let yaml = """
            steps:
              - geotag:
                  tracks: [none.gpx, neither.gpx]
              - place:
                  gazetteer: none.bin
                  boundaries: none.bnd
              - set: {values: ["EXIF:Artist={city}"]}
            on-failure: {command: [./none]}
            """
        let folder = try folder(
            yaml,
            folders: "[{source: drop, outputs: [{path: out}, {path: out2, steps: [{set: {tags-from: none.jpg}}]}]}]")
        let check = try run(folder, "check")
        let lines = check.output.split(separator: "\n").filter { $0.contains("expected") }.compactMap {
            $0.firstMatch(of: #/pipeline\.yaml:(\d+: [^ ]+): /#).map { String($0.output.1) }
        }
        #expect(
            lines == [
                "2: folders[0].outputs[1].steps[0].set.tags-from", "7: steps[0].geotag.tracks[0]",
                "7: steps[0].geotag.tracks[1]", "9: steps[1].place.gazetteer", "10: steps[1].place.boundaries",
                "12: on-failure.command",
            ], "\(check)")
        let watch = try run(folder, "watch")
        #expect(
            watch.status == 78 && watch.error.split(separator: "\n").count { $0.hasPrefix("upright: pipeline") } == 6,
            "\(watch)")
    }

    @Test("A configuration that cannot be read is reported to scripts, too")
    func unreadable() throws {
        let folder = try folder("stpes: [orient]")
        let check = try run(folder, "check", "--json")
        let finding = try #require(try objects(check.output).first)
        #expect(check.status == 78 && finding["key"] as? String == "stpes" && finding["line"] as? Int == 5, "\(check)")
    }

    @Test("A folder without outputs is refused, and not left out")
    func noOutputs() throws {
        let folder = try folder("", folders: "[{source: drop, outputs: []}]")
        let check = try run(folder, "check")
        #expect(check.status == 78 && check.error.contains("folders[0].outputs: expected at least one"), "\(check)")
    }

    @Test("jobs takes what --jobs takes", arguments: ["0", "-3", "1025"])
    func jobs(_ number: String) throws {
        let folder = try folder("jobs: \(number)")
        let check = try run(folder, "check")
        #expect(
            check.status == 78 && check.error.contains("jobs: expected auto, or a whole number from 1 to 1024"),
            "\(check)")
        let option = try run(folder, "reprocess", "--jobs", number)
        #expect(option.status == 64 && option.error.contains("from 1 to 1024; found \(number)"), "\(option)")
    }

    @Test(
        "Messages do not expect twice",
        arguments: [
            "steps: [{set: {values: [\"EXIF:Nothing=1\"]}}]", "steps: [{set: {values: [nothing]}}]",
            "steps: [{set: {tags-from: \"{nothing}\"}}]", "steps: [{rename: {path: \"{nothing}\"}}]",
            "steps: [{strip: {keep: [nothing]}}]", "steps: [orient", "a: b: c", "steps:\n- orient\n -time", "\"a",
            "state: [a, b",
        ])
    func nested(_ yaml: String) throws {
        let check = try run(try folder(yaml), "check")
        #expect(check.status == 78 && check.error.contains("expected"), "\(check)")
        for wrong in ["found expected", "found did not", "found could not", "expected YAML, found mapping"] {
            #expect(!check.error.contains(wrong), "\(check.error)")
        }
    }
}
