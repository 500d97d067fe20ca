internal import UprightAlbums
internal import ArgumentParser

/// `upright albums rename`.
struct AlbumsRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Renames an album; without a title, restores its original name.",
        discussion: """
            Examples:
              upright albums rename Munich "Our town"
              upright albums rename "Our town"
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title if no other album has the same.")
    var album: String

    @Argument(help: "The new title.")
    var title: String?

    func validate() throws {
        if title?.isEmpty == true { throw ValidationError("The title is empty: omit it to restore the original name.") }
    }

    func run() async throws {
        try await options.with { library, _ in
            let id = try library.album(album).id
            try library.rename(id, to: title)
            try options.show(library.album(id), of: library)
        }
    }
}
