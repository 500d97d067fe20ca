internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps

/// The engine of a command that works on pictures as they are asked for, without a journal.
struct StandaloneEngine {
    let managed: ManagedProcessor
    var engine: PictureEngine

    /// Starts the processor that a configuration asks for, and prepares its steps. Reports what fails.
    static func starting(_ configuration: Configuration) async throws -> StandaloneEngine {
        let managed: ManagedProcessor
        do { managed = try await ManagedProcessor.starting(configuration) } catch {
            Console.shared.error("\(error)")
            throw error.kind == .passing ? ExitStatus.tryAgain : ExitStatus.configuration
        }
        for warning in managed.warnings { Console.shared.warning("sandbox: \(warning)") }
        var engine = PictureEngine(
            processor: managed.processor, jobs: configuration.parallelJobs, version: Product.version)
        var environment = configuration.stepEnvironment(reader: managed.processor.reader)
        do { try environment.openPlaceCache() } catch { Console.shared.warning("\(error)") }
        engine.steps = try await ConfigurationOption.prepared(configuration, environment)
        return StandaloneEngine(managed: managed, engine: engine)
    }
}
