package import UprightFormats

extension XMPPacket {
    /// Returns the edit that sets a simple field to another value.
    ///
    /// - Parameter keepsSpace: whether to keep the white space around an element's text, which is part of the value.
    /// - Returns: nil if the field has no simple value.
    package func edit(_ field: XMPField, to value: String, keepsSpace: Bool = true) -> XMPEdit? {
        guard let (range, isAttribute) = location(of: field) else { return nil }
        var trimmed = range
        if keepsSpace, !isAttribute, !text[range].contains(0x3C) {
            while let first = trimmed.first, XMPTagScanner.isSpace(text[first]) { trimmed.removeFirst() }
            while let last = trimmed.last, XMPTagScanner.isSpace(text[last]) { trimmed.removeLast() }
        }
        return XMPEdit(range: trimmed, text: XMPEdit.escaped(value))
    }

    /// Returns the packet's bytes with ranges of its text replaced; the packet's padding absorbs the difference in
    /// length.
    ///
    /// Edits must not overlap; if two do, the later one is left out.
    package func applying(_ edits: [XMPEdit]) -> [UInt8] {
        let ordered = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var position = 0
        var growth = 0
        let padding = self.padding
        for edit in ordered where edit.range.lowerBound >= position && edit.range.upperBound <= text.count {
            result += text[position..<edit.range.lowerBound]
            result += edit.text
            position = edit.range.upperBound
            growth += edit.text.count - edit.range.count
        }
        if let padding, padding.lowerBound >= position, growth != 0, padding.count > growth {
            // The line break before the padding stays, so that the padding keeps its layout.
            let start = padding.lowerBound + 1
            result += text[position..<start]
            if growth < 0 { result += [UInt8](repeating: 0x20, count: -growth) }
            position = start + max(growth, 0)
        }
        result += text[position...]
        return encoding.encoded(result)
    }

    /// The white space between the root element and the packet's end, if there is enough of it to be padding.
    private var padding: Range<Int>? {
        guard let root = elements.first?.range.upperBound else { return nil }
        var end = root
        while end < text.count, XMPTagScanner.isSpace(text[end]) { end += 1 }
        guard text[end...].starts(with: "<?xpacket".utf8), end - root >= 16 else { return nil }
        return root..<end
    }
}
