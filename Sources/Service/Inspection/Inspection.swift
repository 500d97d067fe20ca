public import UprightContainers
public import UprightEditing
public import UprightFiles
public import UprightMetadata
public import UprightRewriting
public import UprightWorker

/// The contents of one file, for `upright inspect`.
public struct Inspection: Sendable {
    /// The file.
    public let source: RawPath
    private let file: InspectedFile
    private let scope: InspectionScope

    init(_ source: RawPath, _ file: InspectedFile, _ scope: InspectionScope) {
        self.source = source
        self.file = file
        self.scope = scope
    }

    /// The type of the content.
    public var type: ImageType { file.type }
    /// Every metadata dictionary; empty if nothing of the file can be read.
    public var properties: [String: PropertyValue] { file.properties }
    /// The position in the file's metadata.
    public var coordinate: GPSCoordinate? { file.coordinate }
    /// The parts of the file; nil unless requested.
    public var structure: FileStructure? { file.structure }
    /// Every Exif tag of the file, exactly; empty unless requested.
    public var tags: [InspectedTag] { file.tags }
    /// What the file would give away if it were published, as the removals of the profile `private`; nil unless requested.
    public var privateItems: [Change]? { file.privateItems }
    /// The damaged parts of the file that could not be read.
    public var warnings: [String] { file.warnings }
    /// Why the file, or the picture in it, cannot be read; nil if it can. Metadata that can be read is present regardless.
    public var reason: String? { file.reason }

    /// A number that JSON does not have is null.
    static let null = PropertyValue.real(.nan)

    /// Whether the file could be read.
    public var isReadable: Bool { reason == nil }

    /// The inspection as one JSON object. `structure`, `tags` and `private` are present if they were requested.
    public var json: String {
        var object: [String: PropertyValue] = [
            "source": .string(source.exact), "type": .string(type.rawValue),
            "properties": .dictionary(properties), "warnings": .array(warnings.map { .string($0) }),
        ]
        object["reason"] = reason.map { .string($0) } ?? Self.null
        object["coordinate"] =
            coordinate.map { ["latitude": .real($0.latitude), "longitude": .real($0.longitude)] } ?? Self.null
        if scope.tags { object["tags"] = .array(tags.map(\.json)) }
        if scope.structure { object["structure"] = structure.map { .array($0.parts.map(\.json)) } ?? Self.null }
        if let privateItems {
            object["private"] = .array(privateItems.map { ["what": .string($0.what), "value": .string($0.from)] })
        }
        return PropertyValue.dictionary(object).json
    }
}

extension FileStructure.Part {
    /// The part as a JSON object.
    fileprivate var json: PropertyValue {
        [
            "part": .string(name), "offset": .integer(offset), "length": .integer(length),
            "sha256": .string(sha256),
        ]
    }

    /// The first 12 hexadecimal digits of the digest.
    public var shortDigest: String { String(sha256.prefix(12)) }
}

extension InspectedTag {
    /// The tag as a JSON object.
    fileprivate var json: PropertyValue {
        [
            "directory": .string(directory), "number": .integer(number), "name": .string(name),
            "type": .string(typeName), "count": .integer(count), "offset": .integer(offset), "value": units,
        ]
    }

    /// The value on one line, exactly: `1/160`, `24/1 70/1 28/10 28/10`.
    public var exactText: String {
        switch units {
        case .string(let text): String(text.prefix { $0 != "\0" })
        case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .array(let units): units.prefix(64).map { $0.string ?? $0.json }.joined(separator: " ")
        default: units.json
        }
    }
}
