internal import CUprightLinux
internal import UprightFiles
internal import Foundation
internal import TestSupport
internal import Testing

@Suite("Rights of files")
struct FileRightsTests {
    let scratch: TemporaryFolder
    let folder: OpenFolder

    init() throws {
        scratch = try TemporaryFolder()
        folder = try OpenFolder.creating(RawPath(scratch["out"].path()))
    }

    private func source(_ mode: mode_t) throws -> OpenFile {
        let path = try scratch.write([1], to: "source").path()
        #expect(chmod(path, mode) == 0)
        return try FileStore.open(RawPath(path))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(scratch[path].path(), &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Writes a file with the rights of a source, and returns its mode.
    private func mode(following source: OpenFile) throws -> mode_t {
        let file = try AtomicFile(in: folder, rights: .following(FileRights(of: source)))
        #expect(try file.takeRights())
        try file.publish(as: Array("a".utf8), replacing: true)
        return mode("out/a")
    }

    /// An access control list (xattr(7)): tags, permissions and ids.
    private func list(_ entries: [(tag: UInt8, bits: UInt8, id: UInt32?)]) -> [UInt8] {
        [2, 0, 0, 0]
            + entries.flatMap { entry in
                [entry.tag, 0, entry.bits, 0] + withUnsafeBytes(of: (entry.id ?? .max).littleEndian) { Array($0) }
            }
    }

    private static let access = "system.posix_acl_access"
    private static let standard = "system.posix_acl_default"

    /// A list that lets another user read and write, and the group read: the mask, which the mode shows, is both.
    private var shared: [UInt8] {
        list([(1, 6, nil), (2, 6, 4_321), (4, 4, nil), (0x10, 6, nil), (0x20, 0, nil)])
    }

    /// Sets an access control list; false if the file system has none.
    private func set(_ name: String, _ value: [UInt8], on descriptor: CInt) -> Bool {
        if upright_set_attribute(descriptor, name, value, value.count) == 0 { return true }
        #expect(errno == EOPNOTSUPP)
        return false
    }

    private func attribute(_ name: String, of path: String) throws -> [UInt8]? {
        let file = try FileStore.open(RawPath(scratch[path].path()))
        var value = [UInt8](repeating: 0, count: 1_024)
        let size = upright_get_attribute(file.descriptor, name, &value, value.count)
        return size < 0 ? nil : Array(value.prefix(size))
    }

    @Test(
        "a new file has the mode of its source, without the rights to execute and of all to write",
        arguments: [
            (0o600, 0o600), (0o640, 0o640), (0o644, 0o644), (0o660, 0o660), (0o664, 0o664), (0o400, 0o400),
            (0o444, 0o444), (0o755, 0o644), (0o777, 0o664), (0o604, 0o604), (0o4711, 0o600),
        ] as [(mode_t, mode_t)])
    func follows(source: mode_t, expected: mode_t) throws {
        #expect(try mode(following: self.source(source)) == expected)
    }

    @Test("while a file is written, only its owner can read it")
    func isPrivateBefore() throws {
        let file = try AtomicFile(in: folder, rights: .following(FileRights(of: source(0o644))))
        let hidden = try #require(try folder.entries().first?.name)
        #expect(mode("out/" + String(decoding: hidden, as: UTF8.self)) == 0o600)
        #expect(try file.takeRights())
        #expect(mode("out/" + String(decoding: hidden, as: UTF8.self)) == 0o644)
        let exact = try AtomicFile(in: folder, rights: .exactly(0o660))
        #expect(try exact.takeRights())
        try exact.publish(as: Array("a".utf8))
        #expect(mode("out/a") == 0o660)
    }

    @Test("the mask of a list is no right of the group; a list of the output's folder comes first")
    func lists() throws {
        let file = try source(0o600)
        guard set(Self.access, shared, on: file.descriptor) else { return }
        #expect(mode("source") == 0o660)
        #expect(try mode(following: file) == 0o640)
        #expect(try attribute(Self.access, of: "out/a") == nil)
        let private0 = try source(0o600)
        upright_remove_attribute(private0.descriptor, Self.access)
        #expect(set(Self.standard, shared, on: folder.descriptor))
        #expect(try mode(following: private0) == 0o660)
        #expect(try attribute(Self.access, of: "out/a") == shared)
    }

    @Test("a file that replaces another has its list and its mode, and none that its folder gives")
    func copies() throws {
        let file = try source(0o640)
        guard set(Self.standard, shared, on: folder.descriptor) else { return }
        let output = try AtomicFile(in: folder, rights: .exactly(0o600))
        try output.file.copyRights(of: file)
        try output.publish(as: Array("a".utf8))
        #expect(try attribute(Self.access, of: "out/a") == nil)
        #expect(mode("out/a") == 0o640)
        #expect(set(Self.access, shared, on: file.descriptor))
        let other = try AtomicFile(in: folder, rights: .exactly(0o600))
        try other.file.copyRights(of: file)
        try other.publish(as: Array("b".utf8))
        #expect(try attribute(Self.access, of: "out/b") == shared)
        #expect(mode("out/b") == 0o660)
    }

    @Test("a group that the source is not of gets no more than all have", .enabled(if: geteuid() == 0))
    func groups() throws {
        let file = try source(0o640)
        #expect(fchown(file.descriptor, 1_234, 4_321) == 0)
        #expect(try mode(following: file) == 0o640)
        var status = stat()
        #expect(stat(scratch["out/a"].path(), &status) == 0)
        #expect(status.st_uid == 1_234 && status.st_gid == 4_321)
        // The folder says of which group its files are.
        #expect(chmod(scratch["out"].path(), 0o2775) == 0)
        #expect(try mode(following: file) == 0o600)
        #expect(fchmod(file.descriptor, 0o664) == 0)
        #expect(try mode(following: file) == 0o644)
        #expect(stat(scratch["out/a"].path(), &status) == 0)
        #expect(status.st_uid == 1_234 && status.st_gid == getegid())
    }

    @Test("who cannot enter a folder of the source can read no copy elsewhere", arguments: [false, true])
    func folders(isKept: Bool) throws {
        try scratch.write([1], to: "in/a/b/c")
        try scratch.write([1], to: "out/x/y")
        #expect(chmod(scratch["in/a"].path(), 0o700) == 0 && chmod(scratch["in/a/b/c"].path(), 0o644) == 0)
        #expect(chmod(scratch["out/x"].path(), isKept ? 0o700 : 0o755) == 0)
        var rights = try FileRights(of: FileStore.open(RawPath(scratch["in/a/b/c"].path())))
        let source = try OpenFolder(RawPath(scratch["in"].path()))
        try rights.narrow(to: source.rights(along: "a/b"), unlessIn: folder.rights(along: "x"))
        let file = try AtomicFile(in: folder, rights: .following(rights))
        #expect(try file.takeRights())
        try file.publish(as: Array("a".utf8))
        #expect(mode("out/a") == (isKept ? 0o644 : 0o600))
    }

    @Test("a new folder has the rights of another one")
    func newFolders() throws {
        #expect(mkdir(scratch["in"].path(), 0o750) == 0)
        let rights = NewRights.following(try OpenFolder(RawPath(scratch["in"].path())).rights)
        _ = try OpenFolder.creating(RawPath(scratch["new/inner"].path()), rights: rights)
        #expect(mode("new") == 0o755 && mode("new/inner") == 0o750)
        _ = try folder.folder(creating: "a/b/c") { (path) throws(FileError) in path == "a/b" ? rights : .exactly(0o640)
        }
        #expect(mode("out/a") == 0o750 && mode("out/a/b") == 0o750 && mode("out/a/b/c") == 0o750)
        // What is there stays as it is.
        #expect(chmod(scratch["out/a"].path(), 0o711) == 0)
        _ = try folder.folder(creating: "a/b/d") { (_) throws(FileError) in .usual }
        #expect(mode("out/a") == 0o711 && mode("out/a/b/d") == 0o755)
    }
}
