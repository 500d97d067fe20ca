internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// Fails each sync with one error, like an output with a faulty disk, an exceeded quota or missing permissions.
private struct Refusing: Durability {
    let code: CInt
    private let kernel = KernelDurability()

    init(_ code: CInt) { self.code = code }

    func synchronize(_ file: OpenFile) throws(FileError) { throw FileError(.synchronize, file.path, code: code) }

    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        try kernel.publish(file, as: name, replacing: replacing)
    }

    func synchronize(_ folder: OpenFolder) throws(FileError) { try kernel.synchronize(folder) }
}

/// Fails each picture with one error.
private struct Failing: BlockingProcessor {
    let error: WorkerError
    init(_ error: WorkerError) { self.error = error }

    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        var failed = InProcessProcessor.normalize(source, output, options)
        failed.report.outcome = .deferred
        failed.report.reason = error.description
        failed.failure = error
        return failed
    }
}

@Suite("Faults of folders and of the process")
struct FolderFaultTests {
    private let folder = DropFolder(
        FolderConfiguration(source: "/in/drop", output: "/out/pictures"), of: Configuration())

    private func kind(
        _ operation: FileError.Operation, _ path: RawPath, _ code: CInt, in folder: DropFolder? = nil
    ) -> PauseReason.Kind? {
        Fault(FileError(operation, path, code: code), in: folder ?? self.folder)?.kind
    }

    @Test("are identified by the error number and the failed operation")
    func kinds() {
        #expect(kind(.create, "/out/pictures/a/.upright-1.partial", EACCES) == .output)
        #expect(kind(.create, "/out", EROFS) == .output)
        #expect(kind(.synchronize, "/out/pictures/a", EIO) == .output)
        #expect(kind(.write, "/out/pictures/a", ENOSPC) == .noSpace)
        #expect(kind(.write, "/out/pictures/a", EDQUOT) == .noSpace)
        for code in [EMFILE, ENFILE, ENOMEM] {
            #expect(kind(.open, "/in/drop/a.jpg", code) == .process)
            #expect(kind(.create, "memory", code) == .process)
        }
        #expect(kind(.open, "/in/drop", EACCES) == .source)
        for code in [EIO, ESTALE, ENODEV, ENXIO, ETIMEDOUT, ENOTCONN, EHOSTDOWN, EREMOTEIO, ENETUNREACH] {
            for operation in [FileError.Operation.open, .read, .inspect, .list] {
                #expect(kind(operation, "/in/drop/a.jpg", code) == .source)
            }
        }
        // A run can have its output inside its source.
        let inside = DropFolder(FolderConfiguration(source: "/in", output: "/in/out"), of: Configuration())
        #expect(kind(.create, "/in/out/a", EROFS, in: inside) == .output)
        #expect(kind(.read, "/in/a.jpg", EIO, in: inside) == .source)
        // The picture's own faults.
        #expect(kind(.open, "/in/drop/a.jpg", EACCES) == nil)
        #expect(kind(.open, "/in/drop/a.jpg", ENOENT) == nil)
        #expect(kind(.rename, "/out/pictures/a", ENAMETOOLONG) == nil)
        #expect(kind(.open, "/out/pictures/a", ENOTDIR) == nil)
        #expect(kind(.write, "/out/pictures/a", EFBIG) == nil)
    }

