internal import UprightDigests
public import UprightFiles
public import UprightContainers
public import UprightMetadata
internal import UprightRewriting

/// The contents of one file, for `upright inspect`.
public struct Inspection: Sendable {
    /// The file.
    public let source: RawPath
    /// The type of the content.
    public let type: ImageType
    /// Every metadata dictionary; empty if nothing of the file can be read.
    public let properties: [String: PropertyValue]
    /// The position in the file's metadata.
    public let coordinate: GPSCoordinate?
    /// The parts of the file; empty unless requested.
    public let parts: [FilePart]
    /// Every Exif tag of the file, exactly; empty unless requested.
    public let tags: [InspectedTag]
    /// The damaged parts of the file that could not be read.
    public let warnings: [String]
    /// Why the file, or the picture in it, cannot be read; nil if it can. Metadata that can be read is present regardless.
    public let reason: String?

    /// Whether the file could be read.
    public var isReadable: Bool { reason == nil }

    /// The largest file to read, in bytes.
    private static let sizeLimit = 512 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - structure: Whether to list its parts, with their digests.
    ///   - tags: Whether to list each Exif tag with its number, type, count and exact value.
    public init(reading source: RawPath, structure: Bool = false, tags: Bool = false) {
        self.source = source
        var type = ImageType.unknown
        var parts: [FilePart] = []
        do {
            let folder = try OpenFolder(source.parent.isEmpty ? (source.isAbsolute ? "/" : ".") : source.parent)
            let bytes = try folder.file(RawPath(bytes: source.name)).readAll(limit: Self.sizeLimit)
            type = ImageType.identify(bytes)
            if structure { parts = FilePart.all(of: bytes, type: type) }
            let read = try ImageProperties(reading: bytes)
            properties = read.dictionary
            coordinate = read.gps?.coordinate
            warnings = read.warnings
            reason = read.pictureError.map { "\($0)" }
            self.tags = tags ? read.exif.entries.map { InspectedTag($0) } : []
        } catch {
            properties = [:]
            coordinate = nil
            warnings = []
            self.tags = []
            reason = "\(error)"
        }
        self.type = type
        self.parts = parts
    }

    /// The inspection as one JSON object. `coordinate` and `reason` are present if the file has them, `structure` and `tags`
    /// if they were requested.
    public var json: String {
        var object: [String: PropertyValue] = [
            "source": .string(source.exact), "type": .string(type.rawValue),
            "properties": .dictionary(properties), "warnings": .array(warnings.map { .string($0) }),
        ]
        if let reason { object["reason"] = .string(reason) }
        if let coordinate {
            object["coordinate"] = [
                "latitude": .real(coordinate.latitude), "longitude": .real(coordinate.longitude),
            ]
        }
        if !tags.isEmpty { object["tags"] = .array(tags.map(\.value)) }
        if !parts.isEmpty { object["structure"] = .array(parts.map(\.value)) }
        return PropertyValue.dictionary(object).json
    }
}
