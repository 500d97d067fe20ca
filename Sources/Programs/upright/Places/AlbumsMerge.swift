internal import UprightAlbums
internal import ArgumentParser

/// `upright albums merge`.
struct AlbumsMerge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Puts the pictures of an album into another one, now and as they come.")

    @OptionGroup var options: AlbumLibraryOptions

    @Argument(help: "The album that goes, by its id or title.")
    var album: String

    @Argument(help: "The album that takes its pictures, by its id or title.")
    var into: String?

    @Flag(help: "Undo the merging of the album.")
    var undo = false

    func validate() throws {
        guard (into == nil) == undo else {
            throw ValidationError("Give the album to merge into, or --undo.")
        }
    }

    func run() async throws {
        try await options.with { library in
            let id = try library.album(album).id
            if let into {
                let target = try library.album(into).id
                try library.merge(id, into: target)
                Console.shared.print(try library.album(target).line)
            } else {
                try library.separate(id)
                Console.shared.print(try library.album(id).line)
            }
        }
    }
}
