/// The binary format of messages. Like JSON, it names its fields, but it needs no text parser.
///
/// A message is one value, with nothing after it. A value is a byte with its kind (``Kind``), followed by its content:
///
/// | kind | content |
/// |---|---|
/// | `none`, `no`, `yes` | nothing |
/// | `signed`, `unsigned` | the integer in 8 bytes, two's complement; `unsigned` if it is more than `Int64.max` |
/// | `real` | a binary64 in 8 bytes; finite, except among the properties of an `InspectedFile` |
/// | `text` | a length, and that many bytes of UTF-8 |
/// | `bytes` | a length, and that many bytes: an `[UInt8]` |
/// | `list` | the length of the values in 4 bytes, and the values, one after the other |
/// | `fields` | the length of the fields in 4 bytes, and the fields; a field is the length of its name, its name and a
/// value |
///
/// Except where the table says 4 bytes, a length is one byte; 255 means that the length is in the next 4 bytes. Numbers
/// of several bytes are little-endian. Lists and fields can be nested ``maximumDepth`` deep.
///
/// The end of each value is known from its head, so a reader can skip values. Each value takes at least one byte, so
/// the size of the input bounds the work. Both sides are built together, so the only version is the mark of
/// ``Channel``.
enum MessageFormat {
    /// How deeply lists and fields can be nested, which bounds a reader's stack.
    static let maximumDepth = 512
    /// The length byte that means that the length is in the next 4 bytes.
    static let longLength: UInt8 = 255

    /// The kind of a value.
    enum Kind: UInt8, Sendable {
        case none, no, yes, signed, unsigned, real, text, bytes, list, fields
    }
}
