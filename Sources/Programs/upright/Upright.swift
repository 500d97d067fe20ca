internal import UprightConfiguration
internal import ArgumentParser
internal import CUprightLinux
internal import Glibc
internal import UprightService
internal import UprightBase
internal import UprightWorker

/// The command: parses its arguments, runs one of its subcommands, and ends with an exit status.
@main
struct Upright: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Product.name,
        abstract: "Turns pictures upright, losslessly, and keeps everything else in the file.",
        discussion: """
            Exit status: 0 success; 1 something was rejected or failed a check; 64 wrong usage; 78 wrong configuration.

            Examples:
              upright reprocess ~/Pictures --output ~/Upright
              upright inspect IMG_1.jpg
              upright help reprocess
            """,
        version: Product.version,
        subcommands: [
            Setup.self, Watch.self, Reprocess.self, WorkerCommand.self, Serve.self,
            Inspect.self, Tag.self, Turn.self, Duplicates.self, Check.self,
            Status.self,
            QueueCommand.self, Reload.self, JournalCommand.self,
            Geotag.self, PlacesCommand.self, AlbumsCommand.self, GalleryCommand.self,
            Completions.self, Version.self,
        ])

    /// Starts on the main thread. An asynchronous `main` would first wait for another thread, without an error if none can be
    /// started.
    static func main() {
        // A failed write reports that the reader is gone; the signal would end the process with work half done.
        signal(SIGPIPE, SIG_IGN)
        // libdispatch asks for priorities that only root may take, and reports each refusal in the system's log.
        setenv("LIBDISPATCH_LOG", "NO", 0)
        clinux_allocate_from_few_arenas()
        var arguments = ArgumentText.all
        if arguments == ["-V"] { arguments = ["--version"] }
        if arguments.first == "help", let word = UnknownWord(afterHelp: Array(arguments.dropFirst()), of: Self.self) {
            Console.shared.error(lines: "\(word)")
            end(with: ExitStatus.usage)
        }
        do { arguments = try OptionValues.separated(arguments, of: Self.self) } catch {
            end(with: error, of: arguments)
        }
        var command: any ParsableCommand
        do { command = try parseAsRoot(GatheredArguments.gathered(arguments, of: Self.self)) } catch {
            if exitCode(for: error) == .validationFailure, let word = UnknownWord(in: arguments, of: Self.self) {
                Console.shared.error(lines: "\(word)")
                end(with: ExitStatus.usage)
            }
            end(with: error, of: arguments)
        }
        guard let command = command as? any AsyncParsableCommand else {
            do { try command.run() } catch { end(with: error, of: arguments) }
            end(with: ExitStatus.done)
        }
        let isWork = command is Reprocess || command is WorkerCommand || command is Serve || command is Verify
        if let watch = command as? Watch {
            watch.awaitRoom()
        } else {
            checkRoom(isWork ? .work : .command)
        }
        run(every: command is Reprocess || command is Verify ? RunGuard.interval : nil, arguments) { [command] in
            var command = command
            try await command.run()
        }
    }

    /// Ends the process if it lacks the threads or descriptors for a command.
    private static func checkRoom(_ room: ProcessRoom) {
        guard let lack = room.lack else { return }
        Console.shared.error("\(lack)")
        end(with: ExitStatus.tryAgain)
    }

    /// Runs a command, and ends the process.
    ///
    /// - Parameter interval: how often to look whether the run should end; nil if the command does so itself.
    private static func run(
        every interval: Duration?, _ arguments: [String], _ body: sending @escaping () async throws -> Void
    ) -> Never {
        // The main thread's priority would be a higher one.
        Task(priority: .medium) {
            do { try await body() } catch { end(with: error, of: arguments) }
            end(with: ExitStatus.done)
        }
        // dispatchMain() would end this thread, for which the C library first loads another library, and start one for the
        // main queue, which nothing uses.
        SystemThread.waitForSignals(every: interval) { RunGuard.look() }
    }

    /// Ends the process with an error's message and status. A status alone has no message, for which the parser would first
    /// set up all commands.
    ///
    /// - Parameter arguments: the command line, which names the command whose help explains it.
    private static func end(with error: any Error, of arguments: [String] = []) -> Never {
        if let status = error as? ExitCode { ExitStatus.end(with: status) }
        let status = exitCode(for: error)
        if status == .success {
            // Help, or the version.
            LiveWorkers.end()
            exit(withError: error)
        }
        var message = fullMessage(for: error)[...]
        let parsers = "Error: "
        if message.hasPrefix(parsers) { message = message.dropFirst(parsers.count) }
        if status == .validationFailure {
            // The parser shows the usage of the whole program where a command has run.
            let command = CommandWords(arguments, of: Self.self).words.joined(separator: " ")
            message = message.prefix(upTo: message.firstRange(of: "\nUsage: ")?.lowerBound ?? message.endIndex)
            message = ParserMessage.rewritten(message)
            message += "\nSee \(command) --help."
        }
        Console.shared.error(lines: String(message))
        ExitStatus.end(with: status)
    }
}
