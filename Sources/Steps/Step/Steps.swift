package import UprightAlbums
package import UprightFiles

extension [any Step] {
    /// How positions are named, according to the first step that says so; otherwise by the built-in gazetteer.
    package var naming: PlaceNaming { lazy.compactMap(\.naming).first ?? PlaceNaming() }

    /// Where one lives, for the trips in albums.
    package var homes: [Home] { flatMap(\.homes) }

    /// The folder for albums on disk; nil if no step keeps one.
    ///
    /// - Parameter pictures: the folders that the albums' pictures are in.
    package func albumFolder(of pictures: PictureFolders) -> AlbumFolder? {
        lazy.compactMap { $0.albumFolder(of: pictures) }.first
    }
}
