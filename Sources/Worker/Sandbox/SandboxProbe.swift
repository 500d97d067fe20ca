internal import CUprightLinux

/// Tries, from inside, what the sandbox must refuse: opening files, sockets, exec, fork, ptrace, signals and more.
package enum SandboxProbe {
    /// One attempt and how it ended.
    package struct Attempt: Sendable, Hashable {
        /// What was tried.
        package var name: String
        /// 0 or the error number with which the attempt ended.
        package var error: Int32
        /// Whether it was refused for lack of permission. An attempt that failed otherwise had reached its aim.
        package var wasDenied: Bool { error == 1 || error == 13 }
    }

    /// Makes every attempt.
    package static func run() -> [Attempt] {
        (0..<clinux_probe_count()).map { index in
            Attempt(name: String(cString: clinux_probe_name(index)), error: -clinux_probe(index))
        }
    }
}
