internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightWorker
internal import UprightFiles
internal import Foundation
internal import UprightFormats
internal import UprightRewriting
internal import Synchronization
internal import TestSupport
internal import Testing

/// Fails the first requests to make something durable.
private final class Failing: Durability {
    private let left: Mutex<Int>
    private let kernel = KernelDurability()

    init(times: Int) { left = Mutex(times) }

    private func fails() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }

    func synchronize(_ file: OpenFile) throws(FileError) {
        if fails() { throw FileError(.synchronize, file.path, code: EIO) }
        try kernel.synchronize(file)
    }

    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        try kernel.publish(file, as: name, replacing: replacing)
    }

    func synchronize(_ folder: OpenFolder) throws(FileError) { try kernel.synchronize(folder) }
}

/// Runs a closure on the source before it answers like the real processor.
private struct Meddling: BlockingProcessor {
    let meddle: @Sendable () throws -> Void

    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        let answer = InProcessProcessor.normalize(source, output, options)
        try? meddle()
        return answer
    }
}

/// Sends no check of a source that is to be delivered as it is.
private struct Silent: BlockingProcessor {
    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        var answer = InProcessProcessor.normalize(source, output, options)
        answer.sourceCheck = nil
        return answer
    }
}

/// Reports an output that it has not written.
struct Lying: BlockingProcessor {
    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        var answer = InProcessProcessor.normalize(source, output, options)
        if case .written(let bytes, let crc32) = answer.output {
            answer.output = .written(bytes: bytes, crc32: crc32 ^ 1)
        }
        return answer
    }
}

