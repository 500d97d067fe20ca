internal import ArgumentParser
internal import Glibc
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService
internal import UprightWorker

/// `upright serve`: turns pictures upright over HTTP until it is stopped.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Turns pictures upright over HTTP, until it is stopped.",
        discussion: """
            POST /orient takes a picture and answers with the upright picture: curl --data-binary @a.jpg \
            http://127.0.0.1:8712/orient -o upright.jpg. The page at / tries it in a browser, and /openapi.json describes \
            everything. Nothing is stored. Without --listen, the server is at 127.0.0.1:8712, for this machine only; any other \
            address needs --token-file. SIGTERM ends it when the requests in progress are answered.

            Examples:
              upright serve
              upright serve --listen 0.0.0.0:8712 --token-file token
            """)

    @Option(
        help: ArgumentHelp(
            "The configuration file: limits, steps, sandbox, jobs (default: none).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "How many pictures to process at a time (default: one per core). Twice as many are in memory.",
            valueName: "n"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "A site whose pages can use it from a browser, such as https://example.com (default: none; can be given several "
                + "times).", valueName: "origin"))
    var allowOrigin: [String] = []

    @OptionGroup var serving: ServingOptions

    private static let interval = Duration.milliseconds(100)

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 1024; found \(jobs).")
        }
        do throws(OperationError) { _ = try AllowedOrigins(allowOrigin) } catch { throw ValidationError("\(error).") }
    }

    func run() async throws {
        var configuration = try ConfigurationOption.load(config, needsFolders: false)
        if let jobs { configuration.jobs = jobs }
        let address = serving.address ?? .pictures
        try confine(configuration, address)
        let token: String?
        do throws(OperationError) {
            token = try ServingOptions.token(in: serving.tokenPath) { Console.shared.warning($0) }
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.configuration
        }
        let standalone = try await StandaloneEngine.starting(configuration)
        let status: ExitCode
        do throws(OperationError) {
            let server = try PictureServer(
                configuration, engine: standalone.engine, managed: standalone.managed, address: address, token: token,
                origins: try AllowedOrigins(allowOrigin), log: { Console.shared.warning($0) })
            status = try await serve(server, address)
        } catch {
            Console.shared.error("\(error)")
            await standalone.managed.shutDown()
            throw ServingOptions.status(for: error)
        }
        await standalone.managed.shutDown()
        if status != ExitStatus.done { throw status }
    }

    /// Serves until a signal arrives. Returns the exit status.
    private func serve(_ server: PictureServer, _ address: ServerAddress) async throws(OperationError) -> ExitCode {
        Interrupts.listen()
        let stopping = Task {
            do {
                let port = try await server.waitUntilListening()
                Console.shared.print("http://\(address.withPort(port))/")
                while Interrupts.signal == 0 { try await Task.sleep(for: Self.interval) }
            } catch {
                // `run` reports why it does not listen.
            }
            server.stop()
        }
        defer { stopping.cancel() }
        try await server.run()
        switch Interrupts.signal {
        case 0, SIGTERM: return ExitStatus.done
        case let signal: return ExitCode(128 + signal)
        }
    }

    private func confine(_ configuration: Configuration, _ address: ServerAddress) throws {
        guard configuration.worker.sandbox != .off,
            let lack = ServingConfinement.enter(configuration, address: address, tokenFile: serving.tokenPath)
        else { return }
        if configuration.worker.sandbox == .required {
            Console.shared.error("nothing is served: sandbox is required, but this process cannot be confined: \(lack)")
            throw ExitStatus.configuration
        }
        Console.shared.warning("sandbox: this process is not confined: \(lack)")
    }
}
