internal import Glibc

/// Reads a body of the type `multipart/form-data` (RFC 7578) piece by piece: passes the bytes of its one file on, and keeps its
/// other fields, which must be short.
struct MultipartReader {
    /// Why a body cannot be read.
    enum Failure: Error {
        /// It is not a form, or not one with one file.
        case malformed(String)
        /// The file's bytes could not be kept.
        case notKept(HTTPRefusal)
    }

    private enum Position: Equatable {
        case preamble
        /// After a delimiter: two hyphens, or the end of the line.
        case delimiter
        case head
        case file
        case value(name: String)
        case epilogue
    }

    /// The fields that are not files, and the file's name as `name`.
    private(set) var fields: [HTTPFields.Field] = []
    private var position = Position.preamble
    private var hasFile = false
    private var isComplete = false
    /// A line break, so that the first delimiter needs none of its own, and what is not decided yet.
    private var pending: [UInt8] = [0x0D, 0x0A]
    private let delimiter: [UInt8]

    private static let maximumHead = 8_192
    private static let maximumValue = 1_024
    private static let maximumFields = 32

    init(boundary: String) { delimiter = Array("\r\n--\(boundary)".utf8) }

    /// The boundary in a media type `multipart/form-data; boundary=…`; nil if there is none, or it is not valid (RFC 2046).
    static func boundary(of mediaType: String) -> String? {
        guard let value = parameters(of: mediaType)["boundary"], (1...70).contains(value.utf8.count),
            value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), value.last != " "
        else { return nil }
        return value
    }

    /// What the form lacks, once the body is complete; nil if it is whole.
    var lack: String? {
        if !isComplete { return "the form ends before its last boundary" }
        return hasFile ? nil : "expected a form with a picture in a field of the type file, found none"
    }

    /// Reads the next piece.
    ///
    /// - Parameter keep: takes bytes of the file.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, keep: (UnsafeRawBufferPointer) throws(HTTPRefusal) -> Void
    ) throws(Failure) {
        pending += bytes
        var start = 0
        while try step(&start, keep) {}
        pending.removeFirst(start)
    }

    /// Reads what can be decided, from `start` in the pending bytes. Returns whether to go on.
    private mutating func step(
        _ start: inout Int, _ keep: (UnsafeRawBufferPointer) throws(HTTPRefusal) -> Void
    ) throws(Failure) -> Bool {
        switch position {
        case .epilogue:
            start = pending.count
            return false
        case .preamble, .file, .value:
            let found = find(delimiter, from: start)
            // The last bytes can be the beginning of a delimiter.
            let end = found ?? max(pending.count - delimiter.count + 1, start)
            try consume(start..<end, isLast: found != nil, keep)
            start = end
            guard found != nil else {
                // What is short enough to be kept stays until it is whole.
                return false
            }
            start += delimiter.count
            position = .delimiter
            return true
        case .delimiter:
            guard pending.count - start >= 2 else { return false }
            if pending[start] == UInt8(ascii: "-"), pending[start + 1] == UInt8(ascii: "-") {
                isComplete = true
                position = .epilogue
                return true
            }
            // Spaces may pad the line.
            guard let end = find([0x0D, 0x0A], from: start) else {
                if pending.count - start > Self.maximumHead { throw .malformed("a line of the form is too long") }
                return false
            }
            guard pending[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                throw .malformed("expected the end of the line after a boundary of the form")
            }
            // It can also end the empty head of a part.
            start = end
            position = .head
            return true
        case .head:
            guard let end = find([0x0D, 0x0A, 0x0D, 0x0A], from: start) else {
                if pending.count - start > Self.maximumHead {
                    throw .malformed("the head of a part of the form is longer than \(Self.maximumHead) bytes")
                }
                return false
            }
            try begin(String(decoding: pending[start..<end], as: UTF8.self))
            start = end + 4
            return true
        }
    }

    private mutating func consume(
        _ range: Range<Int>, isLast: Bool, _ keep: (UnsafeRawBufferPointer) throws(HTTPRefusal) -> Void
    ) throws(Failure) {
        switch position {
        case .file:
            guard !range.isEmpty else { return }
            let result = pending.withUnsafeBytes { bytes in
                Result { () throws(HTTPRefusal) in try keep(UnsafeRawBufferPointer(rebasing: bytes[range])) }
            }
            do throws(HTTPRefusal) { try result.get() } catch { throw .notKept(error) }
        case .value(let name):
            values[name, default: []] += pending[range]
            guard values[name, default: []].count <= Self.maximumValue else {
                throw .malformed("a field of the form is longer than \(Self.maximumValue) bytes")
            }
            guard isLast else { return }
            fields.append(
                HTTPFields.Field(
                    name: name, value: String(decoding: values.removeValue(forKey: name) ?? [], as: UTF8.self)))
        default: break
        }
    }

    /// The field that is being read.
    private var values: [String: [UInt8]] = [:]

    private mutating func begin(_ head: String) throws(Failure) {
        let lines = head.split(whereSeparator: \.isNewline)
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
        let parameters = Self.parameters(of: String(disposition ?? ""))
        guard let name = parameters["name"] else {
            throw .malformed("a part of the form has no Content-Disposition with a name")
        }
        guard let file = parameters["filename"] else {
            guard fields.count < Self.maximumFields else { throw .malformed("the form has too many fields") }
            position = .value(name: name)
            return
        }
        guard !hasFile else { throw .malformed("expected one picture in the form, found several files") }
        hasFile = true
        if !file.isEmpty { fields.append(HTTPFields.Field(name: OrientOptions.Name.name.rawValue, value: file)) }
        position = .file
    }

    private func find(_ pattern: [UInt8], from start: Int) -> Int? {
        pending.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let first = pattern.first else { return nil }
            var at = start
            while bytes.count - at >= pattern.count {
                let room = bytes.count - at - pattern.count + 1
                guard let found = memchr(base + at, CInt(first), room) else { return nil }
                at = UnsafeRawPointer(found) - base
                if memcmp(base + at, pattern, pattern.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }

    /// The parameters of a header field's value, by name in lower case: `form-data; name="a"; filename="b.jpg"`.
    private static func parameters(of field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var rest = Substring(field).drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }.lowercased()
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    // Browsers write %22 for a quotation mark; others escape it.
                    let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
                    value.append(isEscape ? rest.removeFirst() : character)
                }
            } else {
                value = String(rest.prefix { $0 != ";" && $0 != " " })
            }
            rest = rest.drop { $0 != ";" }
            if parameters[name] == nil { parameters[name] = value }
        }
        return parameters
    }
}
