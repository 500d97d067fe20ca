/// What an inspection reads besides the properties of a file.
public struct InspectionScope: Sendable, Hashable, Codable {
    /// Whether to list the file's parts, with their digests.
    public var structure: Bool
    /// Whether to list each Exif tag with its number, type, count and exact value.
    public var tags: Bool
    /// Whether to list what the file would give away if it were published.
    public var privacy: Bool

    /// Creates a scope.
    public init(structure: Bool = false, tags: Bool = false, privacy: Bool = false) {
        self.structure = structure
        self.tags = tags
        self.privacy = privacy
    }
}
