internal import FoundationEssentials
internal import UprightBase
internal import UprightFiles

/// An edit of one file, with what is needed to undo it.
struct EditRecord: Sendable, Hashable {
    /// The content of the file at one time.
    struct Content: Sendable, Hashable {
        var bytes: Int
        var sha256: String

        init(_ content: [UInt8]) { (bytes, sha256) = (content.count, hexadecimal(SHA256.hash(content))) }

        init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }
    }

    /// The file, by its absolute path.
    var path: RawPath
    var before: Content
    var after: Content
    /// When the file had been modified before, in nanoseconds since 1970.
    var modified: Int64
    /// Makes the content before from the one after.
    var delta: ByteDelta

    /// A line of the journal: a checksum, and an object.
    var line: [UInt8] {
        let pieces = delta.pieces.map { piece -> JSONValue in
            switch piece {
            case .copy(let range): .array([.integer(range.lowerBound), .integer(range.count)])
            case .bytes(let bytes): .string(Data(bytes).base64EncodedString())
            }
        }
        let name: (String, JSONValue) =
            String(validating: path.bytes, as: UTF8.self).map { ("path", .string($0)) }
            ?? ("pathBytes", .string(Data(path.bytes).base64EncodedString()))
        let object = JSONValue.object([
            name, ("before", Self.json(before)), ("after", Self.json(after)), ("modified", .string("\(modified)")),
            ("pieces", .array(pieces)),
        ])
        let text = Array(object.serialized.utf8)
        let sum = String(CRC32.checksum(text), radix: 16)
        return Array((String(repeating: "0", count: 8 - sum.count) + sum + " ").utf8) + text + [0x0A]
    }

    /// Reads a line without its end; nil if it is not whole.
    init?(line: ArraySlice<UInt8>) {
        let text = Array(line.dropFirst(9))
        guard line.count > 9, let sum = UInt32(String(decoding: line.prefix(8), as: UTF8.self), radix: 16),
            CRC32.checksum(text) == sum, let object = try? JSONValue(parsing: text),
            let before = Self.content(object["before"]), let after = Self.content(object["after"]),
            let modified = object["modified"]?.string.flatMap({ Int64($0) }), let list = object["pieces"]?.array
        else { return nil }
        if let path = object["path"]?.string {
            self.path = RawPath(path)
        } else if let path = object["pathBytes"]?.string.flatMap({ Data(base64Encoded: $0) }) {
            self.path = RawPath(bytes: Array(path))
        } else {
            return nil
        }
        var pieces: [ByteDelta.Piece] = []
        for piece in list {
            if let text = piece.string, let bytes = Data(base64Encoded: text) {
                pieces.append(.bytes(Array(bytes)))
            } else if let range = piece.array, range.count == 2, let start = range[0].integer,
                let count = range[1].integer, start >= 0, count >= 0, count <= Int.max - start
            {
                pieces.append(.copy(start..<start + count))
            } else {
                return nil
            }
        }
        (self.before, self.after, self.modified) = (before, after, modified)
        delta = ByteDelta(pieces: pieces)
    }

    init(path: RawPath, modified: Int64, before: [UInt8], after: [UInt8]) {
        (self.path, self.modified) = (path, modified)
        (self.before, self.after) = (Content(before), Content(after))
        delta = ByteDelta(making: before, from: after)
    }

    private static func json(_ content: Content) -> JSONValue {
        .object([("bytes", .integer(content.bytes)), ("sha256", .string(content.sha256))])
    }

    private static func content(_ value: JSONValue?) -> Content? {
        guard let bytes = value?["bytes"]?.integer, let sha256 = value?["sha256"]?.string else { return nil }
        return Content(bytes: bytes, sha256: sha256)
    }
}

extension JSONValue {
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    fileprivate var integer: Int? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }
}
