public import UprightFormats

extension MetadataEdit {
    /// Returns the edit that sets a named item to values given as text; several values make a list. Empty texts are
    /// left out; if all texts are empty, the item is removed.
    ///
    /// - Parameter handlers: the encoders of tags that have a special byte format.
    public static func set(
        _ name: String, to texts: [String], handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        try set(try MetadataName(name, handlers: handlers), called: name, to: texts, handlers: handlers)
    }

    package static func set(
        _ item: MetadataName, called name: String, to texts: [String], handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        let texts = texts.filter { !$0.isEmpty }
        if texts.isEmpty { return try remove(item) }
        switch item {
        case .exif(let tag):
            return try exif(tag, .string(texts.joined(separator: " ")), handlers: handlers)
        case .iptc(let definition): return try iptc(definition, texts)
        case .xmp(let name):
            if let suggestion = TagNames.correction(of: name) { throw .misspelt("XMP:\(name.qualified)", suggestion) }
            for text in texts { try XMPValueChecker.check(text, for: name) }
            return xmp(name, texts)
        case .text(let text):
            guard !texts.contains(where: { $0.utf8.contains(0) }) else { throw .textEnd(name) }
            return MetadataEdit(.setTexts(text, texts))
        case .directory, .packet: throw .name(name)
        }
    }

    /// Returns the edits that remove a named item everywhere; for a position, this includes the copies in XMP.
    public static func removals(_ name: String) throws(MetadataValueError) -> [MetadataEdit] {
        try removals(try MetadataName(name))
    }

    package static func removals(_ item: MetadataName) throws(MetadataValueError) -> [MetadataEdit] {
        switch item {
        case .directory(.gps): return removalsOfPosition
        case .exif(let tag) where tag.group == .gps:
            return [try remove(item), MetadataEdit(.removeXMP(XMPName(.exif, tag.name)), when: .wherePresent)]
        default: return [try remove(item)]
        }
    }

    /// The edits that remove a position from every carrier of a file.
    public static let removalsOfPosition = [MetadataEdit(.strip(.positions))]

    /// Returns the edit that strips a file.
    public static func strip(_ strip: MetadataStrip) -> MetadataEdit { MetadataEdit(.strip(strip)) }

    /// Returns the edit that removes a named item.
    public static func remove(
        _ name: String, handlers: TagHandlers = .standard
    ) throws(MetadataValueError) -> MetadataEdit {
        try remove(try MetadataName(name, handlers: handlers))
    }

    private static func remove(_ item: MetadataName) throws(MetadataValueError) -> MetadataEdit {
        switch item {
        case .exif(let tag): return try removeExif(tag)
        case .directory(let group): return MetadataEdit(.removeDirectory(group))
        case .iptc(let definition):
            return MetadataEdit(.removeIPTC(record: definition.record, number: definition.number))
        case .xmp(let name): return MetadataEdit(.removeXMP(name))
        case .packet: return MetadataEdit(.removeXMPPacket)
        case .text(let text): return MetadataEdit(.setTexts(text, []))
        }
    }

    /// Returns the edit that moves a named item to another name of the same kind.
    public static func rename(_ name: String, to new: String) throws(MetadataValueError) -> MetadataEdit {
        try rename(try MetadataName(name), to: try MetadataName(new), called: (name, new))
    }

    package static func rename(
        _ item: MetadataName, to new: MetadataName, called names: (String, String)
    ) throws(MetadataValueError) -> MetadataEdit {
        switch (item, new) {
        case (.exif(let tag), .exif(let other)):
            return try renameExif(tag, to: other)
        case (.iptc(let one), .iptc(let other)):
            return MetadataEdit(
                .renameIPTC(
                    record: one.record, number: one.number, toRecord: other.record, toNumber: other.number))
        case (.xmp(let one), .xmp(let other)): return MetadataEdit(.renameXMP(one, to: other))
        default: throw .kinds(names.0, names.1)
        }
    }
}
