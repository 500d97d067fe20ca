internal import ArgumentParser

/// `upright places`: what the gazetteer knows.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Looks up what positions are called, and says what data answers.",
        subcommands: [PlacesLookup.self, PlacesAbout.self, PlacesImport.self])
}
