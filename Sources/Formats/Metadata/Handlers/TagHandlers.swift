/// The handlers of tags, which applications can extend.
public struct TagHandlers: Sendable {
    private var handlers: [TagID: any TagHandler]
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
        all.register(AppleMakerNote())
        return all
    }()

    /// Registers a handler for a tag, replacing any earlier one.
    public mutating func register(_ handler: any TagHandler, for tag: TagID) { handlers[tag] = handler }

    /// Adds a reader of maker notes, which is tried before the existing ones.
    public mutating func register(_ reader: any MakerNoteReader) { makerNotes.insert(reader, at: 0) }

    /// The handler of a tag; nil if there is none.
    public subscript(tag: TagID) -> (any TagHandler)? { handlers[tag] }

    /// Returns the value of a tag as a property: by its handler if there is one, otherwise by its type.
    ///
    /// If the handler throws, the result is the value by its type, so that no readable value is lost;
    /// ``handled(_:in:)`` throws the reason.
    public func property(_ value: MetadataValue, in context: TagContext) -> PropertyValue {
        if let handled = try? handled(value, in: context) { return handled }
        return value.property(
            isList: TagTable.known(context.tag).definition.map { $0.count != .exactly(1) && $0.count != .any } ?? false)
    }

    /// Returns the value of a tag by its handler; nil if the tag has no handler for the value's type.
    public func handled(_ value: MetadataValue, in context: TagContext) throws(TagError) -> PropertyValue? {
        guard let handler = handlers[context.tag] ?? handlers[TagTable.known(context.tag)],
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
