import UprightFiles
import Testing

@Suite("Files in memory that are used again")
struct MemoryFilesTests {
    @Test("A file is used again, but never by two at a time")
    func again() throws {
        let files = MemoryFiles(keeping: 2)
        let first = try files.claim()
        let second = try files.claim()
        #expect(first.descriptor != second.descriptor)
        files.put(first)
        #expect(try files.claim() === first)
        #expect(try files.claim() !== first)
    }

    @Test("No more files are kept than wanted, and no large ones")
    func bounds() throws {
        let files = MemoryFiles(keeping: 1)
        let (first, second) = (try files.claim(), try files.claim())
        try first.truncate(to: (8 << 20) + 1)
        files.put(first)
        files.put(second)
        files.put(try .inMemory())
        #expect(try files.claim() === second)
        let last = try files.claim()
        #expect(last !== first && last !== second)
        #expect(try last.status().size == 0)
    }
}
