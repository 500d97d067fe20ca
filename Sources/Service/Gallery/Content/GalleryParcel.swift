/// One album to give away: a folder of pages and copies that opens from a stick, without a server and without the gallery.
package struct GalleryParcel: Sendable, Hashable {
    /// The album's id.
    package var album: String
    /// Whether the copies have no positions. Names of places stay.
    package var isWithoutPositions: Bool

    /// Whether it has a contact sheet.
    package var hasSheet: Bool

    package init(album: String, isWithoutPositions: Bool = false, hasSheet: Bool = false) {
        self.album = album
        self.hasSheet = hasSheet
        self.isWithoutPositions = isWithoutPositions
    }
}
