internal import UprightConfiguration
internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles

/// Reads the file that `--config` names.
enum ConfigurationOption {
    /// Where to look for a configuration if none is named: in this folder, then where `make install` puts it.
    static let usualPlaces = ["pipeline.yaml", "/etc/upright/pipeline.yaml"]

    /// The configuration in a file, or the defaults if no file is given.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - needsFolders: whether the keys `folders` and `state` are required.
    /// - Throws: `ExitStatus.configuration`, after reporting every problem.
    static func load(_ file: String?, needsFolders: Bool = true) throws -> Configuration {
        guard let file else { return Configuration() }
        do {
            return try Configuration.load(file: RawPath(argument: file), needsFolders: needsFolders)
        } catch {
            for problem in error.problems { Console.shared.report(problem.description) }
            throw ExitStatus.configuration
        }
    }

    /// The configuration in the given file, or otherwise in the first of the usual places that has one.
    static func loadOrFind(_ file: String?) throws -> Configuration {
        if let found = file ?? usualPlaces.first(where: { FileStore.exists(RawPath($0)) }) { return try load(found) }
        Console.shared.report(
            "upright: no configuration found: there is no \(usualPlaces.joined(separator: " and no ")); give --config FILE"
        )
        throw ExitStatus.configuration
    }
}

/// The options of the commands that read the state folder.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file (default: ./pipeline.yaml, then /etc/upright/pipeline.yaml).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Flag(help: "Print JSON on standard output.")
    var json = false
}
