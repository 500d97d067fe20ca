internal import UprightBase
internal import ArgumentParser
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// Sends a request to the running daemon, and reports its answer.
struct DaemonControl {
    let options: StateOptions
    let action: DaemonRequest.Action
    /// The word for what was done to a folder, as shown to users.
    let done: String

    func run(folder: String?, message: String? = nil) async throws {
        let configuration = try options.configuration.load()
        guard let address = configuration.status.control else {
            Console.shared.error(
                "the daemon cannot be reached: status.listen is off; expected unix:PATH, an address, or no such key"
            )
            throw ExitStatus.configuration
        }
        let request = DaemonRequest(action, folder: folder.map { Self.source($0, in: configuration) }, message: message)
        let answer = try await Self.send(request, to: address)
        if options.json {
            let folders = JSONValue.array(answer.folders.map(JSONValue.string))
            Console.shared.print(
                JSONValue.object([("folders", folders), ("reason", .text(answer.refusal))]).serialized)
        } else {
            for folder in answer.folders { Console.shared.print("\(done)  \(RawPath(folder))") }
        }
        guard let refusal = answer.refusal else { return }
        if !options.json { Console.shared.error(refusal) }
        throw ExitStatus.rejected
    }

    /// Sends a request, and reports if there is no answer.
    static func send(
        _ request: DaemonRequest, to address: StatusConfiguration.Address
    ) async throws -> DaemonRequest.Answer {
        switch await DaemonClient.send(request, to: address) {
        case .answer(let answer): return answer
        case .silence:
            Console.shared.error(
                "the daemon does not answer, or its version does not know this request; restart it (systemctl restart "
                    + "upright)")
            throw ExitStatus.rejected
        case .absence:
            Console.shared.error(
                "no daemon is running that this user can reach at \(words(address)); start one (systemctl start upright, or upright "
                    + "watch), or run this as root or as the user of the service")
            throw ExitStatus.notRunning
        }
    }

    /// The folder as the configuration names it.
    private static func source(_ argument: String, in configuration: Configuration) -> String {
        let known = configuration.folders.map(\.source)
        if known.contains(argument) { return argument }
        guard case .path(let path) = QueuePattern(path: argument) else { return argument }
        return known.first { RawPath($0) == path } ?? path.exact
    }

    private static func words(_ address: StatusConfiguration.Address) -> String {
        switch address {
        case .unix(let path): path
        case .tcp(let host, let port): "\(host):\(port)"
        }
    }
}
