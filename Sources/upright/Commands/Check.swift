internal import ArgumentParser

/// `upright check`.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Checks the configuration and the machine.")
    @Option var config: String?
    func run() async throws { _ = try ConfigurationOption.load(config) }
}
