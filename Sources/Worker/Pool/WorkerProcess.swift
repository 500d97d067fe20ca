internal import CUprightLinux
internal import UprightBase
internal import Glibc
internal import UprightRewriting

/// A running worker, used by one thread. Every call blocks.
struct WorkerProcess: ~Copyable {
    /// The status of its sandbox, as the worker reported it.
    let status: SandboxStatus
    /// The number of requests that the worker has been given.
    private(set) var pictures = 0

    private let identifier: pid_t
    private let channel: Channel
    private let diagnostics: Int32
    private let configuration: WorkerPoolConfiguration
    private var copies: WorkerCopies?

    private static let startSeconds = 20

    /// Starts a worker and waits until it has entered its sandbox.
    ///
    /// - Parameter loadsLibraries: whether it loads the libraries that few pictures need.
    init(_ configuration: WorkerPoolConfiguration, loadsLibraries: Bool) throws(WorkerError) {
        try self.init(LaunchedWorker(configuration, loadsLibraries: loadsLibraries), configuration)
    }

    /// Waits until a worker that was started with the configuration has entered its sandbox.
    init(_ launched: consuming LaunchedWorker, _ configuration: WorkerPoolConfiguration) throws(WorkerError) {
        let (identifier, channel, diagnostics) = launched.release()
        var refusal = "it sent nothing for \(WorkerProcess.startSeconds) seconds"
        var isShortage = true
        var isClosed = false
        do throws(ChannelError) {
            if clinux_await_readable(channel.descriptor, Int64(WorkerProcess.startSeconds) * 1000) == 1 {
                isShortage = false
                let status = try channel.receive(SandboxStatus.self).message
                if status.isSufficient {
                    self.status = status
                    self.identifier = identifier
                    self.channel = channel
                    self.diagnostics = diagnostics
                    self.configuration = configuration
                    return
                }
                refusal =
                    "its sandbox lacks layers that sandbox: required demands: "
                    + status.problems.joined(separator: "; ")
            }
        } catch {
            refusal = "\(error): " + WorkerProcess.text(of: diagnostics)
            isClosed = error == .closed
        }
        kill(identifier, SIGKILL)
        let end = LiveWorkers.reap(identifier)
        if !isShortage, end.status == -1, WorkerProcess.ends.contains(end.signal) {
            // If it closed the channel by ending, it was killed: by the kernel for lack of memory, or by a user.
            isShortage = isClosed
            if isClosed { refusal = "it was killed while it was starting (signal \(end.signal))" }
        }
        close(channel.descriptor)
        close(diagnostics)
        let reason = "\(configuration.program): \(refusal)"
        // On a very busy machine, even a sound program may not start in time.
        throw isShortage ? .shortage(reason) : .unavailable(reason)
    }

    deinit {
        close(channel.descriptor)
        close(diagnostics)
    }

    /// Sends a request and returns the worker's answer. After an error the worker is gone: call neither this nor `end`
    /// again.
    mutating func answer(
        _ request: WorkerRequest, files: RequestFiles, sourceBytes: Int
    ) throws(WorkerError) -> WorkerAnswer {
        guard files.areCopied, let source = files.descriptors.first else {
            return try answer(request, descriptors: files.descriptors, sourceBytes: sourceBytes)
        }
        let copies: WorkerCopies
        do throws(DescriptorWorkError) {
            copies = if let present = self.copies { present } else { try WorkerCopies() }
            self.copies = copies
            try copies.fill(from: source)
        } catch {
            return .failure(error)
        }
        let count = files.descriptors.count
        let answer = try answer(request, descriptors: copies.descriptors(count), sourceBytes: sourceBytes)
        guard count > 1, case .picture(let picture) = answer, case .written(let bytes, _) = picture.output else {
            return answer
        }
        do throws(DescriptorWorkError) { try copies.copyOutput(bytes, to: files.descriptors[1]) } catch {
            return .failure(error)
        }
        return answer
    }

    private mutating func answer(
        _ request: WorkerRequest, descriptors: [Int32], sourceBytes: Int
    ) throws(WorkerError) -> WorkerAnswer {
        pictures += 1
        let output = request.limits.output
        limit(output: output.bytes(forSource: sourceBytes))
        do throws(ChannelError) {
            try channel.send(request, descriptors: descriptors)
            let waited = clinux_await_readable(
                channel.descriptor, Int64(saturating: configuration.limits.time / .milliseconds(1)))
            if waited == 1 { return try channel.receive(WorkerAnswer.self).message }
            kill(identifier, SIGKILL)
            _ = LiveWorkers.reap(identifier)
        } catch {
            throw diagnosis(of: error, output)
        }
        throw .hung(limit: configuration.limits.time)
    }

    /// Ends the worker and waits until it is gone.
    consuming func end() {
        kill(identifier, SIGKILL)
        _ = LiveWorkers.reap(identifier)
    }

    /// Sets the worker's limits for the next picture: its processor time and the size of its output.
    private func limit(output most: Int) {
        let used = max(clinux_cpu_time(identifier), 0)
        let seconds = UInt64(used / 1_000_000_000 + 1)
            .addingSaturated(UInt64(clamping: configuration.limits.cpuTime.components.seconds))
        // If this fails, the worker is gone, which the exchange detects.
        _ = clinux_limit_process(identifier, seconds, UInt64(clamping: most))
    }

    /// The signals with which a user or the kernel ends a program.
    private static let ends = [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT]

    /// The signals of a crash.
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS]

    /// Returns why a worker ended during an exchange, or sent an invalid answer.
    private func diagnosis(of failure: ChannelError, _ output: OutputLimit) -> WorkerError {
        if failure != .closed { kill(identifier, SIGKILL) }
        let end = LiveWorkers.reap(identifier)
        if failure != .closed { return .misbehaved("\(failure)") }
        switch (end.status, end.signal) {
        case (Sandbox.exhaustedMemoryStatus, _): return .outOfMemory(limit: configuration.limits.memory)
        case (_, SIGXCPU): return .outOfTime(limit: configuration.limits.cpuTime)
        case (_, SIGXFSZ): return .outputTooLarge(limit: output)
        case (-1, let signal) where !Self.crashes.contains(signal): return .killed(signal: signal)
        case (-1, let signal):
            return .crashed(signal: signal, diagnostics: WorkerProcess.text(of: diagnostics))
        case (let status, _): return .misbehaved("it ended with status \(status)")
        }
    }

    /// Returns the first line that the worker wrote to standard error.
    private static func text(of diagnostics: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: LaunchedWorker.maximumDiagnostics)
        let count = bytes.withUnsafeMutableBytes { pread(diagnostics, $0.baseAddress, $0.count, 0) }
        let line = bytes.prefix(max(count, 0)).prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }
        return String(decoding: line.map { $0 < 32 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
