/// How decoding is sandboxed (`sandbox` in the configuration).
package enum SandboxMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every layer must be in force: dropped privileges, Landlock, the system-call filter and the resource limits. A
    /// worker that lacks one refuses to work.
    case required
    /// Every layer that the machine supports is applied, and missing layers are reported.
    case bestEffort = "best-effort"
    /// Pictures are decoded in the program's own process. If a worker is started anyway, only its resource limits
    /// apply.
    case off
}
