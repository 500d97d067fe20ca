/// The handlers by tag: what an application can add to.
public struct TagHandlers: Sendable {
    private var handlers: [TagID: any TagHandler]
    /// The readers of makers' notes, asked in this order.
    public private(set) var makerNotes: [any MakerNoteReader]

    /// No handlers: values of type UNDEFINED are data.
    public init() {
        handlers = [:]
        makerNotes = []
    }

    /// The handlers of the tags that Exif 3.0 defines, of Windows' text tags, and of the makers' notes that are known.
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
        all.register(AppleMakerNote())
        return all
    }()

    /// Puts a handler in charge of a tag, in place of any before it.
    public mutating func register(_ handler: any TagHandler, for tag: TagID) { handlers[tag] = handler }

    /// Adds a reader of makers' notes, asked before those that are there.
    public mutating func register(_ reader: any MakerNoteReader) { makerNotes.insert(reader, at: 0) }

    /// The handler in charge of a tag, if there is one.
    public subscript(tag: TagID) -> (any TagHandler)? { handlers[tag] }

    /// The value of a tag as a property: by its handler, else by its type.
    ///
    /// A handler's refusal gives the plain value, so that nothing that can be read is withheld; ``handled(_:in:)``
    /// tells the reason.
    public func property(_ value: MetadataValue, in context: TagContext) -> PropertyValue {
        if let handled = try? handled(value, in: context) { return handled }
        return value.property(
            isList: TagTable.known(context.tag).definition.map { $0.count != .exactly(1) && $0.count != .any } ?? false)
    }

    /// The value of a tag by its handler; nil where none is in charge of the tag in the type that the value has.
    public func handled(_ value: MetadataValue, in context: TagContext) throws(TagError) -> PropertyValue? {
        guard let handler = handlers[context.tag] ?? handlers[TagTable.known(context.tag)],
            handler.supportedTypes.contains(value.type)
        else { return nil }
        let bytes = value.encoded(order: context.byteOrder)
        return try handler.decode(bytes[...], in: context)
    }
}

extension MetadataValue {
    /// The value as a property, by its type alone: text, a number, an array of numbers, or data.
    ///
    /// - Parameter isList: whether a single number is an array of one.
    func property(isList: Bool = false) -> PropertyValue {
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
