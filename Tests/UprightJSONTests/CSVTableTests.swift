import Testing
import UprightBase

@Suite struct CSVTableTests {
    private func fields(_ text: String) throws -> [[String]] {
        try CSVTable(parsing: Array(text.utf8)).rows.map { $0.fields.map { String(decoding: $0, as: UTF8.self) } }
    }

    @Test func quotedFieldsHoldCommasQuotesAndLines() throws {
        #expect(try fields("a,b\n\"x,\"\"y\"\"\",\"1\n2\"\n") == [["x,\"y\"", "1\n2"]])
        #expect(try fields("\u{FEFF}a,b\r\n,\r\n\r\n1\r\n") == [["", ""], ["1", ""]])
        #expect(try fields("a,b\n1,2") == [["1", "2"]])
        let table = try CSVTable(parsing: Array("a\n\"1\n2\"\n3\n".utf8))
        #expect(table.rows.map(\.line) == [2, 4])
    }

    @Test func whatIsWrittenIsRead() throws {
        let rows = [["a", "b"], ["", " x"], ["\"", "1,2"], ["line\r\nbreak", "ä"]]
        let text = rows.map { CSVTable.line($0.map { Array($0.utf8) }) + [0x0A] }.flatMap(\.self)
        let table = try CSVTable(parsing: text)
        #expect(table.header == rows[0])
        #expect(table.rows.map { $0.fields.map { String(decoding: $0, as: UTF8.self) } } == Array(rows.dropFirst()))
    }

    @Test func brokenTablesSayWhere() {
        #expect(throws: CSVTable.Failure.empty) { try CSVTable(parsing: []) }
        #expect(throws: CSVTable.Failure.quote(line: 2)) { try CSVTable(parsing: Array("a\n\"b\nc".utf8)) }
        #expect(throws: CSVTable.Failure.count(line: 3, expected: 1, found: 2)) {
            try CSVTable(parsing: Array("a\n1\n1,2\n".utf8))
        }
        #expect(throws: CSVTable.Failure.encoding) { try CSVTable(parsing: [0xFF, 0x0A]) }
    }
}
