public import UprightContainers
public import UprightEditing
public import UprightMetadata
public import UprightRewriting

/// The contents of one file, as a worker reads them.
public struct InspectedFile: Sendable, Hashable, Codable {
    /// The type of the content.
    public var type = ImageType.unknown
    /// Every metadata dictionary; empty if nothing of the file can be read.
    public var properties: [String: PropertyValue] = [:]
    /// The position in the file's metadata.
    public var coordinate: GPSCoordinate?
    /// The parts of the file; nil unless requested.
    public var structure: FileStructure?
    /// Every Exif tag of the file, exactly; empty unless requested.
    public var tags: [InspectedTag] = []
    /// What the file would give away if it were published; nil unless requested.
    public var privateItems: [Change]?
    /// The damaged parts of the file that could not be read.
    public var warnings: [String] = []
    /// Why the file, or the picture in it, cannot be read; nil if it can. Metadata that can be read is present regardless.
    public var reason: String?

    /// Creates the contents of a file of which nothing was read.
    public init(reason: String? = nil) { self.reason = reason }
}
