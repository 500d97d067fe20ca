internal import Testing
internal import UprightService

@Suite("Ranges of a file")
struct ByteRangeTests {
    @Test("a range is the part of the file that it names")
    func parts() {
        func part(_ field: String) -> ByteRange.Request { ByteRange.Request(field, of: 100) }
        #expect(part("bytes=0-9") == .part(ByteRange(first: 0, length: 10)))
        #expect(part("bytes=90-200") == .part(ByteRange(first: 90, length: 10)))
        #expect(part("bytes=99-") == .part(ByteRange(first: 99, length: 1)))
        #expect(part("bytes=-30") == .part(ByteRange(first: 70, length: 30)))
        #expect(part("bytes=-300") == .part(ByteRange(first: 0, length: 100)))
    }

    @Test("a range beyond the file cannot be satisfied")
    func beyond() {
        #expect(ByteRange.Request("bytes=100-", of: 100) == .unsatisfiable)
        #expect(ByteRange.Request("bytes=-0", of: 100) == .unsatisfiable)
        #expect(ByteRange.Request("bytes=0-", of: 0) == .unsatisfiable)
    }

    @Test(
        "without a range, and with one of another form, the whole file is sent",
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=9-3", "bytes=0-1,5-6", "items=0-1",
            "bytes=1-2-3",
            "bytes=99999999999999999999-", "bytes=0-99999999999999999999", "bytes=-1-2",
        ])
    func whole(field: String?) {
        #expect(ByteRange.Request(field, of: 100) == .whole)
    }
}
