internal import UprightFiles
internal import Foundation
internal import TestSupport
internal import Testing

@Suite("AtomicFile")
struct AtomicFileTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder

    init() throws {
        scratch = try TemporaryFolder()
        folder = try OpenFolder(RawPath(scratch.path))
    }

    @Test("the name does not exist before the file is published, and has the whole content afterwards")
    func appearsWhole() throws {
        let file = try AtomicFile(in: folder)
        try file.file.write([1, 2, 3])
        #expect(scratch.bytes(of: "a") == nil)
        try file.publish(as: Array("a".utf8))
        #expect(scratch.bytes(of: "a") == [1, 2, 3])
        #expect(scratch.files == ["a"])
    }

    @Test("an existing file is not replaced unless requested")
    func doesNotClobber() throws {
        try scratch.write([9], to: "a")
        let file = try AtomicFile(in: folder)
        try file.file.write([1])
        #expect(throws: FileError.self) { try file.publish(as: Array("a".utf8)) }
        #expect(scratch.bytes(of: "a") == [9])
        try file.publish(as: Array("a".utf8), replacing: true)
        #expect(scratch.bytes(of: "a") == [1])
    }

    @Test("a file that was written since it was read is not replaced")
    func replacesWhatWasRead() throws {
        try scratch.write([9], to: "a")
        let read = try folder.status(of: "a")
        try scratch.write([8, 8], to: "a")
        let file = try AtomicFile(in: folder)
        try file.file.write([1])
        file.replacesOnly(read)
        let path = folder.path.appending(name: Array("a".utf8))
        #expect(throws: FileError(.rename, path, .changed)) { try file.publish(as: Array("a".utf8), replacing: true) }
        #expect(scratch.bytes(of: "a") == [8, 8])
        file.replacesOnly(try folder.status(of: "a"))
        try file.publish(as: Array("a".utf8), replacing: true)
        #expect(scratch.bytes(of: "a") == [1])
    }

    @Test("a symbolic link under the name is neither followed nor replaced")
    func doesNotFollowLinks() throws {
        try scratch.write([9], to: "elsewhere/target")
        try FileManager.default.createSymbolicLink(
            atPath: scratch["a"].path(), withDestinationPath: scratch["elsewhere/target"].path())
        let file = try AtomicFile(in: folder)
        #expect(throws: FileError.self) { try file.publish(as: Array("a".utf8)) }
        #expect(scratch.bytes(of: "elsewhere/target") == [9])
    }

    @Test("a name that leads outside the folder is refused", arguments: ["../a", "b/a", "..", ".", ""])
    func refusesPaths(name: String) throws {
        let file = try AtomicFile(in: folder)
        #expect(throws: FileError.self) { try file.publish(as: Array(name.utf8), replacing: true) }
    }

    @Test("a file that is released before it is published leaves nothing behind")
    func cleansUp() throws {
        do {
            let file = try AtomicFile(in: folder)
            try file.file.write([1])
        }
        #expect(try folder.entries().isEmpty)
    }

    @Test("leftovers are removed after their process has ended, and not before")
    func removesLeftovers() throws {
        let living = try AtomicFile(in: folder)
        try scratch.write([1], to: ".upright-dead.partial")
        try scratch.write([1], to: ".upright-not-ours")
        #expect(try HiddenName.clear(folder).removed == 1)
        #expect(try folder.entries().count == 2)
        try living.publish(as: Array("a".utf8))
        #expect(scratch.files.contains("a"))
    }

    @Test("the umask applies to the mode")
    func rights() throws {
        let file = try AtomicFile(in: folder)
        try file.publish(as: Array("a".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch["a"].path())
        let mask = umask(0)
        umask(mask)
        #expect((attributes[.posixPermissions] as? Int) == 0o666 & ~Int(mask))
    }
}
