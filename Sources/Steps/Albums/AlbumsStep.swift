package import UprightConfiguration
package import UprightAlbums
package import UprightFiles

/// The `albums` step: groups delivered pictures by place, day and trip.
package struct AlbumsStep: Step, Hashable {
    /// `albums`.
    package static let name = "albums"
    /// After the steps that change pictures.
    package static let order = 900
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable { case folder, links }

    /// The folder for albums on disk (`folder`); nil for none.
    package var folder: String?
    /// The kind of link to a picture in an album's folder (`links`).
    package var links = AlbumFolder.LinkKind.automatic

    /// False: albums refer to outputs.
    package var affectsOutputs: Bool { false }

    /// True: the daemon does so, and `reprocess` without one.
    package var keepsAlbums: Bool { true }

    /// The folder for albums on disk.
    package func albumFolder(of pictures: PictureFolders) -> AlbumFolder? {
        folder.map { AlbumFolder(path: $0, links: links, pictures: pictures) }
    }

    /// Creates the defaults: albums in the database only.
    package init() {}

    /// Reads the settings from a section.
    package init(reading section: ConfigurationSection) {
        folder = section.path("folder")
        links = section.choice("links", default: links)
    }
}
