import Foundation
import TestSupport
import Testing

/// The commands that read the state of earlier runs: check, status, verify, journal.
@Suite struct StateCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "folders:\n  - source: drop\n    output: out\nstate: state\nstatus: {listen: off}\n", to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "drop/turned.jpg")
        try folder.write("", to: "drop/empty.png")
    }

    func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    @Test func statusVerifyAndJournalReportTheRun() throws {
        #expect(try run("reprocess", "--config", "pipeline.yaml", "--quiet").status == 1)

        let status = try run("status", "--json")
        let object = try #require(try objects(status.output).first)
        #expect(object["outcomes"] as? [String: Int] == ["normalized": 1, "rejected": 1])
        #expect(object["daemon"] is NSNull)
        let failures = object["failures"] as? [[String: Any]]
        #expect((failures?.first?["source"] as? String)?.hasSuffix("drop/empty.png") == true)
        #expect((failures?.first?["reason"] as? String)?.contains("empty") == true)
        #expect(try run("status").output.contains("drop/empty.png"))

        let intact = try run("journal", "verify", "--json")
        #expect(intact.status == 0)
        #expect(try objects(intact.output).map { $0["finding"] as? String } == ["verified"])
        try folder.write((folder.bytes(of: "out/turned.jpg") ?? []) + [0], to: "out/turned.jpg")
        let changed = try run("journal", "verify")
        #expect(changed.status == 1)
        #expect(changed.output.contains("changed") && changed.output.contains("out/turned.jpg"))
        try FileManager.default.removeItem(at: folder["out/turned.jpg"])
        let missing = try run("journal", "verify", "--json")
        #expect(missing.status == 1)
        #expect(try objects(missing.output).map { $0["finding"] as? String } == ["missing"])

        let rows = try objects(try run("journal", "export").output)
        #expect(rows.count == 2)
        #expect(try objects(try run("journal", "export", "--failed").output).count == 1)
        try FileManager.default.removeItem(at: folder["drop/empty.png"])
        #expect(
            try objects(try run("journal", "prune", "--older-than", "0s", "--json").output).first?["removed"] as? Int
                == 1)
    }

    @Test func theRowsOfAFolderThatIsAwayStay() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        func prune() throws -> [Int?] {
            let report = try objects(try run("journal", "prune", "--older-than", "0s", "--json").output).first
            return [report?["removed"] as? Int, report?["kept"] as? Int]
        }
        // The mount point without its volume: no folder, an empty one, and one with other files.
        try FileManager.default.moveItem(at: folder["drop"], to: folder["away"])
        #expect(try prune() == [0, 2])
        try FileManager.default.createDirectory(at: folder["drop"], withIntermediateDirectories: false)
        #expect(try prune() == [0, 2])
        try folder.write("other", to: "drop/readme")
        #expect(try prune() == [0, 2])
        let words = try run("journal", "prune", "--older-than", "0s").output
        #expect(words.contains("kept 2 rows of files whose folder is away"), "\(words)")
        try FileManager.default.removeItem(at: folder["drop"])
        try FileManager.default.moveItem(at: folder["away"], to: folder["drop"])
        #expect(try prune() == [0, 0])
        try FileManager.default.removeItem(at: folder["drop/empty.png"])
        #expect(try prune() == [1, 0])
        // An output whose folder is away is not missing.
        try FileManager.default.moveItem(at: folder["out"], to: folder["away"])
        try FileManager.default.createDirectory(at: folder["out"], withIntermediateDirectories: false)
        let report = try #require(try objects(try run("journal", "verify", "--json").output).first)
        #expect(report["finding"] as? String == "unreadable" && "\(report["reason"] ?? "")".contains("not mounted"))
    }

    @Test func verifyReadsOutputsBeyondTheLongestPath() throws {
        // 24 folders of 200 bytes each: more than PATH_MAX.
        func descending(into top: String, _ command: String) throws {
            let walk =
                "cd \(top) && for i in {10..33}; do mkdir -p ${i}\(String(repeating: "d", count: 198)); cd ${i}*; done && "
            let run = try Command.run("/bin/bash", ["-c", walk + command], in: folder.url)
            try #require(run.status == 0, "\(run.error)")
        }
        let picture = Fixture.folder.appending(path: "samples/orientation-6.jpg").path()
        defer { _ = try? Command.run("/bin/rm", ["-rf", folder.path]) }
        try descending(into: "drop", "cp \(picture) deep.jpg")
        #expect(try run("reprocess", "--config", "pipeline.yaml", "--quiet").status == 1)
        #expect(
            try objects(run("journal", "verify", "--json").output).map { $0["finding"] as? String } == [
                "verified", "verified",
            ])
        try descending(into: "out", "printf x >>deep.jpg")
        #expect(try run("journal", "verify").output.contains("1 verified, 1 changed"))
        try descending(into: "out", "rm deep.jpg")
        let missing = try run("journal", "verify")
        #expect(missing.status == 1 && missing.output.contains("1 verified, 1 missing"))
    }

    @Test func statusTellsAHealthCheckThatNoDaemonAnswers() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(try run("status").status == 3)
        #expect(try run("status", "--exit-code").status == 1)
    }

    @Test func aRejectedFileCountsAsLongAsItIsInItsFolder() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(try objects(try run("status", "--json").output).first?["rejected"] as? Int == 1)
        try FileManager.default.removeItem(at: folder["drop/empty.png"])
        let status = try #require(try objects(try run("status", "--json").output).first)
        #expect(status["rejected"] as? Int == 0)
        #expect(status["outcomes"] as? [String: Int] == ["normalized": 1, "rejected": 1], "the record stays")
        let folders = try #require(status["folders"] as? [[String: Any]])
        #expect(folders.first?["isWatched"] as? Bool == false && folders.first?["freeBytes"] is Int)
    }

    @Test func aPrunedJournalIsASmallerFile() throws {
        for index in 0..<300 { try folder.write("", to: "drop/more/\(index).png") }
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        try FileManager.default.removeItem(at: folder["drop/more"])
        let pruned = try #require(try objects(try run("journal", "prune", "--older-than", "0s", "--json").output).first)
        #expect(pruned["removed"] as? Int == 300)
        let bytes = try #require(pruned["bytes"] as? [String: Int])
        let file = try FileManager.default.attributesOfItem(atPath: folder["state/journal.sqlite"].path())
        #expect(bytes["after"] == (file[.size] as? Int) && (bytes["before"] ?? 0) > 3 * (bytes["after"] ?? .max))
    }

    @Test func aLaterJournalIsRefusedWithTheVersionToUse() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        let later = """
            import sqlite3
            for name, migration in (('journal', 'later'), ('albums', '99: later')):
                database = sqlite3.connect('state/%s.sqlite' % name)
                database.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
                database.execute("INSERT INTO grdb_migrations VALUES (?)", [migration])
                database.execute("PRAGMA user_version = 3014015")
                database.commit()
                database.close()
            """
        #expect(try run("albums", "list", "--config", "pipeline.yaml").status == 0)
        #expect(try Command.run("/usr/bin/python3", ["-c", later], in: folder.url).status == 0)
        let dump = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).iterdump(), sep='\\n')"
        func content(_ name: String) throws -> String {
            try Command.run("/usr/bin/python3", ["-c", dump, folder["state/" + name].path()], in: folder.url).output
        }
        let (journal, albums) = (try content("journal.sqlite"), try content("albums.sqlite"))
        #expect(journal.contains("later") && albums.contains("later"))
        for arguments in [
            ["status"], ["watch", "--config", "pipeline.yaml"], ["queue", "list"], ["journal", "verify"],
        ] {
            let command = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
            #expect(command.status == 78, "\(arguments)")
            #expect(command.error.contains("use upright 3.14.15 or later"), "\(arguments): \(command.error)")
        }
        let isUntouched = try content("journal.sqlite") == journal
        #expect(isUntouched)
        try FileManager.default.removeItem(at: folder["state/journal.sqlite"])
        let command = try run("albums", "list", "--config", "pipeline.yaml")
        #expect(command.status == 78 && command.error.contains("use upright 3.14.15 or later"), "\(command.error)")
        let areUntouched = try content("albums.sqlite") == albums
        #expect(areUntouched)
    }

    @Test func failedFilesAreRetriedOnDemand() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        try folder.place("samples/palette.png", as: "drop/empty.png")
        let again = try run("reprocess", "--config", "pipeline.yaml", "--failed", "--json")
        #expect(again.status == 0, "\(again.error)")
        #expect(try objects(again.output).map { $0["outcome"] as? String } == ["normalized"])
    }

    @Test func deferredFilesAreRetriedAtOnceByARun() throws {
        // The output folder cannot be written, so the picture is deferred.
        try folder.write("in the way", to: "out")
        try FileManager.default.removeItem(at: folder["drop/empty.png"])
        #expect(try run("reprocess", "--config", "pipeline.yaml", "--quiet").status == 1)
        try FileManager.default.removeItem(at: folder["out"])
        let again = try run("reprocess", "--config", "pipeline.yaml", "--json")
        #expect(again.status == 0, "\(again.output)\(again.error)")
        #expect(folder.bytes(of: "out/turned.jpg") != nil)
    }

    @Test func leftoversOfAKilledRunAreRemoved() throws {
        try folder.write("half a picture", to: "out/deep/.upright-0123abc.partial")
        try folder.write("not upright's", to: "out/.other.partial")
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        #expect(folder.bytes(of: "out/deep/.upright-0123abc.partial") == nil)
        #expect(folder.bytes(of: "out/.other.partial") != nil)
        try folder.write("half a picture", to: "other/.upright-0123abc.partial")
        _ = try run("reprocess", "drop/turned.jpg", "--output", "other", "--quiet")
        #expect(folder.bytes(of: "other/.upright-0123abc.partial") == nil)
    }

    @Test func onlyTheOwnerCanReadTheState() throws {
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder["state"].path())
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func aSelectionByPlaceFindsPicturesTakenThere() throws {
        try folder.place("samples/photo.jpg", as: "drop/photo.jpg")
        try FileManager.default.removeItem(at: folder["drop/empty.png"])
        _ = try run("reprocess", "--config", "pipeline.yaml", "--quiet")
        let row = try #require(
            try objects(try run("journal", "export").output).first {
                ($0["source"] as? String)?.hasSuffix("photo.jpg") == true
            })
        let latitude = try #require(row["latitude"] as? Double)
        let longitude = try #require(row["longitude"] as? Double)
        let lookup = try run("places", "lookup", "--json", "--", "\(latitude),\(longitude)")
        let place = try #require(try objects(lookup.output).first?["place"] as? [String: Any])
        let country = try #require(place["country"] as? String)
        let found = try run("reprocess", "--config", "pipeline.yaml", "--place", country.uppercased(), "--json")
        #expect(try objects(found.output).count == 1, "\(found.output)\(found.error)")
        let nowhere = try run("reprocess", "--config", "pipeline.yaml", "--place", "Atlantis", "--json")
        #expect(nowhere.status == 0 && nowhere.output.isEmpty)
    }

    @Test func readingCommandsCreateNothing() throws {
        let before = folder.files
        #expect(try run("status").output.contains("the journal has no finished pictures yet"))
        #expect(try run("journal", "verify").status == 0)
        #expect(try run("check").status == 0)
        #expect(folder.files == before)
        #expect(!FileManager.default.fileExists(atPath: folder["state"].path()))
    }

    @Test func albumsAreListedWithoutAWrite() throws {
        #expect(try run("reprocess", "--config", "pipeline.yaml", "--quiet").status == 1)
        func content() -> [String: [UInt8]?] {
            // SQLite notes readers in the memory that they share; it is no content.
            let files = folder.files.filter { !$0.hasSuffix("-shm") }
            return Dictionary(uniqueKeysWithValues: files.map { ($0, folder.bytes(of: $0)) })
        }
        let before = content()
        for _ in 0..<2 {
            let list = try run("albums", "list", "--config", "pipeline.yaml", "--kind", "day", "--kind", "animated")
            #expect(list.status == 0, "\(list.error)")
            #expect(content() == before)
        }
        let kept = try run("albums", "rebuild", "--config", "pipeline.yaml")
        #expect(kept.status == 0 && folder.bytes(of: "state/albums.sqlite") != nil, "\(kept.error)")
    }

    @Test func checkNamesWhatTheMachineLacks() throws {
        try folder.write("a file", to: "out")
        let command = try run("check", "--json")
        #expect(command.status == 1)
        let failures = try objects(command.output).filter { $0["grade"] as? String == "failure" }
        #expect(failures.contains { $0["subject"] as? String == "output" })
        try folder.write("folders: 3\n", to: "pipeline.yaml")
        #expect(try run("check").status == 78)
    }

    @Test func withoutAConfigurationTheMessageNamesTheSearchedPlaces() throws {
        let command = try Command.run(Command.built("upright").path(), ["status"], in: folder["drop"])
        if !FileManager.default.fileExists(atPath: "/etc/upright/pipeline.yaml") {
            #expect(command.status == 78)
            #expect(command.error.contains("--config"))
        }
    }
}