    @Test("an output that fails repeatedly rejects nothing", arguments: [EACCES, EROFS, EDQUOT, EIO])
    func neverRejected(code: CInt) async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        // More passes than the tries of a picture.
        for _ in 0..<3 {
            let report = try await bench.pass(journal, durability: Refusing(code))["a.jpg"]
            #expect(report?.outcome == .deferred)
        }
        let record = try await journal.record(of: RawPath(bench.folder.source + "/a.jpg"))
        #expect(record?.state == .waiting && record?.attempts == 0)
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .normalized)
    }

    @Test(
        "a picture that cannot be read is tried again for ever, and so without counting",
        arguments: [EIO, ESTALE, EREMOTEIO])
    func neverRejectedUnread(code: CInt) async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.put("samples/orientation-6.jpg", as: "b.jpg")
        let journal = try bench.journal()
        let failing = Failing(.work(.reading(errno: code)))
        for _ in 0..<3 {
            let report = try await bench.pass(journal, processor: failing)["a.jpg"]
            #expect(report?.outcome == .deferred)
            #expect(report?.reason.contains("cannot read") == true)
        }
        let record = try #require(try await journal.record(of: RawPath(bench.folder.source + "/a.jpg")))
        #expect(record.state == .waiting && record.attempts == 0)
        // Its folder can be read, so only this picture waits, longer with each try.
        #expect(record.nextTry > 0)
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .normalized)
    }

    @Test("the system's error for a stale file is not upright's word for a changed one")
    func conditions() {
        let stale = FileError(.copy, "/in/drop/a.jpg", code: ESTALE)
        #expect(stale.isTransient && stale.condition != .changed && stale.description.contains("Stale file handle"))
        let conditions: [FileError.Condition] = [
            .gone, .replaced, .missingMark, .misplaced, .noFreeName, .tooLarge(limit: 1), .tooLong(limit: 1),
            .endsEarly,
            .changed, .differs, .notRegular(.fifo),
        ]
        for condition in conditions {
            #expect(FileError(.read, "a", condition).code == nil)
            #expect(!FileError(.read, "a", condition).isShortage)
        }
        #expect(Set(conditions.map(\.description)).count == conditions.count)
    }

    @Test("an output without its mark receives nothing; with its mark it does")
    func unmountedOutput() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write("<x/>", to: "drop/a.jpg.xmp")
        try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "out/.upright") != nil && bench.scratch.bytes(of: "drop/.upright") != nil)
        try FileManager.default.removeItem(at: bench.scratch["out"])
        try bench.put("samples/orientation-6.jpg", as: "b.jpg")
        let reports = try await bench.pass(journal)
        #expect(reports.values.map(\.outcome) == [.deferred])
        #expect(reports.values.first?.reason.contains("has no file .upright") == true)
        #expect(!FileManager.default.fileExists(atPath: bench.scratch["out"].path()), "not made on a bare mount point")
        try bench.scratch.write([], to: "out/.upright")
        let after = try await bench.pass(journal)
        #expect(
            after.filter { $0.key.hasSuffix(".jpg") }.mapValues(\.outcome) == [
                "a.jpg": .normalized, "b.jpg": .normalized,
            ])
        #expect(bench.scratch.bytes(of: "out/a.jpg.xmp") == Array("<x/>".utf8))
    }

    @Test("every folder that is written to is marked")
    func marks() async throws {
        let bench = try Bench { folder, scratch in
            folder.furtherOutputs = [scratch["small"].path()]
            folder.rejected = scratch["rejected"].path()
            folder.originals = .move(to: scratch["kept"].path())
        }
        for name in ["rejected", "kept"] {
            try FileManager.default.createDirectory(at: bench.scratch[name], withIntermediateDirectories: true)
        }
        let folder = DropFolder(bench.folder, of: bench.configuration)
        _ = try await FolderMarks(try bench.journal()).established(folder)
        for name in ["drop", "out", "small", "rejected", "kept"] {
            #expect(bench.scratch.bytes(of: name + "/.upright") != nil, "\(name)")
        }
    }

    @Test("a lack of space is found before there is an output, and a fault of one part is not the folder's")
    func inspection() throws {
        let bench = try Bench()
        let folder = DropFolder(bench.folder, of: bench.configuration)
        #expect(FolderInspection(folder).confirmed(Fault(.output, "one of its folders")) == nil)
        try FileManager.default.removeItem(at: bench.scratch["out"])
        let state = RawPath(bench.scratch.path)
        #expect(FolderInspection(folder, state: state, freeSpace: .max).fault()?.kind == .noSpace)
        #expect(FolderInspection(folder, state: state).fault() == nil)
    }

    @Test("folders that were in use before marks existed are marked, and nothing is processed again")
    func adopted() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try await bench.pass()
        #expect(bench.scratch.bytes(of: "out/.upright") == nil)
        let journal = try bench.journal()
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .current)
        #expect(bench.scratch.bytes(of: "out/.upright") != nil)
        #expect(try await journal.markedFolders().count == 2)
    }

    @Test("with two names of one file, the reason names the other one, and not a lock of another process")
    func hardLinks() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try FileManager.default.linkItem(at: bench.scratch["drop/a.jpg"], to: bench.scratch["drop/b.jpg"])
        do {
            let held = SourcesInUse()
            let source = try OpenFolder(RawPath(bench.folder.source)).file("a.jpg")
            let hold = try held.hold(source, source.status(), "/drop/a.jpg")
            let found = #expect(throws: SourcesInUse.InUse.self) {
                let other = try OpenFolder(RawPath(bench.folder.source)).file("b.jpg")
                _ = try held.hold(other, other.status(), "/drop/b.jpg")
            }
            #expect(found?.reason == "it is the same file as /drop/a.jpg (a hard link), which is being worked on")
            withExtendedLifetime(hold) {}
        }
        #expect(try await bench.pass().values.allSatisfy { $0.outcome == .normalized })
    }

    @Test("of many names of one file each is delivered, a picture or not", arguments: [true, false])
    func manyHardLinks(isPicture: Bool) async throws {
        let bench = try Bench { folder, _ in folder.others = .copy }
        let type = isPicture ? "jpg" : "pdf"
        if isPicture {
            try bench.put("samples/orientation-6.jpg", as: "0.jpg")
        } else {
            let body = Array("%PDF-1.7\n".utf8) + Array(repeating: 32, count: 1 << 20) + Array("\n%%EOF\n".utf8)
            try bench.scratch.write(body, to: "drop/0.pdf")
        }
        let first = bench.scratch["drop/0.\(type)"]
        for number in 1..<40 {
            try FileManager.default.linkItem(at: first, to: bench.scratch["drop/\(number).\(type)"])
        }
        let reports = try await bench.pass()
        #expect(reports.count == 40)
        #expect(reports.values.allSatisfy { $0.outcome == (isPicture ? .normalized : .passed) })
    }

    @Test(
        "a member that is a further name of a file of its shot is delivered and leaves with it",
        .timeLimit(.minutes(1)),
        arguments: ["keep", "move", "delete"], [("a.json", "a.jpg.json"), ("a.jpg", "a.xmp"), ("a.xmp", "a.jpg.xmp")])
    func hardLinkInAShot(originals: String, names: (first: String, second: String)) async throws {
        let bench = try Bench { folder, scratch in
            folder.originals =
                switch originals {
                case "move": .move(to: scratch["originals"].path())
                case "delete": .delete
                default: .keep
                }
        }
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let (first, second) = (bench.scratch["drop/\(names.first)"], bench.scratch["drop/\(names.second)"])
        if names.first != "a.jpg" { try bench.scratch.write("{}", to: "drop/\(names.first)") }
        try FileManager.default.linkItem(at: first, to: second)
        let shot = Set(["a.jpg", names.first, names.second])
        for name in shot {
            try FileManager.default.linkItem(at: bench.scratch["drop/\(name)"], to: bench.scratch["aside-\(name)"])
        }
        let journal = try bench.journal()
        let report = try #require(try await bench.pass(journal)["a.jpg"])
        #expect(report.outcome == .normalized)
        func files(_ folder: String) -> Set<String> {
            Set(
                bench.scratch.files.filter { $0.hasPrefix(folder + "/") && !$0.contains("/.") }.map {
                    String($0.dropFirst(folder.count + 1))
                })
        }
        #expect(files("out") == shot)
        #expect(files("drop") == (originals == "keep" ? shot : []))
        #expect(files("originals") == (originals == "move" ? shot : []))
        guard originals != "keep" else { return }
        // As if the process had been killed before it retired them: now they are opened anew.
        for name in files("originals") {
            try FileManager.default.removeItem(at: bench.scratch["originals/\(name)"])
        }
        for name in shot {
            try FileManager.default.linkItem(at: bench.scratch["aside-\(name)"], to: bench.scratch["drop/\(name)"])
        }
        let again = try await bench.pass(journal)
        #expect(again.values.flatMap(\.warnings) == [])
        #expect(files("drop").isEmpty && files("originals") == (originals == "move" ? shot : []))
    }

    @Test("a member that is a further name of another shot's waits for it", .timeLimit(.minutes(1)))
    func hardLinksAmongShots() async throws {
        let bench = try Bench()
        try bench.scratch.write("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", to: "drop/0.xmp")
        for number in 0..<30 {
            try bench.put("samples/orientation-6.jpg", as: "\(number).jpg")
            guard number > 0 else { continue }
            try FileManager.default.linkItem(
                at: bench.scratch["drop/0.xmp"], to: bench.scratch["drop/\(number).xmp"])
        }
        let reports = try await bench.pass(try bench.journal())
        #expect(reports.count { $0.key.hasSuffix(".jpg") && $0.value.outcome == .normalized } == 30)
        #expect(bench.scratch.files.count { $0.hasPrefix("out/") && $0.hasSuffix(".xmp") } == 30)
    }

    @Test("who waits for a source goes on when the last hold on it ends", .timeLimit(.minutes(1)))
    func waiting() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let folder = try OpenFolder(RawPath(bench.folder.source))
        let source = try folder.file("a.jpg")
        let status = try source.status()
        let held = SourcesInUse()
        func end(_ name: RawPath) throws -> SourcesInUse.InUse? {
            let other = try folder.file("a.jpg")
            do throws(SourcesInUse.InUse) { _ = try held.hold(other, status, name) } catch { return error }
            return nil
        }
        await held.waitUntilReleased(status.identity)
        var holds = [
            try held.hold(source, status, "a.jpg"),
            try held.hold(folder.file("a.jpg"), status, "b.jpg", isHeld: true),
        ]
        let goesOn = Mutex(false)
        let waits = Task {
            await held.waitUntilReleased(status.identity)
            return goesOn.withLock { $0 }
        }
        holds.removeLast()
        #expect(try end("c.jpg")?.isHere == true)
        goesOn.withLock { $0 = true }
        holds.removeLast()
        #expect(await waits.value)
        #expect(try end("c.jpg") == nil)
        let elsewhere = try folder.file("a.jpg")
        #expect(try elsewhere.tryLock())
        #expect(try end("c.jpg")?.isHere == false)
    }

    /// As a worker does that has not closed its copies yet, or a program that is just being started.
    @Test("a copy of a source's descriptor keeps no lock when the work is done")
    func copiesOfDescriptors() throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let folder = try OpenFolder(RawPath(bench.folder.source))
        let held = SourcesInUse()
        var copies: [CInt] = []
        defer { for copy in copies { close(copy) } }
        for _ in 0..<2 {
            let source = try folder.file("a.jpg")
            let hold = try held.hold(source, source.status(), "a.jpg")
            copies.append(dup(source.descriptor))
            withExtendedLifetime(hold) {}
        }
        for _ in 0..<2 {
            let source = try folder.file("a.jpg")
            #expect(try source.tryLock())
            copies.append(dup(source.descriptor))
        }
    }

    @Test("names of one file that are taken at the same time are told apart from other processes' locks")
    func namesAtTheSameTime() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let held = SourcesInUse()
        let taken = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await offTheCooperativePool { () throws in
                        let folder = try OpenFolder(RawPath(bench.folder.source))
                        var taken = 0
                        for _ in 0..<5_000 {
                            let source = try folder.file("a.jpg")
                            let status = try source.status()
                            do throws(SourcesInUse.InUse) {
                                _ = try held.hold(source, status, "\(number).jpg")
                                taken += 1
                            } catch { if !error.isHere { throw error } }
                        }
                        return taken
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(taken > 0)
    }
}

