import Foundation
import TestSupport
import Testing

@Suite struct PlacesCommandTests {
    static let configuration = """
        folders: [{source: ./drop, output: ./out}]
        state: ./state
        steps:
          - orient
          - geotag: {tracks: [./tracks], zone: "+02:00", folders: [{source: ./drop, position: "48.1374,11.5755"}]}
          - place: {write: true}
          - albums: {folder: ./albums}
        """
    static let track = """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="41.8900" lon="12.4920"><time>2024-05-01T10:00:00Z</time></trkpt>
        <trkpt lat="41.8910" lon="12.4930"><time>2024-05-01T10:01:40Z</time></trkpt></trkseg></trk></gpx>
        """

    /// Pictures: one on the track, one with its own place names, one without metadata, and an animation.
    static func bench() throws -> TemporaryFolder {
        let scratch = try TemporaryFolder()
        try scratch.write(configuration, to: "pipeline.yaml")
        try scratch.write(track, to: "tracks/a.gpx")
        for (fixture, name) in [
            ("samples/orientation-6.jpg", "track.jpg"), ("samples/orientation-3.jpg", "named.jpg"),
            ("samples/orientation-1.jpg", "plain.jpg"), ("samples/animation.gif", "moves.gif"),
        ] { try scratch.place(fixture, as: "drop/" + name) }
        let drop = scratch["drop"]
        #expect(
            try upright(
                "tag", "--set", "ExifIFD:DateTimeOriginal=2024:05:01 12:00:50", drop.appending(path: "track.jpg").path()
            )
            .status == 0)
        #expect(
            try upright("tag", "--set", "XMP:photoshop:City=Mine", drop.appending(path: "named.jpg").path()).status == 0
        )
        return scratch
    }

    static func properties(_ file: URL) throws -> [String: Any] {
        let lines = try objects(try upright("inspect", "--json", file.path()).output)
        return try #require(lines.first)
    }

    @Test func positionsAndPlacesAreWrittenDuringProcessing() throws {
        let scratch = try Self.bench()
        let before = ["track", "named", "plain"].map { scratch.bytes(of: "drop/\($0).jpg") }
        let run = try upright("reprocess", "--config", "pipeline.yaml", in: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        func position(_ name: String) throws -> [String: Double]? {
            try Self.properties(scratch["out/" + name])["coordinate"] as? [String: Double]
        }
        let onTrack = try #require(try position("track.jpg"))
        #expect(abs((onTrack["latitude"] ?? 0) - 41.8905) < 1e-6 && abs((onTrack["longitude"] ?? 0) - 12.4925) < 1e-6)
        let fixed = try #require(try position("plain.jpg"))
        #expect(abs((fixed["latitude"] ?? 0) - 48.1374) < 1e-6)
        func xmp(_ name: String) throws -> [String: Any] {
            let all = try Self.properties(scratch["out/" + name])["properties"] as? [String: Any]
            return all?["{XMP}"] as? [String: Any] ?? [:]
        }
        let (track, plain, named) = (try xmp("track.jpg"), try xmp("plain.jpg"), try xmp("named.jpg"))
        #expect("\(track)".contains("Rome") && "\(plain)".contains("Munich"))
        // Blanks only.
        #expect("\(named["photoshop:City"] ?? "")".contains("Mine"))
        #expect(["track", "named", "plain"].map { scratch.bytes(of: "drop/\($0).jpg") } == before)
        // A second run changes nothing.
        let again = try upright("reprocess", "--config", "pipeline.yaml", "--json", in: scratch.url)
        let outcomes = try objects(again.output).compactMap { $0["outcome"] as? String }
        #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0 == "current" }, "\(outcomes)")
    }

    @Test func albumsAreListedEditedAndExported() throws {
        let scratch = try Self.bench()
        #expect(try upright("reprocess", "--config", "pipeline.yaml", in: scratch.url).status == 0)
        // Without a daemon, reprocess adds to the albums what it has delivered.
        #expect(scratch.files.contains("albums/Italy/Rome/track.jpg"))
        try FileManager.default.removeItem(at: scratch["albums"])
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch["state"].path())
        where name.hasPrefix("albums.sqlite") {
            try FileManager.default.removeItem(at: scratch["state/\(name)"])
        }
        let dry = try upright("reprocess", "--config", "pipeline.yaml", "--force", "--dry-run", in: scratch.url)
        #expect(dry.status == 0 && !scratch.files.contains { $0.hasPrefix("albums/") }, "\(dry.error)")
        func albums(_ arguments: String...) throws -> Command {
            try Command.run(Command.built("upright").path(), ["albums"] + arguments, in: scratch.url)
        }
        func titles(_ kind: String) throws -> [String] {
            try objects(try albums("list", "--kind", kind, "--json").output).map {
                "\($0["title"] ?? "") \($0["count"] ?? "")"
            }
        }
        #expect(try titles("city") == ["Munich 3", "Rome 1"])
        #expect(try titles("animated") == ["Animated 1"])
        // Commands that read write nothing; those that write bring the folder of the albums up to date.
        #expect(!scratch.files.contains { $0.hasPrefix("albums/") || $0 == "state/albums.sqlite" })
        #expect(try albums("rename", "Munich", "Home").status == 0)
        #expect(scratch.files.contains("albums/Italy/Rome/track.jpg"))
        #expect(try albums("rebuild").status == 0)
        #expect(try titles("city") == ["Home 3", "Rome 1"])
        #expect(try albums("show", "Home", "--json").output.contains("plain.jpg"))
        #expect(try albums("merge", "Rome", "Home").status == 0)
        #expect(try titles("city") == ["Home 4"])
        #expect(try albums("merge", "Rome", "--undo").status == 0)
        #expect(try albums("rename", "Home").status == 0)
        #expect(try titles("city") == ["Munich 3", "Rome 1"])
        // The pictures of a folder that is away stay in the albums.
        try FileManager.default.moveItem(at: scratch["out"], to: scratch["away"])
        try FileManager.default.createDirectory(at: scratch["out"], withIntermediateDirectories: false)
        let kept = try albums("rebuild").output
        #expect(kept.contains("whose folder is away"), "\(kept)")
        #expect(try titles("city") == ["Munich 3", "Rome 1"])
        try FileManager.default.removeItem(at: scratch["out"])
        try FileManager.default.moveItem(at: scratch["away"], to: scratch["out"])
        #expect(try albums("show", "Nowhere").status != 0)
        #expect(try albums("export", "Rome", "--to", "rome").status == 0)
        #expect(scratch.files.contains("rome/track.jpg"))
        let site = try upright("gallery", "export", "site", in: scratch.url)
        #expect(site.status == 0 && site.output.contains("4 pictures"), "\(site.error)")
        #expect(scratch.files.contains("site/index.html") && scratch.files.contains("site/thumbnail/1.jpg"))
        #expect(try upright("gallery", "export", "out", in: scratch.url).status != 0)
        #expect(try albums("export").status == 64)
    }

    @Test func theTimeInATakeoutSidecarIsThePicturesDate() throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: drop, output: out}]\nstate: state\nsteps: [orient, geotag, albums]\n",
            to: "pipeline.yaml")
        func place(_ name: String, _ sidecar: String, dated: Bool = false) throws {
            try scratch.place("samples/orientation-1.jpg", as: "drop/" + name)
            let file = scratch["drop/" + name].path()
            if dated {
                #expect(try upright("tag", "--set", "ExifIFD:DateTimeOriginal=2020:01:02 03:04:05", file).status == 0)
            }
            try scratch.write(sidecar, to: "drop/\(name).json")
        }
        let geo = #""geoData":{"latitude":35.6812,"longitude":139.7671,"altitude":0}"#
        // 31 December 2023, 20:00 UTC: the next day in Tokyo.
        try place("tokyo.jpg", #"{"photoTakenTime":{"timestamp":"1704052800"},\#(geo)}"#)
        try place("nowhere.jpg", #"{"photoTakenTime":{"timestamp":"1704052800"}}"#)
        try place("old.jpg", #"{"photoTakenTime":{"timestamp":"-1000000000"}}"#)
        try place("own.jpg", #"{"photoTakenTime":{"timestamp":"1704052800"}}"#, dated: true)
        for (index, time) in ["0", "nan", "1e300", "-1e300", "soon", ""].enumerated() {
            try place("no\(index).jpg", #"{"photoTakenTime":{"timestamp":"\#(time)"}}"#)
        }
        #expect(try upright("reprocess", "--config", "pipeline.yaml", in: scratch.url).status == 0)
        let days = try objects(try upright("albums", "list", "--kind", "day", "--json", in: scratch.url).output)
        let titles = days.map { "\($0["title"] ?? "") \($0["count"] ?? "")" }
        #expect(titles == ["1938-04-24 1", "2020-01-02 1", "2023-12-31 1", "2024-01-01 1"])
        // It is a date of the albums; the picture's own metadata stay as they are.
        #expect(scratch.bytes(of: "out/nowhere.jpg") == scratch.bytes(of: "drop/nowhere.jpg"))
    }

    @Test func aGeocoderThatIsNotAskedIsMentioned() throws {
        let scratch = try TemporaryFolder()
        try scratch.place("samples/orientation-1.jpg", as: "drop/a.jpg")
        func errors(_ place: String, _ arguments: String...) throws -> String {
            let text = "folders: [{source: drop, output: out}]\nstate: state\nsteps: [orient, \(place)]\n"
            try scratch.write(text, to: "pipeline.yaml")
            let command = ["reprocess", "--config", "pipeline.yaml"] + arguments
            return try Command.run(Command.built("upright").path(), command, in: scratch.url).error
        }
        let geocoder = #"geocoder: {service: photon, url: "http://127.0.0.1:9"}"#
        let silent = try errors("{place: {\(geocoder)}}")
        #expect(silent.contains("note: place.geocoder is not asked") && silent.contains("place.write"), "\(silent)")
        #expect(try !errors("{place: {\(geocoder)}}", "--quiet").contains("note:"))
        #expect(try !errors("{place: {\(geocoder), write: true}}").contains("is not asked"))
        #expect(try !errors("place").contains("is not asked"))
    }

    @Test func otherPlaceDataAdviseARebuild() throws {
        let scratch = try Self.bench()
        #expect(try upright("reprocess", "--config", "pipeline.yaml", in: scratch.url).status == 0)
        func albums(_ arguments: String...) throws -> Command {
            try Command.run(Command.built("upright").path(), ["albums"] + arguments, in: scratch.url)
        }
        #expect(try albums("rebuild").status == 0)
        let first = try albums("list", "--kind", "city")
        #expect(!first.error.contains("upright albums rebuild") && first.output.contains("Rome"), "\(first.error)")
        let day = try albums("list", "--kind", "day").output
        #expect(day.contains("1 May 2024"), "\(day)")
        // Another language: places and dates stay as they are until the rebuild, which is advised.
        let text = try String(contentsOf: scratch["pipeline.yaml"], encoding: .utf8)
        try scratch.write(text.replacing("{write: true}", with: "{write: true, language: de}"), to: "pipeline.yaml")
        let advised = try albums("list", "--kind", "city")
        #expect(advised.error.contains("upright albums rebuild") && advised.output.contains("Rome"))
        #expect(try albums("list", "--kind", "day").output == day)
        let rebuilt = try albums("rebuild")
        #expect(rebuilt.status == 0 && !rebuilt.error.contains("upright albums rebuild"))
        let after = try albums("list", "--kind", "city")
        #expect(!after.error.contains("upright albums rebuild") && after.output.contains("Rom"), "\(after.output)")
        #expect(after.output.contains("München"))
        #expect(try albums("list", "--kind", "day").output.contains("1. Mai 2024"))
        let shown = try albums("show", "1. Mai 2024")
        #expect(shown.status == 0 && shown.output.contains("  1. Mai 2024  "), "\(shown.output)\(shown.error)")
    }

    @Test func resultsOfOtherMachinesAreImported() throws {
        let scratch = try TemporaryFolder()
        try scratch.write("state: ./state\nfolders: [{source: ./drop, output: ./out}]\n", to: "pipeline.yaml")
        try scratch.place("samples/orientation-1.jpg", as: "mnt/a/one.jpg")
        try scratch.place("samples/animation.gif", as: "mnt/moves.gif")
        let rows = [
            #"{"source":"s3://in/a/one.jpg","output":"s3://out/p/a/one.jpg","outcome":"normalized","type":"public.jpeg","#
                + #""captured":"2024:05:01 12:00:50","latitude":48.1374,"longitude":11.5755,"shard":3,"warnings":[]}"#,
            #"{"source":"s3://in/moves.gif","output":"s3://out/p/moves.gif","outcome":"unchanged","#
                + #""type":"com.compuserve.gif","captured":null,"latitude":null,"longitude":null}"#,
            #"{"source":"s3://in/bad.jpg","output":null,"outcome":"rejected","type":"public.data"}"#,
        ]
        try scratch.write(rows.joined(separator: "\n") + "\n", to: "rows.jsonl")
        func albums(_ arguments: String..., input: String? = nil) throws -> Command {
            try Command.run(
                Command.built("upright").path(), ["albums"] + arguments, in: scratch.url, input: input)
        }
        let first = try albums("import", "rows.jsonl", "--prefix", "s3://out/p/", "--folder", "mnt")
        #expect(first.status == 0 && first.output.hasPrefix("2 pictures added, 0 added before, 1 row "), "\(first)")
        let again = try albums(
            "import", "-", "--prefix", "s3://out/p", "--folder", "mnt", input: rows.joined(separator: "\n"))
        #expect(again.status == 0 && again.output.hasPrefix("0 pictures added, 2 added before"), "\(again)")
        #expect(
            try objects(try albums("list", "--kind", "city", "--json").output).first?["title"] as? String == "Munich")
        #expect(try objects(try albums("list", "--kind", "animated", "--json").output).first?["count"] as? Int == 1)
        let shown = try objects(try albums("show", "Munich", "--json").output)
        #expect(shown.first?["path"] as? String == scratch["mnt/a/one.jpg"].path())
        // They are not in the journal, and a rebuild keeps them.
        #expect(try albums("rebuild").output.hasPrefix("2 pictures, 1 with a position"))
        let unmapped = try albums("import", "rows.jsonl")
        #expect(unmapped.status == 1 && unmapped.error.contains("row 1: \"output\": expected an absolute path"))
        let torn = try albums("import", "-", input: rows[2] + "\n{\"outcome\"")
        #expect(torn.status == 1 && torn.error.contains("standard input, row 2"), "\(torn.error)")
        #expect(try albums("import", "rows.jsonl", "--prefix", "s3://out").status == 64)
        #expect(try albums("import", "nowhere.jsonl").status == 1)
    }

    @Test func placesAreLookedUpAndExplained() throws {
        let explained = try upright("places", "lookup", "41.8902,12.4922", "-33.8568,151.2153", "0,0")
        #expect(explained.status == 0 && explained.output.contains("Rome") && explained.output.contains("Sydney"))
        let json = try upright("places", "lookup", "--json", "--language", "de", "48.1374,11.5755").output
        #expect(json.contains("Bayern") && json.contains("Deutschland"))
        #expect(try upright("places", "lookup", "north").status == 64)
        let about = try upright("places", "about").output
        #expect(about.contains("CC BY 4.0") && about.contains("Natural Earth"))
        let scratch = try TemporaryFolder()
        let line =
            "1\tNew Place\tNew Place\t\t48.1374\t11.5755\tP\tPPL\tDE\t\t02\t\t\t\t900000\t\t\tEurope/Berlin\t2024-01-01\n"
        try scratch.write(line, to: "own.txt")
        #expect(
            try upright("places", "import", "own.txt", "--output", "own.gaz", in: scratch.url).status == 0)
        try scratch.write(
            "folders: [{source: ./d, output: ./o}]\nstate: ./s\nsteps: [orient, {place: {gazetteer: own.gaz}}]\n",
            to: "pipeline.yaml")
        let own = try upright("places", "lookup", "--config", "pipeline.yaml", "48.1374,11.5755", in: scratch.url)
        #expect(own.output.contains("New Place"))
    }

    @Test func alternateNamesAreImportedAndNamedAsSource() throws {
        let scratch = try TemporaryFolder()
        let place = "1\tXinzhen\tXinzhen\t\t23.5\t113\tP\tPPL\tCN\t\t30\t\t\t\t900000\t\t\tAsia/Shanghai\t2024-01-01\n"
        try scratch.write(place, to: "own.txt")
        // More than one piece.
        let others = (1...60_000).map { "\($0)\t\($0 + 1)\tar\tشينجن\t\t\t\t\t\t\n" }.joined()
        try scratch.write(others + "60001\t1\tar\tشينجن\t1\t\t\t\t\t\n60002\t1\tzh\t新镇\t\t\t\t\t\t", to: "names.txt")
        try scratch.write("1\t1\tar\n", to: "torn.txt")
        func imported(_ names: String?) throws -> Command {
            try Command.run(
                Command.built("upright").path(),
                ["places", "import", "own.txt", "-o", "own.gaz"] + (names.map { ["--names", $0] } ?? []),
                in: scratch.url)
        }
        try scratch.write(
            "folders: [{source: ./d, output: ./o}]\nstate: ./s\nsteps: [orient, {place: {gazetteer: own.gaz}}]\n",
            to: "pipeline.yaml")
        func run(_ arguments: String...) throws -> String {
            try Command.run(
                Command.built("upright").path(), ["places"] + arguments + ["--config", "pipeline.yaml"],
                in: scratch.url
            ).output
        }
        #expect(try imported(nil).output.hasPrefix("own.gaz: 1 places, 0 lines skipped, "))
        let plain = try run("about")
        let done = try imported("names.txt")
        #expect(done.status == 0 && done.output.hasPrefix("own.gaz: 1 places, 2 names by language, "), "\(done)")
        #expect(try run("lookup", "23.5,113", "--language", "ar").contains("شينجن"))
        #expect(try run("lookup", "23.5,113", "--language", "zh-Hant").contains("新鎮"))
        let about = try run("about")
        #expect(about.contains("alternate names of GeoNames (geonames.org), CC BY 4.0, from names.txt, sha256 "))
        // Places name the version, and other names are other data.
        func version(_ about: String) -> String? {
            about.split(separator: "\n").first { $0.hasPrefix("version") }.map(String.init)
        }
        #expect(version(about) != version(plain) && version(about)?.contains("geonames-own+names-") == true)
        for (file, message) in [
            ("torn.txt", "torn.txt: line 1: expected 10 fields separated by tabs, found 3"), ("none.txt", "none.txt: "),
        ] {
            let failed = try imported(file)
            #expect(failed.status == 1 && failed.error.hasPrefix("upright: \(message)"), "\(failed)")
        }
        let refused = try upright(
            "places", "import", "a.geojson", "-o", "x", "--level", "city", "--name-key", "n", "--names", "names.txt")
        #expect(refused.status == 64 && refused.error.contains("--names needs a GeoNames file"), "\(refused)")
    }

    @Test func aKeyIsNeverShown() throws {
        let scratch = try TemporaryFolder()
        try scratch.write("k3y-0f-mine\n", to: "key")
        try scratch.write(
            """
            folders: [{source: ./d, output: ./o}]
            state: ./s
            steps: [orient, {place: {geocoder: {service: amap, url: "http://127.0.0.1:9", key-file: ./key}}}]
            """, to: "pipeline.yaml")
        for arguments in [
            ["check", "--config", "pipeline.yaml"],
            ["places", "lookup", "--config", "pipeline.yaml", "39.9087,116.3975"],
            ["albums", "list"], ["reprocess", "--config", "pipeline.yaml"],
        ] {
            let run = try Command.run(Command.built("upright").path(), arguments, in: scratch.url)
            #expect(!run.output.contains("k3y-0f") && !run.error.contains("k3y-0f"), "\(arguments)")
        }
    }

    @Test func aDryRunOfGeotagIsATable() throws {
        let scratch = try Self.bench()
        let drop = scratch["drop"].path()
        let gpx = scratch["tracks"].appending(path: "a.gpx").path()
        let before = try Data(contentsOf: scratch["drop"].appending(path: "track.jpg"))
        let run = try upright(
            "geotag", "--gpx", gpx, "--zone", "+02:00", "--clock-offset", "-5", "--dry-run", drop, in: scratch.url)
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 && lines[0].hasPrefix("PICTURE "))
        let row = try #require(lines.first { $0.contains("track.jpg") })
        for (column, text) in [
            ("POSITION", "41.890450,12.492450"), ("SOURCE", "track, interpolated"),
            ("CLOCK", "UTC+02:00, as configured; -5 s"), ("NEAREST FIX", "45 s, 62 m"),
        ] {
            let start = try #require(lines[0].range(of: column)?.lowerBound)
            let offset = lines[0].distance(from: lines[0].startIndex, to: start)
            #expect(row.dropFirst(offset).hasPrefix(text), "\(row)")
        }
        #expect(
            lines.contains { $0.contains("plain.jpg") && $0.contains("no position: the picture has no capture time") })
        #expect(try Data(contentsOf: scratch["drop"].appending(path: "track.jpg")) == before)
    }

    @Test func wrongSettingsAreReported() throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            """
            folders: [{source: ./d, output: ./o}]
            state: ./s
            steps:
              - geotag: {position: north, zone: Nowhere/Land, trakcs: a}
              - place: {geocoder: {service: nominatim}, street: nowhere}
            gallery: {listen: "0.0.0.0:80"}
            """, to: "pipeline.yaml")
        let run = try upright("check", "--config", "pipeline.yaml", in: scratch.url)
        let text = run.output + run.error
        #expect(run.status == 78)
        for word in ["position", "zone", "trakcs", "geocoder.url", "street", "gallery.listen"] {
            #expect(text.contains(word), "\(word): \(text)")
        }
    }
}
