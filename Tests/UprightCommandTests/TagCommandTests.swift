import UprightBase
import Foundation
import TestSupport
import Testing

/// `upright tag` and `upright inspect` as scripts use them.
@Suite struct TagCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "a.jpg")
        try folder.place("png/upright.png", as: "b.png")
        try folder.place("gif/animation-upright.gif", as: "c.gif")
    }

    func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func filesAreEditedInPlaceWithABackup() throws {
        let before = try #require(folder.bytes(of: "a.jpg"))
        let path = folder["a.jpg"].path()
        let old = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes([.posixPermissions: 0o640, .modificationDate: old], ofItemAtPath: path)
        let tagged = try run(
            "tag", "a.jpg", "b.png", "c.gif", "--gps", "-33.8675,151.207,25", "--place", "Sydney,NSW,Australia,AUS",
            "--backup", "--json")
        #expect(tagged.status == 0, "\(tagged.error)")
        for line in tagged.output.split(separator: "\n") {
            let report = try object(line)
            #expect(report["outcome"] as? String == "edited")
            #expect((report["changes"] as? [Any])?.isEmpty == false)
        }
        #expect(folder.bytes(of: "a.jpg.orig") == before)
        for path in [path, path + ".orig"] {
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: path + ".orig")[.modificationDate] as? Date == old)
        for name in ["a.jpg", "b.png"] {
            let shown = try object(try run("inspect", "--json", name).output)
            let coordinate = shown["coordinate"] as? [String: Double]
            #expect(coordinate?["latitude"] == -33.8675 && coordinate?["longitude"] == 151.207)
        }
        let gif = try object(try run("inspect", "--json", "c.gif").output)
        let xmp = (gif["properties"] as? [String: Any])?["{XMP}"] as? [String: Any]
        #expect(xmp?["exif:GPSLatitude"] as? String == "33,52.05S")
        #expect(xmp?["photoshop:City"] as? String == "Sydney")

        // The second time, nothing is left to do, and the backup is still the original.
        let after = try #require(folder.bytes(of: "a.jpg"))
        let again = try run("tag", "a.jpg", "--gps", "-33.8675,151.207,25", "--backup", "--json")
        #expect(try object(again.output)["outcome"] as? String == "unchanged")
        #expect(folder.bytes(of: "a.jpg") == after)
        #expect(folder.bytes(of: "a.jpg.orig") == before)
    }

    @Test("of several edits at the same time none is lost")
    func editsAtTheSameTime() async throws {
        let tags = ["Artist", "Make", "Model", "Software", "Copyright", "ImageDescription"]
        let program = Command.built("upright").path()
        let url = folder.url
        try await withThrowingTaskGroup(of: Command.self) { group in
            for tag in tags {
                group.addTask {
                    try Command.run(program, ["tag", "a.jpg", "--set", "EXIF:\(tag)=of \(tag)"], in: url)
                }
            }
            for try await command in group { #expect(command.status == 0, "\(command.output) \(command.error)") }
        }
        let shown = try object(try run("inspect", "--json", "a.jpg").output)
        let tiff = (shown["properties"] as? [String: Any])?["{TIFF}"] as? [String: Any]
        for tag in tags { #expect(tiff?[tag] as? String == "of \(tag)") }
    }

    @Test("a file that another process has locked is not edited")
    func lockedFile() throws {
        let before = folder.bytes(of: "a.jpg")
        let handle = try FileHandle(forUpdating: folder["a.jpg"])
        #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
        let refused = try run("tag", "a.jpg", "--owner", "Ann")
        #expect(refused.status == 1 && refused.error.contains("another process is working on"), "\(refused)")
        #expect(folder.bytes(of: "a.jpg") == before)
        try handle.close()
    }

    @Test("hidden files of runs that were killed are removed")
    func leftoversAreRemoved() throws {
        try folder.write("half", to: ".upright-1.partial")
        #expect(try run("tag", "a.jpg", "--owner", "Ann").status == 0)
        #expect(folder.bytes(of: ".upright-1.partial") == nil)
        #expect(folder.bytes(of: "a.jpg") != nil)
    }

    @Test func dryRunsAndOutputsLeaveTheSource() throws {
        let before = folder.bytes(of: "a.jpg")
        #expect(try run("tag", "a.jpg", "--owner", "Me", "--dry-run").output.contains("exif.CameraOwnerName: Me"))
        #expect(folder.bytes(of: "a.jpg") == before)
        #expect(try run("tag", "a.jpg", "--owner", "Me", "--output", "out").status == 0)
        #expect(folder.bytes(of: "a.jpg") == before)
        #expect(folder.bytes(of: "out/a.jpg") != before)
        #expect(try run("tag", "a.jpg", "--owner", "Me", "--output", "out").status == 0)
        let refused = try run("tag", "a.jpg", "--owner", "You", "--output", "out", "--json")
        #expect(refused.status == 1)
        let report = try object(refused.output)
        #expect((report["reason"] as? String)?.contains("--force") == true && report["output"] is NSNull)
        #expect((report["changes"] as? [Any])?.isEmpty == true)
        #expect(try run("tag", "a.jpg", "--owner", "You", "--output", "out", "--force").status == 0)
    }

    @Test func blanksOnlyNeverOverwrites() throws {
        let run = try run("tag", "a.jpg", "--gps", "1.0,2.0", "--set", "EXIF:Artist=Me", "--blanks", "--json")
        #expect(try object(run.output)["outcome"] as? String == "unchanged", "\(run.output)")
    }

    @Test func removedPositionsAreGone() throws {
        #expect(try run("tag", "a.jpg", "--remove", "GPS:all").status == 0)
        let shown = try object(try run("inspect", "--json", "a.jpg").output)
        #expect(shown["coordinate"] is NSNull)
        #expect((shown["properties"] as? [String: Any])?["{GPS}"] == nil)
    }

    @Test(
        arguments: [
            (["--gps", "91.0,0"], "-90...90"), (["--gps", "48,13"], "48.0,13.0"),
            (["--time", "yesterday"], "2024-05-17"),
            (["--set", "EXIF:Flash=3"], "fired"),
            (["--set", "EXIF:Nonsense=1"], "expected a tag"), (["--set", "EXIF:MakerNote=1"], "cannot be edited"),
            (["--set", "IPTC:Urgency=x"], "digits"), (["--set", "IPTC:Nonsense=x"], "expected an IPTC data set"),
            (["--set", "XMP:nonsense:a=x"], "a prefix in common use"), (["--set", "novalue"], "NAME=VALUE"),
            ([], "Give at least one of --gps"),
        ] as [([String], String)])
    func wrongValuesAreUsageErrors(arguments: [String], word: String) throws {
        let before = folder.bytes(of: "a.jpg")
        let run = try Command.run(Command.built("upright").path(), ["tag", "a.jpg"] + arguments, in: folder.url)
        #expect(run.status == 64 && run.error.contains(word), "\(run.error)")
        #expect(folder.bytes(of: "a.jpg") == before)
    }

    @Test func valuesWithoutAPlaceAreRejectedWithAnAlternative() throws {
        let before = folder.bytes(of: "c.gif")
        let run = try run("tag", "c.gif", "--owner", "Me")
        #expect(run.status == 1 && run.error.contains("XMP"), "\(run.error)")
        #expect(folder.bytes(of: "c.gif") == before)
        try folder.write("no picture", to: "d.jpg")
        #expect(try self.run("tag", "d.jpg", "--owner", "Me").status == 1)
        #expect(try self.run("tag", "missing.jpg", "--owner", "Me").status == 1)
    }

    @Test func pathsThatAreNotFilesAreRejectedByKind() throws {
        #expect(mkfifo(folder["fifo"].path(), 0o600) == 0)
        for (path, kind) in [(".", "folder"), ("..", "folder"), ("/", "folder"), ("fifo", "FIFO")] {
            let run = try run("tag", path, "--owner", "Me")
            #expect(run.status == 1 && run.error.contains("found a \(kind)"), "\(run.error)")
        }
    }

    @Test func comparisonsNameTheDifferences() throws {
        #expect(try run("inspect", "--compare", "a.jpg", "a.jpg").status == 0)
        #expect(try run("tag", "a.jpg", "--set", "EXIF:Artist=Somebody", "--output", "out").status == 0)
        let compared = try run("inspect", "--compare", "a.jpg", "out/a.jpg")
        #expect(compared.status == 1)
        #expect(compared.output.contains("part APP1 Exif") && compared.output.contains("{TIFF}.Artist"))
        #expect(!compared.output.contains("part SOS"))
    }

    @Test func structureCoversTheFile() throws {
        let shown = try object(try run("inspect", "--json", "--structure", "a.jpg").output)
        var next = 0
        for part in try #require(shown["structure"] as? [[String: Any]]) {
            #expect(part["offset"] as? Int == next)
            next += part["length"] as? Int ?? 0
        }
        #expect(next == folder.bytes(of: "a.jpg")?.count)
        #expect(try run("inspect", "a.jpg").output.contains("{GPS}"))
        #expect(try run("inspect", "a.jpg", "--json").output == run("inspect", "--json", "a.jpg").output)
    }

    /// A new owner left the old one in XMP.
    @Test func copiesOfTheOwnerFollow() throws {
        let names = ["XMP:exifEX:CameraOwnerName", "XMP:aux:OwnerName"]
        let old = try run("tag", "a.jpg", "--set", names[0] + "=Old", "--set", names[1] + "=Old", "--owner", "Old")
        #expect(old.status == 0, "\(old.error)")
        let changed = try run("tag", "a.jpg", "--owner", "New", "--json")
        let changes = try object(changed.output)["changes"] as? [[String: String]] ?? []
        #expect(
            Set(changes.compactMap { $0["what"] })
                == ["exif.CameraOwnerName", "xmp.exifEX:CameraOwnerName", "xmp.aux:OwnerName"])
        #expect(changes.allSatisfy { $0["from"] == "Old" && $0["to"] == "New" })
        // A picture without copies gets none.
        #expect(try !run("tag", "b.png", "--owner", "New").output.contains("xmp."))
        #expect(try run("tag", "a.jpg", "--owner=").status == 0)
        #expect(try !run("inspect", "a.jpg").output.contains("New"))
    }
}
