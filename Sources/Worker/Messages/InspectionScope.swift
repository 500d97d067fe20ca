/// What an inspection reads besides the properties of a file.
package struct InspectionScope: Sendable, Hashable, Codable {
    /// Whether to list the file's parts, with their digests.
    package var structure: Bool
    /// Whether to list each Exif tag with its number, type, count and exact value.
    package var tags: Bool
    /// Whether to list what the file would give away if it were published.
    package var privacy: Bool
    /// The names of the only values to read (``TagQuery``); nil for everything.
    package var names: [String]?
    /// The XMP namespaces whose prefixes the names use, besides the usual ones.
    package var namespaces: [XMPNamespaceDeclaration] = []
    /// Whether to make the picture's digest.
    package var digest = false

    package init(structure: Bool = false, tags: Bool = false, privacy: Bool = false) {
        self.structure = structure
        self.tags = tags
        self.privacy = privacy
    }
}
