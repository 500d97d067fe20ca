internal import UprightMetadata

/// One Exif tag of a file, exactly: directory, number, type, count and every bit of its value.
public struct InspectedTag: Sendable, Hashable {
    private let entry: ExifEntry

    init(_ entry: ExifEntry) { self.entry = entry }

    /// The directory, `ExifIFD`.
    public var directory: String { entry.tag.group.rawValue }
    /// The number in hexadecimal, `0x829A`.
    public var hexadecimalNumber: String { entry.tag.hexadecimalNumber }
    /// The name in the standard, or the number if it has none.
    public var name: String { entry.tag.name }
    /// The type's name, `RATIONAL`.
    public var typeName: String { entry.value.type.name }
    /// The number of units of the type.
    public var count: Int { entry.value.count }

    /// The units: fractions as their two numbers, text as text, bytes as data.
    private var units: PropertyValue {
        switch entry.value {
        case .rational(let units): .array(units.map { .string($0.description) })
        case .signedRational(let units): .array(units.map { .string($0.description) })
        case .float(let units): .array(units.map { .real(Double($0)) })
        case .double(let units): .array(units.map { .real($0) })
        case .ascii(let bytes), .utf8(let bytes):
            // All of the text, including the NULs that separate or follow its parts.
            .string(TextEncoding.lenient(bytes))
        case .undefined(let bytes): .data(bytes)
        default: .array((entry.value.integers ?? []).map { .integer($0) })
        }
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

    /// The tag as a JSON object.
    var value: PropertyValue {
        [
            "directory": .string(directory), "number": .integer(Int(entry.tag.number)), "name": .string(name),
            "type": .string(typeName), "count": .integer(count), "offset": .integer(entry.range.lowerBound),
            "value": units,
        ]
    }
}
