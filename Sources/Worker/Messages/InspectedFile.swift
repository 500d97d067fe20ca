package import UprightFormats
package import UprightRewriting
package import UprightBase

/// The contents of one file, as a worker reads them.
package struct InspectedFile: Sendable, Hashable, Codable {
    /// The type of the content.
    package var type = ImageType.unknown
    /// Every metadata dictionary; empty if nothing of the file can be read.
    package var properties: [String: PropertyValue] {
        get { dictionaries.value.dictionary ?? [:] }
        set { dictionaries = .made(.dictionary(newValue)) }
    }
    private var dictionaries = ReadProperty.made([:])
    /// The position in the file's metadata.
    package var coordinate: GPSCoordinate?
    /// The parts of the file; nil unless requested.
    package var structure: FileStructure?
    /// Every Exif tag of the file, exactly; empty unless requested.
    package var tags: [InspectedTag] = []
    /// The values that the scope names and the file has, by name; nil if the scope names none.
    package var values: [String: PropertyValue]?
    /// The digest of the picture; nil unless requested, or if the picture has none.
    package var digest: String?
    /// What the file would give away if it were published; nil unless requested.
    package var privateItems: [Change]?
    /// The damaged parts of the file that could not be read.
    package var warnings: [String] = []
    /// Why the file, or the picture in it, cannot be read; nil if it can. Metadata that can be read is present regardless.
    package var reason: String?

    /// Creates the contents of a file of which nothing was read.
    package init(reason: String? = nil) { self.reason = reason }

    /// Writes ``properties`` as a JSON object.
    package func writeProperties(to text: inout JSONText) { dictionaries.write(to: &text) }
}

/// A property that was made here, or that a message has.
private enum ReadProperty: Sendable {
    case made(PropertyValue)
    case encoded(EncodedProperty)

    var value: PropertyValue {
        switch self {
        case .made(let value): value
        case .encoded(let property): property.value
        }
    }

    func write(to text: inout JSONText) {
        switch self {
        case .made(let value): value.write(to: &text)
        case .encoded(let property): property.write(to: &text)
        }
    }
}

extension ReadProperty: Codable {
    init(from decoder: any Decoder) throws {
        self =
            if let decoder = decoder as? MessageDecoder {
                .encoded(try EncodedProperty(decoder.value))
            } else {
                .made(try PropertyValue(from: decoder))
            }
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension ReadProperty: Hashable {
    static func == (a: ReadProperty, b: ReadProperty) -> Bool { a.value == b.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
