package import UprightFormats
package import UprightRewriting
package import UprightFiles
private import UprightBase
package import UprightWorker

/// The contents of one file, for `upright inspect`.
package struct Inspection: Sendable {
    package let source: RawPath
    private let file: InspectedFile
    private let scope: InspectionScope

    /// Whether a worker has read the file; if not, there is nothing to show but the reason.
    package let wasRead: Bool

    init(_ source: RawPath, _ file: InspectedFile, _ scope: InspectionScope, wasRead: Bool = true) {
        self.wasRead = wasRead
        self.source = source
        self.file = file
        self.scope = scope
    }

    /// The type of the content.
    package var type: ImageType { file.type }
    /// Every metadata dictionary; empty if nothing of the file can be read.
    package var properties: [String: PropertyValue] { file.properties }
    /// The position in the file's metadata.
    package var coordinate: GPSCoordinate? { file.coordinate }
    /// The parts of the file; nil unless requested.
    package var structure: FileStructure? { file.structure }
    /// Every Exif tag of the file, exactly; empty unless requested.
    package var tags: [InspectedTag] { file.tags }
    /// The values that the scope names and the file has, by name; nil if the scope names none.
    package var values: [String: PropertyValue]? { file.values }
    /// The digest of the picture; nil unless requested, or if it has none.
    package var digest: String? { file.digest }
    /// What the file would give away if it were published, as the removals of the profile `private`; nil unless requested.
    package var privateItems: [Change]? { file.privateItems }
    /// The damaged parts of the file that could not be read.
    package var warnings: [String] { file.warnings }
    /// Why the file, or the picture in it, cannot be read; nil if it can. Metadata that can be read is present regardless.
    package var reason: String? { file.reason }

    /// Whether the file could be read.
    package var isReadable: Bool { reason == nil }

    /// The inspection as one JSON object. `structure`, `tags` and `private` are present if they were requested.
    package var json: String {
        var text = JSONText()
        // In the order of the names, as in all JSON.
        text.object { text in
            func write(_ name: String, _ value: PropertyValue?) {
                text.name(name)
                (value ?? .null).write(to: &text)
            }
            write("coordinate", coordinate.map { ["latitude": .real($0.latitude), "longitude": .real($0.longitude)] })
            if scope.digest { write("digest", digest.map { .string($0) }) }
            if scope.names == nil {
                if let privateItems {
                    write(
                        "private", .array(privateItems.map { ["what": .string($0.what), "value": .string($0.from)] }))
                }
                text.name("properties")
                file.writeProperties(to: &text)
            }
            write("reason", reason.map { .string($0) })
            write("source", .string(source.exact))
            if scope.names == nil {
                if scope.structure { write("structure", structure.map { .array($0.parts.map(\.json)) }) }
                if scope.tags { write("tags", .array(tags.map(\.json))) }
            }
            write("type", .string(type.rawValue))
            if let names = scope.names {
                let found = names.map { ($0, values?[$0] ?? .null) }
                write("values", .dictionary(Dictionary(found, uniquingKeysWith: { first, _ in first })))
            }
            write("warnings", .array(warnings.map { .string($0) }))
        }
        return text.string
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
    package var shortDigest: String { String(sha256.prefix(12)) }
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
    package var exactText: String {
        switch units {
        case .string(let text): String(text.prefix { $0 != "\0" })
        case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .array(let units): units.prefix(64).map { $0.string ?? $0.json }.joined(separator: " ")
        default: units.json
        }
    }
}
