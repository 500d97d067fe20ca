/// The elements of an array that is a member of a JSON object, found without keeping the whole text as values.
///
/// A text of some hundred megabytes can be read one element at a time. The text outside the elements is only checked as far as
/// needed to find them; each element is checked when it is parsed.
package struct JSONElements {
    private let bytes: [UInt8]
    private var offset = 0

    package init(of bytes: [UInt8]) { self.bytes = bytes }

    /// Calls a closure with each element of the array in the text's member with the given name.
    ///
    /// - Returns: false if the text is an object without such an array.
    package mutating func forEach<Failure: Error>(
        in name: String, _ body: (JSONValue) throws(Failure) -> Void,
        problem: (JSONSyntaxError) -> Failure
    ) throws(Failure) -> Bool {
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        skipSpace()
        guard take("{") else { throw problem(expected("an object")) }
        skipSpace()
        if take("}") { return false }
        while true {
            skipSpace()
            let start = offset
            guard skipString() else { throw problem(expected("a member's name in quotes")) }
            let isWanted = bytes[start + 1..<offset - 1].elementsEqual(name.utf8)
            skipSpace()
            guard take(":") else { throw problem(expected("a colon")) }
            skipSpace()
            if isWanted, take("[") {
                try elements(body, problem)
                return true
            }
            guard skipValue() else { throw problem(expected("a value")) }
            skipSpace()
            if take("}") { return false }
            guard take(",") else { throw problem(expected("a comma or }")) }
        }
    }

    private mutating func elements<Failure: Error>(
        _ body: (JSONValue) throws(Failure) -> Void, _ problem: (JSONSyntaxError) -> Failure
    ) throws(Failure) {
        skipSpace()
        if take("]") { return }
        while true {
            skipSpace()
            let start = offset
            guard skipValue() else { throw problem(expected("a value")) }
            let value: JSONValue
            do throws(JSONSyntaxError) { value = try JSONValue(parsing: bytes[start..<offset], keepsLast: true) } catch
            {
                throw problem(JSONSyntaxError(expected: error.expected, offset: start + error.offset))
            }
            try body(value)
            skipSpace()
            if take("]") { return }
            guard take(",") else { throw problem(expected("a comma or ]")) }
        }
    }

    private func expected(_ what: String) -> JSONSyntaxError { JSONSyntaxError(expected: what, offset: offset) }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func skipString() -> Bool {
        guard take("\"") else { return false }
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return true
            case UInt8(ascii: "\\"): offset += 2
            default: offset += 1
            }
        }
        return false
    }

    /// Skips a value: up to the end of its last bracket, or up to the next separator.
    private mutating func skipValue() -> Bool {
        var depth = 0
        let start = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                if depth == 0 { return true }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                offset += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return offset > start }
                depth -= 1
                offset += 1
                if depth == 0 { return true }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return offset > start }
                offset += 1
            default: offset += 1
            }
        }
        return depth == 0 && offset > start
    }
}
