internal import UprightEngine
internal import UprightFiles
internal import UprightService

extension FileWorkers {
    /// Starts the workers of a command. If it cannot, says why, and throws the command's exit status.
    static func startingForCommand() async throws -> FileWorkers {
        do throws(OperationError) { return try await starting() } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.configuration
        }
    }
}
