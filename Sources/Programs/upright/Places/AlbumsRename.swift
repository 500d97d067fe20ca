internal import UprightAlbums
internal import ArgumentParser

/// `upright albums rename`.
struct AlbumsRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Names an album; without a title it gets its own name back.")

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album's id, or its title where only one has it.")
    var album: String

    @Argument(help: "The new title.")
    var title: String?

    func validate() throws {
        if title?.isEmpty == true { throw ValidationError("The title is empty: leave it out to undo a renaming.") }
    }

    func run() async throws {
        try await options.with { library in
            let id = try library.album(album).id
            try library.rename(id, to: title)
            Console.shared.print(try library.album(id).line)
        }
    }
}
