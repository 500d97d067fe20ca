internal import ArgumentParser

@main
struct Upright: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upright",
        abstract: "Turns pictures upright, losslessly, and keeps everything else in the file.",
        version: version,
        subcommands: [Reprocess.self])

    static let version = "0.1.0"
}
