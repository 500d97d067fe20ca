/// How a message is written: what it says by names, as JSON would, in a form that is read without a parser for text.
///
/// A message is one value, with nothing after it. A value is a byte that tells its kind (``Kind``) and a content:
///
/// | kind | content |
/// |---|---|
/// | `none`, `no`, `yes` | nothing |
/// | `signed`, `unsigned` | the integer in 8 bytes, two's complement; `unsigned` where it is more than `Int64.max` |
/// | `real` | a finite binary64 in 8 bytes |
/// | `text` | a length, and that many bytes of UTF-8 |
/// | `bytes` | a length, and that many bytes: an `[UInt8]` |
/// | `list` | the length of the values in 4 bytes, and the values, one after the other |
/// | `fields` | the length of the fields in 4 bytes, and the fields; a field is the length of its name, its name and a value |
///
/// Where no 4 bytes are said, a length is one byte; 255 says that the length is in the next 4 bytes. Numbers of several bytes
/// are little-endian. Lists and fields may be nested ``mostDepth`` deep.
///
/// Each value tells where it ends, so that a reader passes over what it does not look for, and each takes a byte at least,
/// so that what is read is bounded by what came. Both sides are built together: there are no versions, except the mark of
/// ``Channel``.
enum MessageFormat {
    /// How deeply lists and fields may be nested; a reader's stack is bounded by it.
    static let mostDepth = 512
    /// The byte in place of a length that says that 4 bytes with the length follow.
    static let longLength: UInt8 = 255

    /// What a value is.
    enum Kind: UInt8, Sendable {
        case none, no, yes, signed, unsigned, real, text, bytes, list, fields
    }
}
