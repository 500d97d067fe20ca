internal import ArgumentParser

/// `upright albums`: the albums of places, days and trips.
struct AlbumsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "Lists, shows and edits the albums of places, days and trips.",
        discussion: """
            Examples:
              upright albums ~/Upright
              upright albums show Munich --of ~/Upright
            """,
        subcommands: [
            AlbumsList.self, AlbumsShow.self, AlbumsRebuild.self, AlbumsImport.self, AlbumsRename.self,
            AlbumsMerge.self, AlbumsExport.self,
        ], defaultSubcommand: AlbumsList.self)
}
