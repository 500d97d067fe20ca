import UprightFiles
import Testing

@Suite("Files in memory that are used again")
struct MemoryFilesTests {
    @Test("A file is used again, but never by two at a time")
    func again() throws {
        let files = MemoryFiles(keeping: 2)
        let first = try files.take()
        let second = try files.take()
        #expect(first.descriptor != second.descriptor)
        files.put(first)
        #expect(try files.take() === first)
        #expect(try files.take() !== first)
    }

    @Test("No more files are kept than wanted, and no large ones")
    func bounds() throws {
        let files = MemoryFiles(keeping: 1)
        let (first, second) = (try files.take(), try files.take())
        try first.truncate(to: (8 << 20) + 1)
        files.put(first)
        files.put(second)
        files.put(try .inMemory())
        #expect(try files.take() === second)
        let last = try files.take()
        #expect(last !== first && last !== second)
        #expect(try last.status().size == 0)
    }
}
