internal import ArgumentParser
internal import Glibc
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightBase
internal import UprightService

/// `upright reload`.
struct Reload: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Makes the daemon read its configuration again, and reports whether it accepts it.",
        discussion: """
            A valid configuration takes effect when the pictures in progress are finished. One that is refused changes nothing, \
            and the exit status is 78. The request uses the daemon's Unix socket, so it needs permission to open that. Exit \
            status 3 if no daemon is running.

            Examples:
              upright reload
              upright check && upright reload
            """)

    @OptionGroup var options: StateOptions

    /// How long pictures in progress can keep the daemon from its answer.
    private static let longestWait = Duration.seconds(60)

    func run() async throws {
        // The daemon reads the same file: its problems are the same.
        let configuration = try options.configuration.load()
        guard let address = await address(of: configuration), let before = await DaemonClient.snapshot(at: address)
        else {
            return try withoutAnswer(configuration)
        }
        let answer = try await DaemonControl.send(DaemonRequest(.reload), to: address)
        if let refusal = answer.refusal { return try report(refusal: refusal, configuration) }
        let end = ContinuousClock.now + Self.longestWait
        while ContinuousClock.now < end {
            for address in [configuration.status.control, address].compactMap({ $0 }) {
                guard let after = await DaemonClient.snapshot(at: address) else { continue }
                guard let count = after.reloads, count != before.reloads else { break }
                return try report(refusal: after.refusedConfiguration, configuration)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        let delay = "it takes effect when the pictures in progress are finished"
        if options.json {
            show(isReloaded: false, reason: delay, configuration)
        } else {
            Console.shared.note("the configuration is accepted; \(delay)")
        }
    }

    /// Where the running daemon takes requests, which may be where the configuration that it uses so far says.
    private func address(of configuration: Configuration) async -> StatusConfiguration.Address? {
        let standard = StatusConfiguration.Address.unix(path: configuration.state + "/status.sock")
        for address in [configuration.status.control, standard].compactMap({ $0 }) {
            if await DaemonClient.snapshot(at: address) != nil { return address }
        }
        return nil
    }

    /// Reloads a daemon that cannot be asked: it serves no status.
    private func withoutAnswer(_ configuration: Configuration) throws {
        let lock = RawPath(configuration.state).appending("lock")
        guard LockFile.isHeld(lock), let holder = LockFile.holder(lock), kill(holder, SIGHUP) == 0 else {
            Console.shared.error(
                "no daemon is running that uses \(configuration.state) and that this user can reach; start one (systemctl start "
                    + "upright, or upright watch), or run this as root or as the user of the service")
            throw ExitStatus.notRunning
        }
        let reason = "its log has the answer, since it serves no status that this command can ask for"
        if options.json {
            show(isReloaded: false, reason: reason, configuration)
        } else {
            Console.shared.note("the daemon was asked to reload the configuration; \(reason)")
        }
    }

    private func report(refusal: String?, _ configuration: Configuration) throws {
        if options.json {
            show(isReloaded: refusal == nil, reason: refusal, configuration)
        } else if refusal == nil {
            Console.shared.print("reloaded  \(configuration.file ?? "")")
        }
        guard let refusal else { return }
        if !options.json {
            Console.shared.error("the configuration was refused, the old one is in use: \(refusal)")
        }
        throw ExitStatus.configuration
    }

    private func show(isReloaded: Bool, reason: String?, _ configuration: Configuration) {
        let members: [(String, JSONValue)] = [
            ("configuration", .text(configuration.file)), ("reloaded", .boolean(isReloaded)), ("reason", .text(reason)),
        ]
        Console.shared.print(JSONValue.object(members).serialized)
    }
}
