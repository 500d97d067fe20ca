internal import UprightConfiguration
internal import UprightEngine
internal import Synchronization
internal import UprightWorker

/// The workers of the default configuration, the first of which starts before anything else is done: it takes as long to
/// start as the rest of this program.
///
/// A command that turns out to need other workers, or none, leaves it unused.
enum EarlyWorkers {
    /// The workers of which one was started, and that no command has taken.
    private static let started = Mutex<WorkerPool?>(nil)

    /// Starts a worker if the arguments are those of a command that is likely to need it. Starts no thread.
    static func start(for arguments: [String]) {
        guard isLikely(arguments) else { return }
        let configuration = Configuration()
        do {
            let pool = WorkerPool(try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs))
            pool.launch()
            started.withLock { $0 = pool }
        } catch {
            // The command says so when it starts its own.
        }
    }

    /// Whether arguments are those of a command that is likely to need the default configuration's workers.
    ///
    /// Without the standard library's generic functions: at its first call, each makes types, which takes longer than this.
    private static func isLikely(_ arguments: [String]) -> Bool {
        guard arguments.count > 0, arguments[0] == "reprocess" else { return false }
        var index = 1
        while index < arguments.count {
            let argument = arguments[index]
            if argument.hasPrefix("--config") || argument.hasPrefix("--jobs") || argument.hasPrefix("-j")
                || argument.hasPrefix("--help")
                || argument.hasPrefix("-h")
            {
                return false
            }
            index += 1
        }
        return true
    }

    /// The workers that a configuration asks for, if one of them was started early.
    static func pool(for configuration: Configuration) -> WorkerPool? {
        guard let pool = started.withLock({ $0.take() }), configuration.worker.sandbox != .off else { return nil }
        do {
            let settings = try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs)
            // Other workers end with their pool, so that they take no memory from those that work.
            return pool.configuration == settings ? pool : nil
        } catch {
            // The command says so when it starts its own.
            return nil
        }
    }
}
