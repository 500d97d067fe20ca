internal import ArgumentParser

/// `upright gallery`: serves or exports a web gallery of the pictures.
struct GalleryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery", abstract: "Serves a web gallery of the pictures, or writes it as files.",
        discussion: """
            The gallery has albums, a map, a search, and the pictures that were rejected.

            Examples:
              upright gallery ~/Upright
              upright gallery export pages
            """,
        subcommands: [GalleryServe.self, GalleryExportCommand.self], defaultSubcommand: GalleryServe.self)
}
