internal import UprightDigests
public import UprightFiles
public import UprightContainers
public import UprightMetadata

/// What one file holds, for people and scripts.
public struct Inspection: Sendable {
    /// The file.
    public let source: RawPath
    /// The type that the content has.
    public let type: ImageType
    /// Every metadata dictionary; empty where nothing of the file can be read.
    public let properties: [String: PropertyValue]
    /// The position that the file carries.
    public let coordinate: GPSCoordinate?
    /// The parts of the file; empty where they were not asked for.
    public let parts: [FilePart]
    /// Every Exif tag of the file, exactly; empty where tags were not asked for.
    public let tags: [InspectedTag]
    /// What could not be read within the file.
    public let warnings: [String]
    /// Why the file, or the picture in it, cannot be read; nil where it can. Metadata are there where they can be read.
    public let reason: String?

    /// Whether the file could be read.
    public var isReadable: Bool { reason == nil }

    /// The most bytes a file may have.
    private static let sizeLimit = 512 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - structure: whether its parts are listed, with their digests.
    ///   - tags: whether the Exif tags are listed one by one, with their numbers, types, counts and exact values.
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

    /// The inspection as one JSON object; `coordinate` and `reason` are there where the file
    /// gives them, `structure` and `tags` where they were asked for.
    public var json: String {
        var object: [String: PropertyValue] = [
            "source": .string(source.description), "type": .string(type.rawValue),
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
