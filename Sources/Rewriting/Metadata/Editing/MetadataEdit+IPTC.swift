public import UprightFormats

extension MetadataEdit {
    /// Sets an IPTC data set to texts, checked against the standard's format and lengths.
    public static func iptc(_ definition: IPTCDefinition, _ texts: [String]) throws(MetadataValueError) -> MetadataEdit
    {
        guard definition.format != .binary, definition.format != .number else {
            throw MetadataValueError(
                "IPTC:\(definition.name) takes no text, but a number or binary data, found text")
        }
        guard texts.count == 1 || definition.isRepeatable && !texts.isEmpty else {
            throw MetadataValueError("IPTC:\(definition.name) takes one value, found \(texts.count)")
        }
        for text in texts {
            let expected: String?
            switch definition.format {
            case .digits: expected = text.utf8.allSatisfy { (48...57).contains($0) } ? nil : "digits"
            case .date:
                let parts = [text.prefix(4), text.dropFirst(4).prefix(2), text.dropFirst(6)]
                expected =
                    ExifDateTime(parts.joined(separator: ":") + " 00:00:00") == nil ? "a date such as 20240517" : nil
            case .time:
                let bytes = Array(text.utf8)
                let digits = bytes.enumerated().allSatisfy { $0.offset == 6 || (48...57).contains($0.element) }
                expected =
                    bytes.count == 11 && digits && (bytes[6] == 0x2B || bytes[6] == 0x2D)
                    ? nil : "a time with a zone, such as 180309+0900"
            default: expected = nil
            }
            if let expected { throw MetadataValueError("IPTC:\(definition.name) takes \(expected), found \"\(text)\"") }
            guard definition.length.contains(text.utf8.count) else {
                let length = definition.length
                throw MetadataValueError(
                    "IPTC:\(definition.name) takes \(length.lowerBound) to \(length.upperBound) bytes of text, "
                        + "found \(text.utf8.count)")
            }
        }
        return MetadataEdit(.setIPTC(record: definition.record, number: definition.number, texts))
    }

    /// Returns a text truncated at a character boundary to the maximum length of a data set in bytes.
    static func cut(_ text: String, for definition: IPTCDefinition) -> String {
        var result = text
        while result.utf8.count > definition.length.upperBound { result.removeLast() }
        return result
    }
}
