internal import CUprightLinux

/// Tries, from inside the sandbox, what it must refuse: opening files, sockets, exec, fork, ptrace, signals and more.
package enum SandboxProbe {
    /// An attempt and its result.
    package struct Attempt: Sendable, Hashable {
        /// What was tried.
        package var name: String
        /// The error number of the attempt; 0 if it succeeded.
        package var error: Int32
        /// Whether the attempt was refused for lack of permission. Any other error means that it got past the sandbox.
        package var wasDenied: Bool { error == 1 || error == 13 }
    }

    /// Makes every attempt.
    package static func run() -> [Attempt] {
        (0..<clinux_probe_count()).map { index in
            Attempt(name: String(cString: clinux_probe_name(index)), error: -clinux_probe(index))
        }
    }
}