@Suite("Originals left by a killed process")
struct LeftOriginalsTests {
    private func bench(_ originals: String) throws -> Bench {
        try Bench { folder, scratch in
            folder.originals = originals == "move" ? .move(to: scratch["originals"].path()) : .delete
        }
    }

    /// A delivered picture, with its original put back as if the process had been killed before it retired the original.
    private func delivered(_ bench: Bench) async throws -> (Journal, [UInt8]) {
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "x/a.jpg")
        let content = try #require(bench.scratch.bytes(of: "drop/x/a.jpg"))
        let aside = bench.scratch["aside"]
        try FileManager.default.linkItem(at: bench.scratch["drop/x/a.jpg"], to: aside)
        try await bench.pass(journal)
        try FileManager.default.moveItem(at: aside, to: bench.scratch["drop/x/a.jpg"])
        return (journal, content)
    }

    @Test("are retired as configured", arguments: ["move", "delete"])
    func retired(originals: String) async throws {
        let bench = try bench(originals)
        let (journal, content) = try await delivered(bench)
        try? FileManager.default.removeItem(at: bench.scratch["originals/x"])
        #expect(try await bench.pass(journal)["x/a.jpg"]?.outcome == .current)
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
        #expect(bench.scratch.bytes(of: "originals/x/a.jpg") == (originals == "move" ? content : nil))
        #expect(bench.scratch.bytes(of: "out/x/a.jpg") != nil)
    }

    @Test("are also retired if they were copied to another file system but not yet removed")
    func copied() async throws {
        let bench = try bench("move")
        let (journal, content) = try await delivered(bench)
        // A copy with an inode of its own.
        try FileManager.default.removeItem(at: bench.scratch["originals/x/a.jpg"])
        try bench.scratch.write(content, to: "originals/x/a.jpg")
        #expect(try await bench.pass(journal)["x/a.jpg"]?.warnings == [])
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
        #expect(bench.scratch.bytes(of: "originals/x/a.jpg") == content)
    }

    @Test("get the next number if another file has their place")
    func taken() async throws {
        let bench = try bench("move")
        let (journal, content) = try await delivered(bench)
        // It is a further name of the original.
        try FileManager.default.removeItem(at: bench.scratch["originals/x/a.jpg"])
        try bench.scratch.write("another", to: "originals/x/a.jpg")
        #expect(try await bench.pass(journal)["x/a.jpg"]?.warnings == [])
        #expect(bench.scratch.bytes(of: "originals/x/a-2.jpg") == content)
        #expect(bench.scratch.bytes(of: "originals/x/a.jpg") == Array("another".utf8))
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
    }

    @Test("stay if the output has changed since its delivery")
    func touched() async throws {
        let bench = try bench("move")
        let (journal, content) = try await delivered(bench)
        try FileManager.default.removeItem(at: bench.scratch["originals/x"])
        var bytes = try #require(bench.scratch.bytes(of: "out/x/a.jpg"))
        bytes[bytes.count / 2] ^= 1
        try bench.scratch.write(bytes, to: "out/x/a.jpg")
        let report = try await bench.pass(journal)["x/a.jpg"]
        #expect(report?.warnings.first?.contains("the original stays") == true)
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == content)
    }
}

