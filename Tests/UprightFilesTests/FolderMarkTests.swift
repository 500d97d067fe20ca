internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFiles

@Suite("FolderMark")
struct FolderMarkTests {
    @Test("a marked folder opens only with its mark; the error says what is missing and what to do")
    func opening() throws {
        let scratch = try TemporaryFolder()
        let path = RawPath(scratch["out"].path())
        let folder = try OpenFolder.creating(path)
        #expect(try !FolderMark.exists(in: folder))
        try FolderMark.make(in: folder)
        try FolderMark.make(in: folder)
        #expect(try FolderMark.exists(in: folder))
        #expect(try OpenFolder.marked(path).path == path)
        try folder.remove(FolderMark.name)
        for gone in [path, RawPath(scratch["none"].path())] {
            let error = #expect(throws: FileError.self) { try OpenFolder.marked(gone) }
            #expect(error?.isMissingMark == true && error?.isAbsence == false && error?.isTransient == false)
            #expect(error?.description.contains("\(gone) has no file .upright") == true)
            #expect(error?.description.contains("mount it") == true)
        }
    }

    @Test("a scan skips marks, regardless of the ignore rules")
    func scan() async throws {
        let scratch = try TemporaryFolder()
        try scratch.write([1], to: "drop/a")
        let folder = try OpenFolder(RawPath(scratch["drop"].path()))
        try FolderMark.make(in: folder)
        var scan = FolderScan(folder, rules: IgnoreRules([]))
        var paths: [RawPath] = []
        while let findings = await scan.next() { paths += findings.map(\.path) }
        #expect(paths == ["a"])
    }
}
