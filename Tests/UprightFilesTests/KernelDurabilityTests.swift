internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightFiles

/// A missing sync loses nothing until the power fails, so these tests sync descriptors for which the kernel must fail.
@Suite("The kernel's durability")
struct KernelDurabilityTests {
    @Test("a file is synced by the kernel")
    func syncsFiles() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[1])
        let file = OpenFile(owning: ends[0], path: "pipe")
        let error = #expect(throws: FileError.self) { try KernelDurability().synchronize(file) }
        #expect(error?.operation == .synchronize && error?.code == EINVAL)
    }

    @Test("a folder is synced by the kernel")
    func syncsFolders() throws {
        let scratch = try TemporaryFolder()
        let folder = try OpenFolder(RawPath(scratch.path))
        try KernelDurability().synchronize(folder)
        // A descriptor opened with O_PATH cannot sync the folder.
        let pathOnly: CInt = 0o10000000  // O_PATH, which Glibc's module does not export
        let name = open(scratch.path, pathOnly)
        #expect(name >= 0 && dup2(name, folder.descriptor) == folder.descriptor)
        close(name)
        let error = #expect(throws: FileError.self) { try KernelDurability().synchronize(folder) }
        #expect(error?.operation == .synchronizeFolder && error?.code == EBADF)
    }
}
