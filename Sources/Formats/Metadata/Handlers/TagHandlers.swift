/// The handlers of tags, which applications can extend.
public struct TagHandlers: Sendable {
    private var handlers: [TagID: any TagHandler]
    /// The definitions that an application added.
    private var definitions: [TagID: TagDefinition] = [:]
    private var makerTags: [String: [MakerTag]] = [:]

    /// A tag that an application defined for a maker's notes.
    private struct MakerTag {
        let definition: TagDefinition
        let handler: (any TagHandler)?
    }

    /// The readers of maker notes, in the order in which they are tried.
    public private(set) var makerNotes: [any MakerNoteReader]

    /// Creates a set without handlers: values of type UNDEFINED are data.
    public init() {
        handlers = [:]
        makerNotes = []
    }

    /// The handlers of the tags that Exif 3.0 defines, of Windows' text tags, and of the supported maker notes.
    public static let standard: TagHandlers = {
        var all = TagHandlers()
        for tag in [TIFFTag.exifVersion, .flashpixVersion] { all.register(VersionHandler(), for: TagID(.exif, tag)) }
        all.register(VersionHandler(), for: TagID(.interoperability, .interoperabilityVersion))
        all.register(CharacterCodeHandler(), for: TagID(.exif, .userComment))
        for tag in [TIFFTag.gpsProcessingMethod, .gpsAreaInformation] {
            all.register(CharacterCodeHandler(), for: TagID(.gps, tag))
        }
        all.register(ByteListHandler(), for: TagID(.exif, .componentsConfiguration))
        for tag in [TIFFTag.fileSource, .sceneType] { all.register(ByteCodeHandler(), for: TagID(.exif, tag)) }
        all.register(CFAPatternHandler(), for: TagID(.exif, .cfaPattern))
        all.register(LensSpecificationHandler(), for: TagID(.exif, .lensSpecification))
        for tag in [TIFFTag.oecf, .spatialFrequencyResponse] {
            all.register(ResponseTableHandler(), for: TagID(.exif, tag))
        }
        all.register(DeviceSettingHandler(), for: TagID(.exif, .deviceSettingDescription))
        all.register(SourceExposureTimesHandler(), for: TagID(.exif, .sourceExposureTimesOfCompositeImage))
        all.register(TimeStampHandler(), for: TagID(.gps, .gpsTimeStamp))
        for tag: UInt16 in 0x9C9B...0x9C9F { all.register(WindowsTextHandler(), for: TagID(.primary, tag)) }
        for group in [TagGroup.primary, .thumbnail] { all.register(CopyrightHandler(), for: TagID(group, .copyright)) }
        all.register(DirectoryMakerNote())
        all.register(GoogleMakerNote())
        all.register(DJIMakerNote())
        all.register(AppleMakerNote())
        return all
    }()

    /// Registers a handler for a tag, replacing any earlier one.
    public mutating func register(_ handler: any TagHandler, for tag: TagID) { handlers[tag] = handler }

    /// Adds a reader of maker notes, which is tried before the existing ones.
    public mutating func register(_ reader: any MakerNoteReader) { makerNotes.insert(reader, at: 0) }

    /// Adds a tag of an Exif directory: it then has its name in ``ExifProperties``, in dictionaries and in edits.
    ///
    /// A definition of the application counts before the standard's.
    ///
    /// - Parameter handler: decodes and encodes the tag's bytes; nil to go by its types.
    public mutating func register(
        _ definition: TagDefinition, in group: TagGroup, handler: (any TagHandler)? = nil
    ) {
        let tag = TagID(group, definition.number)
        definitions[tag] = definition
        if let handler { handlers[tag] = handler }
    }

    /// Adds a tag of a maker's notes: it then has its key in the maker's dictionary, in place of the number or of
    /// the name in upright's tables.
    ///
    /// - Parameters:
    ///   - maker: the dictionary of the notes: `{MakerCanon}`.
    ///   - handler: decodes the tag's bytes; nil to go by its type.
    public mutating func register(
        _ definition: TagDefinition, inNotesOf maker: String, handler: (any TagHandler)? = nil
    ) {
        makerTags[maker, default: []].removeAll { $0.definition.number == definition.number }
        makerTags[maker, default: []].append(MakerTag(definition: definition, handler: handler))
    }

