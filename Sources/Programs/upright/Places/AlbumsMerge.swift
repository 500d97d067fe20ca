internal import UprightAlbums
internal import ArgumentParser

/// `upright albums merge`.
struct AlbumsMerge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merges an album into another one, with its present and future pictures.",
        discussion: """
            Examples:
              upright albums merge Altstadt Munich
              upright albums merge Altstadt Munich --json
            """)

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album to merge, by its id or title.")
    var album: String

    @Argument(help: "The album that receives its pictures, by its id or title.")
    var into: String?

    @Flag(help: "Undo the merge of the album.")
    var undo = false

    func validate() throws {
        guard (into == nil) == undo else {
            throw ValidationError("Give the album to merge into, or --undo.")
        }
    }

    func run() async throws {
        try await options.with { library, _ in
            let id = try library.album(album).id
            if let into {
                let target = try library.album(into).id
                try library.merge(id, into: target)
                try options.show(library.album(target), of: library)
            } else {
                try library.separate(id)
                try options.show(library.album(id), of: library)
            }
        }
    }
}