@Suite("Faults")
struct FaultTests {
    @Test(
        "after a failed sync the output is written again from the source, once and complete", arguments: [false, true])
    func failedSync(force: Bool) async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let report = try await bench.pass(force: force, durability: Failing(times: 2))["a.jpg"]
        #expect(report?.outcome == .normalized)
        #expect(bench.scratch.files == ["drop/a.jpg", "out/a.jpg"])
    }

    @Test("a disk that stays broken leaves nothing behind, and the file stays visible")
    func brokenDisk() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        let report = try await bench.pass(journal, durability: Failing(times: .max))["a.jpg"]
        #expect(report?.outcome == .deferred)
        #expect(report?.reason.contains("sync") == true)
        #expect(bench.scratch.files.filter { $0.hasPrefix("out/") } == ["out/.upright"])
        #expect(try await journal.summary().waiting == 1)
    }

    @Test("a source that changes while it is read is not delivered")
    func changedWhileRead() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let url = bench.scratch["drop/a.jpg"]
        let meddling = Meddling {
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data([1]))
            try handle.close()
        }
        #expect(try await bench.pass(processor: meddling)["a.jpg"]?.outcome == .deferred)
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }

    @Test(
        "an upright source that is changed before it is copied is not delivered, even with its size and time of before")
    func changedBeforeItWasCopied() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-1.jpg", as: "a.jpg")
        let meddling = Meddling {
            try bench.changeUnseen("a.jpg")
        }
        let report = try await bench.pass(processor: meddling)["a.jpg"]
        #expect(report?.outcome == .deferred)
        #expect(report?.reason.contains("it changed while it was read") == true)
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }

    @Test("an upright source is not delivered without a check of what was read")
    func uncheckedSource() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-1.jpg", as: "a.jpg")
        #expect(try await bench.pass(processor: Silent())["a.jpg"]?.outcome == .rejected)
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }

    @Test("an output folder removed during the work is created again, and the picture delivered")
    func outputFolderTakenAway() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "deep/a.jpg")
        let (out, mark) = (bench.scratch["out"], bench.scratch["mark"])
        let meddling = Meddling {
            guard !FileManager.default.fileExists(atPath: mark.path()) else { return }
            try Data().write(to: mark)
            try FileManager.default.removeItem(at: out)
        }
        #expect(try await bench.pass(processor: meddling)["deep/a.jpg"]?.outcome == .normalized)
        #expect(bench.scratch.files == ["drop/deep/a.jpg", "mark", "out/deep/a.jpg"])
    }

    @Test("an answer that does not match the written output is not delivered")
    func lyingProcessor() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        #expect(try await bench.pass(processor: Lying())["a.jpg"]?.outcome == .deferred)
        #expect(bench.scratch.files == ["drop/a.jpg"])
    }

    @Test("originals are retired only after everything is durable, and only if they are unchanged")
    func originals() async throws {
        for originals in ["move", "delete"] {
            let bench = try Bench { folder, scratch in
                folder.originals = originals == "move" ? .move(to: scratch["originals"].path()) : .delete
            }
            try bench.put("samples/orientation-6.jpg", as: "x/a.jpg")
            let content = bench.scratch.bytes(of: "drop/x/a.jpg")
            let journal = try bench.journal()
            #expect(try await bench.pass(journal, durability: Failing(times: .max))["x/a.jpg"]?.outcome == .deferred)
            #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == content, "nothing lasts, so the original stays")
            var failed = DropFolderRun.Selection()
            failed.failed = true
            #expect(try await bench.pass(journal, selection: failed)["x/a.jpg"]?.outcome == .normalized)
            #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
            #expect(bench.scratch.bytes(of: "originals/x/a.jpg") == (originals == "move" ? content : nil))
            #expect(bench.scratch.bytes(of: "out/x/a.jpg") != nil)
        }
    }

    @Test("a rejected file stays, and a copy and the reason are written to the rejected folder")
    func rejectedLane() async throws {
        let bench = try Bench { folder, scratch in folder.rejected = scratch["rejected"].path() }
        try bench.put("bad/header-only.jpg", as: "x/bad.jpg")
        let journal = try bench.journal()
        for _ in 0..<2 { #expect(try await bench.pass(journal)["x/bad.jpg"]?.outcome == .rejected) }
        let content = bench.scratch.bytes(of: "drop/x/bad.jpg")
        #expect(content != nil)
        #expect(bench.scratch.bytes(of: "rejected/x/bad.jpg") == content)
        let reason = bench.scratch.bytes(of: "rejected/x/bad.jpg.reason.txt").map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(reason?.contains("cannot be decoded") == true)
        #expect(bench.scratch.files.filter { $0.hasPrefix("rejected/x/") }.count == 2)
    }

    @Test(
        "with the journal missing, damaged or old, a run finds the existing outputs and changes nothing",
        arguments: [0, 1, 2])
    func journalLost(kind: Int) async throws {
        let bench = try Bench()
        for index in 1...4 { try bench.put("samples/orientation-\(index).jpg", as: "\(index).jpg") }
        let database = bench.scratch["state/journal.sqlite"]
        do {
            let journal = try bench.journal()
            if kind == 2 {
                _ = try await journal.count()
                try FileManager.default.copyItem(at: database, to: bench.scratch["old.sqlite"])
            }
            try await bench.pass(journal)
        }
        let outputs = bench.scratch.files.filter { $0.hasPrefix("out/") }
        let before = outputs.map { bench.scratch.bytes(of: $0) }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path() + suffix) }
        if kind == 1 { try Data("no database".utf8).write(to: database) }
        if kind == 2 { try FileManager.default.copyItem(at: bench.scratch["old.sqlite"], to: database) }
        let reports = try await bench.pass(try bench.journal())
        #expect(reports.values.allSatisfy { $0.outcome == .current })
        #expect(outputs.map { bench.scratch.bytes(of: $0) } == before)
    }

    @Test("outputs of another version are made again on request, and only its own outputs are replaced")
    func changed() async throws {
        let bench = try Bench()
        for index in 1...3 { try bench.put("samples/orientation-\(index).jpg", as: "\(index).jpg") }
        let journal = try bench.journal()
        try await bench.pass(journal, version: "1")
        try bench.scratch.write("touched", to: "out/2.jpg")
        var selection = DropFolderRun.Selection()
        selection.changed = true
        let reports = try await bench.pass(journal, selection: selection, version: "2")
        #expect(reports.mapValues(\.outcome) == ["1.jpg": .current, "2.jpg": .rejected, "3.jpg": .current])
        #expect(bench.scratch.bytes(of: "out/2.jpg") == Array("touched".utf8))
    }

    @Test("a missing output is reported by a verification, and made again")
    func verify() async throws {
        let bench = try Bench { folder, _ in folder.deletedOutputs = .restore }
        for index in 1...3 { try bench.put("samples/orientation-\(index).jpg", as: "\(index).jpg") }
        let journal = try bench.journal()
        try await bench.pass(journal)
        #expect(try await VerifyRun(journal, jobs: 2).run { _ in }.isGood)
        try FileManager.default.removeItem(at: bench.scratch["out/1.jpg"])
        var bytes = try #require(bench.scratch.bytes(of: "out/2.jpg"))
        bytes[bytes.count / 2] ^= 1
        try bench.scratch.write(bytes, to: "out/2.jpg")
        let summary = try await VerifyRun(journal, jobs: 2).run { _ in }
        #expect(summary.findings == [.verified: 1, .missing: 1, .changed: 1])
        #expect(!summary.isGood)
        #expect(bench.scratch.bytes(of: "out/1.jpg") == nil)
        #expect(try await bench.pass(journal)["1.jpg"]?.outcome == .unchanged)
        #expect(bench.scratch.bytes(of: "out/1.jpg") == bench.scratch.bytes(of: "drop/1.jpg"))
    }
}
