internal import UprightBase

/// Reads the fields of a box in order.
package struct ISOReader {
    /// The file.
    private let bytes: [UInt8]
    /// The name of the box, for errors.
    private let name: String
    /// The offset of the next field.
    package private(set) var offset: Int
    /// The end of the box.
    package let end: Int

    /// Starts with the payload of a box.
    package init(_ box: ISOBox, in bytes: [UInt8]) { self.init(box.payload, of: box.type, in: bytes) }

    /// Starts with a range that belongs to a box of a type.
    package init(_ range: Range<Int>, of type: String, in bytes: [UInt8]) {
        self.bytes = bytes
        name = type
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The number of bytes left.
    package var left: Int { end - offset }

    /// Reads a number of `count` bytes (0...8); one of no bytes is 0.
    package mutating func integer(_ count: Int) throws(FormatError) -> Int {
        let value = try bytes(count).bigEndianInteger
        guard let number = Int(exactly: value) else {
            throw FormatError("\(name) at byte \(offset - count): expected a number below 2^63, found \(value)")
        }
        return number
    }

    /// Reads a number of bytes.
    package mutating func bytes(_ count: Int) throws(FormatError) -> ArraySlice<UInt8> {
        guard count <= left else {
            throw FormatError("\(name) at byte \(offset): expected \(count) more bytes, found \(left)")
        }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// Reads a code of four characters.
    package mutating func code() throws(FormatError) -> String { ISOBox.name(try bytes(4)) }

    /// Reads a text and the NUL after it. A text that ends with its box needs none.
    package mutating func text() -> String {
        let text = bytes[offset..<end].prefix { $0 != 0 }
        offset = min(end, text.endIndex + 1)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the version and the flags of a full box (ISO/IEC 14496-12, section 4.2).
    package mutating func versionAndFlags() throws(FormatError) -> (version: Int, flags: Int) {
        (try integer(1), try integer(3))
    }
}