    /// Returns the definition of a tag: an application's, or the standard's; nil if there is none.
    public func definition(of tag: TagID) -> TagDefinition? { definitions[tag] ?? tag.definition }

    /// Returns the tag with a name, as ``TagTable/tag(named:in:)`` does, an application's tags first.
    public func tag(named name: String, in groups: [TagGroup]) -> TagID? {
        definitions.first { groups.contains($0.key.group) && $0.value.isNamed(name) }?.key
            ?? TagTable.tag(named: name, in: groups)
    }

    /// The key of a tag in its dictionary; nil if it has no name.
    func key(of tag: TagID) -> String? {
        definitions[tag]?.key ?? TagTable.known(tag).definition?.key
    }

    /// Returns the tag of a maker's notes with a name; nil if the application defined none.
    package func makerTag(named name: String, in maker: String) -> TagDefinition? {
        makerTags[maker]?.first { $0.definition.isNamed(name) }?.definition
    }

    /// Returns the handler of a tag of a maker's notes.
    package func makerHandler(_ number: UInt16, in maker: String) -> (any TagHandler)? {
        makerTags[maker]?.first { $0.definition.number == number }?.handler
    }

    /// Names the values of a note that an application defined.
    func naming(_ note: MakerNote, byteOrder: TIFFByteOrder) -> MakerNote {
        guard let tags = makerTags[note.key] else { return note }
        var note = note
        for tag in tags {
            guard let value = note.values[tag.definition.number] else { continue }
            let context = TagContext(
                tag: TagID(.exif, tag.definition.number), type: value.type, byteOrder: note.byteOrder ?? byteOrder)
            let handled =
                tag.handler.flatMap { handler in
                    handler.supportedTypes.contains(value.type)
                        ? try? handler.decode(value.encoded(order: context.byteOrder)[...], in: context) : nil
                }
            note.properties[String(tag.definition.number)] = nil
            note.properties[tag.definition.key] = handled ?? value.property()
        }
        return note
    }

    /// The handler of a tag; nil if there is none.
    public subscript(tag: TagID) -> (any TagHandler)? { handlers[tag] }

    /// Returns the value of a tag as a property: by its handler if there is one, otherwise by its type.
    ///
    /// If the handler throws, the result is the value by its type, so that no readable value is lost;
    /// ``handled(_:in:)`` throws the reason.
    public func property(_ value: MetadataValue, in context: TagContext) -> PropertyValue {
        if let handled = try? handled(value, in: context) { return handled }
        // Only of a single number does the definition say whether it is a list.
        guard value.count == 1, let definition = definitions[context.tag] ?? TagTable.known(context.tag).definition
        else { return value.property() }
        return value.property(isList: definition.count != .exactly(1) && definition.count != .any)
    }

    /// Returns the value of a tag by its handler; nil if the tag has no handler for the value's type.
    public func handled(_ value: MetadataValue, in context: TagContext) throws(MetadataValueError) -> PropertyValue? {
        let known = TagTable.known(context.tag)
        guard let handler = handlers[context.tag] ?? (known == context.tag ? nil : handlers[known]),
            handler.supportedTypes.contains(value.type)
        else { return nil }
        let bytes = value.encoded(order: context.byteOrder)
        return try handler.decode(bytes[...], in: context)
    }
}

extension MetadataValue {
    /// Returns the value as a property by its type alone: text, a number, an array of numbers, or data.
    ///
    /// - Parameter isList: whether a single number becomes an array.
    package func property(isList: Bool = false) -> PropertyValue {
        func list(_ values: [PropertyValue]) -> PropertyValue {
            if values.count == 1, !isList, let value = values.first { return value }
            return .array(values)
        }
        switch self {
        case .ascii, .utf8: return .string(text ?? "")
        case .undefined(let bytes): return .data(bytes)
        default:
            if let integers { return list(integers.map { .integer($0) }) }
            return list((numbers ?? []).map { .real($0) })
        }
    }
}
