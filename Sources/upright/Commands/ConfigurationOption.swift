internal import ArgumentParser
internal import Pipeline

/// Reads the file of `--config`.
enum ConfigurationOption {
    /// The configuration in a file, or the defaults where none is given.
    ///
    /// - Throws: `ExitStatus.configuration`, after every problem was reported.
    static func load(_ file: String?) throws -> Configuration {
        guard let file else { return Configuration() }
        do {
            return try Configuration.load(file: file)
        } catch {
            for problem in error.problems { Console.shared.report(problem.description) }
            throw ExitStatus.configuration
        }
    }
}
