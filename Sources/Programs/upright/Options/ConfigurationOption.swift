internal import UprightConfiguration
internal import UprightEngine
internal import ArgumentParser
internal import UprightFiles
internal import UprightSteps

/// The option `--config` of the commands that need a configuration.
struct ConfigurationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file (default: ./pipeline.yaml, then /etc/upright/pipeline.yaml).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

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
        } catch { throw report(error) }
    }

    /// Prepares a configuration's steps.
    ///
    /// - Throws: `ExitStatus.configuration`, after reporting every problem.
    static func prepared(
        _ configuration: Configuration, _ environment: StepEnvironment
    ) async throws -> PreparedSteps {
        do { return try await configuration.prepared(environment) } catch { throw report(error) }
    }

    /// An error as a message. That of a step says where its settings are.
    static func message(of error: any Error, in configuration: Configuration) -> String {
        (error as? StepError).map { configuration.error($0).description } ?? "\(error)"
    }

    /// Reports every problem.
    static func report(_ error: ConfigurationError) -> ExitCode {
        for problem in error.problems { Console.shared.error(problem.description) }
        return ExitStatus.configuration
    }

    /// The configuration file: the given one, or otherwise the first of the usual places that has one.
    var file: String? { Self.file(config) }

    /// The configuration in ``file``.
    func load() throws -> Configuration { try Self.loadOrFind(config) }

    /// The given file, or otherwise the first of the usual places that has one.
    private static func file(_ given: String?) -> String? {
        given ?? found
    }

    static var found: String? { usualPlaces.first { FileStore.exists(RawPath($0)) } }

    /// The configuration in the given file, or otherwise in the first of the usual places that has one.
    static func loadOrFind(_ given: String?) throws -> Configuration {
        if let file = file(given) { return try load(file) }
        Console.shared.error(
            "no configuration found: there is no \(usualPlaces.joined(separator: " and no ")); give --config FILE"
        )
        throw ExitStatus.configuration
    }
}

/// The options of the commands that read the state folder.
struct StateOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print JSON on standard output.")
    var json = false
}
