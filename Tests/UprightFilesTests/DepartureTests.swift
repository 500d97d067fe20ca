internal import CUprightLinux
internal import UprightBase
internal import UprightFiles
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite("Departure", .timeLimit(.minutes(5)))
struct DepartureTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder
    let target: OpenFolder
    private let name = Array("a.jpg".utf8)
    private let bytes: [UInt8] = [1, 2, 3]

    init() throws {
        scratch = try TemporaryFolder()
        folder = try OpenFolder.creating(RawPath(scratch["in"].path()))
        target = try OpenFolder.creating(RawPath(scratch["away"].path()))
    }

    private func departure(_ name: [UInt8]? = nil) throws -> Departure {
        let name = name ?? self.name
        let file = try folder.file(RawPath(bytes: name))
        return Departure(of: name, in: folder, read: try file.status(), source: file)
    }

    @Test("the file that was read is removed, or moved")
    func leaves() throws {
        try scratch.write(bytes, to: "in/a.jpg")
        #expect(try departure().remove() == .done)
        #expect(scratch.files.isEmpty)
        try scratch.write(bytes, to: "in/a.jpg")
        #expect(try departure().move(to: target, as: Array("b.jpg".utf8), sha256: SHA256.hash(bytes)) == .done)
        #expect(scratch.files == ["away/b.jpg"])
    }

    @Test(
        "a file that was replaced, changed, opened for writing or renamed since it was read stays as it is",
        arguments: ["replaced", "changed", "touched", "open", "gone", "folder"], [false, true])
    func stays(way: String, moves: Bool) throws {
        try scratch.write(bytes, to: "in/a.jpg")
        let departure = try departure()
        let path = scratch["in/a.jpg"].path()
        var writer: CInt = -1
        switch way {
        case "replaced":
            try scratch.write([4, 5, 6], to: "new")
            #expect(rename(scratch["new"].path(), path) == 0)
        case "changed": try scratch.write([7, 8, 9], to: "in/a.jpg")
        // Of the same size, with the time of modification that it had.
        case "touched": #expect(chmod(path, 0o600) == 0)
        case "open": writer = open(path, O_WRONLY)
        case "gone": #expect(unlink(path) == 0)
        default:
            #expect(unlink(path) == 0)
            #expect(mkdir(path, 0o755) == 0)
        }
        let before = scratch.bytes(of: "in/a.jpg")
        let end = moves ? try departure.move(to: target, sha256: SHA256.hash(bytes)) : try departure.remove()
        #expect(end == .changed)
        #expect(scratch.bytes(of: "in/a.jpg") == before)
        #expect(try folder.entries().count == (way == "gone" ? 0 : 1))
        #expect(try target.entries().isEmpty)
        if writer >= 0 { close(writer) }
    }

    @Test("nothing is replaced, and a copy that a killed process has left is not made again")
    func exists() throws {
        try scratch.write(bytes, to: "in/a.jpg")
        try scratch.write([9], to: "away/a.jpg")
        #expect(try departure().move(to: target, sha256: SHA256.hash(bytes)) == .exists)
        #expect(scratch.files == ["away/a.jpg", "in/a.jpg"])
        try scratch.write(bytes, to: "away/a.jpg")
        #expect(try departure().move(to: target, sha256: SHA256.hash(bytes)) == .done)
        #expect(scratch.files == ["away/a.jpg"])
        #expect(scratch.bytes(of: "away/a.jpg") == bytes)
    }

    @Test(
        "what a killed process leaves has its name again, or the next number",
        arguments: ["a.jpg", String(repeating: "ä", count: 127), String(repeating: "x", count: 251) + ".jpg"])
    func putBack(name: String) throws {
        try scratch.write(bytes, to: "in/" + name)
        #expect(try departure(Array(name.utf8)).begin() != nil)
        #expect(scratch.bytes(of: "in/" + name) == nil)
        var cleared = try HiddenName.clear(folder)
        #expect(cleared.putBack.count == 1)
        #expect(try folder.entries().count == 1)
        if name.utf8.count < 200 { #expect(scratch.bytes(of: "in/" + name) == bytes) }
        let found = try #require(try folder.entries().first?.name)
        #expect(String(validating: found, as: UTF8.self) != nil)
        // Another file has the name by then.
        #expect(try departure(found).begin() != nil)
        try scratch.write([9], to: "in/" + String(decoding: found, as: UTF8.self))
        cleared = try HiddenName.clear(folder)
        #expect(cleared.putBack.count == 1)
        #expect(try Set(folder.entries().map(\.name)).count == 2)
        #expect(scratch.bytes(of: "in/" + String(decoding: found, as: UTF8.self)) == [9])
        #expect(try cleared.putBack.map { try FileStore.read($0, limit: 9) } == [bytes])
    }

    @Test("what a living process is taking away is left to it")
    func living() throws {
        try scratch.write(bytes, to: "in/a.jpg")
        let file = try folder.file("a.jpg")
        #expect(try file.tryLock())
        #expect(try Departure(of: name, in: folder, read: file.status(), source: file).begin() != nil)
        #expect(try HiddenName.clear(folder).putBack.isEmpty)
        file.unlock()
        #expect(try HiddenName.clear(folder).putBack == [folder.path.appending(name: name)])
    }

    /// How a file is taken away while another program puts other files in its place.
    enum Way: CaseIterable { case removed, moved, replaced }

    @Test("of a thousand files that others put in its place meanwhile, none is lost", arguments: Way.allCases)
    func races(way: Way) throws {
        let isDone = Atomic(false)
        // The files that were taken away on purpose, by number.
        let departed = Mutex<Set<Int>>([])
        let ended = DispatchSemaphore(value: 0)
        try scratch.write("0", to: "in/a.jpg")
        Thread.detachNewThread { [self] in
            while !isDone.load(ordering: .relaxed) {
                do {
                    if let number = try takeAway(way) { departed.withLock { _ = $0.insert(number) } }
                } catch {
                    // It is gone, or between two names.
                    continue
                }
            }
            ended.signal()
        }
        for number in 1...1_000 {
            try scratch.write("\(number)", to: "in/new")
            // An exchange shows what was replaced: that is kept. Without a file there, the name is just taken.
            while upright_exchange(folder.descriptor, "new", "a.jpg") != 0 {
                if upright_rename_no_replace(folder.descriptor, "new", folder.descriptor, "a.jpg") == 0 { break }
            }
            if scratch.bytes(of: "in/new") != nil {
                #expect(rename(scratch["in/new"].path(), scratch["kept-\(number)"].path()) == 0)
            }
        }
        isDone.store(true, ordering: .relaxed)
        ended.wait()
        var there: Set<Int> = []
        for file in scratch.files {
            let text = String(decoding: scratch.bytes(of: file) ?? [], as: UTF8.self)
            if text != "edited" { there.insert(try #require(Int(text))) }
        }
        let gone = departed.withLock { $0 }
        #expect(way == .moved ? gone.isSubset(of: there) : gone.isDisjoint(with: there))
        #expect(Set(0...1_000).subtracting(gone.union(there)).isEmpty)
        #expect(!gone.isEmpty)
    }

    /// Reads the file, takes it away, and returns its number; nil if that was not possible.
    private func takeAway(_ way: Way) throws -> Int? {
        let file = try folder.file("a.jpg")
        let read = try file.status()
        let bytes = try file.readAll(limit: 99)
        guard let number = Int(String(decoding: bytes, as: UTF8.self)) else { return nil }
        let departure = Departure(of: name, in: folder, read: read, source: file)
        let end: Departure.End
        switch way {
        case .removed: end = try departure.remove()
        case .moved: end = try departure.move(to: target, as: Array("\(number)".utf8), sha256: SHA256.hash(bytes))
        case .replaced:
            let output = try AtomicFile(in: folder)
            try output.file.write(Array("edited".utf8))
            output.replacesOnly(read)
            try output.publish(as: name, replacing: true)
            end = .done
        }
        return end == .done ? number : nil
    }
}
