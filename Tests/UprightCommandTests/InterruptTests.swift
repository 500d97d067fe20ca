import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct InterruptTests {
    /// Reads lines of `--json` from a process until some files are delivered.
    private func start(_ folder: TemporaryFolder, files: Int) throws -> (ChildProcess, FileHandle) {
        for index in 0..<files { try folder.place("samples/orientation-6.jpg", as: "in/\(index).jpg") }
        let process = try ChildProcess(
            Command.built("upright").path(), ["reprocess", "in", "--output", "out", "--json", "--jobs", "1"],
            in: folder.url, output: .pipe)
        return (process, try #require(process.output))
    }

    @Test(.timeLimit(.minutes(5)), arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func anInterruptFinishesWhatIsInHandAndLeavesNoTemporaryFile(signal: Int32, status: Int) throws {
        let folder = try TemporaryFolder()
        let (process, output) = try start(folder, files: 300)
        var seen = Data()
        while !seen.contains(0x0A) { seen += output.availableData }
        process.signal(signal)
        seen += try output.readToEnd() ?? Data()
        #expect(Int(process.wait()) == status)
        let told = try objects(String(decoding: seen, as: UTF8.self)).compactMap { $0["output"] as? String }
        let outputs = folder.files.filter { $0.hasPrefix("out/") }
        #expect(outputs.count < 300)
        // Existing outputs are complete and have a picture's name, and every reported output exists.
        #expect(outputs.allSatisfy { $0.hasSuffix(".jpg") && folder.bytes(of: $0)?.suffix(2) == [0xFF, 0xD9] })
        #expect(Set(told).isSubset(of: Set(outputs)))
    }

    @Test(.timeLimit(.minutes(5)))
    func aReaderThatGoesAwayEndsTheRunWithoutATrace() throws {
        let folder = try TemporaryFolder()
        let (process, output) = try start(folder, files: 300)
        _ = output.availableData
        try output.close()
        #expect(process.wait() == 141)
        #expect(folder.files.filter { $0.hasPrefix("out/") }.allSatisfy { $0.hasSuffix(".jpg") })
    }

    @Test(arguments: [
        "inspect a.jpg", "inspect --json a.jpg", "inspect --get LensModl a.jpg b.jpg",
        "inspect --extract thumbnail a.jpg", "tag --owner Me --json a.jpg",
        "turn right --json a.jpg",
        "duplicates . --json", "places lookup 47.37,8.54", "reprocess a.jpg --output out --json",
    ])
    func anOutputOnAFullDiskIsReported(words: String) throws {
        let folder = try TemporaryFolder()
        for name in ["a.jpg", "b.jpg"] { try folder.place("samples/photo.jpg", as: name) }
        let run = try Command.run(
            "/bin/sh", ["-c", "\(Command.built("upright").path()) \(words) > /dev/full"], in: folder.url)
        #expect(run.status == 74, "\(run.status) \(run.error)")
        #expect(run.error == "upright: standard output cannot be written: No space left on device\n")
    }
}
