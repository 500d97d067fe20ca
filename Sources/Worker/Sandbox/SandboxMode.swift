/// How decoding is confined (`sandbox` in the configuration).
public enum SandboxMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The system-call filter, the dropped privileges and the resource limits must be in force, and Landlock where the
    /// kernel has it; a worker that cannot reach that refuses to work.
    case required
    /// Whatever the machine offers is put in force; what is missing is told.
    case bestEffort = "best-effort"
    /// Pictures are decoded in the program's own process. A worker that is started all the same has its resource limits
    /// and nothing else.
    case off
}
