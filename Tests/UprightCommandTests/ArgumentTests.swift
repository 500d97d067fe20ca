import Foundation
import TestSupport
import Testing

/// How the command line handles links, unknown words, and names that are not UTF-8.
@Suite struct ArgumentTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "in/a.jpg")
    }

    func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    /// Runs a line of a shell with the command as `$UPRIGHT`.
    func shell(_ line: String) throws -> Command {
        try Command.run(
            "sh", ["-c", line], environment: ["UPRIGHT": Command.built("upright").path(), "LC_ALL": "C"], in: folder.url
        )
    }

    @Test func aNamedSymbolicLinkIsFollowed() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.jpg", withDestinationPath: "in/a.jpg")
        let run = try run("reprocess", "link.jpg", "--output", "out", "--json")
        #expect(run.status == 0, "\(run.error)")
        #expect(["normalized", "unchanged"].contains(try objects(run.output).first?["outcome"] as? String))
        #expect(folder.bytes(of: "out/link.jpg") != nil)
        let tagged = try self.run("tag", "link.jpg", "--set", "EXIF:Artist=A")
        #expect(tagged.status == 0, "\(tagged.error)")
        let kind = try FileManager.default.attributesOfItem(atPath: folder.path + "/link.jpg")[.type]
        #expect(kind as? FileAttributeType == .typeSymbolicLink)
        #expect(try self.run("inspect", "in/a.jpg").output.contains("Artist"))
    }

    @Test func hundredsOfNamesAreAllRead() throws {
        let names = try (0..<200).map { number in
            let name = "in/\(number) ä.jpg"
            try FileManager.default.linkItem(
                at: folder["in/a.jpg"], to: folder.url.appending(path: name))
            return name
        }
        func sources(_ arguments: [String]) throws -> [String] {
            let run = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
            #expect(run.status == 0, "\(run.error)\(run.output.suffix(2_000))")
            return try objects(run.output).compactMap { $0["source"] as? String }
        }
        #expect(try sources(["inspect", "--json"] + names) == names)
        #expect(try sources(["inspect"] + names + ["--json"]) == names)
        #expect(try sources(["inspect", "--json", "--"] + names) == names)
        // The value of an option and a direction come first.
        let turned = try sources(["turn", "--json", "--output", "turned", "left"] + names)
        #expect(turned.sorted() == names.sorted())
        let delivered = try sources(["reprocess", "--json", "--output", "out"] + names)
        #expect(delivered.sorted() == names.sorted())
    }

    /// Plain arguments are not parsed by the parser that parses all others.
    @Test func spellingsOfArgumentsMeanTheSame() throws {
        func result(_ arguments: [String]) throws -> [String] {
            let run = try Command.run(
                Command.built("upright").path(), ["reprocess"] + arguments, in: folder.url)
            return [String(run.status), run.error]
                + (try objects(run.output).map { "\($0["source"] ?? "") \($0["output"] ?? "") \($0["outcome"] ?? "")" })
        }
        let plain = try result(["in", "--output", "out", "--json", "--dry-run", "--jobs", "1"])
        #expect(plain.first == "0" && plain.count == 3, "\(plain)")
        for others in [
            ["--output=out", "--json", "--dry-run", "--jobs=1", "in"],
            ["--dry-run", "--jobs", "1", "--output", "out", "--json", "--", "in"],
            ["--json", "--json", "--dry-run", "--output", "out", "in"], ["-n", "-o", "out", "--json", "-j", "1", "in"],
            ["-n", "--output=out", "-j1", "--json", "in"],
        ] { #expect(try result(others) == plain) }
        for (wrong, text) in [
            (["in", "--output", "out", "--verbose", "--quiet"], "cannot be used together"),
            (["in", "--output", "out", "-vq"], "cannot be used together"),
            (["in", "--output", "out", "--jobs", "0"], "1 to 1024"),
            (["in", "--output", "out", "--jobs", "x"], "jobs"),
            (["in", "--output"], "--output"), (["in"], "--output DIR"), ([], "Give files or folders"),
            (["", "--output", "out"], "A path is empty"), (["in", "--output", "in"], "is the folder of in"),
        ] {
            let found = try result(wrong)
            #expect(found[0] == "64" && found[1].contains(text), "\(wrong): \(found)")
        }
    }

    @Test func aLackOfDescriptorsIsReported() throws {
        for (limit, status) in [(20, 75), (200, 0)] {
            let run = try shell("ulimit -n \(limit); exec \"$UPRIGHT\" reprocess in --output out")
            #expect(Int(run.status) == status, "\(run.error)")
            #expect(run.error.contains("expected room for 32 open files") == (status == 75), "\(run.error)")
        }
    }

    /// A run begins while its worker starts: if that fails, it must have neither written nor reported anything else.
    @Test func aWorkerThatDoesNotStartEndsTheRun() throws {
        let run = try shell("UPRIGHT_CODEC=/bin/false exec \"$UPRIGHT\" reprocess in --output out --verbose")
        #expect(run.status == 78 && run.output.isEmpty)
        #expect(run.error.hasPrefix("upright: no decoder can be started: /bin/false"), "\(run.error)")
        #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
    }

    /// With little address space, threads get no stacks: libdispatch would wait without a word.
    @Test func aLackOfThreadsIsReported() throws {
        var reports = 0
        for limit in stride(from: 60_000, through: 1_000_000, by: 20_000) {
            let run = try shell(
                "ulimit -v \(limit); exec timeout 20 \"$UPRIGHT\" reprocess in --output out --force")
            #expect(run.status != 124, "hung with ulimit -v \(limit)")
            if run.error.contains("expected room for 10 threads, found it for ") {
                #expect(run.status == 75, "\(run.error)")
                reports += 1
            }
            if run.status == 0 { break }
        }
        #expect(reports > 0)
    }

    @Test func aLimitOnTheUsersProcessesIsReported() throws {
        // The kernel does not limit root, who becomes a user without other processes but keeps access to the files.
        let limited =
            geteuid() == 0
            ? "setpriv --reuid=1048575 --inh-caps=+dac_override --ambient-caps=+dac_override prlimit --nproc=4"
            : "prlimit --nproc=1"
        let run = try shell("timeout 20 \(limited) \"$UPRIGHT\" reprocess in --output out --force")
        #expect(run.status == 75 && run.error.contains("expected room for 10 threads, found it for "), "\(run)")
    }

    @Test func aDanglingLinkIsRejected() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.jpg", withDestinationPath: "nothing")
        #expect(try run("reprocess", "link.jpg", "--output", "out").status == 1)
    }

    @Test func hardLinksAreNamed() throws {
        try FileManager.default.linkItem(atPath: folder.path + "/in/a.jpg", toPath: folder.path + "/in/b.jpg")
        let tagged = try run("tag", "in/a.jpg", "--set", "EXIF:Artist=A")
        #expect(tagged.status == 0 && tagged.error.contains("2 names"), "\(tagged.error)")
    }

    @Test(
        "a wrong command line says what was expected and what was found",
        arguments: [
            (["reprocess", "in", "--jobs", "abc"], "expected a number for --jobs <n>, found \"abc\""),
            (["reprocess", "in", "--labelled", "foo"], "expected one of auto, stored, displayed for --labelled"),
            (["queue", "list", "--state", "foo"], "expected one of deferred, working, held"),
            (["reprocess", "in", "--output"], "expected <dir> after --output, found nothing"),
            (["completions"], "expected <shell>, found nothing"),
            (["version", "a", "b"], "expected no further arguments, found \"a\", \"b\""),
            (["places", "lookup", "abc"], "expected LAT,LON"),
        ])
    func wrongCommandLines(arguments: [String], message: String) throws {
        let run = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
        #expect(run.status == 64 && run.error.hasPrefix("upright: "), "\(run)")
        #expect(run.error.contains(message) && !run.error.contains("invalid for"), "\(run.error)")
        #expect(run.error.contains("See upright \(arguments[0])"), "\(run.error)")
    }

    @Test("a table that cannot be opened is named once") func missingTable() throws {
        let run = try run("tag", "in/a.jpg", "--csv", "none.csv")
        #expect(run.status == 1 && run.error.split(separator: "none.csv").count == 2, "\(run.error)")
    }

    @Test func unknownWordsGiveSuggestions() throws {
        for (arguments, found, meant, command) in [
            (["reproces", "d"], "reproces", "reprocess", "upright"),
            (["reprocess", "in", "--ouput", "x"], "--ouput", "--output", "upright reprocess"),
            (["places", "lokup"], "lokup", "lookup", "upright places"),
            (["tag", "a.jpg", "--plce", "x"], "--plce", "--place", "upright tag"),
            (["queue", "list", "--stat", "held"], "--stat", "--state", "upright queue list"),
        ] {
            let run = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
            #expect(run.status == 64)
            #expect(run.error.contains(found) && run.error.contains("did you mean \"\(meant)\"?"), "\(run.error)")
            #expect(run.error.contains("\nSee \(command) --help for the "), "\(run.error)")
        }
        let short = try run("tag", "in/a.jpg", "-x")
        #expect(
            short.status == 64 && short.error.contains("no option -x") && short.error.contains("See upright tag --help")
        )
    }

    @Test func namesThatAreNotUTF8WorkAsArguments() throws {
        let run = try shell(
            #"n=$(printf 'caf\351'); d=$(printf 'd\377r'); mkdir "$d"; cp in/a.jpg "$d/$n.jpg"; "#
                + #""$UPRIGHT" reprocess "$d/$n.jpg" --output out --json && "$UPRIGHT" reprocess "$d" --output out2 && "#
                + #""$UPRIGHT" tag "$d/$n.jpg" --set EXIF:Artist=A && "$UPRIGHT" inspect "$d/$n.jpg" && test -f "out/$n.jpg" && "#
                + #"test -f "out2/$n.jpg""#)
        #expect(run.status == 0, "\(run.output) \(run.error)")
        let wrong = try shell(#""$UPRIGHT" tag in/a.jpg --set EXIF:Artist="$(printf 'caf\351')""#)
        #expect(wrong.status == 64 && wrong.error.contains("UTF-8"), "\(wrong.error)")
    }

    @Test func namesThatAreNotUTF8WorkForTracksAndConfigurations() throws {
        let run = try shell(
            #"d=$(printf 'd\377r'); mkdir "$d"; cp in/a.jpg "$d/a.jpg"; "#
                + #"printf '<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2020-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>' "#
                + #"> "$d/t.gpx"; printf 'state: %s/s\nfolders: [{source: %s/in, output: %s/out3}]\n' "$PWD" "$PWD" "$PWD" > "$d/c.yaml"; "#
                + #""$UPRIGHT" geotag "$d" --gpx "$d/t.gpx" --position 3.0,4.0 --overwrite --output "$d/tagged" && "#
                + #""$UPRIGHT" geotag "$d/a.jpg" --gpx "$d" --position 3.0,4.0 --dry-run && test -f "$d/tagged/a.jpg" && "#
                + #""$UPRIGHT" reprocess --config "$d/c.yaml" && test -f out3/a.jpg"#)
        #expect(run.status == 0, "\(run.output) \(run.error)")
        let relative = try shell(
            #"d=$(printf 'd\376r'); mkdir "$d"; printf 'state: /tmp/s\nfolders: [{source: in, output: out}]\n' > "$d/c.yaml"; "#
                + #""$UPRIGHT" reprocess --config "$d/c.yaml""#)
        #expect(relative.status == 78 && relative.error.contains("an absolute path"), "\(relative.error)")
    }

    @Test func emptyValuesRemove() throws {
        let set = try run(
            "tag", "in/a.jpg", "--gps", "1.0,2.0", "--place", "Bern,BE,Schweiz,CHE", "--street", "S", "--owner", "O")
        #expect(set.status == 0, "\(set.error)")
        let removed = try run(
            "tag", "in/a.jpg", "--gps", "", "--place", "", "--street", "", "--owner", "", "--set", "EXIF:Artist=",
            "--time", "")
        #expect(removed.status == 0, "\(removed.error)")
        let shown = try run("inspect", "in/a.jpg").output
        for word in ["Bern", "Schweiz", "LocationCreated", "CameraOwnerName", "GPSLatitude", "DateTimeOriginal"] {
            #expect(!shown.contains(word), "\(word) \(shown)")
        }
        #expect(try run("tag", "in/a.jpg", "--place", "a,b,c,GERMANY").status == 64)
    }
}
