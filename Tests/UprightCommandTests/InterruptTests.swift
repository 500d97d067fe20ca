import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct InterruptTests {
    /// Reads lines of `--json` from a process until some files are delivered.
    private func start(_ folder: TemporaryFolder, files: Int) throws -> (Process, Pipe) {
        for index in 0..<files { try folder.place("samples/orientation-6.jpg", as: "in/\(index).jpg") }
        let process = Process()
        process.executableURL = Command.built("upright")
        process.arguments = ["reprocess", "in", "--output", "out", "--json", "--jobs", "1"]
        process.currentDirectoryURL = folder.url
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe)
    }

    @Test(.timeLimit(.minutes(5)), arguments: [(SIGINT, 130), (SIGTERM, 143)])
    func anInterruptFinishesWhatIsInHandAndLeavesNoTemporaryFile(signal: Int32, status: Int) throws {
        let folder = try TemporaryFolder()
        let (process, pipe) = try start(folder, files: 300)
        var seen = Data()
        while !seen.contains(0x0A) { seen += pipe.fileHandleForReading.availableData }
        kill(process.processIdentifier, signal)
        seen += try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && Int(process.terminationStatus) == status)
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
        let (process, pipe) = try start(folder, files: 300)
        _ = pipe.fileHandleForReading.availableData
        try pipe.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 141)
        #expect(folder.files.filter { $0.hasPrefix("out/") }.allSatisfy { $0.hasSuffix(".jpg") })
    }
}
