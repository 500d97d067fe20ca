internal import TestSupport
internal import Testing
internal import UprightFiles

@Suite("FolderListing")
struct FolderListingTests {
    @Test("the names are those of the folder, in the order of their bytes")
    func names() throws {
        let scratch = try TemporaryFolder()
        let folder = try OpenFolder(RawPath(scratch.path))
        #expect(try FolderListing(of: folder).count == 0)
        var names: [[UInt8]] = [[0xFF], [0xC3, 0xA9], Array(".hidden".utf8), Array("a b\n".utf8)]
        for number in 0..<300 { names.append(Array("\(number)".utf8)) }
        for name in names { try AtomicFile(in: folder).publish(as: name) }
        try scratch.write([1], to: "folder/file")
        names.append(Array("folder".utf8))
        let listing = try FolderListing(of: folder)
        let listed = (0..<listing.count).map { listing[$0] }
        #expect(listed.map(\.name.bytes) == names.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(listed.filter { $0.kind == .folder }.map(\.name) == ["folder"])
        #expect(try Set(folder.entries().map(\.name)) == Set(names))
        #expect(try folder.entries(where: { $0.first == 0xFF }, atMost: 1).map(\.name) == [[0xFF]])
        #expect(try folder.entries(where: { _ in true }, atMost: 0).isEmpty)
    }
}
