internal import Glibc
public import UprightRewriting

/// Why a worker gave no account of a picture.
public enum WorkerError: Error, Sendable, Hashable {
    /// The worker did something that ends a program while it worked on the picture: the signal, and what it had written to
    /// its standard error.
    case crashed(signal: Int32, diagnostics: String)
    /// The worker was killed from outside while it worked on the picture: by the kernel, for lack of memory, or by a user.
    case killed(signal: Int32)
    /// The picture takes more memory than a worker may have; the limit in bytes.
    case outOfMemory(limit: Int)
    /// The picture took all its processor time.
    case outOfTime(limit: Duration)
    /// The picture was not done in the time it had.
    case hung(limit: Duration)
    /// More was to be written than an output may have.
    case outputTooLarge(limit: OutputLimit)
    /// The worker ended by itself, or what it answered is no answer.
    case misbehaved(String)
    /// The descriptors could not be read or written.
    case work(DescriptorWorkError)
    /// No worker could be started, or none that is confined as required.
    case unavailable(String)
    /// No worker could be started because the machine has no process, memory or descriptor to spare at this moment.
    case shortage(String)
    /// The pool is shut down.
    case shutDown
}

extension WorkerError {
    /// Whose fault it is, which decides whether trying again can help.
    public enum Cause: Sendable, Hashable {
        /// The picture's: it will end the same way again.
        case picture
        /// The machine's, at this moment.
        case machine
    }

    /// Whose fault it is.
    public var cause: Cause {
        switch self {
        case .crashed, .outOfMemory, .outOfTime, .outputTooLarge, .misbehaved: .picture
        case .killed, .hung, .work, .unavailable, .shortage, .shutDown: .machine
        }
    }
}

extension WorkerError {
    /// Whether somebody ended the worker, which says nothing of the picture as long as it does not happen with it alone.
    public var isKill: Bool { if case .killed = self { true } else { false } }

    /// The failure of a call that starts a worker.
    static func starting(_ what: String, errno code: Int32) -> WorkerError {
        let text = "\(what): \(describe(errno: code))"
        return [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) ? .shortage(text) : .unavailable(text)
    }
}

extension WorkerError: CustomStringConvertible {
    /// What happened, for a person.
    public var description: String {
        switch self {
        case .crashed(let signal, let diagnostics):
            "the decoder crashed (signal \(signal))" + (diagnostics.isEmpty ? "" : ": \(diagnostics)")
        case .killed(let signal):
            "the decoder was killed (signal \(signal)), as the system does where memory is short"
        case .outOfMemory(let limit):
            "the picture needs more memory than the \(limit >> 20) MiB a decoder may have (limits.memory raises it)"
        case .outOfTime(let limit):
            "the picture took more than \(limit.components.seconds) CPU seconds (limits.cpu-time raises it)"
        case .hung(let limit):
            "the picture was not done after \(limit.components.seconds) seconds (limits.time raises it)"
        case .outputTooLarge(let limit):
            "the output would have more than \(limit.ratio) times the source's bytes and \(limit.allowance) bytes "
                + "(limits.output-ratio and limits.output-allowance raise it)"
        case .misbehaved(let what): "the decoder gave no answer: \(what)"
        case .work(let error): error.description
        case .unavailable(let reason): "no decoder can be started: \(reason)"
        case .shortage(let reason): "no decoder can be started now: \(reason)"
        case .shutDown: "the decoders are shut down"
        }
    }
}
