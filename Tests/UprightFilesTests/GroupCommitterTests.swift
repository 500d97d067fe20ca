internal import UprightFiles
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

/// Records every operation, and fails the ones that it is told to fail.
private final class Witness: Durability {
    enum Fault { case file, publish, folder }

    private let acts = Mutex<[String]>([])
    private let fault: Fault?
    /// What happens before a folder is synced.
    private let beforeFolder: @Sendable () -> Void
    private let kernel = KernelDurability()

    init(fault: Fault? = nil, beforeFolder: @escaping @Sendable () -> Void = {}) {
        (self.fault, self.beforeFolder) = (fault, beforeFolder)
    }

    var noted: [String] { acts.withLock { $0 } }
    func note(_ act: String) { acts.withLock { $0.append(act) } }

    func synchronize(_ file: OpenFile) throws(FileError) {
        note("sync file")
        if fault == .file { throw FileError(.synchronize, file.path, code: EIO) }
        try kernel.synchronize(file)
    }

    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        note("publish")
        if fault == .publish { throw FileError(.rename, file.folder.path, code: EIO) }
        try kernel.publish(file, as: name, replacing: replacing)
    }

    func synchronize(_ folder: OpenFolder) throws(FileError) {
        note("sync folder")
        beforeFolder()
        if fault == .folder { throw FileError(.synchronizeFolder, folder.path, code: EIO) }
        try kernel.synchronize(folder)
    }
}