@Suite("A source that was edited after its delivery")
struct OnChangeTests {
    private func edited(_ choice: FolderConfiguration.OnChange) async throws -> (Bench, Journal, [UInt8]) {
        let bench = try Bench { folder, _ in folder.onChange = choice }
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try await bench.pass(journal)
        let first = try #require(bench.scratch.bytes(of: "out/a.jpg"))
        try bench.put("samples/photo.jpg", as: "a.jpg")
        return (bench, journal, first)
    }

    @Test("is rejected by default, and the first output stays")
    func rejected() async throws {
        let (bench, journal, first) = try await edited(.reject)
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .rejected)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == first)
    }

    @Test("replaces its output, unless that was changed")
    func replaced() async throws {
        let (bench, journal, first) = try await edited(.replace)
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .normalized)
        let second = bench.scratch.bytes(of: "out/a.jpg")
        #expect(second != nil && second != first)
        try bench.scratch.write("touched", to: "out/a.jpg")
        try bench.put("samples/odd-size.jpg", as: "a.jpg")
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .rejected)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == Array("touched".utf8))
    }

    @Test("is delivered next to its output, once for each edit")
    func versions() async throws {
        let (bench, journal, first) = try await edited(.version)
        for number in 2...3 {
            let report = try await bench.pass(journal)["a.jpg"]
            #expect(report?.outcome == .normalized && report?.output?.hasSuffix("out/a-\(number).jpg") == true)
            #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .current)
            try bench.put("samples/odd-size.jpg", as: "a.jpg")
        }
        #expect(bench.scratch.bytes(of: "out/a.jpg") == first)
        #expect(bench.scratch.bytes(of: "out/a-2.jpg") != bench.scratch.bytes(of: "out/a-3.jpg"))
    }
}
