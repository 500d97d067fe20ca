import Foundation
import TestSupport
import Testing

/// `tag` and `geotag` read and edit in confined workers: a file that crashes one is named and left as it is, and no other
/// file notices.
@Suite struct ConfinedEditTests {
    let folder: TemporaryFolder
    private let faulty = ["UPRIGHT_CODEC": Command.built("codec-fault").path()]

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.jpg", "b.jpg"] { try folder.place("samples/photo.jpg", as: name) }
        for word in ["trap", "leave"] { try folder.write(word + "\n", to: word + ".jpg") }
    }

    private func expectFaultsUntouched() {
        for word in ["trap", "leave"] { #expect(folder.bytes(of: word + ".jpg") == Array((word + "\n").utf8)) }
        #expect(Set(folder.files).isSubset(of: ["a.jpg", "b.jpg", "trap.jpg", "leave.jpg"]), "\(folder.files)")
    }

    @Test func aFileThatCrashesTheWorkerOfTagIsNamed() throws {
        let names = ["a.jpg", "trap.jpg", "leave.jpg", "b.jpg"]
        let run = try upright(["tag", "--owner", "Ann", "--json"] + names, environment: faulty, in: folder.url)
        #expect(run.status == 1)
        let reports = try objects(run.output)
        #expect(reports.map { $0["source"] as? String } == names)
        #expect(reports.map { $0["outcome"] as? String } == ["edited", "rejected", "rejected", "edited"])
        #expect((reports[1]["reason"] as? String)?.contains("crashed") == true)
        #expect((reports[2]["reason"] as? String)?.contains("ended with status 3") == true)
        expectFaultsUntouched()
        let text = try upright(["tag", "--owner", "Bea"] + names, environment: faulty, in: folder.url)
        #expect(text.status == 1 && text.error.contains("trap.jpg: the decoder crashed"), "\(text.error)")
    }

    @Test func aFileThatCrashesTheWorkerOfTurnIsNamed() throws {
        let run = try upright(
            ["turn", "180", "a.jpg", "trap.jpg", "leave.jpg", "b.jpg"], environment: faulty, in: folder.url)
        #expect(run.status == 1 && run.error.contains("trap.jpg: the decoder crashed"), "\(run)")
        #expect(run.output.contains("turned a.jpg") && run.output.contains("turned b.jpg"), "\(run)")
        expectFaultsUntouched()
    }

    @Test func aFileThatCrashesTheWorkerOfGeotagIsNamed() throws {
        let run = try upright(
            ["geotag", "--position", "1.5,2.5", "--overwrite", "a.jpg", "trap.jpg", "leave.jpg", "b.jpg"],
            environment: faulty, in: folder.url)
        #expect(run.status == 1 && run.error.contains("trap.jpg: the decoder crashed"), "\(run.error)")
        #expect(run.error.contains("2 got a position, 0 had one, 0 without, 2 failed"), "\(run.error)")
        expectFaultsUntouched()
    }

    @Test(arguments: [["tag", "--owner", "Ann"], ["geotag", "--position", "1.5,2.5", "--overwrite"]])
    func withoutTheWorkersProgramNothingIsEdited(arguments: [String]) throws {
        let before = folder.bytes(of: "a.jpg")
        let run = try upright(
            arguments + ["a.jpg"], environment: ["UPRIGHT_CODEC": folder["missing"].path()], in: folder.url)
        #expect(run.status == 78 && run.error.contains("UPRIGHT_CODEC"), "\(run.error)")
        #expect(folder.bytes(of: "a.jpg") == before)
    }

    /// The worker changes the edited file after it has told the file's checksum.
    @Test func aFileThatReadsBackDifferentlyIsNotWritten() throws {
        let forged = try #require(folder.bytes(of: "b.jpg")) + Array("forge".utf8)
        try folder.write(forged, to: "b.jpg")
        let run = try upright(["tag", "--owner", "Ann", "a.jpg", "b.jpg"], environment: faulty, in: folder.url)
        #expect(run.status == 1 && run.error.contains("b.jpg: the edited file reads back differently"), "\(run.error)")
        #expect(run.output.contains("edited a.jpg"), "\(run.output)")
        #expect(folder.bytes(of: "b.jpg") == forged)
        expectFaultsUntouched()
    }

    /// A process for each file would cost more than the edits.
    @Test func workersAreUsedForManyFiles() throws {
        let names = (0..<60).map { "many/\($0).jpg" }
        for name in names { try folder.place("samples/photo.jpg", as: name) }
        let codec = Command.built("upright-codec").path()
        try folder.write("#!/bin/sh\necho >> '\(folder["starts"].path())'\nexec '\(codec)' \"$@\"\n", to: "codec")
        #expect(chmod(folder["codec"].path(), 0o755) == 0)
        let run = try upright(
            ["tag", "--owner", "Ann"] + names, environment: ["UPRIGHT_CODEC": folder["codec"].path()], in: folder.url)
        #expect(run.status == 0, "\(run.error)")
        let starts = folder.bytes(of: "starts")?.count ?? 0
        #expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(starts), "\(starts) workers")
    }
}
