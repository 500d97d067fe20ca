internal import ArgumentParser

/// `upright places`: queries and builds gazetteers.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Looks up the names of positions, and describes the data behind them.",
        discussion: """
            Examples:
              upright places lookup 48.137154,11.576124
              upright places about
            """,
        subcommands: [PlacesLookup.self, PlacesAbout.self, PlacesImport.self])
}
