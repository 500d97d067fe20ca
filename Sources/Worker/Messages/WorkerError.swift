internal import Glibc
package import UprightRewriting

/// Why a worker gave no answer for a picture.
package enum WorkerError: Error, Sendable, Hashable {
    /// The worker crashed while it was working on the picture: the signal, and what it had written to standard error.
    case crashed(signal: Int32, diagnostics: String)
    /// The worker was killed from outside while it was working on the picture: by the kernel for lack of memory, or by
    /// a user.
    case killed(signal: Int32)
    /// The picture needs more memory than a worker may use; the limit in bytes.
    case outOfMemory(limit: Int)
    /// The picture used up its processor time.
    case outOfTime(limit: Duration)
    /// The picture was not done within its time limit.
    case hung(limit: Duration)
    /// The output would exceed its size limit.
    case outputTooLarge(limit: OutputLimit)
    /// The worker ended by itself, or sent an invalid answer.
    case misbehaved(String)
    /// The descriptors could not be read or written.
    case work(DescriptorWorkError)
    /// No worker could be started, or none with the required sandbox.
    case unavailable(String)
    /// No worker could be started because the machine currently lacks processes, memory or descriptors.
    case shortage(String)
    /// The pool is shut down.
    case shutDown
}

extension WorkerError {
    /// The cause of the error, which decides whether a retry can help.
    package enum Cause: Sendable, Hashable {
        /// The picture: it will fail the same way again.
        case picture
        /// The present state of the machine.
        case machine
    }

    package var cause: Cause {
        switch self {
        case .crashed, .outOfMemory, .outOfTime, .outputTooLarge, .misbehaved: .picture
        case .killed, .hung, .work, .unavailable, .shortage, .shutDown: .machine
        }
    }
}

extension WorkerError {
    /// Whether the worker was killed. That does not show that the picture is at fault, unless it happens with this
    /// picture only.
    package var isKill: Bool { if case .killed = self { true } else { false } }

    /// The error for a failed call while starting a worker.
    static func starting(_ what: String, errno code: Int32) -> WorkerError {
        let text = "\(what): \(describe(errno: code))"
        return [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(code) ? .shortage(text) : .unavailable(text)
    }
}

extension WorkerError: CustomStringConvertible {
    /// A message: what happened.
    package var description: String {
        switch self {
        case .crashed(let signal, let diagnostics):
            "the decoder crashed (signal \(signal))" + (diagnostics.isEmpty ? "" : ": \(diagnostics)")
        case .killed(let signal):
            "the decoder was killed (signal \(signal)), as the system does when memory is short"
        case .outOfMemory(let limit):
            "the picture needs more than the \(limit >> 20) MiB of memory that a decoder may use (limits.memory)"
        case .outOfTime(let limit):
            "the picture took more than \(limit.components.seconds) CPU seconds; to allow more, raise limits.cpu-time"
        case .hung(let limit):
            "the picture was not done after \(limit.components.seconds) seconds; to allow more, raise limits.time"
        case .outputTooLarge(let limit):
            "the output would have more than \(limit.ratio) times the source's bytes plus \(limit.allowance) bytes; "
                + "to allow more, raise limits.output-ratio or limits.output-allowance"
        case .misbehaved(let what): "the decoder gave no answer: \(what)"
        case .work(let error): error.description
        case .unavailable(let reason): "no decoder can be started: \(reason)"
        case .shortage(let reason): "no decoder can be started now: \(reason)"
        case .shutDown: "the decoders are shut down"
        }
    }
}
