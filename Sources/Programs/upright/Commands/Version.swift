internal import ArgumentParser
internal import UprightConfiguration

/// `upright version`: prints the version, as `--version` and `-V` do.
struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version", abstract: "Prints the version.",
        discussion: """
            Examples:
              upright version
              upright -V
            """)

    func run() { Console.shared.print(Product.version) }
}
