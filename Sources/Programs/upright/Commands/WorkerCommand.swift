internal import ArgumentParser
internal import Glibc
internal import UprightConfiguration
internal import UprightEngine
internal import UprightRewriting

/// `upright worker`: normalizes pictures on request, one line of JSON each, until the input ends.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Normalizes pictures on request, over standard input and output.",
        discussion: """
            A request is one JSON object on a line: {"id": 7, "source": "/in/a.jpg", "output": "/out/a.jpg"}, or \
            {"id": 8, "name": "b.jpg", "length": 91555} followed by that many bytes. The result of each is one line, in \
            order of completion; docs/worker.md describes the protocol. Read results while you send requests.

            Exit status: 0 every request was answered (a rejected picture is an answer); 75 something was deferred and \
            may succeed later; 64 or 78 the same call would fail again.

            Examples:
              echo '{"id": 1, "source": "IMG_1.jpg", "output": "1.jpg"}' | upright worker
              upright worker --config pipeline.yaml < requests.jsonl
            """,
        shouldDisplay: false)

    @Option(
        help: ArgumentHelp("The configuration file: steps, limits, sandbox (default: none).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("How many pictures to process at a time (default: one per core).", valueName: "n"))
    var jobs: Int?

    @Option(help: ArgumentHelp("The check of each output: structure, pixels or off.", valueName: "check"))
    var verify: Check?

    /// The values of `--verify`, which are those of the configuration key.
    enum Check: String, WordArgument { case structure, pixels, off }

    @Flag(help: "Replace existing output files that have other bytes.")
    var force = false

    func validate() throws {
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 1024; found \(jobs).")
        }
    }

    func run() async throws {
        var configuration = try ConfigurationOption.load(config, needsFolders: false)
        if let jobs { configuration.jobs = jobs }
        if let verify, let verification = NormalizationOptions.Verification(rawValue: verify.rawValue) {
            configuration.normalization.verification = verification
        }
        let standalone = try await StandaloneEngine.starting(configuration)
        var engine = standalone.engine
        engine.force = force
        Interrupts.listen()
        let summary = await PictureStream(configuration: configuration, engine: engine)
            .run(input: STDIN_FILENO, output: STDOUT_FILENO) { Interrupts.signal != 0 }
        await standalone.managed.shutDown()
        try reportEnd(summary)
    }

    private func reportEnd(_ summary: StreamSummary) throws {
        if let status = ExitStatus.ofOutput(summary.outputFailure) { throw status }
        if summary.inputFailure != 0 {
            Console.shared.error("standard input cannot be read: \(String(cString: strerror(summary.inputFailure)))")
            throw ExitStatus.inputOutput
        }
        switch Interrupts.signal {
        case 0, SIGTERM: break
        case let signal: throw ExitCode(128 + signal)
        }
        if summary.isCut, Interrupts.signal == 0 {
            Console.shared.error(
                "standard input ended in the middle of a picture"
                    + (summary.isCutAnswered ? "" : "; its request was not answered"))
        }
        if summary.outcomes[.deferred, default: 0] > 0 || summary.isCut && Interrupts.signal == 0 {
            throw ExitStatus.tryAgain
        }
    }
}
