/// A table of comma-separated values (RFC 4180): a header and rows. If the header has no comma, semicolons or tabs separate the
/// values, as spreadsheets write them where the comma is a decimal one.
package struct CSVTable: Sendable, Hashable {
    /// Why a text is no table.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// There is no header.
        case empty
        /// The text is not UTF-8.
        case encoding
        /// A quoted field has no end; the line on which it begins.
        case quote(line: Int)
        /// A row has another number of fields than the header.
        case count(line: Int, expected: Int, found: Int)

        /// What was expected and what was found.
        package var description: String {
            switch self {
            case .empty: "expected a line with the names of the columns, found an empty file"
            case .encoding: "expected UTF-8, found other bytes"
            case .quote(let line): "line \(line): expected a closing quotation mark, found the end of the file"
            case .count(let line, let expected, let found):
                "line \(line): expected \(expected) fields as in the first line, found \(found)"
            }
        }
    }

    /// A row and the line on which it begins.
    package struct Row: Sendable, Hashable {
        /// The line, from 1.
        package let line: Int
        /// The fields; as many as the header has.
        package let fields: [[UInt8]]
    }

    /// The names of the columns.
    package let header: [String]
    /// The rows, without empty lines.
    package let rows: [Row]

    /// Reads a table, with or without a byte order mark. A row can end before its empty last fields.
    package init(parsing bytes: [UInt8]) throws(Failure) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        let separator = [0x2C, 0x3B, 0x09].first(where: line.contains) ?? 0x2C
        var reader = Reader(bytes: text, separator: separator)
        var rows: [Row] = []
        while let row = try reader.next() {
            if row.fields.count == 1, row.fields[0].isEmpty { continue }
            rows.append(row)
        }
        guard let first = rows.first else { throw .empty }
        var header: [String] = []
        for field in first.fields {
            guard let name = String(validating: field, as: UTF8.self) else { throw .encoding }
            header.append(name)
        }
        self.header = header
        var read: [Row] = []
        for row in rows.dropFirst() {
            guard row.fields.count <= header.count else {
                throw .count(line: row.line, expected: header.count, found: row.fields.count)
            }
            let missing = header.count - row.fields.count
            read.append(Row(line: row.line, fields: row.fields + [[UInt8]](repeating: [], count: missing)))
        }
        self.rows = read
    }

    /// Returns a line of a table, without its end. A field is quoted if it has to be.
    package static func line(_ fields: [[UInt8]]) -> [UInt8] {
        var line: [UInt8] = []
        for (index, field) in fields.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            let isPlain =
                !field.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } && field.first != 0x20 && field.last != 0x20
            if isPlain {
                line += field
            } else {
                line.append(0x22)
                for byte in field {
                    if byte == 0x22 { line.append(0x22) }
                    line.append(byte)
                }
                line.append(0x22)
            }
        }
        return line
    }

    private struct Reader {
        let bytes: ArraySlice<UInt8>
        let separator: UInt8
        var offset: Int
        var line = 1

        init(bytes: ArraySlice<UInt8>, separator: UInt8) {
            (self.bytes, self.separator) = (bytes, separator)
            offset = bytes.startIndex
        }

        mutating func next() throws(Failure) -> Row? {
            guard offset < bytes.endIndex else { return nil }
            let first = line
            var fields: [[UInt8]] = []
            while true {
                fields.append(try field())
                guard offset < bytes.endIndex else { break }
                let end = bytes[offset]
                offset += 1
                if end == separator {
                    if offset == bytes.endIndex { fields.append([]) }
                    continue
                }
                if end == 0x0D, offset < bytes.endIndex, bytes[offset] == 0x0A { offset += 1 }
                line += 1
                break
            }
            return Row(line: first, fields: fields)
        }

        /// Reads up to a separator or the end of the line.
        private mutating func field() throws(Failure) -> [UInt8] {
            var field: [UInt8] = []
            if offset < bytes.endIndex, bytes[offset] == 0x22 {
                let first = line
                offset += 1
                while true {
                    guard offset < bytes.endIndex else { throw .quote(line: first) }
                    let byte = bytes[offset]
                    offset += 1
                    if byte == 0x22 {
                        guard offset < bytes.endIndex, bytes[offset] == 0x22 else { break }
                        offset += 1
                    }
                    if byte == 0x0A { line += 1 }
                    field.append(byte)
                }
            }
            let start = offset
            while offset < bytes.endIndex, ![separator, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
            return field + bytes[start..<offset]
        }
    }
}
