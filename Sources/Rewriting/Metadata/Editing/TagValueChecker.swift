internal import UprightFormats

/// Converts users' values to the types of a tag, or throws an error that names the values that the tag takes.
struct TagValueChecker {
    let tag: TagID
    let handlers: TagHandlers

    init(_ tag: TagID, handlers: TagHandlers = .standard) {
        self.tag = tag
        self.handlers = handlers
    }

    /// Checks that a value has a type and a count that the tag's definition allows.
    func check(_ value: MetadataValue) throws(MetadataValueError) {
        guard let definition = handlers.definition(of: tag) else { return }
        if definition.editability == .structural { throw .notEditable(tag) }
        // ASCII tags hold non-ASCII text as UTF-8, as other writers do; type 129 is for Exif 3.0.
        guard definition.types.contains(value.type) || value.type == .utf8 && definition.types.contains(.ascii) else {
            throw .kind(
                tag: tag, expected: definition.types.map(\.name).joined(separator: " or "), found: value.type.name)
        }
        guard definition.count.allows(value.count) else {
            throw .count(tag: tag, expected: definition.count, found: value.count)
        }
    }

    /// Returns the edit that sets the tag to a value.
    func edit(_ value: PropertyValue) throws(MetadataValueError) -> MetadataEdit {
        if handlers.definition(of: tag)?.editability == .structural { throw .notEditable(tag) }
        if let handler = handlers[tag] { return try edit(value, by: handler) }
        guard let definition = handlers.definition(of: tag) else {
            throw .unknownTag("\(tag.group.rawValue):\(tag.hexadecimalNumber)")
        }
        let exact = try self.value(of: value, as: definition.types[0], definition)
        try checkMeaning(exact, definition)
        try check(exact)
        try checkRange(exact)
        return MetadataEdit(.setExif(tag, exact))
    }

    /// Returns the edit that sets the tag to a value encoded by a handler, for either byte order of the file.
    private func edit(_ value: PropertyValue, by handler: any TagHandler) throws(MetadataValueError) -> MetadataEdit {
        let type = handler.supportedTypes.first ?? .undefined
        if handler is CharacterCodeHandler {
            let context = TagContext(tag: tag, type: type, byteOrder: .bigEndian)
            _ = try Self.encoded(value, by: handler, in: context)
            return MetadataEdit(.setExifText(tag, value.string ?? ""))
        }
        func exact(_ order: TIFFByteOrder) throws(MetadataValueError) -> MetadataValue {
            let context = TagContext(tag: tag, type: type, byteOrder: order)
            let bytes = try Self.encoded(value, by: handler, in: context)
            guard let exact = MetadataValue(decoding: bytes, as: type, order: order) else {
                throw .kind(tag: tag, expected: type.name, found: value.json)
            }
            try check(exact)
            try checkRange(exact)
            return exact
        }
        let (big, little) = (try exact(.bigEndian), try exact(.littleEndian))
        return MetadataEdit(
            big == little ? .setExif(tag, big) : .setExifOrdered(tag, bigEndian: big, littleEndian: little))
    }

    /// Returns a value for a tag of a maker's notes, encoded by its handler or by the first type of its definition.
    func value(
        _ value: PropertyValue, _ definition: TagDefinition, _ handler: (any TagHandler)?, order: TIFFByteOrder
    ) throws(MetadataValueError) -> MetadataValue {
        guard let handler else {
            let exact = try self.value(of: value, as: definition.types[0], definition)
            try checkMeaning(exact, definition)
            return exact
        }
        let type = handler.supportedTypes.first ?? .undefined
        let context = TagContext(tag: tag, type: type, byteOrder: order)
        let bytes = try Self.encoded(value, by: handler, in: context)
        guard let exact = MetadataValue(decoding: bytes, as: type, order: order) else {
            throw .kind(tag: tag, expected: type.name, found: value.json)
        }
        return exact
    }

    /// Returns the value's bytes; if the handler takes no text, text is parsed as a list or a number.
    private static func encoded(
        _ value: PropertyValue, by handler: any TagHandler, in context: TagContext
    ) throws(MetadataValueError) -> [UInt8] {
        do throws(MetadataValueError) {
            return try handler.encode(value, in: context)
        } catch {
            let parsed = parsed(value)
            if parsed == value { throw error }
            return try handler.encode(parsed, in: context)
        }
    }

    /// Parses text that looks like a list or a number, for handlers that take those: `0 1 1 2`, `3`.
    private static func parsed(_ value: PropertyValue) -> PropertyValue {
        guard case .string(let text) = value else { return value }
        if let number = Int(text), text.utf8.count < 4 { return .integer(number) }
        let parts = text.split(separator: " ")
        let numbers = parts.compactMap { part in
            part == "undef" || part == "unknown" ? Double.nan : Double(part)
        }
        if parts.count > 1, numbers.count == parts.count {
            return .array(numbers.map { number in Int(exactly: number).map { .integer($0) } ?? .real(number) })
        }
        return value
    }

    private func value(
        of value: PropertyValue, as type: TIFFFieldType, _ definition: TagDefinition
    ) throws(MetadataValueError) -> MetadataValue {
        switch type {
        case .ascii:
            guard let text = value.string ?? value.number.map({ _ in value.json }) else {
                throw .kind(tag: tag, expected: "text", found: value.json)
            }
            guard !text.utf8.contains(0) else {
                throw .kind(tag: tag, expected: "text without NUL", found: "text with NUL")
            }
            return try checkedText(text, definition)
        case .undefined:
            guard case .data(let bytes) = value else { throw .kind(tag: tag, expected: "bytes", found: value.json) }
            return .undefined(bytes)
        default:
            return try numbers(value, type, definition)
        }
    }

    private func checkedText(_ text: String, _ definition: TagDefinition) throws(MetadataValueError) -> MetadataValue {
        switch (tag.group, TIFFTag(rawValue: tag.number)) {
        case (.primary, .dateTime), (.exif, .dateTimeOriginal), (.exif, .dateTimeDigitized):
            guard ExifDateTime(text) != nil, text.utf8.count == 19 else {
                throw .kind(tag: tag, expected: "a date and time such as 2024:05:17 18:03:09", found: "\"\(text)\"")
            }
        case (.exif, .offsetTime), (.exif, .offsetTimeOriginal), (.exif, .offsetTimeDigitized):
            guard ExifDateTime.minutes(ofOffset: text) != nil, text.utf8.count == 6 else {
                throw .kind(tag: tag, expected: "a time zone such as +09:00", found: "\"\(text)\"")
            }
        case (.gps, .gpsDateStamp):
            guard ExifDateTime("\(text) 00:00:00") != nil else {
                throw .kind(tag: tag, expected: "a date such as 2024:05:17", found: "\"\(text)\"")
            }
        default: break
        }
        return .text(text)
    }

    private func checkMeaning(_ value: MetadataValue, _ definition: TagDefinition) throws(MetadataValueError) {
        guard !definition.meanings.isEmpty else { return }
        let characters = (value.bytes ?? []).prefix { $0 != 0 }.map { Int($0) }
        let codes = value.integers ?? characters
        let isText = value.type == .ascii
        for code in codes where definition.meanings[code] == nil {
            let known = definition.meanings.keys.sorted().map { code in
                let shown = isText ? String(UnicodeScalar(UInt8(clamping: code))) : String(code)
                return "\(shown) (\(definition.meanings[code] ?? ""))"
            }
            throw .range(
                tag: tag, expected: known.joined(separator: ", "),
                found: isText ? String(UnicodeScalar(UInt8(clamping: code))) : String(code))
        }
    }
}
