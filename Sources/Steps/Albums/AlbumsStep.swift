package import UprightConfiguration
package import UprightAlbums
package import UprightFiles
internal import UprightFormats

/// The `albums` step: groups delivered pictures by place, day and trip.
package struct AlbumsStep: Step, Hashable {
    /// `albums`.
    package static let name = "albums"
    /// After the steps that change pictures.
    package static let order = 900
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case folder, links
        case homes = "home"
    }

    /// The folder for albums on disk (`folder`); nil for none.
    package var folder: String?
    /// The kind of link to a picture in an album's folder (`links`).
    package var links = AlbumFolder.LinkKind.automatic

    /// Where one lives (`home`); elsewhere the pictures say so.
    package var homes: [Home] = []

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
        homes = section.sections("home", keys: ["at", "from", "to"]).compactMap { Self.home($0) }
    }

    private static func home(_ entry: ConfigurationSection) -> Home? {
        let at = entry.text("at") ?? ""
        guard let position = Position(at) else {
            entry.report("at", expected: Position.expected(insteadOf: at), found: at.isEmpty ? "nothing" : at)
            return nil
        }
        func days(_ key: String) -> ClosedRange<Int>? {
            guard let text = entry.text(key) else { return nil }
            let days = Home.days(of: text)
            if days == nil {
                entry.report(key, expected: "a date, such as 2015, 2015-03 or 2015-03-14", found: "\"\(text)\"")
            }
            return days
        }
        return Home(position: position, from: days("from")?.lowerBound, to: days("to")?.upperBound)
    }
}
