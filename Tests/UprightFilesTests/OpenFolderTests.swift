internal import UprightFiles
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

@Suite("OpenFolder")
struct OpenFolderTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.write([1], to: "root/inside/file")
        try scratch.write([2], to: "outside")
        for (name, target) in [
            ("root/link", "../outside"), ("root/up", ".."), ("root/loop", "loop"), ("root/inside-link", "inside"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: scratch[name].path(), withDestinationPath: target)
        }
        folder = try OpenFolder(RawPath(scratch.path).appending("root"))
    }

    @Test(
        "nothing outside the folder is reached, and nothing through a link",
        arguments: [
            "link", "up/outside", "loop", "inside-link/file", "../outside", "/etc/passwd", "inside/../../outside",
        ])
    func staysBeneath(path: String) {
        #expect(throws: FileError.self) { try folder.file(RawPath(path)) }
        #expect(throws: FileError.self) { try folder.folder(creating: RawPath(path)) }
    }

    @Test(
        "the fallback without openat2 refuses the same", arguments: ["link", "up/outside", "loop", "inside-link/file"])
    func stepwise(path: String) throws {
        #expect(throws: FileError.self) { try folder.openStepwise(RawPath(path).components, O_RDONLY | O_NOFOLLOW) }
        let descriptor = try folder.openStepwise(RawPath("inside/file").components, O_RDONLY | O_NOFOLLOW)
        #expect(try OpenFile(owning: descriptor, path: "file").readAll(limit: 10) == [1])
    }

    @Test("a path that is too long for a system call leads to its file; one above the limit is refused")
    func deepPaths() throws {
        let names = (0..<21).map { "\($0)-" + String(repeating: "d", count: 200) }
        let deep = RawPath(names.joined(separator: "/"))
        #expect(deep.bytes.count > Int(PATH_MAX))
        try AtomicFile(in: folder.folder(creating: deep)).publish(as: Array("file".utf8))
        #expect(try folder.file(deep.appending("file")).status().kind == .regular)
        #expect(try folder.statusIfPresent(of: deep.appending("none")) == nil)
        #expect(try OpenFolder(folder.path.appending(deep)).file("file").status().kind == .regular)
        let endless = RawPath(String(repeating: "d/", count: 40_000))
        #expect { try folder.file(endless) } throws: { ($0 as? FileError)?.code == ENAMETOOLONG }
        // In two halves, it can be removed by path.
        let middle = scratch["root"].path() + "/" + names.prefix(11).joined(separator: "/")
        #expect(rename(middle, scratch["root/half"].path()) == 0)
    }

    @Test("the status of a link is the link's own, not its target's")
    func statusOfLinks() throws {
        #expect(try folder.status(of: "link").kind == .symbolicLink)
        #expect(try folder.status(of: "inside").kind == .folder)
        #expect(throws: FileError.self) { try folder.status(of: "up/outside") }
        #expect(try folder.statusIfPresent(of: "nothing") == nil)
    }

    @Test("opening a FIFO does not block")
    func fifo() throws {
        #expect(mkfifo(scratch["root/fifo"].path(), 0o600) == 0)
        #expect(try folder.file("fifo").status().kind == .fifo)
    }

    @Test("names that are not UTF-8 are read and written as they are")
    func rawNames() throws {
        let name: [UInt8] = [0x66, 0xE9, 0xFF, 0x0A]
        let file = try AtomicFile(in: folder)
        try file.publish(as: name)
        #expect(try folder.entries().contains { $0.name == name })
        #expect(try folder.status(of: RawPath(bytes: name)).kind == .regular)
        #expect(RawPath(bytes: name).description == "f\\xE9\\xFF\\x0A")
        #expect(RawPath(bytes: name).exact == "f\\xE9\\xFF\n")
        try folder.remove(name)
    }

    @Test("a name that is too long gives an error that says so")
    func longNames() throws {
        let file = try AtomicFile(in: folder)
        let error = #expect(throws: FileError.self) { try file.publish(as: Array(repeating: 0x61, count: 300)) }
        #expect(error?.code == ENAMETOOLONG)
        #expect(error?.description.contains("shorter") == true)
    }

    @Test("folders are created with their parents, and may already exist")
    func creates() throws {
        _ = try OpenFolder.creating(RawPath(scratch.path).appending("x/y/z"))
        _ = try OpenFolder.creating(RawPath(scratch.path).appending("x/y/z"))
        _ = try folder.folder(creating: "n/m")
        #expect(try folder.status(of: "n/m").kind == .folder)
    }

    @Test("free space and the type of the file system are returned")
    func fileSystem() throws {
        #expect(try folder.freeSpace().bytes > 0)
        #expect(try !folder.fileSystemType().name.isEmpty)
        #expect(FileSystemType(rawValue: 0x6969).needsPolling)
        #expect(!FileSystemType(rawValue: 0xEF53).needsPolling)
    }

    @Test("nothing is read behind an entry, where memory may end")
    func anEntryAtTheEndOfMemory() throws {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = try #require(
            mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(memory != MAP_FAILED && mprotect(memory + page, page, PROT_NONE) == 0)
        defer { munmap(memory, 2 * page) }
        let place = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
        let type = try #require(MemoryLayout<dirent>.offset(of: \.d_type))
        let name = Array("picture.jpg".utf8)
        // The kernel pads entries to eight bytes.
        let length = (place + name.count + 1 + 7) / 8 * 8
        let entry = memory + (page - length)
        (entry + place).copyMemory(from: name, byteCount: name.count)
        entry.storeBytes(of: UInt8(DT_REG), toByteOffset: type, as: UInt8.self)
        #expect(OpenFolder.Entry(reading: entry).name == name)
        #expect(OpenFolder.Entry(reading: entry).kind == .regular)
    }
}

@Suite("Names for other systems")
struct PortableNameTests {
    @Test(
        "what Windows' file systems refuse is replaced, and nothing else",
        arguments: [
            ("a.jpg", "a.jpg"), ("Grüße 1.jpg", "Grüße 1.jpg"), ("IMG_15:50:04.jpg", "IMG_15_50_04.jpg"),
            ("what?.jpg", "what_.jpg"), ("a\"b*<c>|\\.jpg", "a_b__c___.jpg"), ("ends.", "ends_"), ("ends. ", "ends__"),
            ("a\u{7}.jpg", "a_.jpg"), (" a.b", " a.b"),
        ])
    func portable(name: String, expected: String) {
        #expect(PortableName.of(Array(name.utf8)) == Array(expected.utf8))
    }

    @Test("a file system that takes every name is left as it was")
    func accepted() throws {
        let scratch = try TemporaryFolder()
        let folder = try OpenFolder(RawPath(scratch.path))
        for name in ["a.jpg", "a:b?.jpg"] {
            #expect(try folder.accepted(Array(name.utf8), isTried: true) == Array(name.utf8))
        }
        #expect(scratch.files.isEmpty)
    }

    @Test(
        "numbers are before the extension, and are read back",
        arguments: [("a.jpg", 2, "a-2.jpg"), ("a", 3, "a-3"), (".a", 2, ".a-2")])
    func numbered(name: String, number: Int, expected: String) {
        #expect(NumberedName.of(Array(name.utf8), number) == Array(expected.utf8))
        #expect(NumberedName.number(of: Array(expected.utf8), from: Array(name.utf8)) == number)
        #expect(NumberedName.number(of: Array(name.utf8), from: Array(name.utf8)) == 1)
    }
}
