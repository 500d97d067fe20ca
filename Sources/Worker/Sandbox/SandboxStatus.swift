/// The state of a worker's sandbox, as the worker found it when it started.
package struct SandboxStatus: Sendable, Hashable, Codable {
    /// The requested mode.
    package var mode: SandboxMode
    /// Whether capabilities were dropped and no new privileges can be gained.
    package var hasDroppedPrivileges = false
    /// The version of the Landlock ABI that denies all file-system and network access; nil if Landlock is not in force.
    package var landlockABI: Int?
    /// Whether the system-call filter is in force.
    package var hasSystemCallFilter = false
    /// The maximum address space, in bytes; nil if there is no limit.
    package var memory: Int?
    /// The layers that could not be applied, and why.
    package var problems: [String] = []

    /// Creates the status of a process before any layer is applied.
    package init(mode: SandboxMode) { self.mode = mode }

    /// Whether the sandbox has every layer that `mode` requires: with `required`, all of them.
    package var isSufficient: Bool {
        mode != .required
            || (hasDroppedPrivileges && landlockABI != nil && hasSystemCallFilter && memory != nil)
    }
}
