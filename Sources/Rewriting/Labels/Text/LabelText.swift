/// The bytes of a file of labels, and what is replaced in them. Every other byte stays.
struct LabelText {
    let bytes: [UInt8]
    private var edits: [(range: Range<Int>, text: String)] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Replaces a part.
    mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, text)) }

    /// A part as text, for reading and for messages.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The file with all replacements.
    var edited: [UInt8] {
        guard !edits.isEmpty else { return bytes }
        var made: [UInt8] = []
        made.reserveCapacity(bytes.count)
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            made += bytes[position..<edit.range.lowerBound]
            made += edit.text.utf8
            position = edit.range.upperBound
        }
        return made + bytes[position...]
    }
}
