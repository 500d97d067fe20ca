package import UprightContainers
package import UprightEditing
package import UprightMetadata
package import UprightRewriting

/// The contents of one file, as a worker reads them.
package struct InspectedFile: Sendable, Hashable, Codable {
    /// The type of the content.
    package var type = ImageType.unknown
    /// Every metadata dictionary; empty if nothing of the file can be read.
    package var properties: [String: PropertyValue] {
        get { dictionaries.dictionary ?? [:] }
        set { dictionaries = .dictionary(newValue) }
    }
    /// The same as one value, for which messages have a form.
    private var dictionaries = PropertyValue.dictionary([:])
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
}
