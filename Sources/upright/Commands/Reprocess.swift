internal import ArgumentParser
internal import Pipeline

struct Reprocess: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Normalizes files and folders once, and exits.")

    @Argument(help: "Files and folders; folders are worked through with all that is inside.")
    var paths: [String] = []
    @Option(help: ArgumentHelp("The folder that the normalized pictures are written to.", valueName: "dir"))
    var output: String?
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var config: String?

    func run() async throws {
    }
}