@Suite("GroupCommitter")
struct GroupCommitterTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder

    init() throws {
        scratch = try TemporaryFolder()
        folder = try OpenFolder(RawPath(scratch.path))
    }

    private func file(_ content: [UInt8]) throws -> AtomicFile {
        let file = try AtomicFile(in: folder)
        try file.file.write(content)
        return file
    }

    @Test("file, name, folder, record: in this order")
    func order() async throws {
        let witness = Witness()
        let committer = GroupCommitter<Int>(durability: witness) { _ in witness.note("record") }
        try await committer.commit(.publish(file([1]), as: Array("a".utf8), replacing: false), record: 1)
        #expect(witness.noted == ["sync file", "publish", "sync folder", "record"])
        #expect(scratch.bytes(of: "a") == [1])
    }

    @Test("an existing output is synced with its folder before it is recorded")
    func confirmation() async throws {
        try scratch.write([1], to: "a")
        let witness = Witness()
        let committer = GroupCommitter<Int>(durability: witness) { _ in witness.note("record") }
        try await committer.commit(.confirm(folder.file("a"), in: folder), record: 1)
        #expect(witness.noted == ["sync file", "sync folder", "record"])
    }

    @Test(
        "after a failed sync nothing is seen, nothing is recorded, and the file is thrown away", arguments: [0, 1, 2])
    func faults(kind: Int) async throws {
        let witness = Witness(fault: [.file, .publish, .folder][kind])
        let committer = GroupCommitter<Int>(durability: witness) { _ in witness.note("record") }
        let delivery = Delivery.publish(try file([1]), as: Array("a".utf8), replacing: false)
        let error = await #expect(throws: Delivery.Failure.self) { try await committer.commit(delivery, record: 1) }
        guard case .file(let cause)? = error else {
            Issue.record("expected the failure itself, found \(String(describing: error))")
            return
        }
        #expect(cause.isTransient)
        #expect(!witness.noted.contains("record"))
        #expect(witness.noted.filter { $0 == "sync file" }.count == 1, "a failed sync is not repeated")
        #expect(try folder.entries().isEmpty)
    }

    @Test("what a failed group takes back is its own files, and not one that has got the name since")
    func replacedMeanwhile() async throws {
        let other = try scratch.write([9], to: "other")
        let target = scratch["a"]
        let witness = Witness(fault: .folder) { _ = rename(other.path(), target.path()) }
        let committer = GroupCommitter<Int>(durability: witness) { _ in }
        let deliveries = try ["a", "b"].map {
            Delivery.publish(try file([1]), as: Array($0.utf8), replacing: false)
        }
        await #expect(throws: Delivery.Failure.self) { try await committer.commit(deliveries, records: [1, 2]) }
        #expect(scratch.files == ["a"] && scratch.bytes(of: "a") == [9])
    }

    @Test("a name that is taken is reported, and the existing file stays")
    func taken() async throws {
        try scratch.write([9], to: "a")
        let committer = GroupCommitter<Int> { _ in }
        let (first, second) = (try file([1]), try file([2]))
        func deliveries(_ one: String, _ other: String) -> [Delivery] {
            [
                .publish(first, as: Array(one.utf8), replacing: false),
                .publish(second, as: Array(other.utf8), replacing: false),
            ]
        }
        await #expect(throws: Delivery.Failure.exists(folder.path.appending("a"))) {
            try await committer.commit(deliveries("b", "a"), records: [1])
        }
        #expect(scratch.bytes(of: "a") == [9] && scratch.bytes(of: "b") == nil, "what had a name lost it")
        // The same files get other names.
        try await committer.commit(deliveries("b-2", "a-2"), records: [1])
        #expect(scratch.files == ["a", "a-2", "b-2"])
        #expect(scratch.bytes(of: "b-2") == [1] && scratch.bytes(of: "a-2") == [2])
    }

    @Test("a record that cannot be written is a failure, although the file exists")
    func unrecorded() async throws {
        struct Full: Error, CustomStringConvertible { let description = "no room" }
        let committer = GroupCommitter<Int> { _ in throw Full() }
        let delivery = Delivery.publish(try file([1]), as: Array("a".utf8), replacing: false)
        await #expect(throws: Delivery.Failure.record("no room")) { try await committer.commit(delivery, record: 1) }
    }

    @Test("deliveries that arrive together share the folder's sync and the record's commit")
    func groups() async throws {
        let witness = Witness()
        let records = Mutex<[Int]>([])
        let committer = GroupCommitter<Int>(durability: witness) { group in
            witness.note("record")
            records.withLock { $0 += group }
        }
        let files = try (0..<200).map { try file([UInt8($0)]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, file) in files.enumerated() {
                group.addTask {
                    let name = Array("\(index)".utf8)
                    try await committer.commit(.publish(file, as: name, replacing: false), record: index)
                }
            }
            try await group.waitForAll()
        }
        #expect(records.withLock { $0.sorted() } == Array(0..<200))
        #expect(witness.noted.filter { $0 == "sync file" }.count == 200)
        #expect(witness.noted.filter { $0 == "record" }.count < 100)
        #expect(
            witness.noted.filter { $0 == "sync folder" }.count == witness.noted.filter { $0 == "record" }.count)
        #expect(scratch.files.count == 200)
    }

    /// Longer than any of these tests takes, unless it waits for an announced delivery: tests that run beside them can keep
    /// them from running for minutes.
    private static let commitDelay = Duration.seconds(600)

    @Test("deliveries that are announced share the folder's sync, even if each arrives after the one before")
    func gathering() async throws {
        let witness = Witness()
        let committer = GroupCommitter<Int>(durability: witness, commitDelay: Self.commitDelay) { _ in }
        let files = try (0..<5).map { try file([UInt8($0)]) }
        for _ in files { await committer.announce() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, file) in files.enumerated() {
                group.addTask {
                    let delivery = Delivery.publish(file, as: Array("\(index)".utf8), replacing: false)
                    try await committer.commit(delivery, record: index, isAnnounced: true)
                }
            }
            try await group.waitForAll()
        }
        #expect(witness.noted.filter { $0 == "sync folder" }.count == 1)
    }

    @Test("an announced delivery that is revoked is not waited for")
    func revocation() async throws {
        let committer = GroupCommitter<Int>(durability: Witness(), commitDelay: Self.commitDelay) { _ in }
        let start = ContinuousClock.now
        let delivery = Delivery.publish(try file([1]), as: Array("a".utf8), replacing: false)
        for _ in 0..<2 { await committer.announce() }
        async let done: Void = committer.commit(delivery, record: 1, isAnnounced: true)
        await committer.revoke()
        try await done
        #expect(ContinuousClock.now - start < Self.commitDelay)
        #expect(scratch.files == ["a"])
    }

    @Test("a delivery does not wait for an announced one that takes long")
    func aLongAnnouncementIsNotAwaited() async throws {
        let committer = GroupCommitter<Int>(durability: Witness()) { _ in }
        let delivery = Delivery.publish(try file([1]), as: Array("a".utf8), replacing: false)
        for _ in 0..<2 { await committer.announce() }
        try await committer.commit(delivery, record: 1, isAnnounced: true)
        #expect(scratch.files == ["a"])
    }

    @Test("large files do not wait for announced deliveries")
    func largeFilesAreNotHeldBack() async throws {
        let committer = GroupCommitter<Int>(durability: Witness(), commitDelay: Self.commitDelay) { _ in }
        let start = ContinuousClock.now
        let delivery = Delivery.publish(
            try file([UInt8](repeating: 1, count: 4 << 20)), as: Array("a".utf8), replacing: false)
        for _ in 0..<2 { await committer.announce() }
        try await committer.commit(delivery, record: 1, isAnnounced: true)
        #expect(ContinuousClock.now - start < Self.commitDelay)
        #expect(scratch.files == ["a"])
    }
}
