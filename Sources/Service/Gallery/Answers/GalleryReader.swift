/// Who reads a page: in which language, and whether with the details that only operators need.
package struct GalleryReader: Sendable {
    /// The gallery's own words.
    package var words: GalleryWords
    /// Whether pages show failures, paths, sources and all metadata.
    package var isTechnical: Bool

    package init(words: GalleryWords = .english, isTechnical: Bool = false) {
        self.words = words
        self.isTechnical = isTechnical
    }

    /// The name of the cookie that switches the technical view on.
    static let cookie = "upright-technical"
}
